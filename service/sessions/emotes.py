"""Emotes: six pictures and eight ready-made sentences that players send each other at a table.

An emote is not part of the session: it makes no version, event or log entry, and follows from nothing at the table.
"""

from collections.abc import Mapping

import msgspec

from service.sessions.problems import Problem


class EmoteKind(msgspec.Struct, frozen=True):
    """An emote: its English sentence, or the name of its picture; and the picture as an emoji, if it is one."""

    text: str
    emoji: str | None = None


# In the order of a menu. `de.po` has the texts in German, with the context `emote`.
EMOTES: Mapping[str, EmoteKind] = {
    "SMILE": EmoteKind("Smile", "\N{SMILING FACE WITH OPEN MOUTH AND SMILING EYES}"),
    "LAUGH": EmoteKind("Laughter", "\N{FACE WITH TEARS OF JOY}"),
    "SURPRISE": EmoteKind("Surprise", "\N{FACE WITH OPEN MOUTH}"),
    "THINKING": EmoteKind("Thinking", "\N{THINKING FACE}"),
    "SADNESS": EmoteKind("Sadness", "\N{CRYING FACE}"),
    "APPLAUSE": EmoteKind("Applause", "\N{CLAPPING HANDS SIGN}"),
    "HELLO": EmoteKind("Hello!"),
    "GOOD_LUCK": EmoteKind("Good luck!"),
    "WELL_PLAYED": EmoteKind("Well played!"),
    "OOPS": EmoteKind("Oops!"),
    "THANKS": EmoteKind("Thank you!"),
    "ONE_MOMENT": EmoteKind("One moment, please."),
    "GOOD_GAME": EmoteKind("Good game!"),
    "PLAY_AGAIN": EmoteKind("Shall we play again?"),
}


class SentEmote(msgspec.Struct, frozen=True):
    """An emote, and the seat whose holder has sent it."""

    seat: int
    emote: str


def check_emote(emote: str) -> None:
    """Raise `Problem` for an unknown emote."""
    if emote not in EMOTES:
        raise Problem("INVALID_INPUT", f"emote must be one of {', '.join(EMOTES)}.", ("emote",))


def encode_emote(sent: SentEmote) -> bytes:
    """Return the form in which an emote is handed to all workers."""
    return msgspec.json.encode(sent)


def decode_emote(message: bytes, seats: int) -> SentEmote | None:
    """Return the emote of a message at a table with so many seats.

    None if the message is something else: other programs may publish, and a newer release may have more emotes.
    """
    try:
        sent = _decode(message)
    except msgspec.MsgspecError:
        return None
    return sent if sent.emote in EMOTES and 0 <= sent.seat < seats else None


_decode = msgspec.json.Decoder(SentEmote).decode

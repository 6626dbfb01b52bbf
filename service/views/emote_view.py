"""Emotes as clients get them, with their texts in the language that a request wants."""

from typing import Annotated

from service.sessions.emotes import EMOTES, SentEmote
from service.views.fields import ContractStruct, described, open_choices, sized
from service.views.wording import tell_emote

EMOTE = open_choices(
    "Emote",
    "An emote: a picture or a ready-made sentence that the holders of seats send each other.",
    "emote",
    **{
        code: f'The sentence "{kind.text}".' if kind.emoji is None else f"The picture {kind.emoji}."
        for code, kind in EMOTES.items()
    },
)
_TEXT = "The sentence in the wanted language; of a picture, its name."


class SeatEmote(ContractStruct, frozen=True):
    """An emote that the holder of a seat has sent. It is not part of the session, and nothing stores it."""

    seat: Annotated[int, described("The seat.")]
    emote: Annotated[str, described("The emote.", choices=EMOTE)]
    text: Annotated[str, described(_TEXT)]


@sized(len(EMOTES))
class EmoteChoice(ContractStruct, frozen=True):
    """An emote that can be sent."""

    emote: Annotated[str, described("The emote.", choices=EMOTE)]
    text: Annotated[str, described(_TEXT)]
    emoji: Annotated[str | None, described("The picture as an emoji; null for a sentence.")]


class EmoteChoices(ContractStruct, frozen=True):
    """Every emote."""

    emotes: Annotated[tuple[EmoteChoice, ...], described("The emotes, in the order of a menu: the pictures first.")]


def project_emote(sent: SentEmote) -> SeatEmote:
    """Return a sent emote in the language that this request wants."""
    return SeatEmote(seat=sent.seat, emote=sent.emote, text=tell_emote(sent.emote))


def project_emotes() -> EmoteChoices:
    """Return every emote in the language that this request wants."""
    choices = [EmoteChoice(emote=code, text=tell_emote(code), emoji=kind.emoji) for code, kind in EMOTES.items()]
    return EmoteChoices(emotes=tuple(choices))

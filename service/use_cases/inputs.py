"""The inputs of operations. GraphQL's input types and REST's requests are generated from these structs.

The contracts state the bounds of a field; the use case checks them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import msgspec

import bots
from service.sessions.emotes import EMOTES
from service.sessions.history_hash import CURSOR
from service.sessions.names import MOST_CHARACTERS, MOST_CODE_POINTS
from service.sessions.tokens import LONGEST_KEY, SHORTEST_KEY
from service.views.fields import EMPTY_PAGE, LIST_CURSOR, PLACE, SEAT_COUNTS, described, pattern_of
from service.views.lobby_view import LARGEST_RESULTS, MOST_BATCH_SEATS, MOST_SESSIONS
from service.views.session_view import LARGEST_LIST, MOST_SEATS
from service.views.suggestion_view import LARGEST_REVIEW

LONGEST_MOVE_SECONDS = 1_000_000
LONGEST_REACTION_MILLIS = 60_000
LONGEST_BOT_MILLIS = 60_000
HIGHEST_LEVEL = max(bots.LEVELS)


class Input(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The input of an operation; its docstring is its description."""


class OptionInput(Input, frozen=True, kw_only=True):
    """An option and its value."""

    name: Annotated[str, described("The option's name.")]
    value: Annotated[str, described("The value as text: `true`, `3`, `[0,1,0,1]`, `null`, or a word.")]


def name_options(options: Iterable[OptionInput] | None) -> Iterator[tuple[str, str]]:
    """Yield the names and values of options."""
    return ((option.name, option.value) for option in options or ())


def described_level(description: str, lowest: int = 1) -> msgspec.Meta:
    """Describe the level of a bot."""
    return described(description, within=(lowest, HIGHEST_LEVEL))


def described_seat(description: str) -> msgspec.Meta:
    """Describe the number of a seat, from 0."""
    return described(description, within=(0, SEAT_COUNTS[1] - 1))


def described_first(items: str, largest: int, more: str = "") -> msgspec.Meta:
    """Describe the maximum number of items on a page, which has at most `largest`; any number is taken (0.2.0)."""
    return described(f"The maximum number of {items}; a page has at most {largest}{more}. {EMPTY_PAGE}")


# What texts for people never have, written for any dialect of regular expressions: control characters, the soft hyphen,
# and no-break spaces. The use cases refuse more: whatever is invisible.
_INVISIBLE = r"\x00-\x1f\x7f-\xa0\xad"
PRINTABLE = f"^[^{_INVISIBLE}]+$"
TRIMMED = f"^[^ {_INVISIBLE}]([^{_INVISIBLE}]*[^ {_INVISIBLE}])?$"
# A name may have a no-break space, though not at an end.
_NAME = r"^[^\x00-\x20\x7f-\xa0\xad]([^\x00-\x1f\x7f-\x9f\xad]*[^\x00-\x20\x7f-\xa0\xad])?$"
SESSION_CURSOR = pattern_of(CURSOR)


# ---- fields that several operations take

SessionId = Annotated[str, described("The session's id.", scalar="ID")]
GameId = Annotated[str, described("The game's id.", scalar="ID", examples=["zeven"])]
OptionInputs = Annotated[Sequence[OptionInput] | None, described("The options that differ from their defaults.")]
Notation = Annotated[str, described("The move's notation, as a legal move gives it.", examples=["move CR2 @2"])]
IdempotencyKey = Annotated[
    str | None,
    described(
        f"A new key for each change, 1–{LONGEST_KEY} characters. A retry with the same key and input does not make the "
        "change again.",
        length=(1, LONGEST_KEY),
    ),
]
SecretKey = Annotated[
    str | None,
    described(
        "A random key, such as a UUID, to be kept secret. A retry with the same key and input returns the same "
        "secrets. A key that others might send is refused.",
        length=(SHORTEST_KEY, LONGEST_KEY),
    ),
]
BotLevel = Annotated[
    int,
    described_level(f"The bot's level, 1–{HIGHEST_LEVEL}: how far it looks ahead (1: not at all). The default is 3."),
]
UNTIL_REMATCH = "Whether the stream continues after the end of the session, until its seats have a rematch."
_SEED = "^[0-9a-f]{64}$"

# the settings of a table, and its players

MoveSeconds = Annotated[
    int | None,
    described(
        f"The time for a decision, 0–{LONGEST_MOVE_SECONDS} seconds; unlimited if 0 or missing.",
        within=(0, LONGEST_MOVE_SECONDS),
    ),
]
ReactionMillis = Annotated[
    int | None,
    described(
        "The time after a card is put down during which only a match is accepted, "
        f"0–{LONGEST_REACTION_MILLIS} milliseconds; none if 0 or missing.",
        within=(0, LONGEST_REACTION_MILLIS),
    ),
]
TakeBacks = Annotated[bool, described("Whether a seat may ask the others to take back its last move.")]
Hints = Annotated[bool, described("Whether a seat may ask for the move that a bot prefers.")]
BotMillis = Annotated[
    int | None,
    described(
        f"The pause before a bot moves, 0–{LONGEST_BOT_MILLIS} milliseconds; none if 0 or missing.",
        within=(0, LONGEST_BOT_MILLIS),
    ),
]
LeftSeatLevel = Annotated[
    int | None,
    described_level(
        f"The level, 1–{HIGHEST_LEVEL}, of the bot that takes over a seat when its holder leaves a table in play; if 0 "
        "or missing, the seat waits for a holder.",
        lowest=0,
    ),
]
HolderName = Annotated[
    str | None,
    described(
        f"The holder's name: 1–{MOST_CHARACTERS} characters of any script, as people count them (grapheme "
        f"clusters), and at most {MOST_CODE_POINTS} code points.",
        length=(1, MOST_CODE_POINTS),
        pattern=_NAME,
        examples=["Ada"],
    ),
]
Entropy = Annotated[
    str | None,
    described("Entropy for the shuffles: at most 64 characters from U+0020 to U+007E.", pattern="^[ -~]{0,64}$"),
]


# ---- opening and finding sessions


class ListInput(Input, frozen=True, kw_only=True):
    """The filter and the page of a public list."""

    game: Annotated[
        str | None,
        described("The id of a game: only its items are listed. An unknown game gives an empty list.", scalar="ID"),
    ] = None
    first: Annotated[
        int | None,
        described_first("items", LARGEST_LIST),
    ] = None
    after: Annotated[
        str | None, described("The cursor after which the page begins.", pattern=pattern_of(LIST_CURSOR))
    ] = None


class TableInput(Input, frozen=True, kw_only=True):
    """A game, its number of seats and its options."""

    game: GameId
    seats: Annotated[int, described("The number of seats.", within=SEAT_COUNTS)]
    options: OptionInputs = None


class SeatedBotInput(Input, frozen=True, kw_only=True):
    """A bot and its seat."""

    seat: Annotated[int, described_seat("The seat.")]
    level: Annotated[int, described_level(f"The bot's level, 1–{HIGHEST_LEVEL}: how far it looks ahead.")]


class NewSessionInput(TableInput, frozen=True, kw_only=True):
    """The game and the settings of a new session, without an idempotency key."""

    public: Annotated[bool, described("Whether the session is listed while seats are open.")] = False
    invitation_only: Annotated[bool, described("Whether a seat can be taken only with its join code.")] = False
    start_by_host: Annotated[
        bool,
        described("Whether the cards are dealt only when the host starts the session, even if every seat is taken."),
    ] = False
    move_seconds: MoveSeconds = None
    reaction_millis: ReactionMillis = None
    take_backs: TakeBacks = False
    hints: Hints = False
    bot_millis: BotMillis = None
    left_seat_level: LeftSeatLevel = None
    emotes: Annotated[
        bool | None,
        described("Whether the holders of seats may send emotes; by default they may unless the session is public."),
    ] = None
    seed: Annotated[
        str | None,
        described(
            "The table's key, 64 lower-case hex digits, for tests and puzzles: the deal is then `GIVEN`.", pattern=_SEED
        ),
    ] = None
    deck: Annotated[
        Sequence[str] | None,
        described("A stacked deck for the first deal, the top card first: the deal is then `GIVEN`."),
    ] = None
    bots: Annotated[
        Sequence[SeatedBotInput] | None,
        described("The bots and their seats. A table of bots only is dealt at once, unless `startByHost` is set."),
    ] = None


class CreateSessionInput(NewSessionInput, frozen=True, kw_only=True):
    """The game and the settings of a new session."""

    idempotency_key: SecretKey = None


class JoinOrCreateInput(TableInput, frozen=True, kw_only=True):
    """The kind of table to join, and the holder of the seat."""

    move_seconds: MoveSeconds = None
    reaction_millis: ReactionMillis = None
    take_backs: TakeBacks = False
    hints: Hints = False
    bot_millis: BotMillis = None
    left_seat_level: LeftSeatLevel = None
    name: HolderName = None
    entropy: Entropy = None
    idempotency_key: SecretKey = None


# ---- batches of sessions


LONGEST_TAG = 64


class BatchSessionInput(NewSessionInput, frozen=True, kw_only=True):
    """A session of a batch: its game and settings, and its tag."""

    tag: Annotated[
        str | None,
        described(
            f"A label of the caller's choice, 1–{LONGEST_TAG} printable characters; several sessions may share it.",
            length=(1, LONGEST_TAG),
            pattern=PRINTABLE,
        ),
    ] = None


class CreateSessionsInput(Input, frozen=True, kw_only=True):
    """The sessions of a batch."""

    sessions: Annotated[
        Sequence[BatchSessionInput],
        described(
            f"The sessions, 1–{MOST_SESSIONS}, with at most {MOST_BATCH_SEATS} seats in total.",
            items=(1, MOST_SESSIONS),
        ),
    ]
    idempotency_key: SecretKey = None


class BatchResultsInput(Input, frozen=True, kw_only=True):
    """The batch, the tag and the page of its results."""

    batch_id: Annotated[str, described("The batch's id.", scalar="ID")]
    tag: Annotated[
        str | None,
        described("A tag: only sessions with this tag are listed.", length=(1, LONGEST_TAG), pattern=PRINTABLE),
    ] = None
    first: Annotated[
        int | None,
        described_first("results", LARGEST_RESULTS, more=". A response as lines has all results, unless this is given"),
    ] = None
    after: Annotated[str | None, described("The cursor after which the page begins.", pattern=pattern_of(PLACE))] = None


# ---- around the table


class OfSession(Input, frozen=True, kw_only=True):
    """A session."""

    session_id: SessionId


class SessionInput(OfSession, frozen=True, kw_only=True):
    """The session to change, as the bearer of the token."""

    idempotency_key: IdempotencyKey = None


class JoinSessionInput(OfSession, frozen=True, kw_only=True):
    """The seat to take, and its new holder."""

    seat: Annotated[int | None, described_seat("The seat; by default the first open one.")] = None
    name: HolderName = None
    code: Annotated[str | None, described("The join code of a seat.")] = None
    entropy: Entropy = None
    idempotency_key: SecretKey = None


class AddBotInput(SessionInput, frozen=True, kw_only=True):
    """A seat that nobody holds, and the bot to play it."""

    seat: Annotated[int, described_seat("The seat.")]
    level: Annotated[
        int,
        described_level(
            f"The bot's level, 1–{HIGHEST_LEVEL}: how far it looks ahead. No level makes mistakes on purpose."
        ),
    ]


class RemoveBotInput(SessionInput, frozen=True, kw_only=True):
    """A seat that a bot plays."""

    seat: Annotated[int, described_seat("The seat.")]


class HandOverSeatInput(OfSession, frozen=True, kw_only=True):
    """The session in which the bearer's seat gets a new token."""

    idempotency_key: SecretKey = None


# ---- at several tables


LONGEST_WAIT_SECONDS = 25


class SeatTokenInput(OfSession, frozen=True, kw_only=True):
    """A session and the caller's token there."""

    seat_token: Annotated[str, described("The token of a seat or of the host, exactly as it was returned.")]


class SeatTokensInput(Input, frozen=True, kw_only=True):
    """The caller's seats in several sessions."""

    seats: Annotated[Sequence[SeatTokenInput], described(f"The seats, 1–{MOST_SEATS}.", items=(1, MOST_SEATS))]


class PollSeatInput(OfSession, frozen=True, kw_only=True):
    """A seat of a poll, and the last position that its holder knows."""

    seat_token: Annotated[str, described("The seat's token, exactly as it was returned.")]
    after: Annotated[
        str | None,
        described(
            "The seat's `cursor` in the last poll. A decision that was reported then is not reported again. Omit it in "
            "the first poll.",
            pattern=SESSION_CURSOR,
        ),
    ] = None


class NextDecisionInput(Input, frozen=True, kw_only=True):
    """The seats that a program plays, and the longest wait for a decision of one of them."""

    seats: Annotated[Sequence[PollSeatInput], described(f"The seats, 1–{MOST_SEATS}.", items=(1, MOST_SEATS))]
    wait_seconds: Annotated[
        int,
        described(
            f"The longest wait, 0–{LONGEST_WAIT_SECONDS} seconds; 20 by default.", within=(0, LONGEST_WAIT_SECONDS)
        ),
    ] = 20


# ---- at the table


class MoveInput(OfSession, frozen=True, kw_only=True):
    """A move in a live session."""

    move: Notation


class SessionActInput(SessionInput, frozen=True, kw_only=True):
    """The session to change, as the bearer of the token, and its expected version."""

    expected_version: Annotated[
        int | None,
        described(
            "The version on which the caller decided. Without it, the change is made if it is allowed on arrival."
        ),
    ] = None
    expected_head: Annotated[
        str | None,
        described(
            "The head of that version. With it, the answer is ROLLED_BACK if the store has lost that version and given "
            "its number to another."
        ),
    ] = None


class ApplyMoveInput(SessionActInput, frozen=True, kw_only=True):
    """A move in a live session."""

    move: Notation


class GiveUpSeatInput(SessionActInput, frozen=True, kw_only=True):
    """A seat whose holder has left."""

    seat: Annotated[int, described_seat("The seat.")]


class AnswerTakeBackInput(SessionActInput, frozen=True, kw_only=True):
    """An answer to a request to take back a last move."""

    agree: Annotated[bool, described("Whether the seat may take its move back.")]


class PresenceInput(OfSession, frozen=True, kw_only=True):
    """A live session."""


class SendEmoteInput(OfSession, frozen=True, kw_only=True):
    """An emote to send in a live session."""

    emote: Annotated[str, described("The emote.", words=tuple(EMOTES), examples=["HELLO"])]


class SuggestMoveInput(OfSession, frozen=True, kw_only=True):
    """A live session in which to suggest a move for the bearer's seat."""

    level: BotLevel = 3


class ReviewInput(OfSession, frozen=True, kw_only=True):
    """A page of the moves of a finished session."""

    level: Annotated[
        int, described_level(f"The level of the bot that reviews the moves, 2–{HIGHEST_LEVEL}; 3 by default.", lowest=2)
    ] = 3
    first: Annotated[
        int | None,
        described_first("moves", LARGEST_REVIEW),
    ] = None
    after: Annotated[str | None, described("The cursor after which the page begins.", pattern=pattern_of(PLACE))] = None


# ---- without a session


class NewTableInput(TableInput, frozen=True, kw_only=True):
    """The game and the options of a new stateless table."""

    seed: Annotated[
        str | None, described("The table's key, 64 lower-case hex digits; by default a random one.", pattern=_SEED)
    ] = None
    deck: Annotated[Sequence[str] | None, described("A stacked deck for the first deal, the top card first.")] = None
    sealed: Annotated[
        bool, described("Whether to seal the state, so that players may keep it; each seat gets a grant.")
    ] = False


class ReadTableInput(Input, frozen=True, kw_only=True):
    """A stateless table."""

    state: Annotated[str, described("The state, exactly as it was received.", scalar="StateToken")]


class ApplyMoveToStateInput(ReadTableInput, frozen=True, kw_only=True):
    """A move on a stateless table."""

    seat: Annotated[int, described_seat("The seat that moves.")]
    move: Annotated[str, described("The move's notation.")]
    viewer: Annotated[
        int | None, described("The seat for which the events are shown; without it, they are shown as to a spectator.")
    ] = None


class SuggestMoveForStateInput(ReadTableInput, frozen=True, kw_only=True):
    """A stateless table, and the seat for which to suggest a move."""

    seat: Annotated[int, described_seat("The seat.")]
    level: BotLevel = 3

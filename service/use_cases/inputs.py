"""The inputs of operations, each declared once: GraphQL's input types and REST's requests are made from these structs.

The contracts tell the bounds of a field; the use case checks them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import msgspec

from service.sessions.idempotency import LONGEST_KEY, SHORTEST_KEY
from service.sessions.names import MOST_CHARACTERS, MOST_CODE_POINTS
from service.views.fields import described

LONGEST_MOVE_SECONDS = 1_000_000
LONGEST_REACTION_MILLIS = 60_000


class Input(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The input of an operation; its docstring is its description."""


class OptionInput(Input, frozen=True, kw_only=True):
    """An option and the value that it is set to."""

    name: Annotated[str, described("The option's name.")]
    value: Annotated[str, described("The value as text: `true`, `3`, `[0,1,0,1]`, `null`, or a word.")]


def name_options(options: Iterable[OptionInput] | None) -> Iterator[tuple[str, str]]:
    """Yield the names and values of options."""
    return ((option.name, option.value) for option in options or ())


# ---- fields that several operations take

SessionId = Annotated[str, described("The session's id.", scalar="ID")]
GameId = Annotated[str, described("The game's id.", scalar="ID")]
Seats = Annotated[int, described("The number of seats.", minimum=1)]
Options = Annotated[Sequence[OptionInput] | None, described("The options that differ from their defaults.")]
Notation = Annotated[str, described("The move's notation, as a legal move gives it.")]
Key = Annotated[
    str | None,
    described(
        f"1–{LONGEST_KEY} characters, new for each change: sent again with the same input, it is made only once.",
        minLength=1,
        maxLength=LONGEST_KEY,
    ),
]
SecretKey = Annotated[
    str | None,
    described(
        "A random key, such as a UUID, kept secret: sent again with the same input, the answer has the same secrets. "
        "One that others might send is refused.",
        minLength=SHORTEST_KEY,
        maxLength=LONGEST_KEY,
    ),
]
_SEED = "^[0-9a-f]{64}$"


# ---- opening and finding sessions


class ListSessionsInput(Input, frozen=True, kw_only=True):
    """The sessions that are listed."""

    game: Annotated[str | None, described("Only those of this game.", scalar="ID")] = None
    first: Annotated[int | None, described("At most so many, 0–20; others count as the nearest of these.")] = None
    after: Annotated[str | None, described("Only what comes after this cursor.")] = None


class CreateSessionInput(Input, frozen=True, kw_only=True):
    """How a session is made."""

    game: GameId
    seats: Seats
    options: Options = None
    public: Annotated[bool, described("Whether it is listed while seats are open.")] = False
    invitation_only: Annotated[bool, described("Whether a seat is taken by its join code alone.")] = False
    start_by_host: Annotated[bool, described("Whether the host starts, although every seat may be taken.")] = False
    move_seconds: Annotated[
        int | None,
        described(
            f"The time for a decision, 0–{LONGEST_MOVE_SECONDS} seconds; unlimited if it is 0 or none is given.",
            minimum=0,
            maximum=LONGEST_MOVE_SECONDS,
        ),
    ] = None
    reaction_millis: Annotated[
        int | None,
        described(
            "For how long after a card is put down only a match is accepted, "
            f"0–{LONGEST_REACTION_MILLIS} milliseconds; not at all if it is 0 or none is given.",
            minimum=0,
            maximum=LONGEST_REACTION_MILLIS,
        ),
    ] = None
    take_backs: Annotated[bool, described("Whether a seat may ask the others to take back its last move.")] = False
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
    idempotency_key: SecretKey = None


# ---- around the table


class SessionInput(Input, frozen=True, kw_only=True):
    """The session that the bearer of the token changes."""

    session_id: SessionId
    idempotency_key: Key = None


class JoinSessionInput(Input, frozen=True, kw_only=True):
    """How a seat is taken."""

    session_id: SessionId
    seat: Annotated[int | None, described("The seat; the first open one if none is given.", minimum=0)] = None
    name: Annotated[
        str | None,
        described(
            f"The name to go by: 1–{MOST_CHARACTERS} characters of any script, as people see them, of at most "
            f"{MOST_CODE_POINTS} code points.",
            minLength=1,
            maxLength=MOST_CODE_POINTS,
        ),
    ] = None
    code: Annotated[str | None, described("The join code of a seat.")] = None
    entropy: Annotated[
        str | None,
        described("A share in the shuffles: at most 64 characters from U+0020 to U+007E.", pattern="^[ -~]{0,64}$"),
    ] = None
    idempotency_key: SecretKey = None


class HandOverSeatInput(Input, frozen=True, kw_only=True):
    """How a seat gets another token."""

    session_id: SessionId
    idempotency_key: SecretKey = None


# ---- at the table


class MoveInput(Input, frozen=True, kw_only=True):
    """A move in a live session."""

    session_id: SessionId
    move: Notation


class SessionActInput(SessionInput, frozen=True, kw_only=True):
    """The session that the bearer of the token changes, and from which version."""

    expected_version: Annotated[
        int | None,
        described("The version that it was decided at; without it, it counts if it is allowed on arrival."),
    ] = None
    expected_head: Annotated[
        str | None,
        described(
            "The head of that version: then the answer is ROLLED_BACK if the store has lost the version and made it "
            "anew."
        ),
    ] = None


class ApplyMoveInput(SessionActInput, frozen=True, kw_only=True):
    """A move in a live session."""

    move: Notation


class GiveUpSeatInput(SessionActInput, frozen=True, kw_only=True):
    """A seat that its holder has left."""

    seat: Annotated[int, described("The seat.", minimum=0)]


class AnswerTakeBackInput(SessionActInput, frozen=True, kw_only=True):
    """An answer to a seat that wants to take back its last move."""

    agree: Annotated[bool, described("Whether it may.")]


# ---- without a session


class NewTableInput(Input, frozen=True, kw_only=True):
    """How a stateless table is made."""

    game: GameId
    seats: Seats
    options: Options = None
    seed: Annotated[
        str | None,
        described("The table's key, 64 lower-case hex digits; a random one if none is given.", pattern=_SEED),
    ] = None
    deck: Annotated[Sequence[str] | None, described("A stacked deck for the first deal, the top card first.")] = None
    sealed: Annotated[
        bool, described("Whether the state is sealed, so that players may keep it; each seat gets a grant.")
    ] = False


class ReadTableInput(Input, frozen=True, kw_only=True):
    """A stateless table."""

    state: Annotated[str, described("The state, as it was given.", scalar="StateToken")]


class ApplyMoveToStateInput(ReadTableInput, frozen=True, kw_only=True):
    """A move on a stateless table."""

    seat: Annotated[int, described("The seat that moves.", minimum=0)]
    move: Annotated[str, described("The move's notation.")]
    viewer: Annotated[int | None, described("The seat whose knowledge the events are cut to; none: a spectator.")] = (
        None
    )

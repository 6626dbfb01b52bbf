"""What requests bring: bodies and queries. Nothing that is not declared here is taken."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.sessions.names import MOST_CHARACTERS, MOST_CODE_POINTS
from service.use_cases.lobby import LONGEST_MOVE_SECONDS, LONGEST_REACTION_MILLIS
from service.views.fields import described

KEY = "^[0-9a-f]{64}$"
ENTROPY = "^[ -~]{0,64}$"


def bounded(description: str, **schema: object) -> Meta:
    """Describe a field whose bounds the use case checks: the document tells them, nothing here refuses for them."""
    return Meta(description=description, extra_json_schema=schema)


class Input(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A part of a request; its docstring is its description."""


class OptionInput(Input, frozen=True, kw_only=True):
    """An option and the value that it is set to."""

    name: Annotated[str, described("The option's name.")]
    value: Annotated[str, described("The value as text: `true`, `3`, `[0,1,0,1]`, `null`, or a word.")]


# ---- queries


class SessionsQuery(Input, frozen=True, kw_only=True):
    """Which sessions are listed."""

    game: Annotated[str | UnsetType, described("Only those of this game.")] = UNSET
    first: Annotated[int | UnsetType, described("At most so many, 0–20; others count as the nearest of these.")] = UNSET
    after: Annotated[str | UnsetType, described("Only what comes after this cursor.")] = UNSET


class SessionQuery(Input, frozen=True, kw_only=True):
    """What the caller knows of a session."""

    seen: Annotated[
        str | UnsetType,
        described("The cursor of what was seen before: then the answer is ROLLED_BACK if the store has lost that."),
    ] = UNSET


class EventsQuery(Input, frozen=True, kw_only=True):
    """Which events are listed."""

    first: Annotated[int | UnsetType, described("At most so many, 0–100; others count as the nearest of these.")] = (
        UNSET
    )
    after: Annotated[str | UnsetType, described("Only what comes after this cursor, of an event or of a frame.")] = (
        UNSET
    )


class FramesQuery(Input, frozen=True, kw_only=True):
    """Where a stream begins."""

    after: Annotated[
        str | UnsetType,
        described("The cursor of the last frame that was seen; without it, the first frame is a snapshot."),
    ] = UNSET


# ---- bodies


class CreateSession(Input, frozen=True, kw_only=True):
    """How a session is made."""

    game: Annotated[str, described("The game's id.")]
    seats: Annotated[int, bounded("The number of seats.", minimum=1)]
    options: Annotated[tuple[OptionInput, ...] | None, described("The options that differ from their defaults.")] = None
    public: Annotated[bool, described("Whether it is listed while seats are open.")] = False
    invitation_only: Annotated[bool, described("Whether a seat is taken by its join code alone.")] = False
    start_by_host: Annotated[bool, described("Whether the host starts, although every seat may be taken.")] = False
    move_seconds: Annotated[
        int | None,
        bounded("The time for a decision in seconds; 0 or none: unlimited.", minimum=0, maximum=LONGEST_MOVE_SECONDS),
    ] = None
    reaction_millis: Annotated[
        int | None,
        bounded(
            "For how many milliseconds after a card is put down only a match is accepted; 0 or none: not at all.",
            minimum=0,
            maximum=LONGEST_REACTION_MILLIS,
        ),
    ] = None
    take_backs: Annotated[bool, described("Whether a seat may ask the others to take back its last move.")] = False
    seed: Annotated[
        str | None,
        bounded(
            "The table's key, 64 lower-case hex digits, for tests and puzzles: the deal is then `GIVEN`.", pattern=KEY
        ),
    ] = None
    deck: Annotated[
        tuple[str, ...] | None,
        described("A stacked deck for the first deal, the top card first: the deal is then `GIVEN`."),
    ] = None


class JoinSession(Input, frozen=True, kw_only=True):
    """How a seat is taken."""

    seat: Annotated[int | None, bounded("The seat; the first open one if none is given.", minimum=0)] = None
    name: Annotated[
        str | None,
        bounded(
            f"The name to go by: 1–{MOST_CHARACTERS} characters of any script, as people see them.",
            minLength=1,
            maxLength=MOST_CODE_POINTS,
        ),
    ] = None
    code: Annotated[str | None, described("The join code of a seat.")] = None
    entropy: Annotated[
        str | None, bounded("A share in the shuffles: at most 64 characters from U+0020 to U+007E.", pattern=ENTROPY)
    ] = None


class MoveInput(Input, frozen=True, kw_only=True):
    """A move."""

    move: Annotated[str, described("The move's notation, as a legal move gives it.")]


class SeatGivenUp(Input, frozen=True, kw_only=True):
    """A seat that its holder has left."""

    seat: Annotated[int, bounded("The seat.", minimum=0)]


class TakeBackAnswer(Input, frozen=True, kw_only=True):
    """An answer to a seat that wants to take back its last move."""

    agree: Annotated[bool, described("Whether it may.")]


class NewTable(Input, frozen=True, kw_only=True):
    """How a stateless table is made."""

    game: Annotated[str, described("The game's id.")]
    seats: Annotated[int, bounded("The number of seats.", minimum=1)]
    options: Annotated[tuple[OptionInput, ...] | None, described("The options that differ from their defaults.")] = None
    seed: Annotated[
        str | None, bounded("The table's key, 64 lower-case hex digits; a random one if none is given.", pattern=KEY)
    ] = None
    deck: Annotated[tuple[str, ...] | None, described("A stacked deck for the first deal, the top card first.")] = None
    sealed: Annotated[
        bool, described("Whether the state is sealed, so that players may keep it; each seat gets a grant.")
    ] = False
    viewer: Annotated[int | None, described("The seat whose view is given; none for a spectator's.")] = None


class ReadTable(Input, frozen=True, kw_only=True):
    """A state, and whose view of it is wanted."""

    state: Annotated[str, described("The state, as it was given.")]
    viewer: Annotated[int | None, described("The seat whose view is given; none for a spectator's.")] = None


class MoveOnTable(Input, frozen=True, kw_only=True):
    """A move on a stateless table."""

    state: Annotated[str, described("The state, as it was given.")]
    seat: Annotated[int, bounded("The seat that moves.", minimum=0)]
    move: Annotated[str, described("The move's notation.")]
    viewer: Annotated[
        int | None, described("The seat whose view is given, and whose knowledge the events are cut to.")
    ] = None

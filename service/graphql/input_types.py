"""What operations take, as GraphQL input types."""

import strawberry

from service.graphql.fields import StateToken, described

EXPECTED_HEAD = (
    "The head of that version: then the answer is ROLLED_BACK if the store has lost the version and made it anew."
)


@strawberry.input(description="An option and the value that it is set to.")
class OptionInput:
    name: str = described("The option's name.")
    value: str = described("The value as text: `true`, `3`, `[0,1,0,1]`, `null`, or a word.")


@strawberry.input(description="How a session is made.")
class CreateSessionInput:
    game: strawberry.ID = described("The game's id.")
    seats: int = described("The number of seats.")
    options: list[OptionInput] | None = strawberry.field(
        default=None, description="The options that differ from their defaults."
    )
    public: bool = strawberry.field(default=False, description="Whether it is listed while seats are open.")
    invitation_only: bool = strawberry.field(
        default=False, description="Whether a seat is taken by its join code alone."
    )
    start_by_host: bool = strawberry.field(
        default=False, description="Whether the host starts, although every seat may be taken."
    )
    move_seconds: int | None = strawberry.field(
        default=None, description="The time for a decision, 0–1000000 seconds; unlimited if it is 0 or none is given."
    )
    reaction_millis: int | None = strawberry.field(
        default=None,
        description="For how long after a card is put down only a match is accepted, 0–60000 milliseconds.",
    )
    take_backs: bool = strawberry.field(
        default=False, description="Whether a seat may ask the others to take back its last move."
    )
    seed: str | None = strawberry.field(
        default=None,
        description="The table's key, 64 lower-case hex digits, for tests and puzzles: the deal is then `GIVEN`.",
    )
    deck: list[str] | None = strawberry.field(
        default=None, description="A stacked deck for the first deal, the top card first: the deal is then `GIVEN`."
    )
    idempotency_key: str | None = strawberry.field(
        default=None,
        description="A random key, such as a UUID, kept secret: sent again with the same wishes in the session's life, "
        "the answer is the same session and secrets. One that others might send is refused.",
    )


@strawberry.input(description="How a seat is taken.")
class JoinSessionInput:
    session_id: strawberry.ID = described("The session's id.")
    seat: int | None = strawberry.field(default=None, description="The seat; the first open one if none is given.")
    name: str | None = strawberry.field(
        default=None,
        description="The name to go by: 1–40 characters of any script, as people see them, of at most 200 code points.",
    )
    code: str | None = strawberry.field(default=None, description="The join code of a seat.")
    entropy: str | None = strawberry.field(
        default=None, description="A share in the shuffles: at most 64 characters from U+0020 to U+007E."
    )
    idempotency_key: str | None = strawberry.field(
        default=None,
        description="A random key, such as a UUID, kept secret: sent again, the answer is the same seat and token. "
        "One that others might send is refused.",
    )


@strawberry.input(description="A move in a live session.")
class ApplyMoveInput:
    session_id: strawberry.ID = described("The session's id.")
    move: str = described("The move's notation, as a legal move gives it.")
    expected_version: int | None = strawberry.field(
        default=None,
        description="The version that the move was chosen at; without it, the move counts if it is legal on arrival.",
    )
    expected_head: str | None = strawberry.field(default=None, description=EXPECTED_HEAD)
    idempotency_key: str | None = strawberry.field(
        default=None,
        description="1–128 characters, new for each move: sent again with the same move, the move is made only once.",
    )


@strawberry.input(description="An act in a live session by the bearer of the token.")
class SessionActInput:
    session_id: strawberry.ID = described("The session's id.")
    expected_version: int | None = strawberry.field(
        default=None,
        description="The version that it was decided at; without it, it counts if allowed on arrival.",
    )
    expected_head: str | None = strawberry.field(default=None, description=EXPECTED_HEAD)
    idempotency_key: str | None = strawberry.field(
        default=None, description="1–128 characters, new for each act: sent again, it is done only once."
    )


@strawberry.input(description="An act around a live session's table by the bearer of the token.")
class SessionInput:
    session_id: strawberry.ID = described("The session's id.")
    idempotency_key: str | None = strawberry.field(
        default=None, description="1–128 characters, new for each act: sent again, it is done only once."
    )


@strawberry.input(description="A seat that its holder has left.")
class GiveUpSeatInput(SessionActInput):
    seat: int = strawberry.field(description="The seat.")


@strawberry.input(description="How a seat gets another token.")
class HandOverSeatInput:
    session_id: strawberry.ID = described("The session's id.")
    idempotency_key: str | None = strawberry.field(
        default=None,
        description="A random key, such as a UUID, kept secret: sent again, the answer is the same token. "
        "One that others might send is refused.",
    )


@strawberry.input(description="An answer to a seat that wants to take back its last move.")
class AnswerTakeBackInput(SessionActInput):
    agree: bool = strawberry.field(description="Whether it may.")


@strawberry.input(description="How a stateless table is made.")
class NewTableInput:
    game: strawberry.ID = described("The game's id.")
    seats: int = described("The number of seats.")
    options: list[OptionInput] | None = strawberry.field(
        default=None, description="The options that differ from their defaults."
    )
    seed: str | None = strawberry.field(
        default=None, description="The table's key, 64 lower-case hex digits; a random one if none is given."
    )
    deck: list[str] | None = strawberry.field(
        default=None, description="A stacked deck for the first deal, the top card first."
    )
    sealed: bool = strawberry.field(
        default=False, description="Whether the state is sealed, so that players may keep it; each seat gets a grant."
    )


@strawberry.input(description="A move on a stateless table.")
class ApplyMoveToStateInput:
    state: StateToken = described("The state, as it was given.")
    seat: int = described("The seat that moves.")
    move: str = described("The move's notation.")
    viewer: int | None = strawberry.field(
        default=None, description="Whose knowledge the events are cut to; none for a spectator's."
    )

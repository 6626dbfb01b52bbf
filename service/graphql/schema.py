"""The operations of the schema: each resolver calls one use case and translates its answer."""

from collections.abc import AsyncIterator, Iterator
from typing import Annotated

import strawberry
from graphql import GraphQLError, OperationDefinitionNode
from strawberry.extensions import (
    AddValidationRules,
    MaxTokensLimiter,
    SchemaExtension,
)
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from service.follow import follow
from service.graphql.catalogue_types import Game, Node, make_game
from service.graphql.context import Info
from service.graphql.errors import CodedErrors
from service.graphql.fields import SCALARS, StateToken, argument, described
from service.graphql.limits import MAX_TOKENS, DocumentLimits
from service.graphql.problem_types import IllegalMove, InvalidInput, NotAllowed, StaleVersion, make_problem
from service.graphql.session_types import Session, SessionFrame, make_frame, make_session
from service.graphql.stateless_types import Table, TableChanged, make_changed, make_table
from service.graphql.view_types import Event, Move, make_events, make_move
from service.play import catalogue, stateless
from service.play.catalogue import read_options
from service.play.session import Moved
from service.play.session import Session as PlaySession
from service.play.sessions import Done
from service.problems import Problem

SessionId = Annotated[strawberry.ID, argument("The session's id.")]


# ---- inputs


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
    idempotency_key: str | None = strawberry.field(
        default=None,
        description="16–128 random characters: sent again with the same wishes in a session's life, it is the same.",
    )


@strawberry.input(description="How a seat is taken.")
class JoinSessionInput:
    session_id: strawberry.ID = described("The session's id.")
    seat: int | None = strawberry.field(default=None, description="The seat; the first open one if none is given.")
    name: str | None = strawberry.field(default=None, description="The name to go by, 1–40 printable characters.")
    idempotency_key: str | None = strawberry.field(
        default=None,
        description="16–128 random characters, kept secret: sent again, the answer is the same seat and token.",
    )


@strawberry.input(description="A move in a live session.")
class ApplyMoveInput:
    session_id: strawberry.ID = described("The session's id.")
    move: str = described("The move's notation, as a legal move gives it.")
    expected_version: int | None = strawberry.field(
        default=None,
        description="The version that the move was chosen at; without it, the move counts if it is legal on arrival.",
    )
    idempotency_key: str | None = strawberry.field(
        default=None,
        description="1–128 characters, new for each move: sent again with the same move, the move is made only once.",
    )


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


@strawberry.input(description="A move on a stateless table.")
class ApplyMoveToStateInput:
    state: StateToken = described("The state, as it was given.")
    seat: int = described("The seat that moves.")
    move: str = described("The move's notation.")
    viewer: int | None = strawberry.field(
        default=None, description="Whose knowledge the events are cut to; none for a spectator's."
    )


# ---- answers


@strawberry.type(description="The move was made, and is kept.")
class MoveApplied:
    session: Session = described("The session as it is now: at `version`, or later if the answer is a replayed one.")
    move: Move = described("The move.")
    version: int = described("The version that the move made.")
    replayed: bool = described("Whether the move had been made before, with the same idempotency key.")
    events: list[Event] = described("What happened in that version.")


@strawberry.type(description="The session was made.")
class SessionCreated:
    session: Session = described("The session.")


@strawberry.type(description="The seat is taken.")
class SeatJoined:
    session: Session = described("The session, as the new holder of the seat sees it.")
    seat: int = described("The seat.")
    seat_token: str = described("The holder's secret, shown only here: send it as `Authorization: Bearer …`.")


ApplyMoveResult = Annotated[
    MoveApplied | IllegalMove | StaleVersion | NotAllowed | InvalidInput,
    strawberry.union("ApplyMoveResult", description="What became of a move."),
]
CreateSessionResult = Annotated[
    SessionCreated | InvalidInput | NotAllowed,
    strawberry.union("CreateSessionResult", description="What became of a wish for a session."),
]
JoinSessionResult = Annotated[
    SeatJoined | InvalidInput | NotAllowed,
    strawberry.union("JoinSessionResult", description="What became of a wish for a seat."),
]
TableResult = Annotated[
    Table | InvalidInput,
    strawberry.union("TableResult", description="A stateless table, or why there is none."),
]
ApplyMoveToStateResult = Annotated[
    TableChanged | IllegalMove | InvalidInput,
    strawberry.union("ApplyMoveToStateResult", description="What became of a move on a stateless table."),
]


# ---- operations


@strawberry.type(description="What can be read.")
class Query:
    @strawberry.field(description="Every game.")
    def games(self) -> list[Game]:
        return [make_game(game.name) for game in catalogue.games()]

    @strawberry.field(description="One game; null when there is none of that id.")
    def game(self, id: Annotated[strawberry.ID, argument("The game's id.")]) -> Game | None:
        return make_game(id) if catalogue.is_game(id) else None

    @strawberry.field(
        description="A live session, as the bearer of the token sees it; null when there is none of that id."
    )
    async def session(self, info: Info, id: SessionId) -> Session | None:
        session = await info.context.sessions.find(id)
        return None if session is None else _seen(info, session)

    @strawberry.field(description="A game or a session by its id; null when there is none.")
    async def node(self, info: Info, id: Annotated[strawberry.ID, argument("The id.")]) -> Node | None:
        if catalogue.is_game(id):
            return make_game(id)
        session = await info.context.sessions.find(id)
        return None if session is None else _seen(info, session)

    @strawberry.field(description="A stateless table as of a serialized state.")
    def table(self, state: Annotated[StateToken, argument("The state, as it was given.")]) -> TableResult:
        try:
            return make_table(stateless.open_state(state))
        except Problem as problem:
            return make_problem(problem)


@strawberry.type(description="What can be done.")
class Mutation:
    @strawberry.mutation(description="Open a session. Its table is dealt when every seat is taken.")
    async def create_session(
        self, info: Info, input: Annotated[CreateSessionInput, argument("How it is made.")]
    ) -> CreateSessionResult:
        try:
            options = read_options(_pairs(input.options))
            session = await info.context.sessions.create(input.game, input.seats, options, input.idempotency_key)
            return SessionCreated(session=_seen(info, session))
        except Problem as problem:
            return make_problem(problem)

    @strawberry.mutation(description="Take a seat of a session and get its token.")
    async def join_session(
        self, info: Info, input: Annotated[JoinSessionInput, argument("Which seat, and as whom.")]
    ) -> JoinSessionResult:
        try:
            joined = await info.context.sessions.join(input.session_id, input.seat, input.name, input.idempotency_key)
        except Problem as problem:
            return make_problem(problem)
        session = make_session(joined.session, joined.seat)
        return SeatJoined(session=session, seat=joined.seat, seat_token=joined.token)

    @strawberry.mutation(description="Make a move for the seat that the bearer token holds.")
    async def apply_move(self, info: Info, input: Annotated[ApplyMoveInput, argument("The move.")]) -> ApplyMoveResult:
        try:
            done = await info.context.sessions.move(
                input.session_id, info.context.token, input.move, input.expected_version, input.idempotency_key
            )
        except Problem as problem:
            return make_problem(problem)
        return _make_applied(done)

    @strawberry.mutation(description="Deal a table whose state the caller keeps. Nothing is stored.")
    def new_table(self, input: Annotated[NewTableInput, argument("How it is made.")]) -> TableResult:
        try:
            options = read_options(_pairs(input.options))
            return make_table(stateless.new_table(input.game, input.seats, options, input.seed, input.deck))
        except Problem as problem:
            return make_problem(problem)

    @strawberry.mutation(description="Make a move on a table whose state the caller keeps. Nothing is stored.")
    def apply_move_to_state(
        self, input: Annotated[ApplyMoveToStateInput, argument("The state and the move.")]
    ) -> ApplyMoveToStateResult:
        try:
            state = stateless.open_state(input.state)
            return make_changed(stateless.apply_move(state, input.seat, input.move, input.viewer), input.viewer)
        except Problem as problem:
            return make_problem(problem)


@strawberry.type(description="What can be watched.")
class Subscription:
    @strawberry.subscription(
        description="A session as it goes on: a snapshot, then one frame for each version, until it is finished. "
        "With `after`, the frames of every version after that cursor, and no snapshot."
    )
    async def session_updates(
        self,
        info: Info,
        session_id: SessionId,
        after: Annotated[str | None, argument("The cursor of the last frame that was seen.")] = None,
    ) -> AsyncIterator[SessionFrame]:
        try:
            async for frame in follow(info.context.sessions, session_id, after):
                yield make_frame(frame, frame.session.seat_of(info.context.token))
        except Problem as problem:
            raise GraphQLError(problem.message, extensions={"code": problem.code}) from None


def _make_applied(done: Done) -> MoveApplied:
    game, entry = done.session.game, done.entry
    assert isinstance(entry.change, Moved)
    assert entry.move is not None
    return MoveApplied(
        session=make_session(done.session, entry.change.seat),
        move=make_move(game, entry.move),
        version=done.version,
        replayed=done.replayed,
        events=make_events(game, done.version, entry.events, entry.change.seat),
    )


def _seen(info: Info, session: PlaySession) -> Session:
    return make_session(session, session.seat_of(info.context.token))


def _pairs(options: list[OptionInput] | None) -> list[tuple[str, str]]:
    return [(option.name, option.value) for option in options or ()]


# ---- the schema


class OneOperation(SchemaExtension):
    """Refuse a document of several operations when the request does not name one of them (GraphQL 6.1)."""

    def on_validate(self) -> Iterator[None]:
        """Count the operations before the document is validated."""
        document = self.execution_context.graphql_document
        assert document is not None
        operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        if len(operations) > 1 and self.execution_context._provided_operation_name is None:
            problem = "The document has several operations: say by `operationName` which one is meant."
            self.execution_context.pre_execution_errors = [GraphQLError(problem)]
        yield


class Schema(strawberry.Schema):
    """A schema that does not log clients' mistakes: what is a bug, `CodedErrors` logs."""

    def process_errors(self, errors: list[GraphQLError], execution_context: ExecutionContext | None = None) -> None:
        """Do nothing."""


schema = Schema(
    query=Query,
    mutation=Mutation,
    subscription=Subscription,
    types=[Game, Session],
    extensions=[
        lambda: MaxTokensLimiter(max_token_count=MAX_TOKENS),
        OneOperation,
        CodedErrors,
        lambda: AddValidationRules([DocumentLimits]),
    ],
    config=StrawberryConfig(scalar_map=SCALARS),
)

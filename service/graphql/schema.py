"""The operations of the schema: each resolver calls one use case and translates its answer."""

from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import suppress
from typing import Annotated, Any

import strawberry
from graphql import GraphQLError, OperationDefinitionNode
from strawberry.extensions import (
    AddValidationRules,
    MaxTokensLimiter,
    ParserCache,
    SchemaExtension,
    ValidationCache,
)
from strawberry.schema.config import StrawberryConfig
from strawberry.types import ExecutionContext

from service import metrics
from service.follow import follow, tell_frame
from service.graphql.catalogue_types import Game, Node
from service.graphql.context import Info
from service.graphql.errors import CodedErrors
from service.graphql.fields import SCALARS, StateToken, argument, described, many
from service.graphql.limits import MAX_TOKENS, DocumentLimits
from service.graphql.problem_types import IllegalMove, InvalidInput, NotAllowed, StaleVersion, make_problem
from service.graphql.session_types import (
    MoveApplied,
    MoveExplained,
    RematchOffered,
    SeatJoined,
    Session,
    SessionChanged,
    SessionConnection,
    SessionCreated,
    SessionFrame,
)
from service.graphql.stateless_types import Table, TableChanged
from service.graphql.view_types import Preview
from service.play import answers
from service.play.catalogue import game_names, is_game, tell_game
from service.play.lobby import Place
from service.play.session import Setup
from service.play.table import Act
from service.problems import Problem

DOCUMENTS_KEPT = 64

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
        description="16–128 random characters: sent again with the same wishes in a session's life, it is the same.",
    )


@strawberry.input(description="How a seat is taken.")
class JoinSessionInput:
    session_id: strawberry.ID = described("The session's id.")
    seat: int | None = strawberry.field(default=None, description="The seat; the first open one if none is given.")
    name: str | None = strawberry.field(default=None, description="The name to go by, 1–40 printable characters.")
    code: str | None = strawberry.field(default=None, description="The join code of a seat.")
    entropy: str | None = strawberry.field(
        default=None, description="A share in the shuffles: at most 64 characters from U+0020 to U+007E."
    )
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


@strawberry.input(description="An act in a live session by the bearer of the token.")
class SessionActInput:
    session_id: strawberry.ID = described("The session's id.")
    expected_version: int | None = strawberry.field(
        default=None,
        description="The version that it was decided at; without it, it counts if allowed on arrival.",
    )
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
        default=None, description="16–128 random characters, kept secret: sent again, the answer is the same token."
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


ActInput = Annotated[SessionActInput, argument("The session, and from which version.")]
AroundInput = Annotated[SessionInput, argument("The session.")]


# ---- answers

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
SessionResult = Annotated[
    SessionChanged | StaleVersion | NotAllowed | InvalidInput,
    strawberry.union("SessionResult", description="What became of an act in a session."),
]
SeatResult = Annotated[
    SeatJoined | InvalidInput | NotAllowed,
    strawberry.union("SeatResult", description="What became of a wish for another token."),
]
RematchResult = Annotated[
    RematchOffered | InvalidInput | NotAllowed,
    strawberry.union("RematchResult", description="What became of a wish for a rematch."),
]
ExplainMoveResult = Annotated[
    MoveExplained | InvalidInput | NotAllowed,
    strawberry.union("ExplainMoveResult", description="Why a move is not legal, or that it is."),
]
PreviewMoveResult = Annotated[
    Preview | IllegalMove | InvalidInput | NotAllowed,
    strawberry.union("PreviewMoveResult", description="What a move would do, or why it would do nothing."),
]
TableResult = Annotated[
    Table | InvalidInput,
    strawberry.union("TableResult", description="A stateless table, or why there is none."),
]
ApplyMoveToStateResult = Annotated[
    TableChanged | IllegalMove | InvalidInput | NotAllowed,
    strawberry.union("ApplyMoveToStateResult", description="What became of a move on a stateless table."),
]


# ---- operations


@strawberry.type(description="What can be read.")
class Query:
    @strawberry.field(description="Every game.", graphql_type=many(Game))
    def games(self) -> Any:  # noqa: ANN401
        return [tell_game(name) for name in game_names()]

    @strawberry.field(description="One game; null when there is none of that id.", graphql_type=Game | None)
    def game(self, id: Annotated[strawberry.ID, argument("The game's id.")]) -> Any:  # noqa: ANN401
        return tell_game(id) if is_game(id) else None

    @strawberry.field(
        description="A live session, as the bearer of the token sees it; null when there is none of that id.",
        graphql_type=Session | None,
    )
    async def session(self, info: Info, id: SessionId) -> Any:  # noqa: ANN401
        return await _find(info, id)

    @strawberry.field(
        description="The public sessions with open seats, the newest first; null when `after` is no cursor of them.",
        graphql_type=SessionConnection | None,
    )
    async def sessions(
        self,
        info: Info,
        game: Annotated[strawberry.ID | None, argument("Only those of this game.")] = None,
        first: Annotated[int | None, argument("At most so many, 0–20; others count as the nearest of these.")] = None,
        after: Annotated[str | None, argument("Only what comes after this cursor.")] = None,
    ) -> Any:  # noqa: ANN401
        try:
            return await answers.list_sessions(info.context.caller, game, first, after)
        except Problem:
            return None

    @strawberry.field(description="A game or a session by its id; null when there is none.", graphql_type=Node | None)
    async def node(self, info: Info, id: Annotated[strawberry.ID, argument("The id.")]) -> Any:  # noqa: ANN401
        return tell_game(id) if is_game(id) else await _find(info, id)

    @strawberry.field(
        description="Why the seat of the bearer token may not make a move now.", graphql_type=ExplainMoveResult
    )
    async def explain_move(
        self, info: Info, session_id: SessionId, move: Annotated[str, argument("The notation; any text.")]
    ) -> Any:  # noqa: ANN401
        return await _answer(answers.explain_move(info.context.caller, session_id, move), info)

    @strawberry.field(
        description="What a move would do, as far as the seat of the bearer token can know. Nothing is changed.",
        graphql_type=PreviewMoveResult,
    )
    async def preview_move(
        self, info: Info, session_id: SessionId, move: Annotated[str, argument("The notation.")]
    ) -> Any:  # noqa: ANN401
        return await _answer(answers.preview_move(info.context.caller, session_id, move), info)

    @strawberry.field(description="A stateless table as of a serialized state.", graphql_type=TableResult)
    async def table(self, info: Info, state: Annotated[StateToken, argument("The state, as it was given.")]) -> Any:  # noqa: ANN401
        return await _answer(answers.read_table(info.context.caller, state), info)


@strawberry.type(description="What can be done.")
class Mutation:
    @strawberry.mutation(
        description="Open a session. Its table is dealt when every seat is taken, or when the host starts.",
        graphql_type=CreateSessionResult,
    )
    async def create_session(
        self, info: Info, input: Annotated[CreateSessionInput, argument("How it is made.")]
    ) -> Any:  # noqa: ANN401
        await info.context.charge(answers.CREATION_COST)
        setup = Setup(
            public=input.public,
            invitation_only=input.invitation_only,
            start_by_host=input.start_by_host,
            move_seconds=input.move_seconds or 0,
            reaction_millis=input.reaction_millis or 0,
            take_backs=input.take_backs,
        )
        answer = answers.create_session(
            info.context.caller,
            game=input.game,
            seats=input.seats,
            options=_pairs(input.options),
            setup=setup,
            seed=input.seed,
            deck=input.deck,
            key=input.idempotency_key,
        )
        return await _answer(answer, info)

    @strawberry.mutation(
        description="Take a seat of a session and get its token. Whoever left a seat, or played in the session before "
        "a rematch, sends the former token as the bearer.",
        graphql_type=JoinSessionResult,
    )
    async def join_session(
        self, info: Info, input: Annotated[JoinSessionInput, argument("Which seat, and as whom.")]
    ) -> Any:  # noqa: ANN401
        place = Place(input.seat, input.name, input.code, input.entropy)
        answer = answers.join_session(info.context.caller, input.session_id, place, input.idempotency_key)
        return await _answer(answer, info)

    @strawberry.mutation(
        description="Get another token for the seat of the bearer, to keep or to hand over; the old one is void.",
        graphql_type=SeatResult,
    )
    async def hand_over_seat(self, info: Info, input: Annotated[HandOverSeatInput, argument("Which session.")]) -> Any:  # noqa: ANN401
        answer = answers.hand_over_seat(info.context.caller, input.session_id, input.idempotency_key)
        return await _answer(answer, info)

    @strawberry.mutation(
        description="Leave the seat of the bearer token. Once the cards are dealt, its bearer may take it again, or "
        "whoever has its join code. A table that everybody has left is abandoned.",
        graphql_type=SessionResult,
    )
    async def leave_session(self, info: Info, input: AroundInput) -> Any:  # noqa: ANN401
        answer = answers.leave_session(info.context.caller, input.session_id, input.idempotency_key)
        return await _answer(answer, info)

    @strawberry.mutation(
        description="Have the cards dealt, as the host; the default policy plays the seats that nobody has taken.",
        graphql_type=SessionResult,
    )
    async def start_session(self, info: Info, input: AroundInput) -> Any:  # noqa: ANN401
        answer = answers.start_session(info.context.caller, input.session_id, input.idempotency_key)
        return await _answer(answer, info)

    @strawberry.mutation(description="End a session before its result, as the host.", graphql_type=SessionResult)
    async def abandon_session(self, info: Info, input: AroundInput) -> Any:  # noqa: ANN401
        answer = answers.abandon_session(info.context.caller, input.session_id, input.idempotency_key)
        return await _answer(answer, info)

    @strawberry.mutation(
        description="Open a session for the same seats, or get the one that is open already: for the host and the "
        "seats of a session that is over.",
        graphql_type=RematchResult,
    )
    async def offer_rematch(self, info: Info, input: AroundInput) -> Any:  # noqa: ANN401
        answer = answers.offer_rematch(info.context.caller, input.session_id, input.idempotency_key)
        return await _answer(answer, info)

    @strawberry.mutation(
        description="Make a move for the seat that the bearer token holds.", graphql_type=ApplyMoveResult
    )
    async def apply_move(self, info: Info, input: Annotated[ApplyMoveInput, argument("The move.")]) -> Any:  # noqa: ANN401
        return await _answer(answers.apply_move(info.context.caller, _act(info, input), input.move), info)

    @strawberry.mutation(
        description="Give up the seat of the bearer token: its further decisions are made by default, visibly: the "
        "first legal move whenever it is openly asked.",
        graphql_type=SessionResult,
    )
    async def resign(self, info: Info, input: ActInput) -> Any:  # noqa: ANN401
        return await _answer(answers.resign(info.context.caller, _act(info, input)), info)

    @strawberry.mutation(
        description="Have the default policy play a seat that its holder has left, as the host: the others can go on.",
        graphql_type=SessionResult,
    )
    async def give_up_seat(self, info: Info, input: Annotated[GiveUpSeatInput, argument("Which seat.")]) -> Any:  # noqa: ANN401
        return await _answer(answers.give_up_seat(info.context.caller, _act(info, input), input.seat), info)

    @strawberry.mutation(
        description="Have the decisions of the asked seats made by default when their deadline has passed: for all.",
        graphql_type=SessionResult,
    )
    async def claim_deadline(self, info: Info, input: ActInput) -> Any:  # noqa: ANN401
        return await _answer(answers.claim_deadline(info.context.caller, _act(info, input)), info)

    @strawberry.mutation(
        description="Take back the last move of the bearer's seat, if nobody has learned anything from it and nobody "
        "else has acted since.",
        graphql_type=SessionResult,
    )
    async def undo_move(self, info: Info, input: ActInput) -> Any:  # noqa: ANN401
        return await _answer(answers.undo_move(info.context.caller, _act(info, input)), info)

    @strawberry.mutation(
        description="Ask the others to take back the last move of the bearer's seat, in a session with `takeBacks`.",
        graphql_type=SessionResult,
    )
    async def ask_take_back(self, info: Info, input: ActInput) -> Any:  # noqa: ANN401
        return await _answer(answers.ask_take_back(info.context.caller, _act(info, input)), info)

    @strawberry.mutation(
        description="Answer a seat that wants to take back its last move; when all others agree, it is taken back.",
        graphql_type=SessionResult,
    )
    async def answer_take_back(self, info: Info, input: Annotated[AnswerTakeBackInput, argument("The answer.")]) -> Any:  # noqa: ANN401
        answer = answers.answer_take_back(info.context.caller, _act(info, input), agree=input.agree)
        return await _answer(answer, info)

    @strawberry.mutation(
        description="Deal a table whose state the caller keeps. Nothing is stored.", graphql_type=TableResult
    )
    async def new_table(self, info: Info, input: Annotated[NewTableInput, argument("How it is made.")]) -> Any:  # noqa: ANN401
        answer = answers.new_table(
            info.context.caller,
            game=input.game,
            seats=input.seats,
            options=_pairs(input.options),
            seed=input.seed,
            deck=input.deck,
            sealed=input.sealed,
        )
        return await _answer(answer, info)

    @strawberry.mutation(
        description="Make a move on a table whose state the caller keeps. Nothing is stored, but of a sealed table how "
        "far it has come.",
        graphql_type=ApplyMoveToStateResult,
    )
    async def apply_move_to_state(
        self, info: Info, input: Annotated[ApplyMoveToStateInput, argument("The state and the move.")]
    ) -> Any:  # noqa: ANN401
        answer = answers.apply_move_to_state(
            info.context.caller, state=input.state, seat=input.seat, move=input.move, viewer=input.viewer
        )
        return await _answer(answer, info)


@strawberry.type(description="What can be watched.")
class Subscription:
    @strawberry.subscription(
        description="A session as it goes on: a snapshot, then one frame for each version, until it is over. "
        "With `after`, the frames of every version after that cursor, and no snapshot.",
        graphql_type=SessionFrame,
    )
    async def session_updates(
        self,
        info: Info,
        session_id: SessionId,
        after: Annotated[str | None, argument("The cursor of the last frame that was seen.")] = None,
    ) -> AsyncIterator[Any]:
        caller = info.context.caller
        try:
            async for frame in follow(caller.sessions, session_id, after):
                yield tell_frame(frame, caller.token)
        except Problem as problem:
            raise GraphQLError(problem.message, extensions={"code": problem.code}) from None


async def _answer(answer: Awaitable[Any], info: Info) -> Any:  # noqa: ANN401  a union's member
    """Return an answer, or the problem that stands in its way."""
    try:
        return await answer
    except Problem as problem:
        return make_problem(problem, info.context.caller.token)


async def _find(info: Info, session_id: str) -> Any:  # noqa: ANN401
    try:
        return await answers.find_session(info.context.caller, session_id)
    except Problem as problem:
        raise GraphQLError(problem.message, extensions={"code": problem.code}) from None


def _act(info: Info, input: ApplyMoveInput | SessionActInput) -> Act:
    return Act(input.session_id, info.context.caller.token, input.expected_version, input.idempotency_key)


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


class KeptDocuments(ParserCache):
    """Parse a document once; one that cannot be parsed is left to the library, which tells what is wrong with it."""

    def on_parse(self) -> Iterator[None]:
        """Look the document up, or parse it."""
        context, parse = self.execution_context, self.cached_parse_document
        hits = parse.cache_info().hits  # type: ignore[attr-defined]
        with suppress(GraphQLError, RecursionError):
            context.graphql_document = parse(context.query, **context.parse_options)
        is_hit = parse.cache_info().hits > hits  # type: ignore[attr-defined]
        metrics.cache_lookups_total.labels("hit" if is_hit else "miss").inc()
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
        # Both keep what is as large as a document may be, so they keep no more of them than clients have.
        lambda: KeptDocuments(maxsize=DOCUMENTS_KEPT),
        lambda: ValidationCache(maxsize=DOCUMENTS_KEPT),
        OneOperation,
        CodedErrors,
        lambda: AddValidationRules([DocumentLimits]),
    ],
    config=StrawberryConfig(scalar_map=SCALARS),
)

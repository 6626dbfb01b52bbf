"""The operations of the schema: each resolver calls one use case and translates its answer."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Annotated, Any

import strawberry
from graphql import GraphQLError
from strawberry.extensions import MaxTokensLimiter
from strawberry.schema.config import StrawberryConfig

from service.graphql.catalogue_types import Game, Node
from service.graphql.compiled import Executor, Planner
from service.graphql.context import Info
from service.graphql.errors import CodedErrors
from service.graphql.extensions import CheckedDocuments, CountedPlans, OneOperation, Schema
from service.graphql.fields import SCALARS, StateToken, argument, many
from service.graphql.input_types import (
    AnswerTakeBackInput,
    ApplyMoveInput,
    ApplyMoveToStateInput,
    CreateSessionInput,
    GiveUpSeatInput,
    HandOverSeatInput,
    JoinSessionInput,
    NewTableInput,
    OptionInput,
    SessionActInput,
    SessionInput,
)
from service.graphql.introspection import Answers, KeptIntrospection
from service.graphql.limits import MAX_TOKENS
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
from service.sessions.history_hash import expected_cursor
from service.sessions.problems import Problem
from service.sessions.session import Setup
from service.use_cases import answers
from service.use_cases.lobby import Place
from service.use_cases.moves import Act
from service.use_cases.watch import follow, project_frame
from service.views.catalogue import game_names, is_game, project_game

SessionId = Annotated[strawberry.ID, argument("The session's id.")]


# ---- arguments

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
        return [project_game(name) for name in game_names()]

    @strawberry.field(description="One game; null when there is none of that id.", graphql_type=Game | None)
    def game(self, id: Annotated[strawberry.ID, argument("The game's id.")]) -> Any:  # noqa: ANN401
        return project_game(id) if is_game(id) else None

    @strawberry.field(
        description="A live session, as the bearer of the token sees it; null when there is none of that id.",
        graphql_type=Session | None,
    )
    async def session(
        self,
        info: Info,
        id: SessionId,
        viewer_seat: Annotated[
            int | None,
            argument(
                "The seat that the bearer holds: null is the answer to everybody else. Clients that read as more than "
                "one viewer tell their queries apart by it."
            ),
        ] = None,
    ) -> Any:  # noqa: ANN401
        session = await _find(info, id)
        return session if viewer_seat is None or session is None or session.viewer_seat == viewer_seat else None

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
        return project_game(id) if is_game(id) else await _find(info, id)

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
        "a rematch, sends the former token as the bearer. The host who plays sends the host's token: from then on it "
        "is the seat's, too, and the seat's token has the host's rights.",
        graphql_type=JoinSessionResult,
    )
    async def join_session(
        self, info: Info, input: Annotated[JoinSessionInput, argument("Which seat, and as whom.")]
    ) -> Any:  # noqa: ANN401
        place = Place(input.seat, input.name, input.code, input.entropy)
        answer = answers.join_session(info.context.caller, input.session_id, place, input.idempotency_key)
        return await _answer(answer, info)

    @strawberry.mutation(
        description="Get another token for the seat of the bearer, to keep or to hand over; the old one is void. The "
        "new one has none of the host's rights.",
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
        return await _act(info, input, answers.apply_move, input.move)

    @strawberry.mutation(
        description="Give up the seat of the bearer token: its further decisions are made by default, visibly: the "
        "first legal move whenever it is openly asked.",
        graphql_type=SessionResult,
    )
    async def resign(self, info: Info, input: ActInput) -> Any:  # noqa: ANN401
        return await _act(info, input, answers.resign)

    @strawberry.mutation(
        description="Have the default policy play a seat that its holder has left, as the host: the others can go on.",
        graphql_type=SessionResult,
    )
    async def give_up_seat(self, info: Info, input: Annotated[GiveUpSeatInput, argument("Which seat.")]) -> Any:  # noqa: ANN401
        return await _act(info, input, answers.give_up_seat, input.seat)

    @strawberry.mutation(
        description="Have the decisions of the asked seats made by default when their deadline has passed: for all.",
        graphql_type=SessionResult,
    )
    async def claim_deadline(self, info: Info, input: ActInput) -> Any:  # noqa: ANN401
        return await _act(info, input, answers.claim_deadline)

    @strawberry.mutation(
        description="Take back the last move of the bearer's seat, if nobody has learned anything from it and nobody "
        "else has acted since.",
        graphql_type=SessionResult,
    )
    async def undo_move(self, info: Info, input: ActInput) -> Any:  # noqa: ANN401
        return await _act(info, input, answers.undo_move)

    @strawberry.mutation(
        description="Ask the others to take back the last move of the bearer's seat, in a session with `takeBacks`.",
        graphql_type=SessionResult,
    )
    async def ask_take_back(self, info: Info, input: ActInput) -> Any:  # noqa: ANN401
        return await _act(info, input, answers.ask_take_back)

    @strawberry.mutation(
        description="Answer a seat that wants to take back its last move; when all others agree, it is taken back.",
        graphql_type=SessionResult,
    )
    async def answer_take_back(self, info: Info, input: Annotated[AnswerTakeBackInput, argument("The answer.")]) -> Any:  # noqa: ANN401
        return await _act(info, input, partial(answers.answer_take_back, agree=input.agree))

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
            async for frame in follow(caller.sessions, session_id, after, caller.token):
                yield project_frame(frame, caller.token)
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


async def _act(
    info: Info,
    input: ApplyMoveInput | SessionActInput,
    use_case: Callable[..., Awaitable[Any]],
    *details: object,
) -> Any:  # noqa: ANN401  a union's member
    """Return what came of an act at the table, or the problem that stands in its way."""
    caller = info.context.caller
    try:
        expected = expected_cursor(input.expected_version, input.expected_head)
        act = Act(input.session_id, caller.token, expected, input.idempotency_key)
        return await use_case(caller, act, *details)
    except Problem as problem:
        return make_problem(problem, caller.token)


def _pairs(options: list[OptionInput] | None) -> list[tuple[str, str]]:
    return [(option.name, option.value) for option in options or ()]


# ---- the schema


plans = CountedPlans()
introspection = Answers()
schema = Schema(
    query=Query,
    mutation=Mutation,
    subscription=Subscription,
    types=[Game, Session],
    extensions=[
        lambda: MaxTokensLimiter(max_token_count=MAX_TOKENS),
        CheckedDocuments,
        OneOperation,
        lambda: Planner(plans),
        lambda: KeptIntrospection(introspection),
        CodedErrors,
    ],
    config=StrawberryConfig(scalar_map=SCALARS),
)

# The one executes what it can by plans, the other nothing.
compiled = Executor(schema, plans)
interpreted = Executor(schema, None)

"""The schema: one field for each operation of the operation table, and the fields that only GraphQL has."""

from collections.abc import AsyncIterator
from functools import reduce
from operator import itemgetter, or_
from typing import Annotated, Any

import strawberry
from strawberry.annotation import StrawberryAnnotation
from strawberry.extensions import MaxTokensLimiter
from strawberry.schema.config import StrawberryConfig
from strawberry.tools import create_type
from strawberry.types.arguments import StrawberryArgument
from strawberry.types.field import StrawberryField

from compiled import Direct, Executor, Planner, Plans
from compiled.documents.checking import CheckedDocuments, Checks, OneOperation, Schema
from compiled.documents.introspection import MAX_KEPT, MAX_KEPT_BYTES, Answers, KeptIntrospection
from compiled.documents.limits import MAX_TOKENS
from service.graphql.errors import CodedErrors, coded
from service.graphql.from_contract import SCALARS, arguments_of, input_type, output_type
from service.graphql.lengths import WORK, lengths_of
from service.graphql.types import Game, GraphQLContext, Info, Node, Session, Tournament, argument, many, resolved
from service.observability import metrics
from service.sessions.problems import PROBLEMS, Problem
from service.use_cases import reading
from service.use_cases.emotes import watch_emotes
from service.use_cases.frames import project_frame
from service.use_cases.inputs import UNTIL_REMATCH
from service.use_cases.operation import Operation
from service.use_cases.operations import OPERATIONS
from service.use_cases.tournaments.reading import find_tournament, watch_tournament
from service.use_cases.watch import FramePush, watch
from service.views.catalogue import game_names, is_game, project_game
from service.views.emote_view import SeatEmote
from service.views.problem_view import KINDS, project_problem
from service.views.session_view import SessionFrame
from service.views.tournament_view import TournamentFrame

SessionId = Annotated[strawberry.ID, argument("The session's id.")]

# ---- fields made from operations

_NULL_IF_INVALID = "Null if a part of the input is invalid; an error then has the code."


def _field(operation: Operation[Any, Any], kind: str) -> StrawberryField:
    """Return the field of an operation, which calls the use case and returns its answer or its problem."""
    is_mutation = kind == "mutation"
    reason = "" if operation.deprecated is None else operation.deprecated.instead
    read = itemgetter("input") if is_mutation else lambda given: operation.input(**given)

    async def charge_and_run(context: GraphQLContext, input: Any) -> Any:
        if operation.cost is not None and (cost := operation.cost(input)):
            await context.charge(cost)
        return await operation.use_case(context, input)

    def recover(context: GraphQLContext, error: Exception) -> Any:
        if not isinstance(error, Problem):
            raise error
        if not operation.result:
            raise coded(error) from None
        return project_problem(error, context.token)

    async def resolve(self: Any, info: Info, **given: Any) -> Any:
        try:
            return await way.function(info.context, read(given))
        except Problem as problem:
            return recover(info.context, problem)

    run = operation.use_case if operation.cost is None else charge_and_run
    way = Direct(run, operation.input, "input" if is_mutation else None, recover)
    resolve.direct = way  # type: ignore[attr-defined]
    resolve.__name__ = operation.field
    texts = (f"{operation.summary}.", operation.description, "" if operation.result else _NULL_IF_INVALID)
    field: Any = strawberry.field(
        resolver=resolve,
        name=operation.field,
        description=" ".join(text for text in texts if text),
        graphql_type=_result_of(operation),
        deprecation_reason=reason or (operation.mutation_deprecated if kind != operation.kind else "") or None,
    )
    field.arguments = [_input_of(operation)] if is_mutation else arguments_of(operation.input)
    return field


def _input_of(operation: Operation[Any, Any]) -> StrawberryArgument:
    annotation = StrawberryAnnotation(input_type(operation.input))
    return StrawberryArgument("input", None, annotation, description=operation.input.__doc__)


_UNIONS: dict[str, Any] = {}


def _result_of(operation: Operation[Any, Any]) -> Any:
    """Return the type of a field: a union of answer and problems, or the nullable answer if no union is declared."""
    answer = output_type(operation.answer)
    if not operation.result:
        return answer | None
    if operation.result not in _UNIONS:
        members = {"InvalidInput", *(PROBLEMS[code].member for code in operation.problems)}
        types = (answer, *(output_type(kind) for name, kind in KINDS.items() if name in members))
        union = strawberry.union(operation.result, description="The answer, or the problem that prevented it.")
        _UNIONS[operation.result] = Annotated[reduce(or_, types), union]
    return _UNIONS[operation.result]


def _fields(kind: str) -> list[StrawberryField]:
    rows = [row for row in OPERATIONS.values() if row.kind == kind or (kind == "mutation" and row.mutation_deprecated)]
    return [_field(row, kind) for row in rows]


# ---- fields that only GraphQL has


@resolved("Every game.", many(Game))
def games(self: Any) -> Any:
    return [project_game(name) for name in game_names()]


@resolved("One game; null if no game has that id.", Game | None)
def game(self: Any, id: Annotated[strawberry.ID, argument("The game's id.")]) -> Any:
    return project_game(id) if is_game(id) else None


@resolved("A live session as the bearer of the token sees it; null if no session has that id.", Session | None)
async def session(
    self: Any,
    info: Info,
    id: SessionId,
    viewer_seat: Annotated[
        int | None,
        argument(
            "The seat that the bearer holds. The answer to any other bearer is null. It lets clients that read as "
            "several viewers tell their queries apart."
        ),
    ] = None,
) -> Any:
    session = await _find(info, id)
    return session if viewer_seat is None or session is None or session.viewer_seat == viewer_seat else None


@resolved("A game, a session or a tournament by its id; null if nothing has that id.", Node | None)
async def node(self: Any, info: Info, id: Annotated[strawberry.ID, argument("The id.")]) -> Any:
    if is_game(id):
        return project_game(id)
    return await _find(info, id) or await find_tournament(info.context, id)


Query = create_type("Query", [games, game, session, node, *_fields("query")], description="The operations that read.")
Mutation = create_type("Mutation", _fields("mutation"), description="The operations that make changes.")


@strawberry.type(description="The streams.")
class Subscription:
    @strawberry.subscription(
        description="The frames of a session until it is over: a snapshot, then one frame for each version. "
        "With `after`: one frame for each version after that cursor, without a snapshot.",
        graphql_type=output_type(SessionFrame),
    )
    async def session_updates(
        self,
        info: Info,
        session_id: SessionId,
        after: Annotated[str | None, argument("The cursor of the last frame that the client has received.")] = None,
        until_rematch: Annotated[bool, argument(UNTIL_REMATCH)] = False,
    ) -> AsyncIterator[Any]:
        context = info.context
        push = None if context.push is None else FramePush(project_frame, context.push)
        try:
            following = watch(context.sessions, session_id, after, context.token, push, until_rematch=until_rematch)
            async for frame in following:
                yield project_frame(frame, context.token)
        except Problem as problem:
            raise coded(problem) from None

    @strawberry.subscription(
        description="The emotes of a session from now on, until it expires. None is repeated.",
        graphql_type=output_type(SeatEmote),
    )
    async def session_emotes(self, info: Info, session_id: SessionId) -> AsyncIterator[Any]:
        context = info.context
        try:
            async with watch_emotes(context.sessions, session_id, context.token) as emotes:
                async for emote in emotes:
                    yield emote
        except Problem as problem:
            raise coded(problem) from None

    @strawberry.subscription(
        description="The frames of a tournament until it is over: a snapshot, then one frame for each version. "
        "With `after`: one frame for each version after that cursor, without a snapshot.",
        graphql_type=output_type(TournamentFrame),
    )
    async def tournament_updates(
        self,
        info: Info,
        tournament_id: Annotated[strawberry.ID, argument("The tournament's id.")],
        after: Annotated[str | None, argument("The cursor of the last frame that the client has received.")] = None,
    ) -> AsyncIterator[Any]:
        try:
            async for frame in watch_tournament(info.context.tournaments, tournament_id, after):
                yield frame
        except Problem as problem:
            raise coded(problem) from None


async def _find(info: Info, session_id: str) -> Any:
    try:
        return await reading.find_session(info.context, session_id)
    except Problem as problem:
        raise coded(problem) from None


# ---- the schema


plans = Plans()
checks = Checks(lengths_of, WORK, metrics.cache_lookups)
introspection = Answers(MAX_KEPT, MAX_KEPT_BYTES)
schema = Schema(
    query=Query,
    mutation=Mutation,
    subscription=Subscription,
    types=[Game, Session, Tournament],
    extensions=[
        lambda: MaxTokensLimiter(max_token_count=MAX_TOKENS),
        lambda: CheckedDocuments(checks),
        OneOperation,
        lambda: Planner(plans),
        lambda: KeptIntrospection(introspection),
        CodedErrors,
    ],
    config=StrawberryConfig(scalar_map=SCALARS),
)

# `compiled` executes operations by plans where it can; `interpreted` never does.
# A document that has no plan, or whose plan gives up, is counted when it is parsed.
compiled = Executor(schema, plans, metrics.cache_lookups)
interpreted = Executor(schema, None)

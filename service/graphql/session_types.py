"""Live sessions as GraphQL types."""

from typing import Annotated, Any

import strawberry

from service.graphql.catalogue_types import Game, Node
from service.graphql.context import Info
from service.graphql.fields import argument
from service.graphql.from_contract import mirror, mirrored
from service.graphql.view_types import Event  # noqa: F401  declared first: the mirrors below refer to it
from service.sessions.problems import Problem
from service.use_cases import answers
from service.views import session_view as told
from service.views.catalogue import project_game
from service.views.projection import ProjectedSession

EventConnection = mirrored(told.EventConnection)


@mirror(told.Session, seen=(ProjectedSession,))
class Session(Node):
    @strawberry.field(description="The game that is played.", graphql_type=Game)
    def game(self: Any) -> Any:  # noqa: ANN401
        return project_game(self.game)

    @strawberry.field(
        description="The session's events, the oldest first; null when `after` is no cursor of it (any more).",
        graphql_type=EventConnection | None,
    )
    async def events(
        self: Any,
        info: Info,
        first: Annotated[int | None, argument("At most so many, 0–100; others count as the nearest of these.")] = None,
        after: Annotated[str | None, argument("Only what comes after this cursor, of an event or of a frame.")] = None,
    ) -> Any:  # noqa: ANN401
        try:
            return await answers.list_events(info.context.caller, self, first, after)
        except Problem:
            return None

    @strawberry.field(description="Whether the store has lost what a cursor stands for; null when it is no cursor.")
    async def rolled_back(
        self: Any, info: Info, seen: Annotated[str, argument("The cursor of a session, a frame or an event.")]
    ) -> bool | None:
        try:
            await answers.check_seen(info.context.caller, self, seen)
        except Problem as problem:
            return True if problem.code == "ROLLED_BACK" else None
        return False

    @strawberry.field(
        description="The finished table's record, as JSON: how it was made, its key, moves and result. Null before."
    )
    async def record(self: Any, info: Info) -> str | None:
        return await answers.find_record(info.context.caller, self)


SessionFrame = mirrored(told.SessionFrame)


# ---- answers

MoveApplied = mirrored(told.MoveApplied)
SessionChanged = mirrored(told.SessionChanged)
SessionCreated = mirrored(told.SessionCreated)
SeatJoined = mirrored(told.SeatJoined)
RematchOffered = mirrored(told.RematchOffered)
SessionConnection = mirrored(told.SessionConnection)


MoveExplained = mirrored(told.MoveExplained)

"""The rows of the table of operations that find a table."""

from typing import Any

from service.use_cases.finding.listing import list_running_sessions, list_sessions
from service.use_cases.finding.my_sessions import my_sessions
from service.use_cases.finding.seating import join_or_create
from service.use_cases.inputs import JoinOrCreateInput, ListSessionsInput, SeatTokensInput
from service.use_cases.operation import BY_POST, CREATION_COST, Operation
from service.views.lobby_view import MySessions, SessionSummaryConnection
from service.views.session_view import SeatJoined, SessionConnection

FINDING: tuple[Operation[Any, Any], ...] = (
    Operation(
        name="listSessions",
        kind="query",
        summary="List the public sessions with open seats, the newest first",
        input=ListSessionsInput,
        use_case=list_sessions,
        answer=SessionConnection,
    ),
    Operation(
        name="listRunningSessions",
        kind="query",
        summary="List the public tables that are being played, to watch them, the newest first",
        input=ListSessionsInput,
        use_case=list_running_sessions,
        answer=SessionSummaryConnection,
    ),
    Operation(
        name="mySessions",
        kind="query",
        summary="Tell of several sessions, by one's tokens there, where it is one's turn",
        description=f"{BY_POST} The bearer token does not matter; five seats are charged like a request.",
        input=SeatTokensInput,
        use_case=my_sessions,
        answer=MySessions,
        result="MySessionsResult",
        cost=lambda mine: max(0, len(mine.seats) - 1) // 5,
    ),
    Operation(
        name="joinOrCreate",
        kind="mutation",
        summary="Take a seat at an open public table of a kind, or open one and sit down",
        description="Tables are of one kind if their game, options, number of seats and settings are the same. Who "
        "opens a table is its host, by the seat's token.",
        input=JoinOrCreateInput,
        use_case=join_or_create,
        answer=SeatJoined,
        result="JoinOrCreateResult",
        problems=("UNKNOWN_GAME", "INVALID_OPTION", "KEY_REUSED", "BUSY"),
        cost=lambda _input: CREATION_COST,
    ),
)

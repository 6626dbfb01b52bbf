"""The rows of the table of operations that find a table."""

from typing import Any

from service.use_cases.finding.listing import list_running_sessions, list_sessions
from service.use_cases.inputs import ListSessionsInput
from service.use_cases.operation import Operation
from service.views.lobby_view import SessionSummaryConnection
from service.views.session_view import SessionConnection

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
)

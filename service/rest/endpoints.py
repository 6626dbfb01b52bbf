"""Every endpoint of the REST API: one for each operation of the table, and the resources."""

from service.rest import batch_endpoints, game_endpoints, session_endpoints, stream_endpoints, tournament_endpoints
from service.rest.models import MoveOnTable, NewTable, ReadTable, TableMoved, TableSeen
from service.rest.registry import Endpoint, Link, endpoint_for, next_page
from service.rest.session_endpoints import SAME_SESSION, SESSION
from service.use_cases.stateless import ProjectedTable, project_table
from service.views.table_view import TableChanged

_MADE = {"sessionId": "$response.body#/session/id"}
_READ = (Link("readSession", SAME_SESSION, "The session as it is then."),)
_TABLES = "Tables without a session"
_MOVE = {"move": "pass"}
_SAFE = "It is a POST since addresses are logged on the way, and a move tells of cards."


def show_table(table: ProjectedTable, input: NewTable | ReadTable) -> TableSeen:
    """Return a stateless table and the viewer's view of it."""
    return TableSeen(table=project_table(table), view=table.view(input.viewer))


def show_moved(moved: TableChanged, input: MoveOnTable) -> TableMoved:
    """Return a move on a stateless table, its events, and the viewer's view after it."""
    assert isinstance(moved.table, ProjectedTable)
    return TableMoved(table=moved.table, view=moved.table.view(input.viewer), move=moved.move, events=moved.events)


ENDPOINTS: tuple[Endpoint, ...] = (
    *game_endpoints.ENDPOINTS,
    endpoint_for("listSessions", "/v1/sessions", "Sessions", method="GET", links=(next_page("listSessions"),)),
    endpoint_for(
        "listRunningSessions",
        "/v1/running-sessions",
        "Sessions",
        method="GET",
        links=(next_page("listRunningSessions"),),
    ),
    endpoint_for(
        "mySessions",
        "/v1/my-sessions",
        "Sessions",
        answered="The sessions.",
        example={"seats": [{"sessionId": "…", "seatToken": "…"}]},
    ),
    endpoint_for(
        "createSession",
        "/v1/sessions",
        "Sessions",
        status=201,
        links=(
            Link("readSession", _MADE, "The session."),
            Link("joinSession", _MADE, "Take a seat."),
            Link("listEvents", _MADE, "What has happened."),
            Link("readRecord", _MADE, "The record, when the table is finished."),
            Link("startSession", _MADE, "Have the cards dealt, with the host's token as the bearer."),
            Link("abandonSession", _MADE, "End it, with the host's token as the bearer."),
        ),
        example={"game": "zeven", "seats": 2, "public": True},
    ),
    endpoint_for(
        "joinSession",
        f"{SESSION}/seats",
        "Seats",
        status=201,
        links=(
            Link("readSession", _MADE, "The session."),
            Link("listLegalMoves", _MADE, "What the seat may do, with its token as the bearer."),
            Link("applyMove", {**_MADE, "If-Match": "*"}, "Make a move, with the token as the bearer."),
            Link("explainMove", _MADE, "Ask why a move is not legal, with the token as the bearer."),
            Link("leaveSession", _MADE, "Leave the seat again, with its token as the bearer."),
        ),
        example={"seat": 0, "name": "Ada"},
    ),
    endpoint_for(
        "joinOrCreate",
        "/v1/seats",
        "Seats",
        status=201,
        links=(
            Link("readSession", _MADE, "The session."),
            Link("leaveSession", _MADE, "Leave the seat again, with its token as the bearer."),
        ),
        example={"game": "zeven", "seats": 2, "name": "Ada"},
    ),
    endpoint_for("presence", f"{SESSION}/presence", "Seats", method="GET", links=_READ),
    endpoint_for("leaveSession", f"{SESSION}/leave", "Seats", links=_READ),
    endpoint_for(
        "handOverSeat", f"{SESSION}/hand-over", "Seats", status=201, answered="The seat has another token.", links=_READ
    ),
    endpoint_for("addBot", f"{SESSION}/bots", "Seats", body="BotAdded", links=_READ, example={"seat": 1, "level": 2}),
    endpoint_for("removeBot", f"{SESSION}/bots/remove", "Seats", body="BotRemoved", links=_READ, example={"seat": 1}),
    endpoint_for("startSession", f"{SESSION}/start", "Sessions", links=_READ),
    endpoint_for("abandonSession", f"{SESSION}/abandon", "Sessions", links=_READ),
    endpoint_for(
        "offerRematch",
        f"{SESSION}/rematch",
        "Sessions",
        status=201,
        links=(Link("readSession", _MADE, "The new session."),),
    ),
    *session_endpoints.ENDPOINTS,
    *stream_endpoints.ENDPOINTS,
    *batch_endpoints.ENDPOINTS,
    endpoint_for(
        "applyMove",
        f"{SESSION}/moves",
        "Table",
        note="With `If-Match: *` the move counts if it is legal when it arrives, as a match in a race must.",
        body="MoveInput",
        links=(*_READ, Link("listEvents", SAME_SESSION, "What has happened.")),
        example=_MOVE,
    ),
    endpoint_for("explainMove", f"{SESSION}/moves/explain", "Table", note=_SAFE, body="MoveInput", example=_MOVE),
    endpoint_for("previewMove", f"{SESSION}/moves/preview", "Table", note=_SAFE, body="MoveInput", example=_MOVE),
    endpoint_for("suggestMove", f"{SESSION}/suggestion", "Table", method="GET", links=_READ),
    endpoint_for("review", f"{SESSION}/review", "Table", method="GET", links=(next_page("review", SAME_SESSION),)),
    endpoint_for("resign", f"{SESSION}/resign", "Table", links=_READ),
    endpoint_for("giveUpSeat", f"{SESSION}/give-up", "Table", body="SeatGivenUp", links=_READ, example={"seat": 1}),
    endpoint_for("claimDeadline", f"{SESSION}/claim", "Table", links=_READ),
    endpoint_for("undoMove", f"{SESSION}/undo", "Table", links=_READ),
    endpoint_for("askTakeBack", f"{SESSION}/take-back", "Table", links=_READ),
    endpoint_for(
        "answerTakeBack",
        f"{SESSION}/take-back/answer",
        "Table",
        body="TakeBackAnswer",
        links=_READ,
        example={"agree": True},
    ),
    endpoint_for(
        "nextDecision",
        "/v1/decisions",
        "Table",
        answered="The seats, with the sessions of those that have something to decide.",
        example={"seats": [{"sessionId": "…", "seatToken": "…"}], "waitSeconds": 0},
    ),
    endpoint_for(
        "newTable",
        "/v1/tables",
        _TABLES,
        input=NewTable,
        answer=TableSeen,
        answered="The table.",
        show=show_table,
        links=(Link("readTable", {}, "The same table again."),),
        example={"game": "zeven", "seats": 2, "viewer": 0},
    ),
    endpoint_for(
        "readTable",
        "/v1/tables/read",
        _TABLES,
        note="Nothing is changed.",
        input=ReadTable,
        answer=TableSeen,
        answered="The table.",
        show=show_table,
        example={"state": "…", "viewer": 0},
    ),
    endpoint_for(
        "applyMoveToState",
        "/v1/tables/moves",
        _TABLES,
        input=MoveOnTable,
        answer=TableMoved,
        answered="The move was made.",
        show=show_moved,
        links=(Link("readTable", {}, "The table after the move."),),
        example={"state": "…", "seat": 0, "move": "pass"},
    ),
    endpoint_for(
        "suggestMoveForState", "/v1/tables/suggestion", _TABLES, example={"state": "…", "seat": 0, "level": 3}
    ),
    *tournament_endpoints.ENDPOINTS,
)

"""Every endpoint of the REST API: one for each operation, the resources, and the streams.

An endpoint is made from the declaration of its operation. This module has only the differences of REST, and the links
from an answer to the next steps.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from service.http.media_types import JSON
from service.rest.endpoint import Endpoint, Link, Media, endpoint_of
from service.rest.models import ListNotations, MoveOnTable, NewTable, ReadTable, TableMoved, TableSeen
from service.rest.resources import RESOURCES, SAME_SESSION, JsonObject, read_emotes, read_notations
from service.rest.streams import LINES, STREAMS, read_batch_results
from service.use_cases.operations import OPERATIONS
from service.use_cases.stateless import ProjectedTable, project_table
from service.views.lobby_view import BatchResult
from service.views.table_view import TableChanged

_SESSION = {"sessionId": "$response.body#/session/id"}
_TOURNAMENT = {"tournamentId": "$response.body#/tournament/id"}
_WEBHOOK = {"webhookId": "$response.body#/webhook/id"}
_SAME_TOURNAMENT = {"tournamentId": "$request.path.tournamentId"}
_READ = Link("readSession", SAME_SESSION, "The current session.")
_LEAVE = Link("leaveSession", _SESSION, "Leave the seat, with its token as the bearer.")

# The next steps after an answer, where they do not follow from the operation.
_LINKS: Mapping[str, tuple[Link, ...]] = {
    "createSession": (
        Link("readSession", _SESSION, "The session."),
        Link("joinSession", _SESSION, "Take a seat."),
        Link("listEvents", _SESSION, "The session's events."),
        Link("readRecord", _SESSION, "The record of the finished table."),
        Link("startSession", _SESSION, "Deal the cards, with the host's token as the bearer."),
        Link("abandonSession", _SESSION, "End the session, with the host's token as the bearer."),
    ),
    "joinSession": (
        Link("readSession", _SESSION, "The session."),
        Link("listLegalMoves", _SESSION, "The seat's legal moves, with its token as the bearer."),
        Link("applyMove", {**_SESSION, "If-Match": "*"}, "Make a move, with the token as the bearer."),
        Link("explainMove", _SESSION, "Ask why a move is illegal, with the token as the bearer."),
        _LEAVE,
    ),
    "joinOrCreate": (Link("readSession", _SESSION, "The session."), _LEAVE),
    "offerRematch": (Link("readSession", _SESSION, "The new session."),),
    "presence": (_READ,),
    "applyMove": (_READ, Link("listEvents", SAME_SESSION, "The session's events.")),
    "suggestMove": (_READ,),
    "createSessions": (Link("batchResults", {"batchId": "$response.body#/batchId"}, "The results of the batch."),),
    "newTable": (Link("readTable", {}, "Read the same table."),),
    "applyMoveToState": (Link("readTable", {}, "The table after the move."),),
    "createTournament": (
        Link("readTournament", _TOURNAMENT, "The tournament."),
        Link("enterTournament", _TOURNAMENT, "Enter the tournament."),
        Link("startTournament", _TOURNAMENT, "Start the tournament, with the host's token as the bearer."),
        Link("abandonTournament", _TOURNAMENT, "End the tournament, with the host's token as the bearer."),
    ),
    "readTournament": (
        Link("tournamentTables", _SAME_TOURNAMENT, "The tables of a round."),
        Link("tournamentStandings", _SAME_TOURNAMENT, "The standings."),
    ),
    "createWebhook": (
        Link("testWebhook", _WEBHOOK, "Send a notice now."),
        Link("readWebhook", _WEBHOOK, "The webhook."),
        Link("deleteWebhook", _WEBHOOK, "Delete the webhook."),
    ),
    "deleteWebhook": (),
    "myTables": (Link("readTournament", _SAME_TOURNAMENT, "The current tournament."),),
}


def _show_table(table: ProjectedTable, input: NewTable | ReadTable) -> TableSeen:
    return TableSeen(table=project_table(table), view=table.view(input.viewer))


def _show_moved(moved: TableChanged, input: MoveOnTable) -> TableMoved:
    assert isinstance(moved.table, ProjectedTable)
    return TableMoved(table=moved.table, view=moved.table.view(input.viewer), move=moved.move, events=moved.events)


_TABLE: Mapping[str, Any] = {"answer": TableSeen, "answered": "The table.", "show": _show_table}
_LINES = "As `application/x-ndjson`, the answer has a line for each session: without `first`, for all."
# The differences of REST: a table comes with a view, a record as JSON, results also as lines. Options stand in the
# query as text. Clients cache answers that are the same for all viewers.
_OWN: Mapping[str, Mapping[str, Any]] = {
    "newTable": {"input": NewTable, "body": "TableSetup", **_TABLE},
    "readTable": {"input": ReadTable, "body": "ReadTable", **_TABLE},
    "applyMoveToState": {
        "input": MoveOnTable,
        "body": "MoveOnTable",
        "answer": TableMoved,
        "answered": "The move was made.",
        "show": _show_moved,
    },
    "tournamentRecord": {
        "answer": JsonObject,
        "answered": "The record.",
        "show": lambda answer, _input: msgspec.Raw(answer.record.encode()),
    },
    "listNotations": {"input": ListNotations, "handle": read_notations, "tags": True},
    "listEmotes": {"handle": read_emotes, "tags": True},
    "batchResults": {
        "description": f"{OPERATIONS['batchResults'].description} {_LINES}",
        "handle": read_batch_results,
        "cost": None,
        "media": (Media(JSON, "A page of results."), Media(LINES, "Lines of JSON, each a `BatchResult`.", BatchResult)),
    },
}


def _endpoint(name: str) -> Endpoint:
    links = {"links": _LINKS[name]} if name in _LINKS else {}
    return endpoint_of(OPERATIONS[name], **links, **_OWN.get(name, {}))


ENDPOINTS: tuple[Endpoint, ...] = (*RESOURCES, *STREAMS, *map(_endpoint, OPERATIONS))

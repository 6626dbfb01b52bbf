"""The resources of a session: itself, its hand and legal moves, its events and its record."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.responses import Response

from service.http.request_body import JSON
from service.rest.encoding import encode
from service.rest.models import Hand, LegalMoves, ListEvents, ReadSession, SessionQuery
from service.rest.preconditions import is_known, make_tag
from service.rest.registry import Call, Endpoint, OperationLink
from service.sessions.problems import Problem, deal_is_played
from service.use_cases import reading
from service.views.projection import ProjectedSession
from service.views.session_view import EventConnection, Session

Record = dict[str, Any]


async def read_session(call: Call) -> Response:
    """Return a session as the bearer sees it."""
    input: ReadSession = call.input
    if input.seen is not None:
        await reading.check_seen(call.context, await find(call), input.seen)
    return await _represent(call, "session", lambda session: session)


async def read_hand(call: Call) -> Response:
    """Return the viewer's hand, card by card."""
    return await _represent(
        call, "hand", lambda session: Hand(version=session.version, cards=session.view.hand if session.view else ())
    )


async def list_legal_moves(call: Call) -> Response:
    """Return the viewer's legal moves."""
    return await _represent(
        call,
        "moves",
        lambda session: LegalMoves(version=session.version, moves=session.view.legal_moves if session.view else ()),
    )


async def list_events(call: Call) -> EventConnection:
    """Return a page of a session's events."""
    input: ListEvents = call.input
    return await reading.list_events(call.context, await find(call), input.first, input.after)


async def read_record(call: Call) -> msgspec.Raw:
    """Return the record of a finished table."""
    session = await find(call)
    record = await reading.find_record(call.context, session)
    if record is None and session.status in ("OPEN", "ACTIVE"):
        raise Problem("NOT_OVER", "The session is not over yet.", ("sessionId",))
    if session.is_deal_closed:
        raise deal_is_played()
    if record is None:
        raise Problem("NOT_FOUND", "This session has no record.", ("sessionId",))
    return msgspec.Raw(record.encode())


async def find(call: Call) -> ProjectedSession:
    """Return the session of the path. Raises `Problem` with NOT_FOUND or UNAUTHORIZED."""
    return await reading.read_session(call.context, call.input.session_id)


async def _represent(call: Call, name: str, represent: Callable[[ProjectedSession], object]) -> Response:
    """Return a representation of a session with its tag, or 304 when the client has it already."""
    session = await find(call)
    headers = {"ETag": make_tag(session, name)}
    if is_known(call.fields.get(b"if-none-match", b"").decode("latin-1"), headers["ETag"]):
        return Response(None, 304, headers)
    return Response(encode(represent(session)), 200, headers, JSON)


_SAME = {"sessionId": "$request.path.sessionId"}
_NEXT = "$response.body#/pageInfo/endCursor"

ENDPOINTS = (
    Endpoint(
        id="readSession",
        method="GET",
        path="/v1/sessions/{sessionId}",
        group="Sessions",
        summary="A session as the bearer of the token sees it",
        handle=read_session,
        input=ReadSession,
        answer=Session,
        answered="The session.",
        tags=True,
        problems=("NOT_FOUND", "UNAUTHORIZED", "ROLLED_BACK", "RULES_CHANGED"),
        links={
            "readHand": OperationLink("readHand", _SAME, "The viewer's hand."),
            "listLegalMoves": OperationLink("listLegalMoves", _SAME, "What the viewer may do."),
            "listEvents": OperationLink("listEvents", _SAME, "What has happened."),
        },
    ),
    Endpoint(
        id="listEvents",
        method="GET",
        path="/v1/sessions/{sessionId}/events",
        group="Sessions",
        summary="What has happened in a session, as the viewer may know it, the oldest first",
        handle=list_events,
        input=ListEvents,
        answer=EventConnection,
        answered="A page of events.",
        problems=("NOT_FOUND", "UNAUTHORIZED", "ROLLED_BACK", "RULES_CHANGED"),
        links={"nextPage": OperationLink("listEvents", {**_SAME, "after": _NEXT}, "The next page.")},
    ),
    Endpoint(
        id="readRecord",
        method="GET",
        path="/v1/sessions/{sessionId}/record",
        group="Sessions",
        summary="The record of a finished table: how it was made, its key, moves and result",
        input=SessionQuery,
        handle=read_record,
        answer=Record,
        answered="The record, as the engine writes it.",
        problems=("NOT_FOUND", "UNAUTHORIZED", "NOT_OVER", "RULES_CHANGED"),
    ),
    Endpoint(
        id="readHand",
        method="GET",
        path="/v1/sessions/{sessionId}/hand",
        group="Table",
        summary="Each card in the viewer's hand: its moves, or why it has none",
        input=SessionQuery,
        handle=read_hand,
        answer=Hand,
        answered="The hand.",
        tags=True,
        problems=("NOT_FOUND", "UNAUTHORIZED", "RULES_CHANGED"),
    ),
    Endpoint(
        id="listLegalMoves",
        method="GET",
        path="/v1/sessions/{sessionId}/legal-moves",
        group="Table",
        summary="What the viewer may do now",
        input=SessionQuery,
        handle=list_legal_moves,
        answer=LegalMoves,
        answered="The moves.",
        tags=True,
        problems=("NOT_FOUND", "UNAUTHORIZED", "RULES_CHANGED"),
    ),
)

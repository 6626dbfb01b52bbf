"""The resources of a session: itself, its hand and legal moves, its events and its record."""

from typing import Any

import msgspec
from starlette.responses import Response

from service.http.media_types import JSON
from service.rest.encoding import encode
from service.rest.models import Hand, LegalMoves, ListEvents, ReadSession, SessionQuery
from service.rest.preconditions import is_known, make_tag
from service.rest.registry import Call, Link, next_page, resource
from service.sessions.problems import Problem, deal_is_played
from service.use_cases import reading
from service.views.projection import ProjectedSession
from service.views.session_view import EventConnection, Session

Record = dict[str, Any]

SESSION = "/v1/sessions/{sessionId}"
SAME_SESSION = {"sessionId": "$request.path.sessionId"}

_SEEN = ("NOT_FOUND", "UNAUTHORIZED", "RULES_CHANGED")
_READ = ("NOT_FOUND", "UNAUTHORIZED", "ROLLED_BACK", "RULES_CHANGED")


@resource(
    SESSION,
    "Sessions",
    "A session as the bearer of the token sees it",
    "The session.",
    answer=Session,
    tags=True,
    problems=_READ,
    links=(
        Link("readHand", SAME_SESSION, "The viewer's hand."),
        Link("listLegalMoves", SAME_SESSION, "What the viewer may do."),
        Link("listEvents", SAME_SESSION, "What has happened."),
    ),
)
async def read_session(call: Call, input: ReadSession) -> Response:
    """Return a session as the bearer sees it."""
    session = await reading.read_session(call.context, input.session_id)
    if input.seen is not None:
        await reading.check_seen(call.context, session, input.seen)
    return _represent(call, session, "session", session)


@resource(
    f"{SESSION}/events",
    "Sessions",
    "What has happened in a session, as the viewer may know it, the oldest first",
    "A page of events.",
    problems=_READ,
    links=(next_page("listEvents", SAME_SESSION),),
)
async def list_events(call: Call, input: ListEvents) -> EventConnection:
    """Return a page of a session's events."""
    session = await reading.read_session(call.context, input.session_id)
    return await reading.list_events(call.context, session, input.first, input.after)


@resource(
    f"{SESSION}/record",
    "Sessions",
    "The record of a finished table: how it was made, its key, moves and result",
    "The record, as the engine writes it.",
    answer=Record,
    problems=("NOT_FOUND", "UNAUTHORIZED", "NOT_OVER", "RULES_CHANGED"),
)
async def read_record(call: Call, input: SessionQuery) -> msgspec.Raw:
    """Return the record of a finished table."""
    session = await reading.read_session(call.context, input.session_id)
    record = await reading.find_record(call.context, session)
    if record is None and session.status in ("OPEN", "ACTIVE"):
        raise Problem("NOT_OVER", "The session is not over yet.", ("sessionId",))
    if session.is_deal_closed:
        raise deal_is_played()
    if record is None:
        raise Problem("NOT_FOUND", "This session has no record.", ("sessionId",))
    return msgspec.Raw(record.encode())


@resource(
    f"{SESSION}/hand",
    "Table",
    "Each card in the viewer's hand: its moves, or why it has none",
    "The hand.",
    answer=Hand,
    tags=True,
    problems=_SEEN,
)
async def read_hand(call: Call, input: SessionQuery) -> Response:
    """Return the viewer's hand, card by card."""
    session = await reading.read_session(call.context, input.session_id)
    cards = session.view.hand if session.view else ()
    return _represent(call, session, "hand", Hand(version=session.version, cards=cards))


@resource(
    f"{SESSION}/legal-moves",
    "Table",
    "What the viewer may do now",
    "The moves.",
    answer=LegalMoves,
    tags=True,
    problems=_SEEN,
)
async def list_legal_moves(call: Call, input: SessionQuery) -> Response:
    """Return the viewer's legal moves."""
    session = await reading.read_session(call.context, input.session_id)
    moves = session.view.legal_moves if session.view else ()
    return _represent(call, session, "moves", LegalMoves(version=session.version, moves=moves))


def _represent(call: Call, session: ProjectedSession, name: str, representation: object) -> Response:
    """Return a representation of a session with its tag, or 304 when the client has it already."""
    headers = {"ETag": make_tag(session, name)}
    if is_known(call.fields.get(b"if-none-match", b"").decode("latin-1"), headers["ETag"]):
        return Response(None, 304, headers)
    return Response(encode(representation), 200, headers, JSON)


ENDPOINTS = (read_session, list_events, read_record, read_hand, list_legal_moves)

"""The lists of public sessions, page by page: each listed session is checked, since a list may lag behind."""

import asyncio
import re

import msgspec

from service.sessions.problems import DATA_CORRUPTED, DataCorrupted, Problem
from service.sessions.rules import check_range
from service.sessions.session import Session, asked_seats
from service.sessions.tokens import read_token
from service.storage.port import Listed
from service.storage.public_lists import OPEN, RUNNING, list_of, part_of_game
from service.storage.sessions import SessionRepository
from service.use_cases.context import RequestContext
from service.use_cases.inputs import (
    LARGEST_LIST,
    LARGEST_PAGE,
    MOST_SEATS,
    ListSessionsInput,
    SeatTokenInput,
    SeatTokensInput,
)
from service.use_cases.operation import cost_of_seats, operation
from service.views.lobby_view import (
    MySession,
    MySessions,
    SessionSummaryConnection,
    SessionSummaryEdge,
    project_summary,
)
from service.views.projection import project_session
from service.views.session_view import PageInfo, SessionConnection, SessionEdge, page_of

# A session is listed before it is created; one still missing after this time was never created, or is gone.
GHOST_MILLISECONDS = 60_000

_CURSOR = re.compile(r"(?P<at>\d{1,15})\.(?P<id>[A-Za-z0-9_-]{1,64})")


@operation("query")
async def list_sessions(context: RequestContext, input: ListSessionsInput) -> SessionConnection:
    """List the public sessions with open seats, the newest first."""
    page = await _read_page(context.sessions, OPEN, input)
    edges = tuple(SessionEdge(cursor=cursor, node=project_session(one, context.token)) for cursor, one in page.found)
    return SessionConnection(edges=edges, nodes=tuple(edge.node for edge in edges), page_info=page.info)


@operation("query")
async def list_running_sessions(context: RequestContext, input: ListSessionsInput) -> SessionSummaryConnection:
    """List the public tables that are being played, to watch them, the newest first."""
    page = await _read_page(context.sessions, RUNNING, input)
    edges = tuple(SessionSummaryEdge(cursor=cursor, node=project_summary(one)) for cursor, one in page.found)
    return SessionSummaryConnection(edges=edges, nodes=tuple(edge.node for edge in edges), page_info=page.info)


def page_size(first: int | None, largest: int) -> int:
    """Return the number of items on a page, of at most `largest`. Raises `Problem`."""
    if first is None:
        return largest
    check_range(first, 1, LARGEST_PAGE, "first")
    return min(first, largest)


class _Page(msgspec.Struct, frozen=True):
    """The sessions of a page with their cursors, and its bounds."""

    found: list[tuple[str, Session]]
    info: PageInfo


async def _read_page(sessions: SessionRepository, list_name: str, input: ListSessionsInput) -> _Page:
    size = page_size(input.first, LARGEST_LIST)
    found = await find_listed(sessions, list_name, part_of_game(list_name, input.game), size, input.after)
    cursors = [cursor for cursor, _ in found[:size]]
    info = page_of(cursors, has_next=len(found) > size, has_previous=input.after is not None)
    return _Page(found[:size], info)


async def find_listed(
    sessions: SessionRepository, list_name: str, part: str, size: int, after: str | None = None
) -> list[tuple[str, Session]]:
    """Return sessions of a part of a list with their cursors, the newest first; more than `size` if others follow."""
    before = None if after is None else _read_cursor(after)
    found: list[tuple[str, Session]] = []
    while len(found) <= size:
        listed = await sessions.store.listed(part, before, size + 1)
        for entry in listed:
            before = (entry.at, entry.member)
            session = await _still_listed(sessions, list_name, part, entry)
            if session is not None:
                found.append((f"{entry.at}.{entry.member}", session))
        if len(listed) <= size:
            break
    return found


async def _still_listed(sessions: SessionRepository, list_name: str, part: str, entry: Listed) -> Session | None:
    """Return a listed session if it still belongs on the list, else take it off."""
    session = await find_playable(sessions, entry.member)
    if session is not None and list_of(session) == list_name:
        return session
    if session is not None or await sessions.store.now() - entry.at > GHOST_MILLISECONDS:
        await sessions.store.unlist(part, entry.member)
    return None


async def find_playable(sessions: SessionRepository, session_id: str) -> Session | None:
    """Return a session, None if there is none that can be played."""
    try:
        return await sessions.find(session_id)
    except (Problem, DataCorrupted):
        return None  # under rules that are no longer played, or corrupted


async def read_or_tell(sessions: SessionRepository, session_id: str) -> Session | str:
    """Return a session, or the code of the problem with it. Raises `StoreUnavailable`."""
    try:
        return await sessions.read(session_id)
    except Problem as problem:
        return problem.code
    except DataCorrupted:
        return DATA_CORRUPTED


def _read_cursor(cursor: str) -> tuple[int, str]:
    match = _CURSOR.fullmatch(cursor)
    if match is None:
        raise Problem("INVALID_INPUT", "This is not a cursor that the service gave.", ("after",))
    return int(match["at"]), match["id"]


# ---- one's own sessions


@operation("query", result="MySessionsResult", cost=cost_of_seats)
async def my_sessions(context: RequestContext, input: SeatTokensInput) -> MySessions:
    """Tell of several sessions, by one's tokens there, where it is one's turn.

    Nothing is changed. Send it by POST: tokens do not belong into an address. The bearer token does not matter; five
    seats are charged like a request.
    """
    if not 1 <= len(input.seats) <= MOST_SEATS:
        raise Problem("INVALID_INPUT", f"This takes 1 to {MOST_SEATS} seats.", ("seats",))
    ids = tuple(dict.fromkeys(seat.session_id for seat in input.seats))
    found = await asyncio.gather(*(read_or_tell(context.sessions, session_id) for session_id in ids))
    known = dict(zip(ids, found, strict=True))
    return MySessions(sessions=tuple(_project(seat, known[seat.session_id]) for seat in input.seats))


def _project(sent: SeatTokenInput, known: Session | str) -> MySession:
    if isinstance(known, str):
        return _refuse(sent, known)
    token = read_token(sent.seat_token)
    if not known.is_member(token) or known.is_closed_to(token):
        return _refuse(sent, "UNAUTHORIZED")
    seat = known.seat_of(token)
    return MySession(
        session_id=sent.session_id,
        problem=None,
        session=project_summary(known),
        seat=seat,
        is_host=known.is_host(token),
        is_my_turn=seat is not None and seat in asked_seats(known) and known.seats[seat].kind == "HUMAN",
    )


def _refuse(sent: SeatTokenInput, code: str) -> MySession:
    return MySession(session_id=sent.session_id, problem=code, session=None, seat=None, is_host=False, is_my_turn=False)

"""The lists of public sessions with open seats: a hint that may lag behind, so each listed session is checked."""

import re

from service.sessions.corruption import DataCorrupted
from service.sessions.problems import Problem
from service.sessions.session import Session
from service.storage.repository import SessionRepository
from service.use_cases.context import RequestContext
from service.use_cases.inputs import ListSessionsInput
from service.views.projection import project_session
from service.views.session_view import SessionConnection, SessionEdge, page_of

LARGEST_LIST = 20
# A session is listed before it is created; one still missing after this time was never created, or is gone.
GHOST_MILLISECONDS = 60_000

_CURSOR = re.compile(r"(?P<at>\d{1,15})\.(?P<id>[A-Za-z0-9_-]{1,64})")


async def list_sessions(context: RequestContext, input: ListSessionsInput) -> SessionConnection:
    """Return a page of the public sessions with open seats, the newest first. Raises `Problem` for a bad cursor."""
    size = page_size(input.first, LARGEST_LIST)
    found = await _find_open(context.sessions, input.game, size, input.after)
    edges = tuple(
        SessionEdge(cursor=cursor, node=project_session(session, context.token)) for cursor, session in found[:size]
    )
    nodes = tuple(edge.node for edge in edges)
    cursors = [edge.cursor for edge in edges]
    page_info = page_of(cursors, has_next=len(found) > size, has_previous=input.after is not None)
    return SessionConnection(edges=edges, nodes=nodes, page_info=page_info)


def page_size(first: int | None, largest: int) -> int:
    """Return the number of items on a page."""
    return largest if first is None else max(0, min(first, largest))


async def _find_open(
    sessions: SessionRepository, game: str | None, size: int, after: str | None
) -> list[tuple[str, Session]]:
    """Return open sessions with their cursors, the newest first; more than `size` if others follow."""
    before = None if after is None else _read_cursor(after)
    found: list[tuple[str, Session]] = []
    while len(found) <= size:
        listed = await sessions.store.listed(_list_name(game), before, size + 1)
        for entry in listed:
            before = (entry.at, entry.member)
            session = await _still_open(sessions, game, entry.member, entry.at)
            if session is not None:
                found.append((f"{entry.at}.{entry.member}", session))
        if len(listed) <= size:
            break
    return found


async def _still_open(sessions: SessionRepository, game: str | None, session_id: str, listed_at: int) -> Session | None:
    """Return a listed session if it still has open seats, else take it off the list."""
    session = await _find_playable(sessions, session_id)
    if session is not None and _has_room(session):
        return session
    if session is not None or await sessions.store.now() - listed_at > GHOST_MILLISECONDS:
        await sessions.store.unlist(_list_name(game), session_id)
    return None


async def _find_playable(sessions: SessionRepository, session_id: str) -> Session | None:
    try:
        return await sessions.find(session_id)
    except (Problem, DataCorrupted):
        return None  # under rules that are no longer played, or corrupted


async def keep_listed(sessions: SessionRepository, session: Session) -> None:
    """Keep a public session on the lists exactly as long as it has open seats."""
    if not session.setup.public:
        return
    if _has_room(session):
        await enlist(sessions, session.id, session.game, session.created_at, session.lifetime)
        return
    await unlist(sessions, session.id, session.game)


def _has_room(session: Session) -> bool:
    return session.status == "OPEN" and bool(session.open_seats())


async def enlist(sessions: SessionRepository, session_id: str, game: str, at: int, lifetime: int) -> None:
    """Put a session on the list of all games and on that of its game."""
    for name in (_list_name(None), _list_name(game)):
        await sessions.store.enlist(name, session_id, at, lifetime)


async def unlist(sessions: SessionRepository, session_id: str, game: str) -> None:
    """Take a session off both lists."""
    for name in (_list_name(None), _list_name(game)):
        await sessions.store.unlist(name, session_id)


def _list_name(game: str | None) -> str:
    return "public" if game is None else f"public:{game}"


def _read_cursor(cursor: str) -> tuple[int, str]:
    match = _CURSOR.fullmatch(cursor)
    if match is None:
        raise Problem("INVALID_INPUT", "This is not a cursor that the service gave.", ("after",))
    return int(match["at"]), match["id"]

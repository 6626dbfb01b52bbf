"""What has happened in a session, page by page."""

from service.sessions.history_hash import Cursor, read_cursor, write_cursor
from service.storage.repository import SessionRepository
from service.views.projection import project_events
from service.views.session_view import EventConnection, EventEdge, PageInfo, Session

LARGEST_PAGE = 100


async def read_events(
    sessions: SessionRepository, seen: Session, token: str | None, size: int, after: str | None
) -> EventConnection:
    """Return at most `size` events of a session, as the bearer of a token sees it, after a cursor. Raises `Problem`.

    None is later than the version that the session is seen at.
    """
    cursor, event = (Cursor(0), None) if after is None else read_cursor(after)
    await sessions.check_kept(seen.id, Cursor(seen.version, seen.head or ""), cursor, token, "after")
    found = await _events_after(sessions, seen, cursor.version, event, size + 1)
    edges = tuple(found[:size])
    return EventConnection(
        edges=edges,
        nodes=tuple(edge.node for edge in edges),
        page_info=PageInfo(
            has_next_page=len(found) > size,
            has_previous_page=after is not None,
            start_cursor=edges[0].cursor if edges else None,
            end_cursor=edges[-1].cursor if edges else None,
        ),
    )


async def _events_after(
    sessions: SessionRepository, seen: Session, version: int, event: int | None, size: int
) -> list[EventEdge]:
    found: list[EventEdge] = []
    start = 0 if event is None else event + 1
    async for logged in sessions.log(seen.id, version if event is None else version - 1):
        if len(found) >= size or logged.version > seen.version:
            break
        first = start if logged.version == version else 0
        cursor = Cursor(logged.version, logged.entry.history_hash)
        nodes = project_events(seen.game, logged.version, logged.entry.events, seen.viewer_seat, first)
        found += (EventEdge(cursor=write_cursor(cursor, node.sequence), node=node) for node in nodes)
    return found[:size]

"""What has happened in a session, page by page."""

import re

from service.contract.sessions import EventConnection, EventEdge, PageInfo, Session
from service.contract.views import Event
from service.play.seen import tell_events
from service.play.sessions import Sessions
from service.problems import Problem

LARGEST_PAGE = 100

_CURSOR = re.compile(r"(?P<version>[1-9]\d{0,8})(?:\.(?P<event>0|[1-9]\d{0,5}))?")


def read_cursor(cursor: str) -> tuple[int, int | None]:
    """Return the version of a cursor, and the event in it (null: the last one).

    Cursors are `version` (a frame's) or `version.event` (an event's). Raises `Problem` with INVALID_INPUT.
    """
    match = _CURSOR.fullmatch(cursor)
    if match is None:
        raise Problem("INVALID_INPUT", "This is not a cursor that the service gave.", ("after",))
    return int(match["version"]), None if match["event"] is None else int(match["event"])


async def read_events(sessions: Sessions, seen: Session, size: int, after: str | None) -> EventConnection:
    """Return at most `size` events of a session, as its viewer may know them, after a cursor. Raises `Problem`.

    None is later than the version that the session is seen at.
    """
    version, event = (0, None) if after is None else read_cursor(after)
    found = await _events_after(sessions, seen, version, event, size + 1)
    edges = tuple(EventEdge(cursor=f"{event.version}.{event.sequence}", node=event) for event in found[:size])
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


async def _events_after(sessions: Sessions, seen: Session, version: int, event: int | None, size: int) -> list[Event]:
    found: list[Event] = []
    start = 0 if event is None else event + 1
    async for logged in sessions.log(seen.id, version if event is None else version - 1):
        if len(found) >= size or logged.version > seen.version:
            break
        first = start if logged.version == version else 0
        found += tell_events(seen.game, logged.version, logged.entry.events, seen.viewer_seat, first)
    return found[:size]

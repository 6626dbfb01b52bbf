"""The use cases that read one session: itself, its events page by page, and its record."""

from itertools import count

from service.opponents.table_slots import is_kept_waiting
from service.sessions.history_hash import Cursor, event_cursor, read_cursor
from service.sessions.rules import RolledBack, check_may_see
from service.sessions.session import Session
from service.storage.presence import Sight
from service.storage.sessions import read_archive
from service.use_cases.context import RequestContext
from service.use_cases.finding.listing import page_size
from service.use_cases.inputs import LARGEST_PAGE, PresenceInput
from service.use_cases.operation import operation
from service.views.fields import format_time
from service.views.lobby_view import Presence, SeatPresence
from service.views.projection import ProjectedSession
from service.views.session_view import EventConnection, EventEdge, page_of


async def find_session(context: RequestContext, session_id: str) -> ProjectedSession | None:
    """Return a session, or None when no session has that id. Raises `Problem` with UNAUTHORIZED."""
    session = await context.sessions.find(session_id)
    return None if session is None else _show(context, session)


async def read_session(context: RequestContext, session_id: str) -> ProjectedSession:
    """Return a session. Raises `Problem` with NOT_FOUND or UNAUTHORIZED."""
    return _show(context, await context.sessions.read(session_id))


def _show(context: RequestContext, session: Session) -> ProjectedSession:
    check_may_see(session, context.token)
    context.sessions.presence.saw(session, context.token)
    return ProjectedSession(session, context.token)


@operation("query", "NOT_FOUND", "RULES_CHANGED")
async def presence(context: RequestContext, input: PresenceInput) -> Presence:
    """Tell which holders of seats are there.

    It is no part of the session: nobody is told of a change unless asked.
    """
    session = await context.sessions.read(input.session_id)
    sights, now = await context.sessions.presence.read(session), await context.sessions.store.now()
    seats = tuple(map(_project_sight, count(), sights))
    return Presence(session_id=session.id, seats=seats, waiting=is_kept_waiting(session, now))


def _project_sight(seat: int, sight: Sight | None) -> SeatPresence:
    if sight is None:
        return SeatPresence(seat=seat, connected=None, last_seen=None)
    last_seen = None if sight.at is None else format_time(sight.at)
    return SeatPresence(seat=seat, connected=sight.connected, last_seen=last_seen)


async def check_seen(context: RequestContext, session: ProjectedSession, seen: str) -> None:
    """Raise `RolledBack` if the store has lost the position of a cursor, and `Problem` if it is no cursor."""
    position, _ = read_cursor(seen, "seen")
    await _check_kept(context, session, position, "seen")


async def _check_kept(context: RequestContext, projected: ProjectedSession, seen: Cursor, name: str) -> None:
    """Raise `RolledBack` if the store has lost the version `seen` by a client, which sent it in the field `name`."""
    sessions, now = context.sessions, Cursor(projected.version, projected.head or "")
    if seen.version > now.version:
        # A frame may show the session as it was some versions ago.
        now = (await sessions.read(projected.id)).cursor
    if await sessions.losses.has_lost(projected.id, now, seen):
        session = await sessions.read(projected.id)
        sessions.losses.report(session, seen, context.token)
        raise RolledBack(seen, session, name)


async def find_record(context: RequestContext, session: ProjectedSession) -> str | None:
    """Return the record of a finished table as JSON, or None before its end, since it contains the key (engine 7).

    There is none either as long as the deal is closed.
    """
    if session.status != "FINISHED" or session.is_deal_closed:
        return None
    archive = await read_archive(context.sessions.store, session.id)
    return None if archive is None else bytes(archive.record).decode()


async def list_events(
    context: RequestContext, session: ProjectedSession, first: int | None, after: str | None
) -> EventConnection:
    """Return a page of a session's events, the oldest first, as its viewer may see them. Raises `Problem`.

    No event is later than the version of `session`.
    """
    size = page_size(first, LARGEST_PAGE)
    position, event = (Cursor(0), None) if after is None else read_cursor(after)
    await _check_kept(context, session, position, "after")
    found = await _events_after(context, session, position.version, event, size + 1)
    edges = tuple(found[:size])
    page_info = page_of([edge.cursor for edge in edges], has_next=len(found) > size, has_previous=after is not None)
    return EventConnection(edges=edges, nodes=tuple(edge.node for edge in edges), page_info=page_info)


async def _events_after(
    context: RequestContext, session: ProjectedSession, version: int, event: int | None, size: int
) -> list[EventEdge]:
    found: list[EventEdge] = []
    start = 0 if event is None else event + 1
    async for logged in context.sessions.log(session.id, version if event is None else version - 1):
        if len(found) >= size or logged.version > session.version:
            break
        first = start if logged.version == version else 0
        nodes = session.project_events(logged.version, logged.entry.events, first)
        found += (
            EventEdge(cursor=event_cursor(logged.version, logged.entry.history_hash, node.sequence), node=node)
            for node in nodes
        )
    return found[:size]

"""One generator of frames, for every way in which a session is streamed.

It listens for wake-ups first, then reads the log after its position, and drops what it has seen: so no version is lost
between two readings, and none comes twice.
"""

import asyncio
import re
from collections.abc import AsyncIterator

import msgspec

from service.play.session import Created, LogEntry, Session, advance, create
from service.play.sessions import Logged, Sessions, is_session_id, session_not_found
from service.problems import Problem

_CURSOR = re.compile(r"(?P<version>[1-9]\d{0,8})(?:\.(?P<event>0|[1-9]\d{0,5}))?")


class Frame(msgspec.Struct, frozen=True):
    """The session as of one version, and what happened in it.

    `entry` is null in a snapshot. `resync` tells that versions before this one were skipped, since the log does
    not reach back to them.
    """

    session: Session
    entry: LogEntry | None
    resync: bool = False


def read_cursor(cursor: str) -> tuple[int, int | None]:
    """Return the version of a cursor, and the event in it (null: the last one).

    Cursors are `version` (a frame's) or `version.event` (an event's). Raises `Problem` with INVALID_INPUT.
    """
    match = _CURSOR.fullmatch(cursor)
    if match is None:
        raise Problem("INVALID_INPUT", "This is not a cursor that the service gave.", ("after",))
    return int(match["version"]), None if match["event"] is None else int(match["event"])


async def follow(sessions: Sessions, session_id: str, after: str | None) -> AsyncIterator[Frame]:
    """Yield a snapshot and then each later version once; with `after`, each version after that cursor.

    A version of which the cursor has seen only a part comes again, whole. Ends after the version that finishes
    the session. Raises `Problem` when there is no such session, when it has expired, or when the cursor is none.
    """
    cursor = None if after is None else read_cursor(after)
    if not is_session_id(session_id):
        raise session_not_found()
    async with sessions.store.wakeups(session_id) as wakeups:
        position = None if cursor is None else await _seen_version(sessions, session_id, *cursor)
        frame = await _first_frame(sessions, session_id, position)
        if position is None or frame.resync:
            yield frame
        session = frame.session
        while session.status != "FINISHED":
            async for logged in sessions.log(session_id, session.version):
                session, _ = advance(session, logged.entry.change)
                yield Frame(session, logged.entry)
            if session.status != "FINISHED" and not await _wait(wakeups, session.expires_at - sessions.clock()):
                await sessions.read(session_id)


async def _seen_version(sessions: Sessions, session_id: str, version: int, event: int | None) -> int:
    """Return the last version of which a cursor has seen every event."""
    if event is None:
        return version
    async for logged in sessions.log(session_id, version - 1):
        return version if event + 1 >= len(logged.entry.events) else version - 1
    return version


async def _first_frame(sessions: Sessions, session_id: str, position: int | None) -> Frame:
    """Return the session as of `position`, or as it stands if that is asked for or the log is cut (`resync`)."""
    newest = await sessions.read(session_id)
    if position is None or position >= newest.version:
        return Frame(newest, None, resync=position is not None and position > newest.version)
    session: Session | None = None
    async for logged in sessions.log(session_id, 0):
        session = replay_change(session_id, session, logged)
        if session is None or session.version == position:
            break
    if session is None or session.version != position:
        return Frame(newest, None, resync=True)
    return Frame(session, None)


def replay_change(session_id: str, session: Session | None, logged: Logged) -> Session | None:
    """Return the session after a logged change; None when the log does not begin with its creation."""
    if session is None:
        change = logged.entry.change
        return create(session_id, change)[0] if isinstance(change, Created) else None
    return advance(session, logged.entry.change)[0]


async def _wait(wakeups: AsyncIterator[int], milliseconds: int) -> bool:
    """Wait for a wake-up, at most so long (but a second, should the clocks differ); tell whether there was one."""
    try:
        async with asyncio.timeout(max(milliseconds, 1000) / 1000):
            await anext(wakeups)
    except (TimeoutError, StopAsyncIteration):
        return False
    return True

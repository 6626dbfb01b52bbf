"""One generator of frames, for every way in which a session is streamed.

It listens for wake-ups first, then reads the log after its position, and drops what it has seen: so no version is lost
between two readings, and none comes twice.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from service import metrics
from service.contract.sessions import SessionFrame
from service.play.answers import tell_session
from service.play.changes import Created, LogEntry, advance, create
from service.play.history import read_cursor
from service.play.seen import tell_events
from service.play.session import Session
from service.play.sessions import Logged, Sessions, is_session_id, session_not_found


class Frame(msgspec.Struct, frozen=True):
    """The session as of one version, and what happened in it.

    `entry` is null in a snapshot. `resync` tells that versions before this one were skipped, since the log does
    not reach back to them, or that this one took back what happened before. `holders` is the session that tells who
    holds which seat: the newest that is known, so that a token that is void shows nothing of the past either.
    """

    session: Session
    entry: LogEntry | None
    holders: Session
    resync: bool = False


async def follow(sessions: Sessions, session_id: str, after: str | None) -> AsyncIterator[Frame]:
    """Yield a snapshot and then each later version once; with `after`, each version after that cursor.

    A version of which the cursor has seen only a part comes again, whole. Ends after the version that ends
    the session. Raises `Problem` when there is no such session, when it has expired, or when the cursor is none.
    """
    cursor = None if after is None else read_cursor(after)
    if not is_session_id(session_id):
        raise session_not_found()
    async with sessions.store.wakeups(session_id) as wakeups, _counted():
        position = None if cursor is None else await seen_version(sessions, session_id, *cursor)
        frame = await _first_frame(sessions, session_id, position)
        if position is None or frame.resync:
            yield frame
        session, holders = frame.session, frame.holders
        while not session.is_over:
            async for logged in sessions.log(session_id, session.version):
                session = _follow(session, logged)
                holders = max(holders, session, key=lambda one: one.version)
                yield Frame(session, logged.entry, holders, resync=logged.entry.undoes)
            if not session.is_over and not await _wait(wakeups, session.expires_at - await sessions.store.now()):
                await sessions.read(session_id)


@asynccontextmanager
async def _counted() -> AsyncIterator[None]:
    with metrics.stream_followers.track_inprogress():
        yield


async def seen_version(sessions: Sessions, session_id: str, version: int, event: int | None) -> int:
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
        return Frame(newest, None, newest, resync=position is not None and position > newest.version)
    session: Session | None = None
    async for logged in sessions.log(session_id, 0):
        session = replay_change(session_id, session, logged)
        if session is None or session.version == position:
            break
    if session is None or session.version != position:
        return Frame(newest, None, newest, resync=True)
    return Frame(session, None, newest)


def replay_change(session_id: str, session: Session | None, logged: Logged) -> Session | None:
    """Return the session after a logged change; None when the log does not begin with its creation."""
    if session is None:
        change = logged.entry.change
        return create(session_id, change)[0] if isinstance(change, Created) else None
    return _follow(session, logged)


def _follow(session: Session, logged: Logged) -> Session:
    change = logged.entry.change
    assert not isinstance(change, Created)
    return advance(session, change)[0]


async def _wait(wakeups: AsyncIterator[int], milliseconds: int) -> bool:
    """Wait for a wake-up, at most so long (but a second, should the clocks differ); tell whether there was one."""
    try:
        async with asyncio.timeout(max(milliseconds, 1000) / 1000):
            await anext(wakeups)
    except (TimeoutError, StopAsyncIteration):
        return False
    return True


def tell_frame(frame: Frame, token: str | None) -> SessionFrame:
    """Return a frame as the bearer of a token may see it."""
    session = tell_session(frame.session, token, frame.holders)
    entry, version = frame.entry, frame.session.version
    events = () if entry is None else tell_events(session.game, version, entry.events, session.viewer_seat)
    return SessionFrame(
        version=version,
        cursor=str(version),
        resync=frame.resync,
        events=events,
        session=session,
        decision=None if session.view is None else session.view.decision,
    )

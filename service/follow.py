"""One generator of frames, for every way in which a session is streamed.

It listens for wake-ups first, then reads the log after its position, and drops what it has seen: so no version is lost
between two readings, and none comes twice.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec

from service import metrics
from service.contract.sessions import SessionFrame
from service.play.answers import tell_session
from service.play.chain import Position, read_cursor
from service.play.changes import Created, LogEntry, advance, comes_next, create
from service.play.seen import tell_events
from service.play.session import Session
from service.play.sessions import Logged, Sessions, is_session_id, session_not_found


class Frame(msgspec.Struct, frozen=True):
    """The session as of one version, and what happened in it.

    `entry` is null in a snapshot. `resync` tells that versions before this one were skipped, since the log does
    not reach back to them, or that this one took back what happened before; `rolled_back`, that the store has lost
    versions that were told, so that the session goes on from before them. `holders` is the session that tells who holds
    which seat: the newest that is known, so that a token that is void shows nothing of the past either.
    """

    session: Session
    entry: LogEntry | None
    holders: Session
    resync: bool = False
    rolled_back: bool = False


async def follow(sessions: Sessions, session_id: str, after: str | None) -> AsyncIterator[Frame]:
    """Yield a snapshot and then each later version once; with `after`, each version after that cursor.

    A version of which the cursor has seen only a part comes again, whole. Where the store has lost a version that was
    told, a snapshot that says so comes instead, and the numbers go on from there. Ends after the version that ends
    the session. Raises `Problem` when there is no such session, when it has expired, or when the cursor is none.
    """
    cursor = None if after is None else read_cursor(after)
    if not is_session_id(session_id):
        raise session_not_found()
    async with sessions.store.wakeups(session_id) as wakeups, _counted():
        position = None if cursor is None else await seen_position(sessions, session_id, *cursor)
        frame = await _first_frame(sessions, session_id, position)
        if position is None or frame.resync:
            yield frame
        while not frame.session.is_over:
            async for following in _next_frames(sessions, frame):
                frame = following
                yield frame
            if not frame.session.is_over:
                await _wait(wakeups, frame.session.expires_at - await sessions.store.now())


@asynccontextmanager
async def _counted() -> AsyncIterator[None]:
    with metrics.stream_followers.track_inprogress():
        yield


async def seen_position(sessions: Sessions, session_id: str, seen: Position, event: int | None) -> Position:
    """Return the last position of which a cursor has seen every event."""
    if event is None:
        return seen
    async for logged in sessions.log(session_id, seen.version - 1):
        return seen if event + 1 >= len(logged.entry.events) else Position(seen.version - 1)
    return seen


async def _first_frame(sessions: Sessions, session_id: str, seen: Position | None) -> Frame:
    """Return the session as of `seen`, or as it stands if that is asked for, lost, or out of the log's reach."""
    newest = await sessions.read(session_id)
    if seen is None:
        return Frame(newest, None, newest)
    if await sessions.has_lost(session_id, newest.position, seen):
        return _rolled_back(newest)
    if seen.version == newest.version:
        return Frame(newest, None, newest)
    session: Session | None = None
    async for logged in sessions.log(session_id, 0):
        session = replay_change(session_id, session, logged)
        if session is None or session.version == seen.version:
            break
    if session is None or session.version != seen.version:
        return Frame(newest, None, newest, resync=True)
    return Frame(session, None, newest)


async def _next_frames(sessions: Sessions, last: Frame) -> AsyncIterator[Frame]:
    """Yield a frame for each version that the log has after the last one, or one that tells of a rollback."""
    session, holders, broken = last.session, last.holders, False
    async for logged in sessions.log(session.id, session.version):
        if broken := not comes_next(session, logged.version, logged.entry):
            break
        session = _follow(session, logged)
        holders = max(holders, session, key=lambda one: one.version)
        yield Frame(session, logged.entry, holders, resync=logged.entry.undoes)
    if broken or session is last.session:
        # The log is another one, or has nothing new: perhaps since something is gone.
        newest = await sessions.read(session.id)
        if await sessions.has_lost(session.id, newest.position, session.position):
            yield _rolled_back(newest)
        elif broken:
            yield Frame(newest, None, newest, resync=True)


def _rolled_back(newest: Session) -> Frame:
    return Frame(newest, None, newest, resync=True, rolled_back=True)


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


async def _wait(wakeups: AsyncIterator[int], milliseconds: int) -> None:
    """Wait for a wake-up, at most so long (but a second, should the clocks differ)."""
    with suppress(TimeoutError, StopAsyncIteration):
        async with asyncio.timeout(max(milliseconds, 1000) / 1000):
            await anext(wakeups)


def tell_frame(frame: Frame, token: str | None) -> SessionFrame:
    """Return a frame as the bearer of a token may see it."""
    session = tell_session(frame.session, token, frame.holders)
    entry, version = frame.entry, frame.session.version
    events = () if entry is None else tell_events(session.game, version, entry.events, session.viewer_seat)
    return SessionFrame(
        version=version,
        head=session.head,
        cursor=session.cursor,
        resync=frame.resync,
        rolled_back=frame.rolled_back,
        events=events,
        session=session,
        decision=None if session.view is None else session.view.decision,
    )

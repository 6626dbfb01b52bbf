"""Yields the frames of a session, for every kind of stream.

A watcher first listens for wake-ups, then reads the log after its cursor and drops the versions it has seen. So no
version is lost between two reads, and none comes twice.

A wake-up carries no data, so a lost or repeated wake-up loses or repeats nothing. A version is used without a read only
if this process committed it within the last second, directly after the watcher's cursor. If the store loses that
version, the wake-up that comes with every new connection causes a read, and the heads reveal the loss. The next frame
is requested when the last one was sent, so nothing is queued for a slow reader.

If a watcher is waiting and its socket accepts the bytes at once, such a version is sent in the same turn of the event
loop (`push`), without waking a task. Anything else wakes the watcher, which then reads as described above.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec.structs import replace

from service.observability import metrics
from service.sessions.apply_change import create, make_next
from service.sessions.changes import Created, DealOpened, LogEntry
from service.sessions.history_hash import Cursor, read_cursor
from service.sessions.problems import session_not_found
from service.sessions.session import Session
from service.storage.caches import CommittedStep, SharedVersion, Steps
from service.storage.codec import Logged
from service.storage.documents import is_document_id
from service.storage.presence import Follower
from service.storage.sessions import SessionRepository
from service.use_cases.frames import Frame
from service.use_cases.wakeup_timer import WakeupTimer
from store.listeners import Listener

# The most turns of the event loop that a watcher waits for a change that is under way in its process.
MOST_TRIES = 4


class FramePush(NamedTuple):
    """Sends a frame at once: `show` makes it for the bearer of a token, and `send` tells whether it was sent."""

    show: Callable[[Frame, str | None], Any]
    send: Callable[[Any], bool]


async def watch(
    sessions: SessionRepository,
    session_id: str,
    after: str | None,
    token: str | None = None,
    push: FramePush | None = None,
    *,
    until_rematch: bool = False,
    presence: Follower | None = None,
) -> AsyncIterator[Frame]:
    """Yield a snapshot and then each later version once; with `after`, each version after that cursor.

    If this process commits a version while the caller waits for it, `push` (if given) sends that version; if it cannot
    be sent at once, it is yielded. The token's presence counts as that of a stream, unless `presence` is given.

    If the cursor has seen only part of a version, the whole version comes again. If the store has lost the cursor's
    version, a snapshot that says so comes instead, and the numbers continue from there. The stream ends after the
    version that ends the session, or with `until_rematch` after the version that names its rematch. Raises `Problem`
    if the session does not exist or has expired, or if the cursor is invalid.
    """
    cursor = None if after is None else read_cursor(after)
    if not is_document_id(session_id):
        raise session_not_found()
    presence = presence or sessions.presence.stream(token)
    with metrics.stream_followers.track_inprogress(), closing(WakeupTimer()) as timer, closing(presence):
        async with sessions.store.wakeups(session_id) as wakeups:
            seen = None if cursor is None else await seen_cursor(sessions, session_id, *cursor)
            frame = await _first_frame(sessions, session_id, seen, token)
            presence.see(frame.holders)
            clock_offset = await sessions.store.now() - 1000 * time.monotonic()
            is_shown = seen is None or frame.resync
            if is_shown:
                yield frame
            announced = frame.holders.version
            watcher = _Watcher(sessions, wakeups, timer, presence, frame, is_shown, token, push)
            # While it waits, a watcher keeps no frame but the last one, which may be pushed.
            del frame
            if push is not None:
                wakeups.take_by(watcher.offer)
            while not _ends_stream(watcher.last.session, until_rematch=until_rematch):
                if announced <= watcher.last.session.version:
                    expires_at = watcher.last.session.expires_at - clock_offset
                    announced = await timer.wait(wakeups, expires_at - 1000 * time.monotonic())
                frames = await _next_frames(sessions, watcher.last, announced)
                if not frames or frames[-1].entry is None:
                    announced = 0
                while frames:
                    yield watcher.take(frames.pop(0))


def _ends_stream(session: Session, *, until_rematch: bool) -> bool:
    """Tell whether a stream ends after this version of a session."""
    awaits_rematch = until_rematch and session.rematch is None
    return session.is_over and not awaits_rematch


@dataclass(slots=True, eq=False, repr=False)
class _Watcher:
    """A watcher and its last frame. While it waits, it is offered the next frame at its commit.

    `is_shown` tells whether the last frame was sent: a stream that begins after a cursor does not send that version.
    """

    sessions: SessionRepository
    wakeups: Listener
    timer: WakeupTimer
    presence: Follower
    last: Frame
    is_shown: bool
    token: str | None
    push: FramePush | None

    def take(self, following: Frame) -> Frame:
        """Take the next frame as the last one, and return it as the viewer gets it."""
        frame = self._after_last(following)
        self._keep(following)
        return frame

    def offer(self, version: int, tries: int = MOST_TRIES) -> None:
        """Push the frame of a version that this process has just committed; wake the watcher for any other version."""
        last = self.last.session
        if self.timer.waiting is None:
            self.wakeups.wake(version)
            return
        committed = self.sessions.follower_cache.find_announced(last, version)
        if committed is None and tries and last.id in self.sessions.turns:
            # The store notified the listeners before it answered.
            asyncio.get_running_loop().call_soon(self.offer, version, tries - 1)
            return
        if committed is None or not self._may_push(committed) or not self._try_push(committed):
            self.wakeups.wake(version)

    def _after_last(self, following: Frame) -> Frame:
        """Return the next frame with the version before it, unless the viewer saw that version in another way."""
        return replace(following, before=self.last.session if self._sees_alike(following) else None)

    def _sees_alike(self, following: Frame) -> bool:
        """Tell whether the viewer was sent the last frame, and sees the next one in the same way."""
        last = self.last.holders
        now = following.holders
        if not self.is_shown or following.resync or now.is_deal_closed != last.is_deal_closed:
            return False
        if now.seats is last.seats and now.host_seat == last.host_seat:
            return True
        is_same_seat = now.seat_of(self.token) == last.seat_of(self.token)
        return is_same_seat and now.is_host(self.token) == last.is_host(self.token)

    def _keep(self, following: Frame) -> None:
        self.last = following
        self.is_shown = True
        self.presence.see(following.holders)

    def _may_push(self, committed: CommittedStep) -> bool:
        """Tell whether a version does not end the session, and the watcher knows none that is newer."""
        session = committed.shared.session
        return session.status == "ACTIVE" and self.last.holders.version <= session.version

    def _try_push(self, committed: CommittedStep) -> bool:
        following = _make_frame(committed.shared, committed.step.entry, committed.shared.session)
        try:
            frame = self._after_last(following)
            if self.push is None or not self.push.send(self.push.show(frame, self.token)):
                return False
        except Exception:  # noqa: BLE001 - the watcher is woken, gets the same error, and reports it
            return False
        self._keep(following)
        return True


async def seen_cursor(sessions: SessionRepository, session_id: str, seen: Cursor, event: int | None) -> Cursor:
    """Return the cursor of the last version of which a cursor has seen all events."""
    if event is None:
        return seen
    async for logged in sessions.log(session_id, seen.version - 1):
        # A version that is lost or no longer in the log cannot come again.
        is_kept = seen.names(logged.version, logged.entry.history_hash)
        return Cursor(seen.version - 1) if is_kept and event + 1 < len(logged.entry.events) else seen
    return seen


async def _first_frame(sessions: SessionRepository, session_id: str, seen: Cursor | None, token: str | None) -> Frame:
    """Return the session as of `seen`; the newest version if `seen` is None, lost, or no longer in the log."""
    cache = sessions.follower_cache
    shared = cache.share(await sessions.read(session_id))
    newest = shared.session
    if seen is None:
        return Frame(shared, None, newest)
    if await sessions.losses.has_lost(session_id, newest.cursor, seen):
        sessions.losses.report(newest, seen, token)
        return Frame(shared, None, newest, resync=True, rolled_back=True)
    if seen.version == newest.version:
        return Frame(shared, None, newest)
    session = cache.known(session_id, seen) or await replay_to(sessions, session_id, seen.version)
    if session is None:
        return Frame(shared, None, newest, resync=True)
    return Frame(cache.share(session), None, newest)


async def replay_to(sessions: SessionRepository, session_id: str, version: int) -> Session | None:
    """Return a session as of a version of its log; None if the log does not reach it from the beginning."""
    session: Session | None = None
    async for logged in sessions.log(session_id, 0):
        session = replay_change(session_id, session, logged)
        if session is None or session.version == version:
            return session
    return None


async def _next_frames(sessions: SessionRepository, last: Frame, announced: int) -> list[Frame]:
    """Return the frames of the versions after `last`, as many as one read yields; the last frame may be a snapshot."""
    # A version that a read found, not a wake-up, is read: the store may have reached its number in another history.
    cache = sessions.follower_cache
    committed = cache.find_announced(last.session, announced) if announced > last.holders.version else None
    following = await cache.after(last.session) if committed is None else Steps((committed.step,))
    holders = last.holders
    if following.steps and following.steps[-1].session.version > holders.version:
        holders = following.steps[-1].session
    frames = [_make_frame(cache.share(step.session), step.entry, holders) for step in following.steps]
    if following.newest is not None:
        shared = cache.share(following.newest)
        frames.append(Frame(shared, None, shared.session, resync=True, rolled_back=following.rolled_back))
    return frames


def _make_frame(shared: SharedVersion, entry: LogEntry, holders: Session) -> Frame:
    """Return the frame of a version; it is a resync if its events do not show which cards it changes."""
    # It takes moves back, or opens the deal.
    shows_other_cards = bool(entry.undoes) or isinstance(entry.change, DealOpened)
    return Frame(shared, entry, holders, resync=shows_other_cards)


def replay_change(session_id: str, session: Session | None, logged: Logged[LogEntry]) -> Session | None:
    """Return the session after a logged change; None if the log does not begin with the session's creation."""
    if session is None:
        change = logged.entry.change
        return create(session_id, change)[0] if isinstance(change, Created) else None
    return make_next(session, logged.entry)

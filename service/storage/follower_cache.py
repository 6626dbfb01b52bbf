"""What came lately in the sessions that are followed: read and made once for all who follow in this process."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import msgspec

from service.sessions.apply_change import make_next
from service.sessions.changes import LogEntry
from service.sessions.history_hash import Cursor
from service.sessions.session import Session

# Each holds a session, decoded.
REMEMBERED = 256
# In seconds: a wake-up comes sooner.
FRESH = 1.0


class Step(NamedTuple):
    """A version of a session, and what the log keeps of it; `made` is for what is made of it for many."""

    session: Session
    entry: LogEntry
    made: dict[Hashable, Any]


class Snapshot(msgspec.Struct, frozen=True, weakref=True):
    """A session as it stands, held once for all who follow it from here; `made` is for what is made of it for many."""

    session: Session
    made: dict[Hashable, Any] = msgspec.field(default_factory=dict)


class Steps(msgspec.Struct, frozen=True):
    """What follows on a cursor: the next versions, and the session as it stands if they do not lead there.

    `rolled_back` tells that the store has lost the version itself.
    """

    steps: tuple[Step, ...] = ()
    newest: Session | None = None
    rolled_back: bool = False

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing is new."""
        return not self.steps and self.newest is None


class _Committed(NamedTuple):
    """A step that this process has committed: on which cursor, and when."""

    before: Cursor
    step: Step
    at: float


class FollowerCache:
    """Readings that are under way, and the latest steps, by the cursor that each of them made; `read` reads.

    What was read is never kept by the cursor that it follows on: the store may lose it, and go on another way.
    What was committed here is, for as long as it takes to wake those who follow, or until somebody has the store read:
    whoever has lost the connection does.
    """

    def __init__(self, read: Callable[[Session], Coroutine[Any, Any, Steps]]) -> None:
        self._read = read
        self._reading: dict[tuple[str, Cursor], asyncio.Task[Steps]] = {}
        self._steps: OrderedDict[tuple[str, Cursor], Step] = OrderedDict()
        self._committed: OrderedDict[str, _Committed] = OrderedDict()
        # Kept alive by the followers alone: an idle one needs 8 KiB less when nine others wait at the same version.
        self._snapshots: WeakValueDictionary[str, Snapshot] = WeakValueDictionary()

    async def after(self, session: Session) -> Steps:
        """Return what follows on a session; it is empty only if nothing did when this was called.

        Raises what `read` raises.
        """
        steps = await self._share(session)
        # Somebody else's reading may have begun too early to find what is there by now; the next one has not.
        return await self._share(session) if steps.is_empty else steps

    def snapshot(self, session: Session) -> Snapshot:
        """Return the snapshot of a session that was just read: the one that other followers hold, if it is equal."""
        held = self._snapshots.get(session.id)
        if held is None or held.session != session:
            held = self._snapshots[session.id] = Snapshot(session)
        return held

    def announced(self, session: Session, version: int) -> Step | None:
        """Return the step to a version that is said to be there, if it is the last one committed here, and just now.

        Then there is nothing to read: the store has said that it comes after the session.
        """
        last = self._committed.get(session.id)
        if last is None or last.step.session.version != version or last.before.history_hash != session.history_hash:
            return None
        return last.step if time.monotonic() - last.at < FRESH else None

    def step(self, session: Session, entry: LogEntry) -> Step:
        """Return the step that a logged change, the next one of a session, makes of it: the same one for many."""
        key = (session.id, Cursor(session.version + 1, entry.history_hash))
        if key not in self._steps:
            self._keep(Step(make_next(session, entry), entry, {}))
        self._steps.move_to_end(key)
        return self._steps[key]

    def known(self, session_id: str, cursor: Cursor) -> Session | None:
        """Return a session as of a cursor, if one of the latest steps led there; the store may have lost it since."""
        step = self._steps.get((session_id, cursor))
        return None if step is None else step.session

    def take(self, before: Cursor, session: Session, entry: LogEntry) -> None:
        """Remember a step that this process has committed, if somebody followed the session to the cursor before."""
        if (session.id, before) not in self._steps:
            self._committed.pop(session.id, None)
            return
        if (session.id, session.cursor) not in self._steps:
            self._keep(Step(session, entry, {}))
        step = self._steps[session.id, session.cursor]
        self._committed[session.id] = _Committed(before, step, time.monotonic())
        self._committed.move_to_end(session.id)
        if len(self._committed) > REMEMBERED:
            self._committed.popitem(last=False)

    def _keep(self, step: Step) -> None:
        self._steps[step.session.id, step.session.cursor] = step
        if len(self._steps) > REMEMBERED:
            self._steps.popitem(last=False)

    async def _share(self, session: Session) -> Steps:
        key = (session.id, session.cursor)

        def forget(task: asyncio.Task[Steps]) -> None:
            del self._reading[key]
            if not task.cancelled():
                # Whoever waited for it may have left: then nobody else takes notice of a failure.
                task.exception()

        if key not in self._reading:
            self._committed.pop(session.id, None)
            self._reading[key] = asyncio.create_task(self._read(session))
            self._reading[key].add_done_callback(forget)
        return await asyncio.shield(self._reading[key])

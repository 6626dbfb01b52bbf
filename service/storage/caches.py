"""The caches of a process: of documents, and of the latest versions of followed sessions.

Most changes are decided on a cached document, without reading the store. The latest versions of a followed session are
read and computed once for all its followers in this process.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

import msgspec

from service.sessions.apply_change import make_next
from service.sessions.changes import LogEntry
from service.sessions.history_hash import Cursor
from service.sessions.session import Session
from service.tournaments.tournament import Tournament

# Each step holds a decoded session.
STEPS = 256
# For this many seconds, a step committed by this process needs no read; a wake-up arrives sooner.
FRESH = 1.0

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T", Session, Tournament)


class Recent(OrderedDict[K, V]):
    """The entries that were added last, at most `most` of them."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: K, value: V) -> V:
        """Keep a value, and return it."""
        self[key] = value
        self.move_to_end(key)
        while len(self) > self._most:
            self.popitem(last=False)
        return value


class Cached(msgspec.Struct, Generic[T], frozen=True):
    """A cached document, with its stored form (empty if unknown) so that it is decoded only once."""

    value: T
    document: bytes = b""


class Cache(Recent[str, Cached[T]]):
    """The documents that this process has committed or read last, by id.

    A cached document may be older than the stored one, or belong to a history that the store has lost. So a commit on
    it compares the cursor, and a change is refused only after reading the store.
    """

    def keep_later(self, value: T, document: bytes = b"") -> T:
        """Keep a document, unless a later version is kept; return it, or the equal one that was kept before."""
        held = self.get(value.id)
        if held is not None and held.value.version > value.version:
            return value
        if held is not None and (held.value is value or held.value == value):
            value = held.value
            document = document or held.document
        return self.keep(value.id, Cached(value, document)).value


# ---- followed sessions


class SharedVersion(msgspec.Struct, frozen=True, weakref=True):
    """A version of a session, and what its followers share: the parts of frames, and the frames.

    Frames refer to parts. In one dictionary, each frame would refer to itself, and only the garbage collector would
    find it: this took 14 % of the CPU time of a move that four streams follow.
    """

    session: Session
    parts: dict[Hashable, Any] = msgspec.field(default_factory=dict)
    frames: dict[Hashable, Any] = msgspec.field(default_factory=dict)


class VersionStep(msgspec.Struct, frozen=True):
    """A version of a session, with its log entry."""

    session: Session
    entry: LogEntry


class Steps(msgspec.Struct, frozen=True):
    """The continuation after a cursor: the next versions, and the newest session if they do not lead to it.

    `rolled_back` is true if the store has lost the version at the cursor.
    """

    steps: tuple[VersionStep, ...] = ()
    newest: Session | None = None
    rolled_back: bool = False

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing new."""
        return not self.steps and self.newest is None


class CommittedStep(msgspec.Struct, frozen=True):
    """A step that this process has committed, the cursor before it, what its followers share, and the time."""

    before: Cursor
    step: VersionStep
    shared: SharedVersion
    at: float


class FollowerCache:
    """The reads in progress, and the latest steps by the cursor that each of them reached; `read` reads the store.

    A step that was read is never found by the cursor before it, since the store may lose the step and continue
    differently. A step that this process committed can be found by it while the followers are woken, or until one of
    them reads the store, as a follower does after losing its connection.
    """

    def __init__(self, read: Callable[[Session], Coroutine[Any, Any, Steps]]) -> None:
        self._read = read
        self._reading: dict[tuple[str, Cursor], asyncio.Task[Steps]] = {}
        self.steps = Recent[tuple[str, Cursor], VersionStep](STEPS)
        # The last step of each session that this process has committed while somebody followed it.
        self.committed = Recent[str, CommittedStep](STEPS)
        # The versions at which followers are. Only these and `committed` keep them alive: an idle follower needs 8 KiB
        # less if nine others wait at the same version.
        self.followed: WeakValueDictionary[tuple[str, Cursor], SharedVersion] = WeakValueDictionary()

    async def after(self, session: Session) -> Steps:
        """Return the continuation of a session; it is empty only if there was none at the time of the call.

        Raises the errors of `read`.
        """
        steps = await self._read_once(session)
        # A shared read may have begun before this call, and before the newest commit; the next one begins after it.
        return await self._read_once(session) if steps.is_empty else steps

    def share(self, session: Session) -> SharedVersion:
        """Return what the followers of a version of a session share, with one of several equal sessions."""
        key = (session.id, session.cursor)
        held = self.followed.get(key)
        if held is None or (held.session is not session and held.session != session):
            held = self.followed[key] = SharedVersion(session)
        return held

    def step(self, session: Session, entry: LogEntry) -> VersionStep:
        """Return the step to the next version of a session, by its log entry; all followers share the object."""
        key = (session.id, Cursor(session.version + 1, entry.history_hash))
        return self.steps.keep(key, self.steps.get(key) or VersionStep(make_next(session, entry), entry))

    def known(self, session_id: str, cursor: Cursor) -> Session | None:
        """Return a session as of a cursor, if one of the latest steps reached it; the store may have lost it since."""
        step = self.steps.get((session_id, cursor))
        return None if step is None else step.session

    def take(self, before: Cursor, session: Session, entry: LogEntry) -> None:
        """Cache a step that this process has committed, if a follower is at the cursor before it."""
        self.committed.pop(session.id, None)
        if (session.id, before) not in self.followed:
            return
        key = (session.id, session.cursor)
        step = self.steps.keep(key, self.steps.get(key) or VersionStep(session, entry))
        shared = self.share(step.session)
        self.committed.keep(session.id, CommittedStep(before, step, shared, time.monotonic()))

    def find_announced(self, session: Session, version: int) -> CommittedStep | None:
        """Return the step to an announced version, if this process has just made it and nothing after it.

        No read is needed then: the store has confirmed that the version follows the session.
        """
        last = self.committed.get(session.id)
        if last is None or last.step.session.version != version or last.before.history_hash != session.history_hash:
            return None
        return last if time.monotonic() - last.at < FRESH else None

    def parts_of(self, session_id: str, entry: LogEntry) -> dict[Hashable, Any] | None:
        """Return what followers share of the step with a log entry, if this process has just committed it; else None.

        The session alone does not tell the step: a retry gets the newest version, and the entry of an earlier one.
        """
        last = self.committed.get(session_id)
        return last.shared.parts if last is not None and last.step.entry is entry else None

    async def _read_once(self, session: Session) -> Steps:
        key = (session.id, session.cursor)

        def forget(task: asyncio.Task[Steps]) -> None:
            del self._reading[key]
            if not task.cancelled():
                # If all callers have left, nothing else retrieves its exception.
                task.exception()

        if key not in self._reading:
            self.committed.pop(session.id, None)
            self._reading[key] = asyncio.create_task(self._read(session))
            self._reading[key].add_done_callback(forget)
        return await asyncio.shield(self._reading[key])

"""The memories of bots' seats, made only from the events in the session's log that each seat was shown."""

import asyncio
from collections.abc import Sequence
from itertools import chain

import msgspec
from msgspec.structs import replace

import engine
from engine import Event, Memory
from service.sessions.changes import LogEntry
from service.sessions.history_hash import Cursor, next_hash
from service.sessions.session import Session, deal_of
from service.storage.caches import Recent
from service.storage.codec import SESSIONS, Logged
from service.storage.documents import PAGE
from store.port import Store

# A memory takes a few KiB; a forgotten memory is rebuilt from the log.
REMEMBERED = 1000
MOVES_AT_ONCE = 10


class _Recalled(msgspec.Struct, frozen=True):
    """What a seat remembers at a version of the session."""

    cursor: Cursor
    memory: Memory


class Memories:
    """The memories of the seats that this process's bots have played most recently."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # By session and viewer; the viewer is None if all viewers remember the same.
        self._known = Recent[tuple[str, int | None], _Recalled](REMEMBERED)

    async def recall(self, session: Session, seat: int) -> Memory | None:
        """Return what a seat remembers at this version; None if the log does not have this version."""
        # Seats that remember the same share one memory, so that each move is processed once.
        viewer = None if engine.remember_alike(session.game) else seat
        known = self._known.get((session.id, viewer))
        recalled = None
        if known is not None and known.cursor.version <= session.version:
            recalled = await self._read_on(session, viewer, known)
        # Known moves may have been taken back since, or lost by the store: then the memory is rebuilt from the deal.
        recalled = recalled or await self._read_on(session, viewer, _begin(session, viewer))
        if recalled is None:
            return None
        self._known.keep((session.id, viewer), recalled)
        return replace(recalled.memory, viewer=seat)

    async def _read_on(self, session: Session, viewer: int | None, known: _Recalled) -> _Recalled | None:
        """Return what a viewer remembers at this version, starting from an earlier one.

        Moves that were taken back are left out. Returns None if the log does not lead from there to this version, or if
        a later change took back moves from before the starting version.
        """
        at = known.cursor
        shown: list[tuple[Event, ...]] = []
        while at.version < session.version:
            page = await self._store.entries(session.id, at.version, min(PAGE, session.version - at.version))
            if not page:
                return None
            for entry in page:
                logged = SESSIONS.check_entry(session.id, entry)
                if not _follows(session, at, logged) or not _add_events(shown, logged.entry, viewer):
                    return None
                at = Cursor(logged.version, logged.entry.history_hash)
        return None if at != session.cursor else _Recalled(at, await _remember(known.memory, shown))


async def _remember(memory: Memory, shown: Sequence[tuple[Event, ...]]) -> Memory:
    """Add moves to a memory, a few at a time: a move of a large table takes a millisecond, and other tasks wait."""
    for first in range(0, len(shown), MOVES_AT_ONCE):
        if first:
            await asyncio.sleep(0)
        memory = engine.remember(memory, chain.from_iterable(shown[first : first + MOVES_AT_ONCE]))
    return memory


def _follows(session: Session, at: Cursor, logged: Logged[LogEntry]) -> bool:
    """Tell whether a logged version follows a cursor: the store may have lost the cursor's version for another one."""
    version = at.version + 1
    expected = next_hash(session.history_key, version, at.history_hash, logged.entry.change)
    return (logged.version, logged.entry.history_hash) == (version, expected)


def _add_events(shown: list[tuple[Event, ...]], entry: LogEntry, viewer: int | None) -> bool:
    """Add a move's events as a viewer sees them, or drop the moves taken back; False if there are too few to drop."""
    if entry.undoes > len(shown):
        return False
    del shown[len(shown) - entry.undoes :]
    if entry.made:
        shown.append(engine.events_for(entry.events, viewer))
    return True


def _begin(session: Session, viewer: int | None) -> _Recalled:
    """Return what a viewer knows when the cards are dealt."""
    dealt = deal_of(session)
    return _Recalled(Cursor(0), engine.begin_memory(dealt, viewer))

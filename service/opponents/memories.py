"""What the seats of bots remember, made from the log of the session: from what each seat was told, and nothing else."""

from collections import OrderedDict
from collections.abc import Iterable

import msgspec

import engine
from engine import Event, Memory
from service.sessions.changes import LogEntry
from service.sessions.history_hash import Cursor
from service.sessions.session import Session, key_of
from service.storage.port import Store
from service.storage.session_log import PAGE, check_entry

# A memory takes a few KiB; one that was forgotten is made again from the log.
REMEMBERED = 1000


class _Recalled(msgspec.Struct, frozen=True):
    """What a seat remembers at a version of the session."""

    cursor: Cursor
    memory: Memory


class Memories:
    """The memories of the seats that bots of this process have played last."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[tuple[str, int], _Recalled] = OrderedDict()

    async def recall(self, session: Session, seat: int) -> Memory | None:
        """Return what a seat remembers at this version; None if the log does not have this version."""
        known = self._known.get((session.id, seat))
        recalled = None
        if known is not None and known.cursor.version <= session.version:
            recalled = await self._read_on(session, seat, known)
        # What was known may have been taken back since, or lost by the store.
        recalled = recalled or await self._read_on(session, seat, _begin(session, seat))
        if recalled is None:
            return None
        self._keep(session.id, seat, recalled)
        return recalled.memory

    def _keep(self, session_id: str, seat: int, recalled: _Recalled) -> None:
        self._known[session_id, seat] = recalled
        self._known.move_to_end((session_id, seat))
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    async def _read_on(self, session: Session, seat: int, known: _Recalled) -> _Recalled | None:
        """Return what a seat remembers at this version, from an earlier one; None if the log does not lead there.

        Moves that were taken back are left out, as if they had not been made; None also if they were made before that.
        """
        at, told = known.cursor, list[tuple[Event, ...]]()
        while at.version < session.version:
            page = await self._store.entries(session.id, at.version, min(PAGE, session.version - at.version))
            logged = [check_entry(session.id, entry) for entry in page]
            if not logged or logged[0].version != at.version + 1:
                return None
            if not _tell(told, (one.entry for one in logged), seat):
                return None
            at = Cursor(logged[-1].version, logged[-1].entry.history_hash)
        if at != session.cursor:
            return None
        return _Recalled(at, engine.remember(known.memory, [event for events in told for event in events]))


def _tell(told: list[tuple[Event, ...]], entries: Iterable[LogEntry], seat: int) -> bool:
    """Add what a seat is told of the moves of entries, without those taken back; False if more are than were told."""
    for entry in entries:
        if entry.undoes > len(told):
            return False
        del told[len(told) - entry.undoes :]
        if entry.made:
            told.append(engine.events_for(entry.events, seat))
    return True


def _begin(session: Session, seat: int) -> _Recalled:
    """Return what a seat knows when the cards are dealt."""
    dealt = engine.new_game(
        session.game,
        seats=len(session.seats),
        options=session.options,
        seed=key_of(session),
        deck=session.dealing.deck,
    )
    return _Recalled(Cursor(0), engine.begin_memory(dealt, seat))

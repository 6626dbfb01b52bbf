"""What the seats of bots remember, made from the log of the session: from what each seat was told, and nothing else."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence

import msgspec

import engine
from engine import Event, Memory
from service.sessions.history_hash import Cursor
from service.sessions.session import Session, key_of
from service.storage.port import Store
from service.storage.session_log import PAGE, Logged, check_entry

# A memory takes a few KiB; one that was forgotten is made again from the log.
REMEMBERED = 1000


class _Recalled(msgspec.Struct, frozen=True):
    """What a seat remembers at a version of the session, and what it knew `before` the last move, if that is undone."""

    cursor: Cursor
    memory: Memory
    before: Memory


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
        # What was known may belong to a history that the store has lost.
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
        """Return a memory as of this version of the session; None if the log does not lead there."""
        at = known.cursor
        while at.version < session.version:
            page = await self._store.entries(session.id, at.version, min(PAGE, session.version - at.version))
            logged = [check_entry(session.id, entry) for entry in page]
            if not logged or logged[0].version != at.version + 1:
                return None
            known = _learn(known, logged, seat)
            at = known.cursor
        return known if at == session.cursor else None


def _begin(session: Session, seat: int) -> _Recalled:
    """Return what a seat knows when the cards are dealt."""
    dealt = engine.new_game(
        session.game,
        seats=len(session.seats),
        options=session.options,
        seed=key_of(session),
        deck=session.dealing.deck,
    )
    memory = engine.begin_memory(dealt, seat)
    return _Recalled(Cursor(0), memory, memory)


def _learn(known: _Recalled, logged: Sequence[Logged], seat: int) -> _Recalled:
    """Return what a seat remembers after further versions, as if moves that were taken back had not been made."""
    memory, before, told = known.memory, known.before, list[tuple[Event, ...]]()
    for entry in (one.entry for one in logged):
        if entry.undoes and told:
            told.pop()
        elif entry.undoes:
            memory = before
        elif entry.made:
            told.append(engine.events_for(entry.events, seat))
    last = Cursor(logged[-1].version, logged[-1].entry.history_hash)
    if not told:
        return _Recalled(last, memory, before)
    before = engine.remember(memory, _all_of(told[:-1]))
    return _Recalled(last, engine.remember(before, told[-1]), before)


def _all_of(told: Iterable[tuple[Event, ...]]) -> list[Event]:
    return [event for events in told for event in events]

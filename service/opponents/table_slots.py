"""Bounds the tables of bots only that one worker plays at once; the others wait, and callers take turns."""

import msgspec

from service.opponents.timing import is_overdue
from service.sessions.session import Session

# Waiting tables beyond this number are dropped here and found again by the cleanup.
MOST_WAITING = 10_000
# A table whose move is overdue by this time counts as waiting.
WAITING_MILLIS = 5000


class SlotBounds(msgspec.Struct, frozen=True):
    """The most tables of bots only that a worker plays at once, in total and for one caller.

    Each tournament and each batch counts as a caller. All other tables together count as one caller, since a session
    does not store who opened it.
    """

    tables: int = 8
    tables_per_caller: int = 4


class TableSlots:
    """The tables of bots only, playing or waiting for a slot."""

    def __init__(self, bounds: SlotBounds) -> None:
        self._bounds = bounds
        # The caller of each table in play.
        self._played: dict[str, str] = {}
        # The ids of each caller's waiting tables, in order of arrival; the caller whose turn is next comes first. Only
        # ids are kept, since a large table takes a tenth of a MiB: it is read again when its turn comes.
        self._waiting: dict[str, dict[str, None]] = {}

    @property
    def waiting(self) -> int:
        """Return the number of tables that wait."""
        return sum(map(len, self._waiting.values()))

    def take(self, session: Session) -> bool:
        """Take a slot for a table and return true; if there is none, the table waits."""
        if session.id in self._played:
            return True
        caller = _caller_of(session)
        tables = self._waiting.get(caller)
        if not tables and self._has_room(caller):
            self._played[session.id] = caller
            return True
        if (tables and session.id in tables) or self.waiting < MOST_WAITING:
            self._waiting.setdefault(caller, {})[session.id] = None
        return False

    def is_waiting(self, session_id: str) -> bool:
        """Tell whether a table waits."""
        return any(session_id in tables for tables in self._waiting.values())

    def leave(self, session_id: str) -> None:
        """Free the slot of a table, or its place among the waiting tables."""
        self._played.pop(session_id, None)
        for caller, tables in list(self._waiting.items()):
            tables.pop(session_id, None)
            if not tables:
                del self._waiting[caller]

    def admit(self) -> str | None:
        """Give a free slot to a waiting table and return its id; None if no slot is free or no table waits."""
        caller = next((one for one in self._waiting if self._has_room(one)), None)
        if caller is None:
            return None
        session_id, *others = self._waiting.pop(caller)
        if others:
            # The next turn is another caller's.
            self._waiting[caller] = dict.fromkeys(others)
        self._played[session_id] = caller
        return session_id

    def _has_room(self, caller: str) -> bool:
        played = self._played
        if len(played) >= self._bounds.tables:
            return False
        return list(played.values()).count(caller) < self._bounds.tables_per_caller


def has_people(session: Session) -> bool:
    """Tell whether a person holds any seat."""
    return any(seat.kind == "HUMAN" for seat in session.seats)


def is_kept_waiting(session: Session, now: int) -> bool:
    """Tell whether a table of bots only waits at any worker, since its move is long overdue."""
    return not has_people(session) and is_overdue(session, now, WAITING_MILLIS)


def _caller_of(session: Session) -> str:
    return session.batch if session.tournament is None else session.tournament.tournament_id

"""Presence: which seats are connected.

They are the seats whose holders follow or read a session, or act in it, noted in the store from time to time.

Presence is no part of the committed session: it makes no version, and changes no answer but its own. For each session a
list has a member for each set of holders that a worker has seen together, at the time when it last did. So a worker
writes at most once in `REFRESH_SECONDS` for a session, unless somebody new comes, and a dead one is soon forgotten.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec
import structlog

from service.sessions.session import Seat, Session
from store.port import Store
from store.problems import StoreUnavailable

TICK_SECONDS = 0.5
REFRESH_SECONDS = 10.0
# A holder counts as connected until it was not seen for so long: two refreshes, and some time to reload a page.
GRACE_MILLISECONDS = 25_000
# How long a last sight is remembered.
KEPT_SECONDS = 86_400
# The sets of holders that are read, the latest first, and the notes that are written at a time.
MOST_READ = 200
AT_ONCE = 50

log = structlog.get_logger("croupier.presence")


class LastSeen(msgspec.Struct, frozen=True):
    """When the holder of a seat was last seen, in milliseconds since 1970, and whether it counts as connected."""

    at: int | None
    connected: bool


class PresenceTracker:
    """What one worker knows of who is there, and what the store knows."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # By session: the seats that were seen since the last note, the holders with open streams, and that note.
        self.seen = defaultdict[str, set[Seat]](set)
        self._held: dict[str, Counter[str]] = {}
        self._noted: dict[str, tuple[float, frozenset[str]]] = {}
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Note who is there from now on."""
        self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Note nothing any more."""
        if self._running is not None:
            self._running.cancel()

    def saw(self, session: Session, token: str | None) -> None:
        """Remember that the bearer of a token was here, if it holds a seat of the session."""
        seat = session.seat_of(token)
        if seat is not None:
            self.seen[session.id].add(session.seats[seat])

    def follow(self, *tokens: str | None) -> "Follower":
        """Return a follower with these tokens, who counts as connected until it is closed."""
        return Follower(self, tokens)

    def count(self, session_id: str, holders: frozenset[str], step: int) -> None:
        """Count holders who begin (1) or end (-1) to follow a session."""
        held = self._held.setdefault(session_id, Counter())
        for holder in holders:
            held[holder] += step
            if not held[holder]:
                del held[holder]
        if not held:
            del self._held[session_id]

    async def read(self, session: Session) -> list[LastSeen | None]:
        """Return for each seat when its holder was last seen; None for seats that nobody holds and decides for."""
        listed = await self._store.listed(_list_of(session.id), None, MOST_READ)
        last: dict[str, int] = {}
        for entry in listed:
            for holder in entry.member.split(","):
                last.setdefault(holder, entry.at)
        now = await self._store.now()
        return [_sight(last, now, _holder_of(seat)) for seat in session.seats]

    async def _run(self) -> None:
        while True:
            try:
                await self._note_due()
            except StoreUnavailable:
                log.debug("who is there is noted when the store is back")
            except Exception:
                log.exception("who is there could not be noted")
            await asyncio.sleep(TICK_SECONDS)

    async def _note_due(self) -> None:
        now = time.monotonic()
        due = [session_id for session_id in self._held.keys() | self.seen.keys() if self._is_due(session_id, now)]
        if due:
            at = await self._store.now()
            for first in range(0, len(due), AT_ONCE):
                await asyncio.gather(*(self._note(one, at, now) for one in due[first : first + AT_ONCE]))
        self._noted = {one: note for one, note in self._noted.items() if now - note[0] < REFRESH_SECONDS}

    def _is_due(self, session_id: str, now: float) -> bool:
        noted_at, holders = self._noted.get(session_id, (-REFRESH_SECONDS, frozenset()))
        return now - noted_at >= REFRESH_SECONDS or not _holders_of(self.seen.get(session_id, ())) <= holders

    async def _note(self, session_id: str, at: int, now: float) -> None:
        holders = _holders_of(self.seen.pop(session_id, ())).union(self._held.get(session_id, ()))
        if holders:
            await self._store.enlist(_list_of(session_id), ",".join(sorted(holders)), at, KEPT_SECONDS)
            self._noted[session_id] = now, holders


@dataclass(slots=True, eq=False, repr=False)
class Follower:
    """One stream or poll of a session: it counts for the seats that its tokens hold at the time."""

    _presence: PresenceTracker
    _tokens: tuple[str | None, ...]
    _session_id: str = ""
    _seats: tuple[Seat, ...] = ()
    _holders: frozenset[str] = frozenset()

    def see(self, session: Session) -> None:
        """Update the followed seats; most versions leave them as they were."""
        if session.seats is self._seats:
            return
        seats = {session.seat_of(token) for token in self._tokens}
        holders = _holders_of(session.seats[seat] for seat in seats if seat is not None)
        self._presence.count(session.id, holders, 1)
        self.close()
        self._session_id, self._seats, self._holders = session.id, session.seats, holders
        for token in self._tokens:
            self._presence.saw(session, token)

    def close(self) -> None:
        """Count no more."""
        if self._holders:
            self._presence.count(self._session_id, self._holders, -1)
        self._holders = frozenset()


def _list_of(session_id: str) -> str:
    return f"presence:{session_id}"


def _holder_of(seat: Seat) -> str | None:
    """Return what tells the holder of a seat from those before and after; None if nobody decides for it."""
    return None if seat.token is None or seat.kind != "HUMAN" else seat.token.kept[:16]


def _holders_of(seats: Iterable[Seat]) -> frozenset[str]:
    return frozenset(holder for seat in seats if (holder := _holder_of(seat)))


def _sight(last: dict[str, int], now: int, holder: str | None) -> LastSeen | None:
    if holder is None:
        return None
    at = last.get(holder)
    return LastSeen(at, at is not None and now - at < GRACE_MILLISECONDS)

"""Presence: which seats are connected.

They are the seats whose holders follow or read a session, or act in it, noted in the store from time to time.

Presence is no part of the committed session: it makes no version, and changes no answer but its own. For each session a
list has the notes of the workers, each at the time when it last was true: who has streams at this worker, who has just
left the last one, and who else was seen. So a worker writes at most once in `REFRESH_SECONDS` for a session, unless
somebody comes or leaves. Its latest note tells who is there, and a dead one is soon forgotten.
"""

import asyncio
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

import msgspec
import structlog

from service.sessions.session import Seat, Session
from store.port import Listed, Store
from store.problems import StoreUnavailable

TICK_SECONDS = 0.5
REFRESH_SECONDS = 10.0
# The time to come back after a stream is closed, to this worker or another: a page is loaded anew.
RETURN_SECONDS = 2.0
# A note counts for so long: two refreshes, and some time for a reader to come again.
GRACE_MILLISECONDS = 25_000
# How long a last sight is remembered.
KEPT_SECONDS = 86_400
# The notes that are read, the latest first, and those that are written at a time.
MOST_READ = 200
AT_ONCE = 50

# The list of the notes of a session: this, and its id.
NOTES = "presence:"
# By session: how many streams, or polls, each holder has open here.
Open = dict[str, Counter[str]]

log = structlog.get_logger("croupier.presence")


class LastSeen(msgspec.Struct, frozen=True):
    """When the holder of a seat was last seen, in milliseconds since 1970, and whether it counts as connected.

    Both are None for a seat that nobody holds and decides for.
    """

    at: int | None = None
    connected: bool | None = None


VACANT = LastSeen()
NEVER = LastSeen(connected=False)


class _Note(msgspec.Struct, frozen=True):
    """Who has streams at a worker, and who else was seen there.

    `told` is who was last seen by each of the worker's notes that the store has.
    """

    here: frozenset[str]
    others: frozenset[str]
    written_at: float
    told: Mapping[str, frozenset[str]] = {}


NOBODY = frozenset[str]()
NOTHING = _Note(NOBODY, NOBODY, -inf)


class PresenceTracker:
    """What one worker knows of who is there, and what the store knows."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._worker = secrets.token_urlsafe(6)
        # By session: the seats that were seen since the last tick.
        self.seen = defaultdict[str, set[Seat]](set)
        self._streams: Open = {}
        self._polls: Open = {}
        # By session: the last note, unless nobody had a stream and it is old.
        self._noted: dict[str, _Note] = {}

    async def run(self) -> None:
        """Note who is there, until it is cancelled."""
        while True:
            try:
                await self._note_due()
            except StoreUnavailable:
                log.debug("who is there is noted when the store is back")
            except Exception:
                log.exception("who is there could not be noted")
            await asyncio.sleep(TICK_SECONDS)

    def saw(self, session: Session, token: str | None) -> None:
        """Remember that the bearer of a token was here, if it holds a seat of the session."""
        if (seat := session.seat_of(token)) is not None:
            self.seen[session.id].add(session.seats[seat])

    def stream(self, token: str | None) -> "Follower":
        """Return a follower by a stream: whoever closes it is gone, unless it soon comes back."""
        return Follower(self._streams, (token,))

    def poll(self, *tokens: str | None) -> "Follower":
        """Return a follower by a poll: whoever ends it may take some time until the next."""
        return Follower(self._polls, tokens)

    async def read(self, session: Session) -> list[LastSeen]:
        """Return for each seat when its holder was last seen."""
        listed = await self._store.listed(NOTES + session.id, None, MOST_READ)
        sights = _read_notes(listed, await self._store.now() - GRACE_MILLISECONDS)
        return [sights.get(holder, NEVER) if holder else VACANT for holder in map(_holder_of, session.seats)]

    async def _note_due(self) -> None:
        if due := list(self._due_notes(time.monotonic())):
            at = await self._store.now()
            for first in range(0, len(due), AT_ONCE):
                await asyncio.gather(*(self._write(*one, at) for one in due[first : first + AT_ONCE]))

    def _due_notes(self, now: float) -> Iterator[tuple[str, _Note]]:
        """Yield the notes that tell news, or are as true as some time ago, by session."""
        seen, self.seen = self.seen, defaultdict(set)
        earliest = now - REFRESH_SECONDS
        self._noted = {one: last for one, last in self._noted.items() if last.here or last.written_at > earliest}
        for one in self._noted.keys() | self._streams.keys() | self._polls.keys() | seen.keys():
            last = self._noted.get(one, NOTHING)
            here = self._streams.get(one, {}).keys()
            others = NOBODY
            # Most sessions have streams alone, and ten thousand of them are checked in five milliseconds.
            if one in seen or one in self._polls:
                others = _holders_of(seen.get(one, ())).union(self._polls.get(one, ())).difference(here)
            if last.written_at <= earliest and (here or others):
                yield one, _Note(frozenset(here), others, now)
            elif here != last.here or not others <= last.others:
                yield one, _Note(frozenset(here), others.union(last.others).difference(here), last.written_at)

    async def _write(self, session_id: str, note: _Note, at: int) -> None:
        """Write a note, and remove those that tell of nobody else; who left is told once: the last sight stays true."""
        last = self._noted.get(session_id, NOTHING)
        left = last.here - note.here
        member = ":".join(",".join(sorted(part)) for part in (note.others, {self._worker}, note.here, left))
        await self._store.enlist(NOTES + session_id, member, at, KEPT_SECONDS)
        seen = note.here | note.others | left
        told = {one: who - seen for one, who in last.told.items() if who - seen} | {member: seen}
        for one in last.told.keys() - told.keys():
            await self._store.unlist(NOTES + session_id, one)
        self._noted[session_id] = msgspec.structs.replace(note, told=told)


@dataclass(slots=True, eq=False, repr=False)
class Follower:
    """One stream or poll of a session: it counts for the seats that its tokens hold at the time."""

    _open: Open
    _tokens: tuple[str | None, ...]
    _session_id: str = ""
    _seats: tuple[Seat, ...] = ()
    _holders: frozenset[str] = NOBODY

    def see(self, session: Session) -> None:
        """Update the followed seats; most versions leave them as they were."""
        if session.seats is self._seats:
            return
        seats = {session.seat_of(token) for token in self._tokens}
        self.close()
        self._holders = _holders_of(session.seats[seat] for seat in seats if seat is not None)
        self._session_id = session.id
        self._seats = session.seats
        self._count(session.id, self._holders, 1)

    def close(self) -> None:
        """Count no more, after the time to return."""
        if self._holders:
            asyncio.get_running_loop().call_later(RETURN_SECONDS, self._count, self._session_id, self._holders, -1)
        self._holders = NOBODY

    def _count(self, session_id: str, holders: frozenset[str], step: int) -> None:
        held = self._open.setdefault(session_id, Counter())
        for holder in holders:
            held[holder] += step
            if not held[holder]:
                del held[holder]
        if not held:
            del self._open[session_id]


def _read_notes(notes: Sequence[Listed], since: int) -> dict[str, LastSeen]:
    """Return when each holder was last seen, by the notes, the latest first, of which those after `since` count."""
    sights: dict[str, LastSeen] = {}
    workers = set[str]()
    for note in notes:
        # Of a release that named no workers, a note has only its first part.
        others, worker, here, left = f"{note.member}:::".split(":")[:4]
        for holder in others.split(","):
            sights.setdefault(holder, LastSeen(note.at, note.at > since))
        for holder in f"{here},{left}".split(","):
            sights.setdefault(holder, LastSeen(note.at, connected=False))
        if worker not in workers and note.at > since:
            sights |= {holder: LastSeen(sights[holder].at, connected=True) for holder in here.split(",")}
        workers.add(worker)
    return sights


def _holder_of(seat: Seat) -> str | None:
    """Return what tells the holder of a seat from those before and after; None if nobody decides for it."""
    return None if seat.token is None or seat.kind != "HUMAN" else seat.token.kept[:16]


def _holders_of(seats: Iterable[Seat]) -> frozenset[str]:
    return frozenset(holder for seat in seats if (holder := _holder_of(seat)))

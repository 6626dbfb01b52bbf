"""Presence: which seats are connected, that is, whose holders watch or read a session, or act in it.

Presence is not part of the committed session: it makes no version, and changes no answer but its own. Workers write it
to the store as notes; each session has a list of them. A note says who has streams at this worker, who has just closed
the last one, and who else was seen, and carries the time at which this was last true. A worker writes at most one note
for a session in `REFRESH_SECONDS`, unless somebody comes or leaves. The latest note of a worker says who is connected
there; the notes of a dead worker soon count no more.
"""

import asyncio
import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import msgspec
import structlog

from service.sessions.session import Seat, Session
from store.port import Listed, Store
from store.problems import StoreUnavailable

TICK_SECONDS = 0.5
REFRESH_SECONDS = 10.0
# The time in which a holder may come back after closing a stream, to this worker or another: pages are reloaded.
RETURN_SECONDS = 2.0
# How long a note counts: two refreshes, and some time for the next poll.
GRACE_MILLISECONDS = 25_000
# How long the time when a seat was last seen is remembered.
KEPT_SECONDS = 86_400
# The most notes of a session that are read, the latest first.
MOST_READ = 200
# The notes that are written at a time.
AT_ONCE = 50

# The prefix of the list of a session's notes, before the session's id.
NOTES = "presence:"
# How many streams (or polls) each holder has open at this worker, by session.
Open = dict[str, Counter[str]]

log = structlog.get_logger("croupier.presence")


class LastSeen(msgspec.Struct, frozen=True):
    """When the holder of a seat was last seen, in milliseconds since 1970, and whether it counts as connected.

    Both are None for a seat without a holder who decides for it.
    """

    at: int | None = None
    connected: bool | None = None


VACANT = LastSeen()
NEVER = LastSeen(connected=False)


class _Note(msgspec.Struct, frozen=True):
    """The holders who have streams at this worker (`here`), and the others who were seen there.

    `stored` has the worker's notes in the store, each with the holders whose last sight it is.
    """

    here: frozenset[str]
    others: frozenset[str]
    written_at: float
    stored: Mapping[str, frozenset[str]] = {}


NOBODY = frozenset[str]()
NOTHING = _Note(NOBODY, NOBODY, -inf)


class PresenceTracker:
    """Tracks the holders at this worker, writes its notes, and reads the notes of all workers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._worker = secrets.token_urlsafe(6)
        # The seats that were seen since the last tick, by session.
        self.seen = defaultdict[str, set[Seat]](set)
        self._streams: Open = {}
        self._polls: Open = {}
        # The last note of each session; old ones without streams are dropped.
        self._noted: dict[str, _Note] = {}

    async def run(self) -> None:
        """Write the notes that are due, until this is cancelled."""
        while True:
            try:
                await self._note_due()
            except StoreUnavailable:
                log.debug("who is there is noted when the store is back")
            except Exception:
                log.exception("who is there could not be noted")
            await asyncio.sleep(TICK_SECONDS)

    def saw(self, session: Session, token: str | None) -> None:
        """Record that the bearer of a token was seen, if it holds a seat of the session."""
        if (seat := session.seat_of(token)) is not None:
            self.seen[session.id].add(session.seats[seat])

    def stream(self, token: str | None) -> "Follower":
        """Return a follower for a stream: its holder is gone once it is closed, unless it soon comes back."""
        return Follower(self._streams, (token,))

    def poll(self, *tokens: str | None) -> "Follower":
        """Return a follower for a poll: its holders may take some time until the next one."""
        return Follower(self._polls, tokens)

    async def read(self, session: Session) -> list[LastSeen]:
        """Return for each seat when its holder was last seen."""
        listed = await self._store.listed(NOTES + session.id, None, MOST_READ)
        sights = _read_notes(listed, await self._store.now() - GRACE_MILLISECONDS)
        return [sights.get(holder, NEVER) if holder else VACANT for holder in map(_holder_of, session.seats)]

    async def _note_due(self) -> None:
        due = list(self._due_notes(time.monotonic()))
        if not due:
            return
        at = await self._store.now()
        for first in range(0, len(due), AT_ONCE):
            together = due[first : first + AT_ONCE]
            await asyncio.gather(*(self._write(session_id, note, at) for session_id, note in together))

    def _due_notes(self, now: float) -> Iterator[tuple[str, _Note]]:
        """Yield the ids of sessions with their notes that have news, or are to be refreshed."""
        seen = self.seen
        self.seen = defaultdict(set)
        earliest = now - REFRESH_SECONDS
        self._noted = {key: last for key, last in self._noted.items() if last.here or last.written_at > earliest}
        for session_id in self._noted.keys() | self._streams.keys() | self._polls.keys() | seen.keys():
            last = self._noted.get(session_id, NOTHING)
            here = self._streams.get(session_id, {}).keys()
            others = NOBODY
            # Most sessions have only streams, and ten thousand of them are checked in five milliseconds.
            if session_id in seen or session_id in self._polls:
                polling = self._polls.get(session_id, ())
                others = _holders_of(seen.get(session_id, ())).union(polling).difference(here)
            if last.written_at <= earliest and (here or others):
                yield session_id, _Note(frozenset(here), others, now)
            elif here != last.here or not others <= last.others:
                all_others = others.union(last.others).difference(here)
                yield session_id, _Note(frozenset(here), all_others, last.written_at)

    async def _write(self, session_id: str, note: _Note, at: int) -> None:
        """Write a note, and remove the worker's notes that are nobody's last sight any more.

        A holder who left is in one note only, which stays the last sight.
        """
        last = self._noted.get(session_id, NOTHING)
        left = last.here - note.here
        seen = note.here | note.others | left
        member = _encode_note(self._worker, note, left)
        await self._store.enlist(NOTES + session_id, member, at, KEPT_SECONDS)
        stored = {member: seen}
        for earlier in last.stored.keys() - {member}:
            last_seen = last.stored[earlier] - seen
            if last_seen:
                stored[earlier] = last_seen
            else:
                await self._store.unlist(NOTES + session_id, earlier)
        self._noted[session_id] = msgspec.structs.replace(note, stored=stored)


@dataclass(slots=True, eq=False, repr=False)
class Follower:
    """One stream or poll of a session: it counts for the seats that its tokens hold at the time."""

    _open: Open
    _tokens: tuple[str | None, ...]
    _session_id: str = ""
    _seats: tuple[Seat, ...] = ()
    _holders: frozenset[str] = NOBODY

    def see(self, session: Session) -> None:
        """Update the followed seats; most versions do not change them."""
        if session.seats is self._seats:
            return
        seats = {session.seat_of(token) for token in self._tokens}
        self.close()
        self._holders = _holders_of(session.seats[seat] for seat in seats if seat is not None)
        self._session_id = session.id
        self._seats = session.seats
        self._count(session.id, self._holders, 1)

    def close(self) -> None:
        """Stop counting, once the time to come back is over."""
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


def _holder_of(seat: Seat) -> str | None:
    """Return the mark that distinguishes the holder of a seat from others; None if no person decides for the seat."""
    return None if seat.token is None or seat.kind != "HUMAN" else seat.token.kept[:16]


def _holders_of(seats: Iterable[Seat]) -> frozenset[str]:
    return frozenset(holder for seat in seats if (holder := _holder_of(seat)))


def _read_notes(notes: Sequence[Listed], since: int) -> dict[str, LastSeen]:
    """Return when each holder was last seen. The notes come latest first; one from before `since` counts no more."""
    sights: dict[str, LastSeen] = {}
    workers = set[str]()
    for listed in notes:
        note = _decode_note(listed.member)
        is_recent = listed.at > since
        for holder in note.others:
            sights.setdefault(holder, LastSeen(listed.at, is_recent))
        for holder in (*note.here, *note.left):
            sights.setdefault(holder, LastSeen(listed.at, connected=False))
        if note.worker not in workers and is_recent:
            for holder in note.here:
                sights[holder] = LastSeen(sights[holder].at, connected=True)
        workers.add(note.worker)
    return sights


# ---- the stored form of a note: `others:worker:here:left`, with commas between holders


class _StoredNote(NamedTuple):
    others: list[str]
    worker: str
    here: list[str]
    left: list[str]


def _encode_note(worker: str, note: _Note, left: frozenset[str]) -> str:
    return ":".join([_join(note.others), worker, _join(note.here), _join(left)])


def _join(holders: frozenset[str]) -> str:
    return ",".join(sorted(holders))


def _decode_note(member: str) -> _StoredNote:
    # A note of a release that named no workers has only the first part.
    others, worker, here, left = f"{member}:::".split(":")[:4]
    return _StoredNote(others.split(","), worker, here.split(","), left.split(","))

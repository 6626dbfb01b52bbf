"""Versions that the store has lost: this process or a client detects them, and each member gets one report.

A version that this process knew before it asked the store must still be stored. If the answer may come from a former
primary, a second read decides. After a loss, each member who acts at the table without naming a head gets ROLLED_BACK
once.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
import structlog
from msgspec.structs import replace

from service.observability import metrics
from service.sessions.changes import LogEntry
from service.sessions.history_hash import Cursor, is_signed
from service.sessions.problems import Problem, session_not_found
from service.sessions.rules import RolledBack, VersionConflict
from service.sessions.session import Session
from service.storage.caches import Cache, Recent
from service.storage.codec import SESSIONS, NewerRelease, RulesChanged
from store.port import Store, Stored

REMEMBERED = 1000

# Finds the log entry of a version of a session.
FindEntry = Callable[[str, int], Awaitable[LogEntry | None]]

_LOST = "The store has lost this session before its time: it is gone."

log = structlog.get_logger("croupier.sessions")


class _Loss(msgspec.Struct, frozen=True):
    """The lost version of a session (`known`, without its table), and the seats that are unaware of the loss.

    In `unaware`, None stands for a host without a seat. `now` is the version that the store had at that time, 0 for
    none.
    """

    known: Session
    now: int
    unaware: set[int | None]

    def seat_of(self, session: Session, token: str | None) -> int | None:
        """Return the seat of a token: in the lost version if it is a member there, else in the session."""
        return self.known.seat_of(token) if self.known.is_member(token) else session.seat_of(token)

    def is_unaware(self, session: Session, token: str | None) -> bool:
        """Tell whether the bearer of a token is a member who does not know of the loss yet."""
        is_member = self.known.is_member(token) or session.is_member(token)
        return is_member and self.seat_of(session, token) in self.unaware


class Losses:
    """The newest loss of each session, and the members who do not know of it yet."""

    def __init__(self, store: Store, cached: Cache[Session], find_entry: FindEntry) -> None:
        self._store = store
        self._cached = cached
        self._find_entry = find_entry
        self.reported = Recent[str, _Loss](REMEMBERED)

    async def check(self, known: Session, stored: Stored | None, now: int | None) -> Stored | None:
        """Return the stored session; record a loss if the store lacks the version that was known before the read.

        `now` is the store's clock, None if that is unknown.
        """
        if not await self._is_lost(known, stored, now):
            return stored
        if self._store.lag:
            # A former primary may have answered.
            await asyncio.sleep(self._store.lag)
            stored = await self._store.load_durable(known.id)
            if not await self._is_lost(known, stored, None if stored is None else stored.now):
                return stored
        held = self._cached.get(known.id)
        if held is not None and held.value.cursor == known.cursor:
            self._cached.pop(known.id)
        self.record(known, 0 if stored is None else stored.version)
        return stored

    async def _is_lost(self, known: Session, stored: Stored | None, now: int | None) -> bool:
        """Tell whether the store lacks the known version of a session, although that has not expired.

        This does not detect that the store has a later version of another history.
        """
        if stored is not None and (stored.version > known.version or _is_at(stored, known)):
            return False
        if known.expires_at <= (await self._store.now() if now is None else now):
            return False
        return stored is not None or await self._store.archived(known.id) is None

    def record(self, known: Session, now: int) -> None:
        """Record, once, that the store has lost the known version of a session, and is at version `now`."""
        recorded = self.reported.get(known.id)
        if recorded is not None and recorded.known.cursor == known.cursor:
            return
        metrics.rollbacks_total.inc()
        log.warning("the store has lost what this process knows", session=known.id, seen=known.version, now=now)
        # Only the cursor and the members are needed later.
        without_table = replace(known, state=None, before=None)
        self.reported.keep(known.id, _Loss(without_table, now, {None, *range(len(known.seats))}))

    def check_aware(self, session: Session, token: str | None, name: str) -> None:
        """Raise `RolledBack` if the bearer of a token, who acts without a head, does not know of a loss yet.

        The error points to the argument `name`.
        """
        loss = self.reported.get(session.id)
        if loss is not None and loss.is_unaware(session, token):
            raise RolledBack(loss.known.cursor, session, name, token)

    def acknowledge(self, session: Session, token: str | None) -> None:
        """Record that the bearer of a token knows the newest version of the session."""
        loss = self.reported.get(session.id)
        if loss is not None and loss.is_unaware(session, token):
            loss.unaware.discard(loss.seat_of(session, token))

    def not_found(self, session_id: str) -> Problem:
        """Return the problem of a session that does not exist; its message says if the store has lost it."""
        loss = self.reported.get(session_id)
        return session_not_found(_LOST) if loss is not None and loss.now == 0 else session_not_found()

    async def has_lost(self, session_id: str, now: Cursor, seen: Cursor) -> bool:
        """Tell whether a session, which is at `now`, has lost the version that a client has seen.

        If the log does not reach back so far, the version counts as kept.
        """
        if seen.version > now.version:
            return True
        if not seen.history_hash:
            return False
        if seen.version == now.version:
            return now.history_hash not in ("", seen.history_hash)
        entry = await self._find_entry(session_id, seen.version)
        return entry is not None and entry.history_hash not in ("", seen.history_hash)

    def report(self, session: Session, seen: Cursor, token: str | None) -> None:
        """Count a lost version that a client has seen, if the client is a member and the version has our signature.

        Without these checks, anybody could make up a version.
        """
        if session.is_member(token) and is_signed(session.history_key, seen):
            metrics.rollbacks_total.inc()
            log.warning(
                "a client knows what the store has lost", session=session.id, seen=seen.version, now=session.version
            )

    async def explain(self, problem: Problem) -> Problem:
        """Return the problem for the caller: `RolledBack` if the version that it expects is lost, not just old."""
        if isinstance(problem, RolledBack):
            self.acknowledge(problem.session, problem.token)
        elif isinstance(problem, VersionConflict):
            session = problem.session
            expected = problem.expected
            if await self.has_lost(session.id, session.cursor, expected):
                self.report(session, expected, problem.token)
                return RolledBack(expected, session)
        return problem


def _is_at(stored: Stored, known: Session) -> bool:
    """Tell whether a stored session has the same cursor as a known one."""
    if stored.version != known.version:
        return False
    # Searching for the hash is faster than decoding the document.
    if known.history_hash.encode() in stored.document:
        return True
    with suppress(ValueError, NewerRelease, RulesChanged):
        return SESSIONS.decode(stored.document, known.id).history_hash == known.history_hash
    # The next decoding reports the corruption.
    return True

"""Live sessions in a store: reading them, and committing their changes, each one atomically and once for each key."""

import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NoReturn

import msgspec
import structlog

import engine
from service.observability import metrics
from service.sessions.apply_change import apply_change, create, follows_on
from service.sessions.changes import Change, Created, Done, LogEntry, Moved
from service.sessions.corruption import DataCorrupted, report_corruption
from service.sessions.history_hash import Cursor, is_signed
from service.sessions.idempotency import ChangeRequest, key_reused
from service.sessions.problems import Problem, session_not_found
from service.sessions.rules import MoveRefused
from service.sessions.session import Session
from service.sessions.tokens import short_fingerprint
from service.sessions.version_conflict import RolledBack, VersionConflict
from service.storage.archives import Archive, decode_archive, encode_archive
from service.storage.codec import (
    RulesChanged,
    decode_entry,
    decode_receipt,
    decode_session,
    decode_unchecked,
    encode_entry,
    encode_receipt,
    encode_session,
)
from service.storage.follower_cache import FollowerCache, Step, Steps
from service.storage.losses import Losses
from service.storage.port import Change as StoreChange
from service.storage.port import Committed, Conflict, Entry, Receipt, Repeated, Store, Stored
from service.storage.session_cache import SessionCache

ATTEMPTS = 20
PAGE = 200

_SESSION_ID = re.compile("[A-Za-z0-9_-]{1,64}")

log = structlog.get_logger("croupier.sessions")


class Lifetimes(msgspec.Struct, frozen=True):
    """For how many seconds sessions are kept after a change, and after their end; and archives (0: for ever)."""

    session: int
    finished: int
    archive: int


class Logged(msgspec.Struct, frozen=True):
    """One version of a session's log."""

    version: int
    entry: LogEntry


class _Basis(msgspec.Struct, frozen=True):
    """What a change is decided on: a session and the time. A `remembered` one comes from the cache and may be old."""

    session: Session
    now: int
    remembered: bool = False


class SessionRepository:
    """The live sessions of one store."""

    def __init__(self, store: Store, lifetimes: Lifetimes) -> None:
        self.store = store
        self.lifetimes = lifetimes
        self.recent = FollowerCache(self._read_steps)
        self._cached = SessionCache()
        self.losses = Losses(store, self._cached)

    async def find(self, session_id: str) -> Session | None:
        """Return a session as it stands, or as it ended if only its archive is left; None when there is none."""
        if not is_session_id(session_id):
            return None
        return await self._found(session_id, await self._ask(session_id, self.store.load))

    async def _found(self, session_id: str, stored: Stored | None) -> Session | None:
        if stored is not None:
            return self._basis(session_id, stored).session
        archive = await self._archived(session_id)
        return None if archive is None else _decode(bytes(archive.document), session_id, decode=decode_unchecked)

    async def read(self, session_id: str) -> Session:
        """Return a session as it stands. Raises `Problem` with NOT_FOUND."""
        session = await self.find(session_id)
        if session is None:
            raise self.losses.not_found(session_id)
        return session

    async def read_durable(self, session_id: str) -> Session:
        """Return a session as it stands, once that is as durable as a change. Raises `Problem` with NOT_FOUND.

        A change that is answered from what others have written reads it so.
        """
        if not is_session_id(session_id):
            raise session_not_found()
        session = await self._found(session_id, await self._ask(session_id, self.store.load_durable))
        if session is None:
            raise self.losses.not_found(session_id)
        return session

    async def create(self, session_id: str, change: Created) -> Session:
        """Make a session, or return the one that is there. Raises `Problem`."""
        session, entry = create(session_id, change)
        answer = await self._commit(Cursor(0), session, entry, None)
        if isinstance(answer, Committed):
            return session
        # It is there already, or its live part has expired and its archive stands in the way.
        there = await self._found(session_id, await self._ask(session_id, self.store.load_durable))
        if there is None:
            raise _busy()
        return there

    async def change(self, session_id: str, request: ChangeRequest, decide: Callable[[Session, int], Change]) -> Done:
        """Commit the change that `decide` makes of the newest version and the time, only once for each key.

        `decide` and the rules may refuse it with a `Problem`. What is refused on a remembered session is decided again
        on the store's, so `decide` may be called more than once.
        """
        if not is_session_id(session_id):
            raise session_not_found()
        basis = self._remembered(session_id) or await self._load(session_id)
        for _ in range(ATTEMPTS):
            session = basis.session
            try:
                after, entry = _advance(session, decide(session, basis.now))
            except Problem as problem:
                instead = await self._reconsider(basis, request, problem)
                if isinstance(instead, Done):
                    return instead
                basis = instead
                continue
            answer = await self._commit(session.cursor, after, entry, request)
            if isinstance(answer, Committed):
                return Done(after, after.version, entry, replayed=False)
            if isinstance(answer, Repeated):
                return await self._done_before(session_id, request, answer.receipt)
            if not basis.remembered:
                # A session that another worker has changed since is no sign of a crowd.
                metrics.conflicts_total.inc()
            stored = await self.losses.check(session, answer.stored, answer.now)
            basis = self._basis(session_id, stored or await self._gone(session_id))
            if basis.session.cursor == session.cursor:
                raise report_corruption("key", session_id, "its history hash is not that of its document")
        raise _busy()

    async def _ask(self, session_id: str, load: Callable[[str], Awaitable[Stored | None]]) -> Stored | None:
        """Return what the store has, after noticing whether it has lost what was known here before it was asked."""
        known = self._cached.get(session_id)
        stored = await load(session_id)
        return stored if known is None else await self.losses.check(known, stored, stored.now if stored else None)

    def _remembered(self, session_id: str) -> _Basis | None:
        """Return a session that needs no reading, with the time by the store's clock, if both are known."""
        session, now = self._cached.get(session_id), self.store.clock(session_id)
        if session is None or now is None:
            return None
        # The clock here may be a little behind that by which the last change was made.
        return _Basis(session, max(now, session.moved_at), remembered=True)

    async def _load(self, session_id: str) -> _Basis:
        return self._basis(session_id, await self._ask(session_id, self.store.load) or await self._gone(session_id))

    def _basis(self, session_id: str, stored: Stored) -> _Basis:
        """Return what the store has, and remember it unless a later version is known: that may be newer than it."""
        return _Basis(self._cached.put_later(_decode(stored.document, session_id, stored.version)), stored.now)

    async def _gone(self, session_id: str) -> NoReturn:
        self._cached.drop(session_id)
        if await self.store.archived(session_id) is not None:
            raise Problem("SESSION_OVER", "The session is over, and only its archive is left.", ("sessionId",))
        raise self.losses.not_found(session_id)

    async def _reconsider(self, basis: _Basis, request: ChangeRequest, problem: Problem) -> Done | _Basis:
        """Return what is to be decided on instead, or what the same request has done before; else raise the problem."""
        if basis.remembered:
            return await self._load(basis.session.id)
        if request.key is not None:
            # A retry of what was done is out of date by its own doing: so its key is looked up first.
            receipt = await self.store.receipt(basis.session.id, request.key)
            if receipt is not None:
                return await self._done_before(basis.session.id, request, receipt)
        if (other := await self._other_than(basis)) is not None:
            return other
        raise await self._look_back(problem) from None

    async def _other_than(self, basis: _Basis) -> _Basis | None:
        """Return the session if it is no longer what was read; None when it is.

        A failover may take back what was read before it was acknowledged, a try of the same request even: what was
        refused because of it is then decided anew. A refusal tells only what is durable.
        """
        stored = await self._ask(basis.session.id, self.store.load_durable)
        newest = None if stored is None else self._basis(basis.session.id, stored)
        return None if newest is None or newest.session == basis.session else newest

    async def has_lost(self, session_id: str, now: Cursor, seen: Cursor) -> bool:
        """Tell whether a session, which is at `now`, has no longer the version that somebody has seen.

        Where the log does not reach back so far, nobody knows: then it counts as kept.
        """
        return seen.version > now.version or await self._is_other(session_id, now, seen)

    def note_lost(self, session: Session, seen: Cursor, token: str | None) -> None:
        """Count that the store has lost a version, if who says so is of the session and has been told of it.

        Anybody can make a version up, and whoever is told of a loss may look into it at once.
        """
        if session.is_member(token) and is_signed(session.history_key, seen):
            metrics.rollbacks_total.inc()
            log.warning(
                "a client knows what the store has lost", session=session.id, seen=seen.version, now=session.version
            )

    async def check_kept(self, session_id: str, now: Cursor, seen: Cursor, token: str | None, name: str) -> None:
        """Raise `RolledBack` if a session, which was at `now`, has no longer the version that somebody has seen.

        The `name` is that of the argument that tells it.
        """
        if seen.version > now.version:
            # A frame may tell the session as it was some versions ago.
            now = (await self.read(session_id)).cursor
        if await self.has_lost(session_id, now, seen):
            session = await self.read(session_id)
            self.note_lost(session, seen, token)
            raise RolledBack(seen, session, name)

    async def _is_other(self, session_id: str, now: Cursor, seen: Cursor) -> bool:
        """Tell whether a version that has been reached has another history hash than somebody has seen."""
        if not seen.history_hash:
            return False
        known = now.history_hash if seen.version == now.version else await self._hash(session_id, seen.version)
        return known not in ("", seen.history_hash)

    async def _hash(self, session_id: str, version: int) -> str:
        """Return the history hash of an earlier version; nothing when it is not known (any more)."""
        entries = await self.store.entries(session_id, version - 1, 1)
        if not entries or entries[0].version != version:
            return ""
        return _read_entry(session_id, entries[0]).entry.history_hash

    async def _look_back(self, problem: Problem) -> Problem:
        """Return the problem, or `RolledBack` where a version is not old but lost."""
        if isinstance(problem, RolledBack):
            self.losses.tell(problem.session, problem.token)
        elif isinstance(problem, VersionConflict):
            session, expected = problem.session, problem.expected
            if await self.has_lost(session.id, session.cursor, expected):
                self.note_lost(session, expected, problem.token)
                return RolledBack(expected, session)
        return problem

    async def _done_before(self, session_id: str, request: ChangeRequest, receipt: Receipt) -> Done:
        try:
            request_hash = decode_receipt(receipt, session_id, request.key)
        except ValueError as error:
            raise report_corruption("receipt", session_id, str(error)) from None
        if request_hash != request.request_hash:
            raise key_reused()
        metrics.replays_total.inc()
        entry = await self._entry(session_id, receipt.version)
        return Done(await self.read_durable(session_id), receipt.version, entry, replayed=True)

    async def log(self, session_id: str, after: int) -> AsyncIterator[Logged]:
        """Yield the log of a session from the version after `after` to the newest."""
        following: int | None = None
        while page := await self.store.entries(session_id, after, PAGE):
            for entry in page:
                # A log may have been trimmed at its beginning, and nowhere else.
                if following not in (None, entry.version):
                    raise report_corruption("entry", session_id, f"the log has no version {following}")
                yield _read_entry(session_id, entry)
                following = entry.version + 1
            after = page[-1].version

    async def _read_steps(self, session: Session) -> Steps:
        """Return a page of the versions that the log has after this one, if they follow on it."""
        at, steps = session, list[Step]()
        entries = await self.store.entries(session.id, session.version, PAGE)
        logged = [_read_entry(session.id, entry) for entry in entries]
        for version, entry in ((one.version, one.entry) for one in logged):
            if not follows_on(at, version, entry):
                break
            steps.append(self.recent.step(at, entry))
            at = steps[-1].session
        if steps and len(steps) == len(logged):
            self._cached.put_later(at)
            return Steps(tuple(steps))
        # The log is another one, or has nothing new: perhaps since something is gone.
        newest = await self.read(session.id)
        lost = await self.has_lost(session.id, newest.cursor, at.cursor)
        if lost:
            self.losses.note(at, newest.version)
        is_other = lost or len(steps) < len(logged)
        return Steps(tuple(steps), newest if is_other else None, lost)

    async def record(self, session_id: str) -> str | None:
        """Return the record of a finished table as JSON, None before its end: it holds the key (engine 7)."""
        archive = await self._archived(session_id) if is_session_id(session_id) else None
        return None if archive is None else bytes(archive.record).decode()

    async def _archived(self, session_id: str) -> Archive | None:
        archive = await self.store.archived(session_id)
        try:
            return None if archive is None else decode_archive(archive, session_id)
        except ValueError as error:
            raise report_corruption("archive", session_id, str(error)) from None

    async def _commit(
        self, before: Cursor, session: Session, entry: LogEntry, request: ChangeRequest | None
    ) -> Committed | Repeated | Conflict:
        document = encode_session(session)
        change = StoreChange(
            session_id=session.id,
            expected=before.version,
            expected_hash=before.history_hash,
            history_hash=session.history_hash,
            document=document,
            entry=encode_entry(entry, session.id, session.version),
            expires_in=session.finished_lifetime if session.is_over else session.lifetime,
            key=request.key if request else None,
            fingerprint=encode_receipt(request, session.id, session.version) if request else "",
            archive=await self._make_archive(session, entry, document) if session.status == "FINISHED" else None,
            archive_for=self.lifetimes.archive,
        )
        # The library's own timer costs five times as much: 11 µs.
        begun = time.perf_counter()
        try:
            answer = await self.store.commit(change)
        finally:
            metrics.commit_seconds.observe(time.perf_counter() - begun)
        if isinstance(answer, Committed):
            self._cached.put(session)
            self.recent.take(before, session, entry)
        return answer

    async def _make_archive(self, session: Session, newest: LogEntry, document: bytes) -> bytes | None:
        """Return the archive of a session whose table is finished.

        None where the log is corrupted: a table ends without a record rather than with a false one, or not at all.
        """
        before = session.version - 1
        try:
            earlier = [logged.entry async for logged in self.log(session.id, 0) if logged.version <= before]
            if len(earlier) < before:
                raise report_corruption("entry", session.id, f"the log has {len(earlier)} of {before} versions")
        except DataCorrupted:
            return None
        return encode_archive(session, document, (*earlier, newest))

    async def _entry(self, session_id: str, version: int) -> LogEntry:
        entries = await self.store.entries(session_id, version - 1, 1)
        if not entries or entries[0].version != version:
            raise session_not_found()
        return _read_entry(session_id, entries[0]).entry


def new_session_id() -> str:
    """Return a new session's id: 128 random bits."""
    return secrets.token_urlsafe(16)


def session_id_of(key: str) -> str:
    """Return the id of the session that an idempotency key opens: 128 bits, from which the key cannot be derived.

    So the key is known as long as anything of its session is, without a note of its own that might go before it.
    """
    return short_fingerprint(f"the session of a key\n{key}".encode())


def is_session_id(text: str) -> bool:
    """Tell whether a text has the form of a session's id; no other reaches the store."""
    return _SESSION_ID.fullmatch(text) is not None


def _advance(session: Session, change: Change) -> tuple[Session, LogEntry]:
    """Return the next version. Raises `MoveRefused` for a move that the rules refuse."""
    try:
        return apply_change(session, change)
    except engine.Refusal as refusal:
        assert session.state is not None
        assert isinstance(change, Moved)
        raise MoveRefused(refusal, session.state, change.seat) from None


def _decode(
    document: bytes,
    session_id: str,
    version: int | None = None,
    decode: Callable[[bytes, str], Session] = decode_session,
) -> Session:
    """Return a session from its document, which must be of that version if one is given."""
    try:
        session = decode(document, session_id)
        if version not in (None, session.version):
            raise ValueError(f"it is of version {session.version}, and lies at version {version}")
    except ValueError as error:
        raise report_corruption("document", session_id, str(error)) from None
    except RulesChanged:
        message = "The table was dealt under another version of the rules, which this service does not play."
        raise Problem("RULES_CHANGED", message, ("sessionId",)) from None
    return session


def _read_entry(session_id: str, entry: Entry) -> Logged:
    try:
        return Logged(entry.version, decode_entry(entry.body, session_id, entry.version))
    except ValueError as error:
        raise report_corruption("entry", session_id, f"version {entry.version}: {error}") from None


def _busy() -> Problem:
    problem = Problem("BUSY", "Too many others changed the session at the same time; send it again.")
    problem.retry_after = 0
    return problem

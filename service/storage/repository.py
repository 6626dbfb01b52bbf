"""Live sessions in a store: commits each of their changes atomically, once for each key, and reads them."""

import asyncio
import re
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import random
from typing import NoReturn

import msgspec
from msgspec.structs import replace

from service.observability import metrics
from service.sessions.apply_change import apply_change, create, follows_on
from service.sessions.changes import Change, Created, Done, LogEntry
from service.sessions.corruption import report_corruption
from service.sessions.history_hash import Cursor
from service.sessions.problems import Problem, StoreUnavailable, session_not_found
from service.sessions.session import Session, has_bots
from service.sessions.tokens import ChangeRequest, key_reused, short_fingerprint
from service.storage.archives import make_archive, read_archive
from service.storage.codec import RulesChanged, decode_receipt, decode_session, decode_unchecked, encode_change
from service.storage.follower_cache import SESSIONS, FollowerCache, SessionCache, Step, Steps
from service.storage.losses import Losses
from service.storage.port import Change as StoreChange
from service.storage.port import Committed, Conflict, Receipt, Repeated, Store, Stored
from service.storage.presence import Presence
from service.storage.public_lists import keep_listed
from service.storage.session_log import PAGE, check_entry, find_entry
from service.storage.turns import Turns

ATTEMPTS = 40
BUSY_MILLIS = 500
# How long a worker waits at most before it tries again what others have overtaken three times.
BACKOFF_SECONDS = 0.02
# How many open or end some of many tables at a time: one would wait for the store, more would hold up others.
MANY_AT_ONCE = 3
# The list of the sessions that bots play, so that other workers find those whose worker has died.
BOT_SESSIONS = "bots"

_SESSION_ID = re.compile("[A-Za-z0-9_-]{1,64}")


class Lifetimes(msgspec.Struct, frozen=True):
    """The seconds for which sessions are kept after a change and after their end, and archives (0: for ever)."""

    session: int
    finished: int
    archive: int


class _Base(msgspec.Struct, frozen=True):
    """The session and the time on which a change is decided. A cached session may be older than the store's."""

    session: Session
    now: int
    is_cached: bool = False


class SessionRepository:
    """The live sessions of one store."""

    def __init__(self, store: Store, lifetimes: Lifetimes) -> None:
        self.store = store
        self.lifetimes = lifetimes
        self.follower_cache = FollowerCache(self._read_steps)
        self._cached = SessionCache(SESSIONS)
        self._turns = Turns()
        # Held by those who open or end many tables, for some of them at a time.
        self.many_tables = asyncio.Semaphore(MANY_AT_ONCE)
        self.losses = Losses(store, self._cached)
        self.presence = Presence(store)
        # Called with each new version of a session that bots play, or have played until then.
        self.on_bots: Callable[[Session], None] = _ignore
        # Called with each session of a tournament that is over.
        self.on_tournament: Callable[[Session], None] = _ignore

    # ---- changes

    def is_changing(self, session_id: str) -> bool:
        """Tell whether this process is changing a session."""
        return session_id in self._turns

    async def change(self, session_id: str, request: ChangeRequest, decide: Callable[[Session, int], Change]) -> Done:
        """Commit the change that `decide` returns for the newest version and the time, once for each key.

        `decide` and the rules may refuse it with a `Problem`. A change that is refused on a cached session is decided
        again on the store's, so `decide` may be called more than once.
        """
        if session_id not in self._turns:
            self._turns[session_id] = deque()
        elif not await self._turns.wait(session_id):
            raise busy()
        try:
            known = self._cached.get(session_id)
            now = None if known is None else self.store.clock(session_id)
            if known is None or now is None:
                base = await self._load(session_id)
            else:
                # This clock may be slightly behind the one that timed the last change.
                base = _Base(known, max(now, known.moved_at), is_cached=True)
            for attempt in range(ATTEMPTS):
                session = base.session
                try:
                    after, entry = apply_change(session, decide(session, base.now))
                except Problem as problem:
                    other = await self._confirm_refusal(base, request, problem)
                    if isinstance(other, Done):
                        return other
                    base = other
                    continue
                before = Cursor(session.version, session.history_hash)
                change = encode_change(before, after, entry, request)
                is_ordinary = after.seats is session.seats and after.status == "ACTIVE"
                if not is_ordinary:
                    change = await self._prepare(session, after, entry, change)
                begun = time.perf_counter()
                try:
                    answer = await self.store.commit(change)
                finally:
                    metrics.commit_seconds.append(time.perf_counter() - begun)
                if isinstance(answer, Committed):
                    self._cached.keep(session_id, after)
                    followed = self.follower_cache
                    if (session_id, before) in followed.steps or session_id in followed.committed:
                        followed.take(before, after, entry)
                    if not is_ordinary or any([seat.bot for seat in after.seats]):  # noqa: C419 - as in `has_bots`
                        await self._tell(session, after)
                    return Done(after, after.version, entry, replayed=False)
                if isinstance(answer, Repeated):
                    return await self._repeat(session_id, request, answer.receipt)
                base = await self._rebase(base, answer)
                await back_off(attempt)
            raise busy()
        finally:
            if self._turns[session_id]:
                self._turns.end(session_id)
            else:
                del self._turns[session_id]

    async def _confirm_refusal(self, base: _Base, request: ChangeRequest, problem: Problem) -> _Base | Done:
        """Return the session on which a refused change is to be decided again, or what its first try did.

        Raises the problem if the newest version refuses it, too.
        """
        session_id = base.session.id
        if base.is_cached:
            return await self._load(session_id)
        # A retry may be refused because its first try was made, so its key is looked up first.
        if request.key is not None and (receipt := await self.store.receipt(session_id, request.key)):
            return await self._repeat(session_id, request, receipt)
        return await self._load_other(base, problem)

    async def create(self, session_id: str, change: Created) -> Session:
        """Create a session, or return the existing one. Raises `Problem`."""
        session, entry = create(session_id, change)
        first = await self._prepare(None, session, entry, encode_change(Cursor(0), session, entry, None))
        begun = time.perf_counter()
        try:
            answer = await self.store.commit(first)
        finally:
            metrics.commit_seconds.append(time.perf_counter() - begun)
        if isinstance(answer, Committed):
            self._cached.keep(session_id, session)
            if has_bots(session):
                self.on_bots(session)
            return session
        # The session exists, or it has expired and its archive reserves the id.
        existing = await self._find(session_id, self.store.load_durable)
        if existing is None:
            raise busy()
        return existing

    async def _prepare(
        self, before: Session | None, session: Session, entry: LogEntry, change: StoreChange
    ) -> StoreChange:
        """Return a change with the archive if it ends the table, once bots that will play are listed.

        They are listed before they do: no crash in between leaves a bot that nobody plays.
        """
        if has_bots(session) and not (before is not None and has_bots(before)):
            await self.store.enlist(BOT_SESSIONS, session.id, entry.change.at, 2 * session.lifetime)
        if session.status != "FINISHED":
            return change
        archive = await make_archive(self.store, session, change.document, entry)
        return replace(change, archive=archive, archive_for=self.lifetimes.archive)

    async def _tell(self, before: Session, session: Session) -> None:
        """Have bots go on that play a session, or have played until then, and note that it is over."""
        if has_bots(before) or has_bots(session):
            self.on_bots(session)
        if session.setup.public and session.is_over:
            # Whoever reads the list of running sessions checks that, too.
            with suppress(StoreUnavailable):
                await keep_listed(self.store, session)
        if session.tournament is not None and session.is_over:
            self.on_tournament(session)

    async def _load(self, session_id: str) -> _Base:
        if not is_session_id(session_id):
            raise session_not_found()
        return self._remember(session_id, await self._ask(session_id, self.store.load) or await self._gone(session_id))

    async def _rebase(self, base: _Base, conflict: Conflict) -> _Base:
        """Return the stored session in place of the one on which a change was decided."""
        if not base.is_cached:
            # A cached session that another worker has changed is no sign of contention.
            metrics.conflicts_total.inc()
        session = base.session
        stored = await self.losses.check(session, conflict.stored, conflict.now)
        newest = self._remember(session.id, stored or await self._gone(session.id))
        # A second read that finds the session says that the first answer was not of the primary.
        if newest.session.cursor == session.cursor and stored is conflict.stored:
            raise report_corruption("key", session.id, "its history hash is not that of its document")
        return newest

    async def _load_other(self, base: _Base, problem: Problem) -> _Base:
        """Return the stored session if it has changed since it was read; else raise the problem.

        A failover may undo a change that was read before it was acknowledged, even a try of the same request: a refusal
        because of it is then decided again. A refusal shows only durable changes.
        """
        stored = await self._ask(base.session.id, self.store.load_durable)
        if stored is not None:
            newest = self._remember(base.session.id, stored)
            if newest.session != base.session:
                return newest
        raise await self.losses.explain(problem) from None

    async def _repeat(self, session_id: str, request: ChangeRequest, receipt: Receipt) -> Done:
        """Return the change that a request made before. Raises `Problem` if its key was used for another request."""
        check_receipt(receipt, session_id, request)
        metrics.replays_total.inc()
        entry = await find_entry(self.store, session_id, receipt.version)
        if entry is None:
            raise session_not_found()
        session = await self.read_durable(session_id)
        if has_bots(session):
            # The worker that made the change may have died before it knew.
            self.on_bots(session)
        return Done(session, receipt.version, entry, replayed=True)

    async def _gone(self, session_id: str) -> NoReturn:
        self._cached.pop(session_id, None)
        if await self.store.archived(session_id) is not None:
            raise Problem("SESSION_OVER", "The session is over, and only its archive is left.", ("sessionId",))
        raise self.losses.not_found(session_id)

    # ---- reads

    async def find(self, session_id: str) -> Session | None:
        """Return the newest version of a session, from its archive if only that is left; None when there is none."""
        return await self._find(session_id, self.store.load)

    async def read(self, session_id: str) -> Session:
        """Return the newest version of a session. Raises `Problem` with NOT_FOUND."""
        session = await self._find(session_id, self.store.load)
        if session is None:
            raise self.losses.not_found(session_id)
        return session

    async def read_durable(self, session_id: str) -> Session:
        """Return the newest version of a session once it is durable. Raises `Problem` with NOT_FOUND.

        A change whose answer rests on the writes of others reads them this way.
        """
        session = await self._find(session_id, self.store.load_durable)
        if session is None:
            raise self.losses.not_found(session_id)
        return session

    async def _find(self, session_id: str, load: Callable[[str], Awaitable[Stored | None]]) -> Session | None:
        if not is_session_id(session_id):
            return None
        stored = await self._ask(session_id, load)
        if stored is not None:
            return self._remember(session_id, stored).session
        archive = await read_archive(self.store, session_id)
        return None if archive is None else _decode_document(decode_unchecked, bytes(archive.document), session_id)

    async def _ask(self, session_id: str, load: Callable[[str], Awaitable[Stored | None]]) -> Stored | None:
        """Load a session from the store, and check whether the store has lost the version that was cached before."""
        known = self._cached.get(session_id)
        stored = await load(session_id)
        return stored if known is None else await self.losses.check(known, stored, stored.now if stored else None)

    def _remember(self, session_id: str, stored: Stored) -> _Base:
        """Decode a stored session, and cache it unless a later version is cached, which may be newer than this read."""
        session = _decode_document(decode_session, stored.document, session_id)
        if session.version != stored.version:
            reason = f"it is of version {session.version}, and lies at version {stored.version}"
            raise report_corruption("document", session_id, reason)
        return _Base(self._cached.keep_later(session), stored.now)

    async def _read_steps(self, session: Session) -> Steps:
        """Return a page of the versions after this one in the log, as far as they continue its history."""
        at, steps = session, list[Step]()
        entries = await self.store.entries(session.id, session.version, PAGE)
        logged = [check_entry(session.id, entry) for entry in entries]
        for version, entry in ((one.version, one.entry) for one in logged):
            if not follows_on(at, version, entry):
                break
            steps.append(self.follower_cache.step(at, entry))
            at = steps[-1].session
        if steps and len(steps) == len(logged):
            self._cached.keep_later(at)
            return Steps(tuple(steps))
        # The log is of another history, or has nothing new: perhaps because something was lost.
        newest = await self.read(session.id)
        lost = await self.losses.has_lost(session.id, newest.cursor, at.cursor)
        if lost:
            self.losses.record(at, newest.version)
        is_other = lost or len(steps) < len(logged)
        return Steps(tuple(steps), newest if is_other else None, lost)


def _decode_document(decode: Callable[[bytes, str], Session], document: bytes, session_id: str) -> Session:
    try:
        return decode(document, session_id)
    except ValueError as error:
        raise report_corruption("document", session_id, str(error)) from None
    except RulesChanged:
        message = "The table was dealt under another version of the rules, which this service does not play."
        raise Problem("RULES_CHANGED", message, ("sessionId",)) from None


def check_receipt(receipt: Receipt, name: str, request: ChangeRequest) -> None:
    """Raise `Problem` unless a receipt of the request's key is that of the request itself."""
    try:
        request_hash = decode_receipt(receipt, name, request.key)
    except ValueError as error:
        raise report_corruption("receipt", name, str(error)) from None
    if request_hash != request.request_hash:
        raise key_reused()


def new_session_id() -> str:
    """Return a new session's id: 128 random bits."""
    return secrets.token_urlsafe(16)


def session_id_of(key: str) -> str:
    """Return the id of the session that an idempotency key opens: 128 bits, from which the key cannot be derived.

    So the key is known as long as any part of its session is kept; a separate entry might expire before that.
    """
    return short_fingerprint(f"the session of a key\n{key}".encode())


def is_session_id(text: str) -> bool:
    """Tell whether a text has the form of a session's id; no other text reaches the store."""
    return _SESSION_ID.fullmatch(text) is not None


def _ignore(_session: Session) -> None:
    """Have nobody go on with a session."""


async def back_off(attempt: int) -> None:
    """Let other workers go first for a random time, once a change has lost three attempts, numbered from 0."""
    if attempt > 1:
        await asyncio.sleep(BACKOFF_SECONDS * random())  # noqa: S311


def busy() -> Problem:
    """Return the problem of who was always too slow."""
    problem = Problem("BUSY", "Too many others changed the session at the same time; send it again.")
    # Those who are refused together do not come again together.
    problem.retry_after = BUSY_MILLIS + secrets.randbelow(BUSY_MILLIS)
    return problem

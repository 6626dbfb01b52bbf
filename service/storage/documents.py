"""Documents in a store, each with a log: sessions and tournaments are stored in the same way.

Each change is committed atomically, once for each key. Most changes are decided on the version that this process
committed or read last, so they take one round trip; a commit on a stale version returns the newest one. Reads and
refusals ask the store, and so do changes if its clock was not read within the last second.
"""

import asyncio
import re
import secrets
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Container
from random import random
from typing import Generic, TypeVar

import msgspec

from service.observability import metrics
from service.sessions.changes import LogEntry
from service.sessions.history_hash import Cursor
from service.sessions.problems import Problem
from service.sessions.session import Session
from service.sessions.tokens import ChangeRequest, key_reused
from service.storage.caches import Cache, Cached
from service.storage.codec import DocumentForm, Logged, decode_receipt, reporting
from service.tournaments.changes import LogEntry as TournamentEntry
from service.tournaments.tournament import Tournament
from store.port import Commit, Committed, Conflict, Receipt, Repeated, Store, Stored
from store.problems import NotTried, StoreUnavailable, report_corruption

ATTEMPTS = 40
BUSY_MILLIS = 500
# The longest wait before a change that has lost three attempts to other workers is tried again.
BACKOFF_SECONDS = 0.02
# The entries of a log that are read at a time.
PAGE = 200
# The longest time that a change waits for its turn, for example while the store hangs.
LONGEST_WAIT_SECONDS = 10
LONGEST_QUEUE = 2000

_ID = re.compile("[A-Za-z0-9_-]{1,64}")

T = TypeVar("T", Session, Tournament)
# A change to a document of the type `T`.
C = TypeVar("C")
# The log entry of a change.
E = TypeVar("E", LogEntry, TournamentEntry)
# The answer to a change that is done.
D = TypeVar("D")

Load = Callable[[str], Awaitable[Stored | None]]


def begins_to_notify(before: Session | Tournament | None, after: Session | Tournament) -> bool:
    """Tell whether a version must be put on the list of documents that send notices.

    A document that was over may have left that list.
    """
    if not after.sends_notices:
        return False
    return before is None or not before.sends_notices or before.is_over


class Base(msgspec.Struct, Generic[T], frozen=True):
    """The document and the time on which a change is decided. A cached document may be older than the stored one."""

    value: T
    now: int
    is_cached: bool = False


class Reader(Generic[T, E]):
    """Reads the documents of one kind from a store."""

    _form: DocumentForm[T, E]
    _most_cached: int

    def __init__(self, store: Store) -> None:
        self.store = store
        self._cached: Cache[T] = Cache(self._most_cached)

    async def find(self, document_id: str) -> T | None:
        """Return the newest version of a document, from its archive if only that is left; None if there is none."""
        return await self._find(document_id, self.store.load)

    async def read(self, document_id: str) -> T:
        """Return the newest version of a document. Raises `Problem` with NOT_FOUND."""
        value = await self._find(document_id, self.store.load)
        if value is None:
            raise self._not_found(document_id)
        return value

    async def read_durable(self, document_id: str) -> T:
        """Return the newest version of a document once it is durable. Raises `Problem` with NOT_FOUND.

        A change uses this if its answer depends on the writes of other changes.
        """
        value = await self._find(document_id, self.store.load_durable)
        if value is None:
            raise self._not_found(document_id)
        return value

    def newest_known(self, document_id: str) -> T | None:
        """Return the newest version known to this process, None if it knows none; the store may have a newer one."""
        known = self._cached.get(document_id)
        return None if known is None else known.value

    async def log(self, document_id: str, after: int) -> AsyncIterator[Logged[E]]:
        """Yield the log of a document from the version after `after` to the newest."""
        name = self._form.prefix + document_id
        following = None
        while page := await self.store.entries(name, after, PAGE):
            for entry in page:
                # A log may be trimmed only at its beginning.
                if following not in (None, entry.version):
                    raise report_corruption("entry", name, f"the log has no version {following}")
                yield self._form.check_entry(document_id, entry)
                following = entry.version + 1
            after = page[-1].version

    async def find_entry(self, document_id: str, version: int) -> E | None:
        """Return the log entry of a version; None if the log does not have it (any more)."""
        entries = await self.store.entries(self._form.prefix + document_id, version - 1, 1)
        if not entries or entries[0].version != version:
            return None
        return self._form.check_entry(document_id, entries[0]).entry

    async def _find(self, document_id: str, load: Load) -> T | None:
        if not is_document_id(document_id):
            return None
        stored = await self._ask(document_id, load)
        if stored is not None:
            return self._remember(document_id, stored).value
        return await self._read_archived(document_id)

    async def _ask(self, document_id: str, load: Load) -> Stored | None:
        """Load a document from the store, and check that the store has not lost the version that was cached before."""
        known = self._cached.get(document_id)
        stored = await load(self._form.prefix + document_id)
        if known is None:
            return stored
        return await self._check(known.value, stored, None if stored is None else stored.now)

    def _remember(self, document_id: str, stored: Stored) -> Base[T]:
        """Decode a stored document and cache it, unless a later version is cached: this read may be older."""
        value = self._decode(document_id, stored.document)
        if value.version != stored.version:
            reason = f"it is of version {value.version}, and lies at version {stored.version}"
            raise report_corruption("document", self._form.prefix + document_id, reason)
        return Base(self._cached.keep_later(value, stored.document), stored.now)

    def _decode(self, document_id: str, document: bytes) -> T:
        known = self._cached.get(document_id)
        if known is not None and known.document == document:
            return known.value
        with reporting("document", self._form.prefix + document_id):
            return self._form.decode(document, document_id)

    async def _check(self, known: T, stored: Stored | None, _now: int | None) -> Stored | None:
        """Return the stored document; forget the cached version if the store no longer has it.

        `now` is the store's clock, None if that is unknown.
        """
        if stored is None or stored.version < known.version:
            self._cached.pop(known.id, None)
        return stored

    async def _read_archived(self, document_id: str) -> T | None:
        """Return a document from its archive; None if there is none."""
        document = await self.store.archived(self._form.prefix + document_id)
        return None if document is None else self._decode(document_id, document)

    def _not_found(self, document_id: str) -> Problem:
        """Return the problem of a document that does not exist."""
        raise NotImplementedError


class Documents(Reader[T, E], Generic[T, C, E, D]):
    """Reads and changes the documents of one kind."""

    # Makes the next version of a document and its log entry.
    _apply: Callable[[T, C], tuple[T, E]]
    # Makes the answer to a change from the document, the version that the change made, its log entry, and the document
    # before it (None if the change is repeated).
    _done: Callable[[T, int, E, T | None], D]
    # Returns the earliest time that the next change of a document may have.
    _since: Callable[[T], int]
    # Called with a committed change and the cursor before it, if `_followed` has this cursor or `_last_steps` the
    # document.
    _take: Callable[[Cursor, T, E], None]
    _followed: Container[tuple[str, Cursor]] = ()
    _last_steps: Container[str] = ()

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.turns = Turns()

    async def change(self, document_id: str, request: ChangeRequest, decide: Callable[[T, int], C]) -> D:
        """Commit the change that `decide` returns for the newest version and the time, once for each key.

        `decide` and the rules may refuse it with a `Problem`. A refusal on a cached document is decided again on the
        stored one.
        """
        if document_id not in self.turns:
            self.turns[document_id] = deque()
        elif not await self.turns.wait(document_id):
            raise busy()
        try:
            known = self._cached.get(document_id)
            name = self._form.prefix + document_id
            if known is not None and (now := self.store.clock(name)) is not None:
                base = Base(known.value, now, is_cached=True)
            else:
                base = await self._load(document_id)
            for attempt in range(ATTEMPTS):
                outcome = await self._attempt(base, request, decide, attempt)
                if not isinstance(outcome, Base):
                    return outcome
                base = outcome
            raise busy()
        except StoreUnavailable as error:
            self.turns.turn_away(document_id, error)
            raise
        finally:
            if self.turns[document_id]:
                self.turns.end(document_id)
            else:
                del self.turns[document_id]

    async def _attempt(
        self, base: Base[T], request: ChangeRequest, decide: Callable[[T, int], C], attempt: int
    ) -> D | Base[T]:
        """Decide and commit a change once, in the attempt of this number (from 0).

        Returns the answer if the change is done, now or by an earlier request with its key; else the newer document on
        which to decide again. Raises `Problem` if the change is refused.
        """
        before = base.value
        document_id = before.id
        cursor = Cursor(before.version, before.history_hash)
        try:
            # The clock may be slightly behind the one that timed the last change.
            after, entry = self._apply(before, decide(before, max(base.now, self._since(before))))
        except Problem as problem:
            return await self._confirm_refusal(base, request, problem)
        commit = self._form.encode_change(cursor, after, entry, request)
        is_ordinary = self._is_ordinary(before, after)
        if not is_ordinary:
            commit = await self._prepare(before, after, entry, commit)
        begun = time.perf_counter()
        try:
            answer = await self.store.commit(commit)
        finally:
            metrics.commit_seconds.append(time.perf_counter() - begun)
        if isinstance(answer, Repeated):
            return await self._repeat(document_id, request, answer.receipt)
        if not isinstance(answer, Committed):
            return await self._rebase(base, answer, attempt)
        self._cached[document_id] = Cached(after, commit.document)
        self._cached.move_to_end(document_id)
        if (document_id, cursor) in self._followed or document_id in self._last_steps:
            self._take(cursor, after, entry)
        if not is_ordinary:
            await self._notify(before, after, entry)
        return self._done(after, after.version, entry, before)

    async def _create(self, value: T, entry: E) -> T:
        """Commit the first version of a document and return it; return the existing document if there is one."""
        first = self._form.encode_change(Cursor(0), value, entry, None)
        first = await self._prepare(None, value, entry, first)
        begun = time.perf_counter()
        try:
            answer = await self.store.commit(first)
        finally:
            metrics.commit_seconds.append(time.perf_counter() - begun)
        if isinstance(answer, Committed):
            self._cached.keep(value.id, Cached(value, first.document))
            await self._notify(None, value, entry)
            return value
        # The document exists, or it has expired and its archive reserves the id.
        existing = await self._find(value.id, self.store.load_durable)
        if existing is None:
            raise busy()
        return existing

    async def _confirm_refusal(self, base: Base[T], request: ChangeRequest, problem: Problem) -> Base[T] | D:
        """Return the document on which to decide a refused change again, or the answer to the request's first try.

        Raises the problem if the newest version refuses the change, too. A failover may undo a change that was read
        before it was acknowledged, even a try of the same request; a refusal that was based on it is then decided
        again. A refusal shows only durable changes.
        """
        document_id = base.value.id
        if base.is_cached:
            return await self._load(document_id)
        # The retry of a committed change may be refused because of that change, so its key is looked up first.
        if request.key is not None:
            receipt = await self.store.receipt(self._form.prefix + document_id, request.key)
            if receipt is not None:
                return await self._repeat(document_id, request, receipt)
        stored = await self._ask(document_id, self.store.load_durable)
        if stored is not None:
            newest = self._remember(document_id, stored)
            if newest.value != base.value:
                return newest
        raise await self._explain(problem) from None

    async def _rebase(self, base: Base[T], conflict: Conflict, attempt: int) -> Base[T]:
        """Return the stored document, on which to decide a change again after its attempt of this number (from 0).

        Once the change has lost three attempts, it lets others go first for a random time.
        """
        if not base.is_cached:
            # A stale cached document is no sign of contention.
            metrics.conflicts_total.inc()
        before = base.value
        stored = await self._check(before, conflict.stored, conflict.now)
        if stored is None:
            return await self._read_gone(before.id)
        newest = self._remember(before.id, stored)
        # If a second read found the document, the first answer did not come from the primary.
        if newest.value.cursor == before.cursor and stored is conflict.stored:
            reason = "its history hash is not that of its document"
            raise report_corruption("key", self._form.prefix + before.id, reason)
        if attempt <= 1:
            return newest
        await asyncio.sleep(BACKOFF_SECONDS * random())  # noqa: S311
        # Others have committed meanwhile, so a commit on `newest` would fail again.
        return await self._load(before.id)

    async def _repeat(self, document_id: str, request: ChangeRequest, receipt: Receipt) -> D:
        """Return the answer to a change that is committed. Raises `Problem` if its key is that of another request."""
        name = self._form.prefix + document_id
        with reporting("receipt", name):
            request_hash = decode_receipt(receipt, name, request.key)
        if request_hash != request.request_hash:
            raise key_reused()
        metrics.replays_total.inc()
        entry = await self.find_entry(document_id, receipt.version)
        if entry is None:
            raise self._not_found(document_id)
        value = await self.read_durable(document_id)
        return self._done(value, receipt.version, entry, None)

    async def _load(self, document_id: str) -> Base[T]:
        """Return the stored document for a change. Raises `Problem` if there is none."""
        if not is_document_id(document_id):
            raise self._not_found(document_id)
        stored = await self._ask(document_id, self.store.load)
        return await self._read_gone(document_id) if stored is None else self._remember(document_id, stored)

    # ---- the steps that differ between sessions and tournaments

    def _is_ordinary(self, _before: T, _after: T) -> bool:
        """Tell whether a change needs nothing but its commit: neither `_prepare` nor `_notify`."""
        return False

    async def _prepare(self, before: T | None, after: T, entry: E, commit: Commit) -> Commit:
        """Prepare a commit that is not ordinary, and return it with its archive, if any.

        `before` is None for the first version.
        """
        raise NotImplementedError

    async def _notify(self, before: T | None, after: T, entry: E) -> None:
        """Notify others of a committed change that is not ordinary; `before` is None for the first version."""
        raise NotImplementedError

    async def _explain(self, problem: Problem) -> Problem:
        """Return the problem for the caller."""
        return problem

    async def _read_gone(self, document_id: str) -> Base[T]:
        """Return the archive of a document that is gone, for a change. Raises `Problem` if there is none."""
        archived = await self._read_archived(document_id)
        if archived is None:
            raise self._not_found(document_id)
        return Base(archived, await self.store.now())


def is_document_id(text: str) -> bool:
    """Tell whether a text has the form of an id; no other text is sent to the store."""
    return _ID.fullmatch(text) is not None


def new_document_id() -> str:
    """Return a new id: 128 random bits."""
    return secrets.token_urlsafe(16)


def ignore(_value: object) -> None:
    """Do nothing."""


def ignore_version(_before: object, _after: object, _entry: object) -> None:
    """Do nothing."""


def busy() -> Problem:
    """Return the problem of a change that has lost all its attempts to others."""
    problem = Problem("BUSY", "The session was changed by too many other requests at the same time; send it again.")
    # Callers that are refused together retry at different times.
    problem.retry_after = BUSY_MILLIS + secrets.randbelow(BUSY_MILLIS)
    return problem


# ---- turns


class Turns(dict[str, deque[asyncio.Future[None]]]):
    """The changes that wait for their turn, by the document's id. An id has no queue unless a change is under way.

    Within a worker, the changes to one document take turns. So each change is decided on the result of the one before
    it, and none is lost to a conflict with another. A change that comes alone does not wait.
    """

    async def wait(self, key: str) -> bool:
        """Wait for a turn, in the order of arrival, while another change is under way; False if none came in time.

        The caller must end its turn in any case. Raises `NotTried` if the store fails during the turn of another.
        """
        queue = self[key]
        if len(queue) >= LONGEST_QUEUE:
            return False
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                # The turn came at the moment when its caller gave up.
                self.end(key)
            elif turn in queue:
                queue.remove(turn)
            if isinstance(error, TimeoutError):
                return False
            raise
        return True

    def end(self, key: str) -> None:
        """End a turn, and start the turn of the change that has waited longest."""
        queue = self[key]
        while queue:
            turn = queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        del self[key]

    def turn_away(self, key: str, cause: StoreUnavailable) -> None:
        """Raise `NotTried` in all changes that wait: the store would let each of them time out like this one.

        The present turn does not end.
        """
        queue = self[key]
        while queue:
            turn = queue.popleft()
            if not turn.done():
                turn.set_exception(NotTried(str(cause)))

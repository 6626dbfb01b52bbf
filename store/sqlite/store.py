"""The embedded store: one SQLite file, which several processes of one machine may share.

Two connections, each owned by a thread of its own, keep the event loop free: one writes, one reads and polls.
Commits are made in `BEGIN IMMEDIATE` transactions in WAL mode with `synchronous=FULL`, so an acknowledged
change survives a kill and a power loss; concurrent changes share a transaction (`GroupCommit`).
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

import apsw

from store.listeners import Listener, Listeners
from store.options import DURABILITY, Durability, DurabilityLevel, SettingsError
from store.port import (
    Commit,
    Committed,
    Conflict,
    Listed,
    Promise,
    Receipt,
    Repeated,
    Stored,
    StoredEntry,
    Watermark,
    encode_name,
)
from store.problems import NotKept, StoreUnavailable
from store.sqlite.database import CLOSED, DatabaseThread, LogRow, OpenFile
from store.sqlite.lists import advance_watermark, enlist, read_list, read_watermark, try_change, unlist
from store.sqlite.log_poller import LogPoller
from store.sqlite.messages import publish
from store.sqlite.schema import ENTRIES_BETWEEN_PURGES, PURGE, PURGE_ALL, configure, prepare

PROMISE = "Every acknowledged change is on disk: it survives a killed process and a power loss."
MISSING = (
    "The file {0} was removed or replaced while it was open: what is changed now is gone when the service ends. Put it "
    "back, or restart the service."
)

# The most changes in one transaction, in which the first one waits for the last.
MOST = 64

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
# The function that makes a change, and its arguments after the database and the time.
Work = tuple[Callable[..., Any], tuple[Any, ...]]


class SqliteStore:
    """The port on one SQLite file; `clock` returns the wall-clock time in seconds since 1970."""

    # Reads never miss an acknowledged change.
    lag = 0.0

    def __init__(self, file: str, clock: Callable[[], float] = time.time, durability: Durability | None = None) -> None:
        # The path is absolute, since the working folder may change later.
        self._path = Path(file).absolute()
        self._clock = clock
        self._wanted = durability or Durability()
        self._writer = DatabaseThread(self._path)
        self._reader = DatabaseThread(self._path)
        self._poller = LogPoller(self._reader)
        self._changes = GroupCommit(self._writer, clock, self._poller.listeners, self._poller.ring)
        self._write = self._changes.make
        self._file: OpenFile | None = None

    async def start(self) -> Promise:
        """Open the file, create its tables if it is new, and return the promise."""
        if self._wanted.level == "replicated":
            raise SettingsError(
                f'{DURABILITY} is "replicated", but SQLite has no replicas. Expected: local, or a store in Redis.'
            )
        try:
            await self._writer.open(prepare)
            await self._reader.open(configure)
            self._file = OpenFile(self._path)
        except (StoreUnavailable, SettingsError):
            await self.close()
            raise
        return await self.promise()

    async def promise(self) -> Promise:
        """Return the promise; if the file was removed or replaced, no change is made from now on."""
        assert self._file is not None, "a store is started first"
        missing = await self._reader.run(_find_missing, self._file)
        self._changes.shortfall = MISSING.format(missing) if missing else ""
        level: DurabilityLevel = "any" if missing else "local"
        sentence = self._changes.shortfall or PROMISE
        return Promise("sqlite", f"sqlite:{self._path}", level, is_kept=not missing, sentence=sentence)

    async def try_change(self) -> float:
        """Write about as many bytes as a move into a row of its own, and return 1."""
        await self._write(try_change)
        return 1.0

    def commit(self, change: Commit) -> Awaitable[Committed | Repeated | Conflict]:
        """Make one change atomically. The key is looked up before the version."""
        # `GroupCommit` turns the row of the log into `Committed`.
        answer: Awaitable[Any] = self._write(_commit, change)
        return answer

    async def now(self) -> int:
        """Return this machine's clock, in milliseconds since 1970."""
        return _milliseconds(self._clock())

    def clock(self, document_id: str) -> int | None:  # noqa: ARG002 - the clock of all documents
        """Return this machine's clock, in milliseconds since 1970."""
        return int(self._clock() * 1000)

    async def load(self, document_id: str) -> Stored | None:
        """Return the newest version of a document; None if it does not exist or has expired."""
        return await self._read(_load, encode_name(document_id))

    async def load_durable(self, document_id: str) -> Stored | None:
        """Load a document like `load`: only what is on disk can be read."""
        return await self.load(document_id)

    async def receipt(self, document_id: str, key: str) -> Receipt | None:
        """Return the receipt of `key` for this document, or None."""
        return await self._read(_receipt, encode_name(document_id), encode_name(key))

    async def entries(self, document_id: str, after: int, limit: int) -> Sequence[StoredEntry]:
        """Return at most `limit` entries with a version above `after`, in order."""
        return await self._read(_entries, encode_name(document_id), after, limit)

    async def archived(self, document_id: str) -> bytes | None:
        """Return the archive of a document, or None when there is none or it has expired."""
        return await self._read(_archived, encode_name(document_id))

    async def enlist(
        self,
        name: str,
        member: str,
        at: int,
        expires_in: int,
        *,
        durable: bool = False,  # noqa: ARG002 - every change is on disk
    ) -> None:
        """Put a document's id into a list for `expires_in` seconds; an existing member moves to `at`."""
        await self._write(enlist, name, member, at, expires_in)

    async def unlist(self, name: str, member: str) -> None:
        """Remove a document's id from a list, if it is there."""
        await self._write(unlist, name, member)

    async def listed(self, name: str, before: tuple[int, str] | None, limit: int) -> Sequence[Listed]:
        """Return at most `limit` members after the cursor `before`, newest first."""
        return await self._read(read_list, name, before, limit)

    async def advance_watermark(self, name: str, height: int, token: str, expires_in: int) -> bool:
        """Raise a watermark, and tell whether it is at that height with that token."""
        return await self._write(advance_watermark, name, height, token, expires_in)

    async def read_watermark(self, name: str) -> Watermark | None:
        """Return a watermark, or None when there is none or it has expired."""
        return await self._read(read_watermark, name)

    async def publish(self, document_id: str, message: bytes) -> None:
        """Hand a message to the present listeners for a document, in every process that has the file open."""
        await self._write(publish, document_id, message)

    def wakeups(self, document_id: str) -> AbstractAsyncContextManager[Listener]:
        """Listen for commits to a document, by any process that has the file open."""
        return self._poller.listen(encode_name(document_id))

    async def close(self) -> None:
        """Close the file. A second call does nothing."""
        self._poller.close()
        await self._reader.close()
        await self._writer.close()

    async def _read(self, work: Callable[[apsw.Connection, float, *Ts], T], *arguments: *Ts) -> T:
        return await self._reader.run(_read_at, self._clock, work, *arguments)


def _find_missing(_database: apsw.Connection, file: OpenFile) -> str:
    return file.find_missing()


def _read_at(database: apsw.Connection, clock: Callable[[], float], work: Callable[..., T], *arguments: object) -> T:
    """Call `work` with the database and the time of the read, and return its result."""
    return work(database, clock(), *arguments)


class GroupCommit:
    """Makes changes over one connection; `clock` returns the time in seconds since 1970.

    Changes that arrive during a transaction share the next one, and its write to disk. Each change is made completely
    or not at all, and is answered only once it is on disk. The answer to a change that adds a row to the log is
    `Committed`; `ring` wakes the document's listeners, if any. A `shortfall` is the reason why changes would be lost;
    while there is one, no change is made.
    """

    def __init__(
        self, thread: DatabaseThread, clock: Callable[[], float], listeners: Listeners, ring: Callable[[LogRow], None]
    ) -> None:
        self._thread = thread
        self._clock = clock
        self._listeners = listeners
        self._ring = ring
        self._waiting: list[tuple[asyncio.Future[Any], Work]] = []
        self._is_writing = False
        self.shortfall = ""

    def make(self, work: Callable[[apsw.Connection, float, *Ts], T], *arguments: *Ts) -> asyncio.Future[T]:
        """Call `work` with the database in a transaction and the time; return the future of its result.

        It is resolved once the change is on disk. It raises `StoreUnavailable`, or the error of `work`, whose writes
        are then undone. If another change fails, `work` may be called again after its writes were undone.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((done, (work, arguments)))
        if not self._is_writing:
            self._is_writing = True
            # Changes that arrive in this turn of the event loop join the transaction.
            loop.call_soon(self._write)
        return done

    def _write(self) -> None:
        pending = self._waiting[:MOST]
        self._waiting = self._waiting[MOST:]
        works = [work for _, work in pending]
        futures = [done for done, _ in pending]
        connection = self._thread.connection
        if connection is None:
            self._deliver(futures, StoreUnavailable(CLOSED))
        elif self.shortfall:
            self._deliver(futures, NotKept(self.shortfall))
        else:
            self._thread.jobs.put((partial(self._deliver, futures), _carry_out, (connection, works, self._clock)))

    def _deliver(self, futures: Sequence[asyncio.Future[Any]], outcomes: Sequence[Any] | BaseException) -> None:
        if isinstance(outcomes, BaseException):
            error = self._thread.explain(outcomes)
            # Each waiting caller gets a separate error, since each adds its traceback.
            outcomes = [type(error)(str(error)) if isinstance(error, StoreUnavailable) else error for _ in futures]
        for done, outcome in zip(futures, outcomes, strict=True):
            if not isinstance(outcome, LogRow):
                self._thread.settle(done, outcome)
                continue
            if not done.done():
                done.set_result(Committed(outcome.version))
            # The result is set first: the caller that made the change continues before the woken listeners.
            if outcome.document_id in self._listeners:
                self._ring(outcome)
        self._is_writing = bool(self._waiting)
        if self._is_writing:
            self._write()


def _carry_out(database: apsw.Connection, works: Sequence[Work], clock: Callable[[], float]) -> Sequence[Any]:
    """Make changes in one transaction; return for each the result of its work, or the error that it raised.

    Raises the error of the transaction itself, and of a change that is alone in it: then nothing was changed.
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        outcomes = _make(database, works, clock)
        database.execute("COMMIT")
    except BaseException:
        # Some errors, such as a full disk, have rolled back already.
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    return outcomes


def _make(database: apsw.Connection, works: Sequence[Work], clock: Callable[[], float]) -> Sequence[Any]:
    """Make changes in the transaction that has begun; return their outcomes like `_carry_out`.

    Hardly any change fails, so each gets a savepoint only after one has failed: savepoints would take an eighth of the
    instructions of a change.
    """
    # The time is read only now, since the transaction may have waited for other writers.
    now = clock()
    try:
        return [work(database, now, *arguments) for work, arguments in works]
    except Exception:
        if len(works) == 1 or not database.in_transaction:
            raise
    database.execute("ROLLBACK")
    database.execute("BEGIN IMMEDIATE")
    now = clock()
    return [_try(database, now, work, arguments) for work, arguments in works]


def _try(database: apsw.Connection, now: float, work: Callable[..., Any], arguments: tuple[Any, ...]) -> object:
    """Return the result of one of several changes, or its error; in that case, its writes are undone."""
    database.execute("SAVEPOINT work")
    try:
        return work(database, now, *arguments)
    except Exception as error:
        if not database.in_transaction:
            raise
        database.execute("ROLLBACK TO work")
        return error
    finally:
        if database.in_transaction:
            database.execute("RELEASE work")


# Finds a document that is as expected, unless the key was used. One statement that also updates it, with RETURNING,
# takes up to 14 % more instructions: it keeps its rows in a table of its own, and copies the pages that it changes.
_FIND = """
    SELECT number FROM sessions WHERE id = ? AND version = ? AND history_hash = ? AND expires_at > ?
    AND NOT EXISTS (SELECT 1 FROM receipts WHERE session = number AND key = ?)"""
_ADVANCE = "UPDATE sessions SET version = ?, history_hash = ?, expires_at = ?, document = ? WHERE number = ?"
_CREATE = "INSERT INTO sessions (version, history_hash, expires_at, document, id) VALUES (?, ?, ?, ?, ?)"


def _commit(database: apsw.Connection, now: float, change: Commit) -> LogRow | Repeated | Conflict:
    # The connection would make a cursor for each statement, which takes up to 5 % of the instructions.
    execute = database.cursor().execute
    document_id = encode_name(change.document_id)
    key = None if change.key is None else encode_name(change.key)
    version = change.expected + 1
    row = (version, change.history_hash, now + change.expires_in, change.document)
    number = execute(_FIND, (document_id, change.expected, change.expected_hash, now, key)).get
    if number is not None:
        execute(_ADVANCE, (*row, number))
    else:
        refusal = _find_refusal(database, now, change, document_id, key)
        if refusal is not None:
            return refusal
        # A row that still exists has expired.
        execute("DELETE FROM sessions WHERE id = ?", (document_id,))
        execute(_CREATE, (*row, document_id))
        number = database.last_insert_rowid()
        execute(PURGE["sessions"], (now,))
    execute("INSERT INTO entries (session, version, body) VALUES (?, ?, ?)", (number, version, change.entry))
    logged = LogRow(database.last_insert_rowid(), document_id, version)
    if key is not None:
        receipt = (number, key, change.request_hash, version)
        execute("INSERT INTO receipts (session, key, fingerprint, version) VALUES (?, ?, ?, ?)", receipt)
    if change.archive is not None:
        archived = (document_id, now + change.archive_for if change.archive_for else None, change.archive)
        execute("INSERT OR REPLACE INTO archives (id, expires_at, body) VALUES (?, ?, ?)", archived)
        execute(PURGE["archives"], (now,))
    if logged.number % ENTRIES_BETWEEN_PURGES == 0:
        execute(PURGE_ALL, (now,) * len(PURGE))
    return logged


def _find_refusal(
    database: apsw.Connection, now: float, change: Commit, document_id: bytes, key: bytes | None
) -> Repeated | Conflict | None:
    """Return the refusal of a change that did not advance a document; None if it creates one."""
    sql = """
        SELECT receipts.version, fingerprint FROM sessions LEFT JOIN receipts ON session = number AND key = ?
        WHERE id = ? AND expires_at > ?"""
    stored = database.execute(sql, (key, document_id, now)).fetchone()
    if stored is not None and stored[0] is not None:
        version, request_hash = stored
        return Repeated(Receipt(request_hash, version))
    is_new = stored is None and (change.expected, change.expected_hash) == (0, "")
    if is_new and _archived(database, now, document_id) is None:
        return None
    return Conflict(_load(database, now, document_id), _milliseconds(now))


def _load(database: apsw.Connection, now: float, document_id: bytes) -> Stored | None:
    sql = "SELECT version, document FROM sessions WHERE id = ? AND expires_at > ?"
    row = database.execute(sql, (document_id, now)).fetchone()
    if row is None:
        return None
    version, document = row
    return Stored(version, document, _milliseconds(now))


def _receipt(database: apsw.Connection, now: float, document_id: bytes, key: bytes) -> Receipt | None:
    sql = """
        SELECT receipts.fingerprint, receipts.version FROM receipts JOIN sessions ON number = session
        WHERE id = ? AND expires_at > ? AND key = ?"""
    row = database.execute(sql, (document_id, now, key)).fetchone()
    return Receipt(*row) if row else None


def _entries(
    database: apsw.Connection, now: float, document_id: bytes, after: int, limit: int
) -> Sequence[StoredEntry]:
    sql = """
        SELECT entries.version, body FROM entries JOIN sessions ON sessions.number = session
        WHERE id = ? AND expires_at > ? AND entries.version > ? ORDER BY entries.version"""
    rows = database.execute(sql, (document_id, now, after))
    return [StoredEntry(*row) for row in islice(rows, limit)]


def _archived(database: apsw.Connection, now: float, document_id: bytes) -> bytes | None:
    sql = "SELECT body FROM archives WHERE id = ? AND (expires_at IS NULL OR expires_at > ?)"
    row = database.execute(sql, (document_id, now)).fetchone()
    return row[0] if row else None


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000)

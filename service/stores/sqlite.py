"""The embedded store: one SQLite file, which several processes of one machine may share.

Two connections, each owned by a thread of its own, keep the event loop free: one writes, one reads and polls.
Every commit is one `BEGIN IMMEDIATE` transaction in WAL mode with `synchronous=FULL`, so an acknowledged
change survives a kill and a power loss. The log is also the queue of wake-ups for other processes: entries
are numbered across all sessions, and a poller reads those above the last number that it saw.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

import apsw

from service.settings import STORE, SettingsError
from service.stores.base import (
    Change,
    Committed,
    Conflict,
    Entry,
    Receipt,
    Repeated,
    Stored,
    StoreUnavailable,
    encode_name,
)
from service.stores.listeners import Listeners

T = TypeVar("T")

APPLICATION = 0x43525550  # "CRUP": tells our files from those of other programs
SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE sessions (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  expires_at REAL NOT NULL,
  document BLOB NOT NULL
) STRICT;
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE TABLE entries (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
  version INTEGER NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (session, version)
) STRICT;
CREATE TABLE receipts (
  session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
  key BLOB NOT NULL,
  fingerprint TEXT NOT NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (session, key)
) STRICT, WITHOUT ROWID;
"""
PROMISE = "Every acknowledged change is on disk in {path}: it survives a killed process and a power loss."

BUSY_MILLISECONDS = 5000
POLL_SECONDS = 0.025
FAILED_POLL_SECONDS = 1.0
# Two for each commit, of which at most one creates a session: purging outruns creation.
PURGED_AT_ONCE = 2

UNAVAILABLE = (
    apsw.BusyError,
    apsw.CantOpenError,
    apsw.CorruptError,
    apsw.FullError,
    apsw.IOError,
    apsw.InterruptError,
    apsw.LockedError,
    apsw.NoMemError,
    apsw.NotADBError,
    apsw.PermissionsError,
    apsw.ProtocolError,
    apsw.ReadOnlyError,
)


class Commit(NamedTuple):
    """One row of the log as the poller sees it; `number` counts the commits to all sessions."""

    number: int
    session: bytes
    version: int


class SqliteStore:
    """The port on one SQLite file; `clock` tells the wall-clock time in seconds since 1970."""

    def __init__(self, file: str, clock: Callable[[], float] = time.time) -> None:
        # Absolute at once: a later change of the working folder must not change the file.
        self._path = Path(file).absolute()
        self._clock = clock
        self._writer = _Connection(self._path)
        self._reader = _Connection(self._path)
        self._listeners = Listeners()
        self._poller: asyncio.Task[None] | None = None
        self._seen = 0

    async def start(self) -> str:
        """Open the file, make its tables where it is new, and return what is promised."""
        try:
            await self._writer.open(_prepare)
            await self._reader.open(_configure)
        except (StoreUnavailable, SettingsError):
            await self.close()
            raise
        return PROMISE.format(path=self._path)

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        """Make one change atomically. The key is looked up before the version."""
        answer = await self._writer.run(lambda database: _commit(database, change, self._clock()))
        if isinstance(answer, Committed):
            self._listeners.ring(encode_name(change.session_id), answer.version)
        return answer

    async def load(self, session_id: str) -> Stored | None:
        """Return the newest document, or None when there is no such session or it has expired."""
        return await self._reader.run(lambda database: _load(database, session_id, self._clock()))

    async def receipt(self, session_id: str, key: str) -> Receipt | None:
        """Return what `key` was used for in this session, or None."""
        return await self._reader.run(lambda database: _receipt(database, session_id, key, self._clock()))

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[Entry]:
        """Return at most `limit` entries with a version above `after`, in order."""
        return await self._reader.run(lambda database: _entries(database, session_id, after, limit, self._clock()))

    @asynccontextmanager
    async def wakeups(self, session_id: str) -> AsyncIterator[AsyncIterator[int]]:
        """Listen for commits to a session, by any process that has the file open."""
        session = encode_name(session_id)
        listener = self._listeners.add(session)
        try:
            await self._start_polling()
            yield listener
        finally:
            self._listeners.remove(session, listener)
            if not self._listeners:
                self._stop_polling()

    async def close(self) -> None:
        """Close the file. A second time does nothing."""
        self._listeners.close()
        self._stop_polling()
        await self._reader.close()
        await self._writer.close()

    async def _start_polling(self) -> None:
        # Read even while the poller runs: an error must reach whoever wants to listen.
        newest = await self._reader.run(_newest_number)
        if self._poller is None and self._listeners:
            self._seen = newest
            self._poller = asyncio.create_task(self._poll())

    def _stop_polling(self) -> None:
        if self._poller is not None:
            self._poller.cancel()
            self._poller = None

    async def _poll(self) -> None:
        data_version = None
        while True:
            try:
                data_version = await self._look(data_version)
                await asyncio.sleep(POLL_SECONDS)
            except StoreUnavailable:
                self._listeners.ring_all()
                await asyncio.sleep(FAILED_POLL_SECONDS)

    async def _look(self, data_version: int | None) -> int:
        """Ring for what other connections committed since the last look, if anything."""
        found, commits = await self._reader.run(lambda database: _look(database, data_version, self._seen))
        for commit in commits:
            self._seen = commit.number
            self._listeners.ring(commit.session, commit.version)
        return found


class _Connection:
    """An SQLite connection with the thread that it lives on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread: ThreadPoolExecutor | None = None
        self._database: apsw.Connection | None = None

    async def open(self, prepare: Callable[[apsw.Connection, Path], None]) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sqlite")
        await self._in_thread(self._thread, lambda: self._open(prepare))

    async def run(self, work: Callable[[apsw.Connection], T]) -> T:
        thread, database = self._thread, self._database
        if thread is None or database is None:
            raise StoreUnavailable("the store is closed")
        return await self._in_thread(thread, lambda: work(database))

    async def close(self) -> None:
        thread, database = self._thread, self._database
        self._thread = self._database = None
        if thread is None:
            return
        if database is not None:
            await asyncio.get_running_loop().run_in_executor(thread, database.close)
        thread.shutdown()

    def _open(self, prepare: Callable[[apsw.Connection, Path], None]) -> None:
        if not self._path.parent.is_dir():
            raise _refusal(self._path, "its folder does not exist")
        try:
            _create(self._path)
            self._database = apsw.Connection(str(self._path))
            prepare(self._database, self._path)
        except OSError as error:
            raise _refusal(self._path, f"the file cannot be made: {error.strerror}") from error
        except apsw.BusyError:
            raise
        except UNAVAILABLE as error:
            raise _refusal(self._path, f"the file cannot be used: {error}") from error

    async def _in_thread(self, thread: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(thread, work)
        except UNAVAILABLE as error:
            raise StoreUnavailable(f"{self._path}: {error}") from error


def _refusal(path: Path, reason: str) -> SettingsError:
    return SettingsError(f'{STORE} is "sqlite:{path}", but {reason}. Expected: a file that this process may write.')


def _create(path: Path) -> None:
    """Make a new file readable for its owner only: hidden cards lie in it. An existing one stays as it is."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _prepare(database: apsw.Connection, path: Path) -> None:
    """Make a new file ours; leave any other program's file as it is."""
    database.set_busy_timeout(BUSY_MILLISECONDS)
    _check_owner(database, path)
    _switch_to_wal(database, path)
    _configure(database, path)
    with _transaction(database):
        # Another process may have made the tables since.
        if _check_owner(database, path):
            return
        database.execute(SCHEMA)
        database.pragma("application_id", APPLICATION)
        database.pragma("user_version", SCHEMA_VERSION)


def _configure(database: apsw.Connection, path: Path) -> None:
    database.set_busy_timeout(BUSY_MILLISECONDS)
    database.pragma("synchronous", "FULL")
    database.pragma("foreign_keys", "ON")
    _check_owner(database, path)


def _check_owner(database: apsw.Connection, path: Path) -> bool:
    """Return whether the file has our tables; an empty one has not, any other raises `SettingsError`."""
    # One transaction: another process may be making the tables at this moment.
    with database:
        owner, version, schema = map(database.pragma, ("application_id", "user_version", "schema_version"))
    if owner == APPLICATION and version == SCHEMA_VERSION:
        return True
    if owner == APPLICATION:
        raise _refusal(path, f"it was written by another version of this program (schema {version})")
    if (owner, version, schema) != (0, 0, 0):
        raise _refusal(path, "it belongs to another program")
    return False


def _switch_to_wal(database: apsw.Connection, path: Path) -> None:
    """Switch to a write-ahead log. SQLite does not wait here for others that do the same, so we do."""
    deadline = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        with suppress(apsw.BusyError):
            if database.pragma("journal_mode", "wal") == "wal":
                return
            raise _refusal(path, "its file system has no shared memory, which a write-ahead log needs")
        if time.monotonic() > deadline:
            raise apsw.BusyError("other processes keep the file locked")
        time.sleep(0.01)


@contextmanager
def _transaction(database: apsw.Connection) -> Iterator[None]:
    """Commit at the end, or roll back on an error; an error of the commit itself rolls back too."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        # Some errors, such as a full disk, have rolled back already.
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _commit(database: apsw.Connection, change: Change, now: float) -> Committed | Repeated | Conflict:
    with _transaction(database):
        return _used(database, change, now) or _stale(database, change, now) or _make(database, change, now)


def _used(database: apsw.Connection, change: Change, now: float) -> Repeated | None:
    if change.key is None:
        return None
    receipt = _receipt(database, change.session_id, change.key, now)
    return Repeated(receipt) if receipt else None


def _stale(database: apsw.Connection, change: Change, now: float) -> Conflict | None:
    sql = "SELECT version FROM sessions WHERE id = ? AND expires_at > ?"
    row = database.execute(sql, (encode_name(change.session_id), now)).fetchone()
    if (row[0] if row else 0) == change.expected:
        return None
    return Conflict(_load(database, change.session_id, now))


def _make(database: apsw.Connection, change: Change, now: float) -> Committed:
    version = change.expected + 1
    session = _write_document(database, change, version, now)
    database.execute("INSERT INTO entries (session, version, body) VALUES (?, ?, ?)", (session, version, change.entry))
    if change.key is not None:
        receipt = (session, encode_name(change.key), change.fingerprint, version)
        database.execute("INSERT INTO receipts (session, key, fingerprint, version) VALUES (?, ?, ?, ?)", receipt)
    _purge(database, now)
    return Committed(version)


def _write_document(database: apsw.Connection, change: Change, version: int, now: float) -> int:
    """Write the session's row and return its number."""
    session = encode_name(change.session_id)
    if change.expected == 0:
        # What may still lie there has expired.
        database.execute("DELETE FROM sessions WHERE id = ?", (session,))
        sql = "INSERT INTO sessions (version, expires_at, document, id) VALUES (?, ?, ?, ?) RETURNING number"
    else:
        sql = "UPDATE sessions SET version = ?, expires_at = ?, document = ? WHERE id = ? RETURNING number"
    row = database.execute(sql, (version, now + change.expires_in, change.document, session)).fetchone()
    return _number(row)


def _purge(database: apsw.Connection, now: float) -> None:
    sql = "DELETE FROM sessions WHERE number IN (SELECT number FROM sessions WHERE expires_at <= ? LIMIT ?)"
    database.execute(sql, (now, PURGED_AT_ONCE))


def _load(database: apsw.Connection, session_id: str, now: float) -> Stored | None:
    sql = "SELECT version, document FROM sessions WHERE id = ? AND expires_at > ?"
    row = database.execute(sql, (encode_name(session_id), now)).fetchone()
    return Stored(*row) if row else None


def _receipt(database: apsw.Connection, session_id: str, key: str, now: float) -> Receipt | None:
    sql = """
        SELECT receipts.fingerprint, receipts.version FROM receipts JOIN sessions ON number = session
        WHERE id = ? AND expires_at > ? AND key = ?"""
    row = database.execute(sql, (encode_name(session_id), now, encode_name(key))).fetchone()
    return Receipt(*row) if row else None


def _entries(database: apsw.Connection, session_id: str, after: int, limit: int, now: float) -> Sequence[Entry]:
    sql = """
        SELECT entries.version, body FROM entries JOIN sessions ON sessions.number = session
        WHERE id = ? AND expires_at > ? AND entries.version > ? ORDER BY entries.version LIMIT ?"""
    rows = database.execute(sql, (encode_name(session_id), now, after, limit))
    return [Entry(*row) for row in rows]


def _newest_number(database: apsw.Connection) -> int:
    return _number(database.execute("SELECT coalesce(max(number), 0) FROM entries").fetchone())


def _look(database: apsw.Connection, known: int | None, seen: int) -> tuple[int, list[Commit]]:
    """Return the file's data version and, if that is not the known one, the commits numbered above `seen`."""
    data_version = database.pragma("data_version")
    if data_version == known:
        return data_version, []
    sql = """
        SELECT entries.number, id, entries.version FROM entries JOIN sessions ON sessions.number = session
        WHERE entries.number > ? ORDER BY entries.number"""
    return data_version, [Commit(*row) for row in database.execute(sql, (seen,))]


def _number(row: tuple[object, ...] | None) -> int:
    number = row[0] if row else None
    assert isinstance(number, int)
    return number

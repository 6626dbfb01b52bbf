"""The SQLite file itself: whose it is, how its tables came to be, and connections that each live on a thread."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import apsw

from service.sessions.corruption import report_corruption
from service.sessions.problems import StoreUnavailable
from service.settings import STORE, SettingsError
from service.storage.port import StoreFull

T = TypeVar("T")
# Work, and who waits for what it returns.
Job = tuple[Callable[[], Any], asyncio.Future[Any]]

APPLICATION = 0x43525550  # "CRUP": tells our files from those of other programs

SCHEMA_NUMBER = 1
SCHEMA = """
CREATE TABLE sessions (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  history_hash TEXT NOT NULL,
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
CREATE TABLE archives (
  number INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  expires_at REAL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX archives_by_expiry ON archives (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE listed (
  number INTEGER PRIMARY KEY,
  list BLOB NOT NULL,
  member BLOB NOT NULL,
  at INTEGER NOT NULL,
  expires_at REAL NOT NULL,
  UNIQUE (list, member)
) STRICT;
CREATE INDEX listed_by_time ON listed (list, at, member);
CREATE INDEX listed_by_expiry ON listed (expires_at);
CREATE TABLE watermarks (
  number INTEGER PRIMARY KEY,
  name BLOB NOT NULL UNIQUE,
  height INTEGER NOT NULL,
  token BLOB NOT NULL,
  expires_at REAL NOT NULL
) STRICT;
CREATE INDEX watermarks_by_expiry ON watermarks (expires_at);
"""

BUSY_MILLISECONDS = 5000

UNAVAILABLE = (
    apsw.BusyError,
    apsw.CantOpenError,
    apsw.FullError,
    apsw.IOError,
    apsw.InterruptError,
    apsw.LockedError,
    apsw.NoMemError,
    apsw.PermissionsError,
    apsw.ProtocolError,
    apsw.ReadOnlyError,
)


# A page of the file cannot be, or a row is there that nobody can have written after another.
CORRUPTED = (apsw.CorruptError, apsw.NotADBError, apsw.ConstraintError, UnicodeDecodeError)


class DatabaseThread:
    """An SQLite connection with the thread that it lives on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: SimpleQueue[Job | None] | None = None
        self._database: apsw.Connection | None = None

    async def open(self, prepare: Callable[[apsw.Connection, Path], None]) -> None:
        """Open the file and prepare the connection. Raises `SettingsError` and `StoreUnavailable`."""
        self._jobs = SimpleQueue()
        # A daemon: whoever forgets to close it can end all the same, and what was acknowledged is on disk.
        Thread(target=self._live, args=(self._jobs,), name="sqlite", daemon=True).start()
        await self._ask(lambda: self._open(prepare))

    def run(self, work: Callable[[apsw.Connection], T]) -> asyncio.Future[T]:
        """Return what `work` returns on the connection's thread; the future raises what it raises."""
        return self._ask(partial(self._do, work))

    async def close(self) -> None:
        """Close the file and end the thread, after what was asked before. A second time does nothing."""
        if self._jobs is None:
            return
        closing = self._ask(self._close)
        self._jobs.put(None)
        self._jobs = None
        await closing

    def _ask(self, work: Callable[[], T]) -> asyncio.Future[T]:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._jobs is None:
            done.set_exception(StoreUnavailable("the store is closed"))
        else:
            self._jobs.put((work, done))
        return done

    def _live(self, jobs: "SimpleQueue[Job | None]") -> None:
        """Do one job after the other, and have the event loop tell what came of it."""
        while (job := jobs.get()) is not None:
            work, done = job
            try:
                told = partial(done.set_result, work())
            except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits
                told = partial(self._fail, done, error)
            # Once the loop is closed, nobody waits any more.
            with suppress(RuntimeError):
                done.get_loop().call_soon_threadsafe(_tell, done, told)

    def _fail(self, done: asyncio.Future[Any], error: BaseException) -> None:
        meaning = self.explain(error)
        if meaning is not error:
            meaning.__cause__ = error
        done.set_exception(meaning)

    def _do(self, work: Callable[[apsw.Connection], T]) -> T:
        if self._database is None:
            raise StoreUnavailable(f"{self._path}: it was not opened")
        return work(self._database)

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()

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
        except (*UNAVAILABLE, *CORRUPTED) as error:
            raise _refusal(self._path, f"the file cannot be used: {error}") from error

    def explain(self, error: BaseException) -> BaseException:
        """Return what an error means to a caller: where the file is the reason, an error of the port."""
        if isinstance(error, CORRUPTED):
            return report_corruption("file", str(self._path), str(error))
        if isinstance(error, apsw.FullError):
            return StoreFull(f"{self._path}: {error}")
        return StoreUnavailable(f"{self._path}: {error}") if isinstance(error, UNAVAILABLE) else error


def _tell(done: asyncio.Future[Any], tell: Callable[[], None]) -> None:
    if not done.done():
        tell()


def _refusal(path: Path, reason: str) -> SettingsError:
    return SettingsError(f'{STORE} is "sqlite:{path}", but {reason}. Expected: a file that this process may write.')


def _create(path: Path) -> None:
    """Make a new file readable for its owner only: hidden cards lie in it. An existing one stays as it is."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def prepare(database: apsw.Connection, path: Path) -> None:
    """Make a new file ours, and leave any other program's as it is."""
    database.set_busy_timeout(BUSY_MILLISECONDS)
    _read_schema(database, path)
    _switch_to_wal(database, path)
    configure(database, path)
    with transaction(database):
        # Another process may have made the tables since.
        if _read_schema(database, path) != SCHEMA_NUMBER:
            database.execute(SCHEMA)
            database.pragma("application_id", APPLICATION)
            database.pragma("user_version", SCHEMA_NUMBER)


def configure(database: apsw.Connection, path: Path) -> None:
    """Set what holds for one connection only, and check the file."""
    database.set_busy_timeout(BUSY_MILLISECONDS)
    database.pragma("synchronous", "FULL")
    database.pragma("foreign_keys", "ON")
    _read_schema(database, path)


def _read_schema(database: apsw.Connection, path: Path) -> int:
    """Return the number of the file's schema, 0 if it is empty. Raises `SettingsError` if it is not ours."""
    # One transaction: another process may be making the tables at this moment.
    with database:
        owner, number, changes = map(database.pragma, ("application_id", "user_version", "schema_version"))
    if (owner, number, changes) == (0, 0, 0):
        return 0
    if owner != APPLICATION:
        raise _refusal(path, "it belongs to another program")
    if number != SCHEMA_NUMBER:
        raise _refusal(path, f"it was written by another version of this program (schema {number})")
    return SCHEMA_NUMBER


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
def transaction(database: apsw.Connection) -> Iterator[None]:
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

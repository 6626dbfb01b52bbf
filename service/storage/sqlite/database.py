"""Connections to an SQLite file, each on a thread of its own, and changes that share a transaction."""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar, TypeVarTuple

import apsw
import msgspec

from service.sessions.corruption import report_corruption
from service.sessions.problems import StoreUnavailable
from service.settings import STORE, SettingsError
from service.storage.listeners import Listeners
from service.storage.port import Committed, StoreFull

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
# Takes the result of some work, or the error that it raised.
Deliver = Callable[[Any], None]
Job = tuple[Deliver, Callable[..., Any], tuple[Any, ...]]
# What makes a change, and its arguments after the database and the time.
Work = tuple[Callable[..., Any], tuple[Any, ...]]

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

# The most changes in one transaction: the first one waits for the last.
MOST = 64

# A page of the file is invalid, or a row contradicts those written before it.
CORRUPTED = (apsw.CorruptError, apsw.NotADBError, apsw.ConstraintError, UnicodeDecodeError)


class LogRow(msgspec.Struct, frozen=True):
    """One row of the log; `number` counts the commits to all sessions."""

    number: int
    session: bytes
    version: int


class DatabaseThread:
    """An SQLite connection and its thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs = SimpleQueue[Job | None]()
        self._database: apsw.Connection | None = None

    async def open(self, prepare: Callable[[apsw.Connection, Path], None]) -> None:
        """Open the file and prepare the connection. Raises `SettingsError` and `StoreUnavailable`."""
        self._jobs = SimpleQueue()
        # A daemon: a process that forgets to close it can still end, and acknowledged changes are on disk.
        Thread(target=_run_jobs, args=(self._jobs, asyncio.get_running_loop()), name="sqlite", daemon=True).start()
        try:
            self._database = await self._ask(_open, self._path, prepare)
        except BaseException:
            self._jobs.put(None)
            raise

    def run(self, work: Callable[[apsw.Connection, *Ts], T], *arguments: *Ts) -> asyncio.Future[T]:
        """Call `work` with the database on the thread; the future has its result or its error."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.submit(partial(self.settle, done), work, *arguments)
        return done

    def submit(self, deliver: Deliver, work: Callable[[apsw.Connection, *Ts], object], *arguments: *Ts) -> None:
        """Call `work` on the thread, and then `deliver` in the event loop with its result or its error."""
        if self._database is None:
            asyncio.get_running_loop().call_soon(deliver, StoreUnavailable("the store is closed"))
        else:
            self._jobs.put((deliver, work, (self._database, *arguments)))

    def settle(self, done: asyncio.Future[Any], outcome: object) -> None:
        """Resolve a future with the outcome of some work, unless it is done."""
        if done.done():
            return
        if isinstance(outcome, BaseException):
            done.set_exception(self.explain(outcome))
        else:
            done.set_result(outcome)

    async def close(self) -> None:
        """Close the file and end the thread, after all earlier work. A second call does nothing."""
        if self._database is None:
            return
        closed = self._ask(self._database.close)
        self._database = None
        self._jobs.put(None)
        await closed

    def _ask(self, work: Callable[[*Ts], T], *arguments: *Ts) -> asyncio.Future[T]:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((partial(self.settle, done), work, arguments))
        return done

    def explain(self, error: BaseException) -> BaseException:
        """Return the error for the caller: an error of the port if the file is the cause."""
        meaning = error
        if isinstance(error, CORRUPTED):
            meaning = report_corruption("file", str(self._path), str(error))
        elif isinstance(error, UNAVAILABLE):
            kind = StoreFull if isinstance(error, apsw.FullError) else StoreUnavailable
            meaning = kind(f"{self._path}: {error}")
        if meaning is not error:
            meaning.__cause__ = error
        return meaning


class GroupCommit:
    """Makes changes over one connection; `clock` returns the time in seconds since 1970.

    Changes that arrive during a transaction share the next one, and its write to disk. Each is made completely or not
    at all, and is answered only once it is on disk. One that adds a row to the log is answered with `Committed`; if it
    has listeners, `ring` wakes them.
    """

    def __init__(
        self,
        database: DatabaseThread,
        clock: Callable[[], float],
        listeners: Listeners,
        ring: Callable[[LogRow], None],
    ) -> None:
        self._database, self._clock, self._listeners, self._ring = database, clock, listeners, ring
        self._waiting: list[tuple[asyncio.Future[Any], Work]] = []
        self._is_writing = False

    def make(self, work: Callable[[apsw.Connection, float, *Ts], T], *arguments: *Ts) -> asyncio.Future[T]:
        """Call `work` with the database in a transaction and the time; return its result once it is on disk.

        The future raises the error of `work`, whose writes are then undone, and `StoreUnavailable`.
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
        pending, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        works, futures = [work for _, work in pending], [done for done, _ in pending]
        self._database.submit(partial(self._deliver, futures), carry_out, works, self._clock)

    def _deliver(self, futures: Sequence[asyncio.Future[Any]], outcomes: Sequence[Any] | BaseException) -> None:
        if isinstance(outcomes, BaseException):
            error = self._database.explain(outcomes)
            outcomes = [_copy_of(error) for _ in futures]
        for done, outcome in zip(futures, outcomes, strict=True):
            if not isinstance(outcome, LogRow):
                self._database.settle(done, outcome)
                continue
            if not done.done():
                done.set_result(Committed(outcome.version))
            # After its result: whoever has made the change goes on before those who are woken.
            if outcome.session in self._listeners:
                self._ring(outcome)
        self._is_writing = bool(self._waiting)
        if self._is_writing:
            self._write()


def carry_out(database: apsw.Connection, works: Sequence[Work], clock: Callable[[], float]) -> Sequence[Any]:
    """Make changes in one transaction; return for each the result of its work, or the error that it raised.

    Raises the error of the transaction itself, and that of a single change: then nothing was changed.
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        # The time is read only now: the transaction may have waited for other writers.
        now = clock()
        if len(works) == 1:
            ((work, arguments),) = works
            outcomes = [work(database, now, *arguments)]
        else:
            outcomes = [_try(database, now, work, arguments) for work, arguments in works]
        database.execute("COMMIT")
    except BaseException:
        # Some errors, such as a full disk, have rolled back already.
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    return outcomes


def _try(database: apsw.Connection, now: float, work: Callable[..., Any], arguments: tuple[Any, ...]) -> object:
    """Return the result of one of several changes, or its error, after which nothing of it is left."""
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


def _copy_of(error: BaseException) -> BaseException:
    """Return a copy of a `StoreUnavailable`, so that each caller that waits adds its traceback to its own error."""
    return type(error)(str(error)) if isinstance(error, StoreUnavailable) else error


def _run_jobs(jobs: SimpleQueue[Job | None], loop: asyncio.AbstractEventLoop) -> None:
    """Do one job after the other, and have the event loop deliver each outcome."""
    # Once the loop is closed, nobody waits.
    with suppress(RuntimeError):
        while (job := jobs.get()) is not None:
            deliver, work, arguments = job
            try:
                outcome = work(*arguments)
            except BaseException as error:  # noqa: BLE001 - it belongs to the caller that waits
                outcome = error
            loop.call_soon_threadsafe(deliver, outcome)


def _open(path: Path, prepare: Callable[[apsw.Connection, Path], None]) -> apsw.Connection:
    if not path.parent.is_dir():
        raise refusal(path, "its folder does not exist")
    try:
        _create(path)
        database = apsw.Connection(str(path))
        prepare(database, path)
    except OSError as error:
        raise refusal(path, f"the file cannot be made: {error.strerror}") from error
    except apsw.BusyError:
        raise
    except (*UNAVAILABLE, *CORRUPTED) as error:
        raise refusal(path, f"the file cannot be used: {error}") from error
    return database


def refusal(path: Path, reason: str) -> SettingsError:
    """Return the error that stops the start because of the file."""
    return SettingsError(f'{STORE} is "sqlite:{path}", but {reason}. Expected: a file that this process may write.')


def _create(path: Path) -> None:
    """Create a new file that only its owner may read: it holds hidden cards. An existing one stays as it is."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))

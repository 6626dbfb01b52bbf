"""Connections to an SQLite file, each on a thread of its own."""

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

from service.sessions.corruption import report_corruption
from service.sessions.problems import StoreUnavailable
from service.settings import STORE, SettingsError
from service.storage.port import StoreFull

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

# A page of the file is invalid, or a row contradicts those written before it.
CORRUPTED = (apsw.CorruptError, apsw.NotADBError, apsw.ConstraintError, UnicodeDecodeError)


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

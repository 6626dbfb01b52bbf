"""Connections to an SQLite file, each on a thread of its own."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar, TypeVarTuple

import apsw
import msgspec

from store.options import STORE, SettingsError
from store.problems import StoreFull, StoreUnavailable, report_corruption

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
# Receives the result of a job, or the error that it raised.
Deliver = Callable[[Any], None]
Job = tuple[Deliver, Callable[..., Any], tuple[Any, ...]]

CLOSED = "the store is closed"
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

# A page of the file is invalid, or a row contradicts earlier ones.
CORRUPTED = (apsw.CorruptError, apsw.NotADBError, apsw.ConstraintError, UnicodeDecodeError)


class LogRow(msgspec.Struct, frozen=True):
    """One row of the log; `number` counts the commits to all documents."""

    number: int
    document_id: bytes
    version: int


class OpenFile:
    """The file of a database with the files beside it, as they were when it was opened."""

    def __init__(self, path: Path) -> None:
        self._paths = _files_of(path)
        self._opened = [_identify(one) for one in self._paths]

    def find_missing(self) -> str:
        """Return the name of a file that was removed or replaced since, empty if there is none.

        SQLite continues to use the open files, and writes to a removed file are lost when the last process ends.
        """
        for path, opened in zip(self._paths, self._opened, strict=True):
            if _identify(path) != opened:
                return path.name
        return ""


def _files_of(path: Path) -> list[Path]:
    """Return the files of a database: the main file, its write-ahead log, and the log's index."""
    return [path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm")]


def _check_writable(path: Path) -> None:
    """Raise `SettingsError` for files that this process may not write: SQLite would silently open them for reading."""
    for one in _files_of(path):
        if one.exists() and not os.access(one, os.W_OK):
            raise refusal(path, f"the file {one.name} may only be read")


def _identify(path: Path) -> tuple[int, int] | None:
    """Return the identity of a file, None if it does not exist."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


class DatabaseThread:
    """An SQLite connection (None unless it is open) and its thread, which does one job after the other."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.jobs = SimpleQueue[Job | None]()
        self.connection: apsw.Connection | None = None

    async def open(self, prepare: Callable[[apsw.Connection, Path], None]) -> None:
        """Open the file and prepare the connection. Raises `SettingsError` and `StoreUnavailable`."""
        self.jobs = SimpleQueue()
        # A daemon thread lets the process end without `close`; acknowledged changes are on disk.
        Thread(target=_run_jobs, args=(self.jobs, asyncio.get_running_loop()), name="sqlite", daemon=True).start()
        try:
            self.connection = await self._ask(_open, self._path, prepare)
        except BaseException:
            self.jobs.put(None)
            raise

    def run(self, work: Callable[[apsw.Connection, *Ts], T], *arguments: *Ts) -> asyncio.Future[T]:
        """Call `work` with the database on the thread, and return the future of its result or error."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if self.connection is None:
            loop.call_soon(self.settle, done, StoreUnavailable(CLOSED))
        else:
            self.jobs.put((partial(self.settle, done), work, (self.connection, *arguments)))
        return done

    def settle(self, done: asyncio.Future[Any], outcome: object) -> None:
        """Resolve a future with the outcome of a job, unless it is done."""
        if done.done():
            return
        if isinstance(outcome, BaseException):
            done.set_exception(self.explain(outcome))
        else:
            done.set_result(outcome)

    async def close(self) -> None:
        """Close the file and end the thread, after all earlier work. A second call does nothing."""
        if self.connection is None:
            return
        closed = self._ask(self.connection.close)
        self.connection = None
        self.jobs.put(None)
        await closed

    def _ask(self, work: Callable[[*Ts], T], *arguments: *Ts) -> asyncio.Future[T]:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.jobs.put((partial(self.settle, done), work, arguments))
        return done

    def explain(self, error: BaseException) -> BaseException:
        """Return the error for the caller: one of the port's errors if the file is the cause."""
        meaning = error
        if isinstance(error, CORRUPTED):
            meaning = report_corruption("file", str(self._path), str(error))
        elif isinstance(error, UNAVAILABLE):
            kind = StoreFull if isinstance(error, apsw.FullError) else StoreUnavailable
            meaning = kind(f"{self._path}: {error}")
        if meaning is not error:
            meaning.__cause__ = error
        return meaning


def _run_jobs(jobs: SimpleQueue[Job | None], loop: asyncio.AbstractEventLoop) -> None:
    """Do one job after the other, and have the event loop deliver each outcome."""
    # Once the loop is closed, no caller waits.
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
        _check_writable(path)
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
    """Return the error for a start that fails because of the file."""
    return SettingsError(f'{STORE} is "sqlite:{path}", but {reason}. Expected: a file that this process may write.')


def _create(path: Path) -> None:
    """Create a file that only its owner may read, as it holds hidden cards. An existing file does not change."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))

"""Group commit for an SQLite file: changes that arrive during a transaction share the next one, and its write to disk.

Each change is made completely or not at all, and is answered only once it is on disk.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

import apsw

from service.sessions.problems import StoreUnavailable
from service.storage.sqlite.database import DatabaseThread, in_transaction

# The most changes in one transaction: the first one waits for the last.
MOST = 64

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
# The future of a change's outcome, the work that makes it, and its arguments after the database and the time.
PendingChange = tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]]


class GroupCommit:
    """Makes changes over one connection; `clock` returns the time in seconds since 1970."""

    def __init__(self, database: DatabaseThread, clock: Callable[[], float]) -> None:
        self._database, self._clock = database, clock
        self._waiting: list[PendingChange] = []
        self._is_writing = False

    def make(self, work: Callable[[apsw.Connection, float, *Ts], T], *arguments: *Ts) -> asyncio.Future[T]:
        """Call `work` with the database in a transaction and the time; return its result once it is on disk.

        The future raises the error of `work`, whose writes are then undone, and `StoreUnavailable`.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((done, work, arguments))
        if not self._is_writing:
            self._is_writing = True
            # Changes that arrive in this turn of the event loop join the transaction.
            loop.call_soon(self._write)
        return done

    def _write(self) -> None:
        pending, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        self._database.submit(partial(self._deliver, pending), in_transaction, carry_out, pending, self._clock)

    def _deliver(self, pending: Sequence[PendingChange], outcomes: Sequence[Any] | BaseException) -> None:
        if isinstance(outcomes, BaseException):
            error = self._database.explain(outcomes)
            outcomes = [_copy_of(error) for _ in pending]
        for (done, _, _), outcome in zip(pending, outcomes, strict=True):
            self._database.settle(done, outcome)
        self._is_writing = bool(self._waiting)
        if self._is_writing:
            self._write()


def _copy_of(error: BaseException) -> BaseException:
    """Return a copy of a `StoreUnavailable`, so that each caller that waits adds its traceback to its own error."""
    return type(error)(str(error)) if isinstance(error, StoreUnavailable) else error


def carry_out(database: apsw.Connection, pending: Sequence[PendingChange], clock: Callable[[], float]) -> Sequence[Any]:
    """Make changes in one transaction; return for each the result of its work, or the error that it raised.

    Raises the error of the transaction itself: then nothing was changed.
    """
    # The time is read only now: the transaction may have waited for other writers.
    now = clock()
    return [_try(database, now, work, arguments) for _, work, arguments in pending]


def _try(database: apsw.Connection, now: float, work: Callable[..., Any], arguments: tuple[Any, ...]) -> object:
    database.execute("SAVEPOINT work")
    try:
        return work(database, now, *arguments)
    except Exception as error:
        # Some errors, such as a full disk, have rolled back everything already.
        if not database.in_transaction:
            raise
        database.execute("ROLLBACK TO work")
        return error
    finally:
        if database.in_transaction:
            database.execute("RELEASE work")

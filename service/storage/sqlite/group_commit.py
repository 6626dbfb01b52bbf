"""Changes of an SQLite file: those that come while a transaction is written share the next one, and its way to disk.

Each of them is carried out whole or not at all, and nobody has an answer before what it tells of is on disk.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

import apsw

from service.sessions.problems import StoreUnavailable
from service.storage.sqlite.database import DatabaseThread, in_transaction

# In one transaction: whoever comes first waits for the last.
MOST = 64

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
# Who waits for what becomes of a change, the work that makes it, and its arguments after the database and the time.
PendingChange = tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]]


class GroupCommit:
    """Makes changes over one connection; `clock` tells the time in seconds since 1970."""

    def __init__(self, database: DatabaseThread, clock: Callable[[], float]) -> None:
        self._database, self._clock = database, clock
        self._waiting: list[PendingChange] = []
        self._is_writing = False

    def make(self, work: Callable[[apsw.Connection, float, *Ts], T], *arguments: *Ts) -> asyncio.Future[T]:
        """Return what `work` returns, given the database in a transaction, and the time, once that is on disk.

        The future raises what `work` raises, after what it has done was undone, and `StoreUnavailable`.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((done, work, arguments))
        if not self._is_writing:
            self._is_writing = True
            # What comes in this turn of the event loop goes along.
            loop.call_soon(self._write)
        return done

    def _write(self) -> None:
        pending, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        self._database.submit(partial(self._deliver, pending), in_transaction, carry_out, pending, self._clock)

    def _deliver(self, pending: Sequence[PendingChange], outcomes: Sequence[Any] | BaseException) -> None:
        if isinstance(outcomes, BaseException):
            error = self._database.explain(outcomes)
            outcomes = [_another(error) for _ in pending]
        for (done, _, _), outcome in zip(pending, outcomes, strict=True):
            self._database.settle(done, outcome)
        self._is_writing = bool(self._waiting)
        if self._is_writing:
            self._write()


def _another(error: BaseException) -> BaseException:
    """Return an error of its own for each that waits, where that is usual: it gets its traceback there."""
    return type(error)(str(error)) if isinstance(error, StoreUnavailable) else error


def carry_out(database: apsw.Connection, pending: Sequence[PendingChange], clock: Callable[[], float]) -> Sequence[Any]:
    """Make changes in one transaction, and return what the work of each returned, or the error that it raised.

    Raises what goes wrong with the transaction itself: then nothing was done.
    """
    # Not before: the transaction may have waited for other writers.
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

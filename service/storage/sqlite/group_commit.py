"""Changes of an SQLite file: those that come while a transaction is written share the next one, and its way to disk.

Each of them is carried out whole or not at all, and nobody has an answer before what it tells of is on disk.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import apsw

from service.sessions.problems import StoreUnavailable
from service.storage.sqlite.database import DatabaseThread, transaction

# In one transaction: whoever comes first waits for the last.
MOST = 64

T = TypeVar("T")
Work = Callable[[apsw.Connection, float], T]
# A change that is to be made, and who waits for what becomes of it.
Job = tuple[Work[Any], asyncio.Future[Any]]


class GroupCommit:
    """Makes changes over one connection; `clock` tells the time in seconds since 1970."""

    def __init__(self, connection: DatabaseThread, clock: Callable[[], float]) -> None:
        self._connection, self._clock = connection, clock
        self._waiting: list[Job] = []
        self._is_writing = False

    def make(self, work: Work[T]) -> asyncio.Future[T]:
        """Return what `work` returns, given the database in a transaction, and the time, once that is on disk.

        The future raises what `work` raises, after what it has done was undone, and `StoreUnavailable`.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, done))
        if not self._is_writing:
            self._is_writing = True
            # What comes in this turn of the event loop goes along.
            loop.call_soon(self._write)
        return done

    def _write(self) -> None:
        jobs, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        self._is_writing = bool(jobs)
        if jobs:
            works = [work for work, _ in jobs]
            written = self._connection.run(lambda database: carry_out(database, works, self._clock))
            written.add_done_callback(partial(self._tell, jobs))

    def _tell(self, jobs: Sequence[Job], written: asyncio.Future[Sequence[Any]]) -> None:
        error = written.exception()
        outcomes = written.result() if error is None else [_another(error) for _ in jobs]
        for (_, done), outcome in zip(jobs, outcomes, strict=True):
            if done.done():
                continue
            if isinstance(outcome, BaseException):
                done.set_exception(self._connection.explain(outcome))
            else:
                done.set_result(outcome)
        self._write()


def _another(error: BaseException) -> BaseException:
    """Return an error of its own for each that waits, where that is usual: it gets its traceback there."""
    return type(error)(str(error)) if isinstance(error, StoreUnavailable) else error


def carry_out(database: apsw.Connection, works: Sequence[Work[Any]], clock: Callable[[], float]) -> Sequence[Any]:
    """Do several works in one transaction, and return what each of them returned, or the error that it raised.

    Raises what goes wrong with the transaction itself: then nothing was done.
    """
    with transaction(database):
        # Not before: the transaction may have waited for other writers.
        now = clock()
        return [_try(database, work, now) for work in works]


def _try(database: apsw.Connection, work: Work[Any], now: float) -> Any:  # noqa: ANN401 - whatever the work returns
    database.execute("SAVEPOINT work")
    try:
        return work(database, now)
    except Exception as error:
        # Some errors, such as a full disk, have rolled back everything already.
        if not database.in_transaction:
            raise
        database.execute("ROLLBACK TO work")
        return error
    finally:
        if database.in_transaction:
            database.execute("RELEASE work")

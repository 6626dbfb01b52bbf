"""Changes of an SQLite file: those that come while a transaction is written share the next one, and its way to disk.

Each of them is carried out whole or not at all, and nobody has an answer before what it tells of is on disk.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import apsw

from service.sessions.problems import StoreUnavailable
from service.storage.sqlite.database import Connection, transaction

# In one transaction: whoever comes first waits for the last.
MOST = 64

T = TypeVar("T")
Work = Callable[[apsw.Connection, float], T]


class Job(NamedTuple):
    """A change that is to be made, and who waits for what becomes of it."""

    work: Work[Any]
    done: asyncio.Future[Any]


class Changes:
    """Makes changes over one connection; `clock` tells the time in seconds since 1970."""

    def __init__(self, connection: Connection, clock: Callable[[], float]) -> None:
        self._connection, self._clock = connection, clock
        self._jobs: list[Job] = []
        self._writing: asyncio.Task[None] | None = None

    async def make(self, work: Work[T]) -> T:
        """Return what `work` returns, given the database in a transaction, and the time, once that is on disk.

        Raises what `work` raises, after undoing what it has done, and `StoreUnavailable`.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.append(Job(work, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        return await done

    async def finish(self) -> None:
        """Return as soon as everybody knows what became of their change."""
        if self._writing is not None:
            await asyncio.wait([self._writing])

    async def _write(self) -> None:
        while self._jobs:
            jobs, self._jobs = self._jobs[:MOST], self._jobs[MOST:]
            for job, outcome in zip(jobs, await self._carry_out([job.work for job in jobs]), strict=True):
                if job.done.done():
                    continue
                if isinstance(outcome, Exception):
                    job.done.set_exception(self._connection.explain(outcome))
                else:
                    job.done.set_result(outcome)

    async def _carry_out(self, works: Sequence[Work[Any]]) -> Sequence[Any]:
        try:
            return await self._connection.run(lambda database: carry_out(database, works, self._clock))
        except StoreUnavailable as error:
            return [type(error)(str(error)) for _ in works]
        except Exception as error:  # noqa: BLE001 - a bug, which belongs to whoever waits, not to the task that writes
            return [error for _ in works]


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

"""Group commit for an SQLite file: changes that arrive during a transaction share the next one, and its write to disk.

Each change is made completely or not at all, and is answered only once it is on disk.
"""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

import apsw

from service.sessions.problems import StoreUnavailable
from service.storage.port import Committed
from service.storage.sqlite.database import DatabaseThread, Work, carry_out
from service.storage.sqlite.log_poller import LogPoller, LogRow

# The most changes in one transaction: the first one waits for the last.
MOST = 64

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class GroupCommit:
    """Makes changes over one connection; `clock` returns the time in seconds since 1970.

    A change that adds a row to the log is answered with `Committed`, and the `poller` rings for it.
    """

    def __init__(self, database: DatabaseThread, clock: Callable[[], float], poller: LogPoller) -> None:
        self._database, self._clock, self._poller = database, clock, poller
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
            if outcome.session in self._poller.listeners:
                self._poller.ring(outcome)
        self._is_writing = bool(self._waiting)
        if self._is_writing:
            self._write()


def _copy_of(error: BaseException) -> BaseException:
    """Return a copy of a `StoreUnavailable`, so that each caller that waits adds its traceback to its own error."""
    return type(error)(str(error)) if isinstance(error, StoreUnavailable) else error

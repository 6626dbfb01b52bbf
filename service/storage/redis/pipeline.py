"""One connection to Redis: commands go out as they come, answers come in their order.

redis-py makes the connection, authenticates it and reads its first answers; then this takes over its transport. All
ordinary calls share one, which costs a tenth of a connection for each call: whatever is sent in one turn of the loop
goes out in one piece. With a command that blocks its connection in the server (WAIT) everybody would wait, so it has
one for itself.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import hiredis
import msgspec
from redis._parsers.base import BaseParser
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import BusyLoadingError, InvalidResponse
from redis.exceptions import ConnectionError as RedisConnectionError

from service.sessions.problems import StoreUnavailable

Argument = bytes | str | int
Command = tuple[Argument, ...]
Reply = Any  # the shape depends on the command; an error is an answer, too

SILENT = "the server does not answer in time"
LOST = "the connection was lost"
TOO_MANY = "too many calls wait for the server"
WAITERS = 2048

_NOT_YET = object()


class Unsent(StoreUnavailable):
    """The server is away, or too much waits for it: nothing was sent."""


class Broken(StoreUnavailable):
    """The connection was lost, or no answer came in time: whether the commands were carried out is unknown."""


class Waiter(msgspec.Struct):
    """Who waits for the answers to some commands, since when by the loop's clock, and those that have come."""

    answered: asyncio.Future[list[Reply]]
    wanted: int
    since: float
    replies: list[Reply] = []


class Pipeline(asyncio.Protocol):
    """A connection taken over from redis-py, whose greeting must be over. `is_open` tells whether it takes commands.

    It ends when an answer does not come within `patience` seconds, which `lose` is told, with the reason.
    """

    def __init__(self, connection: AbstractConnection, patience: float, lose: Callable[[str], None]) -> None:
        self.is_open = True
        self._patience, self._lose = patience, lose
        self._loop = asyncio.get_running_loop()
        self._reader = _new_reader()
        self._waiters: deque[Waiter] = deque()
        self._outgoing: list[bytes] = []
        self._timer: asyncio.TimerHandle | None = None
        # Kept, since it would close the transport in its own end; there is no public way to its transport.
        self._connection = connection
        self._transport: asyncio.WriteTransport = connection._writer.transport  # type: ignore[union-attr]
        self._transport.set_protocol(self)

    @property
    def is_idle(self) -> bool:
        """Tell whether it takes commands, and no answers are to come."""
        return self.is_open and not self._waiters

    def send(self, commands: Sequence[Command]) -> asyncio.Future[list[Reply]]:
        """Send commands one after the other, with none of others between, and return what will have their answers.

        Raises `Unsent` when too many wait already; what is returned fails with `Broken`. Whoever stops waiting leaves
        the order of the answers as it is.
        """
        if len(self._waiters) >= WAITERS:
            raise Unsent(TOO_MANY)
        packed = [hiredis.pack_command(command) for command in commands]  # type: ignore[arg-type]
        if not self._outgoing:
            self._loop.call_soon(self._flush)
        self._outgoing += packed
        now = self._loop.time()
        waiter = Waiter(self._loop.create_future(), len(packed), now)
        self._waiters.append(waiter)
        if self._timer is None:
            self._timer = self._loop.call_at(now + self._patience, self._check_patience)
        return waiter.answered

    def retire(self) -> None:
        """Take no more commands, and close as soon as everybody who still waits has an answer."""
        self.is_open = False
        self._end_if_done()

    def data_received(self, data: bytes) -> None:
        """Deliver what has come; called by the transport."""
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not _NOT_YET:
                self._deliver(reply)
        except (InvalidResponse, IndexError) as error:
            # Nobody can tell any more whose the next answer is.
            self._end(f"the server's answer cannot be read: {error}")

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell all who wait; called by the transport."""
        self._end(str(exc or LOST))

    def _flush(self) -> None:
        pieces, self._outgoing = self._outgoing, []
        # There are none if the connection has ended meanwhile.
        if not pieces:
            return
        if self._transport.is_closing():
            # Its end may have been told to redis-py, before this took over; uvloop would raise on a write.
            self._end(LOST)
        else:
            self._transport.write(b"".join(pieces))

    def _deliver(self, reply: Reply) -> None:
        waiter = self._waiters[0]
        waiter.replies.append(reply)
        if isinstance(reply, RedisConnectionError):
            # It is loading, or we must log in anew: a new connection finds out.
            self.is_open = False
            if not waiter.answered.done():
                waiter.answered.set_exception(failure_of(reply))
        if len(waiter.replies) < waiter.wanted:
            return
        self._waiters.popleft()
        if not waiter.answered.done():
            waiter.answered.set_result(waiter.replies)
        if not self.is_open:
            self._end_if_done()

    def _end_if_done(self) -> None:
        if all(waiter.answered.done() for waiter in self._waiters):
            self._end(LOST)

    def _check_patience(self) -> None:
        """End the connection if the first who waits has waited for too long; look again when that will be so."""
        self._timer = None
        if not self._waiters:
            return
        until = self._waiters[0].since + self._patience
        if self._loop.time() < until:
            self._timer = self._loop.call_at(until, self._check_patience)
        else:
            self._end(SILENT)
            self._lose(SILENT)

    def _end(self, reason: str) -> None:
        self.is_open = False
        self._outgoing = []
        if self._timer is not None:
            self._timer.cancel()
        # What is not written yet may wait for ever behind what the server does not take.
        self._transport.abort()
        self._connection._close()  # type: ignore[no-untyped-call]
        while self._waiters:
            answered = self._waiters.popleft().answered
            if not answered.done():
                answered.set_exception(Broken(reason))


def failure_of(reply: RedisConnectionError) -> StoreUnavailable:
    """Return what the answer of a server means that does not serve us."""
    failure = (Unsent if isinstance(reply, BusyLoadingError) else Broken)(str(reply))
    failure.__cause__ = reply
    return failure


def _new_reader() -> hiredis.Reader:
    """Return a reader whose errors are those that redis-py makes of them."""
    return hiredis.Reader(protocolError=InvalidResponse, replyError=BaseParser.parse_error, notEnoughData=_NOT_YET)

"""A pipelined connection to Redis: commands are sent as they come, and answers arrive in the same order.

redis-py opens the connection, authenticates it and reads its first answers; then `Pipeline` takes over its transport.
All ordinary calls share one connection, since this costs a tenth of a connection for each call: the commands of one
turn of the event loop are sent in one piece. A command that blocks its connection in the server (WAIT) would delay all
others, so it gets a separate connection.
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

from store.problems import StoreUnavailable

CommandArgument = bytes | str | int
Command = tuple[CommandArgument, ...]
Reply = Any  # the shape depends on the command; an error is an answer, too

SILENT = "the server does not answer in time"
LOST = "the connection was lost"
TOO_MANY = "too many calls wait for the server"
WAITERS = 2048

NOT_YET = object()


class Unsent(StoreUnavailable):
    """The server is away, or too many calls wait for it: nothing was sent."""


class Broken(StoreUnavailable):
    """The connection was lost, or no answer came in time: the commands may or may not have been executed."""


class Waiter(msgspec.Struct):
    """A waiting call: its future, the number of its answers, its start by the loop's clock, and the answers so far."""

    answered: asyncio.Future[list[Reply]]
    wanted: int
    since: float
    replies: list[Reply] = []


class TakenConnection(asyncio.Protocol):
    """A connection taken over from redis-py after the greeting. `is_open` tells whether it accepts commands."""

    def __init__(self) -> None:
        self.is_open = True
        self._loop = asyncio.get_running_loop()
        # The reader turns errors into redis-py's exceptions.
        self._reader = hiredis.Reader(
            protocolError=InvalidResponse, replyError=BaseParser.parse_error, notEnoughData=NOT_YET
        )
        self._outgoing: list[bytes] = []
        self._timer: asyncio.TimerHandle | None = None
        self._transport: asyncio.WriteTransport | None = None
        self._is_lost = False

    def connection_lost(self, exc: Exception | None) -> None:
        """End the connection; called by the transport."""
        self._is_lost = True
        self.end(str(exc or LOST))

    def end(self, reason: str) -> None:  # noqa: ARG002 - for those who wait
        """Close the connection at once."""
        self.is_open = False
        self._outgoing = []
        if self._timer is not None:
            self._timer.cancel()
        if self._transport is not None:
            # `close` might wait for ever to write data that the server does not read. A TLS transport of asyncio cannot
            # be aborted once it is lost.
            if not self._is_lost:
                self._transport.abort()
            self._connection._close()  # type: ignore[no-untyped-call]

    def _take_over(self, connection: AbstractConnection) -> None:
        # The connection is kept, since its finalizer would close the transport. The transport has no public name.
        self._connection = connection
        self._transport = connection._writer.transport  # type: ignore[union-attr]
        self._transport.set_protocol(self)

    def _flush(self) -> None:
        pieces = self._outgoing
        self._outgoing = []
        # There are none if the connection has ended.
        if not pieces:
            return
        assert self._transport is not None
        if self._transport.is_closing():
            # The connection may have ended before it was taken over from redis-py; uvloop would raise on a write.
            self.end(LOST)
        else:
            self._transport.write(b"".join(pieces))


class Pipeline(TakenConnection):
    """A connection for calls.

    If an answer takes longer than `timeout` seconds, the connection ends and calls `lose` with the reason.
    """

    def __init__(self, connection: AbstractConnection, timeout: float, lose: Callable[[str], None]) -> None:
        super().__init__()
        self._timeout = timeout
        self._lose = lose
        self._waiters: deque[Waiter] = deque()
        self._take_over(connection)

    @property
    def is_idle(self) -> bool:
        """Tell whether it accepts commands, and no answers are pending."""
        return self.is_open and not self._waiters

    def send(self, commands: Sequence[Command]) -> asyncio.Future[list[Reply]]:
        """Send commands without others in between, and return the future of their answers.

        The future fails with `Unsent` if too many calls wait already, and with `Broken`. A caller that stops waiting
        does not disturb the order of the answers.
        """
        answered: asyncio.Future[list[Reply]] = self._loop.create_future()
        if len(self._waiters) >= WAITERS:
            answered.set_exception(Unsent(TOO_MANY))
            return answered
        packed = [hiredis.pack_command(command) for command in commands]  # type: ignore[arg-type]
        if not self._outgoing:
            self._loop.call_soon(self._flush)
        self._outgoing += packed
        now = self._loop.time()
        self._waiters.append(Waiter(answered, len(packed), now))
        if self._timer is None:
            self._timer = self._loop.call_at(now + self._timeout, self._check_timeout)
        return answered

    def retire(self) -> None:
        """Accept no more commands, and close as soon as all waiting calls have their answers."""
        self.is_open = False
        self._end_if_done()

    def data_received(self, data: bytes) -> None:
        """Deliver received answers; called by the transport."""
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not NOT_YET:
                waiter = self._waiters[0]
                waiter.replies.append(reply)
                if isinstance(reply, RedisConnectionError):
                    self._refuse(waiter, reply)
                if len(waiter.replies) < waiter.wanted:
                    continue
                self._waiters.popleft()
                if not waiter.answered.done():
                    waiter.answered.set_result(waiter.replies)
                if not self.is_open:
                    self._end_if_done()
        except (InvalidResponse, IndexError) as error:
            # The next answer can no longer be matched to its call.
            self.end(f"the server's answer cannot be read: {error}")

    def end(self, reason: str) -> None:
        """Close the connection at once, and fail all waiting calls."""
        super().end(reason)
        while self._waiters:
            answered = self._waiters.popleft().answered
            if not answered.done():
                answered.set_exception(Broken(reason))

    def _refuse(self, waiter: Waiter, reply: RedisConnectionError) -> None:
        """Fail a call whose answer says that the server is loading, or that we must log in again."""
        # The next call opens a new connection.
        self.is_open = False
        if not waiter.answered.done():
            waiter.answered.set_exception(failure_of(reply))

    def _end_if_done(self) -> None:
        if all(waiter.answered.done() for waiter in self._waiters):
            self.end(LOST)

    def _check_timeout(self) -> None:
        """End the connection if the first waiting call has timed out; else check again at its timeout."""
        self._timer = None
        if not self._waiters:
            return
        until = self._waiters[0].since + self._timeout
        if self._loop.time() < until:
            self._timer = self._loop.call_at(until, self._check_timeout)
        else:
            self.end(SILENT)
            self._lose(SILENT)


def failure_of(reply: RedisConnectionError) -> StoreUnavailable:
    """Return the error for the answer of a server that refuses to serve."""
    failure = (Unsent if isinstance(reply, BusyLoadingError) else Broken)(str(reply))
    failure.__cause__ = reply
    return failure

"""One Redis server: connections to it, and a circuit breaker that fails fast while it is away.

Nothing here sends a command twice. A command that was not sent raises `Unsent`, and may be sent elsewhere. A command
that was sent and not answered raises `Broken`: it may or may not have been executed.
"""

import asyncio
import math
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import NamedTuple

import msgspec
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoPermissionError, RedisError, ResponseError

from store.redis.pipeline import TOO_MANY, WAITERS, Command, Pipeline, Reply, Unsent

# The most connections for calls that each block one in the server.
CONNECTIONS = 64
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 3.0
# On a slow machine a Sentinel may need this time, and its answer is worth waiting for.
SENTINEL_SECONDS = 10.0
FIRST_DELAY = 0.02
LONGEST_DELAY = 1.0
# The delay after a timeout: all calls that waited for it are retried together, and must not wait for another one.
SILENCE_DELAY = 0.5
BLOCKING = "WAIT"

Address = tuple[str, int]


class Reading(msgspec.Struct, frozen=True):
    """A server's clock: its lead over ours in milliseconds, and the monotonic time until which the reading is valid."""

    ahead: float
    until: float


class Shortfall(NamedTuple):
    """A reading of a server's state: why it keeps less than the configured level, empty if it keeps the level.

    The reading counts `until` a time, but no longer than until a connection is opened, which may lead to a restarted
    server, or the topology has another `generation`.
    """

    shortfall: str
    read_at: float
    until: float
    generation: int


class RedisNode:
    """A server at an address. While it is known to be away, calls fail at once, but one at a time probes it.

    `connect` makes a connection to an address, not opened yet; `greet` checks each new connection. `timeout` limits the
    opening and each answer.
    """

    def __init__(
        self,
        address: Address,
        connect: Callable[[Address], AbstractConnection],
        greet: Callable[[AbstractConnection], Awaitable[None]],
        timeout: float | None = None,
    ) -> None:
        self.address = address
        self._connect = connect
        self._greet = greet
        # None stands for CONNECT_SECONDS and ANSWER_SECONDS.
        self._timeout = timeout
        self.shared: Pipeline | None = None
        self._sharing = asyncio.Lock()
        self._idle: list[Pipeline] = []
        self._slots = asyncio.Semaphore(CONNECTIONS)
        self._waiting = 0
        self._breaker = CircuitBreaker()
        self.is_retired = False
        # Set when another server has taken its place: its later answers do not count.
        self.is_replaced = False
        # The number of connections that were opened so far.
        self.opened = 0
        # When the server was last found to be away.
        self.lost_at = -math.inf
        self.standing: Shortfall | None = None
        self.clock = Reading(0, -math.inf)

    async def call(self, *commands: Command) -> list[Reply]:
        """Send commands in one packet, and return their answers in order. Raises `Unsent` or `Broken`."""
        if commands[-1][0] == BLOCKING:
            return await self._call_alone(commands)
        shared = self.shared
        # While the server is away, no connection is open.
        if shared is None or not shared.is_open:
            shared = await self._open_shared()
        answered = shared.send(commands)
        if self.is_retired:
            shared.retire()
        return await answered

    async def _call_alone(self, commands: Sequence[Command]) -> list[Reply]:
        """Send commands over a connection that no other call uses meanwhile."""
        self._breaker.check()
        async with self._room():
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._slots.acquire()
            except TimeoutError as error:
                raise Unsent("the server answers too slowly") from error
        try:
            connection = await self._pick()
            try:
                return await connection.send(commands)
            finally:
                self._put_back(connection)
        finally:
            self._slots.release()

    async def open(self) -> AbstractConnection:
        """Return a new connection, on which nothing has arrived yet; the caller closes it. Raises `Unsent`."""
        with self._breaker.probing():
            connection = self._connect(self.address)
            try:
                async with asyncio.timeout(self._timeout or CONNECT_SECONDS):
                    await connection.connect()  # type: ignore[no-untyped-call]
                    await self._greet(connection)
            except BaseException as error:
                await connection.disconnect(nowait=True)
                if not isinstance(error, (RedisError, OSError)):
                    raise
                self._lose(_describe(error))
                raise Unsent(_describe(error)) from error
        self._breaker.reset()
        self.opened += 1
        self.standing = None
        if not await _is_usable(connection):
            await connection.disconnect(nowait=True)
            raise Unsent("the server has closed the connection")
        return connection

    @property
    def is_away(self) -> bool:
        """Tell whether the last attempt to reach the server failed."""
        return self._breaker.reason is not None

    def note_absence(self) -> None:
        """Note that the server was away, and forget its state."""
        self.lost_at = time.monotonic()
        self.standing = None

    def retire(self) -> None:
        """Close the idle connections, and the others as soon as they become idle."""
        self.is_retired = True
        self._close_idle()

    async def _open_shared(self) -> Pipeline:
        """Return the shared connection; open it if it is closed."""
        self._breaker.check()
        async with self._room(), self._sharing:
            if self.shared is None or not self.shared.is_open:
                # The previous caller may have found that the server is away.
                self._breaker.check()
                self.shared = await self._open_pipeline()
            return self.shared

    async def _open_pipeline(self) -> Pipeline:
        return Pipeline(await self.open(), self._timeout or ANSWER_SECONDS, self._lose_silent)

    async def _pick(self) -> Pipeline:
        """Return an idle connection, or a new one."""
        while self._idle:
            connection = self._idle.pop()
            if connection.is_open:
                return connection
        return await self._open_pipeline()

    def _put_back(self, connection: Pipeline) -> None:
        # A caller that gave up has left answers pending.
        if connection.is_idle and not (self.is_retired or self.is_away):
            self._idle.append(connection)
        else:
            connection.retire()

    def _close_idle(self) -> None:
        if self.shared is not None:
            self.shared.retire()
        while self._idle:
            self._idle.pop().retire()

    @asynccontextmanager
    async def _room(self) -> AsyncIterator[None]:
        """Wait for a connection in this context. Raises `Unsent` if too many calls wait already."""
        if self._waiting >= WAITERS:
            raise Unsent(TOO_MANY)
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1

    def _lose_silent(self, reason: str) -> None:
        """Note that the server is silent, so that later callers fail at once."""
        self._lose(reason, SILENCE_DELAY)

    def _lose(self, reason: str, delay: float = FIRST_DELAY) -> None:
        """Note that the server is away, and accept no more commands for it."""
        self.note_absence()
        self._breaker.trip(reason, delay)
        self._close_idle()


class CircuitBreaker:
    """Remembers that a server is away, and when to probe it again, after random delays that grow."""

    def __init__(self) -> None:
        self.reason: str | None = None
        self._until = 0.0
        self._delay = FIRST_DELAY
        self._is_probed = False

    def check(self) -> None:
        """Raise `Unsent` if the server is away and it is not time to probe it again."""
        if self.reason is not None and (self._is_probed or time.monotonic() < self._until):
            raise Unsent(self.reason)

    @contextmanager
    def probing(self) -> Iterator[None]:
        """Probe the server in this context. Raises `Unsent` if another caller is probing it."""
        self.check()
        self._is_probed = self.reason is not None
        try:
            yield
        finally:
            self._is_probed = False

    def trip(self, reason: str, delay: float = FIRST_DELAY) -> None:
        """Note that the server is away, and must not be probed for about `delay` seconds or longer."""
        self.reason = reason
        self._delay = max(self._delay, delay)
        self._until = time.monotonic() + self._delay * random.uniform(0.5, 1)  # noqa: S311 - no secret
        self._delay = min(2 * self._delay, LONGEST_DELAY)

    def reset(self) -> None:
        """Note that the server is back."""
        self.reason = None
        self._delay = FIRST_DELAY


async def _ask(connection: AbstractConnection, command: str) -> Reply:
    """Return the answer to a command over a new connection; an error is an answer, too."""
    try:
        await connection.send_command(command, check_health=False)
        return await connection.read_response()
    except ResponseError as error:
        return error


async def _is_usable(connection: AbstractConnection) -> bool:
    """Tell whether the server has neither closed a connection nor sent anything unasked."""
    # redis-py does not notice a reset here, and its transport has no public name.
    if connection._writer is None or connection._writer.transport.is_closing():
        return False
    try:
        return not await connection.can_read()
    except (RedisError, OSError):
        return False


async def greet_server(connection: AbstractConnection) -> None:
    """Check that a server answers on a new connection: a paused server accepts connections, too."""
    reply = await _ask(connection, "PING")
    # A missing permission is a sign of life, too.
    if isinstance(reply, Exception) and not isinstance(reply, NoPermissionError) and not only_reads(reply):
        raise reply


def only_reads(refusal: Exception) -> bool:
    """Tell whether a server refuses changes and PING because it cannot write to its disk; reads still work."""
    return str(refusal).startswith("MISCONF")


async def greet_primary(connection: AbstractConnection) -> None:
    """Check that a new connection leads to a primary."""
    reply = await _ask(connection, "ROLE")
    if isinstance(reply, Exception):
        raise reply
    if reply[0] != b"master":
        raise RedisConnectionError("the server is no primary any more")


def _describe(error: BaseException) -> str:
    return str(error) or "the server does not answer in time"


async def end_task(task: asyncio.Task[None] | None) -> None:
    """Cancel a task again and again until it ends: redis-py may swallow a cancellation.

    It does so with `async_timeout` before Python 3.11.3.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.1)

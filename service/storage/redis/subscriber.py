"""Wake-ups from Redis: one pub/sub connection to each server carries all channels of this process there.

In a Cluster channels are sharded (SPUBLISH in the script, SSUBSCRIBE here), so a wake-up stays on the node of its
session. When a connection is lost, a slot moves or another primary is found, the listener subscribes again and yields
0, "look for yourself".
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TypeGuard

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, ResponseError

from service.sessions.problems import StoreUnavailable
from service.storage.listeners import Listener, Listeners
from service.storage.redis.node import FIRST_DELAY, LONGEST_DELAY, RedisNode, end_task, only_reads
from service.storage.redis.topology import Topology

# In seconds: how often an idle connection gets a PING, and after how long a silence it counts as lost.
PING_SECONDS = 1.0
SILENCE_SECONDS = 3.0


class Subscriber:
    """Subscribes to the channels that have listeners.

    A channel that is lost with a connection, or moves to another server, is subscribed to again; its listeners are then
    woken with 0.
    """

    def __init__(self, topology: Topology) -> None:
        self._topology = topology
        self.pubsub = topology.pubsub
        self._listeners = Listeners()
        self._task: asyncio.Task[None] | None = None
        self._connections: dict[RedisNode, SubscriberConnection] = {}
        self._homes: dict[bytes, SubscriberConnection] = {}
        self._homeless = set[bytes]()
        self._is_needed = asyncio.Event()
        # By channel: resolved as soon as the server has confirmed it (True) or an error occurs (False).
        self._confirmed: dict[bytes, asyncio.Future[bool]] = {}
        self._gaps = set[bytes]()
        self._generation = 0
        self._delay = FIRST_DELAY
        self._has_lost = False
        self._trouble = ""
        self._closed = False

    @asynccontextmanager
    async def listen(self, channel: bytes) -> AsyncIterator[Listener]:
        """Listen to a channel; entered once the server has confirmed the subscription. Raises `StoreUnavailable`."""
        listener = self._listeners.add(channel)
        try:
            await self._subscribed(channel)
            yield listener
        finally:
            self._listeners.remove(channel, listener)
            if channel not in self._listeners:
                self._forget(channel)

    async def close(self) -> None:
        """End the connections and every iteration."""
        self._closed, self._trouble = True, "the store is closed"
        self._listeners.close()
        await end_task(self._task)
        for connection in list(self._connections.values()):
            await connection.close()
        for channel in list(self._confirmed):
            self._settle(channel, False)

    def confirm(self, channel: bytes) -> None:
        """Note that a subscription holds."""
        self._delay = FIRST_DELAY
        self._settle(channel, True)
        if channel in self._gaps:
            self._gaps.discard(channel)
            self._listeners.ring(channel, 0)

    def ring(self, channel: bytes, payload: object) -> None:
        """Wake the listeners; a payload that is not a version still means "look", as anybody may publish."""
        self._listeners.ring(channel, int(payload) if _is_version(payload) else 0)

    def move(self, channel: bytes) -> None:
        """Note that a channel's wake-ups come from another server now."""
        self._homes.pop(channel, None)
        self._unsettle(channel)

    def lose(self, connection: "SubscriberConnection", trouble: str) -> None:
        """Note that a connection is lost, with all its channels."""
        self._trouble = f"the connection for wake-ups failed: {trouble}"
        self._has_lost = True
        if self._connections.get(connection.node) is connection:
            del self._connections[connection.node]
        for channel in [channel for channel, home in self._homes.items() if home is connection]:
            del self._homes[channel]
            self._unsettle(channel)

    async def _subscribed(self, channel: bytes) -> None:
        if self._closed:
            raise StoreUnavailable(self._trouble)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        if channel not in self._confirmed:
            self._confirmed[channel] = asyncio.get_running_loop().create_future()
            self._find_home(channel)
        if not await asyncio.shield(self._confirmed[channel]):
            raise StoreUnavailable(self._trouble)

    def _find_home(self, channel: bytes) -> None:
        self._homeless.add(channel)
        self._is_needed.set()

    def _forget(self, channel: bytes) -> None:
        self._confirmed.pop(channel, None)
        self._gaps.discard(channel)
        self._homeless.discard(channel)
        if (connection := self._homes.pop(channel, None)) is not None:
            connection.unsubscribe(channel)

    def _unsettle(self, channel: bytes) -> None:
        """Subscribe to a channel again: fail the callers that wait for its confirmation, or note a gap after it."""
        if channel not in self._confirmed:
            return
        if self._confirmed[channel].done():
            self._gaps.add(channel)
        self._settle(channel, False)
        self._confirmed[channel] = asyncio.get_running_loop().create_future()
        self._find_home(channel)

    def _settle(self, channel: bytes, is_well: bool) -> None:
        future = self._confirmed.get(channel)
        if future is not None and not future.done():
            future.set_result(is_well)

    async def _run(self) -> None:
        """Find a server for every channel that has none, and look now and then whether it is still the right one."""
        while not self._closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_SECONDS):
                    await self._is_needed.wait()
            self._is_needed.clear()
            try:
                await self._place_all()
            except StoreUnavailable as error:
                self._give_up(str(error))
            # A connection that fails is lost only after its channels were placed: so the next round comes later.
            if self._homeless or self._has_lost:
                self._has_lost = False
                await asyncio.sleep(self._delay * random.uniform(0.5, 1))  # noqa: S311 - no secret
                self._delay = min(2 * self._delay, LONGEST_DELAY)
                self._is_needed.set()

    async def _place_all(self) -> None:
        if self._gaps & self._homeless:
            await self._topology.rediscover()
        if self._listeners:
            await self._topology.find(b"")
        if self._generation != self._topology.generation:
            self._generation = self._topology.generation
            await self._check_homes()
        for channel in list(self._homeless):
            await self._place(channel)

    async def _check_homes(self) -> None:
        for channel, connection in list(self._homes.items()):
            if await self._topology.find(channel) is not connection.node:
                connection.unsubscribe(channel)
                self.move(channel)
        used = set(self._homes.values())
        for connection in [one for one in self._connections.values() if one not in used]:
            await connection.close()

    async def _place(self, channel: bytes) -> None:
        node = await self._topology.find(channel)
        # The channel may have been forgotten meanwhile.
        if channel in self._homeless:
            self._homeless.discard(channel)
            self._homes[channel] = connection = self._connection_to(node)
            connection.subscribe(channel)

    def _connection_to(self, node: RedisNode) -> "SubscriberConnection":
        if node not in self._connections:
            self._connections[node] = SubscriberConnection(node, self)
        return self._connections[node]

    def _give_up(self, trouble: str) -> None:
        self._trouble = f"the connection for wake-ups failed: {trouble}"
        for channel in list(self._homeless):
            if not self._confirmed[channel].done():
                self._unsettle(channel)


class SubscriberConnection:
    """One pub/sub connection, to one server; it ends at the first error, and notifies its subscriber."""

    def __init__(self, node: RedisNode, subscriber: Subscriber) -> None:
        self.node = node
        self._subscriber, self._pubsub = subscriber, subscriber.pubsub
        self._channels = set[bytes]()
        self._unanswered = Counter[bytes]()
        self._outbox = asyncio.Queue[tuple[bytes | str, ...]]()
        self._is_open = True
        self._task = asyncio.create_task(self._run())

    def subscribe(self, channel: bytes) -> None:
        """Subscribe to a channel; the subscriber is notified when the server has confirmed it."""
        self._channels.add(channel)
        self._unanswered[channel] += 1
        self._outbox.put_nowait((self._pubsub.subscribe, channel))

    def unsubscribe(self, channel: bytes) -> None:
        """Unsubscribe from a channel."""
        self._channels.discard(channel)
        self._outbox.put_nowait((self._pubsub.unsubscribe, channel))

    async def close(self) -> None:
        """End the connection."""
        self._is_open = False
        await end_task(self._task)

    async def _run(self) -> None:
        trouble = "it was closed"
        try:
            await self._serve()
        except* (RedisError, OSError, StoreUnavailable) as errors:
            trouble = _first(errors)
        finally:
            self._is_open = False
            self._subscriber.lose(self, trouble)

    async def _serve(self) -> None:
        connection = await self.node.open()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._read(connection))
                group.create_task(self._write(connection))
        finally:
            await connection.disconnect(nowait=True)

    async def _read(self, connection: AbstractConnection) -> None:
        try:
            while True:
                self._handle(await _next_reply(connection))
        finally:
            self._is_open = False

    async def _write(self, connection: AbstractConnection) -> None:
        # Not `while True`: see `end_task` on cancellations.
        while self._is_open:
            command: tuple[bytes | str, ...] = ("PING",)
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_SECONDS):
                    command = await self._outbox.get()
            await connection.send_command(*command, check_health=False)

    def _handle(self, reply: object) -> None:
        match reply:
            case [b"subscribe" | b"ssubscribe", bytes(channel), _]:
                self._note_answer(channel)
            case [b"message" | b"smessage", bytes(channel), payload]:
                self._subscriber.ring(channel, payload)
            case [b"sunsubscribe", bytes(channel), _]:
                self._note_end(channel)

    def _note_answer(self, channel: bytes) -> None:
        self._unanswered[channel] -= 1
        # Answers to earlier subscriptions, ended since, do not count: an unsubscription is still on its way.
        if self._unanswered[channel] > 0:
            return
        del self._unanswered[channel]
        if channel in self._channels:
            self._subscriber.confirm(channel)

    def _note_end(self, channel: bytes) -> None:
        """Move a channel that the node ended of its own accord, as its slot has moved; ignore answers to commands."""
        if channel in self._channels and not self._unanswered[channel]:
            self._channels.discard(channel)
            self._subscriber.move(channel)


async def _next_reply(connection: AbstractConnection) -> object:
    try:
        reply: object = await connection.read_response(timeout=SILENCE_SECONDS, disconnect_on_error=False)
    except ResponseError as error:
        if only_reads(error):
            return error
        raise
    if reply is None:
        raise RedisConnectionError("the server is silent")
    return reply


def _first(errors: BaseExceptionGroup[BaseException]) -> str:
    """Return the message of the first error, however deeply it is nested."""
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)


def _is_version(payload: object) -> TypeGuard[bytes]:
    return isinstance(payload, bytes) and payload.isdigit()

"""Wake-ups and messages from Redis: one pub/sub connection to each server carries all channels of this process there.

In a Cluster channels are sharded (SPUBLISH in the script, SSUBSCRIBE here), so a wake-up stays on the node of its
document. When a connection is lost, a slot moves or another primary is found, this module subscribes to the channels
again, and wakes their listeners with 0 ("look for yourself").
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import hiredis
from redis.exceptions import InvalidResponse

from store.listeners import Listener, Listeners
from store.problems import StoreUnavailable
from store.redis.node import FIRST_DELAY, LONGEST_DELAY, RedisNode, end_task, only_reads
from store.redis.pipeline import NOT_YET, TakenConnection
from store.redis.topology import PubSub, Topology

# How often a connection gets a PING.
PING_SECONDS = 1.0
# A connection counts as lost after this silence.
SILENCE_SECONDS = 3.0
CLOSED = "the store is closed"
# The beginning of a payload that is a message. Releases up to 0.3.0 look for themselves then, and find nothing new.
MESSAGE = b"m"


class Subscriber:
    """Subscribes to the channels that have listeners."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology
        self._listeners = Listeners()
        self._task: asyncio.Task[None] | None = None
        self._connections: dict[RedisNode, PubSubConnection] = {}
        self._subscriptions: dict[bytes, Channel] = {}
        # The channels without a subscription at a server.
        self._unplaced = set[bytes]()
        self._is_needed = asyncio.Event()
        self._generation = 0
        self._delay = FIRST_DELAY
        self._has_lost = False
        self._closed = False

    @asynccontextmanager
    async def listen(self, channel: bytes) -> AsyncIterator[Listener]:
        """Listen to a channel. The context begins once the server has confirmed it. Raises `StoreUnavailable`."""
        listener = self._listeners.add(channel)
        try:
            reason = CLOSED if self._closed else await asyncio.shield(self._subscribe(channel))
            if reason:
                raise StoreUnavailable(reason)
            yield listener
        finally:
            self._listeners.remove(channel, listener)
            if channel not in self._listeners:
                self._forget(channel)

    async def close(self) -> None:
        """End the connections and every iteration."""
        self._closed = True
        self._listeners.close()
        await end_task(self._task)
        for connection in list(self._connections.values()):
            await connection.close(CLOSED)
        for subscription in self._subscriptions.values():
            subscription.settle(CLOSED)

    def confirm(self, channel: bytes, connection: "PubSubConnection") -> None:
        """Note that a connection has subscribed to a channel."""
        subscription = self._subscriptions.get(channel)
        if subscription is None or subscription.connection is not connection:
            return
        self._delay = FIRST_DELAY
        subscription.settle("")
        if subscription.has_gap:
            subscription.has_gap = False
            self._listeners.ring(channel, 0)

    def ring(self, channel: bytes, payload: object) -> None:
        """Wake the listeners, or hand them a message. Anybody may publish, so any other payload counts as 0."""
        if isinstance(payload, bytes) and payload.startswith(MESSAGE):
            self._listeners.deliver(channel, payload.removeprefix(MESSAGE))
            return
        version = int(payload) if isinstance(payload, bytes) and payload.isdigit() else 0
        self._listeners.ring(channel, version)

    def move(self, channel: bytes, connection: "PubSubConnection") -> None:
        """Find another server for a channel that a connection has lost."""
        subscription = self._subscriptions.get(channel)
        if subscription is not None and subscription.connection is connection:
            self._displace(channel)

    def lose(self, connection: "PubSubConnection", reason: str) -> None:
        """Note that a connection is lost, with all its channels."""
        self._has_lost = True
        if self._connections.get(connection.node) is connection:
            del self._connections[connection.node]
        for channel, subscription in self._subscriptions.items():
            if subscription.connection is connection:
                self._displace(channel, reason)

    def _subscribe(self, channel: bytes) -> asyncio.Future[str]:
        """Subscribe to a channel, and return its `Channel.confirmed`."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        if channel not in self._subscriptions:
            self._subscriptions[channel] = Channel()
            self._unplaced.add(channel)
            self._is_needed.set()
        return self._subscriptions[channel].confirmed

    def _forget(self, channel: bytes) -> None:
        self._unplaced.discard(channel)
        subscription = self._subscriptions.pop(channel, None)
        if subscription is not None and subscription.connection is not None:
            subscription.connection.unsubscribe(channel)

    def _displace(self, channel: bytes, reason: str = "") -> None:
        """Subscribe to a channel again; if there is a reason, callers that wait for the confirmation fail with it."""
        subscription = self._subscriptions[channel]
        subscription.connection = None
        if subscription.confirmed.done():
            subscription.has_gap = True
        elif reason:
            subscription.settle(f"the connection for wake-ups failed: {reason}")
        if subscription.confirmed.done():
            subscription.confirmed = _new_future()
        self._unplaced.add(channel)
        self._is_needed.set()

    async def _run(self) -> None:
        """Find a server for every channel that has none, and check now and then that it is still the right one."""
        while not self._closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_SECONDS):
                    await self._is_needed.wait()
            self._is_needed.clear()
            try:
                await self._place_all()
            except StoreUnavailable as error:
                for channel in list(self._unplaced):
                    self._displace(channel, str(error))
            # A connection fails only after its channels were placed, so the next round waits.
            if self._unplaced or self._has_lost:
                self._has_lost = False
                await asyncio.sleep(self._delay * random.uniform(0.5, 1))  # noqa: S311 - no secret
                self._delay = min(2 * self._delay, LONGEST_DELAY)
                self._is_needed.set()

    async def _place_all(self) -> None:
        if any(self._subscriptions[channel].has_gap for channel in self._unplaced):
            await self._topology.rediscover()
        if self._listeners:
            # A process that only listens would not learn of another server.
            await self._topology.find(b"")
        generation = self._topology.generation
        has_changed = generation != self._generation
        for channel in list(self._subscriptions if has_changed else self._unplaced):
            await self._place(channel)
        self._generation = generation
        if has_changed:
            used = {subscription.connection for subscription in self._subscriptions.values()}
            unused = [connection for connection in self._connections.values() if connection not in used]
            for connection in unused:
                await connection.close("no channel is there")

    async def _place(self, channel: bytes) -> None:
        """Subscribe to a channel at its server, unless it is there already."""
        node = await self._topology.find(channel)
        subscription = self._subscriptions.get(channel)
        # The channel may have been forgotten meanwhile.
        if subscription is None:
            return
        if subscription.connection is not None:
            if subscription.connection.node is node:
                return
            subscription.connection.unsubscribe(channel)
            self._displace(channel)
        self._unplaced.discard(channel)
        if node not in self._connections:
            self._connections[node] = PubSubConnection(node, self._topology.pubsub, self)
        subscription.connection = self._connections[node]
        subscription.connection.subscribe(channel)


class PubSubConnection(TakenConnection):
    """One pub/sub connection to one server; at the first error it ends, and notifies its subscriber."""

    def __init__(self, node: RedisNode, pubsub: PubSub, subscriber: Subscriber) -> None:
        super().__init__()
        self.node = node
        self._pubsub = pubsub
        self._subscriber = subscriber
        self._unanswered = Counter[bytes]()
        self._heard_at = self._loop.time()
        self._opening = asyncio.create_task(self._open())

    def subscribe(self, channel: bytes) -> None:
        """Subscribe to a channel; the subscriber is notified when the server has confirmed it."""
        self._unanswered[channel] += 1
        self._send(self._pubsub.subscribe, channel)

    def unsubscribe(self, channel: bytes) -> None:
        """Unsubscribe from a channel."""
        self._send(self._pubsub.unsubscribe, channel)

    async def close(self, reason: str) -> None:
        """End the connection, even while it is being opened."""
        await end_task(self._opening)
        self.end(reason)

    def end(self, reason: str) -> None:
        """End the connection at once."""
        if self.is_open:
            super().end(reason)
            self._subscriber.lose(self, reason)

    def data_received(self, data: bytes) -> None:
        """Handle received messages; called by the transport."""
        self._heard_at = self._loop.time()
        try:
            self._reader.feed(data)
            while (reply := self._reader.gets()) is not NOT_YET:
                self._handle(reply)
        except InvalidResponse as error:
            self.end(f"the server's answer cannot be read: {error}")

    async def _open(self) -> None:
        try:
            self._take_over(await self.node.open())
        except StoreUnavailable as error:
            self.end(str(error))
        else:
            self._ping()

    def _send(self, *command: bytes | str) -> None:
        self._outgoing.append(hiredis.pack_command(command))  # type: ignore[arg-type]
        # Before the connection is open, commands wait.
        if self._transport is not None:
            self._flush()

    def _ping(self) -> None:
        """Ping the server every second, until it has been silent for too long."""
        if self._loop.time() >= self._heard_at + SILENCE_SECONDS:
            self.end("the server is silent")
        else:
            self._timer = self._loop.call_later(PING_SECONDS, self._ping)
            self._send("PING")

    def _handle(self, reply: object) -> None:
        match reply:
            case [b"subscribe" | b"ssubscribe", bytes(channel), _]:
                self._unanswered[channel] -= 1
                # The answer to an earlier subscription does not count: its unsubscription is still on its way.
                if self._unanswered[channel] <= 0:
                    del self._unanswered[channel]
                    self._subscriber.confirm(channel, self)
            case [b"message" | b"smessage", bytes(channel), payload]:
                self._subscriber.ring(channel, payload)
            case [b"sunsubscribe", bytes(channel), _] if not self._unanswered[channel]:
                # Without a pending command, the node itself ended the subscription, since its slot has moved.
                self._subscriber.move(channel, self)
            case Exception() as error if not only_reads(error):
                self.end(str(error))


def _new_future() -> asyncio.Future[str]:
    return asyncio.get_running_loop().create_future()


@dataclass(slots=True, eq=False)
class Channel:
    """The subscription to a channel that has listeners; if it has a gap, they may have missed wake-ups.

    `confirmed` is resolved with an empty text once the server confirms the subscription, or with the reason of its
    failure.
    """

    confirmed: asyncio.Future[str] = field(default_factory=_new_future)
    connection: PubSubConnection | None = None
    has_gap: bool = False

    def settle(self, reason: str) -> None:
        """Resolve `confirmed`, unless it is resolved."""
        if not self.confirmed.done():
            self.confirmed.set_result(reason)

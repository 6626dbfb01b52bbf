"""Wake-ups from Redis: one pub/sub connection to each server carries all that this process listens to there.

In a Cluster channels are sharded (SPUBLISH in the script, SSUBSCRIBE here), so a wake-up stays on the node of its
session. When a connection is lost, a slot moves or another primary is found, the listener subscribes anew and yields 0,
"look for yourself".
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Protocol, TypeGuard

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, ResponseError

from service.sessions.problems import StoreUnavailable
from service.storage.listeners import Listener, Listeners
from service.storage.redis.node import FIRST_DELAY, LONGEST_DELAY, RedisNode, end_task, only_reads
from service.storage.redis.topology import Topology

# An idle connection is asked for a sign of life this often; silent for longer than that it counts as lost. In seconds.
PING_SECONDS = 1.0
SILENCE_SECONDS = 3.0


class Subscriber:
    """Subscribes to the channel `prefix + session + suffix` of each session that has listeners.

    What is lost with a connection, or moves to another server, is subscribed to anew; whoever listened over the gap
    is then woken with 0.
    """

    def __init__(self, topology: Topology, prefix: bytes, suffix: bytes) -> None:
        self._topology = topology
        self._prefix, self._suffix = prefix, suffix
        self._listeners = Listeners()
        self._task: asyncio.Task[None] | None = None
        self._links: dict[RedisNode, SubscriberConnection] = {}
        self._homes: dict[bytes, SubscriberConnection] = {}
        self._homeless = set[bytes]()
        self._is_needed = asyncio.Event()
        # By session: settled as soon as the server has confirmed (True) or there is trouble (False).
        self._confirmed: dict[bytes, asyncio.Future[bool]] = {}
        self._gaps = set[bytes]()
        self._generation = 0
        self._delay = FIRST_DELAY
        self._has_lost = False
        self._trouble = ""
        self._closed = False

    @asynccontextmanager
    async def listen(self, session: bytes) -> AsyncIterator[Listener]:
        """Listen to a session; entered as soon as the server has confirmed. Raises `StoreUnavailable`."""
        listener = self._listeners.add(session)
        try:
            await self._subscribed(session)
            yield listener
        finally:
            self._listeners.remove(session, listener)
            if session not in self._listeners:
                self._forget(session)

    async def close(self) -> None:
        """End the connections and every iteration."""
        self._closed, self._trouble = True, "the store is closed"
        self._listeners.close()
        await end_task(self._task)
        for link in list(self._links.values()):
            await link.close()
        for session in list(self._confirmed):
            self._settle(session, False)

    def confirm(self, session: bytes) -> None:
        """Note that a subscription holds."""
        self._delay = FIRST_DELAY
        self._settle(session, True)
        if session in self._gaps:
            self._gaps.discard(session)
            self._listeners.ring(session, 0)

    def ring(self, session: bytes, payload: object) -> None:
        """Wake who listens; what is no version still means "look", as anybody may publish."""
        self._listeners.ring(session, int(payload) if _is_version(payload) else 0)

    def move(self, session: bytes) -> None:
        """Note that a session's wake-ups come from another server now."""
        self._homes.pop(session, None)
        self._unsettle(session)

    def lose(self, link: "SubscriberConnection", trouble: str) -> None:
        """Note that a connection is lost, with all that it carried."""
        self._trouble = f"the connection for wake-ups failed: {trouble}"
        self._has_lost = True
        if self._links.get(link.node) is link:
            del self._links[link.node]
        for session in [session for session, home in self._homes.items() if home is link]:
            del self._homes[session]
            self._unsettle(session)

    async def _subscribed(self, session: bytes) -> None:
        if self._closed:
            raise StoreUnavailable(self._trouble)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        if session not in self._confirmed:
            self._confirmed[session] = asyncio.get_running_loop().create_future()
            self._find_home(session)
        if not await asyncio.shield(self._confirmed[session]):
            raise StoreUnavailable(self._trouble)

    def _find_home(self, session: bytes) -> None:
        self._homeless.add(session)
        self._is_needed.set()

    def _forget(self, session: bytes) -> None:
        self._confirmed.pop(session, None)
        self._gaps.discard(session)
        self._homeless.discard(session)
        if (link := self._homes.pop(session, None)) is not None:
            link.unsubscribe(session)

    def _unsettle(self, session: bytes) -> None:
        """Have a session subscribed to anew: who waits for its confirmation is told, who had it has a gap."""
        if session not in self._confirmed:
            return
        if self._confirmed[session].done():
            self._gaps.add(session)
        self._settle(session, False)
        self._confirmed[session] = asyncio.get_running_loop().create_future()
        self._find_home(session)

    def _settle(self, session: bytes, is_well: bool) -> None:
        future = self._confirmed.get(session)
        if future is not None and not future.done():
            future.set_result(is_well)

    async def _run(self) -> None:
        """Find a server for every session that has none, and look now and then whether it is still the right one."""
        while not self._closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_SECONDS):
                    await self._is_needed.wait()
            self._is_needed.clear()
            try:
                await self._place_all()
            except StoreUnavailable as error:
                self._give_up(str(error))
            # A connection that fails is lost only after its sessions were placed: so the next round comes later.
            if self._homeless or self._has_lost:
                self._has_lost = False
                await asyncio.sleep(self._delay * random.uniform(0.5, 1))  # noqa: S311 - no secret
                self._delay = min(2 * self._delay, LONGEST_DELAY)
                self._is_needed.set()

    async def _place_all(self) -> None:
        if self._gaps & self._homeless:
            await self._topology.rediscover()
        if self._listeners:
            await self._topology.find(self._prefix)
        if self._generation != self._topology.generation:
            self._generation = self._topology.generation
            await self._check_homes()
        for session in list(self._homeless):
            await self._place(session)

    async def _check_homes(self) -> None:
        for session, link in list(self._homes.items()):
            if await self._topology.find(self._channel(session)) is not link.node:
                link.unsubscribe(session)
                self.move(session)
        for link in [link for link in self._links.values() if link not in self._homes.values()]:
            await link.close()

    async def _place(self, session: bytes) -> None:
        node = await self._topology.find(self._channel(session))
        # It may have been forgotten meanwhile.
        if session in self._homeless:
            self._homeless.discard(session)
            self._homes[session] = link = self._link(node)
            link.subscribe(session)

    def _link(self, node: RedisNode) -> "SubscriberConnection":
        if node not in self._links:
            self._links[node] = SubscriberConnection(node, self._topology, self, self._channel, self._session)
        return self._links[node]

    def _give_up(self, trouble: str) -> None:
        self._trouble = f"the connection for wake-ups failed: {trouble}"
        for session in list(self._homeless):
            self._unsettle_waiting(session)

    def _unsettle_waiting(self, session: bytes) -> None:
        if not self._confirmed[session].done():
            self._unsettle(session)

    def _channel(self, session: bytes) -> bytes:
        return self._prefix + session + self._suffix

    def _session(self, channel: bytes) -> bytes:
        return channel.removeprefix(self._prefix).removesuffix(self._suffix)


class Hearer(Protocol):
    """Who is told what a link hears."""

    def confirm(self, session: bytes) -> None:
        """Take that a subscription holds."""

    def ring(self, session: bytes, payload: object) -> None:
        """Take what was published."""

    def move(self, session: bytes) -> None:
        """Take that another server has a session's wake-ups now."""

    def lose(self, link: "SubscriberConnection", trouble: str) -> None:
        """Take that the connection is lost, and why."""


class SubscriberConnection:
    """One pub/sub connection, to one server; it ends with the first trouble, and tells its hearer."""

    def __init__(
        self,
        node: RedisNode,
        topology: Topology,
        hearer: Hearer,
        channel: Callable[[bytes], bytes],
        session: Callable[[bytes], bytes],
    ) -> None:
        self.node = node
        self._topology, self._hearer = topology, hearer
        self._channel, self._session = channel, session
        self._sessions = set[bytes]()
        self._unanswered = Counter[bytes]()
        self._outbox = asyncio.Queue[tuple[bytes | str, ...]]()
        self._is_open = True
        self._task = asyncio.create_task(self._run())

    def subscribe(self, session: bytes) -> None:
        """Subscribe to a session; the hearer is told when the server has confirmed."""
        self._sessions.add(session)
        self._unanswered[session] += 1
        self._outbox.put_nowait((self._topology.subscribe, self._channel(session)))

    def unsubscribe(self, session: bytes) -> None:
        """Hear nothing more of a session."""
        self._sessions.discard(session)
        self._outbox.put_nowait((self._topology.unsubscribe, self._channel(session)))

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
            self._hearer.lose(self, trouble)

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
                self._note_answer(self._session(channel))
            case [b"message" | b"smessage", bytes(channel), payload]:
                self._hearer.ring(self._session(channel), payload)
            case [b"sunsubscribe", bytes(channel), _]:
                self._note_end(self._session(channel))

    def _note_answer(self, session: bytes) -> None:
        self._unanswered[session] -= 1
        # Answers to earlier subscriptions, ended since, do not count: an unsubscription is still on its way.
        if self._unanswered[session] > 0:
            return
        del self._unanswered[session]
        if session in self._sessions:
            self._hearer.confirm(session)

    def _note_end(self, session: bytes) -> None:
        """Tell an answer from what a node says of its own accord: that the session's slot has moved."""
        if session in self._sessions and not self._unanswered[session]:
            self._sessions.discard(session)
            self._hearer.move(session)


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
    """Return what the first error says, however deep it lies."""
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)


def _is_version(payload: object) -> TypeGuard[bytes]:
    return isinstance(payload, bytes) and payload.isdigit()

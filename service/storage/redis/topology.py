"""Where commands go: to one server, to the primary that Sentinels name, or to the nodes of a Cluster.

A `Topology` knows who serves a key; `Router` sends there. It sends again only what a server refused without carrying
anything out (moved, asked elsewhere, no primary any more), and what was never sent.

redis-py's own Sentinel and Cluster clients are not used. By default they repeat commands on lost connections, and a
change that may have been carried out must not be sent again: the caller's key settles it. Without repeats they still
believe the first Sentinel or node that answers: with redis-py 8.1 the fault scenario `old-primary` lost 124 of 726
acknowledged moves over six failovers. Where the primary or the slots are is asked again after trouble, and once a
second while there are calls.
"""

import asyncio
from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from redis.exceptions import AskError, ClusterDownError, MovedError, ReadOnlyError, TryAgainError

from service.storage.redis.node import Address, Broken, RedisNode, Unsent
from service.storage.redis.pipeline import Command, Reply

# In seconds. How long a Cluster takes to carry over a slot is unknown: after their sum whoever waits gives up.
DELAYS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.3)
READ_ONLY = "READONLY You can't write"


class Topology(Protocol):
    """Who serves which key.

    `generation` rises whenever that changes.
    """

    generation: int

    @property
    def kind(self) -> Literal["redis", "sentinel", "cluster"]:
        """Return what kind of store this is."""

    @property
    def publish(self) -> str:
        """Return the command that wakes."""

    @property
    def subscribe(self) -> str:
        """Return the command that begins to listen."""

    @property
    def unsubscribe(self) -> str:
        """Return the command that ends it."""

    async def find(self, key: bytes) -> RedisNode:
        """Return the server of a key, as far as is known. Raises `Unsent` when nobody is known."""

    def home(self, key: bytes) -> Address | None:
        """Return where a key is served, as far as is known without asking anybody."""

    def has_left(self, node: RedisNode) -> bool:
        """Tell whether a node was replaced for good since it was found: what it still answers does not count."""

    async def rediscover(self) -> None:
        """Find out anew who serves what, if somebody tells; else all stays as it was."""

    def learn(self, slot: int, address: Address) -> None:
        """Take from a node that it is another one which serves a slot."""

    def node_at(self, address: Address) -> RedisNode:
        """Return the server at an address."""

    async def primaries(self) -> Sequence[RedisNode]:
        """Return every server that takes changes. Raises `Unsent` when nobody is known."""

    async def close(self) -> None:
        """Close all connections that nobody uses."""


class SingleServer:
    """One server, for all keys."""

    kind: Literal["redis"] = "redis"
    publish, subscribe, unsubscribe = "PUBLISH", "SUBSCRIBE", "UNSUBSCRIBE"

    def __init__(self, node: RedisNode) -> None:
        self._node = node
        self.generation = 0

    async def find(self, key: bytes) -> RedisNode:  # noqa: ARG002 - the server of all keys
        """Return the server."""
        return self._node

    def home(self, key: bytes) -> Address:  # noqa: ARG002 - the server of all keys
        """Return where the server is."""
        return self._node.address

    def has_left(self, node: RedisNode) -> bool:  # noqa: ARG002 - the server of all keys
        """Return False: there is nobody else."""
        return False

    async def rediscover(self) -> None:
        """Do nothing: there is nobody else."""

    def learn(self, slot: int, address: Address) -> None:
        """Do nothing: there are no slots."""

    def node_at(self, address: Address) -> RedisNode:  # noqa: ARG002 - there is one
        """Return the server."""
        return self._node

    async def primaries(self) -> Sequence[RedisNode]:
        """Return the server."""
        return [self._node]

    async def close(self) -> None:
        """Close all connections that nobody uses."""
        await self._node.retire()


class Route(NamedTuple):
    """Where a command goes next; a node that `must_be_asked` takes it only after ASKING."""

    node: RedisNode
    must_be_asked: bool = False

    async def send(self, commands: Sequence[Command]) -> list[Reply]:
        """Send commands and return their answers."""
        if self.must_be_asked:
            return (await self.node.call(("ASKING",), *commands))[1:]
        return await self.node.call(*commands)


class Router:
    """Sends commands to the server of a key."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology

    async def send(self, key: bytes, *commands: Command) -> list[Reply]:
        """Send commands in one go, and return their answers; those that are errors were not carried out.

        Raises `StoreUnavailable`: `Unsent` if nothing was carried out, `Broken` if that is unknown.
        """
        node = await self.topology.find(key)
        refusal: Exception
        try:
            replies = await node.call(*commands)
            if not _is_refused(replies[0]):
                return self._current(node, replies)
            refusal = replies[0]
        except Unsent as error:
            refusal = error
        return await self._send_again(refusal, key, node, commands)

    async def _send_again(
        self, refusal: Exception, key: bytes, node: RedisNode, commands: Sequence[Command]
    ) -> list[Reply]:
        """Send what a server refused, or what did not reach it, to whoever is to have it."""
        route = Route(node)
        for delay in DELAYS:
            route = await self._follow(refusal, key, route.node)
            if delay:
                await asyncio.sleep(delay)
            try:
                replies = await route.send(commands)
            except Unsent as error:
                refusal = error
                continue
            refusal = replies[0]
            if not _is_refused(refusal):
                return self._current(route.node, replies)
        raise Unsent(str(refusal))

    def _current(self, node: RedisNode, replies: list[Reply]) -> list[Reply]:
        """Return the answers of a server, unless it was replaced before they came.

        An old primary that goes on after a pause answers what had been sent to it. What it did is lost, and what it
        read may be stale. Raises `Broken`.
        """
        if self.topology.has_left(node):
            raise Broken("another server has become the primary meanwhile")
        return replies

    async def _elsewhere(self, error: Exception, key: bytes, node: RedisNode) -> Route:
        """Return who serves a key now; raises `Unsent` if that is still the same."""
        await self.topology.rediscover()
        found = await self.topology.find(key)
        if found is node:
            raise Unsent(str(error)) from error
        return Route(found)

    async def _follow(self, refusal: Exception, key: bytes, node: RedisNode) -> Route:
        """Return where to send what a server refused."""
        if isinstance(refusal, TryAgainError):
            return Route(node)
        if isinstance(refusal, AskError) and not isinstance(refusal, MovedError):
            return Route(self.topology.node_at(_address(refusal, node)), must_be_asked=True)
        if not isinstance(refusal, MovedError):
            return await self._elsewhere(refusal, key, node)
        self.topology.learn(refusal.slot_id, _address(refusal, node))
        return Route(self.topology.node_at(_address(refusal, node)))


def _is_refused(reply: Reply) -> bool:
    """Tell whether a server did nothing because another one is to do it, or itself a little later."""
    if not isinstance(reply, Exception):
        return False
    return isinstance(reply, (AskError, TryAgainError, ClusterDownError, ReadOnlyError)) or READ_ONLY in str(reply)


def _address(error: AskError, node: RedisNode) -> Address:
    # A node that does not know its own host leaves it out.
    return error.host or node.address[0], error.port

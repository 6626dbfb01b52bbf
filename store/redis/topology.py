"""The servers of the keys: one server, the primary that Sentinels name, or the nodes of a Cluster.

redis-py's own Sentinel and Cluster clients are not used. By default they retry commands on lost connections, but a
change that may have been executed must not be sent again: the caller's key settles it. Without retries they still trust
the first Sentinel or node that answers: with redis-py 8.1 the fault scenario `old-primary` lost 124 of 726 acknowledged
moves over six failovers. The primary or the slots are looked up again after a failure, and once a second while there
are calls.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from redis.exceptions import AskError

from store.redis.node import RedisNode
from store.redis.pipeline import Unsent

TopologyKind = Literal["redis", "sentinel", "cluster"]


class PubSub(NamedTuple):
    """The commands to wake listeners, to begin to listen, and to stop listening."""

    publish: str
    subscribe: str
    unsubscribe: str


PLAIN = PubSub("PUBLISH", "SUBSCRIBE", "UNSUBSCRIBE")
# In a Cluster a wake-up stays on the node of its document (Redis 7).
SHARDED = PubSub("SPUBLISH", "SSUBSCRIBE", "SUNSUBSCRIBE")


class Topology(Protocol):
    """The mapping of keys to servers; `generation` rises whenever it changes.

    The default methods suit one server, and a Cluster, whose primaries step down by themselves.
    """

    kind: TopologyKind
    pubsub: PubSub = PLAIN
    generation: int = 0

    def known(self, key: bytes) -> RedisNode | None:
        """Return the last known server of a key, None if it must be looked up first."""

    async def find(self, key: bytes) -> RedisNode:
        """Return the server of a key, looked up if it is not known. Raises `Unsent` if none is found."""
        if self.known(key) is None:
            await self.rediscover()
        node = self.known(key)
        if node is None:
            raise Unsent(self.trouble(key))
        return node

    async def rediscover(self) -> None:
        """Look up the servers again; nothing changes if none answers."""

    def trouble(self, key: bytes) -> str:
        """Return why the server of a key is not known."""

    def redirect(self, refusal: AskError, node: RedisNode) -> RedisNode:  # noqa: ARG002 - there are no slots
        """Return the node that another one names for a slot. Raises `Unsent` if there are no slots."""
        raise Unsent(str(refusal)) from refusal

    async def primaries(self) -> Sequence[RedisNode]:
        """Return every server that accepts changes. Raises `Unsent` if none is known."""
        return [await self.find(b"")]

    def trusted_until(self, replicas: int) -> float:  # noqa: ARG002 - nobody replaces the server
        """Return the monotonic time until which the primary can be trusted."""
        return math.inf

    def doubt(self, replicas: int) -> str:  # noqa: ARG002 - nobody replaces the server
        """Return why the server may not be the primary any more, if `replicas` replicas confirm; empty if it is."""
        return ""

    async def close(self) -> None:
        """Close all idle connections."""


class SingleServer(Topology):
    """One server, for all keys."""

    kind: TopologyKind = "redis"

    def __init__(self, node: RedisNode) -> None:
        self._node = node

    def known(self, key: bytes) -> RedisNode:  # noqa: ARG002 - the server of all keys
        """Return the server."""
        return self._node

    async def rediscover(self) -> None:
        """Change nothing: there is no other server."""

    def trouble(self, key: bytes) -> str:  # noqa: ARG002 - the server of all keys
        """Return an empty reason, since the server is always known."""
        return ""

    async def close(self) -> None:
        """Close all idle connections."""
        self._node.retire()

"""Who serves which key: one server, the primary that Sentinels name, or the nodes of a Cluster.

redis-py's own Sentinel and Cluster clients are not used. By default they repeat commands on lost connections, and a
change that may have been carried out must not be sent again: the caller's key settles it. Without repeats they still
believe the first Sentinel or node that answers: with redis-py 8.1 the fault scenario `old-primary` lost 124 of 726
acknowledged moves over six failovers. Where the primary or the slots are is asked again after trouble, and once a
second while there are calls.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from redis.exceptions import AskError

from service.storage.redis.node import Address, RedisNode
from service.storage.redis.pipeline import Command, Unsent

TopologyKind = Literal["redis", "sentinel", "cluster"]


class PubSub(NamedTuple):
    """The commands that wake, that begin to listen, and that end it."""

    publish: str
    subscribe: str
    unsubscribe: str


PLAIN = PubSub("PUBLISH", "SUBSCRIBE", "UNSUBSCRIBE")
# In a Cluster a wake-up stays on the node of its session (Redis 7).
SHARDED = PubSub("SPUBLISH", "SSUBSCRIBE", "SUNSUBSCRIBE")


class Route(NamedTuple):
    """Where a command goes next, and which commands go `before` it."""

    node: RedisNode
    before: tuple[Command, ...] = ()


class Topology(Protocol):
    """Who serves which key.

    `generation` rises whenever that changes.
    """

    kind: TopologyKind
    pubsub: PubSub
    generation: int

    async def find(self, key: bytes) -> RedisNode:
        """Return the server of a key, as far as is known. Raises `Unsent` when nobody is known."""

    def home(self, key: bytes) -> Address | None:
        """Return where a key is served, as far as is known without asking anybody."""

    async def rediscover(self) -> None:
        """Find out anew who serves what, if somebody tells; else all stays as it was."""

    def redirect(self, refusal: AskError, node: RedisNode) -> Route:
        """Return who serves a slot by the word of a node that does not. Raises `Unsent` where there are no slots."""

    async def primaries(self) -> Sequence[RedisNode]:
        """Return every server that takes changes. Raises `Unsent` when nobody is known."""

    async def close(self) -> None:
        """Close all connections that nobody uses."""


class SingleServer:
    """One server, for all keys."""

    kind: TopologyKind = "redis"
    pubsub = PLAIN
    generation = 0

    def __init__(self, node: RedisNode) -> None:
        self._node = node

    async def find(self, key: bytes) -> RedisNode:  # noqa: ARG002 - the server of all keys
        """Return the server."""
        return self._node

    def home(self, key: bytes) -> Address:  # noqa: ARG002 - the server of all keys
        """Return where the server is."""
        return self._node.address

    async def rediscover(self) -> None:
        """Do nothing: there is nobody else."""

    def redirect(self, refusal: AskError, node: RedisNode) -> Route:  # noqa: ARG002 - there is one
        """Raise `Unsent`: there is nobody else."""
        raise Unsent(str(refusal)) from refusal

    async def primaries(self) -> Sequence[RedisNode]:
        """Return the server."""
        return [self._node]

    async def close(self) -> None:
        """Close all connections that nobody uses."""
        self._node.retire()

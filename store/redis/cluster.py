"""A Redis Cluster: one of its primaries serves the keys of each slot, and a slot may move to another primary."""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from redis.crc import key_slot
from redis.exceptions import AskError, MovedError

from store.problems import StoreUnavailable
from store.redis.connections import RedisServers
from store.redis.node import Address, RedisNode, greet_server
from store.redis.pipeline import Reply, Unsent
from store.redis.topology import SHARDED, Topology, TopologyKind

# The shortest time between two reads of the slot map, however many callers miss a slot in it.
SHORTEST_SECONDS = 0.1
# The longest time while there are calls: a process that only listens would not learn that a slot has moved.
LONGEST_SECONDS = 1.0


class SlotMap(NamedTuple):
    """A node's answer to CLUSTER SLOTS, and the epoch that it knows, which rises at each failover."""

    epoch: int
    slots: Reply
    host: str


class Cluster(Topology):
    """The primaries of a cluster, each for its slots. The slot of a channel determines the node for its wake-ups.

    This needs sharded channels (Redis 7).
    """

    kind: TopologyKind = "cluster"
    pubsub = SHARDED

    def __init__(self, servers: RedisServers) -> None:
        self._servers = servers
        self._nodes: dict[Address, RedisNode] = {}
        self._slots: dict[int, Address] = {}
        self._last_reply: Reply = None
        self._epoch = 0
        self._read_at = -LONGEST_SECONDS
        self._reading: asyncio.Task[None] | None = None
        self._trouble = "no node of the cluster answers"

    def known(self, key: bytes) -> RedisNode | None:
        """Return the primary of a key's slot, None if that is unknown."""
        address = self._slots.get(key_slot(key))
        if address is None:
            return None
        if time.monotonic() >= self._read_at + LONGEST_SECONDS:
            self._begin_reading()
        return self.node_at(address)

    async def rediscover(self) -> None:
        """Read the slot map again."""
        if time.monotonic() >= self._read_at + SHORTEST_SECONDS:
            await asyncio.shield(self._begin_reading())

    def trouble(self, key: bytes) -> str:
        """Return why no primary of a key's slot is known."""
        return f"no node serves slot {key_slot(key)}" if self._slots else self._trouble

    def redirect(self, refusal: AskError, node: RedisNode) -> RedisNode:
        """Return the node to which another one redirects commands, since it does not serve (all of) their slot."""
        # A node that does not know its own host leaves it out.
        address = refusal.host or node.address[0], refusal.port
        if isinstance(refusal, MovedError):
            self.learn(refusal.slot_id, address)
        return self.node_at(address)

    def learn(self, slot: int, address: Address) -> None:
        """Note the address that serves a slot, given by another node."""
        if self._slots.get(slot) != address:
            self._slots[slot] = address
            self._last_reply = None
            self.generation += 1

    def node_at(self, address: Address) -> RedisNode:
        """Return the node at an address."""
        if address not in self._nodes:
            self._nodes[address] = RedisNode(address, self._servers.connect, greet_server)
        return self._nodes[address]

    async def primaries(self) -> Sequence[RedisNode]:
        """Return every primary that has slots. Raises `Unsent` when none is known."""
        await self.rediscover()
        if not self._slots:
            raise Unsent(self._trouble)
        return [self.node_at(address) for address in sorted(set(self._slots.values()))]

    async def close(self) -> None:
        """Close all idle connections."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
        for node in self._nodes.values():
            node.retire()

    def _begin_reading(self) -> asyncio.Task[None]:
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        return self._reading

    async def _read(self) -> None:
        """Take the slot map of the first node that knows the newest epoch that this process knows.

        A node that does not know it may be a former primary that was cut off, or paused. But if most nodes answer and
        none knows that epoch, the cluster was set up again.
        """
        found: list[SlotMap] = []
        candidates = self._candidates()
        for node in candidates:
            with suppress(StoreUnavailable):
                found += await self._read_from(node)
            if found and found[-1].epoch >= self._epoch:
                break
        newest = max(found, key=lambda one: one.epoch, default=None)
        if newest is not None and (newest.epoch >= self._epoch or len(found) > len(candidates) // 2):
            self._epoch = newest.epoch
            if newest.slots != self._last_reply:
                self._last_reply = newest.slots
                self._replace_slots(_parse_slots(newest.slots, newest.host))
        self._read_at = time.monotonic()

    def _candidates(self) -> list[RedisNode]:
        """Return the nodes to ask in random order, unreachable ones last."""
        nodes = [self.node_at(address) for address in {*self._servers.url.addresses, *self._nodes}]
        random.shuffle(nodes)
        return sorted(nodes, key=lambda node: node.is_away)

    async def _read_from(self, node: RedisNode) -> list[SlotMap]:
        try:
            info, slots = await node.call(("CLUSTER", "INFO"), ("CLUSTER", "SLOTS"))
        except StoreUnavailable as error:
            self._trouble = f"no node of the cluster answers: {error}"
            raise
        if isinstance(slots, Exception) or not slots:
            self._trouble = str(slots or "the cluster has no slots")
            return []
        # If the user may not ask for the epoch, every map counts as current.
        epoch = self._epoch if isinstance(info, Exception) else _parse_epoch(info)
        return [SlotMap(epoch, slots, node.address[0])]

    def _replace_slots(self, slots: dict[int, Address]) -> None:
        if slots == self._slots:
            return
        self._slots = slots
        self.generation += 1
        used = {*slots.values(), *self._servers.url.addresses}
        for address in [address for address in self._nodes if address not in used]:
            self._nodes.pop(address).retire()


def _parse_slots(reply: Reply, host: str) -> dict[int, Address]:
    """Return the address of each slot's primary; `host` stands in if the answer names none."""
    slots: dict[int, Address] = {}
    for first, last, primary, *_ in reply:
        address = (primary[0].decode() if primary[0] else host, int(primary[1]))
        slots |= dict.fromkeys(range(first, last + 1), address)
    return slots


def _parse_epoch(info: bytes) -> int:
    """Return the epoch in an answer to CLUSTER INFO."""
    rows = (line.partition(b":") for line in info.splitlines())
    return int(next(value for name, _, value in rows if name == b"cluster_current_epoch"))

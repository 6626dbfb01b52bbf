"""The gate of changes: a change is acknowledged only by a server that keeps the configured level.

Nothing is asked for each change. A server's state is read once a second while changes are made, and before the answer
to a change over a connection that is newer than the last reading: a server that was restarted, or promoted, has new
ones. WAIT counts the replicas of each change, so they are not looked at here.
"""

import asyncio
import math
import sys
import time
from collections.abc import Awaitable

from service.settings import Durability
from service.storage.port import NotKept
from service.storage.redis.node import RedisNode, Standing, end_task
from service.storage.redis.pipeline import Broken, Command, Reply, Unsent
from service.storage.redis.promise import Promises
from service.storage.redis.topology import Topology

# In seconds: a reading that is older is renewed beside the next change, and a much older one before it.
FRESH_SECONDS = 1.0
STALE_SECONDS = 3.0
# A primary that has not answered for so long may have been replaced meanwhile: WAIT takes less.
SLOW_SECONDS = 1.25


class Gate:
    """Sends changes to servers, at the level that is `wanted`."""

    def __init__(self, topology: Topology, promises: Promises, wanted: Durability) -> None:
        self._topology, self._promises = topology, promises
        # At `local` a failover may lose changes, so nobody asks who is the primary.
        self._replicas = wanted.replicas if wanted.level == "replicated" else sys.maxsize
        self._readings: dict[RedisNode, asyncio.Task[None]] = {}

    async def call(self, node: RedisNode, *commands: Command) -> list[Reply]:
        """Send commands like `RedisNode.call`. Raises `NotKept` too, if the server keeps less than the level."""
        begun = time.monotonic()
        if not self.is_open(node, begun):
            await self._check(node)
        return await self.confirm(node, node.opened, begun, node.call(*commands))

    def is_open(self, node: RedisNode, now: float) -> bool:
        """Tell whether a server keeps the level at a monotonic time, by its last reading."""
        standing = node.standing
        return standing is not None and now < standing.until and standing.generation == self._topology.generation

    async def confirm(
        self, node: RedisNode, opened: int, begun: float, answered: Awaitable[list[Reply]]
    ) -> list[Reply]:
        """Return answers, once it is sure that a server with so many connections `opened` keeps the level still."""
        replies = await answered
        is_slow = time.monotonic() >= begun + SLOW_SECONDS
        if is_slow:
            node.note_absence()
        if is_slow or node.opened != opened:
            try:
                await self._check(node)
            except Unsent as error:
                raise Broken(str(error)) from error
        return replies

    async def close(self) -> None:
        """End the readings that are under way."""
        for task in list(self._readings.values()):
            await end_task(task)

    async def _check(self, node: RedisNode) -> None:
        """Raise `NotKept` if a server keeps less than the level, and `Unsent` if it is away or was replaced."""
        standing, now = node.standing, time.monotonic()
        is_old = standing is None or now >= standing.read_at + (FRESH_SECONDS if standing.shortfall else STALE_SECONDS)
        if standing is None or is_old or standing.generation != self._topology.generation:
            await asyncio.shield(self._begin_reading(node))
            standing = node.standing
        elif now >= standing.read_at + FRESH_SECONDS:
            self._begin_reading(node)
        assert standing is not None
        if standing.shortfall:
            raise NotKept(standing.shortfall)
        if self._topology.doubt(self._replicas):
            await self._topology.rediscover()
        if node.is_replaced:
            raise Unsent("another server has become the primary")
        if doubt := self._topology.doubt(self._replicas):
            raise NotKept(doubt)

    def _begin_reading(self, node: RedisNode) -> asyncio.Task[None]:
        """Return the reading of a server's state that is under way, or begin one."""
        if node not in self._readings:
            task = asyncio.create_task(self._read(node))
            self._readings[node] = task
            task.add_done_callback(lambda done: self._end_reading(node, done))
        return self._readings[node]

    def _end_reading(self, node: RedisNode, done: asyncio.Task[None]) -> None:
        del self._readings[node]
        # A failure counts for those who wait for it; the next change finds out by itself.
        if not done.cancelled():
            done.exception()

    async def _read(self, node: RedisNode) -> None:
        while True:
            opened, generation, now = node.opened, self._topology.generation, time.monotonic()
            shortfall = await self._promises.shortfall(node)
            # Else the server may have been restarted since.
            if node.opened == opened:
                until = (
                    -math.inf if shortfall else min(now + FRESH_SECONDS, self._topology.trusted_until(self._replicas))
                )
                node.standing = Standing(shortfall, now, until, generation)
                return

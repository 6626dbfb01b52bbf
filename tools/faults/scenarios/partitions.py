"""A partitioned network: one primary of a Cluster and one worker on this side, all other nodes and workers on that.

Every connection goes through a proxy that knows by its source address from which side it comes: nodes and workers
connect from loopback addresses of their own. Traffic between the sides is held back, in both directions, and arrives
when the network is whole again, as with TCP.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from tools.faults.players import Table
from tools.faults.run import Run
from tools.faults.scenarios.topologies import (
    AFTER,
    BEFORE,
    REPLICATED,
    UNSEEN,
    Cursors,
    all_come_back,
    cursors_of,
    play_on,
)
from tools.redis.cluster import ClusterMember, RedisCluster
from tools.redis.proxy import Proxy
from tools.redis.server import wait_until
from tools.redis.sets import WAIT_SECONDS
from tools.servers import running
from tools.services import CROUPIER

PRIMARIES = 3
WORKERS = ("127.0.1.1", "127.0.1.2")
# The store's connections are the only ones that a worker opens.
PROGRAM = (
    "import asyncio, functools\n"
    "asyncio.open_connection = functools.partial(asyncio.open_connection, local_addr=({!r}, 0))\n" + CROUPIER
)


class PartedCluster(RedisCluster):
    """A cluster whose nodes reach each other through proxies, which `part` closes and `heal` opens."""

    def __init__(self, proxies: Sequence[tuple[Proxy, Proxy]]) -> None:
        super().__init__("--protected-mode", "no", primaries=PRIMARIES)
        self._proxies = proxies

    def part(self) -> None:
        """Cut the first node and the first worker off from all others."""
        for proxy, source in self._crossings():
            proxy.shut_out(source)

    def heal(self) -> None:
        """Restore all connections."""
        for proxy, source in self._crossings():
            proxy.let_in(source)

    @property
    def minority(self) -> ClusterMember:
        """Return the node that `part` cuts off."""
        return self.nodes[0]

    def parts(self, session: str) -> bool:
        """Tell whether a session is on the node that `part` cuts off."""
        return self.primary_of(f"g:{{{session}}}:s") is self.minority

    def prepare(self) -> list[ClusterMember]:
        """Make the node a primary with slots, if it no longer is one, and return its replicas."""
        if self.minority.role != "master":
            primary = next(node for node in self.primaries if self.minority in self.replicas_of(node))
            self.fail_over(primary)
            self.wait_until_healthy()
        return self.replicas_of(self.minority)

    def _crossings(self) -> Iterator[tuple[Proxy, str]]:
        """Yield each proxy with each address from the other side."""
        sources = [_source(number) for number in range(len(self.nodes))]
        here = {sources[0], WORKERS[0]}
        there = {*sources[1:], *WORKERS[1:]}
        for number, proxies in enumerate(self._proxies):
            for proxy in proxies:
                for source in here if number else there:
                    yield proxy, source

    def _make(self) -> Sequence[ClusterMember]:
        super()._make()
        for number, (node, (data, bus)) in enumerate(zip(self.nodes, self._proxies, strict=True)):
            data.target = node.port
            bus.target = node.bus_port
            node.announced = (data.port, bus.port)
            node.options += ("--bind-source-addr", _source(number))
        return self.nodes


def _source(number: int) -> str:
    return f"127.0.2.{number + 1}"


@asynccontextmanager
async def parted_cluster() -> AsyncIterator[PartedCluster]:
    """Start a cluster that can be partitioned."""
    async with AsyncExitStack() as stack:
        proxies = [
            (await stack.enter_async_context(Proxy(0)), await stack.enter_async_context(Proxy(0)))
            for _ in range(2 * PRIMARIES)
        ]
        servers = PartedCluster(proxies)
        await stack.enter_async_context(running(servers))
        yield servers


async def partition(run: Run) -> None:
    """A primary is cut off from its replicas, which take over, while clients call workers on both sides."""
    async with parted_cluster() as servers:

        async def part_and_heal() -> None:
            replicas = await asyncio.to_thread(servers.prepare)
            before = run.players.unknown
            await _part_until_replaced(servers, replicas)
            # Sessions of the cut off primary go on when its successor has a replica: that is, the primary itself.
            await run.until(lambda: run.players.unknown >= before + run.knobs.tables)
            await _heal(servers)

        programs = [PROGRAM.format(source) for source in WORKERS]
        run.require_workers(len(WORKERS))
        parted = (run.knobs.count, part_and_heal, "partitions")
        await run.trial(servers.url, parted, programs=programs, **REPLICATED)


async def partition_local(run: Run) -> None:
    """The same at the level `local`: changes that only the primary acknowledged are lost with it, but not silently."""
    async with parted_cluster() as servers:
        programs = [PROGRAM.format(source) for source in WORKERS]
        run.require_workers(len(WORKERS))
        async with run.service(servers.url, programs=programs, durability="local") as players:
            replicas = await asyncio.to_thread(servers.prepare)
            tables = await asyncio.gather(*(players.open_table() for _ in range(run.knobs.tables)))
            while not (held := [table for table in tables if servers.parts(table.id)]):
                tables.append(await players.open_table())
            await play_on(run, tables, BEFORE)
            older = cursors_of(tables)
            newest = await _play_apart(run, servers, replicas, tables, held)
            await all_come_back(run, tables, (newest, older), lambda: play_on(run, tables, AFTER))
        run.report.add("partitions")
        await run.judge_rollbacks(servers.url)


async def _play_apart(
    run: Run, servers: PartedCluster, replicas: Sequence[ClusterMember], tables: list[Table], held: list[Table]
) -> Cursors:
    """Play tables of the cut off primary through the worker on its side; return the versions known at the failover."""
    workers = run.fleet.workers
    run.fleet.workers = workers[:1]
    playing = asyncio.create_task(play_on(run, held, UNSEEN))
    await _part_until_replaced(servers, replicas)
    cursors = cursors_of(tables)
    await _heal(servers)
    await playing
    run.fleet.workers = workers
    return cursors


async def _part_until_replaced(servers: PartedCluster, replicas: Sequence[ClusterMember]) -> None:
    servers.part()
    await asyncio.to_thread(wait_until, lambda: any(node.role == "master" for node in replicas), WAIT_SECONDS)


async def _heal(servers: PartedCluster) -> None:
    servers.heal()
    await asyncio.to_thread(servers.wait_until_healthy)

"""Faults of Redis on more than one server: failovers, slots that move, replication that is cut.

At the level `replicated` nothing may be lost, whatever the fault. At `local` a failover may lose changes, but never
silently: a client that comes back with a lost version is told so.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TypedDict

from redis.crc import key_slot

from tools.faults.players import Table
from tools.faults.run import Act, GoesOn, Run
from tools.faults.scenarios.kills import follow_table
from tools.faults.scenarios.timeline import explained
from tools.redis.cluster import ClusterMember, RedisCluster
from tools.redis.sets import Member, RedisSet
from tools.servers import running

# At `local`: the number of moves before replication is cut, until the primary is killed, and afterwards.
BEFORE = 10
UNSEEN = 5
AFTER = 12

# What the seats of each table know.
Cursors = list[dict[int, str]]


class Settings(TypedDict):
    """The settings of a level."""

    durability: str
    replicas: str


# Of workers that acknowledge a change only when a replica has it, too.
REPLICATED: Settings = {"durability": "replicated", "replicas": "1"}


async def sentinel(run: Run) -> None:
    """Another server becomes the primary, by turns at the request of a Sentinel and since the primary is killed."""
    async with failing_over_set(run) as (store, fail_over):
        await run.trial(store, (run.knobs.count, fail_over, "failovers"), **REPLICATED)


@asynccontextmanager
async def failing_over_set(run: Run) -> AsyncIterator[tuple[str, Act]]:
    """Start a primary with a replica and Sentinels, and yield their address and what replaces the primary."""
    servers = RedisSet()

    async def fail_over() -> None:
        if _is_requested(run):
            await asyncio.to_thread(servers.fail_over)
        else:
            await asyncio.to_thread(kill_primary, servers)
        await asyncio.to_thread(servers.wait_until_healthy)

    async with running(servers), explained(run, servers):
        yield servers.url, fail_over


def _is_requested(run: Run) -> bool:
    """Tell whether the next failover is requested; every other one, of an odd seed the first, comes of a kill."""
    return (run.report.figures.get("failovers", 0) + run.knobs.seed) % 2 == 0


def kill_primary(servers: RedisSet) -> Member:
    """Kill the primary and return it."""
    old = servers.primary
    old.kill()
    primary = servers.wait_for_failover(old)
    old.start()
    return primary


async def old_primary(run: Run) -> None:
    """The primary is paused, replaced, and resumed, with a replica that confirms its writes.

    For a while neither learns of the new primary, though the clients can reach all of them: a client of the
    old primary then gets responses that will be lost.
    """
    servers = RedisSet(replicas=2)

    async def replace() -> None:
        old = servers.primary
        loyal, heir = run.chance.sample(servers.replicas, 2)
        await asyncio.to_thread(part, servers, old, loyal, heir)
        old.pause()
        try:
            await asyncio.to_thread(servers.wait_for_failover, old)
            # What a primary acknowledges that goes on before the service has heard of the next one may be lost.
            await run.fleet.until_reached()
        finally:
            old.resume()
        await run.until_answers(3 * run.knobs.tables)
        await asyncio.to_thread(reunite, servers, old, loyal)

    async with running(servers), explained(run, servers):
        await run.trial(servers.url, (run.knobs.count, replace, "old primaries that went on"), **REPLICATED)


def part(servers: RedisSet, old: Member, loyal: Member, heir: Member) -> None:
    """Let the next failover promote `heir`, which has everything, and the two others not hear of it."""
    servers.promote_only(heir)
    for member in (old, loyal):
        member.ignore_sentinels()
    # Sentinels would choose the replica that has the most; the only candidate must have it all.
    servers.wait_until_confirmed()


def reunite(servers: RedisSet, *members: Member) -> None:
    """Have members follow the Sentinels again, and wait until all is well."""
    for member in members:
        member.obey_sentinels()
    servers.promote_any()
    servers.wait_until_healthy()
    servers.wait_until_confirmed()


def _lose_primary(servers: RedisSet) -> None:
    """Kill the primary of a replica that is cut off, and wait until that one is the only primary."""
    primary = kill_primary(servers)
    primary.mend_replication()
    # A promotion writes the configuration file, and the next start would be cut off again.
    primary.call("CONFIG", "REWRITE")
    servers.wait_until_healthy()


async def cut(run: Run) -> None:
    """Replication is cut, changes go on, and the primary is killed: the replica that takes over never had them."""
    servers = RedisSet()

    async def cut_then_fail_over() -> None:
        before = run.players.unknown
        await asyncio.to_thread(servers.replicas[0].cut_replication)
        await run.until(lambda: run.players.unknown >= before + run.knobs.tables)
        await asyncio.to_thread(_lose_primary, servers)

    async with running(servers):
        await run.trial(servers.url, (run.knobs.count, cut_then_fail_over, "cuts and failovers"), **REPLICATED)


async def cluster(run: Run) -> None:
    """In a cluster another node takes over, by turns at its request and since the primary is killed."""
    async with failing_over_cluster(run) as (store, fail_over):
        await run.trial(store, (run.knobs.count, fail_over, "failovers"), **REPLICATED)


@asynccontextmanager
async def failing_over_cluster(run: Run) -> AsyncIterator[tuple[str, Act]]:
    """Start a cluster, and yield its address and what replaces one of its primaries."""
    servers = RedisCluster()

    async def fail_over() -> None:
        primary = run.chance.choice(await asyncio.to_thread(lambda: servers.primaries))
        if _is_requested(run):
            await asyncio.to_thread(servers.fail_over, primary)
        else:
            await asyncio.to_thread(_kill_node, servers, primary)
        await asyncio.to_thread(servers.wait_until_healthy)

    async with running(servers):
        yield servers.url, fail_over


def _kill_node(servers: RedisCluster, primary: ClusterMember) -> None:
    replicas = servers.replicas_of(primary)
    primary.kill()
    servers.wait_for_failover(replicas)
    primary.start()


async def slots(run: Run) -> None:
    """The slots of played and followed sessions move to other nodes, by turns at once and key by key."""
    servers = RedisCluster()

    def choose_target(slot_key: bytes) -> ClusterMember:
        holder = servers.primary_of(slot_key)
        return run.chance.choice([node for node in servers.primaries if node.port != holder.port])

    async def move_some() -> None:
        session = next(wish.session for wish in reversed(run.history.wishes) if wish.session)
        key = f"g:{{{session}}}:s".encode()
        target = await asyncio.to_thread(choose_target, key)
        if run.report.figures.get("slots moved", 0) % 2 == 0:
            await asyncio.to_thread(servers.move_slot, key_slot(key), target)
        else:
            await _move_key_by_key(run, servers, key_slot(key), target)

    async with running(servers):
        moves = (run.knobs.count, move_some, "slots moved")
        await run.trial(servers.url, moves, play_one=partial(_play_or_follow, run), **REPLICATED)


async def _move_key_by_key(run: Run, servers: RedisCluster, slot: int, target: ClusterMember) -> None:
    """Move a slot so slowly that clients meet every state between: a session's keys are on two nodes meanwhile."""
    await asyncio.to_thread(servers.begin_move, slot, target)
    moved = 1
    while moved:
        await run.until_answers(run.knobs.tables)
        moved = await asyncio.to_thread(servers.move_keys, slot, target, 1)
    await run.until_answers(run.knobs.tables)
    await asyncio.to_thread(servers.end_move, slot, target)


async def _play_or_follow(run: Run, table: Table, goes_on: GoesOn) -> None:
    """Play a table, one in four with followers."""
    run.report.add("tables")
    if run.report.figures["tables"] % 4 == 1:
        await follow_table(run, table)
    else:
        await run.play_table(table, goes_on)


async def local(run: Run) -> None:
    """At the level `local` the primary is lost after replication was cut: its own changes are lost, and not silently.

    Some clients come back at once; others when the session has the same version again, with another history; and some
    with an older version, which is still there.
    """
    servers = RedisSet()
    async with running(servers):
        async with run.service(servers.url, durability="local") as players:
            tables = await asyncio.gather(*(players.open_table() for _ in range(run.knobs.tables)))
            await play_on(run, tables, BEFORE)
            older = cursors_of(tables)
            # A cut loses all data on its way to the replica.
            await asyncio.to_thread(servers.wait_until_caught_up)
            await asyncio.to_thread(servers.replicas[0].cut_replication)
            await play_on(run, tables, UNSEEN)
            newest = cursors_of(tables)
            await asyncio.to_thread(_lose_primary, servers)
            await all_come_back(run, tables, (newest, older), lambda: play_on(run, tables, AFTER))
        run.report.add("cuts and failovers")
        await run.judge_rollbacks(servers.url)


async def play_on(run: Run, tables: list[Table], moves: int) -> None:
    """Make so many moves at each of some tables."""

    async def play(table: Table) -> None:
        for _ in range(moves):
            if table.active:
                await run.players.step(table)
        run.progress()

    await asyncio.gather(*map(play, tables))


def cursors_of(tables: list[Table]) -> Cursors:
    """Return the versions that the seats of each table know."""
    return [dict(table.cursors) for table in tables]


async def all_come_back(
    run: Run, tables: list[Table], versions: Sequence[Cursors], play_more: Callable[[], Awaitable[None]]
) -> None:
    """Let one seat of each table come back with each of some versions at once, and another one after more play."""
    for seat in (0, 1):
        for cursors in versions:
            known = zip(tables, cursors, strict=True)
            await asyncio.gather(*(run.players.come_back(table, seat, own[seat]) for table, own in known))
        if seat == 0:
            await play_more()

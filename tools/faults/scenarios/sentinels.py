"""Faults of the Sentinels, and of a primary that they have just promoted.

Slow Sentinels are followed all the same, and a primary that they have replaced acknowledges nothing once they have not
been heard for the time of a failover. A promoted server whose append-only file is not complete yet acknowledges
nothing, either: killed at that moment, it comes back without what it had.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from tools.faults.checker import Violation
from tools.faults.players import Refused, Table
from tools.faults.run import Run
from tools.faults.scenarios.kills import HASTY
from tools.faults.scenarios.timeline import explained
from tools.faults.scenarios.topologies import (
    AFTER,
    BEFORE,
    REPLICATED,
    UNSEEN,
    all_come_back,
    cursors_of,
    kill_primary,
    part,
    play_on,
    reunite,
)
from tools.redis.proxy import Proxy
from tools.redis.server import wait_until
from tools.redis.sets import SERVICE, WAIT_SECONDS, Member, RedisSet
from tools.servers import running
from tools.services import CROUPIER

# How late a Sentinel's answers are: for so long each way.
DELAY_SECONDS = (0.5, 1.5)
# For all keys together, in microseconds: no first rewrite ends before its server is killed.
REWRITE_MICROSECONDS = 120_000_000
# A service that takes the last primary that it has heard of for the primary: the checker must condemn it.
TRUSTING = (
    "from store.redis.sentinel import SentinelPrimary; "
    f"SentinelPrimary.doubt = lambda primary, replicas: ''; {CROUPIER}"
)


@asynccontextmanager
async def proxied(servers: RedisSet) -> AsyncIterator[Sequence[Proxy]]:
    """Put a proxy before each Sentinel; the Sentinels and the servers reach each other without them."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Proxy(sentinel.port)) for sentinel in servers.sentinels]


def url_of(proxies: Sequence[Proxy]) -> str:
    """Return the address of Sentinels behind proxies as a value of CROUPIER_STORE."""
    return f"redis+sentinel://{','.join(f'127.0.0.1:{proxy.port}' for proxy in proxies)}/{SERVICE}"


async def slow_sentinels(run: Run) -> None:
    """Sentinels that answer seconds late replace the primary, by turns since it is killed and since it was paused.

    A paused primary goes on, with a replica that they cannot reconfigure and that confirms its writes. Every third
    time the Sentinels are not heard at all meanwhile. The seed says with which of the three a run begins.
    """
    servers = RedisSet(replicas=2)
    async with running(servers), explained(run, servers), proxied(servers) as proxies:

        async def fail_over() -> None:
            for proxy in proxies:
                proxy.delay = run.chance.uniform(*DELAY_SECONDS)
            turns = (_kill, _pause, _silence)
            number = run.knobs.seed + int(run.report.figures.get("failovers", 0))
            await turns[number % len(turns)](run, servers, proxies)
            await asyncio.to_thread(servers.wait_until_healthy)

        program = TRUSTING if run.knobs.store == "trusting" else CROUPIER
        async with run.service(url_of(proxies), programs=(program,), **REPLICATED):
            await run.play(lambda: run.spread(run.knobs.count, fail_over, "failovers"))
        await run.judge(servers.url)
        _allow_stale_reads(run)


def _allow_stale_reads(run: Run) -> None:
    """Count reads of a primary that was replaced: a worker that has not heard of it may show them."""
    strict = [violation for violation in run.report.violations if violation.kind != "stale"]
    run.report.add("stale reads", len(run.report.violations) - len(strict))
    run.report.violations = strict


async def _kill(run: Run, servers: RedisSet, _proxies: Sequence[Proxy]) -> None:
    """The primary is killed; moves go on at the next one while the Sentinels are as slow as ever."""
    await asyncio.to_thread(kill_primary, servers)
    await run.until_moves(run.players.acknowledged + run.knobs.tables)


async def _pause(run: Run, servers: RedisSet, _proxies: Sequence[Proxy]) -> None:
    """The primary stands still until the workers notice, and goes on before they can have heard of the next one."""
    old = servers.primary
    loyal, heir = run.chance.sample(servers.replicas, 2)
    await asyncio.to_thread(part, servers, old, loyal, heir)
    unknown = run.players.unknown
    old.pause()
    try:
        await asyncio.to_thread(servers.wait_for_failover, old)
        await run.until(lambda: run.players.unknown >= unknown + 2 * run.knobs.tables)
    finally:
        old.resume()
    await _play_apart(run, servers, old, loyal)


async def _silence(run: Run, servers: RedisSet, proxies: Sequence[Proxy]) -> None:
    """The Sentinels are not heard while they replace the primary: the workers stop in time by themselves."""
    old = servers.primary
    loyal, heir = run.chance.sample(servers.replicas, 2)
    for proxy in proxies:
        proxy.stall()
    try:
        if run.knobs.store != "trusting":
            await run.fleet.until_ready(False)
        await asyncio.to_thread(_replace_primary, servers, old, loyal, heir)
        await run.until_answers(3 * run.knobs.tables)
    finally:
        for proxy in proxies:
            proxy.resume()
    await _play_apart(run, servers, old, loyal)


def _replace_primary(servers: RedisSet, old: Member, loyal: Member, heir: Member) -> None:
    """Pause a primary until another one is promoted; `loyal` and itself resume unaware of it."""
    part(servers, old, loyal, heir)
    old.pause()
    try:
        servers.wait_for_failover(old)
    finally:
        old.resume()


async def _play_apart(run: Run, servers: RedisSet, old: Member, loyal: Member) -> None:
    await run.until_answers(3 * run.knobs.tables)
    await asyncio.to_thread(reunite, servers, old, loyal)


async def emptied_primary(run: Run) -> None:
    """A promoted server is killed in the first rewrite of its append-only file, and is replaced before it is back."""
    servers = RedisSet(replicas=2)

    async def empty() -> None:
        old = servers.primary
        heir, other = run.chance.sample(servers.replicas, 2)
        await asyncio.to_thread(_promote_unwritten, servers, heir)
        before = run.players.acknowledged
        await run.fleet.until_reached()
        await run.until_answers(3 * run.knobs.tables)
        if run.players.acknowledged > before:
            run.report.violations.append(_unkept(run.players.acknowledged - before))
        await asyncio.to_thread(_replace, servers, heir, other)
        await asyncio.to_thread(_restore, servers, old, heir)

    async with running(servers), explained(run, servers):
        program = HASTY if run.knobs.store == "hasty" else CROUPIER
        emptied = (run.knobs.count, empty, "emptied primaries")
        await run.trial(servers.url, emptied, programs=(program,), **REPLICATED)


async def emptied_store(run: Run) -> None:
    """The same, but the server is back before it is replaced: it has lost what was not on its disk, and not silently.

    By turns it has an older file, and none at all.
    """
    servers = RedisSet(replicas=2)
    async with running(servers):
        async with run.service(servers.url, **REPLICATED) as players:
            tables = await asyncio.gather(*(players.open_table() for _ in range(run.knobs.tables)))
            await play_on(run, tables, BEFORE)
            older = cursors_of(tables)
            old = servers.primary
            heir, _ = servers.replicas
            await asyncio.to_thread(servers.wait_until_confirmed)
            heir.kill()
            await play_on(run, tables, UNSEEN)
            newest = cursors_of(tables)
            restored = asyncio.Event()
            playing = asyncio.create_task(_play_until(run, tables, restored))
            await asyncio.to_thread(_promote_unwritten, servers, heir)
            await asyncio.to_thread(_restart_at_once, servers, heir, run.knobs.seed % 2 == 1)
            await asyncio.to_thread(_restore, servers, old)
            restored.set()
            await playing
            await all_come_back(run, tables, (newest, older), lambda: _play_what_is_left(run, tables))
            run.report.violations += [_corrupted(line) for line in run.fleet.complaints("corrupted value")]
        run.report.add("emptied primaries")
        await run.judge_rollbacks(servers.url)


async def _play_until(run: Run, tables: Sequence[Table], over: asyncio.Event) -> None:
    async def play(table: Table) -> None:
        with suppress(Refused):
            while table.active and not over.is_set():
                await run.players.step(table)

    await asyncio.gather(*map(play, tables))


async def _play_what_is_left(run: Run, tables: Sequence[Table]) -> None:
    async def play(table: Table) -> None:
        with suppress(Refused):
            await play_on(run, [table], AFTER)

    await asyncio.gather(*map(play, tables))


def _promote_unwritten(servers: RedisSet, heir: Member) -> None:
    """Replace the primary by a replica that has just copied all of it, and has not yet written that to its disk."""
    old = servers.primary
    heir.kill()
    heir.configure("rdb-key-save-delay", str(REWRITE_MICROSECONDS // max(old.call("DBSIZE"), 1)))
    heir.start()
    servers.wait_until_healthy()
    servers.promote_only(heir)
    # A replica that was ahead would have to copy everything again, and wait with that for its rewrite.
    old.call("CONFIG", "SET", "repl-ping-replica-period", 3600)
    old.call("CLIENT", "PAUSE", 60_000, "WRITE")
    servers.wait_until_caught_up()
    old.kill()
    servers.wait_for_failover(old)


def _replace(servers: RedisSet, heir: Member, other: Member) -> None:
    """Kill a primary, and leave it dead until another server is promoted."""
    wait_until(lambda: other.replication().get("master_port") == str(heir.port) and other.is_in_sync, WAIT_SECONDS)
    servers.promote_too(other)
    heir.kill()
    servers.wait_for_failover(heir)


def _restart_at_once(servers: RedisSet, heir: Member, is_emptied: bool) -> None:
    servers.be_patient(60_000)
    heir.kill()
    if is_emptied:
        heir.forget()
    heir.configure("rdb-key-save-delay", "0")
    heir.start()


def _restore(servers: RedisSet, *dead: Member) -> None:
    """Start servers, and let each be promoted again."""
    for member in dead:
        member.kill()
        member.configure("rdb-key-save-delay", "0")
        member.start()
    servers.wait_until_healthy()
    servers.promote_any()
    servers.wait_until_healthy()
    servers.wait_until_confirmed()


def _corrupted(line: str) -> Violation:
    return Violation("corrupted", f"A worker takes a loss for a corrupted value: {line}", "")


def _unkept(count: int) -> Violation:
    sentence = f"{count} moves were acknowledged while the primary's append-only file was not complete."
    return Violation("unkept", sentence, "")

"""The faults of a run: each scenario starts a store and workers, plays, injects faults, and has the history judged."""

import asyncio
import resource
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from store.port import Store
from tools.faults.checker import Violation
from tools.faults.fleet import CLOCKED
from tools.faults.followers import ChangesFollower, Follower, client_in_codes_of, client_of, follower_of
from tools.faults.players import Table
from tools.faults.run import LONGEST_TABLE, GoesOn, Harm, Run
from tools.redis.proxy import Proxy, is_acknowledgement
from tools.redis.server import RedisServer
from tools.servers import running
from tools.services import CROUPIER, Service
from tools.stores import started_store

# The followers of a table: by whole frames, by changes, and by changes in codes.
FOLLOWERS = (follower_of, client_of, client_in_codes_of, follower_of, client_of, client_in_codes_of)
# The followers of a table that is played under faults.
CLIENTS = (client_of, client_in_codes_of)
# Of a followed table: the number of moves, and how often the log of a trimmed one is trimmed.
FOLLOWED_MOVES = 25
TRIMMED_TABLE = 10
TRIMMED_EVERY = 7
# Longer than the service waits for its store: some commits are made although their callers get no answer.
PAUSE_SECONDS = (0.1, 6.0)
DRAIN_SECONDS = 1
# A server that keeps nothing on disk: the checker must condemn it when it is killed.
FORGETFUL = ("--appendonly", "no")
EVERYSEC = ("--appendfsync", "everysec")
# How long the first rewrite of an append-only file takes, for all keys together.
REWRITE_MICROSECONDS = 2_000_000
# A service that goes by the settings alone: the checker must condemn it when a first rewrite is cut short.
HASTY = (
    "from store.redis.facts import AppendOnlyFiles; "
    f"AppendOnlyFiles.is_complete = lambda files, address, info: True; {CROUPIER}"
)
HOUR = 3600


async def restart(server: RedisServer) -> None:
    """Kill -9 a server, if it still runs, and start it again on its data."""
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


@asynccontextmanager
async def store_of(run: Run, *options: str) -> AsyncIterator[tuple[str, RedisServer | None]]:
    """Start the store of a run: a Redis with these options, or, without a server, a file of SQLite."""
    if run.knobs.store == "sqlite":
        yield f"sqlite:{run.folder / 'croupier.db'}", None
        return
    async with running(RedisServer(*options)) as server:
        yield server.url, server


def kills_of(run: Run, server: RedisServer | None) -> Iterator[Harm]:
    """Yield the kills of workers, and of a store that has a server."""
    # There is no fleet yet.
    yield run.knobs.worker_kills, lambda: run.fleet.kill(), "worker kills"  # noqa: PLW0108
    if server is not None:
        yield run.knobs.kills, lambda: restart(server), "store kills"


async def kills(run: Run) -> None:
    """Kill -9 of the store and of workers, at even distances; with SQLite, of workers only."""
    async with store_of(run, *(FORGETFUL if run.knobs.store == "forgetful" else ())) as (store, server):
        watched = partial(play_before_clients, run)
        await run.trial(store, *kills_of(run, server), play_one=watched, replacements=run.knobs.worker_kills)


async def pauses(run: Run) -> None:
    """The store and workers are stopped for a while (SIGSTOP), with their connections open, and resume."""
    async with running(RedisServer()) as server:

        async def pause_store() -> None:
            server.pause()
            try:
                await asyncio.sleep(run.chance.uniform(*PAUSE_SECONDS))
            finally:
                server.resume()

        async def pause_worker() -> None:
            await run.fleet.pause(run.chance.uniform(*PAUSE_SECONDS))

        await run.trial(
            server.url,
            (run.knobs.kills, pause_store, "store pauses"),
            (run.knobs.worker_kills, pause_worker, "worker pauses"),
            play_one=partial(play_before_clients, run),
        )


async def disk_full(run: Run) -> None:
    """The files of the store can grow no more for a while, and no worker is ready.

    SQLite refuses then, and so does Redis that syncs every second; one that always syncs ends, and is started again.
    """
    async with store_of(run, *(EVERYSEC if run.knobs.store == "everysec" else ())) as (store, server):

        async def fill() -> None:
            unknown = run.players.unknown
            writers = [server] if server is not None else run.fleet.workers
            _limit_files(writers, _largest(run.folder if server is None else server.folder))
            await run.fleet.until_ready(False)
            await run.until(lambda: run.players.unknown > unknown)
            if server is None or run.knobs.store == "everysec":
                _limit_files(writers, resource.RLIM_INFINITY)
            else:
                await run.until(lambda: not server.is_running)
                await restart(server)
            await run.fleet.until_ready(True)

        await run.trial(store, (run.knobs.kills, fill, "full disks"))


async def first_rewrite(run: Run) -> None:
    """The append-only file is switched on while tables are played, and the store is killed once it promises `local`.

    From the second time on there is an older file that was switched off, and lacks all later changes.
    """
    program = HASTY if run.knobs.store == "hasty" else CROUPIER
    async with running(RedisServer("--appendonly", "no")) as server:

        async def switch_on_and_kill() -> None:
            moves = run.players.acknowledged
            server.call("CONFIG", "SET", "appendonly", "no")
            await run.fleet.until_promised("any")
            await run.until_moves(moves + 1)
            server.call("CONFIG", "SET", "rdb-key-save-delay", REWRITE_MICROSECONDS // server.call("DBSIZE"))
            server.call("CONFIG", "SET", "appendonly", "yes")
            await run.fleet.until_promised("local")
            server.options = (*server.options, "--appendonly", "yes")
            await restart(server)

        await run.trial(server.url, (run.knobs.kills, switch_on_and_kill, "store kills"), programs=(program,))


def _limit_files(writers: Sequence[RedisServer | Service], size: int) -> None:
    """Let processes write no file beyond a size, as on a disk that is full."""
    for writer in writers:
        resource.prlimit(writer.process_id, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _largest(folder: Path) -> int:
    return max(file.stat().st_size for file in folder.rglob("*") if file.is_file())


async def clocks(run: Run) -> None:
    """The wall clock of some worker jumps an hour ahead or back; with SQLite that is the clock of the store, too."""
    jumps = (HOUR, -HOUR, 0)

    async def jump() -> None:
        run.fleet.turn_clock(run.chance.choice(jumps))

    async with store_of(run) as (store, _):
        await run.trial(store, (run.knobs.kills, jump, "clock jumps"), programs=(CLOCKED,))


async def rolling_restart(run: Run) -> None:
    """Workers are replaced one after the other by SIGTERM, and clients stay away from one that is not ready."""
    async with running(RedisServer()) as server:

        async def roll() -> None:
            status = await run.fleet.roll()
            run.report.add("workers that ended badly", status != 0)

        restarts = (run.knobs.worker_kills, roll, "restarts")
        await run.trial(
            server.url,
            restarts,
            play_one=partial(play_before_clients, run),
            replacements=run.knobs.worker_kills,
            drain_seconds=str(DRAIN_SECONDS),
        )


async def drops(run: Run) -> None:
    """A reply is lost after the commit, by turns that of the store and that of a worker: so many times."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(RedisServer()))
        store = await stack.enter_async_context(Proxy(server.port))
        players = await stack.enter_async_context(run.service(f"redis://127.0.0.1:{store.port}/0"))
        ports = [int(worker.address.rpartition(":")[2]) for worker in run.fleet.workers]
        workers = [await stack.enter_async_context(Proxy(port, is_acknowledgement)) for port in ports]
        players.root = lambda: f"http://127.0.0.1:{run.chance.choice(workers).port}"
        await run.play(lambda: _drop(run, [store, *workers]))
        await run.judge(server.url)


async def _drop(run: Run, proxies: Sequence[Proxy]) -> None:
    """Drop replies, a few at a time: each belongs to a change that was made and must be found again by its key."""
    for number in range(run.knobs.count):
        proxy = proxies[number % len(proxies)]
        proxy.drop_replies(1)
        await run.until(partial(_has_dropped, [proxy], number // len(proxies)))
        run.report.add("replies dropped")
    await run.until(partial(_has_dropped, proxies, run.knobs.count))


def _has_dropped(proxies: Sequence[Proxy], count: int) -> bool:
    return sum(proxy.dropped for proxy in proxies) >= count


async def races(run: Run) -> None:
    """Two clients make a move from the same version at the same time: one move is made, the other one is stale."""
    async with running(RedisServer()) as server:
        async with run.service(server.url):
            await run.play(lambda: run.until_figure("races", run.knobs.count), partial(_race_table, run))
        await run.judge(server.url)


async def _race_table(run: Run, table: Table, goes_on: GoesOn) -> None:
    for _ in range(LONGEST_TABLE):
        if not table.active or not goes_on():
            return
        made = await run.players.race(table)
        run.progress()
        if made:
            run.report.add("races")
        if len(made) == 2 and sum(map(bool, made)) != 1:
            run.report.violations.append(_no_winner(table, made))


def _no_winner(table: Table, made: list[int]) -> Violation:
    sentence = f"Session {table.id}: of two moves from one version, the answers were versions {made[0]} and {made[1]}."
    return Violation("two winners", sentence, table.id, max(made))


async def reconnections(run: Run) -> None:
    """Streams are cut at random points and resume; of one table in ten, the log is trimmed meanwhile."""
    async with running(RedisServer()) as server:
        async with started_store(server.url) as store, run.service(server.url):
            goal = run.until_figure("reconnections", run.knobs.count)
            await run.play(lambda: goal, partial(_follow_table, run, store, server))
        await run.judge(server.url)


async def _follow_table(run: Run, store: Store, server: RedisServer, table: Table, _goes_on: GoesOn) -> None:
    """Let followers watch a table; of one in ten the log is trimmed now and then."""
    run.report.add("tables followed")
    trimmed = run.report.figures["tables followed"] % TRIMMED_TABLE == 1

    async def after_move(number: int) -> None:
        if trimmed and number % TRIMMED_EVERY == 0:
            await _trim(run, store, server, table.id)
            late = follower_of(run.players, run.chance, table, f"follower who was away until move {number}")
            await late.resume_after("1")
            run.report.add("resyncs", late.resyncs)

    await follow_table(run, table, after_move)


async def _nothing(_number: int) -> None:
    """Do nothing."""


async def follow_table(run: Run, table: Table, after_move: Callable[[int], Awaitable[None]] = _nothing) -> None:
    """Play a followed table, and end it."""
    async with asyncio.TaskGroup() as group:
        for number, follow in enumerate(FOLLOWERS):
            follower = follow(run.players, run.chance, table, f"follower {number}")
            group.create_task(_count_reconnections(run, follower))
        for number in range(FOLLOWED_MOVES):
            if table.active:
                await run.players.step(table)
                run.progress()
                await after_move(number)
        if table.active:
            await run.players.abandon(table)


async def _count_reconnections(run: Run, follower: Follower) -> None:
    await follower.follow()
    run.report.add("reconnections", follower.reconnections)
    run.report.add("resyncs", follower.resyncs)
    if isinstance(follower, ChangesFollower):
        run.report.add(follower.figure, follower.applied)


async def play_before_clients(run: Run, table: Table, goes_on: GoesOn) -> None:
    """Play a table while it goes on, before clients who apply changes; then end it."""
    async with asyncio.TaskGroup() as group:
        for number, follow in enumerate(CLIENTS):
            client = follow(run.players, run.chance, table, f"client {number}")
            group.create_task(_count_reconnections(run, client))
        await run.play_table(table, goes_on)
        if table.active:
            await run.players.abandon(table)


async def _trim(run: Run, store: Store, server: RedisServer, session: str) -> None:
    """Remove the oldest half of a log, once the checker has it."""
    stored = await store.load(session)
    assert stored is not None
    half = stored.version // 2
    run.history.keep_trimmed(session, await store.entries(session, 0, half))
    await asyncio.to_thread(server.ask, f"XTRIM g:{{{session}}}:e MINID {half + 1}-0")

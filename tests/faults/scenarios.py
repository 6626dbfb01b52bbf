"""What goes wrong in a run: each scenario starts a store and workers, plays, does harm, and has the history judged."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from tests.faults.proxy import Proxy, is_acknowledgement
from tests.faults.run import Run, Scenario
from tests.redis_server import RedisServer


@asynccontextmanager
async def redis_server(*options: str) -> AsyncIterator[RedisServer]:
    """Start a Redis server without holding up the loop."""
    server = RedisServer(*options)
    try:
        await asyncio.to_thread(server.start)
        yield server
    finally:
        await asyncio.to_thread(server.stop)


async def kills(run: Run) -> None:
    """kill -9 of the store and of workers, at even distances; with SQLite, of workers only."""
    if run.knobs.store == "sqlite":
        await _kill_workers(run, f"sqlite:{run.folder / 'croupier.db'}")
        return
    async with redis_server() as server:

        async def kill_store() -> None:
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)

        async with run.service(server.url):

            async def harm() -> None:
                async with asyncio.TaskGroup() as group:
                    group.create_task(run.spread(run.knobs.kills, kill_store, "store kills"))
                    group.create_task(run.spread(run.knobs.worker_kills, run.fleet.kill, "worker kills"))

            await run.play(harm)
        await run.judge(server.url)


async def _kill_workers(run: Run, store: str) -> None:
    async with run.service(store):
        await run.play(lambda: run.spread(run.knobs.worker_kills, run.fleet.kill, "worker kills"))
    await run.judge(store)


async def drops(run: Run) -> None:
    """A reply is lost after the commit, by turns that of the store and that of a worker: so many times."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(redis_server())
        store = await stack.enter_async_context(Proxy(server.port))
        players = await stack.enter_async_context(run.service(f"redis://127.0.0.1:{store.port}/0"))
        ports = [int(worker.address.rpartition(":")[2]) for worker in run.fleet.workers]
        workers = [await stack.enter_async_context(Proxy(port, is_acknowledgement)) for port in ports]
        players.root = lambda: f"http://127.0.0.1:{run.chance.choice(workers).port}"
        await run.play(lambda: _drop(run, [store, *workers]))
        await run.judge(server.url)


async def _drop(run: Run, proxies: Sequence[Proxy]) -> None:
    """Drop replies, a few at a time: each one is a change that was made and has to be found again by its key."""
    for number in range(run.knobs.count):
        proxy = proxies[number % len(proxies)]
        proxy.drop_replies(1)
        while proxy.dropped < number // len(proxies):  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.002)
        run.report.add("replies dropped")
    while sum(proxy.dropped for proxy in proxies) < run.knobs.count:  # noqa: ASYNC110
        await asyncio.sleep(0.002)


SCENARIOS: Mapping[str, Scenario] = {"kills": kills, "drops": drops}

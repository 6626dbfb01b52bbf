"""The states that the servers of a set reported during a run: they explain a verdict that condemns."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tools.faults.run import Run
from tools.redis.sets import RedisSet

PERIOD_SECONDS = 0.25


@asynccontextmanager
async def explained(run: Run, servers: RedisSet) -> AsyncIterator[None]:
    """Note roles, offsets and epochs of all servers meanwhile, and print them if the judge condemns."""
    before = len(run.report.violations)
    notes = list[str]()
    watch = asyncio.create_task(_watch(run, servers, notes))
    try:
        yield
    finally:
        watch.cancel()
        with suppress(asyncio.CancelledError):
            await watch
        if len(run.report.violations) > before:
            run.say("\n".join(["the servers meanwhile:", *notes]))


async def _watch(run: Run, servers: RedisSet, notes: list[str]) -> None:
    while True:
        described = await asyncio.to_thread(servers.describe)
        moves = run.players.acknowledged if hasattr(run, "players") else 0
        seconds = time.monotonic() - run.started
        notes.append(f"after {seconds:.2f} s and {moves} acknowledged moves\n{described}")
        await asyncio.sleep(PERIOD_SECONDS)

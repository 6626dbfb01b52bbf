"""Random faults for minutes, while the memory of a worker is measured: it must not grow.

At first there are no faults, so that play is fast and the caches, which are all bounded, are full when it counts.
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from statistics import linear_regression

import msgspec

from tools.faults.checker import Violation
from tools.faults.history import History
from tools.faults.players import Table
from tools.faults.run import GoesOn, Run
from tools.faults.scenarios.kills import PAUSE_SECONDS, follow_table, restart
from tools.redis.proxy import Proxy
from tools.redis.server import RedisServer
from tools.servers import running

# After so many seconds of play the history is judged and the store is emptied, and the same workers go on.
SEGMENT = 60.0
SAMPLE_SECONDS = 1.0
# The growth at the start of a run (caches, code that is used for the first time) is no leak.
WARM_UP = 1 / 3
LAST_THIRD = 2 / 3
# In a run that is long enough to measure, a worker may grow by so much.
TELLING_MINUTES = 10
KIB_PER_MINUTE = 64.0
PAGE_KIB = os.sysconf("SC_PAGE_SIZE") // 1024


class Sample(msgspec.Struct, frozen=True):
    """The resident memory of a process, in KiB, so many minutes after the start."""

    minutes: float
    kib: int


async def soak(run: Run) -> None:
    """Faults of every kind at random: the first worker lives all the time, all others and the store are killed."""
    samples: list[Sample] = []
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(RedisServer()))
        proxy = await stack.enter_async_context(Proxy(server.port))
        replacements = int(60 * run.knobs.minutes)
        await stack.enter_async_context(run.service(f"redis://127.0.0.1:{proxy.port}/0", replacements))
        start = time.monotonic()
        calm = start + 60 * run.knobs.minutes * WARM_UP
        end = start + 60 * run.knobs.minutes
        measuring = asyncio.create_task(_measure(run.fleet.workers[0].process_id, samples))
        await _segment(run, server, partial(_do_no_harm, calm))
        while (now := time.monotonic()) < end:
            await _segment(run, server, partial(_harm, run, server, proxy, min(end, now + SEGMENT)))
        measuring.cancel()
    _judge_memory(run, samples)


async def _segment(run: Run, server: RedisServer, harm: Callable[[], Awaitable[None]]) -> None:
    """Play until all faults are over, and judge the history."""
    run.history = run.players.history = History()
    run.players.unknown = 0
    await run.play(harm, partial(_play, run))
    await run.judge(server.url)
    await asyncio.to_thread(server.call, "FLUSHALL")


async def _play(run: Run, table: Table, goes_on: GoesOn) -> None:
    """Play a table, by turns alone or with followers."""
    run.report.add("tables")
    if run.report.figures["tables"] % 4 == 0:
        await follow_table(run, table)
    else:
        await run.play_table(table, goes_on)


async def _do_no_harm(end: float) -> None:
    await asyncio.sleep(end - time.monotonic())


async def _harm(run: Run, server: RedisServer, proxy: Proxy, end: float) -> None:
    """Inject one kind of fault after the other until a time."""
    kinds = _kinds(run, server, proxy)
    while time.monotonic() < end:
        name = run.chance.choice(tuple(kinds))
        await kinds[name]()
        run.report.add(name)
        await asyncio.sleep(run.chance.uniform(0.0, 1.0))


def _kinds(run: Run, server: RedisServer, proxy: Proxy) -> dict[str, Callable[[], Awaitable[None]]]:
    async def pause_store() -> None:
        server.pause()
        await asyncio.sleep(run.chance.uniform(*PAUSE_SECONDS))
        server.resume()

    async def stall() -> None:
        proxy.stall()
        await asyncio.sleep(run.chance.uniform(*PAUSE_SECONDS))
        proxy.resume()

    async def delay() -> None:
        proxy.delay = run.chance.uniform(0.001, 0.05)
        await asyncio.sleep(run.chance.uniform(*PAUSE_SECONDS))
        proxy.delay = 0.0

    async def drop() -> None:
        proxy.drop_replies(run.chance.randint(1, 20))

    async def cut() -> None:
        proxy.cut()

    return {
        "store kills": lambda: restart(server),
        "worker kills": lambda: run.fleet.kill(first=1),
        "store pauses": pause_store,
        "worker pauses": lambda: run.fleet.pause(run.chance.uniform(*PAUSE_SECONDS)),
        "stalls": stall,
        "delays": delay,
        "waves of dropped replies": drop,
        "cuts": cut,
    }


# ---- memory


async def _measure(process: int, samples: list[Sample]) -> None:
    """Record the memory of a process again and again."""
    start = time.monotonic()
    while True:
        samples.append(Sample((time.monotonic() - start) / 60, memory(process)))
        await asyncio.sleep(SAMPLE_SECONDS)


def memory(process: int) -> int:
    """Return the resident memory of a process, in KiB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE_KIB


def slope(samples: Sequence[Sample], begin: float = WARM_UP) -> float:
    """Return the growth of memory in KiB a minute after a part of the run, by the best-fitting line."""
    settled = samples[int(len(samples) * begin) :]
    return linear_regression([sample.minutes for sample in settled], [sample.kib for sample in settled]).slope


def _judge_memory(run: Run, samples: Sequence[Sample]) -> None:
    settled = samples[int(len(samples) * WARM_UP)]
    growth = slope(samples)
    run.report.add("KiB after the warm-up", settled.kib)
    run.report.add("KiB at the end", samples[-1].kib)
    run.report.add("KiB a minute", round(growth, 1))
    # Caches that still fill slow down; a leak does not.
    run.report.add("KiB a minute, last third", round(slope(samples, LAST_THIRD), 1))
    if run.knobs.minutes >= TELLING_MINUTES and growth > KIB_PER_MINUTE:
        run.report.violations.append(Violation("memory", f"A worker grows by {growth:.0f} KiB a minute.", ""))

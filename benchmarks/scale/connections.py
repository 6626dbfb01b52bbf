"""Measure how evenly a worker serves many keep-alive connections: the slowest hundredth against the median."""

import asyncio
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import AsyncExitStack
from random import Random
from statistics import median

from benchmarks.client.moves import TableAfterTable
from benchmarks.client.tables import write_scripts
from benchmarks.figures import Figures, Knob, Row, say_goal, tell
from benchmarks.scale.servers import STORES, connect, start_service, start_store
from engine import GAMES

GOAL = 3.0
SEATS = 2


KNOBS = (
    Knob("connections", 200, "connections that are kept alive"),
    Knob("seconds", 5.0, "seconds of each round"),
    Knob("rounds", 5, "rounds of each kind"),
    Knob("rate", 200, "moves a second in the paced rounds"),
    Knob("store", "redis", "the store", STORES),
    Knob("game", "zlam", "the game", GAMES),
)


async def measure(wanted: Namespace) -> list[Figures]:
    """Return the percentiles of a move's time: with every connection always busy, and at a given rate."""
    times: dict[str, list[list[float]]] = {"busy": [], f"{wanted.rate} moves/s": []}
    with start_store(wanted.store) as url, start_service(url) as service:
        async with AsyncExitStack() as stack:
            connections = [await stack.enter_async_context(connect(service)) for _ in range(wanted.connections)]
            scripts = write_scripts(wanted.game, seats=SEATS)
            players = [TableAfterTable(connection, scripts, first) for first, connection in enumerate(connections)]
            await asyncio.gather(*(player.move() for player in players))
            for number in range(wanted.rounds):
                tell(f"connections: round {number + 1} of {wanted.rounds}")
                for kind, found in times.items():
                    pause = 0.0 if kind == "busy" else wanted.connections / wanted.rate
                    found.append(await play(players, wanted.seconds, pause))
    rows = [_row(kind, found) for kind, found in times.items()]
    settings = {"game": wanted.game, "store": wanted.store, "connections": wanted.connections}
    goals = [say_goal(f"{row['load']}: p99 ≤ {GOAL:g} × p50", float(row["p99 / p50"] or 0) <= GOAL) for row in rows]
    return [Figures("connections that are kept alive", settings, rows, goals)]


async def play(players: Sequence[TableAfterTable], seconds: float, pause: float) -> list[float]:
    """Let all clients play for so long, with about such a pause between two moves of each."""
    end = time.perf_counter() + seconds
    found = await asyncio.gather(
        *(_play_until(player, end, pause, Random(number)) for number, player in enumerate(players))
    )
    return sorted(took for each in found for took in each)


async def _play_until(player: TableAfterTable, end: float, pause: float, chance: Random) -> list[float]:
    """Make moves until a time, and return the milliseconds of each."""
    times: list[float] = []
    # Staggered starts, as people's are.
    await asyncio.sleep(chance.random() * pause)
    while time.perf_counter() < end:
        times.append(await player.move())
        if pause:
            await asyncio.sleep(chance.uniform(0.5, 1.5) * pause)
    return times


def _row(kind: str, rounds: Sequence[Sequence[float]]) -> Row:
    """Return the medians of the rounds; a ratio is of one round."""
    return {
        "load": kind,
        "moves": sum(map(len, rounds)),
        "p50 ms": median(percentile(times, 50) for times in rounds),
        "p99 ms": median(percentile(times, 99) for times in rounds),
        "p99 / p50": median(percentile(times, 99) / percentile(times, 50) for times in rounds),
        "best": min(percentile(times, 99) / percentile(times, 50) for times in rounds),
        "worst": max(percentile(times, 99) / percentile(times, 50) for times in rounds),
    }


def percentile(times: Sequence[float], percent: int) -> float:
    """Return a percentile of times that ascend."""
    return times[len(times) * percent // 100]

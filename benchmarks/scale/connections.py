"""Measure how evenly a worker serves many connections that are kept alive: the slowest hundredth against the median."""

import asyncio
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from random import Random
from statistics import median

from benchmarks.scale.figures import Figures, Value, run, say_goal, tell
from benchmarks.scale.playing import Connection, Table, open_table
from benchmarks.scale.servers import STORES, connect, start_service, start_store
from engine import GAMES

GOAL = 3.0
SEATS = 2


def add_knobs(parser: ArgumentParser) -> None:
    """Add what may be chosen to a command line."""
    parser.add_argument("--connections", type=int, default=200, help="connections that are kept alive (default: 200)")
    parser.add_argument("--seconds", type=float, default=5.0, help="seconds of each round (default: 5)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each kind (default: 5)")
    parser.add_argument("--rate", type=int, default=200, help="moves a second in the paced rounds (default: 200)")
    parser.add_argument("--store", choices=STORES, default="redis", help="the store (default: redis)")
    parser.add_argument("--game", choices=GAMES, default="zlam", help="the game (default: zlam)")


async def measure(wanted: Namespace) -> Figures:
    """Return the percentiles of a move's time: with every connection always busy, and at a given rate."""
    times: dict[str, list[list[float]]] = {"busy": [], f"{wanted.rate} moves/s": []}
    with start_store(wanted.store) as url, start_service(url) as service:
        async with AsyncExitStack() as stack:
            connections = [await stack.enter_async_context(connect(service)) for _ in range(wanted.connections)]
            players = [_Player(connection, wanted.game, Random(n)) for n, connection in enumerate(connections)]
            await asyncio.gather(*(player.move() for player in players))
            for number in range(wanted.rounds):
                tell(f"connections: round {number + 1} of {wanted.rounds}")
                for kind, found in times.items():
                    pause = 0.0 if kind == "busy" else wanted.connections / wanted.rate
                    found.append(await _play(players, wanted.seconds, pause))
    rows = [_row(kind, found) for kind, found in times.items()]
    settings = {"game": wanted.game, "store": wanted.store, "connections": wanted.connections}
    goals = [say_goal(f"{row['load']}: p99 ≤ {GOAL:g} × p50", float(row["p99 / p50"] or 0) <= GOAL) for row in rows]
    return Figures("connections that are kept alive", settings, rows, goals)


async def _play(players: Sequence["_Player"], seconds: float, pause: float) -> list[float]:
    """Let all play for so long, each with about such a pause from one move to the next."""
    end = time.perf_counter() + seconds
    found = await asyncio.gather(*(player.play_until(end, pause) for player in players))
    return sorted(took for each in found for took in each)


class _Player:
    """A client with a connection of its own that plays one table after the other."""

    def __init__(self, connection: Connection, game: str, random: Random) -> None:
        self._connection, self._game, self._random = connection, game, random
        self._table: Table | None = None

    async def move(self) -> float | None:
        """Make a move and return the milliseconds that it took; None when a table was opened instead."""
        took = None if self._table is None else await self._table.play(self._connection, self._random)
        if took is None:
            self._table = await open_table(self._connection, self._game, SEATS, self._random)
        return took

    async def play_until(self, end: float, pause: float) -> list[float]:
        """Make moves until a time, and return the milliseconds of each."""
        times: list[float] = []
        # Not all at the same time: as people do.
        await asyncio.sleep(self._random.random() * pause)
        while time.perf_counter() < end:
            took = await self.move()
            if took is not None:
                times.append(took)
            if pause:
                await asyncio.sleep(self._random.uniform(0.5, 1.5) * pause)
        return times


def _row(kind: str, rounds: Sequence[Sequence[float]]) -> Mapping[str, Value]:
    """Return the medians of the rounds; a ratio is of one round."""
    return {
        "load": kind,
        "moves": sum(map(len, rounds)),
        "p50 ms": median(_percentile(times, 50) for times in rounds),
        "p99 ms": median(_percentile(times, 99) for times in rounds),
        "p99 / p50": median(_percentile(times, 99) / _percentile(times, 50) for times in rounds),
        "best": min(_percentile(times, 99) / _percentile(times, 50) for times in rounds),
        "worst": max(_percentile(times, 99) / _percentile(times, 50) for times in rounds),
    }


def _percentile(times: Sequence[float], percent: int) -> float:
    return times[len(times) * percent // 100]


def main(arguments: Sequence[str]) -> int:
    """Run it and print what it found."""
    return run(arguments, __doc__ or "", add_knobs, measure)

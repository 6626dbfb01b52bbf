"""Measure how long a move takes with few and with many live sessions in the store."""

from argparse import Namespace
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from statistics import median

from benchmarks.client.connection import Connection
from benchmarks.client.moves import TableAfterTable
from benchmarks.client.tables import write_scripts
from benchmarks.figures import Figures, Knob, Row, say_goal, tell
from benchmarks.scale.servers import STORES, connect, start_service, start_store, without_disk
from benchmarks.scale.sessions import fill, play_session
from engine import GAMES
from tools.stores import started_store

GOAL = 0.10
# So many moves are made at one store before the next one's turn: a slow spell of the machine then slows all of them.
TURN = 20
SEATS = 2
# So many sessions are dealt; all others in a store are copies of them.
TABLES = 20


KNOBS = (
    Knob("sizes", (1_000, 10_000, 100_000), "live sessions"),
    Knob("moves", 2_000, "moves at each size"),
    Knob("store", STORES, "measure these stores", STORES),
    Knob("game", "zlam", "the game", GAMES),
)


async def measure(wanted: Namespace) -> list[Figures]:
    """Return the median of a move's time at each size, and its ratio to that of the smallest size."""
    rows: list[Row] = []
    for kind in wanted.store:
        times = await _measure_store(kind, wanted)
        smallest = median(times[0])
        rows += [_row(kind, size, each, smallest) for size, each in zip(wanted.sizes, times, strict=True)]
    return [Figures("latency of a move", {"game": wanted.game, "moves": wanted.moves}, rows, say_flat(rows))]


def say_flat(rows: Sequence[Row]) -> list[str]:
    """Return for each store a sentence that says whether no ratio is above the goal."""
    kinds = dict.fromkeys(str(row["store"]) for row in rows)
    ratios = {kind: [float(row["to the first"] or 0) for row in rows if row["store"] == kind] for kind in kinds}
    return [say_goal(f"{kind} flat within {GOAL:.0%}", max(found) <= 1 + GOAL) for kind, found in ratios.items()]


async def _measure_store(kind: str, wanted: Namespace) -> list[list[float]]:
    """Return the milliseconds of each move at each size; every size has a store and a service of its own."""
    async with AsyncExitStack() as stack:
        places = [await stack.enter_async_context(_filled(kind, size, wanted.game)) for size in wanted.sizes]
        scripts = write_scripts(wanted.game, seats=SEATS)
        players = [TableAfterTable(place, scripts) for place in places]
        for player in players:
            await _take_turn(player)
        times: list[list[float]] = [[] for _ in players]
        for turn in range(-(-wanted.moves // TURN)):
            # Forwards and backwards in turn, so that no size is always the first.
            for index in range(len(players))[:: 1 if turn % 2 else -1]:
                times[index] += await _take_turn(players[index])
    return times


@asynccontextmanager
async def _filled(kind: str, size: int, game: str) -> AsyncIterator[Connection]:
    with start_store(kind) as url:
        tell(f"latency: filling {kind} with {size:,} sessions")
        with without_disk(url) as quick:
            async with started_store(quick) as store:
                # Just dealt: the number of sessions counts here, not their length.
                dealt = range(min(TABLES, size))
                tables = [await play_session(store, game, Random(number), SEATS, moves=0) for number in dealt]
                await fill(store, tables, 1.0, size - len(tables))
        with start_service(url) as service:
            async with connect(service) as connection:
                yield connection


async def _take_turn(player: TableAfterTable) -> list[float]:
    return [await player.move() for _ in range(TURN)]


def _row(kind: str, size: int, times: Sequence[float], smallest: float) -> Row:
    ordered = sorted(times)
    return {
        "store": kind,
        "sessions": size,
        "median ms": median(times),
        "p95 ms": ordered[len(ordered) * 95 // 100],
        "to the first": round(median(times) / smallest, 3),
    }

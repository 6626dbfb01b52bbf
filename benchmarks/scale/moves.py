"""The time of a move: with many sessions in the store, in a long table, and over many connections."""

import asyncio
from argparse import Namespace
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from statistics import median

from benchmarks.figures import Figures, Knob, Row, benchmark, numbers_of, pick, say_goal
from benchmarks.scale.common import EACH_STORE, SEATS, STORE, connected, game_knob, seat_players
from tools.load.connection import Connection
from tools.load.filling import fill, play_session
from tools.load.moves import TableAfterTable, play, time_move
from tools.load.serving import serving, start_service, start_store, without_disk
from tools.load.tables import SEATS as LONG_SEATS
from tools.load.tables import open_table, write_scripts
from tools.measuring.clock import percentile, take_turns, tell
from tools.stores import started_store

FLAT = 0.10
SLOWEST = 3.0
# So many moves are made at one store before the next one's turn.
TURN = 20
# So many sessions are dealt; all others in a store are copies of them.
TABLES = 20


@benchmark(
    Knob("sizes", (1_000, 10_000, 100_000), "live sessions"),
    Knob("moves", 2_000, "moves at each size"),
    EACH_STORE,
    game_knob("zlam"),
)
async def latency(wanted: Namespace) -> list[Figures]:
    """Measure how long a move takes with few and with many live sessions in the store."""
    rows: list[Row] = []
    for kind in wanted.store:
        async with AsyncExitStack() as stack:
            # Every size has a store and a service of its own.
            places = [await stack.enter_async_context(_filled(kind, size, wanted.game)) for size in wanted.sizes]
            times = await _time_in_turn([seat_players([place], wanted.game)[0] for place in places], wanted.moves)
        rows += [
            {
                "store": kind,
                "sessions": size,
                "median ms": median(each),
                "p95 ms": percentile(sorted(each), 95),
                "to the first": round(median(each) / median(times[0]), 3),
            }
            for size, each in zip(wanted.sizes, times, strict=True)
        ]
    return [Figures("latency of a move", pick(wanted, "game", "moves"), rows, _say_flat(rows))]


def _say_flat(rows: Sequence[Row]) -> list[str]:
    """Return for each store a sentence that says whether no ratio is above the goal."""
    kinds = dict.fromkeys(str(row["store"]) for row in rows)
    ratios = {kind: numbers_of((row for row in rows if row["store"] == kind), "to the first") for kind in kinds}
    return [say_goal(f"{kind} flat within {FLAT:.0%}", max(found) <= 1 + FLAT) for kind, found in ratios.items()]


async def _time_in_turn(players: Sequence[TableAfterTable], moves: int) -> list[list[float]]:
    """Return the milliseconds of each move of each player."""
    times: list[list[float]] = []
    # The first turns do not count. Then: forwards and backwards, so that none is always the first.
    for turn in range(1 + -(-moves // TURN)):
        order = range(len(players))[:: 1 if turn % 2 else -1]
        found = {index: [await players[index].move() for _ in range(TURN)] for index in order}
        times = [(times[index] if turn > 1 else []) + found[index] for index in range(len(players))]
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
            async with Connection(service.port) as connection:
                yield connection


@benchmark(
    Knob("tables", 12, "tables, at least as many as parts"),
    Knob("moves", 200, "moves of each table"),
    Knob("parts", 4, "parts into which a table is cut"),
    EACH_STORE,
    game_knob("zeven"),
)
async def length(wanted: Namespace) -> list[Figures]:
    """Measure the cost of a move in the middle of a long table, by default of the longest game, against its start."""
    rows: list[Row] = []
    size = -(-wanted.moves // wanted.parts)
    for kind in wanted.store:
        tell(f"length: {kind}")
        with serving(kind) as service:
            async with Connection(service.port) as connection:
                times = await _time_parts(connection, wanted, size)
        rows += [
            {
                "store": kind,
                "moves": f"{part * size + 1}–{(part + 1) * size}",
                "counted": len(each),
                "median ms": median(each),
                "to the first": round(median(each) / median(times[0]), 3),
            }
            for part, each in enumerate(times)
        ]
    settings = {"seats": LONG_SEATS, **pick(wanted, "game", "tables", "moves")}
    return [Figures("a move in a long table", settings, rows, _say_flat(rows))]


async def _time_parts(connection: Connection, wanted: Namespace, size: int) -> list[list[float]]:
    """Return the milliseconds of the moves of each part, which has so many moves of each table.

    Each table begins a part later than the one before it, and a move counts while tables of every part are played:
    so a slow spell of the machine slows all parts.
    """
    times = [list[float]() for _ in range(wanted.parts)]
    tables = [await open_table(connection, script) for script in write_scripts(wanted.game, wanted.tables)]
    for table in tables:
        await time_move(connection, table)
    for step in range(1, size * (wanted.parts + wanted.tables - 1)):
        for number, table in enumerate(tables):
            if number * size <= step and table.at < wanted.moves and table.left:
                part = table.at // size
                took = await time_move(connection, table)
                counts = size * (wanted.parts - 1) <= step < size * wanted.tables
                times[part] += [took] if counts else []
    return times


@benchmark(
    Knob("connections", 200, "connections that are kept alive"),
    Knob("seconds", 5.0, "seconds of each round"),
    Knob("rounds", 5, "rounds of each kind"),
    Knob("rate", 200, "moves a second in the paced rounds"),
    STORE,
    game_knob("zlam"),
)
async def connections(wanted: Namespace) -> list[Figures]:
    """Measure how evenly a worker serves many keep-alive connections: the slowest hundredth against the median.

    Every connection is always busy, or all of them make moves at a given rate.
    """
    pauses = {"busy": 0.0, f"{wanted.rate} moves/s": wanted.connections / wanted.rate}
    times: dict[str, list[list[float]]] = {kind: [] for kind in pauses}
    with serving(wanted.store) as service:
        async with connected(service, wanted.connections) as opened:
            players = seat_players(opened, wanted.game)
            await asyncio.gather(*(player.move() for player in players))
            for kind in take_turns(wanted.rounds, pauses, "connections: "):
                times[kind].append(await play(players, wanted.seconds, pauses[kind]))
    rows = [_row(kind, found) for kind, found in times.items()]
    settings = pick(wanted, "game", "store", "connections")
    ratios = zip(times, numbers_of(rows, "p99 / p50"), strict=True)
    goals = [say_goal(f"{kind}: p99 ≤ {SLOWEST:g} × p50", ratio <= SLOWEST) for kind, ratio in ratios]
    return [Figures("connections that are kept alive", settings, rows, goals)]


def _row(kind: str, rounds: Sequence[Sequence[float]]) -> Row:
    """Return the medians of the rounds; a ratio is of one round."""
    middles, slowest = ([percentile(times, percent) for times in rounds] for percent in (50, 99))
    ratios = [p99 / p50 for p50, p99 in zip(middles, slowest, strict=True)]
    return {
        "load": kind,
        "moves": sum(map(len, rounds)),
        "p50 ms": median(middles),
        "p99 ms": median(slowest),
        "p99 / p50": median(ratios),
        "best": min(ratios),
        "worst": max(ratios),
    }

"""Measure what a move costs in the middle of a long table, against its start."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from random import Random
from statistics import median

from benchmarks.scale.figures import Figures, Value, run, say_goal, tell
from benchmarks.scale.latency import FLAT, GOAL
from benchmarks.scale.playing import Connection, open_table
from benchmarks.scale.servers import STORES, connect, start_service, start_store
from engine import GAMES

SEATS = 4


def add_knobs(parser: ArgumentParser) -> None:
    """Add what may be chosen to a command line."""
    parser.add_argument("--tables", type=int, default=12, help="tables, at least as many as parts (default: 12)")
    parser.add_argument("--moves", type=int, default=200, help="moves of each table (default: 200)")
    parser.add_argument("--parts", type=int, default=4, help="parts into which a table is cut (default: 4)")
    parser.add_argument("--store", action="append", choices=STORES, help="measure this store; may be repeated")
    parser.add_argument("--game", choices=GAMES, default="zeven", help="the game (default: zeven, the longest)")


async def measure(wanted: Namespace) -> Figures:
    """Return the median of a move's time in each part of the tables, and how it compares with the first."""
    rows: list[Mapping[str, Value]] = []
    for kind in wanted.store or STORES:
        tell(f"length: {kind}")
        with start_store(kind) as url, start_service(url) as service:
            async with connect(service) as connection:
                times = await _play(connection, wanted)
        rows += [_row(kind, part, wanted, each, times[0]) for part, each in enumerate(times)]
    settings = {"game": wanted.game, "seats": SEATS, "tables": wanted.tables, "moves": wanted.moves}
    return Figures("a move in a long table", settings, rows, _goals(rows))


async def _play(connection: Connection, wanted: Namespace) -> list[list[float]]:
    """Return the milliseconds of the moves of each part.

    Each table begins a part later than the one before it, and a move counts while tables of every part are played:
    so what slows the machine for a while slows all parts.
    """
    size, times = -(-wanted.moves // wanted.parts), [list[float]() for _ in range(wanted.parts)]
    tables = [await open_table(connection, wanted.game, SEATS, Random(number)) for number in range(wanted.tables)]
    chance = Random(0)
    for table in tables:
        await table.play(connection, chance)
    for step in range(1, size * (wanted.parts + wanted.tables - 1)):
        for number, table in enumerate(tables):
            if number * size <= step and table.ply < wanted.moves:
                part = table.ply // size
                took = await table.play(connection, chance)
                counts = size * (wanted.parts - 1) <= step < size * wanted.tables
                times[part] += [took] if counts and took is not None else []
    return times


def _row(
    kind: str, part: int, wanted: Namespace, times: Sequence[float], first: Sequence[float]
) -> Mapping[str, Value]:
    size = -(-wanted.moves // wanted.parts)
    return {
        "store": kind,
        "moves": f"{part * size + 1}–{(part + 1) * size}",
        "counted": len(times),
        "median ms": median(times),
        "to the first": round(median(times) / median(first), 3),
    }


def _goals(rows: Sequence[Mapping[str, Value]]) -> list[str]:
    kinds = dict.fromkeys(str(row["store"]) for row in rows)
    ratios = {kind: [float(row["to the first"] or 0) for row in rows if row["store"] == kind] for kind in kinds}
    return [say_goal(f"{kind} {FLAT}", max(found) <= 1 + GOAL) for kind, found in ratios.items()]


def main(arguments: Sequence[str]) -> int:
    """Run it and print what it found."""
    return run(arguments, __doc__ or "", add_knobs, measure)

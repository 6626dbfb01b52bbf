"""Measure the cost of a move in the middle of a long table, against its start."""

from argparse import Namespace
from collections.abc import Sequence
from statistics import median

from benchmarks.client.connection import Connection
from benchmarks.client.moves import time_move
from benchmarks.client.tables import SEATS, open_table, write_scripts
from benchmarks.figures import Figures, Knob, Row, tell
from benchmarks.scale.latency import say_flat
from benchmarks.scale.servers import STORES, connect, start_service, start_store
from engine import GAMES

KNOBS = (
    Knob("tables", 12, "tables, at least as many as parts"),
    Knob("moves", 200, "moves of each table"),
    Knob("parts", 4, "parts into which a table is cut"),
    Knob("store", STORES, "measure these stores", STORES),
    Knob("game", "zeven", "the game, by default the longest", GAMES),
)


async def measure(wanted: Namespace) -> list[Figures]:
    """Return the median of a move's time in each part of the tables, and its ratio to that of the first."""
    rows: list[Row] = []
    for kind in wanted.store:
        tell(f"length: {kind}")
        with start_store(kind) as url, start_service(url) as service:
            async with connect(service) as connection:
                times = await _play(connection, wanted)
        rows += [_row(kind, part, wanted, each, times[0]) for part, each in enumerate(times)]
    settings = {"game": wanted.game, "seats": SEATS, "tables": wanted.tables, "moves": wanted.moves}
    return [Figures("a move in a long table", settings, rows, say_flat(rows))]


async def _play(connection: Connection, wanted: Namespace) -> list[list[float]]:
    """Return the milliseconds of the moves of each part.

    Each table begins a part later than the one before it, and a move counts while tables of every part are played:
    so a slow spell of the machine slows all parts.
    """
    size, times = -(-wanted.moves // wanted.parts), [list[float]() for _ in range(wanted.parts)]
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


def _row(kind: str, part: int, wanted: Namespace, times: Sequence[float], first: Sequence[float]) -> Row:
    size = -(-wanted.moves // wanted.parts)
    return {
        "store": kind,
        "moves": f"{part * size + 1}–{(part + 1) * size}",
        "counted": len(times),
        "median ms": median(times),
        "to the first": round(median(times) / median(first), 3),
    }

"""Measure how long a move takes with few and with many live sessions in the store."""

from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from statistics import median

from benchmarks.scale.figures import Figures, Value, run, say_goal, tell
from benchmarks.scale.filling import fill
from benchmarks.scale.playing import Connection, Table, open_table
from benchmarks.scale.servers import STORES, connect, start_service, start_store, without_disk
from benchmarks.scale.sessions import Played, play_session
from engine import GAMES
from service.storage.adapters import open_store

GOAL = 0.10
FLAT = f"flat within {GOAL:.0%}"
# So many moves are made at one store before it is the next one's turn: what slows the machine slows all of them.
TURN = 20
SEATS = 2


def add_knobs(parser: ArgumentParser) -> None:
    """Add what may be chosen to a command line."""
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000], help="live sessions")
    parser.add_argument("--moves", type=int, default=2_000, help="moves at each size (default: 2000)")
    parser.add_argument("--store", action="append", choices=STORES, help="measure this store; may be repeated")
    parser.add_argument("--game", choices=GAMES, default="zlam", help="the game (default: zlam)")


async def measure(wanted: Namespace) -> Figures:
    """Return the median of a move's time at each size, and how it compares with the smallest size."""
    rows: list[Mapping[str, Value]] = []
    for kind in wanted.store or STORES:
        times = await _measure_store(kind, wanted)
        smallest = median(times[0])
        rows += [_row(kind, size, each, smallest) for size, each in zip(wanted.sizes, times, strict=True)]
    return Figures("latency of a move", {"game": wanted.game, "moves": wanted.moves}, rows, _goals(rows))


async def _measure_store(kind: str, wanted: Namespace) -> list[list[float]]:
    """Return the milliseconds of each move at each size; every size has a store and a service of its own."""
    # Just dealt: what counts here is how many sessions there are, and not how long they are.
    tables = [await play_session(wanted.game, Random(number), SEATS, most_moves=0) for number in range(20)]
    async with AsyncExitStack() as stack:
        places = [await stack.enter_async_context(_filled(kind, size, tables)) for size in wanted.sizes]
        players = [_Player(place, wanted.game, Random(1)) for place in places]
        for player in players:
            await player.play(TURN)
        times: list[list[float]] = [[] for _ in players]
        for turn in range(-(-wanted.moves // TURN)):
            # Forwards and backwards in turn, so that no size is always the first.
            for index in range(len(players))[:: 1 if turn % 2 else -1]:
                times[index] += await players[index].play(TURN)
    return times


@asynccontextmanager
async def _filled(kind: str, size: int, tables: Sequence[Played]) -> AsyncIterator[Connection]:
    with start_store(kind) as url:
        tell(f"latency: filling {kind} with {size:,} sessions")
        with without_disk(url) as quick:
            store = open_store(quick)
            await store.start()
            await fill(store, tables, 1.0, size)
            await store.close()
        with start_service(url) as service:
            async with connect(service) as connection:
                yield connection


class _Player:
    """A client that plays one table after the other, always the same ones."""

    def __init__(self, connection: Connection, game: str, random: Random) -> None:
        self._connection = connection
        self._game = game
        self._random = random
        self._table: Table | None = None

    async def play(self, moves: int) -> list[float]:
        """Make so many moves, and return the milliseconds of each."""
        times: list[float] = []
        while len(times) < moves:
            if self._table is None:
                self._table = await open_table(self._connection, self._game, SEATS, self._random)
            took = await self._table.play(self._connection, self._random)
            if took is None:
                self._table = None
            else:
                times.append(took)
        return times


def _row(kind: str, size: int, times: Sequence[float], smallest: float) -> Mapping[str, Value]:
    ordered = sorted(times)
    return {
        "store": kind,
        "sessions": size,
        "median ms": median(times),
        "p95 ms": ordered[len(ordered) * 95 // 100],
        "to the first": round(median(times) / smallest, 3),
    }


def _goals(rows: Sequence[Mapping[str, Value]]) -> list[str]:
    kinds = dict.fromkeys(str(row["store"]) for row in rows)
    ratios = {kind: [float(row["to the first"] or 0) for row in rows if row["store"] == kind] for kind in kinds}
    return [say_goal(f"{kind} {FLAT}", max(found) <= 1 + GOAL) for kind, found in ratios.items()]


def main(arguments: Sequence[str]) -> int:
    """Run it and print what it found."""
    return run(arguments, __doc__ or "", add_knobs, measure)

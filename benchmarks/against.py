"""Compare with another checkout, or with another build of Python, turn by turn in one run."""

import asyncio
import os
import subprocess
import sys
import sysconfig
from argparse import Namespace
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from statistics import mean

import msgspec

from benchmarks.figures import CannotMeasure, Figures, Knob, Row, benchmark
from benchmarks.path import BY_GRAPHQL, BY_REST, FRAME
from benchmarks.speed.servers import Servers, run_beside
from engine import GAMES
from tools.load.connection import Connection
from tools.load.following import follow_table
from tools.load.moves import REST, Way, by_graphql, make_move
from tools.load.operations import view_document
from tools.load.tables import SEATS, Script, Table, open_tables, write_scripts
from tools.measuring.clock import take_turns
from tools.measuring.processes import cpu_seconds
from tools.servers import REPOSITORY
from tools.services import Service

# The command of a checkout before and after it left `service/`.
PROGRAM = (
    "import sys, importlib.util; sys.path.insert(0, {checkout!r}); "
    "name = 'cli' if importlib.util.find_spec('cli') else 'service.cli'; importlib.import_module(name).app()"
)
# So many moves of each table are made.
MOVES = 24
QUIET_SECONDS = 0.02
# µs of CPU time: here, and there.
Pair = tuple[float, float]


class Compared(msgspec.Struct, frozen=True):
    """The CPU time of one operation here and there, in µs."""

    here: float
    there: float

    @property
    def ratio(self) -> float:
        """Return the ratio of the time here to the time there."""
        return self.here / self.there


@benchmark(
    Knob("checkout", REPOSITORY, "the folder of the other checkout"),
    Knob("python", sys.executable, "another Python"),
    Knob("seconds", 0.5, "CPU time of each playout"),
    Knob("rounds", 9, "how often each is measured, in turn"),
    Knob("game", tuple(GAMES), "play these games", GAMES),
    Knob("sqlite", False, "store in SQLite instead of Redis"),
    Knob("without-playouts", False, "measure no playouts of the engine"),
)
def against(wanted: Namespace) -> list[Figures]:
    """Compare with another checkout, or with another build of Python, turn by turn in one run.

    It compares the server's CPU time of `applyMove` by GraphQL and by REST, that of one frame of a stream, and the
    engine's playouts; with another Python, which must have this one's version but for the last number, the playouts
    alone. Both servers make the same moves of the same tables, in turn. The minimum of all rounds counts for each move:
    other processes on the machine only add to it. A ratio below 1 says that this checkout takes less.
    """
    wanted.checkout = wanted.checkout.resolve()
    if wanted.checkout == REPOSITORY and wanted.python == sys.executable:
        raise CannotMeasure("Name another checkout or another Python.")
    found = run_beside(lambda servers: _serve(wanted, servers)) if wanted.python == sys.executable else {}
    if not wanted.without_playouts:
        found |= {f"playout, {game}": _compare_playouts(wanted, game) for game in wanted.game}
    rows: list[Row] = [
        {"µs of CPU": name, "here": one.here, "there": one.there, "ratio": one.ratio} for name, one in found.items()
    ]
    return [Figures("here against there", {"rounds": wanted.rounds}, rows)]


def compare(rounds: Sequence[Sequence[Pair]]) -> Compared:
    """Combine rounds of the same operations: take the minimum of each and return the mean of all."""
    least = [[min(times) for times in zip(*of_one, strict=True)] for of_one in zip(*rounds, strict=True)]
    return Compared(*(mean(each) for each in zip(*least, strict=True)))


async def _play(services: Sequence[Service], script: Script, way: Way, *, is_followed: bool) -> list[Pair]:
    """Make the first moves of a table at both servers, in turn; return the CPU time of each."""
    tables = [(await open_tables(service.port, [script]))[0] for service in services]
    read = [list[float]() for _ in services]
    async with AsyncExitStack() as stack:
        connections = [await stack.enter_async_context(Connection(service.port)) for service in services]
        if is_followed:
            for service, table in zip(services, tables, strict=True):
                await follow_table(service.port, table)
        for number in range(min(MOVES, len(script.moves) - 1)):
            for at in (0, 1) if number % 2 else (1, 0):
                read[at].append(cpu_seconds(services[at].process_id))
                await _move(connections[at], tables[at], way, is_followed=is_followed)
    await asyncio.sleep(QUIET_SECONDS)
    for times, service in zip(read, services, strict=True):
        times.append(cpu_seconds(service.process_id))
    here, there = ([1e6 * (after - before) for before, after in pairwise(times)] for times in read)
    return list(zip(here, there, strict=True))


async def _move(connection: Connection, table: Table, way: Way, *, is_followed: bool) -> None:
    """Make a move, and wait until every seat has it if they follow the table."""
    received = asyncio.Semaphore(0)
    table.on_frame = received.release
    await make_move(connection, table, way)
    for _ in range(SEATS if is_followed else 0):
        await received.acquire()


async def _serve(wanted: Namespace, servers: Servers) -> dict[str, Compared]:
    pair = [_start(servers, path, on_disk=wanted.sqlite) for path in (REPOSITORY, wanted.checkout)]
    scripts = [write_scripts(game, 1)[0] for game in wanted.game]
    graphql = by_graphql(view_document())
    ways = {BY_GRAPHQL: graphql, BY_REST: REST, FRAME: graphql}
    rounds: dict[str, list[list[Pair]]] = {name: [] for name in ways}
    for name in take_turns(wanted.rounds, ways):
        played = [await _play(pair, script, ways[name], is_followed=name == FRAME) for script in scripts]
        rounds[name].append([times for of_table in played for times in of_table])
    found = {name: compare(of_one) for name, of_one in rounds.items()}
    move, followed = found[BY_GRAPHQL], found[FRAME]
    frame = Compared((followed.here - move.here) / SEATS, (followed.there - move.there) / SEATS)
    return {**found, FRAME: frame}


def _start(servers: Servers, checkout: Path, *, on_disk: bool) -> Service:
    store = f"sqlite:{servers.folder() / 'croupier.db'}" if on_disk else servers.redis.url
    return servers.start_python(store, PROGRAM.format(checkout=str(checkout)))


def measure_playouts(python: str, checkout: Path, game: str, seconds: float, seed: int) -> float:
    """Return the µs of CPU time of one move in random playouts, with a given Python and a checkout's engine."""
    command = [python, "-P", str(REPOSITORY / "benchmarks" / "engine" / "playouts.py"), game, str(seconds), str(seed)]
    # What an older checkout does not have yet is taken from here.
    folders = (checkout, sysconfig.get_path("platlib"), REPOSITORY)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}
    return 1e6 / float(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)


def _compare_playouts(wanted: Namespace, game: str) -> Compared:
    builds = (sys.executable, REPOSITORY), (wanted.python, wanted.checkout)
    found = [
        [measure_playouts(python, checkout, game, wanted.seconds, number) for python, checkout in builds]
        for number in range(wanted.rounds)
    ]
    return compare([[(here, there)] for here, there in found])

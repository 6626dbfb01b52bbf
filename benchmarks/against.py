"""Compare with another checkout, or with another build of Python, turn by turn in one run.

Compared are the server's CPU time of `applyMove` by GraphQL and by REST, that of one frame of a stream, and the
engine's playouts; with another Python, which must have this one's version but for the last number, the playouts alone.
Both servers make the same moves of the same tables, in turn. Of each move the least of all rounds counts: what others
do on the machine only adds to it. A ratio below 1 says that what is here takes less.
"""

import asyncio
import os
import subprocess
import sys
import sysconfig
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import msgspec
import uvloop

from benchmarks.scale.figures import Figures, Value, print_figures, tell
from benchmarks.scale.playing import Connection
from benchmarks.speed.contenders import HOST
from benchmarks.speed.cores import cpu_seconds, find_cores
from benchmarks.speed.operations import view_document
from benchmarks.speed.players import Read, Write, read_graphql, read_rest, write_graphql, write_rest
from benchmarks.speed.servers import ROOT, Server, Servers
from benchmarks.speed.streams import follow
from benchmarks.speed.tables import SEATS, Script, Table, open_tables, write_scripts
from engine import GAMES

PROGRAM = "import sys; sys.path.insert(0, {checkout!r}); from service.cli import app; app()"
GRAPHQL, REST, FRAME = "applyMove by GraphQL", "applyMove by REST", "frame of a stream"
# So many moves of each table are made.
MOVES = 24
QUIET_SECONDS = 0.02

# µs of CPU time: here, and there.
Pair = tuple[float, float]


class Compared(msgspec.Struct, frozen=True):
    """What a thing takes here and there, in µs of CPU."""

    here: float
    there: float

    @property
    def ratio(self) -> float:
        """Return how many times as much it takes here."""
        return self.here / self.there


class Way(NamedTuple):
    """A way to make moves: how they are written and read, and whether every seat follows the table."""

    write: Write
    read: Read
    is_followed: bool = False


def compare(rounds: Sequence[Sequence[Pair]]) -> Compared:
    """Sum up rounds of the same things: of each the least counts; return the mean of all."""
    least = [[min(times) for times in zip(*of_one, strict=True)] for of_one in zip(*rounds, strict=True)]
    return Compared(*(mean(each) for each in zip(*least, strict=True)))


async def _play(servers: Sequence[Server], script: Script, way: Way) -> list[Pair]:
    """Make the first moves of a table at both servers, in turn; return the CPU time of each."""
    tables = [(await open_tables(HOST, server.port, [script]))[0] for server in servers]
    read = [list[float]() for _ in servers]
    async with AsyncExitStack() as stack:
        connections = [await stack.enter_async_context(Connection(HOST, server.port)) for server in servers]
        if way.is_followed:
            for server, table in zip(servers, tables, strict=True):
                await follow(HOST, server.port, table)
        for number in range(min(MOVES, len(script.moves) - 1)):
            for at in (0, 1) if number % 2 else (1, 0):
                read[at].append(cpu_seconds(servers[at].process_id))
                await _move(connections[at], tables[at], way)
    await asyncio.sleep(QUIET_SECONDS)
    for times, server in zip(read, servers, strict=True):
        times.append(cpu_seconds(server.process_id))
    here, there = ([1e6 * (after - before) for before, after in pairwise(times)] for times in read)
    return list(zip(here, there, strict=True))


async def _move(connection: Connection, table: Table, way: Way) -> None:
    told, left = asyncio.Event(), SEATS

    def count() -> None:
        nonlocal left
        left -= 1
        if not left:
            told.set()

    table.on_frame = count
    table.version = way.read(await connection.send(way.write(table))).version
    table.at += 1
    if way.is_followed:
        await told.wait()


async def _serve(wanted: Namespace, servers: Servers) -> dict[str, Compared]:
    pair = [_start(servers, path, on_disk=wanted.sqlite) for path in (ROOT, wanted.checkout)]
    scripts = [write_scripts(game, 1)[0] for game in wanted.game or GAMES]
    graphql = write_graphql([view_document()])
    ways = {
        GRAPHQL: Way(graphql, read_graphql),
        REST: Way(write_rest, read_rest),
        FRAME: Way(graphql, read_graphql, is_followed=True),
    }
    rounds: dict[str, list[list[Pair]]] = {name: [] for name in ways}
    for number in range(wanted.rounds):
        for name, way in ways.items():
            tell(f"round {number + 1} of {wanted.rounds}: {name}")
            rounds[name].append([one for script in scripts for one in await _play(pair, script, way)])
    found = {name: compare(of_one) for name, of_one in rounds.items()}
    move, followed = found[GRAPHQL], found[FRAME]
    frame = Compared((followed.here - move.here) / SEATS, (followed.there - move.there) / SEATS)
    return {**found, FRAME: frame}


def _start(servers: Servers, checkout: Path, *, on_disk: bool) -> Server:
    store = f"sqlite:{servers.folder() / 'croupier.db'}" if on_disk else servers.redis().url
    service = servers.start_python(store, PROGRAM.format(checkout=str(checkout)))
    return Server(service.process_id, int(service.address.rpartition(":")[2]))


def serve(wanted: Namespace) -> dict[str, Compared]:
    """Measure the service."""
    server_core, load_core = find_cores()
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {load_core})
    try:
        with Servers(server_core) as servers, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(_serve(wanted, servers))
    finally:
        os.sched_setaffinity(0, before)


def measure_playouts(python: str, checkout: Path, game: str, seconds: float, seed: int) -> float:
    """Return the µs of CPU time of a move of random playouts, with a Python and the engine of a checkout."""
    packages = sysconfig.get_path("platlib")
    command = [python, "-P", str(ROOT / "benchmarks" / "playouts.py"), game, str(seconds), str(seed)]
    environment = {**os.environ, "PYTHONPATH": f"{checkout}{os.pathsep}{packages}"}
    return 1e6 / float(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)


def play(wanted: Namespace, game: str) -> Compared:
    """Measure the playouts of a game."""

    def measure(python: str, checkout: Path, number: int) -> float:
        return measure_playouts(python, checkout, game, wanted.seconds, number)

    rounds = range(wanted.rounds)
    found = [(measure(sys.executable, ROOT, one), measure(wanted.python, wanted.checkout, one)) for one in rounds]
    return compare([[pair] for pair in found])


def read_arguments(arguments: Sequence[str]) -> Namespace:
    """Read the command line."""
    parser = ArgumentParser(prog="python -m benchmarks against", description=__doc__)
    parser.add_argument("checkout", type=Path, nargs="?", default=ROOT, help="the folder of the other checkout")
    parser.add_argument("--python", default=sys.executable, help="another Python")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of each playout (default: 0.5)")
    parser.add_argument("--rounds", type=int, default=9, help="how often each is measured, in turn (default: 9)")
    parser.add_argument("--game", action="append", choices=GAMES, help="play this game; may be repeated (default: all)")
    parser.add_argument("--sqlite", action="store_true", help="store in SQLite instead of Redis")
    parser.add_argument("--without-playouts", action="store_true", help="measure no playouts of the engine")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    wanted = parser.parse_args(arguments)
    wanted.checkout = wanted.checkout.resolve()
    if wanted.checkout == ROOT and wanted.python == sys.executable:
        parser.error("name another checkout or another Python")
    return wanted


def main(arguments: Sequence[str]) -> int:
    """Print how what is here compares with the other."""
    wanted = read_arguments(arguments)
    found = serve(wanted) if wanted.python == sys.executable else {}
    if not wanted.without_playouts:
        found |= {f"playout, {game}": play(wanted, game) for game in wanted.game or GAMES}
    rows: list[Mapping[str, Value]] = [
        {"µs of CPU": name, "here": one.here, "there": one.there, "ratio": round(one.ratio, 2)}
        for name, one in found.items()
    ]
    print_figures(Figures("here against there", {"rounds": wanted.rounds}, rows), as_json=wanted.json)
    return 0

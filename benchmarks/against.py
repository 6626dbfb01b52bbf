"""Compare with another checkout, or with another build of Python, turn by turn in one run.

Compared are the server's CPU time of `applyMove` by GraphQL and by REST, that of one frame of a stream, and the
engine's playouts; with another Python, which must have this one's version but for the last number, the playouts alone.
Of all rounds the least counts: what others do on the machine only adds to it. A ratio below 1 says that what is here
takes less.
"""

import asyncio
import os
import subprocess
import sys
import sysconfig
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import uvloop

from benchmarks.scale.figures import Figures, Value, print_figures, tell
from benchmarks.speed.contenders import Playing, Settings
from benchmarks.speed.cores import find_cores
from benchmarks.speed.operations import view_document
from benchmarks.speed.players import FollowedPlayer, read_rest, write_graphql, write_rest
from benchmarks.speed.servers import ROOT, Server, Servers
from benchmarks.speed.tables import SEATS, write_scripts
from engine import GAMES

PROGRAM = "import sys; sys.path.insert(0, {checkout!r}); from service.cli import app; app()"
GRAPHQL, REST, FOLLOWED, FRAME = "applyMove by GraphQL", "applyMove by REST", "followed by 4", "frame of a stream"

# µs by what was measured and by checkout: this one, then the other one.
Pair = tuple[float, float]


class Compared(msgspec.Struct, frozen=True):
    """What a thing takes here and there, in µs of CPU."""

    here: float
    there: float

    @property
    def ratio(self) -> float:
        """Return how many times as much it takes here."""
        return self.here / self.there


def compare(rounds: Sequence[Mapping[str, Pair]]) -> dict[str, Compared]:
    """Sum up rounds. A frame is a quarter of what four followers add to a move."""
    least = {name: [min(times) for times in zip(*(one[name] for one in rounds), strict=True)] for name in rounds[0]}
    if FOLLOWED in least:
        followed = zip(least.pop(FOLLOWED), least[GRAPHQL], strict=True)
        least[FRAME] = [(all_of_it - move) / SEATS for all_of_it, move in followed]
    return {name: Compared(*both) for name, both in least.items()}


def _contenders(servers: Servers, settings: Settings, checkout: Path, *, on_disk: bool) -> dict[str, Playing]:
    store = f"sqlite:{servers.folder() / 'croupier.db'}" if on_disk else servers.redis().url
    service = servers.start_python(store, PROGRAM.format(checkout=str(checkout)))
    port = int(service.address.rpartition(":")[2])
    server = Server(service.process_id, port, store, port)
    scripts = {game: write_scripts(game) for game in settings.games}
    graphql = write_graphql([view_document()])
    return {
        GRAPHQL: Playing(server, settings, scripts, graphql),
        REST: Playing(server, settings, scripts, write_rest, read_rest),
        FOLLOWED: Playing(server, settings, scripts, graphql, player=FollowedPlayer),
    }


async def _measure_round(
    pairs: Mapping[str, tuple[Playing, Playing]], seconds: float, *, turn: bool
) -> dict[str, Pair]:
    """Measure each contender of both checkouts; which of the two comes first takes turns."""
    found: dict[str, Pair] = {}
    for name, pair in pairs.items():
        slices = [await one.run(seconds) for one in (reversed(pair) if turn else pair)]
        here, there = (one.cpu_micros for one in (reversed(slices) if turn else slices))
        found[name] = here, there
    return found


def measure_playouts(python: str, checkout: Path, game: str, seconds: float, seed: int) -> float:
    """Return the µs of CPU time of a move of random playouts, with a Python and the engine of a checkout."""
    packages = sysconfig.get_path("platlib")
    command = [python, "-P", str(ROOT / "benchmarks" / "playouts.py"), game, str(seconds), str(seed)]
    environment = {**os.environ, "PYTHONPATH": f"{checkout}{os.pathsep}{packages}"}
    return 1e6 / float(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout)


def _play(wanted: Namespace, number: int) -> dict[str, Pair]:
    def measure(python: str, checkout: Path, game: str) -> float:
        return measure_playouts(python, checkout, game, wanted.seconds / 2, number)

    return {
        f"playout, {game}": (measure(sys.executable, ROOT, game), measure(wanted.python, wanted.checkout, game))
        for game in wanted.game or GAMES
    }


async def _serve(wanted: Namespace, servers: Servers) -> list[dict[str, Pair]]:
    settings = Settings(wanted.seconds, 0.3, wanted.rounds, wanted.in_flight, tuple(wanted.game or GAMES))
    here, there = (_contenders(servers, settings, path, on_disk=wanted.sqlite) for path in (ROOT, wanted.checkout))
    pairs = {name: (here[name], there[name]) for name in here}
    rounds = []
    for number in range(wanted.rounds):
        rounds.append(await _measure_round(pairs, wanted.seconds, turn=number % 2 == 1))
        ratios = (f"{name} {here / there:.2f}" for name, (here, there) in rounds[-1].items())
        tell(f"round {number + 1} of {wanted.rounds}: {', '.join(ratios)}")
    return rounds


def serve(wanted: Namespace) -> dict[str, Compared]:
    """Measure the service."""
    server_core, load_core = find_cores()
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {load_core})
    try:
        with Servers(server_core) as servers, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return compare(runner.run(_serve(wanted, servers)))
    finally:
        os.sched_setaffinity(0, before)


def read_arguments(arguments: Sequence[str]) -> Namespace:
    """Read the command line."""
    parser = ArgumentParser(prog="python -m benchmarks against", description=__doc__)
    parser.add_argument("checkout", type=Path, nargs="?", default=ROOT, help="the folder of the other checkout")
    parser.add_argument("--python", default=sys.executable, help="another Python")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each slice is (default: 1)")
    parser.add_argument("--rounds", type=int, default=9, help="how often each is measured, in turn (default: 9)")
    parser.add_argument("--in-flight", type=int, default=16, help="requests on their way at once (default: 16)")
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
        found |= compare([_play(wanted, number) for number in range(wanted.rounds)])
    rows: list[Mapping[str, Value]] = [
        {"µs of CPU": name, "here": one.here, "there": one.there, "ratio": round(one.ratio, 2)}
        for name, one in found.items()
    ]
    print_figures(Figures("here against there", {"rounds": wanted.rounds}, rows), as_json=wanted.json)
    return 0

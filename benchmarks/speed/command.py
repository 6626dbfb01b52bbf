"""Measure `applyMove` beside others, and the engine beside RLCard."""

import asyncio
import os
import resource
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import uvloop

from benchmarks.environments import Environment, EnvironmentMissing
from benchmarks.scale.figures import tell
from benchmarks.speed.contenders import CONTENDERS, Settings
from benchmarks.speed.cores import TooFewCores, find_cores
from benchmarks.speed.machine import describe_machine, package_versions
from benchmarks.speed.playouts import measure_engine
from benchmarks.speed.results import RESULTS, Report, format_json, format_markdown, format_text
from benchmarks.speed.running import Run, run
from benchmarks.speed.servers import Servers
from engine import GAMES

PLOT = Environment("bench-plot", "matplotlib", ("plot.lock",))


def main(arguments: Sequence[str]) -> int:
    """Run the benchmarks, print and write the report; return 1 when something that is needed cannot be had."""
    wanted = read_arguments(arguments)
    try:
        report = measure(wanted)
        written = format_json(report)
        print(written.decode() if wanted.json else format_text(report))
        write(report, wanted.results)
        if not wanted.without_plot:
            draw(wanted.results)
    except (EnvironmentMissing, TooFewCores) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def read_arguments(arguments: Sequence[str]) -> Namespace:
    """Read the command line."""
    parser = ArgumentParser(prog="python -m benchmarks speed", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each slice is (default: 1)")
    parser.add_argument("--warm-up", type=float, default=0.3, help="how long before it, in seconds (default: 0.3)")
    parser.add_argument("--rounds", type=int, default=15, help="how many slices each has, in turn (default: 15)")
    parser.add_argument("--in-flight", type=int, default=16, help="requests on their way at once (default: 16)")
    parser.add_argument("--game", action="append", choices=GAMES, help="play this game; may be repeated (default: all)")
    parser.add_argument("--only", action="append", choices=CONTENDERS, help="measure this one; may be repeated")
    parser.add_argument("--without-playouts", action="store_true", help="measure no playouts of the engine")
    parser.add_argument("--without-plot", action="store_true", help="draw no plot")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the report goes (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    wanted = parser.parse_args(arguments)
    if wanted.seconds <= 0 or wanted.rounds < 1 or wanted.in_flight < 1:
        parser.error("--seconds must be above 0, --rounds and --in-flight at least 1")
    return wanted


def measure(wanted: Namespace) -> Report:
    """Measure what is wanted."""
    machine = describe_machine()
    games = tuple(wanted.game or GAMES)
    settings = Settings(wanted.seconds, wanted.warm_up, wanted.rounds, wanted.in_flight, games)
    playouts = {} if wanted.without_playouts else measure_engine(games, min(1.0, wanted.seconds), wanted.rounds)
    found, others = measure_servers(settings, wanted.only or list(CONTENDERS))
    return Report(machine, package_versions() | others, settings, found.asked, found.figures, playouts)


def measure_servers(settings: Settings, names: Sequence[str]) -> tuple[Run, dict[str, str]]:
    """Measure the named contenders, with the load and the stores on one core and the servers on another.

    Also return the versions of what is no Python package. Raises `TooFewCores`.
    """
    server_core, load_core = find_cores()
    before, files = os.sched_getaffinity(0), resource.getrlimit(resource.RLIMIT_NOFILE)
    # Servers inherit the limit; each follower is a connection.
    resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
    os.sched_setaffinity(0, {load_core})
    try:
        with Servers(server_core) as servers, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(run(servers, settings, names, tell)), servers.versions()
    finally:
        os.sched_setaffinity(0, before)
        resource.setrlimit(resource.RLIMIT_NOFILE, files)


def write(report: Report, results: Path) -> None:
    """Write a report as JSON and as a page."""
    results.mkdir(parents=True, exist_ok=True)
    (results / "speed.json").write_bytes(format_json(report))
    (results / "speed.md").write_text(format_markdown(report))
    tell(f"Written: {results / 'speed.json'}, {results / 'speed.md'}")


def draw(results: Path) -> None:
    """Draw the report that was written. Raises `EnvironmentMissing`."""
    PLOT.make()
    PLOT.run("benchmarks/speed/plot.py", str(results / "speed.json"), str(results / "speed.svg"))
    tell(f"Written: {results / 'speed.svg'}")

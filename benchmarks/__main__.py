"""Measure the speed of every game, with RLCard and OpenSpiel beside it: `python -m benchmarks`."""

import sys
from argparse import ArgumentParser, Namespace

from benchmarks.environments import EnvironmentMissing
from benchmarks.measures import measure_peers, measure_playouts, measure_steps, run
from benchmarks.peers import PEERS
from benchmarks.report import format_json, format_table, make_report
from engine import GAMES


def main() -> int:
    """Run the benchmarks and print the report; return 1 when the peers are wanted and cannot be had."""
    wanted = read_arguments()
    games = wanted.game or list(GAMES)
    peers = [] if wanted.without_peers else measure_peers()
    try:
        if peers:
            PEERS.make()
        measured = run([*measure_playouts(games), *peers, *measure_steps(games)], wanted.seconds, wanted.rounds)
    except EnvironmentMissing as problem:
        print(f"{problem} --without-peers measures the engine alone.", file=sys.stderr)
        return 1
    report = make_report(measured, wanted.seconds)
    print(format_json(report) if wanted.json else format_table(report))
    return 0


def read_arguments() -> Namespace:
    """Read the command line."""
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of each measurement (default: 1)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured, in turn (default: 5)")
    parser.add_argument("--game", action="append", choices=GAMES, help="measure this game; may be repeated")
    parser.add_argument("--without-peers", action="store_true", help="neither install nor measure RLCard and OpenSpiel")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    wanted = parser.parse_args()
    if wanted.seconds <= 0 or wanted.rounds < 1:
        parser.error("--seconds must be above 0 and --rounds at least 1")
    return wanted


if __name__ == "__main__":
    sys.exit(main())

"""Measure the speed of every game, with RLCard and OpenSpiel beside it: `python -m benchmarks`."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from benchmarks.measures import Measure, measure_peers, measure_playouts, measure_steps
from benchmarks.peers import PeersMissing, make_environment
from benchmarks.report import format_json, format_table, make_report
from engine import GAMES


def main() -> int:
    """Run the benchmarks and print the report; return 1 when the peers are wanted and cannot be had."""
    wanted = read_arguments()
    games = wanted.game or list(GAMES)
    peers = [] if wanted.without_peers else measure_peers()
    try:
        if peers:
            make_environment()
        measured = run([*measure_playouts(games), *peers, *measure_steps(games)], wanted.seconds, wanted.rounds)
    except PeersMissing as problem:
        print(problem, file=sys.stderr)
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


def run(measures: Sequence[Measure], seconds: float, rounds: int) -> list[tuple[Measure, list[float]]]:
    """Return the figures of each measure, round after round: what slows the machine for a while slows all of them."""
    measured: list[tuple[Measure, list[float]]] = [(measure, []) for measure in measures]
    for number in range(rounds):
        for measure, figures in measured:
            print(f"round {number + 1} of {rounds}: {measure.name}", file=sys.stderr)
            figures.append(measure.run(seconds, number))
    return measured


if __name__ == "__main__":
    sys.exit(main())

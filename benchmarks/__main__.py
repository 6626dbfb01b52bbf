"""Measure the speed of every game, with RLCard's UNO beside it: `python -m benchmarks`."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from benchmarks.measures import Measure, all_measures
from benchmarks.report import format_json, format_table, make_report
from benchmarks.rlcard_env import RLCardMissing, make_environment
from engine import GAMES


def main() -> int:
    """Run the benchmarks and print the report; return 1 when RLCard is wanted and cannot be had."""
    wanted = read_arguments()
    measures = all_measures(wanted.game or list(GAMES))
    if wanted.without_rlcard:
        measures = [measure for measure in measures if not measure.is_rlcard]
    try:
        if not wanted.without_rlcard:
            make_environment()
        rates = run(measures, wanted.seconds, wanted.rounds)
    except RLCardMissing as problem:
        print(problem, file=sys.stderr)
        return 1
    report = make_report(measures, rates, wanted.seconds)
    print(format_json(report) if wanted.json else format_table(report))
    return 0


def read_arguments() -> Namespace:
    """Read the command line."""
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of each measurement (default: 1)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured, in turn (default: 5)")
    parser.add_argument("--game", action="append", choices=GAMES, help="measure this game; may be repeated")
    parser.add_argument("--without-rlcard", action="store_true", help="neither install nor measure RLCard")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    wanted = parser.parse_args()
    if wanted.seconds <= 0 or wanted.rounds < 1:
        parser.error("--seconds must be above 0 and --rounds at least 1")
    return wanted


def run(measures: Sequence[Measure], seconds: float, rounds: int) -> list[list[float]]:
    """Return the rates of each measure, round after round: what slows the machine for a while slows all of them."""
    rates: list[list[float]] = [[] for _ in measures]
    for number in range(rounds):
        for measure, measured in zip(measures, rates, strict=True):
            print(f"round {number + 1} of {rounds}: {measure.name}", file=sys.stderr)
            measured.append(measure.run(seconds, number))
    return rates


if __name__ == "__main__":
    sys.exit(main())

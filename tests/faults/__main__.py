"""Let things go wrong and judge what clients were told: `python -m tests.faults kills --moves 10000 --kills 20`."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

import msgspec

from tests.faults.catalogue import SCENARIOS
from tests.faults.run import Knobs, Report, execute

SHOWN = 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; return 1 when anything is wrong."""
    given = vars(_parser().parse_args(arguments))
    name, as_json = given.pop("scenario"), given.pop("json")
    report = asyncio.run(execute(name, SCENARIOS[name], Knobs(**given)))
    print(msgspec.json.encode(report).decode() if as_json else in_words(report))
    return 1 if report.violations else 0


def in_words(report: Report) -> str:
    """Write a report for a person."""
    lines = [f"{report.scenario}: {report.seconds:.0f} s, {len(report.violations)} violations"]
    lines += [f"  {name:28} {amount:>12,.10g}" for name, amount in report.figures.items()]
    lines += [f"  {violation.kind}: {violation.sentence}" for violation in report.violations[:SHOWN]]
    return "\n".join(lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("scenario", choices=list(SCENARIOS), help="what goes wrong")
    parser.add_argument("--moves", type=int, default=1000, help="acknowledged moves, at least")
    parser.add_argument("--kills", type=int, default=3, help="kills of the store")
    parser.add_argument("--worker-kills", type=int, default=5, help="kills of workers")
    parser.add_argument("--count", type=int, default=100, help="replies, races, reconnections, failovers")
    parser.add_argument("--minutes", type=float, default=1.0, help="for how long the soak goes on")
    parser.add_argument("--store", choices=["redis", "sqlite"], default="redis")
    parser.add_argument("--workers", type=int, default=2, help="worker processes")
    parser.add_argument("--tables", type=int, default=16, help="tables that are played at the same time")
    parser.add_argument("--seed", type=int, default=0, help="other tables with another seed")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())

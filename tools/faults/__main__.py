"""Inject faults and judge the responses to clients: `python -m tools.faults kills --moves 10000 --kills 20`."""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from tools.faults.catalogue import SCENARIOS, carry_out
from tools.faults.checker import Kind
from tools.faults.run import Report

SHOWN = 20
STORES = ("redis", "everysec", "sqlite", "sentinel", "cluster")
MISTAKES = ("forgetful", "hasty", "trusting", "careless", "content")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; return 1 when anything is wrong."""
    given = vars(_parser().parse_args(arguments))
    name = given.pop("scenario")
    as_json = given.pop("json")
    knobs = {knob: value for knob, value in given.items() if value is not None}
    reports = [run(each, knobs) for each in (SCENARIOS if name == "all" else [name])]
    for report in reports:
        print(msgspec.json.encode(report).decode() if as_json else in_words(report))
    return 1 if any(report.violations for report in reports) else 0


def run(name: str, knobs: Mapping[str, object]) -> Report:
    """Run one scenario, a small one unless the knobs say otherwise."""
    return asyncio.run(carry_out(name, msgspec.structs.replace(SCENARIOS[name].small, **knobs)))


def in_words(report: Report) -> str:
    """Write a report for a person."""
    lines = [f"{report.scenario}: {report.seconds:.0f} s, {len(report.violations)} violations"]
    lines += [f"  {name:30} {amount:>12,.10g}" for name, amount in report.figures.items()]
    lines += [f"  {_count(report)}"]
    lines += [f"  {violation.kind}: {violation.sentence}" for violation in report.violations[:SHOWN]]
    return "\n".join(lines)


def _count(report: Report) -> str:
    """Return the number of violations of each kind; the kinds that must never occur are always named."""
    kinds = Counter(violation.kind for violation in report.violations)
    names: list[Kind] = ["lost", "doubled", "gap", "undetected"]
    return ", ".join(f"{name} {kinds[name]}" for name in dict.fromkeys([*names, *kinds]))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.faults", description=__doc__)
    parser.add_argument("scenario", choices=["all", *SCENARIOS], help="what goes wrong")
    parser.add_argument("--moves", type=int, help="acknowledged moves, at least")
    parser.add_argument("--kills", type=int, help="kills, pauses or full disks of the store, or clock jumps")
    parser.add_argument("--worker-kills", type=int, help="kills, pauses or restarts of workers")
    parser.add_argument(
        "--count",
        type=int,
        help="dropped replies, races, reconnections, failovers, or kills of a receiver",
    )
    parser.add_argument("--minutes", type=float, help="for how long the soak goes on")
    parser.add_argument(
        "--store",
        choices=[*STORES, *MISTAKES],
        help="which store, or which planted mistake",
    )
    parser.add_argument("--workers", type=int, help="worker processes")
    parser.add_argument("--tables", type=int, help="tables that are played at the same time")
    parser.add_argument("--rest", type=float, help="seconds that a table rests between two moves")
    parser.add_argument("--seed", type=int, help="other tables with another seed")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())

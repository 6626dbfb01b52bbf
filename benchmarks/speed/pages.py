"""Write the last measured figures into the pages that state them."""

import re
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks.figures import format_table
from benchmarks.speed.goals import MOVE
from benchmarks.speed.results import Report, describe, figure_rows, goal_rows, read_report

ROOT = Path(__file__).resolve().parents[2]
KNOBS = ()


def measure(_wanted: Namespace) -> Sequence[str]:
    """Write the figures between the marks of each page; return the changed pages."""
    report = read_report()
    for page in PAGES:
        file = ROOT / page
        file.write_text(fill(file.read_text(), report))
    return PAGES


def fill(text: str, report: Report) -> str:
    """Return a page with a report's figures, each part between two comments, `speed: NAME` and `end`."""

    def write(match: re.Match[str]) -> str:
        return f"{match[1]}\n{PARTS[match[2]](report)}\n{match[3]}"

    return re.sub(r"(<!-- speed: (\w+) -->)\n.*?(<!-- end -->)", write, text, flags=re.DOTALL)


def _facts(report: Report) -> str:
    """Return the three lines of the first page."""
    move, in_flight = report.figures[MOVE], report.settings.in_flight
    rates = {name: f"{found.rate:,.0f}" for name, found in report.figures.items()}
    played = [rate for name, rate in report.playouts.items() if name.endswith("states only")]
    lines = (
        f"One process on one core makes {rates[MOVE]} moves a second with Redis as the store (median "
        f"{move.p50 / 1000:.1f} ms with {in_flight} in flight), {rates['AOF always']} if Redis syncs each to disk.",
        f"The same schema on Strawberry makes {rates['Strawberry with caches']} with caches and "
        f"{rates['stock Strawberry']} without; boardgame.io, which stores in memory, makes {rates['boardgame.io']}.",
        f"The engine alone plays {min(played):,.0f} to {max(played):,.0f} random moves a second, by the game.",
    )
    return "\n".join(f"- {line}" for line in lines)


PAGES = ("README.md", "docs/performance.md")
PARTS: Mapping[str, Callable[[Report], str]] = {
    "facts": _facts,
    "goals": lambda report: format_table(goal_rows(report)),
    "figures": lambda report: format_table(figure_rows(report)),
    "machine": lambda report: "\n".join(f"- {line}" for line in describe(report)),
}

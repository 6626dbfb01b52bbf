"""The parts of pages that state how fast a move is, made from a report."""

from collections.abc import Callable, Mapping

from benchmarks.figures import format_table
from benchmarks.speed.goals import MOVE
from benchmarks.speed.results import Report, describe, figure_rows, goal_rows


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


PARTS: Mapping[str, Callable[[Report], str]] = {
    "facts": _facts,
    "goals": lambda report: format_table(goal_rows(report)),
    "figures": lambda report: format_table(figure_rows(report)),
    "machine": lambda report: "\n".join(f"- {line}" for line in describe(report)),
}

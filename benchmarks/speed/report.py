"""The report of a run: its machine, its settings and its figures, as JSON, as a page, and as parts of other pages."""

from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

import msgspec

from benchmarks import figures
from benchmarks.engine.command import compare_playouts
from benchmarks.figures import RESULTS, Row, format_table
from benchmarks.speed.contenders import Settings
from benchmarks.speed.goals import MOVE, Asked, Found, Medians, check_asked, compare

# A server with enough work, and its core for itself, is nearly always busy.
LEAST_BUSY = 0.85
PACKAGES = [
    "uvicorn",
    "uvloop",
    "httptools",
    "starlette",
    "strawberry-graphql",
    "graphql-core",
    "msgspec",
    "hiredis",
    "apsw",
]


class Report(msgspec.Struct, frozen=True):
    """A run: its machine, its settings, the operation, and the medians of each contender."""

    machine: Mapping[str, str]
    versions: Mapping[str, str]
    settings: Settings
    asked: Asked
    figures: Mapping[str, Medians]
    playouts: Mapping[str, float]

    def goals(self) -> list[Found]:
        """Return each ratio with both sides measured, with its bar."""
        return [*check_asked(self.asked), *compare(self.figures), *compare_playouts(self.playouts)]


def format_json(report: Report) -> bytes:
    """Write a report as JSON, with its ratios, which follow from the rest."""
    goals = [{**msgspec.to_builtins(found), "verdict": found.verdict} for found in report.goals()]
    return figures.format_json({**msgspec.structs.asdict(report), "goals": goals})


def read_report(results: Path = RESULTS) -> Report:
    """Read the report that was kept last."""
    return msgspec.json.decode((results / "speed.json").read_bytes(), type=Report)


def package_versions() -> dict[str, str]:
    """Return the versions of the Python packages that the figures depend on."""
    return {name: version(name) for name in PACKAGES} | {"redis-py": version("redis")}


def format_markdown(report: Report) -> str:
    """Write a report as a page."""
    parts = (
        "# Speed",
        "Written by `make bench`. What is measured, and how: [docs/performance.md](../../docs/performance.md).",
        "\n".join(f"- {line}" for line in describe(report)),
        "![Answers a second](speed.svg)",
        format_table(goal_rows(report)),
        format_table(figure_rows(report)),
    )
    return "\n\n".join(parts) + "\n"


def describe(report: Report) -> list[str]:
    """Return the conditions of the figures, line by line."""
    settings, asked, busy = report.settings, report.asked, report.figures[MOVE].busy if MOVE in report.figures else 1.0
    warning = f"NOT QUIET: the server of applyMove was at work for {busy:.0%} of the time; read the CPU times alone"
    return [
        f"{report.machine['date']}: {report.machine['machine']}, load {report.machine['load before']} before",
        f"Python {report.machine['Python']}",
        ", ".join(f"{name} {version}" for name, version in report.versions.items()),
        f"medians of {settings.rounds} rounds of {settings.seconds:g} s, {settings.in_flight} requests in flight; "
        f"4 seats, {', '.join(settings.games)}",
        f"{asked.leaves} leaf values in {asked.answer_bytes:,} bytes of an answer, {asked.stored_bytes:,} bytes stored",
        *([warning] if busy < LEAST_BUSY else ()),
    ]


def goal_rows(report: Report) -> list[Row]:
    """Return a row for each ratio."""
    return [
        {
            "#": found.row or None,
            "ratio": found.name,
            "bar": None if found.bar is None else f"{'≤' if found.at_most else '≥'} {found.bar:,g}",
            "stretch": None if found.stretch is None else f"{found.stretch:g}",
            "measured": found.ratio if found.row else round(found.ratio),
            "by CPU": found.by_cpu,
            "goal": found.verdict,
        }
        for found in report.goals()
    ]


def figure_rows(report: Report) -> list[Row]:
    """Return a row for each contender."""
    return [
        {
            "contender": name,
            "a second": round(found.rate),
            "CPU µs": round(found.cpu),
            "load µs": round(found.load),
            "p50 ms": found.p50 / 1000,
            "p99 ms": found.p99 / 1000,
            "busy": f"{found.busy:.0%}",
            "MB": round(found.memory),
        }
        for name, found in report.figures.items()
    ]


def _facts(report: Report) -> str:
    """Return the three lines of the first page."""
    move, in_flight = report.figures[MOVE], report.settings.in_flight
    rates = {name: f"{found.rate:,.0f}" for name, found in report.figures.items()}
    played = [rate for name, rate in report.playouts.items() if name.endswith("states only")]
    lines = (
        f"One process on one core makes {rates[MOVE]} moves a second with Redis as the store (median "
        f"{move.p50 / 1000:.1f} ms with {in_flight} in flight), {rates['AOF always']} if Redis syncs each move to "
        "disk.",
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

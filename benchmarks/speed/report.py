"""The report of a run: its machine, its settings and its figures, as JSON, as a page, and as parts of other pages."""

from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

import msgspec

from benchmarks import figures
from benchmarks.figures import RESULTS, Row, format_table
from benchmarks.speed.contenders import Settings
from benchmarks.speed.goals import Asked, Found, Medians, check_asked, compare

MOVE = "applyMove"
CHANGES = "applyMove, changes"
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
        return [*check_asked(self.asked), *compare(self.figures)]


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
        "![The server's CPU time of a move](speed.svg)",
        format_table(goal_rows(report)),
        format_table(figure_rows(report)),
    )
    return "\n\n".join(parts) + "\n"


def describe(report: Report) -> list[str]:
    """Return the conditions of the figures, line by line."""
    settings = report.settings
    asked = report.asked
    return [
        f"{report.machine['date']}: {report.machine['machine']}, load {report.machine['load before']} before",
        f"Python {report.machine['Python']}",
        ", ".join(f"{name} {version}" for name, version in report.versions.items()),
        f"{settings.processes} processes of each contender, {settings.rounds} rounds of {settings.seconds:g} s each; "
        f"{settings.in_flight} requests in flight; 4 seats, {', '.join(settings.games)}",
        f"an answer with its view: {asked.leaves} leaf values, {asked.answer_bytes:,} bytes; stored: "
        f"{asked.stored_bytes:,} bytes",
        *_warn(report),
    ]


def _warn(report: Report) -> list[str]:
    """Return a line that says so if the machine was not quiet."""
    busy = report.figures[MOVE].busy if MOVE in report.figures else 1.0
    if busy >= LEAST_BUSY:
        return []
    return [
        f"NOT QUIET: the server of applyMove was at work for {busy:.0%} of the time, since others worked on the same "
        "cores. Read ratios of CPU times alone, and those roughly"
    ]


def goal_rows(report: Report) -> list[Row]:
    """Return a row for each ratio."""
    return [
        {
            "ratio": found.name,
            "bar": None if found.bar is None else f"{'≤' if found.at_most else '≥'} {found.bar:,g}",
            "stretch": None if found.stretch is None else f"{found.stretch:g}",
            "measured": found.ratio if found.at_most else round(found.ratio),
            "goal": found.verdict,
        }
        for found in report.goals()
    ]


def figure_rows(report: Report) -> list[Row]:
    """Return a row for each contender."""
    return [
        {
            "contender": name,
            "CPU µs": round(found.cpu),
            "processes": f"{min(found.each):,.0f}–{max(found.each):,.0f}",
            "a second": round(found.rate),
            "p50 ms": found.p50 / 1000,
            "p99 ms": found.p99 / 1000,
            "load µs": round(found.load),
            "busy": f"{found.busy:.0%}",
            "MB": round(found.memory),
        }
        for name, found in report.figures.items()
    ]


def _facts(report: Report) -> str:
    """Return the three lines of the first page, those whose contenders were measured."""
    cpu = {name: f"{found.cpu:,.0f}" for name, found in report.figures.items()}
    played = [rate for name, rate in report.playouts.items() if name.endswith("states only")]
    lines = [
        _say_ours(cpu),
        _say_peers(cpu),
        f"The engine alone plays {min(played):,.0f} to {max(played):,.0f} random moves a second, depending on the "
        "game.",
    ]
    return "\n".join(f"- {line}" for line in lines)


def _say_ours(cpu: Mapping[str, str]) -> str:
    changes = f", {cpu[CHANGES]} µs if it has only the changes" if CHANGES in cpu else ""
    return (
        f"A move takes {cpu[MOVE]} µs of the server's CPU time if the answer has the whole view{changes}. This "
        "includes checking the move, storing it in Redis and listing the next legal moves. With the default store it "
        f"takes {cpu['SQLite']} µs."
    )


def _say_peers(cpu: Mapping[str, str]) -> str:
    return (
        f"For a similar game, Colyseus takes {cpu['Colyseus']} µs and boardgame.io {cpu['boardgame.io']} µs. Both keep "
        "the game in memory and lose it when their process ends. With a store, keys for retries and legal moves, all "
        f"written by hand, Colyseus takes {cpu['Colyseus, same duties']} µs."
    )


PARTS: Mapping[str, Callable[[Report], str]] = {
    "facts": _facts,
    "goals": lambda report: format_table(goal_rows(report)),
    "figures": lambda report: format_table(figure_rows(report)),
    "machine": lambda report: "\n".join(f"- {line}" for line in describe(report)),
}

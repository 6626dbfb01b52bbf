"""What a run found, as a table for the terminal, as Markdown and as JSON."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from benchmarks.speed.contenders import Settings
from benchmarks.speed.goals import MOVE, Found, check_asked, compare
from benchmarks.speed.playouts import compare_playouts
from benchmarks.speed.running import Asked, Figures

RESULTS = Path(__file__).resolve().parents[1] / "results"
# A server that has enough to do, and its core for itself, works nearly all the time.
LEAST_BUSY = 0.85
GOAL_COLUMNS = ("#", "ratio", "bar", "stretch", "measured", "by CPU", "")
FIGURE_COLUMNS = ("", "a second", "CPU µs", "load µs", "p50 ms", "p99 ms", "busy", "MB")


class Report(msgspec.Struct, frozen=True):
    """A run: on what it took place, with which settings, what was asked, and what was found of whom."""

    machine: Mapping[str, str]
    versions: Mapping[str, str]
    settings: Settings
    asked: Asked
    figures: Mapping[str, Figures]
    playouts: Mapping[str, float]

    def goals(self) -> list[Found]:
        """Return each ratio of which both sides were measured, with its bar."""
        return [*check_asked(self.asked), *compare(self.figures), *compare_playouts(self.playouts)]


def format_json(report: Report) -> bytes:
    """Write a report as JSON, with its ratios, which follow from the rest."""
    goals = [{**msgspec.to_builtins(found), "verdict": found.verdict} for found in report.goals()]
    return msgspec.json.format(msgspec.json.encode({**msgspec.structs.asdict(report), "goals": goals})) + b"\n"


def read_report(results: Path = RESULTS) -> Report:
    """Read the report that was kept last."""
    return msgspec.json.decode((results / "speed.json").read_bytes(), type=Report)


def format_text(report: Report) -> str:
    """Write a report for the terminal."""
    return "\n".join(
        (
            *describe(report),
            "",
            *_align([FIGURE_COLUMNS, *figure_rows(report)]),
            "",
            *_align([GOAL_COLUMNS, *goal_rows(report)], texts=2),
        )
    )


def format_markdown(report: Report) -> str:
    """Write a report as a page."""
    parts = (
        "# Speed",
        "Written by `make bench`. What is measured, and how: [docs/performance.md](../../docs/performance.md).",
        "\n".join(f"- {line}" for line in describe(report)),
        "![Answers a second](speed.svg)",
        format_table(GOAL_COLUMNS, goal_rows(report), texts=2),
        format_table(FIGURE_COLUMNS, figure_rows(report), texts=1),
    )
    return "\n\n".join(parts) + "\n"


def format_table(columns: Sequence[str], rows: Sequence[Sequence[str]], texts: int) -> str:
    """Write rows as a table of Markdown, whose first columns are `texts` and whose others are numbers."""
    rules = ["---" if number < texts else "--:" for number in range(len(columns))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (columns, rules, *rows))


def describe(report: Report) -> list[str]:
    """Return what the figures depend on, line by line."""
    settings, asked = report.settings, report.asked
    return [
        f"{report.machine['date']}: {report.machine['machine']}, load {report.machine['load before']} before",
        f"Python {report.machine['Python']}",
        ", ".join(f"{name} {version}" for name, version in report.versions.items()),
        f"medians of {settings.rounds} rounds of {settings.seconds:g} s, {settings.in_flight} requests in flight; "
        f"4 seats, {', '.join(settings.games)}",
        f"{asked.leaves} leaf values in {asked.answer_bytes:,} bytes of an answer, {asked.stored_bytes:,} bytes stored",
        *_warn(report.figures.get(MOVE)),
    ]


def _warn(move: Figures | None) -> list[str]:
    """Say that the rates are not those of the server, when something else took the cores."""
    if move is None or move.busy >= LEAST_BUSY:
        return []
    return [f"NOT QUIET: the server of applyMove was at work for {move.busy:.0%} of the time; read the CPU times alone"]


def goal_rows(report: Report) -> list[tuple[str, ...]]:
    """Return the cells of each ratio."""
    return [_goal_row(found) for found in report.goals()]


def figure_rows(report: Report) -> list[tuple[str, ...]]:
    """Return the cells of each contender."""
    return [
        (
            name,
            f"{found.rate:,.0f}",
            f"{found.cpu:,.0f}",
            f"{found.load:,.0f}",
            f"{found.p50 / 1000:,.2f}",
            f"{found.p99 / 1000:,.2f}",
            f"{found.busy:.0%}",
            f"{found.memory:,.0f}",
        )
        for name, found in report.figures.items()
    ]


def _goal_row(found: Found) -> tuple[str, ...]:
    sign = "≤" if found.at_most else "≥"
    return (
        str(found.row or ""),
        found.name,
        "" if found.bar is None else f"{sign} {found.bar:,g}",
        "" if found.stretch is None else f"{found.stretch:g}",
        f"{found.ratio:,.2f}" if found.row else f"{found.ratio:,g}",
        "" if found.by_cpu is None else f"{found.by_cpu:,.2f}",
        found.verdict,
    )


def _align(rows: Sequence[Sequence[str]], texts: int = 1) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(_pad(row, widths, texts)).rstrip() for row in rows]


def _pad(row: Sequence[str], widths: Sequence[int], texts: int) -> list[str]:
    # What comes last is a word, where it is no number.
    return [
        cell.ljust(width) if number < texts or not cell[:1].isdigit() else cell.rjust(width)
        for number, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]

"""The options and the findings of a benchmark: its knobs, and figures as Markdown to read and as JSON."""

import os
import platform
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

Value = str | int | float | None
Row = Mapping[str, Value]


class CannotMeasure(Exception):
    """Something that a benchmark needs is missing on this machine."""


class Knob(NamedTuple):
    """An option of the command line: of the type of its default; a tuple takes several values, False is a switch."""

    name: str
    default: Any
    meaning: str
    choices: Collection[str] | None = None


class Figures(msgspec.Struct, frozen=True):
    """The findings of a benchmark: rows with the same columns, its settings, and the comparison with the goals."""

    name: str
    settings: Row
    rows: Sequence[Row]
    goals: Sequence[str] = ()
    python: str = platform.python_version()
    cpus: int | None = os.cpu_count()


def tell(progress: str) -> None:
    """Write a line of progress to standard error."""
    print(progress, file=sys.stderr, flush=True)


def say_goal(goal: str, met: bool) -> str:
    """Return a sentence that states a goal and whether it is reached."""
    return f"goal {goal}: {'met' if met else 'short'}"


def format_json(figures: Figures) -> str:
    """Write figures as JSON."""
    return msgspec.json.format(msgspec.json.encode(figures)).decode()


def format_figures(figures: Figures) -> str:
    """Write figures as a table, with the settings above it and the goals below."""
    settings = ", ".join(f"{name} {_format(value)}" for name, value in figures.settings.items())
    heading = f"{figures.name}: Python {figures.python}, {figures.cpus} CPUs, {settings}"
    return "\n".join((heading, "", format_table(figures.rows), *(("", *figures.goals) if figures.goals else ()), ""))


def format_table(rows: Sequence[Row]) -> str:
    """Write rows as a Markdown table; any column but the first that has no letters is numeric."""
    lines = [list(rows[0]), *([_format(value) for value in row.values()] for row in rows)]
    columns = [_align(cells, is_first=number == 0) for number, cells in enumerate(zip(*lines, strict=True))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in zip(*columns, strict=True))


def _align(column: Sequence[str], *, is_first: bool) -> list[str]:
    title, *cells = column
    is_text = is_first or any(map(str.isalpha, "".join(cells)))
    width = max(map(len, (*column, "---")))
    rule = "-" * width if is_text else "-" * (width - 1) + ":"
    padded = [cell.ljust(width) if is_text else cell.rjust(width) for cell in (title, *cells)]
    return [padded[0], rule, *padded[1:]]


def _format(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else value

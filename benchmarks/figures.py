"""What every benchmark has: its options, and its findings as Markdown to read and as JSON."""

import os
import platform
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

Value = str | int | float | None
Row = Mapping[str, Value]

# The last measured figures that pages state.
RESULTS = Path(__file__).with_name("results")


class CannotMeasure(Exception):
    """Something that a benchmark needs is missing on this machine."""


class BarExceeded(Exception):
    """A benchmark was to check its bars, and something exceeds one of them."""


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


Found = Iterable[Figures | str]
Measure = Callable[[Namespace], Found | Coroutine[Any, Any, Found]]


class Benchmark(NamedTuple):
    """A benchmark: its options, and the function that takes them and returns what is printed."""

    knobs: tuple[Knob, ...]
    measure: Measure

    @property
    def description(self) -> str:
        """Return what it measures."""
        return cleandoc(self.measure.__doc__ or "")

    def read_arguments(self, name: str, arguments: Sequence[str]) -> Namespace:
        """Read its command line."""
        parser = ArgumentParser(prog=f"python -m benchmarks {name}", description=self.description)
        for knob in self.knobs:
            _add_knob(parser, knob)
        parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
        return parser.parse_args(arguments)


def benchmark(*knobs: Knob) -> Callable[[Measure], Benchmark]:
    """Declare a function a benchmark with these options; its docstring describes it on the command line."""
    return lambda measure: Benchmark(knobs, measure)


def _add_knob(parser: ArgumentParser, knob: Knob) -> None:
    flag = f"--{knob.name}"
    default = knob.default
    if default is False:
        parser.add_argument(flag, action="store_true", help=knob.meaning)
        return
    several = isinstance(default, tuple)
    shown = " ".join(map(str, default)) if several else default
    meaning = f"{knob.meaning} (default: {shown})".replace("%", "%%")
    kind = type(default[0] if several else default)
    parser.add_argument(
        flag, type=kind, nargs="+" if several else None, default=default, choices=knob.choices, help=meaning
    )


def say_goal(goal: str, met: bool) -> str:
    """Return a sentence that states a goal and whether it is reached."""
    return f"goal {goal}: {'met' if met else 'short'}"


def pick(wanted: Namespace, *names: str) -> dict[str, Any]:
    """Return some of the options, as the settings of figures."""
    return {name: getattr(wanted, name) for name in names}


def numbers_of(rows: Iterable[Row], column: str) -> list[float]:
    """Return the numbers of a column, 0 where there is none."""
    return [float(row[column] or 0) for row in rows]


def format_json(found: object) -> bytes:
    """Write figures or a report as JSON that people can read."""
    return msgspec.json.format(msgspec.json.encode(found)) + b"\n"


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

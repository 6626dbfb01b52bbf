"""The figures of a benchmark, as a table to read and as JSON, and how each benchmark is called."""

import asyncio
import os
import platform
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Coroutine, Mapping, Sequence

import msgspec

Value = str | int | float | None


class Figures(msgspec.Struct, frozen=True):
    """What a benchmark found: rows with the same columns, with what it ran, and how it compares with the goals."""

    name: str
    settings: Mapping[str, Value]
    rows: Sequence[Mapping[str, Value]]
    goals: Sequence[str] = ()
    python: str = platform.python_version()
    cpus: int | None = os.cpu_count()


Benchmark = Callable[[Namespace], Coroutine[None, None, Figures]]


def run(
    arguments: Sequence[str], description: str, add_knobs: Callable[[ArgumentParser], object], benchmark: Benchmark
) -> int:
    """Read the command line, run a benchmark and print what it found."""
    parser = ArgumentParser(description=description)
    add_knobs(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    wanted = parser.parse_args(arguments)
    print_figures(asyncio.run(benchmark(wanted)), as_json=wanted.json)
    return 0


def print_figures(figures: Figures, *, as_json: bool) -> None:
    """Print what a benchmark found."""
    print(format_json(figures) if as_json else f"{format_table(figures)}\n", flush=True)


def tell(progress: str) -> None:
    """Write a line of progress to standard error."""
    print(progress, file=sys.stderr, flush=True)


def format_json(figures: Figures) -> str:
    """Write figures as JSON."""
    return msgspec.json.format(msgspec.json.encode(figures)).decode()


def format_table(figures: Figures) -> str:
    """Write figures as a table, with the settings above it and the goals below."""
    columns = list(figures.rows[0])
    cells = [columns, *([_format(row[column]) for column in columns] for row in figures.rows)]
    widths = [max(len(line[index]) for line in cells) for index in range(len(columns))]
    settings = ", ".join(f"{name} {_format(value)}" for name, value in figures.settings.items())
    return "\n".join(
        (
            f"{figures.name}: Python {figures.python}, {figures.cpus} CPUs, {settings}",
            "",
            *(_format_line(line, widths) for line in cells),
            *(("", *figures.goals) if figures.goals else ()),
        )
    )


def say_goal(goal: str, met: bool) -> str:
    """Say a goal and whether it is reached."""
    return f"goal {goal}: {'met' if met else 'short'}"


def _format_line(line: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = (f"{cell:{'<' if index == 0 else '>'}{widths[index]}}" for index, cell in enumerate(line))
    return "  ".join((first, *rest)).rstrip()


def _format(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)

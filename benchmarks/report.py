"""The figures of a run, as a table to read and as JSON."""

import os
import platform
from collections.abc import Sequence
from statistics import median

import msgspec

from benchmarks.measures import Measure


class Figure(msgspec.Struct, frozen=True):
    """What was measured of one thing: `unit` per second of CPU time, by round and in the middle.

    `ratio` is the median over that of RLCard, null where RLCard was not measured or does something else.
    """

    name: str
    unit: str
    rates: tuple[int, ...]
    median: int
    ratio: float | None


class Report(msgspec.Struct, frozen=True):
    """A run: on what it ran, how long a measurement took, and the figures."""

    python: str
    cpus: int | None
    seconds: float
    figures: tuple[Figure, ...]


def make_report(measures: Sequence[Measure], rates: Sequence[Sequence[float]], seconds: float) -> Report:
    """Make the report from the rates of each measure, one for each round."""
    medians = [median(measured) for measured in rates]
    rlcard = next((middle for measure, middle in zip(measures, medians, strict=True) if measure.is_rlcard), None)
    figures = tuple(
        Figure(
            measure.name,
            measure.unit,
            tuple(map(round, measured)),
            round(middle),
            round(middle / rlcard, 2) if rlcard and measure.compared else None,
        )
        for measure, measured, middle in zip(measures, rates, medians, strict=True)
    )
    return Report(platform.python_version(), os.cpu_count(), seconds, figures)


def format_table(report: Report) -> str:
    """Write a report as a table."""
    rounds = len(report.figures[0].rates)
    head = f"Python {report.python}, {report.cpus} CPUs, {rounds} rounds of {report.seconds:g} s of CPU time each"
    columns = f"{'per second of CPU time':36}{'median':>10}{'lowest':>10}{'highest':>10}{'to RLCard':>11}"
    return "\n".join([head, "", columns, *map(_format_figure, report.figures)])


def format_json(report: Report) -> str:
    """Write a report as JSON."""
    return msgspec.json.format(msgspec.json.encode(report)).decode()


def _format_figure(figure: Figure) -> str:
    ratio = "" if figure.ratio is None else f"× {figure.ratio:.2f}"
    name = f"{figure.name}, {figure.unit}"
    return f"{name:36}{figure.median:10,}{min(figure.rates):10,}{max(figure.rates):10,}{ratio:>11}".rstrip()

"""The figures of a run, as a table to read and as JSON."""

import os
import platform
from collections.abc import Mapping, Sequence
from statistics import median

import msgspec

from benchmarks.measures import EIGHTS, ENV_STEP, RAW, Measure

NAME = 38
COLUMNS = {ENV_STEP: f"{'to env.step':24}", RAW: f"{'to raw':24}", EIGHTS: "to OpenSpiel"}


class Ratio(msgspec.Struct, frozen=True):
    """How many times the median of the measure named `to` a median is; `met` tells whether that reaches the goal."""

    to: str
    ratio: float
    goal: float | None
    met: bool | None


class Rate(msgspec.Struct, frozen=True):
    """Moves per second of CPU time, by round and in the middle, with the ratios to what was measured beside it."""

    name: str
    rounds: tuple[int, ...]
    median: int
    ratios: tuple[Ratio, ...]


class Step(msgspec.Struct, frozen=True):
    """The microseconds of CPU time of a stateless step, by round and in the middle; the goal is to stay `below`."""

    name: str
    rounds: tuple[float, ...]
    median: float
    below: float
    met: bool


class Report(msgspec.Struct, frozen=True):
    """A run: on what it ran, how long a measurement took, and the figures."""

    python: str
    cpus: int | None
    seconds: float
    rates: tuple[Rate, ...]
    steps: tuple[Step, ...]


def make_report(measured: Sequence[tuple[Measure, Sequence[float]]], seconds: float) -> Report:
    """Make the report from the measures, each with its figures of every round."""
    medians = {measure.name: median(figures) for measure, figures in measured}
    rates = tuple(_rate(measure, figures, medians) for measure, figures in measured if measure.below is None)
    steps = tuple(_step(measure, figures, measure.below) for measure, figures in measured if measure.below is not None)
    return Report(platform.python_version(), os.cpu_count(), seconds, rates, steps)


def format_table(report: Report) -> str:
    """Write a report as tables."""
    rounds = len(report.rates[0].rounds)
    return "\n".join(
        (
            f"Python {report.python}, {report.cpus} CPUs, {rounds} rounds of {report.seconds:g} s of CPU time each",
            "",
            "   ".join((_format_head("moves per second"), *COLUMNS.values())),
            *map(_format_rate, report.rates),
            "",
            _format_head("microseconds"),
            *map(_format_step, report.steps),
        )
    )


def format_json(report: Report) -> str:
    """Write a report as JSON."""
    return msgspec.json.format(msgspec.json.encode(report)).decode()


def _rate(measure: Measure, figures: Sequence[float], medians: Mapping[str, float]) -> Rate:
    ratios = tuple(
        _ratio(to, medians[measure.name] / medians[to], goal) for to, goal in measure.ratios.items() if to in medians
    )
    return Rate(measure.name, tuple(map(round, figures)), round(medians[measure.name]), ratios)


def _ratio(to: str, ratio: float, goal: float | None) -> Ratio:
    shown = round(ratio, 2)
    return Ratio(to, shown, goal, None if goal is None else shown >= goal)


def _step(measure: Measure, figures: Sequence[float], below: float) -> Step:
    middle = round(median(figures), 1)
    return Step(measure.name, tuple(round(figure, 1) for figure in figures), middle, below, middle < below)


def _format_head(title: str) -> str:
    return f"{title:{NAME}}{'median':>10}{'lowest':>10}{'highest':>10}"


def _format_rate(rate: Rate) -> str:
    figures = f"{rate.name:{NAME}}{rate.median:10,}{min(rate.rounds):10,}{max(rate.rounds):10,}"
    return "   ".join((figures, *map(_format_ratio, rate.ratios))).rstrip()


def _format_ratio(ratio: Ratio) -> str:
    goal = "" if ratio.goal is None else f", goal {ratio.goal:g}: {_say(ratio.met)}"
    return f"× {ratio.ratio:.2f}{goal}".ljust(len(COLUMNS[ratio.to]))


def _format_step(step: Step) -> str:
    figures = f"{step.name:{NAME}}{step.median:10.1f}{min(step.rounds):10.1f}{max(step.rounds):10.1f}"
    return f"{figures}   goal below {step.below:g}: {_say(step.met)}"


def _say(met: bool | None) -> str:
    return "met" if met else "short"

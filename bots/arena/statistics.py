"""The figures of a match, each with its 95 % interval (bootstrap over deals)."""

import random
from collections.abc import Callable, Sequence
from math import fsum
from typing import TypeVar

import msgspec

from bots.arena.match import Match, Observation
from engine import count_noun

RESAMPLES = 2_000
TAIL = 0.025

T = TypeVar("T")


class Figure(msgspec.Struct, frozen=True):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


class MatchOutcome(msgspec.Struct, frozen=True):
    """The result of a match: the candidate's share of the wins beside `chance`, its mean rank and its margin."""

    match: Match
    deals: int
    chance: float
    share: Figure
    rank: Figure
    margin: Figure


def summarize(match: Match, observations: Sequence[Observation]) -> MatchOutcome:
    """Return the figures of a match, of at least one deal. The same observations give the same figures."""
    ordered = sorted(observations, key=lambda observation: observation.deal)
    return MatchOutcome(
        match,
        deals=len(ordered),
        chance=1 / match.seats,
        share=bootstrap([observation.share for observation in ordered]),
        rank=bootstrap([observation.rank for observation in ordered]),
        margin=bootstrap([observation.margin for observation in ordered]),
    )


def bootstrap(values: Sequence[float]) -> Figure:
    """Return the mean of at least one value, and its interval over resamples."""
    return resample(values, _mean)


def resample(observed: Sequence[T], measure: Callable[[Sequence[T]], float], times: int = RESAMPLES) -> Figure:
    """Return a measure of all observations, and its interval over resamples."""
    count = len(observed)
    chance = random.Random(count)  # noqa: S311  statistics, no secret
    measured = sorted(measure(chance.choices(observed, k=count)) for _ in range(times))
    tail = int(times * TAIL)
    return Figure(measure(observed), measured[tail], measured[-tail - 1])


def _mean(values: Sequence[float]) -> float:
    # An exact sum is the same on every version of Python.
    return fsum(values) / len(values)


def format_outcome(outcome: MatchOutcome) -> str:
    """Return an outcome as lines of text."""
    return "\n".join(
        (
            f"{outcome.match.title}, {count_noun(outcome.deals, 'deal')}",
            f"  share of wins {_percent(outcome.share)} (chance {outcome.chance:.1%}){_verdict(outcome)}",
            f"  mean rank     {_interval(outcome.rank)}",
            f"  margin        {_interval(outcome.margin)}",
        )
    )


def _verdict(outcome: MatchOutcome) -> str:
    """Return how the share of wins differs from chance; "" if it may not differ."""
    if outcome.share.low > outcome.chance:
        return ": better"
    if outcome.share.high < outcome.chance:
        return ": worse"
    return ""


def _percent(figure: Figure) -> str:
    return f"{figure.mean:.1%} [{figure.low:.1%}, {figure.high:.1%}]"


def _interval(figure: Figure) -> str:
    return f"{figure.mean:.2f} [{figure.low:.2f}, {figure.high:.2f}]"

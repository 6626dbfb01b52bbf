"""The figures of a match, each with the interval in which 95 % of resampled matches lie (bootstrap over deals)."""

import random
from collections.abc import Sequence

import msgspec

from bots.arena.match import Match, Observation

RESAMPLES = 2_000
TAIL = 0.025


class Figure(msgspec.Struct, frozen=True):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float


class Outcome(msgspec.Struct, frozen=True):
    """What a match has shown: the candidate's share of the wins beside `chance`, its mean rank and its margin."""

    match: Match
    deals: int
    chance: float
    share: Figure
    rank: Figure
    margin: Figure


def summarize(match: Match, observations: Sequence[Observation]) -> Outcome:
    """Return the figures of a match, of at least one deal. The same observations give the same figures."""
    return Outcome(
        match,
        len(observations),
        1 / match.seats,
        *(
            bootstrap([getattr(observation, name) for observation in sorted(observations, key=lambda one: one.deal)])
            for name in ("share", "rank", "margin")
        ),
    )


def bootstrap(values: Sequence[float]) -> Figure:
    """Return the mean of values, at least one, and the interval of the means of resamples."""
    count = len(values)
    chance = random.Random(count)  # noqa: S311  statistics, no secret
    means = sorted(sum(chance.choices(values, k=count)) / count for _ in range(RESAMPLES))
    tail = int(RESAMPLES * TAIL)
    return Figure(sum(values) / count, means[tail], means[-tail - 1])


def format_outcome(outcome: Outcome) -> str:
    """Return an outcome as lines of text."""
    verdict = "better" if outcome.share.low > outcome.chance else "worse" if outcome.share.high < outcome.chance else ""
    return "\n".join(
        (
            f"{outcome.match.title}, {outcome.deals} deals",
            f"  share of wins {_percent(outcome.share)} (chance {outcome.chance:.1%}){verdict and f': {verdict}'}",
            f"  mean rank     {_interval(outcome.rank)}",
            f"  margin        {_interval(outcome.margin)}",
        )
    )


def _percent(figure: Figure) -> str:
    return f"{figure.mean:.1%} [{figure.low:.1%}, {figure.high:.1%}]"


def _interval(figure: Figure) -> str:
    return f"{figure.mean:.2f} [{figure.low:.2f}, {figure.high:.2f}]"

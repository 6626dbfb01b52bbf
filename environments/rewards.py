"""Rewards at the end of a table, by seat. The rewards of a table add up to 0."""

from collections.abc import Callable, Mapping
from typing import Literal

import engine
from engine import Result, State

Reward = Literal["rank", "margin"]


def reward_rank(state: State, result: Result) -> tuple[float, ...]:
    """Return for each seat the share of the others that it beat, less the share that beat it: from -1 to 1."""
    del state
    places = result.ranking
    others = len(places) - 1
    return tuple(
        [(sum(other > own for other in places) - sum(other < own for other in places)) / others for own in places]
    )


def reward_margin(state: State, result: Result) -> tuple[float, ...]:
    """Return for each seat the points by which it is ahead of the mean of the others; behind is negative.

    Where the fewest points win, fewer are ahead. Where seats win together, each has the points of its team.
    """
    totals = _sum_teams(state, result.scores)
    best = totals[result.winners[0]]
    ahead = 1 if best == max(totals) else -1
    others = len(totals) - 1
    return tuple([ahead * (own - (sum(totals) - own) / others) for own in totals])


def _sum_teams(state: State, scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return the total of each seat's team; a seat without a team is a team by itself."""
    sides = engine.game_of(state).sides
    if sides is None:
        return scores
    teams = sides(state)
    return tuple([sum(score for score, other in zip(scores, teams, strict=True) if other == team) for team in teams])


REWARDS: Mapping[Reward, Callable[[State, Result], tuple[float, ...]]] = {"rank": reward_rank, "margin": reward_margin}

# An illegal action costs this: as much as the last place, or more points than a table of the usual options is lost by.
ILLEGAL: Mapping[Reward, float] = {"rank": -1.0, "margin": -1000.0}

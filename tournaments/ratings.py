"""Ratings from results: the model of Plackett and Luce, with teams, as Weng and Lin (2011, algorithm 4) update it.

In the model a game is a race: of those who are left, one after the other is chosen as the next, with a chance that
grows with its strength. Weng and Lin count a shared rank as one choice, so that somebody behind it may gain more than
those who share it. Here it counts as the mean of the orders that it leaves open, and nobody gains more than an equal
one with a better rank. For two that share a rank both say the same.
"""

from collections.abc import Sequence
from math import exp, sqrt

from tournaments.values import Rating

# The deviation of a player's performances, that of what a rating may have changed since the last game, and the least
# part of a variance that a game leaves.
BETA = 25 / 6
TAU = 25 / 300
LEAST_PART = 0.0001


def rate(ratings: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> tuple[tuple[Rating, ...], ...]:
    """Return the ratings after one game, of the members of each team, given the teams' ranks (1 is the best)."""
    means = [sum(rating.mu for rating in team) for team in ratings]
    variances = [sum(_variance(rating) for rating in team) for team in ratings]
    spread = sqrt(sum(variance + BETA**2 for variance in variances))
    race = _Race([exp(mean / spread) for mean in means], ranks)
    return tuple(
        tuple(_update(rating, variances[place], spread, race.gains[place], race.insights[place]) for rating in team)
        for place, team in enumerate(ratings)
    )


def rate_all(
    ratings: Sequence[Rating], games: Sequence[tuple[Sequence[Sequence[int]], Sequence[int]]]
) -> tuple[Rating, ...]:
    """Return everybody's ratings after games in turn; each is its teams, as places in `ratings`, and their ranks."""
    current = list(ratings)
    for teams, ranks in games:
        rated = rate([[current[place] for place in team] for team in teams], ranks)
        for team, new in zip(teams, rated, strict=True):
            for place, rating in zip(team, new, strict=True):
                current[place] = rating
    return tuple(current)


class _Race:
    """What the ranks of teams with these strengths tell: of each, how much better it was than expected.

    `gains` are 1 less the chances to be chosen that a team had until it was, and `insights` the variances of these
    choices.
    """

    def __init__(self, strengths: Sequence[float], ranks: Sequence[int]) -> None:
        self._strengths = strengths
        self.gains = [1.0] * len(ranks)
        self.insights = [0.0] * len(ranks)
        for rank in sorted(set(ranks)):
            tied = [place for place, other in enumerate(ranks) if other == rank]
            behind = [place for place, other in enumerate(ranks) if other > rank]
            for left in range(len(tied), 0, -1):
                self._choose(tied, left, behind)

    def _choose(self, tied: Sequence[int], left: int, behind: Sequence[int]) -> None:
        """Choose one of those who share a rank, while so many of them are left, each of them equally likely.

        Of the others that are left with one of them, the mean strength is taken.
        """
        strengths = self._strengths
        total = sum(strengths[place] for place in tied)
        rest = sum(strengths[place] for place in behind)
        others = max(1, len(tied) - 1)
        shares = [1 / (rest + strengths[place] + (left - 1) * (total - strengths[place]) / others) for place in tied]
        is_left = left / len(tied)
        mean = sum(shares) / len(shares)
        mean_square = sum(share**2 for share in shares) / len(shares)
        # One of them all is chosen for certain, which means do not say exactly.
        certain = rest * mean + is_left * sum(
            strengths[place] * share for place, share in zip(tied, shares, strict=True)
        )
        for place, share in zip(tied, shares, strict=True):
            chance = strengths[place] * share
            self.gains[place] -= is_left * chance / certain
            self.insights[place] += is_left * chance * (1 - chance)
        for place in behind:
            strength = strengths[place]
            self.gains[place] -= strength * mean / certain
            self.insights[place] += strength * mean - strength**2 * mean_square


def _variance(rating: Rating) -> float:
    return rating.sigma**2 + TAU**2


def _update(rating: Rating, of_team: float, spread: float, gain: float, insight: float) -> Rating:
    """Return the rating of a member of a team, whose variance it shares."""
    variance = _variance(rating)
    surer = variance * sqrt(of_team) / spread * insight / spread**2
    return Rating(rating.mu + variance / spread * gain, sqrt(variance * max(1 - surer, LEAST_PART)))

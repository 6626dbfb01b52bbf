"""Ratings from results: the model of Plackett and Luce, with teams and ties, as Weng and Lin (2011) update it."""

from collections.abc import Sequence

from openskill.models import PlackettLuce

from tournaments.values import Rating

_MODEL = PlackettLuce()


def rate(ratings: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> tuple[tuple[Rating, ...], ...]:
    """Return the ratings after one game, of the members of each team, given the teams' ranks (1 is the best)."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma) for rating in team] for team in ratings]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(tuple(Rating(rating.mu, rating.sigma) for rating in team) for team in rated)


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

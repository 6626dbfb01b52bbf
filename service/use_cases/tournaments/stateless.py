"""Tournaments that the caller keeps: pairings, standings and ratings as pure functions of what is sent.

Large ones take some tenths of a second, so they are computed in another process.
"""

from service.use_cases.context import RequestContext
from service.use_cases.tournaments.calculations import pair, rank, rate
from service.use_cases.tournaments.stateless_inputs import PairRoundInput, RateResultsInput, StandingsInput
from service.views.tournaments.stateless import NextRound, PlayerRatings, RankedEntrants


async def pair_round(context: RequestContext, input: PairRoundInput) -> NextRound:
    """Pair the next round of a tournament that the caller keeps. Raises `Problem`."""
    return await context.tournaments.calculate(pair, input)


async def standings_of(context: RequestContext, input: StandingsInput) -> RankedEntrants:
    """Return the standings of a tournament that the caller keeps. Raises `Problem`."""
    return await context.tournaments.calculate(rank, input)


async def rate_results(context: RequestContext, input: RateResultsInput) -> PlayerRatings:
    """Return the ratings after some games. Raises `Problem`."""
    return await context.tournaments.calculate(rate, input)

"""Tournaments that the caller keeps: pairings, standings and ratings as pure functions of the input.

Large tournaments take some tenths of a second, so another process makes the calculations.
"""

from collections import Counter

from service.sessions.problems import Problem
from service.use_cases.context import RequestContext
from service.use_cases.operation import in_rest, query, raises
from service.use_cases.tournaments.calculations import pair, rank, rate
from service.use_cases.tournaments.inputs import (
    LARGEST_TABLE,
    MOST_RATED,
    MOST_RESULTS,
    PairedRoundInput,
    PairRoundInput,
    RatedGameInput,
    RateResultsInput,
    StandingsInput,
)
from service.views.calculation_view import NextRound, PlayerRatings, RankedEntrants

EXAMPLE = {
    "plan": {"format": "SWISS", "seats": 2},
    "entrants": [{"rating": 1800}, {"rating": 1600}, {}, {}],
    "rounds": [
        {
            "tables": [
                {"entrants": [0, 2], "boards": [{"scores": [31, 24], "ranking": [1, 2]}]},
                {"entrants": [3, 1], "boards": [{"scores": [12, 12], "ranking": [1, 1]}]},
            ]
        }
    ],
}


def _cost_of_standings(input: StandingsInput) -> int:
    """Return the price: ten milliseconds of a core cost one request."""
    seats = min(max(2, input.plan.seats), LARGEST_TABLE)
    return len(input.entrants) * len(input.rounds or ()) * seats // 800


def _cost_of_pairing(input: PairRoundInput) -> int:
    """Return the price: ten milliseconds of a core cost one request, and small fields are paired most carefully."""
    return _cost_of_standings(input) // 2 + len(input.entrants) // 100 + min(len(input.entrants), 100) ** 2 // 100


def _cost_of_rating(input: RateResultsInput) -> int:
    return sum(len(game.teams) for game in input.games) // 50


@query("POST /v1/pairings", "Tournaments that the caller keeps", cost=_cost_of_pairing)
@in_rest(answered="The round.", example={**EXAMPLE, "seed": "0" * 64})
@raises("BUSY")
async def pair_round(context: RequestContext, input: PairRoundInput) -> NextRound:
    """Pair the next round of a tournament that the caller keeps.

    Nothing is stored. The same rounds and seed always give the same pairings. A large tournament is charged as several
    requests.
    """
    _check_results(input)
    return await context.tournaments.calculate(pair, input)


@query("POST /v1/standings", "Tournaments that the caller keeps", cost=_cost_of_standings)
@in_rest(answered="The standings.", example=EXAMPLE)
@raises("BUSY")
async def standings_of(context: RequestContext, input: StandingsInput) -> RankedEntrants:
    """Compute the standings of a tournament that the caller keeps.

    Nothing is stored. Tables of the last round count as soon as they are over. A large tournament is charged as several
    requests.
    """
    _check_results(input)
    return await context.tournaments.calculate(rank, input)


@query("POST /v1/ratings", "Tournaments that the caller keeps", cost=_cost_of_rating)
@in_rest(
    answered="The ratings.",
    example={
        "ratings": [{"mu": 25.0, "sigma": 8.0}, {"mu": 30.0, "sigma": 4.0}],
        "games": [{"teams": [{"players": [0], "rank": 1}, {"players": [1], "rank": 2}]}],
    },
)
@raises("BUSY")
async def rate_results(context: RequestContext, input: RateResultsInput) -> PlayerRatings:
    """Rate players by the results of games.

    Nothing is stored. The model is the one by Plackett and Luce, with teams and shared ranks; margins do not count.
    Many games are charged as several requests.
    """
    if sum(map(_count_rated, input.games)) > MOST_RATED:
        message = (
            "These are too many games at once. Each counts its players, a fiftieth of the square of its teams, and a "
            f"quarter of the square of those who share a rank; together they may count at most {MOST_RATED}."
        )
        raise Problem("INVALID_INPUT", message, ("games",))
    return await context.tournaments.calculate(rate, input)


def _check_results(input: StandingsInput) -> None:
    """Raise `Problem` for a tournament that would take too long."""
    if sum(map(_count_results, input.rounds or ())) > MOST_RESULTS:
        message = f"The rounds have too many results: byes, seats and scores together may be at most {MOST_RESULTS}."
        raise Problem("INVALID_INPUT", message, ("rounds",))


def _count_results(played: PairedRoundInput) -> int:
    seats = sum(len(table.entrants) for table in played.tables)
    scores = sum(len(board.scores) for table in played.tables for board in table.boards or ())
    return len(played.byes or ()) + seats + scores


def _count_rated(game: RatedGameInput) -> int:
    """Return the work for a game in units of ten microseconds; all orders of teams that share a rank count."""
    sharing = Counter(team.rank for team in game.teams).values()
    players = sum(len(team.players) for team in game.teams)
    return players + len(game.teams) ** 2 // 50 + sum(number**2 // 4 for number in sharing)

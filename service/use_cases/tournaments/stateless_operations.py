"""The rows of the table of operations on tournaments that the caller keeps."""

from typing import Any

from service.use_cases.operation import Operation
from service.use_cases.tournaments.stateless import pair_round, rate_results, standings_of
from service.use_cases.tournaments.stateless_inputs import (
    LARGEST_TABLE,
    PairRoundInput,
    RateResultsInput,
    StandingsInput,
)
from service.views.tournaments.stateless import NextRound, PlayerRatings, RankedEntrants


def _cost_of_standings(input: StandingsInput) -> int:
    """Charge ten milliseconds of a core like a request."""
    seats = min(max(2, input.plan.seats), LARGEST_TABLE)
    return len(input.entrants) * len(input.rounds or ()) * seats // 800


def _cost_of_pairing(input: PairRoundInput) -> int:
    """Charge ten milliseconds of a core like a request: small fields are paired most carefully."""
    return _cost_of_standings(input) // 2 + len(input.entrants) // 100 + min(len(input.entrants), 100) ** 2 // 100


def _cost_of_rating(input: RateResultsInput) -> int:
    return sum(len(game.teams) for game in input.games) // 50


STATELESS_TOURNAMENTS: tuple[Operation[Any, Any], ...] = (
    Operation(
        name="pairRound",
        kind="query",
        summary="Pair the next round of a tournament that the caller keeps",
        description="Nothing is stored. The same rounds and seed are always paired the same. A large tournament is "
        "charged like more requests.",
        input=PairRoundInput,
        use_case=pair_round,
        answer=NextRound,
        result="PairRoundResult",
        problems=("BUSY",),
        cost=_cost_of_pairing,
    ),
    Operation(
        name="standingsOf",
        kind="query",
        summary="Compute the standings of a tournament that the caller keeps",
        description="Nothing is stored. In the last round, the tables that are over count. A large tournament is "
        "charged like more requests.",
        input=StandingsInput,
        use_case=standings_of,
        answer=RankedEntrants,
        result="StandingsOfResult",
        problems=("BUSY",),
        cost=_cost_of_standings,
    ),
    Operation(
        name="rateResults",
        kind="query",
        summary="Rate players by the results of games",
        description="Nothing is stored. The model is that of Plackett and Luce, with teams and shared ranks; margins "
        "do not count. Many games are charged like more requests.",
        input=RateResultsInput,
        use_case=rate_results,
        answer=PlayerRatings,
        result="RateResultsResult",
        problems=("BUSY",),
        cost=_cost_of_rating,
    ),
)

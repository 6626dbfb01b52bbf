"""The calculations for tournaments that the caller keeps: pure functions of the input."""

import re
from collections.abc import Sequence
from math import isfinite

import msgspec

import tournaments
from service.sessions.problems import Problem
from service.tournaments.tournament import Kept
from service.use_cases.tournaments.inputs import (
    HIGHEST_DEVIATION,
    HIGHEST_RATING,
    LEAST_DEVIATION,
    MOST_ENTRANTS,
    MOST_GAMES,
    MOST_KEPT_ROUNDS,
    MOST_TEAMS,
    PairingEntrantInput,
    PairingPlanInput,
    PairRoundInput,
    RatedGameInput,
    RateResultsInput,
    RatingInput,
    StandingsInput,
)
from service.views.calculation_view import (
    NextRound,
    PairedRound,
    PlayerRating,
    PlayerRatings,
    RankedEntrant,
    RankedEntrants,
)
from service.views.fields import wire_name
from tournaments import Entrant, Plan, Rating, Round

_SEED = re.compile("[0-9a-f]{64}")


def pair(input: PairRoundInput) -> NextRound:
    """Pair the next round. Raises `Problem`."""
    kept = _read(input)
    if _SEED.fullmatch(input.seed) is None:
        raise Problem("INVALID_INPUT", "A seed must be 64 lower-case hex digits.", ("seed",))
    if kept.rounds and not tournaments.is_complete(kept.rounds[-1]):
        raise Problem("INVALID_INPUT", f"Round {len(kept.rounds)} is not complete.", ("rounds",))
    paired = tournaments.next_round(kept.plan, kept.entrants, kept.rounds, input.seed)
    return NextRound(round=msgspec.convert(paired, PairedRound | None, from_attributes=True))


def rank(input: StandingsInput) -> RankedEntrants:
    """Return the standings. Raises `Problem`."""
    kept = _read(input)
    standings = tournaments.standings(kept.plan, kept.entrants, kept.rounds)
    return RankedEntrants(standings=msgspec.convert(standings, tuple[RankedEntrant, ...], from_attributes=True))


def rate(input: RateResultsInput) -> PlayerRatings:
    """Return the ratings after some games. Raises `Problem`."""
    _check_length(input.ratings, 2, MOST_ENTRANTS, "ratings")
    _check_length(input.games, 0, MOST_GAMES, "games")
    ratings = [_read_rating(rating, index) for index, rating in enumerate(input.ratings)]
    games = [_read_game(game, len(ratings), index) for index, game in enumerate(input.games)]
    try:
        rated = tournaments.rate_all(ratings, games)
    except ArithmeticError:
        raise Problem("INVALID_INPUT", "These ratings are too far apart for the calculation.", ("ratings",)) from None
    return PlayerRatings(ratings=msgspec.convert(rated, tuple[PlayerRating, ...], from_attributes=True))


def _read(input: StandingsInput) -> Kept:
    """Read and check a tournament. Raises `Problem`."""
    rounds = input.rounds or ()
    _check_length(input.entrants, 2, MOST_ENTRANTS, "entrants")
    _check_length(rounds, 0, MOST_KEPT_ROUNDS, "rounds")
    for index, entrant in enumerate(input.entrants):
        _check_part(entrant, index)
    entrants = msgspec.convert(input.entrants, tuple[Entrant, ...], from_attributes=True)
    try:
        plan = _read_plan(input.plan)
        tournaments.check_plan(plan, len(entrants))
        kept = Kept(plan, entrants, msgspec.convert(msgspec.to_builtins(rounds), tuple[Round, ...]))
        tournaments.check_rounds(kept.plan, kept.entrants, kept.rounds)
    except tournaments.InvalidPlan as error:
        path = ("entrants",) if error.field == "entrants" else ("plan", wire_name(error.field))
        raise Problem("INVALID_INPUT", error.message, path) from None
    except tournaments.InvalidRounds as error:
        raise Problem("INVALID_INPUT", error.message, tuple(map(str, error.path))) from None
    return kept


def _check_part(entrant: PairingEntrantInput, index: int) -> None:
    """Raise `Problem` unless an entrant's first and last round are valid."""
    path = ("entrants", str(index))
    if entrant.from_round < 1:
        raise Problem("INVALID_INPUT", "`fromRound` must be 1 or more.", (*path, "fromRound"))
    if entrant.until_round is not None and entrant.until_round < 0:
        raise Problem("INVALID_INPUT", "`untilRound` must be 0 or more.", (*path, "untilRound"))


def _read_plan(input: PairingPlanInput) -> Plan:
    """Return the plan of an input. Raises `InvalidPlan`."""
    if input.rounds > MOST_KEPT_ROUNDS:
        raise tournaments.InvalidPlan("rounds", f"This is {input.rounds}, and must be at most {MOST_KEPT_ROUNDS}.")
    given = msgspec.to_builtins(input)
    for name, value in given.items():
        # Each field is first read alone, to find out which one is wrong.
        try:
            msgspec.convert({"format": "SWISS", "seats": 2, name: value}, Plan)
        except msgspec.ValidationError:
            raise tournaments.InvalidPlan(name, f"The value of {wire_name(name)} is unknown or out of range.") from None
    return msgspec.convert(given, Plan)


def _read_rating(input: RatingInput, index: int) -> Rating:
    is_known = isfinite(input.mu) and abs(input.mu) <= HIGHEST_RATING
    if not is_known or not LEAST_DEVIATION <= input.sigma <= HIGHEST_DEVIATION:
        bounds = (
            f"`mu` must be at most {HIGHEST_RATING:.0f}, `sigma` from {LEAST_DEVIATION} to {HIGHEST_DEVIATION:.0f}."
        )
        raise Problem("INVALID_INPUT", bounds, ("ratings", str(index)))
    return Rating(input.mu, input.sigma)


def _read_game(input: RatedGameInput, players: int, index: int) -> tuple[list[Sequence[int]], list[int]]:
    """Return the teams and ranks of a game. Raises `Problem`."""
    path = ("games", str(index))
    _check_length(input.teams, 2, MOST_TEAMS, *path, "teams")
    members = [player for team in input.teams for player in team.players]
    if not all(team.players for team in input.teams) or len(members) > MOST_TEAMS:
        raise Problem(
            "INVALID_INPUT", f"Each team of a game must have a player, and all together at most {MOST_TEAMS}.", path
        )
    if len(set(members)) < len(members) or not all(0 <= player < players for player in members):
        raise Problem(
            "INVALID_INPUT", f"The players of a game must be different numbers from 0 to {players - 1}.", path
        )
    if not all(1 <= team.rank <= MOST_TEAMS for team in input.teams):
        raise Problem("INVALID_INPUT", f"Ranks must be from 1 to {MOST_TEAMS}.", path)
    return [team.players for team in input.teams], [team.rank for team in input.teams]


def _check_length(items: Sequence[object], least: int, most: int, *path: str) -> None:
    if not least <= len(items) <= most:
        raise Problem("INVALID_INPUT", f"Send {least} to {most} {path[-1]}.", path)

"""The next round of a tournament, by its format."""

from collections.abc import Sequence

from tournaments.plans import count_rounds, size_tables
from tournaments.results import is_over
from tournaments.standings import standings
from tournaments.values import Entrant, Plan, Round, Table


def next_round(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: str) -> Round | None:
    """Pair the next round after complete ones, or return None when the tournament is over."""
    del seed
    if len(rounds) >= count_rounds(plan, len(entrants)):
        return None
    places = [standing.entrant for standing in standings(plan, entrants, rounds) if standing.is_active]
    tables, start = [], 0
    for size in size_tables(len(places), plan.seats, plan.least_seats):
        tables.append(Table(tuple(places[start : start + size]), (None,) * plan.boards))
        start += size
    return Round(tuple(tables), tuple(places[start:]))


def is_complete(played: Round) -> bool:
    """Tell whether every table of a round has its results."""
    return all(is_over(table) for table in played.tables)

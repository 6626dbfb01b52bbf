"""The next round of a tournament, by its format."""

from collections.abc import Callable, Sequence

from tournaments.entries import starters, takes_part
from tournaments.pairing.chance import draw_lots, draw_number
from tournaments.pairing.elimination import read_bracket
from tournaments.pairing.round_robin import pair_round_robin
from tournaments.pairing.swiss import pair_swiss
from tournaments.plans import count_rounds
from tournaments.results import is_over
from tournaments.seats import SeatCounts, seat_tables
from tournaments.values import Entrant, Format, Plan, Round, Table

Pair = Callable[[Plan, Sequence[Entrant], Sequence[Round], str], Round | None]


def next_round(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: str) -> Round | None:
    """Pair the next round after complete ones, or return None when the tournament is over.

    `seed`, 64 hex digits, decides what is drawn by lot. A round may have byes alone, where others have withdrawn.
    """
    if len(rounds) >= count_rounds(plan, len(starters(entrants, rounds))):
        return None
    return _PAIRINGS[plan.format](plan, entrants, rounds, seed)


def is_complete(played: Round) -> bool:
    """Tell whether every table of a round has its results."""
    return all(map(is_over, played.tables))


def _pair_elimination(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: str) -> Round | None:
    groups = read_bracket(plan, entrants, rounds).groups
    if not groups:
        return None
    tables = [group for group in groups if len(group) > 1]
    shift = draw_number(seed, "first seat", plan.seats)
    seated = seat_tables(tables, SeatCounts(plan, len(entrants), rounds), shift)
    byes = tuple(group[0] for group in groups if len(group) == 1)
    return Round(tuple(Table(members, (None,) * plan.boards) for members in seated), byes)


def _pair_one_table(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: str) -> Round | None:
    """Seat everybody at one table, in an order drawn by lot, and then so that the seats change."""
    playing = [number for number, entrant in enumerate(entrants) if takes_part(entrant, len(rounds) + 1)]
    if len(playing) < plan.least_seats:
        return None
    drawn = draw_lots(seed, "one table", playing)
    members = SeatCounts(plan, len(entrants), rounds).seat(drawn)
    return Round((Table(members, (None,) * plan.boards),))


_PAIRINGS: dict[Format, Pair] = {
    "SWISS": pair_swiss,
    "ROUND_ROBIN": pair_round_robin,
    "SINGLE_ELIMINATION": _pair_elimination,
    "DOUBLE_ELIMINATION": _pair_elimination,
    "ONE_TABLE": _pair_one_table,
}

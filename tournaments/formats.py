"""The formats of tournaments: one row for each, with what the rest of the program asks about it.

How the rounds of a format are paired is in `tournaments/pairing/rounds.py`.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from tournaments.sizes import size_knockout
from tournaments.values import Plan


class FormatFacts(Struct, frozen=True):
    """The facts about a format.

    `count_rounds` returns the number of rounds that a plan needs for a number of entrants. `has_one_table` means that
    all entrants sit at one table in each round; `only_seats` is the one size of table that the format has, if it has
    one.
    """

    meaning: str
    count_rounds: Callable[[Plan, int], int]
    is_elimination: bool = False
    has_one_table: bool = False
    takes_late_entries: bool = False
    only_seats: int | None = None


def facts_of(plan: Plan) -> FormatFacts:
    """Return the facts about the format of a plan."""
    return FORMATS[plan.format]


def _count_swiss_rounds(plan: Plan, entrants: int) -> int:
    """Return the plan's rounds, or ⌈log₂ n⌉ + 2, where a table of more seats counts as its logarithm.

    A knock-out would need as many without the two, which decide the next places too. There are never more than there
    are opponents.
    """
    if plan.rounds:
        return plan.rounds
    rounds = 2
    reached = 1
    while reached < entrants:
        reached = reached * plan.seats
        rounds = rounds + 1
    return max(1, min(rounds, entrants - 1))


def _count_round_robin_rounds(plan: Plan, entrants: int) -> int:
    if plan.rounds:
        return plan.rounds
    seats = max(2, min(plan.seats, entrants))
    if seats == 2:
        return max(0, entrants - 1 + entrants % 2)
    return -(-(entrants - 1) // (seats - 1))


def _count_single_elimination_rounds(plan: Plan, entrants: int) -> int:
    if plan.seats == 2:
        return _measure_bracket(entrants)
    rounds = 0
    left = entrants
    while left > 1:
        sizes, byes = size_knockout(left, plan.seats, plan.least_seats)
        if not sizes:
            return rounds
        left = len(sizes) + byes
        rounds = rounds + 1
    return rounds


def _count_double_elimination_rounds(_plan: Plan, entrants: int) -> int:
    """Return the most rounds that there can be: without a second final there is one less."""
    return 2 * _measure_bracket(entrants) + 1


def _measure_bracket(entrants: int) -> int:
    return max(0, entrants - 1).bit_length()


def _count_sittings(plan: Plan, _entrants: int) -> int:
    return plan.rounds or 1


FORMATS: Mapping[str, FormatFacts] = {
    "SWISS": FormatFacts(
        "Entrants with equal points meet. Nobody meets twice as long as that is possible.",
        _count_swiss_rounds,
        takes_late_entries=True,
    ),
    "ROUND_ROBIN": FormatFacts("Every entrant meets every other entrant.", _count_round_robin_rounds),
    "SINGLE_ELIMINATION": FormatFacts(
        "An entrant who loses is out.", _count_single_elimination_rounds, is_elimination=True
    ),
    "DOUBLE_ELIMINATION": FormatFacts(
        "An entrant who loses twice is out.", _count_double_elimination_rounds, is_elimination=True, only_seats=2
    ),
    "ONE_TABLE": FormatFacts(
        "All entrants sit at one table.", _count_sittings, has_one_table=True, takes_late_entries=True
    ),
}

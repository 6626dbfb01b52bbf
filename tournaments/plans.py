"""Checks of a plan against a number of entrants, and the number of its rounds."""

from tournaments.formats import facts_of
from tournaments.values import InvalidPlan, Plan

# Bounds that keep every computation short.
MOST_ENTRANTS = 5_000
MOST_ROUNDS = 1_000
MOST_BOARDS = 100
MOST_SEATS = 100


def check_plan(plan: Plan, entrants: int) -> None:
    """Check that a plan works with this number of entrants. Raises `InvalidPlan`."""
    _check_bounds(plan)
    _check_format(plan)
    _check_entrants(plan, entrants)


def count_rounds(plan: Plan, entrants: int) -> int:
    """Return the number of rounds: the plan's, or the number that the format needs for this number of entrants.

    Double elimination may end one round earlier, without a second final.
    """
    return facts_of(plan).count_rounds(plan, entrants)


def _check_bounds(plan: Plan) -> None:
    bounds = (
        ("seats", plan.seats, 2, MOST_SEATS),
        ("least_seats", plan.least_seats, 2, plan.seats),
        ("rounds", plan.rounds, 0, MOST_ROUNDS),
        ("boards", plan.boards, 1, MOST_BOARDS),
    )
    for field, value, least, most in bounds:
        if not least <= value <= most:
            raise InvalidPlan(field, f"This is {value}, and must be from {least} to {most}.")


def _check_format(plan: Plan) -> None:
    facts = facts_of(plan)
    if facts.only_seats not in (None, plan.seats):
        raise InvalidPlan("seats", f"Double elimination has tables of two seats, not of {plan.seats}.")
    if plan.rounds and facts.is_elimination:
        raise InvalidPlan("rounds", "An elimination lasts until one entrant is left: leave the number of rounds out.")
    if len(set(plan.tie_breaks)) != len(plan.tie_breaks):
        raise InvalidPlan("tie_breaks", "Each tie-break can be named once.")


def _check_entrants(plan: Plan, entrants: int) -> None:
    if not plan.least_seats <= entrants <= MOST_ENTRANTS:
        least = plan.least_seats
        raise InvalidPlan(
            "entrants", f"The number of entrants is {entrants}, and must be from {least} to {MOST_ENTRANTS}."
        )
    if facts_of(plan).has_one_table and entrants > plan.seats:
        raise InvalidPlan("seats", f"The table has {plan.seats} seats, and there are {entrants} entrants.")

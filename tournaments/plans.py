"""Checks of a plan against a number of entrants, its rounds, and the sizes of its tables."""

from tournaments.values import InvalidPlan, Plan

# Bounds that keep every computation short.
MOST_ENTRANTS = 5_000
MOST_ROUNDS = 1_000
MOST_BOARDS = 100
MOST_SEATS = 100


def check_plan(plan: Plan, entrants: int) -> None:
    """Check that a plan can be carried out with so many entrants. Raises `InvalidPlan`."""
    _check_bounds(plan)
    _check_format(plan)
    _check_entrants(plan, entrants)


def count_rounds(plan: Plan, entrants: int) -> int:
    """Return the number of rounds: the plan's, or as many as the format needs for so many entrants.

    A Swiss has ⌈log₂ n⌉ + 2 rounds, where a table of more seats counts as its logarithm: as many as a knock-out would
    need to find the winner, and two more, so that the next places are decided too; but never more than there are
    opponents. Double elimination may end one round before: the last one is the second final.
    """
    if plan.format == "ONE_TABLE":
        return plan.rounds or 1
    if plan.format == "SWISS":
        return plan.rounds or _count_swiss_rounds(plan.seats, entrants)
    if plan.format == "ROUND_ROBIN":
        return _count_round_robin_rounds(plan, entrants)
    return _count_elimination_rounds(plan, entrants)


def size_tables(entrants: int, seats: int, least: int) -> tuple[int, ...]:
    """Divide entrants among tables: as few tables as possible, whose sizes differ by one at most, the larger first.

    Entrants for whom there is no table have a bye: the sum is then less than the number of entrants.

    >>> size_tables(10, 4, 2), size_tables(9, 4, 2), size_tables(9, 4, 4), size_tables(5, 2, 2)
    ((4, 3, 3), (3, 3, 3), (4, 4), (2, 2))
    """
    for playing in range(entrants, least - 1, -1):
        tables = -(-playing // seats)
        if least * tables <= playing:
            size, larger = divmod(playing, tables)
            return (size + 1,) * larger + (size,) * (tables - larger)
    return ()


def size_knockout(left: int, seats: int, least: int) -> tuple[tuple[int, ...], int]:
    """Return the sizes of the tables of a knock-out's next round, whose winners advance, and the number of byes.

    There are as few byes as possible, but in every later round there must be enough for a table again.

    >>> size_knockout(16, 4, 2), size_knockout(9, 4, 2), size_knockout(8, 4, 3)
    (((4, 4, 4, 4), 0), ((3, 3, 3), 0), ((4, 3), 1))
    """
    for byes in range(left):
        playing = left - byes
        tables = -(-playing // seats)
        following = tables + byes
        if least * tables <= playing and (following == 1 or following >= least):
            return size_tables(playing, seats, least), byes
    return (), 0


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
    if plan.format == "DOUBLE_ELIMINATION" and plan.seats != 2:
        raise InvalidPlan("seats", f"Double elimination has tables of two seats, not of {plan.seats}.")
    if plan.rounds and plan.format in ("SINGLE_ELIMINATION", "DOUBLE_ELIMINATION"):
        raise InvalidPlan("rounds", "An elimination lasts until one entrant is left: leave the number of rounds out.")
    if len(set(plan.tie_breaks)) != len(plan.tie_breaks):
        raise InvalidPlan("tie_breaks", "Each tie-break can be named once.")


def _check_entrants(plan: Plan, entrants: int) -> None:
    if not plan.least_seats <= entrants <= MOST_ENTRANTS:
        least = plan.least_seats
        raise InvalidPlan(
            "entrants", f"The number of entrants is {entrants}, and must be from {least} to {MOST_ENTRANTS}."
        )
    if plan.format == "ONE_TABLE" and entrants > plan.seats:
        raise InvalidPlan("seats", f"The table has {plan.seats} seats, and there are {entrants} entrants.")


def _count_swiss_rounds(seats: int, entrants: int) -> int:
    rounds = 2
    reached = 1
    while reached < entrants:
        reached = reached * seats
        rounds = rounds + 1
    return max(1, min(rounds, entrants - 1))


def _count_round_robin_rounds(plan: Plan, entrants: int) -> int:
    if plan.rounds:
        return plan.rounds
    seats = max(2, min(plan.seats, entrants))
    if seats == 2:
        return max(0, entrants - 1 + entrants % 2)
    return -(-(entrants - 1) // (seats - 1))


def _count_elimination_rounds(plan: Plan, entrants: int) -> int:
    if plan.seats > 2:
        return _count_knockout_rounds(entrants, plan.seats, plan.least_seats)
    depth = max(0, entrants - 1).bit_length()
    return depth if plan.format == "SINGLE_ELIMINATION" else 2 * depth + 1


def _count_knockout_rounds(left: int, seats: int, least: int) -> int:
    rounds = 0
    while left > 1:
        sizes, byes = size_knockout(left, seats, least)
        if not sizes:
            return rounds
        left = len(sizes) + byes
        rounds = rounds + 1
    return rounds

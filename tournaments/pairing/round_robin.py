"""Round robins: Berger's tables for two seats, and rotations that balance the meetings for more."""

from collections.abc import Sequence
from itertools import product

from tournaments.entries import has_withdrawn, starters, takes_part
from tournaments.pairing.chance import draw_lots
from tournaments.pairing.groups import MOST_WEIGHED, Meetings, PairedTables, PairingField, form_tables, total_cost
from tournaments.pairing.meetings import choose_byes
from tournaments.seats import SeatCounts, seat_tables
from tournaments.sizes import size_tables
from tournaments.tally import read_tally
from tournaments.values import Entrant, Plan, Round, Table

# How many orders are drawn for a round with larger tables, of which the one with the fewest meetings is taken; the
# number falls with the number of entrants, and 1 is left for more than half as many.
MOST_DRAWS = 16
DRAWS_FOR = 400


def pair_round_robin(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: str) -> Round | None:
    """Pair the next round, or return None if there are too few for a table.

    Tables of two follow Berger, and larger ones an affine plane where one fits: those who were there at the start have
    numbers drawn by lot. All other tables are those of the fewest meetings that are found.
    """
    numbers = draw_lots(seed, "round robin", sorted(starters(entrants, rounds)))
    playing = {number for number in numbers if not has_withdrawn(entrants[number], len(rounds) + 1)}
    if plan.seats > 2 and not is_power(len(numbers), plan.seats):
        return _pair_evenly(plan, entrants, rounds, seed)
    if len(playing) < plan.least_seats:
        return None
    if plan.seats == 2:
        places = [list(pair) for pair in berger_round(len(numbers), len(rounds))]
    else:
        places = plane_round(len(numbers), plan.seats, len(rounds))
    groups = [[numbers[place] for place in table if place < len(numbers)] for table in places]
    return _make_round(plan, [[number for number in group if number in playing] for group in groups], entrants, rounds)


def berger_round(entrants: int, index: int) -> list[tuple[int, int]]:
    """Return a round of Berger's table, from 0, as pairs of places from 0, the first seat first.

    A pair with the place after the last is a bye where the number is odd. After the last round they go on with the
    seats exchanged (FIDE handbook C.05, annex 1).

    >>> berger_round(4, 1)
    [(3, 2), (0, 1)]
    """
    size = entrants + entrants % 2
    cycle, turn = divmod(index, size - 1)
    anchor = turn // 2 if turn % 2 == 0 else (size + turn - 1) // 2
    pairs = [(anchor, size - 1) if turn % 2 == 0 else (size - 1, anchor)]
    pairs += [((anchor + step) % (size - 1), (anchor - step) % (size - 1)) for step in range(1, size // 2)]
    return [pair if cycle % 2 == 0 else pair[::-1] for pair in pairs]


def plane_round(entrants: int, seats: int, index: int) -> PairedTables:
    """Return a round, from 0, of an affine space over a prime number of seats: its lines of one direction.

    In (n - 1) / (seats - 1) rounds everybody meets everybody once.

    >>> plane_round(9, 3, 0)[0], plane_round(9, 3, 1)[0]
    ([0, 1, 2], [0, 3, 6])
    """
    points = list(product(range(seats), repeat=_dimension(entrants, seats)))
    directions = [point for point in points if next((digit for digit in point if digit), 0) == 1]
    direction = directions[index % len(directions)]
    places = {point: place for place, point in enumerate(points)}
    lines: PairedTables = []
    covered: set[int] = set()
    for point in points:
        if places[point] not in covered:
            steps = ([(x + step * dx) % seats for x, dx in zip(point, direction, strict=True)] for step in range(seats))
            lines.append(sorted(places[tuple(on_line)] for on_line in steps))
            covered.update(lines[-1])
    return lines


def is_power(entrants: int, seats: int) -> bool:
    """Tell whether there is an affine space of so many points with so many on a line: a power of a prime number."""
    is_prime = all(seats % factor for factor in range(2, seats))
    return is_prime and entrants > seats and seats ** _dimension(entrants, seats) == entrants


def _dimension(entrants: int, seats: int) -> int:
    dimension = 1
    while seats ** (dimension + 1) <= entrants:
        dimension += 1
    return dimension


def _pair_evenly(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: str) -> Round | None:
    """Pair the present entrants with the fewest repeats."""
    playing = [number for number, entrant in enumerate(entrants) if takes_part(entrant, len(rounds) + 1)]
    sizes = size_tables(len(playing), plan.seats, plan.least_seats)
    if not sizes:
        return None
    tally = read_tally(plan, entrants, rounds)
    byes = set(choose_byes(tally, playing, len(playing) - sum(sizes)))
    drawn = draw_lots(seed, f"round {len(rounds)}", [number for number in playing if number not in byes])
    draws = max(1, min(MOST_DRAWS, DRAWS_FOR // len(drawn)))
    orders = [draw_lots(seed, f"round {len(rounds)} draw {draw}", drawn) for draw in range(draws)]
    met = Meetings(tally)
    fields = [PairingField(order, dict.fromkeys(order, 0), met, {}) for order in orders]
    formed = [form_tables(field, sizes, MOST_WEIGHED // draws) for field in fields]
    tables = formed[0] if draws == 1 else min(formed, key=lambda tables: total_cost(fields[0], tables))
    counts = SeatCounts(plan, len(entrants), rounds)
    seated = seat_tables(tables, counts, 0)
    return Round(tuple(Table(members, (None,) * plan.boards) for members in seated), tuple(sorted(byes)))


def _make_round(plan: Plan, groups: PairedTables, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> Round:
    """Make the round of a fixed schedule; those who are left alone by others who have withdrawn have a bye."""
    counts = SeatCounts(plan, len(entrants), rounds)
    tables = [group for group in groups if len(group) >= plan.least_seats]
    seated = map(tuple, tables) if plan.seats == 2 else seat_tables(tables, counts, 0)
    too_small = [group for group in groups if len(group) < plan.least_seats]
    byes = sorted(number for group in too_small for number in group)
    return Round(tuple(Table(members, (None,) * plan.boards) for members in seated), tuple(byes))

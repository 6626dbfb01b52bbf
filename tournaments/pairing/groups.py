"""Tables of entrants who are as close in points as possible and have not met, found by exchanges.

Entrants are assigned to tables from the top by points, so that the best of each group of equal points do not meet yet.
Then entrants who have met before change places with an entrant at the nearest table where that helps.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby

from msgspec import Struct

from tournaments.tally import Seated, Tally

PairedTables = list[list[int]]

# The cost of a pair at one table: for each earlier meeting, more than any distance in points; the square of the
# distance in levels of points; and, at tables of two, a seat that neither wants, which is nearly forbidden for entrants
# who have had it twice more than the other seat.
MEETING = 100_000_000
LEVEL = 50
BAD_SEAT = 10_000
STRONG_PREFERENCE = 8
# The distance, in tables, of the search for a better seat, and the most passes over all tables.
SEAT_REACH = 8
PASSES = 8
# The most pairs that are weighed, which takes a second or two. Very large tables then stay as they are.
MOST_WEIGHED = 2_000_000


class Meetings(dict[int, Mapping[int, int]]):
    """The meetings of each two entrants, counted for an entrant at its first look-up."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self._turns = tally.turns

    def __missing__(self, number: int) -> Mapping[int, int]:
        """Count the meetings of an entrant."""
        met = Counter[int]()
        for turn in self._turns[number]:
            if isinstance(turn, Seated):
                met.update(turn.entrants)
        del met[number]
        self[number] = dict(met)
        return self[number]

    def have_met(self, members: Iterable[int]) -> bool:
        """Tell whether any two of some entrants have met."""
        # Tables are compared, not pairs, of which a hundred members have 4,950.
        seen = set[int]()
        for number in members:
            tables = {id(turn) for turn in self._turns[number] if isinstance(turn, Seated)}
            if not seen.isdisjoint(tables):
                return True
            seen |= tables
        return False


class PairingField(Struct, frozen=True):
    """The entrants to pair, in order, with their levels of points from the top and their earlier meetings.

    At tables of two, `preferences` gives how much each entrant needs the first seat, or below 0 the second.
    """

    order: Sequence[int]
    levels: Mapping[int, int]
    met: Meetings
    preferences: Mapping[int, int]

    def cost(self, one: int, other: int) -> int:
        """Return the cost of two entrants at one table."""
        distance = self.levels[one] - self.levels[other]
        cost = LEVEL * distance * distance
        met = self.met[one]
        if other in met:
            cost += MEETING * met[other]
        return cost + self.seat_cost(one, other) if self.preferences else cost

    def seat_cost(self, one: int, other: int) -> int:
        """Return the cost of two entrants who want the same seat."""
        if not self.preferences:
            return 0
        first = self.preferences[one]
        second = self.preferences[other]
        if first * second <= 0:
            return 0
        both = min(abs(first), abs(second))
        return both * BAD_SEAT if both >= STRONG_PREFERENCE else both


def form_tables(field: PairingField, sizes: Sequence[int], most_weighed: int = MOST_WEIGHED) -> PairedTables:
    """Divide a field among tables of these sizes, from the top; stop when `most_weighed` pairs have been weighed."""
    tables = list(_fold_groups(field, sizes))
    left = most_weighed
    for _ in range(PASSES):
        changed = False
        for index in range(len(tables)):
            repaired, weighed = _repair(field, tables, index, left)
            changed = changed or repaired
            left -= weighed
        if not changed:
            break
    return tables


def total_cost(field: PairingField, tables: PairedTables) -> int:
    """Return the cost of all pairs."""
    return sum(field.cost(one, other) for table in tables for one, other in combinations(table, 2))


def count_repeats(field: PairingField, tables: PairedTables) -> int:
    """Count the pairs at one table who have met before."""
    return sum(other in field.met[one] for table in tables for one, other in combinations(table, 2))


def _fold_groups(field: PairingField, sizes: Sequence[int]) -> Iterator[list[int]]:
    """Yield tables from the top: as many as a level fills together with the entrants left over from levels above."""
    waiting: list[int] = []
    left = list(reversed(sizes))
    groups = [list(group) for _, group in groupby(field.order, key=field.levels.__getitem__)]
    for group in groups:
        waiting += group
        taken: list[int] = []
        while left and sum(taken) + left[-1] <= len(waiting):
            taken.append(left.pop())
        yield from _fold(waiting[: sum(taken)], taken)
        waiting = waiting[sum(taken) :]


def _fold(entrants: Sequence[int], sizes: Sequence[int]) -> PairedTables:
    """Divide entrants so that the first of each table are the best, the second the next best, and so on."""
    tables: PairedTables = [[] for _ in sizes]
    waiting = iter(entrants)
    for row in range(max(sizes, default=0)):
        for table, size in zip(tables, sizes, strict=True):
            if size > row:
                table.append(next(waiting))
    return tables


def _repair(field: PairingField, tables: PairedTables, index: int, most: int) -> tuple[bool, int]:
    """Exchange members of a faulty table with members of the nearest tables as long as that helps.

    Return whether it helped, and how many pairs were weighed.
    """
    changed = False
    weighed = 0
    table = tables[index]
    reach = _reach(field, table, len(tables))
    for neighbour in _list_neighbours(tables, index):
        if neighbour[0] > reach or weighed > most:
            break
        other = tables[neighbour[1]]
        if _exchange(field, table, other):
            changed = True
            reach = _reach(field, table, len(tables))
        weighed += len(table) * len(other) * (len(table) + len(other))
    return changed, weighed


def _list_neighbours(tables: PairedTables, index: int) -> Iterator[tuple[int, int]]:
    """Yield the distance and the index of every other table, the nearest first."""
    for distance in range(1, len(tables)):
        for neighbour in (index + distance, index - distance):
            if 0 <= neighbour < len(tables):
                yield distance, neighbour


def _reach(field: PairingField, table: Sequence[int], tables: int) -> int:
    """Return the useful distance of an exchange: any to avoid a second meeting, a short one for a better seat."""
    if field.met.have_met(table):
        return tables
    return SEAT_REACH if any(field.seat_cost(one, other) for one, other in combinations(table, 2)) else 0


def _exchange(field: PairingField, table: list[int], neighbour: list[int]) -> bool:
    """Make the exchange between two tables that saves most, if any does."""
    if len(table) == len(neighbour) == 2:
        return _exchange_pairs(field, table, neighbour)
    best = _find_best_exchange(_list_costs(field, [*table, *neighbour]), len(table))
    if best is None:
        return False
    here, there = best
    table[here], neighbour[there] = neighbour[there], table[here]
    return True


def _find_best_exchange(costs: Sequence[Sequence[int]], size: int) -> tuple[int, int] | None:
    """Return the places of the two members whose exchange saves most, None if no exchange saves anything.

    `costs` has a row and a column for each member: first the `size` members of the one table, then those of the other.
    """
    here_costs = [sum(row[:size]) for row in costs]
    there_costs = [sum(row[size:]) for row in costs]
    # How much more each member costs at the other table than at the first one.
    more_there = [there_costs[member] - here_costs[member] for member in range(len(costs))]
    best = None
    most_saved = 0
    for here in reversed(range(size)):
        row = costs[here]
        more = more_there[here]
        for there in reversed(range(size, len(costs))):
            # Each leaves the table that the other joins, so the cost of these two with each other does not count.
            saved = more_there[there] - more + 2 * row[there]
            if saved > most_saved:
                best = (here, there - size)
                most_saved = saved
    return best


def _exchange_pairs(field: PairingField, table: list[int], neighbour: list[int]) -> bool:
    """Do the same for tables of two, between which there are only two exchanges: large fields have 100,000 of these."""
    (one, two) = table
    (three, four) = neighbour
    cost = field.cost
    now = cost(one, two) + cost(three, four)
    if not now:
        return False
    straight = now - cost(one, four) - cost(three, two)
    crossed = now - cost(one, three) - cost(two, four)
    if max(straight, crossed) <= 0:
        return False
    there = 1 if straight >= crossed else 0
    table[1], neighbour[there] = neighbour[there], two
    return True


def _list_costs(field: PairingField, members: Sequence[int]) -> list[list[int]]:
    """Return the cost of every pair; an entrant alone costs nothing."""
    costs = [[0] * len(members) for _ in members]
    for place, one in enumerate(members):
        for above in range(place):
            cost = field.cost(one, members[above])
            costs[place][above] = cost
            costs[above][place] = cost
    return costs

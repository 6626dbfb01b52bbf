"""Seatings: the rotation from board to board, and a balance of the seats of each entrant."""

from collections.abc import Sequence
from itertools import accumulate

from tournaments.values import Plan, Round, Table


def seating(table: Table, board: int) -> tuple[int, ...]:
    """Return the entrants by seat at board 0, 1, …: everybody moves one seat up from board to board.

    >>> seating(Table((7, 8, 9)), 1)
    (9, 7, 8)
    """
    split = -board % len(table.entrants)
    return table.entrants[split:] + table.entrants[:split]


class SeatCounts:
    """How often each entrant had each seat, over all boards, and its seat at the last round's first board."""

    def __init__(self, plan: Plan, entrants: int, rounds: Sequence[Round]) -> None:
        self._boards = plan.boards
        # Where each began, and at how many seats.
        self._starts: list[list[tuple[int, int]]] = [[] for _ in range(entrants)]
        for played in rounds:
            for table in played.tables:
                for start, entrant in enumerate(table.entrants):
                    self._starts[entrant].append((start, len(table.entrants)))

    def seat(self, members: Sequence[int]) -> tuple[int, ...]:
        """Return the members by seat: with the seats that they have had least, and not the last one again.

        Two change seats as long as that is better, so that equal claims leave the given order.
        """
        seated = list(members)
        costs = {member: self._list_costs(member, len(seated)) for member in seated}
        while _exchange_seats(seated, costs):
            pass
        return tuple(seated)

    def preference(self, member: int) -> int:
        """Return an entrant's claim to the first of two seats; below 0 where it needs the second."""
        first, second = self._list_costs(member, 2)
        return second - first

    def _list_costs(self, member: int, size: int) -> list[int]:
        """Return the cost of starting at each seat: squares of the counts grow by it; then, to sit where one sat."""
        starts = self._starts[member]
        last = starts[-1][0] if starts else None
        taken = _add_windows(self._count_seats(starts, size), self._boards)
        return [4 * times + (start == last) for start, times in enumerate(taken)]

    def _count_seats(self, starts: Sequence[tuple[int, int]], size: int) -> list[int]:
        """Return how often each of so many seats was had, over all boards."""
        steps = [0] * (1 + max(size, *(seats for _, seats in starts), 0))
        for start, seats in starts:
            cycles, rest = divmod(self._boards, seats)
            beyond = max(0, start + rest - seats)
            _add_span(steps, 0, seats, cycles)
            _add_span(steps, start, start + rest - beyond, 1)
            _add_span(steps, 0, beyond, 1)
        return list(accumulate(steps))[:size]


def seat_tables(tables: Sequence[Sequence[int]], counts: SeatCounts, shift: int) -> list[tuple[int, ...]]:
    """Return the tables by seat; equal claims take turns from table to table, beginning as the lot says."""
    return [counts.seat(_rotate(table, (index + shift) % len(table))) for index, table in enumerate(tables)]


def _add_span(steps: list[int], begin: int, end: int, times: int) -> None:
    """Add a number to the counts from one place to another, which are told by their steps."""
    steps[begin] += times
    steps[end] -= times


def _add_windows(counts: Sequence[int], length: int) -> list[int]:
    """Return for each place of a ring the sum of so many counts from there on."""
    cycles, rest = divmod(length, len(counts))
    sums = [0, *accumulate([*counts, *counts])]
    return [cycles * sums[len(counts)] + sums[start + rest] - sums[start] for start in range(len(counts))]


def _rotate(table: Sequence[int], by: int) -> list[int]:
    return [*table[by:], *table[:by]]


def _exchange_seats(seated: list[int], costs: dict[int, list[int]]) -> bool:
    """Exchange every two members who gain by it, and tell whether there were any."""
    gained = False
    for high in range(len(seated)):
        for low in range(high):
            one = costs[seated[low]]
            other = costs[seated[high]]
            if one[low] + other[high] > one[high] + other[low]:
                seated[low], seated[high] = seated[high], seated[low]
                gained = True
    return gained

"""Who sits where: the rotation from board to board, and a seating that balances what each has had."""

from collections.abc import Sequence

from tournaments.values import Plan, Round, Table


def seating(table: Table, board: int) -> tuple[int, ...]:
    """Return the entrants by seat at board 0, 1, …: everybody moves one seat up from board to board.

    >>> seating(Table((7, 8, 9)), 1)
    (9, 7, 8)
    """
    split = -board % len(table.entrants)
    return table.entrants[split:] + table.entrants[:split]


class SeatCounts:
    """How often each entrant has had each seat, over all boards, and the seat of its last round's first board."""

    def __init__(self, plan: Plan, entrants: int, rounds: Sequence[Round]) -> None:
        self._boards = plan.boards
        self._counts: list[dict[int, int]] = [{} for _ in range(entrants)]
        self._last: list[int | None] = [None] * entrants
        for played in rounds:
            for table in played.tables:
                self._add(table)

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
        """Return how much an entrant needs the first of two seats; below 0 where it needs the second."""
        first, second = self._list_costs(member, 2)
        return second - first

    def _add(self, table: Table) -> None:
        size = len(table.entrants)
        for start, entrant in enumerate(table.entrants):
            self._last[entrant] = start
            for board in range(self._boards):
                seat = (start + board) % size
                self._counts[entrant][seat] = self._counts[entrant].get(seat, 0) + 1

    def _list_costs(self, member: int, size: int) -> list[int]:
        """Return what it costs to start at each seat: squares of the counts grow by it; then, to sit where one sat."""
        counts, last = self._counts[member], self._last[member]
        seats = [[(start + board) % size for board in range(self._boards)] for start in range(size)]
        return [4 * sum(counts.get(seat, 0) for seat in taken) + (start == last) for start, taken in enumerate(seats)]


def seat_tables(tables: Sequence[Sequence[int]], counts: SeatCounts, shift: int) -> list[tuple[int, ...]]:
    """Return the tables by seat; equal claims take turns from table to table, beginning as the lot says."""
    return [counts.seat(_rotate(table, (index + shift) % len(table))) for index, table in enumerate(tables)]


def _rotate(table: Sequence[int], by: int) -> list[int]:
    return [*table[by:], *table[:by]]


def _exchange_seats(seated: list[int], costs: dict[int, list[int]]) -> bool:
    """Exchange every two members who gain by it, and tell whether there were any."""
    gained = False
    for high in range(len(seated)):
        for low in range(high):
            one, other = costs[seated[low]], costs[seated[high]]
            if one[low] + other[high] > one[high] + other[low]:
                seated[low], seated[high] = seated[high], seated[low]
                gained = True
    return gained

"""Who sits where at each board of a table."""

from tournaments.values import Table


def seating(table: Table, board: int) -> tuple[int, ...]:
    """Return the entrants by seat at board 0, 1, …: everybody moves one seat up from board to board.

    >>> seating(Table((7, 8, 9)), 1)
    (9, 7, 8)
    """
    split = -board % len(table.entrants)
    return table.entrants[split:] + table.entrants[:split]

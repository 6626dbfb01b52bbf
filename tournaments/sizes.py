"""The sizes of the tables of a round."""


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

"""What a table is worth: its order by boards, and the points that follow from it."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from tournaments.seats import seating
from tournaments.values import Board, Bye, Plan, PointScheme, Round, Table

BYE_POINTS: dict[Bye, Fraction] = {"WIN": Fraction(1), "DRAW": Fraction(1, 2), "ZERO": Fraction(0)}
NOTHING = Fraction(0)
# A ruling of 0.3333333 means a third.
_FINEST = 10_000


def table_points(plan: Plan, played: Round, table_index: int) -> tuple[Fraction, ...] | None:
    """Return the points of a table in the order of its entrants, 1 for the first at most; None while it is not over.

    A ruling goes before the boards. With `deals` SAME a table waits for those that it is compared with.
    """
    table = played.tables[table_index]
    if table.ruling is not None:
        return tuple(Fraction(points).limit_denominator(_FINEST) for points in table.ruling)
    if not is_over(table):
        return None
    field = find_field(plan, played, table)
    if field is None:
        return None
    if len(field) == 1:
        return scheme_points(plan.points, _board_points(plan, table))
    return scheme_points(plan.points, adjusted_margins(table, field, find_direction(played)))


def is_over(table: Table) -> bool:
    """Tell whether a table has all its results."""
    return table.ruling is not None or (bool(table.boards) and None not in table.boards)


def find_field(plan: Plan, played: Round, table: Table) -> tuple[Table, ...] | None:
    """Return the tables that played the same deals as this one, with itself; None while one of them still plays.

    Deals for another number of seats are other deals, and a table with a ruling has no results to compare with.
    """
    if plan.deals == "FRESH":
        return (table,)
    same = [other for other in played.tables if len(other.entrants) == len(table.entrants)]
    if not all(is_over(other) for other in same):
        return None
    return tuple(other for other in same if other.ruling is None)


def scheme_points(scheme: PointScheme, totals: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the points of a table whose entrants have these totals, of which more is better.

    LINEAR gives n-1 … 0 of n-1, WINNER gives 1 to the first. Equal entrants share the mean of their places.
    """
    return _scheme_points(scheme, _rank(totals))


@lru_cache(maxsize=4096)
def _scheme_points(scheme: PointScheme, ranks: tuple[int, ...]) -> tuple[Fraction, ...]:
    if scheme == "WINNER":
        winners = ranks.count(1)
        return tuple(Fraction(rank == 1, winners) for rank in ranks)
    least = 2 * (len(ranks) - 1)
    return tuple(Fraction(2 * sum(other > rank for other in ranks) + ranks.count(rank) - 1, least) for rank in ranks)


def adjusted_margins(table: Table, field: Iterable[Table], direction: int) -> tuple[Fraction, ...]:
    """Return each entrant's sum of margins less the datum, as Butler's scoring does in duplicate bridge.

    The datum is the mean margin of the field at the same board and seat.
    """
    tables = tuple(field)
    data = [_find_datum([other.boards[board] for other in tables], direction) for board in range(len(table.boards))]
    return _sum_by_entrant(table, lambda board, result: _subtract(margins(result, direction), data[board]))


def raw_margins(table: Table, direction: int) -> tuple[Fraction, ...]:
    """Return each entrant's sum of margins over the boards that are over."""
    return _sum_by_entrant(table, lambda _board, result: margins(result, direction))


def margins(board: Board, direction: int) -> tuple[Fraction, ...]:
    """Return by seat the own score less the mean of the others', turned so that more is better."""
    others, total = len(board.scores) - 1, sum(board.scores)
    return tuple(direction * Fraction(score * others - (total - score), others) for score in board.scores)


def find_direction(played: Round) -> int:
    """Return 1 where the highest score ranks first, and -1 where the lowest does, as the rankings of a round tell."""
    votes = 0
    for table in played.tables:
        for board in table.boards:
            votes += 0 if board is None else _count_agreement(board)
    return -1 if votes < 0 else 1


def _count_agreement(board: Board) -> int:
    """Return by how many the neighbours in rank whose better one has the higher score outnumber the others."""
    ordered = sorted(zip(board.ranking, board.scores, strict=True))
    pairs = [(high, low) for (rank, high), (next_rank, low) in pairwise(ordered) if rank < next_rank]
    return sum((high > low) - (high < low) for high, low in pairs)


def _board_points(plan: Plan, table: Table) -> tuple[Fraction, ...]:
    """Return each entrant's sum of the boards' points."""
    return _sum_by_entrant(
        table, lambda _board, result: scheme_points(plan.points, [Fraction(-rank) for rank in result.ranking])
    )


def _sum_by_entrant(table: Table, by_seat: Callable[[int, Board], Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """Add up by entrant, in the order of the table, what each board gives by seat."""
    totals = dict.fromkeys(table.entrants, NOTHING)
    for board, result in enumerate(table.boards):
        if result is not None:
            for entrant, value in zip(seating(table, board), by_seat(board, result), strict=True):
                totals[entrant] += value
    return tuple(totals.values())


def _find_datum(boards: Sequence[Board | None], direction: int) -> tuple[Fraction, ...]:
    all_margins = [margins(board, direction) for board in boards if board is not None]
    return tuple(sum(values, NOTHING) / len(values) for values in zip(*all_margins, strict=True))


def _subtract(values: Sequence[Fraction], others: Sequence[Fraction]) -> tuple[Fraction, ...]:
    return tuple(value - other for value, other in zip(values, others, strict=True))


def _rank(totals: Sequence[Fraction]) -> tuple[int, ...]:
    places = {total: place for place, total in reversed(list(enumerate(sorted(totals, reverse=True), 1)))}
    return tuple(places[total] for total in totals)

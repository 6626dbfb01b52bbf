"""What tables are worth: their order by boards, and the points and margins that follow from it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import lcm

from tournaments.seats import seating
from tournaments.values import Board, Bye, Plan, PointScheme, Round, Table

# Values by entrant, in the order of a table; None while they are not known.
Values = tuple[Fraction, ...]

BYE_POINTS: dict[Bye, Fraction] = {"WIN": Fraction(1), "DRAW": Fraction(1, 2), "ZERO": Fraction(0)}
NOTHING = Fraction(0)
# A ruling of 0.3333333 means a third.
_FINEST = 10_000


# Rounds that are over are asked for again and again: 1,500 tables take 15 ms, and their hash 0.1 ms.
REMEMBERED_ROUNDS = 32


def table_points(plan: Plan, played: Round, table_index: int) -> Values | None:
    """Return the points of a table in the order of its entrants, 1 for the first at most; None while it is not over.

    A ruling goes before the boards. With `deals` SAME a table waits for those that it is compared with.
    """
    return round_points(plan, played)[table_index]


@lru_cache(maxsize=REMEMBERED_ROUNDS)
def round_points(plan: Plan, played: Round) -> tuple[Values | None, ...]:
    """Return the points of each table of a round, as `table_points` does."""
    return _round_values(plan, played, _points_of)


def round_margins(plan: Plan, played: Round) -> tuple[Values | None, ...]:
    """Return each table's sums of margins: less the datum where the deals were the same, 0 where there is a ruling."""
    return _round_values(plan, played, _margins_of)


def is_over(table: Table) -> bool:
    """Tell whether a table has all its results."""
    return table.ruling is not None or (bool(table.boards) and None not in table.boards)


class _Field:
    """The tables of a round that played the same deals: the mean margin at each board and seat (the datum).

    Deals for another number of seats are other deals, and a table with a ruling has no results to compare with.
    """

    def __init__(self, tables: Sequence[Table], direction: int) -> None:
        self.is_over = all(map(is_over, tables))
        compared = [table for table in tables if table.ruling is None]
        self.is_single = len(compared) < 2
        self.direction = direction
        self.data: tuple[Values, ...] = ()
        if self.is_over and not self.is_single:
            results = map(_list_results, compared)
            self.data = tuple(_find_datum(boards, direction) for boards in zip(*results, strict=True))


def _points_of(plan: Plan, table: Table, field: _Field) -> Values:
    if table.ruling is not None:
        return tuple(Fraction(points).limit_denominator(_FINEST) for points in table.ruling)
    if field.is_single:
        return scheme_points(plan.points, _board_points(plan, table))
    return scheme_points(plan.points, _margins_of(plan, table, field))


def _margins_of(_plan: Plan, table: Table, field: _Field) -> Values:
    """Return each entrant's sum of margins; in a field, less the datum, as in Butler's scoring of duplicate bridge."""
    if table.ruling is not None:
        return (NOTHING,) * len(table.entrants)
    if field.is_single:
        return _sum_by_entrant(table, lambda _board, result: margins(result, field.direction))
    return _sum_by_entrant(table, lambda board, result: _subtract(margins(result, field.direction), field.data[board]))


def _round_values(
    plan: Plan, played: Round, value: Callable[[Plan, Table, _Field], Values]
) -> tuple[Values | None, ...]:
    """Return the values of the tables of a round."""
    direction, tables = find_direction(played), played.tables
    if plan.deals == "FRESH":
        return tuple(value(plan, table, _Field((table,), direction)) if is_over(table) else None for table in tables)
    fields = {
        size: _Field([table for table in tables if len(table.entrants) == size], direction)
        for size in {len(table.entrants) for table in tables}
    }
    return tuple(_value_in_field(plan, table, fields[len(table.entrants)], value) for table in tables)


def _value_in_field(
    plan: Plan, table: Table, field: _Field, value: Callable[[Plan, Table, _Field], Values]
) -> Values | None:
    is_known = table.ruling is not None or field.is_over
    return value(plan, table, field) if is_known else None


def scheme_points(scheme: PointScheme, totals: Sequence[Fraction]) -> Values:
    """Return the points of a table whose entrants have these totals, of which more is better.

    LINEAR gives n-1 … 0 of n-1, WINNER gives 1 to the first. Equal entrants share the mean of their places.
    """
    levels, _unit = to_whole(totals)
    ranks: dict[int, int] = {}
    for rank, level in enumerate(sorted(levels, reverse=True), 1):
        ranks.setdefault(level, rank)
    return _points_by_rank(scheme, tuple(ranks[level] for level in levels))


@lru_cache(maxsize=4096)
def _points_by_rank(scheme: PointScheme, ranks: tuple[int, ...]) -> Values:
    if scheme == "WINNER":
        winners = ranks.count(1)
        return tuple(Fraction(rank == 1, winners) for rank in ranks)
    most, below = 2 * (len(ranks) - 1), 0
    points: dict[int, Fraction] = {}
    for rank, sharing in sorted(Counter(ranks).items(), reverse=True):
        points[rank] = Fraction(2 * below + sharing - 1, most)
        below += sharing
    return tuple(points[rank] for rank in ranks)


def margins(board: Board, direction: int) -> Values:
    """Return by seat the own score less the mean of the others', turned so that more is better."""
    others, total = len(board.scores) - 1, sum(board.scores)
    return tuple(Fraction(direction * (score * others - (total - score)), others) for score in board.scores)


def add_up(values: Iterable[Fraction]) -> Fraction:
    """Return the sum of values with few denominators: `sum` takes three times as long, and standings are sums."""
    by_denominator: dict[int, int] = {}
    for value in values:
        numerator, denominator = value.as_integer_ratio()
        by_denominator[denominator] = by_denominator.get(denominator, 0) + numerator
    common = lcm(*by_denominator)
    return Fraction(sum(part * (common // below) for below, part in by_denominator.items()), common)


def to_whole(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return values as whole numbers, and how many of their unit make 1: these compare and add up much faster."""
    unit = lcm(*{value.denominator for value in values})
    return [value.numerator * (unit // value.denominator) for value in values], unit


def find_direction(played: Round) -> int:
    """Return 1 where the highest score ranks first, and -1 where the lowest does, as the rankings of a round tell."""
    boards = (board for table in played.tables for board in table.boards if board is not None)
    return -1 if sum(map(_compare_neighbours, boards)) < 0 else 1


def _compare_neighbours(board: Board) -> int:
    """Count the neighbours in rank whose better one has the higher score, less those where it has the lower."""
    ordered = sorted(zip(board.ranking, board.scores, strict=True))
    pairs = [(better, worse) for (rank, better), (below, worse) in pairwise(ordered) if rank < below]
    return sum((better > worse) - (better < worse) for better, worse in pairs)


def _board_points(plan: Plan, table: Table) -> Values:
    """Return each entrant's sum of the points of the boards."""
    return _sum_by_entrant(table, lambda _board, result: _points_by_rank(plan.points, result.ranking))


def _sum_by_entrant(table: Table, by_seat: Callable[[int, Board], Values]) -> Values:
    """Add up by entrant what each board gives by seat."""
    totals = dict.fromkeys(table.entrants, NOTHING)
    for board, result in enumerate(_list_results(table)):
        for entrant, value in zip(seating(table, board), by_seat(board, result), strict=True):
            totals[entrant] += value
    return tuple(totals.values())


def _list_results(table: Table) -> list[Board]:
    """Return the boards of a table that is over."""
    return [board for board in table.boards if board is not None]


def _find_datum(boards: Sequence[Board], direction: int) -> Values:
    all_margins = [margins(board, direction) for board in boards]
    return tuple(sum(values, NOTHING) / len(values) for values in zip(*all_margins, strict=True))


def _subtract(values: Values, others: Values) -> Values:
    return tuple(value - other for value, other in zip(values, others, strict=True))

"""The results of tables: their order by boards, points and margins."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import lcm

from msgspec import Struct

from engine import Result, decide_outcome
from tournaments.values import Board, Bye, Plan, PointScheme, Round, Table

# Values by entrant, in the order of a table; None while they are not known.
TablePoints = tuple[Fraction, ...]

BYE_POINTS: dict[Bye, Fraction] = {"WIN": Fraction(1), "DRAW": Fraction(1, 2), "ZERO": Fraction(0)}
NOTHING = Fraction(0)
# A ruling of 0.3333333 means a third.
_FINEST = 10_000


# Rounds that are over are asked for again and again: 1,500 tables take 15 ms, and their hash 0.1 ms.
REMEMBERED_ROUNDS = 32


class Whole(Struct, frozen=True, gc=False):
    """Values as whole numbers, of which `unit` make 1: these compare and add up much faster than fractions."""

    numbers: tuple[int, ...]
    unit: int

    @property
    def values(self) -> TablePoints:
        """The values themselves."""
        return tuple(Fraction(number, self.unit) for number in self.numbers)


def read_board(seats: int, result: Result | None, resigned: Sequence[int]) -> Board | None:
    """Return the board of a table: its result, and the seats that resigned; None before its end."""
    outcome = decide_outcome(seats, result, resigned)
    if outcome is None:
        return None
    scores = (0,) * seats if result is None else result.scores
    return Board(scores, outcome.ranking, outcome.resigned)


def table_points(plan: Plan, played: Round, table_index: int) -> TablePoints | None:
    """Return the points of a table in the order of its entrants, 1 for the first at most; None while it is not over.

    A ruling overrides the boards. With `deals` SAME, a table waits for the tables that it is compared with.
    """
    return round_points(plan, played)[table_index]


@lru_cache(maxsize=REMEMBERED_ROUNDS)
def round_points(plan: Plan, played: Round) -> tuple[TablePoints | None, ...]:
    """Return the points of each table of a round, as `table_points` does."""
    return tuple(None if points is None else points.values for points in whole_points(plan, played))


def round_margins(plan: Plan, played: Round) -> tuple[TablePoints | None, ...]:
    """Return each table's sums of margins: less the datum where the deals were the same.

    They are 0 where the host has ruled, or somebody has resigned.
    """
    return tuple(None if sums is None else sums.values for sums in whole_margins(plan, played))


@lru_cache(maxsize=REMEMBERED_ROUNDS)
def whole_points(plan: Plan, played: Round) -> tuple[Whole | None, ...]:
    """Return the points of each table of a round as whole numbers."""
    return _round_values(plan, played, _points_of)


def whole_margins(plan: Plan, played: Round) -> tuple[Whole | None, ...]:
    """Return the margins of each table of a round as whole numbers."""
    return _round_values(plan, played, _margins_of)


def is_over(table: Table) -> bool:
    """Tell whether a table has all its results."""
    return table.ruling is not None or (bool(table.boards) and None not in table.boards)


def is_comparable(table: Table) -> bool:
    """Tell whether the scores of a table are what was played: nobody ruled, and nobody resigned."""
    return table.ruling is None and not any(board is not None and board.resigned for board in table.boards)


class _Field:
    """The tables of a round that played the same deals: the sum of all margins at each board and seat.

    Deals for another number of seats are other deals, and a table with a ruling, or at which somebody resigned, has no
    results to compare with.
    """

    def __init__(self, tables: Sequence[Table], direction: int) -> None:
        self.is_over = all(map(is_over, tables))
        compared = [table for table in tables if is_comparable(table)]
        self.count = len(compared)
        self.is_single = self.count < 2
        self.direction = direction
        self.totals: list[list[int]] = []
        if self.is_over and not self.is_single:
            results = map(_list_results, compared)
            self.totals = [_sum_by_seat(boards, direction) for boards in zip(*results, strict=True)]


def _points_of(plan: Plan, table: Table, field: _Field) -> Whole:
    if table.ruling is not None:
        return to_whole([read_ruling(points) for points in table.ruling])
    if field.is_single or not is_comparable(table):
        return scheme_points(plan.points, _board_points(plan, table))
    return scheme_points(plan.points, _margins_of(plan, table, field).numbers)


@lru_cache(maxsize=4096)
def read_ruling(points: float) -> Fraction:
    """Return the points that an organizer meant."""
    return Fraction(points).limit_denominator(_FINEST)


def _margins_of(_plan: Plan, table: Table, field: _Field) -> Whole:
    """Return each entrant's sum of margins; in a field, less the datum, as in Butler's scoring of duplicate bridge."""
    others = len(table.entrants) - 1
    if not is_comparable(table):
        return Whole((0,) * len(table.entrants), 1)
    if field.is_single:
        return Whole(_sum_by_entrant(table, lambda _board, result: margins(result, field.direction)), others)
    return Whole(_sum_by_entrant(table, partial(_compare, field)), others * field.count)


def _compare(field: _Field, board: int, result: Board) -> list[int]:
    """Return by seat the margins less the datum, the mean of the field's; times the number of its tables."""
    own = margins(result, field.direction)
    return [margin * field.count - total for margin, total in zip(own, field.totals[board], strict=True)]


def _round_values(plan: Plan, played: Round, value: Callable[[Plan, Table, _Field], Whole]) -> tuple[Whole | None, ...]:
    """Return the values of the tables of a round."""
    direction = find_direction(played)
    tables = played.tables
    if plan.deals == "FRESH":
        return tuple(value(plan, table, _Field((table,), direction)) if is_over(table) else None for table in tables)
    fields = {
        size: _Field([table for table in tables if len(table.entrants) == size], direction)
        for size in {len(table.entrants) for table in tables}
    }
    return tuple(_value_in_field(plan, table, fields[len(table.entrants)], value) for table in tables)


def _value_in_field(
    plan: Plan, table: Table, field: _Field, value: Callable[[Plan, Table, _Field], Whole]
) -> Whole | None:
    is_known = table.ruling is not None or field.is_over
    return value(plan, table, field) if is_known else None


def scheme_points(scheme: PointScheme, totals: Sequence[int]) -> Whole:
    """Return the points of a table whose entrants have these totals, of which more is better.

    LINEAR gives n-1 … 0 of n-1, WINNER gives 1 to the first. Equal entrants share the mean of their places.
    """
    ranks: dict[int, int] = {}
    for rank, total in enumerate(sorted(totals, reverse=True), 1):
        ranks.setdefault(total, rank)
    return _points_by_rank(scheme, tuple(map(ranks.__getitem__, totals)))


@lru_cache(maxsize=4096)
def _points_by_rank(scheme: PointScheme, ranks: tuple[int, ...]) -> Whole:
    if scheme == "WINNER":
        return Whole(tuple(int(rank == 1) for rank in ranks), ranks.count(1))
    most = 2 * (len(ranks) - 1)
    below = 0
    points: dict[int, int] = {}
    for rank, sharing in sorted(Counter(ranks).items(), reverse=True):
        points[rank] = 2 * below + sharing - 1
        below += sharing
    return Whole(tuple(map(points.__getitem__, ranks)), most)


def margins(board: Board, direction: int) -> list[int]:
    """Return by seat the own score less the mean of the others', times their number, so that more is better."""
    seats = len(board.scores)
    total = sum(board.scores)
    return [direction * (score * seats - total) for score in board.scores]


def to_whole(values: Sequence[Fraction]) -> Whole:
    """Return values as whole numbers."""
    unit = lcm(*{value.denominator for value in values})
    return Whole(tuple(value.numerator * (unit // value.denominator) for value in values), unit)


@lru_cache(maxsize=REMEMBERED_ROUNDS)
def find_direction(played: Round) -> int:
    """Return 1 where the highest score ranks first, and -1 where the lowest does, as the rankings of a round tell."""
    boards = [board for table in played.tables for board in table.boards]
    played_out = [board for board in boards if board is not None and not board.resigned]
    return -1 if sum(map(_compare_neighbours, played_out)) < 0 else 1


def _compare_neighbours(board: Board) -> int:
    """Count the neighbours in rank whose better one has the higher score, less those where it has the lower."""
    ordered = sorted(zip(board.ranking, board.scores, strict=True))
    pairs = [(better, worse) for (rank, better), (below, worse) in pairwise(ordered) if rank < below]
    return sum((better > worse) - (better < worse) for better, worse in pairs)


def _board_points(plan: Plan, table: Table) -> tuple[int, ...]:
    """Return each entrant's sum of the points of the boards, in a unit of the table."""
    boards = [_points_by_rank(plan.points, result.ranking) for result in _list_results(table)]
    unit = lcm(*{points.unit for points in boards})
    return _sum_by_entrant(
        table, lambda board, _result: [n * (unit // boards[board].unit) for n in boards[board].numbers]
    )


def _sum_by_entrant(table: Table, by_seat: Callable[[int, Board], Sequence[int]]) -> tuple[int, ...]:
    """Add up by entrant what each board gives by seat."""
    size = len(table.entrants)
    totals = [0] * size
    for board, result in enumerate(_list_results(table)):
        # Everybody moves one seat up from board to board.
        for seat, value in enumerate(by_seat(board, result), -board):
            totals[seat % size] += value
    return tuple(totals)


def _list_results(table: Table) -> list[Board]:
    """Return the boards of a table that is over."""
    return [board for board in table.boards if board is not None]


def _sum_by_seat(boards: Sequence[Board], direction: int) -> list[int]:
    return [sum(values) for values in zip(*(margins(board, direction) for board in boards), strict=True)]

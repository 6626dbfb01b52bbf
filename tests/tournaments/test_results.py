"""The points of tables: schemes, several boards, and the same deals compared as in duplicate bridge."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tools.random_tournaments import make_board
from tournaments import Board, Plan, PointScheme, Round, Table, is_complete, round_points, seating, table_points
from tournaments.results import round_margins


def exactly(*tables: Sequence[float] | None) -> tuple[tuple[Fraction, ...] | None, ...]:
    """Return the values of tables as the package has them."""
    return tuple(None if table is None else tuple(map(Fraction, table)) for table in tables)


FRESH = Plan(format="SWISS", seats=4)
SAME = Plan(format="SWISS", seats=2, boards=2, deals="SAME")


@pytest.mark.parametrize(
    ("scheme", "ranking", "points"),
    [
        ("LINEAR", (1, 2, 3, 4), ("1", "2/3", "1/3", "0")),
        ("LINEAR", (4, 1, 2, 2), ("0", "1", "1/2", "1/2")),
        ("LINEAR", (1, 1, 1, 1), ("1/2", "1/2", "1/2", "1/2")),
        ("LINEAR", (1, 2), ("1", "0")),
        ("LINEAR", (1, 1), ("1/2", "1/2")),
        ("WINNER", (2, 1, 3, 4), ("0", "1", "0", "0")),
        ("WINNER", (1, 3, 1, 1), ("1/3", "0", "1/3", "1/3")),
    ],
)
def test_a_scheme_gives_points_and_equals_share(
    scheme: PointScheme, ranking: tuple[int, ...], points: tuple[str, ...]
) -> None:
    table = Table(tuple(range(len(ranking))), (Board((0,) * len(ranking), ranking),))
    plan = Plan(format="SWISS", seats=len(ranking), points=scheme)
    assert table_points(plan, Round((table,)), 0) == tuple(map(Fraction, points))


def test_the_order_over_several_fresh_boards_is_that_of_their_points() -> None:
    plan = Plan(format="SWISS", seats=3, boards=3)
    # By seat; entrant 7 sits at seats 0, 1, 2 in turn.
    boards = (make_board((9, 5, 1)), make_board((9, 5, 1)), make_board((1, 5, 9)))
    table = Table((7, 8, 9), boards)
    assert [seating(table, board) for board in range(4)] == [(7, 8, 9), (9, 7, 8), (8, 9, 7), (7, 8, 9)]
    # 7: 1 + 1/2 + 1; 8: 1/2 + 0 + 0; 9: 0 + 1 + 1/2.
    assert table_points(plan, Round((table,)), 0) == (Fraction(1), Fraction(0), Fraction(1, 2))


def test_with_the_same_deals_an_entrant_is_compared_with_those_who_had_its_seat() -> None:
    # Seat 0 wins always: by 10 and 2 at the first table, by 6 and 6 at the second. The datum is 8 and 4.
    rich = Table((0, 1), (make_board((10, 0)), make_board((2, 0))))
    plain = Table((2, 3), (make_board((6, 0)), make_board((6, 0))))
    played = Round((rich, plain))
    assert round_margins(SAME, played) == exactly((4, -4), (-4, 4))
    assert round_points(SAME, played) == exactly((1, 0), (0, 1))


def test_adjusted_margins_of_a_field_add_up_to_nothing_at_every_seat() -> None:
    tables = [Table((2 * n, 2 * n + 1), (make_board((n * n, 3)), make_board((n, 7 - n)))) for n in range(5)]
    margins = round_margins(SAME, Round(tuple(tables)))
    assert sum(value for table in margins for value in table or ()) == 0


def test_where_the_lowest_score_wins_margins_are_turned() -> None:
    plan = Plan(format="SWISS", seats=2, deals="SAME")
    boards = [make_board(scores, lowest_wins=True) for scores in ((30, 50), (20, 50))]
    played = Round(tuple(Table((2 * n, 2 * n + 1), (board,)) for n, board in enumerate(boards)))
    # The second entrant of the first table lost by less than the one of the second.
    assert round_margins(plan, played) == exactly((-5, 5), (5, -5))


def test_without_a_field_the_raw_result_decides() -> None:
    pair = Table((0, 1), (make_board((10, 0)), make_board((3, 0))))
    three = Table((2, 3, 4), (make_board((1, 2, 3)), make_board((1, 2, 3))))
    plan = Plan(format="SWISS", seats=3, boards=2, deals="SAME")
    # Seat 2 wins the boards of three: entrant 4 the first and, one seat further, entrant 3 the second.
    assert round_points(plan, Round((three, pair))) == exactly((0, 1, 0.5), (0.5, 0.5))
    assert round_margins(plan, Round((three, pair)))[1] == (Fraction(7), Fraction(-7))


def test_a_table_waits_for_those_that_it_is_compared_with_but_not_if_it_has_a_ruling() -> None:
    over = Table((0, 1), (make_board((1, 0)), make_board((1, 0))))
    playing = Table((2, 3), (make_board((1, 0)), None))
    ruled = Table((4, 5), (None, None), ruling=(1.0, 0.0))
    played = Round((over, playing, ruled))
    assert round_points(SAME, played) == exactly(None, None, (1, 0))
    assert not is_complete(played)
    assert table_points(SAME, played, 0) is None


def test_a_table_with_a_ruling_is_no_part_of_the_field_and_has_no_margins() -> None:
    over = Table((0, 1), (make_board((9, 0)), make_board((1, 0))))
    ruled = Table((4, 5), (make_board((0, 90)), make_board((0, 90))), ruling=(0.5, 0.5))
    played = Round((over, ruled))
    assert is_complete(played)
    assert round_margins(SAME, played) == exactly((8, -8), (0, 0))


def test_a_table_without_results_is_not_over() -> None:
    assert not is_complete(Round((Table((0, 1)),)))
    assert is_complete(Round((), (0,)))
    assert round_points(FRESH, Round((Table((0, 1)),))) == (None,)

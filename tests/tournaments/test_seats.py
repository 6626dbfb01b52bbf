"""Seats are balanced: the entrant who had a seat least often gets it, and nobody the seat of the last round again."""

from random import Random

from tools.random_tournaments import make_entrants, play
from tournaments import Plan, Round, Table
from tournaments.seats import SeatCounts


def test_equal_claims_leave_the_order_as_it_is() -> None:
    counts = SeatCounts(Plan(format="SWISS", seats=4), 4, ())
    assert counts.seat((3, 1, 0, 2)) == (3, 1, 0, 2)


def test_two_who_have_sat_there_change_seats() -> None:
    counts = SeatCounts(Plan(format="SWISS", seats=2), 2, [Round((Table((0, 1)),))])
    assert counts.seat((0, 1)) == (1, 0)
    assert counts.preference(0) < 0 < counts.preference(1)


def test_the_fewer_times_at_a_seat_go_before_the_last_seat() -> None:
    rounds = [Round((Table((0, 1)), Table((2, 3)))), Round((Table((0, 2)), Table((3, 1)))), Round((Table((3, 0)),))]
    counts = SeatCounts(Plan(format="SWISS", seats=2), 4, rounds)
    # 0 sat first twice of three, 2 once of two; both were second the last time.
    assert counts.seat((0, 2)) == (2, 0)


def test_several_boards_count_at_each_seat() -> None:
    plan = Plan(format="SWISS", seats=3, boards=2)
    counts = SeatCounts(plan, 3, [Round((Table((0, 1, 2)),))])
    # 0 has had seats 0 and 1, 1 has had 1 and 2, and 2 has had 2 and 0: each starts where it has the third one.
    assert counts.seat((0, 1, 2)) in {(1, 2, 0), (2, 0, 1)}


def test_in_a_long_tournament_everybody_has_each_of_four_seats_nearly_as_often() -> None:
    plan = Plan(format="SWISS", seats=4, rounds=12)
    rounds = play(plan, make_entrants(24), Random(4))
    for entrant in range(24):
        had = [sum(table.entrants[seat] == entrant for r in rounds for table in r.tables) for seat in range(4)]
        assert max(had) - min(had) <= 2

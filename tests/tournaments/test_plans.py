"""Impossible plans are refused with the wrong field; the number of rounds of possible plans is known."""

import pytest
from msgspec.structs import replace

from tools.random_tournaments import SEED, make_board, make_entrants
from tournaments import (
    Board,
    Entrant,
    InvalidPlan,
    InvalidRounds,
    Plan,
    Round,
    Table,
    check_plan,
    check_rounds,
    count_rounds,
    next_round,
)

SWISS = Plan(format="SWISS", seats=2)


@pytest.mark.parametrize(
    ("plan", "entrants", "field"),
    [
        (replace(SWISS, seats=1), 8, "seats"),
        (replace(SWISS, seats=101), 800, "seats"),
        (replace(SWISS, least_seats=3), 8, "least_seats"),
        (replace(SWISS, rounds=-1), 8, "rounds"),
        (replace(SWISS, boards=0), 8, "boards"),
        (replace(SWISS, tie_breaks=("WINS", "WINS")), 8, "tie_breaks"),
        (SWISS, 1, "entrants"),
        (SWISS, 5_001, "entrants"),
        (Plan(format="DOUBLE_ELIMINATION", seats=3), 8, "seats"),
        (Plan(format="SINGLE_ELIMINATION", seats=2, rounds=2), 8, "rounds"),
        (Plan(format="ONE_TABLE", seats=4), 5, "seats"),
        (Plan(format="SWISS", seats=4, least_seats=4), 3, "entrants"),
    ],
)
def test_a_plan_that_cannot_be_carried_out_names_its_field(plan: Plan, entrants: int, field: str) -> None:
    with pytest.raises(InvalidPlan) as refused:
        check_plan(plan, entrants)
    assert refused.value.field == field
    assert refused.value.message.endswith(".")


@pytest.mark.parametrize(
    ("plan", "entrants", "rounds"),
    [
        (SWISS, 2, 1),
        (SWISS, 3, 2),
        (SWISS, 8, 5),
        (SWISS, 3000, 14),
        (replace(SWISS, seats=4), 16, 4),
        (replace(SWISS, rounds=9), 8, 9),
        (Plan(format="ROUND_ROBIN", seats=2), 8, 7),
        (Plan(format="ROUND_ROBIN", seats=2), 7, 7),
        (Plan(format="ROUND_ROBIN", seats=2, rounds=14), 8, 14),
        (Plan(format="ROUND_ROBIN", seats=4), 16, 5),
        (Plan(format="ROUND_ROBIN", seats=4), 3, 1),
        (Plan(format="SINGLE_ELIMINATION", seats=2), 9, 4),
        (Plan(format="SINGLE_ELIMINATION", seats=4), 17, 3),
        (Plan(format="SINGLE_ELIMINATION", seats=4, least_seats=4), 3, 0),
        (Plan(format="DOUBLE_ELIMINATION", seats=2), 8, 7),
        (Plan(format="ONE_TABLE", seats=4), 4, 1),
        (Plan(format="ONE_TABLE", seats=4, rounds=3), 4, 3),
    ],
)
def test_a_format_has_as_many_rounds_as_it_needs(plan: Plan, entrants: int, rounds: int) -> None:
    assert count_rounds(plan, entrants) == rounds


@pytest.mark.parametrize("format_", ["SWISS", "ROUND_ROBIN", "SINGLE_ELIMINATION", "DOUBLE_ELIMINATION", "ONE_TABLE"])
@pytest.mark.parametrize("entrants", [(), (Entrant(),), (Entrant(from_round=2), Entrant(until_round=0))])
def test_a_tournament_without_entrants_is_over(format_: str, entrants: tuple[Entrant, ...]) -> None:
    assert next_round(replace(SWISS, format=format_), entrants, (), SEED) is None


OVER = Table((0, 1), (make_board((1, 0)),))
OTHER = Table((2, 3), (make_board((1, 0)),))


@pytest.mark.parametrize(
    ("rounds", "path"),
    [
        ([Round((Table((0, 4)),))], ("rounds", 0)),
        ([Round((Table((0, -1)),))], ("rounds", 0)),
        ([Round((OVER, Table((0, 2))))], ("rounds", 0)),
        ([Round((OVER,), (1,))], ("rounds", 0)),
        ([Round((OVER, OTHER), (4,))], ("rounds", 0)),
        ([Round((Table((0, 1)),)), Round((OVER,))], ("rounds", 0)),
        ([Round((Table((0,)),))], ("rounds", 0, "tables", 0, "entrants")),
        ([Round((Table((0, 1, 2)),))], ("rounds", 0, "tables", 0, "entrants")),
        ([Round((Table((0, 1), (None, None)),))], ("rounds", 0, "tables", 0, "boards")),
        ([Round((Table((0, 1), (Board((1,), (1, 2)),)),))], ("rounds", 0, "tables", 0, "boards", 0)),
        ([Round((Table((0, 1), (Board((1, 0), (1,)),)),))], ("rounds", 0, "tables", 0, "boards", 0)),
        ([Round((Table((0, 1), (Board((10**10, 0), (1, 2)),)),))], ("rounds", 0, "tables", 0, "boards", 0, "scores")),
        ([Round((Table((0, 1), (Board((1, 0), (1, 3)),)),))], ("rounds", 0, "tables", 0, "boards", 0, "ranking")),
        ([Round((Table((0, 1), (), (1.0,)),))], ("rounds", 0, "tables", 0, "ruling")),
        ([Round((Table((0, 1), (), (1.5, 0.0)),))], ("rounds", 0, "tables", 0, "ruling")),
        ([Round((Table((0, 1), (), (float("nan"), 0.0)),))], ("rounds", 0, "tables", 0, "ruling")),
    ],
)
def test_rounds_that_do_not_fit_name_the_wrong_part(rounds: list[Round], path: tuple[str | int, ...]) -> None:
    with pytest.raises(InvalidRounds) as refused:
        check_rounds(SWISS, make_entrants(4), rounds)
    assert refused.value.path == path
    assert refused.value.message.endswith(".")


def test_entrants_play_only_while_they_take_part_and_ratings_are_numbers() -> None:
    with pytest.raises(InvalidRounds):
        check_rounds(SWISS, (Entrant(from_round=2), Entrant()), [Round((OVER,))])
    with pytest.raises(InvalidRounds) as refused:
        check_rounds(SWISS, (Entrant(rating=float("inf")), Entrant()), [])
    assert refused.value.path == ("entrants", 0, "rating")
    ruled = Table((2, 3), (), (0.5, 1.0))
    check_rounds(SWISS, make_entrants(4), [Round((OVER, ruled)), Round((Table((0, 1)),), (2, 3))])

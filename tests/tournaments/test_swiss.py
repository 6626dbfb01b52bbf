"""Guarantees of Swiss pairings: all play, nobody meets twice while avoidable, and a seed gives the same pairings."""

from collections import Counter
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.random_tournaments import make_entrants, play
from tournaments import Entrant, Plan, Round, Standing, next_round, standings
from tournaments.entries import takes_part
from tournaments.pairing.dutch import LARGEST

SEED = "c3" * 32


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[Plan, tuple[Entrant, ...], int]:
    """A Swiss of any size of table, with late entries and withdrawals, and the number of its results."""
    plan = Plan(
        format="SWISS",
        seats=draw(st.sampled_from((2, 2, 3, 4))),
        rounds=draw(st.integers(1, 7)),
        byes=draw(st.sampled_from(("WIN", "DRAW", "ZERO"))),
        points=draw(st.sampled_from(("LINEAR", "WINNER"))),
    )
    entrant = st.builds(
        Entrant,
        rating=st.none() | st.integers(1000, 2500).map(float),
        from_round=st.sampled_from((1, 1, 1, 1, 2)),
        until_round=st.sampled_from((None, None, None, None, 1, 3)),
    )
    entrants = draw(st.lists(entrant, min_size=plan.seats, max_size=14))
    return plan, tuple(entrants), draw(st.integers(0, 1000))


def members(played: Round) -> list[int]:
    return [number for table in played.tables for number in table.entrants]


def meetings(rounds: list[Round]) -> Counter[frozenset[int]]:
    tables = [table for played in rounds for table in played.tables]
    return Counter(frozenset(pair) for table in tables for pair in combinations(table.entrants, 2))


@settings(max_examples=60, deadline=None)
@given(tournaments())
def test_everybody_plays_or_has_a_bye_before_any_has_two(tournament: tuple[Plan, tuple[Entrant, ...], int]) -> None:
    plan, entrants, number = tournament
    rounds = play(plan, entrants, Random(number))
    byes: Counter[int] = Counter()
    for index, played in enumerate(rounds):
        there = [n for n, entrant in enumerate(entrants) if takes_part(entrant, index + 1)]
        assert sorted([*members(played), *played.byes]) == there
        assert all(byes[n] == min(byes[other] for other in there) for n in played.byes[:1])
        assert all(2 <= len(table.entrants) <= plan.seats for table in played.tables)
        byes.update(played.byes)


@settings(max_examples=60, deadline=None)
@given(tournaments().filter(lambda drawn: drawn[0].seats == 2))
def test_nobody_meets_twice_while_there_is_another_way(tournament: tuple[Plan, tuple[Entrant, ...], int]) -> None:
    plan, entrants, number = tournament
    check_meetings(play(plan, entrants, Random(number)))


# In the last of these, exchanges alone overlook a way.
@pytest.mark.parametrize(("entrants", "number"), [(6, 1), (9, 2), (10, 3), (12, 36)])
def test_nobody_meets_twice_too_early_in_more_rounds_than_there_are_opponents(entrants: int, number: int) -> None:
    plan = Plan(format="SWISS", seats=2, rounds=entrants + 3)
    check_meetings(play(plan, make_entrants(entrants), Random(number)))


def check_meetings(rounds: list[Round]) -> None:
    """Check that nobody meets a second time in a round in which all who play could meet somebody new."""
    for index, played in enumerate(rounds):
        met = meetings(rounds[:index])
        if any(frozenset(table.entrants) in met for table in played.tables):
            new = networkx.Graph(pair for pair in combinations(members(played), 2) if frozenset(pair) not in met)
            assert 2 * len(networkx.max_weight_matching(new, maxcardinality=True)) < len(members(played))


@settings(max_examples=15, deadline=None)
@given(tournaments())
def test_the_same_results_and_seed_are_paired_the_same(tournament: tuple[Plan, tuple[Entrant, ...], int]) -> None:
    plan, entrants, number = tournament
    assert play(plan, entrants, Random(number)) == play(plan, entrants, Random(number))


def rank_by_points(plan: Plan, entrants: tuple[Entrant, ...], rounds: list[Round]) -> dict[int, Standing]:
    return {standing.entrant: standing for standing in standings(plan, entrants, rounds)}


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_large_fields_meet_nobody_twice_among_their_equals_with_balanced_seats(seats: int) -> None:
    plan = Plan(format="SWISS", seats=seats, rounds=6, tie_breaks=())
    entrants = make_entrants(40 * seats + 20)
    rounds = play(plan, entrants, Random(seats))
    assert set(meetings(rounds).values()) == {1}
    before = rank_by_points(plan, entrants, rounds[:-1])
    spreads = [
        max(before[n].points for n in table.entrants) - min(before[n].points for n in table.entrants)
        for table in rounds[-1].tables
    ]
    assert sum(spreads) / len(spreads) < 0.3
    tables = [table.entrants for played in rounds for table in played.tables]
    for n in range(len(entrants)):
        taken = Counter(table.index(n) for table in tables if n in table)
        had = [taken[seat] for seat in range(seats)]
        assert max(had) - min(had) <= 2


def test_a_field_too_large_for_the_dutch_system_meets_nobody_twice_in_as_many_rounds_as_there_can_be() -> None:
    entrants = make_entrants(LARGEST + 2)
    plan = Plan(format="SWISS", seats=2, rounds=len(entrants) - 1)
    random = Random(2)
    rounds = play(plan, entrants, random, most=30)
    assert set(meetings(rounds).values()) == {1}


def test_points_that_are_no_halves_are_paired_without_the_dutch_system() -> None:
    plan = Plan(format="SWISS", seats=2, rounds=3)
    rounds = play(plan, make_entrants(6), Random(1), most=1)
    table, *others = rounds[0].tables
    ruled = Round((type(table)(table.entrants, table.boards, (0.3, 0.7)), *others))
    paired = next_round(plan, make_entrants(6), [ruled], SEED)
    assert paired is not None
    assert sorted(members(paired)) == list(range(6))


def test_the_first_round_keeps_the_best_apart() -> None:
    paired = next_round(Plan(format="SWISS", seats=4), make_entrants(12), (), SEED)
    assert paired is not None
    assert [sorted(table.entrants) for table in paired.tables] == [[0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]


def test_seeds_follow_ratings_and_then_the_order_of_entry() -> None:
    entrants = (Entrant(), Entrant(rating=1200.0), Entrant(), Entrant(rating=1900.0))
    paired = next_round(Plan(format="SWISS", seats=2), entrants, (), SEED)
    assert paired is not None
    assert [set(table.entrants) for table in paired.tables] == [{3, 0}, {1, 2}]


@pytest.mark.parametrize(
    ("entrants", "seats", "least", "sizes", "byes"),
    [(10, 4, 2, [4, 3, 3], 0), (9, 4, 4, [4, 4], 1), (5, 2, 2, [2, 2], 1), (3, 4, 2, [3], 0), (7, 3, 3, [3, 3], 1)],
)
def test_the_rest_has_small_tables_or_byes(entrants: int, seats: int, least: int, sizes: list[int], byes: int) -> None:
    plan = Plan(format="SWISS", seats=seats, least_seats=least)
    paired = next_round(plan, make_entrants(entrants), (), SEED)
    assert paired is not None
    assert ([len(table.entrants) for table in paired.tables], len(paired.byes)) == (sizes, byes)
    assert all(table.boards == (None,) for table in paired.tables)


def test_a_swiss_is_over_when_too_few_are_left() -> None:
    plan = Plan(format="SWISS", seats=3, least_seats=3, rounds=5)
    entrants = (*make_entrants(2), Entrant(until_round=1))
    rounds = play(plan, entrants, Random(1))
    assert len(rounds) == 1

"""Round robins: Berger's published tables, affine planes, and rotations as even as they are found."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.tournaments.published import BERGER
from tools.random_tournaments import make_entrants, play
from tournaments import Entrant, Plan, Round, next_round
from tournaments.pairing.round_robin import berger_round


def meetings(rounds: list[Round]) -> Counter[tuple[int, ...]]:
    tables = [sorted(table.entrants) for one in rounds for table in one.tables]
    return Counter(pair for table in tables for pair in combinations(table, 2))


@pytest.mark.parametrize("entrants", BERGER)
def test_pairs_are_those_of_the_published_tables(entrants: int) -> None:
    for index, text in enumerate(BERGER[entrants]):
        assert " ".join(f"{white + 1}-{black + 1}" for white, black in berger_round(entrants, index)) == text
        assert berger_round(entrants - 1, index) == berger_round(entrants, index)


def test_a_second_cycle_exchanges_the_seats() -> None:
    assert berger_round(6, 5) == [(black, white) for white, black in berger_round(6, 0)]


@pytest.mark.parametrize("entrants", [2, 5, 8, 13])
def test_everybody_meets_everybody_once_and_rests_once_where_the_number_is_odd(entrants: int) -> None:
    rounds = play(Plan(format="ROUND_ROBIN", seats=2), make_entrants(entrants), Random(1))
    assert len(meetings(rounds)) == entrants * (entrants - 1) // 2
    assert set(meetings(rounds).values()) == {1}
    assert Counter(number for one in rounds for number in one.byes) == Counter(range(entrants) if entrants % 2 else ())


def test_the_numbers_of_the_tables_are_drawn_by_lot() -> None:
    plan = Plan(format="ROUND_ROBIN", seats=2)
    assert len({next_round(plan, make_entrants(8), (), f"{seed:064x}") for seed in range(6)}) > 3


@pytest.mark.parametrize(("seats", "entrants", "rounds"), [(3, 9, 4), (5, 25, 6), (3, 27, 13), (7, 49, 8)])
def test_in_an_affine_space_everybody_meets_everybody_once(seats: int, entrants: int, rounds: int) -> None:
    played = play(Plan(format="ROUND_ROBIN", seats=seats), make_entrants(entrants), Random(1))
    assert len(played) == rounds
    assert len(meetings(played)) == entrants * (entrants - 1) // 2
    assert set(meetings(played).values()) == {1}


# How many pairs have met how often, by size: as even as they are found, so that a worse construction is noticed.
@pytest.mark.parametrize(
    ("seats", "entrants", "most"), [(3, 8, 1), (3, 12, 2), (4, 12, 2), (4, 16, 2), (6, 12, 3), (3, 30, 2), (4, 10, 2)]
)
def test_where_no_space_fits_nobody_meets_more_often_than_this(seats: int, entrants: int, most: int) -> None:
    rounds = play(Plan(format="ROUND_ROBIN", seats=seats), make_entrants(entrants), Random(1))
    found = meetings(rounds)
    assert max(found.values()) <= most
    assert len(found) >= 0.8 * entrants * (entrants - 1) / 2 or sum(found.values()) < entrants * (entrants - 1) / 2


def test_the_opponent_of_a_withdrawn_entrant_has_a_bye() -> None:
    plan = Plan(format="ROUND_ROBIN", seats=2)
    entrants = (Entrant(until_round=1), *[Entrant()] * 3)
    rounds = play(plan, entrants, Random(1))
    assert len(rounds) == 3
    assert all(len(played.byes) == 1 and len(played.tables) == 1 for played in rounds[1:])
    assert meetings(rounds).keys() >= {(1, 2), (1, 3), (2, 3)} - set(meetings(rounds[:1]))


def test_a_plane_goes_on_with_smaller_tables_when_somebody_withdraws() -> None:
    plan = Plan(format="ROUND_ROBIN", seats=3)
    entrants = (*[Entrant(until_round=1)] * 2, *[Entrant()] * 7)
    for played in play(plan, entrants, Random(1))[1:]:
        assert sorted([*(n for table in played.tables for n in table.entrants), *played.byes]) == list(range(2, 9))


@pytest.mark.parametrize("seats", [2, 4])
def test_it_is_over_when_too_few_are_left(seats: int) -> None:
    plan = Plan(format="ROUND_ROBIN", seats=seats, rounds=3)
    assert len(play(plan, (*[Entrant(until_round=1)] * 3, Entrant()), Random(1))) == 1

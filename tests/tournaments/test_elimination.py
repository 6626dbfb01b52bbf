"""Eliminations: the published brackets, byes, ties, withdrawals, and the second final."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from tools.random_tournaments import SEED, make_board, make_entrants, play, play_round, won
from tournaments import Entrant, Plan, Round, Table, next_round, standings
from tournaments.pairing.elimination import standard_order

SINGLE = Plan(format="SINGLE_ELIMINATION", seats=2)
DOUBLE = Plan(format="DOUBLE_ELIMINATION", seats=2)


def pair(plan: Plan, entrants: tuple[Entrant, ...], rounds: list[Round]) -> Round:
    paired = next_round(plan, entrants, rounds, SEED)
    assert paired is not None
    return paired


def groups(played: Round) -> list[tuple[int, ...]]:
    """The tables with the seeds from 1, and the byes."""
    tables = [tuple(sorted(n + 1 for n in table.entrants)) for table in played.tables]
    return tables + [(n + 1,) for n in played.byes]


def better_wins(played: Round) -> Round:
    return Round(tuple(won(table, min(table.entrants)) for table in played.tables), played.byes)


def worse_wins(played: Round) -> Round:
    return Round(tuple(won(table, max(table.entrants)) for table in played.tables), played.byes)


@pytest.mark.parametrize(
    ("size", "order"),
    [
        (1, [1]),
        (4, [1, 4, 2, 3]),
        (8, [1, 8, 4, 5, 2, 7, 3, 6]),
        (16, [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]),
    ],
)
def test_seeds_stand_in_the_bracket_as_published(size: int, order: list[int]) -> None:
    assert [place + 1 for place in standard_order(size)] == order


def test_a_bracket_of_eight_is_the_published_one() -> None:
    entrants = make_entrants(8)
    rounds: list[Round] = []
    expected = [[(1, 8), (4, 5), (2, 7), (3, 6)], [(1, 4), (2, 3)], [(1, 2)]]
    for tables in expected:
        rounds.append(better_wins(pair(SINGLE, entrants, rounds)))
        assert groups(rounds[-1]) == tables
    assert next_round(SINGLE, entrants, rounds, SEED) is None
    table = [(s.entrant, s.is_active) for s in standings(SINGLE, entrants, rounds)]
    assert table[:2] == [(0, True), (1, False)]
    assert set(table[2:4]) == {(2, False), (3, False)}


def test_the_best_seeds_have_the_byes() -> None:
    first = pair(SINGLE, make_entrants(5), [])
    assert groups(first) == [(4, 5), (1,), (2,), (3,)]
    assert groups(pair(SINGLE, make_entrants(5), [worse_wins(first)])) == [(1, 5), (2, 3)]


def test_a_tie_is_broken_by_the_margin_over_the_boards_and_then_by_the_seed() -> None:
    plan = replace(SINGLE, boards=2)
    first = pair(plan, make_entrants(4), [])
    low, high = first.tables
    # Each wins a board; by the margins the worse seed of the first table goes on, and the better one of the second.
    place = low.entrants.index(3)
    margin = [make_board((1, 1)), make_board((1, 1))]
    margin[0] = make_board((9, 0) if place == 0 else (0, 9))
    margin[1] = make_board((0, 2) if place == 1 else (2, 0))
    played = Round((replace(low, boards=tuple(margin)), replace(high, boards=(make_board((1, 1)),) * 2)))
    assert groups(pair(plan, make_entrants(4), [played])) == [(2, 4)]


def test_whose_opponent_withdraws_goes_on_without_playing() -> None:
    entrants = (Entrant(until_round=1), *[Entrant()] * 3)
    first = better_wins(pair(SINGLE, entrants, []))
    assert groups(first) == [(1, 4), (2, 3)]
    # Of the final only the second seed is left.
    assert next_round(SINGLE, entrants, [first], SEED) is None
    table = standings(SINGLE, entrants, [first])
    assert [s.entrant for s in table if s.is_active] == [1]


def test_a_withdrawal_before_the_final_gives_a_bye() -> None:
    entrants = (Entrant(until_round=1), *make_entrants(7))
    first = better_wins(pair(SINGLE, entrants, []))
    second = pair(SINGLE, entrants, [first])
    assert len(second.tables) == 1
    assert len(second.byes) == 1
    rounds = [first, better_wins(second)]
    assert len(pair(SINGLE, entrants, rounds).tables) == 1


def test_with_more_seats_the_winners_of_the_tables_go_on() -> None:
    plan = Plan(format="SINGLE_ELIMINATION", seats=4)
    entrants = make_entrants(16)
    first = pair(plan, entrants, [])
    assert groups(first) == [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)]
    best = Round(tuple(replace(t, boards=(make_board([-n for n in t.entrants]),)) for t in first.tables))
    assert groups(pair(plan, entrants, [best])) == [(1, 2, 3, 4)]


def test_a_knock_out_has_a_bye_where_too_few_would_be_left_for_a_table() -> None:
    plan = Plan(format="SINGLE_ELIMINATION", seats=4, least_seats=3)
    first = pair(plan, make_entrants(8), [])
    assert groups(first) == [(2, 5, 6), (3, 4, 7, 8)][::-1] or [len(group) for group in groups(first)] == [4, 3, 1]
    assert first.byes == (0,)
    final = pair(plan, make_entrants(8), [play_round(plan, first, Random(1))])
    assert [len(table.entrants) for table in final.tables] == [3]


def test_a_knock_out_ends_when_too_few_are_left_for_a_table() -> None:
    plan = Plan(format="SINGLE_ELIMINATION", seats=3, least_seats=3)
    entrants = (*make_entrants(8), Entrant(rating=1.0, until_round=1))
    first = pair(plan, entrants, [])
    last = Round(
        tuple(replace(t, boards=(make_board([n == max(t.entrants) for n in t.entrants]),)) for t in first.tables)
    )
    assert next_round(plan, entrants, [last], SEED) is None


def test_a_double_elimination_of_eight_is_the_published_bracket() -> None:
    entrants = make_entrants(8)
    rounds: list[Round] = []
    expected = [
        [(1, 8), (4, 5), (2, 7), (3, 6)],
        [(1, 4), (2, 3), (5, 8), (6, 7)],
        # Those who drop are crossed.
        [(3, 5), (4, 6)],
        [(1, 2), (3, 4)],
        [(2, 3)],
        [(1, 2)],
    ]
    for tables in expected:
        rounds.append(better_wins(pair(DOUBLE, entrants, rounds)))
        assert groups(rounds[-1]) == tables
    assert next_round(DOUBLE, entrants, rounds, SEED) is None
    assert [s.entrant for s in standings(DOUBLE, entrants, rounds)][:4] == [0, 1, 2, 3]


def test_a_finalist_from_the_lower_bracket_must_win_twice() -> None:
    entrants = make_entrants(4)
    rounds: list[Round] = []
    for _ in range(3):
        rounds.append(better_wins(pair(DOUBLE, entrants, rounds)))
    rounds.append(worse_wins(pair(DOUBLE, entrants, rounds)))
    decider = pair(DOUBLE, entrants, rounds)
    assert groups(rounds[-1]) == groups(decider) == [(1, 2)]
    for last, winner in ((better_wins(decider), 0), (worse_wins(decider), 1)):
        assert next_round(DOUBLE, entrants, [*rounds, last], SEED) is None
        assert standings(DOUBLE, entrants, [*rounds, last])[0].entrant == winner


@pytest.mark.parametrize("number", [2, 3, 5, 6, 11, 16, 23])
@pytest.mark.parametrize("seed", range(3))
def test_everybody_loses_twice_but_the_winner(number: int, seed: int) -> None:
    rounds = play(DOUBLE, make_entrants(number), Random(seed))
    table = standings(DOUBLE, make_entrants(number), rounds)
    assert [s.entrant for s in table if s.is_active] == [table[0].entrant]
    matches = sum(len(played.tables) for played in rounds)
    assert matches in (2 * number - 2, 2 * number - 1)


def test_a_finalist_who_withdraws_leaves_the_other_the_winner() -> None:
    entrants = (Entrant(until_round=3), *make_entrants(3))
    rounds: list[Round] = []
    for _ in range(3):
        rounds.append(better_wins(pair(DOUBLE, entrants, rounds)))
    assert next_round(DOUBLE, entrants, rounds, SEED) is None


def test_a_withdrawal_on_both_sides_gives_byes() -> None:
    entrants = tuple(Entrant(rating=float(-n), until_round=1 if n in (0, 7) else None) for n in range(8))
    first = better_wins(pair(DOUBLE, entrants, []))
    second = pair(DOUBLE, entrants, [first])
    assert Counter(map(len, groups(second))) == {1: 2, 2: 2}
    rounds = [first, better_wins(second)]
    while (paired := next_round(DOUBLE, entrants, rounds, SEED)) is not None:
        rounds.append(better_wins(paired))
    assert standings(DOUBLE, entrants, rounds)[0].entrant == 1


def test_a_round_that_is_not_complete_puts_nobody_out_yet() -> None:
    entrants = make_entrants(4)
    first = pair(SINGLE, entrants, [])
    half = Round((won(first.tables[0], 0), first.tables[1]))
    assert all(s.is_active for s in standings(SINGLE, entrants, [half]))


def test_rounds_that_are_not_of_the_bracket_do_no_harm() -> None:
    entrants = make_entrants(4)
    odd = Round((won(Table((0, 1)), 0),), (2, 3))
    assert len(standings(SINGLE, entrants, [odd, odd, odd])) == 4
    assert len(standings(DOUBLE, entrants, [odd, odd, odd])) == 4


def test_one_table_seats_everybody_again_and_again_in_other_orders() -> None:
    plan = Plan(format="ONE_TABLE", seats=6, rounds=4)
    rounds = play(plan, make_entrants(4), Random(1))
    assert [sorted(played.tables[0].entrants) for played in rounds] == [[0, 1, 2, 3]] * 4
    assert all(len({played.tables[0].entrants[seat] for played in rounds}) == 4 for seat in range(4))


def test_one_table_ends_when_one_is_left() -> None:
    assert len(play(Plan(format="ONE_TABLE", seats=2, rounds=4), (Entrant(), Entrant(until_round=2)), Random(1))) == 2

"""Comparisons of two moves: on the same worlds, none of which the search has seen, and the same everywhere."""

import pytest

import bots
import engine
from bots.levels import LEVELS

SEED = "c0" * 32
EFFORT = LEVELS[2].effort


@pytest.mark.parametrize("game", engine.GAMES)
def test_a_move_is_as_good_as_itself(game: str) -> None:
    state = engine.new_game(game, seats=3, options={}, seed=SEED)
    seat = engine.asked_seats(state)[0]
    move = str(engine.legal_moves(state, seat)[0])
    compared = bots.compare(state, seat, move, move, EFFORT, SEED)
    assert (compared.margin, compared.low, compared.high) == (0, 0, 0)
    assert compared.worlds >= 2


@pytest.mark.parametrize("game", engine.GAMES)
def test_a_comparison_follows_from_what_the_seat_knows_and_is_the_same_the_other_way_round(game: str) -> None:
    state = engine.new_game(game, seats=3, options={}, seed=SEED)
    seat = engine.asked_seats(state)[0]
    memory = engine.begin_memory(state, seat)
    first, *_, last = map(str, engine.legal_moves(state, seat))
    there = bots.compare(state, seat, first, last, EFFORT, SEED, memory)
    back = bots.compare(engine.redeal(state, seat, "ab" * 32, memory), seat, last, first, EFFORT, SEED, memory)
    assert (back.worlds, back.margin) == (there.worlds, -there.margin)
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low))
    assert there.low <= there.margin <= there.high


def test_a_comparison_takes_the_effort_that_it_may_and_two_worlds_at_least() -> None:
    state = engine.new_game("bazaar", seats=2, options={}, seed=SEED)
    seat = engine.asked_seats(state)[0]
    first, *_, last = map(str, engine.legal_moves(state, seat))
    worlds = [bots.compare(state, seat, first, last, effort, SEED).worlds for effort in (0, EFFORT, 2 * EFFORT)]
    assert worlds[0] == 2
    assert worlds[0] < worlds[1] < worlds[2]


def test_another_seed_compares_in_other_worlds_and_the_interval_narrows() -> None:
    state = engine.new_game("door", seats=2, options={}, seed=SEED)
    seat = engine.asked_seats(state)[0]
    first, *_, last = map(str, engine.legal_moves(state, seat))
    one = bots.compare(state, seat, first, last, EFFORT, SEED)
    assert one != bots.compare(state, seat, first, last, EFFORT, "d0" * 32)
    longer = bots.compare(state, seat, first, last, 16 * EFFORT, SEED)
    assert longer.high - longer.low < (one.high - one.low) / 2

"""A large search learns during its playouts which moves do well, for its seat and for the others, reproducibly."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context

import pytest

import bots
import engine
from bots.averages import LEARNS_FROM, Averages
from bots.playout import End
from engine import parse_move
from tests.bots.test_choose import KEY

EFFORT = 8_000
LEARNING = ("zeven", "door")
STATE = engine.new_game("zeven", seats=2, seed=KEY)
GOOD, BAD, NEW = (parse_move(f"play {card} @1") for card in ("AR1", "AR2", "AR3"))


@pytest.fixture
def learns_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("bots.choose"), "LEARNS_FROM", EFFORT)


def test_level_4_alone_learns_and_only_in_some_games() -> None:
    assert [level for level in bots.LEVELS.values() if level.effort >= LEARNS_FROM] == [bots.LEVELS[4]]
    guides = {name: game.guide for name, game in engine.GAMES.items() if game.guide is not None}
    assert [name for name, guide in guides.items() if guide.learning] == [*LEARNING]


def test_a_move_that_did_well_for_a_seat_is_good_for_it_and_bad_for_others() -> None:
    averages = Averages(0, lambda _state, _seat, _move: 5.0, 0.02)
    assert averages.score(STATE, 0, GOOD) == averages.score(STATE, 1, BAD) == 0.1
    averages.learn([End(3.0, 1.0, 1, ((0, GOOD), (1, BAD))), End(-3.0, -1.0, 1, ((0, BAD), (1, GOOD)))] * 9)
    for seat in (0, 1):
        scores = [averages.score(STATE, seat, move) for move in (GOOD, NEW, BAD)]
        assert scores == sorted(scores, reverse=True)
        assert scores[0] > 0.3 > scores[1] == 0.1 > -0.3 > scores[2]


@pytest.mark.usefixtures("learns_soon")
@pytest.mark.parametrize("game", LEARNING)
def test_a_search_that_learns_follows_from_what_the_seat_knows(game: str) -> None:
    state = engine.new_game(game, seats=2, seed=KEY)
    seat = engine.asked_seats(state)[0]
    memory = engine.begin_memory(state, seat)
    learned = bots.choose(state, seat, EFFORT, KEY, memory)
    assert learned == bots.choose(engine.redeal(state, seat, "ab" * 32, memory), seat, EFFORT, KEY, memory)
    assert learned.candidates[0].reward != bots.choose(state, seat, EFFORT - 1, KEY, memory).candidates[0].reward
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        mapped = partial(pool.map, chunksize=8)
        assert learned == bots.choose(state, seat, EFFORT, KEY, memory, map_worlds=mapped)
    cut = bots.choose(state, seat, EFFORT, KEY, memory, lambda spent: spent > EFFORT // 2)
    assert cut == bots.choose(state, seat, EFFORT, KEY, memory, lambda spent: spent >= cut.effort)

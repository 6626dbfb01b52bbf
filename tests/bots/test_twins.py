"""A few pairs of states that look alike, and a few whole tables; `python -m tests.bots.twins` compares thousands."""

import tracemalloc

import pytest

import bots
import engine
from tests.bots import tables, twins
from tests.engine.long_run import check_items

GAMES = ("zeven", "bazaar", "door", "zar", "zlam")
KEY = "3c" * 32
every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_states_that_look_alike_get_equal_decisions(game: str) -> None:
    summary = check_items(twins.RUN, game, 24, seed=0)
    assert not summary.failures
    assert summary.counts[twins.DIFFERENT] > 12
    assert summary.counts[twins.WITH_MEMORY] > 4


def test_a_bot_that_peeks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # The fault: the world is not dealt again before it is searched.
    monkeypatch.setattr("engine.redeal", lambda world, *_: world)
    assert check_items(twins.RUN, "door", 30, seed=0).failures


@every_game
def test_bots_make_legal_moves_to_the_end_of_any_table(game: str) -> None:
    summary = check_items(tables.RUN, game, 2, seed=0)
    assert not summary.failures
    assert summary.counts[tables.MOVES] > 20


@every_game
def test_a_search_needs_little_memory(game: str) -> None:
    state = engine.new_game(game, seats=2, options=None, seed=KEY)
    seat = engine.asked_seats(state)[0]
    bots.choose(state, seat, 500, KEY)
    tracemalloc.start()
    bots.choose(state, seat, 2_000, KEY)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2_000_000

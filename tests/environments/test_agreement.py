"""Environments agree with the engine on random tables, and tell an agent nothing that its seat cannot see."""

from random import Random

import pytest

import engine
import environments
from environments import Layout, TableEnv
from environments.reader import Reader, make_readers
from tests.engine.long_run import Summary, check_items
from tests.engine.play import Table
from tests.environments import agreement
from tests.environments.agreement import check_secrecy, check_table

TABLES = 6
every_game = pytest.mark.parametrize("game", engine.GAMES)


@every_game
def test_random_tables_agree_with_the_engine_and_keep_secrets(game: str) -> None:
    summary = check_items(agreement.RUN, game, TABLES, seed=1, workers=1)
    assert summary.failures == []
    assert summary.items == TABLES
    assert summary.counts["deals compared"] > 0


@every_game
def test_every_seat_observes_its_view_at_a_table_with_the_usual_options(game: str) -> None:
    seats = engine.find_game(game).max_seats
    table = Table(game, min(seats, 30), dict(environments.usual_options(game, min(seats, 30))), "ab" * 32)
    check_table(table, Random(game), Summary(game))


# ---- planted faults are found


def leak_hands(layout: Layout) -> list[Reader]:
    """Return readers that see the hand of the next seat as their own."""
    readers = make_readers(layout)
    return [*readers[1:], readers[0]]


def deal_again(env: TableEnv) -> None:
    for number in range(20):
        check_secrecy(env, Random(number), Summary(env.game))


def test_a_reader_that_sees_what_others_hold_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("environments.table.make_readers", leak_hands)
    env = environments.make("zar", render_mode="ansi")
    env.reset(seed=1)
    with pytest.raises(AssertionError):
        deal_again(env)


def test_a_reward_that_does_not_follow_from_the_result_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(environments.REWARDS, "rank", lambda _state, result: result.ranking)
    monkeypatch.setitem(environments.REWARDS, "margin", lambda _state, result: result.scores)
    with pytest.raises(AssertionError):
        check_table(Table("zeven", 2, {}, "ab" * 32), Random(1), Summary("zeven"))

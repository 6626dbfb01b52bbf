"""Random tables with options for ambiguous rules end as the second reading of the page says."""

from random import Random

import pytest

from engine import GAMES
from tests.engine import readings, secrecy, soak
from tests.engine.invariants import check_table
from tests.engine.long_run import Summary
from tests.engine.play import Table

SELDOM = [(game, options) for game in GAMES for options in readings.seldom_options(game)]
each_option = pytest.mark.parametrize(("game", "options"), SELDOM, ids=map(" ".join, SELDOM))


def choose(game: str, options: str, random: Random) -> Table:
    return readings.choose_table(game, readings.read_options(game, options.split()), random)


@each_option
def test_random_tables_keep_the_contract(game: str, options: str) -> None:
    random = Random(f"contract {game} {options}")
    for _ in range(4):
        check_table(choose(game, options, random), random, thorough=1 / soak.SAMPLED)


@each_option
def test_they_tell_nobody_what_it_may_not_see(game: str, options: str) -> None:
    random = Random(f"secret {game} {options}")
    secrecy.check_table(choose(game, options, random), random, Summary(game))


@each_option
def test_both_readings_of_a_page_agree(game: str, options: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert readings.main([game, *options.split(), "--tables", "12"]) == 0, capsys.readouterr().out
    assert f"{game} {options.split()}: 12 tables" in capsys.readouterr().out


def test_a_table_scored_otherwise_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(readings, "result", lambda _state: None)
    assert readings.main(["zeven", "rounds=1", "--tables", "1"]) == 1
    assert '"rounds":1' in capsys.readouterr().out

"""Random tables keep the contract, and a long run reports its checks and failures."""

import json

import pytest

from engine import GAMES
from tests.engine import soak
from tests.engine.long_run import Summary, check_items, in_words, main

# `make tables` plays thousands.
TABLES = 10


@pytest.mark.parametrize("game", list(GAMES))
def test_random_tables_keep_the_contract(game: str) -> None:
    summary = check_items(soak.RUN, game, TABLES, seed=1)
    assert summary.failures == []
    assert summary.items == TABLES
    assert summary.counts["moves"] > 5 * TABLES


def test_the_command_prints_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(soak.RUN, None, ["--tables", "3", "--game", "high", "--workers", "1", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["game"], summary["items"], summary["failures"]) == ("high", 3, [])


def test_a_table_that_fails_is_told_with_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose_cards(*_: object, **__: object) -> int:
        raise AssertionError("cards are lost")

    monkeypatch.setattr(soak, "check_table", lose_cards)
    (said,) = check_items(soak.RUN, "high", 1, seed=7, first=3).failures
    assert said.startswith("AssertionError: cards are lost")
    assert "python -m tests.engine.soak --game high --seed 7 --first 3 --tables 1" in said
    assert '"game":"high"' in said


def test_a_run_says_what_failed_and_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    summary = Summary("high", 3, {"moves": 9}, 0.1, [], ["it broke"])
    assert in_words(soak.RUN, summary) == "High: 3 tables, 9 moves, 0.1 s, 1 failed\nit broke"
    assert main(soak.RUN, None, ["--tables", "2", "--game", "high", "--seed", "5", "--workers", "1"]) == 0
    assert "0 failed" in capsys.readouterr().out

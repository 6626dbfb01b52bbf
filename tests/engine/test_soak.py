"""The soak: a few hundred tables run here, and a table that fails can be seen again."""

import json

import pytest

from engine import GAMES
from tests.engine import soak


@pytest.mark.parametrize("game", list(GAMES))
def test_random_tables_keep_the_contract(game: str) -> None:
    summary = soak.soak(game, 40, seed=1)
    assert summary.failures == []
    assert summary.tables == 40
    assert summary.moves > 200


def test_the_command_prints_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main(["--tables", "3", "--game", "toy", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["game"], summary["tables"], summary["failures"]) == ("toy", 3, [])


def test_a_table_that_fails_is_told_with_how_to_see_it_again() -> None:
    said = soak.describe_failure("toy", 7, 3, AssertionError("cards are lost"))
    assert "cards are lost" in said
    assert "--game toy --seed 7 --first 3 --tables 1" in said
    assert '"game":"toy"' in said


def test_a_run_says_what_failed_and_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    summary = soak.Summary("toy", 3, 9, 0.1, ["it broke"])
    assert soak.in_words(summary) == "toy: 3 tables, 9 moves, 0.1 s, 1 failed\nit broke"
    assert soak.main(["--tables", "2", "--game", "toy", "--seed", "5"]) == 0
    assert "0 failed" in capsys.readouterr().out

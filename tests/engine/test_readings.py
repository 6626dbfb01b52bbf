"""Random tables with the options that are read in two ways end as the second reading of the page says."""

import pytest

from tests.engine import readings

OPTIONS = (("zeven", "gigletsPower=may"), ("bazaar", "banking=may"), ("bazaar", "copiedPower=must"))


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=" ".join)
def test_both_readings_of_a_page_agree(game: str, options: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert readings.main([game, *options.split(), "--tables", "12"]) == 0, capsys.readouterr().out
    assert f"{game} {options.split()}: 12 tables" in capsys.readouterr().out


def test_a_table_that_is_scored_differently_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(readings, "result", lambda _state: None)
    assert readings.main(["zeven", "rounds=1", "--tables", "1"]) == 1
    assert '"rounds":1' in capsys.readouterr().out

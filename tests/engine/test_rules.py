"""The rule tables of all games: every row is true, and no rule is without a row."""

import re
from importlib import import_module
from inspect import getfile
from pathlib import Path

import msgspec
import pytest

from engine import GAMES, describe_options
from tests.engine.pages import known_rules, numbered_rules, page_of, rules_to_cover
from tests.engine.play import choices_of
from tests.engine.table import Refused, Row, check_row


def rows_of(game: str) -> tuple[Row, ...]:
    rows: tuple[Row, ...] = import_module(f"tests.engine.rules.{game}").ROWS
    return rows


ALL = [(game, row) for game in GAMES for row in rows_of(game)]


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{game}: {row.rule} {row.says}") for game, row in ALL])
def test_the_rule_holds(row: Row) -> None:
    check_row(row)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_its_rule_page(game: str) -> None:
    assert page_of(game).read_text(encoding="utf-8").startswith("# ")


@pytest.mark.parametrize("game", list(GAMES))
def test_every_numbered_rule_has_a_row(game: str) -> None:
    assert sorted(rules_to_cover(game) - {row.rule for row in rows_of(game)}) == []


@pytest.mark.parametrize("game", list(GAMES))
def test_every_numbered_rule_is_cited_where_it_is_carried_out(game: str) -> None:
    file = Path(getfile(GAMES[game].legal))
    files = file.parent.glob("*.py") if file.parent.name == game else [file]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    assert [rule for rule in sorted(numbered_rules(game)) if not re.search(rf"\b{re.escape(rule)}\b", code)] == []


@pytest.mark.parametrize("game", list(GAMES))
def test_every_value_of_an_option_that_is_a_word_or_a_yes_or_no_has_a_row(game: str) -> None:
    set_in_rows = [msgspec.to_builtins(row.state.options, builtin_types=(tuple,)) for row in rows_of(game)]
    for option in describe_options(GAMES[game].options):
        values = {options[option.name] for options in set_in_rows}
        if option.name != "firstSeat":
            assert len(values) > 1, f"{option.name} is never changed"
            assert {*choices_of(option), *((True, False) if option.kind == "boolean" else ())} <= values, option.name


@pytest.mark.parametrize("game", list(GAMES))
def test_every_row_cites_a_rule_that_there_is(game: str) -> None:
    assert {row.rule for row in rows_of(game)} <= known_rules(game)


@pytest.mark.parametrize("game", list(GAMES))
def test_rows_are_named_differently(game: str) -> None:
    names = [(row.rule, row.says) for row in rows_of(game)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", list(GAMES))
def test_there_are_rows_for_moves_accepted_and_refused(game: str) -> None:
    assert {isinstance(row.expected, Refused) for row in rows_of(game)} == {True, False}

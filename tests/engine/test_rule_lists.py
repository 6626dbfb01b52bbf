"""The lists of card codes and notations at the end of each rule page are those of the engine."""

import pytest

from engine import possible_moves
from tests.engine.corpus import GAMES_KEPT
from tools.rule_lists import LANGUAGES, Words, page_of, seats_shown, with_lists, write_lists


@pytest.mark.parametrize("words", LANGUAGES, ids=lambda words: words.folder or "en")
@pytest.mark.parametrize("game", GAMES_KEPT)
def test_a_rule_page_ends_with_the_lists_of_its_game(game: str, words: Words) -> None:
    text = page_of(game, words).read_text(encoding="utf-8")
    assert text == with_lists(text, write_lists(game, words), words), "run `python -m tools.rule_lists`"


@pytest.mark.parametrize("game", GAMES_KEPT)
def test_the_rows_of_a_page_add_up_to_the_number_of_notations(game: str) -> None:
    cells = [row.split(" | ") for row in write_lists(game, LANGUAGES[0]).splitlines() if row.startswith("| default | ")]
    assert sum(int(row[-1].strip(" |")) for row in cells) == len(possible_moves(game, seats=seats_shown(game)))

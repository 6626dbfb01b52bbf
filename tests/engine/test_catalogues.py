"""The catalogues: every phrase of the games stands in every language, with the blanks of the English."""

from random import Random

import pytest

import engine
from engine import GAMES, Refusal
from engine.translations import SHARED, SOURCE_LANGUAGE, catalogue, package_of, parse_catalogue
from tests.engine.catalogues import blanks_in, file_of, forms_of, phrases_by_package, read_all, write_catalogue
from tests.engine.naive.reading import reading_of
from tests.engine.play import positions
from tests.engine.possible_moves import sampled_moves

PACKAGES = list(phrases_by_package())
REAL = [name for name, rules in GAMES.items() if package_of(rules).startswith(SHARED)]
OTHERS = [language for language in engine.languages() if language != SOURCE_LANGUAGE]


@pytest.mark.parametrize("language", engine.languages())
@pytest.mark.parametrize("package", PACKAGES)
def test_a_catalogue_is_as_the_tool_writes_it(package: str, language: str) -> None:
    written = write_catalogue(language, phrases_by_package()[package], read_all(language))
    assert file_of(package, language).read_text(encoding="utf-8") == written, "run python -m tests.engine.catalogues"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_phrase_is_translated_with_the_same_blanks(package: str, language: str) -> None:
    said = catalogue(package, language)
    for phrase in phrases_by_package()[package]:
        for key in (phrase, *forms_of(phrase, said)):
            assert said.get(key), key
            assert blanks_in(said[key]) == blanks_in(phrase[1]), key


@pytest.mark.parametrize("game", REAL)
def test_the_reasons_for_the_end_are_those_of_the_rule_page(game: str) -> None:
    assert set(GAMES[game].reasons) == set(reading_of(game).REASONS)
    assert GAMES[game].reasons.items() <= GAMES[game].glossary.items()


@pytest.mark.parametrize("game", REAL)
def test_every_refusal_is_in_the_vocabulary(game: str) -> None:
    known = {phrase.key: phrase.blanks for phrase in engine.vocabulary(game).refusals}
    chance, found = Random(game), 0
    for state in positions(game, chance, 20):
        for seat in range(state.seats):
            for move in sampled_moves(state, game, chance, 30):
                refusal = engine.explain(state, seat, move)
                found += is_known(refusal, known)
    assert found > 100


def is_known(refusal: Refusal | None, known: dict[str, tuple[engine.Blank, ...]]) -> bool:
    if refusal is None or refusal.sentence is None:
        return False
    template, arguments = refusal.sentence
    assert tuple((name, kind) for name, kind, _ in arguments) == known[template]
    return True


def test_a_catalogue_may_have_comments_long_lines_and_gaps() -> None:
    text = """
msgid ""
msgstr "Language: xx\\n"

# Said at the end.
#, fuzzy
msgctxt "event won"
msgid ""
"{seat} wins "
"the hand."
msgstr "\\"{seat}\\" gewinnt."

msgctxt "event lost"
msgid "{seat} loses."
msgstr ""
"""
    assert dict(parse_catalogue(text)) == {("event won", "{seat} wins the hand."): '"{seat}" gewinnt.'}

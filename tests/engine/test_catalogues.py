"""The catalogues: every phrase of the games stands in every language, with the blanks of the English."""

from random import Random

import pytest

import engine
from engine import GAMES, Refusal
from engine.translations import (
    SHARED,
    SOURCE_LANGUAGE,
    catalogue,
    package_of,
    parse_catalogue,
    plurals_of,
    read_header,
)
from tests.engine.catalogues import (
    blanks_in,
    file_of,
    forms_of,
    phrases_by_package,
    plural_keys,
    read_all,
    singular_of,
    write_catalogue,
)
from tests.engine.naive.reading import reading_of
from tests.engine.play import positions
from tests.engine.possible_moves import sampled_moves

PACKAGES = list(phrases_by_package())
REAL = [name for name, rules in GAMES.items() if package_of(rules).startswith(SHARED)]
OTHERS = [language for language in engine.languages() if language != SOURCE_LANGUAGE]


@pytest.mark.parametrize("language", engine.languages())
@pytest.mark.parametrize("package", PACKAGES)
def test_a_catalogue_is_as_the_tool_writes_it(package: str, language: str) -> None:
    english = read_all(SOURCE_LANGUAGE)
    written = write_catalogue(language, phrases_by_package()[package], read_all(language), english)
    assert file_of(package, language).read_text(encoding="utf-8") == written, "run python -m tests.engine.catalogues"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_phrase_is_translated_with_the_same_blanks(package: str, language: str) -> None:
    said = catalogue(package, language)
    for phrase in phrases_by_package()[package]:
        for key in (phrase, *forms_of(phrase, said)):
            assert said.get(key), key
            assert blanks_in(said[key]) == blanks_in(phrase[1]), key


@pytest.mark.parametrize("language", engine.languages())
@pytest.mark.parametrize("package", PACKAGES)
def test_a_phrase_that_depends_on_a_number_has_every_form_of_the_language(package: str, language: str) -> None:
    said = catalogue(package, language)
    english = read_all(SOURCE_LANGUAGE)
    for phrase in phrases_by_package()[package]:
        if singular_of(phrase, english) is None:
            continue
        forms = plural_keys(phrase, len(plurals_of(language).categories))
        assert all(said.get(key) for key in forms), phrase
        # The number itself may be said in words: "a card".
        assert all(blanks_in(phrase[1]) - blanks_in(said[key]) <= {"number"} for key in forms), phrase


@pytest.mark.parametrize("language", engine.languages())
def test_a_language_declares_a_category_for_each_plural_form(language: str) -> None:
    plurals = plurals_of(language)
    assert {plurals.form_of(number) for number in range(200)} == set(range(len(plurals.categories)))
    assert plurals.categories[-1] == "other"


@pytest.mark.parametrize("game", REAL)
def test_the_reasons_for_the_end_are_those_of_the_rule_page(game: str) -> None:
    assert set(GAMES[game].reasons) == set(reading_of(game).REASONS)
    assert GAMES[game].reasons.items() <= GAMES[game].glossary.items()


@pytest.mark.parametrize("game", REAL)
def test_every_refusal_is_in_the_vocabulary(game: str) -> None:
    known = {phrase.key: phrase.blanks for phrase in engine.vocabulary(game).refusals}
    chance = Random(game)
    found = 0
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


def test_the_plural_forms_of_a_phrase_stand_by_its_english_plural_and_are_left_out_if_one_is_missing() -> None:
    text = """
msgid ""
msgstr ""
"Language: xx\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "common"
msgid "a card"
msgid_plural "{number} cards"
msgstr[0] "eine Karte"
msgstr[1] "{number} Karten"

msgctxt "event owed"
msgid "{value} card"
msgid_plural "{value} cards"
msgstr[0] ""
msgstr[1] "{value} Karten"
"""
    assert dict(parse_catalogue(text)) == {
        ("common", "{number} cards"): "{number} Karten",
        ("common [0]", "{number} cards"): "eine Karte",
        ("common [1]", "{number} cards"): "{number} Karten",
    }
    assert read_header(text)["Plural-Forms"] == "nplurals=2; plural=(n != 1);"

"""Sentences with numbers: one point, two points, in every language, for every template and every number."""

import re
from collections.abc import Iterator

import pytest

import engine
from engine import GAMES, Argument, Event, Sentence, Wording
from engine.core.templates import BlankKind
from engine.sentences import BLANKS_OF_EVENTS, COMMON_EVENTS
from engine.translations import SHARED, package_of

REAL = [name for name, rules in GAMES.items() if package_of(rules).startswith(SHARED)]
# The words behind a number that do not depend on it.
UNCHANGED = {
    *("is", "has", "now", "goes", "above", "at", "would", "closes", "begins", "and", "in", "this"),
    *("ist", "hat", "jetzt", "kommt", "über", "käme", "schließt", "steht", "gibt", "kennt", "beginnt", "und"),
}
NUMBER_AND_WORD = re.compile(r"(?<![\w#.,])(\d+) (\w+)")


def events_of(game: str, number: int) -> Iterator[Event]:
    """Yield an event of each kind whose value is a number, with this one."""
    for key, template in {**COMMON_EVENTS, **GAMES[game].events}.items():
        if "{value}" in template:
            kind, _, rule = key.partition(" ")
            yield Event(kind, 0, value=str(number), rule=rule)


def refusals_of(game: str, number: int) -> Iterator[Sentence]:
    """Yield each refusal with a text in its blanks that is this number."""
    for phrase in engine.vocabulary(game).refusals:
        values: dict[BlankKind, str] = {"TEXT": str(number), "CARD": next(iter(GAMES[game].cards)), "SEAT": "0"}
        yield Sentence(phrase.key, tuple(Argument(*blank, values.get(blank.kind, "")) for blank in phrase.blanks))


def said_with(game: str, language: str, number: int) -> list[str]:
    """Return every sentence of a game that has a number, with this one."""
    wording = Wording(language)
    events = [engine.sentence(game, event, wording) for event in events_of(game, number)]
    hidden = [engine.sentence(game, Event("drawn", 0, count=number, to_zone="hand:0"), wording)]
    return events + hidden + [engine.say(game, told, wording) for told in refusals_of(game, number)]


@pytest.mark.parametrize("language", engine.languages())
@pytest.mark.parametrize("game", REAL)
def test_no_word_behind_a_one_is_that_behind_a_two(game: str, language: str) -> None:
    one, two = (said_with(game, language, number) for number in (1, 2))
    for singular, plural in zip(one, two, strict=True):
        behind = {word for number, word in NUMBER_AND_WORD.findall(singular) if number == "1"}
        same = behind & {word for number, word in NUMBER_AND_WORD.findall(plural) if number == "2"}
        assert same <= UNCHANGED, (singular, plural)


@pytest.mark.parametrize("language", engine.languages())
@pytest.mark.parametrize("game", REAL)
def test_none_and_many_are_told_alike(game: str, language: str) -> None:
    none, two, many = (said_with(game, language, number) for number in (0, 2, 25))
    for several in (none, many):
        assert [text.replace("25", "2").replace("0", "2") for text in several] == [
            text.replace("0", "2") for text in two
        ]


@pytest.mark.parametrize(
    ("number", "german", "english"),
    [
        (0, "Ada macht 0 Punkte.", "Ada draws 0 cards."),
        (1, "Ada macht 1 Punkt.", "Ada draws a card."),
        (-1, "Ada macht -1 Punkt.", "Ada draws a card."),
        (2, "Ada macht 2 Punkte.", "Ada draws 2 cards."),
        (21, "Ada macht 21 Punkte.", "Ada draws 21 cards."),
    ],
)
def test_a_point_is_one_and_points_are_many(number: int, german: str, english: str) -> None:
    names = ("Ada",)
    assert engine.sentence("zar", Event("scored", 0, value=str(number)), Wording("de", names)) == german
    assert engine.sentence("zar", Event("drawn", 0, count=abs(number)), Wording("en", names)) == english


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ("1", "Gefragt ist jetzt Platz 2."),
        ("1,2", "Gefragt sind jetzt die Plätze 2 und 3."),
        ("", "Gefragt ist jetzt niemand."),
    ],
)
def test_verbs_agree_with_the_number_of_seats(seats: str, told: str) -> None:
    assert engine.sentence("zar", Event("turn", value=seats), Wording("de")) == told


@pytest.mark.parametrize(
    ("owed", "told"),
    [
        ("1", "Platz 1 schuldet 1 Karte: nehmen oder ein Zieh zwei spielen."),
        ("4", "Platz 1 schuldet 4 Karten: nehmen oder ein Zieh zwei spielen."),
    ],
)
def test_refusals_agree_with_their_numbers(owed: str, told: str) -> None:
    template = "{seat} owes {owed} cards: take them, or play a draw two."
    refused = Sentence(template, (Argument("seat", "SEAT", "0"), Argument("owed", "TEXT", owed)))
    assert engine.say("zar", refused, Wording("de")) == told


def test_the_vocabulary_has_the_forms_of_phrases_that_depend_on_a_number() -> None:
    cards = next(phrase for phrase in engine.vocabulary("zar", "de").common if phrase.key == "{number} cards")
    assert (cards.template, cards.counted) == ("{number} Karten", "number")
    assert [(form.category, form.template) for form in cards.plurals] == [("one", "eine Karte")]
    assert all(blank in BLANKS_OF_EVENTS for phrase in engine.vocabulary("zar").events for blank, _ in phrase.blanks)


@pytest.mark.parametrize(("number", "told"), [(0, "0 rounds"), (1, "1 round"), (2, "2 rounds")])
def test_things_are_counted_in_messages(number: int, told: str) -> None:
    assert engine.count_noun(number, "round") == told


def test_a_noun_with_a_plural_of_its_own_is_counted() -> None:
    assert [engine.count_noun(number, "entry", "entries") for number in (1, 3)] == ["1 entry", "3 entries"]

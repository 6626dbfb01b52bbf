"""What players read about a game is in their words: no word of the engine's, in either language."""

import re
from collections.abc import Iterator

import pytest

from engine.games import GAMES
from service.views.catalogue import project_game, project_vocabulary
from service.views.wording import wanted_language
from tests.clients.node import ROOT

# Players sit at a table and have cards, turns and points; the engine has seats, sessions, states, zones and policies.
ENGINE_WORDS = {
    "en": re.compile(r"\b(seats?|sessions?|policy|states?|zones?|phase|null|in use|in question)\b", re.IGNORECASE),
    "de": re.compile(r"\b(Platz(es)?|Plätzen?|Sitzung|Zustand|Zone|Phase|null|genutzt wird)\b"),
}
# Of the page; a seat is a thing to sit down on there, and the explorer is for developers.
PAGE_WORDS = re.compile(r"\b(session|policy|zone|null|Sitzung|einfaches Programm)\b", re.IGNORECASE)
SCREENS = ("app", "lobby", "end")


def texts_of(game: str) -> Iterator[str]:
    """Yield what players read about a game in the language that is wanted."""
    shown = project_game(game)
    vocabulary = project_vocabulary(game)
    yield from (shown.goal, *shown.how_to_play)
    # Who begins is chosen among seats.
    for option in shown.options:
        if not option.is_seat:
            yield from (option.label, option.description, *option.choice_labels)
    for phrases in (vocabulary.facts, vocabulary.powers, vocabulary.events, vocabulary.words, vocabulary.reasons):
        # Before the deal people take and leave seats.
        yield from (phrase.template for phrase in phrases if "{number}" not in phrase.template)


@pytest.mark.parametrize("language", ENGINE_WORDS)
@pytest.mark.parametrize("game", GAMES)
def test_players_read_no_word_of_the_engine(game: str, language: str) -> None:
    token = wanted_language.set(language)
    try:
        # The names of blanks are not read.
        texts = [re.sub(r"\{[^}]*\}", "", text) for text in texts_of(game)]
    finally:
        wanted_language.reset(token)
    assert len(texts) > 40
    assert [text for text in texts if ENGINE_WORDS[language].search(text)] == []


@pytest.mark.parametrize("language", ENGINE_WORDS)
@pytest.mark.parametrize("screen", SCREENS)
def test_the_screens_say_no_word_of_the_engine(screen: str, language: str) -> None:
    module = (ROOT / "web" / "static" / "languages" / language / f"{screen}.js").read_text(encoding="utf-8")
    texts = re.findall(r'"((?:[^"\\]|\\.)*)"', re.sub(r"^(//|/\*).*$", "", module, flags=re.MULTILINE))
    assert len(texts) > 20
    assert [text for text in texts if PAGE_WORDS.search(text)] == []

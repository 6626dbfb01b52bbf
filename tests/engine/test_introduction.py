"""The introduction explains to a newcomer how the game is played at this table, with its options."""

import json
from collections.abc import Iterator

import pytest

import engine
from engine import Plain
from engine.core.templates import blanks_of
from tests.engine.test_catalogues import REAL

# No text is longer, whatever the options.
LONGEST = 150
LONGEST_TRANSLATED = 160

every_game = pytest.mark.parametrize("game", REAL)

VARIANTS = [(game, key) for game in REAL for key in engine.GAMES[game].primer.variants]


def options_for(game: str, key: str) -> dict[str, object]:
    """Return the options of a table at which the conditions of a variant hold."""
    described = {option.name: option for option in engine.describe_options(engine.find_game(game).options)}
    chosen = dict[str, object]()
    words = key.split()
    for condition in words[1 if words[0] == "goal" else 2 :]:
        name, _, wanted = condition.partition("=")
        kind = described[name].kind
        if not wanted:
            *_, chosen[name] = other_values(described[name])
        else:
            chosen[name] = json.loads(wanted) if kind in ("boolean", "integer") else wanted
    return chosen


def test_without_options_a_game_is_introduced_as_its_vocabulary_says() -> None:
    for game in REAL:
        for language in engine.languages():
            told = engine.introduction(game, {}, language)
            said = engine.vocabulary(game, language)
            texts = {phrase.key: phrase.template for phrase in said.summaries}
            assert told.goal == texts["goal"]
            assert told.how_to_play == tuple(texts[f"howToPlay {number}"] for number in range(1, 6))
            assert told.powers == {phrase.key: phrase.template for phrase in said.powers}


@pytest.mark.parametrize(("game", "key"), VARIANTS)
def test_a_table_with_other_options_is_introduced_by_them(game: str, key: str) -> None:
    options = options_for(game, key)
    for language in engine.languages():
        told = engine.introduction(game, options, language)
        usual = engine.introduction(game, {}, language)
        subject, _, rest = key.partition(" ")
        if subject == "goal":
            assert told.goal != usual.goal
        elif subject == "power":
            changed = {code for code, text in told.powers.items() if text != usual.powers[code]}
            assert {engine.GAMES[game].kind_of[code] for code in changed} >= {rest.split()[0]}
        else:
            number = int(rest.split()[0])
            assert told.how_to_play[number - 1 : number] != usual.how_to_play[number - 1 : number]


@every_game
def test_every_option_in_force_is_told(game: str) -> None:
    for option in engine.describe_options(engine.find_game(game).options):
        for value in other_values(option):
            for language in engine.languages():
                told = engine.introduction(game, {option.name: value}, language)
                assert (told.goal, told.how_to_play) != (
                    engine.introduction(game, {}, language).goal,
                    engine.introduction(game, {}, language).how_to_play,
                ), (option.name, value)


def other_values(option: engine.Option) -> Iterator[Plain]:
    """Yield values other than the default."""
    if option.kind == "boolean":
        yield not option.default
    elif option.kind == "list":
        yield (0, 1)
    else:
        numbers = [] if option.minimum is None else [option.minimum, option.maximum]
        choices = [
            int(choice) if option.kind == "integer" and choice.isdigit() else choice for choice in option.choices
        ]
        yield from [value for value in (*choices, *numbers) if value != option.default]


@every_game
def test_no_text_of_an_introduction_is_long_and_all_blanks_are_options(game: str) -> None:
    rules = engine.GAMES[game]
    names = {option.name for option in engine.describe_options(rules.options)}
    for key, text in rules.primer.variants.items():
        assert len(text) <= LONGEST, key
        assert set(blanks_of(text)) <= names
    for (context, _), text in engine.catalogue(f"engine.games.{game}", "de").items():
        assert not context.startswith("variant ") or len(text) <= LONGEST_TRANSLATED, context


def test_options_without_a_sentence_of_their_own_are_listed() -> None:
    def tell(language: str, **options: object) -> tuple[str, ...]:
        return engine.introduction("zar", options, language).how_to_play[5:]

    assert tell("en", stacking=False, dealer="rotate", firstSeat=1) == (
        "First seat: seat 2.",
        "Draw two on a draw two: no.",
        "Who deals the next hand: the next player.",
    )
    assert tell("de", stacking=False) == ("Zieh zwei auf ein Zieh zwei: nein.",)
    teams = engine.introduction("zlam", {"teams": [0, 1, 0]}).how_to_play
    assert teams[3].endswith("another team scores 4.")


def test_options_that_a_game_refuses_are_refused() -> None:
    with pytest.raises(engine.InvalidOption):
        engine.introduction("zar", {"stacking": "no"})

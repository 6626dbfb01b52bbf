"""The effects that previews name in the terms of each game: they are certain, conditional, and translated.

That they are true, test_preview.py checks.
"""

import re
from importlib import import_module

import pytest
from msgspec.structs import replace

import engine
from engine import Wording
from engine.core.templates import blanks_of
from engine.core.values import foresee
from engine.translations import SOURCE_LANGUAGE
from engine.vocabulary import english
from tests.engine.foreseen import truths_of
from tests.engine.previews import sampled_steps
from tests.engine.table import Becomes, situation
from tests.engine.test_rules import rows_of

preview_module = import_module("engine.preview")

every_game = pytest.mark.parametrize("game", list(engine.GAMES))

# What makes a sentence conditional, by language.
CONDITIONAL = {
    "en": r"\b(would|could)\b",
    "de": r"\b(würden?|würdest|wären?|wärst|hätten?|hättest|könnten?|könntest|dürftest|müsste|wollte|"
    r"bliebe|blieben|begänne|käme|bekämen?|bekämst)\b",
}


@every_game
def test_every_kind_of_effect_has_a_row_and_a_second_reading(game: str) -> None:
    rows = [row for row in rows_of(game) if isinstance(row.expected, Becomes) and row.expected.would is not None]
    shown = {effect.code for row in rows for effect in engine.preview(row.state, row.seat, row.move).effects}
    declared = engine.GAMES[game].effects
    assert shown == set(truths_of(game)) == set(declared.phrases if declared else ())


@every_game
@pytest.mark.parametrize("language", engine.languages())
def test_an_effect_is_told_in_the_conditional(game: str, language: str) -> None:
    for phrase in engine.vocabulary(game, language).effects:
        for said in (phrase.template, *[form.template for form in phrase.plurals]):
            assert re.search(CONDITIONAL[language], said), said
            assert said.endswith(".")


@every_game
def test_an_effect_has_a_value_of_its_kind_for_every_blank_of_its_phrase(game: str) -> None:
    blanks = {phrase.key: set(phrase.blanks) for phrase in engine.vocabulary(game).effects}
    for step, _ in sampled_steps(game, 10, 6):
        for code, arguments in engine.preview(step.before, step.seat, step.move).effects:
            assert blanks[code] == {(argument.name, argument.kind) for argument in arguments}


@every_game
def test_a_game_that_names_no_effects_has_previews_without_them(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = replace(engine.GAMES[game], effects=None)
    monkeypatch.setattr(preview_module, "game_of", lambda _state: rules)
    (step, _), *_ = sampled_steps(game, 1, 7)
    said = engine.preview(step.before, step.seat, step.move)
    assert said.effects == ()
    assert said.events
    assert english(rules)["effects"] == {}


def test_an_effect_that_depends_on_a_hidden_card_is_left_out() -> None:
    """The seat knows which card a Change takes, but not what lies below it; the move itself shows it."""
    zones = {f"suit:{place}": f"{suit}W0" for place, suit in [("art", "A"), ("change", "C"), ("zont", "Z")]}
    zones |= {"suit:change": "CW0 CR1", "suit:favors": "FW0 FY1 FR1", "suit:giglets": "GW0"}
    zones |= {"hand:0": "AR1 AR2 AY1 FY2", "hand:1": "CB1 CB2 CB3 ZB1 ZB2"}
    state = situation("door", seats=2, zones=zones, turn_taker=0, phase="take", card="CR1")
    after, events = engine.apply(state, 0, "take @favors")
    true = preview_module.find_effects(state, 0, engine.parse_move("take @favors"), after, events)
    said = engine.preview(state, 0, "take @favors").effects
    assert [effect.code for effect in true] == ["takes", "sameWorth"]
    assert [effect.code for effect in said] == ["takes"]


NAMES = ("Ada", "Bob", None)


@pytest.mark.parametrize(
    ("game", "effect", "language", "sentence"),
    [
        ("zeven", foresee("takes", before=5, added=3, total=8, cards=4), "en", "5 + 3 = 8: you would take 4 cards."),
        ("zeven", foresee("takes", before=5, added=3, total=8, cards=4), "de",
         "5 + 3 = 8: Du würdest 4 Karten nehmen."),
        ("door", foresee("points", points=1), "en", "You would have 1 point."),
        ("door", foresee("points", points=1), "de", "Du hättest 1 Punkt."),
        ("door", foresee("points", points=2), "de", "Du hättest 2 Punkte."),
        ("zar", foresee("youDraw", cards=1), "de", "Du würdest eine Karte ziehen."),
        ("zar", foresee("skips", seats=(0, 1)), "de", "Ada und Bob würden übersprungen."),
        ("zar", foresee("skips", seats=(2,)), "de", "Platz 3 würde übersprungen."),
        ("bazaar", foresee("takes", card="AR2"), "de", "Du würdest Kunst rot 2 nehmen."),
        ("zlam", foresee("closesDoubled", half=7, points=14), "de",
         "Er würde mit 9 in einer Farbe schließen: 2 × 7 = 14 Punkte."),
    ],
)  # fmt: skip
def test_an_effect_is_one_sentence_in_the_language_of_its_reader(
    game: str, effect: engine.Effect, language: str, sentence: str
) -> None:
    assert engine.foretell(game, effect, Wording(language, NAMES)) == sentence


def test_named_cards_of_an_effect_are_said_by_name() -> None:
    rules = engine.GAMES["zeven"]
    assert rules.effects is not None
    assert blanks_of(rules.effects.phrases["takes"])[-1] == "cards"
    cards = engine.Argument("cards", "CARDS", "AR3,AW0")
    sums = [engine.Argument(name, "TEXT", "1") for name in ("before", "added", "total")]
    said = engine.foretell("zeven", engine.Effect("takes", (*sums, cards)), Wording(SOURCE_LANGUAGE))
    assert said == "1 + 1 = 1: you would take Art red 3, Art wild 0."

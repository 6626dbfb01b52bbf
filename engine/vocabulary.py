"""The vocabulary of a game: every template and word that its sentences and labels are made of, with their blanks."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from engine.core.game import Game
from engine.core.templates import KINDS_OF_VALUES, Blank, BlankKind, blanks_of
from engine.core.values import Options, State
from engine.explanations import BLANKS_OF_REFUSALS
from engine.options import describe_options, label_options
from engine.sentences import (
    BLANKS_OF_EVENTS,
    BLANKS_OF_ZONES,
    COMMON,
    COMMON_EVENTS,
    COMMON_WORDS,
    DECIDED_BY,
    REFUSAL,
    Speaker,
    Wording,
    counted_blank,
    speaker,
)
from engine.translations import SOURCE_LANGUAGE, package_of, phrases_of
from engine.validation import find_game


class PluralForm(msgspec.Struct, frozen=True):
    """A template for some numbers: those of a category of the CLDR, such as `one`."""

    category: str
    template: str


class Phrase(msgspec.Struct, frozen=True):
    """A template by its key: a kind of event, a verb, a fact; of a refusal its English template.

    `plurals` are its forms for numbers that `template` does not fit, by the number in the blank `counted`.
    """

    key: str
    template: str
    blanks: tuple[Blank, ...]
    counted: str | None = None
    plurals: tuple[PluralForm, ...] = ()


class Vocabulary(msgspec.Struct, frozen=True):
    """The phrases of a game in a language.

    `summaries` has its one sentence by the game's name, its `goal`, and `howToPlay 1` and so on; `options` the names of
    options, and of their words by option and word, `descriptions` the meanings of options; `powers` what cards do, by
    code. `moves` are labels by verb, and by what is asked where they differ; events of one rule may have a template of
    their own, by kind and rule; `effects` what a move would do, by code; `choices` what a choice adds to moves; `facts`
    are subjects by name; `places` are parts of zones' keys; `words` are values of facts and events, by value or by kind
    and value; `reasons` are those for the end; `points` are labels of items of a score by code, and `decided` the
    sentences about what decided a table by its reason or by the code of an item, both also by code and rule; `common`
    are the words that fill blanks, by their English.
    """

    language: str
    summaries: tuple[Phrase, ...]
    options: tuple[Phrase, ...]
    descriptions: tuple[Phrase, ...]
    cards: tuple[Phrase, ...]
    powers: tuple[Phrase, ...]
    moves: tuple[Phrase, ...]
    choices: tuple[Phrase, ...]
    verbs: tuple[Phrase, ...]
    events: tuple[Phrase, ...]
    effects: tuple[Phrase, ...]
    facts: tuple[Phrase, ...]
    zones: tuple[Phrase, ...]
    places: tuple[Phrase, ...]
    words: tuple[Phrase, ...]
    reasons: tuple[Phrase, ...]
    points: tuple[Phrase, ...]
    decided: tuple[Phrase, ...]
    refusals: tuple[Phrase, ...]
    common: tuple[Phrase, ...]


@lru_cache(maxsize=64)
def vocabulary(game: str, language: str = SOURCE_LANGUAGE) -> Vocabulary:
    """Return the vocabulary of a game; what a language lacks is in English."""
    rules = find_game(game)
    said = speaker(game, Wording(language))
    phrases = {
        name: tuple(_translate(rules, said, name, texts))
        for name, texts in {**english(rules), "words": rules.glossary, **refusals(rules)}.items()
    }
    powers = {phrase.key: phrase.template for phrase in phrases["powers"]}
    phrases["powers"] = tuple([Phrase(code, powers[kind], ()) for code, kind in rules.kind_of.items()])
    return msgspec.convert({"language": language, **phrases}, Vocabulary, from_attributes=True)


def english(rules: Game[State, Options]) -> Mapping[str, Mapping[str, str]]:
    """Return the English phrases of a game by list and key, except its refusals, which stand in its code."""
    kinds = rules.zone_map.kinds
    return {
        "summaries": {
            rules.name: rules.summary,
            "goal": rules.primer.goal,
            **{f"howToPlay {number}": text for number, text in enumerate(rules.primer.how_to_play, 1)},
        },
        "options": label_options(rules),
        "descriptions": {option.name: option.description for option in describe_options(rules.options)},
        "cards": {code: card.label for code, card in rules.cards.items()},
        "powers": rules.primer.powers,
        "variants": rules.primer.variants,
        "prompts": rules.primer.prompts,
        "lessons": _lesson_texts(rules),
        "moves": {**{verb.name: verb.label for verb in rules.verbs}, **rules.labels},
        "choices": rules.choices,
        "verbs": {verb.name: verb.name for verb in rules.verbs},
        "events": {**COMMON_EVENTS, **rules.events},
        "effects": {} if rules.effects is None else rules.effects.phrases,
        "facts": {name: kind.label for name, kind in rules.facts.items()},
        "zones": {name: kind.label for name, kind in kinds.items()},
        "places": {place: place for kind in kinds.values() for place in kind.places},
        "words": {key: text for key, text in rules.glossary.items() if key not in rules.cards},
        "reasons": rules.reasons,
        "points": rules.points,
        "decided": {**DECIDED_BY, **rules.decided},
        "common": {phrase: phrase for phrase in COMMON_WORDS},
    }


def _lesson_texts(rules: Game[State, Options]) -> Mapping[str, str]:
    """Return the sentences of a game's lesson by the numbers of their steps, and the closing one."""
    lesson = rules.lesson
    if lesson is None:
        return {}
    said = {f"{number}": step.sentence for number, step in enumerate(lesson.steps, 1) if step.sentence}
    return {**said, "closing": lesson.closing}


def refusals(rules: Game[State, Options]) -> Mapping[str, Mapping[str, str]]:
    """Return the English templates of the refusals of a game, as its English catalogue lists them."""
    listed = phrases_of(package_of(rules), SOURCE_LANGUAGE)
    return {"refusals": {template: template for context, template in listed if context == REFUSAL}}


def context_of(name: str, key: str) -> str:
    """Return the context of a phrase in catalogues: `event drawn`; all refusals have one, and so have common words."""
    return {"refusals": REFUSAL, "common": COMMON}.get(name) or f"{_SINGULAR[name]} {key}"


# In catalogues a reason is a word.
_SINGULAR: Mapping[str, str] = {
    "summaries": "summary",
    "options": "option",
    "descriptions": "description",
    "cards": "card",
    "powers": "power",
    "variants": "variant",
    "prompts": "prompt",
    "lessons": "lesson",
    "moves": "move",
    "choices": "choice",
    "verbs": "verb",
    "events": "event",
    "effects": "effect",
    "facts": "fact",
    "zones": "zone",
    "places": "place",
    "words": "word",
    "reasons": "word",
    "points": "points",
    "decided": "decided",
}


def _translate(rules: Game[State, Options], speaker: Speaker, name: str, texts: Mapping[str, str]) -> Iterator[Phrase]:
    for key, text in texts.items():
        blanks = tuple(_describe_blanks(rules, name, blanks_of(text)))
        counted = counted_blank(blanks)
        # The value of a fact may be a card.
        context = f"card {key}" if name == "words" and key in rules.cards else context_of(name, key)
        forms = speaker.forms_by_category(context, text)
        plurals = tuple([PluralForm(category, form) for category, form in forms.items()])
        yield Phrase(key, speaker.translate(context, text), blanks, counted if plurals else None, plurals)


def _describe_blanks(rules: Game[State, Options], name: str, blanks: Iterable[str]) -> Iterator[Blank]:
    kinds: Mapping[str, BlankKind] = _KINDS.get(name, {})
    own = rules.blank_kinds if name == "refusals" else {}
    return (Blank(blank, own.get(blank) or kinds.get(blank, "TEXT")) for blank in blanks)


_KINDS: Mapping[str, Mapping[str, BlankKind]] = {
    "events": {name: kind for name, (kind, _, _) in BLANKS_OF_EVENTS.items()},
    "moves": {name: kind for name, (kind, _, _) in BLANKS_OF_EVENTS.items()},
    "effects": KINDS_OF_VALUES,
    "zones": BLANKS_OF_ZONES,
    "points": {name: kind for name, (kind, _, _) in BLANKS_OF_EVENTS.items()},
    "decided": {"winners": "SEATS", "others": "SEATS"},
    "refusals": BLANKS_OF_REFUSALS,
}

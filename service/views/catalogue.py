"""The catalogue: the registered games with their options and verbs, and their rule pages, split into rules."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated

import msgspec

import engine
from engine import Plain, Wording
from service.sessions.problems import Problem
from service.views.fields import SEATS, ContractStruct, described, fill, open_choices, sized
from service.views.session_view import SetOption
from service.views.table_view import Card
from service.views.wording import (
    VOCABULARY_LISTS,
    Blank,
    Phrase,
    PluralForm,
    Vocabulary,
    choose_language,
    session_phrases,
    wanted_language,
)

# A request body has room for tens of thousands of options, and each would be parsed.
MOST_OPTIONS = 100
# The length of a list of notations by which the cost of a GraphQL document is estimated. The notations of five games
# fit into one document. ZLAM! with hundreds of stacks has more, up to 5,723.
WEIGHED_NOTATIONS = 4000
# A link to docs/rules in a checkout, and the same files in a wheel.
RULE_PAGES = Path(__file__).parent / "rules"

_SECTION = re.compile(r"## (?P<number>\d+) (?P<title>.+)")
_RULE = re.compile(r"(?P<number>\d+\.\d+) (?P<text>.*)")
_NEXT_RULE_IN_LINE = re.compile(r" (?=\d+\.\d+ \*\*)")


OPTION_KIND = open_choices(
    "OptionKind",
    "How an option is set.",
    "kind",
    BOOLEAN="By `true` or `false`.",
    INTEGER="By a whole number in a range, or by one of `choices`.",
    CHOICE="By one of `choices`.",
    LIST="By `null`, or by a list with a number for each seat, such as `[0,1,0,1]`.",
)


@sized(maximum_by_seats=SEATS, suggested_by_seats=SEATS)
class GameOption(ContractStruct, frozen=True):
    """An option that a host may set when a table is opened."""

    name: Annotated[str, described("The option's name.")]
    kind: Annotated[str, described("How the option is set.", choices=OPTION_KIND)]
    default: Annotated[str, described("The default value, as text.")]
    choices: Annotated[tuple[str, ...], described("The allowed words.")]
    minimum: Annotated[int | None, described("The smallest allowed number; null if the option takes no numbers.")]
    maximum: Annotated[int | None, described("The greatest allowed number; null if the option takes no numbers.")]
    description: Annotated[str, described("The meaning of the option.")]
    maximum_by_seats: Annotated[
        tuple[int, ...],
        described(
            "The greatest allowed number for each number of seats, from `minSeats` up; empty if it is always the same."
        ),
    ]
    label: Annotated[str, described("The option's name for people.")]
    choice_labels: Annotated[tuple[str, ...], described("The labels of `choices` for people, in the same order.")]
    is_seat: Annotated[
        bool,
        described("Whether the option's numbers are seats. People count seats from 1, so a form shows `0` as seat 1."),
    ]
    suggested_by_seats: Annotated[
        tuple[str, ...],
        described(
            "The value to suggest for each number of seats, from `minSeats` up; empty if the default fits every number "
            "of seats."
        ),
    ]


class Rule(ContractStruct, frozen=True):
    """A rule from the game's rule page."""

    number: Annotated[
        str, described("The page and the rule's number on it, such as `zeven 3.4`. `zeven 3` is the whole section.")
    ]
    section: Annotated[str, described("The title of the rule's section.")]
    text: Annotated[str, described("The rule, as Markdown.")]


class Verb(ContractStruct, frozen=True):
    """A verb of a game's moves."""

    name: Annotated[str, described("The verb.")]
    pattern: Annotated[str, described("The notation of the verb's moves; parts in brackets are optional.")]
    description: Annotated[str, described("The effect of the verb's moves.")]


LANGUAGES_WANTED = (
    "The wanted languages, as in `Accept-Language`, such as `de-AT, en;q=0.5`. The answer is in the best available "
    "one, else in English."
)


@sized(how_to_play=5)
class Game(ContractStruct, frozen=True):
    """A game that the service offers."""

    id: Annotated[str, described("The game's short name, such as `zeven`.", scalar="ID")]
    title: Annotated[str, described("The game's title.")]
    summary: Annotated[str, described("The game in one sentence.")]
    goal: Annotated[str, described("The goal of the game, in one sentence.")]
    how_to_play: Annotated[tuple[str, ...], described("The game in five short sentences, for newcomers.")]
    min_seats: Annotated[int, described("The smallest number of seats.")]
    max_seats: Annotated[int, described("The largest number of seats.")]
    rules_version: Annotated[int, described("The version of the rules, which records name.")]
    options: Annotated[tuple[GameOption, ...], described("The options, in the order of the game's page.")]
    verbs: Annotated[tuple[Verb, ...], described("The verbs of the game's moves, in canonical order.")]
    has_lesson: Annotated[bool, described("Whether the game has a `lesson`, a guided first hand.")]


@sized(notations=WEIGHED_NOTATIONS)
class Notations(ContractStruct, frozen=True):
    """Every notation that a move can have at a table of a game."""

    notations: Annotated[
        tuple[str, ...],
        described(
            "The notations, each once, in the canonical order of `legalMoves`. Every legal move is in the list. A few "
            "notations may never be legal."
        ),
    ]


class CardPower(ContractStruct, frozen=True):
    """The effect of a card."""

    code: Annotated[str, described("The card's code.")]
    text: Annotated[str, described("The effect of the card, in one sentence.")]


@sized(how_to_play=10, powers=max(len(game.cards) for game in engine.GAMES.values()))
class Introduction(ContractStruct, frozen=True):
    """An introduction to a game for newcomers, according to the options of a table."""

    goal: Annotated[str, described("The goal of the game, in one sentence.")]
    how_to_play: Annotated[
        tuple[str, ...],
        described("The game in a few short sentences, followed by the options in force that they do not mention."),
    ]
    powers: Annotated[tuple[CardPower, ...], described("The effect of each card, in the order of `cards`.")]


class Section(msgspec.Struct, frozen=True):
    """A section of a rule page, as Markdown."""

    number: str
    title: str
    text: str

    def parts(self) -> Iterator[tuple[str, str]]:
        """Yield the number and text of each rule; between them, any other text with an empty number.

        A rule ends where the next begins, or at an empty line.
        """
        for paragraph in self.text.split("\n\n"):
            number = ""
            lines = list[str]()
            for line in _split_lines(paragraph):
                start = _RULE.match(line)
                if start is None:
                    lines.append(line)
                    continue
                if lines:
                    yield number, "\n".join(lines)
                number = start["number"]
                lines = [start["text"]]
            yield number, "\n".join(lines)


def _split_lines(paragraph: str) -> Iterator[str]:
    """Yield the lines of a paragraph, and each rule on a line of its own."""
    for line in paragraph.split("\n"):
        yield from _NEXT_RULE_IN_LINE.split(line)


def game_names() -> tuple[str, ...]:
    """Return the name of every registered game."""
    return tuple(engine.GAMES)


def is_game(name: str) -> bool:
    """Tell whether a game of that name is registered."""
    return name in engine.GAMES


def project_game(name: str) -> Game:
    """Return a registered game, with its texts in the language that this request wants."""
    return _project_game(name, wanted_language.get() or engine.languages()[0])


@lru_cache(maxsize=64)
def _project_game(name: str, language: str) -> Game:
    game = engine.find_game(name)
    vocabulary = engine.vocabulary(name, language)
    labels = _texts_of(vocabulary.options)
    descriptions = _texts_of(vocabulary.descriptions)
    texts = _texts_of(vocabulary.summaries)
    return fill(
        Game,
        game,
        id=game.name,
        summary=texts[name],
        goal=texts["goal"],
        how_to_play=tuple([texts[key] for key in texts if key.startswith("howToPlay")]),
        rules_version=game.rules,
        options=tuple(
            _project_option(option, maxima, _suggested_by_seats(name, option), labels, descriptions[option.name])
            for option, maxima in _options_by_seats(name)
        ),
        verbs=msgspec.convert(game.verbs, tuple[Verb, ...], from_attributes=True),
        has_lesson=game.lesson is not None,
    )


@lru_cache(maxsize=64)
def project_vocabulary(name: str, wanted: str = "") -> Vocabulary:
    """Return the vocabulary of a game in the best of the wanted languages; see `choose_language`."""
    found = engine.vocabulary(name, choose_language(wanted))
    phrases = {name: _project_phrases(getattr(found, name)) for name in VOCABULARY_LISTS}
    phrases["events"] += tuple(session_phrases(found.language))
    return Vocabulary(language=found.language, languages=engine.languages(), **phrases)


def project_notations(game: str, seats: int, options: Mapping[str, object]) -> Notations:
    """Return every notation that a move can have at a table. Raises `engine.EngineError` if there is no such table."""
    return Notations(notations=tuple(map(str, engine.possible_moves(game, seats=seats, options=options))))


def introduce_table(game: str, options: Mapping[str, Plain]) -> Introduction:
    """Return the introduction to a game at a table with these options, in the language that this request wants."""
    introduction = engine.introduction(game, options, wanted_language.get() or engine.languages()[0])
    powers = [CardPower(code=code, text=text) for code, text in introduction.powers.items()]
    return Introduction(goal=introduction.goal, how_to_play=introduction.how_to_play, powers=tuple(powers))


def _project_phrases(phrases: Iterable[engine.Phrase]) -> tuple[Phrase, ...]:
    return tuple(_project_phrase(phrase) for phrase in phrases)


def _project_phrase(phrase: engine.Phrase) -> Phrase:
    blanks = tuple(fill(Blank, blank) for blank in phrase.blanks)
    return fill(Phrase, phrase, blanks=blanks, plurals=tuple(fill(PluralForm, form) for form in phrase.plurals))


def _options_by_seats(name: str) -> Iterator[tuple[engine.Option, tuple[int, ...]]]:
    """Yield each option of a game, with its maximum for each number of seats where these differ."""
    game = engine.find_game(name)
    by_seats = [engine.game_options(game, seats) for seats in range(game.min_seats, game.max_seats + 1)]
    for option, *at_tables in zip(engine.game_options(game), *by_seats, strict=True):
        maxima = tuple(at.maximum for at in at_tables if at.maximum is not None)
        yield option, maxima if len(set(maxima)) > 1 else ()


def _suggested_by_seats(name: str, option: engine.Option) -> tuple[str, ...]:
    """Return the value to suggest for an option for each number of seats; nothing if it is always the default."""
    game = engine.find_game(name)
    by_seats = [engine.fitting_options(game, seats) for seats in range(game.min_seats, game.max_seats + 1)]
    if not any(option.name in fitting for fitting in by_seats):
        return ()
    return tuple(format_option(fitting.get(option.name, option.default)) for fitting in by_seats)


def _texts_of(phrases: Iterable[engine.Phrase]) -> Mapping[str, str]:
    return {phrase.key: phrase.template for phrase in phrases}


def _project_option(
    option: engine.Option,
    maxima: tuple[int, ...],
    suggested: tuple[str, ...],
    labels: Mapping[str, str],
    description: str,
) -> GameOption:
    return fill(
        GameOption,
        option,
        kind=option.kind.upper(),
        default=format_option(option.default),
        description=description,
        maximum_by_seats=maxima,
        suggested_by_seats=suggested,
        label=labels[option.name],
        choice_labels=tuple(labels.get(f"{option.name} {choice}", choice) for choice in option.choices),
    )


def rules_of(page: str) -> Mapping[str, Rule]:
    """Return the rules of a page by number: each section (`zeven 3`), followed by its rules (`zeven 3.4`).

    `page` is a game's name or `engine`. A game without a page has no rules. Where the page has a translation, the rules
    are in the language that the request wants. The English rules are binding.
    """
    rules = _every_rule(wanted_language.get())
    return {number: rule for number, rule in rules.items() if number.startswith(f"{page} ")}


def rule_named(number: str) -> Rule | None:
    """Return the rule of a full number such as `zeven 3.4`, in the language that the request wants, or None."""
    return _every_rule(wanted_language.get()).get(number)


@cache
def _every_rule(language: str | None) -> Mapping[str, Rule]:
    rules: dict[str, Rule] = {}
    for page in ("engine", *engine.GAMES):
        rules |= {rule.number: rule for rule in _rules(page, language or "en")}
    return rules


@cache
def sections_of(page: str, language: str = "en") -> tuple[Section, ...]:
    """Return the sections of a page in order: the introduction, which has no number, then the numbered sections.

    `page` is a game's name or `engine`. A game without a page has no sections. A page without a translation is English.
    """
    translated = RULE_PAGES / language / f"{page}.md"
    path = translated if translated.is_file() else RULE_PAGES / f"{page}.md"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return tuple(_sections(page, text))


def _sections(page: str, text: str) -> Iterator[Section]:
    heading, _, rest = text.partition("\n")
    introduction, *parts = re.split(r"^(?=## )", rest, flags=re.MULTILINE)
    if heading:
        yield Section("", heading.removeprefix("# "), introduction.strip())
    for part in parts:
        heading, _, body = part.partition("\n")
        section = _SECTION.match(heading)
        assert section is not None, f"{page}: {heading}"
        yield Section(section["number"], section["title"], body.strip())


def _rules(page: str, language: str) -> Iterator[Rule]:
    for section in sections_of(page, language):
        if not section.number:
            continue
        yield Rule(number=f"{page} {section.number}", section=section.title, text=section.text)
        for number, text in section.parts():
            if number:
                yield Rule(number=f"{page} {number}", section=section.title, text=text)


def read_options(game: str, pairs: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Return options from texts: `true`, `3`, `null` and `[0,1]` are parsed as JSON, any other text is a word.

    A text that the option lists among its words is a word, too, such as `3` where kinds of cards are chosen.

    Raises `Problem` with INVALID_OPTION if an option is given twice, or if there are more options than any game has.
    """
    options: dict[str, object] = {}
    words = _words_of(game)
    for name, text in pairs:
        if len(options) == MOST_OPTIONS:
            raise Problem("INVALID_OPTION", f"There are more than {MOST_OPTIONS} options.", ("options",))
        if name in options:
            raise Problem(
                "INVALID_OPTION", f"The option {name[:40]} is given twice: give it once.", ("options", name[:40])
            )
        options[name] = text if text in words.get(name, ()) else _read_value(text)
    return options


@lru_cache(maxsize=64)
def _words_of(game: str) -> Mapping[str, tuple[str, ...]]:
    """Return the words of each option that takes one of several words."""
    if not is_game(game):
        return {}
    options = engine.describe_options(engine.find_game(game).options)
    return {option.name: option.choices for option in options if option.kind == "choice"}


def _read_value(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return text


def fill_options(game: str, chosen: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return every option of a game with its value: the chosen one, else the default."""
    options = engine.describe_options(engine.find_game(game).options)
    return {**{option.name: option.default for option in options}, **chosen}


def format_option(value: object) -> str:
    """Return an option's value as text that `read_options` parses."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def some_options(game: str) -> list[tuple[str, str]]:
    """Return the first two options of a game with their defaults, as an example of the notation."""
    options = engine.describe_options(engine.find_game(game).options)
    return [(option.name, format_option(option.default)) for option in options[:2]]


@lru_cache(maxsize=1024)
def set_options(game: str, chosen: bytes) -> tuple[SetOption, ...]:
    """Return the options of a table; `chosen` has the options that differ from the defaults, as JSON."""
    options = fill_options(game, msgspec.json.decode(chosen))
    return tuple([SetOption(name=name, value=format_option(value)) for name, value in options.items()])


# ---- the faces of cards


@cache
def faces(game: str, language: str = "") -> Mapping[str, Card]:
    """Return the faces of all cards of a game by code; without a language, in plain English."""
    wording = Wording(language) if language else None
    return {
        code: fill(Card, card, label=engine.card_label(game, code, wording))
        for code, card in engine.find_game(game).cards.items()
    }


def project_cards(game: str) -> tuple[Card, ...]:
    """Return the face of every card of a game, once each, in the order of its rule page and in the wanted language."""
    return tuple(faces(game, wanted_language.get() or "").values())


@cache
def face_of(game: str, language: str) -> Callable[[str], Card]:
    """Return the function that maps a card's code to its face."""
    return faces(game, language).__getitem__


@cache
def face_or_back(game: str, language: str) -> Callable[[str | None], Card | None]:
    """Return the function that maps a card's code to its face, and None (a hidden card) to None."""
    shown: Mapping[str | None, Card | None] = {None: None} | dict[str | None, Card | None](faces(game, language))
    return shown.__getitem__


def project_card(game: str, code: str) -> Card:
    """Return a card's face."""
    return face_of(game, wanted_language.get() or "")(code)

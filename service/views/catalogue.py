"""The catalogue: the games of the register with their options and verbs, and their rule pages, cut into rules."""

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
# The length of a list of notations as GraphQL documents are weighed: so those of five games fit into one. ZLAM! with
# hundreds of stacks has more, up to 5,723.
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
    BOOLEAN="`true` or `false`.",
    INTEGER="A whole number in a range, or one of `choices`.",
    CHOICE="One of `choices`.",
    LIST="`null`, or a list with a number for each seat: `[0,1,0,1]`.",
)


@sized(maximum_by_seats=SEATS, suggested_by_seats=SEATS)
class GameOption(ContractStruct, frozen=True):
    """An option that a host may set when a table is made."""

    name: Annotated[str, described("The option's name.")]
    kind: Annotated[str, described("How the option is set.", choices=OPTION_KIND)]
    default: Annotated[str, described("The default value, as text.")]
    choices: Annotated[tuple[str, ...], described("The allowed words.")]
    minimum: Annotated[int | None, described("The smallest allowed number; null if the option takes no numbers.")]
    maximum: Annotated[int | None, described("The greatest allowed number; null if the option takes no numbers.")]
    description: Annotated[str, described("The meaning of the option.")]
    maximum_by_seats: Annotated[
        tuple[int, ...],
        described("The greatest allowed number by the number of seats, from `minSeats` on; empty if it is the same."),
    ]
    label: Annotated[str, described("The option's name for people.")]
    choice_labels: Annotated[tuple[str, ...], described("The words of `choices` for people, in the same order.")]
    is_seat: Annotated[
        bool, described("Whether its numbers are seats, which people count from 1: a form shows `0` as seat 1.")
    ]
    suggested_by_seats: Annotated[
        tuple[str, ...],
        described(
            "The value to suggest by the number of seats, from `minSeats` on, since the default does not fit each; "
            "empty if it does."
        ),
    ]


class Rule(ContractStruct, frozen=True):
    """A rule from the game's rule page."""

    number: Annotated[
        str, described("The page and the rule's number on it: `zeven 3.4`; `zeven 3` is the whole section.")
    ]
    section: Annotated[str, described("The title of the rule's section.")]
    text: Annotated[str, described("The rule, as Markdown.")]


class Verb(ContractStruct, frozen=True):
    """A verb of a game's moves."""

    name: Annotated[str, described("The verb.")]
    pattern: Annotated[str, described("The notation of its moves; parts in brackets are optional.")]
    description: Annotated[str, described("The effect of its moves.")]


LANGUAGES_WANTED = (
    "The wanted languages, as in `Accept-Language`: `de-AT, en;q=0.5`. The best that there is counts, else English."
)


@sized(how_to_play=5)
class Game(ContractStruct, frozen=True):
    """A game that the service offers."""

    id: Annotated[str, described("The game's short name: `zeven`.", scalar="ID")]
    title: Annotated[str, described("The game's title.")]
    summary: Annotated[str, described("The game in one sentence.")]
    goal: Annotated[str, described("What wins, in one sentence.")]
    how_to_play: Annotated[
        tuple[str, ...], described("The game in five short sentences, for somebody who has never seen it.")
    ]
    min_seats: Annotated[int, described("The smallest number of seats.")]
    max_seats: Annotated[int, described("The greatest number of seats.")]
    rules_version: Annotated[int, described("The version of the rules; records name it.")]
    options: Annotated[tuple[GameOption, ...], described("The options, in the order of the game's page.")]
    verbs: Annotated[tuple[Verb, ...], described("The verbs of the game's moves, in canonical order.")]


@sized(notations=WEIGHED_NOTATIONS)
class Notations(ContractStruct, frozen=True):
    """Every notation that a move can have at a table of a game."""

    notations: Annotated[
        tuple[str, ...],
        described(
            "The notations, each once, in canonical order: that of `legalMoves`. Every legal move is among them; a few "
            "may never be legal."
        ),
    ]


class CardPower(ContractStruct, frozen=True):
    """What a card does."""

    code: Annotated[str, described("The card's code.")]
    text: Annotated[str, described("What it does, in one sentence.")]


@sized(how_to_play=10, powers=max(len(game.cards) for game in engine.GAMES.values()))
class Introduction(ContractStruct, frozen=True):
    """A game as it is introduced to a newcomer, by the options of a table."""

    goal: Annotated[str, described("What wins, in one sentence.")]
    how_to_play: Annotated[
        tuple[str, ...],
        described("The game in some short sentences, and the options in force of which they do not speak."),
    ]
    powers: Annotated[tuple[CardPower, ...], described("What each card does, in the order of `cards`.")]


class Section(msgspec.Struct, frozen=True):
    """A section of a rule page, as Markdown."""

    number: str
    title: str
    text: str

    def parts(self) -> Iterator[tuple[str, str]]:
        """Yield the numbers and texts of its rules, and between them, without a number, all other text.

        A rule ends where the next begins, or at an empty line.
        """
        for paragraph in self.text.split("\n\n"):
            number = ""
            lines = list[str]()
            for line in (piece for whole in paragraph.split("\n") for piece in _NEXT_RULE_IN_LINE.split(whole)):
                start = _RULE.match(line)
                if start is None:
                    lines.append(line)
                    continue
                if lines:
                    yield number, "\n".join(lines)
                number = start["number"]
                lines = [start["text"]]
            yield number, "\n".join(lines)


def game_names() -> tuple[str, ...]:
    """Return the name of every game of the register."""
    return tuple(engine.GAMES)


def is_game(name: str) -> bool:
    """Tell whether a game of that name is in the register."""
    return name in engine.GAMES


def project_game(name: str) -> Game:
    """Return a game of the register, with its texts in the language that this request wants."""
    return _project_game(name, wanted_language.get() or engine.languages()[0])


@lru_cache(maxsize=64)
def _project_game(name: str, language: str) -> Game:
    game = engine.find_game(name)
    said = engine.vocabulary(name, language)
    labels, descriptions, texts = map(_texts_of, (said.options, said.descriptions, said.summaries))
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
    )


@lru_cache(maxsize=64)
def project_vocabulary(name: str, wanted: str = "") -> Vocabulary:
    """Return the vocabulary of a game in the best of the wanted languages; see `choose_language`."""
    found = engine.vocabulary(name, choose_language(wanted))
    told = {name: _project_phrases(getattr(found, name)) for name in VOCABULARY_LISTS}
    told["events"] += tuple(session_phrases(found.language))
    return Vocabulary(language=found.language, languages=engine.languages(), **told)


def project_notations(game: str, seats: int, options: Mapping[str, object]) -> Notations:
    """Return every notation that a move can have at a table. Raises `engine.EngineError` if there is no such table."""
    return Notations(notations=tuple(map(str, engine.possible_moves(game, seats=seats, options=options))))


def introduce_table(game: str, options: Mapping[str, Plain]) -> Introduction:
    """Return how a game is introduced at a table with these options, in the language that this request wants."""
    told = engine.introduction(game, options, wanted_language.get() or engine.languages()[0])
    powers = [CardPower(code=code, text=text) for code, text in told.powers.items()]
    return Introduction(goal=told.goal, how_to_play=told.how_to_play, powers=tuple(powers))


def _project_phrases(phrases: Iterable[engine.Phrase]) -> tuple[Phrase, ...]:
    return tuple(_project_phrase(phrase) for phrase in phrases)


def _project_phrase(phrase: engine.Phrase) -> Phrase:
    blanks = tuple(fill(Blank, blank) for blank in phrase.blanks)
    return fill(Phrase, phrase, blanks=blanks, plurals=tuple(fill(PluralForm, form) for form in phrase.plurals))


def _options_by_seats(name: str) -> Iterator[tuple[engine.Option, tuple[int, ...]]]:
    """Yield each option of a game, and its greatest number by the number of seats where that depends on it."""
    game = engine.find_game(name)
    by_seats = [engine.game_options(game, seats) for seats in range(game.min_seats, game.max_seats + 1)]
    for option, *at_tables in zip(engine.game_options(game), *by_seats, strict=True):
        maxima = tuple(at.maximum for at in at_tables if at.maximum is not None)
        yield option, maxima if len(set(maxima)) > 1 else ()


def _suggested_by_seats(name: str, option: engine.Option) -> tuple[str, ...]:
    """Return what to suggest for an option by the number of seats; nothing if that is always the default."""
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

    `page` is a game's name or `engine`. A game without a page has no rules. They are in the language that the request
    wants, where the page has a translation; the English ones are binding.
    """
    rules = _every_rule(wanted_language.get())
    return {number: rule for number, rule in rules.items() if number.startswith(f"{page} ")}


def rule_named(number: str) -> Rule | None:
    """Return the rule of a full number such as `zeven 3.4`, in the language that the request wants, or None."""
    return _every_rule(wanted_language.get()).get(number)


@cache
def _every_rule(language: str | None) -> Mapping[str, Rule]:
    return {rule.number: rule for page in ("engine", *engine.GAMES) for rule in _rules(page, language or "en")}


@cache
def sections_of(page: str, language: str = "en") -> tuple[Section, ...]:
    """Return a page in its order: its introduction (a section without a number), then its numbered sections.

    `page` is a game's name or `engine`. A game without a page has no sections; one without a translation is English.
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

    So is a text that is a word of the option: `3`, where kinds of cards are chosen.

    Raises `Problem` with INVALID_OPTION when an option is given twice, and when there are more than any game has.
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
    """Return the words of each option that is chosen from words."""
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
    """Return the first two options of a game with their defaults, as an example of how they are written."""
    options = engine.describe_options(engine.find_game(game).options)
    return [(option.name, format_option(option.default)) for option in options[:2]]


@lru_cache(maxsize=1024)
def set_options(game: str, chosen: bytes) -> tuple[SetOption, ...]:
    """Return the options of a table; `chosen` are those that differ from the defaults, as JSON."""
    options = fill_options(game, msgspec.json.decode(chosen))
    return tuple([SetOption(name=name, value=format_option(value)) for name, value in options.items()])


# ---- the faces of cards


@cache
def faces(game: str, language: str = "") -> Mapping[str, Card]:
    """Return the faces of all cards of a game, by their codes; no language is plain English."""
    wording = Wording(language) if language else None
    return {
        code: fill(Card, card, label=engine.card_label(game, code, wording))
        for code, card in engine.find_game(game).cards.items()
    }


def project_cards(game: str) -> tuple[Card, ...]:
    """Return the face of every card of a game, once each, in the order of its rule page, named as the request wants."""
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

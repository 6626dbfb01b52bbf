"""The catalogue: games, their options, verbs and numbered rules."""

from typing import Annotated

from service.views.fields import SEATS, ContractStruct, described, open_choices, sized

OPTION_KIND = open_choices(
    "OptionKind",
    "How an option is set.",
    "kind",
    BOOLEAN="`true` or `false`.",
    INTEGER="A whole number in a range, or one of `choices`.",
    CHOICE="One of `choices`.",
    LIST="`null`, or a list with a number for each seat: `[0,1,0,1]`.",
)


@sized(maximum_by_seats=SEATS)
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
BLANK_KIND = open_choices(
    "BlankKind",
    "What fills a blank of a template, as data.",
    "kind",
    SEAT="A seat: `2`; of an event its `seat`.",
    SEAT_NUMBER="The number of a seat, which data count from 0, and people from 1; of an event its `seat`.",
    SEATS="A list of seats: `0,2`; of an event its `value`.",
    POINTS="The points of all seats, `?` for hidden ones: `3,?`; of an event its `value`.",
    CARD="A card's code: `AR3`.",
    CARDS="Cards: of an event or a move its `cards`, or `count` if they are hidden.",
    ZONE="A zone's key: `area:2`; of an event or a move its `from` or `to`, as the blank is named.",
    ZONES="A list of keys of zones, or `none`; of an event its `value`.",
    PLACE="A part of a zone's key, by `places`; of a zone what follows the colon, of `part` the dot.",
    WORD="A value by `words`, first by the kind of event and the value (`chosen art`); of an event its `value`.",
    CHOICE="The choice of a move, by `choices`; nothing if it has none.",
    VERB="A verb, by `verbs`; of an event its `value`.",
    OPTIONS="A list of words of the notation, of which one is to be chosen: `add,skip`.",
    TEXT="A text or a number as it is; of an event its `value`.",
)


class Blank(ContractStruct, frozen=True):
    """A blank of a template."""

    name: Annotated[str, described("Its name in the template, where it stands in braces.")]
    kind: Annotated[str, described("What fills it.", choices=BLANK_KIND)]


class Phrase(ContractStruct, frozen=True):
    """A template of sentences or labels: a text with blanks in braces."""

    key: Annotated[
        str, described("What it is for: a kind of event, a verb, a fact's name; of a refusal its English template.")
    ]
    template: Annotated[str, described("The text; `{to_zone:dative}` asks for a form of a word.")]
    blanks: Annotated[tuple[Blank, ...], described("The blanks of the English template, each once.")]


class Vocabulary(ContractStruct, frozen=True):
    """Everything that the sentences and labels of a game are made of, in one language."""

    language: Annotated[str, described("The language, as in BCP 47.")]
    languages: Annotated[tuple[str, ...], described("The languages that there are.")]
    summaries: Annotated[tuple[Phrase, ...], described("The game in one sentence, by its id.")]
    options: Annotated[
        tuple[Phrase, ...],
        described("The names of options, by name, and of the words of their choices, by both (`scoring none`)."),
    ]
    descriptions: Annotated[tuple[Phrase, ...], described("The meanings of options, by their names.")]
    cards: Annotated[tuple[Phrase, ...], described("The names of the cards, by code.")]
    moves: Annotated[tuple[Phrase, ...], described("The labels of moves, by verb.")]
    choices: Annotated[tuple[Phrase, ...], described("What a choice adds to the label of a move, by choice.")]
    verbs: Annotated[tuple[Phrase, ...], described("The verbs as words.")]
    events: Annotated[
        tuple[Phrase, ...], described("The sentences of events, by kind: those of the game, then those of sessions.")
    ]
    facts: Annotated[tuple[Phrase, ...], described("The subjects of facts, by name.")]
    zones: Annotated[tuple[Phrase, ...], described("The names of zones, by kind.")]
    places: Annotated[tuple[Phrase, ...], described("The parts of zones' keys that are words.")]
    words: Annotated[
        tuple[Phrase, ...], described("Values of facts and events in words, by value, or by kind of event and value.")
    ]
    reasons: Annotated[tuple[Phrase, ...], described("The reasons for the end of a table, by code.")]
    refusals: Annotated[tuple[Phrase, ...], described("The reasons against moves, by their English templates.")]
    common: Annotated[tuple[Phrase, ...], described("The words that blanks are filled with, by their English.")]


# Every field of a vocabulary but these is a list of phrases.
VOCABULARY_LISTS = tuple(name for name in Vocabulary.__struct_fields__ if name not in ("language", "languages"))


class Game(ContractStruct, frozen=True):
    """A game that the service offers."""

    id: Annotated[str, described("The game's short name: `zeven`.", scalar="ID")]
    title: Annotated[str, described("The game's title.")]
    summary: Annotated[str, described("The game in one sentence.")]
    min_seats: Annotated[int, described("The smallest number of seats.")]
    max_seats: Annotated[int, described("The greatest number of seats.")]
    rules_version: Annotated[int, described("The version of the rules; records name it.")]
    options: Annotated[tuple[GameOption, ...], described("The options, in the order of the game's page.")]
    verbs: Annotated[tuple[Verb, ...], described("The verbs of the game's moves, in canonical order.")]

"""Words for people: vocabularies, the language that a request wants, and the sentences of a session's events."""

from collections.abc import Iterator
from contextvars import ContextVar
from functools import lru_cache
from typing import Annotated

import engine
from engine import Argument, BlankKind, Event, Sentence, Wording
from service.sessions.changes import SESSION_EVENTS, SOMEBODY
from service.sessions.emotes import EMOTES
from service.sessions.session import Session
from service.views.fields import ContractStruct, described, open_choices

BLANK_KIND = open_choices(
    "BlankKind",
    "The kind of data that fills a blank of a template.",
    "kind",
    SEAT="A seat, such as `2`. In an event: its `seat`.",
    SEAT_NUMBER="The number of a seat, which data count from 0 and people from 1. In an event: its `seat`.",
    SEATS="A list of seats, such as `0,2`. In an event: its `value`.",
    POINTS="The points of all seats, such as `3,?`, with `?` for hidden points. In an event: its `value`.",
    CARD="A card's code, such as `AR3`.",
    CARDS="Cards, such as `AR3,AW0`, or `*2` for two without names. In an event or a move: its `cards`, or `count` if "
    "they are hidden.",
    ZONE="A zone's key, such as `area:2`. In an event or a move: its `from` or `to`, by the name of the blank.",
    ZONES="A list of zones' keys, or `none`, which `words` has by the kind of event. In an event: its `value`.",
    PLACE="A part of a zone's key, named by `places`: what follows the colon, for `part` what follows the dot.",
    WORD="A value, named by `words`, first by kind of event and value (`chosen art`). In an event: its `value`.",
    CHOICE="The choice of a move, named by `choices`; nothing if the move has none.",
    VERB="A verb, named by `verbs`. In an event: its `value`.",
    OPTIONS="A list of words of the notation to choose one from, such as `add,skip`.",
    TEXT="A text or a number as it is. In an event: its `value`.",
)


class Blank(ContractStruct, frozen=True):
    """A blank of a template."""

    name: Annotated[str, described("The blank's name, which stands in braces in the template.")]
    kind: Annotated[str, described("The kind of data that fills the blank.", choices=BLANK_KIND)]


class PluralForm(ContractStruct, frozen=True):
    """A template for a category of numbers."""

    category: Annotated[str, described("The category of numbers, named as in the CLDR, such as `one` or `few`.")]
    template: Annotated[str, described("The text of the template.")]


class Phrase(ContractStruct, frozen=True):
    """A template of a sentence or a label: a text with blanks in braces."""

    key: Annotated[
        str, described("The key: a kind of event, a verb or a fact's name; for a refusal, its English template.")
    ]
    template: Annotated[str, described("The text. A blank such as `{to_zone:dative}` asks for a form of a word.")]
    blanks: Annotated[tuple[Blank, ...], described("The blanks of the English template, each once.")]
    counted: Annotated[
        str | None,
        described("The blank whose number, or number of things, selects the plural form; null if there is one form."),
    ]
    plurals: Annotated[
        tuple[PluralForm, ...], described("The templates for numbers that `template` does not fit, such as 1.")
    ]


class Vocabulary(ContractStruct, frozen=True):
    """The words and templates of all sentences and labels of a game, in one language."""

    language: Annotated[str, described("The language, as in BCP 47.")]
    languages: Annotated[tuple[str, ...], described("The available languages.")]
    summaries: Annotated[
        tuple[Phrase, ...],
        described("The game in one sentence, by its id; its `goal`; and `howToPlay 1` to `howToPlay 5`."),
    ]
    options: Annotated[
        tuple[Phrase, ...],
        described("The labels of options, by name, and of their choices, by name and choice (`scoring none`)."),
    ]
    descriptions: Annotated[tuple[Phrase, ...], described("The meanings of options, by name.")]
    cards: Annotated[tuple[Phrase, ...], described("The names of the cards, by code.")]
    powers: Annotated[tuple[Phrase, ...], described("The effect of each card in one sentence, by code.")]
    moves: Annotated[
        tuple[Phrase, ...],
        described(
            "The labels of moves, by verb. A label by verb and value of the fact `asked`, such as `skip bank`, "
            "replaces that of the verb while the fact has this value."
        ),
    ]
    choices: Annotated[tuple[Phrase, ...], described("The words that a choice adds to the label of a move, by choice.")]
    verbs: Annotated[tuple[Phrase, ...], described("The verbs as words, by verb.")]
    events: Annotated[
        tuple[Phrase, ...],
        described("The sentences of events, by kind: first events of the game, then events of sessions."),
    ]
    effects: Annotated[
        tuple[Phrase, ...], described("The sentences of effects that a move would have, by code, in the conditional.")
    ]
    facts: Annotated[tuple[Phrase, ...], described("The subjects of facts, by name.")]
    zones: Annotated[tuple[Phrase, ...], described("The names of zones, by kind.")]
    places: Annotated[tuple[Phrase, ...], described("The names of parts of zones' keys that are words, by part.")]
    words: Annotated[
        tuple[Phrase, ...],
        described("The values of facts and events as words, by value, or by kind of event and value."),
    ]
    reasons: Annotated[tuple[Phrase, ...], described("The reasons for the end of a table, by code.")]
    points: Annotated[
        tuple[Phrase, ...], described("The labels of the items of a score, by code, or by code and rule.")
    ]
    decided: Annotated[
        tuple[Phrase, ...],
        described("The sentences about what decided a table: by reason, or by code of an item, or by code and rule."),
    ]
    refusals: Annotated[tuple[Phrase, ...], described("The reasons why moves are refused, by their English templates.")]
    common: Annotated[tuple[Phrase, ...], described("Common words that fill blanks, by their English.")]


# Every field of a vocabulary but these is a list of phrases.
VOCABULARY_LISTS = tuple(name for name in Vocabulary.__struct_fields__ if name not in ("language", "languages"))

# The language that this request wants; None for plain English, which programs read. It is set where a request arrives
# and read where labels and sentences are made. Nothing in between depends on it.
wanted_language: ContextVar[str | None] = ContextVar("wanted_language", default=None)

# Whether this request reads sentences of events, which need most of the words of an answer.
wants_sentences: ContextVar[bool] = ContextVar("wants_sentences", default=True)

_SESSIONS = "service.sessions"
_KINDS: dict[str, BlankKind] = {"seat": "SEAT", "number": "SEAT_NUMBER", "value": "TEXT"}


def wanted_words() -> tuple[str | None, bool]:
    """Return what the words of an answer depend on: the language, and whether events have sentences."""
    return wanted_language.get(), wants_sentences.get()


def wording_for(session: Session | None) -> Wording | None:
    """Return the wording for this request, with the names of a session's players; None for plain English."""
    language = wanted_language.get()
    if language is None:
        return None
    return Wording(language, () if session is None else tell_apart(tuple([seat.name for seat in session.seats])))


def number_of_seat(seat: int) -> int:
    """Return the number of a seat in a message: from 0 as in data, or from 1 if this request wants a language."""
    return seat if wanted_language.get() is None else seat + 1


def tell_apart(names: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return names by seat. A name that occurs twice gets the number of its seat: `Ada (1)`, `Ada (3)`."""
    given = [name for name in names if name is not None]
    if len(set(given)) == len(given):
        return names
    return tuple(
        [
            f"{name} ({seat})" if name is not None and given.count(name) > 1 else name
            for seat, name in enumerate(names, 1)
        ]
    )


@lru_cache(maxsize=256)
def choose_language(wanted: str) -> str:
    """Return the best available language for an `Accept-Language` value; English if none is available."""
    for _, language in sorted(_read_ranges(wanted), key=lambda wish: -wish[0]):
        if language in engine.languages():
            return language
    return engine.languages()[0]


def _read_ranges(wanted: str) -> Iterator[tuple[float, str]]:
    """Yield weights and languages: 0.5 and `de` for `de-AT;q=0.5`. Malformed ranges are left out."""
    for part in wanted[:1000].split(","):
        language, _, weight = part.partition(";")
        quality = weight.strip().removeprefix("q=") if weight else "1"
        if quality.replace(".", "", 1).isascii() and quality.replace(".", "", 1).isdigit() and float(quality) > 0:
            yield float(quality), language.strip().partition("-")[0].lower()


def session_phrases(language: str) -> Iterator[Phrase]:
    """Yield the sentences of a session's own events in a language."""
    for kind, english in SESSION_EVENTS.items():
        blanks = tuple(Blank(name=name, kind=_KINDS[name]) for name in _KINDS if f"{{{name}}}" in english)
        template = _translate(f"event {kind}", english, language)
        yield Phrase(key=kind, template=template, blanks=blanks, counted=None, plurals=())


def tell_event(game: str, event: Event, wording: Wording) -> str:
    """Return an event of a session as one sentence in the given words."""
    english = SESSION_EVENTS.get(event.kind)
    if english is None:
        return engine.sentence(game, event, wording)
    seat = None if event.seat is None else str(event.seat)
    somebody = _translate("common", SOMEBODY, wording.language)
    values = {"seat": seat, "number": seat, "value": event.value or somebody}
    arguments = tuple(Argument(name, kind, values[name]) for name, kind in _KINDS.items())
    return engine.say(game, Sentence(_translate(f"event {event.kind}", english, wording.language), arguments), wording)


def tell_reason(english: str) -> str:
    """Return the reason for or against taking back a move in the language that this request wants."""
    return _translate("undo", english, wanted_language.get() or engine.languages()[0])


def tell_emote(code: str) -> str:
    """Return the text of an emote in the language that this request wants."""
    return _translate("emote", EMOTES[code].text, wanted_language.get() or engine.languages()[0])


def _translate(context: str, english: str, language: str) -> str:
    return engine.catalogue(_SESSIONS, language).get((context, english), english)

"""The words for people: vocabularies, the language that a request wants, and the sentences of a session's events."""

from collections.abc import Iterator
from contextvars import ContextVar
from functools import lru_cache
from typing import Annotated

import engine
from engine import Argument, BlankKind, Event, Sentence, Wording
from service.sessions.changes import SESSION_EVENTS, SOMEBODY
from service.sessions.session import Session
from service.views.fields import ContractStruct, described, open_choices

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
    ZONES="A list of keys of zones, or `none`, which is by `words` with the kind of event; of an event its `value`.",
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


class PluralForm(ContractStruct, frozen=True):
    """A template for some numbers."""

    category: Annotated[str, described("The numbers that it is for, as the CLDR calls them: `one`, `few`.")]
    template: Annotated[str, described("The text.")]


class Phrase(ContractStruct, frozen=True):
    """A template of sentences or labels: a text with blanks in braces."""

    key: Annotated[
        str, described("What it is for: a kind of event, a verb, a fact's name; of a refusal its English template.")
    ]
    template: Annotated[str, described("The text; `{to_zone:dative}` asks for a form of a word.")]
    blanks: Annotated[tuple[Blank, ...], described("The blanks of the English template, each once.")]
    counted: Annotated[
        str | None,
        described("The blank whose number, or number of things, chooses the template; null: one fits all."),
    ]
    plurals: Annotated[
        tuple[PluralForm, ...], described("The templates for numbers that `template` does not fit, such as 1.")
    ]


class Vocabulary(ContractStruct, frozen=True):
    """Everything that the sentences and labels of a game are made of, in one language."""

    language: Annotated[str, described("The language, as in BCP 47.")]
    languages: Annotated[tuple[str, ...], described("The languages that there are.")]
    summaries: Annotated[
        tuple[Phrase, ...],
        described("The game in one sentence, by its id; its `goal`, and `howToPlay 1` to `howToPlay 5`."),
    ]
    options: Annotated[
        tuple[Phrase, ...],
        described("The names of options, by name, and of the words of their choices, by both (`scoring none`)."),
    ]
    descriptions: Annotated[tuple[Phrase, ...], described("The meanings of options, by their names.")]
    cards: Annotated[tuple[Phrase, ...], described("The names of the cards, by code.")]
    powers: Annotated[tuple[Phrase, ...], described("What each card does, in one sentence, by code.")]
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

# The language that the caller of this request wants, None for plain English as programs read it. It is known where a
# request arrives, and used where labels and sentences are made: nothing in between decides by it.
wanted_language: ContextVar[str | None] = ContextVar("wanted_language", default=None)

# Whether this request reads sentences of events: most of the words of an answer are made for them.
wants_sentences: ContextVar[bool] = ContextVar("wants_sentences", default=True)

_SESSIONS = "service.sessions"
_KINDS: dict[str, BlankKind] = {"seat": "SEAT", "number": "SEAT_NUMBER", "value": "TEXT"}


def wording_for(session: Session | None) -> Wording | None:
    """Return the words for this request, with the names of a session's players; None for plain English."""
    language = wanted_language.get()
    if language is None:
        return None
    return Wording(language, () if session is None else tell_apart(tuple([seat.name for seat in session.seats])))


def number_of_seat(seat: int) -> int:
    """Return the number of a seat in a message: as in data, or from 1 if this request wants a language."""
    return seat if wanted_language.get() is None else seat + 1


def tell_apart(names: tuple[str | None, ...]) -> tuple[str | None, ...]:
    """Return names by seat, those that occur twice with the number of the seat: `Ada (1)`, `Ada (3)`."""
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
    """Return the language that fits best to the wanted ones, as in `Accept-Language`; English if none does."""
    for _, language in sorted(_read_ranges(wanted), key=lambda wish: -wish[0]):
        if language in engine.languages():
            return language
    return engine.languages()[0]


def _read_ranges(wanted: str) -> Iterator[tuple[float, str]]:
    """Yield weights and languages: of `de-AT;q=0.5` 0.5 and `de`. A malformed range is left out."""
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


def _translate(context: str, english: str, language: str) -> str:
    return engine.catalogue(_SESSIONS, language).get((context, english), english)

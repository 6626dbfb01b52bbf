"""Sentences and labels for moves and events, in words that a screen reader can speak.

As programs read them, they are in plain English, and count seats from 0. A `Wording` says them to people.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec

from engine.core.game import Game
from engine.core.messages import begin_sentence
from engine.core.moves import Move
from engine.core.templates import BlankKind, Sentence, parse_template
from engine.core.values import Event, LegalMove, Options, State
from engine.games import GAME_OF_STATE
from engine.translations import SOURCE_LANGUAGE, Catalogue, package_of, phrases_of
from engine.validation import find_game

COMMON_EVENTS: Mapping[str, str] = {
    "shuffled": "{to_zone} is shuffled.",
    "gathered": "{to_zone} gets {cards} from {from_zone}.",
    "uncovered": "{to_zone} shows {cards}.",
    "opened": "There is now {to_zone}.",
    "removed": "There is no longer {from_zone}.",
    "turn": "Now it is up to {seats}.",
    "scores": "The scores are now {points}.",
    "ended": "The table is over: {word}.",
}
# What sentences are made of besides templates; in catalogues their context is `common`.
COMMON_WORDS = (
    SEAT := "seat {number}",
    SEATS := "seats {list}",
    TWO := "{list} and {last}",
    EITHER := "{list} or {last}",
    POINTS := "{points} for {seat}",
    UNKNOWN := "unknown",
    CARD := "a card",
    CARDS := "{number} cards",
    NOBODY := "nobody",
    NOTHING := "nothing",
    NONE := "none",
)


class Wording(msgspec.Struct, frozen=True):
    """How people are told: in a language, and by the names of the seats' holders; a seat without one counts from 1."""

    language: str = SOURCE_LANGUAGE
    names: tuple[str | None, ...] = ()


def describe(state: State, seat: int, move: Move, wording: Wording | None = None) -> LegalMove:
    """Return a move as data for a front end, with a label: in plain English, or in the given words.

    The move is one of `legal_moves`, or one that `apply` has accepted.
    """
    rules = GAME_OF_STATE[type(state)]
    source, target = rules.route(state, seat, move)
    if wording is None:
        return _describe(rules.name, move, source, target)
    return _describe_to_people(rules.name, move, source, target, wording)


def sentence(game: str, event: Event, wording: Wording | None = None) -> str:
    """Render an event as one sentence: in plain English, or in the given words."""
    return _speaker(game, wording).tell(event)


def say(game: str, told: Sentence, wording: Wording | None = None) -> str:
    """Render the sentence of a refusal."""
    return _speaker(game, wording).say(told)


def card_label(game: str, card: str, wording: Wording | None = None) -> str:
    """Return the name of a card."""
    return _speaker(game, wording).card(card)


def zone_label(game: str, zone: str, wording: Wording | None = None) -> str:
    """Return the name of a zone."""
    return _speaker(game, wording).zone(zone)


def fact_label(game: str, fact: str, wording: Wording | None = None) -> str:
    """Return the subject of a fact."""
    return _speaker(game, wording).fact(fact)


def _speaker(game: str, wording: Wording | None) -> "Speaker":
    return Speaker(find_game(game), wording)


def _make_move(game: str, move: Move, source: str | None, target: str | None, wording: Wording | None) -> LegalMove:
    label = _speaker(game, wording).label(move, source, target)
    return LegalMove(str(move), move.verb, move.cards, source, target, move.seat, move.choice, label)


@lru_cache(maxsize=4096)  # The same few moves are listed again and again.
def _describe(game: str, move: Move, source: str | None, target: str | None) -> LegalMove:
    return _make_move(game, move, source, target, None)


# Apart from the moves above, since names make them as many as there are tables.
_describe_to_people = lru_cache(maxsize=4096)(_make_move)


class Speaker:
    """Renders what happens in a game, for programs or in one wording."""

    def __init__(self, rules: Game[State, Options], wording: Wording | None) -> None:
        self._rules = rules
        self._names = () if wording is None else wording.names
        self._first = 0 if wording is None else 1
        language = SOURCE_LANGUAGE if wording is None else wording.language
        self._phrases: Catalogue = {}
        if language != SOURCE_LANGUAGE:
            self._phrases = phrases_of(package_of(rules), language)

    def tell(self, event: Event) -> str:
        """Return an event as a sentence."""
        kind = event.kind
        template = self._rules.events.get(kind) or COMMON_EVENTS.get(kind)
        if template is None:
            return begin_sentence(f"{self.fact(kind)}: {self._word(kind, event.value or NONE)}.")
        return self._fill_from_event(self.translate(f"event {kind}", template), event)

    def label(self, move: Move, source: str | None, target: str | None) -> str:
        """Return the label of a move between two zones."""
        template = next(verb.label for verb in self._rules.verbs if verb.name == move.verb)
        # A label has the blanks of an event, and that of the choice.
        made = Event(move.verb, move.seat, move.cards, len(move.cards), source, target, move.choice)
        return self._fill_from_event(self.translate(f"move {move.verb}", template), made)

    def say(self, told: Sentence) -> str:
        """Return the sentence of a refusal."""
        filled = {argument.name: (argument.kind, argument.value) for argument in told.arguments}
        template = self.translate("refusal", told.template)
        return self._finish(self._fill(template, lambda name, form: self._fill_blank("", *filled[name], form)))

    def card(self, code: str) -> str:
        """Return the name of a card."""
        return self.translate(f"card {code}", self._rules.cards[code].label)

    def fact(self, name: str) -> str:
        """Return the subject of a fact."""
        return self.translate(f"fact {name}", self._rules.facts[name])

    def zone(self, zone: str, form: str = "") -> str:
        """Return the name of a zone."""
        kind, _, place = zone.partition(":")
        seat, _, part = place.partition(".")
        filled = {"seat": seat, "place": place, "part": part}
        template = self.translate(f"zone {kind}", self._rules.zone_map.kinds[kind].label, form)
        return self._fill(template, lambda name, own: self._fill_blank("", BLANKS_OF_ZONES[name], filled[name], own))

    def translate(self, context: str, english: str, form: str = "") -> str:
        """Return a phrase in the language, in a form if it has that; English where there is no translation."""
        plain = self._phrases.get((context, english), english)
        return self._phrases.get((f"{context} {form}", english), plain) if form else plain

    def _fill_from_event(self, template: str, event: Event) -> str:
        def fill(name: str, form: str) -> str:
            kind, read = BLANKS_OF_EVENTS[name]
            return self._fill_blank(event.kind, kind, read(event), form)

        return self._finish(self._fill(template, fill))

    def _fill(self, template: str, fill: Callable[[str, str], str]) -> str:
        parts = parse_template(template)
        return "".join([text if name is None else text + fill(name, form) for text, name, form in parts])

    def _finish(self, text: str) -> str:
        """Capitalize the beginning of a sentence, unless it is somebody's name."""
        if self._names and any(name is not None and text.startswith(name) for name in self._names):
            return text
        return begin_sentence(text)

    def _fill_blank(self, about: str, kind: BlankKind, value: str | None, form: str) -> str:
        """Return what fills a blank of a sentence about a kind of event, in words."""
        if kind == "WORD":
            return self._word(about, value or NONE)
        return _FILLERS[kind](self, value or "", form)

    def _common(self, phrase: str, **filled: str) -> str:
        return self.translate("common", phrase).format_map(filled)

    def _name_seat(self, seat: str, form: str = "") -> str:
        index = int(seat)
        name = self._names[index] if index < len(self._names) else None
        if name is not None:
            return name
        return self.translate("common", SEAT, form).format(number=index + self._first)

    def seat(self, seat: str, form: str) -> str:
        """Name a seat: `2`."""
        return self._name_seat(seat, form) if seat.isdigit() else self._common(NOBODY)

    def seat_number(self, seat: str, _form: str) -> str:
        """Return the number of a seat: `2`, or 3 for people."""
        return str(int(seat) + self._first)

    def seats(self, value: str, form: str) -> str:
        """Name the seats of a list: `0,2`."""
        seats = value.split(",")
        if len(seats) == 1 or not seats[0].isdigit():
            return self.seat(value, form)
        if any(int(seat) < len(self._names) and self._names[int(seat)] is not None for seat in seats):
            return self._enumerate([self._name_seat(seat, form) for seat in seats])
        numbers = [str(int(seat) + self._first) for seat in seats]
        return self.translate("common", SEATS, form).format(list=self._enumerate(numbers))

    def points(self, value: str, _form: str) -> str:
        """Name the points of all seats: `3,?`."""
        by_seat = enumerate(value.split(","))
        said = [
            (self._common(UNKNOWN) if points == "?" else points, self._name_seat(str(seat))) for seat, points in by_seat
        ]
        return self._enumerate([self._common(POINTS, points=points, seat=seat) for points, seat in said])

    def cards(self, value: str, _form: str) -> str:
        """Name cards: `AR3,AW0`, or `*2` if they are hidden."""
        if value[:1] != "*":
            return ", ".join([self.card(code) for code in value.split(",")])
        return self._common(CARD) if value == "*1" else self._common(CARDS, number=value[1:])

    def zones(self, value: str, form: str) -> str:
        """Name the zones of a list: `area:1,area:3` or `none`."""
        if (value or NONE) == NONE:
            return self._common(NONE)
        return self._enumerate([self.zone(zone, form) for zone in value.split(",")])

    def choice(self, value: str, _form: str) -> str:
        """Say what a choice adds to a move."""
        added = self._rules.choices.get(value, "")
        return self.translate(f"choice {value}", added) if added else ""

    def options(self, value: str, _form: str) -> str:
        """Name words of the notation to choose from: `add,skip`."""
        return self._enumerate(value.split(","), EITHER)

    def _word(self, about: str, value: str) -> str:
        """Return a value in words, if the game has some for it."""
        glossary = self._rules.glossary
        for key in (f"{about} {value}", value):
            if key in glossary:
                return self.card(key) if key in self._rules.cards else self.translate(f"word {key}", glossary[key])
        return self._common(NOTHING) if value == NONE else value

    def _enumerate(self, words: list[str], joined: str = TWO) -> str:
        """Return words as a list: `a`, `a and b`, `a, b and c`."""
        *others, last = words
        return self._common(joined, list=", ".join(others), last=last) if others else last


_FILLERS: Mapping[BlankKind, Callable[[Speaker, str, str], str]] = {
    "SEAT": Speaker.seat,
    "SEAT_NUMBER": Speaker.seat_number,
    "SEATS": Speaker.seats,
    "POINTS": Speaker.points,
    "CARD": lambda speaker, value, _form: speaker.card(value),
    "CARDS": Speaker.cards,
    "ZONE": lambda speaker, value, form: speaker.zone(value, form) if value else "",
    "ZONES": Speaker.zones,
    "CHOICE": Speaker.choice,
    "OPTIONS": Speaker.options,
    "PLACE": lambda speaker, value, form: speaker.translate(f"place {value}", value, form),
    "VERB": lambda speaker, value, form: speaker.translate(f"verb {value}", value, form),
    "TEXT": lambda speaker, value, _form: value or speaker.translate("common", NOBODY),
}


def _list_cards(event: Event) -> str:
    return ",".join(event.cards) or f"*{event.count}"


BLANKS_OF_ZONES: Mapping[str, BlankKind] = {"seat": "SEAT", "place": "PLACE", "part": "PLACE"}
# The blanks of events and labels: their kinds, and the data of an event that fill them.
BLANKS_OF_EVENTS: Mapping[str, tuple[BlankKind, Callable[[Event], str | None]]] = {
    "seat": ("SEAT", lambda event: None if event.seat is None else str(event.seat)),
    "cards": ("CARDS", _list_cards),
    "from_zone": ("ZONE", lambda event: event.from_zone),
    "to_zone": ("ZONE", lambda event: event.to_zone),
    "value": ("TEXT", lambda event: event.value),
    "word": ("WORD", lambda event: event.value),
    "seats": ("SEATS", lambda event: event.value),
    "zones": ("ZONES", lambda event: event.value),
    "points": ("POINTS", lambda event: event.value),
    "verb": ("VERB", lambda event: event.value),
    "choice": ("CHOICE", lambda event: event.value),
}

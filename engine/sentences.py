"""Sentences and labels for moves and events, in words that a screen reader can speak.

As programs read them, they are in plain English, and count seats from 0. A `Wording` says them to people.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

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


# For each kind of blank and form, of each speaker.
FILLINGS_KEPT = 256


class Wording(msgspec.Struct, frozen=True):
    """How people are told: in a language, and by the names of the seats' holders; a seat without one counts from 1."""

    language: str = SOURCE_LANGUAGE
    names: tuple[str | None, ...] = ()


def describe(state: State, seat: int, move: Move) -> LegalMove:
    """Return a move as data for a front end, with a label in plain English.

    The move is one of `legal_moves`, or one that `apply` has accepted.
    """
    rules = GAME_OF_STATE[type(state)]
    key = move.verb if rules.label_of is None else rules.label_of(state, move)
    return _describe(rules.name, move, key, *rules.route(state, seat, move))


def move_label(game: str, move: LegalMove, wording: Wording | None = None) -> str:
    """Return the label of a move: in plain English, or in the given words."""
    made = Event(move.verb, move.seat, move.cards, len(move.cards), move.from_zone, move.to_zone, move.choice)
    said = speaker(game, wording)
    return said.label(made, said.key_of(move))


def sentence(game: str, event: Event, wording: Wording | None = None) -> str:
    """Render an event as one sentence: in plain English, or in the given words."""
    return speaker(game, wording).tell(event)


def say(game: str, told: Sentence, wording: Wording | None = None) -> str:
    """Render the sentence of a refusal."""
    return speaker(game, wording).say(told)


def card_label(game: str, card: str, wording: Wording | None = None) -> str:
    """Return the name of a card."""
    return speaker(game, wording).card(card)


def zone_label(game: str, zone: str, wording: Wording | None = None) -> str:
    """Return the name of a zone."""
    return speaker(game, wording).zone(zone)


def fact_label(game: str, fact: str, wording: Wording | None = None) -> str:
    """Return the subject of a fact."""
    return speaker(game, wording).fact(fact)


@lru_cache(maxsize=4096)  # The same few moves are listed again and again.
def _describe(game: str, move: Move, key: str, source: str | None, target: str | None) -> LegalMove:
    # A label has the blanks of an event, and that of the choice.
    made = Event(move.verb, move.seat, move.cards, len(move.cards), source, target, move.choice)
    label = speaker(game, None).label(made, key)
    return LegalMove(str(move), move.verb, move.cards, source, target, move.seat, move.choice, label)


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
        self._cards = {code: self.translate(f"card {code}", card.label) for code, card in rules.cards.items()}
        self._lines: dict[str, tuple[Line, ...]] = {}
        # By the name and the form of a blank.
        self._fillings: dict[tuple[str, str], Filling] = {}
        self._said_by_rule = {key.partition(" ")[0] for key in rules.events if " " in key}
        self._key_of_label = {begin_sentence(label): key for key, label in rules.labels.items()}

    def tell(self, event: Event) -> str:
        """Return an event as a sentence."""
        kind = event.kind
        if kind in self._said_by_rule and (own := f"{kind} {event.rule}") in self._rules.events:
            kind = own
        lines = self._lines.get(kind) or self._read_event(kind)
        return self._finish_from(lines, event)

    def key_of(self, move: LegalMove) -> str:
        """Return the key of a move's label: that of a label of its own, or the verb."""
        return self._key_of_label.get(move.label, move.verb)

    def label(self, made: Event, key: str) -> str:
        """Return the label of a move, which is given as an event that has the verb as its kind."""
        # No kind of event begins with a space.
        lines = self._lines.get(f" {key}") or self._read_move(key)
        return self._finish_from(lines, made)

    def say(self, told: Sentence) -> str:
        """Return the sentence of a refusal."""
        filled = {argument.name: (argument.kind, argument.value) for argument in told.arguments}
        said = [
            text if name is None else text + _fill_blank(self, *filled[name], form)
            for text, name, form in parse_template(self.translate("refusal", told.template))
        ]
        return self._finish("".join(said))

    def card(self, code: str) -> str:
        """Return the name of a card."""
        return self._cards[code]

    def fact(self, name: str) -> str:
        """Return the subject of a fact."""
        return self.translate(f"fact {name}", self._rules.facts[name])

    def zone(self, zone: str, form: str = "") -> str:
        """Return the name of a zone."""
        kind, _, place = zone.partition(":")
        seat, _, part = place.partition(".")
        filled = {"seat": seat, "place": place, "part": part}
        template = self.translate(f"zone {kind}", self._rules.zone_map.kinds[kind].label, form)
        said = [
            text if name is None else text + _fill_blank(self, BLANKS_OF_ZONES[name], filled[name], own)
            for text, name, own in parse_template(template)
        ]
        return "".join(said)

    def translate(self, context: str, english: str, form: str = "") -> str:
        """Return a phrase in the language, in a form if it has that; English where there is no translation."""
        plain = self._phrases.get((context, english), english)
        return self._phrases.get((f"{context} {form}", english), plain) if form else plain

    def _read_event(self, kind: str) -> tuple["Line", ...]:
        template = self._rules.events.get(kind) or COMMON_EVENTS.get(kind)
        said = f"{self.fact(kind)}: {{word}}." if template is None else self.translate(f"event {kind}", template)
        self._lines[kind] = lines = self._read_lines(said)
        return lines

    def _read_move(self, key: str) -> tuple["Line", ...]:
        labels = {**{verb.name: verb.label for verb in self._rules.verbs}, **self._rules.labels}
        self._lines[f" {key}"] = lines = self._read_lines(self.translate(f"move {key}", labels[key]))
        return lines

    def _read_lines(self, template: str) -> tuple["Line", ...]:
        return tuple([Line(text, *self._read_blank(name, form)) for text, name, form in parse_template(template)])

    def _read_blank(self, name: str | None, form: str) -> tuple["Read | None", "Filling"]:
        """Return what reads a blank from an event, and what fills it."""
        if name is None:
            return None, NO_FILLING
        _, read, fill = BLANKS_OF_EVENTS[name]
        if (name, form) not in self._fillings:
            self._fillings[name, form] = Filling(lambda event: fill(self, event, form))
        return read, self._fillings[name, form]

    def _finish_from(self, lines: tuple["Line", ...], event: Event) -> str:
        said = "".join(
            [
                text if read is None else text + (filling.get(key := read(event)) or filling.add(key, event))
                for text, read, filling in lines
            ]
        )
        return self._finish(said) if self._names else said[:1].upper() + said[1:]

    def _finish(self, text: str) -> str:
        """Capitalize the beginning of a sentence, unless it is somebody's name."""
        if any(name is not None and text.startswith(name) for name in self._names):
            return text
        return begin_sentence(text)

    def common(self, phrase: str, **filled: str) -> str:
        """Return a phrase that all games share."""
        return self.translate("common", phrase).format_map(filled)

    def holder(self, seat: int) -> str | None:
        """Return the name of a seat's holder, if it may be said."""
        return self._names[seat] if seat < len(self._names) else None

    def number(self, seat: int) -> int:
        """Return the number of a seat: as in data, or counted from 1."""
        return seat + self._first

    def name_seat(self, seat: int, form: str = "") -> str:
        """Name a seat."""
        if not self._first:
            return f"seat {seat}"  # as SEAT says it, for programs
        return self.holder(seat) or self.translate("common", SEAT, form).format(number=self.number(seat))

    def cards_of(self, event: Event) -> str:
        """Name the cards of an event, or their number if they are hidden."""
        if event.cards:
            return ", ".join([self._cards[code] for code in event.cards])
        return self.common(CARD) if event.count == 1 else self.common(CARDS, number=str(event.count))

    def choice(self, value: str, _form: str) -> str:
        """Say what a choice adds to a move."""
        added = self._rules.choices.get(value, "")
        return self.translate(f"choice {value}", added) if added else ""

    def word(self, about: str, value: str) -> str:
        """Return a value in words, if the game has some for it, of a kind of event or of all."""
        glossary = self._rules.glossary
        for key in (f"{about} {value}", value):
            if key in glossary:
                return self._cards.get(key) or self.translate(f"word {key}", glossary[key])
        return self.common(NOTHING) if value == NONE else value

    def enumerate(self, words: list[str], joined: str = TWO) -> str:
        """Return words as a list: `a`, `a and b`, `a, b and c`."""
        *others, last = words
        return self.common(joined, list=", ".join(others), last=last) if others else last


Read = Callable[[Event], Hashable]


class Filling(dict[Hashable, str]):
    """What fills a blank of a speaker's in one form, by what it depends on: it is said once, and found again."""

    def __init__(self, say: Callable[[Event], str]) -> None:
        super().__init__()
        self._say = say

    def add(self, key: Hashable, event: Event) -> str:
        """Say what fills the blank for an event, and keep it."""
        if len(self) >= FILLINGS_KEPT:
            self.clear()
        self[key] = said = self._say(event)
        return said


NO_FILLING = Filling(lambda _event: "")


class Line(NamedTuple):
    """A literal text of a template for events, and what reads and fills the blank after it, if there is one."""

    text: str
    read: Read | None
    filling: Filling


@lru_cache(maxsize=256)
def speaker(game: str, wording: Wording | None) -> Speaker:
    """Return who speaks in a game. Raises `UnknownGame`."""
    return Speaker(find_game(game), wording)


def _fill_blank(speaker: Speaker, kind: BlankKind, value: str | None, form: str) -> str:
    """Return what fills a blank that is given as data, in words."""
    return _FILLERS[kind](speaker, value or "", form)


def _name_seat(speaker: Speaker, value: str, form: str) -> str:
    """Name a seat: `2`."""
    return speaker.name_seat(int(value), form) if value.isdigit() else speaker.common(NOBODY)


def _name_seats(speaker: Speaker, value: str, form: str) -> str:
    """Name the seats of a list: `0,2`."""
    if "," not in value:
        return _name_seat(speaker, value, form)
    seats = [int(seat) for seat in value.split(",")]
    if any(speaker.holder(seat) is not None for seat in seats):
        return speaker.enumerate([speaker.name_seat(seat, form) for seat in seats])
    numbers = speaker.enumerate([str(speaker.number(seat)) for seat in seats])
    return speaker.translate("common", SEATS, form).format(list=numbers)


def _name_points(speaker: Speaker, value: str, _form: str) -> str:
    """Name the points of all seats: `3,?`."""
    by_seat = [(points, speaker.name_seat(seat)) for seat, points in enumerate(value.split(","))]
    said = [(speaker.common(UNKNOWN) if points == "?" else points, seat) for points, seat in by_seat]
    return speaker.enumerate([speaker.common(POINTS, points=points, seat=seat) for points, seat in said])


def _name_zones(speaker: Speaker, value: str, form: str) -> str:
    """Name the zones of a list: `area:1,area:3` or `none`."""
    if (value or NONE) == NONE:
        return speaker.common(NONE)
    return speaker.enumerate([speaker.zone(zone, form) for zone in value.split(",")])


_FILLERS: Mapping[BlankKind, Callable[[Speaker, str, str], str]] = {
    "SEAT": _name_seat,
    "SEAT_NUMBER": lambda speaker, value, _form: str(speaker.number(int(value))),
    "SEATS": _name_seats,
    "POINTS": _name_points,
    "CARD": lambda speaker, value, _form: speaker.card(value),
    "ZONE": lambda speaker, value, form: speaker.zone(value, form) if value else "",
    "ZONES": _name_zones,
    "CHOICE": Speaker.choice,
    "WORD": lambda speaker, value, _form: speaker.word("", value or NONE),
    "OPTIONS": lambda speaker, value, _form: speaker.enumerate(value.split(","), EITHER),
    "PLACE": lambda speaker, value, form: speaker.translate(f"place {value}", value, form),
    "VERB": lambda speaker, value, form: speaker.translate(f"verb {value}", value, form),
    "TEXT": lambda speaker, value, _form: value or speaker.common(NOBODY),
}


def _from_value(kind: BlankKind) -> tuple[BlankKind, Read, "Fill"]:
    """Return the kind of a blank that the value of an event fills, what that depends on, and what fills it."""
    filler = _FILLERS[kind]
    return kind, attrgetter("value"), lambda speaker, event, form: filler(speaker, event.value or "", form)


def _name_source(speaker: Speaker, event: Event, form: str) -> str:
    return "" if event.from_zone is None else speaker.zone(event.from_zone, form)


def _name_target(speaker: Speaker, event: Event, form: str) -> str:
    return "" if event.to_zone is None else speaker.zone(event.to_zone, form)


Fill = Callable[[Speaker, Event, str], str]

BLANKS_OF_ZONES: Mapping[str, BlankKind] = {"seat": "SEAT", "place": "PLACE", "part": "PLACE"}
# The blanks of events and labels: their kinds, what of an event they depend on, and what fills them.
BLANKS_OF_EVENTS: Mapping[str, tuple[BlankKind, Read, Fill]] = {
    "seat": ("SEAT", attrgetter("seat"), lambda speaker, event, form: speaker.name_seat(event.seat or 0, form)),
    "cards": ("CARDS", attrgetter("cards", "count"), lambda speaker, event, _form: speaker.cards_of(event)),
    "from_zone": ("ZONE", attrgetter("from_zone"), _name_source),
    "to_zone": ("ZONE", attrgetter("to_zone"), _name_target),
    "word": (
        "WORD",
        attrgetter("kind", "value"),
        lambda speaker, event, _form: speaker.word(event.kind, event.value or NONE),
    ),
    "value": _from_value("TEXT"),
    "seats": _from_value("SEATS"),
    "zones": _from_value("ZONES"),
    "points": _from_value("POINTS"),
    "verb": _from_value("VERB"),
    "choice": _from_value("CHOICE"),
}

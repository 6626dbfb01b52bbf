"""Sentences and labels for moves and events, in words that a screen reader can speak.

For programs they are in plain English and count seats from 0. A `Wording` renders them for people.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache, partial
from operator import attrgetter
from typing import NamedTuple, Never

import msgspec

from engine.core.game import Game
from engine.core.messages import begin_sentence
from engine.core.moves import Move
from engine.core.templates import UNNAMED, BlankKind, Sentence, blanks_of, parse_template
from engine.core.values import Effect, Event, Fact, LegalMove, Options, State, Weight
from engine.translations import SOURCE_LANGUAGE, package_of, phrases_of, plural_context, plurals_of
from engine.validation import find_game

COMMON_EVENTS: Mapping[str, str] = {
    "shuffled": "{to_zone} is shuffled.",
    "gathered": "{to_zone} gets {cards} from {from_zone}.",
    "uncovered": "{to_zone} shows {cards}.",
    "opened": "{to_zone} is added to the table.",
    "removed": "{from_zone} is removed from the table.",
    "turn": "Now it is up to {seats}.",
    "scores": "The scores are now {points}.",
    "ended": "The table is over: {word}.",
}
LARGEST_PART = "MARGIN ITEM"
# What decided a table, by the reasons of `engine.breakdown`.
DECIDED_BY: Mapping[str, str] = {
    "ITEM": "{item} decided it: {points} to {against} against {others}.",
    "MARGIN": "By {margin} points, ahead of {others}.",
    LARGEST_PART: "By {margin} points, ahead of {others}; the largest part: {item}, {points} to {against}.",
    "TIE_BREAK": "Equal points, and a tie-break in favour of {winners}.",
    "SHARED": "Equal points for {winners}.",
    "RESIGNATION": "All others have resigned.",
}
# The kinds of events, besides events of facts, that a log leaves out, since their effect is visible on the table.
BOOKKEEPING = ("dealt", "turn", "scores", "opened", "removed", "uncovered")
COMMON = "common"
REFUSAL = "refusal"
# The words that fill templates; in catalogues their context is `common`.
COMMON_WORDS = (
    SEAT := "seat {number}",
    SEATS := "seats {list}",
    TWO := "{list} and {last}",
    EITHER := "{list} or {last}",
    POINTS := "{points} for {seat}",
    UNKNOWN := "unknown",
    CARDS := "{number} cards",
    NOBODY := "nobody",
    NOTHING := "nothing",
    NONE := "none",
    WAIT := "Waiting for {seats} to {word}.",
    ACT := "It is your move.",
    OPTION_IS := "{option}: {value}.",
    YES := "yes",
    NO := "no",
)

# If a sentence ends with a name such as "Bob Jr.", the mark of the name ends the sentence.
TWO_MARKS = ("!.", "?.", "..", "….")

# The number of texts that a speaker caches for each blank and form.
FILLINGS_KEPT = 256


class Wording(msgspec.Struct, frozen=True):
    """The wording for people: the language, and the names of the seats' holders; unnamed seats are numbered from 1."""

    language: str = SOURCE_LANGUAGE
    names: tuple[str | None, ...] = ()


def move_label(game: str, move: LegalMove, wording: Wording | None = None) -> str:
    """Return the label of a move: in plain English, or in the given words."""
    cards = move.cards if move.card is None else (move.card,)
    # A move that a store kept before labels named the card that it lifts tells of one, hidden.
    made = Event(move.verb, move.seat, cards, len(cards) or 1, move.from_zone, move.to_zone, move.choice)
    said = speaker(game, wording)
    return said.tell(made, f"move {said.key_of(move)}")


def sentence(game: str, event: Event, wording: Wording | None = None) -> str:
    """Render an event as one sentence: in plain English, or in the given words."""
    return speaker(game, wording).tell(event, f"event {event.kind}")


def foretell(game: str, effect: Effect, wording: Wording | None = None) -> str:
    """Render an effect that a move would have as one sentence: in plain English, or in the given words."""
    return speaker(game, wording).foretell(effect)


def say(game: str, told: Sentence, wording: Wording | None = None) -> str:
    """Render the sentence of a refusal."""
    return speaker(game, wording).say(told)


def card_label(game: str, card: str, wording: Wording | None = None) -> str:
    """Return the name of a card."""
    return speaker(game, wording).card(card)


def zone_label(game: str, zone: str, wording: Wording | None = None) -> str:
    """Return the name of a zone."""
    return speaker(game, wording).zone("", zone)


def fact_label(game: str, fact: str, wording: Wording | None = None) -> str:
    """Return the subject of a fact."""
    return speaker(game, wording).fact(fact)


def fact_display(game: str, fact: str, value: str, wording: Wording | None = None) -> str:
    """Return the value of a fact in words."""
    return speaker(game, wording).fact_value(fact, value)


def blanks_of_fact(rules: Game[State, Options], name: str) -> tuple[str, ...]:
    """Return the blanks of the event that tells a fact: its value fills the first one."""
    return blanks_of(rules.events.get(name, "")) or ("word",)


@lru_cache(maxsize=4096)  # There are few different facts.
def describe_fact(game: str, name: str, value: str) -> Fact:
    """Return a fact as data for a user interface, in plain English."""
    rules = find_game(game)
    kind = rules.facts[name]
    names_zones = "zones" in blanks_of_fact(rules, name) and value != NONE
    names_one_zone = names_zones and "," not in value
    zone = value if names_one_zone else kind.zone
    display = speaker(game, None).fact_value(name, value)
    return Fact(name, value, kind.label, display, kind.weight, zone)


@lru_cache(maxsize=64)
def repeated_kinds(game: str) -> frozenset[str]:
    """Return the kinds of events that only tell a new value of the view: of a fact, of the turn, or of the scores."""
    return frozenset((*find_game(game).facts, "turn", "scores"))


@lru_cache(maxsize=64)
def event_weights(game: str) -> Mapping[str, Weight]:
    """Return the weights of events by kind; kinds that are not listed have the weight COUNT."""
    rules = find_game(game)
    return {**dict.fromkeys((*rules.facts, *BOOKKEEPING), "DETAIL"), "ended": "RULE", **rules.primer.event_weights}


@lru_cache(maxsize=4096)  # The same few moves are listed repeatedly.
def describe_as(game: str, move: Move, key: str, source: str | None, target: str | None, card: str | None) -> LegalMove:
    """Return a move as `engine.describe` does.

    `key` is that of its label; `source`, `target` and `card` are its route.
    """
    # A label has the blanks of an event, and that of the choice.
    cards = move.cards if card is None else (card,)
    made = Event(move.verb, move.seat, cards, len(cards), source, target, move.choice)
    label = speaker(game, None).tell(made, f"move {key}")
    return LegalMove(str(move), move.verb, move.cards, source, target, move.seat, move.choice, label, card)


class Speaker:
    """Renders the events, moves and refusals of a game, for programs or in one wording."""

    def __init__(self, rules: Game[State, Options], wording: Wording | None) -> None:
        self._rules = rules
        self._names = () if wording is None else wording.names
        self._first = 0 if wording is None else 1
        language = SOURCE_LANGUAGE if wording is None else wording.language
        self._phrases = phrases_of(package_of(rules), language)
        self._plurals = plurals_of(language)
        # The templates by their contexts in catalogues, and the blanks by their names and forms.
        self._templates: dict[str, Template] = {}
        self._fillings: dict[tuple[str, str], Filling] = {}
        own = [f"event {key}" for key in rules.events] + [f"points {key}" for key in rules.points]
        parts = {key: key.split(" ", 2) for key in own}
        self._said_by_rule = {(f"{about} {kind}", *rule): key for key, (about, kind, *rule) in parts.items() if rule}
        self._key_of_label = {begin_sentence(label): key for key, label in rules.labels.items()}

    def tell(self, event: Event, context: str) -> str:
        """Return an event as a sentence, or the label of a move or of an item of a score that is given as an event.

        `context` is that of the template in catalogues: `event drawn`, `move play`, `points suit`.
        """
        context = self._said_by_rule.get((context, event.rule), context)
        number_of, forms = self._templates.get(context) or self._read_template(context)
        lines = forms[-1] if number_of is None else forms[self._plurals.form_of(abs(number_of(event)))]
        said = "".join([text if read is None else text + fill(read(event)) for text, read, fill in lines])
        return self._finish(said) if self._names or said.endswith(TWO_MARKS) else said[:1].upper() + said[1:]

    def key_of(self, move: LegalMove) -> str:
        """Return the key of a move's label: the key of a special label, or the verb."""
        return self._key_of_label.get(move.label, move.verb)

    def foretell(self, effect: Effect) -> str:
        """Return the sentence of an effect that a move would have."""
        assert self._rules.effects is not None
        english = self._rules.effects.phrases[effect.code]
        given = {argument.name: argument for argument in effect.arguments}
        # In the order of the phrase, whose first number chooses the plural form.
        arguments = tuple([given[name] for name in blanks_of(english)])
        return self.say(Sentence(english, arguments), f"effect {effect.code}")

    def say(self, told: Sentence, context: str = REFUSAL) -> str:
        """Return a sentence that is given as data: by default a refusal. `context` is that of its template."""
        filled = {argument.name: (argument.kind, argument.value) for argument in told.arguments}
        counted = counted_blank((argument.name, argument.kind) for argument in told.arguments)
        number = None if counted is None else COUNTS[filled[counted][0]](filled[counted][1])
        said = [
            text if name is None else text + self.fill(*filled[name], form)
            for text, name, form in parse_template(self.inflect(context, told.template, number))
        ]
        return self._finish("".join(said))

    def task(self, key: str, template: str, values: Mapping[str, str]) -> str:
        """Return a prompt; in its blanks are values of facts and of the question, and codes of top cards of zones."""
        said = [
            text if name is None else text + self._fill_task(name, values[name], form)
            for text, name, form in parse_template(self.translate(f"prompt {key}", template))
        ]
        return self._finish("".join(said))

    def _fill_task(self, name: str, value: str, form: str) -> str:
        if name in self._rules.facts:
            return self.fact_value(name, value, form)
        is_zone = name in self._rules.zone_map.kinds
        return self.fill("CARD" if is_zone else self._rules.blank_kinds.get(name, "TEXT"), value, form)

    def card(self, code: str, form: str = "") -> str:
        """Return the name of a card."""
        return self.translate(f"card {code}", self._rules.cards[code].label, form)

    def fact(self, name: str) -> str:
        """Return the subject of a fact."""
        return self.translate(f"fact {name}", self._rules.facts[name].label)

    def fact_value(self, name: str, value: str, form: str = "") -> str:
        """Return the value of a fact in words."""
        _, read, say = BLANKS_OF_EVENTS[blanks_of_fact(self._rules, name)[0]]
        fill: Filling = partial(say, self, form)
        return fill(read(Event(name, value=value)))

    def zone(self, form: str, zone: str | None) -> str:
        """Return the name of a zone, if there is one."""
        if not zone:
            return ""
        if not self._first:
            return self._rules.zone_map.naming(zone).label
        kind, _, place = zone.partition(":")
        seat, _, part = place.partition(".")
        filled = {"seat": seat, "place": place, "part": part}
        template = self.translate(f"zone {kind}", self._rules.zone_map.kinds[kind].label, form)
        said = [
            text if name is None else text + self.fill(BLANKS_OF_ZONES[name], filled[name], own)
            for text, name, own in parse_template(template)
        ]
        return "".join(said)

    def fill(self, kind: BlankKind, value: str | None, form: str) -> str:
        """Return what fills a blank that is given as data, in words."""
        return _FILLERS[kind](self, form, value)

    def translate(self, context: str, english: str, form: str = "") -> str:
        """Return a phrase in the language, in a form if the catalogue has it; English if there is no translation."""
        plain = self._phrases.get((context, english), english)
        return self._phrases.get((f"{context} {form}", english), plain) if form else plain

    def inflect(self, context: str, english: str, number: int | None) -> str:
        """Return a phrase in the language, in its form for a number of things if it depends on that."""
        forms = self.plural_forms(context, english)
        return forms[-1] if number is None else forms[self._plurals.form_of(abs(number))]

    def plural_forms(self, context: str, english: str) -> tuple[str, ...]:
        """Return a phrase in all plural forms of the language, the one of many last."""
        plain = self.translate(context, english)
        contexts = [plural_context(context, index) for index in range(len(self._plurals.categories))]
        return tuple([self._phrases.get((key, english), plain) for key in contexts])

    def forms_by_category(self, context: str, english: str) -> Mapping[str, str]:
        """Return the plural forms of a phrase that differ from its last one, by the CLDR's names of them."""
        *forms, last = self.plural_forms(context, english)
        named = zip(self._plurals.categories, forms, strict=False)
        return {category: form for category, form in named if form != last}

    def _read_template(self, context: str) -> "Template":
        """Return the template of an event or a label; it is kept."""
        rules = self._rules
        (about, _, key) = context.partition(" ")
        labels = {verb.name: verb.label for verb in rules.verbs} | {**rules.labels}
        given = {"move": labels, "points": rules.points}.get(about, rules.events)
        english = given.get(key) or COMMON_EVENTS.get(key)
        if english is None:
            kept = Template(None, (self._read_lines(f"{self.fact(key)}: {{word}}."),))
        elif self.forms_by_category(context, english):
            forms = self.plural_forms(context, english)
            kept = Template(_count_of(english), tuple([self._read_lines(form) for form in forms]))
        else:
            kept = Template(None, (self._read_lines(self.translate(context, english)),))
        self._templates[context] = kept
        return kept

    def _read_lines(self, template: str) -> tuple["Line", ...]:
        """Return the literal texts of a template with what fills the blanks after them."""
        lines: list[Line] = []
        for text, name, form in parse_template(template):
            if name is None:
                lines.append(Line(text, None, str))
                continue
            _, read, say = BLANKS_OF_EVENTS[name]
            if (name, form) not in self._fillings:
                self._fillings[name, form] = lru_cache(FILLINGS_KEPT)(partial(say, self, form))
            lines.append(Line(text, read, self._fillings[name, form]))
        return tuple(lines)

    def _finish(self, text: str) -> str:
        """Capitalize the beginning of a sentence, unless it is somebody's name, and end it with one mark."""
        text = text[:-1] if text.endswith(TWO_MARKS) else text
        if any(name is not None and text.startswith(name) for name in self._names):
            return text
        return begin_sentence(text)

    def common(self, phrase: str, **filled: str) -> str:
        """Return a phrase that all games share."""
        return self.translate(COMMON, phrase).format_map(filled)

    def holder(self, seat: int) -> str | None:
        """Return the name of a seat's holder, if it may be said."""
        return self._names[seat] if seat < len(self._names) else None

    def number(self, seat: int) -> int:
        """Return the number of a seat: as in data, or counted from 1."""
        return seat + self._first

    def name_seat(self, form: str, seat: int | None) -> str:
        """Name a seat."""
        number = (seat or 0) + self._first
        if not self._first:
            return f"seat {number}"  # as SEAT says it, for programs
        return self.holder(seat or 0) or self.translate(COMMON, SEAT, form).format(number=number)

    def name_cards(self, form: str, moved: tuple[tuple[str, ...], int]) -> str:
        """Name the cards of an event, or their number if they are hidden."""
        cards, count = moved
        if cards:
            return ", ".join([self.card(code, form) for code in cards])
        return self.inflect(COMMON, CARDS, count).format(number=count)

    def choice(self, _form: str, value: str | None) -> str:
        """Say what a choice adds to a move."""
        added = self._rules.choices.get(value or "", "")
        return self.translate(f"choice {value}", added) if added else ""

    def word(self, _form: str, told: tuple[str, str | None]) -> str:
        """Return a value in words, if the game has some for it, of a kind of event or of all."""
        about = told[0]
        value = told[1] or NONE
        return self._look_up(about, value) or (self.common(NOTHING) if value == NONE else value)

    def zones(self, form: str, told: tuple[str, str | None]) -> str:
        """Name the zones of a list: `area:1,area:3` or `none`, which a kind of event may have words of its own for."""
        about = told[0]
        value = told[1] or NONE
        if value == NONE:
            return self._look_up(about, value) or self.common(NONE)
        return self.enumerate([self.zone(form, zone) for zone in value.split(",")])

    def _look_up(self, about: str, value: str) -> str | None:
        """Return the words that the game has for a value, of a kind of event or of all."""
        glossary = self._rules.glossary
        key = next((key for key in (f"{about} {value}", value) if key in glossary), None)
        if key is None:
            return None
        return self.card(key) if key in self._rules.cards else self.translate(f"word {key}", glossary[key])

    def enumerate(self, words: list[str], joined: str = TWO) -> str:
        """Return words as a list: `a`, `a and b`, `a, b and c`."""
        *others, last = words
        return self.common(joined, list=", ".join(others), last=last) if others else last


Read = Callable[[Event], Hashable]
# Says in a form what was read from an event.
Say = Callable[[Speaker, str, Never], str]
# What fills a blank of a speaker's in one form, by what was read: it is said once and kept.
Filling = Callable[[Hashable], str]


class Line(NamedTuple):
    """A literal text of a template for events, and what reads and fills the blank after it, if there is one."""

    text: str
    read: Read | None
    fill: Filling


class Template(NamedTuple):
    """A template for events in its plural forms, and what counts the things that choose one; null: it has one form."""

    number_of: Callable[[Event], int] | None
    forms: tuple[tuple[Line, ...], ...]


@lru_cache(maxsize=256)
def speaker(game: str, wording: Wording | None) -> Speaker:
    """Return the speaker of a game in a wording. Raises `UnknownGame`."""
    return Speaker(find_game(game), wording)


def _name_seat(speaker: Speaker, form: str, value: str | None) -> str:
    """Name a seat: `2`."""
    return speaker.name_seat(form, int(value)) if value and value.isdigit() else speaker.common(NOBODY)


def _name_seats(speaker: Speaker, form: str, value: str | None) -> str:
    """Name the seats of a list: `0,2`."""
    if not value or "," not in value:
        return _name_seat(speaker, form, value)
    seats = [int(seat) for seat in value.split(",")]
    if any(speaker.holder(seat) is not None for seat in seats):
        return speaker.enumerate([speaker.name_seat(form, seat) for seat in seats])
    numbers = speaker.enumerate([str(speaker.number(seat)) for seat in seats])
    return speaker.translate(COMMON, SEATS, form).format(list=numbers)


def _name_points(speaker: Speaker, _form: str, value: str | None) -> str:
    """Name the points of all seats: `3,?`."""
    by_seat = [(points, speaker.name_seat("", seat)) for seat, points in enumerate((value or "").split(","))]
    said = [(speaker.common(UNKNOWN) if points == "?" else points, seat) for points, seat in by_seat]
    return speaker.enumerate([speaker.common(POINTS, points=points, seat=seat) for points, seat in said])


def _name_given_cards(speaker: Speaker, form: str, value: str | None) -> str:
    """Name the cards of a list: `AR3,AW0`, or `*2` for two cards that are not named."""
    named = () if not value or value.startswith(UNNAMED) else tuple(value.split(","))
    return speaker.name_cards(form, (named, _count_cards(value)))


_FILLERS: Mapping[BlankKind, Callable[[Speaker, str, str | None], str]] = {
    "SEAT": _name_seat,
    "SEAT_NUMBER": lambda speaker, _form, value: str(speaker.number(int(value or 0))),
    "SEATS": _name_seats,
    "POINTS": _name_points,
    "CARD": lambda speaker, form, value: speaker.card(value or "", form),
    "CARDS": _name_given_cards,
    "ZONE": Speaker.zone,
    "ZONES": lambda speaker, form, value: speaker.zones(form, ("", value)),
    "CHOICE": Speaker.choice,
    "WORD": lambda speaker, form, value: speaker.word(form, ("", value)),
    "OPTIONS": lambda speaker, _form, value: speaker.enumerate((value or "").split(","), EITHER),
    "PLACE": lambda speaker, form, value: speaker.translate(f"place {value}", value or "", form),
    "VERB": lambda speaker, form, value: speaker.translate(f"verb {value}", value or "", form),
    "TEXT": lambda speaker, _form, value: value or speaker.common(NOBODY),
}


BLANKS_OF_ZONES: Mapping[str, BlankKind] = {"seat": "SEAT", "place": "PLACE", "part": "PLACE"}
_VALUE = attrgetter("value")
# The blanks of events and labels: their kinds, what of an event they depend on, and what says that.
BLANKS_OF_EVENTS: Mapping[str, tuple[BlankKind, Read, Say]] = {
    "seat": ("SEAT", attrgetter("seat"), Speaker.name_seat),
    "cards": ("CARDS", attrgetter("cards", "count"), Speaker.name_cards),
    "from_zone": ("ZONE", attrgetter("from_zone"), Speaker.zone),
    "to_zone": ("ZONE", attrgetter("to_zone"), Speaker.zone),
    "word": ("WORD", attrgetter("kind", "value"), Speaker.word),
    "value": ("TEXT", _VALUE, _FILLERS["TEXT"]),
    "seats": ("SEATS", _VALUE, _name_seats),
    "zones": ("ZONES", attrgetter("kind", "value"), Speaker.zones),
    "points": ("POINTS", _VALUE, _name_points),
    "verb": ("VERB", _VALUE, _FILLERS["VERB"]),
    "choice": ("CHOICE", _VALUE, Speaker.choice),
}


def _count_items(listed: str | None) -> int:
    """Return how many things are named: "nobody" and "none" are one word, as a single seat is."""
    return (listed or "").count(",") + 1


def _count_cards(listed: str | None) -> int:
    """Return the number of cards in a list, or of cards that are not named (`*2`)."""
    if listed and listed.startswith(UNNAMED):
        return int(listed.removeprefix(UNNAMED))
    return _count_items(listed) if listed else 0


def _read_number(text: str | None) -> int:
    """Return the number that a text is; one that is none is said as many are."""
    return int(text) if text is not None and text.removeprefix("-").isdecimal() else 0


# How many things fill a blank, by its kind. A template has the form for its first blank of these kinds.
COUNTS: Mapping[BlankKind, Callable[[str | None], int]] = {
    "TEXT": _read_number,
    "SEATS": _count_items,
    "ZONES": _count_items,
    "CARDS": _count_cards,
}


def counted_blank(blanks: Iterable[tuple[str, BlankKind]]) -> str | None:
    """Return the name of the blank whose number chooses the plural form of a template."""
    return next((name for name, kind in blanks if kind in COUNTS), None)


def _count_of(english: str) -> Callable[[Event], int]:
    """Return what counts the things in the counted blank of a template for events that has plural forms."""
    counted = counted_blank((name, BLANKS_OF_EVENTS[name][0]) for name in blanks_of(english))
    assert counted is not None, f"nothing is counted in {english!r}"
    kind = BLANKS_OF_EVENTS[counted][0]
    return attrgetter("count") if kind == "CARDS" else lambda event: COUNTS[kind](event.value)

"""Plain English for moves and events, in words that a screen reader can speak."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter

from engine.game import Game
from engine.games import game_of
from engine.messages import begin_sentence
from engine.moves import Move
from engine.validation import find_game
from engine.values import Event, LegalMove, Options, State

Tell = Callable[[Game[State, Options], Event], str]

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


def describe(state: State, seat: int, move: Move) -> LegalMove:
    """Return a move as data for a front end, with a label in plain English.

    The move is one of `legal_moves`, or one that `apply` has taken.
    """
    rules = game_of(state)
    return _describe(rules.name, move, *rules.route(state, seat, move))


def sentence(game: str, event: Event) -> str:
    """Render an event as one plain English sentence."""
    rules, template, asked = _template(game, event.kind)
    return begin_sentence(template.format_map({name: tell(rules, event) for name, tell in asked}))


@lru_cache(maxsize=4096)  # The same few moves are listed again and again.
def _describe(game: str, move: Move, source: str | None, target: str | None) -> LegalMove:
    rules = find_game(game)
    verb = next(verb for verb in rules.verbs if verb.name == move.verb)
    label = verb.label.format(
        cards=_name_cards(rules, move.cards, len(move.cards)),
        from_zone=_name_zone(rules, source),
        to_zone=_name_zone(rules, target),
        seat=f"seat {move.seat}",
        choice=rules.choices.get(move.choice or "", ""),
    )
    return LegalMove(str(move), move.verb, move.cards, source, target, move.seat, move.choice, begin_sentence(label))


@lru_cache(maxsize=512)
def _template(game: str, kind: str) -> tuple[Game[State, Options], str, tuple[tuple[str, Tell], ...]]:
    """Return the template of a kind of events, and the blanks to fill, which mostly are one or two."""
    rules = find_game(game)
    template = rules.events.get(kind) or COMMON_EVENTS.get(kind)
    if template is None:
        template = f"{rules.facts[kind]}: {{word}}."
    names = dict.fromkeys(name for _, name, _, _ in Formatter().parse(template) if name is not None)
    return rules, template, tuple((name, _TELL[name]) for name in names)


def enumerate_words(words: Sequence[str]) -> str:
    """Return words as an English list: `a`, `a and b`, `a, b and c`."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def _name_cards(rules: Game[State, Options], cards: tuple[str, ...], count: int) -> str:
    if cards:
        return ", ".join(rules.cards[card].label for card in cards)
    return "a card" if count == 1 else f"{count} cards"


def _name_zone(rules: Game[State, Options], zone: str | None) -> str:
    return "" if zone is None else rules.zone_map.naming(zone).label


def _name_seats(value: str) -> str:
    """Name the seats of a value such as `0,2`."""
    seats = value.split(",")
    if not seats[0].isdigit():
        return "nobody"
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {enumerate_words(seats)}"


def _name_zones(rules: Game[State, Options], value: str) -> str:
    """Name the zones of a value such as `area:1,area:3` or `none`."""
    return "none" if value == "none" else enumerate_words([_name_zone(rules, zone) for zone in value.split(",")])


def _name_points(value: str) -> str:
    """Name the points by seat of a value such as `3,?`."""
    named = [
        f"{'unknown' if points == '?' else points} for seat {seat}" for seat, points in enumerate(value.split(","))
    ]
    return enumerate_words(named)


def _name_word(rules: Game[State, Options], event: Event) -> str:
    """Say the value of an event in words, if the game has some for it."""
    value = event.value or "none"
    plain = "nothing" if value == "none" else value
    return rules.glossary.get(f"{event.kind} {value}") or rules.glossary.get(value, plain)


# What a sentence about an event can tell.
_TELL: Mapping[str, Tell] = {
    "seat": lambda _, event: f"seat {event.seat}",
    "cards": lambda rules, event: _name_cards(rules, event.cards, event.count),
    "from_zone": lambda rules, event: _name_zone(rules, event.from_zone),
    "to_zone": lambda rules, event: _name_zone(rules, event.to_zone),
    "value": lambda _, event: event.value or "nobody",
    "word": _name_word,
    "seats": lambda _, event: _name_seats(event.value or ""),
    "zones": lambda rules, event: _name_zones(rules, event.value or ""),
    "points": lambda _, event: _name_points(event.value or ""),
}

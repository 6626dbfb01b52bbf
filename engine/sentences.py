"""Plain English for moves and events, in words that a screen reader can speak."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from engine.core.game import Game
from engine.core.messages import begin_sentence
from engine.core.moves import Move
from engine.core.values import Event, LegalMove, Options, State
from engine.games import GAME_OF_STATE, GAMES
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


def describe(state: State, seat: int, move: Move) -> LegalMove:
    """Return a move as data for a front end, with a label in plain English.

    The move is one of `legal_moves`, or one that `apply` has accepted.
    """
    rules = GAME_OF_STATE[type(state)]
    return _describe(rules.name, move, *rules.route(state, seat, move))


def sentence(game: str, event: Event) -> str:
    """Render an event as one plain English sentence."""
    return _fill(*_template(game, event.kind), event)


@lru_cache(maxsize=4096)  # The same few moves are listed again and again.
def _describe(game: str, move: Move, source: str | None, target: str | None) -> LegalMove:
    rules = GAMES[game]
    template = next(verb.label for verb in rules.verbs if verb.name == move.verb)
    # A label has the blanks of an event, and that of the choice.
    made = Event(move.verb, move.seat, move.cards, len(move.cards), source, target, move.choice)
    label = _fill(rules, template, made)
    return LegalMove(str(move), move.verb, move.cards, source, target, move.seat, move.choice, label)


def _template(game: str, kind: str) -> tuple[Game[State, Options], str]:
    """Return a game, and its sentence with blanks for a kind of events."""
    rules = find_game(game)
    template = rules.events.get(kind) or COMMON_EVENTS.get(kind)
    return rules, template or f"{rules.facts[kind]}: {{word}}."


def _fill(rules: Game[State, Options], template: str, event: Event) -> str:
    """Fill the blanks of a template from an event."""
    words = {"seat": f"seat {event.seat}", "value": event.value or "nobody"}
    for name in _blanks(template):
        words[name] = _WORDS[name](rules, event)
    return begin_sentence(template.format_map(words))


def _blanks(template: str) -> tuple[str, ...]:
    """Return the blanks of a template, except the two that are always filled."""
    return tuple(name for name in _WORDS if f"{{{name}}}" in template)


def enumerate_words(words: Sequence[str]) -> str:
    """Return words as an English list: `a`, `a and b`, `a, b and c`."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def _name_cards(rules: Game[State, Options], event: Event) -> str:
    if event.cards:
        return ", ".join([rules.cards[card].label for card in event.cards])
    return "a card" if event.count == 1 else f"{event.count} cards"


def _name_zone(rules: Game[State, Options], zone: str | None) -> str:
    return "" if zone is None else rules.zone_map.naming(zone).label


def _name_seats(_rules: Game[State, Options], event: Event) -> str:
    """Name the seats of a value such as `0,2`."""
    seats = (event.value or "").split(",")
    if not seats[0].isdigit():
        return "nobody"
    return f"seat {seats[0]}" if len(seats) == 1 else f"seats {enumerate_words(seats)}"


def _name_zones(rules: Game[State, Options], event: Event) -> str:
    """Name the zones of a value such as `area:1,area:3` or `none`."""
    value = event.value or "none"
    return "none" if value == "none" else enumerate_words([_name_zone(rules, zone) for zone in value.split(",")])


def _name_points(_rules: Game[State, Options], event: Event) -> str:
    """Name the points by seat of a value such as `3,?`."""
    by_seat = enumerate((event.value or "").split(","))
    return enumerate_words([f"{'unknown' if points == '?' else points} for seat {seat}" for seat, points in by_seat])


def _name_value(rules: Game[State, Options], event: Event) -> str:
    """Return the value of an event in words, if the game has some for it."""
    value = event.value or "none"
    plain = "nothing" if value == "none" else value
    return rules.glossary.get(f"{event.kind} {value}") or rules.glossary.get(value, plain)


# The words for the blanks of sentences and labels, besides those that are always filled.
_WORDS: Mapping[str, Callable[[Game[State, Options], Event], str]] = {
    "cards": _name_cards,
    "from_zone": lambda rules, event: _name_zone(rules, event.from_zone),
    "to_zone": lambda rules, event: _name_zone(rules, event.to_zone),
    "choice": lambda rules, event: rules.choices.get(event.value or "", ""),
    "word": _name_value,
    "seats": _name_seats,
    "zones": _name_zones,
    "points": _name_points,
}

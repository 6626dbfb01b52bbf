"""Whether what a preview says that a move would do is what happens: a second reading, from views and events alone.

`EFFECTS` in `rules/<game>/foreseen.py` has, by the code of an effect, a predicate on what happened.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

import msgspec

import engine
from engine import Effect, Event, State, View


class Happened(msgspec.Struct, frozen=True):
    """A move that was made, as its seat sees it, and the values that one effect of its preview has."""

    before: View
    after: View
    seat: int
    move: engine.Move
    events: tuple[Event, ...]
    said: Mapping[str, str]

    def number(self, name: str) -> int:
        """Return a value that is a number, or a number of cards."""
        return int(self.said[name].removeprefix("*"))

    def told(self, kind: str, seat: int | None = None) -> list[Event]:
        """Return the events of a kind, of any seat or of one, before cards are dealt again."""
        kinds = [event.kind for event in self.events]
        end = kinds.index("dealt") if "dealt" in kinds else len(kinds)
        return [event for event in self.events[:end] if event.kind == kind and seat in (None, event.seat)]

    def count(self, kind: str, seat: int | None = None) -> int:
        """Count the cards that moved in events of a kind."""
        return sum(event.count for event in self.told(kind, seat))

    def worth(self, kind: str, seat: int) -> int:
        """Add up the values of the cards that moved in events of a kind."""
        return sum(value_of(card) for event in self.told(kind, seat) for card in event.cards)

    def fact(self, name: str) -> str:
        """Return a fact after the move."""
        return next((fact.value for fact in self.after.facts if fact.name == name), "")

    def was(self, name: str) -> str:
        """Return a fact before the move."""
        return next((fact.value for fact in self.before.facts if fact.name == name), "")

    def lay(self, zone: str) -> list[str]:
        """Return the cards that a zone had before the move, as far as the seat saw them."""
        found = [seen.cards for seen in self.before.zones if seen.id == zone]
        return [card for cards in found for card in cards if card is not None]

    def lie(self, zone: str) -> list[str]:
        """Return the cards that a zone has after it."""
        found = [seen.cards for seen in self.after.zones if seen.id == zone]
        return [card for cards in found for card in cards if card is not None]


Truth = Callable[[Happened], bool]


def truths_of(game: str) -> Mapping[str, Truth]:
    """Return the meaning of each effect that a game names, by code; none if it names none."""
    if engine.GAMES[game].effects is None:
        return {}
    found: Mapping[str, Truth] = import_module(f"tests.engine.rules.{game}.foreseen").EFFECTS
    return found


def untrue_effects(effects: Sequence[Effect], before: State, seat: int, move: str) -> list[str]:
    """Return the codes of the effects that a move of a seat does not have."""
    game = engine.game_of(before).name
    after, events = engine.apply(before, seat, move)
    views = [engine.view(state, seat) for state in (before, after)]
    shown = engine.events_for(events, seat)
    parsed = engine.parse_move(move)
    wrong = []
    for code, arguments in effects:
        said = {argument.name: argument.value or "" for argument in arguments}
        if not truths_of(game)[code](Happened(views[0], views[1], seat, parsed, shown, said)):
            wrong.append(code)
    return wrong


def value_of(card: str) -> int:
    """Return the number in a card's code."""
    return int("".join(filter(str.isdigit, card)) or 0)


def sum_of(cards: Sequence[str]) -> int:
    """Add up the numbers in the codes of cards."""
    return sum(map(value_of, cards))


def top_of(cards: Sequence[str]) -> int:
    """Return the number in the code of the upper card."""
    return value_of(cards[-1])


def asks(phase: str) -> Truth:
    """Expect a question."""
    return lambda it: it.fact("asked") == phase

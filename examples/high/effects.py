"""What a move of High would do."""

from collections.abc import Iterator, Sequence

from engine.core.game import Effects
from engine.core.moves import Move
from engine.core.values import Effect, Event, foresee
from examples.high.state import State

PHRASES = {
    "takes": "You would take {cards}.",
    "lies": "It would be the card to beat.",
}


def find(_before: State, _seat: int, move: Move, _after: State, events: Sequence[Event]) -> Iterator[Effect]:
    """Yield whether a card takes what lies on the table (high 2.2)."""
    taken = [event.count for event in events if event.kind == "taken"]
    if taken:
        yield foresee("takes", cards=taken[0])
    elif move.verb == "lay":
        yield foresee("lies")


EFFECTS = Effects(phrases=PHRASES, find=find)

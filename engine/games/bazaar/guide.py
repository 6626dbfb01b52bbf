"""What helps a program to play Bazaar; nothing here is a rule."""

from collections.abc import Sequence

from engine.core.game import Guide
from engine.core.moves import Move
from engine.games.bazaar.cards import CUSTOMER, PILE, SOURCE
from engine.games.bazaar.rules import points
from engine.games.bazaar.state import State
from engine.games.zont import VALUE


def score_move(state: State, seat: int, move: Move) -> float:
    """Return by how much a move brings the seat's piles nearer to what the customers want, and which card it costs."""
    if move.verb == "skip":
        return 0.0
    if move.verb == "bank":
        return float(sum([VALUE[card] for pile in PILE[seat].values() for card in state.zones[pile]]))
    if move.verb == "take":
        return _score_take(state, seat, SOURCE[move.place or ""])
    colour, card = move.place or "", move.cards[0]
    lacking = VALUE[state.zones[CUSTOMER[colour]][-1]] - len(state.zones[PILE[seat][colour]])
    if card[0] == "F":
        return 2.0 * (abs(lacking) - abs(lacking + VALUE[card] - VALUE[state.zones[CUSTOMER[colour]][-1]]))
    return (2.0 if lacking > 0 else -2.0) + VALUE[card] / 2


def _score_take(state: State, seat: int, zone: str) -> float:
    colour = zone.partition(".")[2]
    if zone in PILE[seat].values():
        lacking = VALUE[state.zones[CUSTOMER[colour]][-1]] - len(state.zones[zone])
        return 2.0 if lacking < 0 else -2.0
    return 1.0 + VALUE[state.zones[zone][-1]] / 2


def standing(state: State) -> Sequence[float]:
    """Return the points of each seat, its face-down cards included (bazaar 5.3)."""
    return points(state)


GUIDE = Guide[State](score_move, lambda _state: 0, standing)

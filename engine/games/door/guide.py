"""What helps a program to play Door to Zont; nothing here is a rule."""

from collections.abc import Sequence

from engine.core.game import Guide
from engine.core.moves import Move
from engine.games.door.cards import HAND, PILE, SCORE, SUIT_OF_PLACE
from engine.games.door.rules import score_piles
from engine.games.door.state import State
from engine.games.zont import VALUE


def score_move(state: State, seat: int, move: Move) -> float:
    """Return by how much a move raises the worth of what the seat has scored, and half of what it has in hand."""
    if move.verb == "skip":
        return 0.0
    if move.verb == "shuffle":
        suit = SUIT_OF_PLACE.get(move.place or "")
        if suit is None:
            return 0.0  # To shuffle a score pile changes what is worth nothing until a Change takes it.
        return _stake(state, seat, suit) * (1.7 - VALUE[state.zones[PILE[suit]][-1]])
    if move.verb == "take":
        return _score_take(state, seat, move.place or "")
    card = move.cards[0]
    worth = VALUE[state.zones[PILE[card[0]]][-1]]
    if move.verb == "score":
        return worth
    return _stake(state, seat, card[0]) * (VALUE[card] - worth)


def _stake(state: State, seat: int, suit: str) -> float:
    """Return how much more cards of a suit the seat has than an open score pile of another shows."""
    mine = sum([card[0] == suit for card in state.zones[SCORE[seat]]])
    others = sum([state.zones[SCORE[other]][-1:] != () and state.zones[SCORE[other]][-1][0] == suit
                  for other in range(state.seats) if other != seat])  # fmt: skip
    held = sum([card[0] == suit for card in state.zones[HAND[seat]]])
    return mine + held / 2 - others


def _score_take(state: State, seat: int, place: str) -> float:
    if place not in SUIT_OF_PLACE:
        return 1.0
    pile = state.zones[PILE[SUIT_OF_PLACE[place]]]
    return _stake(state, seat, SUIT_OF_PLACE[place]) * (VALUE[pile[-2]] - VALUE[pile[-1]]) + 0.5


def standing(state: State) -> Sequence[float]:
    """Return what each seat's score pile is worth now (door 4.5)."""
    return score_piles(state)


# A seat does not see what it has scored, but remembers it.
GUIDE = Guide[State](score_move, lambda _state: 0, standing, recalls=True)

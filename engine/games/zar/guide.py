"""What helps a program to play Zar; nothing here is a rule."""

from collections.abc import Sequence

from engine.core.game import Guide
from engine.core.moves import Move
from engine.games.zar.cards import HAND
from engine.games.zar.state import State

# What a move is good for before its cards are looked at: a match makes another draw, a double sheds two cards.
WORTH = {"match": 6.0, "double": 5.0, "accept": 4.0, "play": 3.0, "take": 1.0, "pass": 0.5, "draw": 0.0}


def score_move(state: State, seat: int, move: Move) -> float:
    """Return the worth of a move's verb: the colour held most is best named or kept, wilds and dragons are kept."""
    worth = WORTH[move.verb]
    if not move.cards:
        return worth
    card, hand = move.cards[0], state.zones[HAND[seat]]
    if card[0] in "WD" and card[1].isdigit():
        return worth - 0.5 + _held(hand, move.choice or "") / 20
    return worth + _held(hand, card[0]) / 20 + (0.3 if card[1] == "D" else 0.0)


def _held(hand: Sequence[str], name: str) -> int:
    return sum([name in card for card in hand])


def standing(state: State) -> Sequence[float]:
    """Return the points so far; of penalties the fewer the better (zar 6.4)."""
    return [-points for points in state.points] if state.options.scoring == "penalty" else state.points


GUIDE = Guide[State](score_move, lambda state: state.hand, standing)

"""What helps a program to play Zar; nothing here is a rule."""

from collections.abc import Sequence

from engine.core.game import Guide
from engine.core.moves import Move
from engine.games.zar.cards import COLOURED, HAND
from engine.games.zar.moves import FITTING
from engine.games.zar.rules import points_left
from engine.games.zar.state import State

# What a move is good for before its cards are looked at: a match makes another draw, a double sheds two cards.
WORTH = {"match": 6.0, "double": 5.0, "accept": 4.0, "play": 3.0, "take": 1.0, "pass": 0.5, "draw": 0.0}
# Wilds and dragons fit nearly always, so they are kept; after a skip the next turn comes sooner.
KEPT = 2.0
SKIPS = 0.3
FOLLOWS = 0.1
# What a card point in hand costs: where it is not scored, a hand won is worth twenty (zar 6.4).
POINT_HELD = {"none": 0.05, "penalty": 1.0, "winnerTakes": 1.0}


def score_move(state: State, seat: int, move: Move) -> float:
    """Return the worth of a move's verb: the more of the hand fits on what is put down, the better."""
    worth = WORTH[move.verb]
    if not move.cards:
        return worth
    card = move.cards[0]
    fitting = FITTING[card][move.choice or ""]
    worth += FOLLOWS * sum([other in fitting for other in state.zones[HAND[seat]]])
    if card not in COLOURED:
        return worth - KEPT
    return worth + SKIPS if card[1] == "S" else worth


def standing(state: State) -> Sequence[float]:
    """Return the points so far, of penalties the fewer the better (zar 6.4), less the worth of what each seat holds."""
    scoring = state.options.scoring
    sign = -1 if scoring == "penalty" else 1
    held = points_left(state.zones, state.seats) if _holds_what_counts(state) else (0,) * state.seats
    point = POINT_HELD[scoring]
    return [sign * points - point * left for points, left in zip(state.points, held, strict=True)]


def _holds_what_counts(state: State) -> bool:
    """Tell whether the cards in hand are neither just dealt, so that they tell nothing, nor scored already."""
    return state.turns > 0 and (state.phase != "over" or state.options.scoring == "none")


GUIDE = Guide[State](score_move, lambda state: state.hand, standing, randomness=0.2, horizon=6)

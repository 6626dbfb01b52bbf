"""What helps a program to play ZLAM!; nothing here is a rule."""

from engine.core.game import Guide
from engine.core.moves import Move
from engine.games.zlam.cards import NINE, VALUE, count, score_stack, stack_zone
from engine.games.zlam.state import State, open_stacks

# How likely a stack that lacks so many is closed, roughly: nothing counts four or less but one card of that number.
HOPE = (1.0, 0.3, 0.45, 0.6, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25)


def score_move(state: State, seat: int, move: Move) -> float:
    """Return what a move adds to what the seat's stacks promise, or takes from those of the seat that is given it."""
    if move.verb == "give":
        return _score_give(state, move.seat or 0)
    if move.verb != "place":
        return 1.0 if move.verb in ("gain", "close") else 0.0
    pile = state.zones[stack_zone(seat, int(move.place or 0))]
    return _promise((*pile, state.zones["drawn"][0])) - _promise(pile)


def _promise(pile: tuple[str, ...]) -> float:
    return (score_stack(pile) + 2) * HOPE[NINE - count(pile)] if pile else 1.0


def _score_give(state: State, receiver: int) -> float:
    """Return how much the best place that the receiver has for the card costs it; to be out costs most."""
    card = state.zones["drawn"][0]
    piles = [state.zones[stack_zone(receiver, number)] for number in open_stacks(state.zones, state, receiver)]
    gains = [_promise((*pile, card)) - _promise(pile) for pile in piles if count(pile) + VALUE[card] <= NINE]
    return -max(gains) / (state.seats - 1) if gains else 8.0


GUIDE = Guide[State](score_move, lambda state: state.deal, lambda state: state.points)

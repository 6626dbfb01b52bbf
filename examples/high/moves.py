"""The legal moves of High: for each verb its candidates, and the refusals of other moves."""

from collections.abc import Iterable

from engine.core.messages import OTHER_SEAT_IS_ASKED, SEAT_LACKS_CARD
from engine.core.moves import Move, Route
from engine.core.values import Refused
from examples.high.cards import DECK, HAND, ONE
from examples.high.state import Options, State

LAYS = {card: Move("lay", (card,)) for card in DECK}
TOSS = Move("toss", (ONE,))


def possible(_seats: int, _options: Options) -> Iterable[Move]:
    """List every card to lay, and the 1 to toss (high 5)."""
    return (*LAYS.values(), TOSS)


def active(state: State) -> tuple[int, ...]:
    """Return the seats with a legal move: also, in secret, the holder of the 1 (high 2.4, high 3.2)."""
    return tuple(seat for seat in range(state.seats) if legal(state, seat))


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the cards to lay, and the 1 to toss (high 5)."""
    moves = [LAYS[card] for card in state.zones[HAND[seat]] if seat == state.asked]
    if can_toss(state, seat):
        moves.append(TOSS)
    return tuple(moves)


def can_toss(state: State, seat: int) -> bool:
    """Tell whether a seat holds the 1, and there is a deck to draw from (high 2.4)."""
    return ONE in state.zones[HAND[seat]] and bool(state.zones["deck"])


def why_not(state: State, seat: int, move: Move) -> Refused | None:
    """Return the refusal of a well-formed move by a seat, None when it is legal (high 2.1, high 2.4)."""
    if move in legal(state, seat):
        return None
    if move.verb == "toss":
        return Refused("high 2.4", "Only the 1 is tossed, by the seat that holds it, and while there is a deck.")
    if seat != state.asked:
        return Refused("high 2.1", OTHER_SEAT_IS_ASKED)
    return Refused("high 2.1", SEAT_LACKS_CARD)


def attempt(_state: State, _seat: int, card: str) -> Move:
    """Return the move to try with a card of the hand."""
    return LAYS[card]


def route(_state: State, seat: int, move: Move) -> Route:
    """Return the zones that a legal move takes a card from and to."""
    return HAND[seat], "table" if move.verb == "lay" else "deck", None

"""Where the points of a table of Door to Zont came from: the cards of each suit, times the worth of the suit."""

from collections.abc import Iterator

from engine.core.values import ScoreItem, ScoreItems
from engine.games.door.cards import PILE, PLACE_OF_SUIT, SCORE
from engine.games.door.state import State
from engine.games.zont import VALUE


def list_points(state: State) -> ScoreItems:
    """Return the items of each seat: the cards of its score pile by suit (door 4.5)."""
    return tuple([tuple(items_of_seat(state, seat)) for seat in range(state.seats)])


def items_of_seat(state: State, seat: int) -> Iterator[ScoreItem]:
    """Yield the cards of each suit, each worth the value of the top card of the suit's pile (door 4.5)."""
    for suit, pile in PILE.items():
        worth = VALUE[state.zones[pile][-1]]
        cards = tuple([card for card in state.zones[SCORE[seat]] if card[0] == suit])
        if cards:
            yield ScoreItem("suit", "door 4.5", (worth,) * len(cards), cards, PLACE_OF_SUIT[suit])

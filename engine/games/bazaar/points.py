"""Where the points of a table of Bazaar came from: the goods sold of each colour, and those that were too many."""

from collections.abc import Iterator

from engine.core.values import Deck, ScoreItem, ScoreItems
from engine.games.bazaar.cards import PENALTY, SCORE
from engine.games.bazaar.state import State
from engine.games.zont import VALUE

# The wilds come last: they have no colour in a score pile.
COLOURS_OF_CARDS = "RYBW"


def list_points(state: State) -> ScoreItems:
    """Return the items of each seat: its face-down cards by colour, and its face-up cards (bazaar 5.3)."""
    lying = state.zones
    return tuple([tuple(items_of(lying[SCORE[seat]], lying[PENALTY[seat]])) for seat in range(state.seats)])


def items_of(sold: Deck, surplus: Deck) -> Iterator[ScoreItem]:
    """Yield the cards that count for a seat, by colour, and then those that count against it (bazaar 5.3)."""
    for colour in COLOURS_OF_CARDS:
        cards = tuple([card for card in sold if card[1] == colour])
        if cards:
            yield ScoreItem("sold", "bazaar 5.3", values_of(cards), cards, colour)
    if surplus:
        yield ScoreItem("surplus", "bazaar 4.2", values_of(surplus), surplus, factor=-1)


def values_of(cards: Deck) -> tuple[int, ...]:
    """Return the value of each card."""
    return tuple([VALUE[card] for card in cards])

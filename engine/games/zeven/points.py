"""Where the points of a table of Zeven came from: the colours of the last round, and the rounds before it."""

from collections.abc import Iterator, Sequence

from engine.core.values import Deck, ScoreItem, ScoreItems
from engine.games.zeven.cards import SCORE
from engine.games.zeven.rules import blocked_seats
from engine.games.zeven.state import State


def list_points(state: State) -> ScoreItems:
    """Return the items of each seat: the rounds before the last (zeven 4.5), then its score pile (zeven 4.2)."""
    piles = [state.zones[SCORE[seat]] for seat in range(state.seats)]
    lost = {colour: blocked_in(piles, colour, state.options.tie_same_sum) for colour in "RYB"}
    listed: list[tuple[ScoreItem, ...]] = []
    for seat, pile in enumerate(piles):
        items = tuple(items_of_pile(pile, [colour for colour in lost if seat in lost[colour]]))
        earlier = state.points[seat] - sum([item.points for item in items])
        listed.append((*items_before(state, earlier), *items))
    return tuple(listed)


def items_before(state: State, points: int) -> Iterator[ScoreItem]:
    """Yield the points of the rounds before the last, whose cards have been dealt again (zeven 4.5)."""
    if state.round > 1:
        yield ScoreItem("earlier", "zeven 4.5", (points,))


def items_of_pile(pile: Deck, lost: Sequence[str]) -> Iterator[ScoreItem]:
    """Yield the cards of a pile by colour, 1 point each; those of a colour that is `lost` count nothing."""
    for colour in "RYBW":
        cards = of_colour(pile, colour)
        worth = (1,) * len(cards)
        if cards and colour == "W":
            yield ScoreItem("wilds", "zeven 4.4", worth, cards)
        elif cards and colour in lost:
            yield ScoreItem("colour", "zeven 4.3", worth, cards, colour, factor=0)
        elif cards:
            yield ScoreItem("colour", "zeven 4.2", worth, cards, colour)


def blocked_in(piles: Sequence[Deck], colour: str, tie_same_sum: str) -> list[int]:
    """Return the seats that score nothing for a colour (zeven 4.3)."""
    return blocked_seats([of_colour(pile, colour) for pile in piles], tie_same_sum)


def of_colour(pile: Deck, colour: str) -> Deck:
    """Return the cards of a colour."""
    return tuple([card for card in pile if card[1] == colour])

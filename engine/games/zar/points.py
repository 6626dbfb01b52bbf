"""Where the points of a table of Zar came from: the last hand, the cards left in it, and the hands before."""

from collections.abc import Iterator

from engine.core.values import ScoreItem, ScoreItems
from engine.games.zar.cards import HAND, POINTS
from engine.games.zar.rules import why_stalled, winners_of_last_hand
from engine.games.zar.state import State


def list_points(state: State) -> ScoreItems:
    """Return the items of each seat: the hands before the last, and then the last hand (zar 6.4)."""
    listed: list[tuple[ScoreItem, ...]] = []
    for seat, total in enumerate(state.points):
        items = tuple(ITEMS_OF_HAND[state.options.scoring](state, seat))
        listed.append((*items_before(state, total - sum([item.points for item in items])), *items))
    return tuple(listed)


def items_before(state: State, points: int) -> Iterator[ScoreItem]:
    """Yield the points of the hands before the last, whose cards have been dealt again (zar 6.5)."""
    if state.hand > 1:
        yield ScoreItem("earlier", "zar 6.5", (points,))


def items_of_won_hand(state: State, seat: int) -> Iterator[ScoreItem]:
    """Yield 1 point for a hand won; cards that are left count nothing (zar 6.4, `none`)."""
    if seat in winners_of_last_hand(state):
        code = "won" if state.hand == 1 else "wonLast"
        yield ScoreItem(code, "zar 6.2" if why_stalled(state) else "zar 6.1", (1,))
    yield from cards_left(state, seat, "left", factor=0)


def items_of_penalty(state: State, seat: int) -> Iterator[ScoreItem]:
    """Yield the cards that a seat still holds, which count against it (zar 6.4, `penalty`)."""
    yield from cards_left(state, seat, "left")


def items_of_winner(state: State, seat: int) -> Iterator[ScoreItem]:
    """Yield to a winner the cards of the seats that did not win; own cards count nothing (zar 6.4, `winnerTakes`)."""
    winners = winners_of_last_hand(state)
    losers = [other for other in range(state.seats) if other not in winners]
    for other in losers if seat in winners else ():
        yield from cards_left(state, other, "taken")
    yield from cards_left(state, seat, "left", factor=0)


def cards_left(state: State, seat: int, code: str, factor: int = 1) -> Iterator[ScoreItem]:
    """Yield the cards that a seat still holds, if there are any, by their card points (zar 6.3)."""
    cards = state.zones[HAND[seat]]
    worth = tuple([POINTS[card] for card in cards])
    owner = seat if code == "taken" else None
    if cards:
        yield ScoreItem(code, "zar 6.3", worth, cards, factor=factor, seat=owner)


# By the option `scoring` (zar 6.4).
ITEMS_OF_HAND = {"none": items_of_won_hand, "penalty": items_of_penalty, "winnerTakes": items_of_winner}

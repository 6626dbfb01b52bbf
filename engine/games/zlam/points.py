"""Where the points of a table of ZLAM! came from: closed stacks, doublings, the Grand ZLAM, shut outs."""

from collections.abc import Iterator, Sequence

from engine.core.values import Deck, ScoreItem, ScoreItems, Zones
from engine.games.zlam.cards import ZLAM, is_one_colour
from engine.games.zlam.rules import GRAND_ZLAM, SHUT_OUT
from engine.games.zlam.state import State, closed_stacks, open_stacks


def list_points(state: State) -> ScoreItems:
    """Return the items of each seat: what it had before, then what its stacks give in the last game (zlam 3)."""
    listed: list[tuple[ScoreItem, ...]] = []
    for seat, total in enumerate(state.points):
        items = tuple(items_of_stacks(state.zones, state, seat))
        listed.append((*items_besides(state, total - sum([item.points for item in items])), *items))
    return tuple(listed)


def items_besides(state: State, points: int) -> Iterator[ScoreItem]:
    """Yield the points that no stack on the table shows: shut outs (zlam 3.3), and the games before (zlam 4.2).

    A table does not keep how many of the points before the end of a later game are of shut outs in that game.
    """
    if points and state.deal == 1:
        yield ScoreItem("shutOut", "zlam 3.3", (SHUT_OUT,) * (points // SHUT_OUT))
    elif points:
        yield ScoreItem("earlier", "zlam 4.2", (points,))


def items_of_stacks(zones: Zones, state: State, seat: int) -> Iterator[ScoreItem]:
    """Yield the closed stacks of a seat (zlam 3.1), and its Grand ZLAM (zlam 3.2, zlam 6.4)."""
    closed = closed_stacks(zones, state, seat)
    for pile in closed:
        worth = tuple([2 if card == ZLAM else 1 for card in pile])
        yield ScoreItem("stack", "zlam 3.1", worth, pile, factor=doubling([pile]))
    if len(closed) >= state.options.stacks and not open_stacks(zones, state, seat):
        yield ScoreItem("grandZlam", "zlam 3.2", (GRAND_ZLAM,), factor=doubling(closed))


def doubling(closed: Sequence[Deck]) -> int:
    """Return 2 if each of these stacks is of one colour, else 1 (zlam 3.1, zlam 3.2)."""
    return 2 if all(is_one_colour(pile) for pile in closed) else 1

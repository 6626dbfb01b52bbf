"""What helps a program to play Zeven; nothing here is a rule."""

from engine.core.game import Guide
from engine.core.moves import Move
from engine.games.zeven.cards import AREA, LIMIT, total
from engine.games.zeven.state import State
from engine.games.zont import VALUE


def score_move(state: State, _seat: int, move: Move) -> float:
    """Return the cards that a move takes, or else the part that it leaves for the next seat to take."""
    pile = state.zones[AREA[int(move.place or state.area)]]
    height = total(pile) + VALUE[move.cards[0]]
    return len(pile) + 1 if height > LIMIT else -len(pile) * height / LIMIT


GUIDE = Guide[State](score_move, lambda state: state.round, lambda state: state.points, bias=0.0)

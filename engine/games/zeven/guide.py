"""Advice for programs that play Zeven; nothing here is a rule."""

from collections.abc import Mapping, Sequence

from engine.core.game import Guide, Judgement
from engine.core.moves import Move
from engine.games.zeven.cards import AREA, HAND, LIMIT, SCORE, total
from engine.games.zeven.rules import score_piles
from engine.games.zeven.state import State, rounds
from engine.games.zont import VALUE


def score_move(state: State, _seat: int, move: Move) -> float:
    """Return the cards that a move takes, or else the part that it leaves for the next seat to take."""
    pile = state.zones[AREA[int(move.place or state.area)]]
    height = total(pile) + VALUE[move.cards[0]]
    return len(pile) + 1 if height > LIMIT else -len(pile) * height / LIMIT


def describe_seat(state: State, seat: int) -> Mapping[str, float]:
    """Describe a seat in a round by the numbers that are fitted."""
    zones = state.zones
    is_last = state.round == rounds(state)
    is_playing = state.phase == "play"
    piles = [zones[zone] for zone in SCORE[: state.seats]]
    hand = zones[HAND[seat]]
    scored = score_piles(piles, state.options.tie_same_sum)[seat]
    is_turn = state.turn_taker == seat
    ahead, level = _compare_colours(piles, seat)
    highest = max([VALUE[card] for card in hand], default=-LIMIT)
    takes = max([len(zones[area]) + 1 for area in AREA.values() if total(zones[area]) + highest > LIMIT], default=0)
    return {
        "points": state.points[seat],
        "points in the last round": state.points[seat] if is_last else 0,
        "scored": scored,
        "scored in the last round": scored if is_last else 0,
        "cards": len(piles[seat]),
        "wilds": sum([card[1] == "W" for card in piles[seat]]),
        "ahead in colours": ahead,
        "level in colours": level,
        "hand": len(hand),
        "sum of the hand": sum([VALUE[card] for card in hand]),
        "zeros in hand": sum([VALUE[card] == 0 for card in hand]),
        "takes if asked": takes if is_turn and is_playing else 0,
        "takes": 0 if is_turn and is_playing else takes,
        "turn": is_turn,
        "asked": is_turn and is_playing,
    }


def _compare_colours(piles: Sequence[Sequence[str]], seat: int) -> tuple[int, int]:
    """Return how many cards a seat is ahead in the colours in which it has the most, and where it shares the most."""
    ahead = level = 0
    for colour in "RYB":
        held = [sum([card[1] == colour for card in pile]) for pile in piles]
        own = held.pop(seat)
        most = max(held)
        ahead += max(0, own - most)
        level += own == most > 0
    return ahead, level


# Fitted by `python -m tools.fitting zeven`: what each term adds to the log-odds to win, and to the points ahead.
FITTED = {
    "points": (0.1927, 0.9986),
    "points in the last round": (0.0318, 0.0063),
    "scored": (0.0632, 0.4693),
    "scored in the last round": (0.0546, -0.0207),
    "cards": (0.0612, 0.2107),
    "wilds": (0.0398, 0.3687),
    "ahead in colours": (-0.1389, -0.6283),
    "level in colours": (-0.0287, -0.1584),
    "hand": (-0.023, -0.1125),
    "sum of the hand": (-0.0126, -0.0254),
    "zeros in hand": (-0.0871, -0.2985),
    "takes if asked": (-0.0152, -0.0857),
    "takes": (0.0153, 0.0769),
    "turn": (-0.0412, -0.0802),
    "asked": (0.0828, 0.2291),
}
JUDGEMENT = Judgement[State](describe_seat, FITTED, lambda _state: True, horizon=4)
GUIDE = Guide[State](
    score_move,
    lambda state: state.round,
    lambda state: state.points,
    randomness=0.2,
    bias=0.0,
    judgement=JUDGEMENT,
    learning=0.02,
)

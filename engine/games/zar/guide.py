"""What helps a program to play Zar; nothing here is a rule."""

from collections.abc import Sequence

from engine.core.game import Guide, Judgement
from engine.core.moves import Move
from engine.games.zar.cards import COLOURED, DRAGONS, HAND, WILDS
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


def describe_seat(state: State, seat: int) -> Sequence[float]:
    """Describe a seat in a hand by the numbers that are fitted."""
    hand, top = state.zones[HAND[seat]], state.zones["discard"][-1]
    is_on_top, is_asked = state.put_down_by == seat, state.turn_taker == seat
    fitting, kinds = FITTING[top][state.named], set(hand)
    types = [card[1] for card in hand if card in COLOURED]
    return (
        len(hand),
        len(hand) == 1,
        len(hand) == 2,
        sum([card in WILDS for card in hand]),
        sum([card in DRAGONS for card in hand]),
        types.count("S"),
        types.count("R"),
        types.count("D"),
        len(hand) - len(kinds),
        len({card[0] for card in hand if card in COLOURED}),
        not kinds.isdisjoint(fitting),
        top in kinds and not is_on_top,
        is_asked,
        state.owed if is_asked else 0,
        state.phase == "accept" and is_on_top,
        is_on_top,
    )


# Fitted by `python -m tools.fitting zar`: what each term adds to the log-odds to win, and to the points ahead.
FITTED = {
    "cards": (-0.2573, -0.1385),
    "last card": (0.7605, 0.3464),
    "two cards": (0.2293, 0.1188),
    "wilds": (0.3084, 0.133),
    "dragons": (0.4703, 0.2087),
    "skips": (0.1005, 0.0484),
    "reverses": (-0.1215, -0.066),
    "draw twos": (0.2294, 0.1027),
    "pairs": (0.0945, 0.0588),
    "colours": (-0.3245, -0.1554),
    "fitting": (0.6974, 0.3525),
    "matches": (0.3538, 0.1918),
    "asked": (0.033, 0.0228),
    "owed": (-0.1301, -0.0698),
    "out": (4.0367, 1.007),
    "on top": (-0.0492, -0.0216),
}


def is_one_hand(state: State) -> bool:
    """Tell whether the table is one hand, without points."""
    return state.options.hands == 1 and state.options.scoring == "none"


JUDGEMENT = Judgement(describe_seat, FITTED, is_one_hand, horizon=6)
GUIDE = Guide[State](score_move, lambda state: state.hand, standing, randomness=0.2, horizon=6, judgement=JUDGEMENT)

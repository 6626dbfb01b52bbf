"""Advice for programs that play Zar; nothing here is a rule."""

from collections.abc import Mapping, Sequence

from engine.core.game import Guide, Judgement
from engine.core.moves import Move
from engine.games.zar.cards import COLOURED, DRAGONS, HAND, HANDS, WILDS
from engine.games.zar.moves import FITTING
from engine.games.zar.rules import points_left
from engine.games.zar.state import State

# The worth of a move by its verb alone: a match makes another seat draw, a double sheds two cards.
WORTH = {"match": 6.0, "double": 5.0, "accept": 4.0, "play": 3.0, "take": 1.0, "pass": 0.5, "draw": 0.0}
# Wilds and dragons fit nearly always, so they are kept; after a skip the next turn comes sooner.
KEPT = 2.0
SKIPS = 0.3
FOLLOWS = 0.1
# The likelihood that a seat puts down another card than the one that looks best.
UNLIKELY = 0.05
# The cost of a card point in hand. Where card points are not scored, a hand won is worth twenty points (zar 6.4).
POINT_HELD = {"none": 0.05, "penalty": 1.0, "winnerTakes": 1.0}


def score_move(state: State, seat: int, move: Move) -> float:
    """Return the worth of a move's verb: the more of the hand fits on what is put down, the better."""
    worth = WORTH[move.verb]
    return worth + _look(move.cards[0], move.choice or "", state.zones[HAND[seat]]) if move.cards else worth


def _look(card: str, name: str, hand: Sequence[str]) -> float:
    """Return how good it looks to put a card of a hand down, under a name."""
    fitting = FITTING[card][name]
    follows = FOLLOWS * sum([other in fitting for other in hand])
    if card not in COLOURED:
        return follows - KEPT
    return follows + SKIPS if card[1] == "S" else follows


def likelihood(state: State, seat: int) -> float:
    """Return how likely a seat with that hand put down the top card, since another card may look better.

    The answer is 1 unless the card below shows by itself what fits: it is coloured, and was neither matched nor a debt.
    """
    player = state.put_down_by
    pile = state.zones["discard"]
    below, top = pile[-2:] if len(pile) > 1 else ("", "")
    if player == seat or below not in COLOURED or below == top or below[1] == top[1] == "D":
        return 1.0
    held = (*state.zones[HAND[player]], top)
    looks = [_look(card, name, held) for card in FITTING[below][""].intersection(held) for name in FITTING[card]]
    return UNLIKELY if max(looks, default=0.0) > _look(top, state.named, held) else 1.0


def standing(state: State) -> Sequence[float]:
    """Return the points so far, of penalties the fewer the better (zar 6.4), less the worth of what each seat holds."""
    scoring = state.options.scoring
    sign = -1 if scoring == "penalty" else 1
    held = points_left(state.zones, state.seats) if _holds_what_counts(state) else (0,) * state.seats
    point = POINT_HELD[scoring]
    return [sign * points - point * left for points, left in zip(state.points, held, strict=True)]


def _holds_what_counts(state: State) -> bool:
    """Tell whether the cards in hand count: they are not fresh from the deal, and not scored already."""
    return state.turns > 0 and (state.phase != "over" or state.options.scoring == "none")


def describe_seat(state: State, seat: int) -> Mapping[str, float]:
    """Describe a seat in a hand by the numbers that are fitted."""
    hand = state.zones[HAND[seat]]
    top = state.zones["discard"][-1]
    is_on_top = state.put_down_by == seat
    is_asked = state.turn_taker == seat
    kinds = set(hand)
    is_last = len(hand) == 1
    is_fitting = not kinds.isdisjoint(FITTING[top][state.named])
    is_matching = top in kinds and not is_on_top
    types = [card[1] for card in hand if card in COLOURED]
    wilds = sum([card in WILDS for card in hand])
    is_out = state.phase == "accept" and is_on_top
    hands = [state.zones[name] for name in HANDS[state.seats]] if is_out else []
    return {
        "cards": len(hand),
        "last card": is_last,
        "two cards": len(hand) == 2,
        "wilds": wilds,
        "dragons": sum([card in DRAGONS for card in hand]),
        "skips": types.count("S"),
        "reverses": types.count("R"),
        "draw twos": types.count("D"),
        "pairs": len(hand) - len(kinds),
        "colours": len({card[0] for card in hand if card in COLOURED}),
        "fitting": is_fitting,
        "matches": is_matching,
        "asked": is_asked,
        "owed": state.owed if is_asked else 0,
        "out": is_out,
        "on top": is_on_top,
        "last card fits": is_last and is_fitting,
        "last card fits if asked": is_last and is_fitting and is_asked,
        "last card matches": is_last and is_matching,
        "owed with a last card": state.owed if is_last and is_asked else 0,
        "draw twos for a debt": types.count("D") if state.owed and is_asked else 0,
        "out but another matches": any(top in other for other in hands),
        "wilds of two cards": wilds if len(hand) == 2 else 0,
    }


# Fitted by `python -m tools.fitting zar`: what each term adds to the log-odds to win, and to the points ahead.
FITTED = {
    "cards": (-0.3247, -0.1699),
    "last card": (0.0424, -0.003),
    "two cards": (0.0929, 0.0413),
    "wilds": (0.5739, 0.2596),
    "dragons": (0.6429, 0.2906),
    "skips": (0.304, 0.1428),
    "reverses": (-0.0321, -0.0247),
    "draw twos": (0.2734, 0.1164),
    "pairs": (0.2322, 0.1208),
    "colours": (-0.2478, -0.1138),
    "fitting": (0.5831, 0.2932),
    "matches": (0.4036, 0.2092),
    "asked": (0.0553, 0.0348),
    "owed": (-0.1518, -0.0858),
    "out": (10.9756, 1.0518),
    "on top": (-0.006, -0.0013),
    "last card fits": (1.0696, 0.4272),
    "last card fits if asked": (1.8042, 0.2771),
    "last card matches": (-2.6358, -0.8793),
    "owed with a last card": (-0.4439, -0.0864),
    "draw twos for a debt": (0.4114, 0.275),
    "out but another matches": (-9.9002, -0.5083),
    "wilds of two cards": (0.377, 0.1489),
}


def is_one_hand(state: State) -> bool:
    """Tell whether the table is one hand, without points."""
    return state.options.hands == 1 and state.options.scoring == "none"


JUDGEMENT = Judgement(describe_seat, FITTED, is_one_hand, horizon=2)
GUIDE = Guide[State](
    score_move,
    lambda state: state.hand,
    standing,
    randomness=0.2,
    horizon=6,
    judgement=JUDGEMENT,
    likelihood=likelihood,
)

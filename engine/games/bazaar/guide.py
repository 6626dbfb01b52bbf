"""Advice for programs that play Bazaar; nothing here is a rule."""

from collections.abc import Mapping, Sequence

from engine.core.game import Guide, Judgement
from engine.core.moves import Move
from engine.games.bazaar.cards import CUSTOMER, FITTING, HAND, PILE, SOURCE
from engine.games.bazaar.rules import points
from engine.games.bazaar.state import State, target
from engine.games.zont import DECK, VALUE


def score_move(state: State, seat: int, move: Move) -> float:
    """Return by how much a move brings the seat's piles nearer to what the customers want, and which card it costs."""
    if move.verb == "skip":
        return 0.0
    if move.verb == "bank":
        return float(sum([VALUE[card] for pile in PILE[seat].values() for card in state.zones[pile]]))
    if move.verb == "take":
        return _score_take(state, seat, SOURCE[move.place or ""])
    colour = move.place or ""
    card = move.cards[0]
    lacking = VALUE[state.zones[CUSTOMER[colour]][-1]] - len(state.zones[PILE[seat][colour]])
    if card[0] == "F":
        return 2.0 * (abs(lacking) - abs(lacking + VALUE[card] - VALUE[state.zones[CUSTOMER[colour]][-1]]))
    return (2.0 if lacking > 0 else -2.0) + VALUE[card] / 2


def _score_take(state: State, seat: int, zone: str) -> float:
    colour = zone.partition(".")[2]
    if zone in PILE[seat].values():
        lacking = VALUE[state.zones[CUSTOMER[colour]][-1]] - len(state.zones[zone])
        return 2.0 if lacking < 0 else -2.0
    return 1.0 + VALUE[state.zones[zone][-1]] / 2


def standing(state: State) -> Sequence[float]:
    """Return the points of each seat, its face-down cards included (bazaar 5.3)."""
    return points(state)


def describe_seat(state: State, seat: int) -> Mapping[str, float]:
    """Describe a seat by the numbers that are fitted; `left` is the part of the deck that is still to be drawn."""
    zones = state.zones
    hand = state.zones[HAND[seat]]
    left = len(zones["deck"]) / len(DECK)
    scored = points(state)[seat]
    worth = away = surplus = fitting = 0
    for colour, pile in PILE[seat].items():
        values = sorted([VALUE[card] for card in zones[pile]])
        wanted = target(zones, colour)
        worth += sum(values[:wanted]) - sum(values[wanted:])
        away += abs(len(values) - wanted)
        surplus += max(0, len(values) - wanted)
        fitting += min(max(0, wanted - len(values)), sum([lies_there(card, colour) for card in hand]))
    suits = [card[0] for card in hand]
    return {
        "points": scored,
        "points late": scored * (1 - left),
        "worth of the piles": worth,
        "worth of the piles late": worth * (1 - left),
        "worth of piles that nearly match": worth if away <= 1 else 0,
        "0 cards away": left if away == 0 else 0,
        "1 card away": left if away == 1 else 0,
        "2 cards away": left if away == 2 else 0,
        "3 cards away": left if away == 3 else 0,
        "4 cards away": left if away == 4 else 0,
        "5 cards away or more": left if away >= 5 else 0,
        "surplus": surplus,
        "fitting in hand": fitting * left,
        "hand": len(hand),
        "sum of the hand": sum([VALUE[card] for card in hand]) * left,
        "wilds in hand": sum([card[1] == "W" for card in hand]) * left,
        "Arts in hand": suits.count("A") * left,
        "Changes in hand": suits.count("C") * left,
        "Favors in hand": suits.count("F") * left,
        "Great Zonts in hand": suits.count("Z") * left,
        "Giglets in hand": suits.count("G") * left,
        "turn": state.turn_taker == seat,
    }


def lies_there(card: str, colour: str) -> bool:
    """Tell whether a card can lie on an own pile of a colour."""
    return card[0] != "F" and card in FITTING[colour]


# Fitted by `python -m tools.fitting bazaar`: what each term adds to the log-odds to win, and to the points ahead.
FITTED = {
    "points": (0.0242, 1.0792),
    "points late": (0.2808, -0.0873),
    "worth of the piles": (0.0232, 0.7945),
    "worth of the piles late": (0.1196, -0.4011),
    "worth of piles that nearly match": (0.0034, 0.0096),
    "0 cards away": (-0.7773, -5.2998),
    "1 card away": (-0.3241, -2.4466),
    "2 cards away": (-0.2075, -1.7063),
    "3 cards away": (-0.1308, -0.7572),
    "4 cards away": (0.2909, 2.2012),
    "5 cards away or more": (0.7977, 5.7313),
    "surplus": (-0.3072, -1.6943),
    "fitting in hand": (0.2433, 1.8555),
    "hand": (-0.0442, -0.319),
    "sum of the hand": (0.1236, 0.7528),
    "wilds in hand": (-0.1284, -0.7993),
    "Arts in hand": (-0.4301, -2.591),
    "Changes in hand": (-0.4144, -2.3784),
    "Favors in hand": (-0.1214, -0.1356),
    "Great Zonts in hand": (-0.4729, -2.923),
    "Giglets in hand": (-0.2694, -2.052),
    "turn": (-0.0211, -0.1526),
}
JUDGEMENT = Judgement[State](describe_seat, FITTED, lambda _state: True, horizon=5)
GUIDE = Guide[State](score_move, lambda _state: 0, standing, randomness=0.2, judgement=JUDGEMENT)

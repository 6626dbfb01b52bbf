"""Advice for programs that play Door to Zont; nothing here is a rule."""

from collections.abc import Mapping, Sequence

from engine.core.game import Guide, Judgement
from engine.core.moves import Move
from engine.games.door.cards import HAND, PILE, SCORE, SHUFFLED_CARDS, SUIT_OF_PLACE
from engine.games.door.rules import score_piles
from engine.games.door.state import State
from engine.games.zont import VALUE


def score_move(state: State, seat: int, move: Move) -> float:
    """Return by how much a move raises the worth of what the seat has scored, and half of what it has in hand."""
    if move.verb == "skip":
        return 0.0
    if move.verb == "shuffle":
        suit = SUIT_OF_PLACE.get(move.place or "")
        if suit is None:
            return 0.0  # To shuffle a score pile changes what is worth nothing until a Change takes it.
        return _stake(state, seat, suit) * (1.7 - VALUE[state.zones[PILE[suit]][-1]])
    if move.verb == "take":
        return _score_take(state, seat, move.place or "")
    card = move.cards[0]
    worth = VALUE[state.zones[PILE[card[0]]][-1]]
    if move.verb == "score":
        return worth
    return _stake(state, seat, card[0]) * (VALUE[card] - worth)


def _stake(state: State, seat: int, suit: str) -> float:
    """Return how much more cards of a suit the seat has than an open score pile of another shows."""
    mine = sum([card[0] == suit for card in state.zones[SCORE[seat]]])
    tops = [state.zones[SCORE[other]][-1:] for other in range(state.seats) if other != seat]
    others = sum([card[0] == suit for top in tops for card in top])
    held = sum([card[0] == suit for card in state.zones[HAND[seat]]])
    return mine + held / 2 - others


def _score_take(state: State, seat: int, place: str) -> float:
    if place not in SUIT_OF_PLACE:
        return 1.0
    pile = state.zones[PILE[SUIT_OF_PLACE[place]]]
    return _stake(state, seat, SUIT_OF_PLACE[place]) * (VALUE[pile[-2]] - VALUE[pile[-1]]) + 0.5


def standing(state: State) -> Sequence[float]:
    """Return what each seat's score pile is worth now (door 4.5)."""
    return score_piles(state)


def describe_seat(state: State, seat: int) -> Mapping[str, float]:
    """Describe a seat by the numbers that are fitted; `left` is the part of the deck that is still to be drawn."""
    zones = state.zones
    hand = state.zones[HAND[seat]]
    left = len(state.zones["deck"]) / len(SHUFFLED_CARDS)
    worth = {suit: VALUE[zones[pile][-1]] for suit, pile in PILE.items()}
    scored = sum([worth[card[0]] for card in zones[SCORE[seat]]])
    is_turn = state.turn_taker == seat
    lifts, lowers = _look_ahead(state, seat, worth)
    suits = [card[0] for card in hand]
    return {
        "scored": scored,
        "scored late": scored * (1 - left),
        "cards scored": len(zones[SCORE[seat]]),
        "cards scored late": len(zones[SCORE[seat]]) * (1 - left),
        "cards worth most": sum([worth[card[0]] == HIGHEST for card in zones[SCORE[seat]]]),
        "lifts": lifts,
        "lowers": lowers,
        "worth of the hand": sum([worth[suit] for suit in suits]) * left,
        "sum of the hand": sum([VALUE[card] for card in hand]) * left,
        "hand": len(hand) * left,
        "hand in the final round": len(hand) if state.final else 0,
        "Arts in hand": suits.count("A") * left,
        "Changes in hand": suits.count("C") * left,
        "Favors in hand": suits.count("F") * left,
        "Great Zonts in hand": suits.count("Z") * left,
        "Giglets in hand": suits.count("G") * left,
        "turn": is_turn,
        "scoring": is_turn and state.phase == "scoring",
    }


def _look_ahead(state: State, seat: int, worth: Mapping[str, int]) -> tuple[float, float]:
    """Return what the hand can add to the worth of what a seat has scored more of, and take from what others have."""
    zones = state.zones
    lifts = 0.0
    lowers = 0.0
    mine = [card[0] for card in zones[SCORE[seat]]]
    piles = [zones[SCORE[other]] for other in range(state.seats) if other != seat]
    others = [card[0] for pile in piles for card in pile]
    for suit, value in worth.items():
        held = [VALUE[card] for card in zones[HAND[seat]] if card[0] == suit]
        more = mine.count(suit) - others.count(suit) / (state.seats - 1)
        if held and more > 0:
            lifts += more * max(0, max(held) - value)
        elif held:
            lowers -= more * max(0, value - min(held))
    return lifts, lowers


HIGHEST = max(VALUE.values())
# Fitted by `python -m tools.fitting door`: what each term adds to the log-odds to win, and to the points ahead.
FITTED = {
    "scored": (-0.1802, -0.5148),
    "scored late": (0.3523, 1.0254),
    "cards scored": (1.3022, 4.2895),
    "cards scored late": (-0.6654, -2.9522),
    "cards worth most": (0.1495, 0.3523),
    "lifts": (0.0213, 0.0602),
    "lowers": (0.059, 0.179),
    "worth of the hand": (0.0077, 0.036),
    "sum of the hand": (-0.0118, 0.0244),
    "hand": (0.1248, -0.1035),
    "hand in the final round": (-0.2077, -0.4725),
    "Arts in hand": (0.0189, 0.018),
    "Changes in hand": (0.0466, 0.1128),
    "Favors in hand": (0.1329, 0.3208),
    "Great Zonts in hand": (-0.0121, -0.1004),
    "Giglets in hand": (-0.1138, -0.3856),
    "turn": (0.5586, 1.4848),
    "scoring": (0.1005, 0.0841),
}
JUDGEMENT = Judgement[State](describe_seat, FITTED, lambda _state: True, horizon=5)
# A seat does not see what it has scored, but remembers it.
GUIDE = Guide[State](
    score_move, lambda _state: 0, standing, randomness=0.2, recalls=True, judgement=JUDGEMENT, learning=0.02
)

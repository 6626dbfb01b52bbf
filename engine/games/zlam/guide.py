"""Advice for programs that play ZLAM!; nothing here is a rule."""

from collections.abc import Mapping

from engine.core.game import Guide, Judgement
from engine.core.moves import Move
from engine.games.zlam.cards import NINE, VALUE, closed_zones, count, score_stack, stack_zone, stack_zones
from engine.games.zlam.state import State, open_stacks

# How likely a stack that lacks so many is closed, roughly: nothing counts four or less but one card of that number.
HOPE = (1.0, 0.3, 0.45, 0.6, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25)
# The terms of open stacks, by what they lack to nine.
LACKS = tuple(f"lacks {number}" for number in range(NINE + 1))
SCORES = tuple(f"score if it lacks {number}" for number in range(NINE + 1))


def score_move(state: State, seat: int, move: Move) -> float:
    """Return how much a move raises the promise of the seat's stacks, or lowers that of the receiver's stacks."""
    if move.verb == "give":
        return _score_give(state, move.seat or 0)
    if move.verb != "place":
        return 1.0 if move.verb in ("gain", "close") else 0.0
    pile = state.zones[stack_zone(seat, int(move.place or 0))]
    return _promise((*pile, state.zones["drawn"][0])) - _promise(pile)


def _promise(pile: tuple[str, ...]) -> float:
    return (score_stack(pile) + 2) * HOPE[NINE - count(pile)] if pile else 1.0


def _score_give(state: State, receiver: int) -> float:
    """Return how much the best place that the receiver has for the card costs it; to be out costs most."""
    card = state.zones["drawn"][0]
    piles = [state.zones[stack_zone(receiver, number)] for number in open_stacks(state.zones, state, receiver)]
    gains = [_promise((*pile, card)) - _promise(pile) for pile in piles if count(pile) + VALUE[card] <= NINE]
    return -max(gains) / (state.seats - 1) if gains else 8.0


def describe_seat(state: State, seat: int) -> Mapping[str, float]:
    """Describe a seat in a game by the numbers that are fitted, its open stacks by what they lack to nine."""
    zones = state.zones
    plays = seat in state.playing
    lacks = [0.0] * (NINE + 1)
    scores = [0.0] * (NINE + 1)
    promise = 0.0
    opened = [zones[name] for name in stack_zones(seat, state.highest[seat]) if name in zones] if plays else []
    for pile in opened:
        lacking = max(0, NINE - count(pile))
        lacks[lacking] += 1
        scores[lacking] += score_stack(pile)
        promise += _promise(pile)
    closed = sum([name in zones for name in closed_zones(seat, state.highest[seat])])
    left = len(zones["deck"]) / (len(zones["deck"]) + 10 * len(state.playing) + 1)
    is_finished = not plays and not any(name in zones for name in stack_zones(seat, state.highest[seat]))
    return {
        "points": state.points[seat],
        "out": not plays and not is_finished,
        "finished": is_finished,
        "asked": state.asked == seat,
        "closed": closed,
        **dict(zip(LACKS, lacks, strict=True)),
        **dict(zip(SCORES, scores, strict=True)),
        "promise, while cards are left": promise * left,
    }


# Fitted by `python -m tools.fitting zlam`: what each term adds to the log-odds to win, and to the points ahead.
FITTED = {
    "points": (0.2233, 1.017),
    "out": (-0.3738, -2.8562),
    "finished": (-0.3705, -1.3723),
    "asked": (0.0547, 0.3465),
    "closed": (-0.0115, -0.6838),
    "lacks 0": (0.0, 0.0),
    "lacks 1": (0.0311, -1.6517),
    "lacks 2": (0.1975, -0.8498),
    "lacks 3": (0.3943, 0.2784),
    "lacks 4": (0.3214, 0.2069),
    "lacks 5": (0.5679, 1.3247),
    "lacks 6": (0.4844, 1.1609),
    "lacks 7": (0.5771, 1.6021),
    "lacks 8": (0.6089, 1.6084),
    "lacks 9": (0.4325, 0.7032),
    "score if it lacks 0": (0.0, 0.0),
    "score if it lacks 1": (0.0265, 0.216),
    "score if it lacks 2": (0.0518, 0.302),
    "score if it lacks 3": (0.069, 0.3617),
    "score if it lacks 4": (0.0872, 0.4003),
    "score if it lacks 5": (0.0611, 0.3245),
    "score if it lacks 6": (0.0448, 0.2171),
    "score if it lacks 7": (0.046, 0.2176),
    "score if it lacks 8": (0.0588, 0.4016),
    "score if it lacks 9": (0.1744, 1.2781),
    "promise, while cards are left": (-0.0699, -0.1457),
}
JUDGEMENT = Judgement(describe_seat, FITTED, lambda state: not state.options.sets, horizon=4)
GUIDE = Guide[State](score_move, lambda state: state.deal, lambda state: state.points, judgement=JUDGEMENT)

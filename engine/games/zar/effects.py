"""What a move of Zar would do: who would draw, owe or be passed over, the direction, and who would win the hand."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from engine.core.game import Effects
from engine.core.moves import Move
from engine.core.values import Effect, Event, foresee
from engine.games.zar.state import State

PHRASES = {
    "wins": "You would win the hand.",
    "loses": "{seats} would win the hand.",
    "out": "You would be out, unless somebody matches.",
    "draws": "{seat} would draw {cards}.",
    "youDraw": "You would draw {cards}.",
    "owes": "{seat} would owe {cards}.",
    "skips": "{seats} would be passed over.",
    "reverses": "Play would turn around: {seat} would be next.",
    "again": "It would be your turn again.",
    "next": "{seat} would be next.",
}


def find(before: State, seat: int, _move: Move, after: State, events: Sequence[Event]) -> Iterator[Effect]:
    """Yield the effects of a move on this hand, but for those of a match that may follow (zar 3, zar 5.2, zar 6.1)."""
    made = tuple(takewhile(lambda event: event.kind not in ("won", "stalled"), events))
    yield from find_draws(seat, made)
    winners = tuple([event.seat for event in events if event.kind == "won" and event.seat is not None])
    if winners:
        yield foresee("wins") if winners == (seat,) else foresee("loses", seats=winners)
    else:
        yield from find_hits(before, seat, after, made)


def find_draws(seat: int, made: Sequence[Event]) -> Iterator[Effect]:
    """Yield how many cards each seat would draw (zar 2.1, zar 3.3, zar 4.2, zar 5.2, zar 5.7, zar 8)."""
    drawn: dict[int, int] = {}
    for event in made:
        if event.kind == "drawn" and event.seat is not None:
            drawn[event.seat] = drawn.get(event.seat, 0) + event.count
    for other, cards in drawn.items():
        yield foresee("youDraw", cards=cards) if other == seat else foresee("draws", seat=other, cards=cards)


def find_hits(before: State, seat: int, after: State, made: Sequence[Event]) -> Iterator[Effect]:
    """Yield who would be hit while the hand goes on: the seat that owes, those passed over, the next one (zar 3)."""
    if after.out and not before.out:
        yield foresee("out")  # zar 6.1
    owed = (after.owed, after.turn_taker)
    if after.owed and owed != (before.owed, before.turn_taker):
        yield foresee("owes", seat=after.turn_taker, cards=after.owed)  # zar 3.3
    skipped = tuple([event.seat for event in made if event.kind == "skipped" and event.seat is not None])
    if skipped:
        yield foresee("skips", seats=skipped)  # zar 3.1
    if after.turns == before.turns:
        return
    if after.turn_taker == seat:
        yield foresee("again")
    elif after.direction != before.direction:
        yield foresee("reverses", seat=after.turn_taker)  # zar 3.2
    elif not after.owed and not skipped:
        yield foresee("next", seat=after.turn_taker)


EFFECTS = Effects(phrases=PHRASES, find=find)

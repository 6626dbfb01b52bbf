"""What a move of ZLAM! would do: the count of a stack, its points when it closes, and who would be out."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from engine.core.game import Effects
from engine.core.moves import Move
from engine.core.values import Deck, Effect, Event, foresee
from engine.games.zlam.cards import NINE, VALUE, count, is_one_colour, score_stack, stack_zone
from engine.games.zlam.state import OVER, State, open_stacks

PHRASES = {
    "closes": "It would close at 9: {points} points.",
    "closesDoubled": "It would close at 9 in one colour: 2 × {half} = {points} points.",
    "staysOpen": "It would stay open at 9, for {points} points if it closes.",
    "counts": "{before} + {added} would be {total}: {missing} to nine.",
    "grandZlam": "Grand ZLAM!: you would score {points} points more.",
    "gives": "{seat} would have to place it.",
    "knocksOut": "{seat} would be out.",
    "shutsOut": "{seat} would be out, a shut out: you would score {points} points.",
    "risks": "Your stacks at nine would stay at risk.",
    "gains": "You would have {number} open stacks.",
    "discards": "You would discard {cards}.",
    "finishes": "You would be finished.",
    "goesOut": "You would be out.",
    "endsGame": "The game would end.",
}


def find(before: State, seat: int, move: Move, after: State, events: Sequence[Event]) -> Iterator[Effect]:
    """Yield the effects of a move, but for those of the card that is drawn next (zlam 2, zlam 3, zlam 5, zlam 6)."""
    made = tuple(takewhile(lambda event: event.kind != "drawn", events))
    yield from find_own(before, seat, move, made)
    for event in made:
        if event.seat == seat:
            yield from find_bonus(event)
    if after.phase in OVER or after.deal > before.deal:
        yield foresee("endsGame")  # zlam 2.8


def find_own(before: State, seat: int, move: Move, made: Sequence[Event]) -> Iterator[Effect]:
    """Yield the effect on the stack, or the seat, that the move names."""
    pile = before.zones.get(stack_zone(seat, int(move.place or 0)), ())
    if move.verb == "place":
        yield find_count(pile, before.zones["drawn"][0], stays_open=move.choice is not None)
    elif move.verb == "close":
        yield find_close(pile)
    elif move.verb == "give":
        yield find_gift(move.seat or 0, made)
    elif move.verb == "draw":
        yield foresee("risks")  # zlam 5.3
    elif move.verb == "gain":
        yield foresee("gains", number=len(open_stacks(before.zones, before, seat)) + 1)  # zlam 6.2, zlam 6.5
    elif move.verb == "lose":
        yield foresee("discards", cards=len(pile))  # zlam 6.3, zlam 6.6


def find_count(pile: Deck, card: str, *, stays_open: bool) -> Effect:
    """Return the count of a stack with the card, or its points at nine (zlam 2.3, zlam 2.5, zlam 5.1)."""
    raised = (*pile, card)
    reached = count(raised)
    if stays_open:
        return foresee("staysOpen", points=score_stack(raised))
    if reached == NINE:
        return find_close(raised)
    return foresee("counts", before=count(pile), added=VALUE[card], total=reached, missing=NINE - reached)


def find_close(pile: Deck) -> Effect:
    """Return the points of a stack that closes (zlam 3.1)."""
    points = score_stack(pile)
    if is_one_colour(pile):
        return foresee("closesDoubled", half=points // 2, points=points)
    return foresee("closes", points=points)


def find_gift(receiver: int, made: Sequence[Event]) -> Effect:
    """Return what a card that is given would do to the seat that gets it (zlam 2.4, zlam 2.6, zlam 3.3, zlam 5.4)."""
    shut_out = next((event.value for event in made if event.kind == "shutOut"), None)
    if shut_out is not None:
        return foresee("shutsOut", seat=receiver, points=shut_out)
    is_out = any(event.kind in ("wentOut", "struckOut") for event in made)
    return foresee("knocksOut" if is_out else "gives", seat=receiver)


def find_bonus(event: Event) -> Iterator[Effect]:
    """Yield what an event means for the seat that moves: a bonus, or that it plays no longer (zlam 2.5, zlam 3.2)."""
    if event.kind == "grandZlam":
        yield foresee("grandZlam", points=event.value or 0)
    elif event.kind == "finished":
        yield foresee("finishes")
    elif event.kind == "wentOut":
        yield foresee("goesOut")


EFFECTS = Effects(phrases=PHRASES, find=find)

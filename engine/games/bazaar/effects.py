"""What a move of Bazaar would do: the counts at the customers, the points of a scoring round, and who would pay."""

from collections.abc import Iterator, Sequence

from engine.core.game import Effects
from engine.core.moves import Move
from engine.core.values import Effect, Event, foresee
from engine.games.bazaar.cards import CUSTOMER, PILE, PILES, SOURCE, suit_on_top
from engine.games.bazaar.rules import destination
from engine.games.bazaar.state import State, banking_seat, target
from engine.games.zont import VALUE

PHRASES = {
    "counts": "Your pile would have {count} of {wanted} cards.",
    "theirs": "{seat} would have {count} of {wanted} cards there.",
    "above": "{above} would be too many.",
    "wants": "The customer would want {wanted}, not {before}; you have {count}.",
    "takes": "You would take {card}.",
    "banks": "You would bank {points} points.",
    "mayBank": "Your piles would match: you could bank {points} points.",
    "pays": "You would lose {points} points.",
    "othersMayBank": "{seat} could bank.",
    "othersBank": "{seats} would bank.",
    "othersPay": "{seats} would get cards against them.",
    "art": "You could add another card.",
    "change": "You could take a top card of the colour.",
    "protected": "Nobody could take it.",
    "lastLap": "Every seat would have one more turn.",
    "ends": "The game would end.",
}


def find(before: State, seat: int, move: Move, after: State, events: Sequence[Event]) -> Iterator[Effect]:
    """Yield the effects of a move (bazaar 2, bazaar 3, bazaar 4, bazaar 5)."""
    if move.cards:
        yield from find_played(before, seat, move)
    elif move.verb == "take":
        yield from find_taken(before, seat, str(move.place))
    yield from find_scoring(seat, events)
    if after.phase == "bank" and before.phase != "bank":
        yield find_question(after, seat)
    elif after.phase != before.phase and after.phase in ("art", "change"):
        yield foresee(after.phase)  # bazaar 3.1, bazaar 3.2
    if move.verb == "play" and is_protected(after, seat, move):
        yield foresee("protected")
    if after.phase == "over":
        yield foresee("ends")  # bazaar 5.2
    elif after.last_lap != before.last_lap:
        yield foresee("lastLap")  # bazaar 5.1


def find_played(before: State, seat: int, move: Move) -> Iterator[Effect]:
    """Yield what a card would change: the count of a pile (bazaar 2.1), or what the customer wants (bazaar 2.2)."""
    colour = move.place or ""
    if destination(seat, move) == CUSTOMER[colour]:
        yield find_wish(before, seat, colour, VALUE[move.cards[0]])
    else:
        yield from find_count(before, seat, seat, colour, 1)


def find_taken(before: State, seat: int, place: str) -> Iterator[Effect]:
    """Yield the card that a Change would take, and what the pile would be without it (bazaar 3.2)."""
    owner, _, colour = place.partition(".")
    pile = before.zones[SOURCE[place]]
    yield foresee("takes", card=pile[-1])
    if owner.isdigit():
        yield from find_count(before, seat, int(owner), colour, -1)
    else:
        yield find_wish(before, seat, colour, VALUE[pile[-2]])


def find_wish(before: State, seat: int, colour: str, wanted: int) -> Effect:
    """Return what a customer would want with another card on top (bazaar 1.3)."""
    held = len(before.zones[PILE[seat][colour]])
    return foresee("wants", wanted=wanted, before=target(before.zones, colour), count=held)


def find_count(before: State, seat: int, owner: int, colour: str, change: int) -> Iterator[Effect]:
    """Yield the count of a pile beside its target (bazaar 2.4), and the cards above it (bazaar 4.2)."""
    wanted = target(before.zones, colour)
    reached = len(before.zones[PILE[owner][colour]]) + change
    if owner != seat:
        yield foresee("theirs", seat=owner, count=reached, wanted=wanted)
        return
    yield foresee("counts", count=reached, wanted=wanted)
    if reached > wanted:
        yield foresee("above", above=reached - wanted)


def find_scoring(seat: int, events: Sequence[Event]) -> Iterator[Effect]:
    """Yield what a scoring round, or the end, would bring and cost (bazaar 4.1, bazaar 4.2, bazaar 5.2)."""
    for kind, own, others in (("banked", "banks", "othersBank"), ("penalized", "pays", "othersPay")):
        told = [event for event in events if event.kind == kind]
        points = [VALUE[card] for event in told if event.seat == seat for card in event.cards]
        if points:
            yield foresee(own, points=sum(points))
        seats = sorted({event.seat for event in told if event.seat not in (seat, None)})
        if seats:
            yield foresee(others, seats=seats)


def find_question(after: State, seat: int) -> Effect:
    """Return who could bank, and for how many points (bazaar 4.4)."""
    asked = banking_seat(after)
    if asked != seat:
        return foresee("othersMayBank", seat=asked)
    points = [VALUE[card] for pile in PILES[seat] for card in after.zones[pile]]
    return foresee("mayBank", points=sum(points))


def is_protected(after: State, seat: int, move: Move) -> bool:
    """Tell whether the card played lies there as a Great Zont, which no Change takes (bazaar 3.4, bazaar 3.5)."""
    return suit_on_top(after.zones[destination(seat, move)]) == "Z"


EFFECTS = Effects(phrases=PHRASES, find=find)

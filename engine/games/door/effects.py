"""What a move of Door to Zont would do: what a suit would be worth, the points then, and what a power would allow."""

from collections.abc import Iterator, Sequence

from engine.core.game import Effects
from engine.core.moves import Move
from engine.core.values import Effect, Event, foresee
from engine.games.door.cards import PILE, SUIT_OF_PILE
from engine.games.door.rules import scores
from engine.games.door.state import State, find_pile
from engine.games.zont import VALUE

PHRASES = {
    "scores": "It would be worth {worth} now.",
    "worth": "The suit would be worth {worth}, not {before}.",
    "sameWorth": "The suit would still be worth {worth}.",
    "takes": "You would take {card}.",
    "shuffles": "One of {cards} would come up.",
    "points": "You would have {points} points.",
    "add": "You could add another card of its colour.",
    "take": "You could take a top card of its colour.",
    "shuffle": "You could shuffle a pile.",
    "protected": "A Change could not take it.",
    "finalRound": "The final round would begin.",
    "ends": "The game would end.",
}


def find(before: State, seat: int, move: Move, after: State, _events: Sequence[Event]) -> Iterator[Effect]:
    """Yield the effects of a move (door 2, door 3, door 4)."""
    yield from find_worth(before, move, after)
    yield from find_points(before, seat, after)
    if after.phase != before.phase and after.phase in ("add", "take", "shuffle"):
        yield foresee(after.phase)
    elif move.verb == "play" and is_protected(after, move.cards[0]):
        yield foresee("protected")
    if after.final and not before.final:
        yield foresee("finalRound")  # door 4.1
    if after.phase == "over":
        yield foresee("ends")  # door 4.3, door 4.4


def find_worth(before: State, move: Move, after: State) -> Iterator[Effect]:
    """Yield what the card would be worth, or its suit (door 4.5), or what a power would bring (door 3.2, door 3.3)."""
    if move.verb in ("play", "add"):
        yield compare_worth(before, after, PILE[move.cards[0][0]])
    elif move.verb == "score":
        yield foresee("scores", worth=worth_of(before, PILE[move.cards[0][0]]))
    elif (pile := find_pile(before, move)) is not None:
        cards = before.zones[pile]
        if move.verb == "take":
            yield foresee("takes", card=cards[-1])
        elif len(cards) > 1:
            yield foresee("shuffles", cards=len(cards))
        if pile in SUIT_OF_PILE:
            yield compare_worth(before, after, pile)


def compare_worth(before: State, after: State, pile: str) -> Effect:
    """Return what each card of a pile's suit would be worth (door 4.5)."""
    old = worth_of(before, pile)
    new = worth_of(after, pile)
    return foresee("sameWorth", worth=new) if new == old else foresee("worth", worth=new, before=old)


def worth_of(state: State, pile: str) -> int:
    """Return the value on top of a suit pile (door 4.5)."""
    return VALUE[state.zones[pile][-1]]


def find_points(before: State, seat: int, after: State) -> Iterator[Effect]:
    """Yield the points of the seat if they would change, and if it may know them (door 4.5, door 5.1, door 5.2)."""
    old = scores(before, seat)[seat]
    new = scores(after, seat)[seat]
    if new is not None and old is not None and new != old:
        yield foresee("points", points=new)


def is_protected(state: State, card: str) -> bool:
    """Tell whether the card on top is a Great Zont, or was played as one (door 3.4, door 3.5)."""
    return card[0] == "Z" or (card[0] == "G" and state.protected)


EFFECTS = Effects(phrases=PHRASES, find=find)

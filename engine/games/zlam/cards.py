"""The cards of ZLAM!, the counts of stacks, and the zones (zlam 1.1, zlam 2.3, zlam 3.1, zlam 7.1)."""

from collections.abc import Iterable
from functools import lru_cache

from engine.core.values import Card, Deck
from engine.core.zones import ZoneKind, ZoneMap

NINE = 9
MOST_SEATS = 30
MOST_STACKS = 5 + 10 * 6
COLOURS = {"R": "red", "B": "blue", "Y": "yellow"}
NUMBERS = (1, 2, 3, 4, 5)
ZLAM, GAIN, LOSS = "Z", "+", "-"

CARDS = {
    f"{code}{number}": Card(f"{code}{number}", None, colour, number, f"{colour} {number}")
    for code, colour in COLOURS.items()
    for number in NUMBERS
} | {
    ZLAM: Card(ZLAM, None, None, 0, "ZLAM!"),
    GAIN: Card(GAIN, None, None, None, "a gain card"),
    LOSS: Card(LOSS, None, None, None, "a loss card"),
}
VALUE = {code: card.value for code, card in CARDS.items() if card.value is not None}


@lru_cache(maxsize=1024)  # Every stack of a seat is counted for every move: this makes a move a tenth cheaper.
def count(pile: Deck) -> int:
    """Return a stack's count: a number card counts its number, a ZLAM! card 0 (zlam 2.3)."""
    return sum([VALUE[card] for card in pile])


def score_stack(pile: Deck) -> int:
    """Return the score of a closed stack: 1 a number, 2 a ZLAM!, doubled in one colour (zlam 3.1)."""
    points = len(pile) + pile.count(ZLAM)
    return points * 2 if is_one_colour(pile) else points


def is_one_colour(pile: Deck) -> bool:
    """Tell whether all number cards of a stack have one colour (zlam 3.1)."""
    return len({card[0] for card in pile if card != ZLAM}) == 1


# The visibility of each zone (zlam 7.1).
ZONE_MAP = ZoneMap(
    {
        "deck": ZoneKind("the deck", "nobody"),
        "drawn": ZoneKind("the card drawn", "everybody"),
        "stack": ZoneKind("stack {part} of {seat}", "everybody", owned=True, value=count),
        "closed": ZoneKind("closed stack {part} of {seat}", "everybody", owned=True, value=score_stack),
        "out": ZoneKind("the discarded cards", "everybody"),
    },
    {card: index for index, card in enumerate(CARDS)},
)
STACK = tuple(tuple(f"stack:{seat}.{number}" for number in range(MOST_STACKS + 1)) for seat in range(MOST_SEATS))
CLOSED = tuple(tuple(f"closed:{seat}.{number}" for number in range(MOST_STACKS + 1)) for seat in range(MOST_SEATS))
ALWAYS = frozenset(("deck", "drawn", "out"))
# The zones in the order of the page (zlam 8).
PAGE = ("deck", "drawn", *(zone for own in STACK for zone in own), *(zone for own in CLOSED for zone in own), "out")
PAGE_ORDER = {zone: index for index, zone in enumerate(PAGE)}


def in_page_order(zones: Iterable[str]) -> list[str]:
    """Sort zones as the page lists them (zlam 8)."""
    return sorted(zones, key=PAGE_ORDER.__getitem__)

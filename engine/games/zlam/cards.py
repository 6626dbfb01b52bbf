"""The cards of ZLAM!, the counts of stacks, and the zones (zlam 1.1, zlam 2.3, zlam 3.1, zlam 7.1)."""

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.core.values import Card, Deck
from engine.core.zones import ZoneKind, ZoneMap

NINE = 9
MOST_SEATS = 100
MOST_DECKS = 20
# A seat begins with up to 5; each gain card, and each card of the kind that gains, can add one (zlam 6.2, zlam 6.5).
# Of no kind there are more: a number has in each of three colours up to 10, and 10 extra ones.
MOST_STACKS = 5 + (10 + 60) * MOST_DECKS
COLOURS = {"R": "red", "B": "blue", "Y": "yellow"}
NUMBERS = (1, 2, 3, 4, 5)
ZLAM = "Z"
GAIN = "+"
LOSS = "-"

CARDS = {
    f"{code}{number}": Card(f"{code}{number}", None, colour, number, f"{colour} {number}")
    for code, colour in COLOURS.items()
    for number in NUMBERS
} | {
    ZLAM: Card(ZLAM, None, None, 0, "a ZLAM! card"),
    GAIN: Card(GAIN, None, None, None, "a gain card"),
    LOSS: Card(LOSS, None, None, None, "a loss card"),
}
VALUE = {code: card.value for code, card in CARDS.items() if card.value is not None}
KIND_OF = {card: {"Z": "zlam", GAIN: "gain", LOSS: "loss"}.get(card, "number") for card in CARDS}


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


def is_of_kind(card: str, kind: str) -> bool:
    """Tell whether a card is of a kind: a number in all colours, ZLAM!, or one very card; `none` is none (zlam 6.8)."""
    return kind in (card, card[-1]) and kind != "none"


# The visibility of each zone (zlam 7.1).
ZONE_MAP = ZoneMap(
    {
        "deck": ZoneKind("the deck", sight="nobody"),
        "drawn": ZoneKind("the card drawn", sight="everybody"),
        "stack": ZoneKind("stack {part} of {seat}", sight="everybody", owned=True, value=count),
        "closed": ZoneKind("closed stack {part} of {seat}", sight="everybody", owned=True, value=score_stack),
        "out": ZoneKind("the discarded cards", sight="everybody"),
    },
    {card: index for index, card in enumerate(CARDS)},
)
ALWAYS = frozenset(("deck", "drawn", "out"))
_STACK = re.compile(r"(?P<kind>stack|closed):(?P<seat>0|[1-9][0-9]?)\.(?P<number>[1-9][0-9]{0,3})")


# A table has few of the many zones that there may be, and their names are asked for again and again.
@lru_cache(maxsize=2**15)
def stack_zone(seat: int, number: int) -> str:
    """Return the zone of an open stack."""
    return f"stack:{seat}.{number}"


@lru_cache(maxsize=2**15)
def closed_zone(seat: int, number: int) -> str:
    """Return the zone of a closed stack."""
    return f"closed:{seat}.{number}"


@lru_cache(maxsize=4096)
def stack_zones(seat: int, highest: int) -> tuple[str, ...]:
    """Return the zones of the stacks 1 to `highest` of a seat, if they are open."""
    return tuple(stack_zone(seat, number) for number in range(1, highest + 1))


@lru_cache(maxsize=4096)
def closed_zones(seat: int, highest: int) -> tuple[str, ...]:
    """Return the zones of the stacks 1 to `highest` of a seat, if they are closed."""
    return tuple(closed_zone(seat, number) for number in range(1, highest + 1))


def in_page_order(zones: Iterable[str]) -> list[str]:
    """Sort zones as the page lists them, without what is none: open stacks before closed ones (zlam 8)."""
    return list(_sort_zones(tuple(zones)))


@lru_cache(maxsize=1024)  # Few moves open or close a stack.
def _sort_zones(zones: tuple[str, ...]) -> tuple[str, ...]:
    places = {zone: place for zone in zones if (place := _place_on_page(zone)) is not None}
    return tuple(sorted(places, key=places.__getitem__))


@lru_cache(maxsize=2**15)
def _place_on_page(zone: str) -> tuple[int, int, int] | None:
    if zone in ALWAYS:
        return ("deck", "drawn", "stack", "closed", "out").index(zone), 0, 0
    match = _STACK.fullmatch(zone)
    if match is None or int(match["number"]) > MOST_STACKS:
        return None
    return 2 + (match["kind"] == "closed"), int(match["seat"]), int(match["number"])

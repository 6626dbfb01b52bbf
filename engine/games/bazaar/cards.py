"""The zones of Bazaar, and the cards that fit there; the deck is Zont's."""

from engine.core.values import Deck
from engine.core.zones import ZoneKind, ZoneMap
from engine.games.zont import CARDS, DECK, ORDER, VALUE

MOST_SEATS = 6
COLOURS = ("red", "yellow", "blue")
FAVORS = tuple(card for card in DECK if card[0] == "F" and card[1] != "W")
# A card fits its own colour, a wild every colour (bazaar 2.1).
FITTING = {colour: frozenset(card for card in DECK if CARDS[card].color in (colour, "wild")) for colour in COLOURS}


def lies_on_own_piles(card: str, _place: str = "") -> bool:
    """Tell whether a card can lie on an own pile, and so be scored: all but Favors (bazaar 2.2)."""
    return card[0] != "F"


# The visibility of each zone (bazaar 6.1).
ZONE_MAP = ZoneMap(
    {
        "deck": ZoneKind("the deck", sight="nobody"),
        "customer": ZoneKind(
            "the {place} customer pile", sight="everybody", places=COLOURS, top_values=VALUE, ordered=True
        ),
        "pile": ZoneKind("the {part} pile of {seat}", sight="everybody", owned=True, places=COLOURS, ordered=True),
        "hand": ZoneKind("the hand of {seat}", sight="owner", owned=True, hand=True),
        "score": ZoneKind("the score pile of {seat}", sight="owner", owned=True, admits=lies_on_own_piles),
        "penalty": ZoneKind("the penalty cards of {seat}", sight="everybody", owned=True),
        "discard": ZoneKind("the discard pile", sight="everybody"),
    },
    ORDER,
)
SEATS = range(MOST_SEATS)
CUSTOMER = {colour: f"customer:{colour}" for colour in COLOURS}
PILE = tuple({colour: f"pile:{seat}.{colour}" for colour in COLOURS} for seat in SEATS)
PILES = tuple(tuple(PILE[seat].values()) for seat in SEATS)
HAND = tuple(f"hand:{seat}" for seat in SEATS)
SCORE = tuple(f"score:{seat}" for seat in SEATS)
PENALTY = tuple(f"penalty:{seat}" for seat in SEATS)
ALL_PILES = {seats: tuple(pile for own in PILES[:seats] for pile in own) for seats in range(2, MOST_SEATS + 1)}
# In the order of the page (bazaar 8).
ZONES = {
    seats: ("deck", *CUSTOMER.values(), *ALL_PILES[seats], *HAND[:seats], *SCORE[:seats], *PENALTY[:seats])
    for seats in ALL_PILES
}
ZONES_WITH_DISCARD = {seats: (*ZONES[seats], "discard") for seats in ZONES}
# The piles that a Change may concern, by the number of seats and its colour (bazaar 3.2).
CHANGE_PILES = {
    seats: {colour: (*(own[colour] for own in PILE[:seats]), CUSTOMER[colour]) for colour in COLOURS}
    for seats in ALL_PILES
}
# The piles by their names in moves: `0.red`, `customer.red`.
SOURCE = {zone.partition(":")[2]: zone for zone in ALL_PILES[MOST_SEATS]} | {
    f"customer.{colour}": zone for colour, zone in CUSTOMER.items()
}


def suit_on_top(pile: Deck) -> str:
    """Return the suit of the top card, for a Giglets that of the first other card below it (bazaar 3.5)."""
    for card in reversed(pile):
        if card[0] != "G":
            return card[0]
    return "none"

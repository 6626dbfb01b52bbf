"""The nine cards of High, and its zones."""

from engine.core.values import Card
from engine.core.zones import ZoneKind, ZoneMap

MOST_SEATS = 3
# The cards in canonical order (high 1.1).
DECK = tuple(f"N{value}" for value in range(1, 10))
ORDER = {card: index for index, card in enumerate(DECK)}
VALUE = {card: int(card[1]) for card in DECK}
ONE = "N1"
CARDS = {card: Card(card, suit=None, color=None, value=VALUE[card], label=f"the {VALUE[card]}") for card in DECK}
# The kind of each card, by which primer.toml says what it does.
KIND_OF = {card: "one" if card == ONE else "number" for card in DECK}

# Who sees the cards of each zone (high 3.1, high 3.2).
ZONE_MAP = ZoneMap(
    {
        "deck": ZoneKind("the deck", sight="nobody"),
        "table": ZoneKind("the table", sight="everybody"),
        "hand": ZoneKind("the hand of {seat}", sight="owner", owned=True, hand=True),
        "taken": ZoneKind("the cards taken by {seat}", sight="owner", owned=True),
    },
    ORDER,
)
HAND = tuple(f"hand:{seat}" for seat in range(MOST_SEATS))
TAKEN = tuple(f"taken:{seat}" for seat in range(MOST_SEATS))

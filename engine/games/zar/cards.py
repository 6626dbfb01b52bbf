"""The 62 cards of Zar, their points, and their zones (zar 1.1, zar 6.3, zar 7.1)."""

from collections.abc import Mapping

from engine.core.values import Card, Deck
from engine.core.zones import ZoneKind, ZoneMap

MOST_SEATS = 9
COLOURS = {"Y": "yellow", "G": "green", "B": "blue"}
NUMBERS = ("1", "2", "3", "4", "5", "6")
COMMANDS = {"S": "skip", "D": "draw two", "R": "reverse"}
# The names that a wild or a dragon can give (zar 2.3), by the letter in the notation.
NAMES = {**COLOURS, **{number: number for number in NUMBERS}, **COMMANDS}


def describe_cards() -> Mapping[str, Card]:
    """Return the 31 kinds of cards in canonical order (zar 1.1)."""
    types = {**{number: number for number in NUMBERS}, **COMMANDS}
    coloured = [
        Card(code + kind, None, colour, int(kind) if kind in NUMBERS else None, f"{colour} {label}")
        for code, colour in COLOURS.items()
        for kind, label in types.items()
    ]
    special = [
        Card(f"{suit[0].upper()}{digit}", suit, None, None, f"{suit} {roman}")
        for suit in ("wild", "dragon")
        for digit, roman in (("1", "I"), ("2", "II"))
    ]
    return {card.code: card for card in (*coloured, *special)}


CARDS = describe_cards()
DECK: Deck = tuple(card for card in CARDS for _ in range(2))
KINDS_OF_COMMANDS = {"S": "skip", "D": "drawTwo", "R": "reverse"}
KIND_OF = {card.code: card.suit or KINDS_OF_COMMANDS.get(card.code[1], "number") for card in CARDS.values()}
WILDS = ("W1", "W2")
DRAGONS = ("D1", "D2")
COLOURED = tuple(card for card in CARDS if card[0] in COLOURS)
COLOURED_COMMANDS = frozenset(card for card in COLOURED if card[1] in COMMANDS)
DRAW_TWOS = frozenset(card for card in COLOURED if card[1] == "D")

# The names that the card on top can have (zar 2.3).
NAMES_OF_TOP = (
    dict.fromkeys(COLOURED, ("",))
    | dict.fromkeys(WILDS, tuple(COLOURS))
    | dict.fromkeys(DRAGONS, (*NUMBERS, *COMMANDS))
)
# The names that a dragon can give, by the option dragonNames (zar 8).
DRAGON_NAMES = {"numbers": NUMBERS, "any": (*NUMBERS, *COMMANDS)}

# zar 6.3: the points of a card that is left in a hand.
COMMAND_POINTS = {"S": 2, "D": 3, "R": 2}
POINTS = (
    {card: COMMAND_POINTS.get(card[1], 1) for card in COLOURED} | dict.fromkeys(WILDS, 4) | dict.fromkeys(DRAGONS, 5)
)
MOST_POINTS = sum(POINTS[card] for card in DECK)

# zar 7.1: the visibility of each zone.
ZONE_MAP = ZoneMap(
    {
        "supply": ZoneKind("the supply", sight="nobody"),
        "discard": ZoneKind("the discard pile", sight="everybody"),
        "hand": ZoneKind("the hand of {seat}", sight="owner", owned=True, hand=True),
    },
    {card: index for index, card in enumerate(CARDS)},
)
HAND = tuple(f"hand:{seat}" for seat in range(MOST_SEATS))
HANDS = {seats: HAND[:seats] for seats in range(2, MOST_SEATS + 1)}
# In the order of the page (zar 9).
ZONES = {seats: ("supply", "discard", *hands) for seats, hands in HANDS.items()}

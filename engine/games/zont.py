"""The Zont deck: 55 cards, all different, shared by Zeven, Bazaar and Door to Zont (engine 3).

Five suits; in each, the values 1–3 in red, yellow and blue, and two wilds that are worth 0 and 4.
"""

from collections.abc import Mapping

from engine.core.values import Card

SUITS: Mapping[str, str] = {"A": "Art", "C": "Change", "F": "Favors", "Z": "Great Zont", "G": "Giglets"}
COLOURS: Mapping[str, str] = {"R": "red", "Y": "yellow", "B": "blue", "W": "wild"}
FACES: tuple[str, ...] = ("R1", "R2", "R3", "Y1", "Y2", "Y3", "B1", "B2", "B3", "W0", "W4")

# The powers of the suits, by their names in moves; a Giglets takes the power of another suit.
POWERS: tuple[str, ...] = ("art", "change", "favors", "zont")
POWER_OF_SUIT: Mapping[str, str] = {"A": "art", "C": "change", "F": "favors", "Z": "zont"}

DECK: tuple[str, ...] = tuple(suit + face for suit in SUITS for face in FACES)
ORDER: Mapping[str, int] = {card: index for index, card in enumerate(DECK)}
# The kind of a card is its suit, by the letter.
KIND_OF: Mapping[str, str] = {card: card[0] for card in DECK}
VALUE: Mapping[str, int] = {card: int(card[2]) for card in DECK}


def _card(code: str) -> Card:
    suit = SUITS[code[0]]
    colour = COLOURS[code[1]]
    value = VALUE[code]
    return Card(code, suit, colour, value, f"{suit} {colour} {value}")


CARDS: Mapping[str, Card] = {code: _card(code) for code in DECK}

"""The zones of Door to Zont; the deck is Zont's."""

from msgspec.structs import replace

from engine.core.game import OtherZones
from engine.core.zones import ZoneKind, ZoneMap
from engine.games.zont import DECK, ORDER, POWER_OF_SUIT, VALUE

HAND_SIZE = 5
MOST_SEATS = 6

# Each suit has a pile, named after the suit's power.
PLACE_OF_SUIT = {**POWER_OF_SUIT, "G": "giglets"}
SUIT_OF_PLACE = {place: suit for suit, place in PLACE_OF_SUIT.items()}
FIRST_CARDS = {suit: f"{suit}W0" for suit in PLACE_OF_SUIT}
SHUFFLED_CARDS = tuple(card for card in DECK if VALUE[card])


# Zone visibility (door 5.1). The 0s are never shuffled into the deck (door 1.1), and suit piles keep their suit.
ZONE_MAP = ZoneMap(
    {
        "deck": ZoneKind("the deck", sight="nobody", admits=lambda card, _place: VALUE[card] > 0),
        "suit": ZoneKind(
            "the {place} pile",
            sight="nobody",
            open_top=True,
            places=tuple(SUIT_OF_PLACE),
            admits=lambda card, place: PLACE_OF_SUIT[card[0]] == place,
            top_values=VALUE,
        ),
        "hand": ZoneKind("the hand of {seat}", sight="owner", owned=True, hand=True),
        "score": ZoneKind("the score pile of {seat}", sight="owner", owned=True, open_top=True, ordered=True),
    },
    ORDER,
)
# With `scorePile=topOnly` the owner of a score pile sees no more of it than others do (door 5.2).
TOPS_ONLY = ZoneMap({**ZONE_MAP.kinds, "score": replace(ZONE_MAP.kinds["score"], sight="nobody")}, ORDER)
OTHER_ZONES = OtherZones("score_pile", "topOnly", TOPS_ONLY)
PILE = {suit: f"suit:{place}" for suit, place in PLACE_OF_SUIT.items()}
HAND = tuple(f"hand:{seat}" for seat in range(MOST_SEATS))
SCORE = tuple(f"score:{seat}" for seat in range(MOST_SEATS))
SUIT_OF_PILE = {pile: suit for suit, pile in PILE.items()}
# The piles that a Change or a Favors may be about, by its option and the number of seats (door 3.2, door 3.3, door 6).
TARGETS = {
    "suitPiles": {seats: tuple(PILE.values()) for seats in range(2, MOST_SEATS + 1)},
    "all": {seats: (*PILE.values(), *SCORE[:seats]) for seats in range(2, MOST_SEATS + 1)},
}
# In the order of the page (door 7).
ZONES = {seats: ("deck", *PILE.values(), *HAND[:seats], *SCORE[:seats]) for seats in range(2, MOST_SEATS + 1)}

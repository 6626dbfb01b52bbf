"""The zones of Zeven, and the values of its cards; the deck is Zont's."""

from collections.abc import Sequence

from engine.core.values import seats_after
from engine.core.zones import ZoneKind, ZoneMap
from engine.games.zont import ORDER, VALUE

LIMIT = 7
HAND_SIZE = 4
MOST_SEATS = 4
AREAS = (1, 2, 3)


def total(pile: Sequence[str]) -> int:
    """Return the sum of the cards' values (zeven 2.4)."""
    points = 0
    for card in pile:
        points += VALUE[card]
    return points


# The visibility of each zone (zeven 5.1).
ZONE_MAP = ZoneMap(
    {
        "deck": ZoneKind("the deck", sight="nobody"),
        "area": ZoneKind("area {place}", sight="everybody", value=total, ordered=True),
        "hand": ZoneKind("the hand of {seat}", sight="owner", owned=True, hand=True),
        "score": ZoneKind("the score pile of {seat}", sight="owner", owned=True),
    },
    ORDER,
)
AREA = {area: f"area:{area}" for area in AREAS}
HAND = tuple(f"hand:{seat}" for seat in range(MOST_SEATS))
SCORE = tuple(f"score:{seat}" for seat in range(MOST_SEATS))
# By the number of seats, the candidates for the next turn after each seat, the seat itself last.
TURNS = {seats: tuple((*seats_after(seat, seats), seat) for seat in range(seats)) for seats in range(2, MOST_SEATS + 1)}
# In the order of the page (zeven 7).
ZONES = {seats: ("deck", *AREA.values(), *HAND[:seats], *SCORE[:seats]) for seats in range(2, MOST_SEATS + 1)}

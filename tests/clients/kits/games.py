"""The tables that both kits play."""

from croupier_client import CreateSession

_LEFT_OUT = ("ones", "twos", "fours", "fives", "zlams")
# Over after three moves.
SMALL: CreateSession = {
    "game": "zlam",
    "seats": 2,
    "options": [
        {"name": "threes", "value": "3"},
        *({"name": name, "value": "0"} for name in _LEFT_OUT),  # type: ignore[list-item]
    ],
}

WHOLE: tuple[CreateSession, ...] = (
    {"game": "zeven", "seats": 2},
    {"game": "zar", "seats": 3, "reactionMillis": 5},
    {"game": "zlam", "seats": 2},
    {"game": "bazaar", "seats": 2},
    {"game": "door", "seats": 2},
)

"""A second reading of Door to Zont: visibility of cards, reasons of the end, and score, from the rule page alone."""

from collections.abc import Mapping

from engine import Result
from tests.engine.naive.reading import Played, Sight, make, value_of

# Viewers of the cards of a zone; everybody sees all when the table is over.
INFORMATION: Mapping[str, Sight] = {"deck": "nobody", "suit": "top", "hand": "owner", "score": "owner, else top"}
# The verbs whose moves may disclose nothing.
OPEN_VERBS = frozenset({"take", "shuffle", "skip"})
# Reasons for the end of a table.
REASONS = ("handEmpty", "cap")
# Situations that a corpus must have scored; random play reaches some of them rarely.
SITUATIONS = ()


SUIT_PILES = {"A": "suit:art", "C": "suit:change", "F": "suit:favors", "Z": "suit:zont", "G": "suit:giglets"}


def score(table: Played) -> Result:
    """Count every card of a score pile as the top card of its suit (door 4.3–4.5)."""
    zones = table.end.zones
    scores = [sum(value_of(zones[SUIT_PILES[card[0]]][-1]) for card in zones[f"score:{seat}"]) for seat in table.seats]
    hand_of_last = zones[f"hand:{table.steps[-1].seat}"]
    return make(scores, "cap" if hand_of_last else "handEmpty")

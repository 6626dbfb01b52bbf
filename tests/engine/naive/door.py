"""Door to Zont read a second time: who sees what, why a table ends, and its score, from the rule page alone."""

from collections.abc import Mapping

from engine import Result
from tests.engine.naive.reading import Played, Sight, make, value_of

# Who sees the cards of a zone; everybody sees all when the table is over.
INFORMATION: Mapping[str, Sight] = {"deck": "nobody", "suit": "top", "hand": "owner", "score": "owner, else top"}
# The verbs whose moves may disclose nothing.
OPEN_VERBS = frozenset({"take", "shuffle", "skip"})
# Why a table may end.
REASONS = ("handEmpty", "cap")
# What a corpus must have had to score; random play reaches some of it rarely.
SITUATIONS = ()


SUIT_PILES = {"A": "suit:art", "C": "suit:change", "F": "suit:favors", "Z": "suit:zont", "G": "suit:giglets"}


def score(table: Played) -> Result:
    """Count every card of a score pile as the top card of its suit (door 4.3–4.5)."""
    zones = table.end.zones
    scores = [sum(value_of(zones[SUIT_PILES[card[0]]][-1]) for card in zones[f"score:{seat}"]) for seat in table.seats]
    hand_of_last = zones[f"hand:{table.steps[-1].seat}"]
    return make(scores, "cap" if hand_of_last else "handEmpty")

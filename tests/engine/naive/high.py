"""A second reading of High: visibility of cards, reasons of the end, and score, from the rule page alone."""

from collections.abc import Mapping

from engine import Result
from tests.engine.naive.reading import Played, Sight, copy_zones, follow, make

# Viewers of the cards of a zone; everybody sees all when the table is over.
INFORMATION: Mapping[str, Sight] = {"deck": "nobody", "table": "everybody", "hand": "owner", "taken": "owner"}
# The verbs whose moves may disclose nothing.
OPEN_VERBS = frozenset[str]()
# Reasons for the end of a table.
REASONS = ("hands",)
# Situations that a corpus must have scored; random play reaches some of them rarely.
SITUATIONS = ("the 1 is tossed", "the last card takes all")
# Options that random tables seldom have: those of each row together.
SELDOM_OPTIONS = ("cards=1",)


def score(table: Played) -> Result:
    """Count the cards that each seat takes with a card above the card to beat (high 2.2, high 3.1)."""
    zones = copy_zones(table.start)
    points = [0 for _ in table.seats]
    takes = False
    for step in table.steps:
        lies_below = zones["table"][-1:]
        verb, card = step.move.split()
        takes = verb == "lay" and bool(lies_below) and card > lies_below[0]
        if takes:
            points[step.seat] += len(zones["table"]) + 1
        follow(zones, step.events)
        table.note("the 1 is tossed", verb == "toss")
    table.note("the last card takes all", takes)
    return make(points, "hands")

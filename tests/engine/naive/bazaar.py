"""A second reading of Bazaar: visibility of cards, reasons of the end, and score, from the rule page alone."""

from collections.abc import Mapping, Sequence

import msgspec

from engine import Result
from tests.engine.naive.reading import Piles, Played, Sight, copy_zones, follow, happened, is_over, make, value_of

# Viewers of the cards of a zone; everybody sees all when the table is over.
INFORMATION: Mapping[str, Sight] = {
    "deck": "nobody",
    "customer": "everybody",
    "pile": "everybody",
    "hand": "owner",
    "score": "owner",
    "penalty": "everybody",
    "discard": "everybody",
}
# The verbs whose moves may disclose nothing.
OPEN_VERBS = frozenset({"take", "skip"})
# Reasons for the end of a table.
REASONS = ("deck", "cap")
# Situations that a corpus must have scored; random play reaches some of them rarely.
SITUATIONS = (
    "two seats fit at once",
    "cards taken out, others bank",
    "cards taken out, others discard",
    "cards taken out, others stay",
    "a score below zero",
)


COLOURS = ("red", "yellow", "blue")


class Stall(msgspec.Struct):
    """The cards that a seat has sold, face down, and those that count against it, face up."""

    down: list[str] = msgspec.field(default_factory=list)
    up: list[str] = msgspec.field(default_factory=list)


def score(table: Played) -> Result:
    """Hold every scoring round again, and the last one (bazaar 2.4, 4, 5)."""
    stalls = [Stall() for _ in table.seats]
    zones = copy_zones(table.start)
    turns = 0
    lap: list[str] = []
    for step in table.steps:
        if not happened(step, "turns") and not is_over(step.after):
            continue
        zones = copy_zones(step.before)
        follow(zones, [event for event in step.events if event.kind in ("played", "added", "taken")])
        hold_scoring_round(table, stalls, zones, step.seat)
        turns += 1
        if lap:
            lap.append("one of the last lap")
        elif not step.after.zones["deck"]:
            lap = ["deck"]
        elif turns == 100 * len(table.seats):
            lap = ["cap"]
        assert is_over(step.after) == (len(lap) == 1 + len(table.seats)), "every seat has one more turn (bazaar 5.1)"
    for seat in table.seats:
        take_out_surplus(stalls[seat], zones, seat, rest="bank")
        assert sorted(table.end.zones[f"score:{seat}"]) == sorted(stalls[seat].down)
        assert sorted(table.end.zones[f"penalty:{seat}"]) == sorted(stalls[seat].up)
    scores = [sum(map(value_of, stall.down)) - sum(map(value_of, stall.up)) for stall in stalls]
    table.note("a score below zero", min(scores) < 0)
    return make(scores, lap[0])


def hold_scoring_round(table: Played, stalls: Sequence[Stall], zones: Piles, turn: int) -> None:
    """Bank and take out cards, if the seat whose turn ends, or with `trigger=any` a seat, fits (bazaar 4)."""
    asked = table.seats if table.options["trigger"] == "any" else [turn]
    fitting = [seat for seat in asked if all(fits_target(zones, seat, colour) for colour in COLOURS)]
    table.note("two seats fit at once", len(fitting) > 1)
    if not fitting:
        return
    for seat in table.seats:
        if seat not in fitting:
            before = len(stalls[seat].up)
            take_out_surplus(stalls[seat], zones, seat, rest=table.options["othersScore"])
            table.note("cards taken out, others " + table.options["othersScore"], len(stalls[seat].up) > before)
            continue
        for colour in COLOURS:
            stalls[seat].down += zones[f"pile:{seat}.{colour}"]
            zones[f"pile:{seat}.{colour}"] = []


def target_of(zones: Piles, colour: str) -> int:
    """Return the value of the customer (bazaar 1.3)."""
    return value_of(zones[f"customer:{colour}"][-1])


def fits_target(zones: Piles, seat: int, colour: str) -> bool:
    """Tell whether a pile holds exactly as many cards as the customer wants (bazaar 2.4)."""
    return len(zones[f"pile:{seat}.{colour}"]) == target_of(zones, colour)


def take_out_surplus(stall: Stall, zones: Piles, seat: int, *, rest: str) -> None:
    """Take out the highest cards, the upper of equal ones, until the targets are met (bazaar 4.2, 5.2)."""
    for colour in COLOURS:
        pile = zones[f"pile:{seat}.{colour}"]
        while len(pile) > target_of(zones, colour):
            highest = max(range(len(pile)), key=lambda index: (value_of(pile[index]), index))
            stall.up.append(pile.pop(highest))
        if rest == "bank":
            stall.down += pile
        if rest != "stay":
            zones[f"pile:{seat}.{colour}"] = []

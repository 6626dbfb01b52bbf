"""A second reading of Bazaar: visibility of cards, reasons of the end, and score, from the rule page alone."""

from collections.abc import Mapping, Sequence

import msgspec

from engine import Result, State, active_seats
from tests.engine.naive.reading import Piles, Played, Sight, copy_zones, follow, happened, is_over, make, value_of
from tests.engine.play import Step, facts_of

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
OPEN_VERBS = frozenset({"take", "bank", "skip"})
# Banking discloses nothing only while nobody can draw: `test_bazaar.py` has such a table.
RARELY_OPEN_VERBS = frozenset({"bank"})
# Options that random tables seldom have: those of each row together.
SELDOM_OPTIONS = (
    "banking=may",
    "banking=keep",
    "copiedPower=must",
)
# Reasons for the end of a table.
REASONS = ("deck", "cap")
# Situations that a corpus must have scored; random play reaches some of them rarely.
SITUATIONS = (
    "two seats fit at once",
    "cards taken out, others bank",
    "cards taken out, others discard",
    "cards taken out, others stay",
    "a score below zero",
    "a scoring round declined",
    "another seat asked to bank",
    "piles kept, others scored",
    "a copied Art without a card",
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
    first = active_seats(table.start)[0]
    lap: list[str] = []
    for step in table.steps:
        judge_skip(table, step)
        is_end = happened(step, "turns") or is_over(step.after)
        turn = (first + turns) % len(table.seats)
        if not is_end and not is_asked_to_bank(step.after):
            continue
        zones = copy_zones(step.before)
        follow(zones, [event for event in step.events if event.kind in ("played", "added", "taken")])
        fitting = find_fitting(table, zones, turn)
        if fitting and is_chosen(table, step, fitting, turn):
            keeper = fitting[0] if step.move == "skip" and table.options["banking"] == "keep" else None
            table.note("piles kept, others scored", is_asked_to_bank(step.before) and keeper is not None)
            hold_scoring_round(table, stalls, zones, fitting, keeper if is_asked_to_bank(step.before) else None)
        if not is_over(step.after):
            assert all(list(step.after.zones[pile]) == cards for pile, cards in zones.items() if pile[:5] == "pile:")
        if not is_end:
            continue
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


def find_fitting(table: Played, zones: Piles, turn: int) -> list[int]:
    """Return the seats that fit, in order of play from the seat whose turn ends; only that one counts by default."""
    order = [(turn + step) % len(table.seats) for step in table.seats]
    asked = order if table.options["trigger"] == "any" else [turn]
    return [seat for seat in asked if all(fits_target(zones, seat, colour) for colour in COLOURS)]


def is_asked_to_bank(state: State) -> bool:
    """Tell whether a seat is asked whether there is a scoring round (bazaar 4.4)."""
    return facts_of(state)["asked"] == "bank"


def is_chosen(table: Played, step: Step, fitting: Sequence[int], turn: int) -> bool:
    """Tell whether the scoring round happens: always, or if the one seat that is asked banks (bazaar 4.4)."""
    if table.options["banking"] == "compulsory":
        return True
    if is_asked_to_bank(step.before):
        assert step.seat == fitting[0]
        table.note("a scoring round declined", step.move == "skip" and table.options["banking"] == "may")
        assert step.move == "bank" or step.after.zones["deck"] == step.before.zones["deck"] or happened(step, "drawn")
        return step.move == "bank" or table.options["banking"] == "keep"
    assert is_asked_to_bank(step.after), "the seat is asked before any card moves (bazaar 4.4)"
    assert active_seats(step.after) == (fitting[0],)
    table.note("another seat asked to bank", fitting[0] != turn)
    return False


def judge_skip(table: Played, step: Step) -> None:
    """Check that no copied power was declined that had to be used (bazaar 3.7)."""
    facts = facts_of(step.before)
    if step.move != "skip" or facts["asked"] == "bank":
        return
    is_copied = step.before.zones[facts["pile"]][-1][0] == "G"
    if not is_copied or table.options["copiedPower"] == "asOriginal":
        return
    colour = facts["pile"].partition(".")[2][0].upper()
    fitting = [card for card in step.before.zones[f"hand:{step.seat}"] if card[1] in (colour, "W")]
    assert facts["asked"] == "art", "a Change is asked for only if there is something to take"
    assert not fitting, "a copied Art must be used"
    table.note("a copied Art without a card", happened=True)


def hold_scoring_round(
    table: Played, stalls: Sequence[Stall], zones: Piles, fitting: Sequence[int], keeper: int | None
) -> None:
    """Bank the piles of the seats that fit, take cards out of the others, and leave a keeper its own (bazaar 4)."""
    table.note("two seats fit at once", len(fitting) > 1)
    for seat in table.seats:
        if seat == keeper:
            continue
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

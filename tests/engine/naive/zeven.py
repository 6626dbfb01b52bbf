"""A second reading of Zeven: visibility of cards, reasons of the end, and score, from the rule page alone."""

from collections.abc import Mapping, Sequence

from engine import Result, State, parse_move
from tests.engine.naive.reading import (
    Pile,
    Played,
    Sight,
    colour_of,
    copy_zones,
    follow,
    happened,
    is_over,
    make,
    until,
    value_of,
)
from tests.engine.play import Step, facts_of

# Viewers of the cards of a zone; everybody sees all when the table is over.
INFORMATION: Mapping[str, Sight] = {"deck": "nobody", "area": "everybody", "hand": "owner", "score": "owner"}
# The verbs whose moves may disclose nothing.
OPEN_VERBS = frozenset({"move"})
# Options that random tables seldom have: those of each row together.
SELDOM_OPTIONS = ("gigletsPower=may",)
# Reasons for the end of a table.
REASONS = ("rounds",)
# Situations that a corpus must have scored; random play reaches some of them rarely.
SITUATIONS = (
    "a tie broken by the sum",
    "equal sums, all blocked",
    "equal sums, none blocked",
    "a Giglets without power",
)


def score(table: Played) -> Result:
    """Add up the rounds; a round is over when its cards are gathered for the next deal (zeven 4.1, 4.5)."""
    totals = [0 for _ in table.seats]
    rounds = 0
    for step in table.steps:
        judge_choice(table, step)
        if not happened(step, "gathered") and not is_over(step.after):
            continue
        zones = copy_zones(step.before)
        follow(zones, until(step.events, {"gathered"}))
        piles = [zones[f"score:{seat}"] for seat in table.seats]
        assert not any(zones[f"hand:{seat}"] for seat in table.seats), "a round ends with empty hands"
        rounds += 1
        for seat, points in enumerate(score_zeven_round(piles, table.options["tieSameSum"])):
            totals[seat] += points
        for colour in "RYB":
            counts = sorted(sum(colour_of(card) == colour for card in pile) for pile in piles)
            blocked = find_blocked(piles, colour, table.options["tieSameSum"])
            tied = counts[-1] == counts[-2]
            table.note("a tie broken by the sum", tied and len(blocked) == 1)
            table.note("equal sums, all blocked", len(blocked) > 1)
            table.note("equal sums, none blocked", tied and not blocked)
    assert rounds == (len(table.seats) if table.options["rounds"] == "seats" else table.options["rounds"])
    return make(totals, "rounds")


def judge_choice(table: Played, step: Step) -> None:
    """Check the choice of a Giglets: a Giglets without power ends the turn (zeven 3.7, 3.9)."""
    move = parse_move(step.move)
    if move.verb != "play" or move.cards[0][0] != "G":
        return
    assert move.choice != "none" or table.options["gigletsPower"] == "may", "the power is compulsory (zeven 3.7)"
    area = f"area:{move.place}"
    pile = step.before.zones[f"area:{move.place}"]
    powerless = not pile or sum(map(value_of, [*pile, *move.cards])) > 7 or area in active_zonts(step.before)
    assert (move.choice is None) == powerless, "a choice is made exactly where the card has a power (zeven 3.7)"
    assert [event.value for event in step.events if event.kind == "chosen"] == ([] if powerless else [move.choice])
    if move.choice != "none":
        return
    table.note("a Giglets without power", happened=True)
    if happened(step, "gathered") or is_over(step.after):
        return
    assert area not in active_zonts(step.after)
    assert facts_of(step.after)["asked"] == "play", "nothing is asked (zeven 3.9)"
    assert happened(step, "turnTaker") or holders(step.after) == {step.seat}


def active_zonts(state: State) -> list[str]:
    """Return the areas with an active Great Zont, which is public."""
    return facts_of(state)["zonts"].split(",")


def holders(state: State) -> set[int]:
    """Return the seats that hold cards."""
    return {seat for seat in range(state.seats) if state.zones[f"hand:{seat}"]}


def score_zeven_round(piles: Sequence[Pile], tie_same_sum: str) -> list[int]:
    """Score one round's piles (zeven 4.2–4.4)."""
    points = [0 for _ in piles]
    for seat, pile in enumerate(piles):
        for card in pile:
            if colour_of(card) == "W" or seat not in find_blocked(piles, colour_of(card), tie_same_sum):
                points[seat] += 1
    return points


def find_blocked(piles: Sequence[Pile], colour: str, tie_same_sum: str) -> set[int]:
    """Return the seats that score nothing for a colour (zeven 4.3)."""
    held = {seat: [value_of(card) for card in pile if colour_of(card) == colour] for seat, pile in enumerate(piles)}
    most = max(len(values) for values in held.values())
    if most == 0:
        return set()
    holders = {seat for seat, values in held.items() if len(values) == most}
    lowest = min(sum(held[seat]) for seat in holders)
    sharers = {seat for seat in holders if sum(held[seat]) == lowest}
    if len(sharers) > 1 and tie_same_sum == "noneBlocked":
        return set()
    return sharers

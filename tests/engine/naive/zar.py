"""A second reading of Zar: visibility of cards, reasons of the end, and score, from the rule page alone."""

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from engine import Event, Result, State
from engine.games.zar.state import State as ZarState
from engine.games.zar.state import drawn_card
from tests.engine.naive.reading import Played, Sight, copy_zones, follow, happened, higher, lower, make, until
from tests.engine.play import Step, facts_of

# Viewers of the cards of a zone; everybody sees all when the table is over.
INFORMATION: Mapping[str, Sight] = {"supply": "nobody", "discard": "everybody", "hand": "owner"}
# Zones whose cards a rule shows to everybody while the table goes on (zar 7.1).
SHOWN_BETWEEN_HANDS = ("hand",)
# The verbs whose moves may disclose nothing: here every answer reveals something of the hand.
OPEN_VERBS = frozenset[str]()
# Options that random tables seldom have: those of each row together.
SELDOM_OPTIONS = (
    "vincent=true vincentKeeps=stands matching=race",
    "vincent=true vincentKeeps=stands matching=poll playDrawn=true",
    "vincent=true vincentKeeps=matchStands matching=race",
    "vincent=true vincentKeeps=matchStands vincentFor=outOfTurn matching=poll playDrawn=true",
    "vincent=true vincentFor=outOfTurn",
)
# Reasons for the end of a table.
REASONS = ("hands", "target")
# Situations that a corpus must have scored; random play reaches some of them rarely.
SITUATIONS = (
    "a shared hand, none",
    "a shared hand, penalty",
    "a shared hand, winnerTakes",
    "an offence that stands",
    "a wrong match that stands",
    "a twin that matches nobody",
    "an offence without a card",
    "an offender that owes",
    "a debt of another under an offence",
)


def score(table: Played) -> Result:
    """Score hand after hand (zar 6)."""
    options = table.options
    totals = [0 for _ in table.seats]
    hands = 0
    putter = -1
    reason = ""
    for step in table.steps:
        judge_offence(table, step)
        putter = step.seat if any(puts_down(event) for event in step.events) else putter
        if not happened(step, "won"):
            continue
        assert not reason, "no hand is played after the last"
        left = points_left(table, step)
        stalled = happened(step, "stalled")
        winners = [seat for seat in table.seats if left[seat] == min(left)] if stalled else [putter]
        assert stalled or left[putter] == 0, "who is out holds no card"
        hands += 1
        table.note(f"a shared hand, {options['scoring']}", len(winners) > 1)
        score_zar_hand(options["scoring"], totals, left, winners)
        reason = "target" if 0 < options["target"] <= max(totals) else "hands" if hands == options["hands"] else ""
    return make(totals, reason, better=lower if options["scoring"] == "penalty" else higher)


def puts_down(event: Event) -> bool:
    """Tell whether a seat has put a card, or two, onto the discard pile."""
    return event.kind in ("played", "doubled", "matched") or is_standing(event)


def is_standing(event: Event) -> bool:
    """Tell whether a seat offended with cards that stay on the discard pile (zar 8.1)."""
    return event.kind == "offended" and event.to_zone == "discard"


def judge_offence(table: Played, step: Step) -> None:
    """Check what follows an offence: which stand, who draws, who owes, and whose turn it is (zar 8, 8.1)."""
    offended = [event for event in step.events if event.kind == "offended"]
    if not offended:
        return
    before = facts_of(step.before)
    verb, card = (*step.move.split(" "), "")[:2]
    if not card:
        judge_offence_without_card(table, step, verb)
        return
    keeping = {"stands": ("play", "double"), "matchStands": ("play", "double", "match")}
    stands = verb in keeping.get(table.options["vincentKeeps"], ()) and before["out"] == "none"
    assert is_standing(offended[0]) == stands
    assert list(offended[0].cards) == [card] * (2 if verb == "double" else 1)
    drawn = [(event.seat, event.rule) for event in step.events if event.kind == "drawn"]
    if not stands:
        assert drawn == [(step.seat, "zar 8")]
        return
    table.note("an offence that stands", happened=True)
    table.note("a wrong match that stands", verb == "match")
    table.note("a twin that matches nobody", verb == "match" and step.before.zones["discard"][-1] == card)
    is_debtor = before["turnTaker"] == str(step.seat)
    table.note("an offender that owes", is_debtor and before["owed"] != "0")
    table.note("a debt of another under an offence", not is_debtor and before["owed"] != "0")
    due = [(step.seat, "zar 3.3")] * (int(before["owed"]) if is_debtor else 0) + [(step.seat, "zar 8")]
    ended = happened(step, "won")
    assert drawn[: len(due)] == due[: len(drawn)], "first what it owes, then the Vincent card"
    assert len(drawn) >= len(due) or ended or not step.after.zones["supply"]
    if ended:
        assert happened(step, "stalled"), "an offence wins no hand"
        return
    after = facts_of(step.after)
    up = 1 if before["direction"] == "up" else -1
    assert step.after.zones["discard"][-1] == card
    assert step.after.zones[f"hand:{step.seat}"], "the offender always holds a card"
    assert (after["direction"], after["putDownBy"], after["idle"]) == (before["direction"], str(step.seat), "0")
    assert after["owed"] == ("0" if is_debtor else before["owed"])
    assert int(after["turnTaker"]) == (step.seat + up) % len(table.seats)
    assert int(after["turns"]) == int(before["turns"]) + 1
    is_poll = table.options["matching"] == "poll" and step.after.zones["discard"].count(card) == 1
    assert after["asked"] == ("poll" if is_poll else "play")


def judge_offence_without_card(table: Played, step: Step, verb: str) -> None:
    """Check that a seat that was not asked has drawn a card for its verb, and nothing else has changed (zar 8.3)."""
    table.note("an offence without a card", happened=True)
    assert table.options["vincent"]
    assert table.options["vincentFor"] == "outOfTurn"
    assert verb in ("take", "draw", "accept", "pass")
    before = facts_of(step.before)
    asked = {int(before["turnTaker"])}
    if before["asked"] == "poll":
        asked = {seat for seat in table.seats if str(seat) not in (before["putDownBy"], *before["answered"].split(","))}
    elif before["asked"] == "accept" and before["turnTaker"] == before["putDownBy"]:
        asked = {(int(before["turnTaker"]) + (1 if before["direction"] == "up" else -1)) % len(table.seats)}
    assert step.seat not in asked, "a seat that is asked is refused, not punished"
    drawn = [(event.seat, event.rule) for event in step.events if event.kind == "drawn"]
    assert drawn == [(step.seat, "zar 8")]
    assert facts_of(step.after) == before
    assert step.after.zones["discard"][-1] == step.before.zones["discard"][-1]
    assert all(
        step.after.zones[f"hand:{seat}"] == step.before.zones[f"hand:{seat}"] for seat in set(table.seats) - {step.seat}
    )


def points_left(table: Played, step: Step) -> list[int]:
    """Return the points of the cards that each seat holds when the hand ends, in this step (zar 6.3)."""
    zones = copy_zones(step.before)
    follow(zones, until(step.events, {"won", "stalled"}))
    return [sum(card_points(card) for card in zones[f"hand:{seat}"]) for seat in table.seats]


def card_points(card: str) -> int:
    """Return a card's points (zar 6.3)."""
    if card[0] == "W":
        return 4
    if card[0] == "D":
        return 5
    return {"R": 2, "S": 2, "D": 3}.get(card[1], 1)


def score_zar_hand(scoring: str, totals: list[int], left: Sequence[int], winners: Sequence[int]) -> None:
    """Add the points of one hand (zar 6.4)."""
    for seat in range(len(totals)):
        if scoring == "penalty":
            totals[seat] += left[seat]
        elif scoring == "none" and seat in winners:
            totals[seat] += 1
        elif scoring == "winnerTakes" and seat in winners:
            totals[seat] += sum(points for other, points in enumerate(left) if other not in winners)


def redraw(state: State, viewer: int | None, dealt: State, random: Random) -> State:
    """Replace the card just drawn with another one of the hand, if that is another seat's: only it knows (zar 7.1)."""
    if not isinstance(state, ZarState) or not isinstance(dealt, ZarState) or state.phase != "drawn":
        return dealt
    hand = dealt.zones[f"hand:{state.turn_taker}"]
    if viewer == state.turn_taker:
        return dealt
    card = drawn_card(state)
    return replace(dealt, drawn=hand.index(card) if card in hand else random.randrange(len(hand)))

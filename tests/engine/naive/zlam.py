"""A second reading of ZLAM!: visibility of cards, reasons of the end, and score, from the rule page alone."""

from collections.abc import Mapping, Sequence

import msgspec

from engine import Result, State, parse_move
from tests.engine.naive.reading import Pile, Played, Sight, happened, is_over, make
from tests.engine.play import Step, facts_of

# Viewers of the cards of a zone; everybody sees all when the table is over.
INFORMATION: Mapping[str, Sight] = {
    "deck": "nobody",
    "drawn": "everybody",
    "stack": "everybody",
    "closed": "everybody",
    "out": "everybody",
}
# The verbs whose moves may disclose nothing.
OPEN_VERBS = frozenset({"close", "place", "give", "gain", "lose", "skip"})
# Options that random tables seldom have: those of each row together.
SELDOM_OPTIONS = (
    "gainOn=5 lossOn=Z",
    "gainOn=R5 lossOn=B3 extraR5=3",
    "gainOn=Z lossOn=1 atRisk=true drawnUnplayable=knockedOut",
)
# Reasons for the end of a table.
REASONS = ("done", "deck")
# Situations that a corpus must have scored; random play reaches some of them rarely.
SITUATIONS = (
    "a Grand ZLAM that scores 4",
    "a Grand ZLAM that scores 8",
    "a shut out",
    "no shut out of a team mate",
    "a stack at nine at the end, score",
    "a stack at nine at the end, lose",
    "a kind of card, gain",
    "a kind of card, skip",
    "a kind of card, lose",
    "a card without a stack",
)


class Corner(msgspec.Struct):
    """The stacks of a seat by number without lost ones, the closed ones among them, and the shut outs that it made."""

    stacks: dict[int, list[str]]
    highest: int
    closed: set[int] = msgspec.field(default_factory=set)
    shut_outs: int = 0
    out: bool = False

    def open_stacks(self) -> list[list[str]]:
        """Return the cards of the open stacks."""
        return [cards for number, cards in self.stacks.items() if number not in self.closed]


def score(table: Played) -> Result:
    """Score every game, and add the games up (zlam 3, 4, 5.5)."""
    options = table.options
    totals = [0 for _ in table.seats]
    corners = lay_out_corners(table, table.start)
    games = 0
    reason = ""
    for step in table.steps:
        note_zlam_move(table, corners, step)
        if not happened(step, "gathered") and not is_over(step.after):
            continue
        reason = "done" if all(corner.out or not corner.open_stacks() for corner in corners) else "deck"
        games += 1
        for seat, corner in enumerate(corners):
            at_nine = {number for number, cards in corner.stacks.items() if count_stack(cards) == 9} - corner.closed
            table.note(f"a stack at nine at the end, {options['atRiskAtEnd']}", at_nine and not corner.out)
            if options["atRiskAtEnd"] == "score" and not corner.out:
                corner.closed |= at_nine
            totals[seat] += score_corner(corner, options["stacks"])
            bonus = score_grand_zlam(corner, options["stacks"])
            table.note(f"a Grand ZLAM that scores {bonus}", bonus)
        corners = lay_out_corners(table, step.after)
    assert games == max(1, options["sets"] * len(table.seats)), "a set is a game dealt by each seat (zlam 4.1)"
    return make(totals, reason, totals=team_totals(totals, options["teams"]))


def lay_out_corners(table: Played, state: State) -> list[Corner]:
    """Return the corner of each seat just after the deal of a game."""
    numbers = range(1, table.options["stacks"] + 1)
    return [
        Corner({number: list(state.zones.get(f"stack:{seat}.{number}", ())) for number in numbers}, numbers[-1])
        for seat in table.seats
    ]


def note_zlam_move(table: Played, corners: Sequence[Corner], step: Step) -> None:
    """Track one move (zlam 2, 5, 6)."""
    judge_kinds(table, step)
    move = parse_move(step.move)
    own = corners[step.seat]
    place = int(move.place or 0)
    if move.verb == "place":
        own.stacks[place].append(step.before.zones["drawn"][-1])
        if count_stack(own.stacks[place]) == 9 and move.choice is None:
            own.closed.add(place)
    elif move.verb == "close":
        own.closed.add(place)
    elif move.verb == "lose":
        del own.stacks[place]
    elif move.verb == "gain":
        own.highest += 1
        own.stacks[own.highest] = []
    elif move.verb == "give" and is_shut_out(table, corners, step.seat, move.seat or 0, step.before.zones["drawn"][-1]):
        own.shut_outs += 1
    for event in step.events:
        if event.kind in ("wentOut", "struckOut") and event.seat is not None:
            corners[event.seat].out = True


def judge_kinds(table: Played, step: Step) -> None:
    """Check what cards of the kinds named in `gainOn` and `lossOn` ask for, and what follows (zlam 6.5–6.7)."""
    asked = facts_of(step.after)["asked"]
    card = step.after.zones["drawn"][-1:]
    if happened(step, "drawn") and card:
        assert asked == first_question(table, card[0]), f"{card[0]} is drawn, and {asked} is asked"
    before = step.before.zones["drawn"][-1:]
    verb = step.move.partition(" ")[0]
    if verb not in ("gain", "skip", "lose") or before[0] in "+-":
        return
    table.note(f"a kind of card, {verb}", happened=True)
    assert first_question(table, before[0]) == ("lose" if verb == "lose" else "gain")
    assert verb != "skip" or [event.rule for event in step.events if event.kind == "skipped"] == ["zlam 6.5"]
    if card == before and not happened(step, "drawn"):
        assert asked == "place", "the card is then placed or given (zlam 6.5, 6.6)"
        kept = 0
    else:
        assert verb != "gain", "any card fits on an empty stack"
        kept = 1
    if not is_over(step.after) and not happened(step, "gathered"):
        judge_discards(table, step, before[0], kept)


def judge_discards(table: Played, step: Step, drawn: str, kept: int) -> None:
    """Check that a stack lost lies in `out` from the bottom, and above it the card if it had no place (zlam 6.6)."""
    out = step.after.zones["out"]
    own = f"stack:{step.seat}."
    if kept:
        assert out[-1] == drawn, "without a place for it the card is discarded (zlam 2.6, 6.6)"
    if step.move.startswith("lose"):
        pile = step.before.zones[own + step.move.partition("@")[2]]
        assert out[len(out) - len(pile) - kept : len(out) - kept] == pile
        table.note("a card without a stack", sum(zone.startswith(own) for zone in step.before.zones) == 1)


def first_question(table: Played, card: str) -> str:
    """Return what is asked first about a card drawn."""
    kinds = {"Z"} if card == "Z" else {card, card[1:]}
    if card == "+" or table.options["gainOn"] in kinds:
        return "gain"
    return "lose" if card == "-" or table.options["lossOn"] in kinds else "place"


def is_shut_out(table: Played, corners: Sequence[Corner], giver: int, receiver: int, card: str) -> bool:
    """Tell whether a given card fits nowhere with a seat of another team that has closed nothing (zlam 3.3, 6.4)."""
    target = corners[receiver]
    if any(count_stack([*cards, card]) <= 9 for cards in target.open_stacks()):
        return False
    if target.closed or len(target.stacks) < table.options["stacks"]:
        return False
    teams = table.options["teams"]
    mates = teams is not None and teams[giver] == teams[receiver]
    table.note("no shut out of a team mate" if mates else "a shut out", happened=True)
    return not mates


def count_stack(cards: Pile) -> int:
    """Return a stack's count: a number card its number, a ZLAM! card 0 (zlam 2.3)."""
    return sum(int(card[1]) for card in cards if card != "Z")


def score_corner(corner: Corner, stacks: int) -> int:
    """Return a seat's score in a game (zlam 3.1–3.3, 6.4)."""
    points = 4 * corner.shut_outs
    for number in corner.closed:
        cards = corner.stacks[number]
        worth = sum(2 if card == "Z" else 1 for card in cards)
        points += 2 * worth if is_one_coloured(cards) else worth
    return points + score_grand_zlam(corner, stacks)


def score_grand_zlam(corner: Corner, stacks: int) -> int:
    """Return the bonus for all stacks closed (zlam 3.2, 6.4)."""
    if not corner.stacks or corner.open_stacks() or len(corner.stacks) < stacks:
        return 0
    return 8 if all(is_one_coloured(cards) for cards in corner.stacks.values()) else 4


def is_one_coloured(cards: Pile) -> bool:
    """Tell whether all number cards of a stack have one colour (zlam 3.1)."""
    return len({card[0] for card in cards if card != "Z"}) == 1


def team_totals(scores: Sequence[int], teams: Sequence[int] | None) -> list[int]:
    """Return for each seat its team's total, or its own without teams (zlam 4.2)."""
    if teams is None:
        return list(scores)
    return [sum(score for score, other in zip(scores, teams, strict=True) if other == team) for team in teams]

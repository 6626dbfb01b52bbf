"""Scoring a second time, as simply as it can be said: each rule page's words, and what lay on the table.

Nothing here looks at how the engine scores. Each function reads a played table and returns the result that the page
asks for; `tests/engine/test_corpus.py` compares it with the engine's on every table of the corpus.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine import Event, Result, State, apply, game_of, parse_move, split_line
from engine import result as engine_result
from tests.engine.play import Step

Pile = Sequence[str]
Piles = dict[str, list[str]]


class Played(msgspec.Struct, frozen=True):
    """A table from its deal to its end; scoring it notes which special situations it had (`SITUATIONS`)."""

    start: State
    steps: tuple[Step, ...]
    situations: set[str] = msgspec.field(default_factory=set)

    def note(self, situation: str, happened: object) -> None:
        """Note a situation, if it happened."""
        if happened:
            self.situations.add(situation)

    @property
    def seats(self) -> range:
        """Return the numbers of the seats."""
        return range(self.start.seats)

    @property
    def options(self) -> dict[str, Any]:
        """Return all options by name."""
        return dict(msgspec.to_builtins(self.start.options))

    @property
    def end(self) -> State:
        """Return the last state."""
        return self.steps[-1].after


def play_again(start: State, lines: Iterable[str]) -> Played:
    """Play the `seat move` lines of a record."""
    steps: list[Step] = []
    state = start
    for line in lines:
        seat, move = split_line(line)
        after, events = apply(state, seat, move)
        steps.append(Step(state, seat, move, events, after))
        state = after
    return Played(start, tuple(steps))


def is_over(state: State) -> bool:
    """Tell whether the engine has ended the table; when it should end is for the rule tables to say."""
    return engine_result(state) is not None


# ---- engine 9


def rank_from(totals: Sequence[int], *, better: Callable[[int, int], bool]) -> tuple[int, ...]:
    """Return for each seat 1 + the number of seats with a better total."""
    return tuple(1 + sum(1 for other in totals if better(other, total)) for total in totals)


def higher(one: int, other: int) -> bool:
    """The highest total wins."""
    return one > other


def lower(one: int, other: int) -> bool:
    """The lowest total wins."""
    return one < other


def make(
    scores: Sequence[int],
    reason: str,
    *,
    better: Callable[[int, int], bool] = higher,
    totals: Sequence[int] | None = None,
) -> Result:
    """Make a result; `totals` are ranked in place of the scores where they are given."""
    ranking = rank_from(scores if totals is None else totals, better=better)
    winners = tuple(seat for seat, place in enumerate(ranking) if place == 1)
    return Result(tuple(scores), ranking, winners, reason)


# ---- what lies where


def copy_zones(state: State) -> Piles:
    """Return the zones of a state, to go on from."""
    return {zone: list(cards) for zone, cards in state.zones.items()}


def follow(zones: Piles, events: Iterable[Event]) -> None:
    """Move the cards as events tell."""
    for event in events:
        if event.from_zone is None or event.to_zone is None:
            continue
        for card in event.cards:
            last = len(zones[event.from_zone]) - 1 - zones[event.from_zone][::-1].index(card)
            del zones[event.from_zone][last]
        zones[event.to_zone] += event.cards


def until(events: Sequence[Event], kinds: set[str]) -> tuple[Event, ...]:
    """Return the events before the first of one of these kinds; all, if there is none."""
    for index, event in enumerate(events):
        if event.kind in kinds:
            return tuple(events[:index])
    return tuple(events)


def happened(step: Step, kind: str) -> bool:
    """Tell whether an event of this kind is among those of a step."""
    return any(event.kind == kind for event in step.events)


def colour_of(card: str) -> str:
    """Return R, Y, B, or W for a wild, of a Zont card."""
    return card[1]


def value_of(card: str) -> int:
    """Return the value of a Zont card."""
    return int(card[2])


# ---- Zeven


def score_zeven(table: Played) -> Result:
    """Add up the rounds; a round is over when its cards are gathered for the next deal (zeven 4.1, 4.5)."""
    totals = [0 for _ in table.seats]
    rounds = 0
    for step in table.steps:
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


# ---- Bazaar

COLOURS = ("red", "yellow", "blue")


class Stall(msgspec.Struct):
    """What a seat has sold, face down, and what counts against it, face up."""

    down: list[str] = msgspec.field(default_factory=list)
    up: list[str] = msgspec.field(default_factory=list)


def score_bazaar(table: Played) -> Result:
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


# ---- Door to Zont

SUIT_PILES = {"A": "suit:art", "C": "suit:change", "F": "suit:favors", "Z": "suit:zont", "G": "suit:giglets"}


def score_door(table: Played) -> Result:
    """Count every card of a score pile as the top card of its suit (door 4.3–4.5)."""
    zones = table.end.zones
    scores = [sum(value_of(zones[SUIT_PILES[card[0]]][-1]) for card in zones[f"score:{seat}"]) for seat in table.seats]
    hand_of_last = zones[f"hand:{table.steps[-1].seat}"]
    return make(scores, "cap" if hand_of_last else "handEmpty")


# ---- Zar


def score_zar(table: Played) -> Result:
    """Score hand after hand (zar 6)."""
    options = table.options
    totals = [0 for _ in table.seats]
    hands, putter, reason = 0, -1, ""
    for step in table.steps:
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
    return event.kind in ("played", "doubled", "matched")


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
    """Add what one hand brings (zar 6.4)."""
    for seat in range(len(totals)):
        if scoring == "penalty":
            totals[seat] += left[seat]
        elif scoring == "none" and seat in winners:
            totals[seat] += 1
        elif scoring == "winnerTakes" and seat in winners:
            totals[seat] += sum(points for other, points in enumerate(left) if other not in winners)


# ---- ZLAM!


class Corner(msgspec.Struct):
    """What lies before a seat: its stacks by number without lost ones, which are closed, and the shut outs it made."""

    stacks: dict[int, list[str]]
    highest: int
    closed: set[int] = msgspec.field(default_factory=set)
    shut_outs: int = 0
    out: bool = False

    def open_stacks(self) -> list[list[str]]:
        """Return the cards of the stacks that are not closed."""
        return [cards for number, cards in self.stacks.items() if number not in self.closed]


def score_zlam(table: Played) -> Result:
    """Keep book of every game, and add the games up (zlam 3, 4, 5.5)."""
    options = table.options
    totals = [0 for _ in table.seats]
    corners = lay_out_corners(table, table.start)
    games, reason = 0, ""
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
    """Return what lies before the seats when a game has just been dealt."""
    numbers = range(1, table.options["stacks"] + 1)
    return [
        Corner({number: list(state.zones.get(f"stack:{seat}.{number}", ())) for number in numbers}, numbers[-1])
        for seat in table.seats
    ]


def note_zlam_move(table: Played, corners: Sequence[Corner], step: Step) -> None:
    """Keep book of one move (zlam 2, 5, 6)."""
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


def is_shut_out(table: Played, corners: Sequence[Corner], giver: int, receiver: int, card: str) -> bool:
    """Tell whether a card given fits nowhere with a seat of another team that has closed nothing (zlam 3.3, 6.4)."""
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
    """Return what a seat scores in a game (zlam 3.1–3.3, 6.4)."""
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
    """Return for each seat what its team has, or what it has itself (zlam 4.2)."""
    if teams is None:
        return list(scores)
    return [sum(score for score, other in zip(scores, teams, strict=True) if other == team) for team in teams]


SCORING: Mapping[str, Callable[[Played], Result]] = {
    "zeven": score_zeven,
    "bazaar": score_bazaar,
    "door": score_door,
    "zar": score_zar,
    "zlam": score_zlam,
}

# Why a table may end, by the page of its game.
REASONS: Mapping[str, tuple[str, ...]] = {
    "zeven": ("rounds",),
    "bazaar": ("deck", "cap"),
    "door": ("handEmpty", "cap"),
    "zar": ("hands", "target"),
    "zlam": ("done", "deck"),
}

# What a corpus must have had to score, by the page of the game; random play reaches some of it rarely.
SITUATIONS: Mapping[str, tuple[str, ...]] = {
    "zeven": ("a tie broken by the sum", "equal sums, all blocked", "equal sums, none blocked"),
    "bazaar": (
        "two seats fit at once",
        "cards taken out, others bank",
        "cards taken out, others discard",
        "cards taken out, others stay",
        "a score below zero",
    ),
    "door": (),
    "zar": ("a shared hand, none", "a shared hand, penalty", "a shared hand, winnerTakes"),
    "zlam": (
        "a Grand ZLAM that scores 4",
        "a Grand ZLAM that scores 8",
        "a shut out",
        "no shut out of a team mate",
        "a stack at nine at the end, score",
        "a stack at nine at the end, lose",
    ),
}


def score(table: Played) -> Result:
    """Score a table by the page of its game, and note what it had to score."""
    scored = SCORING[game_of(table.start).name](table)
    table.note("a shared win", len(scored.winners) > 1)
    return scored

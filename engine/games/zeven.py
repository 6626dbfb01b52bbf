"""Zeven: collect cards from three areas, but do not hold the most of a colour.

2–4 seats, the Zont deck. A turn: play a card onto an area; if the area's total is now above 7, take the area into
your score pile, else use the card's power:

    Art         put one more card of your hand onto the area
    Change      move one card of the area to another area
    Favors      every other seat in turn puts a card onto the area
    Great Zont  the next card played onto it has no power
    Giglets     any one of these, as you choose

Then draw up to four. A round ends when every hand is empty. Each card of a score pile is worth 1 point, but in each
colour whoever has the most cards scores nothing for it. The rules are numbered in docs/rules/zeven.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from engine import game as core
from engine.game import Deck, Game, Result, Setup, Verb, Zones, make_result, require
from engine.games.zont import CARDS, DECK, ORDER, POWER_OF_SUIT, POWERS, VALUE
from engine.layout import Layout
from engine.moves import Move, quote
from engine.questions import other_seat_is_asked, other_verb_is_asked, seat_lacks
from engine.zones import ZoneKind, ZoneMap

RULES_VERSION = 1
LIMIT = 7
HAND_SIZE = 4
MOST_SEATS = 4
AREAS = (1, 2, 3)
VERB_OF_PHASE = {"play": "play", "art": "add", "change": "move", "favors": "add"}
RULE_OF_PHASE = {"play": "zeven 2.1", "art": "zeven 3.3", "change": "zeven 3.4", "favors": "zeven 3.5"}


def total(pile: Sequence[str]) -> int:
    """Return the sum of the cards' values (zeven 2.4)."""
    points = 0
    for card in pile:
        points += VALUE[card]
    return points


ZONE_MAP = ZoneMap(
    {
        "deck": ZoneKind("the deck", "nobody"),
        "area": ZoneKind("area {place}", "everybody", value=total),
        "hand": ZoneKind("the hand of seat {seat}", "owner", owned=True, hand=True),
        "score": ZoneKind("the score pile of seat {seat}", "owner", owned=True),
    },
    ORDER,
)
AREA = {area: f"area:{area}" for area in AREAS}
HAND = tuple(f"hand:{seat}" for seat in range(MOST_SEATS))
SCORE = tuple(f"score:{seat}" for seat in range(MOST_SEATS))
# By the number of seats, who may have the next turn after each seat, the seat itself last.
TURNS = {
    seats: tuple((*core.seats_after(seat, seats), seat) for seat in range(seats)) for seats in range(2, MOST_SEATS + 1)
}
ZONES = {seats: ("deck", *AREA.values(), *HAND[:seats], *SCORE[:seats]) for seats in range(2, MOST_SEATS + 1)}

VERBS = (
    Verb(
        "play",
        "play CARD @AREA [=POWER]",
        "Play a card from hand onto an area.",
        "play {cards} onto {to_zone}{choice}",
    ),
    Verb("add", "add CARD", "Put a card from hand onto the current area.", "add {cards} to {to_zone}"),
    Verb(
        "move",
        "move CARD @AREA",
        "Move a card of the current area.",
        "move {cards} from {from_zone} to {to_zone}",
    ),
)
CHOICES = {"art": ", as Art", "change": ", as Change", "favors": ", as Favors", "zont": ", as Great Zont"}
FACTS = {
    "round": "Round",
    "rounds": "Rounds in all",
    "starter": "Seat that started the round",
    "turnTaker": "Seat whose turn it is",
    "asked": "What is asked for",
    "area": "Area that the question is about",
    "zonts": "Areas with an active Great Zont",
}
EVENTS = {
    "dealt": "{cards} is dealt to {to_zone}.",
    "played": "{seat} plays {cards} onto {to_zone}.",
    "chosen": "{seat} uses it as {word}.",
    "added": "{seat} adds {cards} to {to_zone}.",
    "moved": "{seat} moves {cards} from {from_zone} to {to_zone}.",
    "collected": "{seat} takes {cards} from {from_zone}.",
    "drawn": "{seat} draws {cards}.",
    "scored": "{seat} scores {value} in this round.",
    "round": "Round {value} begins.",
    "starter": "Seat {value} starts the round.",
    "turnTaker": "It is the turn of seat {value}.",
    "asked": "What is asked for now: {word}.",
    "area": "The area in question: {zones}.",
    "zonts": "Areas with an active Great Zont: {zones}.",
}
WORDS = {
    "play": "a card to play",
    "art": "another card for the area",
    "change": "a card of the area to move",
    "favors": "a card for the area",
    "chosen art": "Art",
    "chosen change": "Change",
    "chosen favors": "Favors",
    "chosen zont": "Great Zont",
    "rounds": "all rounds are played",
}

# Legal moves are picked from these tables, not built: it is what makes listing them cheap.
# A card goes onto any area, or onto the only empty one.
PLAYS = {
    areas: {card: tuple(Move("play", (card,), str(area)) for area in areas) for card in DECK}
    for areas in (AREAS, *((area,) for area in AREAS))
}
GIGLETS_PLAYS = {
    card: {area: tuple(Move("play", (card,), str(area), choice=power) for power in POWERS) for area in AREAS}
    for card in DECK
    if card[0] == "G"
}
ADDS = {card: Move("add", (card,)) for card in DECK}
CHANGES = {card: {area: Move("move", (card,), str(area)) for area in AREAS} for card in DECK}


class Options(core.Options, frozen=True, kw_only=True):
    """The options of Zeven (zeven 6)."""

    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=12)] | Literal["seats"],
        Meta(description="How many rounds are played; `seats`: as many as there are seats."),
    ] = "seats"
    change_moves_itself: Annotated[
        bool, Meta(description="Whether a Change may move itself, or the Giglets used as one.")
    ] = True
    favors_collector: Annotated[
        Literal["pusher", "turn"],
        Meta(
            description="Who takes an area that a Favors brings above 7: the seat whose card did, or whose turn it is."
        ),
    ] = "pusher"
    favors_redraw: Annotated[
        Literal["ownTurn", "immediate"],
        Meta(description="When a seat that a Favors asked for a card draws again: on its own turn, or at once."),
    ] = "ownTurn"
    great_zont: Annotated[
        Literal["activated", "always"],
        Meta(description="Whether a Great Zont is active only if played with its power, or whenever it lies on top."),
    ] = "activated"
    tie_same_sum: Annotated[
        Literal["allBlocked", "noneBlocked"],
        Meta(description="Who scores nothing for a colour when number and sum are equal: all of them, or nobody."),
    ] = "allBlocked"


Phase = Literal["play", "art", "change", "favors", "over"]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]


class State(core.State, frozen=True, kw_only=True, tag="zeven"):
    """A table of Zeven.

    `phase` is what `asked` is asked for: on its own turn (`play`), by Art, Change or Favors about `area` (0:
    none). `zonts` are the areas whose top card was played as a Great Zont and is active; `points` the totals of
    the rounds that have ended.
    """

    options: Options
    round: Annotated[int, Meta(ge=1, le=12)]
    starter: SeatNumber
    turn_taker: SeatNumber
    asked: SeatNumber
    phase: Phase
    area: Annotated[int, Meta(ge=0, le=3)]
    zonts: tuple[Annotated[int, Meta(ge=1, le=3)], ...]
    points: tuple[Annotated[int, Meta(ge=0, le=12 * 55)], ...]


# ---- the contract


def deck(_options: Options) -> Deck:
    """Return the 55 cards in canonical order."""
    return DECK


def check_options(_seats: int, _options: Options) -> None:
    """Every option goes with every other."""


def new(layout: Layout, setup: Setup[Options]) -> State:
    """Deal the first round (zeven 1.2)."""
    layout.zones.update(dict.fromkeys(ZONES[setup.seats], ()))
    deal(layout, setup.seats, setup.first)
    return State(
        rules=RULES_VERSION,
        seats=setup.seats,
        seed=setup.seed,
        options=setup.options,
        round=1,
        starter=setup.first,
        turn_taker=setup.first,
        asked=setup.first,
        phase="play",
        area=0,
        zonts=(),
        points=(0,) * setup.seats,
    )


def turn(state: State) -> tuple[int, ...]:
    """Return the one seat that is asked."""
    return () if state.phase == "over" else (state.asked,)


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of the seat that is asked (zeven 7)."""
    phase = state.phase
    if seat != state.asked or phase == "over":
        return ()
    if phase == "play":
        return legal_plays(state, seat)
    if phase == "change":
        return legal_changes(state.zones, state.area, state.options)
    return tuple([ADDS[card] for card in state.zones[HAND[seat]]])


def legal_plays(state: State, seat: int) -> tuple[Move, ...]:
    """List plays: any card onto any area, but onto the empty one if there is one (zeven 2.2)."""
    plays = PLAYS[open_areas(state.zones)]
    moves: list[Move] = []
    for card in state.zones[HAND[seat]]:
        moves += giglets_plays(state, card) if card[0] == "G" and plays is PLAYS[AREAS] else plays[card]
    return tuple(moves)


def open_areas(zones: Zones) -> tuple[int, ...]:
    """Return where a card may be played: onto the empty area, if there is one, else onto any (zeven 2.2)."""
    for area, zone in AREA.items():
        if not zones[zone]:
            return (area,)
    return AREAS


def giglets_plays(state: State, card: str) -> list[Move]:
    """List the plays of a Giglets: where it has its power, one for each power that it may have (zeven 3.7)."""
    zones, zonts = state.zones, active_zonts(state)
    moves: list[Move] = []
    for area, zone in AREA.items():
        powerless = powerless_rule(zones[zone], card, area in zonts)
        moves += PLAYS[(area,)][card] if powerless else GIGLETS_PLAYS[card][area]
    return moves


def legal_changes(zones: Zones, source: int, options: Options) -> tuple[Move, ...]:
    """List what a Change may do: any card of the area onto another whose total stays at 7 or below (zeven 3.4)."""
    pile = zones[AREA[source]]
    cards = pile if options.change_moves_itself else pile[:-1]
    room = {area: LIMIT - total(zones[AREA[area]]) for area in AREAS if area != source}
    return tuple(
        [
            CHANGES[card][area]
            for card in sorted(cards, key=ORDER.__getitem__)
            for area in room
            if VALUE[card] <= room[area]
        ]
    )


def apply(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Make a legal move."""
    return ACTIONS[move.verb](layout, state, seat, move)


def refuse(state: State, seat: int, move: Move) -> tuple[str, str]:
    """Say which rule forbids a move, and why."""
    rule = RULE_OF_PHASE[state.phase]
    if seat != state.asked:
        return rule, other_seat_is_asked(state.asked, seat)
    verb = VERB_OF_PHASE[state.phase]
    if move.verb != verb:
        return rule, other_verb_is_asked(seat, (verb,))
    if state.phase == "change":
        return refuse_change(state, move)
    (card,) = move.cards
    if card not in state.zones[HAND[seat]]:
        return rule, seat_lacks(seat, CARDS[card].label)
    return refuse_play(state, card, move)


def refuse_play(state: State, card: str, move: Move) -> tuple[str, str]:
    """Say why a card of the hand may not be played so."""
    if move.place not in ("1", "2", "3"):
        return "zeven 2.1", f"There is no area {quote(str(move.place))}; the areas are 1, 2 and 3."
    area = int(move.place)
    empty = [place for place in AREAS if not state.zones[AREA[place]]]
    if empty and area not in empty:
        return "zeven 2.2", f"Area {empty[0]} is empty, so the card must be played there."
    if card[0] != "G":
        return (
            "zeven 3.7",
            f"Only a Giglets is played with a choice of power, and {CARDS[card].label} is none.",
        )
    powerless = powerless_rule(state.zones[AREA[area]], card, area in active_zonts(state))
    if powerless:
        return powerless, f"{CARDS[card].label} has no power on area {area} now, so none is chosen."
    return "zeven 3.7", f"The power of a Giglets is one of {', '.join(POWERS)}."


def refuse_change(state: State, move: Move) -> tuple[str, str]:
    """Say why a Change may not move a card so."""
    (card,) = move.cards
    pile = state.zones[AREA[state.area]]
    if card not in pile:
        return "zeven 3.4", f"{CARDS[card].label} does not lie in area {state.area}."
    if move.place not in ("1", "2", "3") or int(move.place) == state.area:
        return "zeven 3.4", f"A card of area {state.area} goes to another of the areas 1, 2 and 3."
    if card == pile[-1] and not state.options.change_moves_itself:
        return "zeven 3.4", "At this table a Change does not move itself (option changeMovesItself)."
    return "zeven 3.4", f"{CARDS[card].label} would bring area {move.place} above {LIMIT}."


def attempt(state: State, _seat: int, card: str) -> Move:
    """Return the move that one would try with a card of the hand."""
    empty = next((area for area in AREAS if not state.zones[AREA[area]]), 1)
    return ADDS[card] if VERB_OF_PHASE.get(state.phase) == "add" else PLAYS[(empty,)][card][0]


def route(state: State, seat: int, move: Move) -> tuple[str | None, str | None]:
    """Return the zones that a legal move takes a card from and to."""
    if move.verb == "add":
        return HAND[seat], AREA[state.area]
    target = f"area:{move.place}"
    return (HAND[seat] if move.verb == "play" else AREA[state.area]), target


def decides_in_secret(state: State, _seat: int) -> bool:
    """Tell whether a card of the hand is asked for: only for a Change it is one that lies open (zeven 3.4)."""
    return state.phase != "change"


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (zeven 7)."""
    return ZONES[state.seats]


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the public facts that are not cards."""
    return {
        "round": state.round,
        "rounds": rounds(state),
        "starter": state.starter,
        "turnTaker": state.turn_taker,
        "asked": "none" if state.phase == "over" else state.phase,
        "area": AREA.get(state.area, "none"),
        "zonts": format_areas(active_zonts(state)),
    }


@lru_cache(maxsize=8)
def format_areas(areas: tuple[int, ...]) -> str:
    """Write a list of areas as the value of a fact."""
    return core.format_list(AREA[area] for area in areas)


def scores(state: State, _viewer: int | None) -> tuple[int | None, ...]:
    """Return the totals of the rounds that have ended, which everybody knows (zeven 5.2)."""
    return state.points


def result(state: State) -> Result | None:
    """Return the result after the last round (zeven 4.5)."""
    return make_result(state.points, "rounds") if state.phase == "over" else None


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    check_seats(state)
    check_areas(state)
    check_question(state)


# ---- a turn


def play(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Play a card; if its area stays at 7 or below, use the card's power (zeven 2.4, 2.5)."""
    suit, area = move.cards[0][0], int(move.place or 0)
    began, muted = not state.zones[AREA[area]], is_muted(state, suit, area)
    state = put(layout, state, seat, move, area, "played")
    if move.choice:
        layout.happen("chosen", seat, "zeven 3.7", move.choice)
    if collect_if_full(layout, area, seat, "zeven 2.4") or began or muted:
        return end_turn(layout, state)
    return USE_POWER[move.choice or POWER_OF_SUIT[suit]](layout, state, area)


def put(layout: Layout, state: State, seat: int, move: Move, area: int, kind: str) -> State:
    """Put a card of the hand on top of an area; what lies below is no active Great Zont any more (zeven 3.6)."""
    layout.move(kind, seat, move.cards, HAND[seat], AREA[area], RULE_OF_PHASE[state.phase])
    return cover(state, area) if area in state.zonts else state


def cover(state: State, area: int) -> State:
    """Take away an area's mark of an active Great Zont (zeven 3.6, 3.7)."""
    return replace(state, zonts=tuple(zont for zont in state.zonts if zont != area))


def collect_if_full(layout: Layout, area: int, seat: int, rule: str) -> bool:
    """Let a seat take an area whose total is above 7 into its score pile; tell whether it did (zeven 2.4)."""
    pile = layout.zones[AREA[area]]
    if total(pile) <= LIMIT:
        return False
    layout.move("collected", seat, pile, AREA[area], SCORE[seat], rule)
    return True


def end_turn(layout: Layout, state: State) -> State:
    """Draw up to four; the next seat that has a card plays (zeven 2.3, 2.6)."""
    layout.draw_up(state.turn_taker, "deck", HAND[state.turn_taker], HAND_SIZE, "zeven 2.6")
    for seat in TURNS[state.seats][state.turn_taker]:
        if layout.zones[HAND[seat]]:
            return replace(state, phase="play", area=0, turn_taker=seat, asked=seat)
    return end_round(layout, state)


# ---- powers


def powerless_rule(pile: Deck, giglets: str, has_zont: bool) -> str | None:
    """Return the rule that takes the power of a Giglets away on an area, if there is one (zeven 3.1)."""
    if not pile or total(pile) + VALUE[giglets] > LIMIT:
        return "zeven 3.1"
    return "zeven 3.7" if has_zont else None


def is_muted(state: State, suit: str, area: int) -> bool:
    """Tell whether an active Great Zont takes a card's power away: not that of another one (zeven 3.7)."""
    return suit != "Z" and area in active_zonts(state)


def active_zonts(state: State) -> tuple[int, ...]:
    """Return the areas whose top card takes the power of the next one (zeven 3.6)."""
    if state.options.great_zont == "activated":
        return state.zonts
    return tuple(area for area in AREAS if area in state.zonts or has_zont_on_top(state.zones[AREA[area]]))


def has_zont_on_top(pile: Deck) -> bool:
    """Tell whether the top card of an area is of the suit Great Zont, however it got there (zeven 6)."""
    return bool(pile) and pile[-1][0] == "Z"


def use_art(layout: Layout, state: State, area: int) -> State:
    """Ask for another card for the area, if the hand is not empty (zeven 3.3)."""
    if not layout.zones[HAND[state.turn_taker]]:
        return end_turn(layout, state)
    return replace(state, phase="art", area=area)


def use_change(layout: Layout, state: State, area: int) -> State:
    """Ask for a card to move, if any fits anywhere (zeven 3.4)."""
    if not legal_changes(layout.zones, area, state.options):
        return end_turn(layout, state)
    return replace(state, phase="change", area=area)


def use_favors(layout: Layout, state: State, area: int) -> State:
    """Ask every other seat in turn for a card, beginning with the next one (zeven 3.5)."""
    return ask_favor(layout, replace(state, area=area), state.turn_taker)


def use_great_zont(layout: Layout, state: State, area: int) -> State:
    """Mark the area: the next card played onto it has no power (zeven 3.6, 3.7)."""
    return end_turn(layout, replace(state, zonts=tuple(sorted((*state.zonts, area)))))


USE_POWER = {"art": use_art, "change": use_change, "favors": use_favors, "zont": use_great_zont}


def ask_favor(layout: Layout, state: State, asked: int) -> State:
    """Ask the first seat after `asked` that has a card, until it is the turn-taker's place again (zeven 3.5)."""
    others = core.seats_after(state.turn_taker, state.seats)
    waiting = others[others.index(asked) + 1 :] if asked in others else others
    for seat in waiting:
        if layout.zones[HAND[seat]]:
            return replace(state, phase="favors", asked=seat)
    return end_turn(layout, state)


def add(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Put a card onto the current area, without its power (zeven 3.3, 3.5)."""
    rule = RULE_OF_PHASE[state.phase]
    state = put(layout, state, seat, move, state.area, "added")
    pushed = state.phase == "favors" and state.options.favors_collector == "pusher"
    collected = collect_if_full(layout, state.area, seat if pushed else state.turn_taker, rule)
    if state.phase == "art":
        return end_turn(layout, state)
    if state.options.favors_redraw == "immediate":
        layout.draw_up(seat, "deck", HAND[seat], HAND_SIZE, rule)
    return end_turn(layout, state) if collected else ask_favor(layout, state, seat)


def change_card(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Move a card of the current area on top of another; there it has no power (zeven 3.4)."""
    target = int(move.place or 0)
    layout.move("moved", seat, move.cards, AREA[state.area], AREA[target], "zeven 3.4")
    return end_turn(layout, cover(state, target))


ACTIONS = {"play": play, "add": add, "move": change_card}


# ---- rounds and score


def deal(layout: Layout, seats: int, starter: int) -> None:
    """Shuffle all cards; one face up to each area, then four to each seat, one at a time (zeven 1.2)."""
    layout.shuffle(DECK, "deck", "zeven 1.2")
    layout.deal("deck", tuple(AREA.values()), 1, "zeven 1.2")
    hands = [HAND[seat] for seat in (starter, *core.seats_after(starter, seats))]
    layout.deal("deck", hands, HAND_SIZE, "zeven 1.2")


def end_round(layout: Layout, state: State) -> State:
    """Score the round and deal the next; after the last everything stays where it is (zeven 4.1)."""
    piles = [layout.zones[SCORE[seat]] for seat in range(state.seats)]
    earned = score_piles(piles, state.options.tie_same_sum)
    for seat, points in enumerate(earned):
        layout.happen("scored", seat, "zeven 4.2", str(points))
    totals = tuple(old + new for old, new in zip(state.points, earned, strict=True))
    state = replace(state, phase="over", area=0, asked=state.turn_taker, points=totals)
    return state if state.round == rounds(state) else next_round(layout, state)


def next_round(layout: Layout, state: State) -> State:
    """Deal the next round, which the seat after the last starter begins (zeven 1.1)."""
    starter = (state.starter + 1) % state.seats
    layout.gather(ZONES[state.seats][1:], "deck", "zeven 5.2")
    deal(layout, state.seats, starter)
    return replace(
        state,
        phase="play",
        round=state.round + 1,
        starter=starter,
        turn_taker=starter,
        asked=starter,
        zonts=(),
    )


def rounds(state: State) -> int:
    """Return the number of rounds of the table (zeven 1.1)."""
    return state.seats if state.options.rounds == "seats" else state.options.rounds


def score_piles(piles: Sequence[Deck], tie_same_sum: str) -> tuple[int, ...]:
    """Score a round: one point a card, but none for a colour in which the seat is blocked (zeven 4.2, 4.4)."""
    earned = [len(pile) for pile in piles]
    for colour in "RYB":
        held = [[card for card in pile if card[1] == colour] for pile in piles]
        for seat in blocked_seats(held, tie_same_sum):
            earned[seat] -= len(held[seat])
    return tuple(earned)


def blocked_seats(held: Sequence[Sequence[str]], tie_same_sum: str) -> list[int]:
    """Return who scores nothing for the cards of a colour: the most, and of these the lowest sum (zeven 4.3)."""
    most = max(map(len, held))
    sums = {seat: total(cards) for seat, cards in enumerate(held) if len(cards) == most > 0}
    least = min(sums.values(), default=0)
    lowest = [seat for seat, held_sum in sums.items() if held_sum == least]
    return [] if len(lowest) > 1 and tie_same_sum == "noneBlocked" else lowest


# ---- states that cannot be


def check_seats(state: State) -> None:
    """Refuse a round, a starter, points or hands that cannot be."""
    first, _ = core.draw_first_seat(state.options, state.seats, state.seed)
    require(state.round <= rounds(state), "The round is beyond the last one.")
    require(
        max(state.starter, state.turn_taker, state.asked) < state.seats,
        "A seat is named that is not at the table.",
    )
    require(state.starter == (first + state.round - 1) % state.seats, "The round was started by another seat.")
    ended = state.round if state.phase == "over" else state.round - 1
    require(len(state.points) == state.seats, "There must be points for each seat.")
    require(
        sum(state.points) <= ended * len(DECK),
        "The points are more than the rounds that ended can have given.",
    )
    hands = [state.zones[HAND[seat]] for seat in range(state.seats)]
    require(max(map(len, hands)) <= HAND_SIZE, "A hand holds more than four cards.")
    piles = [state.zones[SCORE[seat]] for seat in range(state.seats)]
    require(
        all(len(pile) != 1 for pile in piles),
        "A score pile holds a single card, and no area is taken with less than two.",
    )


def check_areas(state: State) -> None:
    """Refuse areas above 7, two empty areas, and a Great Zont mark on a card that cannot have it."""
    piles = {area: state.zones[AREA[area]] for area in AREAS}
    require(max(map(total, piles.values())) <= LIMIT, "An area lies above seven.")
    require(sum(not pile for pile in piles.values()) <= 1, "More than one area is empty.")
    require(list(state.zonts) == sorted(set(state.zonts)), "The active Great Zonts are not in order.")
    for area in state.zonts:
        require(
            len(piles[area]) > 1 and piles[area][-1][0] in "ZG",
            "An active Great Zont is marked that is none.",
        )


def check_question(state: State) -> None:
    """Refuse a question that cannot be asked."""
    zones = state.zones
    if state.phase == "over":
        require(state.round == rounds(state), "The table is over before its last round.")
        require(
            not zones["deck"] and not any(zones[hand] for hand in HAND[: state.seats]),
            "Cards are left to play.",
        )
        return
    require(bool(zones[HAND[state.asked]]) or state.phase == "change", "A seat without cards is asked for one.")
    require((state.asked != state.turn_taker) == (state.phase == "favors"), "The wrong seat is asked.")
    require((state.area == 0) == (state.phase == "play"), "The area does not go with the question.")
    if state.phase != "play":
        check_power(state)


def check_power(state: State) -> None:
    """Refuse a power in use that no card of the area can have started."""
    pile = state.zones[AREA[state.area]]
    suits = {"art": "AG", "change": "CG", "favors": "FG"}[state.phase]
    played = pile[1:] if state.phase == "favors" else pile[1:][-1:]
    require(any(card[0] in suits for card in played), "No card of the area has the power that is in use.")
    require(state.area not in state.zonts, "A card with power lies on an active Great Zont.")
    require(all(state.zones[area] for area in AREA.values()), "A power is in use while an area is empty.")
    if state.phase == "change":
        require(
            bool(legal_changes(state.zones, state.area, state.options)),
            "A Change is asked for that cannot be.",
        )


GAME = Game(
    name="zeven",
    title="Zeven",
    summary="Collect cards from three areas, but do not hold the most of a colour.",
    rules=RULES_VERSION,
    min_seats=2,
    max_seats=MOST_SEATS,
    options=Options,
    state=State,
    verbs=VERBS,
    choices=CHOICES,
    facts=FACTS,
    events=EVENTS,
    words=WORDS,
    cards=CARDS,
    zone_map=ZONE_MAP,
    deck=deck,
    check_options=check_options,
    new=new,
    active=turn,
    turn=turn,
    legal=legal,
    apply=apply,
    refuse=refuse,
    attempt=attempt,
    route=route,
    zones=zones,
    read_facts=read_facts,
    scores=scores,
    result=result,
    check=check,
    decides_in_secret=decides_in_secret,
)

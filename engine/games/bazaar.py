"""Bazaar: stock three shelves with exactly as many goods as the customers want.

2–6 seats, the Zont deck. Each colour has a customer, whose top card says how many cards every seat should have on
its own pile of that colour: the target. A turn: play a card onto the own pile of its colour, a wild onto any, and
use the card's power:

    Art         may put one more card of the colour down
    Change      may take the top card of a pile of the colour into the hand
    Favors      goes onto the customer of its colour instead, and so sets a new target
    Great Zont  cannot be taken by a Change while it lies on top
    Giglets     does what the first other card below it does

If all piles of the seat now match their targets it banks them face down, worth their values; the others bank too,
but of each pile above its target the highest cards count against them. Then draw up to five. When the deck is empty
everybody has one more turn. The rules are numbered in docs/rules/bazaar.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from engine import game as core
from engine.errors import InvalidInput
from engine.game import Deck, Game, Result, Setup, Verb, Zones, make_result, require
from engine.games.zont import CARDS, DECK, ORDER, VALUE, value_on_top
from engine.layout import Layout
from engine.moves import Move, quote
from engine.questions import other_seat_is_asked, other_verb_is_asked, seat_lacks
from engine.zones import ZoneKind, ZoneMap

RULES_VERSION = 1
MOST_SEATS = 6
TURN_CAP = 100
COLOURS = ("red", "yellow", "blue")
FAVORS = tuple(card for card in DECK if card[0] == "F" and card[1] != "W")
VERBS_OF_PHASE = {"play": ("play",), "art": ("add", "skip"), "change": ("take", "skip")}
RULE_OF_PHASE = {"play": "bazaar 2.1", "art": "bazaar 3.1", "change": "bazaar 3.2"}


def lies_on_own_piles(card: str, _place: str = "") -> bool:
    """Tell whether a card can lie on an own pile, and so in what is scored: all but Favors (bazaar 2.2)."""
    return card[0] != "F"


ZONE_MAP = ZoneMap(
    {
        "deck": ZoneKind("the deck", "nobody"),
        "customer": ZoneKind("the {place} customer pile", "everybody", value=value_on_top),
        "pile": ZoneKind("the {part} pile of seat {seat}", "everybody", owned=True),
        "hand": ZoneKind("the hand of seat {seat}", "owner", owned=True, hand=True),
        "score": ZoneKind("the score pile of seat {seat}", "owner", owned=True, admits=lies_on_own_piles),
        "penalty": ZoneKind("the penalty cards of seat {seat}", "everybody", owned=True),
        "discard": ZoneKind("the discard pile", "everybody"),
    },
    ORDER,
)
SEATS = range(MOST_SEATS)
CUSTOMER = {colour: f"customer:{colour}" for colour in COLOURS}
PILE = tuple({colour: f"pile:{seat}.{colour}" for colour in COLOURS} for seat in SEATS)
PILES = tuple(tuple(PILE[seat].values()) for seat in SEATS)
HAND = tuple(f"hand:{seat}" for seat in SEATS)
SCORE = tuple(f"score:{seat}" for seat in SEATS)
PENALTY = tuple(f"penalty:{seat}" for seat in SEATS)
ALL_PILES = {seats: tuple(pile for own in PILES[:seats] for pile in own) for seats in range(2, MOST_SEATS + 1)}
ZONES = {
    seats: ("deck", *CUSTOMER.values(), *ALL_PILES[seats], *HAND[:seats], *SCORE[:seats], *PENALTY[:seats])
    for seats in ALL_PILES
}
ZONES_WITH_DISCARD = {seats: (*ZONES[seats], "discard") for seats in ZONES}

VERBS = (
    Verb("play", "play CARD @COLOUR", "Play a card from hand.", "play {cards} onto {to_zone}"),
    Verb("add", "add CARD @COLOUR", "Put one more card down because of Art.", "add {cards} to {to_zone}"),
    Verb(
        "take",
        "take @PILE",
        "Take the top card of a pile because of Change.",
        "take the top card of {from_zone}",
    ),
    Verb("skip", "skip", "Make no use of Art or Change.", "make no use of the power"),
)
FACTS = {
    "asked": "What is asked for",
    "pile": "Pile with the power in use",
    "protected": "Piles whose top card cannot be taken",
    "turns": "Turns taken",
    "turnCap": "Turns after which the last lap begins at the latest",
    "lastLap": "Why the last lap has begun",
    "lastSeat": "Seat that has the last turn",
}
EVENTS = {
    "played": "{seat} plays {cards} onto {to_zone}.",
    "added": "{seat} adds {cards} to {to_zone}.",
    "taken": "{seat} takes {cards} from {from_zone}.",
    "skipped": "{seat} makes no use of the power.",
    "matched": "All piles of {seat} match their targets.",
    "banked": "{seat} puts {cards} face down into its score pile.",
    "penalized": "{seat} has too many cards in {from_zone}, and {cards} counts against it.",
    "discarded": "{seat} discards {cards} from {from_zone}.",
    "drawn": "{seat} draws {cards}.",
    "asked": "What is asked for now: {word}.",
    "pile": "Pile with the power in use: {zones}.",
    "protected": "Piles whose top card cannot be taken: {zones}.",
    "turns": "Turns taken so far: {value}.",
    "lastLap": "Every seat has one more turn: {word}.",
    "lastSeat": "The last turn is that of {seats}.",
}
WORDS = {
    "play": "a card to play",
    "art": "another card of the colour, or none",
    "change": "a pile to take the top card of, or none",
    "deck": "the last card of the deck has been drawn",
    "cap": "there have been 100 turns for each seat",
}

# Legal moves are picked from these tables, not built: it is what makes listing them cheap.
# A card fits its own colour, a wild every colour.
FITTING = {colour: frozenset(card for card in DECK if CARDS[card].color in (colour, "wild")) for colour in COLOURS}
PLAYS = {card: tuple(Move("play", (card,), colour) for colour in COLOURS if card in FITTING[colour]) for card in DECK}
ADDS = {colour: {card: Move("add", (card,), colour) for card in DECK} for colour in COLOURS}
SOURCE = {zone.partition(":")[2]: zone for zone in ALL_PILES[MOST_SEATS]} | {
    f"customer.{colour}": zone for colour, zone in CUSTOMER.items()
}
TAKES = {
    seats: {
        colour: tuple(
            (SOURCE[place], Move("take", place=place))
            for place in (*(f"{seat}.{colour}" for seat in range(seats)), f"customer.{colour}")
        )
        for colour in COLOURS
    }
    for seats in ALL_PILES
}
SKIP = Move("skip")

# The suits of the cards that can be protected on top of a pile.
PROTECTORS = "ZG"

# What may keep a Change from the top card of a pile: the rule, and the sentence.
TAKES_ITSELF = ("bazaar 3.2", "A Change, or a Giglets used as one, does not take itself.")
TOO_FEW = ("bazaar 3.2", "A Change takes only from a pile that has at least two cards.")
PROTECTED = ("bazaar 3.4", "The top card of that pile is protected, as a Great Zont is.")
NO_CUSTOMERS = ("bazaar 7", "At this table a Change does not take from a customer pile (option changeTargets).")
OTHERS_ONLY = ("bazaar 7", "At this table a Change takes from piles of other seats only (option changeTargets).")


class Options(core.Options, frozen=True, kw_only=True):
    """The options of Bazaar (bazaar 7)."""

    change_targets: Annotated[
        Literal["all", "piles", "opponents"],
        Meta(
            description="What a Change may take from: own piles of any seat and customer piles, "
            "own piles of any seat, or piles of other seats only."
        ),
    ] = "all"
    change_takes_itself: Annotated[
        bool, Meta(description="Whether a Change may take itself back, or the Giglets used as one.")
    ] = False
    trigger: Annotated[
        Literal["active", "any"],
        Meta(
            description="Whose piles start a scoring round when they match the targets at the end of a turn: "
            "those of the seat whose turn it is, or of any."
        ),
    ] = "active"
    others_score: Annotated[
        Literal["bank", "discard", "stay"],
        Meta(
            description="What becomes of the cards of the other seats in a scoring round, but for those that count "
            "against them: they are banked, discarded, or stay on the piles."
        ),
    ] = "bank"
    hand_size: Annotated[int, Meta(ge=3, le=7, description="How many cards a seat is dealt, and draws up to.")] = 5


Phase = Literal["play", "art", "change", "over"]


class State(core.State, frozen=True, kw_only=True, tag="bazaar"):
    """A table of Bazaar.

    `phase` is what `turn_taker` is asked for: a card to play, or by Art or Change about its pile of `colour`.
    `turns` counts the turns that are over, of all seats. Once the last lap has begun, `last_lap` says why, and
    `last_seat` who has the last turn.
    """

    options: Options
    turn_taker: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    phase: Phase
    colour: Literal["red", "yellow", "blue", "none"]
    turns: Annotated[int, Meta(ge=0, le=(TURN_CAP + 1) * MOST_SEATS)]
    last_lap: Literal["deck", "cap", "none"]
    last_seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None


# ---- the contract


def deck(_options: Options) -> Deck:
    """Return the 55 cards in canonical order."""
    return DECK


def check_options(_seats: int, _options: Options) -> None:
    """Every option goes with every other."""


def new(layout: Layout, setup: Setup[Options]) -> State:
    """Find the customers and deal the hands (bazaar 1)."""
    state = State(
        rules=RULES_VERSION,
        seats=setup.seats,
        seed=setup.seed,
        options=setup.options,
        turn_taker=setup.first,
        phase="play",
        colour="none",
        turns=0,
        last_lap="none",
        last_seat=None,
    )
    layout.zones.update(dict.fromkeys(zones(state), ()))
    customers = find_customers(layout)
    for colour, card in zip(COLOURS, customers, strict=True):
        layout.zones[CUSTOMER[colour]] = (card,)
    layout.shuffle([card for card in DECK if card not in customers], "deck", "bazaar 1.2")
    hands = [HAND[seat] for seat in (setup.first, *core.seats_after(setup.first, setup.seats))]
    layout.deal("deck", hands, setup.options.hand_size, "bazaar 1.2")
    return state


def turn(state: State) -> tuple[int, ...]:
    """Return the one seat whose turn it is."""
    return () if state.phase == "over" else (state.turn_taker,)


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of the seat whose turn it is (bazaar 8)."""
    if seat != state.turn_taker or state.phase == "over":
        return ()
    if state.phase == "change":
        return (*legal_takes(state.zones, state), SKIP)
    hand = state.zones[HAND[seat]]
    if state.phase == "art":
        adds, fitting = ADDS[state.colour], FITTING[state.colour]
        return (*[adds[card] for card in hand if card in fitting], SKIP)
    moves: list[Move] = []
    for card in hand:
        moves += PLAYS[card]
    return tuple(moves)


def legal_takes(zones: Zones, state: State) -> list[Move]:
    """List the piles whose top card a Change may take: of any seat, then of the customer (bazaar 3.2)."""
    moves = []
    for source, move in TAKES[state.seats][state.colour]:
        # Most piles are too small, which is seen at once.
        if len(zones[source]) > 1 and obstacle(zones, state, source) is None:
            moves.append(move)
    return moves


def apply(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Make a legal move."""
    return ACTIONS[move.verb](layout, state, seat, move)


def refuse(state: State, seat: int, move: Move) -> tuple[str, str]:
    """Say which rule forbids a move, and why."""
    rule = RULE_OF_PHASE[state.phase]
    if seat != state.turn_taker:
        return rule, other_seat_is_asked(state.turn_taker, seat)
    verbs = VERBS_OF_PHASE[state.phase]
    if move.verb not in verbs:
        return rule, other_verb_is_asked(seat, verbs)
    if move.verb == "take":
        return refuse_take(state, move)
    (card,) = move.cards
    if card not in state.zones[HAND[seat]]:
        return rule, seat_lacks(seat, CARDS[card].label)
    return refuse_add(state, card) if move.verb == "add" else refuse_play(card, move)


def refuse_play(card: str, move: Move) -> tuple[str, str]:
    """Say why a card of the hand may not be played there."""
    if move.place not in COLOURS:
        return "bazaar 2.1", f"There is no place {quote(str(move.place))}; the places are red, yellow and blue."
    if card[0] == "F":
        return "bazaar 2.2", f"{CARDS[card].label} goes onto the {CARDS[card].color} customer pile only."
    return "bazaar 2.1", f"{CARDS[card].label} goes onto the seat's {CARDS[card].color} pile only."


def refuse_add(state: State, card: str) -> tuple[str, str]:
    """Say why a card of the hand may not be added there."""
    if card not in FITTING[state.colour]:
        return "bazaar 3.1", f"{CARDS[card].label} is neither {state.colour}, as the Art is, nor wild."
    return "bazaar 3.1", f"The card is added at {state.colour}, the colour of the Art."


def refuse_take(state: State, move: Move) -> tuple[str, str]:
    """Say why a Change may not take from there."""
    place = str(move.place)
    source = SOURCE.get(place, "")
    if source not in state.zones:
        return "bazaar 3.2", f"There is no pile {quote(place)}; write one as 0.red or customer.red."
    if not place.endswith(state.colour):
        return "bazaar 3.2", f"The Change is {state.colour}, and so is the pile that it takes from."
    why = obstacle(state.zones, state, source)
    assert why is not None
    return why


def attempt(state: State, _seat: int, card: str) -> Move:
    """Return the move that one would try with a card of the hand."""
    return ADDS[state.colour][card] if state.phase == "art" else PLAYS[card][0]


def route(_state: State, seat: int, move: Move) -> tuple[str | None, str | None]:
    """Return the zones that a legal move takes a card from and to."""
    if move.verb == "skip":
        return None, None
    if move.verb == "take":
        return SOURCE[str(move.place)], HAND[seat]
    return HAND[seat], destination(seat, move)


def decides_in_secret(state: State, _seat: int) -> bool:
    """Tell whether a card of the hand is asked for: only for a Change it is one that lies open (bazaar 3.2)."""
    return state.phase != "change"


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (bazaar 8)."""
    return (ZONES_WITH_DISCARD if state.options.others_score == "discard" else ZONES)[state.seats]


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the public facts that are not cards."""
    return {
        "asked": "none" if state.phase == "over" else state.phase,
        "pile": PILE[state.turn_taker].get(state.colour, "none"),
        "protected": protected_piles(state),
        "turns": state.turns,
        "turnCap": TURN_CAP * state.seats,
        "lastLap": state.last_lap,
        "lastSeat": "none" if state.last_seat is None else state.last_seat,
    }


def protected_piles(state: State) -> str:
    """Write the list of piles whose top card is protected as the value of a fact (bazaar 3.4, 3.5)."""
    lying, protected = state.zones, []
    for pile in ALL_PILES[state.seats]:
        cards = lying[pile]
        if cards and cards[-1][0] in PROTECTORS and suit_on_top(cards) == "Z":
            protected.append(pile)
    return core.format_list(protected) if protected else "none"


def scores(state: State, viewer: int | None) -> tuple[int | None, ...]:
    """Return the points so far: those of others only while they have no face-down cards (bazaar 5.3, 6.1)."""
    lying = state.zones
    known: list[int | None] = []
    for seat in range(state.seats):
        face_down = lying[SCORE[seat]]
        known.append(None if face_down and seat != viewer else points(face_down, lying[PENALTY[seat]]))
    return tuple(known)


def result(state: State) -> Result | None:
    """Return the result after the last lap (bazaar 5.3)."""
    if state.phase != "over":
        return None
    piles = state.zones
    totals = tuple(points(piles[SCORE[seat]], piles[PENALTY[seat]]) for seat in range(state.seats))
    return make_result(totals, state.last_lap)


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    check_turns(state)
    check_places(state)
    check_hands(state)
    check_matches(state)
    check_question(state)


# ---- set-up


def find_customers(layout: Layout) -> list[str]:
    """Return the red, the yellow and the blue customer, the first of each colour to be turned over (bazaar 1.1)."""
    if layout.stack is not None and len(layout.stack) == len(DECK):
        return unstack_customers(layout, layout.stack)
    favors = layout.shuffled(FAVORS, "deck")
    return [next(card for card in reversed(favors) if card in FITTING[colour]) for colour in COLOURS]


def unstack_customers(layout: Layout, stack: Iterable[str]) -> list[str]:
    """Take the customers from the top of a stacked deck (engine 2)."""
    *rest, blue, yellow, red = stack
    customers = [red, yellow, blue]
    for colour, card in zip(COLOURS, customers, strict=True):
        if card not in FAVORS or card not in FITTING[colour]:
            raise InvalidInput(
                f"A stacked deck of {len(DECK)} cards begins with a red, a yellow and a blue Favors; "
                f"{CARDS[card].label} cannot be the {colour} customer.",
                ("deck",),
            )
    layout.stack = rest
    return customers


# ---- a turn


def play(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Play a card; then its power, which for Favors and Great Zont is to lie where it does (bazaar 2.1–2.3)."""
    goal = destination(seat, move)
    rule = "bazaar 2.2" if move.cards[0][0] == "F" else "bazaar 2.1"
    layout.move("played", seat, move.cards, HAND[seat], goal, rule)
    use_power = USE_POWER.get(suit_on_top(layout.zones[goal]))
    return use_power(layout, state, move) if use_power else end_turn(layout, state)


def destination(seat: int, move: Move) -> str:
    """Return where a card goes: Favors to the customer, all others onto the own pile (bazaar 2.1, 2.2)."""
    colour = move.place or ""
    return CUSTOMER[colour] if move.cards[0][0] == "F" else PILE[seat][colour]


def add(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Put one more card down, without its power (bazaar 3.1)."""
    layout.move("added", seat, move.cards, HAND[seat], destination(seat, move), "bazaar 3.1")
    return end_turn(layout, state)


def take(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Take the top card of a pile into the hand (bazaar 3.2)."""
    layout.draw("taken", seat, SOURCE[str(move.place)], HAND[seat], "bazaar 3.2")
    return end_turn(layout, state)


def skip(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Make no use of Art or Change (bazaar 3.1, 3.2)."""
    layout.happen("skipped", seat, RULE_OF_PHASE[state.phase])
    return end_turn(layout, state)


ACTIONS = {"play": play, "add": add, "take": take, "skip": skip}


def end_turn(layout: Layout, state: State) -> State:
    """Score if the piles match and draw up; the next seat's turn begins, if there is one (bazaar 2.4, 2.5, 5.1)."""
    seat = state.turn_taker
    if matching := matching_seats(layout.zones, state):
        hold_scoring_round(layout, state, matching)
    layout.draw_up(seat, "deck", HAND[seat], state.options.hand_size, "bazaar 2.5")
    if seat == state.last_seat:
        return end_table(layout, state)
    following = (seat + 1) % state.seats
    state = replace(state, turn_taker=following, phase="play", colour="none", turns=state.turns + 1)
    due = due_last_lap(layout, state)
    return replace(state, last_lap=due, last_seat=seat) if due else state


def due_last_lap(layout: Layout, state: State) -> str | None:
    """Return why the last lap begins, if it does: an empty deck, or 100 turns per seat (bazaar 5.1, 5.4)."""
    if state.last_seat is not None:
        return None
    if not layout.zones["deck"]:
        return "deck"
    return "cap" if state.turns == TURN_CAP * state.seats else None


# ---- powers


def suit_on_top(pile: Deck) -> str:
    """Return the suit of the top card, for a Giglets that of the first other card below it (bazaar 3.5)."""
    for card in reversed(pile):
        if card[0] != "G":
            return card[0]
    return "none"


def use_art(_layout: Layout, state: State, move: Move) -> State:
    """Ask for one more card of the pile's colour, whatever the seat holds (bazaar 3.1, 3.6)."""
    return replace(state, phase="art", colour=move.place)


def use_change(layout: Layout, state: State, move: Move) -> State:
    """Ask for a pile of the colour to take the top card of, if there is one that qualifies (bazaar 3.2, 3.6)."""
    asked = replace(state, phase="change", colour=move.place)
    return asked if legal_takes(layout.zones, asked) else end_turn(layout, state)


USE_POWER = {"A": use_art, "C": use_change}


def obstacle(zones: Zones, state: State, source: str) -> tuple[str, str] | None:
    """Return what keeps a Change from the top card of a pile of its colour, if anything (bazaar 3.2, 3.4, 7)."""
    targets = state.options.change_targets
    if source == PILE[state.turn_taker][state.colour]:
        if not state.options.change_takes_itself:
            return TAKES_ITSELF
        if targets == "opponents":
            return OTHERS_ONLY
    elif source == CUSTOMER[state.colour] and targets != "all":
        return NO_CUSTOMERS
    pile = zones[source]
    if len(pile) < 2:
        return TOO_FEW
    return PROTECTED if suit_on_top(pile) == "Z" else None


# ---- scoring and end


def hold_scoring_round(layout: Layout, state: State, matching: Sequence[int]) -> None:
    """Let the seats whose piles match bank all, and then settle with the others (bazaar 2.4, 4)."""
    for seat in matching:
        layout.happen("matched", seat, "bazaar 2.4")
    for seat in matching:
        bank(layout, seat, "bazaar 4.1")
    for seat in range(state.seats):
        if seat not in matching:
            settle(layout, state, seat)


def matching_seats(zones: Zones, state: State) -> list[int]:
    """Return whose piles match: of all seats, or only of the one whose turn ends (bazaar 2.4, 7)."""
    if state.options.trigger == "any":
        return [seat for seat in range(state.seats) if is_matching(zones, seat)]
    return [state.turn_taker] if is_matching(zones, state.turn_taker) else []


def is_matching(zones: Zones, seat: int) -> bool:
    """Tell whether each pile of a seat has exactly as many cards as its target (bazaar 2.4)."""
    red, yellow, blue = PILES[seat]
    return (
        len(zones[red]) == target(zones, "red")
        and len(zones[yellow]) == target(zones, "yellow")
        and len(zones[blue]) == target(zones, "blue")
    )


def target(zones: Zones, colour: str) -> int:
    """Return how many cards a customer wants: the value of its top card (bazaar 1.3)."""
    return VALUE[zones[CUSTOMER[colour]][-1]]


def settle(layout: Layout, state: State, seat: int) -> None:
    """Let a seat pay for what is above its targets; then bank or discard the rest, or leave it (bazaar 4.2, 7)."""
    penalize(layout, seat, "bazaar 4.2")
    if state.options.others_score == "bank":
        bank(layout, seat, "bazaar 4.2")
    elif state.options.others_score == "discard":
        move_piles(layout, "discarded", seat, "discard", "bazaar 7")


def penalize(layout: Layout, seat: int, rule: str) -> None:
    """Take the highest cards out of piles above their target, of equal ones the upper, one by one (bazaar 4.2)."""
    for colour, pile in PILE[seat].items():
        cards = layout.zones[pile]
        surplus = len(cards) - target(layout.zones, colour)
        if surplus <= 0:
            continue
        upper_first = list(reversed(cards))
        for card in sorted(upper_first, key=VALUE.__getitem__, reverse=True)[:surplus]:
            layout.move("penalized", seat, (card,), pile, PENALTY[seat], rule)


def bank(layout: Layout, seat: int, rule: str) -> None:
    """Put all cards of a seat's piles face down into its score pile (bazaar 4.1, 4.2)."""
    move_piles(layout, "banked", seat, SCORE[seat], rule)


def move_piles(layout: Layout, kind: str, seat: int, goal: str, rule: str) -> None:
    """Move all cards of a seat's piles, red, yellow, blue (bazaar 4.3)."""
    for pile in PILES[seat]:
        if cards := layout.zones[pile]:
            layout.move(kind, seat, cards, pile, goal, rule)


def end_table(layout: Layout, state: State) -> State:
    """Score the piles of all seats for the last time (bazaar 5.2)."""
    for seat in range(state.seats):
        penalize(layout, seat, "bazaar 5.2")
        bank(layout, seat, "bazaar 5.2")
    return replace(state, phase="over", colour="none", turns=state.turns + 1)


@lru_cache(maxsize=1024)  # Scores are read after each move.
def points(face_down: Deck, face_up: Deck) -> int:
    """Return a seat's score: the values of its face-down cards minus those of its face-up cards (bazaar 5.3)."""
    return sum(map(VALUE.__getitem__, face_down)) - sum(map(VALUE.__getitem__, face_up))


# ---- states that cannot be


def check_turns(state: State) -> None:
    """Refuse a number of turns, a seat at turn or a last lap that cannot be."""
    seats, cap, over = state.seats, TURN_CAP * state.seats, state.phase == "over"
    first, _ = core.draw_first_seat(state.options, seats, state.seed)
    require(state.turn_taker == (first + state.turns - over) % seats, "It is the turn of another seat.")
    require((state.last_seat is None) == (state.last_lap == "none"), "The last lap has a last seat, no other has one.")
    if state.last_seat is None:
        require(bool(state.zones["deck"]), "The deck is empty, and the last lap has not begun.")
        require(state.turns < cap and not over, "The table should have ended, or its last lap begun.")
        return
    require(state.last_seat < seats, "A seat is named that is not at the table.")
    require(not over or state.turn_taker == state.last_seat, "The table was not ended by the last seat.")
    begun = state.turns - turns_of_last_lap(state)
    if state.last_lap == "cap":
        require(begun == cap, "The last lap began at the cap, but not there.")
    else:
        require(
            1 <= begun <= cap and not state.zones["deck"], "The last lap began with an empty deck, but cannot have."
        )


def turns_of_last_lap(state: State) -> int:
    """Return how many turns of the last lap are over."""
    return state.seats if state.phase == "over" else place_in_last_lap(state, state.turn_taker)


def place_in_last_lap(state: State, seat: int) -> int:
    """Return how many seats have their last turn before this one."""
    return 0 if state.last_seat is None else (seat - state.last_seat - 1) % state.seats


def check_places(state: State) -> None:
    """Refuse cards where they cannot lie (bazaar 2.1, 2.2)."""
    zones = state.zones
    for colour, customer in CUSTOMER.items():
        pile = zones[customer]
        require(bool(pile) and pile[0] in FAVORS, "A customer pile does not begin with a coloured Favors.")
        require(not any(map(lies_on_own_piles, pile)), "A card that is no Favors lies on a customer pile.")
        require(FITTING[colour].issuperset(pile), "A card lies on a customer pile of another colour.")
        for own in PILE[: state.seats]:
            require(FITTING[colour].issuperset(zones[own[colour]]), "A card lies on a pile of another colour.")
    for zone in (*ALL_PILES[state.seats], *SCORE[: state.seats], *PENALTY[: state.seats]):
        require(all(map(lies_on_own_piles, zones[zone])), "A Favors lies where only cards of own piles can.")
    require(all(map(lies_on_own_piles, zones.get("discard", ()))), "A Favors is discarded, and was on no own pile.")


def check_hands(state: State) -> None:
    """Refuse hands that are too large or too small, and more cards out of them than the turns can have brought."""
    size, asked = state.options.hand_size, int(state.phase in ("art", "change"))
    hands = [len(state.zones[hand]) for hand in HAND[: state.seats]]
    for seat, held in enumerate(hands):
        playing = asked * (seat == state.turn_taker)
        require(fewest_cards(state, seat) <= held + playing <= size, "A hand holds too many cards, or too few.")
    played = len(DECK) - len(COLOURS) - len(state.zones["deck"]) - sum(hands)
    require(played <= 2 * state.turns + asked, "More cards have been played than the turns allow.")


def fewest_cards(state: State, seat: int) -> int:
    """Return how few cards a seat can hold when no power of its own is in use.

    It has drawn up, but for the seat that drew the last card, which may have put down two before, and for those that
    ended their last turn with an empty deck.
    """
    size = state.options.hand_size
    if state.last_lap == "deck" and seat == state.last_seat:
        size -= 1
    has_ended = state.last_seat is not None and place_in_last_lap(state, seat) < turns_of_last_lap(state)
    return size - 2 if has_ended and not state.zones["deck"] else size


def check_matches(state: State) -> None:
    """Refuse piles that match their targets and would have been banked when the turn before ended (bazaar 2.4)."""
    if state.phase == "over":
        require(not any(state.zones[pile] for pile in ALL_PILES[state.seats]), "Cards are left on the piles.")
        return
    *others, before = core.seats_after(state.turn_taker, state.seats)
    if state.options.trigger == "any":
        # What stays on the piles in a scoring round may match only then.
        banked = [] if state.options.others_score == "stay" else [*others, before]
    else:
        banked = [before]
    for seat in banked:
        has_cards = any(state.zones[pile] for pile in PILES[seat])
        require(not (has_cards and is_matching(state.zones, seat)), "Piles that match their targets were not banked.")


def check_question(state: State) -> None:
    """Refuse a question that cannot be asked."""
    if state.phase in ("play", "over"):
        require(state.colour == "none", "No power is in use, so there is no pile in question.")
        return
    require(state.colour != "none", "A power is in use, but on no pile.")
    suit = suit_on_top(state.zones[PILE[state.turn_taker][state.colour]])
    require(suit == ("A" if state.phase == "art" else "C"), "The top card does not have the power that is in use.")
    require(
        state.phase == "art" or bool(legal_takes(state.zones, state)),
        "A Change is asked for that cannot be.",
    )


GAME = Game(
    name="bazaar",
    title="Bazaar",
    summary="Stock three shelves with exactly as many goods as the customers want.",
    rules=RULES_VERSION,
    min_seats=2,
    max_seats=MOST_SEATS,
    options=Options,
    state=State,
    verbs=VERBS,
    choices={},
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

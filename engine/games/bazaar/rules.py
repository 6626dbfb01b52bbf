"""The course of a table of Bazaar, in the order of the rule page."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from engine.core import values as core
from engine.core.errors import InvalidInput
from engine.core.game import Action, TableSetup
from engine.core.moves import Move
from engine.core.values import Refused, Result, Zones, make_result
from engine.core.zones import Layout
from engine.games.bazaar.cards import (
    ALL_PILES,
    CHANGE_PILES,
    COLOURS,
    CUSTOMER,
    FAVORS,
    FITTING,
    HAND,
    PENALTY,
    PILE,
    PILES,
    SCORE,
    SOURCE,
    suit_on_top,
)
from engine.games.bazaar.state import TURN_CAP, Options, State, matching_seats, target, zones
from engine.games.zont import CARDS, DECK, VALUE

RULES_VERSION = 1
# The rule of each question.
RULE_OF_PHASE = {"play": "bazaar 2.1", "art": "bazaar 3.1", "change": "bazaar 3.2", "bank": "bazaar 4.4"}

# The reasons to refuse a Change the top card of a pile: made once, since every pile is checked.
TAKES_ITSELF = Refused(
    "bazaar 3.2", "At this table a Change, or a Giglets used as one, does not take itself (option changeTakesItself)."
)
TOO_FEW = Refused("bazaar 3.2", "A Change takes only from a pile that has at least two cards.")
PROTECTED = Refused("bazaar 3.4", "The top card of that pile is protected, like a Great Zont.")
NO_CUSTOMERS = Refused("bazaar 7", "At this table a Change does not take from a customer pile (option changeTargets).")
OTHERS_ONLY = Refused("bazaar 7", "At this table a Change takes from piles of other seats only (option changeTargets).")


# ---- 1 set-up


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


def new(layout: Layout, setup: TableSetup[Options]) -> State:
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


# ---- 2 a turn


def play(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Play a card (bazaar 2.1), then its power (bazaar 2.3); that of Favors is only its place (bazaar 3.3)."""
    goal = destination(seat, move)
    rule = "bazaar 2.2" if move.cards[0][0] == "F" else "bazaar 2.1"
    layout.move("played", seat, move.cards, HAND[seat], goal, rule)
    use_power = USE_POWER.get(suit_on_top(layout.zones[goal]))
    return use_power(layout, state, move) if use_power else end_turn(layout, state)


def destination(seat: int, move: Move) -> str:
    """Return where a card goes: Favors to the customer, all others onto the own pile (bazaar 2.1, bazaar 2.2)."""
    colour = move.place or ""
    return CUSTOMER[colour] if move.cards[0][0] == "F" else PILE[seat][colour]


def end_turn(layout: Layout, state: State) -> State:
    """Score if the piles match (bazaar 2.4), or ask whether to (bazaar 4.4), and finish the turn."""
    matching = matching_seats(layout.zones, state)
    if matching and state.options.banking != "compulsory":
        return replace(state, phase="bank", colour="none")
    if matching:
        hold_scoring_round(layout, state, matching)
    return finish_turn(layout, state)


def finish_turn(layout: Layout, state: State) -> State:
    """Draw up (bazaar 2.5), and begin the next turn, if any (bazaar 5.1)."""
    seat = state.turn_taker
    layout.draw_up(seat, "deck", HAND[seat], state.options.hand_size, "bazaar 2.5")
    if seat == state.last_seat:
        return end_table(layout, state)
    following = (seat + 1) % state.seats
    state = replace(state, turn_taker=following, phase="play", colour="none", turns=state.turns + 1)
    due = due_last_lap(layout, state)
    return replace(state, last_lap=due, last_seat=seat) if due else state


# ---- 3 powers


def use_art(_layout: Layout, state: State, move: Move) -> State:
    """Ask for one more card of the pile's colour, whatever the seat holds (bazaar 3.1, bazaar 3.6)."""
    return replace(state, phase="art", colour=move.place)


def add(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Put one more card down, without its power (bazaar 3.1)."""
    layout.move("added", seat, move.cards, HAND[seat], destination(seat, move), "bazaar 3.1")
    return end_turn(layout, state)


def rule_of(state: State) -> str:
    """Return the rule behind the question that is asked (bazaar 4.4, bazaar 4.5)."""
    if state.phase == "bank" and state.options.banking == "keep":
        return "bazaar 4.5"
    return RULE_OF_PHASE[state.phase]


def skip(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Make no use of Art or Change (bazaar 3.1, bazaar 3.2), or do not bank (bazaar 4.4, bazaar 4.5)."""
    if state.phase == "bank" and state.options.banking == "keep":
        return keep_piles(layout, state, seat)
    layout.happen("skipped", seat, rule_of(state))
    return finish_turn(layout, state) if state.phase == "bank" else end_turn(layout, state)


def use_change(layout: Layout, state: State, move: Move) -> State:
    """Ask for a pile of the colour to take the top card of, if there is one that qualifies (bazaar 3.2, bazaar 3.6)."""
    asked = replace(state, phase="change", colour=move.place)
    return asked if takable_piles(layout.zones, asked) else end_turn(layout, state)


def takes_from_customers(options: Options) -> bool:
    """Tell whether a Change may take from a customer pile (bazaar 3.2; option, bazaar 7)."""
    return options.change_targets == "all"


def takable_piles(zones: Zones, state: State) -> list[str]:
    """Return the piles whose top card a Change may take, those of seats first (bazaar 3.2)."""
    piles = CHANGE_PILES[state.seats][state.colour]
    # Most piles are too small, which is quick to check.
    return [pile for pile in piles if len(zones[pile]) > 1 and why_not_taken(zones, state, pile) is None]


def why_not_taken(zones: Zones, state: State, source: str) -> Refused | None:
    """Refuse a Change the top card of a pile of its colour (bazaar 3.2, bazaar 3.4), also by option (bazaar 7)."""
    options = state.options
    if source == PILE[state.turn_taker][state.colour]:
        if not options.change_takes_itself:
            return TAKES_ITSELF
        if options.change_targets == "opponents":
            return OTHERS_ONLY
    elif source == CUSTOMER[state.colour] and not takes_from_customers(options):
        return NO_CUSTOMERS
    pile = zones[source]
    if len(pile) < 2:
        return TOO_FEW
    return PROTECTED if suit_on_top(pile) == "Z" else None


def take(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Take the top card of a pile into the hand (bazaar 3.2)."""
    layout.draw("taken", seat, SOURCE[str(move.place)], HAND[seat], "bazaar 3.2")
    return end_turn(layout, state)


USE_POWER = {"A": use_art, "C": use_change}


# ---- 4 a scoring round


def hold_scoring_round(layout: Layout, state: State, matching: Sequence[int]) -> None:
    """Let the seats whose piles match bank all, and then settle with the others (bazaar 2.4, bazaar 4)."""
    for seat in matching:
        layout.happen("matched", seat, "bazaar 2.4")
    for seat in matching:
        bank(layout, seat, "bazaar 4.1")
    for seat in range(state.seats):
        if seat not in matching:
            settle(layout, state, seat)


def choose_to_bank(layout: Layout, state: State, _seat: int, _move: Move) -> State:
    """Hold the scoring round that the seat was asked about, with every seat whose piles match (bazaar 4.4)."""
    hold_scoring_round(layout, state, matching_seats(layout.zones, state))
    return finish_turn(layout, state)


def keep_piles(layout: Layout, state: State, seat: int) -> State:
    """Hold the scoring round without the seat that was asked: it keeps its piles (bazaar 4.5)."""
    layout.happen("skipped", seat, rule_of(state))
    matching = matching_seats(layout.zones, state)
    for other in matching:
        layout.happen("matched", other, "bazaar 2.4")
    settled = [other for other in range(state.seats) if other != seat]
    for other in settled:
        if other in matching:
            bank(layout, other, "bazaar 4.1")
    for other in settled:
        if other not in matching:
            settle(layout, state, other)
    return finish_turn(layout, state)


def settle(layout: Layout, state: State, seat: int) -> None:
    """Let a seat pay for the cards above its targets (bazaar 4.2); bank, discard or leave the rest (bazaar 7)."""
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
    """Put all cards of a seat's piles face down into its score pile (bazaar 4.1, bazaar 4.2)."""
    move_piles(layout, "banked", seat, SCORE[seat], rule)


def move_piles(layout: Layout, kind: str, seat: int, goal: str, rule: str) -> None:
    """Move all cards of a seat's piles, red, yellow, blue (bazaar 4.3)."""
    for pile in PILES[seat]:
        if cards := layout.zones[pile]:
            layout.move(kind, seat, cards, pile, goal, rule)


# ---- 5 the end


def due_last_lap(layout: Layout, state: State) -> str | None:
    """Return why the last lap begins, if it does: an empty deck, or 100 turns per seat (bazaar 5.1, bazaar 5.4)."""
    if state.last_seat is not None:
        return None
    if not layout.zones["deck"]:
        return "deck"
    return "cap" if state.turns == TURN_CAP * state.seats else None


def end_table(layout: Layout, state: State) -> State:
    """Score the piles of all seats for the last time (bazaar 5.2)."""
    for seat in range(state.seats):
        penalize(layout, seat, "bazaar 5.2")
        bank(layout, seat, "bazaar 5.2")
    return replace(state, phase="over", colour="none", turns=state.turns + 1)


def result(state: State) -> Result | None:
    """Return the result after the last lap (bazaar 5.3)."""
    if state.phase != "over":
        return None
    return make_result(points(state), state.last_lap)


def points(state: State) -> tuple[int, ...]:
    """Return each seat's score: the values of its face-down cards minus those of its face-up cards (bazaar 5.3)."""
    return tuple([points_of(state.zones, seat) for seat in range(state.seats)])


def points_of(zones: Zones, seat: int) -> int:
    """Return the score of a seat (bazaar 5.3)."""
    value = VALUE.__getitem__
    return sum(map(value, zones[SCORE[seat]])) - sum(map(value, zones[PENALTY[seat]]))


# ---- 6 what is known


def decides_in_secret(state: State, _seat: int) -> bool:
    """Tell whether a card of the hand is asked for: a Change takes an open one, and open ones are banked."""
    return state.phase not in ("change", "bank")


def scores(state: State, viewer: int | None) -> tuple[int | None, ...]:
    """Return the points so far: those of others only while they have no face-down cards (bazaar 5.3, bazaar 6.1)."""
    lying = state.zones
    # Only what is shown is summed up, since the scores are read after every move.
    return tuple(
        [None if lying[SCORE[seat]] and seat != viewer else points_of(lying, seat) for seat in range(state.seats)]
    )


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the public facts that are not cards; if banking is a choice whose turn it is (bazaar 6.1, bazaar 6.2)."""
    return {
        **({} if state.options.banking == "compulsory" else {"turnTaker": state.turn_taker}),
        "asked": "none" if state.phase == "over" else state.phase,
        "pile": PILE[state.turn_taker].get(state.colour, "none"),
        "protected": protected_piles(state),
        "turns": state.turns,
        "turnCap": TURN_CAP * state.seats,
        "lastLap": state.last_lap,
        "lastSeat": "none" if state.last_seat is None else state.last_seat,
    }


def protected_piles(state: State) -> str:
    """Write the list of piles whose top card is protected as the value of a fact (bazaar 3.4, bazaar 3.5)."""
    lying = state.zones
    protected = []
    for pile in ALL_PILES[state.seats]:
        suit = lying[pile][-1][0] if lying[pile] else "none"
        if suit == "Z" or (suit == "G" and suit_on_top(lying[pile]) == "Z"):
            protected.append(pile)
    return core.format_list(tuple(protected))


# The action of each verb.
ACTIONS: Mapping[str, Action[State]] = {"play": play, "add": add, "take": take, "bank": choose_to_bank, "skip": skip}

"""The course of a table of Door to Zont, in the order of the rule page."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from engine.core import values as core
from engine.core.game import Action, TableSetup
from engine.core.moves import Move
from engine.core.values import Refused, Result, Zones, make_result
from engine.core.zones import Layout
from engine.games.door.cards import (
    FIRST_CARDS,
    HAND,
    HAND_SIZE,
    PILE,
    SCORE,
    SHUFFLED_CARDS,
    SUIT_OF_PILE,
    TARGETS,
    ZONES,
)
from engine.games.door.state import (
    MOST_FINAL_TURNS_OF_A_SEAT,
    Options,
    State,
    find_pile,
    next_seat,
    powers,
    same_colours,
)
from engine.games.zont import POWER_OF_SUIT, VALUE

RULES_VERSION = 1
# The rule by which a card is put down, or a power declined.
RULE_OF_PHASE = {
    "play": "door 2.1",
    "add": "door 3.1",
    "take": "door 3.2",
    "shuffle": "door 3.3",
    "scoring": "door 2.3",
    "final": "door 4.2",
}


# ---- 1 set-up


def new(layout: Layout, setup: TableSetup[Options]) -> State:
    """Begin each suit pile with its 0, shuffle the others, and deal five to each seat (door 1.1)."""
    layout.zones.update(dict.fromkeys(ZONES[setup.seats], ()))
    layout.zones.update({PILE[suit]: (card,) for suit, card in FIRST_CARDS.items()})
    layout.shuffle(SHUFFLED_CARDS, "deck", "door 1.1")
    hands = [HAND[seat] for seat in (setup.first, *core.seats_after(setup.first, setup.seats))]
    layout.deal("deck", hands, HAND_SIZE, "door 1.1")
    return State(
        rules=RULES_VERSION,
        seats=setup.seats,
        seed=setup.seed,
        options=setup.options,
        turn_taker=setup.first,
        phase="play",
        card="",
        protected=False,
        final=False,
        final_turns=0,
    )


# ---- 2 a turn


def play(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Play a card onto the pile of its suit; then its power may be used (door 2.1, door 2.2, door 3.5, door 4.2)."""
    (card,) = move.cards
    layout.move("played", seat, move.cards, HAND[seat], PILE[card[0]], RULE_OF_PHASE[state.phase])
    power = move.choice or POWER_OF_SUIT[card[0]]
    if card[0] == "G":
        layout.happen("chosen", seat, "door 3.5", power)
        state = mark_giglets(state, protected=power == "zont")
    return USE_POWER[power](layout, state, card) if power in powers(state) else end_power(layout, state)


def score(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Put a card onto the own score pile; with that a turn ends, also in the final round (door 2.3, door 4.2)."""
    layout.move("scored", seat, move.cards, HAND[seat], SCORE[seat], RULE_OF_PHASE[state.phase])
    return end_final_turn(layout, state) if state.final else end_turn(layout, state)


def end_power(layout: Layout, state: State) -> State:
    """Ask for a card to score, or end a turn of the final round, which is one card (door 2.3, door 4.2)."""
    return end_final_turn(layout, state) if state.final else replace(state, phase="scoring", card="")


def end_turn(layout: Layout, state: State) -> State:
    """Draw up to five; then it is the turn of the next seat, perhaps with the final round (door 2.4, door 4.1)."""
    hand = HAND[state.turn_taker]
    held = len(layout.zones[hand])
    layout.draw_up(state.turn_taker, "deck", hand, HAND_SIZE, "door 2.4")
    final = not layout.zones["deck"] and begins_final_round(state.options, held, len(layout.zones[hand]))
    return replace(state, turn_taker=next_seat(state), phase="final" if final else "play", final=final)


# ---- 3 powers


def use_art(_layout: Layout, state: State, card: str) -> State:
    """Ask for one more card, also a seat that has none of that colour: others cannot know it (door 3.1)."""
    return replace(state, phase="add", card=card)


def add(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Put one more card onto the pile of its suit, without its power (door 3.1)."""
    layout.move("added", seat, move.cards, HAND[seat], PILE[move.cards[0][0]], RULE_OF_PHASE[state.phase])
    if move.cards[0][0] == "G":
        state = mark_giglets(state, protected=False)
    return end_power(layout, state)


def use_change(layout: Layout, state: State, card: str) -> State:
    """Ask for a top card to take, if any can be taken (door 3.2)."""
    can_take = takable_piles(layout.zones, state, card)
    return replace(state, phase="take", card=card) if can_take else end_power(layout, state)


def takable_piles(zones: Zones, state: State, used: str) -> list[str]:
    """Return the piles whose top card a Change may take (door 3.2; option, door 6)."""
    piles = TARGETS[state.options.change_targets][state.seats]
    colours = same_colours(state, used)
    # Most piles have nothing of the colour on top, which is quick to check.
    fitting = [pile for pile in piles if zones[pile] and zones[pile][-1][1] in colours]
    return [pile for pile in fitting if why_not_taken(zones, state, used, pile) is None]


def why_not_taken(zones: Zones, state: State, used: str, pile: str) -> Refused | None:
    """Refuse a Change a top card of another colour, a protected one, or itself (door 3.2, 3.4, 3.5; door 3.7)."""
    suit = SUIT_OF_PILE.get(pile)
    cards = zones[pile]
    if suit == used[0] and not state.options.change_takes_itself:
        return TAKES_ITSELF
    if len(cards) < (1 if suit is None else 2):
        return TOO_FEW
    if cards[-1][0] == "Z":
        return GREAT_ZONT
    if suit == "G" and state.protected:
        return GIGLETS
    if cards[-1][1] in same_colours(state, used):
        return None
    return WILDS_ONLY if "W" in (cards[-1][1], used[1]) else OTHER_COLOUR


# Made once, since every pile is checked.
TAKES_ITSELF = Refused(
    "door 3.2", "At this table {used}, on top of the {target} pile, does not take itself (option changeTakesItself)."
)
TOO_FEW = Refused("door 3.2", "The pile has too few cards for a Change.")
OTHER_COLOUR = Refused("door 3.2", "{top} does not have the same colour as {used}.")
WILDS_ONLY = Refused("door 3.2", "At this table a wild has the same colour as wilds only (option wildColour).")
GREAT_ZONT = Refused("door 3.4", "{top} is protected: a Change does not take a Great Zont.")
GIGLETS = Refused("door 3.5", "{top} is protected: it was played as a Great Zont.")


def take(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Take the top card of a pile (door 3.2)."""
    pile = find_pile(state, move)
    assert pile is not None
    layout.draw("taken", seat, pile, zone_of_taken(state), "door 3.2")
    return end_power(layout, state)


def zone_of_taken(state: State) -> str:
    """Return the zone for a card that a Change takes (door 3.2, door 6)."""
    return (HAND if state.options.change_keeps_in == "hand" else SCORE)[state.turn_taker]


def use_favors(_layout: Layout, state: State, card: str) -> State:
    """Ask for a pile to shuffle (door 3.3)."""
    return replace(state, phase="shuffle", card=card)


def shuffle(layout: Layout, state: State, _seat: int, move: Move) -> State:
    """Shuffle a pile as it lies; a Giglets is no longer protected (door 3.3, door 3.5, door 3.6, door 3.8)."""
    pile = find_pile(state, move)
    assert pile is not None
    rule = "door 3.3" if pile in SUIT_OF_PILE else "door 3.8"
    if state.options.favors == "new":
        layout.shuffle_to_new_top(pile, rule)
    else:
        layout.shuffle(layout.zones[pile], pile, rule)
    return end_power(layout, mark_giglets(state, protected=False) if pile == PILE["G"] else state)


def shufflable_piles(state: State) -> list[str]:
    """Return the piles that a Favors may shuffle (door 3.3, door 3.6, door 3.8)."""
    piles = TARGETS[state.options.favors_targets][state.seats]
    least = 2 if state.options.favors == "new" else 1
    return [pile for pile in piles if len(state.zones[pile]) >= least]


def skip(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Decline a power (door 3.1, door 3.2, door 3.3)."""
    layout.happen("skipped", seat, RULE_OF_PHASE[state.phase])
    return end_power(layout, state)


def use_no_power(layout: Layout, state: State, _card: str) -> State:
    """Continue at once: a Great Zont has no active power (door 3.4)."""
    return end_power(layout, state)


def mark_giglets(state: State, *, protected: bool) -> State:
    """Mark the top Giglets of the pile as protected, or take the mark away (door 3.5)."""
    return state if state.protected == protected else replace(state, protected=protected)


USE_POWER: Mapping[str, Callable[[Layout, State, str], State]] = {
    "art": use_art,
    "change": use_change,
    "favors": use_favors,
    "zont": use_no_power,
    "none": use_no_power,
}


# ---- 4 the final round, and the end


def begins_final_round(options: Options, held: int, holds: int) -> bool:
    """Tell whether a seat has begun the final round by drawing the deck empty (door 4.1)."""
    if options.final_trigger == "deckEmpty":
        return True
    return holds == held if options.final_trigger == "noDraw" else holds < HAND_SIZE


def end_final_turn(layout: Layout, state: State) -> State:
    """End the game if the hand is empty, or after the last possible turn; else continue (door 4.3, door 4.4)."""
    turns = state.final_turns + 1
    if not layout.zones[HAND[state.turn_taker]] or turns == most_final_turns(state):
        return replace(state, phase="over", card="", final_turns=turns)
    return replace(state, turn_taker=next_seat(state), phase="final", card="", final_turns=turns)


def most_final_turns(state: State) -> int:
    """Return the number of turns after which the final round ends (door 4.4)."""
    return MOST_FINAL_TURNS_OF_A_SEAT * state.seats


def result(state: State) -> Result | None:
    """Return the result: the highest sum wins (door 4.5)."""
    if state.phase != "over":
        return None
    return make_result(score_piles(state), "cap" if state.zones[HAND[state.turn_taker]] else "handEmpty")


def score_piles(state: State) -> tuple[int, ...]:
    """Return the worth of each seat's score pile by the top cards of the suit piles (door 4.5)."""
    worth = worth_of_suits(state.zones)
    return tuple([score_pile(state.zones, seat, worth) for seat in range(state.seats)])


def worth_of_suits(zones: Zones) -> Mapping[str, int]:
    """Return what a scored card of each suit is worth: the value of the top card of its pile (door 4.5)."""
    return {suit: VALUE[zones[pile][-1]] for suit, pile in PILE.items()}


def score_pile(zones: Zones, seat: int, worth: Mapping[str, int]) -> int:
    """Return the worth of the score pile of a seat (door 4.5)."""
    return sum([worth[card[0]] for card in zones[SCORE[seat]]])


# ---- 5 what is known


def decides_in_secret(state: State, _seat: int) -> bool:
    """Tell whether a card of the hand is asked for, and not a pile, for a Change or Favors (door 3.2, door 3.3)."""
    return state.phase not in ("take", "shuffle")


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the public facts that are not cards (door 5.1)."""
    return {
        "turnTaker": state.turn_taker,
        "asked": "none" if state.phase == "over" else state.phase,
        "card": state.card or "none",
        "protected": state.zones[PILE["G"]][-1] if state.protected else "none",
        "finalRound": "yes" if state.final else "no",
        "finalTurns": state.final_turns,
    }


def scores(state: State, viewer: int | None) -> tuple[int | None, ...]:
    """Return the worth of the score piles now, null where the viewer cannot see every card (door 5.1, door 5.2)."""
    owner = viewer if state.options.score_pile == "owner" else None
    lying = state.zones
    worth = worth_of_suits(lying)
    # Only what is shown is summed up, since the scores are read after every move.
    return tuple(
        [
            None if len(lying[SCORE[seat]]) > 1 and seat != owner else score_pile(lying, seat, worth)
            for seat in range(state.seats)
        ]
    )


# The action of each verb.
ACTIONS: Mapping[str, Action[State]] = {
    "play": play,
    "add": add,
    "take": take,
    "shuffle": shuffle,
    "score": score,
    "skip": skip,
}

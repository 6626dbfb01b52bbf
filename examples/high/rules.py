"""The course of a table of High, in the order of the rule page."""

from collections.abc import Mapping

from msgspec.structs import replace

from engine.core.game import Action, TableSetup
from engine.core.moves import Move
from engine.core.values import Result, make_result, seats_after
from engine.core.zones import Layout
from examples.high.cards import DECK, HAND, TAKEN, VALUE
from examples.high.state import Options, State, is_over, zones

RULES_VERSION = 1


# ---- 1 set-up


def new(layout: Layout, setup: TableSetup[Options]) -> State:
    """Shuffle, and deal the hands one card at a time (high 1.2)."""
    state = State(rules=RULES_VERSION, seats=setup.seats, seed=setup.seed, options=setup.options, asked=setup.first)
    layout.zones.update(dict.fromkeys(zones(state), ()))
    layout.shuffle(DECK, "deck", "high 1.2")
    hands = [HAND[seat] for seat in (setup.first, *seats_after(setup.first, setup.seats))]
    layout.deal("deck", hands, setup.options.cards, "high 1.2")
    return state


# ---- 2 play


def lay(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Lay a card; if it is higher than the card to beat, take all (high 2.1, high 2.2)."""
    below = layout.zones["table"]
    layout.move("laid", seat, move.cards, HAND[seat], "table", "high 2.1")
    if below and VALUE[move.cards[0]] > VALUE[below[-1]]:
        layout.move("taken", seat, layout.zones["table"], "table", TAKEN[seat], "high 2.2")
    return next_turn(layout, state, seat)


def next_turn(layout: Layout, state: State, seat: int) -> State:
    """Pass the turn to the next seat that has cards (high 2.3)."""
    for other in seats_after(seat, state.seats):
        if layout.zones[HAND[other]]:
            return replace(state, asked=other)
    return replace(state, asked=seat)


def toss(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Draw a card, and put the 1 at the bottom of the deck (high 2.4)."""
    layout.draw("drawn", seat, "deck", HAND[seat], "high 2.4")
    layout.bury("tossed", seat, move.cards, HAND[seat], "deck", "high 2.4")
    return state


ACTIONS: Mapping[str, Action[State]] = {"lay": lay, "toss": toss}


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the card to beat (high 2.2)."""
    on_top = state.zones["table"][-1:]
    return {"toBeat": on_top[0] if on_top else "none"}


# ---- 3 score


def scores(state: State, _viewer: int | None) -> tuple[int | None, ...]:
    """Return the numbers of cards taken, which everybody sees (high 3.1)."""
    return count_taken(state)


def result(state: State) -> Result | None:
    """Return the result when every hand is empty (high 2.5)."""
    return make_result(count_taken(state), "hands") if is_over(state) else None


def count_taken(state: State) -> tuple[int, ...]:
    """Count the cards that each seat has taken (high 3.1)."""
    return tuple(len(state.zones[taken]) for taken in TAKEN[: state.seats])

"""The course of a table of ZLAM!, in the order of the rule page."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from engine.core import values as core
from engine.core.game import Action, TableSetup
from engine.core.moves import Move
from engine.core.values import Deck, Result, Zones, make_result
from engine.core.zones import Layout
from engine.games.zlam.cards import (
    GAIN,
    LOSS,
    NINE,
    VALUE,
    ZLAM,
    closed_zone,
    count,
    in_page_order,
    is_of_kind,
    is_one_colour,
    score_stack,
    stack_zone,
    stack_zones,
)
from engine.games.zlam.state import (
    OVER,
    Options,
    State,
    closed_stacks,
    deals,
    deck,
    is_at_risk,
    open_stacks,
    stacks_at_nine,
)

RULES_VERSION = 1
HOME_RUN = 4
GRAND_ZLAM = 4
SHUT_OUT = 4
HITS = ("", "single", "double", "triple", "home run")
# The rule behind each question.
RULE_OF_PHASE = {"draw": "zlam 5.3", "place": "zlam 2.2", "given": "zlam 2.4", "gain": "zlam 6.2", "lose": "zlam 6.3"}
# That of a question about a card which is then placed or given.
RULE_OF_KIND = {**RULE_OF_PHASE, "gain": "zlam 6.5", "lose": "zlam 6.6"}


# ---- 1 set-up of a game


def new(layout: Layout, setup: TableSetup[Options]) -> State:
    """Deal the first game; the seat after the dealer begins (zlam 1.2)."""
    layout.zones.update(dict.fromkeys(fresh_zones(setup.seats, setup.options.stacks), ()))
    state = State(
        rules=RULES_VERSION,
        seats=setup.seats,
        seed=setup.seed,
        options=setup.options,
        deal=1,
        dealer=setup.first,
        turn_taker=setup.first,
        asked=setup.first,
        phase="draw",
        playing=tuple(range(setup.seats)),
        highest=(setup.options.stacks,) * setup.seats,
        points=(0,) * setup.seats,
    )
    return start_game(layout, state)


def start_game(layout: Layout, state: State) -> State:
    """Shuffle and deal the bases, one to each seat at a time (zlam 1.3); begin after the dealer (zlam 1.2)."""
    layout.shuffle(deck(state.options), "deck", "zlam 1.3")
    for number in range(1, state.options.stacks + 1):
        for seat in (*core.seats_after(state.dealer, state.seats), state.dealer):
            deal_base(layout, stack_zone(seat, number))
    return next_turn(layout, state)


def deal_base(layout: Layout, stack: str) -> None:
    """Deal the base of a stack; a gain or loss card goes to the bottom of the deck instead (zlam 1.3, zlam 6.4)."""
    while layout.draw("dealt", None, "deck", stack, "zlam 1.3") not in VALUE:
        layout.bury("buried", None, layout.zones[stack], stack, "deck", "zlam 6.4")


# ---- 2 a turn


def next_turn(layout: Layout, state: State) -> State:
    """Give the turn to the next seat that plays after the one that drew (zlam 2.7), or end the game (zlam 2.8)."""
    playing = state.playing
    if not playing:
        return end_game(layout, state, "done")
    seat = seat_after(state.turn_taker, playing)
    return ask_or_draw(layout, replace(state, turn_taker=seat, asked=seat, phase="draw"))


def seat_after(seat: int, playing: tuple[int, ...]) -> int:
    """Return the next of the seats that play after `seat`."""
    for other in playing:
        if other > seat:
            return other
    return playing[0]


def ask_or_draw(layout: Layout, state: State) -> State:
    """Ask a seat at risk before it draws (zlam 5.3); for any other drawing is no decision (zlam 2.9)."""
    return state if is_at_risk(layout.zones, state, state.turn_taker) else draw(layout, state)


def draw(layout: Layout, state: State) -> State:
    """Turn up the top card; without one the game ends (zlam 2.1, zlam 2.8)."""
    if not layout.zones["deck"]:
        return end_game(layout, state, "deck")
    card = layout.draw("drawn", state.turn_taker, "deck", "drawn", "zlam 2.1")
    phase = phase_of(card, state.options)
    return use_card(layout, state) if phase == "place" else replace(state, phase=phase)


def phase_of(card: str, options: Options) -> Literal["place", "gain", "lose"]:
    """Return the first question about a card drawn (zlam 2.2, zlam 6.2, zlam 6.3, zlam 6.5, zlam 6.6)."""
    if card == GAIN or is_of_kind(card, options.gain_on):
        return "gain"
    return "lose" if card == LOSS or is_of_kind(card, options.loss_on) else "place"


def use_card(layout: Layout, state: State) -> State:
    """Ask where the card drawn goes, or let the seat go out if it has no use for it (zlam 2.2, zlam 2.6)."""
    if is_stuck(layout.zones, state):
        return go_out(layout, state, state.turn_taker)
    return replace(state, phase="place")


def is_stuck(zones: Zones, state: State) -> bool:
    """Tell whether the seat that drew can neither place the card nor give it (zlam 2.6, zlam 5.4)."""
    knocks_out = state.options.drawn_unplayable == "knockedOut" and is_at_risk(zones, state, state.turn_taker)
    may_give = len(state.playing) > 1 and not knocks_out
    return not may_give and not fits_somewhere(zones, state, state.turn_taker)


def fits_somewhere(zones: Zones, state: State, seat: int) -> bool:
    """Tell whether the card drawn fits on an open stack of a seat (zlam 2.3)."""
    card = zones["drawn"][0]
    return any(has_room(zones[stack_zone(seat, number)], card) for number in open_stacks(zones, state, seat))


def has_room(pile: Deck, card: str) -> bool:
    """Tell whether a card leaves a stack at nine or below (zlam 2.3)."""
    return count(pile) + VALUE[card] <= NINE


def place(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Put the card on a stack (zlam 2.2), which closes at nine (zlam 2.5) unless it is left open (zlam 5.1)."""
    number = int(move.place or 0)
    layout.draw("placed", seat, "drawn", stack_zone(seat, number), rule_of(state))
    if move.choice is None and count(layout.zones[stack_zone(seat, number)]) == NINE:
        state = close_stack(layout, state, seat, number)
    return next_turn(layout, state)


def close_stack(layout: Layout, state: State, seat: int, number: int) -> State:
    """Turn over a stack at nine and score it (zlam 2.5, zlam 3.1)."""
    stack = stack_zone(seat, number)
    closed = closed_zone(seat, number)
    pile = layout.zones[stack]
    layout.open_zone(closed, "zlam 2.5")
    layout.move("closed", seat, pile, stack, closed, "zlam 2.5")
    layout.remove_zone(stack, "zlam 2.5")
    if hit := HITS[zlams_since_nine(pile)]:
        layout.happen("hit", seat, "zlam 5.2", hit)
    state = score(layout, state, seat, score_stack(pile), "scored", "zlam 3.1")
    return finish_without_stacks(layout, state, seat)


def finish_without_stacks(layout: Layout, state: State, seat: int) -> State:
    """Finish a seat without open stacks; without closed ones it is out (zlam 2.5, zlam 3.2, zlam 6.3)."""
    if open_stacks(layout.zones, state, seat):
        return state
    closed = closed_stacks(layout.zones, state, seat)
    if not closed:
        layout.happen("wentOut", seat, "zlam 6.3")
        return retire(state, seat)
    layout.happen("finished", seat, "zlam 2.5")
    if len(closed) >= state.options.stacks:
        state = score(layout, state, seat, score_grand_zlam(closed), "grandZlam", "zlam 3.2")
    return retire(state, seat)


def give(layout: Layout, state: State, giver: int, move: Move) -> State:
    """Give the card to a seat, which must place it, or is out if it fits nowhere (zlam 2.4, zlam 2.6)."""
    receiver = move.seat or 0
    layout.happen("given", giver, "zlam 2.2", str(receiver))
    if fits_somewhere(layout.zones, state, receiver):
        return replace(state, phase="given", asked=receiver)
    if is_shut_out(layout.zones, state, giver, receiver):
        state = score(layout, state, giver, SHUT_OUT, "shutOut", "zlam 3.3")
    return go_out(layout, state, receiver)


def go_out(layout: Layout, state: State, seat: int) -> State:
    """Discard the card; a seat that cannot place it is out, and its open stacks score nothing (zlam 2.6, zlam 5.4)."""
    kind, rule = ("struckOut", "zlam 5.4") if is_at_risk(layout.zones, state, seat) else ("wentOut", "zlam 2.6")
    discard(layout, seat, rule)
    layout.happen(kind, seat, rule)
    return next_turn(layout, retire(state, seat))


def discard(layout: Layout, seat: int, rule: str) -> None:
    """Put the card drawn on the discarded cards."""
    layout.draw("discarded", seat, "drawn", "out", rule)


def retire(state: State, seat: int) -> State:
    """Take a seat out of play, because it is finished or out (zlam 2.5, zlam 2.6)."""
    return replace(state, playing=tuple(other for other in state.playing if other != seat))


def end_game(layout: Layout, state: State, reason: Literal["done", "deck"]) -> State:
    """Score the stacks open at nine and deal the next game, if there is one (zlam 2.8, zlam 5.5)."""
    if state.options.at_risk_at_end == "score":
        state = close_all_at_risk(layout, state)
    if state.deal < deals(state):
        return next_game(layout, state)
    return replace(state, phase=reason)


# ---- 3 score


def score(layout: Layout, state: State, seat: int, points: int, kind: str, rule: str) -> State:
    """Add points to the total of a seat."""
    layout.happen(kind, seat, rule, str(points))
    totals = list(state.points)
    totals[seat] += points
    return replace(state, points=tuple(totals))


def score_grand_zlam(closed: Sequence[Deck]) -> int:
    """Return the bonus for all stacks closed, doubled if each is of one colour (zlam 3.2)."""
    return GRAND_ZLAM * 2 if all(is_one_colour(pile) for pile in closed) else GRAND_ZLAM


def is_shut_out(zones: Zones, state: State, giver: int, receiver: int) -> bool:
    """Tell whether a card that fits nowhere scores for its giver (zlam 3.3, zlam 6.4)."""
    teams = state.options.teams
    are_mates = teams is not None and teams[giver] == teams[receiver]  # zlam 4.2
    has_all_open = len(open_stacks(zones, state, receiver)) >= state.options.stacks
    return has_all_open and not are_mates and not closed_stacks(zones, state, receiver)


# ---- 4 sets, matches, teams


def next_game(layout: Layout, state: State) -> State:
    """Gather the cards and deal again; the deal passes to the next seat (zlam 4.1)."""
    clear_table(layout, fresh_zones(state.seats, state.options.stacks))
    dealer = (state.dealer + 1) % state.seats
    fresh = replace(
        state,
        deal=state.deal + 1,
        dealer=dealer,
        turn_taker=dealer,
        playing=tuple(range(state.seats)),
        highest=(state.options.stacks,) * state.seats,
    )
    return start_game(layout, fresh)


def clear_table(layout: Layout, wanted: tuple[str, ...]) -> None:
    """Gather all cards to the deck, and keep only the wanted zones (zlam 4.1)."""
    lying = in_page_order(layout.zones)
    layout.gather(lying[1:], "deck", "zlam 4.1")
    for zone in lying:
        if zone not in wanted:
            layout.remove_zone(zone, "zlam 4.1")
    for zone in wanted:
        if zone not in layout.zones:
            layout.open_zone(zone, "zlam 4.1")


def fresh_zones(seats: int, stacks: int) -> tuple[str, ...]:
    """Return the zones of a game that begins, in the order of the page."""
    return ("deck", "drawn", *(zone for seat in range(seats) for zone in stack_zones(seat, stacks)), "out")


def result(state: State) -> Result | None:
    """Return the result after the last game; seats in teams rank by the team's total (zlam 4.2)."""
    if state.phase not in OVER:
        return None
    return make_result(state.points, state.phase, team_totals(state.points, sides(state)))


def sides(state: State) -> tuple[int, ...]:
    """Return the team of each seat; without teams each seat is on its own (zlam 4.2)."""
    teams = state.options.teams
    return tuple(range(state.seats)) if teams is None else teams


def team_totals(points: tuple[int, ...], teams: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each seat the total of its team (zlam 4.2)."""
    totals = dict.fromkeys(teams, 0)
    for team, earned in zip(teams, points, strict=True):
        totals[team] += earned
    return tuple(totals[team] for team in teams)


# ---- 5 at risk


def may_stay_open(pile: Deck, options: Options) -> bool:
    """Tell whether a stack that is at nine now may be left open: not after a home run (zlam 5.1, zlam 5.2)."""
    return options.at_risk and zlams_since_nine(pile) < HOME_RUN


def zlams_since_nine(pile: Deck) -> int:
    """Count the ZLAM! cards that were put on a stack at nine: those above its last number card (zlam 5.2)."""
    return next(above for above, card in enumerate(reversed(pile)) if card != ZLAM)


def close_at_risk(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Close a stack at nine; then ask again, draw, or finish (zlam 5.3)."""
    state = close_stack(layout, state, seat, int(move.place or 0))
    return ask_or_draw(layout, state) if seat in state.playing else next_turn(layout, state)


def draw_at_risk(layout: Layout, state: State, _seat: int, _move: Move) -> State:
    """Leave the stacks at nine open and draw (zlam 5.3)."""
    return draw(layout, state)


def close_all_at_risk(layout: Layout, state: State) -> State:
    """Close the open stacks at nine of the seats that are not out (zlam 5.5)."""
    for seat in state.playing:
        for number in stacks_at_nine(layout.zones, state, seat):
            state = close_stack(layout, state, seat, number)
    return state


# ---- 6 gain and loss cards


def rule_of(state: State) -> str:
    """Return the rule behind the question that is asked."""
    keeps_card = state.zones["drawn"][:1] not in ((GAIN,), (LOSS,))
    return (RULE_OF_KIND if keeps_card else RULE_OF_PHASE)[state.phase]


def gain(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Add an empty stack with the next number (zlam 6.2, zlam 6.5)."""
    highest = list(state.highest)
    highest[seat] += 1
    layout.open_zone(stack_zone(seat, highest[seat]), rule_of(state))
    return after_gain(layout, replace(state, highest=tuple(highest)), seat)


def skip(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Add no stack (zlam 6.2, zlam 6.5)."""
    if layout.zones["drawn"][0] != GAIN:
        layout.happen("skipped", seat, "zlam 6.5")
    return after_gain(layout, state, seat)


def after_gain(layout: Layout, state: State, seat: int) -> State:
    """Discard the gain card (zlam 6.2); a card of the kind that gains is used like any other (zlam 6.5)."""
    if layout.zones["drawn"][0] != GAIN:
        return use_card(layout, state)
    discard(layout, seat, "zlam 6.2")
    return next_turn(layout, state)


def lose(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Discard an open stack, after the loss card (zlam 6.3) or before its own card has a use (zlam 6.6)."""
    if layout.zones["drawn"][0] != LOSS:
        return lose_first(layout, state, seat, move)
    discard(layout, seat, "zlam 6.3")
    discard_stack(layout, seat, move, "zlam 6.3")
    return next_turn(layout, finish_without_stacks(layout, state, seat))


def lose_first(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Discard an open stack; without another one, the card drawn after it, and the turn is over (zlam 6.6)."""
    discard_stack(layout, seat, move, "zlam 6.6")
    if open_stacks(layout.zones, state, seat):
        return use_card(layout, state)
    discard(layout, seat, "zlam 6.6")
    return next_turn(layout, finish_without_stacks(layout, state, seat))


def discard_stack(layout: Layout, seat: int, move: Move, rule: str) -> None:
    """Discard an open stack from the bottom (zlam 6.3, zlam 6.6)."""
    stack = stack_zone(seat, int(move.place or 0))
    if pile := layout.zones[stack]:
        layout.move("discarded", seat, pile, stack, "out", rule)
    layout.remove_zone(stack, rule)


# ---- 7 what is known


def decides_in_secret(_state: State, _seat: int) -> bool:
    """Return False: nobody has a hand (zlam 7.1)."""
    return False


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the public facts that are not cards (zlam 7.1)."""
    return {
        "deal": state.deal,
        "deals": deals(state),
        "dealer": state.dealer,
        "turnTaker": state.turn_taker,
        "asked": "none" if state.phase in OVER else state.phase,
        "playing": core.format_list(state.playing),
        "highest": core.format_list(state.highest),
    }


def scores(state: State, _viewer: int | None) -> tuple[int | None, ...]:
    """Return the points so far, which no seat can lose again (zlam 7.1)."""
    return state.points


# The action of each verb.
ACTIONS: Mapping[str, Action[State]] = {
    "close": close_at_risk,
    "draw": draw_at_risk,
    "place": place,
    "give": give,
    "gain": gain,
    "lose": lose,
    "skip": skip,
}

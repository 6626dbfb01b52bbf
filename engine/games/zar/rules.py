"""The course of a table of Zar, in the order of the rule page."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.core import values as core
from engine.core.game import Action, TableSetup
from engine.core.moves import Move
from engine.core.randomness import Randomness
from engine.core.values import Event, Result, make_result
from engine.core.zones import Layout
from engine.games.zar.cards import COLOURED, COLOURED_COMMANDS, DECK, HAND, POINTS, ZONES
from engine.games.zar.state import FEWEST_DEALT, TURNS_PER_SEAT, Direction, Options, State, asked_seat, drawn_card

RULES_VERSION = 1


# ---- 1 a hand is dealt


def new(layout: Layout, setup: TableSetup[Options]) -> State:
    """Deal the first hand (zar 1.3)."""
    layout.zones.update(dict.fromkeys(ZONES[setup.seats], ()))
    state = State(
        rules=RULES_VERSION,
        seats=setup.seats,
        seed=setup.seed,
        options=setup.options,
        hand=1,
        dealer=setup.first,
        direction=1,
        turn_taker=setup.first,
        phase="play",
        put_down_by=setup.first,
        named="",
        owed=0,
        took=False,
        drawn=-1,
        answered=(),
        out=False,
        turns=0,
        idle=0,
        points=(0,) * setup.seats,
    )
    return deal(layout, state)


def deal(layout: Layout, state: State) -> State:
    """Shuffle and deal, turn over a card, which counts as played by the dealer (zar 1.3, zar 1.4, zar 1.5)."""
    layout.shuffle(DECK, "supply", "zar 1.3")
    seats = (*core.seats_after(state.dealer, state.seats), state.dealer)
    layout.deal("supply", [HAND[seat] for seat in seats], hand_size(state), "zar 1.3")
    card = turn_over(layout)
    # A hand begins upwards (zar 1.6).
    state = replace(state, direction=1, phase="play", owed=0, turns=0, idle=0, out=False)
    return ask_for_match(layout, take_effect(layout, state, state.dealer, Move("play", (card,)), 1))


def hand_size(state: State) -> int:
    """Return the number of cards that each seat is dealt (zar 1.3)."""
    return state.options.deal or max(10 - state.seats, FEWEST_DEALT)


def turn_over(layout: Layout) -> str:
    """Turn over the top card; a wild or a dragon goes back to a random place, and the next one follows (zar 1.4)."""
    while (card := layout.draw("turned", None, "supply", "discard", "zar 1.4")) not in COLOURED:
        below = layout.below(len(layout.zones["supply"]) + 1)
        layout.bury("putBack", None, (card,), "discard", "supply", "zar 1.4", below)
    return card


# ---- 2 a turn


def play(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Play a card; its effect happens, and without cards left the seat is out unless matched (zar 2.1, zar 6.1)."""
    put_down(layout, seat, move, "played", "zar 2.1")
    state = take_effect(layout, state, seat, move, 1)
    return end_turn(layout, state, out=not layout.zones[HAND[seat]])


def put_down(layout: Layout, seat: int, move: Move, kind: str, rule: str, copies: int = 1) -> None:
    """Lay cards onto the discard pile; a wild or a dragon is given a name (zar 2.3)."""
    layout.move(kind, seat, move.cards * copies, HAND[seat], "discard", rule)
    if move.choice:
        layout.happen("chosen", seat, "zar 2.3", move.choice)


def draw(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Draw a card instead of playing one; it may be played only if the option says so (zar 2.1)."""
    card = draw_card(layout, seat, "zar 2.1")
    if card is None:
        layout.happen("passed", seat, "zar 2.4")
        return end_turn_without_card(layout, state, drew=state.took)
    if state.options.play_drawn:
        return replace(state, phase="drawn", drawn=layout.zones[HAND[seat]].index(card))
    return end_turn_without_card(layout, state, drew=True)


def pass_turn(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Put down no card: in a poll, or after a card was drawn (zar 5.9, zar 8)."""
    if state.phase == "poll":
        layout.happen("passed", seat, "zar 5.9")
        return answer_poll(layout, state, seat)
    layout.happen("passed", seat, "zar 8")
    return end_turn_without_card(layout, state, drew=True)


def end_turn_without_card(layout: Layout, state: State, *, drew: bool) -> State:
    """End a turn in which no card was put down; nobody is asked to match again (zar 6.2)."""
    taker = (state.turn_taker + state.direction) % state.seats
    idle = 0 if drew else state.idle + 1
    state = replace(state, turn_taker=taker, phase="play", took=False, drawn=-1, turns=state.turns + 1, idle=idle)
    why = why_stalled(state)
    return end_stalled_hand(layout, state, why) if why else state


def draw_card(layout: Layout, seat: int, rule: str) -> str | None:
    """Draw a card and return it, if there is one; an empty supply gets the shuffled lower discards (zar 2.4)."""
    if not layout.zones["supply"] and (below := layout.zones["discard"][:-1]):
        layout.move("gathered", None, below, "discard", "supply", "zar 2.4")
        layout.shuffle(below, "supply", "zar 2.4")
    return layout.draw("drawn", seat, "supply", HAND[seat], rule) if layout.zones["supply"] else None


# ---- 3 effects


def take_effect(layout: Layout, state: State, seat: int, move: Move, copies: int) -> State:
    """Apply the effects of the cards that a seat put down, counted from its place (zar 3, zar 4.1, zar 5.3)."""
    card = move.cards[0]
    direction = state.direction
    owed = state.owed
    passed_over = 0
    if card in COLOURED_COMMANDS:
        if card[1] == "R":
            direction = reverse(direction, copies)
        elif card[1] == "D":
            # A match adds to an open debt; after a take nothing is owed, so it begins a new one (zar 3.3, zar 5.4).
            owed += 2 * copies
        else:
            passed_over = copies
    return replace(
        state,
        put_down_by=seat,
        named=move.choice or "",
        direction=direction,
        # Of a match, too: the seat after the matcher owes it (zar 5.4).
        turn_taker=skip(layout, state.seats, seat, direction, passed_over),
        owed=owed,
    )


def skip(layout: Layout, seats: int, seat: int, direction: int, count: int) -> int:
    """Pass over the next `count` seats, and return the one after them (zar 3.1, zar 4.1)."""
    for _ in range(count):
        seat = (seat + direction) % seats
        layout.happen("skipped", seat, "zar 3.1")
    return (seat + direction) % seats


def reverse(direction: Direction, copies: int) -> Direction:
    """Change the direction (zar 3.2); two reverses cancel out (zar 4.1)."""
    if copies == 2:
        return direction
    return -1 if direction == 1 else 1


def take(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Take all cards owed, and continue with a normal turn (zar 3.3, zar 3.4)."""
    drew = [draw_card(layout, seat, "zar 3.3") for _ in range(state.owed)]
    return replace(state, owed=0, took=any(drew))


# ---- 4 doubles


def double(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Play two identical cards, with which a hand cannot be won unless the option says so (zar 4.1, zar 4.2)."""
    put_down(layout, seat, move, "doubled", "zar 4.1", copies=2)
    state = take_effect(layout, state, seat, move, 2)
    out = not layout.zones[HAND[seat]]
    if out and not state.options.pair_goes_out:
        draw_card(layout, seat, "zar 4.2")
        out = False
    return end_turn(layout, state, out=out)


# ---- 5 matching


def match(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Put down the twin: the seat that put the other there draws, then it counts as played (zar 5.2, zar 5.3).

    A seat that was out with the matched card no longer is (zar 5.8), and a last card wins no hand this way (zar 5.7).
    """
    matched = state.put_down_by
    is_own_turn = state.phase != "poll" and seat == asked_seat(state)  # An answer in a poll is never in turn (zar 5.5).
    put_down(layout, seat, move, "matched", "zar 5.2")
    draw_card(layout, matched, "zar 5.2")
    state = take_effect(layout, state, seat, move, 1)
    out = not layout.zones[HAND[seat]]
    if out and not (is_own_turn and state.options.in_turn_twin == "matchMayGoOut"):
        draw_card(layout, seat, "zar 5.7")
        out = False
    return end_turn(layout, state, out=out)


def asks_for_reaction(state: State, events: Sequence[Event]) -> bool:
    """Tell whether a card was put down, or turned over at the deal, that others may match (zar 1.5, zar 5.9)."""
    return state.phase != "over" and (not state.ply or any(event.to_zone == "discard" for event in events))


def answer_poll(layout: Layout, state: State, seat: int) -> State:
    """Note that a seat passes; when all have passed, the turn continues or the hand is won (zar 5.9, zar 6.1)."""
    answered = tuple(sorted((*state.answered, seat)))
    if len(answered) < state.seats - 1:
        return replace(state, answered=answered)
    if state.out:
        return end_hand(layout, state, (state.put_down_by,), "zar 6.1")
    return replace(state, phase="play", answered=())


def end_turn(layout: Layout, state: State, *, out: bool) -> State:
    """End a turn in which a card was put down: it may be matched, or the hand is over (zar 5.9, zar 6.1, zar 6.2)."""
    state = replace(state, out=out, phase="play", took=False, drawn=-1, answered=(), turns=state.turns + 1, idle=0)
    why = why_stalled(state)
    return end_stalled_hand(layout, state, why) if why else ask_for_match(layout, state)


def ask_for_match(layout: Layout, state: State) -> State:
    """Ask for a match (zar 5.9) or acceptance (zar 6.1), unless both copies of the top card are discarded."""
    if state.options.matching == "race" and not state.out:
        return state
    pile = layout.zones["discard"]
    if pile[-1] in pile[:-1]:
        return end_hand(layout, state, (state.put_down_by,), "zar 6.1") if state.out else state
    if state.options.matching == "poll":
        return replace(state, phase="poll")
    return replace(state, phase="accept")


# ---- 6 the end of a hand


def accept(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Let the seat that is out win the hand (zar 6.1)."""
    layout.happen("accepted", seat, "zar 6.1")
    return end_hand(layout, state, (state.put_down_by,), "zar 6.1")


def why_stalled(state: State) -> str:
    """Return the reason why a hand stalls, if it does (zar 6.2)."""
    if state.idle == state.seats:
        return "noCards"
    return "cap" if state.turns == TURNS_PER_SEAT * state.seats else ""


def end_stalled_hand(layout: Layout, state: State, why: str) -> State:
    """End a hand that stalls: the seats with the fewest card points win it (zar 6.2)."""
    layout.happen("stalled", None, "zar 6.2", why)
    return end_hand(layout, state, find_lowest(points_left(layout.zones, state.seats)), "zar 6.2")


def find_lowest(left: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with the fewest card points (zar 6.2)."""
    return tuple(seat for seat, points in enumerate(left) if points == min(left))


def winners_of_last_hand(state: State) -> tuple[int, ...]:
    """Return the seats that won the hand with which the table ended (zar 6.1, zar 6.2)."""
    return find_lowest(points_left(state.zones, state.seats)) if why_stalled(state) else (state.put_down_by,)


def points_left(zones: core.Zones, seats: int) -> tuple[int, ...]:
    """Return the points of the cards that each seat still holds (zar 6.3)."""
    return tuple(sum(POINTS[card] for card in zones[HAND[seat]]) for seat in range(seats))


def score_hand(left: tuple[int, ...], winners: tuple[int, ...], scoring: str) -> tuple[int, ...]:
    """Return the score of each seat for a hand (zar 6.4)."""
    if scoring == "penalty":
        return left
    won = 1
    if scoring == "winnerTakes":
        won = sum(points for seat, points in enumerate(left) if seat not in winners)
    return tuple(won if seat in winners else 0 for seat in range(len(left)))


def end_hand(layout: Layout, state: State, winners: tuple[int, ...], rule: str) -> State:
    """Score the hand; deal the next one, unless the table is over (zar 6.4, zar 6.5)."""
    for seat in winners:
        layout.happen("won", seat, rule)
    earned = score_hand(points_left(layout.zones, state.seats), winners, state.options.scoring)
    for seat, points in enumerate(earned):
        layout.happen("scored", seat, "zar 6.4", str(points))
    totals = tuple(old + new for old, new in zip(state.points, earned, strict=True))
    state = replace(state, points=totals, answered=())
    if state.hand == state.options.hands or has_reached_target(state):
        return replace(state, phase="over", out=False)
    return next_hand(layout, state, winners[0])


def next_hand(layout: Layout, state: State, winner: int) -> State:
    """Show all hands, and deal again: the winner does, or the seat after the last dealer (zar 1.2, zar 7.1)."""
    layout.uncover(HAND[: state.seats], "zar 7.1")
    layout.gather(("discard", *HAND[: state.seats]), "supply", "zar 1.3")
    dealer = winner if state.options.dealer == "winner" else (state.dealer + 1) % state.seats
    return deal(layout, replace(state, hand=state.hand + 1, dealer=dealer))


def has_reached_target(state: State) -> bool:
    """Tell whether a total has reached the target, if there is one (zar 6.5)."""
    return 0 < state.options.target <= max(state.points)


def result(state: State) -> Result | None:
    """Return the result after the last hand (zar 6.5)."""
    if state.phase != "over":
        return None
    reason = "target" if has_reached_target(state) else "hands"
    if state.options.scoring == "penalty":
        return make_result(state.points, reason, tuple(-points for points in state.points))
    return make_result(state.points, reason)


# ---- 7 what is known


def choose_hidden(state: State, seat: int | None, random: Randomness) -> State:
    """Choose again which card of its hand a seat has just drawn, which it alone knows (zar 7.1)."""
    if state.phase != "drawn" or seat == state.turn_taker:
        return state
    return replace(state, drawn=random.below(len(state.zones[HAND[state.turn_taker]])))


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the public facts that are not cards (zar 7.1)."""
    return {
        "hand": state.hand,
        "hands": state.options.hands,
        "dealer": state.dealer,
        "direction": "up" if state.direction == 1 else "down",
        "turnTaker": state.turn_taker,
        "asked": "none" if state.phase == "over" else state.phase,
        "putDownBy": state.put_down_by,
        "named": state.named or "none",
        "owed": state.owed,
        "answered": core.format_list(state.answered),
        "out": state.put_down_by if state.out else "none",
        "turns": state.turns,
        "idle": state.idle,
    }


def scores(state: State, _viewer: int | None) -> tuple[int | None, ...]:
    """Return the totals of the hands that have ended, which everybody knows (zar 7.1)."""
    return state.points


# ---- 8 options


def offend(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Show the cards that may not be put down now, and draw a card for it; nothing else changes (zar 8, vincent).

    Cards may stay (zar 8.1, zar 8.2); an offence out of turn may name none (zar 8.3).
    """
    if leaves_cards(state, move):
        return let_stand(layout, state, seat, move)
    kept = drawn_card(state) if state.phase == "drawn" else ""
    cards = move.cards * (2 if move.verb == "double" else 1)
    layout.show("offended", seat, cards, "zar 8" if cards else "zar 8.3", move.verb)
    draw_card(layout, seat, "zar 8")
    return replace(state, drawn=layout.zones[HAND[state.turn_taker]].index(kept)) if kept else state


def leaves_cards(state: State, move: Move) -> bool:
    """Tell whether the cards of an offence stay where they were put (zar 8.1), those of a match too (zar 8.2)."""
    keeps = state.options.vincent_keeps
    if state.out or not move.cards:
        return False
    return keeps == "matchStands" or (keeps == "stands" and move.verb != "match")


def let_stand(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Leave the cards of an offence on the pile, without effect; the next turn is that of the seat after it (zar 8.1).

    The offender takes what it owes itself, then its Vincent card; another seat's debt moves to the seat after it.
    """
    cards = move.cards * (2 if move.verb == "double" else 1)
    layout.move("offended", seat, cards, HAND[seat], "discard", "zar 8.1", move.verb)
    if move.choice:
        layout.happen("chosen", seat, "zar 2.3", move.choice)
    is_debtor = seat == state.turn_taker
    for _ in range(state.owed if is_debtor else 0):
        draw_card(layout, seat, "zar 3.3")
    draw_card(layout, seat, "zar 8")
    after = (seat + state.direction) % state.seats
    owed = 0 if is_debtor else state.owed
    state = replace(state, put_down_by=seat, named=move.choice or "", turn_taker=after, owed=owed)
    return end_turn(layout, state, out=False)


# The action of each verb.
ACTIONS: Mapping[str, Action[State]] = {
    "match": match,
    "play": play,
    "double": double,
    "take": take,
    "draw": draw,
    "accept": accept,
    "pass": pass_turn,
}

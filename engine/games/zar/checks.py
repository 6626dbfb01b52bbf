"""States that no table of Zar can reach: `loads` refuses them."""

from engine.core import values as core
from engine.core.values import require
from engine.games.zar.cards import (
    COLOURED,
    COLOURED_COMMANDS,
    DRAGON_NAMES,
    DRAGONS,
    DRAW_TWOS,
    HAND,
    MOST_POINTS,
    NAMES_OF_TOP,
)
from engine.games.zar.rules import (
    hand_size,
    has_reached_target,
    points_left,
    score_hand,
    why_stalled,
    winners_of_last_hand,
)
from engine.games.zar.state import TURNS_PER_SEAT, State


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    check_seats(state)
    check_top(state)
    check_turn(state)
    check_question(state)
    check_cards(state)
    check_counters(state)
    check_points(state)


def check_seats(state: State) -> None:
    """Refuse an impossible hand, dealer or seats."""
    first, _ = core.draw_first_seat(state.options, state.seats, state.seed)
    named = (state.dealer, state.turn_taker, state.put_down_by, *state.answered)
    require(max(named) < state.seats, "A seat is named that is not at the table.")
    require(state.hand <= state.options.hands, "The hand is beyond the last one.")
    by_order = state.hand == 1 or state.options.dealer == "rotate"
    require(not by_order or state.dealer == (first + state.hand - 1) % state.seats, "Another seat dealt this hand.")
    require(len(state.points) == state.seats, "There must be points for each seat.")


def check_top(state: State) -> None:
    """Refuse an empty discard pile, and a name or a debt that does not fit the top card."""
    pile = state.zones["discard"]
    require(bool(pile), "No card has been turned over.")
    allowed = NAMES_OF_TOP[pile[-1]]
    if pile[-1] in DRAGONS:
        allowed = DRAGON_NAMES[state.options.dragon_names]
    require(state.named in allowed, "What is named does not go with the top card.")
    require(not state.owed % 2, "An odd number of cards is owed.")
    require(not (state.owed and state.took), "Cards are owed that were taken.")
    covers = pile[-1] in DRAW_TWOS or may_stand(state)
    require(not (state.owed or state.took) or covers, "Cards are owed for what is no draw two.")
    require(state.owed <= 4 * state.turns + 2, "More cards are owed than were put down for.")


def may_stand(state: State) -> bool:
    """Tell whether the top card may be that of an offence, which has no effect and may cover a debt (zar 8.1)."""
    return state.options.vincent and state.options.vincent_keeps != "undone"


def check_turn(state: State) -> None:
    """Refuse the turn of another seat than the one to which the top card leads."""
    top = state.zones["discard"][-1]
    untouched = state.turns == state.idle
    if untouched:
        require(state.put_down_by == state.dealer, "Only the dealer can have put down the first card.")
        require(top in COLOURED, "A wild or a dragon was turned over.")
        turned = -1 if top in COLOURED_COMMANDS and top[1] == "R" else 1
        require(state.direction == turned, "The direction does not go with the first card.")
    just_put_down = state.phase in ("poll", "accept") or state.owed > 0 or state.took
    require(not (just_put_down and state.idle), "Turns were idle since the top card was put down.")
    steps = (2, 3) if top in COLOURED_COMMANDS and top[1] == "S" else (1,)
    steps = (1, *steps) if may_stand(state) else steps
    ahead = (state.turn_taker - state.put_down_by) * state.direction - state.idle
    led_to = any((ahead - step) % state.seats == 0 for step in steps)
    require(led_to or not (just_put_down or untouched), "It is the turn of another seat.")


def check_question(state: State) -> None:
    """Refuse a question that cannot be asked."""
    phase = state.phase
    options = state.options
    require(phase != "poll" or options.matching == "poll", "A poll is held at a table that has none.")
    require(phase != "accept" or (options.matching == "race" and state.out), "Somebody is to accept that must not.")
    require(not state.out or phase in ("poll", "accept"), "A seat is out, and nobody is asked whether it is.")
    require(not state.out or not state.zones[HAND[state.put_down_by]], "A seat is out that holds cards.")
    pile = state.zones["discard"]
    require(phase not in ("poll", "accept") or pile[-1] not in pile[:-1], "It is asked for a match that cannot be.")
    require(list(state.answered) == sorted(set(state.answered)), "The seats that have passed are not in order.")
    asked = phase == "poll" and state.put_down_by not in state.answered and len(state.answered) < state.seats - 1
    require(asked or (phase != "poll" and not state.answered), "The wrong seats have passed.")
    check_drawn(state)


def check_drawn(state: State) -> None:
    """Refuse a card just drawn, or taken, at the wrong moment."""
    if state.phase == "drawn":
        held = len(state.zones[HAND[state.turn_taker]])
        require(state.options.play_drawn and 0 <= state.drawn < held, "A card was drawn that cannot be played.")
        require(not state.owed, "A seat drew a card that owes some.")
        return
    require(state.drawn == -1, "A card is marked that was not just drawn.")
    require(not state.took or state.phase == "play", "Cards were taken in no turn.")


def check_cards(state: State) -> None:
    """Refuse more cards put down than the turns of this hand allow, and a seat without cards that is not `out`."""
    size = hand_size(state)
    pile = state.zones["discard"]
    hands = [len(state.zones[HAND[seat]]) for seat in range(state.seats)]
    gone = sum(max(size - held, 0) for held in hands)
    require(max(gone, len(pile) - 1) <= 2 * state.turns, "More cards were put down than can be.")
    nothing_to_draw = len(pile) == 1 and not state.zones["supply"]
    may_be_empty = state.out or state.phase == "over" or nothing_to_draw
    require(may_be_empty or hands[state.put_down_by] > 0, "A seat without cards is not out.")


def check_counters(state: State) -> None:
    """Refuse turns after which the hand has ended, or not ended yet."""
    require(state.idle <= state.seats and state.turns <= TURNS_PER_SEAT * state.seats, "The hand should have ended.")
    require(state.idle <= state.turns, "More turns were idle than have ended.")
    stalled = bool(why_stalled(state))
    over = state.phase == "over"
    require(over or not stalled, "The hand should have ended.")
    require(not over or stalled or not state.zones[HAND[state.put_down_by]], "The last hand has not ended.")
    require(not over or state.hand == state.options.hands or has_reached_target(state), "The table is not over yet.")


def check_points(state: State) -> None:
    """Refuse points that the hands so far cannot have given."""
    before = points_before(state)
    ended = state.hand - 1
    scoring = state.options.scoring
    target = state.options.target
    most = (1 if scoring == "none" else MOST_POINTS) * ended
    given = sum(before) if scoring == "penalty" else max(before)
    require(min(before) >= 0 and given <= most, "The points are not what the hands can have given.")
    require(not target or max(before) < target, "The target was reached before.")
    winner_dealt = state.options.dealer == "winner" and ended > 0
    require(scoring != "none" or sum(before) >= ended, "A hand was won by nobody.")
    require(scoring != "none" or not winner_dealt or before[state.dealer] > 0, "The dealer has won no hand.")


def points_before(state: State) -> tuple[int, ...]:
    """Return the totals before the hand that is played, or before the last one when the table is over."""
    if state.phase != "over":
        return state.points
    left = points_left(state.zones, state.seats)
    earned = score_hand(left, winners_of_last_hand(state), state.options.scoring)
    return tuple(total - new for total, new in zip(state.points, earned, strict=True))

"""States that no table of ZLAM! can reach: `loads` refuses them."""

from collections.abc import Mapping
from functools import lru_cache

from engine.core import values as core
from engine.core.values import Deck, require
from engine.games.zlam.cards import (
    ALWAYS,
    GAIN,
    LOSS,
    NINE,
    VALUE,
    ZLAM,
    closed_zones,
    count,
    is_of_kind,
    stack_zone,
    stack_zones,
)
from engine.games.zlam.points import items_of_stacks
from engine.games.zlam.rules import (
    GRAND_ZLAM,
    HOME_RUN,
    SHUT_OUT,
    fits_somewhere,
    is_stuck,
    may_stay_open,
    phase_of,
    zlams_since_nine,
)
from engine.games.zlam.state import OVER, Options, State, closed_stacks, deals, deck, is_at_risk, open_stacks


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    check_seats(state)
    check_zones(state)
    check_stacks(state)
    check_discards(state)
    check_question(state)
    check_points(state)


def check_seats(state: State) -> None:
    """Refuse an impossible game, dealer, or lists of seats."""
    first, _ = core.draw_first_seat(state.options, state.seats, state.seed)
    require(state.deal <= deals(state), "The game is beyond the last one.")
    require(
        max(state.dealer, state.turn_taker, state.asked, *state.playing) < state.seats,
        "A seat is named that is not at the table.",
    )
    require(state.dealer == (first + state.deal - 1) % state.seats, "Another seat dealt this game.")
    require(list(state.playing) == sorted(set(state.playing)), "The seats that play are not in order.")
    require(len(state.points) == len(state.highest) == state.seats, "There must be one number for each seat.")
    require(min(state.highest) >= state.options.stacks, "A seat has fewer stacks than it was dealt.")
    # Before a list of all these stacks is made.
    require(gained_stacks(state) <= len(deck(state.options)), "More stacks were gained than there are cards.")


def check_zones(state: State) -> None:
    """Refuse a stack that no seat has, and one that is both open and closed."""
    zones = state.zones
    closed_as = zones_when_closed(state.highest)
    require(zones.keys() <= ALWAYS.union(closed_as, closed_as.values()), "There is a stack that no seat has.")
    both = any(closed in zones for opened, closed in closed_as.items() if opened in zones)
    require(not both, "A stack is both open and closed.")


@lru_cache(maxsize=256)
def zones_when_closed(highest: tuple[int, ...]) -> Mapping[str, str]:
    """Return the closed zone of each stack that seats with these highest numbers can have had."""
    own = [(stack_zones(seat, last), closed_zones(seat, last)) for seat, last in enumerate(highest)]
    return {stack: shut for opened, closed in own for stack, shut in zip(opened, closed, strict=True)}


def check_stacks(state: State) -> None:
    """Refuse stacks above nine, closed ones that are not at nine, and seats that play without an open one."""
    zones = state.zones
    for seat in range(state.seats):
        numbers = open_stacks(zones, state, seat)
        for number in numbers:
            require(
                number > state.options.stacks or bool(zones[stack_zone(seat, number)]), "A stack has lost its base."
            )
            check_open_stack(zones[stack_zone(seat, number)], state.options)
        for pile in closed_stacks(zones, state, seat):
            check_closed_stack(pile, state.options)
        require(bool(numbers) or seat not in state.playing, "A seat plays that has no open stack.")


@lru_cache(maxsize=1024)  # A move changes few stacks, and most were checked before; errors are not cached.
def check_open_stack(pile: Deck, options: Options) -> None:
    """Refuse an open stack that is too high, or that must have been closed."""
    require(all(card in VALUE for card in pile), "A gain or loss card lies in a stack.")
    require(count(pile) <= NINE, "A stack lies above nine.")
    require(count(pile) < NINE or may_stay_open(pile, options), "A stack is open that was closed at nine.")


@lru_cache(maxsize=1024)
def check_closed_stack(pile: Deck, options: Options) -> None:
    """Refuse a closed stack that is not at nine, or has ZLAM! cards that it cannot have got."""
    require(all(card in VALUE for card in pile), "A gain or loss card lies in a stack.")
    require(count(pile) == NINE, "A closed stack is not at nine.")
    most = HOME_RUN if options.at_risk else 0
    require(zlams_since_nine(pile) <= most, "A closed stack has too many ZLAM! cards on top.")


def check_discards(state: State) -> None:
    """Refuse discarded cards that do not fit the stacks gained and lost, and the seats that are out."""
    zones = state.zones
    out = state.zones["out"]
    lost = sum(state.highest) - (len(zones) - len(ALWAYS))
    fewest, most = losing_cards_drawn(state)
    require(out.count(LOSS) + fewest <= lost <= out.count(LOSS) + most, "The stacks lost do not go with the cards.")
    asked = is_asked_about(state, "gain", state.options.gain_on)
    most_gained = out.count(GAIN) + cards_drawn(state, state.options.gain_on)[1] - asked
    require(gained_stacks(state) <= most_gained, "More stacks were gained than cards that gain were drawn.")
    values = [VALUE[card] for card in out if card in VALUE]
    stuck = [seat for seat in range(state.seats) if seat not in state.playing and open_stacks(zones, state, seat)]
    require(
        len(values) == len(stuck) if not lost else len(values) >= len(stuck),
        "The discarded cards do not go with the seats that are out.",
    )
    for seat in stuck:
        room = NINE - min(count(zones[stack_zone(seat, number)]) for number in open_stacks(zones, state, seat))
        require(max(values) > room, "A seat is out that could place every card discarded.")


def gained_stacks(state: State) -> int:
    """Return the number of stacks that were added in this game."""
    return sum(state.highest) - state.seats * state.options.stacks


def losing_cards_drawn(state: State) -> tuple[int, int]:
    """Return bounds of the cards of the kind that loses for which a stack was discarded (zlam 6.6, zlam 6.7)."""
    fewest, most = cards_drawn(state, state.options.loss_on)
    asked = is_asked_about(state, "lose", state.options.loss_on)
    return fewest - asked, most - asked


def is_asked_about(state: State, phase: str, kind: str) -> bool:
    """Tell whether a card of a kind is drawn, and the question is still the first one about it."""
    return state.phase == phase and any(is_of_kind(card, kind) for card in state.zones["drawn"])


def cards_drawn(state: State, kind: str) -> tuple[int, int]:
    """Return bounds of the cards of a kind that were drawn in this game: bases were not, nor who knows what is out."""
    if kind == "none":
        return 0, 0
    certain = sum(is_of_kind(card, kind) for card in state.zones["drawn"])
    for seat in range(state.seats):
        own = (*stack_zones(seat, state.highest[seat]), *closed_zones(seat, state.highest[seat]))
        for zone in own:
            bases = int(zone.rpartition(".")[2]) <= state.options.stacks
            certain += sum(is_of_kind(card, kind) for card in state.zones.get(zone, ())[bases:])
    return certain, certain + sum(is_of_kind(card, kind) for card in state.zones["out"])


def check_question(state: State) -> None:
    """Refuse a question that cannot be asked."""
    zones = state.zones
    drawn = state.zones["drawn"]
    require((state.asked != state.turn_taker) == (state.phase == "given"), "The wrong seat is asked.")
    if state.phase in OVER:
        check_end(state)
        return
    require({state.turn_taker, state.asked} <= set(state.playing), "A seat is to move that is finished or out.")
    if state.phase == "draw":
        require(not drawn and is_at_risk(zones, state, state.asked), "A seat is asked to draw that must draw.")
        return
    require(len(drawn) == 1 and may_be_asked(state), "The card drawn does not go with the question.")
    if state.phase == "place":
        require(not is_stuck(zones, state), "A seat is asked that is out.")
    if state.phase == "given":
        require(fits_somewhere(zones, state, state.asked), "A seat was given a card that fits nowhere.")


def may_be_asked(state: State) -> bool:
    """Tell whether the question is one about the card drawn; after `gain` or `lose` comes where it goes (zlam 7.2)."""
    (card,) = state.zones["drawn"]
    if state.phase in ("place", "given"):
        return card in VALUE
    return phase_of(card, state.options) == state.phase


def check_end(state: State) -> None:
    """Refuse an end that has not been reached."""
    require(state.deal == deals(state) and not state.zones["drawn"], "The table is over before its end.")
    if state.phase == "done":
        require(not state.playing, "The table is over while seats play.")
        return
    require(not state.zones["deck"], "The table is over while there are cards to draw.")
    taker = state.turn_taker
    zones = state.zones
    if state.options.at_risk_at_end == "lose" or not state.options.at_risk:
        require(taker in state.playing, "The seat that should draw is finished or out.")
        return
    require(not any(is_at_risk(zones, state, seat) for seat in state.playing), "A stack at nine is to be closed.")
    finished = closed_stacks(zones, state, taker) and not open_stacks(zones, state, taker)
    require(taker in state.playing or bool(finished), "The seat that should draw is out.")


def check_points(state: State) -> None:
    """Refuse points that the stacks of this game and the games before cannot have given."""
    before = [total - earned_by_stacks(state, seat) for seat, total in enumerate(state.points)]
    require(min(before) >= 0, "A seat has fewer points than its closed stacks give.")
    shut_outs = sum(may_be_shut_out(state, seat) for seat in range(state.seats))
    most = (state.deal - 1) * most_points_of_a_game(state) + SHUT_OUT * shut_outs
    require(sum(before) <= most, "The points are more than the games can have given.")
    require(state.deal > 1 or not any(total % SHUT_OUT for total in before), "The points are none of the first game.")


def earned_by_stacks(state: State, seat: int) -> int:
    """Return the points of the closed stacks of a seat in this game."""
    return sum([item.points for item in items_of_stacks(state.zones, state, seat)])


def may_be_shut_out(state: State, seat: int) -> bool:
    """Tell whether a seat may have gone out by a shut out in this game."""
    fallen = seat not in state.playing and not closed_stacks(state.zones, state, seat)
    return fallen and len(open_stacks(state.zones, state, seat)) >= state.options.stacks


def most_points_of_a_game(state: State) -> int:
    """Return an upper bound of the points of all seats in a game: every card counts double, and every bonus is made."""
    cards = deck(state.options)
    return 2 * (len(cards) + cards.count(ZLAM)) + (2 * GRAND_ZLAM + SHUT_OUT) * state.seats

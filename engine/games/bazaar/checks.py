"""States that no table of Bazaar can reach: `loads` refuses them."""

from engine.core import values as core
from engine.core.values import require
from engine.games.bazaar.cards import (
    ALL_PILES,
    COLOURS,
    CUSTOMER,
    FAVORS,
    FITTING,
    HAND,
    PENALTY,
    PILE,
    PILES,
    SCORE,
    lies_on_own_piles,
    suit_on_top,
)
from engine.games.bazaar.rules import takable_piles
from engine.games.bazaar.state import TURN_CAP, State, is_matching, matching_seats
from engine.games.zont import DECK

# The fewest and the most cards that a hand has lost in a turn when each question is asked; a Change gives one back.
PUT_DOWN = {"play": (0, 0), "art": (1, 1), "change": (1, 1), "bank": (0, 2), "over": (0, 0)}


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    check_turns(state)
    check_places(state)
    check_hands(state)
    check_matches(state)
    check_question(state)


def check_turns(state: State) -> None:
    """Refuse an impossible number of turns, turn-taker or last lap."""
    seats = state.seats
    cap = TURN_CAP * state.seats
    over = state.phase == "over"
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
    """Return the number of turns of the last lap that are over."""
    return state.seats if state.phase == "over" else place_in_last_lap(state, state.turn_taker)


def place_in_last_lap(state: State, seat: int) -> int:
    """Return the number of seats that have their last turn before this one."""
    return 0 if state.last_seat is None else (seat - state.last_seat - 1) % state.seats


def check_places(state: State) -> None:
    """Refuse cards where they cannot lie (bazaar 2.1, bazaar 2.2)."""
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
    """Refuse hands that are too large or too small, and more cards out of hands than the turns allow."""
    size = state.options.hand_size
    (least, most) = PUT_DOWN[state.phase]
    hands = [len(state.zones[hand]) for hand in HAND[: state.seats]]
    for seat, held in enumerate(hands):
        fewest = fewest_cards(state, seat)
        playing = seat == state.turn_taker
        fits = fewest <= held + most and held + least <= size if playing else fewest <= held <= size
        require(fits, "A hand holds too many cards, or too few.")
    played = len(DECK) - len(COLOURS) - len(state.zones["deck"]) - sum(hands)
    require(played <= 2 * state.turns + most, "More cards have been played than the turns allow.")


def fewest_cards(state: State, seat: int) -> int:
    """Return the fewest cards that a seat can hold when no power of its own is in use.

    A seat has drawn up, except the one that drew the last card, which may have put down two before, and those that
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
    if state.options.banking != "compulsory":
        return  # The seat before may have declined.
    *others, before = core.seats_after(state.turn_taker, state.seats)
    if state.options.trigger == "any":
        # Cards that stay on the piles in a scoring round may match only then.
        banked = [] if state.options.others_score == "stay" else [*others, before]
    else:
        banked = [before]
    for seat in banked:
        has_cards = any(state.zones[pile] for pile in PILES[seat])
        require(not (has_cards and is_matching(state.zones, seat)), "Piles that match their targets were not banked.")


def may_be_asked(state: State) -> bool:
    """Tell whether a seat can be asked whether to bank: at such a table, if its piles match (bazaar 4.4)."""
    return state.options.banking != "compulsory" and bool(matching_seats(state.zones, state))


def check_question(state: State) -> None:
    """Refuse a question that cannot be asked."""
    if state.phase in ("play", "bank", "over"):
        require(state.colour == "none", "No power is in use, so there is no pile in question.")
        require(state.phase != "bank" or may_be_asked(state), "A seat is asked to bank that cannot be.")
        return
    require(state.colour != "none", "A power is in use, but on no pile.")
    suit = suit_on_top(state.zones[PILE[state.turn_taker][state.colour]])
    require(suit == ("A" if state.phase == "art" else "C"), "The top card does not have the power that is in use.")
    require(state.phase == "art" or bool(takable_piles(state.zones, state)), "A Change is asked for that cannot be.")

"""States that no table of Door to Zont can reach: `loads` refuses them."""

from engine.core import values as core
from engine.core.values import require
from engine.games.door.cards import HAND, HAND_SIZE, PILE, SCORE
from engine.games.door.rules import most_final_turns, takable_piles
from engine.games.door.state import State, powers
from engine.games.zont import VALUE

# The power that asks each question, the suits whose cards have it, and how many cards a seat then holds before the
# final round.
POWER_OF_PHASE = {"add": "art", "take": "change", "shuffle": "favors"}
SUITS_OF_PHASE = {"add": "AG", "take": "CG", "shuffle": "FG"}
HELD = {"play": (5,), "add": (4,), "take": (4,), "shuffle": (4,), "scoring": (3, 4, 5)}


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    check_piles(state)
    check_round(state)
    check_hands(state)
    check_score_piles(state)
    if state.phase in POWER_OF_PHASE:
        check_power(state)
    else:
        require(not state.card, "A card is in use, and no power is asked about.")


def check_piles(state: State) -> None:
    """Refuse an empty suit pile, a card on that of another suit, a 0 in the deck, and a mark without a Giglets."""
    for suit, zone in PILE.items():
        pile = state.zones[zone]
        require(bool(pile), "A suit pile is empty.")
        require(all(card[0] == suit for card in pile), "A card lies on the pile of another suit.")
    require(all(VALUE[card] for card in state.zones["deck"]), "A 0 lies in the deck.")
    require(not state.protected or len(state.zones[PILE["G"]]) > 1, "A Giglets is protected that was not played.")


def check_round(state: State) -> None:
    """Refuse a seat that does not exist, and a final round that cannot have begun, or must have begun."""
    require(state.turn_taker < state.seats, "It is the turn of a seat that is not at the table.")
    if state.final:
        require(state.phase not in ("play", "scoring"), "A turn of the final round is one card.")
        require(not state.zones["deck"], "The final round has begun while there are cards to draw.")
        return
    require(state.phase not in ("final", "over") and not state.final_turns, "The final round has not begun.")
    must_begin = state.options.final_trigger == "deckEmpty" and not state.zones["deck"]
    require(not must_begin, "The last card is drawn, and the final round has not begun.")


def check_hands(state: State) -> None:
    """Refuse hands that are too large or too small for the question."""
    mine, *others = [
        len(state.zones[HAND[seat]]) for seat in (state.turn_taker, *core.seats_after(state.turn_taker, state.seats))
    ]
    if state.final:
        require(min(others) > 0 and max(mine, *others) <= HAND_SIZE, "A seat holds too many or too few cards.")
        check_final_turn(state, mine)
        return
    require(mine in HELD[state.phase], "The seat whose turn it is holds too many or too few cards.")
    # The seat before may have drawn the last card without reaching five.
    last_may_be_short = state.options.final_trigger == "noDraw" and not state.zones["deck"]
    least = 3 if last_may_be_short else HAND_SIZE
    require(least <= others.pop() <= HAND_SIZE, "The seat that played last did not draw as it must.")
    require(all(held == HAND_SIZE for held in others), "A seat has not drawn up to five.")


def check_final_turn(state: State, held: int) -> None:
    """Refuse a turn after the last one of the final round, or an end before the round has ended."""
    left = most_final_turns(state) - state.final_turns
    if state.phase == "over":
        require(left >= 0 and state.final_turns > 0 and not (held and left), "The table is over before its end.")
        return
    require(left > 0, "The final round has lasted too long.")
    least, most = (1, HAND_SIZE) if state.phase == "final" else (0, HAND_SIZE - 1)
    require(least <= held <= most, "The seat whose turn it is holds too many or too few cards.")


def check_power(state: State) -> None:
    """Refuse a power in use that the top card of no suit pile can have started."""
    card = state.card
    require(
        card in VALUE and state.zones[PILE[card[0]]][-1] == card, "The card in use does not lie on top of its pile."
    )
    require(card[0] in SUITS_OF_PHASE[state.phase], "The card in use does not have the power in use.")
    require(len(state.zones[PILE[card[0]]]) > 1, "The card in use is the only one of its pile.")
    require(card[0] != "G" or not state.protected, "The card in use was played as a Great Zont.")
    require(POWER_OF_PHASE[state.phase] in powers(state), "There is no such power in the final round.")
    if state.phase == "take":
        require(bool(takable_piles(state.zones, state, card)), "A Change is asked about that cannot be.")


def check_score_piles(state: State) -> None:
    """Refuse score piles that do not have one card for each turn, where nothing else changes them (door 2.3)."""
    options = state.options
    if state.final or options.change_targets == "all" or options.change_keeps_in == "score":
        return
    first, _ = core.draw_first_seat(options, state.seats, state.seed)
    order = (first, *core.seats_after(first, state.seats))
    sizes = [len(state.zones[SCORE[seat]]) for seat in order]
    rounds, rest = divmod(sum(sizes), state.seats)
    expected = [rounds + (place < rest) for place in range(state.seats)]
    require(sizes == expected, "The score piles do not go with the turns played.")
    require(state.turn_taker == order[rest], "It is the turn of another seat.")

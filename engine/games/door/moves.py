"""The legal moves of Door to Zont: for each verb its candidates, and the refusals of other moves."""

from collections.abc import Callable, Iterator, Mapping

from engine.core.messages import OTHER_SEAT_IS_ASKED, SEAT_LACKS_CARD, other_verb_is_asked
from engine.core.moves import NOWHERE, Move, Route
from engine.core.values import Deck, Refused
from engine.games.door.cards import HAND, MOST_SEATS, PILE, PLACE_OF_SUIT, SCORE, SHUFFLED_CARDS, SUIT_OF_PILE, TARGETS
from engine.games.door.rules import RULE_OF_PHASE, shufflable_piles, takable_piles, why_not_taken, zone_of_taken
from engine.games.door.state import ALL_POWERS, FINAL_POWERS, Options, State, find_pile, powers, same_colours
from engine.games.zont import DECK

VERBS_OF_PHASE = {
    "play": ("play",),
    "add": ("add", "skip"),
    "take": ("take", "skip"),
    "shuffle": ("shuffle", "skip"),
    "scoring": ("score",),
    "final": ("play", "score"),
}

# Legal moves are picked from these tables, not built, which makes listing them cheap.
PLAYS = {
    powers: {
        card: tuple(Move("play", (card,), choice=power) for power in powers)
        if card[0] == "G"
        else (Move("play", (card,)),)
        for card in DECK
    }
    for powers in FINAL_POWERS.values()
}
ADDS = {card: Move("add", (card,)) for card in DECK}
SCORES = {card: Move("score", (card,)) for card in DECK}
TAKES = {PILE[suit]: Move("take", place=place) for suit, place in PLACE_OF_SUIT.items()} | {
    SCORE[seat]: Move("take", place=str(seat)) for seat in range(MOST_SEATS)
}
SKIP = Move("skip")
SHUFFLES = {pile: Move("shuffle", place=move.place) for pile, move in TAKES.items()}


def possible(seats: int, options: Options) -> Iterator[Move]:
    """Yield every move that there can be at a table (door 7)."""
    held = [card for card in DECK if can_be_held(card, options)]
    for card in held:
        yield from PLAYS[ALL_POWERS][card]
    yield from [ADDS[card] for card in held]
    # Nobody takes a Great Zont (door 3.4), and nothing else lies on its pile.
    yield from [TAKES[pile] for pile in TARGETS[options.change_targets][seats] if pile != PILE["Z"]]
    yield from [SHUFFLES[pile] for pile in TARGETS[options.favors_targets][seats]]
    yield from [SCORES[card] for card in held]
    yield SKIP


def can_be_held(card: str, options: Options) -> bool:
    """Tell whether a card can come into a hand: a 0 is dealt to none (door 1.1), so a Change takes it (door 3.4)."""
    return card in SHUFFLED_CARDS or (options.change_keeps_in == "hand" and card[0] != "Z")


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of the seat whose turn it is (door 7)."""
    phase = state.phase
    if seat != state.turn_taker or phase == "over":
        return ()
    hand = state.zones[HAND[seat]]
    if phase == "play":
        return tuple(legal_plays(state, hand))
    if phase == "scoring":
        return tuple([SCORES[card] for card in hand])
    if phase == "final":
        return (*legal_plays(state, hand), *[SCORES[card] for card in hand])
    if phase == "add":
        colours = same_colours(state, state.card)  # door 3.1
        return (*[ADDS[card] for card in hand if card[1] in colours], SKIP)
    if phase == "shuffle":
        return (*[SHUFFLES[pile] for pile in shufflable_piles(state)], SKIP)
    return (*[TAKES[pile] for pile in takable_piles(state.zones, state, state.card)], SKIP)


def legal_plays(state: State, hand: Deck) -> list[Move]:
    """List plays: any card, a Giglets with any power available now (door 2.1, door 3.5)."""
    plays = PLAYS[powers(state)]
    moves: list[Move] = []
    for card in hand:
        moves += plays[card]
    return moves


def why_not(state: State, seat: int, move: Move) -> Refused | None:
    """Return the refusal of a well-formed move by a seat, None when it is legal."""
    rule = RULE_OF_PHASE[state.phase]
    verbs = VERBS_OF_PHASE[state.phase]
    if seat != state.turn_taker:
        return Refused(rule, OTHER_SEAT_IS_ASKED)
    if move.verb not in verbs:
        return other_verb_is_asked(rule, verbs)
    if move.cards and move.cards[0] not in state.zones[HAND[seat]]:
        return Refused(rule, SEAT_LACKS_CARD)
    why = WHY_NOT.get(move.verb)  # Any card may be scored (door 2.3), and any power declined (door 2.2).
    return None if why is None else why(state, move)


def why_not_play(state: State, move: Move) -> Refused | None:
    """Refuse a Giglets without an available power (door 3.5, door 4.2), and any other card with a choice of power."""
    if move in PLAYS[powers(state)][move.cards[0]]:
        return None
    if move.cards[0][0] != "G":
        return Refused("door 3.5", "Only a Giglets is played with a choice of power, and {card} is not a Giglets.")
    if move.choice in ALL_POWERS:
        return Refused("door 4.2", "In the final round a Giglets is played as {any_power} (option finalPowers).")
    return Refused("door 3.5", "A Giglets is played with one of the choices {powers}.")


def why_not_add(state: State, move: Move) -> Refused | None:
    """Refuse to add a card of another colour to an Art (door 3.1)."""
    if move.cards[0][1] in same_colours(state, state.card):
        return None
    if "W" in (move.cards[0][1], state.card[1]):
        return Refused("door 3.1", "At this table a wild has the same colour as wilds only (option wildColour).")
    return Refused("door 3.1", "{card} does not have the same colour as {used}.")


def why_not_take(state: State, move: Move) -> Refused | None:
    """Refuse to take from anything but a pile that a Change takes from (door 3.2), or a protected card."""
    pile = find_pile(state, move)
    if pile is None:
        return Refused("door 3.2", "At this table a Change takes from no pile {place} (option changeTargets).")
    return why_not_taken(state.zones, state, state.card, pile)


def why_not_shuffle(state: State, move: Move) -> Refused | None:
    """Refuse to shuffle what is no pile for a Favors (door 3.3, door 3.8), or too few cards (door 3.6, door 3.8)."""
    pile = find_pile(state, move)
    if pile is None and (state.options.favors_targets == "all" or f"score:{move.place}" in state.zones):
        return Refused("door 3.8", "At this table a Favors shuffles no pile {place} (option favorsTargets).")
    if pile is None:
        return Refused("door 3.3", "There is no suit pile {place}; the suit piles are {piles}.")
    if pile in shufflable_piles(state):
        return None
    if pile not in SUIT_OF_PILE:
        return Refused("door 3.8", "The score pile has too few cards for a Favors.")
    return Refused("door 3.6", "The {target} pile has a single card, so no new one can be turned up (option favors).")


WHY_NOT: Mapping[str, Callable[[State, Move], Refused | None]] = {
    "play": why_not_play,
    "add": why_not_add,
    "take": why_not_take,
    "shuffle": why_not_shuffle,
}


def attempt(state: State, _seat: int, card: str) -> Move:
    """Return the move to try with a card of the hand."""
    if state.phase == "add":
        return ADDS[card]
    return PLAYS[ALL_POWERS][card][0] if state.phase in ("play", "final") else SCORES[card]


def route(state: State, seat: int, move: Move) -> Route:
    """Return the zones that a legal move takes a card from and to, and the card that a Change takes."""
    if move.verb == "score":
        return HAND[seat], SCORE[seat], None
    if move.verb == "skip":
        return NOWHERE
    if move.place is None:
        return HAND[seat], PILE[move.cards[0][0]], None
    pile = find_pile(state, move)
    if move.verb == "shuffle":
        return pile, pile, None
    return pile, zone_of_taken(state), pile and state.zones[pile][-1]

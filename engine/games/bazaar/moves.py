"""The legal moves of Bazaar: for each verb its candidates, and the refusals of other moves."""

from collections.abc import Iterator

from engine.core.messages import OTHER_SEAT_IS_ASKED, SEAT_LACKS_CARD, other_verb_is_asked
from engine.core.moves import NOWHERE, Move, Route
from engine.core.values import Refused
from engine.games.bazaar.cards import ALL_PILES, COLOURS, CUSTOMER, FITTING, HAND, SOURCE
from engine.games.bazaar.rules import destination, rule_of, takable_piles, takes_from_customers, why_not_taken
from engine.games.bazaar.state import Options, State, asked_seat, must_use_power
from engine.games.zont import DECK

VERBS_OF_PHASE = {"play": ("play",), "art": ("add", "skip"), "change": ("take", "skip"), "bank": ("bank", "skip")}

# Legal moves are picked from these tables, not built, which makes listing them cheap.
PLAYS = {card: tuple(Move("play", (card,), colour) for colour in COLOURS if card in FITTING[colour]) for card in DECK}
ADDS = {colour: {card: Move("add", (card,), colour) for card in DECK} for colour in COLOURS}
TAKES = {zone: Move("take", place=place) for place, zone in SOURCE.items()}
BANK = Move("bank")
SKIP = Move("skip")
BANKING = (BANK, SKIP)


def possible(seats: int, options: Options) -> Iterator[Move]:
    """Yield every move that there can be at a table (bazaar 8)."""
    for card in DECK:
        yield from PLAYS[card]
    for card in DECK:
        yield from [ADDS[colour][card] for colour in COLOURS if card in FITTING[colour]]
    customers = CUSTOMER.values() if takes_from_customers(options) else ()
    yield from [TAKES[pile] for pile in (*ALL_PILES[seats], *customers)]
    if options.banking != "compulsory":
        yield BANK
    yield SKIP


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of the seat that is asked (bazaar 8)."""
    if state.phase == "bank":
        return BANKING if seat == asked_seat(state) else ()
    if state.phase == "over" or seat != state.turn_taker:
        return ()
    if state.phase in ("art", "change"):
        uses = uses_of_power(state)
        return uses if uses and must_use_power(state) else (*uses, SKIP)
    hand = state.zones[HAND[seat]]
    moves: list[Move] = []
    for card in hand:
        moves += PLAYS[card]
    return tuple(moves)


def uses_of_power(state: State) -> tuple[Move, ...]:
    """List the moves that use the Art or Change in question (bazaar 3.1, bazaar 3.2)."""
    if state.phase == "change":
        return tuple([TAKES[pile] for pile in takable_piles(state.zones, state)])
    adds = ADDS[state.colour]
    fitting = FITTING[state.colour]
    return tuple([adds[card] for card in state.zones[HAND[state.turn_taker]] if card in fitting])


def why_not(state: State, seat: int, move: Move) -> Refused | None:
    """Return the refusal of a well-formed move by a seat, None when it is legal."""
    rule = rule_of(state)
    verbs = VERBS_OF_PHASE[state.phase]
    if seat != asked_seat(state):
        return Refused(rule, OTHER_SEAT_IS_ASKED)
    if move.verb not in verbs:
        return other_verb_is_asked(rule, verbs)
    if move.verb == "bank":
        return None
    if move.verb == "skip":
        return why_not_skip(state)
    if move.verb == "take":
        return why_not_take(state, move)
    if move.cards[0] not in state.zones[HAND[seat]]:
        return Refused(rule, SEAT_LACKS_CARD)
    return why_not_add(state, move) if move.verb == "add" else why_not_play(move)


def why_not_skip(state: State) -> Refused | None:
    """Refuse to make no use of a copied power that is compulsory; others may be declined (bazaar 3.7)."""
    if must_use_power(state) and uses_of_power(state):
        return Refused("bazaar 3.7", "At this table a power that a Giglets copies must be used (option copiedPower).")
    return None


def why_not_play(move: Move) -> Refused | None:
    """Refuse to play a card of the hand onto a pile of another colour (bazaar 2.1, bazaar 2.2)."""
    (card,) = move.cards
    if move in PLAYS[card]:
        return None
    if move.place not in COLOURS:
        return Refused("bazaar 2.1", "There is no place {place}; the places are red, yellow and blue.")
    if card[0] == "F":
        return Refused("bazaar 2.2", "{card} goes onto the {colour_of_card} customer pile only.")
    return Refused("bazaar 2.1", "{card} goes onto the seat's {colour_of_card} pile only.")


def why_not_add(state: State, move: Move) -> Refused | None:
    """Refuse to put down a card of another colour than the Art's, or elsewhere (bazaar 3.1)."""
    if move.cards[0] not in FITTING[state.colour]:
        return Refused("bazaar 3.1", "{card} is neither {colour}, as the Art is, nor wild.")
    if move.place != state.colour:
        return Refused("bazaar 3.1", "The card is added to the {colour} pile, the colour of the Art.")
    return None


def why_not_take(state: State, move: Move) -> Refused | None:
    """Refuse to take from anything but a pile of the Change's colour whose top card can be taken (bazaar 3.2)."""
    place = str(move.place)
    source = SOURCE.get(place, "")
    if source not in state.zones:
        return Refused("bazaar 3.2", "There is no pile {place}; write one as 0.red or customer.red.")
    if not place.endswith(state.colour):
        return Refused("bazaar 3.2", "The Change is {colour}, so it takes from a {colour} pile.")
    return why_not_taken(state.zones, state, source)


def attempt(state: State, _seat: int, card: str) -> Move:
    """Return the move to try with a card of the hand."""
    return ADDS[state.colour][card] if state.phase == "art" else PLAYS[card][0]


def route(state: State, seat: int, move: Move) -> Route:
    """Return the zones that a legal move takes a card from and to, and the card that a Change takes."""
    if move.verb in ("bank", "skip"):
        return NOWHERE
    if move.verb == "take":
        source = SOURCE[str(move.place)]
        return source, HAND[seat], state.zones[source][-1]
    return HAND[seat], destination(seat, move), None

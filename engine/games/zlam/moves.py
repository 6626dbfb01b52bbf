"""The legal moves of ZLAM!: for each verb its candidates, and the refusals of other moves."""

from collections.abc import Iterator
from functools import lru_cache

from engine.core.messages import OTHER_SEAT_IS_ASKED, other_verb_is_asked
from engine.core.moves import NOWHERE, Move, Route
from engine.core.values import Refused, Zones
from engine.games.zlam.cards import GAIN, MOST_SEATS, NINE, VALUE, count, stack_zone, stack_zones
from engine.games.zlam.rules import has_room, may_stay_open, phase_of, rule_of
from engine.games.zlam.state import OVER, Options, State, deck, open_stacks, stacks_at_nine

VERBS_OF_PHASE = {
    "draw": ("close", "draw"),
    "place": ("place", "give"),
    "given": ("place",),
    "gain": ("gain", "skip"),
    "lose": ("lose",),
}

DRAW = Move("draw")
ADD_STACK = Move("gain")
ADD_NONE = Move("skip")
GAIN_OR_SKIP = (ADD_STACK, ADD_NONE)
GIVES = tuple(Move("give", seat=seat) for seat in range(MOST_SEATS))


# Legal moves are kept, not built each time, which makes listing them cheap.
@lru_cache(maxsize=4096)
def stack_move(verb: str, number: int, choice: str | None = None) -> Move:
    """Return the move with a verb about a stack."""
    return Move(verb, place=str(number), choice=choice)


@lru_cache(maxsize=4096)
def placements(seat: int, highest: int) -> tuple[tuple[str, tuple[Move, ...], tuple[Move, ...]], ...]:
    """Return each stack of a seat, the moves that put a card on it, and those that do so when it may stay open."""
    stacks = enumerate(stack_zones(seat, highest), 1)
    moves = [(stack, stack_move("place", number), stack_move("place", number, "open")) for number, stack in stacks]
    return tuple((stack, (closing,), (closing, staying)) for stack, closing, staying in moves)


def possible(seats: int, options: Options) -> Iterator[Move]:
    """Yield every move that there can be at a table (zlam 8)."""
    asked = [phase_of(card, options) for card in deck(options)]
    # One seat may draw all cards that let it add a stack (zlam 6.2, zlam 6.5).
    stacks = range(1, options.stacks + asked.count("gain") + 1)
    if options.at_risk:
        yield from [stack_move("close", stack) for stack in stacks]
        yield DRAW
    for stack in stacks:
        yield stack_move("place", stack)
        if options.at_risk:
            yield stack_move("place", stack, "open")
    yield from GIVES[:seats]
    if "gain" in asked:
        yield ADD_STACK
    if "lose" in asked:
        yield from [stack_move("lose", stack) for stack in stacks]
    if "gain" in asked:
        yield ADD_NONE


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of the seat that is asked (zlam 8)."""
    if seat != state.asked or state.phase in OVER:
        return ()
    if state.phase == "place":
        return (*legal_placements(state.zones, state, seat), *legal_gifts(state.playing, seat))
    if state.phase == "given":
        return tuple(legal_placements(state.zones, state, seat))
    if state.phase == "draw":
        return (*[stack_move("close", number) for number in stacks_at_nine(state.zones, state, seat)], DRAW)
    if state.phase == "lose":
        return tuple([stack_move("lose", number) for number in open_stacks(state.zones, state, seat)])
    return GAIN_OR_SKIP


def legal_placements(zones: Zones, state: State, seat: int) -> list[Move]:
    """List the stacks for the card drawn: no stack goes above nine (zlam 2.3)."""
    card = zones["drawn"][0]
    room = NINE - VALUE[card]
    moves: list[Move] = []
    for stack, places, open_places in placements(seat, state.highest[seat]):
        pile = zones.get(stack)
        if pile is None:
            continue
        height = count(pile)
        if height < room:
            moves += places
        elif height == room:
            moves += open_places if may_stay_open((*pile, card), state.options) else places
    return moves


@lru_cache(maxsize=256)
def legal_gifts(playing: tuple[int, ...], seat: int) -> tuple[Move, ...]:
    """List the gifts of the card drawn: to every other seat that is neither finished nor out (zlam 2.2)."""
    return tuple(GIVES[other] for other in playing if other != seat)


def why_not(state: State, seat: int, move: Move) -> Refused | None:
    """Return the refusal of a well-formed move by a seat, None when it is legal."""
    rule = rule_of(state)
    verbs = VERBS_OF_PHASE[state.phase]
    if seat != state.asked:
        return Refused(rule, OTHER_SEAT_IS_ASKED)
    if move.verb not in verbs:
        return other_verb_is_asked(rule, verbs)
    if move.verb == "give":
        return why_not_give(state, seat, move)
    if move.place is None:
        return None  # The seat that is asked may draw (zlam 5.3), add a stack or none (zlam 6.2, zlam 6.5).
    if f"stack:{seat}.{move.place}" not in state.zones:
        return Refused(rule, "{seat} has no open stack {place}.")
    if move.verb == "lose":
        return None  # Any open stack may be discarded (zlam 6.3, zlam 6.6).
    return why_not_place(state, seat, move) if move.verb == "place" else why_not_close(state, seat, move)


def why_not_give(state: State, seat: int, move: Move) -> Refused | None:
    """Refuse to give the card to anybody but another seat that is neither finished nor out (zlam 2.2)."""
    if move.seat == seat:
        return Refused("zlam 2.2", "A card is given to another seat; to keep it, place it.")
    if (move.seat or 0) >= state.seats:
        return Refused("zlam 2.2", "No seat is written #{number}; in moves the seats are #0 to #{last}.")
    if move.seat in state.playing:
        return None
    return Refused("zlam 2.2", "{receiver} is finished or out, so they cannot be given a card.")


def why_not_place(state: State, seat: int, move: Move) -> Refused | None:
    """Refuse to take a stack above nine (zlam 2.3), or to leave one open that is not at nine (zlam 5.1)."""
    pile = state.zones[stack_zone(seat, int(move.place or 0))]
    card = state.zones["drawn"][0]
    if not has_room(pile, card):
        return Refused("zlam 2.3", "With {drawn}, stack {stack} would be above nine, at {reached}.")
    if move.choice is None:
        return None
    if not state.options.at_risk:
        return Refused("zlam 5.1", "At this table a stack that reaches nine is closed (option atRisk).")
    if move.choice != "open":
        return Refused("zlam 5.1", "The only choice is open: to leave the stack open at nine.")
    if count(pile) + VALUE[card] < NINE:
        return Refused("zlam 5.1", "Stack {stack} would be at {reached}; only a stack at nine is left open by choice.")
    if may_stay_open((*pile, card), state.options):
        return None
    return Refused("zlam 5.2", "The fourth ZLAM! since nine is a home run: stack {stack} closes by itself.")


def why_not_close(state: State, seat: int, move: Move) -> Refused | None:
    """Refuse to close a stack that is not at nine (zlam 5.3)."""
    if int(move.place or 0) in stacks_at_nine(state.zones, state, seat):
        return None
    return Refused("zlam 5.3", "Stack {stack} is at {height}; only a stack at nine can be closed.")


def attempt(_state: State, _seat: int, _card: str) -> Move:
    """Return a move with the card drawn: nobody has a hand."""
    return stack_move("place", 1)


def route(state: State, seat: int, move: Move) -> Route:
    """Return the zones that a legal move takes a card from and to, of those that there are before it, and that card."""
    if move.verb == "place":
        return "drawn", f"stack:{seat}.{move.place}", state.zones["drawn"][0]
    if move.verb == "give":
        return "drawn", None, state.zones["drawn"][0]
    if move.verb == "lose":
        return f"stack:{seat}.{move.place}", "out", None
    if move.verb in ("gain", "skip"):
        return ("drawn", "out", None) if state.zones["drawn"][:1] == (GAIN,) else NOWHERE
    return ("deck", "drawn", None) if move.verb == "draw" else (f"stack:{seat}.{move.place}", None, None)

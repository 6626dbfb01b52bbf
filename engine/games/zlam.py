"""ZLAM!: build stacks to a count of exactly nine, and hand others the cards that hurt.

2–30 seats, a deck of numbers 1–5 in three colours and of ZLAM! cards, which count 0. Each seat builds on three stacks.
A turn: turn up the top card, then put it on one of your stacks, or give it to another seat, which must put it on one of
its own. No card may take a stack above nine. A stack that reaches nine is closed and scores 1 for each number and 2 for
each ZLAM!, double in one colour; all stacks closed are a Grand ZLAM! A seat that cannot place a card is out; if it has
closed nothing yet, that is a shut out, for which the giver scores. The game ends when every seat is finished or out, or
when the deck is empty.

At risk (an option): a stack at nine may stay open for more ZLAM! cards. Other decks (options): a gain card adds a
stack, a loss card takes one away. The rules are numbered in docs/rules/zlam.md.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from engine import game as core
from engine.errors import InvalidOption
from engine.game import Card, Deck, Game, Result, Setup, Verb, Zones, make_result, require
from engine.layout import Layout
from engine.moves import Move, quote
from engine.questions import other_seat_is_asked, other_verb_is_asked
from engine.zones import ZoneKind, ZoneMap

RULES_VERSION = 1
NINE = 9
HOME_RUN = 4
GRAND_ZLAM = 4
SHUT_OUT = 4
MOST_SEATS = 30
MOST_STACKS = 5 + 10 * 6
COLOURS = {"R": "red", "B": "blue", "Y": "yellow"}
NUMBERS = (1, 2, 3, 4, 5)
ZLAM, GAIN, LOSS = "Z", "+", "-"

CARDS = {
    f"{code}{number}": Card(f"{code}{number}", None, colour, number, f"{colour} {number}")
    for code, colour in COLOURS.items()
    for number in NUMBERS
} | {
    ZLAM: Card(ZLAM, None, None, 0, "ZLAM!"),
    GAIN: Card(GAIN, None, None, None, "a gain card"),
    LOSS: Card(LOSS, None, None, None, "a loss card"),
}
VALUE = {code: card.value for code, card in CARDS.items() if card.value is not None}


@lru_cache(maxsize=1024)  # Every stack of a seat is counted for every move: this makes a move a tenth cheaper.
def count(pile: Deck) -> int:
    """Return a stack's count: a number card counts its number, a ZLAM! card 0 (zlam 2.3)."""
    return sum([VALUE[card] for card in pile])


def score_stack(pile: Deck) -> int:
    """Return the score of a closed stack: 1 a number, 2 a ZLAM!, doubled in one colour (zlam 3.1)."""
    points = len(pile) + pile.count(ZLAM)
    return points * 2 if is_one_colour(pile) else points


def is_one_colour(pile: Deck) -> bool:
    """Tell whether all number cards of a stack have one colour (zlam 3.1)."""
    return len({card[0] for card in pile if card != ZLAM}) == 1


ZONE_MAP = ZoneMap(
    {
        "deck": ZoneKind("the deck", "nobody"),
        "drawn": ZoneKind("the card drawn", "everybody"),
        "stack": ZoneKind("stack {part} of seat {seat}", "everybody", owned=True, value=count),
        "closed": ZoneKind("closed stack {part} of seat {seat}", "everybody", owned=True, value=score_stack),
        "out": ZoneKind("the discarded cards", "everybody"),
    },
    {card: index for index, card in enumerate(CARDS)},
)
STACK = tuple(tuple(f"stack:{seat}.{number}" for number in range(MOST_STACKS + 1)) for seat in range(MOST_SEATS))
CLOSED = tuple(tuple(f"closed:{seat}.{number}" for number in range(MOST_STACKS + 1)) for seat in range(MOST_SEATS))
ALWAYS = frozenset(("deck", "drawn", "out"))
PAGE = ("deck", "drawn", *(zone for own in STACK for zone in own), *(zone for own in CLOSED for zone in own), "out")
PAGE_ORDER = {zone: index for index, zone in enumerate(PAGE)}

VERBS = (
    Verb("close", "close @STACK", "Close a stack at nine instead of leaving it at risk.", "close {from_zone}"),
    Verb("draw", "draw", "Leave the stacks at nine at risk and draw.", "leave the stacks at nine open and draw"),
    Verb(
        "place",
        "place @STACK [=open]",
        "Put the card drawn or given on an own stack; it may be left open at nine.",
        "put the card on {to_zone}{choice}",
    ),
    Verb("give", "give #SEAT", "Give the card drawn to another seat.", "give the card to {seat}"),
    Verb("gain", "gain", "Add an empty stack.", "add an empty stack"),
    Verb("lose", "lose @STACK", "Discard an open stack.", "discard {from_zone}"),
    Verb("skip", "skip", "Add no stack.", "add no stack"),
)
CHOICES = {"open": ", and leave it open"}
FACTS = {
    "deal": "Game",
    "deals": "Games in all",
    "dealer": "Seat that dealt",
    "turnTaker": "Seat whose turn it is",
    "asked": "What is asked for",
    "playing": "Seats that are neither finished nor out",
    "highest": "Highest stack number so far, by seat",
}
EVENTS = {
    "dealt": "{cards} is dealt to {to_zone}.",
    "buried": "{cards} goes from {from_zone} to the very bottom of the deck.",
    "drawn": "{seat} draws {cards}.",
    "placed": "{seat} puts {cards} on {to_zone}.",
    "given": "{seat} gives the card to seat {value}.",
    "closed": "{seat} closes {from_zone}: {cards}.",
    "hit": "{seat} hits a {value}.",
    "scored": "{seat} scores {value}.",
    "grandZlam": "{seat} makes a Grand ZLAM! and scores {value}.",
    "shutOut": "{seat} makes a shut out and scores {value}.",
    "finished": "{seat} is finished.",
    "wentOut": "{seat} is out.",
    "struckOut": "{seat} strikes out: it is out and loses its stacks at nine.",
    "discarded": "{seat} discards {cards}.",
    "deal": "Game {value} begins.",
    "dealer": "Seat {value} deals.",
    "turnTaker": "It is the turn of seat {value}.",
    "asked": "What is asked for now: {word}.",
    "playing": "Still in the game: {seats}.",
}
WORDS = {
    "draw": "to close a stack at nine, or to draw",
    "place": "where the card drawn goes",
    "given": "where the card given goes",
    "gain": "whether to add a stack",
    "lose": "which stack is discarded",
    "done": "every seat is finished or out",
    "deck": "the deck is empty",
}

HITS = ("", "single", "double", "triple", "home run")
OVER = ("done", "deck")
PHASE_OF_CARD = {**dict.fromkeys(VALUE, "place"), GAIN: "gain", LOSS: "lose"}
RULE_OF_PHASE = {
    "draw": "zlam 5.3",
    "place": "zlam 2.2",
    "given": "zlam 2.4",
    "gain": "zlam 6.2",
    "lose": "zlam 6.3",
}
VERBS_OF_PHASE = {
    "draw": ("close", "draw"),
    "place": ("place", "give"),
    "given": ("place",),
    "gain": ("gain", "skip"),
    "lose": ("lose",),
}

# Legal moves are picked from these tables, not built: it is what makes listing them cheap.
STACK_NUMBERS = range(MOST_STACKS + 1)
CLOSES = tuple(Move("close", place=str(number)) for number in STACK_NUMBERS)
DRAW = Move("draw")
PLACES = tuple((Move("place", place=str(number)),) for number in STACK_NUMBERS)
OPEN_PLACES = tuple((*PLACES[number], Move("place", place=str(number), choice="open")) for number in STACK_NUMBERS)
# By seat and number: the stack, the moves that put a card on it, and those that do so when it may stay open at nine.
PLACEMENTS = tuple(tuple(zip(own, PLACES, OPEN_PLACES, strict=True)) for own in STACK)
GIVES = tuple(Move("give", seat=seat) for seat in range(MOST_SEATS))
GAIN_OR_SKIP = (Move("gain"), Move("skip"))
LOSES = tuple(Move("lose", place=str(number)) for number in STACK_NUMBERS)


class Options(core.Options, frozen=True, kw_only=True):
    """The options of ZLAM! (zlam 4, 5, 6)."""

    sets: Annotated[
        int,
        Meta(ge=0, le=20, description="How many sets are played, in each of which every seat deals once; 0: one game."),
    ] = 0
    teams: Annotated[
        Annotated[tuple[Annotated[int, Meta(ge=0, le=29)], ...], Meta(max_length=MOST_SEATS)] | None,
        Meta(description="The team of each seat; the ranking goes by the team's total."),
    ] = None
    at_risk: Annotated[
        bool, Meta(description="Whether a stack that reaches nine may be left open, to collect more ZLAM! cards.")
    ] = False
    drawn_unplayable: Annotated[
        Literal["mayGive", "knockedOut"],
        Meta(
            description="What a seat at risk may do with a drawn card that fits none of its stacks: give it, or go out."
        ),
    ] = "mayGive"
    at_risk_at_end: Annotated[
        Literal["score", "lose"],
        Meta(description="Whether stacks that are open at nine when the game ends are closed and score, or are lost."),
    ] = "score"
    ones: Annotated[int, Meta(ge=0, le=10, description="How many 1s of each colour a deck has.")] = 2
    twos: Annotated[int, Meta(ge=0, le=10, description="How many 2s of each colour a deck has.")] = 3
    threes: Annotated[int, Meta(ge=0, le=10, description="How many 3s of each colour a deck has.")] = 5
    fours: Annotated[int, Meta(ge=0, le=10, description="How many 4s of each colour a deck has.")] = 3
    fives: Annotated[int, Meta(ge=0, le=10, description="How many 5s of each colour a deck has.")] = 2
    zlams: Annotated[int, Meta(ge=0, le=60, description="How many ZLAM! cards a deck has.")] = 15
    decks: Annotated[int, Meta(ge=1, le=6, description="How many decks are shuffled together.")] = 1
    stacks: Annotated[int, Meta(ge=2, le=5, description="How many stacks each seat begins with.")] = 3
    gain_cards: Annotated[
        int, Meta(ge=0, le=10, description="How many cards a deck has that let whoever draws one add a stack.")
    ] = 0
    loss_cards: Annotated[
        int, Meta(ge=0, le=10, description="How many cards a deck has that make whoever draws one discard a stack.")
    ] = 0


Phase = Literal["draw", "place", "given", "gain", "lose", "done", "deck"]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]


class State(core.State, frozen=True, kw_only=True, tag="zlam"):
    """A table of ZLAM!.

    `deal` is the number of the game, which `dealer` dealt. `turn_taker` drew, or is to draw. `phase` is what `asked`
    is asked for: to close stacks at nine or draw (`draw`), what to do with the card drawn (`place`, `gain`, `lose`) or
    given (`given`); when the table is over it is the reason, `done` or `deck`. `playing` are the seats that are neither
    finished nor out, `highest` the highest stack number so far of each seat, and `points` what each has earned for
    certain in all games so far, this one included.
    """

    options: Options
    deal: Annotated[int, Meta(ge=1, le=20 * MOST_SEATS)]
    dealer: SeatNumber
    turn_taker: SeatNumber
    asked: SeatNumber
    phase: Phase
    playing: tuple[SeatNumber, ...]
    highest: tuple[Annotated[int, Meta(ge=2, le=MOST_STACKS)], ...]
    points: tuple[core.Counter, ...]


# ---- the contract


@lru_cache(maxsize=256)
def deck(options: Options) -> Deck:
    """Return the cards in canonical order, all copies of a card together (zlam 1.1, 6.1)."""
    copies = (options.ones, options.twos, options.threes, options.fours, options.fives)
    counts = {f"{colour}{number}": copies[number - 1] for colour in COLOURS for number in NUMBERS}
    counts |= {ZLAM: options.zlams, GAIN: options.gain_cards, LOSS: options.loss_cards}
    return tuple(card for card, count in counts.items() for _ in range(count * options.decks))


@lru_cache(maxsize=256)  # Every decoded state asks again; what raises is not kept.
def check_options(seats: int, options: Options) -> None:
    """Refuse a deck that is too small for the seats, and teams that are not one for each seat (zlam 1.4, 4.2)."""
    if options.teams is not None and len(options.teams) != seats:
        raise InvalidOption(
            f"The option teams cannot have {len(options.teams)} numbers; it has one for each of the {seats} seats.",
            ("options", "teams"),
        )
    cards = deck(options)
    bases = len(cards) - cards.count(GAIN) - cards.count(LOSS)
    require_cards(options, "cards", len(cards), seats * (options.stacks + 1))
    require_cards(options, "number and ZLAM! cards", bases, seats * options.stacks)


def require_cards(options: Options, what: str, count: int, needed: int) -> None:
    """Refuse a deck with too few cards to deal (zlam 1.4)."""
    if count < needed:
        raise InvalidOption(
            f"So many seats and stacks need at least {needed} {what}, and there are {count}: "
            f"raise decks (it is {options.decks}), or have fewer seats.",
            ("options", "decks"),
        )


def new(layout: Layout, setup: Setup[Options]) -> State:
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


def turn(state: State) -> tuple[int, ...]:
    """Return the one seat that is asked."""
    return () if state.phase in OVER else (state.asked,)


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of the seat that is asked (zlam 8)."""
    if seat != state.asked or state.phase in OVER:
        return ()
    if state.phase == "place":
        return (*legal_placements(state.zones, state, seat), *legal_gifts(state.playing, seat))
    if state.phase == "given":
        return tuple(legal_placements(state.zones, state, seat))
    if state.phase == "draw":
        return (*[CLOSES[number] for number in stacks_at_nine(state.zones, state, seat)], DRAW)
    if state.phase == "lose":
        return tuple([LOSES[number] for number in open_stacks(state.zones, state, seat)])
    return GAIN_OR_SKIP


def legal_placements(zones: Zones, state: State, seat: int) -> list[Move]:
    """List where a seat can put the card drawn: no stack goes above nine (zlam 2.3)."""
    card = zones["drawn"][0]
    room = NINE - VALUE[card]
    moves: list[Move] = []
    for stack, places, open_places in PLACEMENTS[seat][1 : state.highest[seat] + 1]:
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
    """List to whom a seat can give the card drawn: the others that are neither finished nor out (zlam 2.2)."""
    return tuple(GIVES[other] for other in playing if other != seat)


def apply(layout: Layout, state: State, _seat: int, move: Move) -> State:
    """Make a legal move."""
    return ACTIONS[move.verb](layout, state, move)


def refuse(state: State, seat: int, move: Move) -> tuple[str, str]:
    """Say which rule forbids a move, and why."""
    rule = RULE_OF_PHASE[state.phase]
    if seat != state.asked:
        return rule, other_seat_is_asked(state.asked, seat)
    verbs = VERBS_OF_PHASE[state.phase]
    if move.verb not in verbs:
        return rule, other_verb_is_asked(seat, verbs)
    if move.seat is not None:
        return rule, refuse_receiver(state, seat, move.seat)
    zone = f"stack:{seat}.{move.place}"
    if zone not in state.zones:
        return rule, f"Seat {seat} has no open stack {quote(str(move.place))}."
    if move.verb == "close":
        return rule, f"Stack {move.place} is at {count(state.zones[zone])}; only a stack at nine can be closed."
    return refuse_placement(state, state.zones[zone], move)


def refuse_receiver(state: State, seat: int, receiver: int) -> str:
    """Say why the card may not be given to a seat."""
    if receiver == seat:
        return "A card is given to another seat; to keep it, place it."
    if receiver >= state.seats:
        return f"There is no seat {receiver}; the seats are 0–{state.seats - 1}."
    return f"Seat {receiver} is finished or out, so it cannot be given a card."


def refuse_placement(state: State, pile: Deck, move: Move) -> tuple[str, str]:
    """Say why the card may not be put on an open stack, or not so."""
    card = state.zones["drawn"][0]
    reached = count(pile) + VALUE[card]
    if reached > NINE:
        return "zlam 2.3", f"With {CARDS[card].label}, stack {move.place} would be above nine, at {reached}."
    if not state.options.at_risk:
        return "zlam 5.1", "At this table a stack that reaches nine is closed (option atRisk)."
    if move.choice != "open":
        return "zlam 5.1", "The only choice is open: to leave the stack open at nine."
    if reached < NINE:
        return "zlam 5.1", f"Stack {move.place} would be at {reached}; only a stack at nine is left open by choice."
    return "zlam 5.2", f"The fourth ZLAM! since nine is a home run: stack {move.place} closes by itself."


def attempt(_state: State, _seat: int, _card: str) -> Move:
    """Return a move with the card drawn: nobody has a hand."""
    return PLACES[1][0]


def route(_state: State, seat: int, move: Move) -> tuple[str | None, str | None]:
    """Return the zones that a legal move takes a card from and to, of those that there are before it."""
    if move.verb == "place":
        return "drawn", f"stack:{seat}.{move.place}"
    if move.verb in ("gain", "skip", "lose"):
        return ("drawn" if move.place is None else f"stack:{seat}.{move.place}"), "out"
    if move.verb == "close":
        return f"stack:{seat}.{move.place}", None
    return ("deck", "drawn") if move.verb == "draw" else ("drawn", None)


def decides_in_secret(_state: State, _seat: int) -> bool:
    """Return that nobody has a hand to decide by (zlam 7.1)."""
    return False


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page: open stacks, then closed ones, by seat and number (zlam 8)."""
    return in_page_order(ALWAYS | (state.zones.keys() & PAGE_ORDER.keys()))


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the public facts that are not cards."""
    return {
        "deal": state.deal,
        "deals": deals(state),
        "dealer": state.dealer,
        "turnTaker": state.turn_taker,
        "asked": "none" if state.phase in OVER else state.phase,
        "playing": format_numbers(state.playing),
        "highest": format_numbers(state.highest),
    }


@lru_cache(maxsize=256)
def format_numbers(numbers: tuple[int, ...]) -> str:
    """Write a list of numbers as the value of a fact."""
    return core.format_list(numbers)


def scores(state: State, _viewer: int | None) -> tuple[int | None, ...]:
    """Return what each seat has earned for certain: nothing that scores can be lost again (zlam 7.1)."""
    return state.points


def result(state: State) -> Result | None:
    """Return the result after the last game; seats in teams rank by the team's total (zlam 4.2)."""
    if state.phase not in OVER:
        return None
    return make_result(state.points, state.phase, team_totals(state.points, state.options.teams))


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    check_seats(state)
    check_zones(state)
    check_stacks(state)
    check_discards(state)
    check_question(state)
    check_points(state)


# ---- a turn


def next_turn(layout: Layout, state: State) -> State:
    """Give the turn to the next seat that plays, after the one that drew; without one the game ends (zlam 2.7, 2.8)."""
    playing = state.playing
    if not playing:
        return end_game(layout, state, "done")
    seat = seat_after(state.turn_taker, playing)
    return ask_or_draw(layout, replace(state, turn_taker=seat, asked=seat, phase="draw"))


@lru_cache(maxsize=1024)
def seat_after(seat: int, playing: tuple[int, ...]) -> int:
    """Return the next of the seats that play after `seat`."""
    for other in playing:
        if other > seat:
            return other
    return playing[0]


def ask_or_draw(layout: Layout, state: State) -> State:
    """Ask a seat at risk before it draws; any other draws at once (zlam 5.3)."""
    return state if is_at_risk(layout.zones, state, state.turn_taker) else draw(layout, state)


def draw(layout: Layout, state: State) -> State:
    """Turn up the top card; without one the game ends (zlam 2.1, 2.8)."""
    if not layout.zones["deck"]:
        return end_game(layout, state, "deck")
    card = layout.draw("drawn", state.turn_taker, "deck", "drawn", "zlam 2.1")
    if card in VALUE and is_stuck(layout.zones, state):
        return go_out(layout, state, state.turn_taker)
    return replace(state, phase=PHASE_OF_CARD[card])


def is_stuck(zones: Zones, state: State) -> bool:
    """Tell whether the seat that drew can neither place the card nor give it (zlam 2.6, 5.4)."""
    knocks_out = state.options.drawn_unplayable == "knockedOut" and is_at_risk(zones, state, state.turn_taker)
    may_give = len(state.playing) > 1 and not knocks_out
    return not may_give and not legal_placements(zones, state, state.turn_taker)


def place(layout: Layout, state: State, move: Move) -> State:
    """Put the card drawn or given on a stack, which closes at nine unless it is left open (zlam 2.2, 2.5, 5.1)."""
    seat, number = state.asked, int(move.place or 0)
    layout.draw("placed", seat, "drawn", STACK[seat][number], RULE_OF_PHASE[state.phase])
    if move.choice is None and count(layout.zones[STACK[seat][number]]) == NINE:
        state = close_stack(layout, state, seat, number)
    return next_turn(layout, state)


def give(layout: Layout, state: State, move: Move) -> State:
    """Give the card to a seat, which must place it, or is out if it fits nowhere (zlam 2.4, 2.6)."""
    giver, receiver = state.turn_taker, move.seat or 0
    layout.happen("given", giver, "zlam 2.2", str(receiver))
    if legal_placements(layout.zones, state, receiver):
        return replace(state, phase="given", asked=receiver)
    if is_shut_out(layout.zones, state, giver, receiver):
        state = score(layout, state, giver, SHUT_OUT, "shutOut", "zlam 3.3")
    return go_out(layout, state, receiver)


def go_out(layout: Layout, state: State, seat: int) -> State:
    """Discard the card; a seat that cannot place it is out, and its open stacks score nothing (zlam 2.6, 5.4)."""
    kind, rule = ("struckOut", "zlam 5.4") if is_at_risk(layout.zones, state, seat) else ("wentOut", "zlam 2.6")
    discard(layout, seat, rule)
    layout.happen(kind, seat, rule)
    return next_turn(layout, retire(state, seat))


def discard(layout: Layout, seat: int, rule: str) -> None:
    """Put the card drawn to the discarded cards."""
    layout.draw("discarded", seat, "drawn", "out", rule)


def retire(state: State, seat: int) -> State:
    """Take a seat out of play, because it is finished or out (zlam 2.5, 2.6)."""
    return replace(state, playing=tuple(other for other in state.playing if other != seat))


# ---- stacks


def open_stacks(zones: Zones, state: State, seat: int) -> list[int]:
    """Return the numbers of a seat's open stacks."""
    own = STACK[seat]
    return [number for number in range(1, state.highest[seat] + 1) if own[number] in zones]


def closed_stacks(zones: Zones, state: State, seat: int) -> list[Deck]:
    """Return the cards of each closed stack of a seat."""
    return [zones[zone] for zone in CLOSED[seat][1 : state.highest[seat] + 1] if zone in zones]


def stacks_at_nine(zones: Zones, state: State, seat: int) -> list[int]:
    """Return the numbers of a seat's open stacks at nine (zlam 5.1)."""
    own = STACK[seat]
    return [number for number in open_stacks(zones, state, seat) if count(zones[own[number]]) == NINE]


def is_at_risk(zones: Zones, state: State, seat: int) -> bool:
    """Tell whether a seat has open stacks at nine (zlam 5.1)."""
    return state.options.at_risk and bool(stacks_at_nine(zones, state, seat))


def may_stay_open(pile: Deck, options: Options) -> bool:
    """Tell whether a stack that is at nine now may be left open: not after a home run (zlam 5.1, 5.2)."""
    return options.at_risk and zlams_since_nine(pile) < HOME_RUN


def zlams_since_nine(pile: Deck) -> int:
    """Count the ZLAM! cards that were put on a stack at nine: those above its last number card (zlam 5.2)."""
    return next(above for above, card in enumerate(reversed(pile)) if card != ZLAM)


def close_stack(layout: Layout, state: State, seat: int, number: int) -> State:
    """Turn over a stack at nine and score it (zlam 2.5, 3.1)."""
    stack, closed = STACK[seat][number], CLOSED[seat][number]
    pile = layout.zones[stack]
    layout.open_zone(closed, "zlam 2.5")
    layout.move("closed", seat, pile, stack, closed, "zlam 2.5")
    layout.remove_zone(stack, "zlam 2.5")
    if hit := HITS[zlams_since_nine(pile)]:
        layout.happen("hit", seat, "zlam 5.2", hit)
    state = score(layout, state, seat, score_stack(pile), "scored", "zlam 3.1")
    return finish_without_stacks(layout, state, seat)


def finish_without_stacks(layout: Layout, state: State, seat: int) -> State:
    """Finish a seat without open stacks; without closed ones it is out (zlam 2.5, 3.2, 6.3)."""
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


# ---- stacks at risk


def close_at_risk(layout: Layout, state: State, move: Move) -> State:
    """Close a stack at nine; then ask again, draw, or finish (zlam 5.3)."""
    seat = state.asked
    state = close_stack(layout, state, seat, int(move.place or 0))
    return ask_or_draw(layout, state) if seat in state.playing else next_turn(layout, state)


def draw_at_risk(layout: Layout, state: State, _move: Move) -> State:
    """Leave the stacks at nine open and draw (zlam 5.3)."""
    return draw(layout, state)


def close_all_at_risk(layout: Layout, state: State) -> State:
    """Close the open stacks at nine of the seats that are not out (zlam 5.5)."""
    for seat in state.playing:
        for number in stacks_at_nine(layout.zones, state, seat):
            state = close_stack(layout, state, seat, number)
    return state


# ---- gain and loss cards


def gain(layout: Layout, state: State, move: Move) -> State:
    """Add an empty stack with the next number (zlam 6.2)."""
    highest = list(state.highest)
    highest[state.asked] += 1
    layout.open_zone(STACK[state.asked][highest[state.asked]], "zlam 6.2")
    return skip(layout, replace(state, highest=tuple(highest)), move)


def skip(layout: Layout, state: State, _move: Move) -> State:
    """Discard the gain card (zlam 6.2)."""
    discard(layout, state.asked, "zlam 6.2")
    return next_turn(layout, state)


def lose(layout: Layout, state: State, move: Move) -> State:
    """Discard the loss card and an open stack (zlam 6.3)."""
    seat = state.asked
    stack = STACK[seat][int(move.place or 0)]
    discard(layout, seat, "zlam 6.3")
    if pile := layout.zones[stack]:
        layout.move("discarded", seat, pile, stack, "out", "zlam 6.3")
    layout.remove_zone(stack, "zlam 6.3")
    return next_turn(layout, finish_without_stacks(layout, state, seat))


ACTIONS: Mapping[str, Callable[[Layout, State, Move], State]] = {
    "close": close_at_risk,
    "draw": draw_at_risk,
    "place": place,
    "give": give,
    "gain": gain,
    "lose": lose,
    "skip": skip,
}


# ---- games


def start_game(layout: Layout, state: State) -> State:
    """Shuffle, deal the bases of the stacks, one to each seat at a time, and begin after the dealer (zlam 1.2, 1.3)."""
    layout.shuffle(deck(state.options), "deck", "zlam 1.3")
    for number in range(1, state.options.stacks + 1):
        for seat in (*core.seats_after(state.dealer, state.seats), state.dealer):
            deal_base(layout, STACK[seat][number])
    return next_turn(layout, state)


def deal_base(layout: Layout, stack: str) -> None:
    """Deal the base of a stack; a gain or loss card goes to the bottom of the deck instead (zlam 1.3, 6.4)."""
    while layout.draw("dealt", None, "deck", stack, "zlam 1.3") not in VALUE:
        layout.bury("buried", None, layout.zones[stack], stack, "deck", "zlam 6.4")


def end_game(layout: Layout, state: State, reason: Literal["done", "deck"]) -> State:
    """Score what is open at nine and deal the next game; after the last one the table is over (zlam 2.8, 5.5)."""
    if state.options.at_risk_at_end == "score":
        state = close_all_at_risk(layout, state)
    if state.deal < deals(state):
        return next_game(layout, state)
    return replace(state, phase=reason)


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
    """Gather all cards to the deck, and leave the zones that are wanted (zlam 4.1)."""
    lying = in_page_order(layout.zones)
    layout.gather(lying[1:], "deck", "zlam 4.1")
    for zone in lying:
        if zone not in wanted:
            layout.remove_zone(zone, "zlam 4.1")
    for zone in wanted:
        if zone not in layout.zones:
            layout.open_zone(zone, "zlam 4.1")


def deals(state: State) -> int:
    """Return the number of games of the table: in a set every seat deals once (zlam 4.1)."""
    return state.options.sets * state.seats or 1


def fresh_zones(seats: int, stacks: int) -> tuple[str, ...]:
    """Return the zones of a game that begins, in the order of the page."""
    return ("deck", "drawn", *(zone for own in STACK[:seats] for zone in own[1 : stacks + 1]), "out")


def in_page_order(zones: Iterable[str]) -> list[str]:
    """Sort zones as the page lists them (zlam 8)."""
    return sorted(zones, key=PAGE_ORDER.__getitem__)


# ---- score


def score(layout: Layout, state: State, seat: int, points: int, kind: str, rule: str) -> State:
    """Add points to what a seat has earned."""
    layout.happen(kind, seat, rule, str(points))
    totals = list(state.points)
    totals[seat] += points
    return replace(state, points=tuple(totals))


def score_grand_zlam(closed: Sequence[Deck]) -> int:
    """Return the bonus for all stacks closed, doubled if each is of one colour (zlam 3.2)."""
    return GRAND_ZLAM * 2 if all(is_one_colour(pile) for pile in closed) else GRAND_ZLAM


def is_shut_out(zones: Zones, state: State, giver: int, receiver: int) -> bool:
    """Tell whether a card that fits nowhere scores for its giver: nothing closed, and no team mates (zlam 3.3, 6.4)."""
    if closed_stacks(zones, state, receiver) or are_mates(state.options, giver, receiver):
        return False
    return len(open_stacks(zones, state, receiver)) >= state.options.stacks


def are_mates(options: Options, one: int, other: int) -> bool:
    """Tell whether two seats play in the same team (zlam 4.2)."""
    return options.teams is not None and options.teams[one] == options.teams[other]


def team_totals(points: tuple[int, ...], teams: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return for each seat the total of its team, or its own without teams (zlam 4.2)."""
    if teams is None:
        return points
    totals = dict.fromkeys(teams, 0)
    for team, earned in zip(teams, points, strict=True):
        totals[team] += earned
    return tuple(totals[team] for team in teams)


# ---- states that cannot be


def check_seats(state: State) -> None:
    """Refuse a game, a dealer, or lists of seats that cannot be."""
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


def check_zones(state: State) -> None:
    """Refuse a stack that no seat has, and one that is both open and closed."""
    zones = state.zones
    closed_as = closed_zones(state.highest)
    require(zones.keys() <= ALWAYS.union(closed_as, closed_as.values()), "There is a stack that no seat has.")
    both = any(closed in zones for opened, closed in closed_as.items() if opened in zones)
    require(not both, "A stack is both open and closed.")


@lru_cache(maxsize=256)
def closed_zones(highest: tuple[int, ...]) -> Mapping[str, str]:
    """Return for each stack that seats with these highest numbers can have had its zone when it is closed."""
    own = [(STACK[seat][1 : last + 1], CLOSED[seat][1 : last + 1]) for seat, last in enumerate(highest)]
    return {stack: shut for opened, closed in own for stack, shut in zip(opened, closed, strict=True)}


def check_stacks(state: State) -> None:
    """Refuse stacks above nine, closed ones that are not at nine, and seats whose stacks contradict what they are."""
    zones = state.zones
    for seat in range(state.seats):
        numbers = open_stacks(zones, state, seat)
        for number in numbers:
            require(number > state.options.stacks or bool(zones[STACK[seat][number]]), "A stack has lost its base.")
            check_open_stack(zones[STACK[seat][number]], state.options)
        for pile in closed_stacks(zones, state, seat):
            check_closed_stack(pile, state.options)
        require(bool(numbers) or seat not in state.playing, "A seat plays that has no open stack.")


@lru_cache(maxsize=1024)  # A move changes few stacks, and most were checked before; what raises is not kept.
def check_open_stack(pile: Deck, options: Options) -> None:
    """Refuse an open stack that is too high, or that must have been closed."""
    require(all(card in VALUE for card in pile), "A gain or loss card lies in a stack.")
    require(count(pile) <= NINE, "A stack lies above nine.")
    require(count(pile) < NINE or may_stay_open(pile, options), "A stack is open that was closed at nine.")


@lru_cache(maxsize=1024)
def check_closed_stack(pile: Deck, options: Options) -> None:
    """Refuse a closed stack that is not at nine, or on which ZLAM! cards were put that it cannot have got."""
    require(all(card in VALUE for card in pile), "A gain or loss card lies in a stack.")
    require(count(pile) == NINE, "A closed stack is not at nine.")
    most = HOME_RUN if options.at_risk else 0
    require(zlams_since_nine(pile) <= most, "A closed stack has too many ZLAM! cards on top.")


def check_discards(state: State) -> None:
    """Refuse discarded cards that do not go with the stacks gained and lost, and with the seats that are out."""
    zones, out = state.zones, state.zones["out"]
    lost = sum(state.highest) - (len(zones) - len(ALWAYS))
    require(lost == out.count(LOSS), "The stacks lost do not go with the loss cards.")
    gained = sum(state.highest) - state.seats * state.options.stacks
    require(gained <= out.count(GAIN), "More stacks were gained than gain cards discarded.")
    values = [VALUE[card] for card in out if card in VALUE]
    stuck = [seat for seat in range(state.seats) if seat not in state.playing and open_stacks(zones, state, seat)]
    require(
        len(values) == len(stuck) if not lost else len(values) >= len(stuck),
        "The discarded cards do not go with the seats that are out.",
    )
    for seat in stuck:
        room = NINE - min(count(zones[STACK[seat][number]]) for number in open_stacks(zones, state, seat))
        require(max(values) > room, "A seat is out that could place every card discarded.")


def check_question(state: State) -> None:
    """Refuse a question that cannot be asked."""
    zones, drawn = state.zones, state.zones["drawn"]
    require((state.asked != state.turn_taker) == (state.phase == "given"), "The wrong seat is asked.")
    if state.phase in OVER:
        check_end(state)
        return
    require({state.turn_taker, state.asked} <= set(state.playing), "A seat is to move that is finished or out.")
    if state.phase == "draw":
        require(not drawn and is_at_risk(zones, state, state.asked), "A seat is asked to draw that must draw.")
        return
    expected = "place" if state.phase == "given" else state.phase
    require(len(drawn) == 1 and PHASE_OF_CARD[drawn[0]] == expected, "The card drawn does not go with the question.")
    if state.phase == "place":
        require(not is_stuck(zones, state), "A seat is asked that is out.")
    if state.phase == "given":
        require(bool(legal_placements(zones, state, state.asked)), "A seat was given a card that fits nowhere.")


def check_end(state: State) -> None:
    """Refuse an end that has not come."""
    require(state.deal == deals(state) and not state.zones["drawn"], "The table is over before its end.")
    if state.phase == "done":
        require(not state.playing, "The table is over while seats play.")
        return
    require(not state.zones["deck"], "The table is over while there are cards to draw.")
    taker, zones = state.turn_taker, state.zones
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
    """Return what the closed stacks of a seat have earned in this game."""
    closed = closed_stacks(state.zones, state, seat)
    grand = len(closed) >= state.options.stacks and not open_stacks(state.zones, state, seat)
    return sum(map(score_stack, closed)) + (score_grand_zlam(closed) if grand else 0)


def may_be_shut_out(state: State, seat: int) -> bool:
    """Tell whether a seat may have gone out by a shut out in this game."""
    fallen = seat not in state.playing and not closed_stacks(state.zones, state, seat)
    return fallen and len(open_stacks(state.zones, state, seat)) >= state.options.stacks


def most_points_of_a_game(state: State) -> int:
    """Return more than all seats together can earn in a game: every card counts double, and every bonus is made."""
    cards = deck(state.options)
    return 2 * (len(cards) + cards.count(ZLAM)) + (2 * GRAND_ZLAM + SHUT_OUT) * state.seats


GAME = Game(
    name="zlam",
    title="ZLAM!",
    summary="Build stacks to a count of exactly nine, and hand others the cards that hurt.",
    rules=RULES_VERSION,
    min_seats=2,
    max_seats=MOST_SEATS,
    options=Options,
    state=State,
    verbs=VERBS,
    choices=CHOICES,
    facts=FACTS,
    events=EVENTS,
    words=WORDS,
    cards=CARDS,
    zone_map=ZONE_MAP,
    deck=deck,
    check_options=check_options,
    new=new,
    active=turn,
    turn=turn,
    legal=legal,
    apply=apply,
    refuse=refuse,
    attempt=attempt,
    route=route,
    zones=zones,
    read_facts=read_facts,
    scores=scores,
    result=result,
    check=check,
    decides_in_secret=decides_in_secret,
)

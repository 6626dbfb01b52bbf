"""Zar: get rid of your cards; whoever holds the twin of the card just played may slam it down out of turn.

2–9 seats, 62 cards, every one twice. A turn: play a card of the colour or the type of the top card, or two identical
ones together, else draw a card. Some cards do more:

    skip        the next seat is passed over
    reverse     play goes the other way round
    draw two    the next seat takes two cards, unless it answers with a draw two of its own
    wild        fits on all but dragons, and names the colour that fits next
    dragon      fits on all but wilds, and names the number that fits next

The twin of the top card may be put onto it by any other seat at any moment (or, by option, when all are asked): the
seat whose card was matched draws one, and play goes on from the matcher. A seat without cards wins the hand, unless its
last card is matched. The rules are numbered in docs/rules/zar.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from engine import game as core
from engine.errors import InvalidOption
from engine.game import Card, Deck, Event, Game, Reaction, Result, Setup, Verb, make_result, require
from engine.layout import Layout
from engine.moves import Move
from engine.questions import begin_sentence, other_seat_is_asked, seat_lacks
from engine.randomness import Randomness
from engine.zones import ZoneKind, ZoneMap

RULES_VERSION = 1
MOST_SEATS = 9
FEWEST_DEALT = 3
MOST_DEALT_IN_ALL = 53
TURNS_PER_SEAT = 100
COLOURS = {"Y": "yellow", "G": "green", "B": "blue"}
NUMBERS = ("1", "2", "3", "4", "5", "6")
COMMANDS = {"S": "skip", "D": "draw two", "R": "reverse"}
COMMAND_POINTS = {"S": 2, "D": 3, "R": 2}


def describe_cards() -> Mapping[str, Card]:
    """Return the 31 kinds of cards in canonical order (zar 1.1)."""
    types = {**{number: number for number in NUMBERS}, **COMMANDS}
    coloured = [
        Card(code + kind, None, colour, int(kind) if kind in NUMBERS else None, f"{colour} {label}")
        for code, colour in COLOURS.items()
        for kind, label in types.items()
    ]
    special = [
        Card(f"{suit[0].upper()}{digit}", suit, None, None, f"{suit} {roman}")
        for suit in ("wild", "dragon")
        for digit, roman in (("1", "I"), ("2", "II"))
    ]
    return {card.code: card for card in (*coloured, *special)}


CARDS = describe_cards()
DECK = tuple(card for card in CARDS for _ in range(2))
WILDS, DRAGONS = ("W1", "W2"), ("D1", "D2")
COLOURED = tuple(card for card in CARDS if card[0] in COLOURS)
COLOURED_COMMANDS = frozenset(card for card in COLOURED if card[1] in COMMANDS)
DRAW_TWOS = frozenset(card for card in COLOURED if card[1] == "D")
POINTS = (
    {card: COMMAND_POINTS.get(card[1], 1) for card in COLOURED} | dict.fromkeys(WILDS, 4) | dict.fromkeys(DRAGONS, 5)
)
MOST_POINTS = sum(POINTS[card] for card in DECK)

ZONE_MAP = ZoneMap(
    {
        "supply": ZoneKind("the supply", "nobody"),
        "discard": ZoneKind("the discard pile", "everybody"),
        "hand": ZoneKind("the hand of seat {seat}", "owner", owned=True, hand=True),
    },
    {card: index for index, card in enumerate(CARDS)},
)
HAND = tuple(f"hand:{seat}" for seat in range(MOST_SEATS))
HANDS = {seats: HAND[:seats] for seats in range(2, MOST_SEATS + 1)}
ZONES = {seats: ("supply", "discard", *hands) for seats, hands in HANDS.items()}

VERBS = (
    Verb("match", "match CARD [=NAME]", "Put the twin onto the top card.", "match with {cards}{choice}"),
    Verb("play", "play CARD [=NAME]", "Play a card that fits.", "play {cards}{choice}"),
    Verb("double", "double CARD [=NAME]", "Play two identical cards.", "play {cards} as a double{choice}"),
    Verb("take", "take", "Take all cards that are owed.", "take the cards that are owed"),
    Verb("draw", "draw", "Draw a card instead of playing one.", "draw a card"),
    Verb("accept", "accept", "Let the seat without cards win the hand.", "accept that the hand is won"),
    Verb("pass", "pass", "Put down no card.", "pass"),
)
NAMES = {**COLOURS, **{number: number for number in NUMBERS}, **COMMANDS}
CHOICES = {code: f" and name {label}" for code, label in NAMES.items()}
FACTS = {
    "hand": "Hand",
    "hands": "Hands at most",
    "dealer": "Seat that dealt",
    "direction": "Direction of play",
    "turnTaker": "Seat whose turn it is",
    "asked": "What is asked for",
    "putDownBy": "Seat that put down the top card",
    "named": "Colour or number that is named",
    "owed": "Cards that are owed",
    "answered": "Seats that have passed",
    "out": "Seat that is out unless it is matched",
    "turns": "Turns ended in this hand",
    "idle": "Turns in a row without a card put down or drawn",
}
EVENTS = {
    "dealt": "{cards} is dealt to {to_zone}.",
    "turned": "{cards} is turned over.",
    "putBack": "{cards} is put back somewhere into the supply.",
    "played": "{seat} plays {cards}.",
    "doubled": "{seat} plays a double: {cards}.",
    "matched": "{seat} matches with {cards}.",
    "chosen": "{seat} names {word}.",
    "skipped": "{seat} is passed over.",
    "drawn": "{seat} draws {cards}.",
    "passed": "{seat} passes.",
    "accepted": "{seat} accepts.",
    "offended": "{seat} shows {cards} for a {value} that is not allowed now.",
    "stalled": "The hand ends at once: {word}.",
    "won": "{seat} wins the hand.",
    "scored": "{seat} scores {value}.",
    "hand": "Hand {value} begins.",
    "dealer": "Seat {value} deals.",
    "direction": "Play goes {word} in the order of seats.",
    "turnTaker": "It is the turn of seat {value}.",
    "asked": "What is asked for now: {word}.",
    "putDownBy": "The top card is that of seat {value}.",
    "named": "What is named: {word}.",
    "owed": "Cards owed now: {value}.",
    "answered": "Passed so far: {seats}.",
    "out": "Out unless matched: {seats}.",
    "turns": "Turns ended in this hand: {value}.",
    "idle": "Turns in a row without a card put down or drawn: {value}.",
}
WORDS = {
    **NAMES,
    "up": "upwards",
    "down": "downwards",
    "play": "a turn",
    "drawn": "whether to play the card drawn",
    "poll": "whether to match",
    "accept": "whether to accept",
    "noCards": "no card was put down or drawn for a whole round",
    "cap": "there were too many turns",
    "hands": "all hands are played",
    "target": "a total has reached the target",
}

Named = Mapping[str, tuple[Move, ...]]


def named_moves(verb: str, dragon_names: Sequence[str]) -> Named:
    """Return the moves of a verb by card: one for each name that a wild or a dragon can be given (zar 2.3)."""
    names = dict.fromkeys(WILDS, tuple(COLOURS)) | dict.fromkeys(DRAGONS, tuple(dragon_names))
    plain = {card: (Move(verb, (card,)),) for card in COLOURED}
    return plain | {card: tuple(Move(verb, (card,), choice=name) for name in names[card]) for card in names}


# Legal moves are picked from these tables, not built: it is what makes listing them cheap.
DRAGON_NAMES = {"numbers": NUMBERS, "any": (*NUMBERS, *COMMANDS)}
MATCHES = {option: named_moves("match", names) for option, names in DRAGON_NAMES.items()}
PLAYS = {option: named_moves("play", names) for option, names in DRAGON_NAMES.items()}
DOUBLES = {option: named_moves("double", names) for option, names in DRAGON_NAMES.items()}
MOVES_OF_VERB = {"match": MATCHES, "play": PLAYS, "double": DOUBLES}
TAKE, DRAW, ACCEPT, PASS = Move("take"), Move("draw"), Move("accept"), Move("pass")
RULE_OF_VERB = {"match": "zar 5.1", "play": "zar 2.1", "double": "zar 4.1"}


class Options(core.Options, frozen=True, kw_only=True):
    """The options of Zar (zar 8)."""

    matching: Annotated[
        Literal["race", "poll"],
        Meta(description="Whether a match counts whenever it comes, or every seat is asked after each card."),
    ] = "race"
    in_turn_twin: Annotated[
        Literal["match", "matchMayGoOut", "normal"],
        Meta(description="What the twin of the top card is in one's own turn: a match, one that may win, or a play."),
    ] = "match"
    stacking: Annotated[bool, Meta(description="Whether a draw two may be answered with a draw two.")] = True
    may_decline: Annotated[bool, Meta(description="Whether a seat may draw although it could play.")] = False
    play_drawn: Annotated[bool, Meta(description="Whether the card just drawn may be played.")] = False
    pair_goes_out: Annotated[bool, Meta(description="Whether a hand can be won with a double.")] = False
    dragon_names: Annotated[
        Literal["numbers", "any"], Meta(description="What a dragon names: a number, or also a command.")
    ] = "numbers"
    deal: Annotated[
        int, Meta(ge=0, le=10, description="How many cards each seat is dealt, 3–10; 0: ten less the number of seats.")
    ] = 0
    dealer: Annotated[
        Literal["winner", "rotate"], Meta(description="Who deals the next hand: the winner, or the next seat.")
    ] = "winner"
    scoring: Annotated[
        Literal["none", "penalty", "winnerTakes"],
        Meta(description="What counts: hands won, points left in hand (fewest win), or points won of the others."),
    ] = "none"
    hands: Annotated[int, Meta(ge=1, le=50, description="After how many hands the table ends.")] = 1
    target: Annotated[
        int, Meta(ge=0, le=500, description="The total at which the table ends; 0: none. Not with scoring none.")
    ] = 0
    vincent: Annotated[
        bool,
        Meta(description="Whether a card played or matched against the rules costs a card instead of being refused."),
    ] = False


Phase = Literal["play", "drawn", "poll", "accept", "over"]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]


class State(core.State, frozen=True, kw_only=True, tag="zar"):
    """A table of Zar.

    `phase` is what is asked for: a turn (`play`), whether `turn_taker` plays the card just drawn (`drawn`, whose place
    in the hand is `drawn`, else -1), who matches (`poll`, in which `answered` have passed), or whether the seat that is
    `out` has won (`accept`). `put_down_by` put down the top card, for which `named` is the colour or number, if any.
    `owed` cards are owed by `turn_taker`. `took` tells whether a card was drawn for them in this turn. `turns` have
    ended in this hand, the last `idle` of them without a card put down or drawn. `points` are the totals so far.
    """

    options: Options
    hand: Annotated[int, Meta(ge=1, le=50)]
    dealer: SeatNumber
    direction: Literal[1, -1]
    turn_taker: SeatNumber
    phase: Phase
    put_down_by: SeatNumber
    named: Literal["", "Y", "G", "B", "1", "2", "3", "4", "5", "6", "S", "D", "R"]
    owed: Annotated[int, Meta(ge=0, le=4 * TURNS_PER_SEAT * MOST_SEATS)]
    took: bool
    drawn: Annotated[int, Meta(ge=-1, le=len(DECK))]
    answered: tuple[SeatNumber, ...]
    out: bool
    turns: Annotated[int, Meta(ge=0, le=TURNS_PER_SEAT * MOST_SEATS)]
    idle: Annotated[int, Meta(ge=0, le=MOST_SEATS)]
    points: tuple[Annotated[int, Meta(ge=0, le=50 * MOST_POINTS)], ...]


# ---- the contract


def deck(_options: Options) -> Deck:
    """Return the 62 cards in canonical order (zar 1.1)."""
    return DECK


def check_options(seats: int, options: Options) -> None:
    """Refuse hands that are too small or too large, and a target that nothing is counted for (zar 1.3, 8)."""
    if options.deal in (1, 2):
        raise InvalidOption(
            f"The option deal cannot be {options.deal}; it is 0 or a whole number 3–10.", ("options", "deal")
        )
    if seats * options.deal > MOST_DEALT_IN_ALL:
        raise InvalidOption(
            f"The option deal cannot be {options.deal} with {seats} seats: no more than {MOST_DEALT_IN_ALL} cards are "
            "dealt in all.",
            ("options", "deal"),
        )
    if options.target and options.scoring == "none":
        raise InvalidOption(
            'The option target needs points: with scoring "none" it can only be 0.', ("options", "target")
        )


def new(layout: Layout, setup: Setup[Options]) -> State:
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


def active(state: State) -> tuple[int, ...]:
    """Return the seats that are asked and, in a race, the one that can match, which nobody else knows (zar 7.2)."""
    asked = turn(state)
    if state.options.matching == "poll" or not asked:
        return asked
    zones = state.zones
    top = zones["discard"][-1]
    for seat, hand in enumerate(HANDS[state.seats]):
        if top in zones[hand] and seat != state.put_down_by and seat not in asked:
            return tuple(sorted((seat, *asked)))
    return asked


def turn(state: State) -> tuple[int, ...]:
    """Return whose turn it is, or who is asked to accept; in a poll who has still to answer (zar 7.2)."""
    phase = state.phase
    if phase == "play":
        return (state.turn_taker,)
    if phase == "over":
        return ()
    return waiting(state) if phase == "poll" else (asked_seat(state),)


def waiting(state: State) -> tuple[int, ...]:
    """Return the seats that have still to answer a poll (zar 5.9)."""
    done = (state.put_down_by, *state.answered)
    return tuple(seat for seat in range(state.seats) if seat not in done)


def asked_seat(state: State) -> int:
    """Return the seat whose turn it is; if it is the one that is out, the next one (zar 6.1)."""
    taker = state.turn_taker
    if state.phase == "accept" and taker == state.put_down_by:
        return (taker + state.direction) % state.seats
    return taker


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of a seat (zar 9)."""
    phase = state.phase
    if phase == "play":
        return legal_turn(state, seat) if seat == state.turn_taker else legal_matches(state, seat)
    if phase == "poll":
        return (*legal_matches(state, seat), PASS) if seat in waiting(state) else ()
    if phase == "over":
        return ()
    if seat != asked_seat(state):
        return legal_matches(state, seat)
    if phase == "accept":
        return (*legal_matches(state, seat), ACCEPT)
    return (*legal_matches(state, seat), *legal_drawn_plays(state, seat), PASS)


def legal_matches(state: State, seat: int) -> tuple[Move, ...]:
    """List the matches of a seat: the twin of the top card, which another seat put there (zar 5.1)."""
    top = state.zones["discard"][-1]
    if top in state.zones[HAND[seat]] and may_match(state, seat):
        return MATCHES[state.options.dragon_names][top]
    return ()


def may_match(state: State, seat: int) -> bool:
    """Tell whether a seat with the twin of the top card may match now (zar 5.5, 5.6, 5.9)."""
    if seat == state.put_down_by:
        return False
    if state.phase in ("poll", "accept"):
        return True
    if seat != state.turn_taker:
        return is_race(state)
    if state.options.in_turn_twin == "normal":
        return False
    return state.phase == "play" or is_race(state) or drawn_card(state) == state.zones["discard"][-1]


def legal_turn(state: State, seat: int) -> tuple[Move, ...]:
    """List what a seat may do in its turn (zar 2.1, 3.3)."""
    options, top, hand = state.options, state.zones["discard"][-1], state.zones[HAND[seat]]
    matching = legal_matches(state, seat) if top in hand else ()
    fitting = DRAW_TWOS if state.owed else FITTING[top][state.named]
    if matching:
        fitting -= {top}  # What matches is not played (zar 5.5).
    if state.owed:
        answers = legal_plays(hand, fitting, options.dragon_names) if options.stacking else ()
        return (*matching, *answers, TAKE)
    moves = (*matching, *legal_plays(hand, fitting, options.dragon_names))
    return moves if moves and not options.may_decline else (*moves, DRAW)


def legal_plays(hand: Deck, fitting: frozenset[str], dragon_names: str) -> list[Move]:
    """List the cards of a hand that fit, and then the doubles (zar 2.2, 4.1)."""
    plays, doubles = PLAYS[dragon_names], DOUBLES[dragon_names]
    moves: list[Move] = []
    twice: list[Move] = []
    before = ""
    for card in hand:
        if card in fitting:
            if card == before:
                twice += doubles[card]
            else:
                moves += plays[card]
            before = card
    return moves + twice


def legal_drawn_plays(state: State, seat: int) -> tuple[Move, ...]:
    """List how the card just drawn may be played, unless it can only be matched (zar 8, playDrawn)."""
    card, top = drawn_card(state), state.zones["discard"][-1]
    if card not in FITTING[top][state.named] or (card == top and may_match(state, seat)):
        return ()
    return PLAYS[state.options.dragon_names][card]


def drawn_card(state: State) -> str:
    """Return the card just drawn."""
    return state.zones[HAND[state.turn_taker]][state.drawn]


def apply(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Make a legal move, or pay for one that is not (zar 8, vincent)."""
    if state.options.vincent and move.cards and move not in legal(state, seat):
        return offend(layout, state, seat, move)
    return ACTIONS[move.verb](layout, state, seat, move)


def punishes(state: State, seat: int, move: Move) -> bool:
    """Tell whether a move that is not legal costs a card instead of being refused (zar 8, vincent)."""
    if not state.options.vincent or state.phase == "over" or not is_well_formed(state, move):
        return False
    held = state.zones[HAND[seat]].count(move.cards[0])
    can_draw = bool(state.zones["supply"]) or len(state.zones["discard"]) > 1
    return can_draw and held >= (2 if move.verb == "double" else 1)


def choose_hidden(state: State, seat: int | None, random: Randomness) -> State:
    """Choose anew which card of its hand a seat has just drawn, which it alone knows (zar 7.1)."""
    if state.phase != "drawn" or seat == state.turn_taker:
        return state
    return replace(state, drawn=random.below(len(state.zones[HAND[state.turn_taker]])))


def is_race(state: State) -> bool:
    """Tell whether the fastest match counts (zar 5.9)."""
    return state.options.matching == "race"


def asks_for_reaction(state: State, events: Sequence[Event]) -> bool:
    """Tell whether a card was put down, or turned over at the deal, that others may match (zar 1.5, 5.9)."""
    return state.phase != "over" and (not state.ply or any(event.to_zone == "discard" for event in events))


def is_well_formed(state: State, move: Move) -> bool:
    """Tell whether a move puts down a card, with a name exactly if it is a wild or a dragon (zar 2.3)."""
    if move.verb not in MOVES_OF_VERB or len(move.cards) != 1:
        return False
    return move in MOVES_OF_VERB[move.verb][state.options.dragon_names].get(move.cards[0], ())


def refuse(state: State, seat: int, move: Move) -> tuple[str, str]:
    """Say which rule forbids a move, and why."""
    return refuse_card(state, seat, move) if move.cards else REFUSE_VERB[move.verb](state, seat)


def refuse_card(state: State, seat: int, move: Move) -> tuple[str, str]:
    """Say why a card may not be put down so."""
    (card,) = move.cards
    held = state.zones[HAND[seat]].count(card)
    if move.verb != "match" and (other := refuse_out_of_turn(state, seat)):
        return other
    if not held:
        return RULE_OF_VERB[move.verb], seat_lacks(seat, CARDS[card].label)
    if move.verb == "double" and held < 2:
        return "zar 4.1", f"Seat {seat} holds {CARDS[card].label} only once."
    if not is_well_formed(state, move):
        return "zar 2.3", refuse_name(state, card)
    return refuse_match(state, seat, card) if move.verb == "match" else refuse_play(state, seat, move)


def refuse_name(state: State, card: str) -> str:
    """Say what a card is to be named, if anything."""
    if card in COLOURED:
        return f"Only with a wild or a dragon something is named, and {CARDS[card].label} is neither."
    names = COLOURS if card in WILDS else DRAGON_NAMES[state.options.dragon_names]
    return f"With {CARDS[card].label} one of these is named: {', '.join(f'={name}' for name in names)}."


def refuse_match(state: State, seat: int, card: str) -> tuple[str, str]:
    """Say why a card of the hand may not be used to match."""
    top = state.zones["discard"][-1]
    if card != top:
        return "zar 5.1", f"Only the twin of the top card matches, and that is {CARDS[top].label}."
    if seat == state.put_down_by:
        return "zar 5.6", f"Seat {seat} put down the top card itself, so it cannot match it."
    if state.phase == "poll":
        return "zar 5.9", f"Seat {seat} has passed in this poll."
    if seat != state.turn_taker:
        return "zar 5.9", "At this table a match out of turn is made in a poll, and none is held now."
    if state.options.in_turn_twin == "normal":
        return "zar 5.5", "At this table the twin is an ordinary play in one's own turn (option inTurnTwin)."
    return "zar 8", "After a card was drawn only that card may be put down (option playDrawn)."


def refuse_play(state: State, seat: int, move: Move) -> tuple[str, str]:
    """Say why a card of the hand may not be played."""
    (card,), top = move.cards, state.zones["discard"][-1]
    if card == top and may_match(state, seat):
        return "zar 5.5", f"{begin_sentence(CARDS[card].label)} is the twin of the top card, so it is used to match."
    if state.phase == "drawn" and (card != drawn_card(state) or move.verb == "double"):
        return "zar 8", "After a card was drawn only that card may be put down, singly (option playDrawn)."
    if state.owed and (card not in DRAW_TWOS or not state.options.stacking):
        return "zar 3.3", f"Seat {seat} owes {state.owed} cards: {answers_to_a_debt(state)}."
    rule = "zar 2.3" if state.named and card in COLOURED else "zar 2.2"
    return rule, f"{begin_sentence(CARDS[card].label)} does not fit on {describe_top(state)}."


def answers_to_a_debt(state: State) -> str:
    """Say what a seat that owes cards may do (zar 3.3)."""
    return "it takes them or plays a draw two" if state.options.stacking else "it takes them first (option stacking)"


def describe_top(state: State) -> str:
    """Name the top card, and what is named for it."""
    label = CARDS[state.zones["discard"][-1]].label
    return f"{label}, which names {NAMES[state.named]}" if state.named else label


def refuse_take(state: State, seat: int) -> tuple[str, str]:
    """Say why a seat may not take cards."""
    return refuse_out_of_turn(state, seat) or refuse_after_draw(state) or ("zar 3.3", f"Seat {seat} owes no cards.")


def refuse_draw(state: State, seat: int) -> tuple[str, str]:
    """Say why a seat may not draw."""
    if other := refuse_out_of_turn(state, seat) or refuse_after_draw(state):
        return other
    if state.owed:
        return "zar 3.3", f"Seat {seat} owes {state.owed} cards: {answers_to_a_debt(state)}."
    return "zar 2.1", f"Seat {seat} has a card that fits, so it does not draw (option mayDecline)."


def refuse_accept(state: State, seat: int) -> tuple[str, str]:
    """Say why a seat may not accept."""
    if state.phase == "accept":
        return "zar 6.1", other_seat_is_asked(asked_seat(state), seat)
    return "zar 6.1", "Nobody is asked to accept a last card now."


def refuse_pass(state: State, seat: int) -> tuple[str, str]:
    """Say why a seat may not pass."""
    if state.phase == "poll":
        why = "put down the top card itself" if seat == state.put_down_by else "has passed already"
        return "zar 5.9", f"Seat {seat} {why}."
    return refuse_out_of_turn(state, seat) or ("zar 2.1", "In its turn a seat puts down a card, takes or draws.")


def refuse_after_draw(state: State) -> tuple[str, str] | None:
    """Say what is asked after a card was drawn, if one was."""
    if state.phase == "drawn":
        return "zar 8", "The card just drawn is played, or the seat passes (option playDrawn)."
    return None


def refuse_out_of_turn(state: State, seat: int) -> tuple[str, str] | None:
    """Say why a seat may not take its turn, if it may not."""
    if state.phase == "poll":
        return "zar 5.9", "The turn goes on when all other seats have answered the poll with match or pass."
    if seat != asked_seat(state):
        return "zar 2.1", other_seat_is_asked(asked_seat(state), seat)
    if state.phase == "accept":
        return "zar 6.1", f"Seat {state.put_down_by} is out unless it is matched: match or accept."
    return None


REFUSE_VERB = {"take": refuse_take, "draw": refuse_draw, "accept": refuse_accept, "pass": refuse_pass}


def attempt(state: State, seat: int, card: str) -> Move:
    """Return the move that one would try with a card of the hand."""
    in_turn = state.phase in ("play", "drawn") and seat == state.turn_taker
    return (PLAYS if in_turn else MATCHES)[state.options.dragon_names][card][0]


def route(_state: State, seat: int, move: Move) -> tuple[str | None, str | None]:
    """Return the zones that a legal move takes cards from and to."""
    if move.cards:
        return HAND[seat], "discard"
    return ("supply", HAND[seat]) if move.verb in ("take", "draw") else (None, None)


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (zar 9)."""
    return ZONES[state.seats]


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
        "answered": core.format_list(state.answered) if state.answered else "none",
        "out": state.put_down_by if state.out else "none",
        "turns": state.turns,
        "idle": state.idle,
    }


def scores(state: State, _viewer: int | None) -> tuple[int | None, ...]:
    """Return the totals of the hands that have ended, which everybody knows (zar 7.1)."""
    return state.points


def result(state: State) -> Result | None:
    """Return the result after the last hand (zar 6.5)."""
    if state.phase != "over":
        return None
    reason = "target" if has_reached_target(state) else "hands"
    if state.options.scoring == "penalty":
        return make_result(state.points, reason, tuple(-points for points in state.points))
    return make_result(state.points, reason)


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    check_seats(state)
    check_top(state)
    check_turn(state)
    check_question(state)
    check_cards(state)
    check_counters(state)
    check_points(state)


# ---- a turn


def play(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Play a card; its effect happens, and without cards left the seat is out unless matched (zar 2.1, 6.1)."""
    put_down(layout, seat, move, "played", "zar 2.1")
    state = take_effect(layout, state, seat, move, 1)
    return end_turn(layout, state, out=not layout.zones[HAND[seat]])


def double(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Play two identical cards, with which a hand cannot be won unless the option says so (zar 4.1, 4.2)."""
    put_down(layout, seat, move, "doubled", "zar 4.1", copies=2)
    state = take_effect(layout, state, seat, move, 2)
    out = not layout.zones[HAND[seat]]
    if out and not state.options.pair_goes_out:
        draw_card(layout, seat, "zar 4.2")
        out = False
    return end_turn(layout, state, out=out)


def match(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Put down the twin: the seat that put the other there draws, then it counts as played (zar 5.2, 5.3)."""
    matched, may_go_out = state.put_down_by, is_own_turn(state, seat) and state.options.in_turn_twin == "matchMayGoOut"
    put_down(layout, seat, move, "matched", "zar 5.2")
    draw_card(layout, matched, "zar 5.2")
    state = take_effect(layout, state, seat, move, 1)
    out = not layout.zones[HAND[seat]]
    if out and not may_go_out:
        draw_card(layout, seat, "zar 5.7")
        out = False
    return end_turn(layout, state, out=out)


def is_own_turn(state: State, seat: int) -> bool:
    """Tell whether a seat moves in its own turn; an answer in a poll is never in turn (zar 5.5)."""
    return state.phase != "poll" and seat == asked_seat(state)


def take(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Take all cards that are owed, and go on with a normal turn (zar 3.3, 3.4)."""
    drew = [draw_card(layout, seat, "zar 3.3") for _ in range(state.owed)]
    return replace(state, owed=0, took=any(drew))


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
    """Put down no card: in a poll, or after a card was drawn (zar 5.9, 8)."""
    if state.phase == "poll":
        layout.happen("passed", seat, "zar 5.9")
        return answer_poll(layout, state, seat)
    layout.happen("passed", seat, "zar 8")
    return end_turn_without_card(layout, state, drew=True)


def answer_poll(layout: Layout, state: State, seat: int) -> State:
    """Note that a seat does not match; when all have passed the turn goes on, or the hand is won (zar 5.9, 6.1)."""
    answered = tuple(sorted((*state.answered, seat)))
    if len(answered) < state.seats - 1:
        return replace(state, answered=answered)
    if state.out:
        return end_hand(layout, state, (state.put_down_by,), "zar 6.1")
    return replace(state, phase="play", answered=())


def accept(layout: Layout, state: State, seat: int, _move: Move) -> State:
    """Let the seat that is out win the hand (zar 6.1)."""
    layout.happen("accepted", seat, "zar 6.1")
    return end_hand(layout, state, (state.put_down_by,), "zar 6.1")


ACTIONS = {
    "match": match,
    "play": play,
    "double": double,
    "take": take,
    "draw": draw,
    "accept": accept,
    "pass": pass_turn,
}


def offend(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Show the cards that may not be put down now, and draw a card for it; nothing else changes (zar 8, vincent)."""
    kept = drawn_card(state) if state.phase == "drawn" else ""
    layout.show("offended", seat, move.cards * (2 if move.verb == "double" else 1), "zar 8", move.verb)
    draw_card(layout, seat, "zar 8")
    return replace(state, drawn=layout.zones[HAND[state.turn_taker]].index(kept)) if kept else state


def put_down(layout: Layout, seat: int, move: Move, kind: str, rule: str, copies: int = 1) -> None:
    """Lay cards onto the discard pile; a wild or a dragon is given a name (zar 2.3)."""
    layout.move(kind, seat, move.cards * copies, HAND[seat], "discard", rule)
    if move.choice:
        layout.happen("chosen", seat, "zar 2.3", move.choice)


def draw_card(layout: Layout, seat: int, rule: str) -> str | None:
    """Draw a card and return it, if there is one: the discards but the top one are shuffled for it (zar 2.4)."""
    if not layout.zones["supply"] and not renew_supply(layout):
        return None
    return layout.draw("drawn", seat, "supply", HAND[seat], rule)


def renew_supply(layout: Layout) -> bool:
    """Shuffle all discards but the top one, as they lie, into the supply; tell whether there were any (zar 2.4)."""
    below = layout.zones["discard"][:-1]
    if below:
        layout.move("gathered", None, below, "discard", "supply", "zar 2.4")
        layout.shuffle(below, "supply", "zar 2.4")
    return bool(below)


def end_turn_without_card(layout: Layout, state: State, *, drew: bool) -> State:
    """End a turn in which no card was put down; nobody is asked to match anew (zar 6.2)."""
    taker = (state.turn_taker + state.direction) % state.seats
    idle = 0 if drew else state.idle + 1
    state = replace(state, turn_taker=taker, phase="play", took=False, drawn=-1, turns=state.turns + 1, idle=idle)
    stalled = why_stalled(state)
    return end_stalled_hand(layout, state, stalled) if stalled else state


def end_turn(layout: Layout, state: State, *, out: bool) -> State:
    """End a turn in which a card was put down: it may be matched, or the hand is over (zar 5.9, 6.1, 6.2)."""
    state = replace(state, out=out, phase="play", took=False, drawn=-1, answered=(), turns=state.turns + 1, idle=0)
    stalled = why_stalled(state)
    return end_stalled_hand(layout, state, stalled) if stalled else ask_for_match(layout, state)


def ask_for_match(layout: Layout, state: State) -> State:
    """Ask who matches, or who accepts, unless both copies of the top card lie in the discard pile (zar 5.9, 6.1)."""
    if state.options.matching == "race" and not state.out:
        return state
    pile = layout.zones["discard"]
    if pile[-1] in pile[:-1]:
        return end_hand(layout, state, (state.put_down_by,), "zar 6.1") if state.out else state
    if state.options.matching == "poll":
        return replace(state, phase="poll")
    return replace(state, phase="accept")


# ---- effects


def take_effect(layout: Layout, state: State, seat: int, move: Move, copies: int) -> State:
    """Let the cards that a seat put down do what they do, from its place (zar 3, 4.1, 5.3)."""
    card, direction, owed, passed_over = move.cards[0], state.direction, state.owed, 0
    if card in COLOURED_COMMANDS:
        command = card[1]
        direction = -direction if command == "R" and copies == 1 else direction
        owed = owed + 2 * copies if command == "D" else owed
        passed_over = copies if command == "S" else 0
    return replace(
        state,
        put_down_by=seat,
        named=move.choice or "",
        direction=direction,
        turn_taker=skip(layout, state.seats, seat, direction, passed_over),
        owed=owed,
    )


def skip(layout: Layout, seats: int, seat: int, direction: int, count: int) -> int:
    """Pass over so many of the seats that come next, and return the one after them (zar 3.1, 4.1)."""
    for _ in range(count):
        seat = (seat + direction) % seats
        layout.happen("skipped", seat, "zar 3.1")
    return (seat + direction) % seats


def fits(card: str, top: str, named: str) -> bool:
    """Tell whether a card fits on the top card (zar 2.2, 2.3)."""
    if card in WILDS or card in DRAGONS:
        return top not in (DRAGONS if card in WILDS else WILDS)
    if top in WILDS:
        return card[0] == named
    return card[1] == named if top in DRAGONS else card[0] == top[0] or card[1] == top[1]


NAMES_OF_TOP = (
    dict.fromkeys(COLOURED, ("",)) | dict.fromkeys(WILDS, tuple(COLOURS)) | dict.fromkeys(DRAGONS, tuple(NAMES)[3:])
)
FITTING = {
    top: {named: frozenset(card for card in CARDS if fits(card, top, named)) for named in names}
    for top, names in NAMES_OF_TOP.items()
}


# ---- hands and score


def deal(layout: Layout, state: State) -> State:
    """Shuffle and deal, turn over a card, which counts as played by the dealer (zar 1.3, 1.4, 1.5)."""
    layout.shuffle(DECK, "supply", "zar 1.3")
    seats = (*core.seats_after(state.dealer, state.seats), state.dealer)
    layout.deal("supply", [HAND[seat] for seat in seats], hand_size(state), "zar 1.3")
    card = turn_over(layout)
    state = replace(state, direction=1, phase="play", owed=0, turns=0, idle=0, out=False)
    return ask_for_match(layout, take_effect(layout, state, state.dealer, PLAYS["numbers"][card][0], 1))


def hand_size(state: State) -> int:
    """Return how many cards each seat is dealt (zar 1.3)."""
    return state.options.deal or max(10 - state.seats, FEWEST_DEALT)


def turn_over(layout: Layout) -> str:
    """Turn over the top card; a wild or a dragon is put back at a random place, and the next one is (zar 1.4)."""
    while (card := layout.draw("turned", None, "supply", "discard", "zar 1.4")) not in COLOURED:
        below = layout.below(len(layout.zones["supply"]) + 1)
        layout.bury("putBack", None, (card,), "discard", "supply", "zar 1.4", below)
    return card


def why_stalled(state: State) -> str:
    """Return why a hand ends without anybody out, or nothing (zar 6.2)."""
    if state.idle == state.seats:
        return "noCards"
    return "cap" if state.turns == TURNS_PER_SEAT * state.seats else ""


def end_stalled_hand(layout: Layout, state: State, why: str) -> State:
    """Let those with the fewest card points win the hand (zar 6.2)."""
    layout.happen("stalled", None, "zar 6.2", why)
    return end_hand(layout, state, find_lowest(points_left(layout.zones, state.seats)), "zar 6.2")


def find_lowest(left: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats with the fewest card points (zar 6.2)."""
    return tuple(seat for seat, points in enumerate(left) if points == min(left))


def end_hand(layout: Layout, state: State, winners: tuple[int, ...], rule: str) -> State:
    """Score the hand; deal the next one, unless the table is over (zar 6.4, 6.5)."""
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
    """Show all hands, and deal again: the winner does, or the seat after the last dealer (zar 1.2, 7.1)."""
    layout.uncover(HAND[: state.seats], "zar 7.1")
    layout.gather(("discard", *HAND[: state.seats]), "supply", "zar 1.3")
    dealer = winner if state.options.dealer == "winner" else (state.dealer + 1) % state.seats
    return deal(layout, replace(state, hand=state.hand + 1, dealer=dealer))


def points_left(zones: core.Zones, seats: int) -> tuple[int, ...]:
    """Return the points of the cards that each seat still holds (zar 6.3)."""
    return tuple(sum(POINTS[card] for card in zones[HAND[seat]]) for seat in range(seats))


def score_hand(left: tuple[int, ...], winners: tuple[int, ...], scoring: str) -> tuple[int, ...]:
    """Return what each seat scores for a hand (zar 6.4)."""
    if scoring == "penalty":
        return left
    won = 1
    if scoring == "winnerTakes":
        won = sum(points for seat, points in enumerate(left) if seat not in winners)
    return tuple(won if seat in winners else 0 for seat in range(len(left)))


def has_reached_target(state: State) -> bool:
    """Tell whether a total has reached the target, if there is one (zar 6.5)."""
    return 0 < state.options.target <= max(state.points)


# ---- states that cannot be


def check_seats(state: State) -> None:
    """Refuse a hand, a dealer or seats that cannot be."""
    first, _ = core.draw_first_seat(state.options, state.seats, state.seed)
    named = (state.dealer, state.turn_taker, state.put_down_by, *state.answered)
    require(max(named) < state.seats, "A seat is named that is not at the table.")
    require(state.hand <= state.options.hands, "The hand is beyond the last one.")
    by_order = state.hand == 1 or state.options.dealer == "rotate"
    require(not by_order or state.dealer == (first + state.hand - 1) % state.seats, "Another seat dealt this hand.")
    require(len(state.points) == state.seats, "There must be points for each seat.")


def check_top(state: State) -> None:
    """Refuse an empty discard pile, and a name or a debt that does not go with the top card."""
    pile = state.zones["discard"]
    require(bool(pile), "No card has been turned over.")
    allowed = NAMES_OF_TOP[pile[-1]]
    if pile[-1] in DRAGONS:
        allowed = DRAGON_NAMES[state.options.dragon_names]
    require(state.named in allowed, "What is named does not go with the top card.")
    require(not state.owed % 2, "An odd number of cards is owed.")
    require(not (state.owed and state.took), "Cards are owed that were taken.")
    require(not (state.owed or state.took) or pile[-1] in DRAW_TWOS, "Cards are owed for what is no draw two.")
    require(state.owed <= 4 * state.turns + 2, "More cards are owed than were put down for.")


def check_turn(state: State) -> None:
    """Refuse that it is the turn of another seat than of the one that the top card leads to."""
    top, untouched = state.zones["discard"][-1], state.turns == state.idle
    if untouched:
        require(state.put_down_by == state.dealer, "Only the dealer can have put down the first card.")
        require(top in COLOURED, "A wild or a dragon was turned over.")
        turned = -1 if top in COLOURED_COMMANDS and top[1] == "R" else 1
        require(state.direction == turned, "The direction does not go with the first card.")
    just_put_down = state.phase in ("poll", "accept") or state.owed > 0 or state.took
    require(not (just_put_down and state.idle), "Turns were idle since the top card was put down.")
    steps = (2, 3) if top in COLOURED_COMMANDS and top[1] == "S" else (1,)
    ahead = (state.turn_taker - state.put_down_by) * state.direction - state.idle
    led_to = any((ahead - step) % state.seats == 0 for step in steps)
    require(led_to or not (just_put_down or untouched), "It is the turn of another seat.")


def check_question(state: State) -> None:
    """Refuse a question that cannot be asked."""
    phase, options = state.phase, state.options
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
    """Refuse more cards put down than the turns of this hand can have seen, and a seat out that is not said to be."""
    size, pile = hand_size(state), state.zones["discard"]
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
    stalled, over = bool(why_stalled(state)), state.phase == "over"
    require(over or not stalled, "The hand should have ended.")
    require(not over or stalled or not state.zones[HAND[state.put_down_by]], "The last hand has not ended.")
    require(not over or state.hand == state.options.hands or has_reached_target(state), "The table is not over yet.")


def check_points(state: State) -> None:
    """Refuse points that the hands so far cannot have given."""
    before, ended = points_before(state), state.hand - 1
    scoring, target = state.options.scoring, state.options.target
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
    winners = find_lowest(left) if why_stalled(state) else (state.put_down_by,)
    earned = score_hand(left, winners, state.options.scoring)
    return tuple(total - new for total, new in zip(state.points, earned, strict=True))


GAME = Game(
    name="zar",
    title="Zar",
    summary="Get rid of your cards, and slam down the twin of the card just played, out of turn.",
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
    active=active,
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
    punishes=punishes,
    choose_hidden=choose_hidden,
    reaction=Reaction(("match",), is_race, asks_for_reaction),
)

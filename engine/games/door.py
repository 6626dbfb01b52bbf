"""Door to Zont: raise the worth of the suits that you collect, and lower that of the others.

2–6 seats, the Zont deck. Each suit has a pile, which begins with the suit's 0. A turn: play a card onto the pile of its
suit and use its power if you like, put a card into your score pile, then draw up to five. The powers:

    Art         put one more card of the same colour onto the pile of its suit, without its power
    Change      take the top card of another suit pile, if it has the same colour
    Favors      shuffle a suit pile
    Great Zont  none, but while it is a top card no Change takes it
    Giglets     any one of these, as you choose, or none

Who cannot draw up to five begins the final round: now a turn is one card, played or put into the score pile, and the
first seat without cards ends the game. Each card of a score pile is worth the value of the top card of its suit's pile.
The rules are numbered in docs/rules/door.md.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from engine import game as core
from engine.game import Deck, Game, Result, Setup, Verb, Zones, make_result, require
from engine.games.zont import CARDS, DECK, ORDER, POWER_OF_SUIT, POWERS, VALUE, value_on_top
from engine.layout import Layout
from engine.moves import Move, quote
from engine.questions import other_seat_is_asked, other_verb_is_asked, seat_lacks
from engine.zones import ZoneKind, ZoneMap

RULES_VERSION = 1
HAND_SIZE = 5
MOST_SEATS = 6
MOST_FINAL_TURNS_OF_A_SEAT = 40

# Each suit has a pile, called by what the suit does.
PLACE_OF_SUIT = {**POWER_OF_SUIT, "G": "giglets"}
SUIT_OF_PLACE = {place: suit for suit, place in PLACE_OF_SUIT.items()}
FIRST_CARDS = {suit: f"{suit}W0" for suit in PLACE_OF_SUIT}
SHUFFLED_CARDS = tuple(card for card in DECK if VALUE[card])


def is_dealt(card: str, _place: str) -> bool:
    """Tell whether a card can lie in the deck: the 0s are never shuffled into it (door 1.1)."""
    return VALUE[card] > 0


def is_of_suit(card: str, place: str) -> bool:
    """Tell whether a card belongs onto a suit pile (door 2.1)."""
    return PLACE_OF_SUIT[card[0]] == place


ZONE_MAP = ZoneMap(
    {
        "deck": ZoneKind("the deck", "nobody", admits=is_dealt),
        "suit": ZoneKind("the {place} pile", "nobody", open_top=True, admits=is_of_suit, value=value_on_top),
        "hand": ZoneKind("the hand of seat {seat}", "owner", owned=True, hand=True),
        "score": ZoneKind("the score pile of seat {seat}", "owner", owned=True, open_top=True),
    },
    ORDER,
)
PILE = {suit: f"suit:{place}" for suit, place in PLACE_OF_SUIT.items()}
HAND = tuple(f"hand:{seat}" for seat in range(MOST_SEATS))
SCORE = tuple(f"score:{seat}" for seat in range(MOST_SEATS))
ZONES = {seats: ("deck", *PILE.values(), *HAND[:seats], *SCORE[:seats]) for seats in range(2, MOST_SEATS + 1)}

VERBS = (
    Verb(
        "play",
        "play CARD [=POWER]",
        "Play a card from hand onto the pile of its suit.",
        "play {cards} onto {to_zone}{choice}",
    ),
    Verb("add", "add CARD", "Put one more card onto the pile of its suit.", "add {cards} to {to_zone}"),
    Verb("take", "take @PILE", "Take the top card of a pile.", "take the top card of {from_zone} into {to_zone}"),
    Verb("shuffle", "shuffle @PILE", "Shuffle a suit pile.", "shuffle {to_zone}"),
    Verb("score", "score CARD", "Put a card from hand onto your score pile.", "put {cards} onto {to_zone}"),
    Verb("skip", "skip", "Do not use the power.", "do not use the power"),
)
CHOICES = {
    "art": ", as Art",
    "change": ", as Change",
    "favors": ", as Favors",
    "zont": ", as Great Zont",
    "none": ", without a power",
}
FACTS = {
    "turnTaker": "Seat whose turn it is",
    "asked": "What is asked for",
    "card": "Card whose power is in use",
    "protected": "Protected Giglets",
    "finalRound": "Whether the final round has begun",
    "finalTurns": "Turns played in the final round",
}
EVENTS = {
    "played": "{seat} plays {cards} onto {to_zone}.",
    "chosen": "{seat} chooses its power: {word}.",
    "added": "{seat} adds {cards} to {to_zone}.",
    "taken": "{seat} takes {cards} from {from_zone} into {to_zone}.",
    "scored": "{seat} puts {cards} onto {to_zone}.",
    "skipped": "{seat} does not use the power.",
    "drawn": "{seat} draws {cards}.",
    "turnTaker": "It is the turn of seat {value}.",
    "asked": "What is asked for now: {word}.",
    "card": "The card whose power is in use: {word}.",
    "protected": "The protected Giglets: {word}.",
    "finalRound": "The final round begins.",
    "finalTurns": "Turns played in the final round: {value}.",
}
WORDS = {
    "play": "a card to play",
    "add": "another card of the same colour, if any",
    "take": "a top card to take, if any",
    "shuffle": "a pile to shuffle, if any",
    "scoring": "a card for the score pile",
    "final": "a card to play, or for the score pile",
    "art": "Art",
    "change": "Change",
    "favors": "Favors",
    "zont": "Great Zont",
    "handEmpty": "a seat has no cards left",
    "cap": "the final round has reached its last turn",
    **{code: card.label for code, card in CARDS.items()},
}

RULE_OF_PHASE = {
    "play": "door 2.1",
    "add": "door 3.1",
    "take": "door 3.2",
    "shuffle": "door 3.3",
    "scoring": "door 2.3",
    "final": "door 4.2",
}
VERBS_OF_PHASE = {
    "play": ("play",),
    "add": ("add", "skip"),
    "take": ("take", "skip"),
    "shuffle": ("shuffle", "skip"),
    "scoring": ("score",),
    "final": ("play", "score"),
}

# The powers that there are on a turn, and on a turn of the final round by the option.
ALL_POWERS = (*POWERS, "none")
FINAL_POWERS = {"noArt": ALL_POWERS[1:], "all": ALL_POWERS, "none": ("none",)}

# The colours that each colour is the same as.
SAME_COLOURS = {
    "any": {"R": "RW", "Y": "YW", "B": "BW", "W": "RYBW"},
    "wildOnly": {"R": "R", "Y": "Y", "B": "B", "W": "W"},
}

# Legal moves are picked from these tables, not built: it is what makes listing them cheap.
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
SUIT_TAKES = {suit: Move("take", place=place) for suit, place in PLACE_OF_SUIT.items()}
SCORE_TAKES = tuple(Move("take", place=str(seat)) for seat in range(MOST_SEATS))
SKIP = Move("skip")
SHUFFLES = (*(Move("shuffle", place=place) for place in SUIT_OF_PLACE), SKIP)


class Options(core.Options, frozen=True, kw_only=True):
    """The options of Door to Zont (door 6)."""

    final_powers: Annotated[
        Literal["noArt", "all", "none"],
        Meta(description="Which powers may be used in the final round: all but Art's, all, or none."),
    ] = "noArt"
    final_trigger: Annotated[
        Literal["shortDraw", "noDraw", "deckEmpty"],
        Meta(
            description="What begins the final round: a seat cannot draw up to five, or cannot draw a single card, "
            "or draws the last card."
        ),
    ] = "shortDraw"
    change_keeps_in: Annotated[
        Literal["hand", "score"],
        Meta(description="Where a card goes that a Change takes: into the hand, or onto the score pile of the taker."),
    ] = "hand"
    change_targets: Annotated[
        Literal["suitPiles", "all"],
        Meta(description="Which piles a Change may take from: the suit piles, or the score piles, too."),
    ] = "suitPiles"
    wild_colour: Annotated[
        Literal["any", "wildOnly"],
        Meta(description="Which cards a wild has the same colour as: every card, or wilds only."),
    ] = "any"


Phase = Literal["play", "add", "take", "shuffle", "scoring", "final", "over"]


class State(core.State, frozen=True, kw_only=True, tag="door"):
    """A table of Door to Zont.

    `phase` is what `turn_taker` is asked for: a card to play or to score, or what the power of `card` does (`add`,
    `take`, `shuffle`; otherwise `card` is empty). In the `final` round it is either card; `final_turns` are those that
    have ended. `protected` tells whether the top Giglets of the pile was played as a Great Zont.
    """

    options: Options
    turn_taker: Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
    phase: Phase
    card: str
    protected: bool
    final: bool
    final_turns: Annotated[int, Meta(ge=0, le=MOST_FINAL_TURNS_OF_A_SEAT * MOST_SEATS)]


# ---- the contract


def deck(_options: Options) -> Deck:
    """Return the 55 cards in canonical order."""
    return DECK


def check_options(_seats: int, _options: Options) -> None:
    """Every option goes with every other."""


def new(layout: Layout, setup: Setup[Options]) -> State:
    """Begin each suit pile with its 0, shuffle the others, and deal five to each seat (door 1.1)."""
    layout.zones.update(dict.fromkeys(ZONES[setup.seats], ()))
    layout.zones.update({PILE[suit]: (card,) for suit, card in FIRST_CARDS.items()})
    layout.shuffle(SHUFFLED_CARDS, "deck", "door 1.1")
    hands = [HAND[seat] for seat in (setup.first, *core.seats_after(setup.first, setup.seats))]
    layout.deal("deck", hands, HAND_SIZE, "door 1.1")
    return State(
        rules=RULES_VERSION,
        seats=setup.seats,
        seed=setup.seed,
        options=setup.options,
        turn_taker=setup.first,
        phase="play",
        card="",
        protected=False,
        final=False,
        final_turns=0,
    )


def turn(state: State) -> tuple[int, ...]:
    """Return the one seat that is asked: the one whose turn it is."""
    return () if state.phase == "over" else (state.turn_taker,)


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
        return (*legal_adds(state, hand), SKIP)
    return SHUFFLES if phase == "shuffle" else (*legal_takes(state.zones, state, state.card), SKIP)


def legal_plays(state: State, hand: Deck) -> list[Move]:
    """List plays: any card, a Giglets with any power that there is now (door 2.1, 3.5)."""
    plays = PLAYS[powers(state)]
    moves: list[Move] = []
    for card in hand:
        moves += plays[card]
    return moves


def legal_adds(state: State, hand: Deck) -> list[Move]:
    """List what may be added to an Art: cards of the same colour (door 3.1)."""
    colours = same_colours(state, state.card)
    return [ADDS[card] for card in hand if card[1] in colours]


def legal_takes(zones: Zones, state: State, used: str) -> list[Move]:
    """List what the card used as Change may take: top cards of the same colour, but not itself (door 3.2)."""
    colours = same_colours(state, used)
    moves = [
        SUIT_TAKES[suit]
        for suit, zone in PILE.items()
        if suit != used[0] and len(zones[zone]) > 1 and zones[zone][-1][1] in colours and not is_protected(state, suit)
    ]
    if state.options.change_targets == "all":
        tops = [zones[zone][-1:] for zone in SCORE[: state.seats]]
        moves += [
            SCORE_TAKES[seat] for seat, top in enumerate(tops) if top and top[0][1] in colours and top[0][0] != "Z"
        ]
    return moves


def apply(layout: Layout, state: State, _seat: int, move: Move) -> State:
    """Make a legal move."""
    return ACTIONS[move.verb](layout, state, move)


def refuse(state: State, seat: int, move: Move) -> tuple[str, str]:
    """Say which rule forbids a move, and why."""
    rule = RULE_OF_PHASE[state.phase]
    if seat != state.turn_taker:
        return rule, other_seat_is_asked(state.turn_taker, seat)
    verbs = VERBS_OF_PHASE[state.phase]
    if move.verb not in verbs:
        return rule, other_verb_is_asked(seat, verbs)
    if move.verb == "take":
        return refuse_take(state, move.place or "")
    if move.verb == "shuffle":
        return rule, f"There is no suit pile {quote(move.place)}; the suit piles are {', '.join(SUIT_OF_PLACE)}."
    (card,) = move.cards
    if card not in state.zones[HAND[seat]]:
        return rule, seat_lacks(seat, CARDS[card].label)
    if move.verb == "add":
        return rule, f"{CARDS[card].label} does not have the same colour as {CARDS[state.card].label}."
    return refuse_power(state, card, move.choice)


def refuse_power(state: State, card: str, choice: str | None) -> tuple[str, str]:
    """Say why a card of the hand may not be played with that power, or without one."""
    if card[0] != "G":
        return "door 3.5", f"Only a Giglets is played with a choice of power, and {CARDS[card].label} is none."
    if choice in ALL_POWERS:
        return (
            "door 4.2",
            f"In the final round a Giglets is played as {' or '.join(powers(state))} (option finalPowers).",
        )
    return "door 3.5", f"A Giglets is played with one of the choices {', '.join(powers(state))}."


def refuse_take(state: State, place: str) -> tuple[str, str]:
    """Say why a Change may not take the top card of a pile."""
    used = CARDS[state.card].label
    zone = find_pile(state, place)
    if zone is None:
        return (
            "door 3.2",
            f"There is no pile {quote(place)} at this table that a Change takes from (option changeTargets).",
        )
    pile = state.zones[zone]
    suit = SUIT_OF_PLACE.get(place)
    if suit == state.card[0]:
        return "door 3.2", f"{used} lies on top of the {place} pile, and it does not take itself."
    if len(pile) < (1 if suit is None else 2):
        return "door 3.2", "The pile has too few cards for a Change."
    top = CARDS[pile[-1]].label
    if pile[-1][0] == "Z":
        return "door 3.4", f"{top} is protected: a Change does not take a Great Zont."
    if suit is not None and is_protected(state, suit):
        return "door 3.5", f"{top} is protected: it was played as a Great Zont."
    return "door 3.2", f"{top} does not have the same colour as {used}."


def attempt(state: State, _seat: int, card: str) -> Move:
    """Return the move that one would try with a card of the hand."""
    if state.phase == "add":
        return ADDS[card]
    return PLAYS[ALL_POWERS][card][0] if state.phase in ("play", "final") else SCORES[card]


def route(state: State, seat: int, move: Move) -> tuple[str | None, str | None]:
    """Return the zones that a legal move takes a card from and to."""
    if move.verb == "score":
        return HAND[seat], SCORE[seat]
    if move.verb == "skip":
        return None, None
    if move.place is None:
        return HAND[seat], PILE[move.cards[0][0]]
    pile = find_pile(state, move.place)
    return pile, pile if move.verb == "shuffle" else zone_of_taken(state)


def decides_in_secret(state: State, _seat: int) -> bool:
    """Tell whether a card of the hand is asked for, and not a pile, for a Change or Favors (door 3.2, 3.3)."""
    return state.phase not in ("take", "shuffle")


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (door 7)."""
    return ZONES[state.seats]


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the public facts that are not cards."""
    return {
        "turnTaker": state.turn_taker,
        "asked": "none" if state.phase == "over" else state.phase,
        "card": state.card or "none",
        "protected": state.zones[PILE["G"]][-1] if state.protected else "none",
        "finalRound": "yes" if state.final else "no",
        "finalTurns": state.final_turns,
    }


def scores(state: State, viewer: int | None) -> tuple[int | None, ...]:
    """Return what the score piles are worth now; none for one in which the viewer cannot see every card (door 5.1)."""
    lying, known = state.zones, []
    for seat in range(state.seats):
        pile = lying[SCORE[seat]]
        known.append(None if len(pile) > 1 and seat != viewer else score_pile(lying, pile))
    return tuple(known)


def result(state: State) -> Result | None:
    """Return the result: the highest sum wins (door 4.5)."""
    if state.phase != "over":
        return None
    sums = tuple(score_pile(state.zones, state.zones[zone]) for zone in SCORE[: state.seats])
    return make_result(sums, "cap" if state.zones[HAND[state.turn_taker]] else "handEmpty")


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


# ---- a turn


def play(layout: Layout, state: State, move: Move) -> State:
    """Play a card onto the pile of its suit; then its power may be used (door 2.1, 2.2, 3.5, 4.2)."""
    (card,) = move.cards
    put_on_suit_pile(layout, state, move, "played")
    power = move.choice or POWER_OF_SUIT[card[0]]
    if card[0] == "G":
        layout.happen("chosen", state.turn_taker, "door 3.5", power)
        state = mark_giglets(state, protected=power == "zont")
    return USE_POWER[power](layout, state, card) if power in powers(state) else end_power(layout, state)


def put_on_suit_pile(layout: Layout, state: State, move: Move, kind: str) -> None:
    """Put a card of the hand on top of the pile of its suit."""
    (card,) = move.cards
    seat = state.turn_taker
    layout.move(kind, seat, move.cards, HAND[seat], PILE[card[0]], RULE_OF_PHASE[state.phase])


def end_power(layout: Layout, state: State) -> State:
    """Ask for a card to score, or end a turn of the final round, which is one card (door 2.3, 4.2)."""
    return end_final_turn(layout, state) if state.final else replace(state, phase="scoring", card="")


def score(layout: Layout, state: State, move: Move) -> State:
    """Put a card onto the own score pile; with that a turn ends, also in the final round (door 2.3, 4.2)."""
    seat = state.turn_taker
    layout.move("scored", seat, move.cards, HAND[seat], SCORE[seat], RULE_OF_PHASE[state.phase])
    return end_final_turn(layout, state) if state.final else end_turn(layout, state)


def end_turn(layout: Layout, state: State) -> State:
    """Draw up to five; then it is the turn of the next seat, perhaps with the final round (door 2.4, 4.1)."""
    hand = HAND[state.turn_taker]
    held = len(layout.zones[hand])
    layout.draw_up(state.turn_taker, "deck", hand, HAND_SIZE, "door 2.4")
    final = not layout.zones["deck"] and begins_final_round(state.options, held, len(layout.zones[hand]))
    return replace(state, turn_taker=next_seat(state), phase="final" if final else "play", final=final)


def begins_final_round(options: Options, held: int, holds: int) -> bool:
    """Tell whether a seat that drew until the deck was empty begins the final round with that (door 4.1)."""
    if options.final_trigger == "deckEmpty":
        return True
    return holds == held if options.final_trigger == "noDraw" else holds < HAND_SIZE


def end_final_turn(layout: Layout, state: State) -> State:
    """End the game if the hand is empty, or at the last turn that there can be; else go on (door 4.3, 4.4)."""
    turns = state.final_turns + 1
    if not layout.zones[HAND[state.turn_taker]] or turns == most_final_turns(state):
        return replace(state, phase="over", card="", final_turns=turns)
    return replace(state, turn_taker=next_seat(state), phase="final", card="", final_turns=turns)


def most_final_turns(state: State) -> int:
    """Return the number of turns after which the final round ends (door 4.4)."""
    return MOST_FINAL_TURNS_OF_A_SEAT * state.seats


def next_seat(state: State) -> int:
    """Return the seat whose turn is next."""
    return (state.turn_taker + 1) % state.seats


def score_pile(zones: Zones, pile: Deck) -> int:
    """Return what the cards of a score pile are worth by the top cards of their suits' piles (door 4.5)."""
    return sum([VALUE[zones[PILE[card[0]]][-1]] for card in pile])


# ---- powers


def powers(state: State) -> tuple[str, ...]:
    """Return the powers that there are on this turn (door 3.5, 4.2)."""
    return FINAL_POWERS[state.options.final_powers] if state.final else ALL_POWERS


def same_colours(state: State, card: str) -> str:
    """Return the colours that count as the same as that of a card (door 3.0)."""
    return SAME_COLOURS[state.options.wild_colour][card[1]]


def is_protected(state: State, suit: str) -> bool:
    """Tell whether no Change takes the top card of a suit's pile (door 3.4, 3.5)."""
    return suit == "Z" or (suit == "G" and state.protected)


def mark_giglets(state: State, *, protected: bool) -> State:
    """Mark the top Giglets of the pile as protected, or take the mark away (door 3.5)."""
    return state if state.protected == protected else replace(state, protected=protected)


def use_art(_layout: Layout, state: State, card: str) -> State:
    """Ask for one more card, also a seat that has none of that colour: others cannot know it (door 3.1)."""
    return replace(state, phase="add", card=card)


def use_change(layout: Layout, state: State, card: str) -> State:
    """Ask for a top card to take, if any can be taken (door 3.2)."""
    if not legal_takes(layout.zones, state, card):
        return end_power(layout, state)
    return replace(state, phase="take", card=card)


def use_favors(_layout: Layout, state: State, card: str) -> State:
    """Ask for a suit pile to shuffle (door 3.3)."""
    return replace(state, phase="shuffle", card=card)


def use_no_power(layout: Layout, state: State, _card: str) -> State:
    """Go on at once: a Great Zont has no active power (door 3.4)."""
    return end_power(layout, state)


USE_POWER: Mapping[str, Callable[[Layout, State, str], State]] = {
    "art": use_art,
    "change": use_change,
    "favors": use_favors,
    "zont": use_no_power,
    "none": use_no_power,
}


def add(layout: Layout, state: State, move: Move) -> State:
    """Put one more card onto the pile of its suit, without its power (door 3.1)."""
    put_on_suit_pile(layout, state, move, "added")
    if move.cards[0][0] == "G":
        state = mark_giglets(state, protected=False)
    return end_power(layout, state)


def take(layout: Layout, state: State, move: Move) -> State:
    """Take the top card of a pile (door 3.2)."""
    pile = find_pile(state, move.place or "")
    assert pile is not None
    layout.draw("taken", state.turn_taker, pile, zone_of_taken(state), "door 3.2")
    return end_power(layout, state)


def find_pile(state: State, place: str) -> str | None:
    """Return the pile that a move calls so: a suit pile or, where a Change may take from it, a score pile."""
    if place in SUIT_OF_PLACE:
        return PILE[SUIT_OF_PLACE[place]]
    zone = f"score:{place}"
    return zone if state.options.change_targets == "all" and zone in state.zones else None


def zone_of_taken(state: State) -> str:
    """Return where a card goes that a Change takes (door 3.2, 6)."""
    return (HAND if state.options.change_keeps_in == "hand" else SCORE)[state.turn_taker]


def shuffle(layout: Layout, state: State, move: Move) -> State:
    """Shuffle a suit pile as it lies; a Giglets is not protected any more (door 3.3, 3.5)."""
    suit = SUIT_OF_PLACE[move.place or ""]
    layout.shuffle(layout.zones[PILE[suit]], PILE[suit], "door 3.3")
    return end_power(layout, mark_giglets(state, protected=False) if suit == "G" else state)


def skip(layout: Layout, state: State, _move: Move) -> State:
    """Decline a power (door 3.1, 3.2, 3.3)."""
    layout.happen("skipped", state.turn_taker, RULE_OF_PHASE[state.phase])
    return end_power(layout, state)


ACTIONS: Mapping[str, Callable[[Layout, State, Move], State]] = {
    "play": play,
    "add": add,
    "take": take,
    "shuffle": shuffle,
    "score": score,
    "skip": skip,
}


# ---- states that cannot be

# The power that asks each question, the suits whose cards have it, and how many cards a seat then holds before the
# final round.
POWER_OF_PHASE = {"add": "art", "take": "change", "shuffle": "favors"}
SUITS_OF_PHASE = {"add": "AG", "take": "CG", "shuffle": "FG"}
HELD = {"play": (5,), "add": (4,), "take": (4,), "shuffle": (4,), "scoring": (3, 4, 5)}


def check_piles(state: State) -> None:
    """Refuse an empty suit pile, a card on that of another suit, a 0 in the deck, and a mark on no Giglets."""
    for suit, zone in PILE.items():
        pile = state.zones[zone]
        require(bool(pile), "A suit pile is empty.")
        require(all(card[0] == suit for card in pile), "A card lies on the pile of another suit.")
    require(all(VALUE[card] for card in state.zones["deck"]), "A 0 lies in the deck.")
    require(not state.protected or len(state.zones[PILE["G"]]) > 1, "A Giglets is protected that was not played.")


def check_round(state: State) -> None:
    """Refuse a seat that is not there, and a final round that cannot have begun, or that must have."""
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
    # The seat before may have drawn the last card, and yet not up to five.
    last_may_be_short = state.options.final_trigger == "noDraw" and not state.zones["deck"]
    least = 3 if last_may_be_short else HAND_SIZE
    require(least <= others.pop() <= HAND_SIZE, "The seat that played last did not draw as it must.")
    require(all(held == HAND_SIZE for held in others), "A seat has not drawn up to five.")


def check_final_turn(state: State, held: int) -> None:
    """Refuse a turn of the final round that is not there any more, or an end that has not come."""
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
        require(bool(legal_takes(state.zones, state, card)), "A Change is asked about that cannot be.")


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


GAME = Game(
    name="door",
    title="Door to Zont",
    summary="Raise the worth of the suits that you collect, and lower that of the others.",
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

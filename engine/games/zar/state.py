"""The options of Zar, its state, and the seats that are asked."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.core import values as core
from engine.core.errors import InvalidOption
from engine.games.zar.cards import DECK, HAND, HANDS, MOST_POINTS, MOST_SEATS, ZONES

FEWEST_DEALT = 3
MOST_DEALT_IN_ALL = 53
TURNS_PER_SEAT = 100


class Options(core.Options, frozen=True, kw_only=True):
    """The options of Zar (zar 8)."""

    added: ClassVar[Mapping[str, int]] = {"vincentKeeps": 2, "vincentFor": 2}

    matching: Annotated[
        Literal["race", "poll"],
        Meta(description="Whether players may match at any moment, or everybody is asked after each card."),
    ] = "race"
    in_turn_twin: Annotated[
        Literal["match", "matchMayGoOut", "normal"],
        Meta(
            description="How the twin of the top card counts when a player puts it down on their turn: as a "
            "match, as a match that may win, or as a play."
        ),
    ] = "match"
    stacking: Annotated[bool, Meta(description="Whether a draw two may be answered with a draw two.")] = True
    may_decline: Annotated[bool, Meta(description="Whether a player may draw although they could play.")] = False
    play_drawn: Annotated[bool, Meta(description="Whether the card just drawn may be played.")] = False
    pair_goes_out: Annotated[bool, Meta(description="Whether a hand can be won with a double.")] = False
    dragon_names: Annotated[
        Literal["numbers", "any"], Meta(description="What a dragon names: a number, or also a command.")
    ] = "numbers"
    deal: Annotated[
        int,
        Meta(
            ge=0,
            le=10,
            description="How many cards each player is dealt, 3–10; 0: ten minus the number of players, but at least "
            "3.",
            extra_json_schema={"from": FEWEST_DEALT},
        ),
    ] = 0
    dealer: Annotated[
        Literal["winner", "rotate"], Meta(description="Who deals the next hand: the winner, or the next player.")
    ] = "winner"
    scoring: Annotated[
        Literal["none", "penalty", "winnerTakes"],
        Meta(description="What counts: hands won, points left in hand (fewest win), or points won from the others."),
    ] = "none"
    hands: Annotated[int, Meta(ge=1, le=50, description="The number of hands after which the table ends.")] = 1
    target: Annotated[int, Meta(ge=0, le=500, description="The point total at which the table ends; 0: none.")] = 0
    vincent: Annotated[
        bool,
        Meta(description="Whether a card played or matched against the rules costs a card instead of being refused."),
    ] = False
    vincent_keeps: Annotated[
        Literal["undone", "stands", "matchStands"],
        Meta(
            description="Whether a card played against the rules goes back to the hand, or stays where it was put, "
            "without an effect of its own; the card of a wrong match may stay, too. Only with the option Vincent."
        ),
    ] = "undone"
    vincent_for: Annotated[
        Literal["cards", "outOfTurn"],
        Meta(
            description="Whether only cards against the rules cost a card, or also drawing, taking, accepting or "
            "passing out of turn. Only with the option Vincent."
        ),
    ] = "cards"


def highest_values(seats: int) -> Mapping[str, int]:
    """Return the most cards that so many seats can be dealt (zar 1.3)."""
    return {"deal": MOST_DEALT_IN_ALL // seats}


def check_options(seats: int, options: Options) -> None:
    """Refuse hands that are too small or too large, and a target without a score to reach it (zar 1.3, zar 8)."""
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


Phase = Literal["play", "drawn", "poll", "accept", "over"]
Direction = Literal[1, -1]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]


class State(core.State, frozen=True, kw_only=True, tag="zar"):
    """A table of Zar.

    `phase` is the question: for a turn (`play`), whether `turn_taker` plays the card just drawn (`drawn`; the field is
    its place in the hand, else -1), for a match (`poll`, in which `answered` have passed), or whether the seat that is
    `out` has won (`accept`). `put_down_by` put down the top card, for which `named` is the colour or number, if any.
    `owed` cards are owed by `turn_taker`. `took` tells whether a card was drawn for them in this turn. `turns` have
    ended in this hand, the last `idle` of them without a card put down or drawn. `points` are the totals so far.
    """

    options: Options
    hand: Annotated[int, Meta(ge=1, le=50)]
    dealer: SeatNumber
    direction: Direction
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


# ---- the seats that are asked


def turn(state: State) -> tuple[int, ...]:
    """Return the seat in turn or asked to accept, or the seats that have still to answer a poll (zar 7.2)."""
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


def active(state: State) -> tuple[int, ...]:
    """Return the seats that are asked and, in a race, the one that can match, which is a secret (zar 7.2)."""
    asked = turn(state)
    if state.options.matching == "poll" or not asked:
        return asked
    zones = state.zones
    top = zones["discard"][-1]
    for seat, hand in enumerate(HANDS[state.seats]):
        if top in zones[hand] and seat != state.put_down_by and seat not in asked:
            return tuple(sorted((seat, *asked)))
    return asked


def drawn_card(state: State) -> str:
    """Return the card just drawn."""
    return state.zones[HAND[state.turn_taker]][state.drawn]


def can_draw(state: State) -> bool:
    """Tell whether a card can be drawn: from the supply, or from the discards that would become it (zar 2.4)."""
    return bool(state.zones["supply"]) or len(state.zones["discard"]) > 1


def is_race(state: State) -> bool:
    """Tell whether the fastest match counts (zar 5.9)."""
    return state.options.matching == "race"


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (zar 9)."""
    return ZONES[state.seats]

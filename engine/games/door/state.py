"""The options of Door to Zont, its state, and the seats that are asked."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.core import values as core
from engine.core.moves import Move
from engine.games.door.cards import MOST_SEATS, PILE, SUIT_OF_PLACE, ZONES
from engine.games.zont import POWERS

MOST_FINAL_TURNS_OF_A_SEAT = 40
# The powers available on a turn, and on a turn of the final round by the option (door 4.2).
ALL_POWERS = (*POWERS, "none")
FINAL_POWERS = {"noArt": ALL_POWERS[1:], "all": ALL_POWERS, "none": ("none",)}

# The colours that count as the same as each colour.
SAME_COLOURS = {
    "any": {"R": "RW", "Y": "YW", "B": "BW", "W": "RYBW"},
    "wildOnly": {"R": "R", "Y": "Y", "B": "B", "W": "W"},
}


class Options(core.Options, frozen=True, kw_only=True):
    """The options of Door to Zont (door 6)."""

    added: ClassVar[Mapping[str, int]] = {"scorePile": 2, "favors": 2, "changeTakesItself": 2, "favorsTargets": 2}

    final_powers: Annotated[
        Literal["noArt", "all", "none"],
        Meta(description="Which powers may be used in the final round: all but Art's, all, or none."),
    ] = "noArt"
    final_trigger: Annotated[
        Literal["shortDraw", "noDraw", "deckEmpty"],
        Meta(
            description="What starts the final round: somebody cannot draw up to five, cannot draw a single "
            "card, or draws the last card."
        ),
    ] = "shortDraw"
    change_keeps_in: Annotated[
        Literal["hand", "score"],
        Meta(description="Where the card taken by a Change goes: into the hand, or onto the score pile of the taker."),
    ] = "hand"
    change_targets: Annotated[
        Literal["suitPiles", "all"],
        Meta(description="Which piles a Change may take from: the suit piles, or the score piles, too."),
    ] = "suitPiles"
    wild_colour: Annotated[
        Literal["any", "wildOnly"],
        Meta(description="Which cards a wild has the same colour as: every card, or wilds only."),
    ] = "any"
    score_pile: Annotated[
        Literal["owner", "topOnly"],
        Meta(
            description="Whether the owner of a score pile sees all of its cards, or everybody sees only its top card."
        ),
    ] = "owner"
    favors: Annotated[
        Literal["any", "new"],
        Meta(description="Which card a Favors may turn up: any card of the pile, or any but the one that lay on top."),
    ] = "any"
    change_takes_itself: Annotated[
        bool, Meta(description="Whether a Change may take itself back, or the Giglets used as one.")
    ] = False
    favors_targets: Annotated[
        Literal["suitPiles", "all"],
        Meta(description="Which piles a Favors may shuffle: the suit piles, or the score piles, too."),
    ] = "suitPiles"


Phase = Literal["play", "add", "take", "shuffle", "scoring", "final", "over"]


class State(core.State, frozen=True, kw_only=True, tag="door"):
    """A table of Door to Zont.

    `phase` is the question to `turn_taker`: for a card to play or to score, or for the effect of the power of `card`
    (`add`, `take`, `shuffle`; otherwise `card` is empty). In the `final` round it is for either card; `final_turns` are
    those that have ended. `protected` tells whether the top Giglets of the pile was played as a Great Zont.
    """

    options: Options
    turn_taker: Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
    phase: Phase
    card: str
    protected: bool
    final: bool
    final_turns: Annotated[int, Meta(ge=0, le=MOST_FINAL_TURNS_OF_A_SEAT * MOST_SEATS)]


def turn(state: State) -> tuple[int, ...]:
    """Return the seat that is asked: the one whose turn it is."""
    return () if state.phase == "over" else (state.turn_taker,)


def next_seat(state: State) -> int:
    """Return the seat whose turn is next."""
    return (state.turn_taker + 1) % state.seats


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (door 7)."""
    return ZONES[state.seats]


def find_pile(state: State, move: Move) -> str | None:
    """Return the pile that a Change or a Favors names: a suit pile or, where it may be one, a score pile (door 7)."""
    place = move.place or ""
    if place in SUIT_OF_PLACE:
        return PILE[SUIT_OF_PLACE[place]]
    targets = state.options.change_targets if move.verb == "take" else state.options.favors_targets
    zone = f"score:{place}"
    return zone if targets == "all" and zone in state.zones else None


def powers(state: State) -> tuple[str, ...]:
    """Return the powers available on this turn (door 3.5, door 4.2)."""
    return FINAL_POWERS[state.options.final_powers] if state.final else ALL_POWERS


def same_colours(state: State, card: str) -> str:
    """Return the colours that count as the same as that of a card (door 3.0)."""
    return SAME_COLOURS[state.options.wild_colour][card[1]]

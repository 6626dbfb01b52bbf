"""The options of Bazaar, its state, and the seats that are asked."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from engine.core import values as core
from engine.games.bazaar.cards import MOST_SEATS, ZONES, ZONES_WITH_DISCARD

TURN_CAP = 100


class Options(core.Options, frozen=True, kw_only=True):
    """The options of Bazaar (bazaar 7)."""

    change_targets: Annotated[
        Literal["all", "piles", "opponents"],
        Meta(
            description="What a Change may take from: own piles of any seat and customer piles, "
            "own piles of any seat, or piles of other seats only."
        ),
    ] = "all"
    change_takes_itself: Annotated[
        bool, Meta(description="Whether a Change may take itself back, or the Giglets used as one.")
    ] = False
    trigger: Annotated[
        Literal["active", "any"],
        Meta(
            description="Whose piles start a scoring round when they match the targets at the end of a turn: "
            "those of the seat whose turn it is, or of any."
        ),
    ] = "active"
    others_score: Annotated[
        Literal["bank", "discard", "stay"],
        Meta(
            description="What becomes of the cards of the other seats in a scoring round, but for those that count "
            "against them: they are banked, discarded, or stay on the piles."
        ),
    ] = "bank"
    hand_size: Annotated[int, Meta(ge=3, le=7, description="How many cards a seat is dealt, and draws up to.")] = 5


Phase = Literal["play", "art", "change", "over"]


class State(core.State, frozen=True, kw_only=True, tag="bazaar"):
    """A table of Bazaar.

    `phase` is the question to `turn_taker`: for a card to play, or by Art or Change about its pile of `colour`.
    `turns` counts the turns that are over, of all seats. Once the last lap has begun, `last_lap` is the reason, and
    `last_seat` the seat with the last turn.
    """

    options: Options
    turn_taker: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    phase: Phase
    colour: Literal["red", "yellow", "blue", "none"]
    turns: Annotated[int, Meta(ge=0, le=(TURN_CAP + 1) * MOST_SEATS)]
    last_lap: Literal["deck", "cap", "none"]
    last_seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)] | None


def turn(state: State) -> tuple[int, ...]:
    """Return the seat whose turn it is."""
    return () if state.phase == "over" else (state.turn_taker,)


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (bazaar 8)."""
    return (ZONES_WITH_DISCARD if state.options.others_score == "discard" else ZONES)[state.seats]

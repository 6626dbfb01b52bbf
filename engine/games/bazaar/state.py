"""The options of Bazaar, its state, and the seats that are asked."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.core import values as core
from engine.core.values import Zones
from engine.games.bazaar.cards import CUSTOMER, MOST_SEATS, PILE, PILES, ZONES, ZONES_WITH_DISCARD
from engine.games.zont import VALUE

TURN_CAP = 100


class Options(core.Options, frozen=True, kw_only=True):
    """The options of Bazaar (bazaar 7)."""

    added: ClassVar[Mapping[str, int]] = {"banking": 2, "copiedPower": 2}

    change_targets: Annotated[
        Literal["all", "piles", "opponents"],
        Meta(
            description="Which piles a Change may take from: everybody's colour piles and the customer piles, "
            "everybody's colour piles, or only those of the others."
        ),
    ] = "all"
    change_takes_itself: Annotated[
        bool, Meta(description="Whether a Change may take itself back, or the Giglets used as one.")
    ] = False
    trigger: Annotated[
        Literal["active", "any"],
        Meta(
            description="Whose piles start a scoring round when they match the targets at the end of a turn: "
            "only those of the player whose turn it is, or those of any player."
        ),
    ] = "active"
    others_score: Annotated[
        Literal["bank", "discard", "stay"],
        Meta(
            description="What happens in a scoring round to the other players' cards, except those that count "
            "against them: they are banked, discarded, or stay on the piles."
        ),
    ] = "bank"
    hand_size: Annotated[int, Meta(ge=3, le=7, description="How many cards each player is dealt, and draws up to.")] = 5
    banking: Annotated[
        Literal["compulsory", "may", "keep"],
        Meta(
            description="Whether the player whose piles match must bank or is asked. If they decline, nobody is "
            "scored, or only the others are, and they keep their piles."
        ),
    ] = "compulsory"
    copied_power: Annotated[
        Literal["asOriginal", "must"],
        Meta(
            description="Whether an Art or Change that a Giglets copies may be declined, like Art and Change "
            "themselves, or must be used if possible."
        ),
    ] = "asOriginal"


Phase = Literal["play", "art", "change", "bank", "over"]


class State(core.State, frozen=True, kw_only=True, tag="bazaar"):
    """A table of Bazaar.

    `phase` is the question: to `turn_taker` for a card to play, or by Art or Change about its pile of `colour`; to
    `banking_seat` whether there is a scoring round (`bank`).
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
    """Return the seat that is asked: the one whose turn it is, or one whose piles match (bazaar 4.4)."""
    if state.phase == "bank":
        return (banking_seat(state),)
    return () if state.phase == "over" else (state.turn_taker,)


def asked_seat(state: State) -> int:
    """Return the seat that is asked, or was asked last."""
    return banking_seat(state) if state.phase == "bank" else state.turn_taker


def banking_seat(state: State) -> int:
    """Return the first seat whose piles match, from the one whose turn it is (bazaar 4.4)."""
    matching = matching_seats(state.zones, state)
    order = (state.turn_taker, *core.seats_after(state.turn_taker, state.seats))
    return next(seat for seat in order if seat in matching)


def matching_seats(zones: Zones, state: State) -> list[int]:
    """Return the seats whose piles match; by default only the one whose turn ends counts (bazaar 2.4, bazaar 7)."""
    if state.options.trigger == "any":
        return [seat for seat in range(state.seats) if is_matching(zones, seat)]
    return [state.turn_taker] if is_matching(zones, state.turn_taker) else []


def is_matching(zones: Zones, seat: int) -> bool:
    """Tell whether each pile of a seat has exactly as many cards as its target (bazaar 2.4)."""
    red, yellow, blue = PILES[seat]
    return (
        len(zones[red]) == target(zones, "red")
        and len(zones[yellow]) == target(zones, "yellow")
        and len(zones[blue]) == target(zones, "blue")
    )


def target(zones: Zones, colour: str) -> int:
    """Return the number of cards that a customer wants: the value of its top card (bazaar 1.3)."""
    return VALUE[zones[CUSTOMER[colour]][-1]]


def must_use_power(state: State) -> bool:
    """Tell whether the power in use is copied and compulsory: a Giglets lies on top of its pile (bazaar 3.7)."""
    if state.options.copied_power == "asOriginal" or state.phase not in ("art", "change"):
        return False
    return state.zones[PILE[state.turn_taker][state.colour]][-1][0] == "G"


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (bazaar 8)."""
    return (ZONES_WITH_DISCARD if state.options.others_score == "discard" else ZONES)[state.seats]

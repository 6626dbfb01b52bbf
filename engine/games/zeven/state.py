"""The options of Zeven, its state, and the seats that are asked."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.core import values as core
from engine.games.zeven.cards import AREA, AREAS, MOST_SEATS, ZONES
from engine.games.zont import POWERS


class Options(core.Options, frozen=True, kw_only=True):
    """The options of Zeven (zeven 6)."""

    added: ClassVar[Mapping[str, int]] = {"gigletsPower": 2}
    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=12)] | Literal["seats"],
        Meta(description="The number of rounds, or as many as there are players."),
    ] = "seats"
    change_moves_itself: Annotated[
        bool, Meta(description="Whether a Change may move itself, or the Giglets used as one.")
    ] = True
    favors_collector: Annotated[
        Literal["pusher", "turn"],
        Meta(
            description="Who takes an area that a Favors brings above 7: the player whose card did it, or "
            "the player whose turn it is."
        ),
    ] = "pusher"
    favors_redraw: Annotated[
        Literal["ownTurn", "immediate"],
        Meta(description="When a player who gave a card to a Favors draws again: on their own turn, or at once."),
    ] = "ownTurn"
    great_zont: Annotated[
        Literal["activated", "always"],
        Meta(description="Whether a Great Zont is active only if played with its power, or whenever it lies on top."),
    ] = "activated"
    tie_same_sum: Annotated[
        Literal["allBlocked", "noneBlocked"],
        Meta(description="Who scores nothing for a colour when number and sum are equal: all of them, or nobody."),
    ] = "allBlocked"
    giglets_power: Annotated[
        Literal["must", "may"],
        Meta(
            description="Whether a Giglets must be used as one of the other suits, or may also be played without a "
            "power."
        ),
    ] = "must"


# What a Giglets may be played as, by the option (zeven 3.7, zeven 3.9).
GIGLETS_CHOICES = {"must": POWERS, "may": (*POWERS, "none")}
# The rule by which the choice is made.
RULE_OF_CHOICE = {**dict.fromkeys(POWERS, "zeven 3.7"), "none": "zeven 3.9"}

Phase = Literal["play", "art", "change", "favors", "over"]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]


class State(core.State, frozen=True, kw_only=True, tag="zeven"):
    """A table of Zeven.

    `phase` is the question to `asked`: on its own turn (`play`), by Art, Change or Favors about `area` (0:
    none). `zonts` are the areas whose top card was played as a Great Zont and is active; `points` the totals of
    the rounds that have ended.
    """

    options: Options
    round: Annotated[int, Meta(ge=1, le=12)]
    starter: SeatNumber
    turn_taker: SeatNumber
    asked: SeatNumber
    phase: Phase
    area: Annotated[int, Meta(ge=0, le=3)]
    zonts: tuple[Annotated[int, Meta(ge=1, le=3)], ...]
    points: tuple[Annotated[int, Meta(ge=0, le=12 * 55)], ...]


def turn(state: State) -> tuple[int, ...]:
    """Return the one seat that is asked."""
    return () if state.phase == "over" else (state.asked,)


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (zeven 7)."""
    return ZONES[state.seats]


def rounds(state: State) -> int:
    """Return the number of rounds of the table (zeven 1.1)."""
    return state.seats if state.options.rounds == "seats" else state.options.rounds


def active_zonts(state: State) -> tuple[int, ...]:
    """Return the areas whose top card takes the power of the next one (zeven 3.6); any Great Zont by option."""
    if state.options.great_zont == "activated":
        return state.zonts
    on_top = {area: state.zones[AREA[area]][-1:] for area in AREAS}
    return tuple(area for area in AREAS if area in state.zonts or any(card[0] == "Z" for card in on_top[area]))

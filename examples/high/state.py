"""The option of High, its state, and the states that no table can reach."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from engine.core import values as core
from engine.core.values import require
from examples.high.cards import HAND, MOST_SEATS, TAKEN


class Options(core.Options, frozen=True, kw_only=True):
    """The option of High (high 4)."""

    cards: Annotated[Annotated[int, Meta(ge=1, le=3)], Meta(description="How many cards each player is dealt.")] = 3


class State(core.State, frozen=True, kw_only=True, tag="high"):
    """A table of High; `asked` is the seat that lays next."""

    options: Options
    asked: Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]


def turn(state: State) -> tuple[int, ...]:
    """Return the seat that everybody sees at turn, which tells nothing of the 1 (high 3.2)."""
    return () if is_over(state) else (state.asked,)


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page (high 5)."""
    return ("deck", "table", *HAND[: state.seats], *TAKEN[: state.seats])


def is_over(state: State) -> bool:
    """Tell whether every hand is empty (high 2.5)."""
    return not any(state.zones[hand] for hand in HAND[: state.seats])


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    require(state.asked < state.seats, "A seat is named that is not at the table.")
    require(is_over(state) or bool(state.zones[HAND[state.asked]]), "A seat without cards is asked for one.")

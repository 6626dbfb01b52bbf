"""The calculations of a tournament that may take some tenths of a second, as functions of one value.

So they can be made in another process.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

import msgspec

import tournaments
from tournaments import Entrant, Plan, Round, Standing

I = TypeVar("I", bound=msgspec.Struct)  # noqa: E741  an input
A = TypeVar("A")


class Calculate(Protocol):
    """Makes a calculation beside the event loop, as `asyncio.to_thread` does."""

    def __call__(self, function: Callable[[I], A], argument: I, /) -> Awaitable[A]:
        """Return what a function of a module returns."""


class Kept(msgspec.Struct, frozen=True):
    """A tournament as far as pairings and standings depend on it."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...]


class Drawn(Kept, frozen=True):
    """The same, and the seed of its pairings."""

    seed: str


def rank(kept: Kept) -> tuple[Standing, ...]:
    """Return the standings."""
    return tournaments.standings(kept.plan, kept.entrants, kept.rounds)


def pair(drawn: Drawn) -> Round | None:
    """Return the next round, None if there is none."""
    return tournaments.next_round(drawn.plan, drawn.entrants, drawn.rounds, drawn.seed)

"""A second, naive reading of each rule page; a game's own reading is the module of its name.

Nothing here uses the engine's scores. `score` reads a played table and returns the result that the page
requires; `tests/engine/test_corpus.py` compares it with the engine's on every table of the corpus.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, cast

import msgspec

from engine import Event, Result, State, apply, game_of, split_line
from engine import result as engine_result
from engine.core.values import Options
from tests.engine.play import Step

Pile = Sequence[str]
Piles = dict[str, list[str]]
Sight = Literal["everybody", "owner", "nobody", "top", "owner, else top"]


@cache
def reading_of(game: str) -> ModuleType:
    """Return the reading of a game's page."""
    return import_module(f"tests.engine.naive.{game}")


@cache
def information_of(game: str, options: Options | None = None) -> Mapping[str, Sight]:
    """Return the viewers of the cards of each kind of zone, which at some tables depend on the options."""
    reading = reading_of(game)
    by_options = getattr(reading, "information", None)
    if options is None or by_options is None:
        return cast("Mapping[str, Sight]", reading.INFORMATION)
    return cast("Mapping[str, Sight]", by_options(msgspec.to_builtins(options)))


class Played(msgspec.Struct, frozen=True):
    """A table from its deal to its end; scoring it notes its special situations (`SITUATIONS`)."""

    start: State
    steps: tuple[Step, ...]
    situations: set[str] = msgspec.field(default_factory=set)

    def note(self, situation: str, happened: object) -> None:
        """Note a situation, if it happened."""
        if happened:
            self.situations.add(situation)

    @property
    def seats(self) -> range:
        """Return the numbers of the seats."""
        return range(self.start.seats)

    @property
    def options(self) -> dict[str, Any]:
        """Return all options by name."""
        return dict(msgspec.to_builtins(self.start.options))

    @property
    def end(self) -> State:
        """Return the last state."""
        return self.steps[-1].after


def play_again(start: State, lines: Iterable[str]) -> Played:
    """Play the `seat move` lines of a record."""
    steps: list[Step] = []
    state = start
    for line in lines:
        seat, move = split_line(line)
        after, events = apply(state, seat, move)
        steps.append(Step(state, seat, move, events, after))
        state = after
    return Played(start, tuple(steps))


def is_over(state: State) -> bool:
    """Tell whether the engine has ended the table; the rule tables check when it should end."""
    return engine_result(state) is not None


# ---- engine 9


def rank_from(totals: Sequence[int], *, better: Callable[[int, int], bool]) -> tuple[int, ...]:
    """Return for each seat 1 + the number of seats with a better total."""
    return tuple(1 + sum(1 for other in totals if better(other, total)) for total in totals)


def higher(one: int, other: int) -> bool:
    """Rank the highest total first."""
    return one > other


def lower(one: int, other: int) -> bool:
    """Rank the lowest total first."""
    return one < other


def make(
    scores: Sequence[int],
    reason: str,
    *,
    better: Callable[[int, int], bool] = higher,
    totals: Sequence[int] | None = None,
) -> Result:
    """Return a result; `totals` are ranked in place of the scores where they are given."""
    ranking = rank_from(scores if totals is None else totals, better=better)
    winners = tuple(seat for seat, place in enumerate(ranking) if place == 1)
    return Result(tuple(scores), ranking, winners, reason)


# ---- the content of zones


def copy_zones(state: State) -> Piles:
    """Return a mutable copy of a state's zones."""
    return {zone: list(cards) for zone, cards in state.zones.items()}


def follow(zones: Piles, events: Iterable[Event]) -> None:
    """Move the cards as the events state."""
    for event in events:
        if event.from_zone is None or event.to_zone is None:
            continue
        for card in event.cards:
            last = len(zones[event.from_zone]) - 1 - zones[event.from_zone][::-1].index(card)
            del zones[event.from_zone][last]
        zones[event.to_zone] += event.cards


def until(events: Sequence[Event], kinds: set[str]) -> tuple[Event, ...]:
    """Return the events before the first of one of these kinds; all, if there is none."""
    for index, event in enumerate(events):
        if event.kind in kinds:
            return tuple(events[:index])
    return tuple(events)


def happened(step: Step, kind: str) -> bool:
    """Tell whether an event of this kind is among those of a step."""
    return any(event.kind == kind for event in step.events)


def colour_of(card: str) -> str:
    """Return R, Y, B, or W for a wild, of a Zont card."""
    return card[1]


def value_of(card: str) -> int:
    """Return the value of a Zont card."""
    return int(card[2])


def score(table: Played) -> Result:
    """Score a table by the page of its game, and note what it had to score."""
    scored: Result = reading_of(game_of(table.start).name).score(table)
    table.note("a shared win", len(scored.winners) > 1)
    return scored

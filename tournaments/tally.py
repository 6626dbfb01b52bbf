"""What the rounds of a tournament say about each entrant: the turns it had, and what they were worth."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal

from msgspec import Struct

from tournaments.results import (
    BYE_POINTS,
    NOTHING,
    REMEMBERED_ROUNDS,
    Values,
    add_up,
    round_margins,
    round_points,
    to_whole,
)
from tournaments.values import Entrant, Plan, Round, Table

Kind = Literal["PLAYED", "BYE", "ABSENT"]
# What a round is worth that nobody won.
DRAWN = Fraction(1, 2)


class Turn(Struct, frozen=True):
    """A round of one entrant: what it brought, and the places of its table, which all who sat there share.

    `places` has the points by entrant, as whole numbers in a unit of the table. An entrant who had no table and no bye
    was absent.
    """

    kind: Kind
    points: Fraction = NOTHING
    entrant: int = -1
    places: Mapping[int, int] = {}
    is_won: bool = False

    @property
    def opponents(self) -> tuple[int, ...]:
        """The others of the table."""
        return tuple(other for other in self.places if other != self.entrant)

    def result(self, other: int) -> int:
        """Return the result against an opponent in half points."""
        own, theirs = self.places[self.entrant], self.places[other]
        return 1 + (own > theirs) - (own < theirs)


class Tally:
    """The turns of all entrants, in the order of the rounds, without the tables that are not over."""

    def __init__(self, plan: Plan, turns: Sequence[Sequence[Turn]], rounds: Sequence[Round]) -> None:
        self.plan = plan
        self.turns = turns
        self._rounds = rounds

    @property
    def is_elimination(self) -> bool:
        """Tell whether entrants leave as they lose."""
        return self.plan.format in ("SINGLE_ELIMINATION", "DOUBLE_ELIMINATION")

    def count_wins(self, number: int) -> int:
        """Count the tables at which an entrant was first, alone."""
        return sum(turn.is_won for turn in self.turns[number])

    def count(self, number: int, kind: Kind) -> int:
        """Count an entrant's turns of a kind."""
        return sum(turn.kind == kind for turn in self.turns[number])

    @cached_property
    def points(self) -> list[Fraction]:
        """The points of each entrant."""
        return [add_up(turn.points for turn in turns) for turns in self.turns]

    @cached_property
    def adjusted_points(self) -> list[Fraction]:
        """The points of each entrant as they count for its opponents: absences at the end are draws."""
        if self.is_elimination:
            return self.points
        return [points + DRAWN * _count_absences(turns) for points, turns in zip(self.points, self.turns, strict=True)]

    def count_dummies(self, turn: Turn) -> int:
        """Count the seats of a full table at which nobody sat opposite."""
        return 0 if self.is_elimination else max(0, self.plan.seats - max(1, len(turn.places)))

    @cached_property
    def margins(self) -> list[Fraction]:
        """The sum of each entrant's margins."""
        totals = [NOTHING] * len(self.turns)
        for played in self._rounds:
            for table, values in zip(played.tables, round_margins(self.plan, played), strict=True):
                for entrant, value in zip(table.entrants, values or (), strict=False):
                    totals[entrant] += value
        return totals


def read_tally(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> Tally:
    """Return what the rounds so far say about each entrant."""
    turns: list[list[Turn]] = [[] for _ in entrants]
    for played in rounds:
        had = _read_turns(plan, played)
        for number in range(len(entrants)):
            turn = had.get(number, Turn("ABSENT"))
            if turn is not None:
                turns[number].append(turn)
    return Tally(plan, turns, rounds)


@lru_cache(maxsize=REMEMBERED_ROUNDS)
def _read_turns(plan: Plan, played: Round) -> Mapping[int, Turn | None]:
    """Return the turns of a round's entrants; null for those who still play."""
    turns: dict[int, Turn | None] = {number: Turn("BYE", BYE_POINTS[plan.byes]) for number in played.byes}
    for table, points in zip(played.tables, round_points(plan, played), strict=True):
        turns.update(dict.fromkeys(table.entrants) if points is None else _read_table(table, points))
    return turns


def _read_table(table: Table, points: Values) -> dict[int, Turn]:
    levels, _unit = to_whole(points)
    places = dict(zip(table.entrants, levels, strict=True))
    best = max(levels)
    is_shared = levels.count(best) > 1
    return {
        number: Turn("PLAYED", own, number, places, places[number] == best and not is_shared)
        for number, own in zip(table.entrants, points, strict=True)
    }


def _count_absences(turns: Sequence[Turn]) -> int:
    """Return from how many rounds at the end an entrant was absent."""
    played = [index for index, turn in enumerate(turns, 1) if turn.kind != "ABSENT"]
    return len(turns) - (played[-1] if played else 0)

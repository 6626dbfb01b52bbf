"""The record of each entrant over the rounds of a tournament: its turns, and the points for them.

Points are whole numbers in one unit for all, so that the largest tournaments are added up in a fraction of a second.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import lcm
from typing import Literal

from msgspec import Struct

from tournaments.formats import facts_of
from tournaments.results import BYE_POINTS, Whole, whole_margins, whole_points
from tournaments.values import Entrant, Plan, Round, Table


class Seated(Struct, frozen=True, gc=False):
    """A table that is over: its entrants, and their points, which the organizer may have ruled."""

    entrants: tuple[int, ...]
    points: tuple[int, ...]
    is_ruled: bool = False


# What an entrant did in a round: it sat at a table, had a bye, or was absent.
Appearance = Seated | Literal["BYE", "ABSENT"]


def opponents(turn: Appearance, number: int) -> tuple[int, ...]:
    """Return the others of an entrant's table."""
    return tuple(other for other in turn.entrants if other != number) if isinstance(turn, Seated) else ()


class Tally:
    """The turns of all entrants and their points, in the order of the rounds, without the tables that are not over.

    Points are whole numbers, of which `unit` make 1; it is even.
    """

    def __init__(self, plan: Plan, entrants: int, rounds: Sequence[Round]) -> None:
        self.plan = plan
        self._rounds = rounds
        told = [whole_points(plan, played) for played in rounds]
        counted = [points for tables in told for points in tables]
        self.unit = lcm(2, *{points.unit for points in counted if points is not None})
        self.tables: list[Seated] = []
        self.turns: list[list[Appearance]] = [[] for _ in range(entrants)]
        # The points of each turn.
        self.earned: list[list[int]] = [[] for _ in range(entrants)]
        for played, points in zip(rounds, told, strict=True):
            self._add_round(played, points)

    def _add_round(self, played: Round, told: Sequence[Whole | None]) -> None:
        had: dict[int, tuple[Appearance, int] | None] = dict.fromkeys(played.byes, ("BYE", self._bye))
        for table, points in zip(played.tables, told, strict=True):
            had.update(dict.fromkeys(table.entrants) if points is None else self._seat(table, points))
        absent: tuple[Appearance, int] = ("ABSENT", 0)
        for number, (turns, earned) in enumerate(zip(self.turns, self.earned, strict=True)):
            if (new := had.get(number, absent)) is not None:
                turns.append(new[0])
                earned.append(new[1])

    def _seat(self, table: Table, points: Whole) -> Iterator[tuple[int, tuple[Appearance, int]]]:
        scale = self.unit // points.unit
        scaled = tuple(number * scale for number in points.numbers)
        seated = Seated(table.entrants, scaled, table.ruling is not None)
        self.tables.append(seated)
        return ((number, (seated, own)) for number, own in zip(table.entrants, scaled, strict=True))

    @property
    def _bye(self) -> int:
        return int(BYE_POINTS[self.plan.byes] * self.unit)

    @property
    def is_elimination(self) -> bool:
        """Tell whether entrants leave as they lose."""
        return facts_of(self.plan).is_elimination

    @cached_property
    def wins(self) -> list[int]:
        """The number of tables at which each was first, alone, or by a ruling got the full point (C.07, 7.1)."""
        won = [0] * len(self.turns)
        for table in self.tables:
            best = self.unit if table.is_ruled else max(table.points)
            if table.is_ruled or table.points.count(best) == 1:
                for number, points in zip(table.entrants, table.points, strict=True):
                    won[number] += points == best
        return won

    @cached_property
    def byes(self) -> list[int]:
        """The number of byes of each."""
        return [turns.count("BYE") for turns in self.turns]

    @cached_property
    def played(self) -> list[int]:
        """The number of tables of each."""
        return [len(turns) - byes - turns.count("ABSENT") for turns, byes in zip(self.turns, self.byes, strict=True)]

    @cached_property
    def points(self) -> list[int]:
        """The points of each entrant."""
        return list(map(sum, self.earned))

    @cached_property
    def adjusted_points(self) -> list[int]:
        """The points of each entrant as they count for its opponents: absences at the end are draws."""
        if self.is_elimination:
            return self.points
        drawn = self.unit // 2
        return [points + drawn * _count_absences(turns) for points, turns in zip(self.points, self.turns, strict=True)]

    @cached_property
    def progress(self) -> list[int]:
        """The sum of each entrant's points after every turn."""
        return [sum(accumulate(earned)) for earned in self.earned]

    @cached_property
    def dummies(self) -> list[int]:
        """How often nobody sat opposite each: at the seats of a full table that its own had not, or in other rounds."""
        if self.is_elimination:
            return [0] * len(self.turns)
        opposite = self.plan.seats - 1
        missing = [opposite * len(turns) for turns in self.turns]
        for table in self.tables:
            for number in table.entrants:
                missing[number] -= min(opposite, len(table.entrants) - 1)
        return missing

    @cached_property
    def dummy_results(self) -> list[int]:
        """The points of each entrant's turns, each times the number of those who did not sit opposite."""
        if self.is_elimination:
            return [0] * len(self.turns)
        opposite = self.plan.seats - 1
        results = [opposite * points for points in self.points]
        for table in self.tables:
            present = min(opposite, len(table.entrants) - 1)
            for number, points in zip(table.entrants, table.points, strict=True):
                results[number] -= points * present
        return results

    @cached_property
    def margins(self) -> list[Fraction]:
        """The sum of each entrant's margins."""
        # By their units, of which there are few.
        totals: list[dict[int, int]] = [{} for _ in self.turns]
        for played in self._rounds:
            for table, margins in zip(played.tables, whole_margins(self.plan, played), strict=True):
                if margins is not None:
                    _add_margins(totals, table.entrants, margins)
        return [sum((Fraction(value, unit) for unit, value in total.items()), Fraction(0)) for total in totals]


def read_tally(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> Tally:
    """Return the record of each entrant over the rounds so far."""
    return Tally(plan, len(entrants), rounds)


def _add_margins(totals: list[dict[int, int]], entrants: Sequence[int], margins: Whole) -> None:
    for entrant, value in zip(entrants, margins.numbers, strict=True):
        totals[entrant][margins.unit] = totals[entrant].get(margins.unit, 0) + value


def _count_absences(turns: Sequence[Appearance]) -> int:
    """Return from how many rounds at the end an entrant was absent."""
    absences = 0
    for turn in reversed(turns):
        if turn != "ABSENT":
            return absences
        absences += 1
    return absences

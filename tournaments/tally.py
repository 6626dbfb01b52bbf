"""What the rounds of a tournament say about each entrant: the turns it had, and what they were worth."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal

from msgspec import Struct

from tournaments.results import BYE_POINTS, NOTHING, REMEMBERED_ROUNDS, Values, add_up, round_margins, round_points
from tournaments.values import Entrant, Plan, Round, Table

Kind = Literal["PLAYED", "BYE", "ABSENT"]
# A win, a draw and a loss against one opponent.
WON, DRAWN, LOST = Fraction(1), Fraction(1, 2), NOTHING


class Turn(Struct, frozen=True):
    """A round of one entrant: what it brought, and the opponents with the result against each.

    An entrant who had no table and no bye was absent.
    """

    kind: Kind
    points: Fraction = NOTHING
    opponents: tuple[tuple[int, Fraction], ...] = ()

    @property
    def is_won(self) -> bool:
        """Tell whether the entrant was first of its table, alone."""
        return bool(self.opponents) and all(result == WON for _, result in self.opponents)


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

    @cached_property
    def opponents_scores(self) -> list[list[Fraction]]:
        """The points of each entrant's opponents and dummies, the lowest first."""
        scores = [
            [self.adjusted_points[other] for turn in turns for other, _ in turn.opponents] for turns in self.turns
        ]
        for number, turns in enumerate(self.turns):
            scores[number] += [self.points[number]] * sum(map(self.count_dummies, turns))
            scores[number].sort()
        return scores

    def count_dummies(self, turn: Turn) -> int:
        """Count the seats of a full table at which nobody sat opposite."""
        return 0 if self.is_elimination else max(0, self.plan.seats - 1 - len(turn.opponents))

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
    places = list(zip(table.entrants, points, strict=True))
    return {
        number: Turn("PLAYED", own, tuple((other, _compare(own, won)) for other, won in places if other != number))
        for number, own in places
    }


def _count_absences(turns: Sequence[Turn]) -> int:
    """Return from how many rounds at the end an entrant was absent."""
    played = [index for index, turn in enumerate(turns, 1) if turn.kind != "ABSENT"]
    return len(turns) - (played[-1] if played else 0)


def _compare(own: Fraction, theirs: Fraction) -> Fraction:
    if own == theirs:
        return DRAWN
    return WON if own > theirs else LOST

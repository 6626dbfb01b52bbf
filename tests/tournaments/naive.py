"""A second, naive reading of the pages: standings computed from the definitions alone, without the package's parts."""

from collections.abc import Sequence
from fractions import Fraction

from tournaments import Entrant, Plan, Round, Table

BYES = {"WIN": Fraction(1), "DRAW": Fraction(1, 2), "ZERO": Fraction(0)}


def board_margins(scores: Sequence[int]) -> list[Fraction]:
    return [
        score - Fraction(sum(scores[:seat]) + sum(scores[seat + 1 :]), len(scores) - 1)
        for seat, score in enumerate(scores)
    ]


def seat_at(table: Table, entrant: int, board: int) -> int:
    return (table.entrants.index(entrant) + board) % len(table.entrants)


def is_played_out(table: Table) -> bool:
    """Whether the scores are worth comparing: the table was neither ruled nor left by anybody."""
    return table.ruling is None and all(board is not None and board.resigned == () for board in table.boards)


def field_of(played: Round, table: Table) -> list[Table]:
    """The tables with which a table is compared where the deals were the same, itself included."""
    return [one for one in played.tables if len(one.entrants) == len(table.entrants) and is_played_out(one)]


def margin_of(plan: Plan, played: Round, table: Table, entrant: int) -> Fraction:
    """The sum of an entrant's margins at a table, less the mean of the field where the deals were the same."""
    if not is_played_out(table):
        return Fraction(0)
    field = field_of(played, table)
    total = Fraction(0)
    for board, result in enumerate(table.boards):
        assert result is not None
        seat = seat_at(table, entrant, board)
        total += board_margins(result.scores)[seat]
        if plan.deals == "SAME" and len(field) > 1:
            others = [found for other in field if (found := other.boards[board]) is not None]
            total -= sum((board_margins(other.scores)[seat] for other in others), Fraction(0)) / len(others)
    return total


def share(plan: Plan, values: Sequence[Fraction]) -> list[Fraction]:
    """Divide the points of a table among values of which more is better."""
    places = sorted(values, reverse=True)
    prizes = [Fraction(len(values) - 1 - place, len(values) - 1) for place in range(len(values))]
    if plan.points == "WINNER":
        prizes = [Fraction(1), *[Fraction(0)] * (len(values) - 1)]
    return [
        sum((prize for prize, other in zip(prizes, places, strict=True) if other == value), Fraction(0))
        / places.count(value)
        for value in values
    ]


def points_at(plan: Plan, played: Round, table: Table) -> dict[int, Fraction]:
    """The points of a table by entrant."""
    if table.ruling is not None:
        ruled = [Fraction(points).limit_denominator(1000) for points in table.ruling]
        return dict(zip(table.entrants, ruled, strict=True))
    if plan.deals == "SAME" and len(field_of(played, table)) > 1 and is_played_out(table):
        values = [margin_of(plan, played, table, entrant) for entrant in table.entrants]
    else:
        values = [Fraction(0) for _ in table.entrants]
        for board, result in enumerate(table.boards):
            assert result is not None
            shared = share(plan, [Fraction(-rank) for rank in result.ranking])
            for place, entrant in enumerate(table.entrants):
                values[place] += shared[seat_at(table, entrant, board)]
    return dict(zip(table.entrants, share(plan, values), strict=True))


class Reading:
    """All that the tie-breaks of a tournament need."""

    def __init__(self, plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> None:
        self.plan = plan
        self.rounds = rounds
        self.numbers = range(len(entrants))
        self.tables = [{entrant: table for table in played.tables for entrant in table.entrants} for played in rounds]
        self.earned = [self._earned(played) for played in rounds]
        self.points = {n: sum((earned[n] for earned in self.earned), Fraction(0)) for n in self.numbers}

    def _earned(self, played: Round) -> dict[int, Fraction]:
        earned = dict.fromkeys(self.numbers, Fraction(0)) | dict.fromkeys(played.byes, BYES[self.plan.byes])
        for table in played.tables:
            earned |= points_at(self.plan, played, table)
        return earned

    def opponents(self, number: int, index: int) -> list[int]:
        table = self.tables[index].get(number)
        return [] if table is None else [other for other in table.entrants if other != number]

    def result(self, number: int, other: int, index: int) -> Fraction:
        own = self.earned[index][number]
        theirs = self.earned[index][other]
        table = self.tables[index][number]
        if table.ruling is not None and len(table.entrants) == 2:
            return own
        if not self.has_result(number, other, index):
            return Fraction(0)
        return Fraction((own > theirs) - (own < theirs) + 1, 2)

    def has_result(self, number: int, other: int, index: int) -> bool:
        """Whether two entrants at a table have a result against each other: not if a ruling gave both nothing."""
        got_something = any(self.earned[index][one] > 0 for one in (number, other))
        return self.tables[index][number].ruling is None or got_something

    def adjusted(self, number: int) -> Fraction:
        """The score of an opponent: an opponent who left early gets draws."""
        score = self.points[number]
        for index in reversed(range(len(self.rounds))):
            if number in self.tables[index] or number in self.rounds[index].byes:
                break
            score += Fraction(1, 2)
        return score

    def contributions(self, number: int) -> list[Fraction]:
        found = []
        for index in range(len(self.rounds)):
            met = [self.adjusted(other) for other in self.opponents(number, index)]
            found += met + [self.points[number]] * (self.plan.seats - 1 - len(met))
        return sorted(found)

    def tie_break(self, name: str, number: int) -> Fraction:
        scores = self.contributions(number)
        if name == "BUCHHOLZ":
            return sum(scores, Fraction(0))
        if name == "BUCHHOLZ_CUT_1":
            return sum(scores[1:], Fraction(0))
        if name == "MEDIAN_BUCHHOLZ":
            return sum(scores[1:-1], Fraction(0))
        if name == "SONNEBORN_BERGER":
            return sum((self._weigh(number, index) for index in range(len(self.rounds))), Fraction(0))
        if name == "PROGRESSIVE":
            totals = [
                sum((earned[number] for earned in self.earned[: index + 1]), Fraction(0)) for index in self._indices
            ]
            return sum(totals, Fraction(0))
        if name == "WINS":
            return Fraction(sum(self._has_won(number, index) for index in self._indices))
        assert name == "MARGIN"
        return sum(
            (
                margin_of(self.plan, self.rounds[index], self.tables[index][number], number)
                for index in self._indices
                if number in self.tables[index]
            ),
            Fraction(0),
        )

    @property
    def _indices(self) -> range:
        return range(len(self.rounds))

    def _weigh(self, number: int, index: int) -> Fraction:
        met = self.opponents(number, index)
        dummies = self.plan.seats - 1 - len(met)
        own = self.points[number] * self.earned[index][number] * dummies
        return own + sum((self.adjusted(other) * self.result(number, other, index) for other in met), Fraction(0))

    def _has_won(self, number: int, index: int) -> bool:
        met = self.opponents(number, index)
        if met and self.tables[index][number].ruling is not None:
            return self.earned[index][number] == 1
        return bool(met) and all(self.earned[index][number] > self.earned[index][other] for other in met)

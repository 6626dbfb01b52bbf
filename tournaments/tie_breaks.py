"""Tie-breaks as FIDE's handbook defines them (C.07), for any number of seats: all others of a table are opponents.

A round that an entrant did not play counts as if it had met itself at every other seat, and an empty seat of a smaller
table counts likewise: such a dummy ends with the entrant's own points. Where the score of a real opponent counts, the
rounds from which it was absent at the end are draws. In an elimination, only what was played counts.

A table that the organizer ruled counts as played. There, two have the result that the points say: at a table of two the
points themselves, as at any game of chess; at a larger one their order, but nothing if both got nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from tournaments.tally import Seated, Tally
from tournaments.values import TieBreak

# Entrants who are tied so far; each is in one group.
Groups = Sequence[Sequence[int]]


class TieBreakValues(Struct, frozen=True):
    """The values of all entrants, of which `unit` make 1."""

    numbers: Sequence[int | Fraction]
    unit: int


def buchholz(tally: Tally, _tied: Groups) -> TieBreakValues:
    """Add up the scores of the opponents."""
    return TieBreakValues([total for total, _lowest, _highest in _meet(tally)], tally.unit)


def buchholz_cut_1(tally: Tally, _tied: Groups) -> TieBreakValues:
    """Add up the scores of the opponents without the lowest."""
    return TieBreakValues([total - lowest for total, lowest, _highest in _meet(tally)], tally.unit)


def median_buchholz(tally: Tally, _tied: Groups) -> TieBreakValues:
    """Add up the scores of the opponents without the lowest and the highest."""
    return TieBreakValues([total - lowest - highest for total, lowest, highest in _meet(tally)], tally.unit)


def sonneborn_berger(tally: Tally, _tied: Groups) -> TieBreakValues:
    """Add up the scores of the opponents, each times the result against it."""
    unit = tally.unit
    totals = [points * results for points, results in zip(tally.points, tally.dummy_results, strict=True)]
    for table in tally.tables:
        scores = [tally.adjusted_points[number] for number in table.entrants]
        weighed = _weigh_opponents(table, table.points, scores, unit)
        for number, value in zip(table.entrants, weighed, strict=True):
            totals[number] += value
    return TieBreakValues(totals, unit * unit)


def direct_encounter(tally: Tally, tied: Groups) -> TieBreakValues:
    """Add up the results against those with whom each is tied, where all of these have met."""
    totals = [0] * len(tally.turns)
    for group in tied:
        for number, value in (_list_encounters(tally, group) if len(group) > 1 else {}).items():
            totals[number] = value
    return TieBreakValues(totals, tally.unit)


def progressive(tally: Tally, _tied: Groups) -> TieBreakValues:
    """Add up the scores after each round."""
    return TieBreakValues(tally.progress, tally.unit)


def wins(tally: Tally, _tied: Groups) -> TieBreakValues:
    """Count the tables that each won."""
    return TieBreakValues(tally.wins, 1)


def margin(tally: Tally, _tied: Groups) -> TieBreakValues:
    """Add up the margins: the own score less the mean of the others', and with the same deals less the datum."""
    return TieBreakValues(tally.margins, 1)


TIE_BREAKS: dict[TieBreak, Callable[[Tally, Groups], TieBreakValues]] = {
    "BUCHHOLZ": buchholz,
    "BUCHHOLZ_CUT_1": buchholz_cut_1,
    "MEDIAN_BUCHHOLZ": median_buchholz,
    "SONNEBORN_BERGER": sonneborn_berger,
    "DIRECT_ENCOUNTER": direct_encounter,
    "PROGRESSIVE": progressive,
    "WINS": wins,
    "MARGIN": margin,
}


def _meet(tally: Tally) -> Iterator[tuple[int, int, int]]:
    """Yield the scores of each entrant's opponents and dummies: their sum, the lowest, the highest of the others."""
    scores = tally.adjusted_points
    ends: list[list[int]] = [[] for _ in tally.turns]
    totals = [points * dummies for points, dummies in zip(tally.points, tally.dummies, strict=True)]
    for table in tally.tables:
        met = [scores[number] for number in table.entrants]
        ordered = sorted(met)
        total = sum(met)
        for number, own in zip(table.entrants, met, strict=True):
            totals[number] += total - own
            ends[number] += _list_ends(ordered, own)
    for number, total in enumerate(totals):
        found = ends[number] + [tally.points[number]] * min(2, tally.dummies[number])
        yield total, min(found, default=0), max(found) if len(found) > 1 else 0


def _list_ends(ordered: list[int], own: int) -> tuple[int, ...]:
    """Return the lowest and the highest of ordered scores without the own one; only one where there is one other."""
    lowest = ordered[1] if own == ordered[0] else ordered[0]
    highest = ordered[-2] if own == ordered[-1] else ordered[-1]
    return (lowest, highest) if len(ordered) > 2 else (lowest,)


def _weigh_opponents(table: Seated, points: Sequence[int], scores: Sequence[int], unit: int) -> list[int]:
    """Return for some of a table the scores of the others, each times the result against it, of which `unit` make 1."""
    if table.is_ruled and len(table.entrants) == len(points) == 2:
        return [points[0] * scores[1], points[1] * scores[0]]
    levels: dict[int, int] = {}
    for level, score in zip(points, scores, strict=True):
        levels[level] = levels.get(level, 0) + score
    # Twice the scores of those with fewer points, and once those of the others with as many.
    weights: dict[int, int] = {}
    below = 0
    for level in sorted(levels):
        weights[level] = 2 * below + levels[level]
        below += levels[level]
    halves = [weights[level] - score for level, score in zip(points, scores, strict=True)]
    return [
        0 if table.is_ruled and level == 0 else half * (unit // 2) for level, half in zip(points, halves, strict=True)
    ]


def _list_encounters(tally: Tally, group: Sequence[int]) -> dict[int, int]:
    """Return the results of each against the others of a group; none where some have no result against each other."""
    bits = {number: 1 << place for place, number in enumerate(group)}
    met = dict(bits)
    totals = dict.fromkeys(group, 0)
    for table in _list_tables(tally, group):
        points = {number: level for number, level in zip(table.entrants, table.points, strict=True) if number in bits}
        seen = sum(bits[number] for number in points)
        rewarded = sum(bits[number] for number, level in points.items() if level)
        results = _weigh_opponents(table, [*points.values()], [1] * len(points), tally.unit)
        for (number, level), value in zip(points.items(), results, strict=True):
            totals[number] += value
            met[number] |= rewarded if table.is_ruled and level == 0 else seen
    everybody = (1 << len(group)) - 1
    return totals if all(seen == everybody for seen in met.values()) else {}


def _list_tables(tally: Tally, group: Sequence[int]) -> Iterable[Seated]:
    """Return the tables of the entrants of a group, each once."""
    turns = (turn for number in group for turn in tally.turns[number])
    return {id(turn): turn for turn in turns if isinstance(turn, Seated)}.values()

"""Tie-breaks as FIDE's handbook defines them (C.07), for any number of seats: all others of a table are opponents.

A round that an entrant did not play counts as if it had met itself at every other seat, and an empty seat of a smaller
table counts likewise: such a dummy ends with the entrant's own points. Where the score of a real opponent counts, the
rounds from which it was absent at the end are draws. In an elimination, only what was played counts.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from tournaments.results import NOTHING, add_up, to_whole
from tournaments.tally import Tally
from tournaments.values import TieBreak

# Entrants who are tied so far; each is in one group.
Groups = Sequence[Sequence[int]]


def buchholz(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Add up the scores of the opponents."""
    met = Met(tally)
    return [Fraction(total, met.unit) for total, _lowest, _highest in met.sums]


def buchholz_cut_1(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Add up the scores of the opponents without the lowest."""
    met = Met(tally)
    return [Fraction(total - lowest, met.unit) for total, lowest, _highest in met.sums]


def median_buchholz(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Add up the scores of the opponents without the lowest and the highest."""
    met = Met(tally)
    return [Fraction(total - lowest - highest, met.unit) for total, lowest, highest in met.sums]


def sonneborn_berger(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Add up the scores of the opponents, each times the result against it."""
    scores, unit = to_whole(tally.adjusted_points)
    halves = [0] * len(tally.turns)
    for places in list_tables(tally):
        for number, half in _weigh_opponents(places, scores):
            halves[number] += half
    dummies = [add_up(turn.points * tally.count_dummies(turn) for turn in turns) for turns in tally.turns]
    return [
        Fraction(half, 2 * unit) + points * results
        for half, points, results in zip(halves, tally.points, dummies, strict=True)
    ]


def direct_encounter(tally: Tally, tied: Groups) -> list[Fraction]:
    """Add up the results against those with whom each is tied, where all of these have met."""
    values = [NOTHING] * len(tally.turns)
    for group in tied:
        encounters = _list_encounters(tally, group) if len(group) > 1 else None
        for number, halves in (encounters or {}).items():
            values[number] = Fraction(halves, 2)
    return values


def progressive(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Add up the scores after each round."""
    return [
        sum((turn.points * (len(turns) - index) for index, turn in enumerate(turns)), NOTHING) for turns in tally.turns
    ]


def wins(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Count the tables at which each was first, alone."""
    return [Fraction(tally.count_wins(number)) for number in range(len(tally.turns))]


def margin(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Add up the margins: the own score less the mean of the others', and with the same deals less the datum."""
    return tally.margins


TIE_BREAKS: dict[TieBreak, Callable[[Tally, Groups], list[Fraction]]] = {
    "BUCHHOLZ": buchholz,
    "BUCHHOLZ_CUT_1": buchholz_cut_1,
    "MEDIAN_BUCHHOLZ": median_buchholz,
    "SONNEBORN_BERGER": sonneborn_berger,
    "DIRECT_ENCOUNTER": direct_encounter,
    "PROGRESSIVE": progressive,
    "WINS": wins,
    "MARGIN": margin,
}


class Met:
    """The scores of each entrant's opponents and dummies: their sum, the lowest, and the highest of the others.

    They are whole numbers, of which `unit` make 1, and are taken from the totals of the tables.
    """

    def __init__(self, tally: Tally) -> None:
        both, self.unit = to_whole([*tally.adjusted_points, *tally.points])
        scores, own = both[: len(tally.turns)], both[len(tally.turns) :]
        ends: list[list[int]] = [[] for _ in tally.turns]
        totals = [0] * len(tally.turns)
        for places in list_tables(tally):
            ordered = sorted(scores[number] for number in places)
            total = sum(ordered)
            for number in places:
                totals[number] += total - scores[number]
                ends[number] += _list_ends(ordered, scores[number])
        for number, turns in enumerate(tally.turns):
            dummies = sum(map(tally.count_dummies, turns))
            totals[number] += own[number] * dummies
            ends[number] += [own[number]] * min(2, dummies)
        self.sums = [
            (total, min(met, default=0), max(met) if len(met) > 1 else 0)
            for total, met in zip(totals, ends, strict=True)
        ]


def list_tables(tally: Tally) -> list[Mapping[int, int]]:
    """Return the places of all tables that are over, as the turns of their first entrants have them."""
    turns = (turn for turns in tally.turns for turn in turns)
    return [turn.places for turn in turns if turn.places and next(iter(turn.places)) == turn.entrant]


def _list_ends(ordered: list[int], own: int) -> list[int]:
    """Return the lowest and the highest of ordered scores without the own one; only one where there is one other."""
    lowest = ordered[1] if own == ordered[0] else ordered[0]
    highest = ordered[-2] if own == ordered[-1] else ordered[-1]
    return [lowest, highest] if len(ordered) > 2 else [lowest]


def _weigh_opponents(places: Mapping[int, int], scores: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each entrant of a table with twice the scores of those below it, and once those of its equals."""
    levels: dict[int, int] = {}
    for number, level in places.items():
        levels[level] = levels.get(level, 0) + scores[number]
    below: dict[int, int] = {}
    total = 0
    for level in sorted(levels):
        below[level] = total
        total += levels[level]
    for number, level in places.items():
        yield number, 2 * below[level] + levels[level] - scores[number]


def _list_encounters(tally: Tally, group: Sequence[int]) -> dict[int, int] | None:
    """Return the results of each against the others of a group in half points; None where some have not met."""
    members = set(group)
    halves: dict[int, int] = {}
    for number in group:
        met = [(turn, members & turn.places.keys() - {number}) for turn in tally.turns[number] if turn.places]
        if len(set().union(*(others for _, others in met))) < len(group) - 1:
            return None
        halves[number] = sum(turn.result(other) for turn, others in met for other in others)
    return halves

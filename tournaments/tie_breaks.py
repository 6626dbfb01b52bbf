"""Tie-breaks as FIDE's handbook defines them (C.07), for any number of seats: all others of a table are opponents.

A round that an entrant did not play counts as if it had met itself at every other seat, and an empty seat of a smaller
table counts likewise: such a dummy ends with the entrant's own points. Where the score of a real opponent counts, the
rounds from which it was absent at the end are draws. In an elimination, only what was played counts.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from tournaments.results import NOTHING, add_up
from tournaments.tally import Tally
from tournaments.values import TieBreak

# Entrants who are tied so far; each is in one group.
Groups = Sequence[Sequence[int]]


def buchholz(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Add up the scores of the opponents."""
    return [add_up(scores) for scores in tally.opponents_scores]


def buchholz_cut_1(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Add up the scores of the opponents without the lowest."""
    return [add_up(scores[1:]) for scores in tally.opponents_scores]


def median_buchholz(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Add up the scores of the opponents without the lowest and the highest."""
    return [add_up(scores[1:-1]) for scores in tally.opponents_scores]


def sonneborn_berger(tally: Tally, _tied: Groups) -> list[Fraction]:
    """Add up the scores of the opponents, each times the result against it."""
    return [add_up(_weigh_opponents(tally, number)) for number in range(len(tally.turns))]


def direct_encounter(tally: Tally, tied: Groups) -> list[Fraction]:
    """Add up the results against those with whom each is tied, where all of these have met."""
    values = [NOTHING] * len(tally.turns)
    for group in tied:
        encounters = {number: _list_encounters(tally, number, set(group)) for number in group}
        if all(len(dict(met)) == len(group) - 1 for met in encounters.values()):
            for number, met in encounters.items():
                values[number] = sum((result for _, result in met), NOTHING)
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


def _weigh_opponents(tally: Tally, number: int) -> Iterator[Fraction]:
    """Yield the scores of an entrant's opponents and dummies, each times the result against it, without zeros."""
    for turn in tally.turns[number]:
        yield from (tally.adjusted_points[other] * result for other, result in turn.opponents if result)
        if dummies := tally.count_dummies(turn):
            yield tally.points[number] * turn.points * dummies


def _list_encounters(tally: Tally, number: int, group: set[int]) -> list[tuple[int, Fraction]]:
    return [(other, result) for turn in tally.turns[number] for other, result in turn.opponents if other in group]

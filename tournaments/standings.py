"""Standings: points, and tie-breaks as FIDE's handbook defines them (C.07), with any number of seats."""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.results import BYE_POINTS, NOTHING, table_points
from tournaments.values import Entrant, Plan, Round, Standing


def standings(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> tuple[Standing, ...]:
    """Return the standings, the best first; of a round that still goes on, those tables that are over count."""
    points = _sum_points(plan, len(entrants), rounds)
    order = sorted(range(len(entrants)), key=lambda number: -points[number])
    ranks = {value: rank for rank, value in reversed(list(enumerate((points[number] for number in order), 1)))}
    return tuple(
        Standing(
            ranks[points[number]],
            number,
            float(points[number]),
            (0.0,) * len(plan.tie_breaks),
            0,
            0,
            sum(number in played.byes for played in rounds),
            _is_active(entrants[number], len(rounds)),
        )
        for number in order
    )


def _sum_points(plan: Plan, entrants: int, rounds: Sequence[Round]) -> list[Fraction]:
    points = [NOTHING] * entrants
    for played in rounds:
        for entrant in played.byes:
            points[entrant] += BYE_POINTS[plan.byes]
        for index, table in enumerate(played.tables):
            for entrant, value in zip(table.entrants, table_points(plan, played, index) or (), strict=False):
                points[entrant] += value
    return points


def _is_active(entrant: Entrant, rounds: int) -> bool:
    return entrant.until_round is None or entrant.until_round > rounds

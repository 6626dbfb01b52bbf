"""Standings: by points, then by the tie-breaks of the plan."""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.entries import has_withdrawn, starters
from tournaments.pairing.elimination import read_bracket
from tournaments.tally import Tally, read_tally
from tournaments.tie_breaks import TIE_BREAKS
from tournaments.values import Entrant, Plan, Round, Standing

# By what an entrant is ranked, the most important first; more is better.
SortKey = tuple[int | Fraction, ...]


def standings(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> tuple[Standing, ...]:
    """Return the standings, the best first; in an unfinished round, the tables that are over count.

    In an elimination, an entrant who leaves later ranks before one who leaves earlier. Entrants who are equal in
    everything share a rank, in the order of entry.
    """
    tally = read_tally(plan, entrants, rounds)
    exits = _read_exits(plan, entrants, rounds) if tally.is_elimination else {}
    stays = [exits.get(number, len(rounds) + 1) for number in range(len(entrants))]
    keys: list[SortKey] = [*zip(stays, tally.points, strict=True)]
    units = list[int]()
    for tie_break in plan.tie_breaks:
        values = TIE_BREAKS[tie_break](tally, _group(keys))
        keys = [(*key, value) for key, value in zip(keys, values.numbers, strict=True)]
        units.append(values.unit)
    order = sorted(range(len(entrants)), key=keys.__getitem__, reverse=True)
    ranks = {keys[number]: rank for rank, number in reversed(list(enumerate(order, 1)))}
    return tuple(
        _make_standing(tally, number, ranks[keys[number]], _to_floats(keys[number][2:], units), is_active)
        for number, is_active in ((number, _is_active(entrants[number], number, rounds, exits)) for number in order)
    )


def _read_exits(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> dict[int, int]:
    """Return after which round each left an elimination: 0 for those who were not there at the start."""
    begun = set(starters(entrants, rounds))
    absent = {number: 0 for number in range(len(entrants)) if number not in begun}
    return read_bracket(plan, entrants, rounds).exits | absent


def _group(keys: Sequence[SortKey]) -> list[list[int]]:
    """Return the entrants in groups of equal keys."""
    groups: dict[SortKey, list[int]] = {}
    for number, key in enumerate(keys):
        groups.setdefault(key, []).append(number)
    return list(groups.values())


def _is_active(entrant: Entrant, number: int, rounds: Sequence[Round], exits: dict[int, int]) -> bool:
    return number not in exits and not has_withdrawn(entrant, len(rounds) + 1)


def _to_floats(values: SortKey, units: Sequence[int]) -> tuple[float, ...]:
    return tuple(float(value / unit) for value, unit in zip(values, units, strict=True))


def _make_standing(tally: Tally, number: int, rank: int, tie_breaks: tuple[float, ...], is_active: bool) -> Standing:
    return Standing(
        rank=rank,
        entrant=number,
        points=tally.points[number] / tally.unit,
        tie_breaks=tie_breaks,
        played=tally.played[number],
        wins=tally.wins[number],
        byes=tally.byes[number],
        is_active=is_active,
    )

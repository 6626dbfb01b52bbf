"""The brackets of eliminations, read from their rounds: the next matches, and when each entrant left."""

from collections.abc import Sequence

from msgspec import Struct

from tournaments.entries import has_withdrawn, starters
from tournaments.pairing.outcomes import MatchSlots, RoundOutcome, Slot, read_outcomes, settle
from tournaments.sizes import size_knockout
from tournaments.values import Entrant, Plan, Round


class Bracket(Struct, frozen=True):
    """Where an elimination stands: the groups that meet next (one alone has a bye), and after which round each left.

    There are no groups when it is over.
    """

    groups: tuple[tuple[int, ...], ...]
    exits: dict[int, int]


class Sides(Struct, frozen=True):
    """The places of a bracket after some rounds: the upper side; in a double elimination also the lower one.

    `dropped` are the losers of the upper side's last round, who join the lower one. The next match is the decider when
    the upper side has lost the final.
    """

    played: int
    upper: tuple[Slot, ...]
    lower: tuple[Slot, ...] = ()
    dropped: tuple[Slot, ...] = ()
    is_decider: bool = False


def read_bracket(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> Bracket:
    """Return where an elimination stands after its complete rounds."""
    seeds = starters(entrants, rounds)
    sides = Sides(0, tuple(seeds) if plan.seats > 2 else _fill_places(seeds))
    exits: dict[int, int] = {}
    for outcome in read_outcomes(plan, seeds, rounds):
        if not _next_matches(plan, sides):
            break
        sides = _advance(plan, sides, outcome)
        still_in = {*sides.upper, *sides.lower, *sides.dropped}
        exits |= {seed: sides.played for seed in seeds if seed not in still_in and seed not in exits}
    left = [seed for seed in seeds if seed not in exits and not has_withdrawn(entrants[seed], sides.played + 1)]
    return Bracket(_next_groups(plan, sides, left), exits)


def standard_order(size: int) -> list[int]:
    """Return the places of the seeds, from 0, in a bracket for a power of two: the best two can only meet in the final.

    >>> standard_order(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        last = 2 * len(order) - 1
        order = [place for seed in order for place in (seed, last - seed)]
    return order


def _fill_places(seeds: Sequence[int]) -> tuple[Slot, ...]:
    """Return the first level of a bracket for tables of two: the best seeds meet empty places."""
    size = 1 << max(0, len(seeds) - 1).bit_length()
    return tuple(seeds[place] if place < len(seeds) else None for place in standard_order(size))


def _next_groups(plan: Plan, sides: Sides, left: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    if len(left) < 2:
        return ()
    if plan.seats > 2:
        return _draw_tables(plan, left)
    matches = _next_matches(plan, sides)
    in_play = set(left)
    groups = (tuple(slot for slot in match if slot is not None and slot in in_play) for match in matches)
    return tuple(group for group in groups if group)


def _next_matches(plan: Plan, sides: Sides) -> list[MatchSlots]:
    """Return the next matches, of which there are none when it is over; with larger tables, all in one."""
    if plan.format == "DOUBLE_ELIMINATION":
        return _match_sides(sides)
    if plan.seats > 2:
        return [sides.upper] if len(sides.upper) > 1 else []
    return _pair_up(sides.upper) if len(sides.upper) > 1 else []


def _advance(plan: Plan, sides: Sides, outcome: RoundOutcome) -> Sides:
    if plan.format == "DOUBLE_ELIMINATION":
        return _advance_sides(sides, outcome)
    if plan.seats > 2:
        winners = outcome.byes | {order[0] for order in outcome.orders.values()}
        return Sides(sides.played + 1, tuple(slot for slot in sides.upper if slot in winners))
    return Sides(sides.played + 1, tuple(settle(match, outcome)[0] for match in _pair_up(sides.upper)))


def _draw_tables(plan: Plan, left: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Divide the remaining entrants among tables: the best have byes, then the seeds go to the tables to and fro."""
    sizes, byes = size_knockout(len(left), plan.seats, plan.least_seats)
    tables: list[list[int]] = [[] for _ in sizes]
    waiting = list(reversed(left[byes:]))
    for row in range(max(sizes, default=0)):
        open_tables = [table for table, size in zip(tables, sizes, strict=True) if size > row]
        for table in open_tables if row % 2 == 0 else reversed(open_tables):
            table.append(waiting.pop())
    return (*((seed,) for seed in left[:byes]), *map(tuple, tables)) if sizes else ()


def _match_sides(sides: Sides) -> list[MatchSlots]:
    """Return the next matches of a double elimination, those of the upper side first."""
    if len(sides.upper) == len(sides.lower) == 1 and not sides.dropped:
        return [(*sides.upper, *sides.lower)]
    return [*_match_upper(sides), *_match_lower(sides)]


def _match_upper(sides: Sides) -> list[MatchSlots]:
    """Return the next matches of the upper side.

    After the first round it plays in every second one only, so that its losers meet the survivors of the lower side.
    """
    rests = sides.played > 0 and sides.played % 2 == 0
    return [] if rests or len(sides.upper) == 1 else _pair_up(sides.upper)


def _match_lower(sides: Sides) -> list[MatchSlots]:
    """Return the next matches of the lower side: against those who dropped, else among themselves."""
    if sides.lower and sides.dropped:
        return list(zip(sides.lower, sides.dropped, strict=True))
    return _pair_up(sides.lower or sides.dropped)


def _advance_sides(sides: Sides, outcome: RoundOutcome) -> Sides:
    if len(sides.upper) == len(sides.lower) == 1 and not sides.dropped:
        return _advance_final(sides, outcome)
    upper = [settle(match, outcome) for match in _match_upper(sides)]
    lower = tuple(settle(match, outcome)[0] for match in _match_lower(sides))
    dropped = tuple(loser for _, loser in upper)
    if sides.played % 4 == 1:
        # Crossed, so that two who met on the upper side meet again as late as possible.
        dropped = dropped[::-1]
    winners = tuple(winner for winner, _ in upper) or sides.upper
    if len(winners) == 1 and not lower:
        return Sides(sides.played + 1, winners, dropped)
    return Sides(sides.played + 1, winners, lower, dropped)


def _advance_final(sides: Sides, outcome: RoundOutcome) -> Sides:
    """End it, unless the upper side has lost for the first time: then both play once more."""
    winner, loser = settle((*sides.upper, *sides.lower), outcome)
    if loser is None or loser in sides.lower or sides.is_decider:
        return Sides(sides.played + 1, (winner,))
    return Sides(sides.played + 1, sides.upper, sides.lower, is_decider=True)


def _pair_up(places: Sequence[Slot]) -> list[MatchSlots]:
    return list(zip(places[::2], places[1::2], strict=True))

"""Swiss pairings: by points, and no second meeting while that is possible."""

from collections.abc import Sequence

from tournaments.entries import seeding, takes_part
from tournaments.pairing.chance import draw_number
from tournaments.pairing.dutch import is_dutch, pair_dutch
from tournaments.pairing.groups import Field, Tables, count_repeats, form_tables
from tournaments.pairing.matching import LARGEST, match_pairs
from tournaments.pairing.meetings import choose_byes, read_meetings
from tournaments.plans import count_rounds, size_tables
from tournaments.seats import SeatCounts, seat_tables
from tournaments.tally import Tally, read_tally
from tournaments.values import Entrant, Plan, Round, Table


def pair_swiss(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: str) -> Round | None:
    """Pair the next round of a Swiss, or return None if there are too few for a table."""
    tally = read_tally(plan, entrants, rounds)
    seeds = [number for number in seeding(entrants) if takes_part(entrants[number], len(rounds) + 1)]
    if len(seeds) < plan.least_seats:
        return None
    dutch = _pair_dutch(tally, rounds, seeds, seed) if is_dutch(tally, seeds) else None
    tables, byes = dutch or _pair_by_exchanges(tally, rounds, seeds, seed)
    return Round(tuple(Table(members, (None,) * plan.boards) for members in tables), tuple(byes))


def _pair_dutch(
    tally: Tally, rounds: Sequence[Round], seeds: Sequence[int], seed: str
) -> tuple[list[tuple[int, ...]], list[int]] | None:
    """Return what the Dutch system says; None where it does not apply, since a second meeting cannot be avoided."""
    last = count_rounds(tally.plan, len(seeds))
    pairs, byes = pair_dutch(tally, rounds, seeds, last, draw_number(seed, "first seat", 2))
    met = read_meetings(tally, seeds)
    is_whole = sorted([number for pair in pairs for number in pair] + byes) == sorted(seeds)
    has_met = any(second in met[first] for first, second in pairs)
    return None if not is_whole or len(byes) > 1 or has_met else (pairs, byes)


def _pair_by_exchanges(
    tally: Tally, rounds: Sequence[Round], seeds: Sequence[int], seed: str
) -> tuple[list[tuple[int, ...]], list[int]]:
    plan = tally.plan
    order = sorted(seeds, key=lambda number: -tally.points[number])
    sizes = size_tables(len(order), plan.seats, plan.least_seats)
    byes = choose_byes(tally, order, len(order) - sum(sizes))
    counts = SeatCounts(plan, len(tally.turns), rounds)
    field = make_field(tally, [number for number in order if number not in set(byes)], counts)
    shift = draw_number(seed, "first seat", plan.seats)
    return seat_tables(_form(field, sizes), counts, shift), byes


def make_field(tally: Tally, order: Sequence[int], counts: SeatCounts) -> Field:
    """Describe who is to be paired, in order of points."""
    levels = {points: level for level, points in enumerate(sorted({tally.points[n] for n in order}, reverse=True))}
    preferences = {number: counts.preference(number) for number in order} if tally.plan.seats == 2 else {}
    return Field(
        order, {number: levels[tally.points[number]] for number in order}, read_meetings(tally, order), preferences
    )


def _form(field: Field, sizes: Sequence[int]) -> Tables:
    tables = form_tables(field, sizes)
    is_pairs = set(sizes) == {2} and len(field.order) <= LARGEST
    return match_pairs(field) if is_pairs and count_repeats(field, tables) else tables

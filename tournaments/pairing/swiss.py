"""Swiss pairings: by points, without repeated meetings while that is possible."""

from collections.abc import Sequence

from tournaments.entries import seeding, starters, takes_part
from tournaments.pairing.chance import draw_number
from tournaments.pairing.dutch import TooManyTried, is_dutch, pair_dutch
from tournaments.pairing.groups import Meetings, count_repeats, form_tables
from tournaments.pairing.matching import LARGEST, match_pairs
from tournaments.pairing.meetings import choose_byes, choose_from, make_field
from tournaments.plans import count_rounds
from tournaments.seats import SeatCounts, seat_tables
from tournaments.sizes import size_tables
from tournaments.tally import Tally, read_tally
from tournaments.values import Entrant, Plan, Round, Table

# Tables by seat, and the byes.
Paired = tuple[list[tuple[int, ...]], list[int]]


def pair_swiss(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: str) -> Round | None:
    """Pair the next round of a Swiss, or return None if there are too few entrants for a table."""
    tally = read_tally(plan, entrants, rounds)
    seeds = [number for number in seeding(entrants) if takes_part(entrants[number], len(rounds) + 1)]
    if len(seeds) < plan.least_seats:
        return None
    last = count_rounds(plan, len(starters(entrants, rounds)))
    dutch = _pair_dutch(tally, rounds, seeds, last, seed) if is_dutch(tally, seeds) else None
    tables, byes = dutch or _pair_by_exchanges(tally, rounds, seeds, seed)
    return Round(tuple(Table(members, (None,) * plan.boards) for members in tables), tuple(byes))


def _pair_dutch(tally: Tally, rounds: Sequence[Round], seeds: Sequence[int], last: int, seed: str) -> Paired | None:
    """Return the Dutch system's pairing; None if it takes too long, or repeats a meeting or a bye."""
    try:
        pairs, byes = pair_dutch(tally, rounds, seeds, last, draw_number(seed, "first seat", 2))
    except TooManyTried:
        return None
    met = Meetings(tally)
    is_whole = sorted([number for pair in pairs for number in pair] + byes) == sorted(seeds)
    repeats_bye = not set(byes) <= set(choose_from(tally, seeds))
    repeats_meeting = any(second in met[first] for first, second in pairs)
    if not is_whole or repeats_bye or repeats_meeting or len(byes) > 1:
        return None
    return pairs, byes


def _pair_by_exchanges(tally: Tally, rounds: Sequence[Round], seeds: Sequence[int], seed: str) -> Paired:
    plan = tally.plan
    order = sorted(seeds, key=lambda number: -tally.points[number])
    sizes = size_tables(len(order), plan.seats, plan.least_seats)
    counts = SeatCounts(plan, len(tally.turns), rounds)
    byes = choose_byes(tally, order, len(order) - sum(sizes))
    field = make_field(tally, [number for number in order if number not in set(byes)], counts)
    tables = form_tables(field, sizes)
    if plan.seats == 2 and len(order) <= LARGEST and count_repeats(field, tables):
        had_byes = {number: tally.byes[number] for number in order}
        tables, byes = match_pairs(make_field(tally, order, counts), had_byes)
    return seat_tables(tables, counts, draw_number(seed, "first seat", plan.seats)), byes

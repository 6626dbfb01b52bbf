"""Exchanges between tables, against a naive reading: every exchange is weighed pair by pair."""

from collections.abc import Sequence
from random import Random

import pytest

from tools.random_tournaments import make_entrants, play
from tournaments import Plan
from tournaments.pairing import groups
from tournaments.pairing.groups import PairingField, form_tables
from tournaments.pairing.meetings import make_field
from tournaments.seats import SeatCounts
from tournaments.tally import read_tally


def exchange_naively(field: PairingField, table: list[int], neighbour: list[int]) -> bool:
    """Make the exchange that saves most; of equal ones the last here, and of these the last there."""
    before = cost_of(field, table) + cost_of(field, neighbour)
    best = None
    saved = 0
    for here in reversed(range(len(table))):
        for there in reversed(range(len(neighbour))):
            one = list(table)
            other = list(neighbour)
            one[here], other[there] = other[there], one[here]
            saving = before - cost_of(field, one) - cost_of(field, other)
            if saving > saved:
                best = (one, other)
                saved = saving
    if best is not None:
        table[:], neighbour[:] = best
    return best is not None


def cost_of(field: PairingField, table: Sequence[int]) -> int:
    return sum(field.cost(one, other) for place, one in enumerate(table) for other in table[:place])


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("number", range(4))
def test_the_best_exchange_saves_most_pair_by_pair(seats: int, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(format="SWISS", seats=seats, rounds=12)
    entrants = make_entrants(seats * 6)
    rounds = play(plan, entrants, Random(number), most=7)
    tally = read_tally(plan, entrants, rounds)
    order = sorted(range(len(entrants)), key=lambda entrant: -tally.points[entrant])
    field = make_field(tally, order, SeatCounts(plan, len(entrants), rounds))
    found = form_tables(field, (seats,) * 6)
    monkeypatch.setattr(groups, "_exchange", exchange_naively)
    assert found == form_tables(field, (seats,) * 6)

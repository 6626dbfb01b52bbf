"""Two seats, up to forty entrants: FIDE's Dutch system, checked against what an endorsed program has paired."""

import pytest

from tests.tournaments.published import POSITIONS, SWISS, Position, read_round
from tournaments import Entrant, Plan, Round, next_round

# With some of these, the lot gives the first seed the first seat of the first round; with the others, the second.
SEEDS = tuple(f"{number:064x}" for number in range(8))


def pairs_of(played: Round) -> set[tuple[int, ...]]:
    return {table.entrants for table in played.tables} | {(number,) for number in played.byes}


def first_seat_of(played: Round) -> int:
    return next(table.entrants.index(0) for table in played.tables if 0 in table.entrants)


def seed_for(seat: int, entrants: tuple[Entrant, ...], plan: Plan) -> str:
    """Return a seed with which the first seed has this seat in the first round."""
    rounds = {seed: next_round(plan, entrants, (), seed) for seed in SEEDS}
    return next(seed for seed, first in rounds.items() if first is not None and first_seat_of(first) == seat)


@pytest.mark.parametrize("name", SWISS)
def test_every_round_is_paired_as_the_endorsed_program_did_with_the_same_seats(name: str) -> None:
    plan = Plan(format="SWISS", seats=2, rounds=len(SWISS[name]))
    rounds = tuple(read_round(text, plan) for text in SWISS[name])
    entrants = (Entrant(),) * (2 * len(rounds[0].tables) + len(rounds[0].byes))
    seed = seed_for(first_seat_of(rounds[0]), entrants, plan)
    for number, expected in enumerate(rounds):
        paired = next_round(plan, entrants, rounds[:number], seed)
        assert paired is not None
        assert pairs_of(paired) == pairs_of(expected), f"round {number + 1}"
    assert next_round(plan, entrants, rounds, seed) is None


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_positions_of_single_rules_are_paired_as_published(position: Position) -> None:
    plan = Plan(format="SWISS", seats=2, rounds=3)
    rounds = tuple(read_round(text, plan) for text in position.rounds)
    paired = next_round(plan, position.entrants, rounds, SEEDS[0])
    assert paired is not None
    expected = {frozenset(pair) for pair in pairs_of(read_round(position.expected, plan))}
    assert {frozenset(pair) for pair in pairs_of(paired)} == expected

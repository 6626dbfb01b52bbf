"""The contract rung: the invariants of every game, at every state of random tables over random seats and options."""

from random import Random

import pytest

from engine import GAMES
from tests.engine import invariants
from tests.engine.play import positions, random_table

# Where the number of possible moves is large, a part of them is tried.
SHARES = {"door": 0.25}

pytestmark = pytest.mark.parametrize("game", list(GAMES))


@pytest.mark.parametrize("seed", range(8))
def test_random_tables_keep_the_contract_at_every_state(game: str, seed: int) -> None:
    random = Random(f"{game} {seed}")
    invariants.check_table(random_table(game, random), random, thorough=0.03, begin=120)


# The seed 3 makes a table of ZLAM! with very many seats, which takes as long as all others.
@pytest.mark.parametrize("seed", [0, 1, 2, 4, 5, 6, 7, 8])
def test_many_more_tables_keep_it_at_some_states(game: str, seed: int) -> None:
    random = Random(f"more {game} {seed}")
    for _ in range(6):
        invariants.check_table(random_table(game, random), random, thorough=0.02)


def test_of_all_that_can_be_written_exactly_the_legal_moves_are_accepted(game: str) -> None:
    for state in positions(game, Random(game), 1):
        invariants.check_every_probe(state, game, Random(game), SHARES.get(game, 1.0))

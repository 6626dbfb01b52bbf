"""Play many random tables and check every state: `python -m tests.engine.soak --tables 10000 [--game zeven]`."""

import sys
from random import Random

from engine import dumps
from tests.engine.invariants import check_every_probe, check_table
from tests.engine.long_run import Run, Summary, main, noting
from tests.engine.play import positions, random_table, reproduce

# The costly checks are made at one state in this many.
SAMPLED = 200
# All that can be written is tried at a state of one table in this many; `make test` tries a part of it.
PROBED = 50


def check(game: str, random: Random, summary: Summary) -> None:
    """Play a random table and check every state of it."""
    table = random_table(game, random)
    with noting(lambda: f"table: {reproduce(table)}"):
        summary.count("moves", check_table(table, random, thorough=1 / SAMPLED))
    if random.random() < 1 / PROBED:
        (state,) = positions(game, random, 1)
        with noting(lambda: f"state: {dumps(state)!r}"):
            check_every_probe(state, game, random)


RUN = Run("soak", "tables", 1000, check, 50)

if __name__ == "__main__":
    sys.exit(main(RUN, __doc__))

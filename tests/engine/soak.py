"""Play many random tables and check every state: `python -m tests.engine.soak --tables 10000 [--game zeven]`."""

import sys
from random import Random

from tests.engine.invariants import check_table
from tests.engine.long_run import Run, Summary, main, noting
from tests.engine.play import random_table, reproduce

# The costly checks are made at one state in this many.
SAMPLED = 200


def check(game: str, random: Random, summary: Summary) -> None:
    """Play a random table and check every state of it."""
    table = random_table(game, random)
    with noting(lambda: f"table: {reproduce(table)}"):
        summary.count("moves", check_table(table, random, thorough=1 / SAMPLED))


RUN = Run("soak", "tables", 1000, check, 50)

if __name__ == "__main__":
    sys.exit(main(RUN, __doc__))

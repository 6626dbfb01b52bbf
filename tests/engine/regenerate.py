"""Regenerate the data of the tests from the code: `python -m tests.engine.regenerate [GAME …]`. Review the diff.

The counts of small deals (`counts/<game>-small.json`) are written by hand and stay; the corpus, which proves that
nothing has changed, is written on its own: `python -m tests.engine.corpus`.
"""

import sys

from engine import GAMES
from tests.engine import counting, golden_text
from tests.engine.example_game import register_example


def main(games: list[str]) -> None:
    """Write counts and golden tables of the named games, or of all."""
    register_example()
    for game in games or list(GAMES):
        counting.regenerate(game)
        golden_text.regenerate(game)


if __name__ == "__main__":
    main(sys.argv[1:])

"""The counts rung: numbers of move sequences from stacked deals, against the committed files."""

import pytest

from engine import GAMES
from tests.engine import counting


@pytest.mark.parametrize("game", list(GAMES))
def test_there_are_as_many_sequences_of_moves_as_were_counted_before(game: str) -> None:
    for count in counting.load(game):
        position = count.position(game)
        depths = range(1, len(count.sequences) + 1)
        assert tuple(counting.sequences(position, depth) for depth in depths) == count.sequences, count


@pytest.mark.parametrize("game", list(GAMES))
def test_counts_are_kept_of_several_seats_and_options(game: str) -> None:
    counts = counting.load(game)
    assert len(counts) == counting.TABLES
    assert len({count.seats for count in counts}) > 1
    assert len({str(count.options) for count in counts}) > 3
    assert sum(0 in count.sequences for count in counts) >= 3, "too few reach the end of the table"

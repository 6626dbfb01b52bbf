"""Counts: numbers of move sequences from stacked deals, compared with the committed files."""

from pathlib import Path

import pytest

from engine import GAMES
from tests.engine import counting, readings

FILES = sorted(counting.COUNTS.glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_there_are_as_many_sequences_of_moves_as_were_counted_before(file: Path) -> None:
    game = counting.game_of(file)
    for count in counting.load(file):
        position = count.position(game)
        depths = range(1, len(count.sequences) + 1)
        assert tuple(counting.sequences(position, depth) for depth in depths) == count.sequences, count


@pytest.mark.parametrize("game", list(GAMES))
def test_counts_are_kept_of_several_seats_and_options(game: str) -> None:
    counts = counting.load(counting.file_of(game))
    assert len(counts) == counting.TABLES
    assert len({count.seats for count in counts}) > 1
    assert len({str(count.options) for count in counts}) > 3


@pytest.mark.parametrize("game", list(GAMES))
def test_some_counts_reach_the_end_of_the_table(game: str) -> None:
    files = [file for file in (counting.file_of(game), counting.small_file_of(game)) if file in FILES]
    assert sum(0 in count.sequences for file in files for count in counting.load(file)) >= 3


@pytest.mark.parametrize("game", list(GAMES))
def test_small_deals_are_counted_and_explained_and_one_is_worked_out_by_hand(game: str) -> None:
    counts = counting.load(counting.small_file_of(game))
    assert len(counts) >= 5
    assert all(count.about and len(count.sequences) >= 3 for count in counts)
    worked = [" ".join(count.about) for count in counts if count.by_hand]
    assert any(f"{game} {number}" in working for working in worked for number in range(1, 10)), "no rule is cited"


def test_every_count_is_one_of_a_registered_game() -> None:
    assert {counting.game_of(file) for file in FILES} == set(GAMES)


@pytest.mark.parametrize("game", list(GAMES))
def test_options_that_random_tables_seldom_have_are_counted(game: str) -> None:
    wanted = [readings.read_options(game, row.split()) for row in readings.seldom_options(game)]
    counts = counting.load(counting.options_file_of(game))
    assert wanted
    for options in wanted:
        assert sum(options.items() <= count.options.items() for count in counts) >= counting.OPTION_TABLES

"""The corpus: hundreds of recorded tables of every game end as before, through the same states."""

from itertools import islice

import pytest

from engine import GAMES, changed_options, dump_record, replay, result
from tests.engine import corpus, golden_text
from tests.engine.corpus_plans import FEWEST_TABLES
from tests.engine.naive.reading import play_again, score
from tests.engine.naive.zeven import score_zeven_round
from tests.engine.naive.zlam import Corner, score_corner

SLICES = 8
EVERY_SLICE = [(game, part) for game in corpus.GAMES_KEPT for part in range(SLICES)]


def name(kept: corpus.Kept) -> str:
    """Write a record so that it can be replayed elsewhere."""
    return dump_record(kept.record).decode()


@pytest.mark.parametrize(("game", "part"), EVERY_SLICE)
def test_every_recorded_table_replays_to_its_result_through_the_same_states(game: str, part: int) -> None:
    for kept in corpus.load(game)[part::SLICES]:
        states = replay(kept.record)
        assert result(states[-1]) == kept.record.result, name(kept)
        assert corpus.digest(states) == kept.states, f"the result holds, but not the states: {name(kept)}"


@pytest.mark.parametrize(("game", "part"), EVERY_SLICE)
def test_every_recorded_table_is_scored_as_the_page_says_in_plain_words(game: str, part: int) -> None:
    for kept in corpus.load(game)[part::SLICES]:
        played = play_again(corpus.deal(kept.record), kept.record.moves)
        assert score(played) == result(played.end), name(kept)


@pytest.mark.parametrize("game", corpus.GAMES_KEPT)
def test_the_tables_show_all_that_the_game_has_and_every_kind_of_event_of_random_tables(game: str) -> None:
    seen = set[str]().union(*map(corpus.shown, corpus.load(game)))
    assert corpus.wanted(game) - seen == set()
    occurring = set[str]().union(*map(golden_text.kinds_shown, islice(golden_text.candidates(game), 10)))
    assert {kind for kind in occurring if kind.startswith("event ")} - seen == set()


@pytest.mark.parametrize("game", corpus.GAMES_KEPT)
def test_there_are_enough_tables_all_different_and_finished(game: str) -> None:
    records = [kept.record for kept in corpus.load(game)]
    assert len(records) >= FEWEST_TABLES
    assert len({record.seed for record in records}) == len(records)
    assert all(record.game == game and record.result is not None for record in records)
    assert sum(record.deck is not None for record in records) >= 10
    assert sum(not record.options for record in records) >= 10, "too few with the published rules"


def test_the_naive_scoring_of_zeven_holds_for_the_worked_example_of_the_page() -> None:
    piles = [
        "Y1 Y1 Y1 Y1 Y2 Y3 Y3 Y3 R1 R2 R2 R3 R3 B1 B2 B2 B2 W0",
        "Y1 Y2 R1 R1 R2 R3 R3 B1 B3 W0 W0 W4 W4",
        "Y2 Y2 Y3 Y3 R1 R1 R2 B1 B1 B2 B2 B3 B3 B3 W0 W0 W0 W4 W4",
    ]
    cards = [[f"A{face}" for face in pile.split()] for pile in piles]
    assert score_zeven_round(cards, "allBlocked") == [10, 8, 12]


def test_the_naive_scoring_of_zlam_holds_for_the_worked_example_of_the_page() -> None:
    for pile, points in (("R2 B5 Z Z Y2", 7), ("R2 R5 Z Z R2", 14)):
        assert score_corner(Corner({1: pile.split(), 2: ["R1"], 3: ["R1"]}, 3, {1}), 3) == points


def test_every_game_but_the_example_has_a_corpus() -> None:
    assert set(corpus.GAMES_KEPT) == set(GAMES) - {"high"}
    assert {file.name for file in corpus.CORPUS.iterdir()} == {corpus.file_of(game).name for game in corpus.GAMES_KEPT}


@pytest.mark.parametrize("game", corpus.GAMES_KEPT)
def test_a_file_stays_small(game: str) -> None:
    assert corpus.file_of(game).stat().st_size < 150_000


@pytest.mark.parametrize("game", corpus.GAMES_KEPT)
def test_the_options_of_a_record_are_those_that_differ_from_the_defaults(game: str) -> None:
    for kept in corpus.load(game):
        assert changed_options(corpus.deal(kept.record).options) == kept.record.options


def test_ten_tables_of_zar_and_more_have_a_vincent_offence() -> None:
    assert sum("event offended" in corpus.shown(kept) for kept in corpus.load("zar")) >= 10

"""What decided a table: the winners compared with the seats that rank next, also where seats have resigned."""

from random import Random

import pytest

import engine
from engine import GAMES, Result, Wording, breakdown, covered_breakdown, tell_decided
from engine.breakdown import decide
from tests.engine.play import play_on, random_table
from tests.engine.table import SEED

NAMES = Wording("en", ("Ida", "Bob", "Cy"))


def ended(game: str, seats: int = 3) -> engine.State:
    """Return the end of a random table."""
    start = engine.new_game(game, seats=seats, seed=SEED)
    *_, last = play_on(start, Random(1))
    return last.after


@pytest.mark.parametrize("game", GAMES)
def test_a_covered_end_tells_no_item_and_nothing_that_the_scores_do_not_tell(game: str) -> None:
    random = Random(f"covered breakdown {game}")
    for _ in range(3):
        *_, last = play_on(random_table(game, random).deal(), random)
        found = covered_breakdown(last.after)
        shown = breakdown(last.after)
        assert found is not None
        assert shown is not None
        assert found.seats == ()
        assert found.decided_by.by != "ITEM"
        assert found.decided_by.code is None
        assert (found.decided_by.winners, found.decided_by.margin) == (
            shown.decided_by.winners,
            shown.decided_by.margin,
        )


def test_a_game_that_lists_no_items_names_the_margin() -> None:
    found = breakdown(ended("high", 2))
    assert found is not None
    assert found.seats == ()
    assert found.decided_by.by in ("MARGIN", "SHARED")
    assert tell_decided("high", found.decided_by).endswith(".")


def test_seats_that_resigned_are_not_compared() -> None:
    end = ended("door")
    played = breakdown(end)
    assert played is not None
    (winner,) = played.decided_by.winners
    (runner_up,) = played.decided_by.others
    (last,) = {0, 1, 2} - {winner, runner_up}
    without_winner = breakdown(end, (winner,))
    assert without_winner is not None
    assert (without_winner.decided_by.winners, without_winner.decided_by.others) == ((runner_up,), (last,))
    alone = breakdown(end, (runner_up, last))
    assert alone is not None
    assert alone.decided_by.by == "RESIGNATION"
    assert tell_decided("door", alone.decided_by, NAMES) == "All others have resigned."


def test_equal_points_with_different_ranks_are_a_tie_break() -> None:
    end = ended("door")
    decided = decide(end, Result((4, 4, 1), (1, 2, 3), (0,), "handEmpty"), (), ())
    assert (decided.by, decided.others, decided.margin) == ("TIE_BREAK", (1,), 0)
    assert tell_decided("door", decided, NAMES) == "Equal points, and a tie-break in favour of Ida."


@pytest.mark.parametrize(
    ("language", "margin", "sentence"),
    [
        ("en", 1, "By 1 point, ahead of Bob."),
        ("en", 5, "By 5 points, ahead of Bob."),
        ("de", 1, "Mit 1 Punkt vor Bob."),
        ("de", 5, "Mit 5 Punkten vor Bob."),
    ],
)
def test_a_margin_is_told_in_each_language_by_its_number(language: str, margin: int, sentence: str) -> None:
    decided = engine.DecidedBy(by="MARGIN", winners=(0,), others=(1,), margin=margin)
    assert tell_decided("door", decided, Wording(language, NAMES.names)) == sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Yellow: 4 for Ida, none for Bob, who had the most."),
        ("de", "Gelb: 4 für Ida, nichts für Bob mit den meisten Karten."),
    ],
)
def test_a_game_has_words_of_its_own_for_what_decided(language: str, sentence: str) -> None:
    decided = engine.DecidedBy(
        by="ITEM",
        winners=(0,),
        others=(1,),
        margin=3,
        code="colour",
        value="Y",
        rule="zeven 4.3",
        points=4,
        against=0,
    )
    assert tell_decided("zeven", decided, Wording(language, NAMES.names)) == sentence

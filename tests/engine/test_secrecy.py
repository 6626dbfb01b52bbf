"""Secrecy: a redeal of a viewer's hidden cards changes nothing for that viewer (engine 5).

`make secrecy` does the same with thousands of tables; `test_leaks.py` proves that these checks find leaks.
"""

import json
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import engine
from engine import GAMES, State, new_game, redeal, view
from engine.redeal import hidden_counts
from tests.engine import secrecy
from tests.engine.invariants import viewers
from tests.engine.long_run import Summary, check_items, in_words, main
from tests.engine.naive.reading import reading_of
from tests.engine.play import positions, random_table
from tests.engine.possible_moves import sampled_moves
from tests.engine.redeal import check_looks_alike, check_same, hidden_cards, hidden_spots, redeals, unlike_viewers

OTHER_SEED = "5eed" * 16
SEED = "00" * 32

every_game = pytest.mark.parametrize("game", list(GAMES))


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_a_viewer_is_told_depends_on_cards_that_it_cannot_see(game: str, seed: int) -> None:
    summary = check_items(secrecy.RUN, game, 2 if game == "zlam" else 3, seed)
    assert summary.failures == []
    assert summary.counts[secrecy.STATES_COMPARED] > summary.counts[secrecy.MOVES]
    assert summary.counts[secrecy.MOVES_COMPARED] > summary.counts[secrecy.MOVES]


@every_game
def test_nothing_that_a_viewer_is_told_depends_on_the_key_or_the_words_used(game: str) -> None:
    random = Random(f"key {game}")
    for state in positions(game, random, 40):
        other = replace(state, seed=OTHER_SEED, words=state.words + 1)
        for viewer in viewers(state):
            check_looks_alike(state, other, viewer, sampled_moves(state, game, random, 2))


@every_game
def test_no_view_holds_the_key_or_a_hidden_card(game: str) -> None:
    for state in positions(game, Random(f"none {game}"), 40):
        for viewer in viewers(state):
            seen = view(state, viewer)
            assert state.seed not in msgspec.json.encode(seen).decode()
            seen_cards = [card for zone in seen.zones for card in zone.cards]
            shown = [card for card in seen_cards if card is not None]
            everything = [card for cards in state.zones.values() for card in cards]
            assert sorted([*shown, *hidden_cards(state, viewer)]) == sorted(everything)


@every_game
def test_the_zones_are_shown_to_whom_the_page_says(game: str) -> None:
    assert set(reading_of(game).INFORMATION) == set(GAMES[game].zone_map.kinds)
    for state in positions(game, Random(f"zones {game}"), 40):
        for viewer in viewers(state):
            counted = hidden_counts(state, viewer)
            spots = [(zone, index) for zone, count in counted.items() for index in range(count)]
            assert spots == hidden_spots(state, viewer)


@every_game
def test_nothing_tells_a_viewer_a_table_from_what_the_engine_deals_again(game: str) -> None:
    random = Random(f"engine {game}")
    for number, state in enumerate(positions(game, random, 40)):
        for viewer in viewers(state)[:5]:
            other = redeal(state, viewer, f"{number:064x}")
            check_looks_alike(state, other, viewer, sampled_moves(state, game, random, 2))


@every_game
def test_a_redeal_changes_the_state_and_nothing_that_is_seen(game: str) -> None:
    random = Random(f"redeal {game}")
    for state in positions(game, random, 10):
        for other in redeals(state, 0, random, 2):
            assert other.zones != state.zones
            assert view(other, 0) == view(state, 0)


def test_where_nobody_owns_what_others_cannot_see_three_viewers_stand_for_all() -> None:
    state = new_game("zlam", seats=30, options={"decks": 3}, seed=SEED)
    assert len(unlike_viewers(state, 4, Random(1))) == 3
    seen = [replace(view(state, viewer), viewer=None) for viewer in viewers(state)]
    assert seen == seen[:1] * 31
    assert len({tuple(hidden_spots(state, viewer)) for viewer in viewers(state)}) == 1


def test_where_seats_own_what_others_cannot_see_every_seat_is_asked() -> None:
    state = new_game("zar", seats=9, seed=SEED)
    assert unlike_viewers(state, 4, Random(1)) == (None, 0, 1, 2, 3, 4, 5, 6, 7, 8)


def test_a_difference_is_told_with_what_stands_around_it() -> None:
    state = new_game("high", seats=2, seed=SEED)
    other: State = redeal(state, 0, OTHER_SEED)
    with pytest.raises(AssertionError, match=r"the hand of seat 1 depends on cards that it cannot see: .* ≠ .*N"):
        check_same(state.zones["hand:1"], other.zones["hand:1"], "the hand of seat 1")


def test_changes_that_another_seat_sees_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    changed_zones = engine.changed_zones
    monkeypatch.setattr(engine, "changed_zones", lambda compared, _viewer: changed_zones(compared, 1))
    with pytest.raises(AssertionError, match=r"what None is told .* depends on cards"):
        secrecy.check_table(random_table("high", Random(1)), Random(1), Summary("high"))


# ---- the command


def test_the_command_prints_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(secrecy.RUN, None, ["--tables", "3", "--game", "high", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["game"], summary["items"], summary["failures"]) == ("high", 3, [])
    assert summary["counts"][secrecy.STATES_COMPARED] > summary["counts"][secrecy.MOVES]


def test_a_run_over_processes_is_the_run_of_one() -> None:
    one, two = (check_items(secrecy.RUN, "high", 24, 3, first=7, workers=workers) for workers in (1, 2))
    assert replace(one, seconds=0.0) == replace(two, seconds=0.0)
    assert one.items == 24


def test_a_table_that_fails_is_told_with_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_a_leak(*_: object) -> None:
        raise AssertionError("the view tells")

    monkeypatch.setattr(secrecy, "check_key", find_a_leak)
    (said,) = check_items(secrecy.RUN, "high", 1, seed=7, first=3).failures
    assert "the view tells" in said
    assert "--game high --seed 7 --first 3 --tables 1" in said
    assert '"game":"high"' in said


def test_a_summary_can_be_read() -> None:
    counts = {secrecy.MOVES: 9, secrecy.STATES_COMPARED: 20, secrecy.MOVES_COMPARED: 18}
    said = in_words(secrecy.RUN, Summary("high", 3, counts, 0.1, [], ["it broke"]))
    assert said.startswith(
        "High: 3 tables, 9 moves, 20 states of a viewer compared, 18 moves of a viewer compared, 0.1 s"
    )
    assert said.endswith("1 failed\nit broke")

"""The arena: fair matches, kept results, and honest intervals."""

from itertools import islice
from pathlib import Path

import pytest

import engine
from bots.arena.match import Match, Observation, check_match
from bots.arena.players import find_player, play_table
from bots.arena.results import Origin, ResultsError, find_origin, open_results, play_match
from bots.arena.statistics import bootstrap, format_outcome, summarize

GAMES = ("zeven", "bazaar", "door", "zar", "zlam")


def observations(match: Match, kept: Path | None = None) -> list[Observation]:
    return list(play_match(match, None if kept is None else open_results(kept, find_origin()), 1))


@pytest.mark.parametrize("game", GAMES)
def test_a_player_against_itself_nets_nothing(game: str) -> None:
    for seats in (2, 3):
        for observation in observations(Match(game, "greedy", "greedy", seats, 2)):
            assert observation.share == pytest.approx(1 / seats)
            assert seats > 2 or observation.margin == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_the_same_each_time(game: str) -> None:
    line_up = ("10", "random")
    assert play_table(game, line_up, {}, "a") == play_table(game, line_up, {}, "a")
    assert play_table(game, line_up, {}, "a") != play_table(game, line_up, {}, "b")


def test_results_are_kept_and_not_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    match = Match("zlam", "greedy", "random", 2, 6)
    first = list(islice(play_match(match, open_results(kept, find_origin()), 1), 2))
    whole = observations(match, kept)
    assert whole[:2] == first
    before = kept.read_bytes()
    assert observations(match, kept) == whole == observations(match)
    assert kept.read_bytes() == before
    # Another match in the same file is another one.
    assert observations(Match("zlam", "random", "greedy", 2, 2), kept) != whole[:2]


def test_a_line_that_was_torn_by_a_crash_is_played_again(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    match = Match("zlam", "greedy", "random", 2, 4)
    whole = observations(match, kept)
    before = kept.read_bytes()
    kept.write_bytes(before[:-9])
    assert observations(match, kept) == whole
    assert kept.read_bytes() == before


def test_results_of_other_bots_or_another_plan_are_never_mixed(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    origin = find_origin("a plan")
    open_results(kept, origin)
    before = kept.read_bytes()
    for other in (find_origin(), find_origin("another"), Origin(origin.version + 1, origin.code, origin.plan)):
        with pytest.raises(ResultsError, match="never mixed"):
            open_results(kept, other)
    assert kept.read_bytes() == before
    open_results(kept, origin)


@pytest.mark.parametrize("content", [b"no results", b'{"version":1}\n', b"\xff\n", b"[]\n", b"\n"])
def test_a_file_that_holds_no_results_is_left_alone(tmp_path: Path, content: bytes) -> None:
    kept = tmp_path / "results.jsonl"
    kept.write_bytes(content)
    with pytest.raises(ResultsError, match=r"Line 1 of .* holds no results"):
        open_results(kept, find_origin())
    assert kept.read_bytes() == content


def test_a_line_that_holds_no_observation_is_named(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    observations(Match("zlam", "greedy", "random", 2, 1), kept)
    with kept.open("ab") as file:
        file.write(b'{"game":"zlam"}\n')
    with pytest.raises(ResultsError, match="Line 3 of"):
        open_results(kept, find_origin())


def test_several_processes_find_the_same() -> None:
    match = Match("zlam", "greedy", "random", 2, 4)
    together = sorted(play_match(match, None, 2), key=lambda one: one.deal)
    assert together == observations(match)


def test_a_cheater_beats_those_who_play_fair() -> None:
    shares = [
        summarize(match, observations(match)).share.mean
        for match in (Match("zlam", player, "greedy", 2, 6) for player in ("cheat-200", "200"))
    ]
    assert shares[0] > shares[1] + 0.1


@pytest.mark.parametrize("name", ["nobody", "level-0", "level-9", "level-x", "cheat", "-", "", "1e3"])
def test_a_name_of_no_player_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="There is no"):
        find_player(name)


def test_a_table_that_cannot_be_is_refused_before_anything_is_played() -> None:
    with pytest.raises(engine.EngineError):
        check_match(Match("zeven", "greedy", "random", 9, 1))


def test_an_interval_holds_the_mean_and_narrows_with_more_deals() -> None:
    few = bootstrap([0.0, 1.0] * 5)
    many = bootstrap([0.0, 1.0] * 200)
    assert few.low <= few.mean == many.mean == 0.5 <= many.high
    assert many.high - many.low < few.high - few.low
    assert bootstrap([1.0]) == bootstrap([1.0])


def test_an_outcome_says_when_it_is_more_than_chance() -> None:
    match = Match("zlam", "greedy", "random", 2, 40)
    wins = [Observation(deal, 0.9, 1.1, 5.0) for deal in range(40)]
    even = [Observation(deal, deal % 2, 1.5, 0.0) for deal in range(40)]
    assert format_outcome(summarize(match, wins)).splitlines()[1].endswith("(chance 50.0%): better")
    assert format_outcome(summarize(match, even)).splitlines()[1].endswith("(chance 50.0%)")

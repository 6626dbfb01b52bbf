"""The packages that make installs: for `serve` what the service needs, for other targets all, in one environment."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.servers import REPOSITORY

INSTALLED = re.compile(r"--require-hashes -r (\S+)")
# A machine with these alone has no program of the tests, and cannot fetch any.
NEEDED_TO_LOOK = ("sh", "dirname", "id", "sed", "head", "cut", "grep", "timeout")
PINNED = re.compile(r"^([a-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with what make reads, without an environment."""
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "requirements-run.lock", "requirements-mcp.lock"):
        shutil.copy(REPOSITORY / name, tmp_path)
    return tmp_path


def plan_of(tree: Path, *target: str) -> str:
    """Return what make would do for a target and its variables."""
    return subprocess.run(["make", "-n", *target], cwd=tree, capture_output=True, text=True, check=True).stdout


def planned(tree: Path, *target: str) -> list[str]:
    """Return the locks that make would install for a target and its variables, in order."""
    return INSTALLED.findall(plan_of(tree, *target))


def mark(tree: Path, *names: str, made_in: Path) -> None:
    """Mark the environment of a tree as set up, in a folder."""
    (tree / ".venv/bin").mkdir(parents=True, exist_ok=True)
    for name in names:
        (tree / ".venv" / name).write_text(f"{made_in}\n")


def test_serving_installs_what_serving_needs(tree: Path) -> None:
    assert planned(tree, "serve") == ["requirements-run.lock"]
    assert planned(tree, "lint") == planned(tree, ".venv") == ["requirements-run.lock", "requirements.lock"]


def test_what_agents_need_is_installed_only_where_it_is_asked_for(tree: Path) -> None:
    assert planned(tree, "serve", "MCP=yes") == ["requirements-run.lock", "requirements-mcp.lock"]
    mark(tree, ".runs", ".agents", made_in=tree)
    assert planned(tree, "serve", "MCP=yes") == planned(tree, "serve") == []


def test_installed_packages_are_not_installed_again(tree: Path) -> None:
    mark(tree, ".runs", made_in=tree)
    assert planned(tree, "serve") == []
    assert planned(tree, "lint") == ["requirements.lock"]
    mark(tree, ".ready", made_in=tree)
    assert planned(tree, "serve") == planned(tree, "lint") == []


def test_an_environment_that_was_moved_is_made_again(tree: Path) -> None:
    mark(tree, ".runs", ".ready", made_in=tree / "elsewhere")
    assert planned(tree, "serve") == ["requirements-run.lock"]
    assert planned(tree, "lint") == ["requirements-run.lock", "requirements.lock"]


def test_the_programs_of_the_tests_are_fetched_before_anything_is_checked(tree: Path) -> None:
    mark(tree, ".runs", ".ready", made_in=tree)
    plan = plan_of(tree, "test")
    checks = ("-m ruff check", "-m mypy", "-m service.graphql.export", "-m pytest")
    assert plan.index("get_programs.sh") < min(plan.index(check) for check in checks)
    assert "-m tools.supervised .venv/bin/python -m coverage run -m pytest" in plan


def test_all_programs_that_cannot_be_had_are_named_at_once(tmp_path: Path) -> None:
    scripts = tmp_path / "tests"
    scripts.mkdir()
    for script in (REPOSITORY / "tests").glob("*.sh"):
        shutil.copy(script, scripts)
    shutil.copy(REPOSITORY / "tests" / "node.lock", scripts)
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in NEEDED_TO_LOOK:
        (programs / name).symlink_to(str(shutil.which(name)))
    command = [str(programs / "sh"), str(scripts / "get_programs.sh")]
    done = subprocess.run(command, env={"PATH": str(programs)}, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    for advice in ("install Redis", "install curl", "install Chromium", "install Node.js"):
        assert advice in done.stderr


@pytest.fixture
def with_pip(tree: Path) -> Path:
    """A tree with an environment whose lock has changed, and whose pip says what it installs."""
    mark(tree, ".runs", made_in=tree)
    os.utime(tree / ".venv" / ".runs", (0, 0))
    python = tree / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\n[ "$1" = -c ] || { echo "Collecting a package"; exit "$STATUS"; }\n')
    python.chmod(0o755)
    return tree


def set_up(tree: Path, status: int) -> "subprocess.CompletedProcess[str]":
    """Set the tree up, where pip returns a status once there is an environment."""
    environment = {**os.environ, "STATUS": str(status)}
    command = ["make", ".venv/.runs"]
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)


def test_the_output_of_pip_is_hidden_while_it_succeeds(with_pip: Path) -> None:
    done = set_up(with_pip, 0)
    assert done.returncode == 0
    assert "Installing the" in done.stdout
    assert "Collecting" not in done.stdout + done.stderr


def test_everything_that_pip_says_is_shown_when_it_fails(with_pip: Path) -> None:
    done = set_up(with_pip, 1)
    assert done.returncode != 0
    assert "Collecting a package" in done.stderr
    assert planned(with_pip, "serve") == ["requirements-run.lock"]


def test_the_locked_versions_of_the_service_are_the_tested_ones() -> None:
    serves, tested = (
        dict(PINNED.findall((REPOSITORY / name).read_text())) for name in ("requirements-run.lock", "requirements.lock")
    )
    assert serves.items() <= tested.items()
    assert not serves.keys() & {"playwright", "scipy", "pytest", "mypy"}

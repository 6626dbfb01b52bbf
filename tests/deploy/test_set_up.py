"""What make installs: to serve, what serving needs; for everything else the rest as well, in the same environment."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.servers import REPOSITORY

INSTALLED = re.compile(r"--require-hashes -r (\S+)")
PINNED = re.compile(r"^([a-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with what make reads, without an environment."""
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "requirements-run.lock"):
        shutil.copy(REPOSITORY / name, tmp_path)
    return tmp_path


def planned(tree: Path, target: str) -> list[str]:
    """Return the locks that make would install for a target, in order."""
    plan = subprocess.run(["make", "-n", target], cwd=tree, capture_output=True, text=True, check=True)
    return INSTALLED.findall(plan.stdout)


def mark(tree: Path, *names: str, made_in: Path) -> None:
    """Mark the environment of a tree as set up, in a folder."""
    (tree / ".venv/bin").mkdir(parents=True, exist_ok=True)
    for name in names:
        (tree / ".venv" / name).write_text(f"{made_in}\n")


def test_serving_installs_what_serving_needs(tree: Path) -> None:
    assert planned(tree, "serve") == ["requirements-run.lock"]
    assert planned(tree, "lint") == planned(tree, ".venv") == ["requirements-run.lock", "requirements.lock"]


def test_what_is_installed_is_not_installed_again(tree: Path) -> None:
    mark(tree, ".runs", made_in=tree)
    assert planned(tree, "serve") == []
    assert planned(tree, "lint") == ["requirements.lock"]
    mark(tree, ".ready", made_in=tree)
    assert planned(tree, "serve") == planned(tree, "lint") == []


def test_an_environment_that_was_moved_along_is_made_anew(tree: Path) -> None:
    mark(tree, ".runs", ".ready", made_in=tree / "elsewhere")
    assert planned(tree, "serve") == ["requirements-run.lock"]
    assert planned(tree, "lint") == ["requirements-run.lock", "requirements.lock"]


def test_what_serves_is_of_the_versions_that_are_tested() -> None:
    serves, tested = (
        dict(PINNED.findall((REPOSITORY / name).read_text())) for name in ("requirements-run.lock", "requirements.lock")
    )
    assert serves.items() <= tested.items()
    assert not serves.keys() & {"playwright", "scipy", "pytest", "mypy"}

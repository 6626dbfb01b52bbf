"""The bare machine on which `make fresh` carries out the commands of the README has nothing that they do not bring."""

import subprocess
from pathlib import Path

import pytest

from tools.fresh.roots import Root, link_programs

SECONDS = 60


@pytest.fixture
def root(tmp_path: Path) -> Root:
    """An environment with what a minimal Debian has, as `make fresh` makes it where it cannot make a Debian."""
    programs = tmp_path / "bin"
    link_programs(programs)
    return Root(("env", "-i", f"PATH={programs}", f"HOME={tmp_path}"), tmp_path)


def output_of(root: Root, command: str) -> list[str]:
    with root.start(command, "ANSWER=42", output=subprocess.PIPE) as process:
        output, _ = process.communicate(timeout=SECONDS)
    return output.splitlines()


def test_it_has_what_the_readme_asks_for_and_no_program_of_the_tests(root: Root) -> None:
    asked = "for name in make python3 sh curl node git redis-server nginx chromium; do command -v $name; done"
    assert [Path(found).name for found in output_of(root, asked)] == ["make", "python3", "sh"]


def test_it_is_told_how_to_reach_registries_and_nothing_else(root: Root, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "https://packages.example/simple")
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("CROUPIER_STORE", "redis://store.example")
    settings = dict(line.split("=", 1) for line in output_of(root, "env"))
    assert settings["PIP_INDEX_URL"] == "https://packages.example/simple"
    assert settings["https_proxy"] == "http://proxy.example:3128"
    assert settings["ANSWER"] == "42"
    assert not settings.keys() & {"PIP_NO_INDEX", "CROUPIER_STORE", "LOGNAME"}


def test_its_commands_run_in_the_checkout(root: Root, tmp_path: Path) -> None:
    assert output_of(root, "pwd") == [str(tmp_path)]

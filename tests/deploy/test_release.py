"""A release: its notes, what prevents it, its tag, and the workflow that publishes it."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.packages import Packages
from tools.release.notes import NotReleased, cut_notes, link_to_files
from tools.release.readiness import find_faults, read_version
from tools.servers import REPOSITORY

CHANGELOG = """# Changelog

## [Unreleased]

- Not yet.

## [2.0.0] – 2026-02-01

### Added

- A door ([how](docs/door.md#open), [why](https://doors.example/why), [below](#fixed)).

### Fixed

- A window.

## [1.0.0] - 2026-01-01

The first release.
"""
WORKFLOW = REPOSITORY / ".github" / "workflows" / "release.yml"
# Of each job, what it may do besides nothing.
RIGHTS = {
    "test": {"contents": "read"},
    "build": {"contents": "read"},
    "provenance": {"attestations": "write", "id-token": "write"},
    "pypi": {"id-token": "write"},
    "npm": {"id-token": "write"},
    "release": {"contents": "write"},
}
# The jobs that run what stands in the checkout.
OF_THE_CHECKOUT = ("test", "build")
# What `check` reads.
READ = (
    "pyproject.toml",
    "openapi.json",
    "CHANGELOG.md",
    "README.md",
    "clients/python/pyproject.toml",
    "clients/javascript/package.json",
    "deploy/kubernetes/single-redis/kustomization.yaml",
    "tools/__init__.py",
    "tools/servers.py",
)


def test_the_notes_of_a_release_are_what_stands_below_its_heading() -> None:
    assert cut_notes(CHANGELOG, "1.0.0") == "The first release.\n"
    notes = cut_notes(CHANGELOG, "2.0.0")
    assert notes.startswith("### Added\n\n- A door")
    assert notes.endswith("- A window.\n")


@pytest.mark.parametrize("version", ["3.0.0", "Unreleased", "0.0"])
def test_a_release_without_notes_or_a_date_is_refused(version: str) -> None:
    with pytest.raises(NotReleased, match=re.escape(version)):
        cut_notes(CHANGELOG, version)


def test_a_heading_without_a_word_below_it_gives_no_notes() -> None:
    with pytest.raises(NotReleased):
        cut_notes("## [2.0.0] - 2026-02-01\n\n## [1.0.0] - 2026-01-01\n\nThe first release.\n", "2.0.0")


def test_relative_links_of_notes_lead_to_the_files_of_the_tag() -> None:
    notes = link_to_files(cut_notes(CHANGELOG, "2.0.0"), "https://git.example/o/n", "v2.0.0")
    assert "[how](https://git.example/o/n/blob/v2.0.0/docs/door.md#open)" in notes
    assert "[why](https://doors.example/why), [below](#fixed)" in notes


def test_the_last_release_of_the_changelog_has_notes() -> None:
    assert cut_notes((REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8"), read_version(REPOSITORY))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository of one commit that can be released, with the tool."""
    for name in READ:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / name, tmp_path / name)
    shutil.copytree(REPOSITORY / "tools" / "release", tmp_path / "tools" / "release")
    (tmp_path / "README.md").write_text("    pip install croupier\n", encoding="utf-8")
    (tmp_path / "tests/contract/released" / read_version(REPOSITORY)).mkdir(parents=True)
    (tmp_path / ".gitignore").write_text("__pycache__\n", encoding="utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "user.name", "Ada")
    git(tmp_path, "config", "user.email", "ada@example.org")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "Release")
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, and return its output."""
    return subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True).stdout


def run_tool(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the tool of a checkout."""
    command = [sys.executable, "-P", "-m", "tools.release", *arguments]
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(folder), "HOME": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_commit_that_lacks_nothing_can_be_released(checkout: Path) -> None:
    assert find_faults(checkout, f"v{read_version(checkout)}") == []


def test_everything_that_prevents_a_release_is_named(checkout: Path) -> None:
    edit(checkout / "pyproject.toml", r'^version = ".*"$', 'version = "9.8.7"')
    (checkout / "README.md").write_text("It is not published\nyet.\n", encoding="utf-8")
    faults = "\n".join(find_faults(checkout, "v9.8.6"))
    named = (
        "The tag is v9.8.6",
        "clients/python/pyproject.toml has version",
        "clients/javascript/package.json has version",
        "openapi.json has version",
        "deploy/kubernetes/single-redis/kustomization.yaml has version",
        "CHANGELOG.md has nothing below a heading `## [9.8.7]",
        "tests/contract/released has no folder 9.8.7",
        "README.md says “published yet”",
    )
    assert [sentence for sentence in named if sentence not in faults] == []
    assert len(faults.splitlines()) == len(named)


def edit(file: Path, pattern: str, text: str) -> None:
    """Replace the first match of a pattern in a file."""
    written, count = re.subn(pattern, text, file.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
    assert count == 1
    file.write_text(written, encoding="utf-8")


def test_the_tag_of_a_release_has_its_notes_with_their_headings(checkout: Path) -> None:
    done = run_tool(checkout, "tag")
    assert done.returncode == 0, done.stderr
    tag = f"v{read_version(checkout)}"
    assert git(checkout, "rev-list", "-n1", tag) == git(checkout, "rev-parse", "HEAD")
    message = git(checkout, "tag", "--list", "--format=%(contents)", tag)
    notes = cut_notes((checkout / "CHANGELOG.md").read_text(encoding="utf-8"), read_version(checkout))
    assert message.rstrip() == f"Croupier {tag}\n\n{notes}".rstrip()
    assert "### " in message
    assert run_tool(checkout, "tag").returncode != 0


def test_no_tag_is_made_while_something_is_not_committed_or_missing(checkout: Path) -> None:
    (checkout / "README.md").write_text("It is not published yet.\n", encoding="utf-8")
    assert "not committed" in run_tool(checkout, "tag").stderr
    git(checkout, "commit", "--all", "--quiet", "--message", "Change the page")
    assert "published yet" in run_tool(checkout, "tag").stderr
    assert git(checkout, "tag") == ""


def test_the_notes_are_written_into_a_file(checkout: Path) -> None:
    done = run_tool(checkout, "notes", "--out", "dist/notes.md", "--repository", "https://git.example/o/n")
    assert done.returncode == 0, done.stderr
    assert "https://git.example/o/n/blob/v" in (checkout / "dist/notes.md").read_text(encoding="utf-8")


# ---- the workflow


@pytest.fixture(scope="module")
def workflow() -> dict[str, Any]:
    """The workflow as GitHub reads it; YAML 1.1 takes `on` for a truth value."""
    read: dict[Any, Any] = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    return {"on" if key is True else str(key): value for key, value in read.items()}


def steps_of(workflow: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return all steps, with the names of their jobs."""
    return [(name, step) for name, job in workflow["jobs"].items() for step in job["steps"]]


def test_the_workflow_runs_for_tags_of_versions_alone(workflow: dict[str, Any]) -> None:
    assert workflow["on"] == {"push": {"tags": ["v*"]}}


def test_each_job_has_the_rights_that_it_needs_and_no_others(workflow: dict[str, Any]) -> None:
    assert workflow["permissions"] == {}
    assert {name: job["permissions"] for name, job in workflow["jobs"].items()} == RIGHTS


def test_what_may_publish_runs_after_the_tests_and_nothing_of_the_checkout(workflow: dict[str, Any]) -> None:
    for name, job in workflow["jobs"].items():
        if name not in OF_THE_CHECKOUT:
            assert {*OF_THE_CHECKOUT} <= needed_by(workflow, name)
            assert not [step for step in job["steps"] if "checkout" in step.get("uses", "")]
            assert not re.search(r"\bmake\b|\.ci/|python", json.dumps([step.get("run", "") for step in job["steps"]]))
    assert [job.get("environment") for job in workflow["jobs"].values()].count(None) == len(RIGHTS) - 2
    assert (workflow["jobs"]["pypi"]["environment"], workflow["jobs"]["npm"]["environment"]) == ("pypi", "npm")


def needed_by(workflow: dict[str, Any], name: str) -> set[str]:
    """Return the jobs that must succeed before a job."""
    direct = workflow["jobs"][name].get("needs", [])
    return {*direct}.union(*(needed_by(workflow, one) for one in direct))


def test_the_workflow_has_no_secret_and_leaves_no_token_in_a_checkout(workflow: dict[str, Any]) -> None:
    assert "secrets." not in WORKFLOW.read_text(encoding="utf-8")
    checkouts = [step for _, step in steps_of(workflow) if step.get("uses", "").startswith("actions/checkout@")]
    assert len(checkouts) == len(OF_THE_CHECKOUT)
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_every_action_is_pinned_by_a_commit_with_its_release_beside_it() -> None:
    lines = [line.strip() for line in WORKFLOW.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert lines
    pinned = re.compile(r"(?:- )?uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [line for line in lines if not pinned.fullmatch(line)] == []


def test_no_script_of_the_workflow_has_an_expression_in_it(workflow: dict[str, Any]) -> None:
    # Its value would be part of the script: a name that somebody else has chosen could be a command.
    assert [step["run"] for _, step in steps_of(workflow) if "${{" in step.get("run", "")] == []


def test_the_workflow_runs_targets_and_files_that_exist(workflow: dict[str, Any]) -> None:
    scripts = [step["run"] for name, step in steps_of(workflow) if name in OF_THE_CHECKOUT and "run" in step]
    asked = [target for script in scripts for target in re.findall(r"^make ([\w-]+)", script, re.MULTILINE)]
    assert asked == ["release-check", "dist", "release-notes"]
    targets = re.findall(r"^([\w-]+):", (REPOSITORY / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {*asked} <= {*targets}
    files = [file for script in scripts for file in re.findall(r"^\.[\w./-]+", script, re.MULTILINE)]
    assert files == [".ci/run"]
    assert all((REPOSITORY / file).is_file() for file in files)


def test_the_workflow_publishes_each_built_file_once(workflow: dict[str, Any], packages: Packages) -> None:
    uploads = [step["with"] for _, step in steps_of(workflow) if "upload-artifact" in step.get("uses", "")]
    kept = {upload["name"]: upload["path"].split() for upload in uploads}
    assert kept.pop("notes") == ["dist/notes.md"]
    found = {
        name: {file.name for path in paths for file in packages.folder.glob(Path(path).name)}
        for name, paths in kept.items()
    }
    assert found == {
        "package-croupier": {packages.wheel.name, packages.source.name},
        "package-croupier-client": {packages.kit_wheel.name, packages.kit_source.name},
        "package-npm": {packages.tarball.name},
    }
    projects = workflow["jobs"]["pypi"]["strategy"]["matrix"]["project"]
    assert {f"package-{project}" for project in projects} | {"package-npm"} == kept.keys()


# ---- the pages


def test_no_page_installs_a_package_by_name_before_one_is_published() -> None:
    # This goes with the first release: until then, a package of that name is somebody else's.
    pages = [REPOSITORY / "README.md", *REPOSITORY.glob("docs/**/*.md"), *REPOSITORY.glob("deploy/**/*.md")]
    pages += REPOSITORY.glob("clients/*/README.md")
    installs = re.compile(r'(?:\binstall|\buvx|\bnpx|pipx run)(?: -\S+)* "?(\S*croupier[^\s"`]*)')
    named = {found for page in pages for found in installs.findall(page.read_text(encoding="utf-8"))}
    files = {found for found in named if re.search(r"^(\./)?(dist/)?croupier.*\.(whl|tgz)(\[\w+\])?$", found)}
    assert len(files) > 3
    assert named - files == set()

"""What prevents the release of a commit."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tools.release.notes import NotReleased, cut_notes

# A page for users that says so would be wrong from the release on.
UNPUBLISHED = re.compile(r"\bpublished yet\b", re.IGNORECASE)
USER_PAGES = ("README.md", "docs/*.md", "deploy/*.md", "clients/*/README.md")


def read_version(root: Path) -> str:
    """Return the version in the `pyproject.toml` of a checkout."""
    return _version_of(root / "pyproject.toml")


def find_faults(root: Path, tag: str | None = None) -> list[str]:
    """Return what prevents the release of a checkout, under a tag if one is given, as sentences."""
    version = read_version(root)
    return [
        *_faults_of_tag(tag, version),
        *_faults_of_versions(root, version),
        *_faults_of_records(root, version),
        *_faults_of_pages(root),
    ]


def _faults_of_tag(tag: str | None, version: str) -> Iterator[str]:
    if tag is not None and tag != f"v{version}":
        yield f"The tag is {tag}, but pyproject.toml has version {version}."


def _faults_of_versions(root: Path, version: str) -> Iterator[str]:
    named = {"clients/python/pyproject.toml": _version_of(root / "clients/python/pyproject.toml")}
    manifest = json.loads((root / "clients/javascript/package.json").read_text(encoding="utf-8"))
    named["clients/javascript/package.json"] = manifest["version"]
    named["openapi.json"] = json.loads((root / "openapi.json").read_text(encoding="utf-8"))["info"]["version"]
    for file in sorted(root.glob("deploy/kubernetes/*/kustomization.yaml")):
        for found in re.findall(r"newTag: ([\w.]+)", file.read_text(encoding="utf-8")):
            named[str(file.relative_to(root))] = found
    for name, found in named.items():
        if found != version:
            yield f"{name} has version {found}, but pyproject.toml has {version}."


def _faults_of_records(root: Path, version: str) -> Iterator[str]:
    try:
        cut_notes((root / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    except NotReleased as missing:
        yield f"{missing}."
    if not (root / "tests/contract/released" / version).is_dir():
        yield f"tests/contract/released has no folder {version}: run `python -m tests.contract.released`."


def _faults_of_pages(root: Path) -> Iterator[str]:
    for pattern in USER_PAGES:
        for page in sorted(root.glob(pattern)):
            found = UNPUBLISHED.search(" ".join(page.read_text(encoding="utf-8").split()))
            if found:
                yield f"{page.relative_to(root)} says “{found[0]}”: say how to install the release."


def _version_of(project: Path) -> str:
    return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])

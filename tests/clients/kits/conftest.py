"""The kits as they are published: built once, and installed from the built files."""

import subprocess
from pathlib import Path

import pytest

from clients.build import build_javascript, find_npm
from tests.clients.node import find_clients
from tests.verify_deals import find_node


@pytest.fixture(scope="session")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The npm tarball of the kit for JavaScript."""
    return build_javascript(find_node(), find_clients(), tmp_path_factory.mktemp("tarball"))


@pytest.fixture(scope="session")
def app(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder in which the tarball was installed."""
    folder = tmp_path_factory.mktemp("app")
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    node = find_node()
    install = ("install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", str(tarball))
    subprocess.run([node, find_npm(node), *install], cwd=folder, check=True, capture_output=True)
    return folder

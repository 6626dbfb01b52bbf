"""The kit for JavaScript as it is published: installed from the built file."""

import subprocess
from pathlib import Path

import pytest

from clients.build import find_npm
from tests.support.packages import Packages
from tools.servers import find_node


@pytest.fixture(scope="session")
def app(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder in which the tarball was installed."""
    folder = tmp_path_factory.mktemp("app")
    (folder / "package.json").write_text('{"private": true, "type": "module"}', encoding="utf-8")
    node = find_node()
    options = ("--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    command = [node, find_npm(node), "install", *options, str(packages.tarball)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder

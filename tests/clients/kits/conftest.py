"""The kits as they are published: built once, and installed from the built files."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from clients.build import build_javascript, build_python, find_npm
from tests.clients.node import find_clients
from tools.servers import find_node


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


@pytest.fixture(scope="session")
def python_app(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of an environment in which the wheel was installed."""
    wheel = build_python(tmp_path_factory.mktemp("wheel"))
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    install = ("install", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", str(wheel))
    subprocess.run([sys.executable, "-m", "pip", "--python", python, *install], check=True)
    # What the kit needs is in the environment of the tests, in the locked version.
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return python

"""The packages as they are published, built once for all test processes, and environments that have nothing else."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from clients.build import build_javascript_kit, build_python_kit
from tests.clients.node import find_clients
from tools.packages.python_packages import build_croupier
from tools.servers import REPOSITORY, find_node
from tools.services import Service

UV = str(Path(sys.executable).with_name("uv"))


class Packages(msgspec.Struct, frozen=True):
    """The files of all packages, in one folder."""

    folder: Path

    @property
    def wheel(self) -> Path:
        """Return the wheel of the service."""
        return self._find("croupier-*.whl")

    @property
    def source(self) -> Path:
        """Return the source distribution of the service."""
        return self._find("croupier-*.tar.gz")

    @property
    def kit_wheel(self) -> Path:
        """Return the wheel of the kit."""
        return self._find("croupier_client-*.whl")

    @property
    def kit_source(self) -> Path:
        """Return the source distribution of the kit."""
        return self._find("croupier_client-*.tar.gz")

    @property
    def tarball(self) -> Path:
        """Return the npm package of the kit."""
        return self._find("croupier-client-*.tgz")

    @property
    def files(self) -> tuple[Path, ...]:
        """Return all of them."""
        return (self.wheel, self.source, self.kit_wheel, self.kit_source, self.tarball)

    def _find(self, pattern: str) -> Path:
        (file,) = self.folder.glob(pattern)
        return file


class Environment(msgspec.Struct, frozen=True):
    """A Python environment outside of the checkout, which does not know the checkout."""

    folder: Path

    @property
    def python(self) -> str:
        """Return its Python."""
        return str(self.folder / "bin" / "python")

    def run(self, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run its Python in a folder."""
        command = [self.python, *arguments]
        return subprocess.run(
            command, cwd=folder, env=bare(folder), capture_output=True, text=True, timeout=60, check=False
        )


class Installed(Service):
    """A service by a command that is found outside of the checkout, on the store that it has by default."""

    def __init__(self, folder: Path, *command: str, **variables: str) -> None:
        super().__init__("", folder)
        self._command = command
        self._environment = {**bare(folder), "CROUPIER_PORT": "0", "CROUPIER_BOT_NICENESS": "0", **variables}

    def _launch(self, log: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self._command, cwd=self.folder, env=self._environment, stdout=subprocess.PIPE, stderr=log
        )


def bare(folder: Path) -> dict[str, str]:
    """Return the variables of a process that has a home and knows nothing of this one's Python."""
    return {"HOME": str(folder), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}


def uv_settings(folder: Path) -> dict[str, str]:
    """Return the variables with which uv installs this process's locked packages without a network."""
    return {
        **bare(folder),
        "UV_CACHE_DIR": str(folder / "uv"),
        "UV_FIND_LINKS": str(find_wheels()),
        "UV_NO_INDEX": "1",
        "UV_OFFLINE": "1",
        "UV_PYTHON": sys.executable,
    }


@cache
def find_wheels() -> Path:
    """Return the folder of the wheels: CROUPIER_TEST_WHEELS, else the folder that the script fills."""
    if given := os.environ.get("CROUPIER_TEST_WHEELS"):
        return Path(given)
    command = ["sh", str(REPOSITORY / "tests" / "get_wheels.sh")]
    return Path(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip())


def build_packages(folder: Path) -> None:
    """Build all packages into a folder."""
    build_croupier(folder)
    build_python_kit(folder)
    build_javascript_kit(find_node(), find_clients(), folder)


def make_environment(folder: Path, home: Path, *packages: str) -> Environment:
    """Make an environment with packages and what they require."""
    settings = uv_settings(home)
    subprocess.run([UV, "venv", "--quiet", str(folder)], env=settings, check=True)
    environment = Environment(folder)
    install = [UV, "pip", "install", "--quiet", "--python", environment.python, *packages]
    subprocess.run(install, env=settings, check=True)
    return environment


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that the first of all test processes makes, and the others find."""
    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / name
    mark = shared / f"{name}.made"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not mark.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            mark.touch()
    return folder


def installed_once(factory: pytest.TempPathFactory, name: str, *packages: str) -> Environment:
    """Return an environment with packages and what they require; all test processes have it in common."""
    home = made_once(factory, "home", lambda _: None)
    folder = made_once(factory, name, lambda made: make_environment(made / "venv", home, *packages))
    return Environment(folder / "venv")


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """All packages, built from this checkout."""
    return Packages(made_once(tmp_path_factory, "packages", build_packages))


@pytest.fixture(scope="session")
def service_environment(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel of the service and what it requires."""
    return installed_once(tmp_path_factory, "service", str(packages.wheel))


@pytest.fixture(scope="session")
def kit_environment(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel of the kit and what it requires."""
    return installed_once(tmp_path_factory, "kit", str(packages.kit_wheel))


@pytest.fixture(scope="session")
def installed(service_environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """A service that the command of the wheel runs in an empty folder."""
    command = str(service_environment.folder / "bin" / "croupier")
    with Installed(tmp_path_factory.mktemp("installed"), command, "serve") as service:
        yield service

"""The wheel has every file that the service reads, and the service runs from it alone."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx2
import pytest

from tools.servers import REPOSITORY
from tools.services import CROUPIER, Service

FOLDERS = (
    "bots",
    "cli",
    "clients/javascript/src",
    "compiled",
    "docs",
    "engine",
    "service",
    "store",
    "tournaments",
    "web",
)
FILES = ("LICENSE", "NOTICE", "README.md", "pyproject.toml")
# The files that the service serves: their folders in a wheel and in a checkout.
PAGES = {
    "service/rest/problems": REPOSITORY / "docs" / "problems",
    "service/views/rules": REPOSITORY / "docs" / "rules",
    "web/static": REPOSITORY / "web" / "static",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the checkout: a build leaves files beside its sources."""
    folder = tmp_path_factory.mktemp("checkout")
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
    for name in FOLDERS:
        shutil.copytree(REPOSITORY / name, folder / name, ignore=ignored, symlinks=True)
    for name in FILES:
        shutil.copy(REPOSITORY / name, folder)
    command = ("-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", ".")
    subprocess.run([sys.executable, *command], cwd=folder, check=True)
    return next(folder.glob("croupier-*.whl"))


@pytest.mark.parametrize("folder", PAGES)
def test_the_wheel_has_every_page_as_it_is_in_the_checkout(wheel: Path, folder: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        found = {
            name.removeprefix(f"{folder}/"): archive.read(name)
            for name in archive.namelist()
            if name.startswith(f"{folder}/")
        }
    assert found == {f"{file.relative_to(PAGES[folder])}": file.read_bytes() for file in files_of(PAGES[folder])}


def test_the_service_has_its_pages_from_the_wheel(wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Coverage would report files that are gone by then.
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    inside = f"assert service.__file__ == {str(tmp_path / 'service' / '__init__.py')!r}"
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import service; {inside}"
    with Service(f"sqlite:{tmp_path / 'tables.db'}", tmp_path, f"{program}; {CROUPIER}") as service:
        for path in ("/problems/BUSY", "/play/rules/zar", "/v1/games/zar/rules/5.4"):
            assert httpx2.get(service.root + path).status_code == 200, path


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder, including linked folders."""
    walked = os.walk(folder, followlinks=True)
    return [Path(where) / name for where, _, names in walked for name in names]

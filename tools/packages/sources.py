"""Copies of sources, and the programs that build packages from them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from tools.servers import REPOSITORY

LEGAL = ("LICENSE", "NOTICE")
# The time that npm gives to all files of a package, in seconds since 1970. An archive of Python's begins with 1980.
FILE_TIME = 499_162_500
SETTINGS: Mapping[str, str] = {
    "LC_ALL": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "SOURCE_DATE_EPOCH": str(FILE_TIME),
    "TZ": "UTC",
}
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "*.egg-info")
_UMASK = 0o022


def copy_folder(source: Path, target: Path) -> None:
    """Copy a folder, links as the files that they lead to, without the leftovers of builds and editors."""
    shutil.copytree(source, target, ignore=_LEFT_OUT, dirs_exist_ok=True)


def copy_files(names: Iterable[str], target: Path) -> None:
    """Copy files of the repository to the same places below a folder."""
    for name in names:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(REPOSITORY / name, target / name)


def fix_modes(folder: Path) -> None:
    """Let everybody read all files of a folder and nobody execute them, whatever the checkout's modes are."""
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def run_program(folder: Path, *command: str) -> str:
    """Run a program in a folder with the settings of all builds, and return its output. Exits with it on failure."""
    environment = {**os.environ, **SETTINGS}
    ran = subprocess.run(
        command, cwd=folder, env=environment, umask=_UMASK, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        sys.exit(f"{' '.join(command)}\n{ran.stdout}{ran.stderr}")
    return ran.stdout

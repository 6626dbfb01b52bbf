"""A copy of the repository, to try out what changes its files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec

from tools.servers import REPOSITORY

LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "node_modules", "*.egg-info")


class RepositoryCopy(msgspec.Struct, frozen=True):
    """A copy of the repository in a folder, with the packages of this process."""

    folder: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python with these arguments in the copy; return what it wrote, also when it failed."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV"))}
        environment = {**inherited, "PYTHONPATH": str(self.folder)}
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=300
        )

    def files(self) -> dict[str, bytes]:
        """Return the content of every file, by its path."""
        found = (path for path in self.folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in found}


def copy_repository(folder: Path) -> RepositoryCopy:
    """Return a copy of the repository in a new folder."""
    shutil.copytree(REPOSITORY, folder, symlinks=True, ignore=LEFT_OUT)
    return RepositoryCopy(folder)

"""Virtual environments for third-party programs, made below `.cache` from lock files on first use."""

import subprocess
import sys
import venv
from hashlib import sha256
from pathlib import Path

import msgspec

from tools.measuring.processes import MachineLacksError
from tools.servers import REPOSITORY


class Environment(msgspec.Struct, frozen=True):
    """A virtual environment: its name below `.cache`, its packages, and the locks that pin them.

    Locks are installed in this order: the build tools of a package come before the package.
    """

    name: str
    content: str
    locks: tuple[str, ...]

    @property
    def python(self) -> Path:
        """Return the path of the environment's interpreter."""
        return self._folder / "bin" / "python"

    def make(self) -> None:
        """Install the packages, unless these versions are already installed. Raises `MachineLacksError`."""
        ready = self._folder / ".ready"
        if ready.exists() and ready.read_text() == self._digest():
            return
        print(f"Installing {self.content} into .cache/{self.name} (once) …", file=sys.stderr)
        try:
            venv.create(self._folder, clear=True, with_pip=True)
            for lock in self._locks():
                self._install(lock)
        except (OSError, subprocess.CalledProcessError) as problem:
            raise MachineLacksError(
                f"{self.content} cannot be installed into .cache/{self.name}; pip's message is above. It needs a "
                "package index."
            ) from problem
        ready.write_text(self._digest())

    def run(self, *arguments: str) -> str:
        """Run its Python and return the output. Raises `MachineLacksError` when it fails."""
        command = [str(self.python), *arguments]
        try:
            done = subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.PIPE, text=True)
        except (OSError, subprocess.CalledProcessError) as problem:
            message = f"{' '.join(arguments)} cannot be run; remove .cache/{self.name} to install it again."
            raise MachineLacksError(message) from problem
        return done.stdout

    @property
    def _folder(self) -> Path:
        return REPOSITORY / ".cache" / self.name

    def _locks(self) -> list[Path]:
        return [REPOSITORY / "benchmarks" / lock for lock in self.locks]

    def _digest(self) -> str:
        """Return a digest of the packages and the Python: a change of either reinstalls the environment."""
        packages = b"".join(lock.read_bytes() for lock in self._locks())
        return sha256(packages + sys.version.encode()).hexdigest()

    def _install(self, lock: Path) -> None:
        command = [str(self.python), "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
        options = ["--no-build-isolation", "--only-binary", "open-spiel", "--require-hashes", "-r", str(lock)]
        subprocess.run([*command, *options], check=True, stdout=sys.stderr)

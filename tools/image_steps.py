"""The steps of the Dockerfile, carried out in order in a clean folder, and a table played on the result.

`python -m tools.image_steps` needs no container engine. The folder stands for the root of the image: /app and
/data lie in it. The base image is the Python that runs this. A step that would change the machine (a user of the
image's own) is left out, with a message.
"""

import json
import os
import re
import selectors
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.servers import REPOSITORY

START_SECONDS = 60.0
# Paths of the image, which lie in the folder here.
PLACES = re.compile(r"(?<![\w.])/(?=(?:app|data)\b)")
# Commands that only root may run, and their results.
LEFT_OUT = "useradd"


def read_dockerfile() -> list[tuple[str, str]]:
    """Return the Dockerfile as pairs of keyword and arguments."""
    text = (REPOSITORY / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    pairs = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    return [(keyword, arguments.strip()) for keyword, _, arguments in pairs]


def ignored(folder: str, names: Sequence[str]) -> list[str]:
    """Return the paths that .dockerignore keeps out of a copied folder."""
    patterns = (REPOSITORY / ".dockerignore").read_text(encoding="utf-8").splitlines()
    anywhere = [pattern.removeprefix("**/") for pattern in patterns if pattern.startswith("**/")]
    assert Path(folder).is_dir()
    return [name for name in names if name in anywhere]


class Image:
    """The state after the steps so far: a folder for the root, the environment, and the working directory."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.environment = {"PATH": f"{self._python()}:/usr/bin:/bin", "HOME": str(root)}
        self.folder = root
        self.check: list[str] = []
        self.command: list[str] = []

    def carry_out(self, keyword: str, arguments: str) -> None:
        """Carry out one step. Raises `KeyError` for an unknown keyword."""
        print(f"{keyword} {arguments}"[:120], flush=True)
        _STEPS[keyword](self, arguments)

    def here(self, text: str) -> str:
        """Replace the image's paths in a text with paths of the folder here."""
        return PLACES.sub(f"{self.root}/", text)

    def begin(self, _base: str) -> None:
        """Begin a stage; all of them share the folder, so that /app keeps the path of its environment."""
        self.folder = self.root

    def work_in(self, path: str) -> None:
        """Make a folder and change into it."""
        self.folder = Path(self.here(path))
        self.folder.mkdir(exist_ok=True)

    def run(self, command: str) -> None:
        """Run a shell command, which must succeed."""
        if LEFT_OUT in command:
            print("  left out: the user; its folder is made")
            (self.root / "data").mkdir()
            return
        subprocess.run(["/bin/sh", "-c", self.here(command)], cwd=self.folder, env=self.environment, check=True)

    def copy(self, arguments: str) -> None:
        """Copy from the checkout; files of another stage are there already."""
        if arguments.startswith("--from="):
            return
        *sources, target = arguments.split()
        for source in (REPOSITORY / name for name in sources):
            if source.is_dir():
                shutil.copytree(source, self.folder / target, ignore=ignored, symlinks=True)
            else:
                shutil.copy(source, self.folder / target)

    def set_variables(self, arguments: str) -> None:
        """Set variables of the environment."""
        for name, value in re.findall(r'(\w+)="?([^" ]+)"?', arguments):
            self.environment[name] = self.here(value).replace("$PATH", self.environment["PATH"])

    def set_check(self, arguments: str) -> None:
        """Keep the health check of the container."""
        self.check = json.loads(arguments[arguments.index("[") :])

    def set_command(self, arguments: str) -> None:
        """Keep the command that the container runs."""
        self.command = json.loads(arguments)

    def pass_over(self, _arguments: str) -> None:
        """Do nothing: this is for the engine."""

    def _python(self) -> Path:
        """Return a folder in which Python is called python, as in the base image."""
        folder = self.root / "usr"
        folder.mkdir()
        (folder / "python").symlink_to(sys.executable)
        return folder


_STEPS = {
    "FROM": Image.begin,
    "WORKDIR": Image.work_in,
    "RUN": Image.run,
    "COPY": Image.copy,
    "ENV": Image.set_variables,
    "HEALTHCHECK": Image.set_check,
    "CMD": Image.set_command,
    "ARG": Image.pass_over,
    "VOLUME": Image.pass_over,
    "EXPOSE": Image.pass_over,
    "USER": Image.pass_over,
}


@contextmanager
def running(image: Image, environment: Mapping[str, str]) -> Iterator[str]:
    """Run the image's command, and yield the port from its output."""
    command = [shutil.which(image.command[0], path=environment["PATH"]) or "", *image.command[1:]]
    with subprocess.Popen(command, cwd=image.folder, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            said = process.stdout.readline() if selector.select(START_SECONDS) else ""
        announced = re.search(r":(\d+)/graphql", said)
        try:
            assert announced is not None, f"it does not say where it is, but: {said}"
            yield announced[1]
        finally:
            process.terminate()


def main() -> int:
    """Carry out all steps, start the service, check its health, and play a table."""
    with tempfile.TemporaryDirectory(prefix="croupier-image-") as folder:
        image = Image(Path(folder).resolve())
        for keyword, arguments in read_dockerfile():
            image.carry_out(keyword, arguments)
        # The image's own port may be taken on this machine.
        own = {"CROUPIER_PORT": "0", "CROUPIER_HOST": "127.0.0.1", "CROUPIER_LOG_LEVEL": "warning"}
        with running(image, {**image.environment, **own}) as port:
            environment = {**image.environment, "CROUPIER_PORT": port}
            python = shutil.which(image.check[0], path=environment["PATH"]) or ""
            subprocess.run([python, *image.check[1:]], env=environment, check=True)
            print("it is healthy")
            smoke = [sys.executable, str(REPOSITORY / "deploy" / "smoke.py"), f"http://127.0.0.1:{port}"]
            played = subprocess.run(smoke, env=dict(os.environ), check=False).returncode
        print(f"kept: {sorted(path.name for path in (image.root / 'data').iterdir())}")
    return played


if __name__ == "__main__":
    sys.exit(main())

"""Scripts of this folder, run by Node with the clients that tests/get_node_modules.sh installs."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tools.servers import find_node

ROOT = Path(__file__).resolve().parents[2]
VARIABLE = "CROUPIER_TEST_CLIENTS"
LONGEST_RUN = 120


@cache
def find_clients() -> Path:
    """Return the folder of the clients: CROUPIER_TEST_CLIENTS, else the folder that the script installs."""
    if given := os.environ.get(VARIABLE):
        return Path(given)
    command = ["sh", str(ROOT / "tests" / "get_node_modules.sh"), find_node()]
    return Path(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip())


def run_node(*arguments: str) -> str:
    """Run Node in the folder of the clients and return its output. Fails with all of its output if Node fails."""
    command = [find_node(), *arguments]
    ran = subprocess.run(command, cwd=find_clients(), capture_output=True, text=True, timeout=LONGEST_RUN, check=False)
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def run_script(name: str, given: object) -> Any:  # noqa: ANN401
    """Run a script of this folder, give it a value, and return the value that it prints."""
    return msgspec.json.decode(run_node(*_script(name, given)))


def compile_strictly(folder: Path, files: Sequence[str] | None = None, **options: object) -> None:
    """Check a folder of TypeScript, or some files of it. Fails with the compiler's output."""
    usual = {"target": "es2022", "module": "esnext", "moduleResolution": "bundler", "lib": ["es2022"], "types": []}
    project: dict[str, object] = {"compilerOptions": {"strict": True, "noEmit": True, **usual, **options}}
    if files is not None:
        project["files"] = files
    (folder / "tsconfig.json").write_bytes(msgspec.json.encode(project))
    run_node(str(find_clients() / "node_modules" / "typescript" / "bin" / "tsc"), "--project", str(folder))


@contextmanager
def running_script(name: str, given: object) -> Iterator[subprocess.Popen[str]]:
    """Run a script of this folder while something else is done; its output can be read, and its input written."""
    command = [find_node(), *_script(name, given)]
    with subprocess.Popen(
        command, cwd=find_clients(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _script(name: str, given: object) -> list[str]:
    # A script whose path lies in the folder of the clients finds them, too.
    file = str(find_clients() / "scripts" / name)
    text = given if isinstance(given, str) else msgspec.json.encode(given).decode()
    return ["--preserve-symlinks", "--preserve-symlinks-main", file, text]

"""Servers to start: the paths of their programs, free ports for them, and their stop."""

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

REPOSITORY = Path(__file__).resolve().parents[1]

T = TypeVar("T", bound="Startable")


class Startable:
    """A server that `with` starts and stops, also when its start fails."""

    def start(self) -> None:
        """Start the server, and wait until it can be used."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop the server, and leave nothing behind."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


@asynccontextmanager
async def running(server: T) -> AsyncIterator[T]:
    """Start a server and stop it in the end, without blocking the event loop."""
    try:
        await asyncio.to_thread(server.start)
        yield server
    finally:
        await asyncio.to_thread(server.stop)


def find_program(name: str, variable: str, unpacked: str, script: str) -> str:
    """Return the path of a program: the value of a variable, else one on the PATH, else one that a script unpacked."""
    for candidate in (os.environ.get(variable), shutil.which(name), str(REPOSITORY / ".cache" / unpacked)):
        if candidate and os.access(candidate, os.X_OK):
            return candidate
    raise RuntimeError(
        f"There is no {name} for the tests. Run `make test`, which gets one, or `sh tests/{script}` once."
    )


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def find_chromium() -> str:
    """Return the path of the Chromium that tests/get_chromium.sh finds, and let Playwright drive it with our Node.

    Playwright brings a Node of its own, which needs a library that a small Debian lacks.
    """
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = find_node()
    place = "chromium/chromium-headless-shell"
    return find_program("chromium-headless-shell", "CROUPIER_TEST_CHROMIUM", place, "get_chromium.sh")


@cache
def find_node() -> str:
    """Return the path of Node: CROUPIER_TEST_NODE, else the one that tests/get_node.sh finds or installs."""
    given = os.environ.get("CROUPIER_TEST_NODE")
    if given:
        return given
    command = ["sh", str(REPOSITORY / "tests" / "get_node.sh")]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

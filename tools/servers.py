"""Servers to start: the paths of their programs, free ports for them, and their stop."""

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

REPOSITORY = Path(__file__).resolve().parents[1]

# Browsers refuse some lower ports.
LOWEST_PORT = 12_000
# At least so many ports are used: a range that begins lower cannot be avoided.
LEAST_PORTS = 10_000
RANGE_OF_CONNECTIONS = Path("/proc/sys/net/ipv4/ip_local_port_range")
# Its multiples, taken modulo 1, lie far apart.
GOLDEN_RATIO = 0.618034

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
    """Return a free port that this process has not returned before, and that no connection gets by itself.

    The kernel gives an outgoing connection any free port of a range, so a port of that range may be taken before the
    server listens, or while it is killed.
    """
    return next(filter(_is_free, _ports()))


@cache
def _ports() -> Iterator[int]:
    """Return the ports below that range again and again, from a place far from where other processes begin."""
    size = max(_first_of_connections() - LOWEST_PORT, LEAST_PORTS)
    start = int(os.getpid() * GOLDEN_RATIO % 1 * size)
    return (LOWEST_PORT + (start + number) % size for number in count())


def _first_of_connections() -> int:
    """Return the lowest port that the kernel gives to connections."""
    try:
        return int(RANGE_OF_CONNECTIONS.read_text().split()[0])
    except FileNotFoundError:
        return 49152  # RFC 6335; only Linux has the file


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # Servers set it, too: the kernel keeps closed connections of an earlier server for a while.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


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

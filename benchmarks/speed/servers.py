"""The measured servers: one process each, on the server's core; their stores run beside the load."""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
import uvloop

from benchmarks.processes import allow_files, find_cores, on_core
from tools.redis_server import RedisServer
from tools.servers import find_node
from tools.services import Service

ROOT = Path(__file__).resolve().parents[2]
GAME_FOLDER = "benchmarks/boardgame"
HOST = "127.0.0.1"
# `croupier serve` in a process of its own: one forked by the tests' server shares its memory, and is a tenth slower.
SERVE = "import cli; cli.app()"

T = TypeVar("T")


class Server(msgspec.Struct, frozen=True):
    """A running server: its process, its address, its store, and the port at which its tables are opened."""

    process_id: int
    port: int
    store: str = ""
    opens_at: int = 0


class Servers:
    """The servers, each started on first use, and all stopped at the end.

    `answer` is the file that servers without a game respond with, `stored_bytes` the size of the stored value in Redis.
    """

    def __init__(self, core: int) -> None:
        self.answer = Path()
        self.stored_bytes = 0
        self.core = core
        self._stack = ExitStack()
        self._started: dict[str, Server] = {}
        self._redis: RedisServer | None = None

    def find(self, name: str) -> Server:
        """Return a server by its name in `KINDS`."""
        if name not in self._started:
            self._started[name] = KINDS[name](self)
        return self._started[name]

    def add(self, name: str, server: Server) -> None:
        """Register a server that was started elsewhere under a name."""
        self._started[name] = server

    def redis(self) -> RedisServer:
        """Return the Redis of all servers; it writes nothing to disk."""
        if self._redis is None:
            self._redis = self._stack.enter_context(RedisServer("--appendonly", "no"))
        return self._redis

    def versions(self) -> dict[str, str]:
        """Return the versions of everything but Python packages."""
        found = {"redis-server": self.redis().info("server")["redis_version"]}
        return found | (node_versions() if "boardgame.io" in self._started else {})

    def folder(self) -> Path:
        """Return a folder that goes with the servers."""
        return Path(self._stack.enter_context(tempfile.TemporaryDirectory()))

    def start_python(self, store: str, program: str = SERVE, **settings: str) -> Service:
        """Start the service, or another program that prints its address as the service does."""
        with on_core(self.core):
            # Logs as in production: a line of JSON for each request, to a file.
            return self._stack.enter_context(Service(store, self.folder(), program, log="json", **settings))

    def start_node(self, script: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a script of `benchmarks/boardgame` with pipes to it, on the cores of this process."""
        command = [find_node(), "--preserve-symlinks", "--preserve-symlinks-main", f"scripts/{script}", *arguments]
        environment = {**os.environ, "NODE_ENV": "production"}
        process = subprocess.Popen(
            command, cwd=find_modules(), env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._stack.callback(_end, process)
        return process

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)


def run_beside(measure: Callable[[Servers], Coroutine[Any, Any, T]]) -> T:
    """Run a measurement with load and stores on one core, and the servers on another. Raises `CannotMeasure`."""
    server_core, load_core = find_cores()
    # Servers inherit the limit; each follower is a connection.
    allow_files(0)
    with (
        on_core(load_core),
        Servers(server_core) as servers,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        return runner.run(measure(servers))


def find_modules() -> Path:
    """Return the folder with boardgame.io, which is installed below `.cache` on first use."""
    command = ["sh", str(ROOT / "tests" / "get_node_modules.sh"), find_node(), GAME_FOLDER]
    return Path(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip())


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


# ---- each of them


def _croupier(store: Callable[[Servers], str], **settings: str) -> Callable[[Servers], Server]:
    def start(servers: Servers) -> Server:
        url = store(servers)
        service = servers.start_python(url, **settings)
        return Server(service.process_id, port := port_of(service), url, port)

    return start


def _redis(servers: Servers) -> str:
    return servers.redis().url


def _sqlite(servers: Servers) -> str:
    return f"sqlite:{servers.folder() / 'croupier.db'}"


def _bare(kind: str) -> Callable[[Servers], Server]:
    def start(servers: Servers) -> Server:
        arguments = f"{kind!r}, {str(servers.answer)!r}, {servers.stored_bytes}"
        program = f"from benchmarks.speed.bare import serve; serve({arguments})"
        service = servers.start_python(servers.redis().url, program)
        return Server(service.process_id, port_of(service))

    return start


def _strawberry(kind: str) -> Callable[[Servers], Server]:
    def start(servers: Servers) -> Server:
        url = servers.redis().url
        service = servers.start_python(url, f"from benchmarks.speed.stock import serve; serve({kind!r})")
        return Server(service.process_id, port_of(service), url, servers.find("croupier").port)

    return start


def _boardgame(servers: Servers) -> Server:
    with on_core(servers.core):
        process = servers.start_node("server.js")
    assert process.stdout is not None
    return Server(process.pid, int(process.stdout.readline()))


def port_of(service: Service) -> int:
    """Return the port on which a service listens."""
    return int(service.address.rpartition(":")[2])


KINDS: dict[str, Callable[[Servers], Server]] = {
    "croupier": _croupier(_redis),
    # Tables that are followed wait for the next round with their streams open: they would burden other loads.
    "croupier, followed": _croupier(_redis),
    "croupier, SQLite": _croupier(_sqlite),
    "croupier, 10 documents": _croupier(_redis),
    "croupier, 10,000 documents": _croupier(_redis),
    "asgi": _bare("asgi"),
    "starlette": _bare("starlette"),
    "starlette with Redis": _bare("starlette with Redis"),
    "strawberry with caches": _strawberry("cached"),
    "strawberry": _strawberry("stock"),
    "croupier, not compiled": _croupier(_redis, compiled="off"),
    "boardgame.io": _boardgame,
    "boardgame.io, 4 sockets": _boardgame,
}


def node_versions() -> dict[str, str]:
    """Return the versions of Node and of boardgame.io."""
    package = msgspec.json.decode((find_modules() / "node_modules/boardgame.io/package.json").read_bytes())
    node = subprocess.run([find_node(), "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    return {"node": node.removeprefix("v"), "boardgame.io": package["version"]}

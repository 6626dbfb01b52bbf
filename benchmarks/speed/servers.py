"""The measured servers: one process each, on the server's core; their stores run beside the load."""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import uvloop

from tools.measuring.processes import allow_files, find_cores, on_core
from tools.redis.server import RedisServer
from tools.servers import REPOSITORY, find_node
from tools.services import Service

GAME_FOLDER = "benchmarks/boardgame"
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
    """The servers, each started on first use, and all stopped with a stack of contexts.

    `program` runs the service, `answer` is the file that servers without a game respond with, `stored_bytes` the size
    of the stored value in Redis.
    """

    def __init__(self, core: int, stack: ExitStack, program: str = SERVE) -> None:
        self.core = core
        self.program = program
        self.answer = Path()
        self.stored_bytes = 0
        self._stack = stack
        self._started: dict[str, Server] = {}

    def find(self, name: str) -> Server:
        """Return a server by its name in `KINDS`."""
        if name not in self._started:
            self._started[name] = KINDS[name](self)
        return self._started[name]

    @cached_property
    def redis(self) -> RedisServer:
        """The Redis of all servers; it writes nothing to disk."""
        return self._stack.enter_context(RedisServer("--appendonly", "no"))

    def versions(self) -> dict[str, str]:
        """Return the versions of everything but Python packages."""
        found = {"redis-server": self.redis.info("server")["redis_version"]}
        return found | (_node_versions() if "boardgame.io" in self._started else {})

    def folder(self) -> Path:
        """Return a folder that goes with the servers."""
        return Path(self._stack.enter_context(tempfile.TemporaryDirectory()))

    def start_python(self, store: str, program: str, **settings: str) -> Service:
        """Start a program that serves, and prints its address as the service does."""
        with on_core(self.core):
            # Logs as in production: a line of JSON for each request, to a file.
            return self._stack.enter_context(Service(store, self.folder(), program, log="json", **settings))

    def start_node(self, script: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a script of `benchmarks/boardgame` with pipes to it, on the cores of this process."""
        command = [find_node(), "--preserve-symlinks", "--preserve-symlinks-main", f"scripts/{script}", *arguments]
        environment = {**os.environ, "NODE_ENV": "production"}
        process = subprocess.Popen(
            command, cwd=_find_modules(), env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._stack.callback(process.communicate)
        self._stack.callback(process.kill)
        return process


def run_beside(measure: Callable[[Servers], Coroutine[Any, Any, T]], program: str = SERVE) -> T:
    """Run a measurement with load and stores on one core, and the servers on another."""
    server_core, load_core = find_cores()
    # Servers inherit the limit; each follower is a connection.
    allow_files(0)
    with on_core(load_core), ExitStack() as stack, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(measure(Servers(server_core, stack, program)))


def _find_modules() -> Path:
    """Return the folder with boardgame.io, which is installed below `.cache` on first use."""
    command = ["sh", str(REPOSITORY / "tests" / "get_node_modules.sh"), find_node(), GAME_FOLDER]
    return Path(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip())


def _node_versions() -> dict[str, str]:
    """Return the versions of Node and of boardgame.io."""
    package = msgspec.json.decode((_find_modules() / "node_modules/boardgame.io/package.json").read_bytes())
    node = subprocess.run([find_node(), "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    return {"node": node.removeprefix("v"), "boardgame.io": package["version"]}


# ---- each of them


def _croupier(**settings: str) -> Callable[[Servers], Server]:
    return lambda servers: _serve(servers, servers.redis.url, **settings)


def _croupier_on_sqlite(servers: Servers) -> Server:
    return _serve(servers, f"sqlite:{servers.folder() / 'croupier.db'}")


def _serve(servers: Servers, store: str, **settings: str) -> Server:
    service = servers.start_python(store, servers.program, **settings)
    return Server(service.process_id, service.port, store, service.port)


def _bare(kind: str) -> Callable[[Servers], Server]:
    def start(servers: Servers) -> Server:
        given = f"{kind!r}, {str(servers.answer)!r}, {servers.stored_bytes}"
        service = servers.start_python(servers.redis.url, f"from benchmarks.speed.bare import serve; serve({given})")
        return Server(service.process_id, service.port)

    return start


def _strawberry(kind: str) -> Callable[[Servers], Server]:
    def start(servers: Servers) -> Server:
        program = f"from benchmarks.speed.stock import serve; serve({kind!r})"
        service = servers.start_python(servers.redis.url, program)
        return Server(service.process_id, service.port, service.store, servers.find("croupier").port)

    return start


def _boardgame(servers: Servers) -> Server:
    with on_core(servers.core):
        process = servers.start_node("server.js")
    assert process.stdout is not None
    return Server(process.pid, int(process.stdout.readline()))


KINDS: dict[str, Callable[[Servers], Server]] = {
    "croupier": _croupier(),
    # Tables that are followed wait for the next round with their streams open: they would burden other loads.
    "croupier, followed": _croupier(),
    "croupier, SQLite": _croupier_on_sqlite,
    "croupier, 10 documents": _croupier(),
    "croupier, 10,000 documents": _croupier(),
    "asgi": _bare("asgi"),
    "starlette": _bare("starlette"),
    "starlette with Redis": _bare("starlette with Redis"),
    "strawberry with caches": _strawberry("cached"),
    "strawberry": _strawberry("stock"),
    "croupier, not compiled": _croupier(compiled="off"),
    "boardgame.io": _boardgame,
    "boardgame.io, 4 sockets": _boardgame,
}

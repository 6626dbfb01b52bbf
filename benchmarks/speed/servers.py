"""The measured servers: one process each, on the server's core; their stores run beside the load."""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import uvloop

from tools.load.tables import Script, fresh_scripts
from tools.measuring.processes import MachineLacksError, allow_files, find_cores, on_core
from tools.redis.server import RedisServer
from tools.servers import REPOSITORY
from tools.services import Service

# The peers in Node: their folders in `benchmarks`, and the packages that they are.
BOARDGAME = "boardgame"
COLYSEUS = "colyseus"
PEERS = {BOARDGAME: "boardgame.io", COLYSEUS: "@colyseus/core"}
# `croupier serve` in a process of its own: one forked by the tests' server shares its memory, and is a tenth slower.
SERVE = "import cli; cli.app()"
# The same with the code of any checkout, before and after the command left `service/`.
PROGRAM = (
    "import sys, importlib.util; sys.path.insert(0, {checkout!r}); "
    "name = 'cli' if importlib.util.find_spec('cli') else 'service.cli'; importlib.import_module(name).app()"
)

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
        self._peers: set[str] = set()
        self._scripts: dict[tuple[str, str], Iterator[Script]] = {}

    def find(self, name: str) -> Server:
        """Return a server by its name in `KINDS`."""
        if name not in self._started:
            self._started[name] = KINDS[name](self)
        return self._started[name]

    def find_other(self, name: str, program: str, *, on_disk: bool) -> Server:
        """Return a service that a program runs, by a name of its own; it stores in Redis or in SQLite."""
        if name not in self._started:
            store = f"sqlite:{self.folder() / 'croupier.db'}" if on_disk else self.redis.url
            service = self.start_python(store, program)
            self._started[name] = Server(service.process_id, service.port, store, service.port)
        return self._started[name]

    def scripts(self, name: str, games: Iterable[str]) -> Mapping[str, Iterator[Script]]:
        """Return by game the tables that a server has not played yet: the others would find its caches warm."""
        return {game: self._scripts.setdefault((name, game), fresh_scripts(game)) for game in games}

    @cached_property
    def redis(self) -> RedisServer:
        """The Redis of all servers; it writes nothing to disk."""
        return self._stack.enter_context(RedisServer("--appendonly", "no"))

    def versions(self) -> dict[str, str]:
        """Return the versions of everything but Python packages."""
        found = {"redis-server": self.redis.info("server")["redis_version"]}
        if self._peers:
            found["node"] = _ask(find_pinned_node(), "--version").removeprefix("v")
        return found | {PEERS[peer]: _find_version(peer) for peer in PEERS if peer in self._peers}

    def folder(self) -> Path:
        """Return a folder that goes with the servers."""
        return Path(self._stack.enter_context(tempfile.TemporaryDirectory()))

    def start_python(self, store: str, program: str, **settings: str) -> Service:
        """Start a program that serves, and prints its address as the service does."""
        with on_core(self.core):
            # Logs as in production: a line of JSON for each request, to a file. A fast server's spare tables have more
            # streams than one caller may have.
            settings = {"log": "json", "streams_per_caller": "1000000", **settings}
            return self._stack.enter_context(Service(store, self.folder(), program, **settings))

    def start_node(self, peer: str, script: str, *arguments: str, **variables: str) -> subprocess.Popen[bytes]:
        """Start a script of a peer with pipes to it, on the cores of this process."""
        self._peers.add(peer)
        links = ("--preserve-symlinks", "--preserve-symlinks-main")
        command = [find_pinned_node(), *links, f"scripts/{script}", *arguments]
        environment = {**os.environ, "NODE_ENV": "production", **variables}
        process = subprocess.Popen(
            command, cwd=_find_modules(peer), env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
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


@cache
def find_pinned_node() -> str:
    """Return the path of the Node that tests/node.lock names, whatever is on the PATH. Raises `MachineLacksError`."""
    return _ask("sh", str(REPOSITORY / "tests" / "get_node.sh"), "--pinned")


@cache
def _find_modules(peer: str) -> Path:
    """Return the folder with the modules of a peer, which are installed below `.cache` on first use."""
    script = str(REPOSITORY / "tests" / "get_node_modules.sh")
    return Path(_ask("sh", script, find_pinned_node(), f"benchmarks/{peer}"))


def _find_version(peer: str) -> str:
    """Return the version of a peer."""
    package = _find_modules(peer) / "node_modules" / PEERS[peer] / "package.json"
    version: str = msgspec.json.decode(package.read_bytes())["version"]
    return version


def _ask(*command: str) -> str:
    """Return what a command prints. Raises `MachineLacksError` if it fails; what it says is on standard error."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise MachineLacksError(f"{' '.join(command)} fails; what it says is above.")
    return done.stdout.strip()


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


def _strawberry(servers: Servers) -> Server:
    service = servers.start_python(servers.redis.url, "from benchmarks.speed.stock import serve; serve()")
    return Server(service.process_id, service.port, service.store, servers.find("croupier").port)


def _node(peer: str, *, stores: bool = False) -> Callable[[Servers], Server]:
    def start(servers: Servers) -> Server:
        variables = {"REDIS": servers.redis.url} if stores else {}
        with on_core(servers.core):
            process = servers.start_node(peer, "server.js", **variables)
        assert process.stdout is not None
        return Server(process.pid, int(process.stdout.readline()))

    return start


KINDS: dict[str, Callable[[Servers], Server]] = {
    "croupier": _croupier(),
    # Tables that are followed wait for the next round with their streams open: they would burden other loads.
    "croupier, followed": _croupier(),
    "croupier, followed by changes": _croupier(),
    "croupier, SQLite": _croupier_on_sqlite,
    "croupier, 10,000 documents": _croupier(),
    "asgi": _bare("asgi"),
    "starlette with Redis": _bare("starlette with Redis"),
    "strawberry with caches": _strawberry,
    "croupier, not compiled": _croupier(compiled="off"),
    "boardgame.io": _node(BOARDGAME),
    "boardgame.io, 4 sockets": _node(BOARDGAME),
    "Colyseus": _node(COLYSEUS),
    "Colyseus, 4 clients": _node(COLYSEUS),
    "Colyseus, same duties": _node(COLYSEUS, stores=True),
    "Colyseus, same duties, 4 clients": _node(COLYSEUS, stores=True),
}

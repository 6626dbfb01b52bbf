"""Real services: a process of its own on a free port, or, for an application with a store of its own, a thread."""

import asyncio
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from types import TracebackType
from typing import Self

import httpx2
import uvicorn
from starlette.applications import Starlette

from service.http.streams import Shutdown
from service.middleware.health import PATHS
from service.middleware.requests import RequestMiddleware
from service.process.connection_guard import ConnectionGuard, socket_paths
from service.process.connection_limits import ConnectionLimits
from service.process.direct import DirectRoutes
from service.process.http_protocol import protocol_with
from service.process.websocket_protocol import WebSocketProtocol
from tools.fork_server import Forked, Request, fork
from tools.servers import REPOSITORY

START_SECONDS = 60.0
STOP_SECONDS = 60.0

CROUPIER = "from cli import app; app()"


def environment(**settings: str) -> dict[str, str]:
    """Return the environment of a `croupier` process; `settings` are named without CROUPIER_."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}
    # Tests share the cores of their machine: a process with lower priority than all others would starve.
    settings = {"bot_niceness": "0", **settings}
    chosen = {f"CROUPIER_{name.upper()}": value for name, value in settings.items()}
    return {**inherited, "PYTHONPATH": str(REPOSITORY), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", **chosen}


class Addressed:
    """A server with an address: `root`, without a path."""

    @property
    def root(self) -> str:
        """Return the address without a path."""
        raise NotImplementedError

    @property
    def url(self) -> str:
        """Return the URL of GraphQL."""
        return f"{self.root}/graphql"

    @property
    def websocket_url(self) -> str:
        """Return the URL of GraphQL over WebSocket."""
        return self.url.replace("http", "ws", 1)


class Service(Addressed):
    """A `croupier serve` process that can be killed and started again on the same store; `with` starts and stops it.

    Its port changes with each start. Its log is in `log`, its output in `output` when it has ended.
    """

    def __init__(self, store: str, folder: Path, program: str = CROUPIER, **settings: str) -> None:
        self.store = store
        self.folder = self._folder = folder
        self._program = program
        self._environment = environment(store=store, port="0", **settings)
        self._process: Forked | subprocess.Popen[bytes] | None = None
        self.http = httpx2.Client(timeout=30)
        self.address = ""
        self.output = ""

    @property
    def root(self) -> str:
        """Return the address without a path."""
        return f"http://{self.address}"

    @property
    def port(self) -> int:
        """Return the port on which it listens."""
        return int(self.address.rpartition(":")[2])

    @property
    def process_id(self) -> int:
        """Return the id of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Tell whether the process was started and not ended from here."""
        return self._process is not None

    @property
    def log(self) -> str:
        """Return all that the process, and those before it, wrote to standard error."""
        return (self._folder / "log").read_text()

    def start(self) -> None:
        """Start the process and wait until it prints its address."""
        with (self._folder / "log").open("ab") as log:
            self._process = self._launch(log.fileno())
        self.output += (line := _first_line(self._process))
        announced = re.search(r":(\d+)/graphql", line)
        if announced is None:
            self.kill()
            raise RuntimeError(f"The service does not start:\n{self.log}")
        self.address = f"127.0.0.1:{announced[1]}"

    def _launch(self, log: int) -> Forked | subprocess.Popen[bytes]:
        # Another program may need to change something before the service is imported.
        if self._program == CROUPIER:
            return fork(Request(CROUPIER, ["serve"], str(self._folder), self._environment), log)
        command = [sys.executable, "-c", self._program, "serve"]
        return subprocess.Popen(command, cwd=self._folder, env=self._environment, stdout=subprocess.PIPE, stderr=log)

    def kill(self) -> None:
        """Kill the process at once, as a crash would."""
        self._end(signal.SIGKILL)

    def terminate(self) -> int:
        """Ask the process to end, and return its exit status."""
        return self._end(signal.SIGTERM)

    def send(self, number: signal.Signals) -> None:
        """Send the process a signal, and do not wait."""
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self) -> int:
        """Wait for the end of the process, which was asked to end, and return its exit status."""
        assert self._process is not None
        status = self._process.wait(STOP_SECONDS)
        assert self._process.stdout is not None
        self.output += self._process.stdout.read().decode()
        self._process.stdout.close()
        self._process = None
        return status

    def _end(self, number: signal.Signals) -> int:
        self.send(number)
        return self.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()
        if self._process is not None:
            self.terminate()


def _first_line(process: Forked | subprocess.Popen[bytes]) -> str:
    """Return the first line that a process prints, or nothing if it ends or stays silent."""
    assert process.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        return process.stdout.readline().decode() if selector.select(START_SECONDS) else ""


class LocalService(Addressed):
    """An application served by a thread of this process, on a real socket.

    It pings WebSockets every `ping_seconds`, and ends connections that have been idle for `idle_seconds`.
    """

    def __init__(
        self,
        app: Starlette,
        limits: ConnectionLimits | None = None,
        most: int = 1000,
        ping_seconds: float = 20,
        idle_seconds: float = 5,
    ) -> None:
        self.app = app
        self._listens = Event()
        middleware = getattr(app.state, "middleware", None) or RequestMiddleware(app)
        direct = DirectRoutes(app) if hasattr(app.state, "direct_routes") else None
        guard = ConnectionGuard(middleware, most, PATHS, limits, direct, socket_paths(app))
        config = uvicorn.Config(
            app,
            port=0,
            http=protocol_with(guard),
            ws=WebSocketProtocol,
            ws_per_message_deflate=False,
            ws_ping_interval=ping_seconds,
            ws_ping_timeout=ping_seconds,
            log_config=None,
            access_log=False,
            timeout_keep_alive=idle_seconds,  # type: ignore[arg-type]  # a timer takes any number
            timeout_graceful_shutdown=5,
        )
        self._server = _TellingServer(config, self._listens, getattr(app.state, "shutdown", Shutdown()), guard)
        self._thread = Thread(target=self._server.run)
        self.http = httpx2.Client(timeout=30)

    @property
    def root(self) -> str:
        """Return the address without a path."""
        return f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"

    @property
    def connections(self) -> int:
        """Return the number of open connections."""
        return len(self._server.server_state.connections)

    @property
    def open(self) -> list[asyncio.BaseProtocol]:
        """Return the open connections."""
        return [*self._server.server_state.connections]

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._listens.wait(START_SECONDS), "the application does not start"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(STOP_SECONDS)
        assert not self._thread.is_alive(), "the application does not stop"


class _TellingServer(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, listens: Event, shutdown: Shutdown, guard: ConnectionGuard) -> None:
        super().__init__(config)
        self._listens = listens
        self._shutdown = shutdown
        self._guard = guard

    async def startup(self, sockets: None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)
        self._listens.set()

    async def on_tick(self, counter: int) -> bool:
        self._guard.cut(list(self.server_state.connections))
        return await super().on_tick(counter)

    async def shutdown(self, sockets: None = None) -> None:  # type: ignore[override]
        self._shutdown.begin()
        await super().shutdown(sockets)


@contextmanager
def seconds_at_most(limit: float) -> Iterator[None]:
    """Fail when the block takes longer."""
    start = time.monotonic()
    yield
    taken = time.monotonic() - start
    assert taken < limit, f"that took {taken:.1f} s"

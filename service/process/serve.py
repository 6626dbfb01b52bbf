"""Run the service, in one uvicorn process or in several on one socket, and announce its address."""

import asyncio
import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from threading import Thread
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from service.app import create_app
from service.http.error_responses import shutting_down
from service.http.streams import Shutdown
from service.middleware.health import PATHS
from service.observability import metrics
from service.observability.logs import configure_logging
from service.process.announcement import announce_service, announce_to_network
from service.process.connection_guard import ConnectionGuard, socket_paths
from service.process.connection_limits import raise_descriptor_limit
from service.process.consequences import log_consequences
from service.process.direct import DirectRoutes
from service.process.http_protocol import HttpProtocol, protocol_with
from service.process.interpreter import describe_python
from service.process.lines import KEEPALIVE
from service.process.network import find_hosts
from service.process.websocket_protocol import WebSocketProtocol
from service.process.workers import READY, run_workers
from service.settings import Settings, durability_of, load_settings
from store.adapters import open_store
from store.options import STORE, SettingsError
from store.problems import StoreUnavailable

GRACE_SECONDS = 5
# The time to close the store in a forced shutdown.
LAST_SECONDS = 1
TICK_SECONDS = 0.1
TICKS = 10
FRAMES = 2
# The most connections that wait to be accepted; uvicorn's own default.
BACKLOG = 2048
# The garbage collector's thresholds: new objects before a collection, and collections of one generation before the next
# older one is included; Python's default is (700, 10, 10).
COLLECTIONS = (10_000, 5, 5)


class _Server(uvicorn.Server):
    """A server that calls back with its port once it listens, and announces its shutdown to the application."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: Starlette,
        listening: Callable[[int], None],
        drain_seconds: int,
        guard: ConnectionGuard,
    ) -> None:
        super().__init__(config)
        self._shutdown: Shutdown = app.state.shutdown
        self._open_store: Callable[[], Awaitable[None]] = app.state.open_store
        self._listening = listening
        self._drain_seconds = drain_seconds
        self._guard = guard

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the store, and start to listen. Raises `SettingsError` or `StoreUnavailable`."""
        # If the application found that the store is away, the library would only log a traceback.
        await self._open_store()
        await super().startup(sockets)
        if self.started:
            spare_collector()
            self._listening(self.servers[0].sockets[0].getsockname()[1])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Begin the shutdown; a second Ctrl-C forces it at once."""
        # The library would raise the signal again at the end, and a process that has ended well would look killed.
        self.force_exit = self.force_exit or (self.should_exit and sig == signal.SIGINT)
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Check each connection once a second, a tenth of them at a time."""
        self._guard.cut(list(self.server_state.connections)[counter % TICKS :: TICKS])
        if counter % TICKS == 0:
            self._guard.look(len(self.server_state.connections))
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Keep serving until load balancers have noticed, then end streams and finish the open requests."""
        self._shutdown.announce()
        end = time.monotonic() + self._drain_seconds
        while time.monotonic() < end and not self.force_exit:  # noqa: ASYNC110 - a signal sets no event
            await asyncio.sleep(TICK_SECONDS)
        self._shutdown.begin()
        cut = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._cut_connections)
        await super().shutdown(sockets)
        cut.cancel()
        # A forced shutdown leaves connections open: the library would cancel each and log it as an error.
        self._cut_connections()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=TICK_SECONDS)
        if self.force_exit:
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_SECONDS):
                    await self.lifespan.shutdown()

    def _cut_connections(self) -> None:
        """Refuse requests that have no response yet; end others by aborting connections of clients that do not read."""
        for connection in list(self.server_state.connections):
            if not (isinstance(connection, HttpProtocol) and connection.refuse_open(shutting_down())):
                connection.transport.abort()


def spare_collector() -> None:
    """Exempt all present objects from garbage collection, since they stay, and collect later ones less often.

    The collector took a third of the CPU time of sending a move to 400 followers; this way it takes a thirtieth.
    """
    gc.collect()
    gc.freeze()
    # Once more: a full collection waits until new objects are a quarter of those that the last one found, and these are
    # next to none now.
    gc.collect()
    gc.set_threshold(*COLLECTIONS)


async def check_store(settings: Settings) -> str:
    """Return the store's promise as text. Raises `SettingsError` or `StoreUnavailable` if the store cannot be used."""
    store = open_store(settings.store, durability_of(settings))
    try:
        promise = await store.start()
        return f"{promise.where}: {promise.sentence}"
    except StoreUnavailable as error:
        raise StoreUnavailable(f"{STORE} does not answer: {error}") from error
    finally:
        await store.close()


def bind(settings: Settings) -> socket.socket:
    """Return a socket that listens on the host and the port. Raises `SettingsError` if none can."""
    host = settings.host
    port = settings.port
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        is_dual = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        listener = socket.create_server(address, family=family, backlog=BACKLOG, dualstack_ipv6=is_dual)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "This is no host name"
        raise SettingsError(
            f'CROUPIER_HOST is "{host}" and CROUPIER_PORT is "{port}", where this process cannot '
            f"listen: {reason}. Expected: an address of this machine and a free port, or 0 for any."
        ) from None
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    # Connections take this over from the socket that listens.
    for name in KEEPALIVE.keys() & vars(socket).keys():
        listener.setsockopt(socket.IPPROTO_TCP, vars(socket)[name], KEEPALIVE[name])
    return listener


def serve(settings: Settings, announce: Callable[[str], None], show_address: Callable[[str], None]) -> None:
    """Check the store, pass the address to `announce` in lines of text, and serve until a signal.

    `show_address` gets the address for others on the network, after the line that contains it. Raises `SettingsError`
    or `StoreUnavailable` before anything is served, and `WorkerFailed`.
    """
    promise = asyncio.run(check_store(settings))
    listener = bind(settings)
    log_consequences(settings)

    def announce_address(port: int) -> None:
        announce_service(settings, port, announce)
        if settings.lan == "on":
            announce_to_network(find_hosts(settings), settings, port, announce, show_address)
        announce(f"Store: {promise}")
        announce(f"Python: {describe_python()}")
        announce("Stop it with Ctrl-C.")

    if settings.workers == 1:
        run_server(settings, listener, announce_address)
    else:
        run_workers(settings.workers, listener, lambda: announce_address(listener.getsockname()[1]))


def run_server(settings: Settings, listener: socket.socket, listening: Callable[[int], None]) -> None:
    """Serve on a bound socket in this process until a signal; call back with the port once it listens.

    Raises `SettingsError` for a file that cannot be read, and `StoreUnavailable` if the store is away by now.
    """
    raise_descriptor_limit()
    app = create_app(settings)
    guard = ConnectionGuard(
        app.state.middleware, settings.connections, PATHS, direct=DirectRoutes(app), sockets=socket_paths(app)
    )
    config = uvicorn.Config(
        app,
        # Named, so that a server without it does not start: the library would silently take a slower one.
        loop="uvloop",
        http=protocol_with(guard),
        log_config=None,
        access_log=False,
        ws=WebSocketProtocol,
        # A larger frame closes the connection; a document above the limit on bodies only ends its operation.
        ws_max_size=FRAMES * settings.max_body_bytes,
        # It would keep 38 KiB for each connection, and compress each frame once per reader.
        ws_per_message_deflate=False,
        ws_ping_interval=10,
        server_header=False,
        # The middleware reads what proxies have written.
        proxy_headers=False,
        # A second more than open requests get: any that are left then ignore even the disconnect of their client.
        timeout_graceful_shutdown=GRACE_SECONDS + 1,
    )
    _Server(config, app, listening, settings.drain_seconds, guard).run(sockets=[listener])
    metrics.settle()


# ---- as one of several workers, on a socket that the parent has bound


def main() -> int:
    """Serve until a signal, or until the parent ends; report `READY`, or the reason for not serving."""
    Thread(target=_end_with_parent, daemon=True).start()
    listener = socket.socket(fileno=int(sys.argv[1]))
    try:
        settings = load_settings(os.environ)
        configure_logging(settings.log, settings.log_level)
        # Checked here to report a failure in one line: if the application finds it, the library shows a traceback.
        asyncio.run(check_store(settings))
        run_server(settings, listener, lambda _port: _report(READY))
    except (SettingsError, StoreUnavailable) as error:
        _report(str(error))
        return 2
    return 0


def _report(line: str) -> None:
    """Write a line to the parent; if the parent has ended, `_end_with_parent` ends this process."""
    # Not with `print`, which would try again at exit, and fail with a traceback.
    with suppress(BrokenPipeError):
        os.write(sys.stdout.fileno(), f"{line}\n".encode())


def _end_with_parent() -> None:
    """Wait until the parent ends, then end this process with SIGTERM, as the parent would have."""
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())

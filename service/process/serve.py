"""Running the service, in one uvicorn process or in several on one socket, and saying where it is."""

import asyncio
import gc
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from socket import AI_PASSIVE, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, getaddrinfo, socket
from types import FrameType

import uvicorn

from service.app import create_app
from service.http.error_responses import SHUTTING_DOWN, RefusedRequest
from service.http.shutdown import Shutdown
from service.process.connection_limits import Admission, raise_descriptor_limit
from service.process.http_protocol import HttpProtocol, protocol_with
from service.process.websocket_protocol import WebSocketProtocol
from service.process.workers import run_workers
from service.rails.health import PATHS
from service.sessions.problems import StoreUnavailable
from service.settings import STORE, Settings, SettingsError, durability_of
from service.storage.adapters import open_store

GRACE_SECONDS = 5
# For the store, when everything else is to end at once.
LAST_SECONDS = 1
TICK_SECONDS = 0.1
TICKS = 10
FRAMES = 2
# Connections that wait until they are accepted, as many as uvicorn asks for.
BACKLOG = 2048
# So many objects are made before the collector looks for those that only hold each other, and so often it does before
# it looks at older ones, too; (700, 10, 10) are the language's own.
COLLECTIONS = (10_000, 5, 5)


class _Server(uvicorn.Server):
    """A server that calls back once it listens, with the port it got, and tells the application before it ends."""

    def __init__(
        self,
        config: uvicorn.Config,
        listening: Callable[[int], None],
        shutdown: Shutdown,
        drain_seconds: int,
        admission: Admission,
    ) -> None:
        super().__init__(config)
        self._listening = listening
        self._shutdown = shutdown
        self._drain_seconds = drain_seconds
        self._admission = admission

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets)
        if self.started:
            spare_collector()
            self._listening(self.servers[0].sockets[0].getsockname()[1])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Begin to end; Ctrl-C a second time ends at once."""
        # The library would raise the signal again at the end, and a process that has ended well would look killed.
        self.force_exit = self.force_exit or (self.should_exit and sig == signal.SIGINT)
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Look after the connections once a second."""
        if counter % TICKS == 0:
            self._admission.look(len(self.server_state.connections))
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Serve on while whoever sends traffic finds out, then end streams and finish the open requests."""
        self._shutdown.announce()
        end = time.monotonic() + self._drain_seconds
        while time.monotonic() < end and not self.force_exit:  # noqa: ASYNC110 - a signal sets no event
            await asyncio.sleep(TICK_SECONDS)
        self._shutdown.begin()
        cut = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._cut_connections)
        await super().shutdown(sockets)
        cut.cancel()
        # Whoever ends at once leaves connections open: cancelled by the library, each would be told as an error.
        self._cut_connections()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=TICK_SECONDS)
        if self.force_exit:
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_SECONDS):
                    await self.lifespan.shutdown()

    def _cut_connections(self) -> None:
        """Refuse what has no answer yet, and cut off clients that do not read theirs: their requests then end."""
        for connection in list(self.server_state.connections):
            if isinstance(connection, HttpProtocol) and connection.refuse_open(_shutting_down()):
                continue
            connection.transport.abort()


def _shutting_down() -> RefusedRequest:
    return RefusedRequest("SHUTTING_DOWN", SHUTTING_DOWN, **{"Retry-After": "1"})


def spare_collector() -> None:
    """Have the collector pass over all that is there by now, which stays, and come less often for the rest.

    It took a third of the CPU of telling a move to 400 followers, and takes a thirtieth so.
    """
    gc.collect()
    gc.freeze()
    # Once more: it looks at everything again when a quarter of what it found the last time has come, and that is next
    # to nothing now.
    gc.collect()
    gc.set_threshold(*COLLECTIONS)


async def check_store(settings: Settings) -> str:
    """Return what the store promises. Raises `SettingsError` or `StoreUnavailable` when it cannot be used."""
    store = open_store(settings.store, durability_of(settings))
    try:
        promise = await store.start()
        return f"{promise.where}: {promise.sentence}"
    except StoreUnavailable as error:
        raise StoreUnavailable(f"{STORE} does not answer: {error}") from error
    finally:
        await store.close()


def bind(settings: Settings) -> socket:
    """Return a socket that listens on the host and the port. Raises `SettingsError` when that cannot be."""
    try:
        family, kind, _, _, address = getaddrinfo(settings.host, settings.port, type=SOCK_STREAM, flags=AI_PASSIVE)[0]
        return _listen(socket(family, kind), address)
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "This is no host name"
        raise SettingsError(
            f'CROUPIER_HOST is "{settings.host}" and CROUPIER_PORT is "{settings.port}", where this process cannot '
            f"listen: {reason}. Expected: an address of this machine and a free port, or 0 for any."
        ) from None


def _listen(listener: socket, address: tuple[object, ...]) -> socket:
    try:
        listener.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        listener.bind(address)
        # Two sockets may be bound to one port; the second one is refused only when it listens.
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Check the store, serve until a signal, and tell through `announce` where to go.

    Raises `SettingsError` or `StoreUnavailable` before anything is served, and `WorkerFailed`.
    """
    promise = asyncio.run(check_store(settings))
    listener = bind(settings)

    def say_where(port: int) -> None:
        host = "localhost" if settings.host in ("0.0.0.0", "::", "127.0.0.1") else settings.host  # noqa: S104
        announce(f"Croupier is at http://{host}:{port}/graphql (open it in a browser, or POST to it)")
        announce(f"Store: {promise}")
        announce("Stop it with Ctrl-C.")

    if settings.workers == 1:
        run_server(settings, listener, say_where)
    else:
        run_workers(settings.workers, listener, lambda: say_where(listener.getsockname()[1]))


def run_server(settings: Settings, listener: socket, listening: Callable[[int], None]) -> None:
    """Serve on a bound socket in this process until a signal; call back with the port once it listens.

    Raises `SettingsError` for what cannot be read.
    """
    raise_descriptor_limit()
    app = create_app(settings)
    admission = Admission(app.state.refuser, settings.connections, PATHS)
    config = uvicorn.Config(
        app,
        # Named, so that a server without it does not start: the library would take a slower one without a word.
        loop="uvloop",
        http=protocol_with(admission),
        log_config=None,
        access_log=False,
        ws=WebSocketProtocol,
        # A larger frame closes the connection; a document above the bound on bodies only ends its operation.
        ws_max_size=FRAMES * settings.max_body_bytes,
        # It would keep 38 KiB for each connection, and pack each frame for each reader anew.
        ws_per_message_deflate=False,
        ws_ping_interval=10,
        server_header=False,
        # What the client says of itself counts only where a proxy of ours has written it.
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        # A second more than open requests get: what is left then does not even notice that its client has gone.
        timeout_graceful_shutdown=GRACE_SECONDS + 1,
    )
    _Server(config, listening, app.state.shutdown, settings.drain_seconds, admission).run(sockets=[listener])

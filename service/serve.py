"""Running the service: one uvicorn process that says where it is."""

import asyncio
from collections.abc import Callable
from socket import AI_PASSIVE, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, getaddrinfo, socket

import uvicorn

from service.app import create_app
from service.settings import Settings, SettingsError
from service.stores import open_store


class _Server(uvicorn.Server):
    """A server that calls back once it listens, with the port it got."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[int], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start to listen."""
        await super().startup(sockets)
        if self.started:
            self._listening(self.servers[0].sockets[0].getsockname()[1])


async def check_store(settings: Settings) -> str:
    """Return what the store promises. Raises `SettingsError` or `StoreUnavailable` when it cannot be used."""
    store = open_store(settings.store)
    try:
        return await store.start()
    finally:
        await store.close()


def bind(settings: Settings) -> socket:
    """Return a socket bound to the host and the port. Raises `SettingsError` when that cannot be."""
    try:
        family, kind, _, _, address = getaddrinfo(settings.host, settings.port, type=SOCK_STREAM, flags=AI_PASSIVE)[0]
        listener = socket(family, kind)
        listener.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        raise SettingsError(
            f'CROUPIER_HOST is "{settings.host}" and CROUPIER_PORT is "{settings.port}", where nobody can listen: '
            f"{error.strerror}. Expected: an address of this machine and a free port, or 0 for any."
        ) from None
    return listener


def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Check the store, serve until a signal, and tell through `announce` where to go.

    Raises `SettingsError` or `StoreUnavailable` before anything is served.
    """
    promise = asyncio.run(check_store(settings))
    listener = bind(settings)

    def say_where(port: int) -> None:
        host = "localhost" if settings.host in ("0.0.0.0", "::", "127.0.0.1") else settings.host  # noqa: S104
        announce(f"Croupier is at http://{host}:{port}/graphql (open it in a browser, or POST to it)")
        announce(f"Store: {promise}")
        announce("Stop it with Ctrl-C.")

    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=settings.max_body_bytes,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    _Server(config, say_where).run(sockets=[listener])

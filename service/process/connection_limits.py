"""Limits on connections: the size of a head, the time that a request may take to arrive, the number of open ones.

The library has none of its own: it buffers everything that a client sends, without a timeout.
"""

import os
import resource
import time
from collections.abc import Container

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from service.observability import metrics
from service.process.direct import DirectRoutes
from service.rails.guard_rails import GuardRails

# The descriptors reserved for other things than connections: the store, its listeners, files.
RESERVED_DESCRIPTORS = 64
# The connections beyond the limit that are refused with a reason; any more are cut off without one.
ANSWERED_BEYOND = 32
LOG_SECONDS = 10.0

log = structlog.get_logger("croupier")


class ConnectionLimits(msgspec.Struct, frozen=True):
    """The limits on the size of a request, and the timeouts of a connection."""

    head_bytes: int = 64 * 1024
    fields: int = 100
    pipelined: int = 100
    # Each costs as much as a thousand bytes.
    chunks: int = 10_000
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    # For a response that the client does not read.
    unread_seconds: float = 30.0
    # For a connection beyond the limit.
    crowded_seconds: float = 1.0
    # A refused connection stays half open for this long: closed while the client is still sending, it would lose its
    # response.
    linger_seconds: float = 2.0


class ConnectionGuard:
    """The limit of one process: at most `most` connections; `free` paths are answered beyond it, too.

    WebSockets are opened on the paths of `sockets` alone.

    Ordinary requests on `direct` routes go straight to their endpoints; the `rails` complete and record refusals.
    """

    def __init__(
        self,
        rails: GuardRails,
        most: int,
        free: Container[str],
        limits: ConnectionLimits | None = None,
        direct: DirectRoutes | None = None,
        sockets: Container[str] = (),
    ) -> None:
        self.limits = limits or ConnectionLimits()
        self.direct = direct
        self.rails = rails
        self._free = free
        self._sockets = sockets
        self._descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self.most = max(1, min(most, self._descriptors - RESERVED_DESCRIPTORS))
        self._logged_at = -LOG_SECONDS
        metrics.connections_limit.set(self.most)

    def is_crowded(self, connections: int) -> bool:
        """Tell whether a number of connections is above the limit, and log it."""
        if connections <= self.most:
            return False
        self._log_rarely("too many connections: new ones are refused", open=connections, limit=self.most)
        return True

    def is_full(self, connections: int, descriptor: int) -> bool:
        """Tell whether a new connection must be cut off at once; its descriptor is the lowest free number."""
        return connections > self.most + ANSWERED_BEYOND or descriptor >= self._descriptors - RESERVED_DESCRIPTORS // 4

    def serves(self, path: bytes) -> bool:
        """Tell whether a path is answered on a connection beyond the limit."""
        return path.decode("latin-1") in self._free

    def has_socket(self, target: bytes) -> bool:
        """Tell whether a WebSocket can be opened at the target of a request."""
        return target.partition(b"?")[0].decode("latin-1") in self._sockets

    def look(self, connections: int) -> None:
        """Publish the number of open connections and what was counted; count and log a lack of free descriptors.

        The event loop then resets new connections silently.
        """
        metrics.connections_open.set(connections)
        metrics.settle()
        try:
            os.close(os.dup(2))
        except OSError as error:
            metrics.descriptors_exhausted_total.inc()
            self._log_rarely(
                "no file descriptor is free: new connections are reset", reason=error.strerror, open=connections
            )

    def _log_rarely(self, message: str, **facts: object) -> None:
        now = time.monotonic()
        if now >= self._logged_at + LOG_SECONDS:
            self._logged_at = now
            log.error(message, **facts)


def socket_paths(app: Starlette) -> frozenset[str]:
    """Return the paths of an application's WebSockets."""
    return frozenset(route.path for route in app.routes if isinstance(route, WebSocketRoute))


def raise_descriptor_limit() -> None:
    """Raise the limit of open files as far as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (OSError, ValueError) as error:
        log.warning("the limit of open files cannot be raised", reason=str(error))

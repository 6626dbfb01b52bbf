"""The limit on a process's open connections, and the paths that are served beyond it."""

import asyncio
import os
import resource
import time
from collections.abc import Container, Iterable
from weakref import WeakKeyDictionary

import structlog
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from service.middleware.requests import RequestMiddleware
from service.observability import metrics
from service.process.connection_limits import ConnectionLimits
from service.process.direct import Connection, DirectRoutes
from service.process.lines import look_at, unacknowledged_bytes

# The descriptors reserved for other things than connections: the store, its listeners, files.
RESERVED_DESCRIPTORS = 64
# The connections beyond the limit that are refused with a reason, or served on a free path. Each further one cuts off
# the oldest of these.
ANSWERED_BEYOND = 32
LOG_SECONDS = 10.0

log = structlog.get_logger("croupier")


class ConnectionGuard:
    """The limit of one process: at most `most` connections; `free` paths are answered beyond it, too.

    Only the paths of `sockets` accept WebSockets.

    Ordinary requests on `direct` routes go straight to their endpoints; `middleware` completes and records refusals.
    """

    def __init__(
        self,
        middleware: RequestMiddleware,
        most: int,
        free: Container[str],
        limits: ConnectionLimits | None = None,
        direct: DirectRoutes | None = None,
        sockets: Container[str] = (),
    ) -> None:
        self.limits = limits or ConnectionLimits()
        self.direct = direct
        self.middleware = middleware
        self._free = free
        # The connections beyond the limit, oldest first.
        self._crowd: dict[Connection, None] = {}
        # For clients with unread data: how far they had read, and the time since when they have not read more.
        self._unread: WeakKeyDictionary[asyncio.BaseProtocol, tuple[int, float]] = WeakKeyDictionary()
        self._sockets = sockets
        self._descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self.most = max(1, min(most, self._descriptors - RESERVED_DESCRIPTORS))
        self._logged_at = -LOG_SECONDS
        metrics.connections_limit.set(self.most)

    def admit(self, connection: Connection, connections: int) -> bool:
        """Return whether a new connection is beyond the limit; log it then, and cut off the oldest one if needed."""
        if connections <= self.most:
            return False
        self._log_rarely("too many connections: new ones are refused", open=connections, limit=self.most)
        self._crowd[connection] = None
        descriptor = connection.transport.get_extra_info("socket").fileno()
        # The descriptor of a new connection is the lowest free number.
        if connections > self.most + ANSWERED_BEYOND or descriptor >= self._descriptors - RESERVED_DESCRIPTORS // 4:
            oldest = next(iter(self._crowd))
            del self._crowd[oldest]
            oldest.transport.abort()
        return True

    def dismiss(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        self._crowd.pop(connection, None)

    def serves(self, path: bytes) -> bool:
        """Return whether a path is served on a connection beyond the limit."""
        return path.decode("latin-1") in self._free

    def has_socket(self, target: bytes) -> bool:
        """Return whether the target of a request accepts WebSockets."""
        return target.partition(b"?")[0].decode("latin-1") in self._sockets

    def look(self, connections: int) -> None:
        """Publish the number of open connections and the collected counts; count and log a lack of free descriptors.

        Without a free descriptor, the event loop resets new connections silently.
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

    def cut(self, connections: Iterable[asyncio.BaseProtocol]) -> None:
        """Abort connections whose clients no longer answer, or do not read the data sent to them."""
        for connection in connections:
            transport: asyncio.Transport = connection.transport  # type: ignore[attr-defined]  # the server's have it
            line = transport.get_extra_info("socket")
            unread = transport.get_write_buffer_size() + unacknowledged_bytes(line)
            if not unread:
                self._unread.pop(connection, None)
                continue
            state = look_at(line)
            # New unread bytes, such as a heartbeat, are not progress.
            progress = -unread if state is None else state.acknowledged
            if (state is not None and state.is_dead()) or self._stays_unread(connection, progress):
                transport.abort()

    def _stays_unread(self, connection: asyncio.BaseProtocol, progress: int) -> bool:
        """Return whether a client has read nothing for too long; its connection would otherwise stay open for ever."""
        now = time.monotonic()
        before, since = self._unread.get(connection, (None, now))
        if before is None or progress > before:
            self._unread[connection] = progress, now
            return False
        return now - since >= self.limits.unread_seconds

    def _log_rarely(self, message: str, **facts: object) -> None:
        now = time.monotonic()
        if now >= self._logged_at + LOG_SECONDS:
            self._logged_at = now
            log.error(message, **facts)


def socket_paths(app: Starlette) -> frozenset[str]:
    """Return the paths of an application's WebSockets."""
    return frozenset(route.path for route in app.routes if isinstance(route, WebSocketRoute))

"""WebSocket connections that keep little while they are idle: the server's own, without what only its handshake needs.

Measured by `benchmarks/scale/idle.py`: of 42 KiB for each idle follower, 10 go here; of 80 for one whose client offers
compression, 48.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class LightQueue:
    """What came in and is not read yet, for one reader; an `asyncio.Queue` takes three kilobytes for it."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:  # noqa: ANN401 - a message of ASGI
        """Take a message."""
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:  # noqa: ANN401 - a message of ASGI
        """Return the next message as soon as there is one."""
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.pop(0)

    def empty(self) -> bool:
        """Tell whether there is none."""
        return not self._messages


class LightEvent:
    """What passes only while it is set; an `asyncio.Event` takes 800 bytes for it, for whoever might wait."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Let pass whoever waits, and who comes."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
        self._waiting = None

    def clear(self) -> None:
        """Let nobody pass."""
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().create_future()

    async def wait(self) -> None:
        """Return as soon as it is set."""
        while self._waiting is not None:
            await asyncio.shield(self._waiting)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection of the server."""

    # An object with more than thirty attributes in its dictionary has one of 1.6 kilobytes.
    __slots__ = (
        "close_timeout",
        "close_timer",
        "initial_response",
        "last_ping_rtt",
        "pending_ping_payload",
        "ping_interval",
        "ping_sent_at",
        "ping_timeout",
        "ping_timer",
        "pong_timer",
    )

    def __init__(self, *arguments: Any, **options: Any) -> None:  # noqa: ANN401 - those of the server's own
        super().__init__(*arguments, **options)
        self.queue = LightQueue()  # type: ignore[assignment]  # of a queue, the server uses these three methods
        self.writable = LightEvent()  # type: ignore[assignment]  # of an event, too

    async def send(self, message: Any) -> None:  # noqa: ANN401 - a message of ASGI
        """Send a message; with the first one, the handshake is over."""
        await super().send(message)
        if message["type"] == "websocket.accept" and self.handshake_complete:
            # The parser keeps them for as long as the connection lives: four kilobytes.
            self.request.headers.clear()
            self.response.headers.clear()

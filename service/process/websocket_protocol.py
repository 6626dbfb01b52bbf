"""WebSocket connections that use little memory while idle: they drop the data of the handshake.

Measured by `benchmarks/scale/idle.py`: this saves 10 of 42 KiB for each idle follower, and 48 of 80 for one whose
client offers compression.
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from service.http.streams import WRITE_NOW
from service.process.lines import look_at, unacknowledged_bytes


class LightQueue:
    """The received messages that its one reader has not taken yet; an `asyncio.Queue` takes three kilobytes."""

    __slots__ = ("_messages", "_reader")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:  # noqa: ANN401 - a message of ASGI
        """Add a message."""
        self._messages.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:  # noqa: ANN401 - a message of ASGI
        """Remove and return the next message, as soon as there is one."""
        while not self._messages:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._messages.pop(0)

    def empty(self) -> bool:
        """Tell whether there is no message."""
        return not self._messages


class LightEvent:
    """An event that tasks wait for; an `asyncio.Event` takes 800 bytes even if no task waits."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Wake the waiting tasks, and let later ones pass."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
        self._waiting = None

    def is_set(self) -> bool:
        """Tell whether tasks pass."""
        return self._waiting is None

    def clear(self) -> None:
        """Make tasks wait from now on."""
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().create_future()

    async def wait(self) -> None:
        """Return as soon as the event is set."""
        while self._waiting is not None:
            await asyncio.shield(self._waiting)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket connection."""

    # With more than thirty attributes, the dictionary of an object takes 1.6 kilobytes.
    __slots__ = (
        "acknowledged",
        "close_timeout",
        "close_timer",
        "early",
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

        # The bytes that arrived before the handshake was answered.
        self.early = b""
        # The bytes that the client's side had acknowledged when a ping was sent, or waited for again.
        self.acknowledged = 0

    def data_received(self, data: bytes) -> None:
        """Read frames; those that come before the answer to the handshake wait for it (RFC 6455, section 4.1)."""
        if self.handshake_initiated and not self.handshake_complete:
            self.early += data
            self.transport.pause_reading()
        else:
            super().data_received(data)

    def pause_writing(self) -> None:
        """Pause reading while the client does not read: each of its pings would queue a pong."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Resume reading, unless the application has not taken the last message yet."""
        super().resume_writing()
        if not (self.read_paused or self.early):
            self.transport.resume_reading()

    async def receive(self) -> Any:  # noqa: ANN401 - a message of ASGI
        """Receive a message. The library then resumes reading; pause it again while the client does not read."""
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    def handle_connect(self, event: Request) -> None:
        """Read the handshake."""
        super().handle_connect(event)
        if not self.close_sent:
            scope = cast("dict[str, Any]", self.scope)
            scope[WRITE_NOW] = self.write_now

    def write_now(self, text: bytes) -> bool:
        """Send a message of text if the connection is open and the socket takes it; tell whether it did."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not is_open or not self.writable.is_set() or self.conn.state is not State.OPEN:
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_cont(self, event: Frame) -> None:
        """Add a fragment of a message; drop an empty one, which would only take memory."""
        if event.data or event.fin:
            super().handle_cont(event)

    def send_keepalive_ping(self) -> None:
        """Send a ping."""
        self._has_read_on()
        super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Fail a connection that has not answered a ping; keep waiting while the client reads earlier data."""
        if self._has_read_on():
            self.pong_timer = self.loop.call_later(cast("float", self.ping_timeout), self.keepalive_timeout)
        else:
            super().keepalive_timeout()

    def _has_read_on(self) -> bool:
        """Tell whether the client has read something since the last look, and has more to read."""
        socket = self.transport.get_extra_info("socket")
        line = look_at(socket)
        if line is None:
            return False
        before = self.acknowledged
        self.acknowledged = line.acknowledged
        return line.acknowledged > before and unacknowledged_bytes(socket) > 0

    async def send(self, message: Any) -> None:  # noqa: ANN401 - a message of ASGI
        """Send a message; the first one ends the handshake, whose headers are then dropped.

        Raises `ClientDisconnected` if the connection was closed because of a frame from the client.
        """
        if self.close_sent and message["type"] != "websocket.http.response.body":
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.accept" and self.handshake_complete:
            # The parser keeps them for as long as the connection lives: four kilobytes.
            self.request.headers.clear()
            self.response.headers.clear()
            if self.early:
                early = self.early
                self.early = b""
                self.transport.resume_reading()
                self.data_received(early)

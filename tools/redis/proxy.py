"""A proxy that fails on purpose: between the service and its store, or between a client and the service.

It passes bytes on. On demand it holds them back, delays them, cuts connections, or drops one reply: the
other side has done its work, the caller never learns of it, and the connection is cut.
"""

import asyncio
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

# The reply of the commit script when it has made the change begins with this.
COMMITTED = b"$9\r\ncommitted\r\n"
# The field in which the service reports whether a change was made just now; true for a repetition.
MADE = b'"replayed":false'
CHUNK = 65536
# As SO_LINGER: unsent data is dropped, and the other side gets a reset.
AT_ONCE = struct.pack("ii", 1, 0)


def is_commit(reply: bytes) -> bool:
    """Tell whether bytes from a Redis server say that a change was made."""
    return COMMITTED in reply[:32]


def is_acknowledgement(reply: bytes) -> bool:
    """Tell whether bytes from the service say that a change was made."""
    return MADE in reply


class Proxy:
    """A proxy on a free port; `is_reply` tells the replies that can be dropped."""

    def __init__(self, port: int, is_reply: Callable[[bytes], bool] = is_commit) -> None:
        self.port = 0
        self.target = port
        self.delay = 0.0
        self.dropped = 0
        self._is_reply = is_reply
        self._to_drop = 0
        self._flows = asyncio.Event()
        self._flows.set()
        self._gates: dict[str, asyncio.Event] = {}
        self._writers: set[asyncio.StreamWriter] = set()
        self._connections: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    def drop_replies(self, count: int) -> None:
        """Drop this many of the next replies that say that something was done."""
        self._to_drop += count

    def stall(self) -> None:
        """Pass nothing on, and keep every connection."""
        self._flows.clear()

    def resume(self) -> None:
        """Pass on the bytes held back, and all that follow."""
        self._flows.set()

    def shut_out(self, source: str) -> None:
        """Pass nothing on to or from an address, and keep its connections, as a partitioned network does."""
        self._gate(source).clear()

    def let_in(self, source: str) -> None:
        """Pass on the bytes held back of an address, and all that follow."""
        self._gate(source).set()

    def _gate(self, source: str) -> asyncio.Event:
        if source not in self._gates:
            self._gates[source] = asyncio.Event()
            self._gates[source].set()
        return self._gates[source]

    def cut(self) -> None:
        """Cut every connection; new ones are accepted."""
        for writer in self._writers:
            writer.transport.abort()

    def reset(self) -> None:
        """Reset every connection, as a host does that has lost it; new ones are accepted."""
        for writer in self._writers:
            if not writer.is_closing():
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self.cut()

    def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connect(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        both = {writer, there_writer}
        self._writers |= both
        gate = self._gate(writer.get_extra_info("peername")[0])
        ways = (self._pass(reader, there_writer, gate), self._pass_replies(there_reader, writer, gate))
        tasks = [asyncio.ensure_future(way) for way in ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._writers -= both
            for end in both:
                end.transport.abort()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: asyncio.Event) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._send(data, writer, gate)

    async def _pass_replies(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: asyncio.Event
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                if self._to_drop and self._is_reply(data):
                    self._to_drop -= 1
                    self.dropped += 1
                    return
                await self._send(data, writer, gate)

    async def _send(self, data: bytes, writer: asyncio.StreamWriter, gate: asyncio.Event) -> None:
        if self.delay:
            await asyncio.sleep(self.delay)
        await self._flows.wait()
        await gate.wait()
        writer.write(data)
        await writer.drain()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        self.resume()
        for gate in self._gates.values():
            gate.set()
        self.cut()
        await asyncio.gather(*self._connections)
        await self._server.wait_closed()


class LaterOpenings(Proxy):
    """A proxy that on demand lets a process open the store once, and resets the connections that it opens later."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self._counts = self._has_ended = False

    def refuse_later_ones(self) -> None:
        """As soon as a connection that opens from now on has ended, reset all that open after it."""
        self._counts = True

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._has_ended:
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
            writer.transport.abort()
            return
        counts = self._counts
        await super()._connect(reader, writer)
        if counts and self._counts:
            self._has_ended = True

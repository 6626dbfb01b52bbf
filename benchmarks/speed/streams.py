"""The streams of those who follow a table: one for each seat, with its own view, as server-sent events of GraphQL."""

import asyncio
from typing import cast

import msgspec

from benchmarks.speed.operations import follow_document
from benchmarks.speed.tables import Table

OPEN_SECONDS = 30.0
MARK = b"event: next"
COMPLETE = b"event: complete"


async def follow(host: str, port: int, table: Table) -> None:
    """Have every seat follow a table; return when each has its first frame."""
    loop = asyncio.get_running_loop()
    streams = [_Stream(table, token) for token in table.tokens]
    for stream in streams:
        await loop.create_connection(lambda stream=stream: stream, host, port)  # type: ignore[misc]
    await asyncio.wait_for(asyncio.gather(*(stream.opened for stream in streams)), OPEN_SECONDS)


class _Stream(asyncio.Protocol):
    """One stream; counts its frames, and reads nothing else of them."""

    def __init__(self, table: Table, token: bytes) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._table = table
        self._token = token
        self._tail = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the frames."""
        self._transport = cast("asyncio.Transport", transport)
        body = msgspec.json.encode({"query": follow_document(), "variables": {"id": self._table.id.decode()}})
        self._transport.write(
            b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Accept: text/event-stream\r\nAuthorization: Bearer %b\r\nContent-Length: %d\r\n\r\n%b"
            % (self._token, len(body), body)
        )

    def data_received(self, data: bytes) -> None:
        """Tell the table's player of each frame, but for the first one, which is the table as it stands."""
        seen = self._tail + data
        # Shorter than the mark, so that none counts twice.
        self._tail = seen[1 - len(MARK) :]
        for _ in range(seen.count(MARK)):
            if self.opened.done():
                self._table.on_frame()
            else:
                self.opened.set_result(None)
        if COMPLETE in seen:
            self._transport.close()

    def connection_lost(self, _error: Exception | None) -> None:
        """Say so to who waits for the first frame."""
        if not self.opened.done():
            self.opened.set_exception(RuntimeError("A stream was refused."))

"""Clients that follow sessions and keep only a count of their frames."""

import asyncio
import base64
import os
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, cast

import msgspec

from tools.load.connection import HOST, bearer, write_get, write_post
from tools.load.operations import follow_changes_document, follow_codes_document, follow_document
from tools.load.tables import Table

OPEN_SECONDS = 120.0
AT_ONCE = 100
SWITCHED = b"HTTP/1.1 101"
# The kinds of frames of WebSocket, each with the bit that says that it is the last of its message; and the longest one
# whose length is told by one byte.
TEXT = 0x81
PING = 0x89
PONG = 0x8A
MOST_SHORT = 125
GRAPHQL_FRAME = b"event: next"
REST_FRAME = b"event: frame"
WEBSOCKET_FRAME = b'"type":"next"'
COMPLETE = b"event: complete"
# As browsers send it.
HANDSHAKE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Protocol: graphql-transport-ws",
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
)
UPGRADE = write_get("/graphql", *HANDSHAKE)


class Follower(asyncio.Protocol):
    """A stream: sends a request, and counts the marks of frames in the response.

    The first frame is the session as it stands and opens the stream; `on_frame` is called for each later one.
    """

    def __init__(self, request: bytes, mark: bytes, on_frame: Callable[[], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self.mark = mark
        self._request = request
        self._on_frame = on_frame
        self._tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the frames."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Count the frames that begin in these bytes, or whose mark is split across the previous ones."""
        received = self._tail + data
        # Shorter than the mark, so that no frame counts twice.
        self._tail = received[1 - len(self.mark) :]
        self.count(received.count(self.mark))
        if COMPLETE in received:
            self.transport.close()

    def count(self, frames: int) -> None:
        """Count frames."""
        for _ in range(frames):
            if self.opened.done():
                self._on_frame()
            else:
                self.opened.set_result(None)

    def connection_lost(self, _error: Exception | None) -> None:
        """Fail the wait for the first frame."""
        if not self.opened.done():
            self.opened.set_exception(RuntimeError("A stream was refused."))


class SocketFollower(Follower):
    """A stream over WebSocket: sends `upgraded` after the upgrade, and answers pings, or it would be closed."""

    def __init__(self, request: bytes, mark: bytes, on_frame: Callable[[], None], upgraded: bytes) -> None:
        super().__init__(request, mark, on_frame)
        self._upgraded = upgraded
        self._received = b""
        self._is_open = False

    def data_received(self, data: bytes) -> None:
        """Take the whole frames of the protocol that have arrived."""
        self._received += data
        if not self._is_open:
            self._open()
        while self._is_open and (frame := _read_frame(self._received)) is not None:
            kind, payload, size = frame
            self._received = self._received[size:]
            if kind == PING:
                self.transport.write(_write_frame(payload, PONG))
            self.count(payload.count(self.mark))

    def _open(self) -> None:
        """Ask for the frames of the session when the server has switched protocols."""
        head, end, rest = self._received.partition(b"\r\n\r\n")
        if end and head.startswith(SWITCHED):
            self._is_open = True
            self._received = rest
            self.transport.write(self._upgraded)


def _read_frame(received: bytes) -> tuple[int, bytes, int] | None:
    """Return the kind and the payload of the first frame of a server, and its size; None if it is not whole."""
    if len(received) < 2:
        return None
    length = received[1]
    begin = 2
    if length > MOST_SHORT:
        begin = 4 if length == MOST_SHORT + 1 else 10
        length = int.from_bytes(received[2:begin])
    size = begin + length
    return None if len(received) < size else (received[0], received[begin:size], size)


async def open_streams(port: int, make: Sequence[Callable[[], Follower]]) -> list[Follower]:
    """Open streams, several at once; return them when each has its first frame."""
    loop = asyncio.get_running_loop()
    followers = list[Follower]()
    async with asyncio.timeout(OPEN_SECONDS):
        for start in range(0, len(make), AT_ONCE):
            some = make[start : start + AT_ONCE]
            opened = await asyncio.gather(*(loop.create_connection(each, HOST, port) for each in some))
            followers += [follower for _, follower in opened]
            await asyncio.gather(*(follower.opened for _, follower in opened))
    return followers


@asynccontextmanager
async def following(port: int, make: Sequence[Callable[[], Follower]]) -> AsyncIterator[None]:
    """Keep streams open, each with its first frame."""
    followers = await open_streams(port, make)
    try:
        yield
    finally:
        for follower in followers:
            follower.transport.abort()


class Stream(NamedTuple):
    """A request for frames, the mark of each frame, and what is sent after an upgrade."""

    request: bytes
    mark: bytes
    upgraded: bytes = b""

    def open(self, on_frame: Callable[[], None]) -> Follower:
        """Return a follower that requests the frames."""
        if self.upgraded:
            return SocketFollower(self.request, self.mark, on_frame, self.upgraded)
        return Follower(self.request, self.mark, on_frame)


# Takes the session and the token of a seat.
Following = Callable[[str, str], Stream]


def by_events(document: str) -> Following:
    """Return the way to follow by GraphQL, as server-sent events."""
    return lambda session, token: Stream(subscribe(document, session, token), GRAPHQL_FRAME)


def by_websocket(document: str) -> Following:
    """Return the way to follow by GraphQL over WebSocket."""

    def follow(session: str, token: str) -> Stream:
        upgrade = write_get("/graphql", *HANDSHAKE, *bearer(token))
        return Stream(upgrade, WEBSOCKET_FRAME, subscribe_by_websocket(document, session))

    return follow


def by_rest_events(query: str = "") -> Following:
    """Return the way to follow by REST, as server-sent events."""

    def follow(session: str, token: str) -> Stream:
        path = f"/v1/sessions/{session}/frames{query}"
        return Stream(write_get(path, "Accept: text/event-stream", *bearer(token)), REST_FRAME)

    return follow


FOLLOW = by_events(follow_document())
FOLLOW_CHANGES = by_events(follow_changes_document())
FOLLOW_CODES = by_events(follow_codes_document())
REST_FOLLOW = by_rest_events()
REST_FOLLOW_CHANGES = by_rest_events("?changes=true")
REST_FOLLOW_CODES = by_rest_events("?codes=true")
WEBSOCKET_FOLLOW = by_websocket(follow_document())
WEBSOCKET_FOLLOW_CHANGES = by_websocket(follow_changes_document())


async def follow_tables(port: int, tables: Iterable[Table], following: Following = FOLLOW) -> list[Follower]:
    """Let every seat follow tables, one after the other."""
    followers: list[Follower] = []
    for table in tables:
        followers += await follow_table(port, table, following)
    return followers


async def follow_table(port: int, table: Table, following: Following = FOLLOW) -> list[Follower]:
    """Let every seat follow a table until it is over; `table.on_frame` is called for each frame."""
    return await open_streams(port, [_follow_seat(table, token, following) for token in table.tokens])


def _follow_seat(table: Table, token: bytes, following: Following) -> Callable[[], Follower]:
    stream = following(table.id.decode(), token.decode())

    def tell_table() -> None:
        # The table may change its callback with each move.
        table.on_frame()

    return lambda: stream.open(tell_table)


def subscribe(document: str, session_id: str, token: str = "") -> bytes:
    """Return a request for the frames of a session as GraphQL server-sent events."""
    body = {"query": document, "variables": {"id": session_id}}
    return write_post("/graphql", body, "Accept: text/event-stream", *bearer(token))


def subscribe_by_websocket(document: str, session_id: str) -> bytes:
    """Return the messages after an upgrade that ask for the frames of a session."""
    payload = {"query": document, "variables": {"id": session_id}}
    messages = ({"type": "connection_init"}, {"type": "subscribe", "id": "1", "payload": payload})
    return b"".join(_write_frame(msgspec.json.encode(one)) for one in messages)


def _write_frame(payload: bytes, kind: int = TEXT) -> bytes:
    """Return a frame of WebSocket, masked with zeros."""
    short = len(payload) <= MOST_SHORT
    length = bytes([0x80 | len(payload)]) if short else b"\xfe" + len(payload).to_bytes(2)
    return bytes([kind]) + length + bytes(4) + payload

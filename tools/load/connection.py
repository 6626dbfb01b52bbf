"""A client's keep-alive connection, for one request at a time."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Self, TypeAlias

import msgspec

HOST = "127.0.0.1"
LONGEST_LINE = 1 << 24
Json: TypeAlias = Any


class Connection(AbstractAsyncContextManager["Connection"]):
    """A connection to a server of this machine, open inside its context."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(HOST, self._port, limit=LONGEST_LINE)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def get(self, path: str, token: str = "") -> Json:
        """Return the body of the response, which must be successful."""
        return msgspec.json.decode(await self.send(write_get(path, *bearer(token))))

    async def post(self, path: str, body: object, token: str = "") -> Json:
        """Post JSON for the newest version, and return the body of the response, which must be successful."""
        return msgspec.json.decode(await self.send(write_post(path, body, "If-Match: *", *bearer(token))))

    async def send(self, request: bytes) -> bytes:
        """Send a request, head and body, and return the body of the response, which must be successful."""
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        answer = await self._reader.readexactly(length)
        if not head.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"The service refuses {request.decode()}: {answer.decode()}")
        return answer

    async def read_lines(self, path: str) -> AsyncIterator[Json]:
        """Yield the objects of a stream of lines of JSON until it ends."""
        self._writer.write(write_get(path, "Accept: application/x-ndjson"))
        # Between the lines are the head, the lengths of chunks, and heartbeats.
        async for line in self._reader:
            if line.startswith(b"{"):
                yield msgspec.json.decode(line)
            if line == b"0\r\n":
                return


async def ask(port: int, path: str, body: object = None, token: str = "") -> Json:
    """Get a path, or post a body to it, over a connection of its own, and return the body of the response."""
    async with Connection(port) as connection:
        return await (connection.get(path, token) if body is None else connection.post(path, body, token))


def bearer(token: str) -> tuple[str, ...]:
    """Return the header of a token, if there is one."""
    return (f"Authorization: Bearer {token}",) if token else ()


def write_get(path: str, *headers: str) -> bytes:
    """Return a request without a body."""
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


def write_post(path: str, body: object, *headers: str) -> bytes:
    """Return a request with a body as JSON."""
    text = msgspec.json.encode(body)
    usual = ("Host: localhost", "Content-Type: application/json", f"Content-Length: {len(text)}")
    return "\r\n".join((f"POST {path} HTTP/1.1", *usual, *headers, "", "")).encode() + text


def new_key() -> str:
    """Return a random idempotency key."""
    return str(uuid.uuid4())

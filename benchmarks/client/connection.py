"""A client's keep-alive connection, for one request at a time."""

import asyncio
import uuid
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Self, TypeAlias

import msgspec

Json: TypeAlias = Any


def new_key() -> str:
    """Return a random idempotency key."""
    return str(uuid.uuid4())


class Connection(AbstractAsyncContextManager["Connection"]):
    """A connection to a server, open inside its context."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def post(self, path: str, body: object) -> Any:  # noqa: ANN401 - JSON
        """Post JSON and return the body of the response, which must be successful."""
        text = msgspec.json.encode(body)
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        return msgspec.json.decode(await self.send(f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text))

    async def send(self, request: bytes) -> bytes:
        """Send a request, head and body, and return the body of the response, which must be successful."""
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        answer = await self._reader.readexactly(length)
        if not head.startswith(b"HTTP/1.1 2"):
            raise RuntimeError(f"The service refuses {request.decode()}: {answer.decode()}")
        return answer

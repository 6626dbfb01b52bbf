"""A receiver of webhooks on this machine: it keeps what it gets, and answers as it is told."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Self

import msgspec

LARGEST_HEAD = 16_384


class Message(msgspec.Struct, frozen=True):
    """A message: the path that it came to, its headers in lower case, its body, and what that says."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """Return its `webhook-id`."""
        return self.headers["webhook-id"]

    @property
    def type(self) -> str:
        """Return the type of its notice."""
        kind: str = msgspec.json.decode(self.body)["type"]
        return kind

    @property
    def data(self) -> dict[str, Any]:
        """Return the ids of its notice."""
        data: dict[str, Any] = msgspec.json.decode(self.body)["data"]
        return data


class Answer(msgspec.Struct, frozen=True):
    """An answer: its status, and a header Retry-After, if any."""

    status: int = 204
    retry_after: str | None = None


def accept(_message: Message) -> Answer:
    """Accept every message."""
    return Answer()


class Inbox:
    """A server that keeps messages and answers each with `answer`; while `is_open` is not set, it does not answer.

    It listens at the same port of all its `addresses`.
    """

    def __init__(self, answer: Callable[[Message], Answer] = accept, addresses: Sequence[str] = ("127.0.0.1",)) -> None:
        self.answer = answer
        self.addresses = addresses
        self.messages: list[Message] = []
        self.is_open = asyncio.Event()
        self.is_open.set()
        self._calls: set[asyncio.Task[None]] = set()

    async def start(self, port: int = 0) -> None:
        """Listen, on a free port if none is given."""
        first, *others = self.addresses
        server = await asyncio.start_server(self._serve, first, port, limit=LARGEST_HEAD)
        self.port: int = server.sockets[0].getsockname()[1]
        self._servers = [server]
        if others:
            self._servers.append(await asyncio.start_server(self._serve, others, self.port, limit=LARGEST_HEAD))

    async def stop(self) -> None:
        """Close every connection, whatever has not been answered, and listen no more."""
        for server in self._servers:
            server.close()
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    def url(self, path: str = "/") -> str:
        """Return the URL of a path, at the first address."""
        return self.url_at(self.addresses[0], path)

    def url_at(self, address: str, path: str = "/") -> str:
        """Return the URL of a path at one of the addresses."""
        return f"http://{address}:{self.port}{path}"

    def types(self, path: str = "/") -> list[str]:
        """Return the types of the messages to a path, in the order of their arrival."""
        return [message.type for message in self.messages if message.path == path]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        call = asyncio.current_task()
        assert call is not None
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                while True:
                    await self._take(reader, writer)
        finally:
            writer.transport.abort()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one message and answer it."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, *fields = head.strip().split("\r\n")
        headers = {name.lower(): value for name, value in (field.split(": ", 1) for field in fields)}
        body = await reader.readexactly(int(headers["content-length"]))
        message = Message(line.split(" ")[1], headers, body)
        self.messages.append(message)
        await self.is_open.wait()
        answer = self.answer(message)
        pause = "" if answer.retry_after is None else f"Retry-After: {answer.retry_after}\r\n"
        writer.write(f"HTTP/1.1 {answer.status} Answered\r\n{pause}Content-Length: 0\r\n\r\n".encode())
        await writer.drain()

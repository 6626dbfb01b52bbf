"""A small HTTP server that sends exactly the bytes that a test wants, and cuts where it wants."""

import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from http import HTTPStatus
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any, NamedTuple

import msgspec

from tools.redis.proxy import AT_ONCE


class End(Enum):
    """In place of bytes: another end than that the connection is closed."""

    HOLD = "keep the connection until the client gives it up"
    RESET = "reset the connection, as a host does that has lost it"


class Heard(NamedTuple):
    """A request as the server heard it; names of headers are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    content: bytes

    @property
    def body(self) -> Any:  # noqa: ANN401  what the kit sent
        """Return the body as JSON; None if there is none."""
        return msgspec.json.decode(self.content) if self.content else None


# The bytes of a response, head included; the connection is closed after the last of them.
Respond = Callable[[Heard], Iterator[bytes | End]]


@contextmanager
def serving(respond: Respond) -> Iterator[str]:
    """Serve on a free port, each request on a connection of its own, and yield the address."""
    with _Server(respond) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
            server.hang_up()


def response(status: int, body: object = None, headers: Mapping[str, str] | None = None) -> bytes:
    """Return the bytes of a whole response; `body` becomes JSON."""
    content = b"" if body is None else msgspec.json.encode(body)
    fields = {"Content-Type": "application/json", "Connection": "close", **(headers or {})}
    if status not in (204, 304):
        fields["Content-Length"] = str(len(content))
    return head(status, fields) + content


def stream_head() -> bytes:
    """Return the bytes before a stream of events, which ends with the connection."""
    return head(200, {"Content-Type": "text/event-stream", "Connection": "close"})


def head(status: int, fields: Mapping[str, str]) -> bytes:
    """Return the bytes of the head of a response."""
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *(f"{name}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode()


class _Server(ThreadingTCPServer):
    daemon_threads = False
    request_queue_size = 128

    def __init__(self, respond: Respond) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.respond = respond
        self.open: set[socket.socket] = set()

    def hang_up(self) -> None:
        """Let nobody wait any longer."""
        for connection in list(self.open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore connections that the other side has cut."""


class _Handler(StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        self.server.open.add(self.connection)
        try:
            with suppress(OSError):
                if (heard := self._hear()) is not None:
                    self._answer(heard)
        finally:
            self.server.open.discard(self.connection)

    def _hear(self) -> Heard | None:
        method, _, rest = self.rfile.readline().decode().partition(" ")
        if not rest:
            return None
        headers: dict[str, str] = {}
        while line := self.rfile.readline().decode().strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        content = self.rfile.read(int(headers.get("content-length", "0")))
        return Heard(method, rest.split(" ")[0], headers, content)

    def _answer(self, heard: Heard) -> None:
        for piece in self.server.respond(heard):
            if piece is End.HOLD:
                self.connection.recv(1)
            elif piece is End.RESET:
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                self.connection.close()
            else:
                self.wfile.write(piece)

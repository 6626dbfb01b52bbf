"""Requests byte by byte, over a plain socket."""

import socket
from contextlib import suppress
from typing import Self

import msgspec

from tests.support.graphql_client import Json
from tools.services import LocalService, Service

SECONDS = 60.0


class Answer(msgspec.Struct, frozen=True):
    """A response as it came; its header names are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Json:
        """Return the body."""
        return msgspec.json.decode(self.body)


class Raw:
    """A connection that sends raw bytes; `with` closes it. One with a small `receive_buffer` has room for little."""

    def __init__(self, service: Service | LocalService, receive_buffer: int | None = None) -> None:
        host, _, port = service.url.removeprefix("http://").partition("/")[0].partition(":")
        self.socket = socket.socket()
        self.socket.settimeout(SECONDS)
        if receive_buffer is not None:
            # Before the window is agreed upon.
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect((host, int(port)))
        self._file = self.socket.makefile("rb")

    def send(self, data: bytes) -> Self:
        """Send bytes; a service that has ended the connection does not want them any more."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self.socket.sendall(data)
        return self

    def answer(self) -> Answer:
        """Return the next response, which states its length."""
        status = int(self._file.readline().split()[1])
        headers = {}
        while line := self._file.readline().strip():
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
        return Answer(status, headers, self._file.read(int(headers.get("content-length", 0))))

    def everything(self) -> bytes:
        """Return all that the service sends until it ends the connection."""
        return self._file.read()

    def is_ended(self) -> bool:
        """Wait for the service to end the connection; tell whether it did so without sending more."""
        try:
            return self._file.read() == b""
        except ConnectionResetError:
            return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()
        self.socket.close()


def ask(service: Service | LocalService, data: bytes) -> Answer:
    """Send bytes on a connection of their own, and return the response."""
    with Raw(service) as raw:
        return raw.send(data).answer()

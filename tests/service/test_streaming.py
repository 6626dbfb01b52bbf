"""Streamed responses: slow readers, bugs, and the end of the service."""

import re
import socket
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from threading import Event

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from service.http.streams import Rhythm, Shutdown, StreamedResponse
from tools.services import LocalService, seconds_at_most

SECONDS = 20.0
PIECE = b"x" * 65_536
# More than the buffers of two sockets on one machine hold, and far less than an endless source makes in the time.
HELD_AT_MOST = 400
LONG = 1000
RHYTHM = Rhythm(heartbeat=b".", farewell=b"bye", seconds=0.05)


class Source:
    """An endless source of pieces that counts them, and records its close."""

    def __init__(self) -> None:
        self.made = 0
        self.closed = Event()

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        try:
            while True:
                self.made += 1
                yield PIECE
        finally:
            self.closed.set()


class Streams:
    """An application with a stream of each kind."""

    def __init__(self) -> None:
        self.shutdown = Shutdown()
        self.source = Source()
        routes = [
            Route("/short", self.short),
            Route("/endless", self.endless),
            Route("/long", self.long),
            Route("/broken", self.broken),
            Route("/stop", self.stop),
        ]
        self.app = Starlette(routes=routes)
        self.app.state.shutdown = self.shutdown

    def _answer(self, pieces: AsyncGenerator[bytes, None]) -> Response:
        return StreamedResponse(pieces, "text/plain", RHYTHM)

    async def short(self, _request: Request) -> Response:
        async def pieces() -> AsyncGenerator[bytes, None]:
            yield b"one,"
            yield b"two"

        return self._answer(pieces())

    async def endless(self, _request: Request) -> Response:
        return self._answer(self.source.pieces())

    async def long(self, _request: Request) -> Response:
        async def pieces() -> AsyncGenerator[bytes, None]:
            async with aclosing(self.source.pieces()) as endless:
                for number in range(LONG):
                    yield b"%04d" % number + await anext(endless)

        return self._answer(pieces())

    async def broken(self, _request: Request) -> Response:
        async def pieces() -> AsyncGenerator[bytes, None]:
            yield b"one"
            raise ValueError("a bug")

        return self._answer(pieces())

    async def stop(self, _request: Request) -> Response:
        self.shutdown.begin()
        return PlainTextResponse("")


class Served:
    """The streams, on a real socket."""

    def __init__(self, streams: Streams, service: LocalService) -> None:
        self.streams = streams
        self.root = service.root
        self.http = service.http

    def connect(self, path: str) -> socket.socket:
        """Request a path over a connection that reads nothing by itself."""
        host, port = self.root.removeprefix("http://").split(":")
        connection = socket.create_connection((host, int(port)), timeout=SECONDS)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        return connection


@pytest.fixture
def served() -> Iterator[Served]:
    streams = Streams()
    with LocalService(streams.app) as service:
        yield Served(streams, service)


def test_a_reader_that_does_not_read_holds_up_only_itself(served: Served) -> None:
    with served.connect("/endless"):
        for _ in range(100):
            assert served.http.get(f"{served.root}/short").text == "one,two"
        assert 0 < served.streams.source.made < HELD_AT_MOST
        assert not served.streams.source.closed.is_set()
    assert served.streams.source.closed.wait(SECONDS)


def test_a_reader_that_is_slow_gets_everything_in_the_end(served: Served) -> None:
    with served.connect("/long") as connection:
        for _ in range(50):
            assert served.http.get(f"{served.root}/short").text == "one,two"
        assert 0 < served.streams.source.made < HELD_AT_MOST
        received = bytearray()
        while not received.endswith(b"0\r\n\r\n"):
            received += connection.recv(1_000_000)
    assert [int(number) for number in re.findall(rb"(\d{4})x{65536}\r\n", received)] == [*range(LONG)]
    assert served.streams.source.closed.is_set()


def test_a_reader_that_does_not_read_does_not_hold_up_the_end(served: Served) -> None:
    with served.connect("/endless") as connection, seconds_at_most(SECONDS / 2):
        assert connection.recv(4096)
        assert served.http.get(f"{served.root}/stop").is_success
        assert served.streams.source.closed.wait(SECONDS)


def test_a_bug_in_a_stream_is_not_swallowed(served: Served) -> None:
    with served.connect("/broken") as connection:
        received = b""
        while part := connection.recv(4096):
            received += part
    assert b"one" in received
    assert not received.endswith(b"0\r\n\r\n")

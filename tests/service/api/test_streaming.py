"""Subscriptions over HTTP: server-sent events and multipart responses, from the first byte to the last."""

import re
import signal
import socket
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from pathlib import Path
from random import Random
from threading import Event

import httpx2
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from service.http.streams import Rhythm, Shutdown, StreamedResponse
from service.process.serve import GRACE_SECONDS
from tests.service.api.transports import count_tasks, make_app, wait_for_tasks
from tests.support.graphql_client import CREATE, Client, Json, Server
from tests.support.graphql_sessions import ONLY_THREES, create, open_table
from tests.support.graphql_stream import Stream
from tools.services import LocalService, Service, seconds_at_most

SSE = "text/event-stream"
MULTIPART = 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"'
JSONS = "application/graphql-response+json, application/graphql+json, application/json"
URQL = f"{JSONS}, text/event-stream, multipart/mixed"
APOLLO = f"multipart/mixed;boundary=graphql;subscriptionSpec=1.0,{JSONS};q=0.9"
WATCH = """
subscription ($id: ID!, $after: String) {
  sessionUpdates(sessionId: $id, after: $after) { version cursor session { status viewerSeat } }
}
"""
EVENT = re.compile(rb"event: next\ndata: (.*)\n")
PART = re.compile(rb"\r\nContent-Type: application/json\r\n\r\n(.*)", re.DOTALL)


def body(document: str, **variables: object) -> bytes:
    return msgspec.json.encode({"query": document, "variables": variables})


@contextmanager
def watching(server: Server, accept: str, id: str, after: str | None = None) -> Iterator[httpx2.Response]:  # noqa: A002
    """Open a stream of a session."""
    headers = {"Accept": accept, "Content-Type": "application/json"}
    sent = body(WATCH, id=id, after=after)
    with server.http.stream("POST", server.url, content=sent, headers=headers) as answer:
        assert answer.status_code == 200
        yield answer


def read_events(data: bytes) -> list[Json]:
    """Return the results of a whole stream of events; it must be complete."""
    *blocks, completion, nothing = data.split(b"\n\n")
    assert (completion, nothing) == (b"event: complete\ndata:", b"")
    found = [EVENT.fullmatch(block + b"\n") for block in blocks if block != b":"]
    return [msgspec.json.decode(match[1]) for match in found if match is not None]


def read_parts(data: bytes) -> list[Json]:
    """Return the results of a whole multipart response; it must be complete."""
    before, *parts, completion = data.split(b"\r\n--graphql")
    assert (before, completion) == (b"", b"--\r\n")
    found = [PART.fullmatch(part) for part in parts]
    contents = [msgspec.json.decode(match[1]) for match in found if match is not None]
    assert len(contents) == len(parts)
    return [content["payload"] for content in contents if content]


READERS = {SSE: read_events, MULTIPART: read_parts}


def read_to(chunks: Iterator[bytes], mark: bytes) -> bytes:
    """Read on until a mark has come."""
    data = b""
    while mark not in data:
        data += next(chunks)
    return data


def versions(results: list[Json]) -> list[int]:
    return [result["data"]["sessionUpdates"]["version"] for result in results]


# ---- the format


@pytest.mark.parametrize("accept", READERS)
def test_a_stream_has_every_version_and_is_complete(service: Service, accept: str) -> None:
    table = open_table(service, "zlam", 2, ONLY_THREES)
    with watching(service, accept, table.id) as answer:
        chunks = answer.iter_raw()
        data = read_to(chunks, b"sessionUpdates")
        end = table.play_to_the_end(Random(1))["version"]
        data += b"".join(chunks)
    assert versions(READERS[accept](data)) == list(range(3, end + 1))
    with watching(service, accept, table.id, after="4") as answer:
        assert versions(READERS[accept](answer.read())) == list(range(5, end + 1))


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        (SSE, "text/event-stream"),
        (f"{SSE}, {MULTIPART}", "text/event-stream"),
        (URQL, "text/event-stream"),
        ("application/json, Text/Event-Stream", "text/event-stream"),
        (MULTIPART, "multipart/mixed"),
        (APOLLO, "multipart/mixed"),
        (f"{SSE};q=0, {MULTIPART}", "multipart/mixed"),
    ],
)
def test_a_subscription_is_streamed_as_the_client_accepts(one_service: Service, accept: str, media_type: str) -> None:
    with watching(one_service, accept, create(one_service, "zlam", 2)) as answer:
        assert answer.headers["content-type"].partition(";")[0] == media_type
        assert answer.headers["cache-control"] == "no-store, no-transform"
        assert "content-length" not in answer.headers


@pytest.mark.parametrize("accept", READERS)
def test_a_client_that_accepts_only_streams_gets_its_answers_as_streams(one_service: Service, accept: str) -> None:
    client = Client(one_service)
    answer = client.post(body('{ game(id: "zlam") { id } }'), Accept=accept)
    assert answer.status_code == 200
    assert READERS[accept](answer.content) == [{"data": {"game": {"id": "zlam"}}}]
    made = client.post(body(CREATE, input={"game": "zlam", "seats": 2}), Accept=accept)
    (result,) = READERS[accept](made.content)
    assert result["data"]["createSession"]["__typename"] == "SessionCreated"
    wrong = client.post(body("{ price }"), Accept=accept)
    (result,) = READERS[accept](wrong.content)
    assert result["errors"][0]["extensions"]["code"] == "BAD_REQUEST"
    assert "data" not in result


@pytest.mark.parametrize("accept", READERS)
@pytest.mark.parametrize(
    ("document", "code"),
    [
        ('subscription { sessionUpdates(sessionId: "nowhere") { version } }', "NOT_FOUND"),
        ('subscription { sessionUpdates(sessionId: "x", after: "y") { version } }', "INVALID_INPUT"),
        ('subscription { sessionUpdates(sessionId: "x") { price } }', "BAD_REQUEST"),
        ("subscription { sessionUpdates { version } }", "BAD_REQUEST"),
    ],
)
def test_an_impossible_subscription_tells_why(one_service: Service, accept: str, document: str, code: str) -> None:
    answer = Client(one_service).post(body(document), Accept=accept)
    (result,) = READERS[accept](answer.content)
    assert {error["extensions"]["code"] for error in result["errors"]} == {code}


def test_a_browser_may_watch_by_get_but_change_nothing(one_service: Service) -> None:
    table = open_table(one_service, "zlam", 2, ONLY_THREES)
    end = table.play_to_the_end(Random(2))["version"]

    def get(document: str, **variables: object) -> httpx2.Response:
        params = {"query": document, "variables": msgspec.json.encode(variables).decode()}
        return one_service.http.get(one_service.url, params=params, headers={"Accept": SSE})

    assert versions(read_events(get(WATCH, id=table.id).content)) == [end]
    refused = get(CREATE, input={"game": "zlam", "seats": 2})
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
    assert refused.headers["content-type"] == "application/json"


@pytest.mark.parametrize("accept", READERS)
def test_a_request_that_is_none_is_refused_in_json(one_service: Service, accept: str) -> None:
    for sent, headers, status in (
        (b"[]", {}, 400),
        (b"{}", {"Content_Type": "text/plain"}, 415),
        (body(WATCH, id="x"), {"Authorization": "Basic x"}, 401),
    ):
        refused = Client(one_service).post(sent, Accept=accept, **headers)
        assert (refused.status_code, refused.headers["content-type"]) == (status, "application/json")
        assert refused.json()["errors"][0]["extensions"]["code"]


# ---- silence, and ends


@pytest.mark.parametrize(("accept", "beat"), [(SSE, b":\n\n"), (MULTIPART, b"{}\r\n--graphql")])
def test_a_silent_stream_has_heartbeats(tmp_path: Path, accept: str, beat: bytes) -> None:
    with LocalService(make_app(tmp_path, heartbeat=0.02)) as service:
        table = open_table(service, "zlam", 2, ONLY_THREES)
        with watching(service, accept, table.id) as answer:
            chunks = answer.iter_raw()
            data = read_to(chunks, b"sessionUpdates")
            for _ in range(3):
                data += read_to(chunks, beat)
            end = table.play_to_the_end(Random(3))["version"]
            data += b"".join(chunks)
        assert versions(READERS[accept](data)) == list(range(3, end + 1))


@pytest.mark.parametrize("accept", READERS)
def test_nothing_is_left_of_a_client_that_left(tmp_path: Path, accept: str, caplog: pytest.LogCaptureFixture) -> None:
    with LocalService(make_app(tmp_path)) as service:
        session_id = create(service, "zlam", 2)
        before = count_tasks(service)
        for _ in range(5):
            with watching(service, accept, session_id) as answer:
                chunks = answer.iter_raw()
                read_to(chunks, b"sessionUpdates")
                assert count_tasks(service) > before
        wait_for_tasks(service, before)
        with Stream(service) as stream:
            stream.subscribe(session_id).frame()
            assert count_tasks(service) > before
        wait_for_tasks(service, before)
    assert caplog.records == []


def test_a_service_that_stops_ends_its_streams_at_once_and_incomplete(tmp_path: Path) -> None:
    with ExitStack() as stack:
        service = stack.enter_context(Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path))
        session_id = create(service, "zlam", 2)
        streams = [stack.enter_context(watching(service, accept, session_id)).iter_raw() for accept in READERS]
        for chunks in streams:
            read_to(chunks, b"sessionUpdates")
        # Sooner than all connections are cut. The end of the process takes longer: it writes what it has covered.
        with seconds_at_most(GRACE_SECONDS):
            service.send(signal.SIGTERM)
            events, parts = (b"".join(chunks) for chunks in streams)
        assert service.wait() in (0, -15)
    assert b"complete" not in events
    assert not parts.endswith(b"--graphql--\r\n")
    assert "[error" not in service.log
    assert "Traceback" not in service.log


# ---- an application with streams of its own


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

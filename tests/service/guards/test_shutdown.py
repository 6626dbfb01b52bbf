"""Graceful shutdown: a process logs it, finishes its requests, ends streams with a message, and exits with 0."""

import signal
import socket
from contextlib import ExitStack, suppress

import msgspec

from service.http.streams import Shutdown
from tests.service.guards.conftest import Start
from tests.support.graphql_sessions import create
from tests.support.graphql_stream import SECONDS, Stream, closed_with
from tests.support.raw_http import Raw
from tools.redis.server import wait_until
from tools.services import Service, seconds_at_most

BODY = msgspec.json.encode({"query": "{ __typename }"})


class SlowRequest:
    """A request whose body is sent only when `finish` is called; the service has begun with it before."""

    def __init__(self, service: Service) -> None:
        host, port = service.address.split(":")
        self._socket = socket.create_connection((host, int(port)), timeout=SECONDS)
        head = f"POST /graphql HTTP/1.1\r\nHost: {service.address}\r\nContent-Type: application/json\r\n"
        self._socket.sendall(f"{head}Content-Length: {len(BODY)}\r\nExpect: 100-continue\r\n\r\n".encode())
        assert self._socket.recv(4096).startswith(b"HTTP/1.1 100")

    def finish(self) -> bytes:
        """Send the body and return the whole response."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self._socket.sendall(BODY)
        answer = b""
        while part := self._socket.recv(4096):
            answer += part
        self.close()
        return answer

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()


def test_an_open_request_is_answered_and_streams_are_told_before_the_process_ends(start: Start) -> None:
    service = start()
    session_id = create(service, "zeven", 2)
    slow = SlowRequest(service)
    with Stream(service) as stream, seconds_at_most(30):
        stream.subscribe(session_id).frame()
        service.send(signal.SIGTERM)
        assert closed_with(stream.socket) == 1012
        answer = slow.finish()
        assert service.wait() == 0
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert answer.endswith(b'{"data":{"__typename":"Query"}}')
    assert "Traceback" not in service.log
    assert "Finished server process" in service.log


def test_a_request_that_never_ends_does_not_hold_up_the_end(start: Start) -> None:
    service = start()
    slow = SlowRequest(service)
    with seconds_at_most(30):
        assert service.terminate() == 0
    answer = slow.finish()
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b'"extensions":{"code":"SHUTTING_DOWN"}' in answer
    assert "Traceback" not in service.log


def test_clients_that_do_not_read_do_not_hold_up_the_end_and_leave_no_tracebacks(start: Start) -> None:
    service = start()
    session_id = create(service, "zeven", 2)
    page = b"GET /graphql/static/graphiql.min.js HTTP/1.1\r\nHost: a\r\n\r\n"
    frames = f"GET /v1/sessions/{session_id}/frames HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n".encode()
    with ExitStack() as stack, seconds_at_most(30):
        for _ in range(20):
            raw = stack.enter_context(Raw(service))
            raw.send(8 * page + frames)
            assert raw.socket.recv(1) == b"H"
        assert service.terminate() == 0
    assert "Traceback" not in service.log
    assert "[error" not in service.log


def test_a_process_that_ends_at_once_leaves_no_tracebacks_either(start: Start) -> None:
    service = start()
    slow = SlowRequest(service)
    session_id = create(service, "zeven", 2)
    with Stream(service) as stream, seconds_at_most(30):
        stream.subscribe(session_id).frame()
        service.send(signal.SIGINT)
        wait_until(lambda: "Waiting for connections" in service.log)
        service.send(signal.SIGINT)
        assert service.wait() == 0
    slow.close()
    assert "Traceback" not in service.log
    assert "[error" not in service.log


def test_before_the_end_the_process_serves_on_but_wants_no_more_traffic(start: Start) -> None:
    service = start(drain_seconds="300")
    session_id = create(service, "zeven", 2)
    with Stream(service) as stream:
        stream.subscribe(session_id).frame()
        service.send(signal.SIGTERM)
        ready = f"{service.root}/readyz"
        assert any(service.http.get(ready).status_code == 503 for _ in range(10_000))
        assert service.http.get(ready).json() == {"status": "the process is about to end"}
        assert service.http.get(f"{service.root}/livez").status_code == 200
        assert service.http.post(service.url, json={"query": "{ __typename }"}).status_code == 200
        stream.ask("{ __typename }")
        assert stream.receive()["type"] == "next"
        with seconds_at_most(30):
            service.send(signal.SIGINT)
            assert service.wait() == 0


def test_an_idle_process_ends_at_once_and_well(start: Start) -> None:
    service = start()
    assert service.http.get(f"{service.root}/livez").status_code == 200
    with seconds_at_most(30):
        service.send(signal.SIGINT)
        assert service.wait() == 0
    # The connection of the request above is idle, so it is closed.
    assert "Waiting for connections" not in service.log


def test_streams_are_told_of_the_end_when_it_begins_and_those_that_come_later_at_once() -> None:
    shutdown = Shutdown()
    called = list[str]()

    def tell() -> None:
        called.append("early")

    def leave() -> None:
        called.append("gone")

    shutdown.add_callback(tell)
    shutdown.add_callback(leave)
    shutdown.remove_callback(leave)
    shutdown.announce()
    assert (shutdown.is_near, called) == (True, [])
    shutdown.begin()
    shutdown.add_callback(lambda: called.append("late"))
    assert called == ["early", "late"]

"""The limits of a connection: bounds on heads, deadlines, numbers of connections."""

import resource
import select
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from socket import socket as Socket  # noqa: N812

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from websockets.exceptions import InvalidStatus

from service.app import create_app
from service.process.connection_limits import ConnectionLimits
from service.settings import load_settings
from tests.service.guards.conftest import SOON, Start
from tests.service.guards.logs_and_metrics import metric
from tests.support.graphql_sessions import create
from tests.support.graphql_stream import Stream, open_socket
from tests.support.raw_http import Raw, ask
from tests.support.rest_client import Table
from tools.redis.server import wait_until
from tools.services import CROUPIER, LocalService, Service, seconds_at_most

HEAD = b"GET /livez HTTP/1.1\r\nHost: a\r\n"
GRAPHQL = b"POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
QUERY = b'{"query": "{ __typename }"}'
POST = GRAPHQL + b"Content-Length: %d\r\n\r\n" % len(QUERY) + QUERY
CHUNKED = GRAPHQL + b"Transfer-Encoding: chunked\r\n\r\n"
KIB = 1024

# So short that a test need not wait, and long enough for a request that is sent at once.
HASTY = ConnectionLimits(
    head_seconds=0.5, body_seconds=0.5, unread_seconds=0.5, crowded_seconds=0.5, linger_seconds=0.2
)

Serve = Callable[..., LocalService]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Serve with limits of the test's own."""
    with ExitStack() as stack:

        def served(limits: ConnectionLimits = HASTY, most: int = 1000, **settings: str) -> LocalService:
            named = {f"CROUPIER_{name.upper()}": value for name, value in settings.items()}
            app = create_app(load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'croupier.db'}", **named}))
            return stack.enter_context(LocalService(app, limits, most))

        yield served


# ---- heads


@pytest.mark.parametrize(
    ("request_head", "status", "code"),
    [
        (HEAD + b"X: " + b"a" * 65 * KIB + b"\r\n\r\n", 431, "HEAD_TOO_LARGE"),
        (HEAD + b"".join(b"X-%d: 1\r\n" % number for number in range(100)) + b"\r\n", 431, "HEAD_TOO_LARGE"),
        (HEAD + b"X: " + b"a" * 400 * KIB, 431, "HEAD_TOO_LARGE"),
        (HEAD + b"a" * 400 * KIB, 431, "HEAD_TOO_LARGE"),
        (HEAD + b"a:\r\n" * 100 * KIB, 431, "HEAD_TOO_LARGE"),
        (b"GET /" + b"a" * 65 * KIB + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414, "URI_TOO_LONG"),
        (b"GET /" + b"a" * 400 * KIB, 414, "URI_TOO_LONG"),
        (HEAD + b"No colon\r\n\r\n", 400, "BAD_REQUEST"),
        (b"\x16\x03\x01\x02\x00\x01", 400, "BAD_REQUEST"),
    ],
)
def test_a_head_beyond_a_bound_ends_the_connection(plain: Service, request_head: bytes, status: int, code: str) -> None:
    before = metric(plain, "croupier_refusals_total", code=code)
    with Raw(plain) as raw:
        answer = raw.send(request_head).answer()
        assert (answer.status, answer.json()["code"], answer.json()["status"]) == (status, code, status)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["connection"] == "close"
        assert {"x-request-id", "traceresponse", "x-content-type-options", "date"} <= answer.headers.keys()
        assert raw.is_ended()
    assert metric(plain, "croupier_refusals_total", code=code) == before + 1


def test_a_head_in_two_parts_that_are_each_within_the_bound_is_refused(plain: Service) -> None:
    with Raw(plain) as raw:
        raw.send(HEAD + b"X: " + b"a" * 40 * KIB)
        # The other connection's response comes when the first part has been read.
        assert ask(plain, HEAD + b"\r\n").status == 200
        assert raw.send(b"a" * 40 * KIB + b"\r\n\r\n").answer().status == 431


def test_a_head_within_the_bounds_is_taken_also_in_many_parts(plain: Service) -> None:
    with Raw(plain) as raw:
        fields = b"".join(b"X-%d: %s\r\n" % (number, b"a" * 600) for number in range(99))
        for _ in range(2):
            head = HEAD + fields + b"\r\n"
            for start in range(0, len(head), 7 * KIB):
                raw.send(head[start : start + 7 * KIB])
            assert raw.answer().status == 200


def test_under_graphql_a_refusal_has_the_shape_of_graphql(plain: Service) -> None:
    answer = ask(plain, GRAPHQL + b"X: " + b"a" * 65 * KIB + b"\r\n\r\n")
    assert answer.status == 431
    assert answer.json()["errors"][0]["extensions"] == {"code": "HEAD_TOO_LARGE"}


def test_a_page_may_read_a_refusal(plain: Service) -> None:
    answer = ask(plain, HEAD + b"Origin: https://front.end\r\nX: " + b"a" * 65 * KIB + b"\r\n\r\n")
    assert answer.headers["access-control-allow-origin"] == "*"


def test_the_head_of_a_websocket_is_bounded_too(plain: Service) -> None:
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    head = b"GET /graphql HTTP/1.1\r\nHost: a\r\n" + upgrade
    answer = ask(plain, head + b"X: " + b"a" * 65 * KIB + b"\r\n\r\n")
    assert (answer.status, answer.json()["errors"][0]["extensions"]["code"]) == (431, "HEAD_TOO_LARGE")


def test_a_client_that_sends_headers_without_end_holds_up_nobody(plain: Service) -> None:
    with Raw(plain) as raw, seconds_at_most(SOON):
        raw.send(HEAD + b"X: ")
        for _ in range(32):
            raw.send(b"a" * KIB * KIB)
        assert ask(plain, HEAD + b"\r\n").status == 200


@pytest.mark.parametrize(
    "body", [b"5;" + b"a" * 400 * KIB, b"0\r\nX: " + b"a" * 400 * KIB], ids=["extension", "trailer"]
)
def test_the_framing_of_a_chunked_body_is_bounded(plain: Service, body: bytes) -> None:
    with Raw(plain) as raw:
        answer = raw.send(CHUNKED + body + b"a" * 400 * KIB).answer()
        assert (answer.status, answer.json()["errors"][0]["extensions"]["code"]) == (431, "HEAD_TOO_LARGE")
        assert raw.is_ended()


def test_a_body_has_a_bounded_number_of_chunks(plain: Service) -> None:
    with Raw(plain) as raw:
        answer = raw.send(CHUNKED + b"1\r\na\r\n" * 20_000).answer()
        assert (answer.status, answer.json()["errors"][0]["extensions"]["code"]) == (400, "BAD_REQUEST")
        assert raw.is_ended()


def test_fields_of_a_trailer_are_no_headers(plain: Service) -> None:
    with Raw(plain) as raw:
        raw.send(CHUNKED + b"%x\r\n%s\r\n0\r\nAuthorization: nonsense\r\n\r\n" % (len(QUERY), QUERY))
        assert raw.answer().json() == {"data": {"__typename": "Query"}}


# ---- hosts


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        (b"Host: localhost:8000", 200),
        (b"Host: [::1]:80", 200),
        (b"Host: a_b.example", 200),
        (b"Host:", 200),
        (b"X: 1", 400),
        (b"Host: a\r\nHost: a", 400),
        (b"Host: a b", 400),
        (b"Host: a/b", 400),
        (b"Host: user@a", 400),
        (b"Host: a:port", 400),
        (b"Host: <a>", 400),
    ],
)
def test_a_request_names_one_host(plain: Service, fields: bytes, status: int) -> None:
    answer = ask(plain, b"GET /livez HTTP/1.1\r\n" + fields + b"\r\n\r\n")
    assert answer.status == status
    if status == 400:
        assert (answer.json()["code"], answer.json()["path"]) == ("BAD_REQUEST", ["Host"])


@pytest.mark.parametrize(("fields", "status"), [(b"X: 1", 200), (b"Host: a\r\nHost: b", 400)])
def test_clients_of_http_1_0_need_no_host(plain: Service, fields: bytes, status: int) -> None:
    assert ask(plain, b"GET /livez HTTP/1.0\r\n" + fields + b"\r\n\r\n").status == status


def test_a_stream_to_a_client_of_http_1_0_has_no_chunks(plain: Service) -> None:
    table = Table(plain).fill()
    frames = f"{table.path}/frames?after=1"
    with Raw(plain) as raw:
        head = raw.send(f"GET {frames} HTTP/1.0\r\n\r\n".encode()).answer()
        # The last frame comes while the stream waits.
        table.host.done(f"{table.path}/abandon", {})
        received = raw.everything()
    assert (head.status, head.headers["connection"]) == (200, "close")
    assert "transfer-encoding" not in head.headers
    assert received == plain.http.get(f"{plain.root}{frames}").content


def test_a_websocket_names_one_host_too(plain: Service) -> None:
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    head = b"GET /graphql HTTP/1.1\r\n" + upgrade + key
    assert ask(plain, head + b"\r\n").status == 400
    assert ask(plain, head + b"Host: a\r\n\r\n").status == 101


# ---- pipelined requests


def test_a_refusal_comes_after_the_answers_that_are_due(plain: Service) -> None:
    with Raw(plain) as raw:
        raw.send(POST + POST + b"GET /livez HTTP/1.1\r\n\r\n")
        assert [raw.answer().status for _ in range(3)] == [200, 200, 400]
        assert raw.is_ended()


def test_a_body_that_is_refused_leaves_the_request_before_it_its_answer(plain: Service) -> None:
    chunked = b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    with Raw(plain) as raw:
        raw.send(HEAD + b"\r\n" + chunked + b"1\r\n \r\nno size\r\n")
        assert [raw.answer().status for _ in range(2)] == [200, 400]
        assert raw.is_ended()


def test_so_many_requests_may_wait_on_a_connection(plain: Service) -> None:
    with Raw(plain) as raw:
        raw.send((HEAD + b"\r\n") * 3000)
        statuses: list[int] = []
        while not statuses or statuses[-1] == 200:
            statuses.append(raw.answer().status)
    assert len(statuses) > ConnectionLimits().pipelined
    assert statuses[-1] == 400


def test_a_stream_ends_with_its_connection_also_when_another_request_waits_behind_it(plain: Service) -> None:
    session_id = create(plain, "zeven", 2)
    with Raw(plain) as raw:
        raw.send(f"GET /v1/sessions/{session_id}/frames HTTP/1.1\r\nHost: a\r\n\r\n".encode() + POST)
        assert raw.answer().status == 200
        wait_until(lambda: metric(plain, "croupier_stream_followers") == 1)
    wait_until(lambda: metric(plain, "croupier_stream_followers") == 0)


# ---- deadlines


@pytest.mark.parametrize("sent", [HEAD, HEAD + b"X: 1\r\n", b"GET /livez", b"\r\n\r\nG"])
def test_a_head_that_is_not_whole_in_time_is_answered_with_408(serve: Serve, sent: bytes) -> None:
    with Raw(serve()) as raw, seconds_at_most(SOON):
        answer = raw.send(sent).answer()
        assert (answer.status, answer.json()["code"]) == (408, "REQUEST_TIMEOUT")
        assert raw.is_ended()


@pytest.mark.parametrize("sent", [b"", b"\r\n"])
def test_a_silent_connection_ends_without_a_word(serve: Serve, sent: bytes) -> None:
    with Raw(serve()) as raw, seconds_at_most(SOON):
        raw.send(sent)
        assert raw.is_ended()


@pytest.mark.parametrize("again", [b"a", b"\r\n"])
def test_a_byte_now_and_then_gains_no_time(serve: Serve, again: bytes) -> None:
    with Raw(serve()) as raw, seconds_at_most(SOON):
        raw.socket.settimeout(0.05)
        raw.send(HEAD + b"X: " if again == b"a" else b"")
        answer = b""
        while not answer:
            try:
                raw.send(again)
                answer = raw.socket.recv(4096) or b"the end"
            except TimeoutError:
                continue
    assert answer.startswith(b"HTTP/1.1 408" if again == b"a" else b"the end")


def test_a_second_request_has_a_deadline_of_its_own(serve: Serve) -> None:
    with Raw(serve()) as raw, seconds_at_most(SOON):
        assert raw.send(HEAD + b"\r\n").answer().status == 200
        assert raw.send(HEAD).answer().status == 408


@pytest.mark.parametrize("path", [b"/graphql", b"/v1/sessions"])
def test_a_late_body_is_answered_with_408(serve: Serve, path: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    with Raw(serve()) as raw, seconds_at_most(SOON):
        answer = raw.send(POST.replace(b"/graphql", path)[:-1]).answer()
        assert answer.status == 408
        assert b"REQUEST_TIMEOUT" in answer.body
        assert raw.is_ended()
    # The application never sees the request, or treats its client as gone: that is no server error.
    logged: list[str] = []

    def is_logged() -> bool:
        logged.append(capsys.readouterr().out)
        return "status=408" in "".join(logged)

    wait_until(is_logged)
    assert "status=500" not in "".join(logged)


def test_a_body_that_is_refused_unread_need_not_be_sent_for_ever(serve: Serve) -> None:
    with Raw(serve()) as raw, seconds_at_most(SOON):
        assert raw.send(b"GET /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n").answer().status == 200
        assert raw.is_ended()


def test_a_request_that_waits_in_line_has_a_deadline_for_its_body(serve: Serve) -> None:
    service = serve()
    with Raw(service) as raw, seconds_at_most(SOON):
        raw.send(POST + POST[:-1])
        assert [raw.answer().status for _ in range(2)] == [200, 408]


def read_to_the_end(connection: Socket) -> None:
    while connection.recv(4096):
        pass


def test_a_stream_has_no_deadline(serve: Serve) -> None:
    service = serve()
    made = service.http.post(service.url.replace("graphql", "v1/sessions"), json={"game": "zeven", "seats": 2}).json()
    path = f"/v1/sessions/{made['session']['id']}/frames"
    with Raw(service) as raw, Raw(service) as other:
        raw.send(f"GET {path} HTTP/1.1\r\nHost: a\r\nAccept: application/x-ndjson\r\n\r\n".encode())
        assert raw.answer().status == 200
        # By now its deadline, if it had one, would have passed: it began before this one's.
        assert other.send(HEAD).answer().status == 408
        raw.socket.settimeout(0.1)
        with pytest.raises(TimeoutError):
            read_to_the_end(raw.socket)


async def answer_at_length(_request: Request) -> Response:
    return Response(b"a" * 50_000 * KIB)


@pytest.mark.parametrize("fields", [b"", b"Connection: close\r\n"])
def test_an_answer_that_nobody_reads_ends_the_connection(fields: bytes) -> None:
    app = Starlette(routes=[Route("/graphql", answer_at_length)])
    with LocalService(app, HASTY) as service, Raw(service) as raw, seconds_at_most(30):
        raw.send(b"GET /graphql HTTP/1.1\r\nHost: a\r\n" + fields + b"\r\n")
        assert raw.socket.recv(1) == b"H"
        wait_until(lambda: service.connections == 0)


def test_a_connection_ends_when_it_has_been_idle_for_some_time_since_its_last_answer() -> None:
    async def answer(_request: Request) -> Response:
        return Response(b"here")

    idle_seconds = 2.0
    answered_at = 0.0
    asked = b"GET /graphql HTTP/1.1\r\nHost: a\r\n\r\n"
    app = Starlette(routes=[Route("/graphql", answer)])
    with LocalService(app, idle_seconds=idle_seconds) as service, Raw(service) as raw, seconds_at_most(30):
        end = time.monotonic() + 1.5 * idle_seconds
        while time.monotonic() < end:
            assert raw.send(asked).answer().status == 200
            answered_at = time.monotonic()
            # It is idle for a part of the time, and is not ended.
            assert not select.select([raw.socket], [], [], idle_seconds / 4)[0]
        assert raw.is_ended()
        # The clock of the server's loop is a little coarse.
        assert time.monotonic() - answered_at > 0.9 * idle_seconds
        wait_until(lambda: service.connections == 0)


# ---- numbers


def test_beyond_the_bound_a_connection_is_told_and_ends(serve: Serve) -> None:
    service = serve(ConnectionLimits(crowded_seconds=2.0, linger_seconds=0.2), most=2)
    with ExitStack() as stack:
        held = [stack.enter_context(Raw(service)).send(POST) for _ in range(2)]
        assert [raw.answer().status for raw in held] == [200, 200]
        with Raw(service) as raw:
            answer = raw.send(b"GET /v1/games HTTP/1.1\r\nHost: a\r\n\r\n").answer()
            assert (answer.status, answer.json()["code"]) == (503, "TOO_MANY_CONNECTIONS")
            assert (answer.headers["retry-after"], answer.headers["connection"]) == ("1", "close")
            assert raw.is_ended()
        with Raw(service) as raw:
            assert raw.send(HEAD + b"\r\n").answer().status == 200
            assert raw.is_ended()
        with Raw(service) as raw:
            assert raw.send(b"GET").answer().status == 503
        assert held[0].send(POST).answer().status == 200
    wait_until(lambda: service.connections == 0)
    assert ask(service, POST).status == 200


ACCEPT_STREAM = {"Accept": "text/event-stream"}


def test_a_caller_has_a_bounded_number_of_streams_and_websockets(start: Start) -> None:
    service = start(streams_per_caller="2")
    session_id = create(service, "zeven", 2)
    frames = f"{service.root}/v1/sessions/{session_id}/frames"
    followed = {"query": f'subscription {{ sessionUpdates(sessionId: "{session_id}") {{ version }} }}'}
    with service.http.stream("GET", frames, headers=ACCEPT_STREAM) as first, Stream(service):
        assert first.status_code == 200
        refused = service.http.get(frames, headers=ACCEPT_STREAM)
        assert (refused.status_code, refused.json()["code"]) == (429, "TOO_MANY_STREAMS")
        assert refused.headers["retry-after"] == "10"
        refused = service.http.post(service.url, json=followed, headers=ACCEPT_STREAM)
        assert (refused.status_code, refused.json()["errors"][0]["extensions"]["code"]) == (429, "TOO_MANY_STREAMS")
        with pytest.raises(InvalidStatus) as closed:
            open_socket(service)
        assert closed.value.response.status_code == 429
        # Responses other than streams are sent as usual.
        assert service.http.post(service.url, json={"query": "{ __typename }"}).status_code == 200
        assert metric(service, "croupier_refusals_total", code="TOO_MANY_STREAMS") == 3
    wait_until(lambda: metric(service, "croupier_websockets_open") == 0)
    wait_until(lambda: metric(service, "croupier_stream_followers") == 0)
    with service.http.stream("GET", frames, headers=ACCEPT_STREAM) as again, Stream(service):
        assert again.status_code == 200
    assert "Traceback" not in service.log


def test_each_app_has_streams_of_its_own(start: Start) -> None:
    keys = ",".join(f"{name}={sha256(name.encode()).hexdigest()}" for name in ("web", "bots"))
    service = start(streams_per_caller="1", app_keys=keys)
    service.http.headers["Croupier-App-Key"] = "web"
    frames = f"{service.root}/v1/sessions/{create(service, 'zeven', 2)}/frames"
    with service.http.stream("GET", frames, headers=ACCEPT_STREAM):
        assert service.http.get(frames, headers=ACCEPT_STREAM).status_code == 429
        bots = {**ACCEPT_STREAM, "Croupier-App-Key": "bots"}
        with service.http.stream("GET", frames, headers=bots) as other:
            assert other.status_code == 200


FEW_DESCRIPTORS = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (128, 256)); {CROUPIER}"


def test_a_service_says_so_before_its_descriptors_run_out(start: Start) -> None:
    service = start(program=FEW_DESCRIPTORS)
    assert metric(service, "croupier_connections_limit") == 256 - 64
    with ExitStack() as stack:
        crowd = [stack.enter_context(Raw(service)).send(b"GET") for _ in range(300)]
        # The first one beyond the limit makes room for the last.
        assert crowd[192].is_ended()
        assert ask(service, HEAD + b"\r\n").status == 200
        assert metric(service, "process_open_fds") < 256
        assert metric(service, "croupier_connections_open") >= 0
        assert "too many connections: new ones are refused" in service.log
    assert metric(service, "croupier_descriptors_exhausted_total") == 0


def test_a_process_without_descriptors_says_so(start: Start) -> None:
    service = start(log="json")
    _, hard = resource.prlimit(service.process_id, resource.RLIMIT_NOFILE)
    resource.prlimit(service.process_id, resource.RLIMIT_NOFILE, (3, hard))
    wait_until(lambda: "no file descriptor is free" in service.log)
    resource.prlimit(service.process_id, resource.RLIMIT_NOFILE, (hard, hard))
    assert metric(service, "croupier_descriptors_exhausted_total") >= 1

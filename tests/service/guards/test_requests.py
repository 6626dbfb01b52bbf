"""The ids that identify a request, and its one line in the log."""

import asyncio
import gc
import re
import weakref

import pytest
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

from service.http.call import Call
from service.middleware.requests import RequestMiddleware, identify
from service.observability.logs import REQUEST_FACTS
from tests.service.guards.conftest import Start
from tests.service.guards.logs_and_metrics import log_lines, request_lines
from tests.support.graphql_stream import Stream
from tools.services import Service

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
SPAN = "00f067aa0ba902b7"
QUERY = {"query": "{ __typename }"}


def test_a_request_is_one_line_with_its_ids(plain: Service) -> None:
    sent = {"X-Request-Id": "front-end_0001", "traceparent": f"00-{TRACE}-{SPAN}-01"}
    answer = plain.http.post(f"{plain.url}?a=b", json=QUERY, headers=sent)
    assert answer.headers["x-request-id"] == "front-end_0001"
    assert re.fullmatch(rf"00-{TRACE}-(?!{SPAN})[0-9a-f]{{16}}-01", answer.headers["traceresponse"])
    (line,) = request_lines(plain, "front-end_0001")
    assert line["milliseconds"] > 0
    assert {name: line[name] for name in ("event", "method", "route", "status", "trace_id", "level")} == {
        "event": "request",
        "method": "POST",
        "route": "/graphql",
        "status": 200,
        "trace_id": TRACE,
        "level": "info",
    }
    assert "a=b" not in plain.log


def test_a_request_without_ids_gets_new_ones(plain: Service) -> None:
    answers = [plain.http.get(f"{plain.root}/nowhere") for _ in range(2)]
    one, other = [answer.headers["x-request-id"] for answer in answers]
    assert one != other
    (line,) = request_lines(plain, one)
    assert (line["route"], line["status"]) == ("(none)", 404)
    assert answers[0].headers["traceresponse"].split("-")[1] == line["trace_id"]


@pytest.mark.parametrize("sent", ["short", "x" * 65, "a b c d e f", "token=secret", 'quote"quote"', "line%0Aline"])
def test_a_request_id_that_is_not_well_formed_is_replaced(plain: Service, sent: str) -> None:
    given = plain.http.get(f"{plain.root}/livez", headers={"X-Request-Id": sent}).headers["x-request-id"]
    assert re.fullmatch("[0-9a-f]{32}", given)
    assert sent not in plain.log


@pytest.mark.parametrize(
    ("sent", "continued"),
    [
        (f"00-{TRACE}-{SPAN}-00", True),
        (f"01-{TRACE}-{SPAN}-01-more", True),
        (f"cc-{TRACE}-{SPAN}-01", True),
        (f"00-{TRACE}-{SPAN}-01-more", False),
        (f"ff-{TRACE}-{SPAN}-01", False),
        (f"00-{'0' * 32}-{SPAN}-01", False),
        (f"00-{TRACE}-{'0' * 16}-01", False),
        (f"00-{TRACE.upper()}-{SPAN}-01", False),
        (f"00-{TRACE}-{SPAN}", False),
        (f"01-{TRACE}-{SPAN}-01more", False),
        ("", False),
    ],
)
def test_a_trace_is_continued_if_its_header_is_as_the_standard_says(sent: str, continued: bool) -> None:
    headers = [(b"traceparent", sent.encode())]
    call = Call(method="GET", path="/", headers=headers, fields=dict(headers), client=None)
    REQUEST_FACTS.reset(identify(call))
    _, trace, span, _ = dict(call.id_fields)[b"traceresponse"].decode().split("-")
    assert (trace == TRACE) == continued
    assert re.fullmatch("[0-9a-f]{32}", trace)
    assert span != SPAN


def test_no_two_requests_have_the_same_ids() -> None:
    ids = set()
    for _ in range(300):
        call = Call(method="GET", path="/", headers=[], fields={}, client=None)
        REQUEST_FACTS.reset(identify(call))
        told = dict(call.id_fields)
        _, trace, span, _ = told[b"traceresponse"].decode().split("-")
        ids |= {told[b"x-request-id"].decode(), trace, span}
    assert len(ids) == 900


def test_a_websocket_is_one_line_when_it_ends(plain: Service) -> None:
    with Stream(plain) as stream:
        response = stream.socket.response
        assert response is not None
        request_id = response.headers["x-request-id"]
        assert not [line for line in log_lines(plain) if line.get("request_id") == request_id]
    (line,) = request_lines(plain, request_id)
    assert (line["method"], line["route"], line["status"]) == ("WEBSOCKET", "/graphql", 101)


def test_health_checks_and_metrics_leave_no_log_lines(plain: Service) -> None:
    for path in ("livez", "readyz", "metrics"):
        plain.http.get(f"{plain.root}/{path}")
    assert not [line for line in log_lines(plain) if line.get("route") in ("/livez", "/readyz", "/metrics")]


def test_the_log_level_says_which_lines_are_written(start: Start) -> None:
    service = start(log="json", log_level="debug")
    service.http.get(f"{service.root}/livez")
    service.terminate()
    assert [line["level"] for line in log_lines(service) if line.get("route") == "/livez"] == ["debug"]
    loud = len(log_lines(service))
    quiet = start(log="json", log_level="warning")
    quiet.http.get(f"{quiet.root}/nowhere")
    quiet.terminate()
    assert len(log_lines(quiet)) == loud


class Exchange:
    """A request and its response as a server has them: in one object, which the request's own `send` belongs to."""

    def __init__(self) -> None:
        self.scope: Scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
        self.sent: list[Message] = []

    async def send(self, message: Message) -> None:
        self.sent.append(message)


@pytest.mark.parametrize("fails", [False, True])
def test_a_request_that_is_over_is_freed_without_the_collector(fails: bool) -> None:
    async def serve(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        if fails:
            raise ClientDisconnect

    async def ask() -> weakref.ref[Exchange]:
        exchange = Exchange()
        await RequestMiddleware(serve)(exchange.scope, asyncio.Queue().get, exchange.send)
        assert [message["type"] for message in exchange.sent] == ["http.response.start"]
        return weakref.ref(exchange)

    gc.disable()
    try:
        assert asyncio.run(ask())() is None
    finally:
        gc.enable()

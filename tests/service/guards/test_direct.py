"""Ordinary requests go straight from the parser to their endpoint: the answer equals ASGI's, byte for byte."""

import hashlib
import re
import secrets
from collections.abc import Callable, Iterator

import msgspec
import pytest

from tests.service.guards.logs_and_metrics import request_lines
from tests.support.graphql_sessions import Live, open_table
from tests.support.raw_http import Raw
from tests.support.services import service_with
from tools.services import Service

JSON = "Content-Type: application/json"
# Headers with which a request is not ordinary, and which change nothing else.
EXTRAORDINARY = b"Expect: nothing\r\n"
# What differs in each answer: ids, when it was given, and how much time is left of a rate's window.
_OWN = re.compile(rb"(?m)^(x-request-id|traceresponse|date|retry-after): .*$|(?<=;)(t)=\d+|(?<=Try again in) (\d+)")

# The facts of a log line that differ.
VARYING = ("request_id", "trace_id", "milliseconds", "timestamp")

APP_KEY = "the-key-of-the-web-front-end"
OTHER_KEY = "a-key-of-nobody"
# Settings that make every middleware act, and the headers of permitted callers.
GUARDED = {
    "app_keys": f"web={hashlib.sha256(APP_KEY.encode()).hexdigest()}",
    "rate_key": "1000000/day",
    "rate_address": "2/day",
    "trusted_proxies": "127.0.0.0/8,192.0.2.9",
    "cors_origins": "https://good.page",
}
KEY = f"Croupier-App-Key: {APP_KEY}"

Request = Callable[[Live], bytes]


def write(method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    head = [f"{method} {path} HTTP/1.1", "Host: a", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*head, "", ""]).encode() + body


def query(document: str, *headers: str, **variables: object) -> bytes:
    body = msgspec.json.encode({"query": document, "variables": variables})
    return write("POST", "/graphql", JSON, *headers, body=body)


def bearer(table: Live) -> str:
    return f"Authorization: Bearer {table.players[0].token}"


SESSION = "query($id: ID!) { session(id: $id) { version viewerSeat view { legalMoves { label } } } }"
UPDATES = "subscription($id: ID!) { sessionUpdates(sessionId: $id) { version } }"
REQUESTS: dict[str, Request] = {
    "a query": lambda table: query(SESSION, bearer(table), id=table.id),
    "a query of nobody": lambda table: query(SESSION, id=table.id),
    "a language": lambda table: query(SESSION, bearer(table), "Croupier-Language: de", id=table.id),
    "a newer media type": lambda _: query("{ __typename }", "Accept: application/graphql-response+json"),
    "introspection": lambda _: query("{ __schema { queryType { name } } }"),
    "an invalid document": lambda _: query("{ nothing }"),
    "variables that do not fit": lambda _: query(SESSION, id=[1]),
    "a subscription as JSON": lambda table: query(
        f'subscription {{ sessionUpdates(sessionId: "{table.id}") {{ version }} }}'
    ),
    "an answer as a stream": lambda _: query("{ __typename }", "Accept: text/event-stream"),
    "what no client accepts": lambda _: query("{ __typename }", "Accept: image/png"),
    "bad credentials": lambda _: query("{ __typename }", "Authorization: Basic YTpi"),
    "no JSON": lambda _: write("POST", "/graphql", JSON, body=b"{"),
    "a list": lambda _: write("POST", "/graphql", JSON, body=b"[]"),
    "another media type": lambda _: write("POST", "/graphql", "Content-Type: text/plain", body=b"{}"),
    "a body in gzip": lambda _: write("POST", "/graphql", JSON, "Content-Encoding: gzip", body=b"{}"),
    "no body": lambda _: write("POST", "/graphql", JSON),
    "another method": lambda _: write("PUT", "/graphql", JSON, body=b"{}"),
    "a page": lambda _: write("GET", "/graphql", "Accept: text/html"),
    "a query by GET": lambda _: write("GET", "/graphql?query=%7B__typename%7D"),
    "REST": lambda table: write("GET", f"/v1/sessions/{table.id}", bearer(table)),
    "REST of nobody": lambda table: write("GET", f"/v1/sessions/{table.id}"),
    "REST as last seen": lambda table: write("GET", f"/v1/sessions/{table.id}", bearer(table), "If-None-Match: *"),
    "REST without a session": lambda _: write("GET", "/v1/sessions/none"),
    "REST with a query": lambda _: write("GET", "/v1/sessions?first=1"),
    "REST with an unknown parameter": lambda _: write("GET", "/v1/sessions?last=1"),
    "REST by HEAD": lambda table: write("HEAD", f"/v1/sessions/{table.id}", bearer(table)),
    "REST's options": lambda table: write("OPTIONS", f"/v1/sessions/{table.id}"),
    "REST by another method": lambda table: write("POST", f"/v1/sessions/{table.id}", JSON, body=b"{}"),
    "REST with an escaped path": lambda table: write("GET", f"/v1/sessions/%{ord(table.id[0]):02X}{table.id[1:]}"),
    "an illegal move": lambda table: write(
        *("POST", f"/v1/sessions/{table.id}/moves", JSON, bearer(table), "If-Match: *"), body=b'{"move":"none"}'
    ),
    "a move without a condition": lambda table: write(
        *("POST", f"/v1/sessions/{table.id}/moves", JSON, bearer(table)), body=b'{"move":"none"}'
    ),
    "an unknown field": lambda table: write(
        *("POST", f"/v1/sessions/{table.id}/moves", JSON, bearer(table), "If-Match: *"), body=b'{"other":1}'
    ),
    "nothing there": lambda _: write("GET", "/v1/nothing"),
    "a slash too many": lambda table: write("GET", f"/v1/sessions/{table.id}/"),
    "an empty parameter": lambda _: write("GET", "/v1/sessions//moves"),
}


service = service_with(log="json")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("guarded")
    with Service(f"sqlite:{folder / 'croupier.db'}", folder, log="json", **GUARDED) as started:
        started.http.headers["Croupier-App-Key"] = APP_KEY
        yield started


limited = service_with(log="json", **{name: GUARDED[name] for name in ("rate_address", "trusted_proxies")})


@pytest.fixture(scope="module")
def guarded_table(guarded: Service) -> Live:
    return open_table(guarded, "zlam", 2)


@pytest.fixture(scope="module")
def table(service: Service) -> Live:
    return open_table(service, "zlam", 2)


def bytes_of(service: Service, request: bytes) -> bytes:
    """Return the bytes of the answer to the only request of a connection."""
    with Raw(service) as raw:
        return _OWN.sub(rb"\1\2", raw.send(request).everything())


def both_ways(request: bytes, *headers: str) -> tuple[bytes, bytes]:
    """Return a request with more headers as an ordinary one, and as one that goes over ASGI."""
    start, _, rest = request.partition(b"\r\n")
    lines = "".join(f"{header}\r\n" for header in ("Connection: close", *headers)).encode()
    return start + b"\r\n" + lines + rest, start + b"\r\n" + lines + EXTRAORDINARY + rest


@pytest.mark.parametrize("name", REQUESTS)
def test_both_ways_give_the_same_bytes(service: Service, table: Live, name: str) -> None:
    one, other = both_ways(REQUESTS[name](table))
    answer = bytes_of(service, one)
    assert answer.startswith(b"HTTP/1.1 ")
    assert answer == bytes_of(service, other)


def amounts_left(answers: list[bytes]) -> list[int]:
    return [int(re.findall(rb"ratelimit: .*;r=(\d+)", answer)[0]) for answer in answers]


@pytest.mark.parametrize("name", REQUESTS)
def test_both_ways_pass_the_same_guard_rails(guarded: Service, guarded_table: Live, name: str) -> None:
    answers = [
        bytes_of(guarded, one) for one in both_ways(REQUESTS[name](guarded_table), KEY, "Origin: https://good.page")
    ]
    assert b"access-control-allow-origin: https://good.page\r\n" in answers[0]
    if name == "a page":
        return
    # A key spends for both, one after the other, and work of its own costs the same both ways.
    before, after = amounts_left(answers)
    assert before > after
    one, other = [re.sub(rb"(ratelimit: .*;r=)\d+", rb"\1", answer) for answer in answers]
    assert one == other


# Headers of callers that a middleware refuses, or answers with a header.
CALLERS = {
    "nobody": [],
    "a wrong key": [f"Croupier-App-Key: {OTHER_KEY}"],
    "an empty key": ["Croupier-App-Key:"],
    "a page": [KEY, "Origin: https://good.page"],
    "a page with a cookie": [KEY, "Origin: https://good.page", "Cookie: a=b"],
    "a page without a key": ["Origin: https://good.page"],
    "a page of another origin": [KEY, "Origin: https://bad.page"],
    "a page of another origin, without a key": ["Origin: https://bad.page"],
    "a page of a long origin": [KEY, f"Origin: https://{'bad' * 50}.page"],
    "a client behind a proxy": [KEY, "X-Forwarded-For: 198.51.100.1", "X-Forwarded-Proto: https"],
    "a client behind nonsense": [KEY, "X-Forwarded-For: , ,", "X-Forwarded-Proto: gopher"],
    "a trace": [KEY, "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
    "two keys": [KEY, f"Croupier-App-Key: {OTHER_KEY}"],
}


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("name", ["a query", "REST", "a page"])
def test_both_ways_refuse_the_same_callers(guarded: Service, guarded_table: Live, name: str, caller: str) -> None:
    answers = [bytes_of(guarded, one) for one in both_ways(REQUESTS[name](guarded_table), *CALLERS[caller])]
    one, other = [re.sub(rb"(ratelimit: .*;r=)\d+", rb"\1", answer) for answer in answers]
    assert one == other


@pytest.mark.parametrize("caller", ["nobody", "a page", "a wrong key"])
@pytest.mark.parametrize("name", ["a query", "no JSON", "REST without a session", "nothing there", "a page"])
def test_both_ways_leave_the_same_line(guarded: Service, guarded_table: Live, name: str, caller: str) -> None:
    lines = []
    for request in both_ways(REQUESTS[name](guarded_table), *CALLERS[caller]):
        told = secrets.token_hex(8)
        bytes_of(guarded, request.replace(b"\r\n", f"\r\nX-Request-Id: {told}\r\n".encode(), 1))
        (line,) = request_lines(guarded, told)
        lines.append({fact: value for fact, value in line.items() if fact not in VARYING})
    assert lines[0] == lines[1]


@pytest.mark.parametrize("name", ["a query of nobody", "REST without a session", "an invalid document", "a page"])
def test_both_ways_count_the_same_rates(limited: Service, table: Live, name: str) -> None:
    ways = both_ways(REQUESTS[name](table))
    number = list(REQUESTS).index(name)
    answers = []
    for way, request in enumerate(ways):
        # Each way has an address of its own, and begins with a full budget.
        told = request.replace(
            b"\r\n", f"\r\nX-Forwarded-For: 203.0.113.9, 198.51.{number}.{way}, 192.0.2.9\r\n".encode(), 1
        )
        answers.append([bytes_of(limited, told) for _ in range(4)])
    assert answers[0] == answers[1]
    assert amounts_left(answers[0]) == [1, 0, 0, 0]
    assert [answer.startswith(b"HTTP/1.1 429") for answer in answers[0]] == [False, False, True, True]


def test_many_requests_share_a_connection_in_both_ways(service: Service, table: Live) -> None:
    request = REQUESTS["a query"](table)
    start, _, rest = request.partition(b"\r\n")
    other = start + b"\r\n" + EXTRAORDINARY + rest
    with Raw(service) as raw:
        # One after the other, and in one piece: each gets its answer, in turn.
        answers = [raw.send(one).answer() for one in (request, other, request)]
        raw.send(request + other + request + request)
        answers += [raw.answer() for _ in range(4)]
    assert len({answer.body for answer in answers}) == 1
    assert {answer.status for answer in answers} == {200}

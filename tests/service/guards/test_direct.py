"""An ordinary request goes straight from the parser to its endpoint: every byte of its answer is that of ASGI's way."""

import re
from collections.abc import Callable, Iterator

import msgspec
import pytest

from tests.support.graphql_sessions import Live, open_table
from tests.support.raw_http import Raw
from tests.support.services import Service

JSON = "Content-Type: application/json"
# Headers with which a request is not ordinary, and which change nothing else.
EXTRAORDINARY = b"Expect: nothing\r\n"
# What differs in each answer: ids, and when it was given.
_OWN = re.compile(rb"(?m)^(x-request-id|traceresponse|date): .*$")

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


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("direct")
    with Service(f"sqlite:{folder / 'croupier.db'}", folder, log="json") as started:
        yield started


@pytest.fixture(scope="module")
def table(service: Service) -> Live:
    return open_table(service, "zlam", 2)


def bytes_of(service: Service, request: bytes) -> bytes:
    """Return the bytes of the answer to the only request of a connection."""
    with Raw(service) as raw:
        return _OWN.sub(rb"\1", raw.send(request).everything())


@pytest.mark.parametrize("name", REQUESTS)
def test_both_ways_give_the_same_bytes(service: Service, table: Live, name: str) -> None:
    start, _, rest = REQUESTS[name](table).partition(b"\r\n")
    one, other = [start + b"\r\nConnection: close\r\n" + more + rest for more in (b"", EXTRAORDINARY)]
    answer = bytes_of(service, one)
    assert answer.startswith(b"HTTP/1.1 ")
    assert answer == bytes_of(service, other)


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

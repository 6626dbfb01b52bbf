"""Requests of every kind over REST: whatever is sent, the response is a problem with a stable code."""

import gzip
import re

import httpx2
import msgspec
import pytest

from service.rest.endpoint import Endpoint
from service.rest.endpoints import ENDPOINTS
from service.rest.openapi import make_document
from tests.support.openapi import write_out
from tests.support.rest_client import JSON, Rest, Table, check_problem
from tools.services import Service

GOOD = b'{"game":"zeven","seats":2}'

NOT_JSON: dict[str, bytes] = {
    "nothing": b"",
    "a space": b" ",
    "half an object": GOOD[:-1],
    "two objects": GOOD + GOOD,
    "padding": GOOD + b"\0",
    "invalid utf-8": b'{"game":"\xff"}',
    "utf-16": GOOD.decode().encode("utf-16"),
    "a lone surrogate": b'{"game":"\\ud800","seats":2}',
    "a comment": b"{}//",
    "more than there is": b'{"game":"zeven","seats":1e999}',
    "not a number": b'{"seats":NaN}',
    "deep lists": b"[" * 50_000 + b"]" * 50_000,
    "deep objects": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "gzip": gzip.compress(GOOD),
}
OF_ANOTHER_SHAPE: dict[str, tuple[bytes, list[str]]] = {
    "null": (b"null", []),
    "a list": (b"[]", []),
    "a text": (b'"zeven"', []),
    "nothing in it": (b"{}", ["game"]),
    "no seats": (b'{"game":"zeven"}', ["seats"]),
    "an unknown field": (b'{"game":"zeven","seats":2,"seat":1}', ["seat"]),
    "a word for a number": (b'{"game":"zeven","seats":"2"}', ["seats"]),
    "half a seat": (b'{"game":"zeven","seats":2.5}', ["seats"]),
    "a number of 400 digits": (b'{"game":"zeven","seats":' + b"9" * 400 + b"}", ["seats"]),
    "too many seats": (b'{"game":"zeven","seats":99}', ["seats"]),
    "null for a flag": (b'{"game":"zeven","seats":2,"public":null}', ["public"]),
    "an option without a value": (b'{"game":"zeven","seats":2,"options":[{"name":"a"}]}', ["options", "0", "value"]),
    "an option that is none": (b'{"game":"zeven","seats":2,"options":[1]}', ["options", "0"]),
    "an empty seed": (b'{"game":"zeven","seats":2,"seed":""}', ["seed"]),
}


def send(service: Service, body: bytes, content_type: str = JSON, **headers: str) -> httpx2.Response:
    sent = {"Content-Type": content_type, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return service.http.post(f"{service.root}/v1/sessions", content=body, headers=sent)


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
def test_a_body_that_is_not_json_is_a_bad_request(one_service: Service, body: bytes) -> None:
    check_problem(send(one_service, body), 400, "BAD_REQUEST")


@pytest.mark.parametrize(("body", "path"), OF_ANOTHER_SHAPE.values(), ids=OF_ANOTHER_SHAPE)
def test_a_body_of_another_shape_is_refused_with_the_place(one_service: Service, body: bytes, path: list[str]) -> None:
    assert check_problem(send(one_service, body), 422, "INVALID_INPUT")["path"] == path


OTHERS: list[tuple[bytes, dict[str, str], int, str]] = [
    (b'{"game":"chess","seats":2}', {}, 422, "UNKNOWN_GAME"),
    (b'{"game":"zeven","seats":2,"options":[{"name":"a","value":"b"}]}', {}, 422, "INVALID_OPTION"),
    (b" " * 2_000_000 + GOOD, {}, 413, "CONTENT_TOO_LARGE"),
    (gzip.compress(GOOD), {"Content_Encoding": "gzip"}, 415, "UNSUPPORTED_MEDIA_TYPE"),
    *(
        (GOOD, {"content_type": kind}, 415, "UNSUPPORTED_MEDIA_TYPE")
        for kind in ("", "text/plain", "application/jsonfoo", "application/json; charset=latin1")
    ),
]


@pytest.mark.parametrize(("body", "headers", "status", "code"), OTHERS, ids=range(len(OTHERS)))
def test_a_bad_body_has_its_code(
    one_service: Service, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    answer = send(one_service, body, **headers)
    check_problem(answer, status, code)
    assert status != 415 or answer.headers["accept"] == JSON


def test_a_body_may_be_said_to_be_what_it_is(one_service: Service) -> None:
    assert send(one_service, GOOD, 'Application/JSON; charset="UTF-8"', Content_Encoding="identity").is_success


@pytest.mark.parametrize("accept", ["text/html", "application/json;q=0", "image/*, text/*"])
def test_a_client_that_accepts_no_json_is_told_so(one_service: Service, accept: str) -> None:
    answer = Rest(one_service).get("/v1/games", Accept=accept)
    check_problem(answer, 406, "NOT_ACCEPTABLE")


def test_a_header_that_is_no_bearer_token_is_refused(one_service: Service) -> None:
    answer = Rest(one_service).get("/v1/games", Authorization="Basic YTpi")
    check_problem(answer, 401, "UNAUTHORIZED")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_token_of_no_seat_is_challenged(one_service: Service) -> None:
    table = Table(one_service).fill()
    answer = Rest(one_service, "nobody").post(f"{table.path}/moves", {"move": "pass"}, If_Match="*")
    check_problem(answer, 401, "UNAUTHORIZED")
    assert answer.headers["www-authenticate"] == "Bearer"


QUERIES = [
    "first=x",
    "first=1.5",
    "first=",
    "first=null",
    "first=1&first=2",
    "limit=3",
    "First=1",
    "first=" + "9" * 5000,
]


@pytest.mark.parametrize("query", QUERIES, ids=range(len(QUERIES)))
def test_a_query_is_read_as_strictly_as_a_body(one_service: Service, query: str) -> None:
    problem = check_problem(Rest(one_service).get(f"/v1/sessions?{query}"), 422, "INVALID_INPUT")
    assert problem["path"] == [query.partition("=")[0]]


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/", "/v1/nothing", "/v1/sessions/a/b", "/v1/sessions/a%2Fb", "/v1/sessions//moves"]
)
def test_an_unknown_path_is_not_found(one_service: Service, path: str) -> None:
    check_problem(Rest(one_service).get(path), 404, "NOT_FOUND")


SESSION_IDS = ["x", "%00", "%F0%9F%82%A1", "%ED%A0%80", "..", "a" * 5000, "key:x", "%2A"]


@pytest.mark.parametrize("session_id", SESSION_IDS, ids=range(len(SESSION_IDS)))
def test_a_session_that_is_none_is_not_found(one_service: Service, session_id: str) -> None:
    for act in ("", "/events", "/hand", "/record", "/frames"):
        check_problem(Rest(one_service).get(f"/v1/sessions/{session_id}.{act}"), 404, "NOT_FOUND")


def path_of(endpoint: Endpoint) -> str:
    return endpoint.path.format(game="zeven", number="1", sessionId="x", batchId="x", tournamentId="x", webhookId="x")


@pytest.mark.parametrize("path", sorted({operation.path for operation in ENDPOINTS}))
def test_options_and_other_methods_are_answered_with_what_is_allowed(one_service: Service, path: str) -> None:
    operations = [operation for operation in ENDPOINTS if operation.path == path]
    taken = {operation.method for operation in operations} | {"OPTIONS"}
    taken |= {"HEAD"} if "GET" in taken else set()
    address = one_service.root + path_of(operations[0])
    options = one_service.http.options(address)
    assert (options.status_code, options.content) == (204, b"")
    assert set(options.headers["allow"].split(", ")) == taken
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"} - taken:
        answer = one_service.http.request(method, address)
        check_problem(answer, 405, "METHOD_NOT_ALLOWED")
        assert set(answer.headers["allow"].split(", ")) == taken


def test_head_is_get_without_its_body(one_service: Service) -> None:
    table = Table(one_service).fill()
    for path in ("/v1/games", table.path, f"{table.path}/events", "/v1/games/chess", f"{table.path}/frames"):
        head = Rest(one_service).ask("HEAD", path)
        assert head.content == b""
        if path.endswith("frames"):
            # The length of a stream is unknown (RFC 9110, section 8.6).
            assert "content-length" not in head.headers
        else:
            got = Rest(one_service).get(path)
            assert head.status_code == got.status_code
            assert head.headers["content-length"] == got.headers["content-length"]
            assert head.headers.get("etag") == got.headers.get("etag")


def test_every_answer_says_what_it_depends_on(one_service: Service) -> None:
    for path in ("/v1/games", "/v1/sessions/x"):
        assert "authorization" in Rest(one_service).get(path).headers["vary"].lower()


def test_the_response_quotes_only_a_short_part_of_the_input(one_service: Service) -> None:
    answer = send(one_service, msgspec.json.encode({"game": "zeven", "seats": 2, "x" * 5000: 1}))
    assert len(check_problem(answer, 422, "INVALID_INPUT")["detail"]) < 300


@pytest.mark.parametrize(
    "path", sorted(endpoint.path for endpoint in ENDPOINTS if endpoint.method == "POST" and endpoint.path_fields)
)
def test_an_address_that_a_client_shortened_is_refused_as_documented(one_service: Service, path: str) -> None:
    # The id of `/v1/sessions/./seats` is left out by clients.
    shortened = re.sub(r"\{\w+\}/", "", path)
    answer = one_service.http.post(f"{one_service.root}{shortened}", content=b"")
    assert answer.status_code in (404, 405)
    assert str(answer.status_code) in write_out(make_document())["paths"][path]["post"]["responses"]

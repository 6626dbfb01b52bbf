"""Request heads: targets, versions, expectations and half-closed connections, and the answers to them."""

import re
import socket

import pytest

from tests.service.guards.logs_and_metrics import metric
from tests.support.graphql_sessions import create
from tests.support.raw_http import Answer, Raw, ask
from tests.support.services import service_with
from tools.redis.server import wait_until
from tools.services import Service, seconds_at_most

OPEN = (
    b"POST /v1/sessions HTTP/1.1\r\nHost: a\r\nX-Request-Id: opening-request\r\nContent-Type: application/json\r\n"
    b'Content-Length: 24\r\n\r\n{"game":"zar","seats":2}'
)
LIVE = b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n"
SECRET = "a-secret-token"

plain = service_with(log="json")


def get(target: bytes, version: bytes = b"HTTP/1.1", fields: bytes = b"Host: a\r\n") -> bytes:
    return b"GET %b %b\r\n%b\r\n" % (target, version, fields)


BAD_TARGETS = [
    b"http://",
    b"http:///livez",
    b"http://a b/",
    b"http://user@a/livez",
    b"ftp://a/livez",
    b"a.example:80",
    b"*",
    b"livez",
    b"/livez#part",
    b"/v1/games/zar#x",
    b"http://a/livez#part",
    b"/v1/games/z\xffr",
    b"/v1/games/\xc3\xa4",
]


@pytest.mark.parametrize("target", BAD_TARGETS)
def test_a_target_that_is_none_is_refused_in_its_turn(plain: Service, target: bytes) -> None:
    with Raw(plain) as raw:
        raw.send(OPEN + get(target + b"?token=" + SECRET.encode()))
        opened = raw.answer()
        refused = raw.answer()
        assert (opened.status, opened.headers["x-request-id"]) == (201, "opening-request")
        assert refused.status == 400
        assert refused.headers["x-request-id"] != "opening-request"
        assert raw.is_ended()
    with Raw(plain) as raw:
        assert raw.send(get(target)).answer().status == 400
        assert raw.is_ended()
    assert SECRET not in plain.log
    assert "Traceback" not in plain.log


@pytest.mark.parametrize(
    ("target", "path"),
    [
        (b"http://a.example/v1/games/zar", b"/v1/games/zar"),
        (b"HTTP://a.example:80/v1/games/zar", b"/v1/games/zar"),
        (b"https://[::1]/v1/games/zar/vocabulary?lists=facts", b"/v1/games/zar/vocabulary?lists=facts"),
        (b"http://a.example/livez", b"/livez"),
    ],
)
def test_an_absolute_target_means_its_path(plain: Service, target: bytes, path: bytes) -> None:
    absolute = ask(plain, get(target))
    short = ask(plain, get(path))
    assert (absolute.status, absolute.body) == (200, short.body)


def test_an_absolute_target_without_a_path_means_the_root(plain: Service) -> None:
    for target in (b"http://a.example", b"http://a.example?x"):
        answer = ask(plain, get(target))
        assert answer.status == 200
        # The page names its own address: of the host in the target, not of that in the field.
        assert b"http://a.example/" in answer.body


def test_an_absolute_target_needs_a_host_as_well(plain: Service) -> None:
    assert ask(plain, get(b"http://a.example/livez", fields=b"")).status == 400


def test_the_options_of_the_whole_server_are_not_told(plain: Service) -> None:
    answer = ask(plain, b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
    assert (answer.status, answer.json()["code"]) == (405, "METHOD_NOT_ALLOWED")


# ---- versions and codings


@pytest.mark.parametrize("version", [b"HTTP/2.0", b"HTTP/0.9", b"HTTP/3.0", b"HTTP/1.7"])
def test_another_version_of_http_is_refused(plain: Service, version: bytes) -> None:
    with Raw(plain) as raw:
        raw.send(LIVE + get(b"/livez", version))
        assert raw.answer().status == 200
        answer = raw.answer()
        assert (answer.status, answer.json()["code"]) == (505, "HTTP_VERSION_NOT_SUPPORTED")
        assert raw.is_ended()


@pytest.mark.parametrize("codings", [b"x, chunked", b"gzip, chunked", b"chunked, chunked"])
def test_another_transfer_coding_is_refused(plain: Service, codings: bytes) -> None:
    head = b"POST /graphql HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: " + codings + b"\r\n\r\n"
    answer = ask(plain, head + b"0\r\n\r\n")
    code = answer.json()["errors"][0]["extensions"]["code"]
    assert (answer.status, code) in {(501, "NOT_IMPLEMENTED"), (400, "BAD_REQUEST")}
    assert answer.status == 501 or codings == b"chunked, chunked"


# ---- expectations


def expecting(version: bytes, length: int) -> bytes:
    head = b"POST /v1/sessions %b\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
    return head % (version, length) + b"Expect: 100-continue\r\n\r\n"


def test_a_client_that_expects_to_go_on_is_told_to(plain: Service) -> None:
    with Raw(plain) as raw:
        assert raw.send(expecting(b"HTTP/1.1", 24)).answer().status == 100
        assert raw.send(b'{"game":"zar","seats":2}' + LIVE).answer().status == 201
        assert raw.answer().status == 200


def test_old_clients_are_not_told_to_go_on(plain: Service) -> None:
    with Raw(plain) as raw:
        raw.send(expecting(b"HTTP/1.0", 24))
        assert ask(plain, LIVE).status == 200
        assert raw.send(b'{"game":"zar","seats":2}').answer().status == 201


def test_a_body_that_would_be_too_large_is_not_asked_for(plain: Service) -> None:
    with Raw(plain) as raw:
        answer = raw.send(expecting(b"HTTP/1.1", 1_048_577)).answer()
        assert (answer.status, answer.json()["code"], answer.headers["connection"]) == (
            413,
            "CONTENT_TOO_LARGE",
            "close",
        )
        # It need not send the body now, so what follows cannot be told from it.
        assert raw.is_ended()


def test_an_answer_in_place_of_100_ends_the_connection(plain: Service) -> None:
    with Raw(plain) as raw:
        sent = expecting(b"HTTP/1.1", 24).replace(b"application/json", b"text/plain")
        answer = raw.send(sent).answer()
        assert (answer.status, answer.headers["connection"]) == (415, "close")
        assert raw.is_ended()


# ---- clients that have ended their side


def half_closed(service: Service, sent: bytes) -> bytes:
    with Raw(service) as raw, seconds_at_most(15):
        raw.send(sent)
        raw.socket.shutdown(socket.SHUT_WR)
        return raw.everything()


def statuses(received: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", received)]


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (OPEN, [201]),
        (LIVE, [200]),
        (OPEN + LIVE + OPEN, [201, 200, 201]),
        (b"GET /v1/games HTTP/1.1\r\nHost: a\r\nExpect: nothing\r\n\r\n", [200]),
        (OPEN + get(b"nowhere"), [201, 400]),
        (get(b"nowhere"), [400]),
        (OPEN + OPEN[:-1], [201]),
        (OPEN[:-1], []),
        (LIVE[:-1], []),
        (b"", []),
    ],
)
def test_a_client_that_has_ended_its_side_gets_what_it_is_due(plain: Service, sent: bytes, expected: list[int]) -> None:
    assert statuses(half_closed(plain, sent)) == expected


def test_a_stream_ends_with_its_client(plain: Service) -> None:
    frames = f"GET /v1/sessions/{create(plain, 'zeven', 2)}/frames HTTP/1.1\r\nHost: a\r\n\r\n".encode()
    with Raw(plain) as raw:
        assert raw.send(frames).answer().status == 200
        wait_until(lambda: metric(plain, "croupier_stream_followers") == 1)
        raw.socket.shutdown(socket.SHUT_WR)
        wait_until(lambda: metric(plain, "croupier_stream_followers") == 0)


def test_the_same_head_gets_the_same_answer_on_both_ways(plain: Service) -> None:
    def answered(target: bytes, fields: bytes) -> tuple[int, bytes]:
        answer: Answer = ask(plain, get(target, fields=b"Host: a\r\n" + fields))
        return answer.status, answer.body

    for target in [
        *BAD_TARGETS,
        b"/v1/games/zar",
        b"/v1/games/z%61r",
        b"/v1/games/%2f",
        b"/v1/games/zar?",
        b"//v1/games",
    ]:
        assert answered(target, b"") == answered(target, b"Expect: nothing\r\n"), target

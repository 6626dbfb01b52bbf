"""Offers of another protocol: the request keeps its framing, and only a whole handshake opens a WebSocket."""

import asyncio
from contextlib import suppress

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from tests.service.guards.conftest import SOON, Start
from tests.support.raw_http import Answer, Raw, ask
from tests.support.sockets import masked_frame
from tests.support.upgrades import CASES, OFFERS, check, split_where_it_matters
from tools.redis.server import wait_until
from tools.services import LocalService, Service, seconds_at_most

KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
VERSION = b"Sec-WebSocket-Version: 13\r\n"
UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
HANDSHAKE = UPGRADE + KEY + VERSION
BODY = b'{"game":"zar","seats":2}'
PLAIN = b"GET /livez HTTP/1.1\r\nHost: a\r\n\r\n"

# As curl 7.88 and the HTTP client of Java 17 send them, which offer HTTP/2 on every connection without TLS.
CURL = (
    b"POST /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1:8000\r\nUser-Agent: curl/7.88.1\r\nAccept: */*\r\n"
    b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"
    b"Content-Length: 24\r\nContent-Type: %b\r\n\r\n" + BODY
)
JAVA = (
    b"POST /v1/sessions HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nContent-Length: 24\r\n"
    b"Host: 127.0.0.1:8000\r\nHTTP2-Settings: AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA\r\n"
    b"Upgrade: h2c\r\nUser-Agent: Java-http-client/17.0.15\r\nContent-Type: application/json\r\n\r\n" + BODY
)


@pytest.mark.parametrize("offer", OFFERS)
def test_a_request_that_offers_another_protocol_keeps_its_framing(plain: Service, offer: str) -> None:
    for case in CASES:
        if case.offer == offer:
            sent = b"".join(request for _, request in case.requests())
            for packets in split_where_it_matters(sent):
                check(plain, case, packets)


@pytest.mark.parametrize(
    "request_bytes",
    [CURL % b"application/json", JAVA],
    ids=["curl", "java"],
)
@pytest.mark.parametrize("place", [0, len(BODY)], ids=["in one packet", "in two"])
def test_clients_that_offer_http_2_open_a_session(plain: Service, request_bytes: bytes, place: int) -> None:
    head = request_bytes[: -place or None]
    body = request_bytes[len(request_bytes) - place :] if place else b""
    with Raw(plain) as raw:
        raw.send(head)
        assert ask(plain, PLAIN).status == 200
        raw.send(body + PLAIN)
        assert [raw.answer().status for _ in range(2)] == [201, 200]


def test_curl_is_told_which_form_of_body_is_read(plain: Service) -> None:
    answer = ask(plain, CURL % b"application/x-www-form-urlencoded")
    assert (answer.status, answer.json()["code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")


# ---- WebSockets


def handshake(plain: Service, line: bytes, fields: bytes) -> Answer:
    return ask(plain, line + b" HTTP/1.1\r\nHost: a\r\n" + fields + b"\r\n")


def test_a_handshake_opens_a_websocket(plain: Service) -> None:
    assert handshake(plain, b"GET /graphql", HANDSHAKE).status == 101


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        (b"POST /graphql", HANDSHAKE),
        (b"POST /v1/sessions", HANDSHAKE + b"Content-Length: 24\r\n"),
        (b"HEAD /graphql", HANDSHAKE),
        (b"GET /graphql", HANDSHAKE + b"Content-Length: 24\r\n"),
        (b"GET /graphql", HANDSHAKE + b"Transfer-Encoding: chunked\r\n"),
        (b"GET /v1/games", HANDSHAKE + b"Content-Length: 24\r\n"),
        (b"GET /graphql", UPGRADE),
        (b"GET /graphql", UPGRADE + KEY),
        (b"GET /graphql", UPGRADE + VERSION),
        (b"GET /graphql", UPGRADE + KEY + b"Sec-WebSocket-Version: 8\r\n"),
        (b"GET /graphql", UPGRADE + VERSION + b"Sec-WebSocket-Key: short\r\n"),
        (b"GET /graphql", HANDSHAKE + KEY),
    ],
)
def test_an_incomplete_handshake_is_refused_at_once(plain: Service, line: bytes, fields: bytes) -> None:
    with Raw(plain) as raw, seconds_at_most(SOON):
        answer = raw.send(line + b" HTTP/1.1\r\nHost: a\r\n" + fields + b"\r\n").answer()
        assert answer.status == 400
        assert answer.headers["sec-websocket-version"] == "13"
        if not line.startswith(b"HEAD"):
            assert b"This is not a WebSocket handshake" in answer.body
        assert raw.is_ended()


def test_a_field_that_the_handshake_cannot_hold_is_refused(plain: Service) -> None:
    answer = handshake(plain, b"GET /graphql", HANDSHAKE + b"Cookie: " + b"a" * 10_000 + b"\r\n")
    assert (answer.status, answer.json()["errors"][0]["extensions"]["code"]) == (431, "HEAD_TOO_LARGE")


def test_a_handshake_where_no_websocket_is_gets_the_resource(plain: Service) -> None:
    answer = handshake(plain, b"GET /v1/games/zar", HANDSHAKE)
    assert (answer.status, answer.json()["id"]) == (200, "zar")
    assert handshake(plain, b"GET /nowhere", HANDSHAKE).status == 404


def test_a_handshake_behind_an_open_request_is_refused_in_its_turn(plain: Service) -> None:
    with Raw(plain) as raw:
        raw.send(PLAIN + PLAIN + b"GET /graphql HTTP/1.1\r\nHost: a\r\n" + HANDSHAKE + b"\r\n")
        assert [raw.answer().status for _ in range(3)] == [200, 200, 400]
        assert raw.is_ended()


def test_a_tunnel_is_refused(plain: Service) -> None:
    with Raw(plain) as raw:
        answer = raw.send(b"CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n" + PLAIN).answer()
        assert (answer.status, answer.json()["code"]) == (405, "METHOD_NOT_ALLOWED")
        assert raw.is_ended()


def test_frames_that_come_before_the_answer_wait_for_it(plain: Service) -> None:
    early = masked_frame(9, b"ping") + masked_frame(1, msgspec.json.encode({"type": "connection_init"}))
    head = b"GET /graphql HTTP/1.1\r\nHost: a\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n" + HANDSHAKE + b"\r\n"
    with Raw(plain) as raw:
        raw.send(head + early)
        received = b""
        while b"connection_ack" not in received:
            piece = raw.socket.recv(4096)
            assert piece, received
            received += piece
    answer, _, frames = received.partition(b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 101")
    assert frames.startswith(b"\x8a\x04ping")


async def wait_for_ever(_socket: WebSocket) -> None:
    with suppress(asyncio.CancelledError):
        await asyncio.Event().wait()


def test_a_handshake_without_an_answer_does_not_hold_up_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    app = Starlette(routes=[WebSocketRoute("/graphql", wait_for_ever)])
    with LocalService(app) as service, Raw(service) as raw:
        raw.send(b"GET /graphql HTTP/1.1\r\nHost: a\r\n" + HANDSHAKE + b"\r\n" + masked_frame(9, b"ping"))
        wait_until(lambda: service.connections == 1)
    assert "AssertionError" not in capsys.readouterr().err


def test_offers_lock_nobody_out(start: Start) -> None:
    service = start(connections="40")
    offers = [b"POST /graphql", b"GET /graphql"]
    for number in range(90):
        line = offers[number % 2] + b" HTTP/1.1\r\nHost: a\r\n" + HANDSHAKE + b"Content-Length: 9\r\n\r\n"
        with Raw(service) as raw:
            assert raw.send(line).answer().status == 400
            assert raw.is_ended()
    wait_until(lambda: ask(service, b"GET /v1/games HTTP/1.1\r\nHost: a\r\n\r\n").status == 200)
    assert "Traceback" not in service.log

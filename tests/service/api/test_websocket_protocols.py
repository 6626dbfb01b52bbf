"""The rules of the two WebSocket protocols that need time, another application, or the older names."""

from pathlib import Path
from random import Random
from socket import SO_RCVBUF, SOL_SOCKET
from socket import socket as Socket  # noqa: N812

import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tests.service.api.transports import make_app
from tests.support.graphql_client import MOVE, READ, Json
from tests.support.graphql_sessions import ONLY_THREES, open_table
from tests.support.graphql_stream import PROTOCOL, SECONDS, UPDATES, Stream, closed_with, open_socket
from tools.services import LocalService, Service

INIT = {"type": "connection_init"}
ACK = {"type": "connection_ack"}
LEGACY = Subprotocol("graphql-ws")


def send(socket: ClientConnection, *messages: Json) -> None:
    for message in messages:
        socket.send(msgspec.json.encode(message).decode())


def receive(socket: ClientConnection) -> Json:
    text = socket.recv(SECONDS)
    assert isinstance(text, str), "a binary frame"
    return msgspec.json.decode(text)


def is_alive(socket: ClientConnection) -> bool:
    """Tell whether a ping is answered."""
    send(socket, {"type": "ping"})
    return bool(receive(socket) == {"type": "pong"})


# ---- graphql-transport-ws


def test_a_silent_connection_is_closed_and_one_that_has_begun_is_not(tmp_path: Path) -> None:
    with (
        LocalService(make_app(tmp_path, init_seconds=1)) as service,
        open_socket(service) as silent,
        Stream(service) as begun,
    ):
        assert closed_with(silent) == 4408
        assert is_alive(begun.socket)


def test_pings_are_answered_before_connection_init_too(one_service: Service) -> None:
    with open_socket(one_service) as socket:
        assert is_alive(socket)


def test_a_repeated_connection_init_closes_even_before_the_acknowledgement(one_service: Service) -> None:
    with open_socket(one_service) as socket:
        send(socket, INIT, INIT)
        assert closed_with(socket) == 4429


def test_a_finished_operation_frees_its_id_and_a_late_complete_is_ignored(one_service: Service) -> None:
    with Stream(one_service) as stream:
        for _ in range(3):
            stream.ask("{ __typename }", "same")
            assert stream.receive()["type"] == "next"
            assert stream.receive() == {"id": "same", "type": "complete"}
            stream.send({"id": "same", "type": "complete"})
        assert is_alive(stream.socket)


def test_no_result_comes_after_the_client_has_completed(one_service: Service) -> None:
    table = open_table(one_service, "zlam", 2)
    with Stream(one_service) as stream:
        stream.subscribe(table.id).frame()
        stream.send({"id": "s", "type": "complete"})
        assert is_alive(stream.socket)
        table.step(Random(1))
        assert is_alive(stream.socket)


def test_a_message_may_be_nearly_as_large_as_the_limit(one_service: Service) -> None:
    with Stream(one_service) as stream:
        stream.send({"type": "ping", "payload": {"a": "x" * 1_000_000}})
        assert stream.receive() == {"type": "pong"}


# ---- allowed origins


ORIGINS = ("https://front.end", "http://localhost:5173")


def test_only_a_page_of_an_allowed_origin_may_connect(tmp_path: Path) -> None:
    with LocalService(make_app(tmp_path, origins=ORIGINS)) as service:
        for allowed in ("https://front.end", "HTTPS://FRONT.END", "https://front.end:443", service.root, None):
            with connect_from(service, allowed) as socket:
                send(socket, INIT)
                assert receive(socket) == ACK
        for other in (
            *("https://other.end", "http://front.end", "https://front.end:444"),
            *("https://front.end.evil", "null", "x"),
        ):
            with pytest.raises(InvalidStatus) as refused:
                connect_from(service, other)
            assert refused.value.response.status_code == 403


def connect_from(service: LocalService, origin: str | None) -> ClientConnection:
    """Connect as a page of an origin does, or as a program, which has none."""
    sent = None if origin is None else Origin(origin)
    return connect(service.websocket_url, subprotocols=[PROTOCOL], origin=sent, proxy=None, open_timeout=60)


# ---- the older protocol


def connect_legacy(service: Service | LocalService) -> ClientConnection:
    return connect(service.websocket_url, subprotocols=[LEGACY], proxy=None, open_timeout=60)


def test_the_older_protocol_plays_and_watches(one_service: Service) -> None:
    table = open_table(one_service, "zlam", 2, ONLY_THREES)
    token = f"Bearer {table.players[0].token}"
    with connect_legacy(one_service) as socket:
        assert socket.subprotocol == LEGACY
        send(socket, {**INIT, "payload": {"authorization": token}})
        assert receive(socket) == ACK
        start = {"id": "1", "type": "start", "payload": {"query": UPDATES, "variables": {"id": table.id}}}
        send(socket, start)
        first = receive(socket)
        assert (first["id"], first["type"]) == ("1", "data")
        assert first["payload"]["data"]["sessionUpdates"]["session"] == table.read(0)
        end = table.play_to_the_end(Random(2))["version"]
        received = [receive(socket)["payload"]["data"]["sessionUpdates"]["version"] for _ in range(4, end + 1)]
        assert received == list(range(4, end + 1))
        assert receive(socket) == {"id": "1", "type": "complete"}
        send(socket, {"id": "2", "type": "start", "payload": {"query": READ, "variables": {"id": table.id}}})
        assert receive(socket)["payload"]["data"]["session"] == table.read(0)
        assert receive(socket) == {"id": "2", "type": "complete"}
        send(socket, {"type": "connection_terminate"})
        assert closed_with(socket) == 1000


def test_the_older_protocol_takes_moves_and_stops(one_service: Service) -> None:
    table = open_table(one_service, "zlam", 2)
    (seat,) = table.turn()
    wish = {"sessionId": table.id, "move": table.legal(seat)[0], "expectedVersion": 3}
    with connect_legacy(one_service) as socket:
        send(socket, {**INIT, "payload": {"Authorization": f"Bearer {table.players[seat].token}"}})
        send(socket, {"id": "s", "type": "start", "payload": {"query": UPDATES, "variables": {"id": table.id}}})
        assert receive(socket) == ACK
        assert receive(socket)["id"] == "s"
        # A subscription that is not open has nothing to confirm.
        send(socket, {"id": "s", "type": "stop"}, {"id": "s", "type": "stop"})
        assert receive(socket) == {"id": "s", "type": "complete"}
        send(socket, {"id": "m", "type": "start", "payload": {"query": MOVE, "variables": {"input": wish}}})
        moved = receive(socket)
        assert (moved["id"], moved["payload"]["data"]["applyMove"]["version"]) == ("m", 4)
        assert receive(socket) == {"id": "m", "type": "complete"}


def test_in_the_older_protocol_an_error_is_one_object(one_service: Service) -> None:
    with connect_legacy(one_service) as socket:
        send(socket, INIT, {"id": "1", "type": "start", "payload": {"query": "{ price worth }"}})
        assert receive(socket) == ACK
        error = receive(socket)
        assert (error["id"], error["type"]) == ("1", "error")
        assert error["payload"]["extensions"]["code"] == "BAD_REQUEST"
        assert "price" in error["payload"]["message"]


def test_the_older_protocol_is_told_of_malformed_credentials(one_service: Service) -> None:
    with connect_legacy(one_service) as socket:
        send(socket, {**INIT, "payload": {"authorization": "Basic x"}})
        assert receive(socket) == {"type": "connection_error", "payload": {"message": "Forbidden"}}
        assert closed_with(socket) == 4403


LEGACY_CODES: dict[str, tuple[Json, int]] = {
    "a name of the newer protocol": ({"id": "1", "type": "subscribe", "payload": {"query": "{ __typename }"}}, 4400),
    "no type": ({}, 4400),
    "a type that is a list": ({"type": ["start"]}, 4400),
    "no id": ({"type": "start", "payload": {"query": "{ __typename }"}}, 4400),
    "no query": ({"id": "1", "type": "start", "payload": {}}, 4400),
    "a list": ([], 4400),
    "a start before connection_init": ({"id": "1", "type": "start", "payload": {"query": "{ __typename }"}}, 4401),
}


@pytest.mark.parametrize("name", LEGACY_CODES)
def test_a_wrong_message_closes_the_older_protocol_with_the_same_codes(one_service: Service, name: str) -> None:
    message, code = LEGACY_CODES[name]
    with connect_legacy(one_service) as socket:
        send(socket, message)
        assert closed_with(socket) == code


def test_a_silent_connection_of_the_older_protocol_is_closed_too(tmp_path: Path) -> None:
    with LocalService(make_app(tmp_path, init_seconds=0.05)) as service, connect_legacy(service) as silent:
        assert closed_with(silent) == 4408


# ---- slow readers


def test_a_slow_reader_gets_every_version_later_and_holds_up_nobody(one_service: Service) -> None:
    table = open_table(one_service, "zeven", 2)
    names = [f"s{number}" for number in range(20)]
    with connect_slowly(one_service) as slow, Stream(one_service) as quick:
        send(slow, INIT)
        assert receive(slow) == ACK
        for name in names:
            send(slow, {"id": name, "type": "subscribe", "payload": {"query": UPDATES, "variables": {"id": table.id}}})
        quick.subscribe(table.id).frame()
        chance = Random(3)
        for version in range(4, 24):
            table.step(chance)
            assert quick.frame()["version"] == version
        received: dict[str, list[int]] = {name: [] for name in names}
        while any(versions[-1:] != [23] for versions in received.values()):
            message = receive(slow)
            received[message["id"]].append(message["payload"]["data"]["sessionUpdates"]["version"])
    for versions in received.values():
        assert versions == list(range(versions[0], 24))


def connect_slowly(service: Service) -> ClientConnection:
    """Connect with small buffers; the client's fills up with four messages that nobody reads."""
    host, port = service.address.split(":")
    sock = Socket()
    sock.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
    sock.connect((host, int(port)))
    return connect(service.websocket_url, sock=sock, subprotocols=[PROTOCOL], max_queue=4, proxy=None, open_timeout=60)

"""Subscriptions over WebSocket: the visibility of frames, and the handling of invalid messages."""

import gzip
from random import Random

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.support.graphql_client import MOVE, READ, Json
from tests.support.graphql_sessions import Live, create, join, open_table
from tests.support.graphql_stream import PROTOCOL, SECONDS, Stream, closed_with, open_socket
from tools.services import Service

INIT = {"type": "connection_init"}
TYPENAME = {"query": "{ __typename }"}


def subscribe(**payload: object) -> Json:
    return {"id": "s", "type": "subscribe", "payload": payload}


def send(socket: ClientConnection, message: Json) -> None:
    socket.send(msgspec.json.encode(message).decode())


@pytest.fixture
def table(one_service: Service) -> Live:
    return open_table(one_service, "zeven", 2, {"firstSeat": "0"})


# ---- protocol


@pytest.mark.parametrize(
    "offered",
    [["graphql-transport-ws"], ["graphql-ws", "graphql-transport-ws"], ["x", "graphql-transport-ws", "graphql-ws"]],
)
def test_the_newer_protocol_is_chosen_wherever_it_stands(one_service: Service, offered: list[str]) -> None:
    wanted = [Subprotocol(name) for name in offered]
    with connect(one_service.websocket_url, subprotocols=wanted, proxy=None, open_timeout=60) as socket:
        assert socket.subprotocol == PROTOCOL


@pytest.mark.parametrize("offered", [["mqtt"], ["graphql"], None])
def test_without_a_known_protocol_the_connection_is_closed(one_service: Service, offered: list[str] | None) -> None:
    wanted = None if offered is None else [Subprotocol(name) for name in offered]
    with connect(one_service.websocket_url, subprotocols=wanted, proxy=None, open_timeout=60) as socket:
        assert closed_with(socket) == 4406


NO_MESSAGES: dict[str, str | bytes] = {
    "nothing": "",
    "no JSON": "hello",
    "null": "null",
    "a number": "7",
    "a string": '"connection_init"',
    "a list": "[]",
    "no type": "{}",
    "a type that is a number": '{"type":1}',
    "a type that is a list": '{"type":["ping"]}',
    "an unknown type": '{"type":"start","id":"1"}',
    "two messages": '{"type":"ping"}{"type":"ping"}',
    "NUL bytes": '{"type":"ping"}\0\0',
    "a lone surrogate": '{"type":"\\ud800"}',
    "deep": "[" * 100_000,
    "deep payload": '{"type":"ping","payload":' + '{"a":' * 50_000 + "1" + "}" * 50_000 + "}",
    "a payload that is a list": '{"type":"connection_init","payload":[]}',
    "a payload that is a string": '{"type":"connection_init","payload":"token"}',
    "a binary frame": b'{"type":"connection_init"}',
    "a compressed frame": gzip.compress(b'{"type":"connection_init"}'),
}


@pytest.mark.parametrize("name", NO_MESSAGES)
@pytest.mark.parametrize("begun", [False, True])
def test_a_message_that_is_none_closes_the_connection(one_service: Service, name: str, begun: bool) -> None:
    with open_socket(one_service) as socket:
        if begun:
            send(socket, INIT)
            socket.recv(SECONDS)
        socket.send(NO_MESSAGES[name])
        assert closed_with(socket) == 4400


WRONG_MESSAGES: dict[str, tuple[Json, int]] = {
    "no id": ({"type": "subscribe", "payload": TYPENAME}, 4400),
    "an id that is a number": ({"id": 1, "type": "subscribe", "payload": TYPENAME}, 4400),
    "no payload": ({"id": "s", "type": "subscribe"}, 4400),
    "a payload that is null": ({"id": "s", "type": "subscribe", "payload": None}, 4400),
    "a query that is a number": (subscribe(query=1), 4400),
    "variables that are a list": (subscribe(query="{ __typename }", variables=[]), 4400),
    "a name that is a number": (subscribe(query="{ __typename }", operationName=5), 4400),
    "complete without an id": ({"type": "complete"}, 4400),
    "an id that is empty": ({"id": "", "type": "subscribe", "payload": TYPENAME}, 4400),
    "complete with an empty id": ({"id": "", "type": "complete"}, 4400),
    "complete with a list": ({"type": "complete", "id": []}, 4400),
    "a second connection_init": (INIT, 4429),
}


@pytest.mark.parametrize("name", WRONG_MESSAGES)
def test_a_message_that_is_wrong_closes_the_connection_with_a_code(one_service: Service, name: str) -> None:
    message, code = WRONG_MESSAGES[name]
    with Stream(one_service) as stream:
        stream.send(message)
        assert closed_with(stream.socket) == code


def test_a_message_that_is_too_large_closes_the_connection(one_service: Service) -> None:
    with Stream(one_service) as stream:
        stream.send({"type": "ping", "payload": {"a": "x" * 1_100_000}})
        assert closed_with(stream.socket) == 1009


BIG_NUMBER = "9" * 4400
TOO_LARGE: dict[str, Json] = {
    "a document of too many characters": {"query": "{ __typename }" + " " * 10_000},
    "a document of too many tokens": {"query": "{" + " __typename" * 1000 + "}"},
    "a document that is none": {"query": "{"},
    "a message of too many bytes": {"query": "{ __typename }", "variables": {"a": "x" * 1_100_000}},
    "a message of too many bytes in fewer characters": {"query": "{ __typename }", "variables": {"a": "é" * 600_000}},
    "an integer of too many digits": {"query": f"{{ sessions(first: {BIG_NUMBER}) {{ edges {{ cursor }} }} }}"},
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_an_operation_beyond_a_limit_ends_and_the_streams_go_on(table: Live, one_service: Service, name: str) -> None:
    with Stream(one_service) as stream:
        stream.subscribe(table.id, name="a").frame("a")
        stream.send({"id": "b", "type": "subscribe", "payload": TOO_LARGE[name]})
        refused = stream.receive()
        assert (refused["id"], refused["type"]) == ("b", "error")
        assert refused["payload"][0]["extensions"] == {"code": "BAD_REQUEST"}
        stream.ask("{ __typename }", "b")
        assert stream.receive()["payload"] == {"data": {"__typename": "Query"}}
        assert stream.receive() == {"id": "b", "type": "complete"}
        table.move(table.turn()[0], table.legal(table.turn()[0])[0])
        assert stream.frame("a")["version"] > 0


def test_a_message_beyond_the_hard_bound_closes_the_connection(one_service: Service) -> None:
    with Stream(one_service) as stream:
        stream.send({"id": "s", "type": "subscribe", "payload": {"query": "x" * 2_200_000}})
        assert closed_with(stream.socket) == 1009


@pytest.mark.parametrize("text", [b"\xff", b'{"type": "\xed\xa0\x80"}'])
def test_text_that_is_no_utf8_closes_the_connection_and_is_no_bug(one_service: Service, text: bytes) -> None:
    with Stream(one_service) as stream:
        stream.socket.send(text, text=True)
        assert closed_with(stream.socket) == 1007


def test_nothing_is_executed_before_connection_init(one_service: Service) -> None:
    with open_socket(one_service) as socket:
        send(socket, subscribe(**TYPENAME))
        assert closed_with(socket) == 4401


def test_an_id_is_used_once_at_a_time(table: Live, one_service: Service) -> None:
    with Stream(one_service) as stream:
        stream.subscribe(table.id).frame()
        stream.subscribe(table.id)
        assert closed_with(stream.socket) == 4409


def test_pings_are_answered_and_pongs_ignored(one_service: Service) -> None:
    with Stream(one_service) as stream:
        stream.send({"type": "pong"})
        stream.send({"type": "ping", "payload": {"a": 1}})
        assert stream.receive() == {"type": "pong"}


@pytest.mark.parametrize(
    "document",
    [
        "{",
        "",
        "fragment A on Game { id }",
        "query Other { __typename }",
        "{ games { price } }",
        "query A { __typename } query B { __typename }",
        "subscription { sessionUpdates { version } }",
        "subscription ($id: ID!) { sessionUpdates(sessionId: $id) { version } }",
        "{ games { ...A } }",
    ],
)
def test_a_document_that_is_wrong_gets_an_error_with_a_code(one_service: Service, document: str) -> None:
    with Stream(one_service) as stream:
        stream.send(subscribe(query=document, operationName="A" if "Other" in document else None))
        answer = stream.receive()
        errors = answer["payload"] if answer["type"] == "error" else answer["payload"]["errors"]
        assert {error["extensions"]["code"] for error in errors} == {"BAD_REQUEST"}
        stream.ask("{ __typename }", "next")
        last = stream.receive()
        while last["id"] != "next":
            last = stream.receive()
        assert last["payload"]["data"] == {"__typename": "Query"}


# ---- the visibility of frames


@pytest.mark.parametrize("way", ["connection_init", "header", "both"])
def test_a_seat_is_known_by_its_token_however_it_is_sent(table: Live, one_service: Service, way: str) -> None:
    token = table.players[1].token
    assert token is not None
    header = {"connection_init": None, "header": f"Bearer {token}", "both": f"Bearer {table.players[0].token}"}[way]
    with Stream(one_service, None if way == "header" else token, header) as stream:
        frame = stream.subscribe(table.id).frame()
    assert frame["session"] == table.read(1)
    assert frame["session"]["viewerSeat"] == 1


ADMITTED: dict[str, Json] = {
    "no payload": {},
    "null": {"payload": None},
    "nothing": {"payload": {}},
    "no credentials": {"payload": {"authorization": None}},
    "other content": {"payload": {"client": "front end", "AUTHORIZATION": "Bearer some-token", "x": [1]}},
}


@pytest.mark.parametrize("name", ADMITTED)
def test_whatever_else_connection_init_has_is_ignored(one_service: Service, name: str) -> None:
    with open_socket(one_service) as socket:
        send(socket, {**INIT, **ADMITTED[name]})
        assert msgspec.json.decode(socket.recv(SECONDS)) == {"type": "connection_ack"}


@pytest.mark.parametrize("sent", ["Basic x", "Bearer", "Bearer a b", 5, ["Bearer a"], {"a": 1}])
def test_malformed_credentials_are_forbidden(one_service: Service, sent: Json) -> None:
    with open_socket(one_service) as socket, open_socket(one_service, "Basic x") as other:
        send(socket, {**INIT, "payload": {"authorization": sent}})
        send(other, INIT)
        assert closed_with(socket) == closed_with(other) == 4403


def test_queries_and_moves_are_answered_over_websocket_too(table: Live, one_service: Service) -> None:
    with Stream(one_service, table.players[0].token) as stream:
        stream.ask(READ, id=table.id)
        assert stream.receive()["payload"]["data"]["session"] == table.read(0)
        assert stream.receive() == {"id": "q", "type": "complete"}
        stream.ask(MOVE, input={"sessionId": table.id, "move": table.legal(0)[0], "expectedVersion": 3})
        assert stream.receive()["payload"]["data"]["applyMove"]["version"] == 4
    assert table.read()["version"] == 4


# ---- sessions that cannot be watched


@pytest.mark.parametrize(
    ("session_id", "after", "code"),
    [
        ("nowhere", None, "NOT_FOUND"),
        ("", None, "NOT_FOUND"),
        ("a\0}{", "5", "NOT_FOUND"),
        (None, "", "INVALID_INPUT"),
        (None, "0", "INVALID_INPUT"),
        (None, "-1", "INVALID_INPUT"),
        (None, "x" * 10_000, "INVALID_INPUT"),
        (None, "9" * 5000, "INVALID_INPUT"),
        (None, "٣", "INVALID_INPUT"),
    ],
)
def test_an_impossible_subscription_is_refused(
    table: Live, one_service: Service, session_id: str | None, after: str | None, code: str
) -> None:
    with Stream(one_service) as stream:
        stream.subscribe(table.id if session_id is None else session_id, after)
        answer = stream.receive()
        assert (answer["id"], answer["type"]) == ("s", "error")
        assert [error["extensions"]["code"] for error in answer["payload"]] == [code]
        # That was all: its id is free again.
        assert stream.subscribe(table.id).frame()["session"]["id"] == table.id


def test_one_connection_carries_many_streams_and_each_can_be_left(one_service: Service) -> None:
    tables = [open_table(one_service, "zlam", 2) for _ in range(3)]
    with Stream(one_service) as stream:
        for number, table in enumerate(tables):
            stream.subscribe(table.id, name=f"s{number}")
            assert stream.frame(f"s{number}")["session"]["id"] == table.id
        stream.send({"type": "complete", "id": "s1"})
        stream.send({"type": "complete", "id": "never"})
        stream.send({"type": "ping"})
        assert stream.receive() == {"type": "pong"}
        tables[1].step(Random(11))
        tables[2].step(Random(11))
        assert stream.frame("s2")["version"] == 4
        stream.subscribe(tables[1].id, name="s1")
        assert stream.frame("s1")["version"] == 4


def test_fifty_streams_may_be_open_on_a_connection(one_service: Service) -> None:
    session_id = create(one_service, "zeven", 2)
    with Stream(one_service) as stream:
        for number in range(50):
            stream.subscribe(session_id, name=f"s{number}")
            stream.frame(f"s{number}")
        stream.subscribe(session_id, name="one too many")
        refused = stream.receive()
        assert (refused["type"], refused["id"]) == ("error", "one too many")
        assert refused["payload"][0]["extensions"]["code"] == "BAD_REQUEST"
        stream.send({"type": "complete", "id": "s0"})
        stream.subscribe(session_id, name="s0").frame("s0")
        join(one_service, session_id)
        assert {stream.receive()["id"] for _ in range(50)} == {f"s{number}" for number in range(50)}


def test_messages_with_random_damage_break_nothing(one_service: Service) -> None:
    chance = Random(12)
    good = msgspec.json.encode(subscribe(query='subscription { sessionUpdates(sessionId: "x") { version } }'))
    for _ in range(60):
        text = bytearray(good)
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(text))
            text[start : start + chance.choice([0, 1, 5])] = chance.choice([b"", b"null", b"[", b'"', b"\\u0000", b"1"])
        with Stream(one_service) as stream:
            assert answered_or_closed(stream, text.decode()) in (None, 1000, 4400)


def answered_or_closed(stream: Stream, message: str) -> int | None:
    """Send a message and a ping; return None when the ping is answered, else the reason for the close."""
    try:
        stream.socket.send(message)
        stream.send({"type": "ping"})
        while stream.receive() != {"type": "pong"}:
            pass
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code
    return None


def test_no_connection_is_compressed(service: Service) -> None:
    with Stream(service) as stream:
        assert stream.socket.response is not None
        assert "Sec-WebSocket-Extensions" not in stream.socket.response.headers

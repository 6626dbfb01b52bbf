"""Lines: slow readers are served, and dead lines end."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from service.app import create_app
from service.process.connection_limits import ConnectionLimits
from service.process.websocket_protocol import WebSocketProtocol
from service.settings import load_settings
from tests.service.guards.conftest import Start
from tests.service.guards.logs_and_metrics import metric
from tests.support.graphql_sessions import open_table
from tests.support.graphql_stream import PROTOCOL, SECONDS
from tests.support.raw_http import Raw, ask
from tests.support.sockets import cut_line, masked_frame
from tools.redis.server import wait_until
from tools.services import LocalService, Service

GAMES = b"GET /v1/games HTTP/1.1\r\nHost: a\r\n\r\n"
# The room of clients that read slowly, in bytes.
LITTLE = 2048
SOME = 32_768
MOVES = 12


def follow(raw: Raw, session_id: str) -> Raw:
    return raw.send(f"GET /v1/sessions/{session_id}/frames HTTP/1.1\r\nHost: a\r\n\r\n".encode())


def followers(service: Service) -> float:
    return metric(service, "croupier_stream_followers")


def test_dead_lines_end_and_slow_readers_are_served(start: Start) -> None:
    service = start()
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    expected = ask(service, GAMES).body
    with ExitStack() as stack:
        reader, follower, idle, busy = (stack.enter_context(Raw(service, LITTLE)) for _ in range(4))
        reader.send(GAMES * 40)
        for raw in (follower, idle, busy):
            follow(raw, table.id)
        wait_until(lambda: followers(service) == 3)
        # One has read all that there is; the other one is sent frames, which it does not acknowledge.
        cut_line(idle.socket)
        table.play(Random(1), 1)
        cut_line(busy.socket)
        table.play(Random(2), MOVES - 1)
        wait_until(lambda: followers(service) == 1)
        # The others have not read for as long: their windows were closed.
        for _ in range(40):
            assert reader.answer().body == expected
        received = b""
        while received.count(b"event: frame") < MOVES + 1:
            piece = follower.socket.recv(LITTLE)
            assert piece
            received += piece


DOCUMENT = b"GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
HANDSHAKE = (
    b"GET /graphql HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"
)
INTROSPECTION = "{ __schema { types { name description fields { name description args { name description } } } } }"
# A connection may have 50 operations at a time.
QUERIES = 50
PING_SECONDS = 1


@contextmanager
def asking_for_much(service: LocalService) -> Iterator[ClientConnection]:
    """Ask over a WebSocket for more than its client has room for."""
    with (
        Raw(service, SOME) as raw,
        connect(service.websocket_url, sock=raw.socket, subprotocols=[PROTOCOL], max_size=None, max_queue=1) as client,
    ):
        client.send(msgspec.json.encode({"type": "connection_init"}), text=True)
        for number in range(QUERIES):
            asked = {"type": "subscribe", "id": f"q{number}", "payload": {"query": INTROSPECTION}}
            client.send(msgspec.json.encode(asked), text=True)
        yield client


def test_a_client_behind_in_reading_need_not_answer_pings_in_time(tmp_path: Path) -> None:
    app = create_app(load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'croupier.db'}"}))
    with LocalService(app, ping_seconds=PING_SECONDS) as service, asking_for_much(service) as slow:
        completed = 0
        began_at = time.monotonic()
        while completed < QUERIES:
            completed += msgspec.json.decode(slow.recv(SECONDS))["type"] == "complete"
            # It reads as slowly as the service answers others: behind several pings.
            while time.monotonic() - began_at < completed * 4 * PING_SECONDS / QUERIES:
                assert ask(service, GAMES).status == 200


def test_pings_that_nobody_reads_the_answers_of_are_not_read(tmp_path: Path) -> None:
    app = create_app(load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'croupier.db'}"}))
    with LocalService(app) as service, Raw(service, SOME) as raw:
        raw.send(HANDSHAKE)
        assert raw.answer().status == 101
        raw.socket.settimeout(1)
        # More than all buffers of both kernels hold.
        pings = masked_frame(9, b"x" * 125) * 500_000
        with pytest.raises(TimeoutError):
            raw.socket.sendall(pings)


def test_fragments_without_data_are_not_kept(tmp_path: Path) -> None:
    app = create_app(load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'croupier.db'}"}))
    init = msgspec.json.encode({"type": "connection_init"})
    with LocalService(app) as service, Raw(service) as raw:
        # An unfinished text, fragments without data, and its end.
        sent = bytes([0x01, *masked_frame(1, init[:5])[1:]]) + bytes([0x00, 0x80, 0, 0, 0, 0]) * 20_000
        raw.send(HANDSHAKE + sent)
        assert raw.answer().status == 101
        (connection,) = [one for one in service.open if isinstance(one, WebSocketProtocol)]
        wait_until(lambda: len(connection.frames) == 1)
        raw.send(bytes([0x80, *masked_frame(0, init[5:])[1:]]))
        received = b""
        while b"connection_ack" not in received:
            received += raw.socket.recv(4096)
        assert len(connection.frames) <= 1


@pytest.mark.parametrize("frames", [b"\xff" * 50, masked_frame(1, b"{}") + masked_frame(1, b"\xff"), b"\x81\x02{}"])
@pytest.mark.parametrize("offer", [b"", b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n"])
def test_frames_that_are_none_are_no_bug(start: Start, frames: bytes, offer: bytes) -> None:
    service = start(log="json")
    with Raw(service) as raw:
        raw.send(HANDSHAKE.replace(b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n", offer) + frames)
        assert raw.answer().status == 101
        raw.everything()
    assert '"bug"' not in service.log
    assert "Traceback" not in service.log


def test_a_refusal_leaves_slow_readers_the_answers_before_it(tmp_path: Path) -> None:
    app = create_app(load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'croupier.db'}"}))
    with LocalService(app, ConnectionLimits(linger_seconds=0.1)) as service, Raw(service, SOME) as raw:
        whole = len(ask(service, DOCUMENT).body)
        raw.send(DOCUMENT * 20 + b"GET # HTTP/1.1\r\nHost: a\r\n\r\n")
        for _ in range(20):
            assert len(raw.answer().body) == whole
            # It reads on when the refusal before it would have lingered long enough.
            assert ask(service, GAMES).status == 200
        assert raw.answer().status == 400


def test_a_client_that_reads_nothing_is_not_waited_for(tmp_path: Path) -> None:
    app = create_app(load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'croupier.db'}"}))
    limits = ConnectionLimits(unread_seconds=0.5)
    with LocalService(app, limits, ping_seconds=PING_SECONDS) as service, asking_for_much(service):
        wait_until(lambda: service.connections == 1)
        wait_until(lambda: service.connections == 0)

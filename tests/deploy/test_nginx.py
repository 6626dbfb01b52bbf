"""`deploy/nginx.conf`: a real nginx with TLS in front of two workers that share a store."""

import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from threading import Thread

import httpx2
import msgspec
import pytest
from websockets.sync.client import connect

from service.http.streams import HEARTBEAT_SECONDS
from service.settings import load_settings
from tests.deploy.nginx_server import FILE, Nginx
from tests.support.graphql_client import MOVE, Client, Json
from tests.support.graphql_sessions import ONLY_THREES, open_table
from tests.support.graphql_stream import PROTOCOL, SECONDS, UPDATES
from tests.support.rest_client import Table
from tools.services import Service

SSE = "text/event-stream"
SETTINGS = load_settings({})


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Service]]:
    """Two workers that share an SQLite file."""
    folders = [tmp_path_factory.mktemp(name) for name in ("one", "other")]
    store = f"sqlite:{folders[0] / 'croupier.db'}"
    with Service(store, folders[0]) as one, Service(store, folders[1]) as other:
        yield one, other


@pytest.fixture(scope="module")
def proxy(workers: tuple[Service, Service]) -> Iterator[Nginx]:
    with Nginx([worker.address for worker in workers]) as nginx:
        yield nginx


def requests_of(worker: Service) -> int:
    """Return how many requests to GraphQL a worker has answered."""
    found = re.findall(
        r'http_requests_total\{.*route="/graphql".*\} (\S+)', worker.http.get(f"{worker.root}/metrics").text
    )
    return sum(int(float(count)) for count in found)


def test_a_table_is_played_through_the_proxy_by_both_workers(proxy: Nginx, workers: tuple[Service, Service]) -> None:
    table = open_table(proxy, "zlam", 2, ONLY_THREES)
    table.play_to_the_end(Random(1))
    assert table.record() is not None
    assert all(requests_of(worker) > 0 for worker in workers)


def test_the_operators_paths_are_not_published(proxy: Nginx, workers: tuple[Service, Service]) -> None:
    for path in ("/metrics", "/readyz"):
        assert proxy.http.get(f"{proxy.root}{path}").status_code == 404
        assert workers[0].http.get(f"{workers[0].root}{path}").status_code == 200
    assert proxy.http.get(f"{proxy.root}/livez").status_code == 200


def test_the_largest_body_is_that_of_the_service(proxy: Nginx) -> None:
    assert f"client_max_body_size {SETTINGS.max_body_bytes};" in FILE.read_text()
    largest = b'{"query":"{ games { id } }"}'.ljust(SETTINGS.max_body_bytes)
    assert Client(proxy).post(largest).status_code == 200
    assert Client(proxy).post(largest + b" ").status_code == 413


# ---- streams: each frame comes while the stream is open


def after_each_move(table: Table, frames: Iterator[Json]) -> None:
    """Move, and read the frame of each move before the next one."""
    assert next(frames)["version"] == 3
    for version in (4, 5):
        seat = table.turn()
        move = {"move": table.legal(seat)[0]}
        table.seats[seat].done(f"{table.path}/moves", move)
        assert next(frames)["version"] == version


def events(answer: httpx2.Response) -> Iterator[Json]:
    for line in answer.iter_lines():
        if line.startswith("data: {"):
            yield msgspec.json.decode(line.removeprefix("data: "))


def test_events_over_rest_pass_at_once(proxy: Nginx) -> None:
    table = Table(proxy).fill()
    with proxy.http.stream("GET", f"{proxy.root}{table.path}/frames", headers={"Accept": SSE}) as answer:
        assert answer.headers["content-type"].startswith(SSE)
        after_each_move(table, events(answer))


def test_events_over_graphql_pass_at_once(proxy: Nginx) -> None:
    table = Table(proxy).fill()
    body = msgspec.json.encode({"query": UPDATES, "variables": {"id": table.id}})
    headers = {"Accept": SSE, "Content-Type": "application/json"}
    with proxy.http.stream("POST", proxy.url, content=body, headers=headers) as answer:
        assert answer.headers["content-type"].startswith(SSE)
        after_each_move(table, (result["data"]["sessionUpdates"] for result in events(answer)))


def test_a_websocket_passes(proxy: Nginx) -> None:
    table = Table(proxy).fill()
    with connect(
        proxy.websocket_url, ssl=proxy.tls, subprotocols=[PROTOCOL], proxy=None, max_size=None, open_timeout=60
    ) as websocket:
        websocket.send('{"type":"connection_init"}')
        assert msgspec.json.decode(websocket.recv(SECONDS)) == {"type": "connection_ack"}
        payload = {"query": UPDATES, "variables": {"id": table.id}}
        websocket.send(msgspec.json.encode({"id": "s", "type": "subscribe", "payload": payload}).decode())
        received = iter(lambda: msgspec.json.decode(websocket.recv(SECONDS)), None)
        after_each_move(table, (message["payload"]["data"]["sessionUpdates"] for message in received))


# ---- offers of other protocols


EVERY_OFFER = {
    "proxy_set_header Upgrade $offered_protocol;": "proxy_set_header Upgrade $http_upgrade;",
    "proxy_set_header Connection $connection_fields;": "proxy_set_header Connection upgrade;",
    # All clients share a connection, on which a body comes in a packet of its own: from a file.
    "keepalive 32;": "keepalive 1;",
    "client_body_buffer_size 64k;": "client_body_buffer_size 1k;",
}
# Empty lines before a request are skipped.
SMUGGLED = b"\r\n" * 1000 + b"GET /metrics HTTP/1.1\r\nHost: a\r\nX-Request-Id: smuggled-request\r\n\r\n"


@pytest.fixture(scope="module", params=["as it is", "forwards every offer"])
def offering(request: pytest.FixtureRequest, workers: tuple[Service, Service]) -> Iterator[Nginx]:
    changes = {} if request.param == "as it is" else EVERY_OFFER
    with Nginx([worker.address for worker in workers], changes) as nginx:
        yield nginx


@pytest.mark.parametrize("offer", ["frob", "h2c", "TLS/1.0", "websocket, h2c", "websocket"])
def test_each_client_gets_its_own_answer(offering: Nginx, offer: str) -> None:
    def attack(number: int) -> None:
        fields = {"Connection": "Upgrade", "Upgrade": offer, "X-Request-Id": f"attacker-{number}"}
        answer = offering.http.post(f"{offering.root}/v1/decisions", content=SMUGGLED, headers=fields)
        assert answer.headers["x-request-id"] == f"attacker-{number}"
        assert answer.status_code in (400, 415)

    def open_session(number: int) -> str:
        fields = {"X-Request-Id": f"victim-{number}"}
        answer = offering.http.post(f"{offering.root}/v1/sessions", json={"game": "zar", "seats": 2}, headers=fields)
        assert (answer.status_code, answer.headers["x-request-id"]) == (201, f"victim-{number}")
        token: str = answer.json()["hostToken"]
        return token

    with ThreadPoolExecutor(4) as clients:
        attacks = [clients.submit(attack, number) for number in range(20)]
        tokens = [clients.submit(open_session, number) for number in range(20)]
        for attacked in attacks:
            attacked.result()
        assert len({token.result() for token in tokens}) == 20


@pytest.mark.parametrize(
    ("path", "offer", "forwarded"),
    [("/graphql", "h2c", []), ("/v1/games", "websocket", []), ("/graphql", "WebSocket", ["upgrade: websocket"])],
)
def test_only_the_offer_of_a_websocket_is_forwarded(path: str, offer: str, forwarded: list[str]) -> None:
    with two_that_hang_up() as (addresses, asked), Nginx(addresses) as proxy:
        proxy.http.get(f"{proxy.root}{path}", headers={"Connection": "Upgrade", "Upgrade": offer})
    offered = [line.lower() for line in asked[0].splitlines() if line.lower().startswith("upgrade:")]
    assert offered == forwarded


def test_times_are_longer_than_the_heartbeat() -> None:
    text = FILE.read_text()
    for name in ("proxy_read_timeout", "proxy_send_timeout"):
        (found,) = re.findall(rf"{name} (\d+)s;", text)
        assert int(found) >= 3 * HEARTBEAT_SECONDS


# ---- a worker dies


def test_a_killed_worker_costs_a_retry_and_no_move(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    store = f"sqlite:{tmp_path / 'croupier.db'}"
    with ExitStack() as stack:
        one, other = (stack.enter_context(Service(store, folder)) for folder in (tmp_path, tmp_path / "other"))
        proxy = stack.enter_context(Nginx([one.address, other.address]))
        table = open_table(proxy, "zeven", 2, {"rounds": "1"})
        chance = Random(2)
        table.play(chance, 4)
        one.kill()
        for number in range(12):
            seat, move, version = table.choose(chance)
            wish = {"sessionId": table.id, "move": move, "expectedVersion": version, "idempotencyKey": f"k{number}"}
            assert send_until_answered(table.players[seat], wish)["version"] == version + 1
        assert table.read()["version"] == 3 + 4 + 12


def send_until_answered(player: Client, wish: Json) -> Json:
    """Send a move until a worker answers, and return the answer."""
    for _ in range(3):
        answer = player.post(msgspec.json.encode({"query": MOVE, "variables": {"input": wish}}))
        if answer.status_code == 200:
            return answer.json()["data"]["applyMove"]
        assert answer.status_code == 503
    raise AssertionError("no worker answers")


@contextmanager
def two_that_hang_up() -> Iterator[tuple[list[str], list[str]]]:
    """Yield the addresses of two servers that read a request and close the connection, and the requests they got."""
    asked: list[str] = []
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]

    def serve(listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                asked.append(connection.recv(65536).decode())

    threads = [Thread(target=serve, args=(listener,)) for listener in listeners]
    for thread in threads:
        thread.start()
    try:
        yield [f"127.0.0.1:{listener.getsockname()[1]}" for listener in listeners], asked
    finally:
        for listener in listeners:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        for thread in threads:
            thread.join()


def test_a_post_is_never_sent_twice_and_what_became_of_it_is_called_unknown() -> None:
    with two_that_hang_up() as (addresses, asked), Nginx(addresses) as proxy:
        answer = proxy.http.post(proxy.url, content=b"{}", headers={"X-Forwarded-For": "192.0.2.1"})
        assert (answer.status_code, answer.headers["retry-after"], len(asked)) == (503, "1", 1)
        assert answer.json()["errors"][0]["extensions"]["code"] == "STORE_UNAVAILABLE"
    (sent,) = asked
    headers = dict(line.lower().split(": ", 1) for line in sent.partition("\r\n\r\n")[0].splitlines()[1:])
    assert (headers["x-forwarded-for"], headers["x-forwarded-proto"]) == ("127.0.0.1", "https")
    assert headers["host"] == proxy.root.removeprefix("https://")


def test_a_read_is_sent_to_the_other_worker() -> None:
    with two_that_hang_up() as (addresses, asked), Nginx(addresses) as proxy:
        answer = proxy.http.get(f"{proxy.root}/v1/games")
        assert (answer.status_code, answer.json()["code"], len(asked)) == (503, "STORE_UNAVAILABLE", 2)


def test_a_post_goes_to_the_other_worker_while_one_does_not_listen(workers: tuple[Service, Service]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
    with Nginx([address, workers[1].address]) as proxy:
        for _ in range(6):
            assert Client(proxy).ask("{ games { id } }")

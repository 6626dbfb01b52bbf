"""Secrets never reach the output of the process, its log, its metrics, or the responses to others.

A real service is driven with unmistakable secrets through good and bad requests; then all of its output is searched.
"""

import hashlib
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import quote

import httpx2
import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import engine
from tests.service.api.test_catalogue import GAMES
from tests.support.graphql_client import CREATE, JOIN, READ, Client, Json
from tests.support.graphql_sessions import Live, done, new_key, open_table, opened
from tests.support.graphql_stream import PROTOCOL, SECONDS, closed_with
from tools.redis.server import RedisServer, wait_until
from tools.services import Service

APP_KEY = "canary-app-key-5f1d9c2e7b"
OTHER_KEY = "canary-other-key-5f1d9c2e7b"
BEARER = "canary-bearer-5f1d9c2e7b"
IDEMPOTENCY = f"canary-idempotency-{new_key()}"
QUERY_STRING = "canary-query-string-5f1d9c2e7b"
INSIDE = "canary-inside-a-body-5f1d9c2e7b"
COOKIE = "canary-cookie-5f1d9c2e7b"
CANARIES = (APP_KEY, OTHER_KEY, BEARER, IDEMPOTENCY, QUERY_STRING, INSIDE, COOKIE)
SEED = "5f1d9c2e7b" * 6 + "5f1d"
ENTROPY = "canary entropy 5f1d9c2e7b"
SEALED = """
mutation { newTable(input: {game: "zar", seats: 2, sealed: true}) { ... on Table { state } } }
"""
TRY = "mutation($wish: ApplyMoveInput!) { applyMove(input: $wish) { __typename } }"
SECRETS = "query($id: ID!) { session(id: $id) { fairness { serverSeed key entropy } } }"
WORD = re.compile(r"[\w=/+.-]+")
# Ids are random: a card's code may come in them.
IDS = ("request_id", "trace_id", "timestamp")

BROKEN_BODIES = (
    b'{"query": "' + INSIDE.encode(),
    b'{"query": ["' + INSIDE.encode() + b'"]}',
    b"\xff" + INSIDE.encode(),
    b'{"' + INSIDE.encode() + b'": 1}',
    b'"' + INSIDE.encode() + b'"',
    b"",
)


@pytest.fixture(params=["console", "json"])
def guarded(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Service]:
    """A service with every middleware and the fullest log, in each style."""
    key = hashlib.sha256(APP_KEY.encode()).hexdigest()
    with (
        RedisServer() as server,
        Service(
            server.url,
            tmp_path,
            log=request.param,
            log_level="debug",
            app_keys=f"web={key}",
            rate_key="100000/minute",
            rate_address="100000/minute",
            seal_keys="5ea1" * 16,
        ) as service,
    ):
        service.http.headers["Croupier-App-Key"] = APP_KEY
        yield service


def send(service: Service, document: str, **variables: object) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {BEARER}", "Cookie": f"session={COOKIE}"}
    return service.http.post(service.url, json={"query": document, "variables": variables}, headers=headers)


def ask_well(service: Service, table: Live) -> None:
    """Send what a correct client sends, with every kind of secret in its place."""
    wish = {"game": "zlam", "seats": 2, "idempotencyKey": IDEMPOTENCY}
    created = send(service, CREATE, input=wish).json()["data"]["createSession"]
    assert created["__typename"] == "SessionCreated"
    session_id = created["session"]["id"]
    for _ in range(2):
        joined = send(service, JOIN, input={"sessionId": session_id, "idempotencyKey": IDEMPOTENCY})
        assert joined.json()["data"]["joinSession"]["__typename"] == "SeatJoined"
    (seat,) = table.turn()
    for move in (table.legal(seat)[0], "no move at all"):
        assert table.move(seat, move, key=IDEMPOTENCY)["__typename"]
    assert send(service, READ, id=table.id).status_code == 200
    new = "mutation($i: NewTableInput!) { newTable(input: $i) { __typename } }"
    assert send(service, new, i={"game": "zlam", "seats": 2, "seed": SEED}).status_code == 200


def ask_badly(service: Service) -> list[httpx2.Response]:
    """Send bad requests, and return the responses."""
    http = service.http
    url = service.url
    answers = [
        http.post(url, json={"query": "{ x }"}, headers={"Authorization": value})
        for value in (f"Basic {BEARER}", f"Bearer {BEARER} {BEARER}", BEARER, f"Bearer <{BEARER}>")
    ]
    answers += [http.post(url, json={"query": "{ x }"}, headers={"Croupier-App-Key": OTHER_KEY})]
    answers += [http.post(url, content=body, headers={"Content-Type": "application/json"}) for body in BROKEN_BODIES]
    answers += [
        http.request(method, f"{service.root}{path}?token={QUERY_STRING}&query=%7Bx(&a={quote(QUERY_STRING)}")
        for method in ("GET", "POST", "DELETE", "OPTIONS")
        for path in ("/graphql", "/", "/nowhere", "/graphql/static/x", "/metrics")
    ]
    answers += [http.get(f"{service.root}/{QUERY_STRING}/x"), http.get(url, headers={"X-Request-Id": f"id={BEARER}"})]
    answers += [http.get(url, headers={"traceparent": f"00-{BEARER}-{BEARER}-00"})]
    return answers


def speak_nonsense(service: Service) -> None:
    """Send bytes that are not HTTP, or only nearly."""
    host, port = service.address.split(":")
    for text in (
        f"GET /?{QUERY_STRING} HTTP/9.9\r\nAuthorization: Bearer {BEARER}\r\n\r\n",
        f"{BEARER}\r\n\r\n",
        f"GET / HTTP/1.1\r\nAuthorization {BEARER}\r\n\r\n",
        f"GET /graphql?{QUERY_STRING} HTTP/1.1\r\nUpgrade: {BEARER}\r\nConnection: Upgrade\r\n\r\n",
        f"GET /graphql?{QUERY_STRING} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {BEARER}\r\nAuthorization: Bearer {BEARER}\r\n\r\n",
    ):
        with socket.create_connection((host, int(port)), timeout=SECONDS) as connection:
            connection.sendall(text.encode())
            connection.shutdown(socket.SHUT_WR)
            with suppress(ConnectionResetError):
                while connection.recv(4096):
                    pass


def open_websockets(service: Service, table: Live) -> None:
    """Connect well and badly, with secrets in the query string, the headers and the messages."""
    url = f"{service.websocket_url}?token={QUERY_STRING}"
    good = {"Croupier-App-Key": APP_KEY, "Authorization": f"Bearer {BEARER}", "Cookie": f"session={COOKIE}"}
    with pytest.raises(InvalidStatus):
        connect(url, subprotocols=[PROTOCOL], additional_headers={"Croupier-App-Key": OTHER_KEY}, proxy=None)
    keyless = {"Authorization": f"Bearer {BEARER}"}
    with connect(url, subprotocols=[PROTOCOL], additional_headers=keyless, proxy=None) as socket:
        socket.send(msgspec.json.encode({"type": "connection_init", "payload": {"a": OTHER_KEY}}).decode())
        assert closed_with(socket) == 4403
    for message in (
        {"type": "connection_init", "payload": {"Authorization": f"Basic {BEARER}"}},
        {"type": BEARER},
        {"id": BEARER, "type": "subscribe", "payload": {"query": INSIDE}},
        INSIDE,
    ):
        with connect(url, subprotocols=[PROTOCOL], additional_headers=good, proxy=None) as connection:
            connection.send(msgspec.json.encode(message).decode())
            assert closed_with(connection) is not None
    with connect(url, subprotocols=[PROTOCOL], additional_headers=good, proxy=None) as connection:
        connection.send(msgspec.json.encode({"type": "connection_init", "payload": {"token": INSIDE}}).decode())
        assert connection.recv(SECONDS) == '{"type":"connection_ack"}'
        operation = {"query": f'{{ session(id: "{table.id}") {{ status }} }} #{INSIDE}'}
        connection.send(msgspec.json.encode({"id": "1", "type": "subscribe", "payload": operation}).decode())
        assert '"next"' in str(connection.recv(SECONDS))
        connection.send(f"{INSIDE} is no JSON")
        assert closed_with(connection) is not None


def test_no_secret_is_in_anything_that_the_process_writes(guarded: Service) -> None:
    table = open_table(guarded, "zeven", 2)
    tokens = [player.token for player in table.players if player.token is not None]
    assert len(tokens) == 2
    ask_well(guarded, table)
    answers = ask_badly(guarded)
    assert {answer.status_code for answer in answers} >= {400, 401, 404, 405}
    speak_nonsense(guarded)
    open_websockets(guarded, table)
    metrics = guarded.http.get(f"{guarded.root}/metrics").text
    assert guarded.terminate() == 0
    written = {"log": guarded.log, "output": guarded.output, "metrics": metrics}
    assert "WEBSOCKET" in guarded.log
    assert "Croupier is at" in guarded.output
    for place, text in written.items():
        for secret in (*CANARIES, SEED, *tokens, table.id):
            assert secret not in text, f"{secret} is in the {place}"
    for answer in answers:
        for secret in (APP_KEY, OTHER_KEY, BEARER, IDEMPOTENCY, COOKIE, *tokens):
            assert secret not in answer.text, f"{secret} is in an answer"
            assert secret not in str(answer.headers), f"{secret} is in the headers of an answer"
    assert "Traceback" not in guarded.log


@pytest.mark.parametrize("style", ["console", "json"])
def test_a_bug_is_logged_without_the_values_at_hand(tmp_path: Path, style: str) -> None:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, program=WITH_A_BUG, log=style) as service:
        asked = {"X-Request-Id": "the-request", "Authorization": f"Bearer {BEARER}"}
        answer = service.http.get(f"{service.root}/readyz?{QUERY_STRING}", headers=asked)
        assert (answer.status_code, answer.json()["code"]) == (500, "INTERNAL")
        assert answer.headers["x-request-id"] == "the-request"
        # The line of a request follows its response by a moment.
        wait_until(lambda: service.log.count("the-request") == 2)
        assert service.log.count("Traceback") == 1
        assert "ZeroDivisionError: planted" in service.log
        for secret in (INSIDE, BEARER, QUERY_STRING):
            assert secret not in service.log + answer.text


WITH_A_BUG = f"""
from service.middleware.health import Health
async def ready(self, request):
    hand = "{INSIDE[:6]}" + "{INSIDE[6:]}"
    raise ZeroDivisionError("planted")
Health._ready = ready
from cli import app; app()
"""


# ---- what is hidden at a table


@pytest.mark.parametrize("guarded", ["json"], indirect=True)
def test_nothing_hidden_at_a_table_is_in_anything_that_the_process_writes(guarded: Service) -> None:
    """Tables whose hands are known are played; then all is searched for words that name a card, and for all keys."""
    secrets = [ENTROPY, SEED, *(secret for game in GAMES for secret in play(guarded, game))]
    sealed = Client(guarded).ask(SEALED)["state"]
    Client(guarded).execute("query($s: StateToken!) { table(state: $s) { __typename } }", s=sealed[:-3])
    metrics = guarded.http.get(f"{guarded.root}/metrics").text
    assert guarded.terminate() == 0
    lines = [msgspec.json.decode(line) for line in guarded.log.splitlines()]
    assert len(lines) > 100
    words = {word for line in lines for word in words_of(line)} | set(WORD.findall(metrics + guarded.output))
    written = guarded.log + metrics + guarded.output
    assert not words & cards()
    assert not [secret for secret in (*secrets, sealed, "zones", "hand:") if secret in written]


def play(service: Service, game: str) -> list[str]:
    """Play a table to its end, and begin one with a given deal, by good moves and bad; return the hidden facts."""
    table = opened(service, game, 4)
    players = [table.sit(seat=seat, entropy=ENTROPY) for seat in range(2)]
    done(table.host, "startSession", table.id)
    for player in players:
        for move in ("nonsense", "play AR3 @1", "match Y1"):
            player.execute(TRY, wish={"sessionId": table.id, "move": move})
    done(players[0], "resign", table.id)
    ended = done(players[1], "resign", table.id)
    while ended["session"]["status"] == "ACTIVE":
        ended = done(players[1], "claimDeadline", table.id)
    assert ended["session"]["status"] == "FINISHED"
    opened(service, game, 2, seed=SEED).live().play(Random(game), 3)
    found = Client(service).ask(SECRETS, id=table.id)["fairness"]
    return [found["serverSeed"], found["key"]]


def words_of(line: Json) -> set[str]:
    """Return the words of a log line, ids left out."""
    values = [str(value) for name, value in line.items() if name not in IDS]
    return {word for value in values for word in WORD.findall(value)}


def cards() -> set[str]:
    """Return the codes of all cards, except those that could be any number or sign."""
    codes = [code for game in GAMES for code in engine.find_game(game).cards]
    return {code for code in codes if len(code) > 1}

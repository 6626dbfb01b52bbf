"""The endpoint itself: who may call, what is refused before the protocol, waits that end, and faults."""

import hashlib
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryFile

import httpx2
import pytest

from service.app import create_app
from service.mcp.older_clients import SESSION_ID
from service.settings import load_settings
from tests.service.guards.logs_and_metrics import metric
from tests.service.mcp.requests_by_hand import MODERN, answer_of, headers_of, post_call, post_old, request_of
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import new_key
from tests.support.raw_http import Raw
from tests.support.services import service_with
from tools.fork_server import Request, fork
from tools.redis.server import RedisServer, wait_until
from tools.servers import REPOSITORY
from tools.services import LocalService, Service, environment, seconds_at_most

KEYS = {"agents": "the-key-of-the-agents", "others": "the-key-of-the-others"}
KEPT, SPENT = ({"Croupier-App-Key": key} for key in KEYS.values())
PAGE = "https://app.example"
LIST = request_of("tools/list", {})
SOON = 20

guarded = service_with(
    app_keys=",".join(f"{name}={hashlib.sha256(key.encode()).hexdigest()}" for name, key in KEYS.items()),
    cors_origins=PAGE,
    rate_key="60/day",
    streams_per_caller="1",
)


@pytest.fixture
def beside() -> Iterator[ThreadPoolExecutor]:
    """Threads in which agents wait."""
    with ThreadPoolExecutor() as executor:
        yield executor


def post(server: LocalService | Service, headers: Mapping[str, str] = {}, body: bytes = LIST) -> httpx2.Response:
    """Send a body as a request of the newest version, with more headers."""
    sent = {**headers_of("tools/list"), **headers}
    return server.http.post(f"{server.root}/mcp", content=body, headers=sent)


def table_that_waits(server: Service) -> Json:
    """Open a table whose second seat is open, and return the answer of the first."""
    opened = answer_of(post_call(server, "create_table", {"game": "zeven", "seats": 2, "bots": 0}, **KEPT))
    table: Json = opened["structuredContent"]
    return table


# ---- what never reaches the protocol


def test_a_start_loads_no_sdk() -> None:
    program = "import service.process.serve, sys; sys.exit('mcp' in sys.modules or 'pydantic' in sys.modules)"
    with TemporaryFile() as log:
        child = fork(Request(program, [], str(REPOSITORY), environment()), log.fileno())
        assert child.wait(SOON) == 0
        child.stdout.close()


def test_where_it_is_off_or_not_installed_the_answer_says_how_to_get_it(
    tmp_path: Path, server: LocalService, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'croupier.db'}", "CROUPIER_MCP": "off"})
    with LocalService(create_app(settings)) as turned_off:
        off = post(turned_off)
    assert (off.status_code, off.headers["content-type"]) == (404, "application/problem+json")
    assert "CROUPIER_MCP is off" in off.json()["detail"]
    monkeypatch.setitem(sys.modules, "mcp", None)
    missing = post(server)
    assert (missing.status_code, missing.json()["code"]) == (404, "NOT_FOUND")
    assert "make serve MCP=yes" in missing.json()["detail"]


def test_only_posts_are_taken(server: LocalService) -> None:
    for method in ("GET", "DELETE", "PUT"):
        answer = server.http.request(method, f"{server.root}/mcp")
        assert (answer.status_code, answer.headers["allow"]) == (405, "POST, OPTIONS")
    assert server.http.options(f"{server.root}/mcp").status_code == 204


def test_bodies_are_limited_and_must_be_json_as_everywhere(server: LocalService) -> None:
    large = post(server, body=b"[" + b" " * 10_000_000 + b"]")
    assert (large.status_code, large.json()["code"]) == (413, "CONTENT_TOO_LARGE")
    form = post(server, {"Content-Type": "text/plain"})
    assert (form.status_code, form.json()["code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")
    broken = post(server, body=b"{")
    assert (broken.status_code, broken.json()["error"]["code"]) == (400, -32700)
    assert post(server, {"MCP-Protocol-Version": "1999-01-01"}).status_code == 400


@pytest.mark.parametrize(
    "accepted",
    ["", "text/html", "application/json", "text/event-stream", "application/json, text/event-stream;q=0", ","],
)
@pytest.mark.parametrize("version", [MODERN, "2025-11-25"])
def test_a_client_that_accepts_no_answer_is_refused_as_everywhere(
    server: LocalService, accepted: str, version: str
) -> None:
    refused = post(server, {"Accept": accepted, "MCP-Protocol-Version": version})
    assert (refused.status_code, refused.headers["content-type"]) == (406, "application/problem+json")
    assert (refused.json()["code"], refused.json()["path"]) == ("NOT_ACCEPTABLE", ["Accept"])
    assert "text/event-stream" in refused.json()["detail"]


@pytest.mark.parametrize(
    "accepted", ["*/*", "application/*, text/*", "TEXT/EVENT-STREAM;q=0.1,application/json; charset=utf-8"]
)
@pytest.mark.parametrize("version", [MODERN, "2025-11-25"])
def test_what_is_accepted_is_answered(server: LocalService, accepted: str, version: str) -> None:
    assert post(server, {"Accept": accepted, "MCP-Protocol-Version": version}).status_code == 200


@pytest.mark.parametrize("kind", ["Application/JSON", "application/json; charset=UTF-8"])
@pytest.mark.parametrize("version", [MODERN, "2025-11-25"])
def test_the_media_type_of_a_body_may_be_written_as_everywhere(server: LocalService, kind: str, version: str) -> None:
    assert post(server, {"Content-Type": kind, "MCP-Protocol-Version": version}).status_code == 200


@pytest.mark.parametrize("version", [MODERN, "2025-11-25"])
def test_what_is_accepted_may_stand_in_several_lines(server: LocalService, version: str) -> None:
    others = {**headers_of("tools/list"), "MCP-Protocol-Version": version}
    del others["Accept"]
    lines = [*others.items(), ("Accept", "application/json"), ("Accept", "text/event-stream")]
    assert server.http.post(f"{server.root}/mcp", content=LIST, headers=lines).status_code == 200


def test_answers_have_the_security_headers_of_the_service(server: LocalService) -> None:
    answer = post(server)
    assert answer.status_code == 200
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "x-request-id" in answer.headers


# ---- who may call


def test_an_app_key_is_needed_where_the_service_needs_one(guarded: Service) -> None:
    refused = post(guarded)
    assert (refused.status_code, refused.json()["code"]) == (401, "APP_KEY_REQUIRED")
    assert post(guarded, KEPT).status_code == 200


def test_pages_of_origins_that_may_not_call_are_refused(guarded: Service) -> None:
    assert post(guarded, {"Origin": PAGE, **KEPT}).status_code == 200
    foreign = post(guarded, {"Origin": "https://evil.example", **KEPT})
    assert (foreign.status_code, foreign.json()["error"]["code"]) == (403, -32600)
    # A name that somebody has bound to this address: origin and host are equal.
    rebound = post(guarded, {"Origin": "http://evil.example:8000", "Host": "evil.example:8000", **KEPT})
    assert rebound.status_code == 403
    # A proxy in front, and a program that is no page.
    assert post(guarded, {"Host": "croupier.example", **KEPT}).status_code == 200


def test_a_page_may_send_the_headers_of_the_protocol(guarded: Service) -> None:
    wanted = [name.lower() for name in headers_of("tools/call", "look") if name.startswith(("M", "C"))]
    wanted.append(SESSION_ID)
    asked = {
        "Origin": PAGE,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": ", ".join(wanted),
    }
    answer = guarded.http.options(f"{guarded.root}/mcp", headers=asked)
    assert answer.status_code == 200
    assert {*wanted} <= {name.strip().lower() for name in answer.headers["access-control-allow-headers"].split(",")}


def test_a_page_may_read_the_session_id(guarded: Service) -> None:
    greeting = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    answer = post_old(guarded, "2025-11-25", "initialize", greeting, Origin=PAGE, **KEPT)
    assert SESSION_ID in answer.headers
    assert SESSION_ID in answer.headers["access-control-expose-headers"].lower().split(", ")


def test_what_is_spent_counts_as_in_the_other_apis(guarded: Service) -> None:
    before = int(post(guarded, SPENT).headers["ratelimit"].partition("r=")[2].partition(";")[0])
    opened = post_call(guarded, "create_table", {"game": "zeven"}, **SPENT)
    assert not answer_of(opened)["isError"]
    after = int(post(guarded, SPENT).headers["ratelimit"].partition("r=")[2].partition(";")[0])
    assert before - after == 1 + 9 + 1
    while after > 5:
        after = int(post(guarded, SPENT).headers["ratelimit"].partition("r=")[2].partition(";")[0])
    dear = answer_of(post_call(guarded, "create_table", {"game": "zeven"}, **SPENT))
    assert dear["isError"]
    assert "RATE_LIMITED" in dear["content"][0]["text"]
    while after:
        after = int(post(guarded, SPENT).headers["ratelimit"].partition("r=")[2].partition(";")[0])
    spent = post(guarded, SPENT)
    assert (spent.status_code, spent.json()["code"]) == (429, "RATE_LIMITED")


# ---- waits


@pytest.mark.parametrize("version", [MODERN, "2025-11-25"])
def test_a_wait_ends_with_its_client(guarded: Service, version: str) -> None:
    table = table_that_waits(guarded)
    body = request_of("tools/call", {"name": "wait_for_turn", "arguments": {"seat": table["seat"], "seconds": 25}})
    fields = {**headers_of("tools/call", "wait_for_turn"), **KEPT, "MCP-Protocol-Version": version}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    followers = metric(guarded, "croupier_stream_followers")
    with Raw(guarded) as raw:
        raw.send(f"POST /mcp HTTP/1.1\r\nHost: here\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        wait_until(lambda: metric(guarded, "croupier_stream_followers") == followers + 1)
    with seconds_at_most(SOON):
        wait_until(lambda: metric(guarded, "croupier_stream_followers") == followers)


def test_a_wait_counts_as_a_stream(guarded: Service, beside: ThreadPoolExecutor) -> None:
    wish = {"seat": table_that_waits(guarded)["seat"], "seconds": 25}
    waiting = beside.submit(post_call, guarded, "wait_for_turn", wish, **KEPT)
    wait_until(lambda: metric(guarded, "croupier_stream_followers") == 1)
    refused = answer_of(post_call(guarded, "wait_for_turn", wish, **KEPT))
    assert refused["isError"]
    assert "TOO_MANY_STREAMS" in refused["content"][0]["text"]
    left = answer_of(post_call(guarded, "leave", {"seat": wish["seat"]}, **KEPT))
    assert not left["isError"]
    assert "UNAUTHORIZED" in answer_of(waiting.result(60))["content"][0]["text"]


def test_another_worker_goes_on_when_one_is_killed_in_the_middle_of_a_wait(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, beside: ThreadPoolExecutor
) -> None:
    store = f"sqlite:{tmp_path / 'croupier.db'}"
    with Service(store, tmp_path) as killed, Service(store, tmp_path_factory.mktemp("other")) as other:
        table = table_that_waits(killed)
        wish = {"seat": table["seat"], "version": table["version"], "seconds": 25}
        waiting = beside.submit(post_call, killed, "wait_for_turn", wish)
        wait_until(lambda: metric(killed, "croupier_stream_followers") == 1)
        killed.kill()
        assert isinstance(waiting.exception(SOON), httpx2.TransportError)
        joined = answer_of(post_call(other, "join_table", {"table": table["table"]}))
        assert not joined["isError"]
        again = answer_of(post_call(other, "wait_for_turn", {**wish, "seconds": 0}))
        assert "What has happened:" in again["content"][0]["text"]
        seated = joined["structuredContent"]
        idle = answer_of(post_call(other, "wait_for_turn", {"seat": seated["seat"], "seconds": 0}))
        either = wish if idle["structuredContent"]["yourTurn"] else {**wish, "seat": seated["seat"]}
        waiting = beside.submit(post_call, other, "wait_for_turn", {**either, "version": 9})
        wait_until(lambda: metric(other, "croupier_stream_followers") == 1)
        # A service that ends answers what waits at it.
        with seconds_at_most(SOON):
            assert other.terminate() == 0
        assert "It is not your turn." in answer_of(waiting.result(SOON))["content"][0]["text"]
        assert "Traceback" not in other.log


# ---- faults


def test_a_lost_store_is_told_and_a_retry_with_the_key_moves_once(
    tmp_path: Path, own_redis_server: RedisServer
) -> None:
    with Service(own_redis_server.url, tmp_path) as service:
        opened = answer_of(post_call(service, "create_table", {"game": "zeven", "options": {"firstSeat": 0}}))
        table = opened["structuredContent"]
        assert table["yourTurn"]
        move = {"seat": table["seat"], "move": 1, "version": table["version"], "idempotencyKey": new_key()}
        own_redis_server.kill()
        lost = answer_of(post_call(service, "play", move))
        assert lost["isError"]
        assert "STORE_UNAVAILABLE" in lost["content"][0]["text"]
        assert "same idempotencyKey" in lost["content"][0]["text"]
        own_redis_server.start()
        wait_until(lambda: not answer_of(post_call(service, "list_games", {}))["isError"])
        made = answer_of(post_call(service, "play", move))
        again = answer_of(post_call(service, "play", move))
        assert not made["isError"], made
        assert again["content"][0]["text"].startswith("With this key, you had made a move already: ")
        assert "Traceback" not in service.log

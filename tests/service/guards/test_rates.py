"""Rate limits: each one takes effect, states the time to retry, and lets others through; also while Redis is away."""

import hashlib
import re
from pathlib import Path

import httpx2
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from service.http.call import Call, address_of, call_of
from service.middleware.rate_limit import CostCounter, RateLimits, WindowCounter, open_counter
from service.middleware.requests import RequestMiddleware
from service.settings import Rate
from tests.service.guards.conftest import Start
from tests.service.guards.logs_and_metrics import log_lines, metric
from tests.support.graphql_client import CREATE, Client
from tests.support.graphql_stream import PROTOCOL, SECONDS, Stream, closed_with
from tests.support.services import service_with
from tools.redis.server import RedisServer
from tools.services import LocalService, Service, seconds_at_most

QUERY = {"query": "{ __typename }"}
KEYS = {"web": "the-key-of-the-web-front-end", "bots": "the-key-of-the-bots"}
APP_KEYS = ",".join(f"{name}={hashlib.sha256(key.encode()).hexdigest()}" for name, key in KEYS.items())

# Long enough that no window turns during a test, except at midnight.
DAY = 86_400


def ask(service: Service, **headers: str) -> httpx2.Response:
    return service.http.post(service.url, json=QUERY, headers=headers)


def left(answer: httpx2.Response) -> int:
    """Return the remaining quota in a response."""
    match = re.fullmatch(r'"(?:key|address)";r=(\d+);t=([1-9]\d*)', answer.headers["ratelimit"])
    assert match is not None
    assert int(match[2]) <= DAY
    return int(match[1])


# ---- by address and by key


# A service with limits behind trusted proxies, so that each test has addresses of its own.
proxied = service_with(rate_address="3/day", trusted_proxies="127.0.0.0/8,192.0.2.9")


def test_an_address_that_has_spent_all_is_told_when_to_come_back(proxied: Service) -> None:
    here = {"X-Forwarded-For": "203.0.113.1"}
    answers = [ask(proxied, **here) for _ in range(3)]
    assert [(answer.status_code, left(answer)) for answer in answers] == [(200, 2), (200, 1), (200, 0)]
    assert answers[0].headers["ratelimit-policy"] == f'"address";q=3;w={DAY}'
    before = metric(proxied, "croupier_refusals_total", code="RATE_LIMITED")
    refused = ask(proxied, **here)
    assert (refused.status_code, left(refused)) == (429, 0)
    assert 1 <= int(refused.headers["retry-after"]) <= DAY
    assert refused.json()["errors"][0]["extensions"] == {"code": "RATE_LIMITED"}
    elsewhere = proxied.http.get(f"{proxied.root}/nowhere", headers=here)
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (429, "RATE_LIMITED")
    assert metric(proxied, "croupier_refusals_total", code="RATE_LIMITED") == before + 2
    # Health checks and metrics are not charged.
    for path in ("livez", "healthz", "readyz", "metrics"):
        answer = proxied.http.get(f"{proxied.root}/{path}", headers=here)
        assert (answer.status_code, "ratelimit" in answer.headers) == (200, False)


def test_each_app_spends_for_itself_and_an_address_without_a_key_too(start: Start) -> None:
    service = start(rate_key="2/day", rate_address="1/day", app_keys=APP_KEYS)
    web, bots = ({"Croupier-App-Key": key} for key in KEYS.values())
    assert [ask(service, **web).status_code for _ in range(3)] == [200, 200, 429]
    assert ask(service, **web).headers["ratelimit-policy"].startswith('"key"')
    assert [ask(service, **bots).status_code for _ in range(3)] == [200, 200, 429]
    pages = [service.http.get(service.url, headers={"Accept": "text/html"}).status_code for _ in range(2)]
    assert pages == [200, 429]


def test_without_limits_no_answer_tells_of_any(plain: Service) -> None:
    answer = ask(plain)
    assert not [name for name in answer.headers if name.startswith("ratelimit")]


# ---- proxies


def test_an_address_that_a_client_claims_is_ignored(start: Start) -> None:
    service = start(rate_address="1/day")
    assert ask(service, **{"X-Forwarded-For": "192.0.2.1"}).status_code == 200
    assert ask(service, **{"X-Forwarded-For": "192.0.2.2"}).status_code == 429


def test_an_address_from_a_trusted_proxy_counts(proxied: Service) -> None:
    def remaining(forwarded: str) -> int:
        return left(ask(proxied, **{"X-Forwarded-For": forwarded}))

    assert [remaining(address) for address in ("198.51.100.1", "198.51.100.2", "198.51.100.1")] == [2, 2, 1]
    # The client's own entries in front do not count; the entry of another trusted proxy does.
    assert remaining("203.0.113.7, 198.51.100.2") == 1
    assert [remaining("198.51.100.3, 192.0.2.9"), remaining("198.51.100.3")] == [2, 1]


@pytest.mark.parametrize(
    ("client", "counted"),
    [
        (("192.0.2.1", 1), "192.0.2.1"),
        (("::ffff:192.0.2.1", 1), "192.0.2.1"),
        (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 1), "fe80::/64"),
        (("what a proxy may say", 0), "unknown"),
        (None, "unknown"),
    ],
)
def test_an_address_is_counted_by_what_one_household_has(client: tuple[str, int] | None, counted: str) -> None:
    assert address_of(client) == counted


# ---- WebSocket


def test_messages_over_a_websocket_are_counted_too(start: Start) -> None:
    service = start(rate_address="5/day")
    with Stream(service) as stream:  # the upgrade and connection_init
        response = stream.socket.response
        assert response is not None
        assert response.headers["ratelimit"].startswith('"address";r=4;')
        for _ in range(3):
            stream.ask("{ __typename }")
            assert stream.receive()["type"] == "next"
            assert stream.receive()["type"] == "complete"
        stream.ask("{ __typename }")
        assert closed_with(stream.socket) == 1013
    with pytest.raises(InvalidStatus) as refused:
        connect(service.websocket_url, subprotocols=[PROTOCOL], proxy=None, open_timeout=SECONDS)
    assert refused.value.response.status_code == 429
    assert "retry-after" in refused.value.response.headers


def is_free(_path: str) -> bool:
    return False


async def have_the_last_word(connection: WebSocket) -> None:
    """Go on sending when the connection is closed, as a subscription may that does not know it yet."""
    await connection.accept()
    try:
        while True:
            await connection.receive_text()
    except WebSocketDisconnect:
        await connection.send_text("the last word")
        connection.app.state.said = True


def test_sending_over_a_closed_connection_makes_no_bug() -> None:
    rates = Middleware(RequestMiddleware, rates=RateLimits(CostCounter(None), None, Rate(2, DAY), is_free))
    app = Starlette(routes=[WebSocketRoute("/", have_the_last_word)], middleware=[rates])
    with LocalService(app) as server:
        url = server.url.replace("http", "ws").removesuffix("/graphql")
        with connect(url, proxy=None, open_timeout=SECONDS) as connection:
            connection.send("one")
            connection.send("two")
            assert closed_with(connection) == 1013
    assert app.state.said


# ---- dearer work


class Clock:
    """A clock that the test sets."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


async def expensive(request: Request) -> Response:
    await call_of(request.scope).charge(4)
    return Response("done")


def ask_for_work(rates: RateLimits) -> list[tuple[int, int]]:
    """Ask three times for expensive work; return each status and what is left, which without a limit is all."""
    app = Starlette(routes=[Route("/", expensive)], middleware=[Middleware(RequestMiddleware, rates=rates)])
    with LocalService(app) as server:
        answers = [server.http.get(server.root) for _ in range(3)]
    return [(answer.status_code, left(answer) if "ratelimit" in answer.headers else DAY) for answer in answers]


def test_work_that_costs_more_is_charged_until_the_next_window() -> None:
    clock = Clock()
    rates = RateLimits(CostCounter(None, clock), None, Rate(10, DAY), is_free)
    assert ask_for_work(rates) == [(200, 5), (200, 0), (429, 0)]
    clock.now += DAY
    assert ask_for_work(rates) == [(200, 5), (200, 0), (429, 0)]


def test_a_limit_of_keys_does_not_limit_addresses() -> None:
    assert ask_for_work(RateLimits(CostCounter(None), Rate(1, DAY), None, is_free)) == [(200, DAY)] * 3


@pytest.mark.anyio
async def test_where_nothing_is_limited_a_charge_is_free() -> None:
    await Call(method="GET", path="/", headers=[], fields={}, client=None).charge(1_000_000)


# ---- Redis


def test_two_services_count_together_in_redis(start: Start, redis_url: str) -> None:
    one, other = (start(store=redis_url, rate_address="3/day") for _ in range(2))
    assert [ask(service).status_code for service in (one, other, one, other, one)] == [200, 200, 200, 429, 429]


def test_the_counters_in_redis_expire(start: Start, redis_server: RedisServer, redis_url: str) -> None:
    ask(start(store=redis_url, rate_address="3/hour"))
    keys = redis_server.ask("KEYS croupier:rate*")
    (key,) = re.findall(r"croupier:rate\S+", keys)
    assert 0 < int(redis_server.ask(f"TTL {key}").removeprefix(":")) <= 3600


def test_while_redis_is_away_each_process_limits_for_itself_and_says_so_once(start: Start) -> None:
    with RedisServer() as server:
        service = start(store=server.url, rate_address="3/day", log="json")
        assert [ask(service).status_code for _ in range(3)] == [200, 200, 200]
        server.kill()
        with seconds_at_most(10):
            assert [ask(service).status_code for _ in range(4)] == [200, 200, 200, 429]
        lines = [line for line in log_lines(service) if "in this process alone" in line["event"]]
        assert [line["level"] for line in lines] == ["warning"]
        server.start()
    assert "Traceback" not in service.log


@pytest.mark.anyio
async def test_when_redis_is_back_it_counts_again(own_redis_server: RedisServer) -> None:
    clock = Clock()
    rate = Rate(10, DAY)
    counter = open_counter(own_redis_server.url, clock)

    async def spend() -> int:
        return (await counter.spend("address", "192.0.2.1", rate, 1)).amount

    assert [await spend(), await spend()] == [1, 2]
    own_redis_server.kill()
    assert [await spend(), await spend()] == [1, 2]
    own_redis_server.start()
    assert await spend() == 3  # it is asked again only after a while
    clock.now += 5
    assert [await spend(), await spend()] == [3, 4]
    await counter.close()


@pytest.mark.anyio
async def test_a_redis_that_hangs_is_not_waited_for(own_redis_server: RedisServer) -> None:
    counter = open_counter(own_redis_server.url)
    own_redis_server.ask("CLIENT PAUSE 20000")
    with seconds_at_most(10):
        for amount in range(1, 4):
            assert (await counter.spend("key", "web", Rate(10, DAY), 1)).amount == amount
    await counter.close()


def test_opening_a_session_costs_as_much_as_ten_requests(tmp_path: Path) -> None:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, rate_address="25/day") as service:
        wish = {"game": "zlam", "seats": 2}
        assert [Client(service).ask(CREATE, input=wish)["__typename"] for _ in range(2)] == ["SessionCreated"] * 2
        body = msgspec.json.encode({"query": CREATE, "variables": {"input": wish}})
        refused = Client(service).post(body)
        (error,) = refused.json()["errors"]
        assert (refused.status_code, error["extensions"]["code"]) == (429, "RATE_LIMITED")
        assert 0 < int(refused.headers["Retry-After"]) == error["extensions"]["retryAfterMillis"] // 1000
        problem = service.http.post(f"{service.root}/v1/sessions", json=wish)
        assert (problem.status_code, problem.json()["code"]) == (429, "RATE_LIMITED")


def test_each_length_of_window_is_counted_for_itself_and_only_its_latest_is_kept() -> None:
    counter = WindowCounter()
    assert [counter.add("key:a", 60, 7, 2) for _ in range(2)] == [2, 4]
    assert counter.add("key:b", 60, 7, 1) == 1
    assert counter.add("key:a", 3600, 0, 1) == 1
    assert counter.add("key:a", 60, 8, 1) == 1
    assert counter.add("key:a", 3600, 0, 1) == 2

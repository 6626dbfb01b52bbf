"""Requests that wait for decisions: bounded by caller, charged by seat, and ended with the client and the service."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack

import httpx2
import msgspec
import pytest

from tests.service.guards.conftest import Start
from tests.service.guards.logs_and_metrics import log_lines, metric
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import Live, new_key, open_table
from tests.support.graphql_stream import Stream
from tests.support.raw_http import Raw
from tests.support.services import service_with
from tools.redis.server import RedisServer, wait_until
from tools.services import Service, seconds_at_most

PATH = "/v1/decisions"
POLL = """
mutation Poll($input: NextDecisionInput!) {
  nextDecision(input: $input) { ... on DecisionPoll { seats { state } } ... on Problem { code } }
}
"""
WAIT = 25
SOON = 20


@pytest.fixture
def beside() -> Iterator[ThreadPoolExecutor]:
    """Threads in which polls wait."""
    with ThreadPoolExecutor() as executor:
        yield executor


# A service whose callers may have three streams each.
three_streams = service_with(streams_per_caller="3", log="json")


def waiting_seats(table: Live, count: int = 1) -> Json:
    """Return a poll that has nothing to wait for but the move of another seat."""
    seat = {"sessionId": table.id, "seatToken": table.players[1].token}
    return {"seats": [seat] * count, "waitSeconds": WAIT}


def table_of(service: Service) -> Live:
    return open_table(service, "zeven", 2, {"firstSeat": "0"})


def over_rest(service: Service, wish: Json) -> httpx2.Response:
    return service.http.post(f"{service.root}{PATH}", json=wish)


def over_graphql(service: Service, wish: Json) -> httpx2.Response:
    return service.http.post(service.url, json={"query": POLL, "variables": {"input": wish}})


FRONT_ENDS = pytest.mark.parametrize("ask", [over_rest, over_graphql])


def followers(service: Service) -> float:
    return metric(service, "croupier_stream_followers")


@FRONT_ENDS
def test_a_seat_of_a_poll_counts_as_a_stream(three_streams: Service, beside: ThreadPoolExecutor, ask: object) -> None:
    assert callable(ask)
    service = three_streams
    table = table_of(service)
    before = metric(service, "croupier_refusals_total", code="TOO_MANY_STREAMS")
    waiting: Future[httpx2.Response] = beside.submit(ask, service, waiting_seats(table, 2))
    wait_until(lambda: followers(service) == 1)
    refused = ask(service, waiting_seats(table, 2))
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "10")
    assert "TOO_MANY_STREAMS" in refused.text
    assert "This needs 2 streams, and you have 2 of 3 open here: ask for fewer." in refused.text
    assert metric(service, "croupier_refusals_total", code="TOO_MANY_STREAMS") == before + 1
    table.move(0, table.legal(0)[0])
    while table.turn() == [0]:
        table.move(0, table.legal(0)[0])
    assert waiting.result(SOON).status_code == 200
    assert ask(service, {**waiting_seats(table, 3), "waitSeconds": 0}).status_code == 200
    assert followers(service) == 0


def test_five_seats_of_a_poll_are_charged_like_a_request(start: Start) -> None:
    service = start(rate_address="25/day")
    table = table_of(service)
    limit = service.http.post(service.url, json={"query": "{ __typename }"}).headers["ratelimit"]
    left = int(limit.split("r=")[1].split(";")[0])
    wish = {**waiting_seats(table, 20), "waitSeconds": 0}
    for ask in (over_rest, over_graphql):
        left -= 4
        assert f"r={left};" in ask(service, wish).headers["ratelimit"]
    for ask in (over_rest, over_graphql):
        refused = ask(service, {**wish, "seats": wish["seats"] * 5})
        assert refused.status_code == 429
        assert "RATE_LIMITED" in refused.text


def test_polls_are_answered_or_freed_when_the_process_is_about_to_end(start: Start, beside: ThreadPoolExecutor) -> None:
    service = start()
    table = table_of(service)
    with Stream(service) as stream:
        stream.ask(POLL, "poll", input=waiting_seats(table))
        waiting = [beside.submit(ask, service, waiting_seats(table)) for ask in (over_rest, over_graphql)]
        wait_until(lambda: followers(service) == 3)
        with seconds_at_most(SOON):
            assert service.terminate() == 0
            answers = [one.result() for one in waiting]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert all('"state":"WAITING"' in answer.text for answer in answers)
    assert "Traceback" not in service.log


@pytest.mark.parametrize("path", [PATH, "/graphql"])
def test_a_client_that_leaves_frees_everything(three_streams: Service, path: str) -> None:
    table = table_of(three_streams)
    wish = waiting_seats(table)
    body = msgspec.json.encode(wish if path == PATH else {"query": POLL, "variables": {"input": wish}})
    head = f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(Raw(three_streams)).send(head.encode() + body)
        wait_until(lambda: followers(three_streams) == 3)
    wait_until(lambda: followers(three_streams) == 0)
    assert over_rest(three_streams, {**waiting_seats(table, 3), "waitSeconds": 0}).status_code == 200
    assert "Traceback" not in three_streams.log


def test_a_websocket_that_closes_frees_its_polls(three_streams: Service) -> None:
    table = table_of(three_streams)
    with Stream(three_streams) as stream:
        stream.ask(POLL, "poll", input=waiting_seats(table))
        wait_until(lambda: followers(three_streams) == 1)
        stream.ask(POLL, "other", input={**waiting_seats(table), "waitSeconds": 0})
        assert stream.receive()["payload"]["data"]["nextDecision"]["seats"] == [{"state": "WAITING"}]
        assert stream.receive() == {"id": "other", "type": "complete"}
        assert followers(three_streams) == 1
    wait_until(lambda: followers(three_streams) == 0)
    assert "Traceback" not in three_streams.log


def test_no_log_has_a_token(three_streams: Service) -> None:
    service = three_streams
    table = table_of(service)
    wish = {**waiting_seats(table), "waitSeconds": 0}
    for ask in (over_rest, over_graphql):
        assert ask(service, wish).status_code == 200
        ask(service, {**wish, "waitSeconds": 99})
        ask(service, {"seats": wish["seats"] * 101})
        ask(service, {"seats": [{**wish["seats"][0], "after": "wrong"}]})
    Client(service).execute(POLL, input=wish)
    wait_until(lambda: any(line.get("route") == PATH for line in log_lines(service)))
    token = table.players[1].token
    assert token is not None
    assert token not in service.log


def test_a_lost_store_ends_a_poll(start: Start, own_redis_server: RedisServer, beside: ThreadPoolExecutor) -> None:
    service = start(store=own_redis_server.url)
    table = table_of(service)
    waiting: Future[httpx2.Response] = beside.submit(over_rest, service, waiting_seats(table))
    wait_until(lambda: followers(service) == 1)
    own_redis_server.kill()
    refused = over_rest(service, waiting_seats(table))
    assert (refused.status_code, refused.json()["code"]) == (503, "STORE_UNAVAILABLE")
    graphql = over_graphql(service, waiting_seats(table))
    assert (graphql.status_code, graphql.json()["errors"][0]["extensions"]["code"]) == (503, "STORE_UNAVAILABLE")
    own_redis_server.start()
    wait_until(lambda: over_rest(service, {**waiting_seats(table), "waitSeconds": 0}).status_code == 200)
    while table.turn() == [0]:
        table.move(0, table.legal(0)[0], key=new_key())
    answer = waiting.result(WAIT + SOON)
    assert answer.status_code in (200, 503)
    if answer.status_code == 200:
        assert answer.json()["seats"][0]["state"] == "DECIDING"
    assert "Traceback" not in service.log

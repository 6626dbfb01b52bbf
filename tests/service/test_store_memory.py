"""A Redis without free memory refuses whole changes: it stops growing, and a refused change leaves nothing behind."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from store.options import Durability
from store.port import Commit, Committed, Repeated
from store.problems import StoreUnavailable
from tests.service.conftest import without_bugs
from tests.support.graphql_client import Client
from tests.support.graphql_sessions import Live, open_table
from tests.support.rest_client import Rest, check_problem
from tests.support.store_fixtures import Pair
from tools.redis.server import RedisServer, ValkeyServer
from tools.services import Service
from tools.stores import started_store

pytestmark = pytest.mark.anyio

MEGABYTE = 1 << 20
# The bytes that a server may use beyond its limit: the last change, and the buffers of its connections.
SLACK = MEGABYTE // 2
MOST = 5_000
WISH = {"game": "zeven", "seats": 4, "public": True}
SERVERS = {"redis": RedisServer, "valkey": ValkeyServer}


@pytest.fixture(params=SERVERS)
def server(request: pytest.FixtureRequest) -> Iterator[RedisServer]:
    with SERVERS[request.param]() as server:
        yield server


def limit_memory(server: RedisServer, room: int) -> int:
    """Leave the server so many bytes beside its current use; return the limit."""
    limit = int(server.info("memory")["used_memory"]) + room
    server.call("CONFIG", "SET", "maxmemory", limit)
    return limit


def allow_memory(server: RedisServer) -> None:
    server.call("CONFIG", "SET", "maxmemory", 0)


def keys(server: RedisServer, pattern: str) -> set[str]:
    return set(server.call("KEYS", pattern))


# ---- the scripts


async def test_every_script_asks_for_memory_before_it_writes_anything_else(server: RedisServer) -> None:
    async with started_store(server.url) as store:
        await store.enlist("public", "gone", 1, 1)
        server.call("ZADD", "l:{public}", -1, "xgone")
        server.call("XADD", "g:{new}:e", "7-0", "body", "of an expired session")
        limit_memory(server, -MEGABYTE)
        before = keys(server, "*")
        refused = (
            store.commit(Commit("new", 0, b"document", b"entry", 60, key="key")),
            store.enlist("public", "new", 1, 60),
            store.advance_watermark("game", 1, "token", 60),
        )
        for call in refused:
            with pytest.raises(StoreUnavailable, match="memory"):
                await call
        assert keys(server, "*") == before
        assert server.call("ZRANGE", "l:{public}", 0, -1) == ["xgone", "mgone"]
        allow_memory(server)
        assert await store.commit(Commit("new", 0, b"document", b"entry", 60, key="key")) == Committed(1)
        assert [entry.version for entry in await store.entries("new", 0, 10)] == [1]


async def test_a_server_without_memory_repeats_what_it_has_acknowledged(pair: Pair) -> None:
    primary = pair.primary
    async with started_store(primary.url, Durability("replicated", 1)) as store:
        change = Commit("table", 0, b"document", b"entry", 60, key="key", request_hash="print")
        assert await store.commit(change) == Committed(1)
        assert await store.advance_watermark("game", 1, "token", 60)
        limit_memory(primary, -MEGABYTE)
        assert isinstance(await store.commit(change), Repeated)
        assert await store.receipt("table", "key") is not None
        assert await store.advance_watermark("game", 1, "token", 60)
        assert 0 < primary.call("PTTL", "g:{table}:i") <= 60_000
    allow_memory(primary)


# ---- over the wire


@pytest.fixture
def service(server: RedisServer, tmp_path: Path) -> Iterator[Service]:
    with Service(server.url, tmp_path, webhooks="off") as service:
        yield from without_bugs(service)


def open_until_refused(service: Service, times: int, *, keyed: bool) -> tuple[list[str], list[str]]:
    """Open public sessions until so many are refused; return the ids of those that were made, and the refused keys."""
    made = list[str]()
    refused = list[str]()
    rest = Rest(service)
    while len(refused) < times:
        assert len(made) < MOST, "the server takes everything"
        key = secrets.token_hex(16)
        answer = open_one(rest, key) if keyed else rest.post("/v1/sessions", WISH)
        if answer.status_code == 201:
            made.append(answer.json()["session"]["id"])
        else:
            check_problem(answer, 503, "STORE_UNAVAILABLE")
            refused.append(key)
    return made, refused


def open_one(rest: Rest, key: str) -> httpx2.Response:
    return rest.post("/v1/sessions", WISH, Idempotency_Key=key)


def test_opening_sessions_stops_at_the_limit_and_leaves_nothing_behind(server: RedisServer, service: Service) -> None:
    playing = open_table(service, "zlam", 2)
    limit = limit_memory(server, MEGABYTE)
    made, _ = open_until_refused(service, 40, keyed=False)
    assert int(server.info("memory")["used_memory"]) < limit + SLACK
    assert keys(server, "g:*") - keys(server, f"g:{{{playing.id}}}:*") == {
        f"g:{{{name}}}:{kind}" for name in made for kind in "se"
    }
    for name in ("public", "public:zeven"):
        assert {member[1:] for member in server.call("ZRANGE", f"l:{{{name}}}", 0, -1)} == set(made)
    check_play(server, playing)


def test_a_key_that_was_refused_for_memory_makes_one_session_later(server: RedisServer, service: Service) -> None:
    limit_memory(server, MEGABYTE)
    made, refused = open_until_refused(service, 20, keyed=True)
    allow_memory(server)
    again = [open_one(Rest(service), key).json()["session"]["id"] for key in refused]
    assert keys(server, "g:{*}:s") - keys(server, "g:{key:*}:s") == {f"g:{{{name}}}:s" for name in made + again}
    assert len({*made, *again}) == len(made) + len(refused)
    listed = {member[1:] for member in server.call("ZRANGE", "l:{public}", 0, -1)}
    assert listed == {*made, *again}


def check_play(server: RedisServer, playing: Live) -> None:
    """Check that a move is refused whole, and made when there is memory again."""
    (seat,) = playing.turn()
    before = playing.read(seat)
    wish = {"move": playing.legal(seat)[0]}
    mover = Rest(playing.server, playing.players[seat].token)
    path = f"/v1/sessions/{playing.id}/moves"
    key = secrets.token_hex(16)
    check_problem(mover.post(path, wish, If_Match="*", Idempotency_Key=key), 503, "STORE_UNAVAILABLE")
    assert playing.read(seat) == before
    allow_memory(server)
    assert mover.done(path, wish, Idempotency_Key=key)["version"] == before["version"] + 1
    assert Client(playing.server).read(playing.id)["version"] == before["version"] + 1

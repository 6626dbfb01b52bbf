"""A command of a script that the server refuses: nothing of the change is made, and the same change succeeds later."""

from collections.abc import AsyncIterator, Iterator

import pytest

from store.adapters import open_store
from store.port import Commit, Committed, Store, StoredEntry, Watermark
from store.problems import StoreUnavailable
from tests.support.stores import timeless
from tools.redis.server import RedisServer

pytestmark = pytest.mark.anyio

# What a change writes with: creations also delete what an expired session has left.
WRITES = ("hset", "xadd", "expire", "set", "publish")
CREATION = Commit("table", 0, b"one", b"first", 60, key="one", archive=b"old", archive_for=60)
UPDATE = Commit("table", 1, b"two", b"second", 60, key="two", archive=b"new", archive_for=60)


@pytest.fixture
def server(redis_server: RedisServer) -> Iterator[RedisServer]:
    """A server with a user of whom the tests take rights."""
    redis_server.call("FLUSHALL")
    allow(redis_server)
    yield redis_server
    redis_server.call("ACL", "DELUSER", "croupier")


@pytest.fixture
async def store(server: RedisServer) -> AsyncIterator[Store]:
    """A store of that user."""
    store = open_store(server.url.replace("://", "://croupier:hunter2@"))
    yield store
    await store.close()


def allow(server: RedisServer, *but: str) -> None:
    """Let the user do everything but some commands."""
    rights = ("reset", "on", ">hunter2", "~*", "&*", "+@all")
    server.call("ACL", "SETUSER", "croupier", *rights, *(f"-{command}" for command in but))


def dump(server: RedisServer) -> dict[str, object]:
    """Return the keys with their values."""
    return {key: value_of(server, key) for key in server.call("KEYS", "*")}


def value_of(server: RedisServer, key: str) -> object:
    match server.call("TYPE", key):
        case "hash":
            return sorted(server.call("HGETALL", key))
        case "stream":
            return server.call("XINFO", "STREAM", key, "FULL")
    return server.call("GET", key)


@pytest.mark.parametrize("refused", [(one,) for one in (*WRITES, "del")] + [("del", "expire")], ids="-".join)
async def test_a_creation_of_which_a_command_is_refused_leaves_no_session(
    store: Store, server: RedisServer, refused: tuple[str, ...]
) -> None:
    allow(server, *refused)
    with pytest.raises(StoreUnavailable):
        await store.commit(CREATION)
    assert len(refused) > 1 or dump(server) == {}
    assert await store.load("table") is None
    assert await store.load_durable("table") is None
    allow(server)
    assert await store.commit(CREATION) == Committed(1)
    assert list(await store.entries("table", 0, 10)) == [StoredEntry(1, b"first")]
    assert await store.archived("table") == b"old"


@pytest.mark.parametrize("refused", WRITES)
async def test_a_change_of_which_a_command_is_refused_leaves_the_session_as_it_was(
    store: Store, server: RedisServer, refused: str
) -> None:
    await store.commit(CREATION)
    server.call("PEXPIRE", "g:{table}:s", 30_000)
    server.call("PEXPIRE", "g:{table}:e", 30_000)
    before = dump(server)
    allow(server, refused)
    with pytest.raises(StoreUnavailable):
        await store.commit(UPDATE)
    assert dump(server) == before
    assert server.call("PTTL", "g:{table}:s") <= 30_000
    allow(server)
    assert await store.commit(UPDATE) == Committed(2)
    assert [entry.body for entry in await store.entries("table", 0, 10)] == [b"first", b"second"]
    assert await store.archived("table") == b"new"


async def test_a_log_that_is_ahead_changes_nothing_of_its_session(store: Store, server: RedisServer) -> None:
    await store.commit(CREATION)
    server.call("XADD", "g:{table}:e", "7-0", "body", "ahead")
    before = dump(server), timeless(await store.load("table"))
    with pytest.raises(Exception, match="smaller"):
        await store.commit(UPDATE)
    assert (dump(server), timeless(await store.load("table"))) == before


@pytest.mark.parametrize("refused", ["hset", "expire"])
async def test_a_watermark_whose_rise_is_refused_stays(store: Store, server: RedisServer, refused: str) -> None:
    await store.advance_watermark("risen", 1, "one", 60)
    before = dump(server)
    allow(server, refused)
    for name in ("risen", "new"):
        with pytest.raises(StoreUnavailable):
            await store.advance_watermark(name, 2, "two", 60)
    assert dump(server) == before
    allow(server)
    assert await store.advance_watermark("new", 2, "two", 60)
    assert await store.read_watermark("risen") == Watermark(1, "one")

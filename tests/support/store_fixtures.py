"""Stores for tests: started, empty, and closed afterwards. Their servers are shared by the tests of a process."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from store.port import Store
from tools.redis.cluster import RedisCluster
from tools.redis.server import RedisServer, ValkeyServer, wait_until
from tools.redis.sets import RedisSet
from tools.servers import REPOSITORY
from tools.stores import started_store

PASSWORD = "hunter2"
# The user of the ready-made file; sets and clusters have it, and the conformance suite uses no user there.
USER = (REPOSITORY / "deploy/redis/croupier.acl").read_text().replace("CHANGE-THIS-PASSWORD", PASSWORD).split()[4:]


def as_user(url: str) -> str:
    """Return a store URL with the name and the password of that user."""
    return url.replace("://", f"://{USER[0]}:{PASSWORD}@", 1)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """One server for all tests of this process; `redis_url` empties it."""
    with RedisServer() as server:
        yield server


@pytest.fixture
def own_redis_server() -> Iterator[RedisServer]:
    """A server that the test may kill."""
    with RedisServer() as server:
        yield server


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'croupier.db'}"


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    assert redis_server.ask("FLUSHALL") == "+OK\r\n"
    return redis_server.url


@pytest.fixture(scope="session")
def redis_set() -> Iterator[RedisSet]:
    """One primary with its Sentinels for all tests of this process; `sentinel_url` empties it."""
    with RedisSet("--user", *USER) as servers:
        yield servers


@pytest.fixture(scope="session")
def redis_cluster() -> Iterator[RedisCluster]:
    """One cluster for all tests of this process; `cluster_url` empties it."""
    with RedisCluster("--user", *USER) as servers:
        yield servers


@pytest.fixture
def sentinel_url(redis_set: RedisSet) -> str:
    redis_set.flush()
    return as_user(redis_set.url)


@pytest.fixture
def cluster_url(redis_cluster: RedisCluster) -> str:
    redis_cluster.flush()
    return as_user(redis_cluster.url)


@pytest.fixture
def shaken_set(redis_set: RedisSet) -> Iterator[RedisSet]:
    """The set of all tests, which this one may disturb; it is healthy again afterwards."""
    redis_set.wait_until_healthy()
    redis_set.flush()
    yield redis_set
    redis_set.recover()


@pytest.fixture
def shaken_cluster(redis_cluster: RedisCluster) -> Iterator[RedisCluster]:
    """The cluster of all tests, which this one may disturb; it is healthy again afterwards."""
    redis_cluster.wait_until_healthy()
    redis_cluster.flush()
    yield redis_cluster
    redis_cluster.recover()


@pytest.fixture(scope="session")
def valkey_server() -> Iterator[ValkeyServer]:
    """One Valkey server for all tests of this process; `valkey_url` empties it."""
    with ValkeyServer() as server:
        yield server


@pytest.fixture
def valkey_url(valkey_server: ValkeyServer) -> str:
    assert valkey_server.ask("FLUSHALL") == "+OK\r\n"
    return valkey_server.url


class Pair(NamedTuple):
    """A primary and its replica, without Sentinels."""

    primary: RedisServer
    replica: RedisServer

    def follow(self) -> None:
        """Let the replica have all that the primary has, from now on."""
        self.replica.call("REPLICAOF", "127.0.0.1", self.primary.port)
        wait_until(lambda: "state=online" in self.primary.info("replication").get("slave0", ""))

    def pause(self) -> None:
        """Let the replica confirm nothing more."""
        self.replica.pause()

    def resume(self) -> None:
        """Let the replica confirm everything again."""
        if self.replica.is_paused:
            self.replica.resume()


@pytest.fixture(scope="session")
def _two_servers() -> Iterator[Pair]:
    # Without a disk a primary counts a replica only when that has confirmed its copy, a second later.
    with RedisServer("--repl-diskless-sync", "no") as primary, RedisServer() as replica:
        yield Pair(primary, replica)


@pytest.fixture
def pair(_two_servers: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    """An empty primary and its replica; a change does not wait for long until the replica has it."""
    monkeypatch.setattr("store.redis.store.REPLICA_MILLISECONDS", 500)
    _two_servers.primary.call("FLUSHALL")
    _two_servers.follow()
    yield _two_servers
    _two_servers.resume()


@pytest.fixture(params=["sqlite", "redis"])
def store_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty store, once for each adapter."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    async with started_store(sqlite_url) as store:
        yield store


@pytest.fixture
async def redis_store(redis_url: str) -> AsyncIterator[Store]:
    async with started_store(redis_url) as store:
        yield store


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    """A started, empty store, once for each adapter."""
    async with started_store(store_url) as store:
        yield store


@pytest.fixture
async def second_store(store: Store, store_url: str) -> AsyncIterator[Store]:
    """The store of a simulated other process: the same sessions as `store`, nothing else in common."""
    assert store is not None
    async with started_store(store_url) as second:
        yield second

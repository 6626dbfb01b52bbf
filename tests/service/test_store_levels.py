"""The durability level of a store, the effect of a level that it cannot keep, and the wake-ups of a change."""

import asyncio
import re
import socket
import subprocess

import anyio
import msgspec
import pytest
from redis.asyncio.connection import SSLConnection
from redis.crc import key_slot
from redis.exceptions import BusyLoadingError
from structlog.testing import capture_logs

from service.http.streams import Shutdown
from service.middleware.health import Health
from service.middleware.rate_limit import open_counter
from service.observability import metrics
from service.settings import Rate, load_settings
from store.adapters import open_store
from store.options import Durability, SettingsError
from store.port import Commit, Promise
from store.problems import StoreUnavailable
from store.redis.cluster import Cluster
from store.redis.connections import RedisServers
from store.redis.durability import make_promise
from store.redis.facts import ALWAYS, ServerFacts
from store.redis.node import SENTINEL_SECONDS, CircuitBreaker, RedisNode, greet_primary, greet_server
from store.redis.pipeline import Unsent, failure_of
from store.redis.store import open_topology
from tests.support.store_fixtures import as_user
from tools.redis.cluster import RedisCluster
from tools.redis.server import RedisServer, wait_until
from tools.redis.sets import Member, RedisSet
from tools.servers import REPOSITORY, free_port
from tools.stores import started_store

pytestmark = pytest.mark.anyio

LOCAL = Durability("local")
REPLICATED = Durability("replicated")


async def promised(url: str, durability: Durability | None = None) -> Promise:
    """Start a store, and return its promise."""
    store = open_store(url, durability)
    try:
        return await store.start()
    finally:
        await store.close()


async def test_a_file_keeps_local_and_refuses_replicated(sqlite_url: str) -> None:
    promise = await promised(sqlite_url, LOCAL)
    assert (promise.store, promise.level, promise.is_kept) == ("sqlite", "local", True)
    with pytest.raises(SettingsError, match=r"CROUPIER_DURABILITY is .replicated., but SQLite has no replicas"):
        await promised(sqlite_url, REPLICATED)


@pytest.mark.parametrize(
    ("options", "loss"),
    [
        (("--no-appendfsync-on-rewrite", "yes"), "no-appendfsync-on-rewrite is yes"),
        (("--appendfsync", "everysec"), "a crash may lose the last one"),
        (("--appendfsync", "no"), "half minute"),
        (("--appendonly", "no"), "a crash may lose everything since the last snapshot"),
    ],
)
async def test_a_server_that_does_not_wait_for_the_disk_says_so(options: tuple[str, ...], loss: str) -> None:
    with RedisServer(*options) as server:
        for level in (LOCAL, REPLICATED):
            with pytest.raises(SettingsError, match=r"CROUPIER_DURABILITY .*: appendonly yes, appendfsync always"):
                await promised(server.url, level)
        promise = await promised(server.url)
        assert (promise.level, promise.is_kept) == ("any", True)
        assert loss in promise.sentence


async def test_a_server_without_replicas_stops_a_start_at_replicated(redis_url: str) -> None:
    with pytest.raises(SettingsError, match=r"has 0 connected replica\(s\) for CROUPIER_REPLICAS=1"):
        await promised(redis_url, REPLICATED)
    promise = await promised(redis_url, LOCAL)
    assert promise.level == "local"
    assert "survives a killed server and a power loss" in promise.sentence


@pytest.mark.parametrize("forbidden", ["-config", "-info", "-config -info"])
async def test_settings_that_may_not_be_read_cannot_be_promised(forbidden: str) -> None:
    with RedisServer("--user", "croupier", *f"on >hunter2 ~* &* +@all {forbidden}".split()) as server:
        url = server.url.replace("://", "://croupier:hunter2@")
        with pytest.raises(SettingsError, match=r"Expected: a user that may call INFO and CONFIG GET"):
            await promised(url, LOCAL)
        promise = await promised(url)
        assert promise.level == "any"
        assert "unknown" in promise.sentence
        assert "hunter2" not in promise.where


async def test_sentinels_and_clusters_keep_each_level(redis_set: RedisSet, redis_cluster: RedisCluster) -> None:
    for kind, servers in (("sentinel", redis_set), ("cluster", redis_cluster)):
        servers.wait_until_healthy()
        promise = await promised(as_user(servers.url), REPLICATED)
        assert (promise.store, promise.level, promise.is_kept) == (kind, "replicated", True)
        assert "in the memory of 1 replica(s)" in promise.sentence
        promise = await promised(as_user(servers.url), LOCAL)
        assert promise.level == "local"
        assert "A failover may lose the last changes" in promise.sentence
        with pytest.raises(SettingsError, match=r"has 1 connected replica\(s\) for CROUPIER_REPLICAS=2"):
            await promised(servers.url, Durability("replicated", 2))


async def test_the_weakest_primary_of_a_cluster_counts(redis_cluster: RedisCluster) -> None:
    weak = redis_cluster.primaries[1]
    weak.call("CONFIG", "SET", "appendfsync", "everysec")
    try:
        with pytest.raises(SettingsError, match="appendfsync is everysec"):
            await promised(redis_cluster.url, LOCAL)
    finally:
        weak.call("CONFIG", "SET", "appendfsync", "always")
    assert (await promised(redis_cluster.url, LOCAL)).level == "local"


@pytest.mark.parametrize(
    ("waited_for", "connected", "part"),
    [
        (1, 1, None),
        (1, 2, "a failover to another one, or from a primary that still runs, may lose it"),
        (2, 2, None),
        (1, 3, "With fewer than 2 two primaries may acknowledge changes at the same time"),
        (2, 3, "a failover to another one"),
        (2, 5, "With fewer than 3 two primaries"),
    ],
)
def test_a_promise_says_what_so_many_replicas_are_worth(waited_for: int, connected: int, part: str | None) -> None:
    facts = ServerFacts({}, ALWAYS, connected)
    sentence = make_promise("sentinel", "", [facts], Durability("replicated", waited_for)).sentence
    assert f"in the memory of {waited_for} replica(s)" in sentence
    assert ("failover to another one" in sentence) == (connected > waited_for)
    assert ("two primaries" in sentence) == (waited_for + 1 <= (connected + 1) / 2)
    assert part is None or part in sentence


async def test_a_level_that_is_no_longer_kept_is_told_and_counted(own_redis_server: RedisServer) -> None:
    store = open_store(own_redis_server.url, LOCAL)
    health = Health(store, Shutdown())
    health.note(await store.start())
    assert (await store.promise()).is_kept
    own_redis_server.call("CONFIG", "SET", "appendfsync", "everysec")
    promise = await store.promise()
    assert (promise.level, promise.is_kept) == ("any", False)
    with capture_logs() as lines:
        health.note(promise)
        health.note(promise)
        health.note(msgspec.structs.replace(promise, is_kept=True))
    assert [(line["log_level"], line["event"]) for line in lines] == [
        ("warning", "the store does not keep the configured durability"),
        ("info", "the store promises something else now"),
    ]
    assert metrics.REGISTRY.get_sample_value("croupier_durability_level") == 0
    assert metrics.REGISTRY.get_sample_value("croupier_durability_kept") == 1
    await store.close()


# The replicas that are asked, and the message when none answers.


async def test_sentinels_that_do_not_know_the_service_are_named(redis_set: RedisSet) -> None:
    url = redis_set.url.replace("/croupier", "/unknown")
    with pytest.raises(StoreUnavailable, match="the Sentinels name no primary: No such master"):
        await promised(url)


async def test_a_store_of_which_no_server_answers_is_unavailable_soon(own_redis_server: RedisServer) -> None:
    own_redis_server.kill()
    address = own_redis_server.address
    with anyio.fail_after(SENTINEL_SECONDS):
        for url in (f"redis+sentinel://{address},{address}/croupier", f"redis+cluster://{address}"):
            with pytest.raises(StoreUnavailable, match=r"no (Sentinel|node of the cluster) answers"):
                await promised(url)


async def test_a_listener_is_told_that_no_sentinel_answers(own_redis_server: RedisServer) -> None:
    own_redis_server.kill()
    store = open_store(f"redis+sentinel://{own_redis_server.address}/croupier")
    with anyio.fail_after(60):
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="wake-ups failed: no Sentinel answers"):
                async with store.wakeups("table"):
                    pass
    await store.close()


async def test_a_server_that_does_not_serve_stale_data_stops_the_start() -> None:
    options = ("--replicaof", f"127.0.0.1 {free_port()}", "--replica-serve-stale-data", "no")
    with Unready(*options) as replica, pytest.raises(SettingsError, match="MASTER is down"):
        await promised(replica.url)


class Unready(RedisServer):
    """A server that refuses PING, too."""

    def _answers_in_time(self, process: subprocess.Popen[bytes], port: int) -> bool:
        wait_until(lambda: process.poll() is None and is_open(port))
        return True


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


async def test_a_server_that_was_made_a_replica_takes_no_changes(own_redis_server: RedisServer) -> None:
    async with started_store(own_redis_server.url) as store:
        own_redis_server.call("REPLICAOF", "127.0.0.1", free_port())
        with pytest.raises(StoreUnavailable, match="read only replica"):
            await store.commit(Commit("table", 0, b"", b"", 60))


async def test_slots_that_nobody_serves_are_unavailable() -> None:
    bus = ("--cluster-port", str(free_port()))
    with RedisServer("--cluster-enabled", "yes", *bus) as node:
        node.call("CLUSTER", "ADDSLOTSRANGE", 0, 100)
        store = open_store(f"redis+cluster://{node.address}")
        with pytest.raises(StoreUnavailable, match=f"no node serves slot {key_slot(b'{table}')}"):
            await store.load("table")
        await store.close()


async def test_nodes_that_have_left_a_cluster_are_forgotten() -> None:
    cluster = open_topology("redis+cluster://seed")
    assert isinstance(cluster, Cluster)
    left = cluster.node_at(("left", 1))
    cluster.learn(0, ("left", 1))
    cluster._replace_slots({0: ("new", 1)})
    assert cluster.generation == 2
    assert cluster.node_at(("left", 1)) is not left
    await cluster.close()


async def test_a_server_that_is_in_no_cluster_is_no_node(redis_server: RedisServer) -> None:
    with pytest.raises(StoreUnavailable, match="cluster support disabled"):
        await promised(f"redis+cluster://{redis_server.address}")


async def test_a_cluster_without_slots_is_unavailable() -> None:
    bus = ("--cluster-port", str(free_port()))
    with (
        RedisServer("--cluster-enabled", "yes", *bus) as node,
        pytest.raises(StoreUnavailable, match="the cluster has no slots"),
    ):
        await promised(f"redis+cluster://{node.address}")


async def test_only_a_start_needs_most_of_the_sentinels(redis_set: RedisSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.redis.sentinel.FIRST_SECONDS", 2.0)
    redis_set.wait_until_healthy()
    async with started_store(redis_set.url, LOCAL) as store:
        redis_set.sentinels[0].pause()
        redis_set.sentinels[1].pause()
        try:
            with anyio.fail_after(60):
                assert (await store.promise()).level == "local"
                with pytest.raises(StoreUnavailable, match="no majority of the Sentinels agrees on a primary: 1 for"):
                    await promised(redis_set.url, LOCAL)
        finally:
            redis_set.recover()
        assert (await promised(redis_set.url, LOCAL)).level == "local"


async def test_a_user_of_sentinels_needs_no_more_rights_than_the_page_says(redis_set: RedisSet) -> None:
    redis_set.wait_until_healthy()
    page = (REPOSITORY / "deploy" / "README.md").read_text()
    rights = re.findall(r"`([+&][^`]+)`", page[page.index("With an ACL") : page.index("**Cluster.**")])
    for member in redis_set.sentinels:
        member.call("ACL", "SETUSER", "service", "reset", "on", ">hunter2", *rights)
    store = open_store(f"{redis_set.url}?sentinel_username=service&sentinel_password=hunter2", LOCAL)
    try:
        assert (await store.start()).level == "local"
        with anyio.fail_after(60):
            while not all(is_listened_to(member) for member in redis_set.sentinels):  # noqa: ASYNC110 - nothing tells
                await asyncio.sleep(0.02)
    finally:
        await store.close()
        for member in redis_set.sentinels:
            member.call("ACL", "DELUSER", "service")


def is_listened_to(sentinel: Member) -> bool:
    """Tell whether the user of the service hears a Sentinel's announcements."""
    clients = str(sentinel.call("CLIENT", "LIST", "TYPE", "pubsub")).splitlines()
    return any("user=service" in client for client in clients)


async def test_a_replica_is_not_taken_for_the_primary_that_sentinels_name(redis_set: RedisSet) -> None:
    redis_set.wait_until_healthy()
    parsed = RedisServers(redis_set.url)
    node = RedisNode(("127.0.0.1", redis_set.replicas[0].port), parsed.connect, greet_primary)
    with pytest.raises(Unsent, match="no primary any more"):
        await node.call(("PING",))
    node.retire()


async def test_a_server_asks_no_more_than_it_may(redis_server: RedisServer) -> None:
    redis_server.call("ACL", "SETUSER", "bare", "on", ">hunter2", "~*", "+get")
    parsed = RedisServers(redis_server.url.replace("://", "://bare:hunter2@"))
    bare = RedisNode(parsed.url.addresses[0], parsed.connect, greet_server)
    assert await bare.call(("GET", "x")) == [None]
    bare.retire()
    strict = RedisNode(parsed.url.addresses[0], parsed.connect, greet_primary)
    with pytest.raises(Unsent, match="permission"):
        await strict.call(("GET", "x"))


async def test_a_wait_for_a_connection_has_an_end(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.redis.node.CONNECTIONS", 0)
    monkeypatch.setattr("store.redis.node.ANSWER_SECONDS", 0.02)
    parsed = RedisServers(redis_server.url)
    node = RedisNode(parsed.url.addresses[0], parsed.connect, greet_server)
    with pytest.raises(Unsent, match="answers too slowly"):
        await node.call(("PING",), ("WAIT", 0, 1))
    node.retire()


def test_a_server_that_loads_its_data_has_done_nothing() -> None:
    assert isinstance(failure_of(BusyLoadingError("LOADING")), Unsent)


async def test_a_node_that_is_retired_keeps_no_connection(redis_server: RedisServer) -> None:
    parsed = RedisServers(redis_server.url)
    node = RedisNode(parsed.url.addresses[0], parsed.connect, greet_server)
    node.retire()
    assert await node.call(("ECHO", "x")) == [b"x"]
    assert await node.call(("ECHO", "x"), ("WAIT", 0, 1)) == [b"x", 0]
    assert node._idle == []
    assert node.shared is not None
    assert not node.shared.is_open


def test_an_absent_server_is_looked_for_by_one_at_a_time_and_ever_less_often() -> None:
    breaker = CircuitBreaker()
    breaker.check()
    for _ in range(10):
        breaker.trip("away")
    with pytest.raises(Unsent, match="away"):
        breaker.check()
    breaker.reset()
    breaker.check()


@pytest.mark.parametrize(
    ("url", "kind", "addresses", "service", "db"),
    [
        ("redis://a", "redis", [("a", 6379)], "", 0),
        ("redis://u:p%40@a:1/7", "redis", [("a", 1)], "", 7),
        ("redis+sentinel://a,b:2,[::1]:3/main", "sentinel", [("a", 26379), ("b", 2), ("::1", 3)], "main", 0),
        ("rediss+sentinel://u:p@a/main/5?sentinel_password=x", "sentinel", [("a", 26379)], "main", 5),
        ("redis+cluster://a,b:2", "cluster", [("a", 6379), ("b", 2)], "", 0),
        ("rediss+cluster://u:p@a?ssl_ca_certs=/ca.pem", "cluster", [("a", 6379)], "", 0),
    ],
)
def test_urls_say_who_serves(url: str, kind: str, addresses: list[tuple[str, int]], service: str, db: int) -> None:
    parsed = RedisServers(url)
    said = parsed.url
    assert (said.kind, list(said.addresses), said.service, said.db) == (kind, addresses, service, db)
    assert said.is_encrypted == url.startswith("rediss")
    for connect in (parsed.connect, parsed.connect_sentinel):
        assert isinstance(connect(parsed.url.addresses[0]), SSLConnection) == said.is_encrypted
    assert open_topology(url).kind == kind


async def test_with_groups_of_servers_each_process_counts_its_own_rates() -> None:
    for url in ("redis+sentinel://nowhere/main", "redis+cluster://nowhere"):
        counter = open_counter(url)
        assert (await counter.spend("address", "127.0.0.1", Rate(10, 60), 3)).amount == 3
        await counter.close()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("redis+sentinel://a", "the name by which the Sentinels know the service is missing"),
        ("redis+sentinel://a/", "the name by which"),
        ("redis+sentinel://a/main/x", "the name by which"),
        ("redis+sentinel://a,/main", "there is no host"),
        ("redis+sentinel://a:0/main", "the port must be from 1 to 65535"),
        ("redis+sentinel://a:x/main", "the address cannot be read"),
        ("redis+sentinel://a/main?ssl_ca_certs=x", "an option that is not known"),
        ("redis+cluster://", "there is no host"),
        ("redis+cluster://a/1", "a cluster has no databases"),
        ("redis+cluster://a?sentinel_password=x", "an option that is not known"),
        ("redis+unknown://a", "there is no such kind of store"),
    ],
)
def test_urls_that_make_no_sense_are_explained(url: str, reason: str) -> None:
    with pytest.raises(SettingsError, match=rf"CROUPIER_STORE .*{reason}"):
        load_settings({"CROUPIER_STORE": url})


def test_passwords_of_groups_are_not_shown() -> None:
    url = "redis+sentinel://u:hunter2@a:1,b:2/main?sentinel_username=hunter2&sentinel_password=hunter2"
    shown = repr(load_settings({"CROUPIER_STORE": url}))
    assert "hunter2" not in shown
    assert "a:1,b:2/main" in shown

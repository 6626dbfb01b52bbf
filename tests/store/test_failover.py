"""Commits while Redis fails over, moves slots, is cut, paused, or loses an answer."""

import asyncio
import re
import resource
from contextlib import ExitStack, suppress

import anyio
import msgspec
import pytest
from redis.crc import key_slot

from store.options import Durability
from store.port import Commit, Committed, Conflict, Receipt, Repeated, Store, Stored
from store.problems import StoreUnavailable
from tests.support.store_fixtures import Pair
from tests.support.stores import check_log, every_call, is_served, keys_in, timeless, until
from tools.redis.cluster import RedisCluster
from tools.redis.proxy import Proxy
from tools.redis.server import RedisServer, wait_until
from tools.redis.sets import RedisSet
from tools.stores import started_store

pytestmark = pytest.mark.anyio

REPLICATED = Durability("replicated", 1)
SLOT = key_slot(b"{table}")
# Events in a cluster that this process does not cause.
IDLE = re.compile(r'"(PING|ping|REPLCONF|replconf|CLUSTER|cluster|INFO|info)"')


def change(expected: int, key: str | None = None, session_id: str = "table") -> Commit:
    return Commit(session_id, expected, b"entry %d" % (expected + 1), b"entry %d" % (expected + 1), 600, key=key)


async def commit_until_answered(store: Store, one: Commit) -> Committed | Repeated | Conflict:
    """Send a change with its key until the store answers, as a client does."""
    with anyio.fail_after(60):
        while True:
            try:
                return await store.commit(one)
            except StoreUnavailable:
                await asyncio.sleep(0.02)


# Failovers.


async def test_a_manual_failover_loses_no_data_or_wakeup(shaken_set: RedisSet, shaken_cluster: RedisCluster) -> None:
    for servers, begin in (
        (shaken_set, shaken_set.fail_over),
        (shaken_cluster, lambda: shaken_cluster.fail_over(shaken_cluster.primary_of("{table}"))),
    ):
        async with started_store(servers.url) as store, store.wakeups("table") as versions:
            await store.commit(change(0))
            with anyio.fail_after(60):
                assert await anext(versions) == 1
                await anyio.to_thread.run_sync(begin)
                answer = await commit_until_answered(store, change(1, "key"))
                assert timeless(answer) in (Committed(2), Repeated(Receipt("", 2)))
                while await anext(versions) not in (0, 2):
                    pass
                await commit_until_answered(store, change(2, "third"))
                # A replica that was the primary a moment ago may miss the message; then comes a 0, a second later.
                while await anext(versions) not in (0, 3):
                    pass


# Replicas that confirm nothing.


async def test_without_replication_nothing_is_acknowledged_as_replicated(pair: Pair) -> None:
    async with started_store(pair.primary.url, REPLICATED) as store:
        await commit_until_answered(store, change(0, "first"))
        pair.pause()
        for _ in range(2):
            # The second time the key was used: that is not acknowledged either.
            with pytest.raises(StoreUnavailable, match="replicas that have the change: 0 of 1"):
                await store.commit(change(1, "second"))
        with pytest.raises(StoreUnavailable, match="0 of 1"):
            await store.receipt("table", "second")
        with pytest.raises(StoreUnavailable, match="0 of 1"):
            await store.advance_watermark("game", 1, "token", 60)
        with pytest.raises(StoreUnavailable, match="0 of 1"):
            await store.enlist("late", "delivery", 1, 60, durable=True)
        # Any other place on a list waits for nobody.
        await store.enlist("public", "table", 1, 60)
        pair.resume()
        assert await commit_until_answered(store, change(1, "second")) == Repeated(Receipt("", 2))
        assert await store.receipt("table", "second") == Receipt("", 2)
        assert await store.advance_watermark("game", 1, "token", 60)
        await store.enlist("late", "delivery", 1, 60, durable=True)


# Slots that move.


async def test_a_session_is_read_and_refused_whole_while_its_slot_moves(shaken_cluster: RedisCluster) -> None:
    async with started_store(shaken_cluster.url) as store:
        await store.commit(change(0, "first"))
        source = shaken_cluster.primary_of("{table}")
        target = next(node for node in shaken_cluster.primaries if node is not source)
        shaken_cluster.begin_move(SLOT, target)
        # Some of its keys on this side, some on that one.
        source.call("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", "g:{table}:s")
        assert timeless(await store.load("table")) == Stored(1, b"entry 1")
        with pytest.raises(StoreUnavailable):
            await store.commit(change(1, "second"))
        shaken_cluster.move_keys(SLOT, target)
        shaken_cluster.end_move(SLOT, target)
        assert await store.commit(change(1, "second")) == Committed(2)
        assert await store.receipt("table", "first") == Receipt("", 1)


async def test_a_listener_hears_of_commits_after_its_slot_has_moved(shaken_cluster: RedisCluster) -> None:
    async with started_store(shaken_cluster.url) as store, store.wakeups("table") as versions:
        source = shaken_cluster.primary_of("{table}")
        target = next(node for node in shaken_cluster.primaries if node is not source)
        shaken_cluster.move_slot(SLOT, target)
        with anyio.fail_after(60):
            assert await anext(versions) == 0
            await store.commit(change(0))
            assert await anext(versions) == 1


async def test_no_operation_touches_two_slots_of_a_cluster(shaken_cluster: RedisCluster) -> None:
    async with started_store(shaken_cluster.url) as store:
        for number, call in enumerate(every_call(store, msgspec.structs.replace(change(0, "key"), archive=b""))):
            with ExitStack() as watches:
                watched = [watches.enter_context(node.watch()) for node in shaken_cluster.primaries]
                await call
            sent = [[command for command in commands if not IDLE.search(command)] for commands in watched]
            asked = [commands for commands in sent if commands]
            assert len(asked) == 1, number
            assert len({key_slot(key.encode()) for key in keys_in(asked[0])}) <= 1, number


# A paused server, and a lost answer.


async def test_a_paused_server_is_noticed_once_and_then_refused_at_once(
    own_redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.redis.node.ANSWER_SECONDS", 1.0)
    monkeypatch.setattr("store.redis.subscriber.PING_SECONDS", 0.1)
    monkeypatch.setattr("store.redis.subscriber.SILENCE_SECONDS", 0.5)
    async with started_store(own_redis_server.url) as store, store.wakeups("table") as versions:
        await store.commit(change(0))
        assert await anext(versions) == 1
        own_redis_server.pause()
        # One of these calls may probe the server and wait for it; the others do not.
        with anyio.fail_after(60):
            await asyncio.gather(*(store.load("table") for _ in range(300)), return_exceptions=True)
            for _ in range(50):
                with pytest.raises(StoreUnavailable):
                    await store.load("table")
        own_redis_server.resume()
        await until(lambda: is_served(store))
        with anyio.fail_after(60):
            assert await anext(versions) == 0
            await store.commit(change(1))
            while await anext(versions) != 2:
                pass


async def test_an_answer_that_is_lost_is_unknown_and_the_same_key_settles_it(redis_url: str) -> None:
    port = int(redis_url.rpartition(":")[2].partition("/")[0])
    async with Proxy(port) as proxy, started_store(f"redis://127.0.0.1:{proxy.port}/0") as store:
        # The server knows the script from here on.
        await store.commit(change(0, session_id="other"))
        for number in range(5):
            proxy.drop_replies(1)
            with pytest.raises(StoreUnavailable):
                await store.commit(change(number, f"key {number}"))
            assert await store.commit(change(number, f"key {number}")) == Repeated(Receipt("", number + 1))
        assert proxy.dropped == 5
        await check_log(store, {number + 1: b"entry %d" % (number + 1) for number in range(5)})


# A disk that is full.


async def test_a_full_disk_kills_a_server_that_promises_the_disk_and_nothing_is_lost(
    own_redis_server: RedisServer,
) -> None:
    promised: dict[int, bytes] = {}
    async with started_store(own_redis_server.url, Durability("local")) as store:
        limit = 64 * 1024
        resource.prlimit(own_redis_server.process_id, resource.RLIMIT_FSIZE, (limit, limit))
        with suppress(StoreUnavailable):
            for number in range(1000):
                body = b"entry %d" % (number + 1)
                await store.commit(Commit("table", number, body, body, 600))
                promised[number + 1] = body
        assert len(promised) < 1000
        wait_until(lambda: not own_redis_server.is_running, 10)
        own_redis_server.kill()
        own_redis_server.start()
        await until(lambda: is_served(store))
        assert promised
        await check_log(store, promised)

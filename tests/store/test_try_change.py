"""A probe change without a session tries whether a store accepts changes."""

import pytest

from store.adapters import open_store
from store.port import Commit, Store
from store.problems import StoreUnavailable
from tests.support.stores import timeless
from tools.redis.cluster import RedisCluster

pytestmark = pytest.mark.anyio


async def test_a_change_that_is_tried_wakes_nobody_and_changes_no_session(store: Store, second_store: Store) -> None:
    await store.commit(Commit("table", 0, b"document", b"entry", 60))
    before = timeless(await store.load("table"))
    async with second_store.wakeups("table") as wakeups:
        for _ in range(2):
            assert await store.try_change() == 1
        assert timeless(await store.load("table")) == before
        await store.commit(Commit("table", 1, b"next", b"entry", 60))
        assert await anext(wakeups) == 2


async def test_every_primary_of_a_cluster_is_tried(cluster_url: str, redis_cluster: RedisCluster) -> None:
    redis_cluster.wait_until_healthy()
    store = open_store(cluster_url)
    await store.start()
    try:
        assert await store.try_change() == 1
        for share in (2, 1):
            redis_cluster.primaries[share].call("CONFIG", "SET", "min-replicas-to-write", 9)
            assert await store.try_change() == pytest.approx(share / 3)
        redis_cluster.primaries[0].call("CONFIG", "SET", "min-replicas-to-write", 9)
        with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
            await store.try_change()
    finally:
        for primary in redis_cluster.primaries:
            primary.call("CONFIG", "SET", "min-replicas-to-write", 0)
        await store.close()

"""The messages of a start about the settings of a Redis server, and the settings that stop it."""

import pytest

from store.adapters import open_store
from store.options import SettingsError
from tools.redis.server import RedisServer

pytestmark = pytest.mark.anyio


async def start_message(server: RedisServer, credentials: str = "") -> str:
    """Return a store's message at its start."""
    store = open_store(server.url.replace("redis://", f"redis://{credentials}"))
    try:
        promise = await store.start()
        return f"{promise.where}: {promise.sentence}"
    finally:
        await store.close()


async def test_a_server_that_drops_keys_stops_the_start() -> None:
    options = ("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru")
    with RedisServer(*options) as server, pytest.raises(SettingsError) as refusal:
        await start_message(server)
    assert "CROUPIER_STORE" in str(refusal.value)
    assert "maxmemory-policy is allkeys-lru" in str(refusal.value)
    assert "CONFIG SET maxmemory-policy noeviction" in str(refusal.value)


async def test_a_policy_that_can_never_apply_does_not_stop_the_start() -> None:
    with RedisServer("--maxmemory", "0", "--maxmemory-policy", "allkeys-lru") as server:
        assert "Every acknowledged change is on disk" in await start_message(server)


async def test_a_replica_stops_the_start(redis_server: RedisServer) -> None:
    option = ("--replicaof", f"127.0.0.1 {redis_server.port}")
    with RedisServer(*option) as replica, pytest.raises(SettingsError, match=r"STORE .* read-only replica"):
        await start_message(replica)


async def test_a_node_of_a_cluster_stops_the_start() -> None:
    option = ("--cluster-enabled", "yes")
    with RedisServer(*option) as server, pytest.raises(SettingsError, match=r"STORE .* Redis Cluster"):
        await start_message(server)


async def test_a_wrong_password_stops_the_start_and_is_not_shown() -> None:
    with RedisServer("--requirepass", "right") as server:
        with pytest.raises(SettingsError, match="CROUPIER_STORE") as refusal:
            await start_message(server, ":hunter2@")
        assert "hunter2" not in str(refusal.value)
        with pytest.raises(SettingsError, match="CROUPIER_STORE"):
            await start_message(server)
        assert "right" not in await start_message(server, ":right@")


async def test_a_database_that_the_server_has_not_stops_the_start(redis_server: RedisServer) -> None:
    store = open_store(f"redis://127.0.0.1:{redis_server.port}/999")
    with pytest.raises(SettingsError, match="CROUPIER_STORE"):
        await store.start()
    await store.close()

"""The messages of a start about the settings of a Redis server, and the settings that stop it."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import get_args

import pytest

from store.adapters import open_store
from store.options import Durability, SettingsError
from store.port import Commit
from store.redis.facts import ALWAYS, ServerFacts
from store.redis.topology import TopologyKind
from tests.support.store_fixtures import PASSWORD, USER, Pair, as_user
from tests.support.stores import every_call
from tools.redis.server import RedisServer
from tools.servers import REPOSITORY

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


async def test_a_policy_that_waits_for_a_limit_stops_the_start_too() -> None:
    options = ("--maxmemory", "0", "--maxmemory-policy", "allkeys-lru")
    with RedisServer(*options) as server, pytest.raises(SettingsError, match="as soon as a maxmemory is set"):
        await start_message(server)


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


# Commands that are refused, and servers that are too old.

# Those of the ready-made user without which the service still works: as a rate limit, in a Cluster or with Sentinels
# alone, or knowing less.
OPTIONAL = frozenset(
    {"script", "ping", "select", "role", "info", "config", "cluster", "asking", "incrby", "wait"}
    | {"spublish", "ssubscribe", "sunsubscribe", "unsubscribe"}
)
NEEDED = sorted({right[1:].partition("|")[0] for right in USER if right.startswith("+")} - OPTIONAL)


@pytest.mark.parametrize("command", NEEDED)
async def test_a_command_that_the_user_may_not_call_stops_the_start_and_is_named(
    redis_server: RedisServer, command: str
) -> None:
    redis_server.call("ACL", "SETUSER", *USER, f"-{command}")
    with pytest.raises(SettingsError, match=f"(?i)STORE .* the server refuses ({command}|EVALSHA): "):
        await start_message(redis_server, f"{USER[0]}:{PASSWORD}@")
    assert not [key for key in redis_server.call("KEYS", "*{try *") if redis_server.call("PTTL", key) < 0]


@pytest.mark.parametrize("right", ["resetkeys ~g:*", "resetkeys ~l:* ~m:*", "resetchannels"])
async def test_keys_and_channels_that_the_user_may_not_use_stop_the_start(
    redis_server: RedisServer, right: str
) -> None:
    redis_server.call("ACL", "SETUSER", *USER, *right.split())
    with pytest.raises(SettingsError, match=r"STORE .* the server refuses (EVALSHA|PUBLISH)"):
        await start_message(redis_server, f"{USER[0]}:{PASSWORD}@")


async def test_a_server_without_a_command_stops_the_start() -> None:
    with RedisServer("--rename-command", "XADD", "") as server, pytest.raises(SettingsError, match="refuses XADD"):
        await start_message(server)


async def test_waiting_for_replicas_must_be_allowed_where_it_is_needed(pair: Pair) -> None:
    pair.primary.call("ACL", "SETUSER", *USER, "-wait")
    store = open_store(as_user(pair.primary.url), Durability("replicated"))
    with pytest.raises(SettingsError, match="the server refuses WAIT"):
        await store.start()
    await store.close()


async def test_a_user_that_may_not_read_settings_starts_where_nothing_is_promised(redis_server: RedisServer) -> None:
    redis_server.call("ACL", "SETUSER", *USER, "-config", "-info")
    assert "is unknown" in await start_message(redis_server, f"{USER[0]}:{PASSWORD}@")


async def test_a_server_that_takes_no_changes_for_now_does_not_stop_the_start(own_redis_server: RedisServer) -> None:
    own_redis_server.call("CONFIG", "SET", "maxmemory", 1)
    assert "Every acknowledged change is on disk" in await start_message(own_redis_server)
    own_redis_server.call("CONFIG", "SET", "maxmemory", 0, "min-replicas-to-write", 3)
    assert "Every acknowledged change is on disk" in await start_message(own_redis_server)


async def test_a_start_leaves_nothing(redis_server: RedisServer) -> None:
    redis_server.call("FLUSHALL")
    await start_message(redis_server)
    assert redis_server.call("KEYS", "*") == []


async def test_a_server_that_is_too_old_stops_the_start(redis_server: RedisServer) -> None:
    async with pretending(redis_server.port, "4.0.14") as port:
        store = open_store(f"redis://127.0.0.1:{port}")
        try:
            with pytest.raises(SettingsError, match=r"STORE .* is Redis 4\.0\.14, .*Expected: Redis 5 or newer"):
                await store.start()
        finally:
            await store.close()


@pytest.mark.parametrize(
    ("version", "kinds"),
    [("4.0.14", set()), ("5.0.0", {"redis", "sentinel"}), ("7.0.15", {"redis", "sentinel", "cluster"})],
)
def test_a_cluster_needs_a_newer_server_than_others(version: str, kinds: set[TopologyKind]) -> None:
    facts = ServerFacts({"redis_version": version}, ALWAYS, 0)
    every: tuple[TopologyKind, ...] = get_args(TopologyKind)
    assert {kind for kind in every if facts.misfit(kind) is None} == kinds


def test_a_trial_calls_every_command_that_the_scripts_call() -> None:
    texts = {path.name: path.read_text() for path in (REPOSITORY / "store" / "redis").glob("*.lua")}
    called = {name: set(re.findall(r"(?:call|pcall|refusal_of|try)\('([A-Z]+)'", text)) for name, text in texts.items()}
    tried = called.pop("try.lua")
    assert len(called) >= 6
    assert set[str]().union(*called.values()) <= tried


async def test_a_trial_calls_every_command_that_the_store_calls(redis_server: RedisServer) -> None:
    store = open_store(redis_server.url)
    try:
        await store.start()
        with redis_server.watch() as started:
            assert await store.try_change() == 1
        with redis_server.watch() as commands:
            for call in every_call(store, Commit("table", 0, b"", b"", 60, key="key", archive=b"x", archive_for=60)):
                await call
    finally:
        await store.close()
    assert commands_in(commands) - {"SCRIPT", "EVAL"} <= commands_in(started) | {"INFO", "CONFIG", "PING"}


def commands_in(lines: list[str]) -> set[str]:
    """Return the commands in lines of MONITOR, including commands of scripts."""
    return {line.partition(" ")[0].strip('"').upper() for line in lines}


@asynccontextmanager
async def pretending(port: int, version: str) -> AsyncIterator[int]:
    """Pass on to a server, whose own version is hidden behind another one."""
    pretended = b"\r\nredis_version:%b\r\n" % version.encode()
    connections: list[asyncio.Task[None]] = []

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
        connections.append(asyncio.create_task(copy(there_reader, writer)))
        await copy(reader, there_writer)

    async def copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(100_000):
            target.write(re.sub(rb"\r\nredis_version:[^\r]*\r\n", lambda match: padded(match[0]), data))
        target.close()

    def padded(line: bytes) -> bytes:
        # The length of the answer has gone before.
        return pretended[:-2].ljust(len(line) - 2) + b"\r\n"

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await asyncio.gather(*connections)

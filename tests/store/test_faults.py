"""The promises of the stores when processes are killed and servers go away."""

import shutil
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from store.adapters import open_store
from store.port import Commit, Committed, Listed, Store, Stored, StoredEntry
from store.problems import DataCorrupted, StoreUnavailable
from store.redis.connections import RedisServers
from store.redis.node import RedisNode, greet_server
from store.redis.subscriber import Subscriber
from store.redis.topology import SingleServer
from tests.support.stores import every_call, is_served, read_rest, timeless, until
from tools.redis.server import RedisServer
from tools.servers import REPOSITORY
from tools.stores import started_store

pytestmark = pytest.mark.anyio

# Processes that share a store.


async def test_processes_can_create_the_file_at_the_same_time(tmp_path: Path) -> None:
    for number in range(5):
        await start_eight_at_once(f"sqlite:{tmp_path / str(number)}.db")


async def start_eight_at_once(url: str) -> None:
    stores = [open_store(url) for _ in range(8)]
    async with anyio.create_task_group() as group:
        for store in stores:
            group.start_soon(store.start)
    for version, store in enumerate(stores):
        assert await store.commit(Commit("table", version, b"", b"", 60)) == Committed(version + 1)
        await store.close()


def test_of_two_processes_that_advance_a_watermark_one_reaches_each_height_first(store_url: str) -> None:
    command = [sys.executable, "-m", "tests.support.store_writer", store_url, "table", "100"]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen([*command, "one"], cwd=REPOSITORY, stdout=pipe, text=True) as one,
        subprocess.Popen([*command, "other"], cwd=REPOSITORY, stdout=pipe, text=True) as other,
    ):
        reached = [int(line) for process in (one, other) for line in read_rest(process)]
    assert (one.returncode, other.returncode) == (0, 0)
    assert sorted(reached) == list(range(1, 101))


# A server that goes away and comes back.


async def test_a_dead_server_is_unavailable_at_once_and_serves_when_it_is_back(own_redis_server: RedisServer) -> None:
    async with started_store(own_redis_server.url) as store:
        change = Commit("table", 0, b"document", b"entry", 60, key="key")
        assert await store.commit(change) == Committed(1)
        own_redis_server.kill()
        with anyio.fail_after(60):
            for call in every_call(store, change):
                with pytest.raises(StoreUnavailable, match=f"redis://127.0.0.1:{own_redis_server.port}/0: "):
                    await call
            with pytest.raises(StoreUnavailable, match="wake-ups"):
                async with store.wakeups("table"):
                    pass
        own_redis_server.start()
        await until(lambda: is_served(store))
        assert timeless(await store.load("table")) == Stored(1, b"document")
        assert await store.commit(Commit("table", 1, b"", b"", 60)) == Committed(2)


async def test_a_server_that_is_not_there_is_unavailable_at_the_start(own_redis_server: RedisServer) -> None:
    own_redis_server.kill()
    store = open_store(own_redis_server.url)
    with anyio.fail_after(60), pytest.raises(StoreUnavailable):
        await store.start()
    await store.close()


async def test_a_lost_wakeup_connection_is_mended_and_says_so(redis_store: Store, redis_server: RedisServer) -> None:
    with anyio.fail_after(60):
        async with redis_store.wakeups("table") as versions, redis_store.wakeups("other") as others:
            assert redis_server.ask("CLIENT KILL TYPE pubsub") == ":1\r\n"
            assert [await anext(versions), await anext(others)] == [0, 0]
            await redis_store.commit(Commit("table", 0, b"", b"", 60))
            assert await anext(versions) == 1


class CountedServer(SingleServer):
    """A server that counts how often it is looked up."""

    count = 0

    async def find(self, key: bytes) -> RedisNode:
        """Return the server."""
        self.count += 1
        return await super().find(key)


async def test_a_listener_that_waits_for_a_killed_server_costs_next_to_nothing(own_redis_server: RedisServer) -> None:
    parsed = RedisServers(own_redis_server.url)
    server = CountedServer(RedisNode(parsed.url.addresses[0], parsed.connect, greet_server))
    subscriber = Subscriber(server)
    with anyio.fail_after(60):
        async with subscriber.listen(b"table") as versions:
            own_redis_server.kill()
            await anyio.to_thread.run_sync(own_redis_server.start)
            assert await anext(versions) == 0
    assert server.count < 50
    await subscriber.close()
    await server.close()


async def test_a_script_that_the_server_forgot_is_sent_again(redis_store: Store, redis_server: RedisServer) -> None:
    await redis_store.commit(Commit("table", 0, b"", b"", 60))
    assert redis_server.ask("SCRIPT FLUSH") == "+OK\r\n"
    assert await redis_store.commit(Commit("table", 1, b"", b"", 60)) == Committed(2)
    assert timeless(await redis_store.load("table")) == Stored(2, b"")
    assert await redis_store.advance_watermark("game", 1, "token", 60)


@pytest.mark.parametrize("kind", ["s", "e", "i"])
async def test_a_foreign_key_is_named_and_left_alone(redis_store: Store, redis_server: RedisServer, kind: str) -> None:
    redis_server.ask(f"SET g:{{table}}:{kind} foreign")
    with pytest.raises(DataCorrupted, match=rf"g:{{table}}:{kind} holds a string of another program"):
        await redis_store.commit(Commit("table", 0, b"", b"", 60, key="key"))
    assert redis_server.ask("DBSIZE") == ":1\r\n"


async def test_a_key_of_another_program_is_no_archive(redis_store: Store, redis_server: RedisServer) -> None:
    redis_server.ask("HSET g:{table}:a colour red")
    for call in (redis_store.archived("table"), redis_store.commit(Commit("table", 0, b"", b"", 60, archive=b"x"))):
        with pytest.raises(DataCorrupted, match=r"WRONGTYPE|g:{table}:a holds a hash of another program"):
            await call
    assert redis_server.ask("HLEN g:{table}:a") == ":1\r\n"
    assert redis_server.ask("DBSIZE") == ":1\r\n"


async def test_lists_and_marks_of_another_program_are_left_alone(redis_store: Store, redis_server: RedisServer) -> None:
    redis_server.ask("SET l:{public} foreign")
    redis_server.ask("HSET m:{game} colour red")
    redis_server.ask("SET m:{other} foreign")
    for call in (redis_store.enlist("public", "table", 1, 60), redis_store.listed("public", None, 1)):
        with pytest.raises(DataCorrupted, match=r"l:{public} holds a string of another program"):
            await call
    with pytest.raises(DataCorrupted, match="WRONGTYPE"):
        await redis_store.unlist("public", "table")
    with pytest.raises(DataCorrupted, match=r"m:{game} holds a hash of another program"):
        await redis_store.advance_watermark("game", 1, "token", 60)
    with pytest.raises(DataCorrupted, match=r"m:{other} holds a string of another program"):
        await redis_store.advance_watermark("other", 1, "token", 60)
    redis_server.ask("HSET m:{game} height high")
    with pytest.raises(DataCorrupted, match=r"m:{game} holds a hash of another program"):
        await redis_store.advance_watermark("game", 1, "token", 60)
    assert redis_server.ask("GET l:{public}") == "$7\r\nforeign\r\n"
    assert redis_server.ask("HLEN m:{game}") == ":2\r\n"
    assert redis_server.ask("DBSIZE") == ":3\r\n"


async def test_expired_members_do_not_pile_up_in_redis(redis_store: Store, redis_server: RedisServer) -> None:
    for number in range(20):
        await redis_store.enlist("public", f"short {number}", 1, 1)
    await redis_store.enlist("public", "long", 1, 60)
    assert redis_server.ask("ZCARD l:{public}") == ":42\r\n"

    async def is_alone() -> bool:
        return list(await redis_store.listed("public", None, 100)) == [Listed("long", 1)]

    await until(is_alone)
    assert redis_server.ask("ZCARD l:{public}") == ":2\r\n"


async def test_lists_and_marks_go_with_what_is_in_them(redis_store: Store, redis_server: RedisServer) -> None:
    await redis_store.enlist("public", "long", 1, 60)
    await redis_store.enlist("public", "short", 1, 10)
    await redis_store.advance_watermark("game", 1, "token", 60)
    for key in ("l:{public}", "m:{game}"):
        assert 55_000 < int(redis_server.ask(f"PTTL {key}").removeprefix(":")) <= 60_000
    await redis_store.unlist("public", "long")
    await redis_store.unlist("public", "short")
    assert redis_server.ask("EXISTS l:{public}") == ":0\r\n"


async def test_a_hash_of_another_program_is_left_alone(redis_store: Store, redis_server: RedisServer) -> None:
    redis_server.ask("HSET g:{table}:s colour red")
    with pytest.raises(DataCorrupted, match="another program"):
        await redis_store.commit(Commit("table", 0, b"", b"", 60))
    assert redis_server.ask("HLEN g:{table}:s") == ":1\r\n"
    assert redis_server.ask("DBSIZE") == ":1\r\n"


async def test_a_clock_that_was_not_told_lately_is_unknown(redis_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert redis_store.clock("table") is None
    await redis_store.load("table")
    assert redis_store.clock("table") is not None
    monkeypatch.setattr("store.redis.store.BELIEVED", 0.0)
    await redis_store.load("table")
    assert redis_store.clock("table") is None


async def test_remains_of_an_expired_session_reach_no_new_one(redis_store: Store, redis_server: RedisServer) -> None:
    redis_server.ask("XADD g:{table}:e 7-0 body old")
    redis_server.ask("HSET g:{table}:i key '7 old'")
    assert await redis_store.commit(Commit("table", 0, b"", b"new", 60, key="key")) == Committed(1)
    assert list(await redis_store.entries("table", 0, 10)) == [StoredEntry(1, b"new")]


async def test_a_log_ahead_of_its_session_is_not_written_to(redis_store: Store, redis_server: RedisServer) -> None:
    await redis_store.commit(Commit("table", 0, b"one", b"one", 60))
    redis_server.ask("XADD g:{table}:e 7-0 body ahead")
    with pytest.raises(DataCorrupted, match="smaller"):
        await redis_store.commit(Commit("table", 1, b"two", b"two", 60, key="key", archive=b"two"))
    assert timeless(await redis_store.load("table")) == Stored(1, b"one")
    assert await redis_store.receipt("table", "key") is None
    assert await redis_store.archived("table") is None


async def test_a_server_without_memory_refuses_whole_changes(own_redis_server: RedisServer) -> None:
    async with started_store(own_redis_server.url) as store:
        await store.commit(Commit("table", 0, b"one", b"one", 60))
        own_redis_server.ask("CONFIG SET maxmemory 1")
        with pytest.raises(StoreUnavailable, match="memory"):
            await store.commit(Commit("table", 1, b"two", b"two", 60, key="key", archive=b"two"))
        assert timeless(await store.load("table")) == Stored(1, b"one")
        assert await store.archived("table") is None
        own_redis_server.ask("CONFIG SET maxmemory 0")
        assert await store.commit(Commit("table", 1, b"two", b"two", 60, key="key")) == Committed(2)


def refused_pings(server: RedisServer) -> int:
    return int(server.info("commandstats")["cmdstat_ping"].rpartition("rejected_calls=")[2].partition(",")[0])


async def test_a_full_disk_leaves_reads_working(own_redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.redis.subscriber.PING_SECONDS", 0.02)
    store = open_store(own_redis_server.url)
    later = open_store(own_redis_server.url)
    await store.commit(Commit("table", 0, b"", b"", 60))
    async with store.wakeups("table") as versions:
        own_redis_server.ask("CONFIG SET save '3600 1'")
        shutil.rmtree(own_redis_server.folder)
        own_redis_server.ask("BGSAVE")
        with anyio.fail_after(60):
            while refused_pings(own_redis_server) < 3:
                await store.load("table")
        assert timeless(await later.load("table")) == Stored(1, b"")
        with pytest.raises(StoreUnavailable, match="MISCONF"):
            await later.commit(Commit("table", 1, b"", b"", 60))
        own_redis_server.ask("CONFIG SET stop-writes-on-bgsave-error no")
        await later.commit(Commit("table", 1, b"", b"", 60))
        assert await anext(versions) == 2
    await later.close()
    await store.close()


async def test_the_keys_of_a_session_expire_together(redis_store: Store, redis_server: RedisServer) -> None:
    await redis_store.commit(Commit("table", 0, b"", b"", 60, key="key"))
    script = "local l = {} for i, k in ipairs(KEYS) do l[i] = redis.call('PTTL', k) end return l"
    answer = redis_server.ask(f'EVAL "{script}" 3 g:{{table}}:s g:{{table}}:e g:{{table}}:i')
    head, *lives = answer.split()
    assert head == "*3"
    milliseconds = [int(life.removeprefix(":")) for life in lives]
    assert max(milliseconds) - min(milliseconds) < 1000
    assert 55_000 < min(milliseconds) <= max(milliseconds) <= 60_000

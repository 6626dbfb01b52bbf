"""A store promises nothing while its append-only file is incomplete: until its first rewrite has ended."""

import asyncio
import itertools
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from store.adapters import open_store
from store.options import Durability, SettingsError
from store.port import Commit, Store
from store.problems import NotKept
from tests.support.stores import is_served, until
from tools.redis.server import RedisServer, wait_until
from tools.services import Service

pytestmark = pytest.mark.anyio

LOCAL = Durability("local")
KEYS = 50
# For each key, in microseconds: a rewrite that takes longer than any test.
STUCK = 2_000_000


@pytest.fixture
def server() -> Iterator[RedisServer]:
    """A server with some keys, nothing of which is on disk, and whose rewrites do not end."""
    with RedisServer("--appendonly", "no", "--repl-diskless-sync-delay", "0") as one:
        fill(one)
        yield one


def fill(server: RedisServer) -> None:
    for number in range(KEYS):
        server.call("SET", f"key {number}", "value")
    server.call("CONFIG", "SET", "rdb-key-save-delay", STUCK)


def switch(server: RedisServer, to: str) -> None:
    server.call("CONFIG", "SET", "appendonly", to)


def is_rewriting(server: RedisServer) -> bool:
    persistence = server.info("persistence")
    return "1" in (persistence["aof_rewrite_in_progress"], persistence["aof_rewrite_scheduled"])


def end_rewrite(server: RedisServer) -> None:
    """Let a rewrite that is stuck end, or fail and the next one succeed."""
    server.call("CONFIG", "SET", "rdb-key-save-delay", 0)
    for child in Path(f"/proc/{server.process_id}/task/{server.process_id}/children").read_text().split():
        with suppress(ProcessLookupError):
            os.kill(int(child), signal.SIGKILL)


async def complete(server: RedisServer) -> None:
    """Let the file be complete."""
    await asyncio.to_thread(end_rewrite, server)
    await asyncio.to_thread(wait_until, lambda: not is_rewriting(server))


@asynccontextmanager
async def opened(server: RedisServer, durability: Durability | None = None) -> AsyncIterator[Store]:
    store = open_store(server.url, durability)
    try:
        yield store
    finally:
        await store.close()


async def level(store: Store) -> str:
    return (await store.promise()).level


async def test_a_file_that_was_switched_on_keeps_local_once_its_first_rewrite_has_ended(server: RedisServer) -> None:
    async with opened(server) as store:
        await store.start()
        switch(server, "yes")
        promise = await store.promise()
        assert promise.level == "any"
        assert "is not known to be complete" in promise.sentence
        await complete(server)
        assert await level(store) == "local"


async def test_a_start_waits_for_the_file_and_says_so(server: RedisServer) -> None:
    switch(server, "yes")
    async with opened(server, LOCAL) as store:
        with capture_logs() as lines:
            start = asyncio.create_task(store.start())
            await until(lambda: bool(lines))
            assert not start.done()
            await complete(server)
            assert (await start).is_kept
        assert [line["event"] for line in lines] == ["waiting for the store's append-only file"]


async def test_a_start_does_not_wait_for_ever(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.redis.durability.REWRITE_SECONDS", 0.1)
    switch(server, "yes")
    async with opened(server, LOCAL) as store:
        with pytest.raises(SettingsError, match=r"CROUPIER_DURABILITY is .local., but .*: a rewrite that ends"):
            await store.start()


async def test_a_rewrite_that_waits_for_a_snapshot_counts_as_begun(server: RedisServer) -> None:
    async with opened(server) as store:
        server.call("BGSAVE")
        switch(server, "yes")
        assert server.info("persistence")["aof_rewrite_scheduled"] == "1"
        assert await level(store) == "any"


async def test_a_rewrite_of_a_file_that_was_complete_puts_nothing_at_risk(server: RedisServer) -> None:
    async with opened(server) as store:
        switch(server, "yes")
        await complete(server)
        assert await level(store) == "local"
        server.call("CONFIG", "SET", "rdb-key-save-delay", STUCK)
        assert await level(store) == "local"
        server.call("BGREWRITEAOF")
        assert is_rewriting(server)
        assert await level(store) == "local"


async def test_a_file_that_was_switched_off_and_on_unseen_is_incomplete_again(server: RedisServer) -> None:
    async with opened(server) as store:
        switch(server, "yes")
        await complete(server)
        assert await level(store) == "local"
        server.call("CONFIG", "SET", "rdb-key-save-delay", STUCK)
        switch(server, "no")
        switch(server, "yes")
        assert await level(store) == "any"


async def test_a_replica_just_promoted_has_no_complete_file_before_it_has_rewritten_it(server: RedisServer) -> None:
    """A full synchronisation starts a new file: here unseen, between two looks at the same server."""
    with RedisServer("--repl-diskless-sync-delay", "0") as other:
        fill(other)
        other.call("CONFIG", "SET", "rdb-key-save-delay", 0)
        async with opened(server) as store:
            switch(server, "yes")
            await complete(server)
            assert await level(store) == "local"
            server.call("CONFIG", "SET", "rdb-key-save-delay", STUCK)
            assert await level(store) == "local"
            server.call("REPLICAOF", "127.0.0.1", other.port)
            await asyncio.to_thread(wait_until, lambda: server.info("replication")["master_link_status"] == "up")
            server.call("REPLICAOF", "NO", "ONE")
            # Valkey takes the data that it was sent for its file, and has nothing to rewrite.
            assert await level(store) == ("any" if is_rewriting(server) else "local")
            await complete(server)
            assert await level(store) == "local"


# Changes while less is kept than was asked for.


async def refusal_of(store: Store, session: str) -> str:
    """Return the reason for the refusal of a change, empty if it is accepted."""
    try:
        await store.commit(Commit(session, 0, b"document", b"entry", 60, key="key"))
    except NotKept as refused:
        return str(refused)
    return ""


async def until_refusal(store: Store, part: str) -> None:
    """Wait until changes are refused for a reason, or no longer if that is empty."""
    numbers = itertools.count()

    async def is_so() -> bool:
        found = await refusal_of(store, f"table {part} {next(numbers)}")
        return part in found if part else not found

    await until(is_so)


async def test_a_change_is_refused_while_the_file_is_switched_off_or_incomplete(server: RedisServer) -> None:
    server.call("CONFIG", "SET", "rdb-key-save-delay", 0)
    switch(server, "yes")
    async with opened(server, LOCAL) as store:
        await store.start()
        assert await refusal_of(store, "kept") == ""
        server.call("CONFIG", "SET", "rdb-key-save-delay", STUCK)
        switch(server, "no")
        await until_refusal(store, "There is no append-only file")
        switch(server, "yes")
        await until_refusal(store, "is not known to be complete")
        assert "is not known to be complete" in await refusal_of(store, "refused")
        assert not server.call("EXISTS", "g:{refused}:s")
        with pytest.raises(NotKept):
            await store.try_change()
        with pytest.raises(NotKept):
            await store.receipt("kept", "key")
        assert await store.load("kept")
        await complete(server)
        await until_refusal(store, "")
        assert await store.try_change() == 1


async def test_an_operator_may_allow_less_by_name(server: RedisServer) -> None:
    async with opened(server, Durability("any")) as store:
        await store.start()
        switch(server, "yes")
        assert await level(store) == "any"
        assert await refusal_of(store, "table") == ""


async def test_the_first_change_on_a_server_that_was_restarted_below_the_level_is_not_acknowledged(
    own_redis_server: RedisServer,
) -> None:
    async with opened(own_redis_server, LOCAL) as store:
        await store.start()
        assert await refusal_of(store, "before") == ""
        own_redis_server.kill()
        own_redis_server.options = (*own_redis_server.options, "--appendfsync", "everysec")
        own_redis_server.start()
        await until(lambda: is_served(store))
        assert "appendfsync is everysec" in await refusal_of(store, "after")


async def test_a_change_costs_no_further_round_trip(own_redis_server: RedisServer) -> None:
    async with opened(own_redis_server, LOCAL) as store:
        await store.start()
        await refusal_of(store, "first")
        with own_redis_server.watch() as commands:
            for number in range(200):
                await refusal_of(store, f"table {number}")
        sent = [command for command in commands if " lua" not in command and "EVALSHA" in command]
        assert len(sent) == 200
        assert sum("INFO" in command for command in commands) <= 1


async def test_a_caller_is_told_why_no_change_is_made(server: RedisServer, tmp_path: Path) -> None:
    server.call("CONFIG", "SET", "rdb-key-save-delay", 0)
    switch(server, "yes")
    await complete(server)
    with Service(server.url, tmp_path, durability="local") as service:
        server.call("CONFIG", "SET", "appendfsync", "everysec")

        def has_noticed() -> bool:
            return service.http.get(f"{service.root}/readyz").status_code == 503

        await asyncio.to_thread(wait_until, has_noticed)
        ready = service.http.get(f"{service.root}/readyz").json()
        assert (ready["status"], ready["store"]["kept"]) == ("the store takes no changes", False)
        answer = service.http.post(f"{service.root}/v1/sessions", json={"game": "zeven", "seats": 2})
        assert (answer.status_code, answer.json()["code"]) == (503, "STORE_UNAVAILABLE")
        query = 'mutation { createSession(input: {game: "zeven", seats: 2}) { __typename } }'
        (error,) = service.http.post(service.url, json={"query": query}).json()["errors"]
        assert error["extensions"]["code"] == "STORE_UNAVAILABLE"
        for told in (answer.json()["detail"], error["message"]):
            assert told.startswith("The store keeps changes less well than it is configured to")
            assert "appendfsync is everysec" in told

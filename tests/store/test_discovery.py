"""The service's choice of a primary: real servers, with scripted Sentinels and cluster nodes.

Two servers stand for the old and the new primary. Both accept changes, as in the moments in which the old one does not
know of its successor; the server with a change shows where the service was.
"""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from secrets import token_hex
from typing import NamedTuple

import anyio
import pytest

from store.options import Durability
from store.port import Commit, Receipt, Store
from store.problems import NotKept, StoreUnavailable
from store.redis import cluster, sentinel
from store.redis.node import SENTINEL_SECONDS
from tests.support.scripted_redis import ScriptedNode, ScriptedSentinel, ScriptedSentinels, scripted_sentinels, serving
from tests.support.store_fixtures import Pair
from tests.support.stores import is_served, until
from tools.redis.server import RedisServer
from tools.stores import started_store

pytestmark = pytest.mark.anyio

PATIENCE_SECONDS = 60
LOCAL = Durability("local")


class Servers(NamedTuple):
    """Two servers that both consider themselves the primary; the port of `old` is the higher one."""

    old: RedisServer
    new: RedisServer


@pytest.fixture(scope="module")
def two_servers() -> Iterator[Servers]:
    # With a disk a primary counts a replica as soon as that has its copy.
    option = ("--repl-diskless-sync", "no")
    with RedisServer(*option) as one, RedisServer(*option) as other:
        new, old = sorted((one, other), key=lambda server: server.port)
        yield Servers(old, new)


@pytest.fixture
def servers(two_servers: Servers) -> Servers:
    for server in two_servers:
        server.call("REPLICAOF", "NO", "ONE")
        server.call("FLUSHALL")
    return two_servers


@asynccontextmanager
async def led(servers: Servers) -> AsyncIterator[tuple[Store, ScriptedSentinels]]:
    """Open a store that Sentinels have led to `servers.old`, in epoch 16."""
    async with scripted_sentinels() as sentinels:
        sentinels.name((16, servers.old.port))
        async with started_store(sentinels.url, LOCAL) as store:
            yield store, sentinels


async def place_of(store: Store, servers: Servers) -> RedisServer:
    """Return the server on which a change is acknowledged now."""
    with anyio.fail_after(PATIENCE_SECONDS):
        # A change without an answer may have been made on the previous server, so each attempt has its own session.
        while not await is_acknowledged(store, change(session := token_hex(8))):
            pass
    # A replica has it, too, soon afterwards.
    primaries = [server for server in (servers.new, servers.old) if server.call("ROLE")[0] == "master"]
    return next(server for server in primaries if server.call("EXISTS", f"g:{{{session}}}:s"))


async def reached(store: Store, servers: Servers, server: RedisServer) -> None:
    """Wait until changes are acknowledged on a server."""
    with anyio.fail_after(PATIENCE_SECONDS):
        while await place_of(store, servers) is not server:
            pass


async def commit_until_answered(store: Store, one: Commit) -> None:
    """Send a change with its key until it is acknowledged, as a client does."""
    with anyio.fail_after(PATIENCE_SECONDS):
        while not await is_acknowledged(store, one):
            pass


async def is_acknowledged(store: Store, one: Commit) -> bool:
    """Send a change once; tell whether it is acknowledged within a tenth of a second."""
    with suppress(StoreUnavailable, TimeoutError):
        async with asyncio.timeout(0.1):
            await store.commit(one)
            return True
    return False


def change(session: str) -> Commit:
    return Commit(session, 0, b"document", b"entry", 600, key="key")


async def asked_again(store: Store, sentinels: ScriptedSentinels) -> None:
    """Wait until the store has evaluated the Sentinels' current answers.

    It asks each again and again. A question may have begun before, so the next one counts, and is answered when the one
    after it begins.
    """
    members = [member for member in sentinels.members if not member.is_silent] or sentinels.members
    enough = [member.asked + 3 for member in members]
    with anyio.fail_after(PATIENCE_SECONDS):
        while any(member.asked < count for member, count in zip(members, enough, strict=True)):
            sentinels.announce()
            await store.load("nothing")
            await asyncio.sleep(0.005)


# The answers of the three Sentinels, each an epoch and a primary, the last for all others, too; and the store's choice.
OLD = "old"
NEW = "new"
SILENT = (0, "")
Step = tuple[list[tuple[int, str]], str]
STEPS: dict[str, list[Step]] = {
    "one Sentinel alone moves nobody": [
        ([(16, OLD)], OLD),
        ([(17, NEW), (16, OLD)], OLD),
        ([(16, OLD), (17, NEW)], NEW),
    ],
    "a service that reaches a minority stays where it is": [([(16, OLD)], OLD), ([(17, NEW), SILENT], OLD)],
    "a primary that was left is gone back to in a later epoch only": [
        ([(16, OLD)], OLD),
        ([(17, NEW)], NEW),
        ([(17, OLD)], NEW),
        ([(16, OLD)], NEW),
        # The Sentinels consider the new primary dead, and have promoted the old one again.
        ([(18, OLD)], OLD),
    ],
    "Sentinels that restart are followed": [
        ([(16, OLD)], OLD),
        # They know the primary from their configuration only, and count from 0.
        ([(0, OLD)], OLD),
        ([(1, NEW)], NEW),
    ],
    "Sentinels that restart with another primary are followed": [([(16, OLD)], OLD), ([(0, NEW)], NEW)],
}


@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
async def test_sentinels_lead_a_service_step_by_step(servers: Servers, steps: list[Step]) -> None:
    ports = {OLD: servers.old.port, NEW: servers.new.port, "": 0}
    async with AsyncExitStack() as stack:
        sentinels = await stack.enter_async_context(scripted_sentinels())
        sentinels.name(*((epoch, ports[primary]) for epoch, primary in steps[0][0]))
        store = await stack.enter_async_context(started_store(sentinels.url, LOCAL))
        for said, expected in steps:
            sentinels.name(*((epoch, ports[primary]) for epoch, primary in said))
            for member in sentinels.members:
                member.is_silent = not member.named
            await asked_again(store, sentinels)
            with anyio.fail_after(PATIENCE_SECONDS):
                while (await place_of(store, servers)).port != ports[expected]:
                    await asked_again(store, sentinels)


async def test_a_leader_that_shows_the_new_epoch_with_the_old_address_misleads_nobody(servers: Servers) -> None:
    async with led(servers) as (store, sentinels):
        assert await place_of(store, servers) is servers.old
        sentinels.name((17, servers.new.port))
        # SENTINEL MASTER shows these until the last replica follows the new primary, or the failover times out.
        sentinels.members[0].shown = servers.old.port
        await asked_again(store, sentinels)
        assert await place_of(store, servers) is servers.new
        async with started_store(sentinels.url, LOCAL) as newcomer:
            assert await place_of(newcomer, servers) is servers.new


async def test_a_start_needs_a_majority_of_all_sentinels_and_says_what_they_say(servers: Servers) -> None:
    async with scripted_sentinels() as sentinels:
        sentinels.name((17, servers.old.port), (17, servers.new.port), (18, servers.new.port))
        message = f"no majority of the Sentinels agrees on a primary: .*1 for 127.0.0.1:{servers.old.port} .epoch 17"
        with pytest.raises(StoreUnavailable, match=message):
            async with started_store(sentinels.url, LOCAL):
                pass
        sentinels.name((18, servers.new.port), (18, servers.new.port), (17, servers.new.port))
        async with started_store(sentinels.url, LOCAL) as store:
            assert await place_of(store, servers) is servers.new


async def test_a_start_waits_longer_for_slow_sentinels(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentinel, "PATIENCE_SECONDS", 0.0)
    async with led(servers) as (store, _):
        assert await place_of(store, servers) is servers.old


async def test_a_sentinel_that_is_configured_twice_has_one_vote(servers: Servers) -> None:
    async with scripted_sentinels(2) as sentinels:
        sentinels.name((17, servers.old.port), (17, servers.new.port))
        first, _ = sentinels.members
        sentinels.members = (first, *sentinels.members)
        with pytest.raises(StoreUnavailable, match="no majority"):
            async with started_store(sentinels.url, LOCAL):
                pass


async def test_sentinels_that_have_just_forgotten_the_service_have_no_vote(servers: Servers) -> None:
    async with scripted_sentinels() as sentinels:
        sentinels.name((17, 0), (17, 0), (17, servers.new.port))
        with pytest.raises(StoreUnavailable, match="no majority"):
            async with started_store(sentinels.url, LOCAL):
                pass


async def test_sentinels_that_begin_anew_lead_back_only_when_the_primary_has_resigned(servers: Servers) -> None:
    async with led(servers) as (store, sentinels):
        sentinels.name((17, servers.new.port))
        await asked_again(store, sentinels)
        sentinels.name((0, servers.old.port))
        await asked_again(store, sentinels)
        assert await place_of(store, servers) is servers.new
        servers.new.pause()
        try:
            # A silent server has not been demoted: it may have changes that the old one never had.
            sentinels.announce()
            with pytest.raises(StoreUnavailable):
                await store.commit(change("silent"))
        finally:
            servers.new.resume()
        assert servers.old.call("EXISTS", "g:{silent}:s") == 0
        servers.new.call("REPLICAOF", "127.0.0.1", servers.old.port)
        await asked_again(store, sentinels)
        assert await place_of(store, servers) is servers.old


# Sentinels that answer late, or not at all.

LATE_SECONDS = 1.2
REPLICATED = Durability("replicated")


async def test_a_sentinels_answer_counts_however_late_it_comes(servers: Servers) -> None:
    async with led(servers) as (store, sentinels):
        assert await place_of(store, servers) is servers.old
        for member in sentinels.members:
            member.delay = LATE_SECONDS
        sentinels.name((17, servers.new.port))
        await reached(store, servers, servers.new)


async def test_one_slow_sentinel_does_not_delay_the_others(servers: Servers) -> None:
    async with scripted_sentinels() as sentinels:
        sentinels.name((16, servers.old.port))
        sentinels.members[0].delay = 3600
        with anyio.fail_after(SENTINEL_SECONDS):
            async with started_store(sentinels.url, LOCAL) as store:
                assert await place_of(store, servers) is servers.old
                sentinels.name((17, servers.new.port))
                sentinels.announce()
                await reached(store, servers, servers.new)


@asynccontextmanager
async def replicated(servers: Servers, replicas: int) -> AsyncIterator[tuple[Store, ScriptedSentinels]]:
    """Open a store whose primary, `servers.old`, has one replica; the Sentinels know so many."""
    with RedisServer() as replica:
        await asyncio.to_thread(Pair(servers.old, replica).follow)
        async with scripted_sentinels() as sentinels:
            sentinels.name((16, servers.old.port))
            for member in sentinels.members:
                member.replicas = replicas
            async with started_store(sentinels.url, REPLICATED) as store:
                yield store, sentinels


async def first_refusal(store: Store) -> str:
    """Make changes until one is refused, and return the reason."""
    with anyio.fail_after(PATIENCE_SECONDS):
        for number in itertools.count():
            try:
                await store.commit(change(f"table {number}"))
            except NotKept as refused:
                return str(refused)
    raise AssertionError


def speak(member: ScriptedSentinel) -> None:
    """Let a Sentinel answer again, over new connections: it has left questions without an answer."""
    member.is_silent = False
    member.cut()


async def test_a_primary_of_which_the_sentinels_are_silent_acknowledges_nothing_after_the_time_of_a_failover(
    servers: Servers,
) -> None:
    async with replicated(servers, replicas=2) as (store, sentinels):
        await commit_until_answered(store, change("before"))
        for member in sentinels.members[:2]:
            member.is_silent = True
        assert "for 1 seconds" in await first_refusal(store)
        with pytest.raises(StoreUnavailable):
            await store.commit(change("refused"))
        assert not servers.old.call("EXISTS", "g:{refused}:s")
        assert await store.load("before")
        speak(sentinels.members[0])
        await commit_until_answered(store, change("after"))


async def test_a_primary_that_all_replicas_confirm_needs_no_sentinel(servers: Servers) -> None:
    async with replicated(servers, replicas=1) as (store, sentinels):
        await commit_until_answered(store, change("before"))
        for member in sentinels.members:
            member.is_silent = True
        end = time.monotonic() + 1.3
        for number in itertools.takewhile(lambda _: time.monotonic() < end, itertools.count()):
            await store.commit(change(f"silent {number}"))


async def test_a_returned_primary_needs_a_majority_again(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.redis.node.ANSWER_SECONDS", 0.3)
    monkeypatch.setattr("tests.support.scripted_redis.FAILOVER_MILLISECONDS", 3_600_000)
    async with replicated(servers, replicas=2) as (store, sentinels):
        await commit_until_answered(store, change("before"))
        for member in sentinels.members:
            member.is_silent = True
        servers.old.pause()
        try:
            with pytest.raises(StoreUnavailable):
                await store.commit(change("away"))
        finally:
            servers.old.resume()
        await until(lambda: is_served(store))
        with pytest.raises(NotKept, match="has said since"):
            await store.commit(change("doubtful"))
        for member in sentinels.members[:2]:
            speak(member)
        await commit_until_answered(store, change("after"))


async def test_an_answer_after_a_pause_counts_when_a_majority_has_named_the_primary_since(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.support.scripted_redis.FAILOVER_MILLISECONDS", 3_600_000)
    monkeypatch.setattr("store.redis.durability.SLOW_SECONDS", 0.1)
    async with replicated(servers, replicas=2) as (store, sentinels):
        await commit_until_answered(store, change("before"))
        for member in sentinels.members:
            member.is_silent = True
        servers.old.pause()
        commit = asyncio.ensure_future(store.commit(change("paused")))
        try:
            assert not (await asyncio.wait([commit], timeout=0.2))[0]
        finally:
            servers.old.resume()
        with pytest.raises(NotKept, match="has said since"):
            await commit
        for member in sentinels.members[:2]:
            speak(member)
        await commit_until_answered(store, change("paused"))


# Announcements.


@pytest.fixture
def never_asked_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentinel, "REFRESH_SECONDS", 3600.0)
    monkeypatch.setattr(sentinel, "IDLE_SECONDS", 3600.0)


async def test_a_switch_that_is_announced_is_followed_at_once(servers: Servers) -> None:
    async with led(servers) as (store, sentinels):
        await asked_again(store, sentinels)
        sentinels.name((17, servers.new.port))
        sentinels.announce()
        await reached(store, servers, servers.new)


async def test_a_switch_announced_to_nobody_is_found_out_when_announcements_come_again(servers: Servers) -> None:
    async with led(servers) as (store, sentinels):
        await asked_again(store, sentinels)
        for member in sentinels.members:
            member.cut()
        sentinels.name((17, servers.new.port))
        await reached(store, servers, servers.new)


# An old primary that goes on.


async def test_an_answer_of_a_replaced_primary_does_not_count(servers: Servers) -> None:
    async with led(servers) as (store, sentinels):
        await place_of(store, servers)
        servers.old.pause()
        try:
            commit = asyncio.ensure_future(store.commit(change("table")))
            read = asyncio.create_task(store.receipt("other", "key"))
            sentinels.name((17, servers.new.port))
            await commit_until_answered(store, change("other"))
        finally:
            servers.old.resume()
        with pytest.raises(StoreUnavailable, match="another server has become the primary"):
            await commit
        # A read is repeated, and shows all commits before the old primary went on.
        assert await read == Receipt("", 1)
        assert await store.load("table") is None


# The same in a cluster.


class Nodes(NamedTuple):
    """Three nodes of a cluster, each with a map of its own, and a store that reads maps all the time."""

    members: list[ScriptedNode]
    store: Store

    def say(self, *maps: tuple[int, int]) -> None:
        """Set each node's epoch and the server that it reports for all slots."""
        for member, (epoch, port) in zip(self.members, maps, strict=True):
            member.epoch = epoch
            member.named = port
            member.asked = 0


@pytest.fixture
async def nodes(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Nodes]:
    """A cluster in which all nodes report that the old primary serves, in epoch 5."""
    monkeypatch.setattr(cluster, "SHORTEST_SECONDS", 0.0)
    monkeypatch.setattr(cluster, "LONGEST_SECONDS", 0.0)
    members = [ScriptedNode() for _ in range(3)]
    for member in members:
        member.epoch = 5
        member.named = servers.old.port
    async with serving(members):
        url = f"redis+cluster://{','.join(f'127.0.0.1:{member.port}' for member in members)}"
        async with started_store(url, LOCAL) as store:
            yield Nodes(members, store)


async def stays_at_new(nodes: Nodes, servers: Servers) -> None:
    """Check that the store stays on the new primary while the first node is asked again and again."""
    with anyio.fail_after(PATIENCE_SECONDS):
        while nodes.members[0].asked < 5:
            assert await place_of(nodes.store, servers) is servers.new


async def moved(nodes: Nodes, servers: Servers) -> None:
    """Let all nodes report the new primary, in epoch 6, and wait until changes are acknowledged there."""
    nodes.say(*[(6, servers.new.port)] * 3)
    await reached(nodes.store, servers, servers.new)


async def test_a_node_that_was_cut_off_during_a_failover_leads_nobody_back(servers: Servers, nodes: Nodes) -> None:
    nodes.say((5, servers.old.port), (6, servers.new.port), (6, servers.new.port))
    await reached(nodes.store, servers, servers.new)
    await stays_at_new(nodes, servers)


async def test_nodes_that_do_not_know_leave_a_service_where_it_is(servers: Servers, nodes: Nodes) -> None:
    await moved(nodes, servers)
    nodes.say((5, servers.old.port), (0, 0), (0, 0))
    await stays_at_new(nodes, servers)


async def test_a_cluster_that_was_set_up_again_is_followed(servers: Servers, nodes: Nodes) -> None:
    await moved(nodes, servers)
    nodes.say(*[(1, servers.old.port)] * 3)
    await reached(nodes.store, servers, servers.old)


async def test_a_user_who_may_not_ask_for_the_epoch_finds_the_primaries(servers: Servers, nodes: Nodes) -> None:
    for member in nodes.members:
        member.hides_epoch = True
    await moved(nodes, servers)

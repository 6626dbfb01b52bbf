"""How safe changes are on Redis: the promise of the servers' settings, and the gate that every change passes.

A change is acknowledged only by a server that keeps the configured level. Nothing is asked for each change. A server's
state is read once a second while changes are made, and before the answer to a change over a connection that is newer
than the last reading: a server that was restarted, or promoted, has new ones. WAIT counts the replicas of each change,
so the gate does not look at them.
"""

import asyncio
import math
import sys
import time
from collections.abc import Awaitable, Mapping, Sequence
from typing import NamedTuple

import structlog
from redis.exceptions import AuthenticationError, ResponseError

from store.options import DURABILITY, DURABILITY_LEVELS, REPLICAS, STORE, Durability, SettingsError
from store.port import Promise
from store.problems import NotKept, StoreUnavailable
from store.redis.node import Address, RedisNode, Shortfall, end_task
from store.redis.pipeline import Broken, Command, Reply, Unsent
from store.redis.topology import Topology, TopologyKind

# How long a start waits for an append-only file to be complete, and how often it checks, in seconds.
REWRITE_SECONDS = 60.0
REWRITE_POLL_SECONDS = 0.25
# In seconds: a reading that is older is renewed beside the next change, and a much older one before it.
FRESH_SECONDS = 1.0
STALE_SECONDS = 3.0
# A primary that has not answered for so long may have been replaced meanwhile: WAIT takes less.
SLOW_SECONDS = 1.25

PERSISTENT = (
    "appendonly yes, appendfsync always and no-appendfsync-on-rewrite no on every server, "
    f"or {DURABILITY}=any, which takes what the server can keep"
)


class Persistence(NamedTuple):
    """How well a server keeps changes on disk, the better the higher; and what is expected where that is too little."""

    rank: int
    sentence: str
    expected: str = PERSISTENT


UNKNOWN = Persistence(
    0,
    "What a crash may lose is unknown, as this user may not read the server's settings "
    "(INFO or CONFIG GET is forbidden).",
    f"a user that may call INFO and CONFIG GET, or {DURABILITY}=any",
)
OFF = Persistence(
    1, "There is no append-only file (appendonly is no): a crash may lose everything since the last snapshot."
)
INCOMPLETE = Persistence(
    2,
    "The append-only file is being rewritten and is not known to be complete: "
    "until that has ended a crash may lose everything since the last snapshot.",
    "a rewrite that ends (INFO persistence: aof_rewrite_in_progress and aof_rewrite_scheduled are 0), "
    f"or {DURABILITY}=any",
)
BY_SYSTEM = Persistence(
    3,
    "The operating system decides when changes are on disk (appendfsync is no): a crash may lose the last half minute.",
)
EVERY_SECOND = Persistence(
    4, "Changes are on disk after a second (appendfsync is everysec): a crash may lose the last one or two."
)
BETWEEN_REWRITES = Persistence(
    5,
    "Every acknowledged change is on disk, except while the server rewrites "
    "its log (no-appendfsync-on-rewrite is yes): then a crash may lose the last seconds.",
)
ALWAYS = Persistence(6, "Every acknowledged change is on disk: it survives a killed server and a power loss.")
BY_FSYNC = {"no": BY_SYSTEM, "everysec": EVERY_SECOND, "always": ALWAYS}

FAILOVER = "A failover may lose the last changes, as the replicas get them later."
REPLICATED = "It is also in the memory of {0} replica(s): a failover to one of these keeps it."
MORE_REPLICAS = (
    "There are {1} replicas, and it may be on {0} of them only: a failover to another one, or from a primary that "
    "still runs, may lose it. CROUPIER_REPLICAS={1} excludes that."
)
NO_MAJORITY = "With fewer than {0} two primaries may acknowledge changes at the same time."

log = structlog.get_logger("croupier")


class ServerFacts(NamedTuple):
    """A server's own words (INFO), as far as we may read them; its persistence, and its number of replicas."""

    info: Mapping[str, str]
    persistence: Persistence
    replicas: int


class Promises:
    """The promises of a topology's servers, for the `wanted` level; `shown` is the URL without its password."""

    def __init__(self, topology: Topology, shown: str, wanted: Durability) -> None:
        self._topology, self._shown, self._wanted = topology, shown, wanted
        self._files = AppendOnlyFiles()

    async def check(self) -> Promise:
        """Return the promise at the start. Raises `SettingsError` if documents would be lost."""
        try:
            servers = await self._read_all()
            for server in servers:
                self._check_server(server.info)
            if self._wanted.level != "any" and _weakest(servers) is INCOMPLETE:
                servers = await self._await_files(servers)
        except StoreUnavailable as error:
            if isinstance(error.__cause__, (AuthenticationError, ResponseError)):
                expected = "a user, password and database that the server accepts"
                raise self._refusal(f"the server refuses it ({error})", expected) from error
            raise StoreUnavailable(f"{self._shown}: {error}") from error
        promise = make_promise(self._topology.kind, self._shown, servers, self._wanted)
        if not promise.is_kept:
            raise self._level_refusal(servers)
        return promise

    async def read(self) -> Promise:
        """Return the current promise."""
        return make_promise(self._topology.kind, self._shown, await self._read_all(), self._wanted)

    async def shortfall(self, node: RedisNode) -> str:
        """Return why changes on a server are less safe than the level `local`; empty if they are not."""
        persistence = (await self._read_server(node)).persistence
        return "" if persistence is ALWAYS else persistence.sentence

    async def _read_all(self) -> list[ServerFacts]:
        return [await self._read_server(node) for node in await self._topology.primaries()]

    async def _read_server(self, node: RedisNode) -> ServerFacts:
        """Ask a server for its settings. Raises `StoreUnavailable`, but not for forbidden commands."""
        config, reply = await node.call(("CONFIG", "GET", "*appendfsync*"), ("INFO", "all"))
        info = _parse_info(reply)
        is_complete = self._files.is_complete(node.address, info)
        return ServerFacts(info, _persistence(info, config, is_complete), int(info.get("connected_slaves", 0)))

    async def _await_files(self, servers: list[ServerFacts]) -> list[ServerFacts]:
        """Return the facts as soon as every append-only file is complete, or after REWRITE_SECONDS."""
        log.warning("waiting for the store's append-only file", store=self._shown, seconds=REWRITE_SECONDS)
        until = time.monotonic() + REWRITE_SECONDS
        while _weakest(servers) is INCOMPLETE and time.monotonic() < until:
            await asyncio.sleep(REWRITE_POLL_SECONDS)
            servers = await self._read_all()
        return servers

    def _check_server(self, info: Mapping[str, str]) -> None:
        """Raise `SettingsError` for a server that would lose documents or cannot take them."""
        if info.get("role", "master") != "master":
            raise self._refusal("the server is a read-only replica", "the primary server")
        if info.get("cluster_enabled", "0") != "0" and self._topology.kind != "cluster":
            raise self._refusal("the server is a node of a Redis Cluster", "redis+cluster:// and the cluster's nodes")
        policy = info.get("maxmemory_policy", "noeviction")
        if int(info.get("maxmemory", 0)) and policy != "noeviction":
            reason = f"the server drops sessions when its memory is full (maxmemory-policy is {policy})"
            raise self._refusal(reason, "CONFIG SET maxmemory-policy noeviction, and the same in its redis.conf")

    def _refusal(self, reason: str, expected: str) -> SettingsError:
        return SettingsError(f'{STORE} is "{self._shown}", but {reason}. Expected: {expected}.')

    def _level_refusal(self, servers: Sequence[ServerFacts]) -> SettingsError:
        """Return the error of servers that do not keep the configured level."""
        persistence = _weakest(servers)
        reason, expected = f"of {self._shown} it holds: {persistence.sentence}", persistence.expected
        if persistence is ALWAYS:
            found = min(server.replicas for server in servers)
            reason = f"{self._shown} has {found} connected replica(s) for {REPLICAS}={self._wanted.replicas}"
            expected = f"as many replicas of every primary, or {DURABILITY}=local"
        level = self._wanted.level
        return SettingsError(f'{DURABILITY} is "{level}", but {reason.rstrip(".")}. Expected: {expected}.')


class Gate:
    """Sends changes to servers, at the level that is `wanted`."""

    def __init__(self, topology: Topology, promises: Promises, wanted: Durability) -> None:
        self._topology, self._promises = topology, promises
        # At `local` a failover may lose changes, so nobody asks who is the primary.
        self._replicas = wanted.replicas if wanted.level == "replicated" else sys.maxsize
        self._readings: dict[RedisNode, asyncio.Task[None]] = {}

    async def call(self, node: RedisNode, *commands: Command) -> list[Reply]:
        """Send commands like `RedisNode.call`. Raises `NotKept` too, if the server keeps less than the level."""
        begun = time.monotonic()
        if not self.is_open(node, begun):
            await self._check(node)
        return await self.confirm(node, node.opened, begun, node.call(*commands))

    def is_open(self, node: RedisNode, now: float) -> bool:
        """Tell whether a server keeps the level at a monotonic time, by its last reading."""
        standing = node.standing
        return standing is not None and now < standing.until and standing.generation == self._topology.generation

    async def confirm(
        self, node: RedisNode, opened: int, begun: float, answered: Awaitable[list[Reply]]
    ) -> list[Reply]:
        """Return the answers once the server is sure to keep the level.

        It is checked again if it was slow, or if there are more connections than the `opened` ones.
        """
        replies = await answered
        is_slow = time.monotonic() >= begun + SLOW_SECONDS
        if is_slow:
            node.note_absence()
        if is_slow or node.opened != opened:
            try:
                await self._check(node)
            except Unsent as error:
                raise Broken(str(error)) from error
        return replies

    async def close(self) -> None:
        """End the readings that are under way."""
        for task in list(self._readings.values()):
            await end_task(task)

    async def _check(self, node: RedisNode) -> None:
        """Raise `NotKept` if a server keeps less than the level, and `Unsent` if it is away or was replaced."""
        standing, now = node.standing, time.monotonic()
        is_old = standing is None or now >= standing.read_at + (FRESH_SECONDS if standing.shortfall else STALE_SECONDS)
        if standing is None or is_old or standing.generation != self._topology.generation:
            standing = await self._read_anew(node)
        elif now >= standing.read_at + FRESH_SECONDS:
            self._begin_reading(node)
        if standing.shortfall:
            raise NotKept(standing.shortfall)
        if self._topology.doubt(self._replicas):
            await self._topology.rediscover()
        if node.is_replaced:
            raise Unsent("another server has become the primary")
        if doubt := self._topology.doubt(self._replicas):
            raise NotKept(doubt)

    async def _read_anew(self, node: RedisNode) -> Shortfall:
        """Return a server's state; it is read again if a connection is opened or lost before the reading is used."""
        while True:
            await asyncio.shield(self._begin_reading(node))
            if node.standing is not None:
                return node.standing

    def _begin_reading(self, node: RedisNode) -> asyncio.Task[None]:
        """Return the reading of a server's state that is under way, or begin one."""
        task = self._readings.get(node)
        # One that has ended stays until its callback runs: whoever awaited it again and again would stop the loop.
        if task is None or task.done():
            task = asyncio.create_task(self._read(node))
            self._readings[node] = task
            task.add_done_callback(lambda done: self._end_reading(node, done))
        return task

    def _end_reading(self, node: RedisNode, done: asyncio.Task[None]) -> None:
        if self._readings.get(node) is done:
            del self._readings[node]
        # A failure counts for those who wait for it; the next change finds out by itself.
        if not done.cancelled():
            done.exception()

    async def _read(self, node: RedisNode) -> None:
        while True:
            opened, generation, now = node.opened, self._topology.generation, time.monotonic()
            shortfall = await self._promises.shortfall(node)
            # Else the server may have been restarted since.
            if node.opened == opened:
                until = (
                    -math.inf if shortfall else min(now + FRESH_SECONDS, self._topology.trusted_until(self._replicas))
                )
                node.standing = Shortfall(shortfall, now, until, generation)
                return
            # It opens a connection for each call.
            if node.is_retired:
                raise Unsent("another server has taken its place")


class AppendOnlyFiles:
    """Remembers which servers' append-only files are complete, that is, hold all acknowledged changes.

    After `appendonly yes` at run time, and after a replica's full synchronisation, the disk holds nothing usable until
    a first rewrite has ended. A server reports that rewrite like later ones, which put nothing at risk. So a rewrite
    counts as the first one unless the file was complete before, and cannot have been switched off and on since.
    """

    def __init__(self) -> None:
        self._complete: dict[Address, tuple[str, ...] | None] = {}

    def is_complete(self, address: Address, info: Mapping[str, str]) -> bool:
        """Tell whether the file of a server is known to be complete."""
        era = _era(info)
        if "1" in (info.get("aof_rewrite_in_progress"), info.get("aof_rewrite_scheduled")):
            return era is not None and self._complete.get(address) == era
        self._complete[address] = era if info.get("aof_enabled", "0") != "0" else None
        return True


def make_promise(kind: TopologyKind, shown: str, servers: Sequence[ServerFacts], wanted: Durability) -> Promise:
    """Return the promise of some servers; the weakest one counts."""
    persistence, replicas = _weakest(servers), [server.replicas for server in servers]
    sentences, level = [persistence.sentence], DURABILITY_LEVELS[0]
    if persistence is ALWAYS:
        # Only a process that waits for replicas knows that they have a change.
        level = "replicated" if wanted.level == "replicated" and min(replicas) >= wanted.replicas else "local"
    if level == "replicated":
        sentences.append(REPLICATED.format(wanted.replicas))
        if (most := max(replicas)) > wanted.replicas:
            sentences.append(MORE_REPLICAS.format(wanted.replicas, most))
        if wanted.replicas < (majority := (most + 1) // 2):
            sentences.append(NO_MAJORITY.format(majority))
    elif kind != "redis":
        sentences.append(FAILOVER)
    is_kept = DURABILITY_LEVELS.index(level) >= DURABILITY_LEVELS.index(wanted.level)
    return Promise(kind, shown, level, is_kept, " ".join(sentences))


def _weakest(servers: Sequence[ServerFacts]) -> Persistence:
    """Return the persistence of the weakest server: a cluster promises no more."""
    return min(server.persistence for server in servers)


def _persistence(info: Mapping[str, str], config: Reply, is_complete: bool) -> Persistence:
    if "aof_enabled" not in info:
        return UNKNOWN
    if info["aof_enabled"] == "0":
        return OFF
    if not is_complete:
        return INCOMPLETE
    if isinstance(config, Exception):
        return UNKNOWN
    settings = {name: value.decode() for name, value in zip(config[::2], config[1::2], strict=True)}
    found = BY_FSYNC.get(settings.get(b"appendfsync", ""), UNKNOWN)
    return BETWEEN_REWRITES if found is ALWAYS and settings.get(b"no-appendfsync-on-rewrite") == "yes" else found


def _parse_info(reply: Reply) -> dict[str, str]:
    if isinstance(reply, Exception):
        return {}
    rows = (line.partition(":") for line in reply.decode(errors="replace").splitlines())
    return {name: value for name, colon, value in rows if colon}


def _era(info: Mapping[str, str]) -> tuple[str, ...] | None:
    """Return a value that changes at a restart, a change of roles and each CONFIG SET; None if the server hides it.

    Before version 7 a server counts CONFIG SET and our own CONFIG GET together: there CONFIG SET changes nothing.
    """
    if "run_id" not in info:
        return None
    return info["run_id"], info.get("master_replid", ""), info.get("cmdstat_config|set", "")

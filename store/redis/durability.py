"""The durability of changes on Redis: the promise of the servers' settings, and the gate that every change passes.

A change is acknowledged only by a server that keeps the configured level. At no level may a server drop documents to
make room. A change costs no extra request: a server's state is read once a second while changes are made or the promise
is asked for. It is also read before a change is acknowledged over a connection that is newer than the last reading,
since a restarted or promoted server has new connections. The gate does not look at replicas: WAIT counts them for each
change.
"""

import asyncio
import math
import sys
import time
from collections.abc import Awaitable, Sequence

import structlog
from redis.exceptions import AuthenticationError, ResponseError

from store.options import DURABILITY, DURABILITY_LEVELS, REPLICAS, STORE, Durability, SettingsError
from store.port import Promise
from store.problems import NotKept, StoreUnavailable
from store.redis.facts import ALWAYS, INCOMPLETE, Flaw, Persistence, ServerFacts, ServerReader
from store.redis.node import RedisNode, Shortfall, end_task
from store.redis.pipeline import Broken, Command, Reply, Unsent
from store.redis.topology import Topology, TopologyKind

# How long a start waits for an append-only file to be complete, and how often it checks.
REWRITE_SECONDS = 60.0
REWRITE_POLL_SECONDS = 0.25
# A reading older than this is renewed while the next change is made.
FRESH_SECONDS = 1.0
# A reading older than this is renewed before the next change.
STALE_SECONDS = 3.0
# A primary that takes this long to answer may have been replaced meanwhile. WAIT takes less.
SLOW_SECONDS = 1.25

FAILOVER = "A failover may lose the last changes, as the replicas get them later."
REPLICATED = "It is also in the memory of {0} replica(s): a failover to one of these keeps it."
MORE_REPLICAS = (
    "There are {1} replicas, and it may be on {0} of them only: a failover to another one, or from a primary that "
    "still runs, may lose it. CROUPIER_REPLICAS={1} excludes that."
)
NO_MAJORITY = "With fewer than {0} two primaries may acknowledge changes at the same time."

log = structlog.get_logger("croupier")


class Promises:
    """The promises of a topology's servers, for the `wanted` level; `shown` is the URL without its password."""

    def __init__(self, topology: Topology, shown: str, wanted: Durability) -> None:
        self._topology = topology
        self._shown = shown
        self._wanted = wanted
        self._reader = ServerReader()
        # At the level `local` a failover may lose changes, so it does not matter which server is the primary.
        self._replicas = wanted.replicas if wanted.level == "replicated" else sys.maxsize

    async def check(self) -> Promise:
        """Return the promise at the start. Raises `SettingsError` if documents would be lost."""
        try:
            servers = await self._read_all()
            for server in servers:
                self._check_server(server)
            if self._wanted.level != "any" and _weakest(servers) is INCOMPLETE:
                servers = await self._await_files(servers)
        except StoreUnavailable as error:
            if isinstance(error.__cause__, (AuthenticationError, ResponseError)):
                expected = "a user, password and database that the server accepts"
                raise self.refusal(f"the server refuses it ({error})", expected) from error
            raise StoreUnavailable(f"{self._shown}: {error}") from error
        promise = make_promise(self._topology.kind, self._shown, servers, self._wanted)
        if not promise.is_kept:
            raise self._level_refusal(servers)
        return promise

    async def read(self) -> Promise:
        """Return the current promise."""
        return make_promise(self._topology.kind, self._shown, await self._read_all(), self._wanted)

    async def renew(self, node: RedisNode) -> ServerFacts:
        """Read the state of a server, and note whether it falls short of the level.

        Nothing is noted if a connection was opened meanwhile, since it may lead to a restarted server.
        """
        opened = node.opened
        generation = self._topology.generation
        now = time.monotonic()
        facts = await self.ask(node)
        if node.opened == opened:
            shortfall = self._shortfall(facts)
            until = min(now + FRESH_SECONDS, self.trusted_until())
            node.standing = Shortfall(shortfall, now, -math.inf if shortfall else until, generation)
        return facts

    async def ask(self, node: RedisNode) -> ServerFacts:
        """Ask a server for its state. Raises `StoreUnavailable`."""
        return await self._reader.read(node)

    def trusted_until(self) -> float:
        """Return the monotonic time until which the primary can be trusted; at the level `any`, every server is."""
        return math.inf if self._wanted.level == "any" else self._topology.trusted_until(self._replicas)

    def doubt(self) -> str:
        """Return why the server may not be the primary any more; empty if it is, or if the level does not need it."""
        return "" if self._wanted.level == "any" else self._topology.doubt(self._replicas)

    def _shortfall(self, facts: ServerFacts) -> str:
        """Return why changes on a server are less safe than the level; empty if they are not."""
        eviction = facts.eviction()
        if eviction is not None:
            return eviction.sentence
        if self._wanted.level == "any" or facts.persistence is ALWAYS:
            return ""
        return facts.persistence.sentence

    async def _read_all(self) -> list[ServerFacts]:
        return [await self.renew(node) for node in await self._topology.primaries()]

    async def _await_files(self, servers: list[ServerFacts]) -> list[ServerFacts]:
        """Return the facts as soon as every append-only file is complete, or after REWRITE_SECONDS."""
        log.warning("waiting for the store's append-only file", store=self._shown, seconds=REWRITE_SECONDS)
        until = time.monotonic() + REWRITE_SECONDS
        while _weakest(servers) is INCOMPLETE and time.monotonic() < until:
            await asyncio.sleep(REWRITE_POLL_SECONDS)
            servers = await self._read_all()
        return servers

    def _check_server(self, server: ServerFacts) -> None:
        """Raise `SettingsError` for a server that would lose documents or cannot take them."""
        flaw = _flaw_of(server, self._topology.kind)
        if flaw is not None:
            raise self.refusal(flaw.reason, flaw.expected)

    def refusal(self, reason: str, expected: str) -> SettingsError:
        """Return the error of a store that cannot be used."""
        return SettingsError(f'{STORE} is "{self._shown}", but {reason}. Expected: {expected}.')

    def _level_refusal(self, servers: Sequence[ServerFacts]) -> SettingsError:
        """Return the error of servers that do not keep the configured level."""
        persistence = _weakest(servers)
        reason = f"of {self._shown} it holds: {persistence.sentence}"
        expected = persistence.expected
        if persistence is ALWAYS:
            found = min(server.replicas for server in servers)
            reason = f"{self._shown} has {found} connected replica(s) for {REPLICAS}={self._wanted.replicas}"
            expected = f"as many replicas of every primary, or {DURABILITY}=local"
        level = self._wanted.level
        return SettingsError(f'{DURABILITY} is "{level}", but {reason.rstrip(".")}. Expected: {expected}.')


class Gate:
    """Sends changes to the servers that keep the level of `promises`."""

    def __init__(self, topology: Topology, promises: Promises) -> None:
        self._topology = topology
        self._promises = promises
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
        """Return the answers once it is sure that the server keeps the level.

        The server is checked again if it was slow, or if more than `opened` connections have been opened by now.
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
        standing = node.standing
        now = time.monotonic()
        if standing is None or self._is_outdated(standing, now):
            standing = await self._read_state(node)
        elif now >= standing.read_at + FRESH_SECONDS:
            self._begin_reading(node)
        if standing.shortfall:
            raise NotKept(standing.shortfall)
        if self._promises.doubt():
            await self._topology.rediscover()
        if node.is_replaced:
            raise Unsent("another server has become the primary")
        if doubt := self._promises.doubt():
            raise NotKept(doubt)

    def _is_outdated(self, standing: Shortfall, now: float) -> bool:
        """Tell whether a server's state must be read before the next change."""
        lasts = FRESH_SECONDS if standing.shortfall else STALE_SECONDS
        return now >= standing.read_at + lasts or standing.generation != self._topology.generation

    async def _read_state(self, node: RedisNode) -> Shortfall:
        """Read a server's state; read it again if a connection is opened or lost before the reading is used."""
        while True:
            await asyncio.shield(self._begin_reading(node))
            if node.standing is not None:
                return node.standing

    def _begin_reading(self, node: RedisNode) -> asyncio.Task[None]:
        """Return the pending reading of a server's state, or begin one."""
        task = self._readings.get(node)
        # A finished task stays here until its callback runs; awaiting it again and again would block the event loop.
        if task is None or task.done():
            task = asyncio.create_task(self._read(node))
            self._readings[node] = task
            task.add_done_callback(lambda done: self._end_reading(node, done))
        return task

    def _end_reading(self, node: RedisNode, done: asyncio.Task[None]) -> None:
        if self._readings.get(node) is done:
            del self._readings[node]
        # A failure concerns only the callers that wait for it; the next change reads again.
        if not done.cancelled():
            done.exception()

    async def _read(self, node: RedisNode) -> None:
        while True:
            opened = node.opened
            await self._promises.renew(node)
            # If a connection was opened meanwhile, the server may have been restarted.
            if node.opened == opened:
                return
            # A retired node opens a connection for each call.
            if node.is_retired:
                raise Unsent("another server has taken its place")


def make_promise(kind: TopologyKind, shown: str, servers: Sequence[ServerFacts], wanted: Durability) -> Promise:
    """Return the joint promise of these servers, which is that of the weakest one."""
    flaws = filter(None, (_flaw_of(server, kind) for server in servers))
    if (flaw := next(flaws, None)) is not None:
        return Promise(kind, shown, DURABILITY_LEVELS[0], is_kept=False, sentence=flaw.sentence)
    persistence = _weakest(servers)
    replicas = [server.replicas for server in servers]
    sentences = [persistence.sentence]
    level = DURABILITY_LEVELS[0]
    if persistence is ALWAYS:
        # Only a process that waits for replicas knows that they have a change.
        level = "replicated" if wanted.level == "replicated" and min(replicas) >= wanted.replicas else "local"
    if level == "replicated":
        most = max(replicas)
        majority = (most + 1) // 2
        sentences.append(REPLICATED.format(wanted.replicas))
        if most > wanted.replicas:
            sentences.append(MORE_REPLICAS.format(wanted.replicas, most))
        if majority > wanted.replicas:
            sentences.append(NO_MAJORITY.format(majority))
    elif kind != "redis":
        sentences.append(FAILOVER)
    is_kept = DURABILITY_LEVELS.index(level) >= DURABILITY_LEVELS.index(wanted.level)
    return Promise(kind, shown, level, is_kept, " ".join(sentences))


def _flaw_of(server: ServerFacts, kind: TopologyKind) -> Flaw | None:
    """Return why a server can make no promise at all, None if it can."""
    return server.misfit(kind) or server.eviction()


def _weakest(servers: Sequence[ServerFacts]) -> Persistence:
    """Return the persistence of the weakest server, which is that of the whole cluster."""
    return min(server.persistence for server in servers)

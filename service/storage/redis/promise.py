"""The promise of a Redis server's settings: whether sessions are safe there, and from which failures."""

import asyncio
import time
from collections.abc import Mapping, Sequence

import msgspec
import structlog
from redis.exceptions import AuthenticationError, ResponseError

from service.sessions.problems import StoreUnavailable
from service.settings import DURABILITY, REPLICAS, STORE, Durability, SettingsError
from service.storage.port import LEVELS, Level, Promise
from service.storage.redis.node import Address, RedisNode
from service.storage.redis.pipeline import Reply
from service.storage.redis.topology import Topology, TopologyKind

# How long a start waits for an append-only file to be complete, and how often it checks, in seconds.
REWRITE_SECONDS = 60.0
REWRITE_POLL_SECONDS = 0.25

SENTENCES = {
    "always": "Every acknowledged change is on disk: it survives a killed server and a power loss.",
    "always, but not during a rewrite": "Every acknowledged change is on disk, except while the server rewrites "
    "its log (no-appendfsync-on-rewrite is yes): then a crash may lose the last seconds.",
    "everysec": "Changes are on disk after a second (appendfsync is everysec): a crash may lose the last one or two.",
    "no": "The operating system decides when changes are on disk (appendfsync is no): "
    "a crash may lose the last half minute.",
    "incomplete": "The append-only file is being rewritten and is not known to be complete: "
    "until that has ended a crash may lose everything since the last snapshot.",
    "off": "There is no append-only file (appendonly is no): a crash may lose everything since the last snapshot.",
    "unknown": "What a crash may lose is unknown, as this user may not read the server's settings "
    "(INFO or CONFIG GET is forbidden).",
}
# From the weakest to the strongest: a cluster promises no more than its weakest primary.
ORDER = ("unknown", "off", "incomplete", "no", "everysec", "always, but not during a rewrite", "always")
FAILOVER = "A failover may lose the last changes, as the replicas get them later."
REPLICATED = "It is also in the memory of {0} replica(s): a failover to one of these keeps it."
MORE_REPLICAS = (
    "There are {1} replicas, and it may be on {0} of them only: a failover to another one, or from a primary that "
    "still runs, may lose it. CROUPIER_REPLICAS={1} excludes that."
)
NO_MAJORITY = "With fewer than {0} two primaries may acknowledge changes at the same time."

Era = tuple[str, ...]

log = structlog.get_logger("croupier")


class Promises:
    """The promises of a topology's servers, for the `wanted` level; `shown` is the URL without its password."""

    def __init__(self, topology: Topology, shown: str, wanted: Durability) -> None:
        self._topology, self._shown, self._wanted = topology, shown, wanted
        self._files = AppendOnlyFiles()

    async def check(self) -> Promise:
        """Return the promise at the start. Raises `SettingsError` if sessions would be lost."""
        try:
            facts = await self._read_all()
            for each in facts:
                check_facts(each, self._topology.kind, self._shown)
            if self._wanted.level != "any" and weakest(facts) == "incomplete":
                facts = await self._await_files(facts)
        except StoreUnavailable as error:
            if isinstance(error.__cause__, (AuthenticationError, ResponseError)):
                expected = "a user, password and database that the server accepts"
                raise refusal(self._shown, f"the server refuses it ({error})", expected) from error
            raise StoreUnavailable(f"{self._shown}: {error}") from error
        promise = make_promise(self._topology.kind, self._shown, facts, self._wanted)
        check_promise(promise, facts, self._wanted, self._shown)
        return promise

    async def read(self) -> Promise:
        """Return the current promise."""
        return make_promise(self._topology.kind, self._shown, await self._read_all(), self._wanted)

    async def shortfall(self, node: RedisNode) -> str:
        """Return why changes on a server are less safe than the level `local`; empty if they are not."""
        persistence = (await self._read_node(node)).persistence
        return "" if persistence == "always" else SENTENCES[persistence]

    async def _read_all(self) -> list["ServerFacts"]:
        return [await self._read_node(node) for node in await self._topology.primaries()]

    async def _read_node(self, node: RedisNode) -> "ServerFacts":
        return self._files.judge(node.address, await read_facts(node))

    async def _await_files(self, facts: list["ServerFacts"]) -> list["ServerFacts"]:
        """Return the facts as soon as every append-only file is complete, or after REWRITE_SECONDS."""
        log.warning("waiting for the store's append-only file", store=self._shown, seconds=REWRITE_SECONDS)
        until = time.monotonic() + REWRITE_SECONDS
        while weakest(facts) == "incomplete" and time.monotonic() < until:
            await asyncio.sleep(REWRITE_POLL_SECONDS)
            facts = await self._read_all()
        return facts


class ServerFacts(msgspec.Struct, frozen=True):
    """A server's settings as far as we may read them; None is unknown.

    `era` stays the same as long as the append-only file cannot have been switched off and on again. `is_complete` tells
    whether that file has all acknowledged changes.
    """

    role: str | None
    cluster: bool | None
    max_memory: int | None
    policy: str | None
    append_only: bool | None
    fsync: str | None
    replicas: int | None
    is_rewriting: bool = False
    era: Era | None = None
    is_complete: bool = True

    @property
    def persistence(self) -> str:
        """Return the key in `SENTENCES` that describes the risk of a crash."""
        if self.append_only is None:
            return "unknown"
        if not self.append_only:
            return "off"
        if not self.is_complete:
            return "incomplete"
        return self.fsync if self.fsync in SENTENCES else "unknown"


class AppendOnlyFiles:
    """Remembers which servers' append-only files are complete.

    After `appendonly yes` at run time, and after a replica's full synchronisation, the disk holds nothing usable until
    a first rewrite has ended. A server reports that rewrite like later ones, which put nothing at risk. So a rewrite
    counts as the first one unless the file was complete before, in the same era.
    """

    def __init__(self) -> None:
        self._complete: dict[Address, Era | None] = {}

    def judge(self, address: Address, facts: ServerFacts) -> ServerFacts:
        """Return the facts of a server with `is_complete` set for its file."""
        if facts.is_rewriting:
            is_complete = facts.era is not None and self._complete.get(address) == facts.era
            return msgspec.structs.replace(facts, is_complete=is_complete)
        self._complete[address] = facts.era if facts.append_only else None
        return facts


async def read_facts(node: RedisNode) -> ServerFacts:
    """Ask a server for its settings. Raises `StoreUnavailable`, but not for forbidden commands."""
    config, info = await node.call(("CONFIG", "GET", "*appendfsync*"), ("INFO", "all"))
    facts = _parse_info(info)
    return ServerFacts(
        role=facts.get("role"),
        cluster=_parse_switch(facts.get("cluster_enabled")),
        max_memory=int(facts["maxmemory"]) if "maxmemory" in facts else None,
        policy=facts.get("maxmemory_policy"),
        append_only=_parse_switch(facts.get("aof_enabled")),
        fsync=_parse_fsync(config),
        replicas=int(facts["connected_slaves"]) if "connected_slaves" in facts else None,
        is_rewriting="1" in (facts.get("aof_rewrite_in_progress"), facts.get("aof_rewrite_scheduled")),
        era=_era(facts),
    )


def check_facts(facts: ServerFacts, kind: TopologyKind, shown: str) -> None:
    """Raise `SettingsError` for a server that would lose sessions or cannot take them."""
    if facts.role not in (None, "master"):
        raise refusal(shown, "the server is a read-only replica", "the primary server")
    if facts.cluster and kind != "cluster":
        raise refusal(shown, "the server is a node of a Redis Cluster", "redis+cluster:// and the cluster's nodes")
    if facts.max_memory and facts.policy not in (None, "noeviction"):
        reason = f"the server drops sessions when its memory is full (maxmemory-policy is {facts.policy})"
        raise refusal(shown, reason, "CONFIG SET maxmemory-policy noeviction, and the same in its redis.conf")


def make_promise(kind: TopologyKind, shown: str, facts: Sequence[ServerFacts], wanted: Durability) -> Promise:
    """Return the promise of servers with these `facts`; the weakest server counts."""
    persistence = weakest(facts)
    replicas = min((each.replicas or 0) for each in facts)
    level = _level(persistence, replicas, wanted)
    sentences = [SENTENCES[persistence]]
    if level == "replicated":
        sentences.append(REPLICATED.format(wanted.replicas))
        if (most := max(each.replicas or 0 for each in facts)) > wanted.replicas:
            sentences.append(MORE_REPLICAS.format(wanted.replicas, most))
        if wanted.replicas < (majority := (most + 1) // 2):
            sentences.append(NO_MAJORITY.format(majority))
    elif kind != "redis":
        sentences.append(FAILOVER)
    return Promise(kind, shown, level, _is_kept(level, wanted.level), " ".join(sentences))


def weakest(facts: Sequence[ServerFacts]) -> str:
    """Return the key in `SENTENCES` of the weakest server."""
    return min((each.persistence for each in facts), key=ORDER.index)


def check_promise(promise: Promise, facts: Sequence[ServerFacts], wanted: Durability, shown: str) -> None:
    """Raise `SettingsError` when the configured level cannot be kept."""
    if promise.is_kept:
        return
    persistence = weakest(facts)
    if persistence != "always":
        expected = EXPECTED.get(persistence, PERSISTENT)
        raise _level_refusal(wanted, f"of {shown} it holds: {SENTENCES[persistence]}", expected)
    found = min((each.replicas or 0) for each in facts)
    reason = f"{shown} has {found} connected replica(s) for {REPLICAS}={wanted.replicas}"
    raise _level_refusal(wanted, reason, f"as many replicas of every primary, or {DURABILITY}=local")


def _level_refusal(wanted: Durability, reason: str, expected: str) -> SettingsError:
    return SettingsError(f'{DURABILITY} is "{wanted.level}", but {reason.rstrip(".")}. Expected: {expected}.')


def refusal(shown: str, reason: str, expected: str) -> SettingsError:
    """Return the error that stops the start; `shown` is the URL without its password."""
    return SettingsError(f'{STORE} is "{shown}", but {reason}. Expected: {expected}.')


READABLE = f"a user that may call INFO and CONFIG GET, or {DURABILITY}=any"
PERSISTENT = (
    "appendonly yes, appendfsync always and no-appendfsync-on-rewrite no on every server, "
    f"or {DURABILITY}=any, which takes what the server can keep"
)
EXPECTED = {
    "unknown": READABLE,
    "incomplete": "a rewrite that ends (INFO persistence: aof_rewrite_in_progress and aof_rewrite_scheduled are 0), "
    f"or {DURABILITY}=any",
}


def _level(persistence: str, replicas: int, wanted: Durability) -> Level:
    if persistence != "always":
        return "any"
    # Only a process that waits for replicas knows that they have a change.
    return "replicated" if wanted.level == "replicated" and replicas >= wanted.replicas else "local"


def _is_kept(level: Level, wanted: Level) -> bool:
    return LEVELS.index(level) >= LEVELS.index(wanted)


def _parse_info(reply: Reply) -> dict[str, str]:
    if isinstance(reply, Exception):
        return {}
    rows = (line.partition(":") for line in reply.decode(errors="replace").splitlines())
    return {name: value for name, colon, value in rows if colon}


def _era(facts: Mapping[str, str]) -> Era | None:
    """Return a value that changes at a restart, a change of roles and each CONFIG SET; None if the server hides it.

    Before version 7 a server counts CONFIG SET and our own CONFIG GET together: there CONFIG SET changes nothing.
    """
    if "run_id" not in facts:
        return None
    return facts["run_id"], facts.get("master_replid", ""), facts.get("cmdstat_config|set", "")


def _parse_switch(value: str | None) -> bool | None:
    return None if value is None else value != "0"


def _parse_fsync(reply: Reply) -> str | None:
    if isinstance(reply, Exception):
        return None
    settings = {name.decode(): value.decode() for name, value in zip(reply[::2], reply[1::2], strict=True)}
    fsync = settings.get("appendfsync")
    if fsync == "always" and settings.get("no-appendfsync-on-rewrite") == "yes":
        return "always, but not during a rewrite"
    return fsync

"""The facts that a server reports about itself (INFO, CONFIG GET) and on which the safety of changes depends.

All of them may change at run time, by CONFIG SET, a restart or a failover, so they are read again and again.
"""

from collections.abc import Mapping
from typing import NamedTuple

import structlog

from store.options import DURABILITY
from store.redis.node import Address, RedisNode
from store.redis.pipeline import Reply
from store.redis.topology import TopologyKind

# The first versions that have streams, and wake-ups that stay in a slot.
LOWEST_VERSIONS: Mapping[TopologyKind, tuple[int, int]] = {"redis": (5, 0), "sentinel": (5, 0), "cluster": (7, 0)}

PERSISTENT = (
    "appendonly yes, appendfsync always and no-appendfsync-on-rewrite no on every server, "
    f"or {DURABILITY}=any, which takes what the server can keep"
)


class Persistence(NamedTuple):
    """How safely a server keeps changes on disk: a higher rank is better. `expected` says what to configure instead."""

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

log = structlog.get_logger("croupier")


class Flaw(NamedTuple):
    """Why a server is not fit to keep documents at any level, and what is expected."""

    reason: str
    expected: str

    @property
    def sentence(self) -> str:
        """Return the reason as a sentence."""
        return f"{self.reason[0].upper()}{self.reason[1:]}."


class ServerFacts(NamedTuple):
    """A server's answer to INFO, as far as we may read it, its persistence, and its number of replicas."""

    info: Mapping[str, str]
    persistence: Persistence
    replicas: int

    def eviction(self) -> Flaw | None:
        """Return the flaw of a server that drops keys to make room, else None.

        The policy counts even without a memory limit: once somebody sets one, documents are dropped before the next
        reading.
        """
        policy = self.info.get("maxmemory_policy", "noeviction")
        if policy == "noeviction":
            return None
        when = "when its memory is full" if int(self.info.get("maxmemory", 0)) else "as soon as a maxmemory is set"
        reason = f"the server drops sessions {when} (maxmemory-policy is {policy})"
        return Flaw(reason, "CONFIG SET maxmemory-policy noeviction, and the same in its redis.conf")

    def misfit(self, kind: TopologyKind) -> Flaw | None:
        """Return the flaw of a server that does not fit this kind of topology, else None."""
        if self.info.get("role", "master") != "master":
            return Flaw("the server is a read-only replica", "the primary server")
        if self.info.get("cluster_enabled", "0") != "0" and kind != "cluster":
            return Flaw("the server is a node of a Redis Cluster", "redis+cluster:// and the cluster's nodes")
        lowest = LOWEST_VERSIONS[kind]
        version = _parse_version(self.info.get("redis_version", ""))
        if version is not None and version < lowest:
            reason = f"the server is Redis {self.info['redis_version']}, which lacks commands that are needed"
            return Flaw(reason, f"Redis {lowest[0]} or newer")
        return None


class ServerReader:
    """Reads the facts of servers, and remembers earlier readings where one is not enough."""

    def __init__(self) -> None:
        self._files = AppendOnlyFiles()
        self._evictions: dict[Address, tuple[str, int]] = {}

    async def read(self, node: RedisNode) -> ServerFacts:
        """Ask a server for its settings. Raises `StoreUnavailable`, but not for forbidden commands."""
        config, reply = await node.call(("CONFIG", "GET", "*appendfsync*"), ("INFO", "all"))
        info = _parse_info(reply)
        self._note_evictions(node.address, info)
        is_complete = self._files.is_complete(node.address, info)
        return ServerFacts(info, _persistence(info, config, is_complete), int(info.get("connected_slaves", 0)))

    def _note_evictions(self, address: Address, info: Mapping[str, str]) -> None:
        """Log how many keys a server has dropped since the last reading, even if its policy is right by now."""
        run = info.get("run_id", "")
        count = int(info.get("evicted_keys", 0))
        last_run, last = self._evictions.get(address, (run, count))
        self._evictions[address] = run, count
        dropped = count - last if run == last_run else count
        if dropped > 0:
            log.error("the store has dropped keys to make room", server=f"{address[0]}:{address[1]}", keys=dropped)


class AppendOnlyFiles:
    """Remembers which servers' append-only files are complete, that is, hold all acknowledged changes.

    After `appendonly yes` at run time, and after a replica's full synchronisation, the disk holds nothing usable until
    the first rewrite has ended. A server reports that rewrite like later ones, which are no risk. So a rewrite counts
    as the first one, unless the file was complete before and cannot have been switched off and on since.
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
    pauses_for_rewrites = settings.get(b"no-appendfsync-on-rewrite") == "yes"
    return BETWEEN_REWRITES if found is ALWAYS and pauses_for_rewrites else found


def _parse_info(reply: Reply) -> dict[str, str]:
    if isinstance(reply, Exception):
        return {}
    rows = (line.partition(":") for line in reply.decode(errors="replace").splitlines())
    return {name: value for name, colon, value in rows if colon}


def _era(info: Mapping[str, str]) -> tuple[str, ...] | None:
    """Return a value that changes at a restart, a change of roles and each CONFIG SET; None if the server hides it.

    Before version 7, CONFIG SET does not change it: such servers count CONFIG SET and our own CONFIG GET together.
    """
    if "run_id" not in info:
        return None
    return info["run_id"], info.get("master_replid", ""), info.get("cmdstat_config|set", "")


def _parse_version(text: str) -> tuple[int, ...] | None:
    numbers = text.split(".")[:2]
    if len(numbers) < 2 or not all(number.isdigit() for number in numbers):
        return None
    return tuple(map(int, numbers))

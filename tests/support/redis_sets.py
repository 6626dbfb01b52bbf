"""Redis in more than one process, for tests: a primary with replicas and Sentinels (`RedisSet`), and a `RedisCluster`.

Like the single server of `redis_server.py`: real servers on free ports of this machine, their data in folders
that go with them. Whoever waits here waits for a condition; what does not come in time raises `TimeoutError`.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from secrets import token_hex
from types import TracebackType
from typing import Self

from redis.crc import key_slot
from redis.exceptions import BusyLoadingError, RedisError

from tests.support.redis_server import TRIES, RedisServer, call, free_port, wait_until

SERVICE = "croupier"
# Shorter, and a disk that is busy would pass for a primary that is down.
DOWN_MILLISECONDS = 1500
FAILOVER_MILLISECONDS = 3000
NODE_MILLISECONDS = 1500
SLOTS = 16384
WAIT_SECONDS = 30.0

# What Sentinels do every few seconds, these do several times a second (`SENTINEL DEBUG`, since Redis 7).
# Not the pings: what a Sentinel knows of a replica is good for it to choose one for five of their periods only.
HASTE = ("info-period", "200", "ask-period", "200", "publish-period", "200")
FAST_REPLICATION = ("--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1")


class Member(RedisServer):
    """A server of a set: it has a configuration file, in which it keeps what it is told while it runs."""

    def __init__(self, *options: str) -> None:
        super().__init__(*FAST_REPLICATION, *options)
        self.port = free_port()

    @property
    def role(self) -> str:
        """Return `master` or `slave`, as the server says itself, or `away`."""
        return self.replication().get("role", "away")

    @property
    def is_in_sync(self) -> bool:
        """Tell whether this is a replica whose connection to its primary is up."""
        return self.replication().get("master_link_status") == "up"

    def replication(self) -> dict[str, str]:
        """Return what the server tells of its replication; nothing if it does not answer."""
        try:
            return self.info("replication") if self.is_running else {}
        except (RedisError, OSError):
            return {}

    def cut_replication(self) -> None:
        """Let this replica get nothing more from its primary, until `mend_replication`."""
        # It goes on trying with a password that the primary refuses.
        self.call("CONFIG", "SET", "masterauth", "cut")
        call(int(self.replication()["master_port"]), "CLIENT", "KILL", "TYPE", "replica")
        wait_until(lambda: not self.is_in_sync, WAIT_SECONDS)

    def mend_replication(self) -> None:
        """Let the replica catch up again; `is_in_sync` tells when it has."""
        self.call("CONFIG", "SET", "masterauth", "")

    def ignore_sentinels(self) -> None:
        """Go on as it is, whoever is the primary: refuse to follow another server, until `obey_sentinels`."""
        self.call("ACL", "SETUSER", "default", "-replicaof", "-slaveof")

    def obey_sentinels(self) -> None:
        """Follow the primary again that Sentinels tell."""
        self.call("ACL", "SETUSER", "default", "+replicaof", "+slaveof")

    def _arguments(self, port: int) -> list[str]:
        path = self.folder / "redis.conf"
        if not path.exists():
            path.write_text("".join(f"{line}\n" for line in self._configuration(port)))
        return [str(path)]

    def _configuration(self, port: int) -> list[str]:
        return _as_lines(super()._arguments(port))


class SentinelMember(Member):
    """One Sentinel; `lines` say what it watches over."""

    def __init__(self) -> None:
        super().__init__()
        self.name = token_hex(20)
        self.lines: list[str] = []

    def _arguments(self, port: int) -> list[str]:
        return [*super()._arguments(port), "--sentinel"]

    def _configuration(self, port: int) -> list[str]:
        place = [f"port {port}", "bind 127.0.0.1", f"dir {self.folder}", f"logfile {self.folder / 'log'}"]
        return [*place, f"sentinel myid {self.name}", *self.lines]


class ClusterMember(Member):
    """One node of a cluster."""

    def __init__(self, *options: str) -> None:
        timeout = ("--cluster-node-timeout", str(NODE_MILLISECONDS))
        super().__init__("--cluster-enabled", "yes", *timeout, "--cluster-require-full-coverage", "no", *options)
        self.bus_port = free_port()
        # Where others find the node and its bus, if that is not where it listens: what stands between may be cut.
        self.announced: tuple[int, int] | None = None

    @property
    def public_port(self) -> int:
        """Return the port that the cluster tells clients."""
        return self.announced[0] if self.announced else self.port

    @property
    def public_bus_port(self) -> int:
        """Return the port at which other nodes find its bus."""
        return self.announced[1] if self.announced else self.bus_port

    @property
    def name(self) -> str:
        """Return the id by which the cluster knows the node."""
        return str(self.call("CLUSTER", "MYID"))

    def _configuration(self, port: int) -> list[str]:
        lines = [*super()._configuration(port), f"cluster-port {self.bus_port}"]
        if self.announced is None:
            return lines
        announced = (f"port {self.public_port}", f"bus-port {self.public_bus_port}", "ip 127.0.0.1")
        return [*lines, *(f"cluster-announce-{line}" for line in announced)]


class _Group:
    """Servers that start, and stop, together; `with` does it."""

    def __init__(self) -> None:
        self._members: Sequence[Member] = ()

    def start(self) -> None:
        """Start all servers, and wait until they are one."""
        for last in (*[False] * (TRIES - 1), True):
            self._members = self._make()
            try:
                _start_at_once(self._members)
            except RuntimeError:  # Somebody else has taken one of the ports.
                self.stop()
                if last:
                    raise
            else:
                self._join()
                return

    def recover(self) -> None:
        """Undo what was done to the servers, and wait until they are well."""
        for member in self._members:
            if member.is_paused:
                member.resume()
            if not member.is_running:
                member.kill()
                member.start()
        for member in self._data_members():
            member.mend_replication()
            member.obey_sentinels()
        self.wait_until_healthy()

    def wait_until_healthy(self) -> None:
        """Start and resume nothing, but wait until every server is what it should be."""
        wait_until(self._is_healthy, WAIT_SECONDS)

    def stop(self) -> None:
        """Kill all servers and remove their data."""
        for member in self._members:
            member.stop()

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _is_empty(self) -> bool:
        return not any(member.call("DBSIZE") for member in self._data_members())

    def _make(self) -> Sequence[Member]:
        raise NotImplementedError

    def _join(self) -> None:
        raise NotImplementedError

    def _data_members(self) -> Sequence[Member]:
        raise NotImplementedError

    def _is_healthy(self) -> bool:
        raise NotImplementedError


class RedisSet(_Group):
    """A primary, its replicas, and three Sentinels of which two must agree; `options` are for primary and replicas."""

    def __init__(self, *options: str, replicas: int = 1) -> None:
        super().__init__()
        self._options, self._replicas = options, replicas
        self.nodes: list[Member] = []
        self.sentinels: list[SentinelMember] = []

    @property
    def url(self) -> str:
        """Return the address as a value of CROUPIER_STORE."""
        return f"redis+sentinel://{','.join(sentinel.address for sentinel in self.sentinels)}/{SERVICE}"

    @property
    def primary(self) -> Member:
        """Return the node that most Sentinels take for the primary; whether it answers is another question."""
        ports = [self._told_by(sentinel) for sentinel in self.sentinels if sentinel.is_running]
        return next(node for node in self.nodes if node.port == max(ports, key=ports.count))

    @property
    def replicas(self) -> list[Member]:
        """Return the nodes that are not the primary."""
        primary = self.primary
        return [node for node in self.nodes if node is not primary]

    def fail_over(self) -> Member:
        """Have the Sentinels make a replica the primary while the old one is well; return the new one when it is."""
        old = self.primary
        wait_until(lambda: self._has_left(old) or self._ask_to_leave(old), WAIT_SECONDS)
        return self.primary

    def wait_for_failover(self, old: Member) -> Member:
        """Return the new primary as soon as all Sentinels name it, after `old` was killed or paused."""
        wait_until(lambda: self._has_left(old), WAIT_SECONDS)
        return self.primary

    def promote_only(self, candidate: Member) -> None:
        """Let a failover promote this replica and no other one, as soon as all Sentinels know of it."""
        for node in self.nodes:
            node.call("CONFIG", "SET", "replica-priority", 100 if node is candidate else 0)
        wait_until(lambda: all(self._candidates(sentinel) == {candidate.port} for sentinel in self.sentinels))

    def promote_any(self) -> None:
        """Let a failover promote any replica again."""
        for node in self.nodes:
            node.call("CONFIG", "SET", "replica-priority", 100)

    def flush(self) -> None:
        """Remove all data, and wait until the replicas have none, either."""
        self.primary.call("FLUSHALL")
        wait_until(self._is_empty, WAIT_SECONDS)

    def _make(self) -> Sequence[Member]:
        self.nodes = [Member(*self._options) for _ in range(1 + self._replicas)]
        for replica in self.nodes[1:]:
            replica.options += ("--replicaof", f"127.0.0.1 {self.nodes[0].port}")
        self.sentinels = [SentinelMember() for _ in range(3)]
        for sentinel in self.sentinels:
            sentinel.lines = list(self._watch_words(sentinel))
        return [*self.nodes, *self.sentinels]

    def _data_members(self) -> Sequence[Member]:
        return self.nodes

    def _watch_words(self, own: SentinelMember) -> Iterable[str]:
        """Say what a Sentinel would otherwise find out within seconds, too."""
        yield f"sentinel monitor {SERVICE} 127.0.0.1 {self.nodes[0].port} 2"
        yield f"sentinel down-after-milliseconds {SERVICE} {DOWN_MILLISECONDS}"
        yield f"sentinel failover-timeout {SERVICE} {FAILOVER_MILLISECONDS}"
        for replica in self.nodes[1:]:
            yield f"sentinel known-replica {SERVICE} 127.0.0.1 {replica.port}"
        for other in self.sentinels:
            if other is not own:
                yield f"sentinel known-sentinel {SERVICE} 127.0.0.1 {other.port} {other.name}"

    def _join(self) -> None:
        for sentinel in self.sentinels:
            sentinel.call("SENTINEL", "DEBUG", *HASTE)
        self.wait_until_healthy()

    def _told_by(self, sentinel: Member) -> int:
        try:
            return int(sentinel.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", SERVICE)[1])
        except (RedisError, OSError):
            return 0

    def _is_agreed(self) -> bool:
        return len({self._told_by(sentinel) for sentinel in self.sentinels if sentinel.is_running}) == 1

    def _has_left(self, old: Member) -> bool:
        """Tell whether all Sentinels name another primary, and it is one."""
        return self._is_agreed() and self.primary is not old and self.primary.role == "master"

    def _ask_to_leave(self, old: Member) -> bool:
        """Ask a Sentinel that names the old primary for a failover; whether one has come is seen another time.

        On a busy machine it gives one up that takes too long, and says nothing, or the Sentinels take the new primary
        for dead and go back to the old one: then it is asked again.
        """
        sentinel = self.sentinels[0]
        if self._told_by(sentinel) == old.port:
            with suppress(RedisError):  # A failover is on its way, or no replica is known to be good.
                sentinel.call("SENTINEL", "FAILOVER", SERVICE)
        return False

    def _is_healthy(self) -> bool:
        if not all(member.is_running for member in self._members) or not self._is_agreed():
            return False
        well = all(node.is_in_sync for node in self.replicas) and self.primary.role == "master"
        return well and all(map(self._is_content, self.sentinels))

    def _is_content(self, sentinel: Member) -> bool:
        """Tell whether a Sentinel has nothing to complain of."""
        flat = sentinel.call("SENTINEL", "MASTER", SERVICE)
        facts = dict(zip(flat[::2], flat[1::2], strict=True))
        if (facts["flags"], facts["num-other-sentinels"]) != ("master", "2"):
            return False
        good = [row for row in _replicas_of(sentinel) if (row["flags"], row["master-link-status"]) == ("slave", "ok")]
        return len(good) == self._replicas

    def _candidates(self, sentinel: Member) -> set[int]:
        """Return the ports of the replicas that a Sentinel might promote."""
        return {int(row["port"]) for row in _replicas_of(sentinel) if row["slave-priority"] != "0"}


class RedisCluster(_Group):
    """Three primaries that share the slots, with a replica each; `options` are for all nodes."""

    def __init__(self, *options: str, primaries: int = 3) -> None:
        super().__init__()
        self._options, self._count = options, primaries
        self.nodes: list[ClusterMember] = []

    @property
    def url(self) -> str:
        """Return the address as a value of CROUPIER_STORE."""
        return f"redis+cluster://{','.join(f'127.0.0.1:{node.public_port}' for node in self.nodes)}"

    @property
    def primaries(self) -> list[ClusterMember]:
        """Return the nodes that take themselves for primaries with slots; those that do not answer are left out."""
        return [node for node in self.nodes if node.role == "master" and _slots_of(node)]

    def primary_of(self, key: str | bytes) -> ClusterMember:
        """Return the primary of a key's slot, as the nodes that answer tell it."""
        slot = key_slot(key.encode() if isinstance(key, str) else key)
        return next(node for node in self.primaries if slot in _slots_of(node))

    def replicas_of(self, primary: ClusterMember) -> list[ClusterMember]:
        """Return the replicas that name this primary as theirs."""
        return [node for node in self.nodes if node.replication().get("master_port") == str(primary.public_port)]

    def fail_over(self, primary: ClusterMember) -> ClusterMember:
        """Have a replica take over from a primary that is well; return the new one when all nodes know."""
        replica = self.replicas_of(primary)[0]
        replica.call("CLUSTER", "FAILOVER")
        return self._wait_for_primary([replica])

    def wait_for_failover(self, replicas: Sequence[ClusterMember]) -> ClusterMember:
        """Return the one of a killed or paused primary's replicas that has taken over, when all nodes know."""
        return self._wait_for_primary(replicas)

    def begin_move(self, slot: int, target: ClusterMember) -> None:
        """Open a slot's move to another primary: from now on both refuse what they do not have."""
        source = self._holder(slot)
        target.call("CLUSTER", "SETSLOT", slot, "IMPORTING", source.name)
        source.call("CLUSTER", "SETSLOT", slot, "MIGRATING", target.name)

    def move_keys(self, slot: int, target: ClusterMember, limit: int = 1000) -> int:
        """Carry over at most so many of the slot's keys; return how many."""
        source = self._holder(slot)
        keys = source.call("CLUSTER", "GETKEYSINSLOT", slot, limit)
        if keys:
            source.call("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *keys)
        return len(keys)

    def end_move(self, slot: int, target: ClusterMember) -> None:
        """Close a slot's move: all primaries learn who has it."""
        others = [node for node in self.primaries if node is not target]
        for node in (target, *others):
            node.call("CLUSTER", "SETSLOT", slot, "NODE", target.name)

    def move_slot(self, slot: int, target: ClusterMember) -> None:
        """Move a slot with its keys, as a resharding does."""
        self.begin_move(slot, target)
        while self.move_keys(slot, target):
            pass
        self.end_move(slot, target)

    def flush(self) -> None:
        """Remove all data, and wait until the replicas have none, either."""
        for primary in self.primaries:
            primary.call("FLUSHALL")
        wait_until(self._is_empty, WAIT_SECONDS)

    def _make(self) -> Sequence[Member]:
        self.nodes = [ClusterMember(*self._options) for _ in range(2 * self._count)]
        return self.nodes

    def _join(self) -> None:
        for number, node in enumerate(self.nodes):
            node.call("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        wait_until(self._have_met, WAIT_SECONDS)
        for number, node in enumerate(self.nodes[: self._count]):
            bounds = (SLOTS * number // self._count, SLOTS * (number + 1) // self._count - 1)
            node.call("CLUSTER", "ADDSLOTSRANGE", *bounds)
        for primary, replica in zip(self.nodes, self.nodes[self._count :], strict=False):
            replica.call("CLUSTER", "REPLICATE", primary.name)
        self.wait_until_healthy()

    def _data_members(self) -> Sequence[Member]:
        return self.nodes

    def _have_met(self) -> bool:
        """Introduce all nodes to each other; handshakes that take too long are forgotten, so it is done again."""
        for node in self.nodes:
            for other in self.nodes:
                if other is not node:
                    node.call("CLUSTER", "MEET", "127.0.0.1", other.public_port, other.public_bus_port)
        try:
            wait_until(self._is_acquainted, 2 * NODE_MILLISECONDS / 1000)
        except TimeoutError:
            return False
        return True

    def _is_acquainted(self) -> bool:
        return all(_known_by(node) == len(self.nodes) for node in self.nodes)

    def _is_healthy(self) -> bool:
        if not all(node.is_running for node in self.nodes):
            return False
        try:
            return all(map(_is_content, self.nodes)) and len({_map_of(node) for node in self.nodes}) == 1
        except BusyLoadingError:  # A replica loads what its primary has sent.
            return False

    def _wait_for_primary(self, candidates: Sequence[ClusterMember]) -> ClusterMember:
        def has_taken_over() -> bool:
            return any(self._is_known_primary(node) for node in candidates)

        wait_until(has_taken_over, WAIT_SECONDS)
        return next(node for node in candidates if self._is_known_primary(node))

    def _is_known_primary(self, candidate: ClusterMember) -> bool:
        """Tell whether all nodes that answer send clients to this one."""
        maps = [_map_of(node) for node in self.nodes if node.is_running]
        return all(candidate.public_port in {port for _, _, port, _ in each} for each in maps)

    def _holder(self, slot: int) -> ClusterMember:
        return next(node for node in self.primaries if slot in _slots_of(node))


def _start_at_once(members: Sequence[Member]) -> None:
    with ThreadPoolExecutor(len(members)) as threads:
        for started in [threads.submit(member.start) for member in members]:
            started.result()


def _as_lines(words: Iterable[str]) -> list[str]:
    """Return options of the command line as lines of a configuration file."""
    lines: list[str] = []
    for word in words:
        if word.startswith("--"):
            lines.append(word.removeprefix("--"))
        else:
            lines[-1] += " " + (word or '""')
    return lines


def _replicas_of(sentinel: Member) -> list[dict[str, str]]:
    """Return what a Sentinel knows of each replica."""
    return [dict(zip(row[::2], row[1::2], strict=True)) for row in sentinel.call("SENTINEL", "REPLICAS", SERVICE)]


def _known_by(node: Member) -> int:
    """Return how many nodes a node knows and has shaken hands with."""
    rows = str(node.call("CLUSTER", "NODES")).splitlines()
    return sum("handshake" not in row and " connected" in row for row in rows)


def _is_content(node: Member) -> bool:
    """Tell whether a node serves, has nothing against others, and is in step with its primary if it has one."""
    if "cluster_state:ok" not in str(node.call("CLUSTER", "INFO")):
        return False
    rows = str(node.call("CLUSTER", "NODES")).splitlines()
    return not any("fail" in row.split()[2] for row in rows) and (node.role == "master" or node.is_in_sync)


def _map_of(node: Member) -> frozenset[tuple[int, int, int, tuple[int, ...]]]:
    """Return first slot, last slot, port of the primary and ports of its replicas, as a node sees them."""
    rows = node.call("CLUSTER", "SLOTS")
    return frozenset(
        (first, last, primary[1], tuple(sorted(replica[1] for replica in replicas)))
        for first, last, primary, *replicas in rows
    )


def _slots_of(node: ClusterMember) -> set[int]:
    """Return the slots that a node serves by its own account."""
    rows = node.call("CLUSTER", "SLOTS")
    own = [(first, last) for first, last, primary, *_ in rows if primary[1] == node.public_port]
    return {slot for first, last in own for slot in range(first, last + 1)}

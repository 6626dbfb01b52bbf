"""A Redis Cluster for tests, of real servers on free ports of this machine."""

from collections.abc import Sequence

from redis.crc import key_slot
from redis.exceptions import BusyLoadingError

from tools.redis.server import wait_until
from tools.redis.sets import WAIT_SECONDS, Member, RedisGroup
from tools.servers import free_port

NODE_MILLISECONDS = 1500
SLOTS = 16384


class ClusterMember(Member):
    """One node of a cluster."""

    def __init__(self, *options: str) -> None:
        timeout = ("--cluster-node-timeout", str(NODE_MILLISECONDS))
        super().__init__("--cluster-enabled", "yes", *timeout, "--cluster-require-full-coverage", "no", *options)
        self.bus_port = free_port()
        # The public address of the node and its bus, if that is not where it listens: a proxy between may be cut.
        self.announced: tuple[int, int] | None = None

    @property
    def public_port(self) -> int:
        """Return the port that the cluster announces to clients."""
        return self.announced[0] if self.announced else self.port

    @property
    def public_bus_port(self) -> int:
        """Return the port at which other nodes find its bus."""
        return self.announced[1] if self.announced else self.bus_port

    @property
    def name(self) -> str:
        """Return the cluster's id of the node."""
        return str(self.call("CLUSTER", "MYID"))

    def _configuration(self, port: int) -> list[str]:
        lines = [*super()._configuration(port), f"cluster-port {self.bus_port}"]
        if self.announced is None:
            return lines
        announced = (f"port {self.public_port}", f"bus-port {self.public_bus_port}", "ip 127.0.0.1")
        return [*lines, *(f"cluster-announce-{line}" for line in announced)]


class RedisCluster(RedisGroup):
    """Three primaries that share the slots, with a replica each; `options` are for all nodes."""

    def __init__(self, *options: str, primaries: int = 3) -> None:
        super().__init__()
        self._options = options
        self._count = primaries
        self.nodes: list[ClusterMember] = []

    @property
    def url(self) -> str:
        """Return the address as a value of CROUPIER_STORE."""
        return f"redis+cluster://{','.join(f'127.0.0.1:{node.public_port}' for node in self.nodes)}"

    @property
    def primaries(self) -> list[ClusterMember]:
        """Return the nodes that consider themselves primaries with slots; unresponsive ones are left out."""
        return [node for node in self.nodes if node.role == "master" and _slots_of(node)]

    def primary_of(self, key: str | bytes) -> ClusterMember:
        """Return the primary of a key's slot, according to the responsive nodes."""
        slot = key_slot(key.encode() if isinstance(key, str) else key)
        return next(node for node in self.primaries if slot in _slots_of(node))

    def replicas_of(self, primary: ClusterMember) -> list[ClusterMember]:
        """Return the replicas that name this primary as theirs."""
        return [node for node in self.nodes if node.replication().get("master_port") == str(primary.public_port)]

    def fail_over(self, primary: ClusterMember) -> ClusterMember:
        """Make a replica take over from a healthy primary; return the new one when all nodes know."""
        replica = self.replicas_of(primary)[0]
        replica.call("CLUSTER", "FAILOVER")
        return self.wait_for_failover([replica])

    def wait_for_failover(self, replicas: Sequence[ClusterMember]) -> ClusterMember:
        """Return the replica that has taken over from its primary, when all nodes know."""

        def has_taken_over() -> bool:
            return any(self._is_known_primary(node) for node in replicas)

        wait_until(has_taken_over, WAIT_SECONDS)
        return next(node for node in replicas if self._is_known_primary(node))

    def begin_move(self, slot: int, target: ClusterMember) -> None:
        """Open a slot's move to another primary: from now on both refuse the keys that they do not have."""
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
        """Close a slot's move: all primaries learn its new owner."""
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

    def _is_known_primary(self, candidate: ClusterMember) -> bool:
        """Tell whether all responsive nodes send clients to this one."""
        maps = [_map_of(node) for node in self.nodes if node.is_running]
        return all(candidate.public_port in {port for _, _, port, _ in each} for each in maps)

    def _holder(self, slot: int) -> ClusterMember:
        return next(node for node in self.primaries if slot in _slots_of(node))


def _known_by(node: Member) -> int:
    """Return how many nodes a node knows and has shaken hands with."""
    rows = str(node.call("CLUSTER", "NODES")).splitlines()
    return sum("handshake" not in row and " connected" in row for row in rows)


def _is_content(node: Member) -> bool:
    """Tell whether a node serves, reports no problem, and is in step with its primary if it has one."""
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

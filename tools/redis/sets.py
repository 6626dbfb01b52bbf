"""Redis in more than one process, for tests: a primary with replicas and Sentinels.

Like the single server of `server.py`: real servers on free ports of this machine, their data in folders
that go with them. Every wait here is for a condition, and raises `TimeoutError` when it does not hold in time.
"""

import shutil
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from secrets import token_hex

from redis.exceptions import RedisError

from tools.redis.server import TRIES, RedisServer, call, wait_until
from tools.servers import Startable, free_port

SERVICE = "croupier"
# With a shorter one, a primary with a busy disk would be considered down.
DOWN_MILLISECONDS = 1500
FAILOVER_MILLISECONDS = 3000
WAIT_SECONDS = 60.0

# Sentinels do this every few seconds, these several times a second (`SENTINEL DEBUG`, since Redis 7).
# Not the pings: a Sentinel's knowledge of a replica is valid for only five of their periods when it chooses one.
HASTE = ("info-period", "200", "ask-period", "200", "publish-period", "200")
FAST_REPLICATION = ("--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1")


class Member(RedisServer):
    """A server of a set: it stores changes of its configuration in its own file."""

    def __init__(self, *options: str) -> None:
        super().__init__(*FAST_REPLICATION, *options)
        self.port = free_port()

    @property
    def role(self) -> str:
        """Return `master` or `slave`, as the server reports itself, or `away`."""
        return self.replication().get("role", "away")

    @property
    def is_in_sync(self) -> bool:
        """Tell whether this is a replica whose connection to its primary is up."""
        return self.replication().get("master_link_status") == "up"

    def replication(self) -> dict[str, str]:
        """Return the server's replication fields; nothing if it does not answer."""
        try:
            return self.info("replication") if self.is_running else {}
        except (RedisError, OSError):
            return {}

    def cut_replication(self) -> None:
        """Stop replication to this replica, until `mend_replication`."""
        # It goes on trying with a password that the primary refuses.
        self.call("CONFIG", "SET", "masterauth", "cut")
        call(int(self.replication()["master_port"]), "CLIENT", "KILL", "TYPE", "replica")
        wait_until(lambda: not self.is_in_sync, WAIT_SECONDS)

    def mend_replication(self) -> None:
        """Let the replica catch up again; `is_in_sync` tells when it has."""
        self.call("CONFIG", "SET", "masterauth", "")

    def ignore_sentinels(self) -> None:
        """Refuse to follow another server, whatever the primary is, until `obey_sentinels`."""
        self.call("ACL", "SETUSER", "default", "-replicaof", "-slaveof")

    def obey_sentinels(self) -> None:
        """Follow the Sentinels' primary again."""
        wait_until(partial(_try, self, "ACL", "SETUSER", "default", "+replicaof", "+slaveof"))

    def configure(self, name: str, value: str) -> None:
        """Set a setting for the next start."""
        with (self.folder / "redis.conf").open("a") as file:
            file.write(f"{name} {value}\n")

    def forget(self) -> None:
        """Remove the append-only file; the server must not run."""
        shutil.rmtree(self.folder / "appendonlydir", ignore_errors=True)

    def _arguments(self, port: int) -> list[str]:
        path = self.folder / "redis.conf"
        if not path.exists():
            path.write_text("".join(f"{line}\n" for line in self._configuration(port)))
        return [str(path)]

    def _configuration(self, port: int) -> list[str]:
        return _as_lines(super()._arguments(port))


class SentinelMember(Member):
    """One Sentinel; `lines` configure the servers that it watches."""

    def __init__(self) -> None:
        super().__init__()
        self.name = token_hex(20)
        self.lines: list[str] = []

    @property
    def primary_port(self) -> int:
        """Return the port of the server that it names as the primary; 0 if it does not answer."""
        try:
            return int(self.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", SERVICE)[1])
        except (RedisError, OSError):
            return 0

    @property
    def candidates(self) -> set[int]:
        """Return the ports of the replicas that it might promote."""
        return {int(row["port"]) for row in self._replicas() if row["slave-priority"] != "0"}

    def is_content(self, replicas: int) -> bool:
        """Tell whether it reports no problem, and so many good replicas."""
        flat = self.call("SENTINEL", "MASTER", SERVICE)
        facts = dict(zip(flat[::2], flat[1::2], strict=True))
        if (facts["flags"], facts["num-other-sentinels"]) != ("master", "2"):
            return False
        good = [row for row in self._replicas() if (row["flags"], row["master-link-status"]) == ("slave", "ok")]
        return len(good) == replicas

    def fail_over(self) -> None:
        """Ask for a failover, without waiting for it."""
        with suppress(RedisError):  # A failover is on its way, or no replica is known to be good.
            self.call("SENTINEL", "FAILOVER", SERVICE)

    def _replicas(self) -> list[dict[str, str]]:
        return [dict(zip(row[::2], row[1::2], strict=True)) for row in self.call("SENTINEL", "REPLICAS", SERVICE)]

    def _arguments(self, port: int) -> list[str]:
        return [*super()._arguments(port), "--sentinel"]

    def _configuration(self, port: int) -> list[str]:
        place = [f"port {port}", "bind 127.0.0.1", f"dir {self.folder}", f"logfile {self.folder / 'log'}"]
        return [*place, f"sentinel myid {self.name}", *self.lines]


class RedisGroup(Startable):
    """Servers that start, and stop, together."""

    def __init__(self) -> None:
        self._members: Sequence[Member] = ()

    def start(self) -> None:
        """Start all servers, and wait until they form one group."""
        for last in (*[False] * (TRIES - 1), True):
            self._members = self._make()
            try:
                _start_at_once(self._members)
            except RuntimeError:  # Another process has taken one of the ports.
                self.stop()
                if last:
                    raise
            else:
                self._join()
                return

    def recover(self) -> None:
        """Undo all faults of the servers, and wait until they are healthy."""
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
        """Wait until every server is as it should be, without starting or resuming any."""
        wait_until(self._is_healthy, WAIT_SECONDS)

    def stop(self) -> None:
        """Kill all servers and remove their data."""
        for member in self._members:
            member.stop()

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


class RedisSet(RedisGroup):
    """A primary, its replicas, and three Sentinels of which two must agree; `options` are for primary and replicas."""

    def __init__(self, *options: str, replicas: int = 1) -> None:
        super().__init__()
        self._options = options
        self._replicas = replicas
        self.nodes: list[Member] = []
        self.sentinels: list[SentinelMember] = []

    @property
    def url(self) -> str:
        """Return the address as a value of CROUPIER_STORE."""
        return f"redis+sentinel://{','.join(sentinel.address for sentinel in self.sentinels)}/{SERVICE}"

    @property
    def primary(self) -> Member:
        """Return the node that most Sentinels consider the primary, responsive or not."""
        ports = [sentinel.primary_port for sentinel in self.sentinels if sentinel.is_running]
        return next(node for node in self.nodes if node.port == max(ports, key=ports.count))

    @property
    def replicas(self) -> list[Member]:
        """Return the nodes that are not the primary."""
        primary = self.primary
        return [node for node in self.nodes if node is not primary]

    def wait_until_caught_up(self) -> None:
        """Wait until every replica has all of the primary's data; nobody may write meanwhile."""
        wait_until(lambda: all(_has_caught_up(replica, self.primary) for replica in self.replicas), WAIT_SECONDS)

    def wait_until_confirmed(self) -> None:
        """Wait until every replica has confirmed to the primary all that it has by now; clients may write meanwhile.

        A replica's own link is `up` before the primary sends it changes: it first has to confirm the snapshot.
        """
        primary = self.primary
        offset = int(primary.replication()["master_repl_offset"])
        ports = {str(replica.port) for replica in self.replicas}
        wait_until(lambda: ports <= _confirmed_ports(primary.replication(), offset), WAIT_SECONDS)

    def describe(self) -> str:
        """Describe each server in one line: its role, offset and link, or the primary and the epoch that it names."""
        lines = [_describe_node(node) for node in self.nodes]
        return "\n".join([*lines, *map(_describe_sentinel, self.sentinels)])

    def fail_over(self) -> Member:
        """Have the Sentinels promote a replica while the old primary is healthy; return the new one when it is.

        On a busy machine a Sentinel silently gives up a slow failover, or the Sentinels consider the new primary
        dead and go back to the old one: then one that names the old primary is asked again.
        """
        old = self.primary
        sentinel = self.sentinels[0]

        def has_left() -> bool:
            if not (left := self._has_left(old)) and sentinel.primary_port == old.port:
                sentinel.fail_over()
            return left

        wait_until(has_left, WAIT_SECONDS)
        return self.primary

    def wait_for_failover(self, old: Member) -> Member:
        """Return the new primary as soon as all Sentinels name it, after `old` was killed or paused."""
        wait_until(lambda: self._has_left(old), WAIT_SECONDS)
        return self.primary

    def promote_only(self, candidate: Member) -> None:
        """Let a failover promote this replica and no other one, as soon as all Sentinels know of it."""
        for node in self.nodes:
            node.call("CONFIG", "SET", "replica-priority", 100 if node is candidate else 0)
        wait_until(lambda: all(sentinel.candidates == {candidate.port} for sentinel in self.sentinels))

    def promote_too(self, candidate: Member) -> None:
        """Let a failover promote this replica, too, as soon as all Sentinels know of it."""
        candidate.call("CONFIG", "SET", "replica-priority", 100)
        wait_until(lambda: all(candidate.port in sentinel.candidates for sentinel in self.sentinels))

    def be_patient(self, milliseconds: int) -> None:
        """Let the Sentinels consider the primary down only after such a silence."""
        for sentinel in self.sentinels:
            sentinel.call("SENTINEL", "SET", SERVICE, "down-after-milliseconds", milliseconds)

    def promote_any(self) -> None:
        """Let a failover promote any replica again."""
        for node in self.nodes:
            wait_until(partial(_try, node, "CONFIG", "SET", "replica-priority", 100))

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
            others = [other for other in self.sentinels if other is not sentinel]
            sentinel.lines = list(_watch_words(*self.nodes, others=others))
        return [*self.nodes, *self.sentinels]

    def _data_members(self) -> Sequence[Member]:
        return self.nodes

    def _join(self) -> None:
        for sentinel in self.sentinels:
            sentinel.call("SENTINEL", "DEBUG", *HASTE)
        self.wait_until_healthy()

    def _is_agreed(self) -> bool:
        return len({sentinel.primary_port for sentinel in self.sentinels if sentinel.is_running}) == 1

    def _has_left(self, old: Member) -> bool:
        """Tell whether all Sentinels name another primary, and it is one."""
        return self._is_agreed() and self.primary is not old and self.primary.role == "master"

    def _is_healthy(self) -> bool:
        if not all(member.is_running for member in self._members) or not self._is_agreed():
            return False
        well = all(node.is_in_sync for node in self.replicas) and self.primary.role == "master"
        return well and all(sentinel.is_content(self._replicas) for sentinel in self.sentinels)


def _watch_words(primary: Member, *replicas: Member, others: Iterable[SentinelMember]) -> Iterable[str]:
    """Configure at once what a Sentinel would otherwise find out within seconds."""
    yield f"sentinel monitor {SERVICE} 127.0.0.1 {primary.port} 2"
    yield f"sentinel down-after-milliseconds {SERVICE} {DOWN_MILLISECONDS}"
    yield f"sentinel failover-timeout {SERVICE} {FAILOVER_MILLISECONDS}"
    for replica in replicas:
        yield f"sentinel known-replica {SERVICE} 127.0.0.1 {replica.port}"
    for other in others:
        yield f"sentinel known-sentinel {SERVICE} 127.0.0.1 {other.port} {other.name}"


def _has_caught_up(replica: Member, primary: Member) -> bool:
    return replica.replication().get("slave_repl_offset") == primary.replication()["master_repl_offset"]


def _confirmed_ports(replication: dict[str, str], offset: int) -> set[str]:
    """Return the ports of the replicas that have confirmed an offset, from the fields of their primary."""
    rows = [value for name, value in replication.items() if name.removeprefix("slave").isdigit()]
    replicas = [dict(part.split("=", 1) for part in row.split(",")) for row in rows]
    return {row["port"] for row in replicas if row["state"] == "online" and int(row["offset"]) >= offset}


def _describe_node(node: Member) -> str:
    facts = node.replication()
    names = ("master_repl_offset", "slave_repl_offset", "master_port", "master_link_status", "slave0", "slave1")
    known = [f"{name} {facts[name]}" for name in names if name in facts]
    return ", ".join([f"{node.port} {facts.get('role', 'away')}", *known])


def _describe_sentinel(sentinel: Member) -> str:
    try:
        flat = sentinel.call("SENTINEL", "MASTER", SERVICE) if sentinel.is_running else []
    except (RedisError, OSError):
        flat = []
    facts = dict(zip(flat[::2], flat[1::2], strict=True))
    named = [f"{name} {facts[name]}" for name in ("port", "flags", "config-epoch") if name in facts]
    return ", ".join([f"Sentinel {sentinel.port}", *(named or ["away"])])


def _start_at_once(members: Sequence[Member]) -> None:
    with ThreadPoolExecutor(len(members)) as threads:
        for started in [threads.submit(member.start) for member in members]:
            started.result()


def _try(node: Member, *command: str | int) -> bool:
    """Tell whether a server carries out a command: a Sentinel that reconfigures it ends its connections."""
    try:
        return bool(node.call(*command))
    except (RedisError, OSError):
        return False


def _as_lines(words: Iterable[str]) -> list[str]:
    """Return options of the command line as lines of a configuration file."""
    lines: list[str] = []
    for word in words:
        if word.startswith("--"):
            lines.append(word.removeprefix("--"))
        else:
            lines[-1] += " " + (word or '""')
    return lines

"""Redis in more than one process, for tests: a primary with replicas and Sentinels.

Like the single server of `redis_server.py`: real servers on free ports of this machine, their data in folders
that go with them. Whoever waits here waits for a condition; what does not come in time raises `TimeoutError`.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from secrets import token_hex

from redis.exceptions import RedisError

from tests.support.redis_server import TRIES, RedisServer, call, wait_until
from tests.support.servers import Startable, free_port

SERVICE = "croupier"
# Shorter, and a disk that is busy would pass for a primary that is down.
DOWN_MILLISECONDS = 1500
FAILOVER_MILLISECONDS = 3000
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


class RedisGroup(Startable):
    """Servers that start, and stop, together."""

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

    def wait_until_caught_up(self) -> None:
        """Wait until every replica has all that the primary has; nobody may write meanwhile."""
        wait_until(lambda: all(map(self._has_caught_up, self.replicas)), WAIT_SECONDS)

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

    def _has_caught_up(self, replica: Member) -> bool:
        return replica.replication().get("slave_repl_offset") == self.primary.replication()["master_repl_offset"]

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

"""Compute the servers that a number of live sessions needs from measured figures, without starting any.

Every figure is a knob; the defaults are those of docs/measured/scale.md. The calculation looks at one second of the
busiest hour: needs are rounded up, and each resource is filled only to its `--headroom`.
"""

import math
from argparse import Namespace
from collections.abc import Mapping

import msgspec

from benchmarks.figures import Figures, Knob, Row

GIGABYTE = 10**9
# The most connections that a worker opens to one Redis: its pool, and the listener.
CONNECTIONS = 65
# The measured figures come from the other benchmarks; the operator gives the rest.
KNOBS = (
    Knob("sessions", 1_000_000.0, "live sessions in the store"),
    Knob("playing", 0.2, "share of them at which somebody plays right now; the others wait"),
    Knob("move-every", 10.0, "seconds between two moves of a session that is played"),
    Knob("followers", 3.0, "streams that follow a session that is played"),
    Knob("moves", 60.0, "moves of a session from the deal to its end"),
    Knob("finished-seconds", 86_400.0, "how long a session that is over is kept (CROUPIER_FINISHED_SECONDS)"),
    Knob("archive-seconds", 7_776_000.0, "how long its archive is kept (CROUPIER_ARCHIVE_SECONDS)"),
    Knob("session-kilobytes", 12.0, "memory of Redis for a session (measured: memory)"),
    Knob("archive-kilobytes", 4.5, "memory of Redis for an archive: the last document and the record"),
    Knob("worker-ms", 1.5, "CPU of workers for a move, in ms (measured: throughput)"),
    Knob("redis-ms", 0.15, "CPU of Redis for a move, in ms (measured: throughput)"),
    Knob("frame-ms", 0.18, "CPU of workers for a frame to one follower, in ms (measured: followers)"),
    Knob("follower-kilobytes", 53.0, "memory of a worker for a follower (measured: followers)"),
    Knob("worker-megabytes", 90.0, "memory of a worker without followers"),
    Knob("frame-kilobytes", 3.5, "size of a frame on the wire"),
    Knob("commit-kilobytes", 3.0, "what a move writes into Redis: document, packed log entry, receipt"),
    Knob("load-kilobytes", 2.8, "what a move reads from Redis: the document"),
    Knob("redis-gigabytes", 16.0, "memory of one Redis"),
    Knob(
        "commits",
        2_000.0,
        "commits a second of one Redis with appendfsync always: its disk decides (measured: filling)",
    ),
    Knob("connections-each", 8_000.0, "streams that one worker may hold, before the headroom"),
    Knob("network-megabits", 1_000.0, "network of one machine, in Mbit/s"),
    Knob("cores", 8.0, "cores of one machine for workers, one worker each"),
    Knob("headroom", 0.6, "how far a resource is filled"),
)


class Limit(msgspec.Struct, frozen=True):
    """A resource: the total need, its unit, and the amount that one server or worker has."""

    name: str
    needed: float
    has: float
    unit: str

    def count(self, headroom: float) -> int:
        """Return the number of servers or workers that the resource requires."""
        return math.ceil(self.needed / (self.has * headroom))


class Plan(msgspec.Struct, frozen=True):
    """The servers, workers and machines needed."""

    memory: Mapping[str, float]
    redis: tuple[Limit, ...]
    workers_by: tuple[Limit, ...]
    headroom: float
    cores: int

    @property
    def shards(self) -> int:
        """Return the number of Redis primaries."""
        return max(limit.count(self.headroom) for limit in self.redis)

    @property
    def workers(self) -> int:
        """Return the number of workers."""
        return max(limit.count(self.headroom) for limit in self.workers_by)

    @property
    def machines(self) -> int:
        """Return the number of machines for the workers."""
        return math.ceil(self.workers / self.cores)


def plan(wanted: Namespace) -> Plan:
    """Compute the plan."""
    playing = wanted.sessions * wanted.playing
    moves, followers = playing / wanted.move_every, playing * wanted.followers
    memory = _memory(wanted, moves / wanted.moves)
    frames = moves * wanted.followers
    traffic = moves * (wanted.commit_kilobytes + wanted.load_kilobytes) * 8 / 1000
    return Plan(
        memory,
        (
            Limit("memory", sum(memory.values()), wanted.redis_gigabytes, "GB"),
            Limit("CPU", moves * wanted.redis_ms / 1000, 1, "cores"),
            Limit("commits to disk", moves, wanted.commits, "1/s"),
            Limit("network", traffic, wanted.network_megabits, "Mbit/s"),
        ),
        (
            Limit("CPU", (moves * wanted.worker_ms + frames * wanted.frame_ms) / 1000, 1, "cores"),
            Limit("streams", followers, wanted.connections_each, "open"),
            Limit(
                "network", frames * wanted.frame_kilobytes * 8 / 1000, wanted.network_megabits / wanted.cores, "Mbit/s"
            ),
        ),
        wanted.headroom,
        int(wanted.cores),
    )


def _memory(wanted: Namespace, finished: float) -> Mapping[str, float]:
    """Return the gigabytes that Redis needs, when so many sessions end in a second."""
    over = finished * wanted.finished_seconds
    return {
        "live": wanted.sessions * wanted.session_kilobytes * 1000 / GIGABYTE,
        "over": over * wanted.session_kilobytes * 1000 / GIGABYTE,
        "archived": finished * wanted.archive_seconds * wanted.archive_kilobytes * 1000 / GIGABYTE,
    }


def measure(wanted: Namespace) -> list[Figures]:
    """Return the plan as a table: the need of each resource, and the sessions that one server or worker bears."""
    made = plan(wanted)
    rows = [
        *(_row("Redis", limit, wanted) for limit in made.redis),
        *(_row("worker", limit, wanted) for limit in made.workers_by),
    ]
    memory = made.workers * wanted.worker_megabytes / 1000
    memory += wanted.sessions * wanted.playing * wanted.followers * wanted.follower_kilobytes * 1000 / GIGABYTE
    first = {
        kind: min((row for row in rows if row["of"] == kind), key=_reach)["resource"] for kind in ("Redis", "worker")
    }
    moves = wanted.sessions * wanted.playing / wanted.move_every
    settings = {
        "sessions": round(wanted.sessions),
        "moves/s": round(moves),
        "frames/s": round(moves * wanted.followers),
    }
    said = (
        "memory of Redis: " + ", ".join(f"{name} {amount:,.0f} GB" for name, amount in made.memory.items()),
        f"{made.shards} Redis primaries, and as many replicas",
        f"{made.workers} workers on {made.machines} machines of {made.cores} cores, {memory:,.0f} GB in all",
        f"connections at each Redis: up to {made.workers * CONNECTIONS:,} (its maxclients: 10,000 by default)",
        f"what fails first: of Redis {first['Redis']}, of the workers {first['worker']}",
    )
    return [Figures("capacity", settings, rows, said)]


def _reach(row: Row) -> float:
    return float(row["sessions each"] or 0)


def _row(kind: str, limit: Limit, wanted: Namespace) -> Row:
    return {
        "of": kind,
        "resource": limit.name,
        "needed": round(limit.needed, 1),
        "unit": limit.unit,
        "one has": round(limit.has, 1),
        "how many": limit.count(wanted.headroom),
        "sessions each": round(wanted.sessions * limit.has * wanted.headroom / limit.needed),
    }

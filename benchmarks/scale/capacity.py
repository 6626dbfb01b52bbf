"""Compute the servers that a number of live sessions needs from measured figures, without starting any."""

import math
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchmarks.figures import Figures, Knob, Row, benchmark, numbers_of

GIGABYTE = 10**9
# The most connections that a worker opens to one Redis: its pool, and the listener.
CONNECTIONS = 65
REDIS = "Redis"
WORKER = "worker"


class Limit(NamedTuple):
    """A resource: whose it is, the total need, the amount that one server or worker has, and the unit of both."""

    of: str
    resource: str
    needed: float
    has: float
    unit: str


# The measured figures come from the other benchmarks; the operator gives the rest.
@benchmark(
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
def capacity(wanted: Namespace) -> list[Figures]:
    """Compute the servers that a number of live sessions needs from measured figures, without starting any.

    Every figure is a knob; the defaults are those of docs/operations.md. The calculation looks at one second of the
    busiest hour: needs are rounded up, and each resource is filled only to its `--headroom`.
    """
    playing = wanted.sessions * wanted.playing
    moves = playing / wanted.move_every
    followers = playing * wanted.followers
    gigabytes = find_memory(wanted, moves / wanted.moves)
    rows = [_row(limit, wanted) for limit in find_limits(wanted, moves, followers, sum(gigabytes.values()))]
    shards = count(rows, REDIS)
    workers = count(rows, WORKER)
    machines = math.ceil(workers / int(wanted.cores))
    cores = int(wanted.cores)
    memory = workers * wanted.worker_megabytes / 1000 + followers * wanted.follower_kilobytes * 1000 / GIGABYTE
    first = [min(_of(rows, kind), key=lambda row: float(row["sessions each"] or 0)) for kind in (REDIS, WORKER)]
    settings = {
        "sessions": round(wanted.sessions),
        "moves/s": round(moves),
        "frames/s": round(moves * wanted.followers),
    }
    said = (
        "memory of Redis: " + ", ".join(f"{name} {amount:,.0f} GB" for name, amount in gigabytes.items()),
        f"{shards} Redis primaries, and as many replicas",
        f"{workers} workers on {machines} machines of {cores} cores, {memory:,.0f} GB in all",
        f"connections at each Redis: up to {workers * CONNECTIONS:,} (its maxclients: 10,000 by default)",
        f"what fails first: of Redis {first[0]['resource']}, of the workers {first[1]['resource']}",
    )
    return [Figures("capacity", settings, rows, said)]


def find_memory(wanted: Namespace, finished: float) -> Mapping[str, float]:
    """Return the gigabytes that Redis needs, when so many sessions end in a second."""
    each = wanted.session_kilobytes * 1000 / GIGABYTE
    archive = wanted.archive_kilobytes * 1000 / GIGABYTE
    return {
        "live": wanted.sessions * each,
        "over": finished * wanted.finished_seconds * each,
        "archived": finished * wanted.archive_seconds * archive,
    }


def find_limits(wanted: Namespace, moves: float, followers: float, gigabytes: float) -> Sequence[Limit]:
    """Return what is needed for so many moves a second, streams, and gigabytes of Redis."""
    frames = moves * wanted.followers
    traffic = moves * (wanted.commit_kilobytes + wanted.load_kilobytes) * 8 / 1000
    told = frames * wanted.frame_kilobytes * 8 / 1000
    network = wanted.network_megabits
    return (
        Limit(REDIS, "memory", gigabytes, wanted.redis_gigabytes, "GB"),
        Limit(REDIS, "CPU", moves * wanted.redis_ms / 1000, 1, "cores"),
        Limit(REDIS, "commits to disk", moves, wanted.commits, "1/s"),
        Limit(REDIS, "network", traffic, network, "Mbit/s"),
        Limit(WORKER, "CPU", (moves * wanted.worker_ms + frames * wanted.frame_ms) / 1000, 1, "cores"),
        Limit(WORKER, "streams", followers, wanted.connections_each, "open"),
        Limit(WORKER, "network", told, network / wanted.cores, "Mbit/s"),
    )


def count(rows: Sequence[Row], kind: str) -> int:
    """Return how many Redis primaries, or workers, there must be."""
    return int(max(numbers_of(_of(rows, kind), "how many")))


def _of(rows: Sequence[Row], kind: str) -> list[Row]:
    return [row for row in rows if row["of"] == kind]


def _row(limit: Limit, wanted: Namespace) -> Row:
    return {
        "of": limit.of,
        "resource": limit.resource,
        "needed": round(limit.needed, 1),
        "unit": limit.unit,
        "one has": round(limit.has, 1),
        "how many": math.ceil(limit.needed / (limit.has * wanted.headroom)),
        "sessions each": round(wanted.sessions * limit.has * wanted.headroom / limit.needed),
    }

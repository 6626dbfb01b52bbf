"""The metrics, for Prometheus. No label ever holds a value that a client chose freely: no id, token, card or path.

The code that does the work uses the objects: `replays_total.inc()`, `with stream_followers.track_inprogress(): …`. What
every request changes is counted in plain dictionaries and lists, `moves[game, outcome] += 1`: the library's calls would
take some 30 µs of each move. `settle` hands it over, once a second and before each scrape.

Several workers share their values through files in one folder, and each of them reports the total. So every gauge needs
a mode ("livesum": the sum over live workers; "livemostrecent": the newest value of any of them).
"""

import os
from bisect import bisect_left
from collections import Counter as Counts
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from store.problems import StoredKind, corruptions

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
REGISTRY: Final = CollectorRegistry()
# The environment variable with the path of that folder; it must be set before the library is imported.
SHARED_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

ProcessCollector(registry=REGISTRY)


def _counter(name: str, description: str, *labels: str) -> Counter:
    return Counter(name, description, labels, registry=REGISTRY)


def _gauge(name: str, description: str, over_workers: Literal["livesum", "livemostrecent"] = "livesum") -> Gauge:
    return Gauge(name, description, multiprocess_mode=over_workers, registry=REGISTRY)


def _seconds(name: str, description: str, *labels: str) -> Histogram:
    return Histogram(name, description, labels, buckets=_SECONDS, registry=REGISTRY)


http_requests_total = _counter(
    "croupier_http_requests_total", "HTTP requests by route template, method and status.", "route", "method", "status"
)
http_request_seconds = _seconds(
    "croupier_http_request_seconds", "Seconds from a request to the end of its answer.", "route", "method"
)
websockets_open = _gauge("croupier_websockets_open", "WebSocket connections that are open.")
connections_open = _gauge("croupier_connections_open", "Connections that are open, checked once a second.")
connections_limit = _gauge("croupier_connections_limit", "The most connections that may be open.")
descriptors_exhausted_total = _counter(
    "croupier_descriptors_exhausted_total",
    "Checks, one a second, that found no free file descriptor: new connections are then reset.",
)
refusals_total = _counter(
    "croupier_refusals_total", "Requests that the guard rails refused, by the code of the answer.", "code"
)
moves_total = _counter(
    "croupier_moves_total",
    "Moves sent, by game and outcome: applied, replayed, or the code of the problem in lower case.",
    "game",
    "outcome",
)
conflicts_total = _counter(
    "croupier_conflicts_total",
    "Commits that found the session changed since it was read, and were tried again or refused.",
)
replays_total = _counter("croupier_replays_total", "Changes that were answered from their idempotency key.")
rollbacks_total = _counter(
    "croupier_rollbacks_total", "Times that the store was found to have lost a version that clients or processes knew."
)
corrupted_values_total = _counter(
    "croupier_corrupted_values_total", "Values that were read from the store and found corrupted, by kind.", "kind"
)
stream_followers = _gauge("croupier_stream_followers", "Streams that follow a session.")
store_commit_seconds = _seconds("croupier_commit_seconds", "Seconds that the store took for a commit.")
durability_level = _gauge(
    "croupier_durability_level",
    "The store's promise for an acknowledged change: 0 any (see /readyz), 1 local, 2 replicated.",
    "livemostrecent",
)
durability_kept = _gauge(
    "croupier_durability_kept", "Whether the store keeps the configured durability: 1 or 0.", "livemostrecent"
)
store_writable = _gauge(
    "croupier_store_writable", "Share of the store's servers that take changes: 1 all, 0 none.", "livemostrecent"
)
bot_turns_total = _counter(
    "croupier_bot_turns_total",
    "Decisions of bots by outcome: moved, waited, defaulted, left to another worker, overtaken, given_up or failed.",
    "outcome",
)
bot_late_seconds = _seconds(
    "croupier_bot_late_seconds",
    "Seconds by which a bot's move came later than its pause, for want of time to think or of the store.",
)
bot_takeovers_total = _counter(
    "croupier_bot_takeovers_total", "Sessions in which a decision of a bot was overdue, and which this process took up."
)
cache_lookups_total = _counter(
    "croupier_cache_lookups_total",
    "Look-ups in the cache of parsed GraphQL documents, by result: hit or miss.",
    "result",
)
bot_tables_waiting = _gauge(
    "croupier_bot_tables_waiting", "Tables without people that wait until bots have played others."
)
bot_questions = _gauge("croupier_bot_questions", "Questions to bots that have no answer yet.")
bot_thought_seconds = _seconds(
    "croupier_bot_thought_seconds", "Seconds that a bot thought, by the level that it played.", "level"
)
bot_hurried_total = _counter(
    "croupier_bot_hurried_total", "Decisions of bots at a lower level, since too many questions waited."
)
notices_total = _counter(
    "croupier_notices_total",
    "Attempts to deliver a notice, by the kind of the endpoint (webhook or push) and the outcome: delivered, retried "
    "or held (it is tried again later), failed (it was tried for a day), or gone (the endpoint wants no more).",
    "kind",
    "outcome",
)
notices_pending = _gauge(
    "croupier_notices_pending", "Notices that are tried again later, counted up to 10,000.", "livemostrecent"
)
notices_oldest_seconds = _gauge(
    "croupier_notices_oldest_seconds", "Seconds since the first attempt at the oldest of these.", "livemostrecent"
)
notice_takeovers_total = _counter(
    "croupier_notice_takeovers_total", "Versions whose notices this process has told, since their worker had died."
)

for _kind in get_args(StoredKind):
    # Prometheus sees an increase only in a series that already exists.
    corrupted_values_total.labels(_kind)

bot_turns: Final = cache(bot_turns_total.labels)
notices: Final = cache(notices_total.labels)

# What was counted since `settle`, by the labels; and the seconds that were measured.
http_requests: Final = defaultdict[tuple[str, str, int], int](int)
moves: Final = defaultdict[tuple[str, str], int](int)
cache_lookups: Final = defaultdict[tuple[str], int](int)
http_seconds: Final = defaultdict[tuple[str, str], list[float]](list)
commit_seconds: Final[list[float]] = []


def settle() -> None:
    """Hand over what was counted to the library's metrics."""
    _settle_counts(http_requests, http_requests_total)
    _settle_counts(moves, moves_total)
    _settle_counts(cache_lookups, cache_lookups_total)
    _settle_counts(corruptions, corrupted_values_total)
    for labels, seconds in http_seconds.items():
        _observe(http_request_seconds.labels(*labels), seconds)
    _observe(store_commit_seconds, commit_seconds)


def _settle_counts(counts: dict[Any, int], counter: Counter) -> None:
    for labels, count in counts.items():
        counter.labels(*labels).inc(count)
    counts.clear()


def _observe(histogram: Histogram, seconds: list[float]) -> None:
    """Add measurements to a histogram and forget them: the library has no public way to add more than one."""
    histogram._sum.inc(sum(seconds))
    for bucket, count in Counts(bisect_left(histogram._upper_bounds, one) for one in seconds).items():
        histogram._buckets[bucket].inc(count)
    seconds.clear()


def exposition() -> bytes:
    """Return every metric in Prometheus's text format: of this process, or of all workers together."""
    settle()
    folder = os.environ.get(SHARED_FOLDER)
    return generate_latest(REGISTRY if folder is None else _shared_registry(folder))


def forget_worker(process_id: int, folder: Path) -> None:
    """Remove a worker that has ended from the gauges; its counts stay."""
    mark_process_dead(process_id, str(folder))  # type: ignore[no-untyped-call]


def _shared_registry(folder: str) -> CollectorRegistry:
    registry = CollectorRegistry()
    MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    registry.register(_WorkerProcesses(Path(folder)))
    return registry


class _WorkerProcesses(Collector):
    """CPU time, memory and files of each worker, by its process id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics, each with the samples of every live worker."""
        families: dict[str, Metric] = {}
        for file in sorted(self._folder.glob("gauge_livesum_*.db")):
            worker = file.stem.rpartition("_")[2]
            for metric in ProcessCollector(pid=worker.__str__, registry=None).collect():
                family = families.setdefault(metric.name, Metric(metric.name, metric.documentation, metric.type))
                family.samples += [sample._replace(labels={"worker": worker}) for sample in metric.samples]
        yield from families.values()

"""What is counted, for Prometheus. No label ever holds what a client chose freely: no id, token, card or path.

The objects are for whoever does the work: `moves_total.labels(game, outcome).inc()`,
`with commit_seconds.time(): …`, `with stream_followers.track_inprogress(): …`.
"""

from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
REGISTRY: Final = CollectorRegistry()
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

ProcessCollector(registry=REGISTRY)

http_requests_total = Counter(
    "croupier_http_requests_total",
    "HTTP requests by route template, method and status.",
    ("route", "method", "status"),
    registry=REGISTRY,
)
http_request_seconds = Histogram(
    "croupier_http_request_seconds",
    "Seconds from a request to the end of its answer.",
    ("route", "method"),
    buckets=_SECONDS,
    registry=REGISTRY,
)
websockets_open = Gauge("croupier_websockets_open", "WebSocket connections that are open.", registry=REGISTRY)
refusals_total = Counter(
    "croupier_refusals_total",
    "Requests that the guard rails refused, by the code of the answer.",
    ("code",),
    registry=REGISTRY,
)
moves_total = Counter(
    "croupier_moves_total",
    "Moves sent, by game and outcome: applied, replayed, or the code of the problem in lower case.",
    ("game", "outcome"),
    registry=REGISTRY,
)
conflicts_total = Counter(
    "croupier_conflicts_total",
    "Commits that found the session changed by somebody else, and were tried again or refused.",
    registry=REGISTRY,
)
replays_total = Counter(
    "croupier_replays_total", "Changes that were answered from their idempotency key.", registry=REGISTRY
)
rollbacks_total = Counter(
    "croupier_rollbacks_total",
    "Clients that came back with a version, or a head of one, that the store has lost.",
    registry=REGISTRY,
)
stream_followers = Gauge("croupier_stream_followers", "Streams that follow a session.", registry=REGISTRY)
commit_seconds = Histogram(
    "croupier_commit_seconds", "Seconds that the store took for a commit.", buckets=_SECONDS, registry=REGISTRY
)
durability_level = Gauge(
    "croupier_durability_level",
    "What the store promises of an acknowledged change: 0 any (see /readyz), 1 local, 2 replicated.",
    registry=REGISTRY,
)
durability_kept = Gauge(
    "croupier_durability_kept", "Whether the store keeps the configured durability: 1 or 0.", registry=REGISTRY
)
cache_lookups_total = Counter(
    "croupier_cache_lookups_total",
    "Look-ups in the cache of parsed GraphQL documents, by result: hit or miss.",
    ("result",),
    registry=REGISTRY,
)


def exposition() -> bytes:
    """Return every metric in Prometheus's text format."""
    return generate_latest(REGISTRY)

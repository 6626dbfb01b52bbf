"""A service to load: a real one on an empty store, both on free ports of this machine, and its metrics."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample
from redis import Redis

from tools.redis.server import RedisServer
from tools.services import Service


@contextmanager
def start_store(kind: str) -> Iterator[str]:
    """Start an empty store that puts a change on disk before it acknowledges it, and yield its address."""
    if kind == "redis":
        with RedisServer() as redis:
            yield redis.url
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:{Path(folder) / 'croupier.db'}"


@contextmanager
def without_disk(url: str) -> Iterator[str]:
    """Yield the address of an empty store that does not wait for the disk; write it to disk at the end."""
    if url.startswith("redis:"):
        with Redis.from_url(url) as client:
            client.config_set("appendfsync", "no")
            yield url
            _settle(client)
        return
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        file = Path(folder) / "croupier.db"
        yield f"sqlite:{file}"
        shutil.move(file, url.removeprefix("sqlite:"))
        os.sync()


def _settle(client: Redis) -> None:
    """Write the whole store to disk, so that no write is pending when the clock starts."""
    # Filling may have triggered a rewrite, and Redis refuses a second one while it runs.
    _wait_for_rewrite(client)
    client.bgrewriteaof()
    _wait_for_rewrite(client)
    client.config_set("appendfsync", "always")
    os.sync()


def _wait_for_rewrite(client: Redis) -> None:
    while client.info("persistence")["aof_rewrite_in_progress"]:
        time.sleep(0.05)


@contextmanager
def start_service(store: str, workers: int = 1, **settings: str) -> Iterator[Service]:
    """Start the service on a store, logging only warnings; `settings` are named without CROUPIER_."""
    # All clients of a benchmark share one address, which counts as one caller.
    usual = {"log_level": "warning", "workers": str(workers), "streams_per_caller": "1000000"}
    with tempfile.TemporaryDirectory() as folder, Service(store, Path(folder), **usual, **settings) as service:
        yield service


@contextmanager
def serving(kind: str, workers: int = 1, **settings: str) -> Iterator[Service]:
    """Start the service on an empty store of a kind."""
    with start_store(kind) as url, start_service(url, workers, **settings) as service:
        yield service


def read_metrics(service: Service) -> list[Sample]:
    """Return the metrics of a service."""
    text = service.http.get(f"{service.root}/metrics").text
    return [sample for family in text_string_to_metric_families(text) for sample in family.samples]


def read_metric(service: Service, name: str, **labels: str) -> float:
    """Return the sum of a metric over all samples with these labels."""
    samples = (sample for sample in read_metrics(service) if sample.name == name)
    return sum(sample.value for sample in samples if labels.items() <= sample.labels.items())

"""The servers of a benchmark: real ones, started on free ports of this machine, and stopped afterwards."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample
from redis import Redis

from benchmarks.client.connection import Connection
from benchmarks.speed.servers import HOST, port_of
from tools.redis_server import RedisServer
from tools.services import Service

STORES = ("redis", "sqlite")


@contextmanager
def start_store(kind: str) -> Iterator[str]:
    """Start an empty store that puts a change on disk before it acknowledges it, and yield its address."""
    with ExitStack() as stack:
        if kind == "redis":
            yield stack.enter_context(RedisServer()).url
        else:
            yield f"sqlite:{Path(stack.enter_context(tempfile.TemporaryDirectory())) / 'croupier.db'}"


@contextmanager
def without_disk(url: str) -> Iterator[str]:
    """Yield an address at which an empty store is filled without waiting for the disk, and written to it at the end."""
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
    """Write the whole store out, so that none of it is still on its way to the disk when the clock starts."""
    # While a rewrite runs that filling has triggered, another one would be refused.
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
    """Start the service, logging only warnings; `settings` are named without CROUPIER_."""
    with (
        tempfile.TemporaryDirectory() as folder,
        # Every client of a benchmark comes from one address.
        Service(
            store, Path(folder), log_level="warning", workers=str(workers), streams_per_caller="1000000", **settings
        ) as service,
    ):
        yield service


def connect(service: Service) -> Connection:
    """Return a connection to a service, not open yet."""
    return Connection(HOST, port_of(service))


def read_metrics(service: Service) -> list[Sample]:
    """Return the metrics of a service."""
    text = service.http.get(f"{service.root}/metrics").text
    return [sample for family in text_string_to_metric_families(text) for sample in family.samples]


def redis_seconds(url: str) -> float:
    """Return the CPU time that a Redis server has taken so far, 0 for a store other than Redis."""
    if not url.startswith("redis:"):
        return 0.0
    with Redis.from_url(url) as client:
        used = client.info("cpu")
        seconds: float = used["used_cpu_user"] + used["used_cpu_sys"]
        return seconds

"""The servers that a benchmark needs: real ones, started on free ports of this machine, and stopped afterwards."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from redis import Redis

from benchmarks.scale.playing import Connection
from tests.redis_server import RedisServer
from tests.service.services import Service

STORES = ("redis", "sqlite")


@contextmanager
def start_store(kind: str) -> Iterator[str]:
    """Start an empty store in which a change is on disk before it is answered, and yield its address."""
    with ExitStack() as stack:
        if kind == "redis":
            yield stack.enter_context(RedisServer()).url
        else:
            yield f"sqlite:{Path(stack.enter_context(tempfile.TemporaryDirectory())) / 'croupier.db'}"


@contextmanager
def without_disk(url: str) -> Iterator[str]:
    """Yield an address at which an empty store is filled without waiting for the disk, to which it comes in the end."""
    if url.startswith("redis:"):
        with Redis.from_url(url) as client:
            client.config_set("appendfsync", "no")
            yield url
            client.config_set("appendfsync", "always")
        return
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        file = Path(folder) / "croupier.db"
        yield f"sqlite:{file}"
        shutil.move(file, url.removeprefix("sqlite:"))


@contextmanager
def start_service(store: str, workers: int = 1) -> Iterator[Service]:
    """Start the service, with a log of warnings alone."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Service(store, Path(folder), log_level="warning", workers=str(workers)) as service,
    ):
        yield service


def connect(service: Service) -> Connection:
    """Return a connection to a service, not open yet."""
    host, _, port = service.address.partition(":")
    return Connection(host, int(port))


def redis_version(url: str) -> str:
    """Return the version of a Redis server, `none` for a store that is no Redis."""
    if not url.startswith("redis:"):
        return "none"
    with Redis.from_url(url) as client:
        version: str = client.info("server")["redis_version"]
        return version

"""Running services, shared by the tests of a process, in which every test opens its own sessions."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support.timed_sessions import Timed
from tools.redis.server import RedisServer
from tools.services import Service


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[Timed]:
    """Sessions on an empty store whose clock the test advances."""
    timed = Timed(tmp_path / "croupier.db")
    await timed.store.start()
    yield timed
    await timed.store.close()


@pytest.fixture(scope="session")
def _sqlite_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("sqlite")
    with Service(f"sqlite:{folder / 'croupier.db'}", folder) as service:
        yield service


@pytest.fixture(scope="session")
def _redis_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with RedisServer() as server, Service(server.url, tmp_path_factory.mktemp("redis")) as service:
        yield service


@pytest.fixture(params=["sqlite", "redis"])
def service(request: pytest.FixtureRequest) -> Iterator[Service]:
    """A running service, once for each store; its log must show no bug."""
    yield from without_bugs(request.getfixturevalue(f"_{request.param}_service"))


@pytest.fixture
def one_service(_sqlite_service: Service) -> Iterator[Service]:
    """A running service, for tests that do not depend on the store; its log must show no bug."""
    yield from without_bugs(_sqlite_service)


@pytest.fixture
def two_services(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Service]]:
    """Two processes on one store, once for each adapter; their logs must show no bug."""
    first, second = (Service(store_url, tmp_path_factory.mktemp("worker")) for _ in range(2))
    with first, second:
        yield [first, second]
        assert "Traceback" not in first.log + second.log


def without_bugs(service: Service) -> Iterator[Service]:
    before = len(service.log)
    yield service
    logged = service.log[before:]
    assert "Traceback" not in logged, logged
    assert "[error" not in logged, logged

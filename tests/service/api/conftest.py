"""Running services, one for each store, shared by the tests of a process: every test opens its own sessions."""

from collections.abc import Iterator

import pytest

from tests.support.redis_server import RedisServer
from tests.support.services import Service


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
    yield from _without_bugs(request.getfixturevalue(f"_{request.param}_service"))


@pytest.fixture
def one_service(_sqlite_service: Service) -> Iterator[Service]:
    """A running service, for what has nothing to do with the store; its log must show no bug."""
    yield from _without_bugs(_sqlite_service)


def _without_bugs(service: Service) -> Iterator[Service]:
    before = len(service.log)
    yield service
    logged = service.log[before:]
    assert "Traceback" not in logged, logged
    assert "[error" not in logged, logged

"""The service monitors the conditions of durability as long as it runs: readiness and log report changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.guards.conftest import Start
from tests.service.guards.logs_and_metrics import metric
from tests.support.graphql_client import Json
from tests.support.store_fixtures import USER, as_user
from tools.redis.server import RedisServer, wait_until
from tools.services import Service

NOT_KEPT = "the store does not keep the configured durability"


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer() as one:
        one.call("ACL", "SETUSER", *USER)
        yield one


@pytest.fixture(scope="module", params=["local", "any"])
def service(
    request: pytest.FixtureRequest, server: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Service]:
    """A service at each level, with the rights of the ready-made user."""
    level: str = request.param
    with Service(as_user(server.url), tmp_path_factory.mktemp(level), durability=level, log="json") as started:
        yield started


def readiness(service: Service) -> tuple[int, Json]:
    answer = service.http.get(f"{service.root}/readyz")
    return answer.status_code, answer.json()


def is_ready(service: Service) -> bool:
    return readiness(service)[0] == 200


def open_table(service: Service) -> int:
    return service.http.post(f"{service.root}/v1/sessions", json={"game": "zlam", "seats": 2}).status_code


def configure(server: RedisServer, settings: str) -> None:
    server.call("CONFIG", "SET", *settings.split())


# A setting, how it is set back, and what readiness says of it.
EVICTION = ("maxmemory-policy allkeys-lru", "maxmemory-policy noeviction", "maxmemory-policy is allkeys-lru")
SETTINGS = [
    EVICTION,
    (
        "maxmemory 100mb maxmemory-policy volatile-ttl",
        "maxmemory 0 maxmemory-policy noeviction",
        "drops sessions when its memory is full",
    ),
    ("appendfsync everysec", "appendfsync always", "appendfsync is everysec"),
    ("no-appendfsync-on-rewrite yes", "no-appendfsync-on-rewrite no", "no-appendfsync-on-rewrite is yes"),
    ("appendonly no", "appendonly yes", "There is no append-only file"),
]


@pytest.mark.parametrize(("setting", "back", "told"), SETTINGS, ids=[setting for setting, _, _ in SETTINGS])
def test_a_setting_that_is_changed_at_run_time_is_noticed_without_being_asked(
    service: Service, server: RedisServer, setting: str, back: str, told: str
) -> None:
    wait_until(lambda: is_ready(service))
    is_local = service.folder.name.startswith("local")
    before = len(service.log)
    configure(server, setting)
    try:
        wait_until(lambda: told in service.log[before:])
        if is_local or "policy" in setting:
            assert NOT_KEPT in service.log[before:]
            assert open_table(service) == 503
            wait_until(lambda: not is_ready(service))
            _, shown = readiness(service)
            assert (shown["store"]["level"], shown["store"]["kept"]) == ("any", False)
            assert told in shown["store"]["promise"]
            assert metric(service, "croupier_durability_kept") == 0
        else:
            assert open_table(service) == 201
            assert readiness(service)[1]["store"]["kept"] is True
    finally:
        configure(server, back)
    wait_until(lambda: is_ready(service))
    wait_until(lambda: open_table(service) == 201)


def test_rights_that_are_taken_at_run_time_show_in_readiness(service: Service, server: RedisServer) -> None:
    wait_until(lambda: is_ready(service))
    server.call("ACL", "SETUSER", USER[0], "-xadd")
    try:
        wait_until(lambda: not is_ready(service))
        assert readiness(service)[1]["status"] == "the store takes no changes"
        assert "the server refuses XADD" in service.log
        assert open_table(service) == 503
    finally:
        server.call("ACL", "SETUSER", *USER)
    wait_until(lambda: is_ready(service))


def test_a_server_that_is_made_a_replica_keeps_no_promise(service: Service, server: RedisServer) -> None:
    wait_until(lambda: is_ready(service))
    server.call("REPLICAOF", "127.0.0.1", server.port + 1 if server.port < 65535 else 1)
    try:
        wait_until(lambda: readiness(service)[1].get("store", {}).get("kept") is False)
        status, shown = readiness(service)
        assert (status, shown["store"]["promise"]) == (503, "The server is a read-only replica.")
    finally:
        server.call("REPLICAOF", "NO", "ONE")
    wait_until(lambda: is_ready(service))


def test_keys_that_the_server_has_dropped_are_reported(start: Start) -> None:
    with RedisServer() as server:
        service = start(store=server.url)
        server.call("CONFIG", "SET", "maxmemory", 3_000_000, "maxmemory-policy", "allkeys-lru")
        for number in range(40):
            server.call("SET", f"filler {number}", b"x" * 100_000)
        server.call("CONFIG", "SET", "maxmemory", 0, "maxmemory-policy", "noeviction")
        wait_until(lambda: "the store has dropped keys to make room" in service.log)


@pytest.mark.parametrize("lost", ["croupier.db", "croupier.db-wal", "croupier.db-shm"])
def test_a_file_that_is_removed_or_replaced_keeps_no_promise_until_it_is_back(
    start: Start, tmp_path: Path, lost: str
) -> None:
    service = start(durability="local")
    assert open_table(service) == 201
    path = tmp_path / lost
    kept = path.rename(tmp_path / "kept")
    path.write_bytes(kept.read_bytes())
    wait_until(lambda: NOT_KEPT in service.log)
    assert open_table(service) == 503
    status, shown = readiness(service)
    assert (status, shown["store"]["kept"], shown["store"]["level"]) == (503, False, "any")
    assert f"{lost} was removed or replaced" in shown["store"]["promise"]
    assert (
        "was removed or replaced"
        in service.http.post(f"{service.root}/v1/sessions", json={"game": "zlam", "seats": 2}).json()["detail"]
    )
    kept.rename(path)
    wait_until(lambda: is_ready(service))
    assert open_table(service) == 201

"""The liveness, the readiness and the metrics of the process."""

import resource
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.observability import metrics
from tests.service.guards.conftest import Start
from tests.service.guards.logs_and_metrics import metric
from tests.support.graphql_stream import Stream
from tools.redis.server import RedisServer, wait_until
from tools.services import Service

LABELS = {"route", "method", "status", "code", "game", "outcome", "result", "le", "kind"}


@pytest.mark.parametrize("path", ["livez", "healthz", "readyz"])
def test_a_healthy_service_says_so(plain: Service, path: str) -> None:
    answer = plain.http.get(f"{plain.root}/{path}")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert plain.http.head(f"{plain.root}/{path}").status_code == 200


def test_readiness_tells_what_the_store_promises(plain: Service) -> None:
    store = plain.http.get(f"{plain.root}/readyz").json()["store"]
    assert (store["kind"], store["level"], store["kept"]) == ("sqlite", "local", True)
    assert "survives a killed process and a power loss" in store["promise"]


def test_a_service_without_its_store_lives_but_wants_no_traffic(start: Start) -> None:
    with RedisServer() as server:
        service = start(store=server.url)
        assert is_ready(service)
        server.kill()
        away = service.http.get(f"{service.root}/readyz")
        assert (away.status_code, away.headers["retry-after"]) == (503, "1")
        assert service.http.get(f"{service.root}/livez").status_code == 200
        server.start()
        # The store is polled with delays of up to a second.
        wait_until(lambda: is_ready(service))


def test_a_file_that_cannot_grow_shows_in_readiness_and_metrics_until_it_can(start: Start, tmp_path: Path) -> None:
    service = start(store=f"sqlite:{tmp_path / 'croupier.db'}")
    assert is_ready(service)
    limit_files(service.process_id, max(file.stat().st_size for file in tmp_path.glob("croupier.db*")))
    assert_refuses_changes_but_reads(service)
    assert open_table(service) == 503
    limit_files(service.process_id, resource.RLIM_INFINITY)
    wait_until(lambda: is_ready(service))
    assert metric(service, "croupier_store_writable") == 1


def test_a_page_that_is_spoilt_and_only_written_shows_in_readiness_and_metrics(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "croupier.db"
    service = start(store=f"sqlite:{path}")
    service.terminate()
    with closing(apsw.Connection(str(path))) as database:
        page = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'watermarks'").get
        size = database.pragma("page_size")
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    service.start()
    assert_refuses_changes_but_reads(service)
    assert "bug" not in service.log


def test_a_server_whose_disk_or_memory_is_full_shows_in_readiness_and_metrics_until_it_is_not(start: Start) -> None:
    with RedisServer("--appendfsync", "everysec") as server:
        service = start(store=server.url)
        assert is_ready(service)
        limit_files(server.process_id, 1)
        assert_refuses_changes_but_reads(service)
        assert open_table(service) == 503
        limit_files(server.process_id, resource.RLIM_INFINITY)
        wait_until(lambda: is_ready(service))
        server.call("CONFIG", "SET", "maxmemory", 1)
        assert_refuses_changes_but_reads(service)


def test_too_few_replicas_at_the_level_replicated_are_a_change_that_cannot_be_made(start: Start) -> None:
    with RedisServer("--repl-diskless-sync-delay", "0") as primary:
        with RedisServer("--replicaof", f"127.0.0.1 {primary.port}") as replica:
            wait_until(lambda: replica.info("replication")["master_link_status"] == "up")
            service = start(store=primary.url, durability="replicated", replicas="1")
            wait_until(lambda: is_ready(service))
        assert_refuses_changes_but_reads(service)


def is_ready(service: Service) -> bool:
    return service.http.get(f"{service.root}/readyz").status_code == 200


def open_table(service: Service) -> int:
    return service.http.post(f"{service.root}/v1/sessions", json={"game": "zlam", "seats": 2}).status_code


def limit_files(process: int, size: int) -> None:
    """Let a process write no file beyond a size, as on a disk that is full."""
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def assert_refuses_changes_but_reads(service: Service) -> None:
    wait_until(lambda: not is_ready(service))
    answer = service.http.get(f"{service.root}/readyz")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert answer.json()["status"] == "the store takes no changes"
    assert set(answer.json()["store"]) == {"kind", "level", "kept", "promise"}
    assert service.http.get(f"{service.root}/v1/sessions/none").status_code == 404
    assert metric(service, "croupier_store_writable") == 0
    assert "the store takes no changes" in service.log


def test_metrics_are_in_the_text_format_of_prometheus(plain: Service) -> None:
    answer = plain.http.get(f"{plain.root}/metrics")
    assert answer.headers["content-type"] == metrics.CONTENT_TYPE
    assert answer.headers["content-type"].startswith("text/plain; version=")
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    for name in ("http_requests", "http_request_seconds", "moves", "conflicts", "replays", "stream_followers"):
        assert families[f"croupier_{name}"].documentation.endswith(".")
    samples = [sample for family in families.values() for sample in family.samples]
    labels = {label for sample in samples for label in sample.labels}
    assert labels <= LABELS


def test_requests_are_counted_and_timed_by_the_template_of_their_route(plain: Service) -> None:
    counted = {"route": "/graphql", "method": "POST", "status": "200"}
    timed = {"route": "/graphql", "method": "POST"}
    before = metric(plain, "croupier_http_requests_total", **counted)
    for _ in range(3):
        plain.http.post(f"{plain.url}?session=x", json={"query": "{ __typename }"})
    assert metric(plain, "croupier_http_requests_total", **counted) == before + 3
    assert metric(plain, "croupier_http_request_seconds_count", **timed) >= 3


def test_names_that_clients_invent_make_no_new_series(plain: Service) -> None:
    unknown = {"route": "(none)", "method": "GET", "status": "404"}
    before = metric(plain, "croupier_http_requests_total", **unknown)
    for number in range(5):
        plain.http.get(f"{plain.root}/path/{number}")
        plain.http.get(f"{plain.url}/static/{number}")
    assert metric(plain, "croupier_http_requests_total", **unknown) == before + 5
    static = {"route": "/graphql/static/{name}", "method": "GET", "status": "404"}
    assert metric(plain, "croupier_http_requests_total", **static) == 5


def test_open_websockets_are_counted_while_they_are_open(plain: Service) -> None:
    with Stream(plain):
        assert metric(plain, "croupier_websockets_open") == 1
    # The end of a connection takes the service a moment.
    assert any(metric(plain, "croupier_websockets_open") == 0 for _ in range(1000))
    assert metric(plain, "croupier_http_requests_total", route="/graphql", method="WEBSOCKET", status="101") == 1

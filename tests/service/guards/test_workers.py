"""Several workers on one port: any of them plays any session, a dead one is replaced, and all end together."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Thread
from typing import TypeVar

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.service.guards.conftest import Start
from tests.service.guards.logs_and_metrics import metric
from tests.support.graphql_client import MOVE
from tests.support.graphql_sessions import Live, open_table
from tests.support.graphql_stream import Stream
from tools.redis.proxy import LaterOpenings
from tools.redis.server import RedisServer, wait_until
from tools.services import CROUPIER, Service, environment, seconds_at_most

SECONDS = 60.0
T = TypeVar("T")

REPLACED = "a worker serves in its place"
HASH = "c0ffee00" * 8


def workers_of(service: Service) -> set[int]:
    """The process ids of the serving workers, according to the metrics."""
    text = httpx2.get(f"{service.root}/metrics", timeout=SECONDS).text
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    return {int(sample.labels["worker"]) for sample in samples if sample.name == "process_resident_memory_bytes"}


def kill_and_wait_for_another(service: Service, worker: int) -> None:
    before = service.log.count(REPLACED)
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: service.log.count(REPLACED) == before + 1)


def is_gone(process_id: int) -> bool:
    try:
        status = Path(f"/proc/{process_id}/stat").read_text()
    except OSError:
        return True
    return status.rpartition(")")[2].split()[0] == "Z"


def answer(ask: Callable[[], T]) -> T:
    """Retry until a response comes, as a client does."""
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            return ask()
        except httpx2.TransportError:
            assert time.monotonic() < deadline, "nobody answers"


def step(live: Live, chance: Random) -> int:
    """Make a random move, sent until it is acknowledged, and return the version that it made."""
    seat, move, version = answer(lambda: live.choose(chance))
    wish = {"sessionId": live.id, "move": move, "expectedVersion": version, "idempotencyKey": f"key-{version}"}
    made = answer(lambda: live.players[seat].ask(MOVE, input=wish))
    assert made["__typename"] == "MoveApplied", made
    acknowledged: int = made["version"]
    return acknowledged


def test_a_table_is_played_across_workers_that_share_metrics_and_end_together(start: Start) -> None:
    service = start(workers="2")
    # Each request comes on a connection of its own, which either worker may take.
    service.http.headers["Connection"] = "close"
    live = open_table(service, "zlam", 2)
    workers = workers_of(service)
    live.play(Random(1), 10)
    # Each worker hands over what it has counted once a second.
    wait_until(lambda: metric(service, "croupier_moves_total", game="zlam", outcome="applied") == 10)
    with Stream(service), Stream(service), Stream(service):
        assert metric(service, "croupier_websockets_open") == 3
    wait_until(lambda: metric(service, "croupier_websockets_open") == 0)
    # Shared facts are reported once, not by each worker: the report of a dead one would stay.
    assert metric(service, "croupier_durability_kept") == 1
    assert len(workers) == 2
    assert service.output.count(f"localhost:{service.address.partition(':')[2]}/graphql") == 1
    with seconds_at_most(30):
        assert service.terminate() == 0
    assert all(map(is_gone, workers))
    assert service.output.count("Stop it with Ctrl-C.") == 1


def test_no_acknowledged_move_is_lost_when_workers_are_killed_even_while_they_drain(start: Start) -> None:
    service = start(workers="2", drain_seconds="300")
    live = open_table(service, "zeven", 4)
    chance = Random(2)
    first = min(workers_of(service))
    killer = Thread(target=kill_and_wait_for_another, args=(service, first))
    acknowledged = []
    killer.start()
    while killer.is_alive() and answer(live.is_active):
        acknowledged.append(step(live, chance))
    killer.join()
    assert acknowledged == list(range(acknowledged[0], acknowledged[0] + len(acknowledged)))
    assert {event["version"] for event in live.events()} >= set(acknowledged)
    assert first not in workers_of(service)

    killed = min(workers_of(service))
    service.send(signal.SIGTERM)
    wait_until(lambda: httpx2.get(f"{service.root}/readyz", timeout=SECONDS).status_code == 503)
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: is_gone(killed))
    assert answer(live.read)["version"] == acknowledged[-1]
    service.send(signal.SIGINT)
    assert service.wait() == 2
    assert "-9" in service.log.splitlines()[-1]


@contextmanager
def proxied(server: RedisServer) -> Iterator[LaterOpenings]:
    """A proxy of a server, in a loop of its own."""
    loop = asyncio.new_event_loop()
    proxy = LaterOpenings(server.port)
    thread = Thread(target=loop.run_forever)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(proxy.__aenter__(), loop).result(SECONDS)
        try:
            yield proxy
        finally:
            asyncio.run_coroutine_threadsafe(proxy.__aexit__(None, None, None), loop).result(SECONDS)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def test_a_worker_whose_store_resets_connections_says_so_in_one_line_and_a_signal_ends_its_parent(start: Start) -> None:
    with RedisServer() as server, proxied(server) as proxy:
        service = start(workers="2", store=f"redis://127.0.0.1:{proxy.port}/0", durability="any")
        proxy.refuse_later_ones()
        os.kill(min(workers_of(service)), signal.SIGKILL)
        wait_until(lambda: "a worker cannot start" in service.log)
        # Then the parent waits before it tries again.
        wait_until(lambda: service.log.count("a worker died and is replaced") == 2)
        assert service.terminate() == 0
        (line,) = [line for line in service.log.splitlines() if "a worker cannot start" in line][:1]
        assert "redis://127.0.0.1" in line
        assert "Traceback" not in service.log


def test_a_worker_that_cannot_start_is_tried_again_and_all_go_with_the_parent(start: Start, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(f"web={HASH}")
    service = start(workers="2", app_keys=f"file:{keys}")
    killed = min(workers_of(service))
    keys.rename(tmp_path / "away")
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: "a worker cannot start" in service.log)
    assert str(keys) in service.log
    (tmp_path / "away").rename(keys)
    wait_until(lambda: REPLACED in service.log)
    workers = workers_of(service)
    service.kill()
    wait_until(lambda: all(map(is_gone, workers)))
    with pytest.raises(httpx2.ConnectError):
        workers_of(service)


def test_a_worker_whose_parent_dies_while_it_starts_ends_without_a_traceback(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with socket.socket() as listener, (tmp_path / "log").open("wb") as log:
        listener.bind(("127.0.0.1", 0))
        worker = subprocess.Popen(
            [sys.executable, "-P", "-m", "service.process.serve", str(listener.fileno())],
            env=environment(store=f"sqlite:{tmp_path / 'croupier.db'}"),
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=writer,
            stderr=log,
            pass_fds=(listener.fileno(),),
        )
        os.close(writer)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/livez"
        assert answer(lambda: httpx2.get(url, timeout=SECONDS)).status_code == 200
        assert worker.stdin is not None
        worker.stdin.close()
        assert worker.wait(SECONDS) == 0
    logged = (tmp_path / "log").read_text()
    assert "Started server process" in logged
    assert "Traceback" not in logged
    assert "BrokenPipeError" not in logged


def test_a_signal_ends_workers_that_do_not_serve_yet(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", CROUPIER, "serve", "--workers", "2"],
        env=environment(port="0", workers="1", store=f"sqlite:{tmp_path / 'croupier.db'}"),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_until(lambda: len(children.read_text().split()) == 2)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=SECONDS)
    assert (process.returncode, output) == (0, b"")

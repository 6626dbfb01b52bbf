"""A process that dies, ends or loses its store: nothing acknowledged is lost, and nothing hangs."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

import engine
from tests.support.graphql_client import CREATE, JOIN, MOVE, READ, Client, result_of
from tests.support.graphql_sessions import create, join, new_key, open_table
from tests.support.graphql_stream import Stream, closed_with
from tools.redis_server import RedisServer, wait_until
from tools.services import Service, seconds_at_most

KEY = new_key()


@pytest.fixture(params=["sqlite", "redis"])
def own_service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Service]:
    """A service that the test may kill, once for each store."""
    if request.param == "sqlite":
        with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path) as service:
            yield service
        return
    with RedisServer() as server, Service(server.url, tmp_path) as service:
        yield service


def test_a_table_survives_kills_of_the_service_and_is_played_to_its_end(own_service: Service) -> None:
    wish = {"game": "zlam", "seats": 2, "idempotencyKey": KEY}
    session_id = Client(own_service).ask(CREATE, input=wish)["session"]["id"]
    first = join(own_service, session_id, name="Ada", idempotencyKey=KEY)
    own_service.kill()
    own_service.start()
    assert Client(own_service).ask(CREATE, input=wish)["session"]["id"] == session_id
    again = Client(own_service).ask(JOIN, input={"sessionId": session_id, "name": "Ada", "idempotencyKey": KEY})
    assert (again["seat"], again["seatToken"]) == (first["seat"], first["seatToken"])


def test_changes_acknowledged_before_a_kill_exist_after_it(own_service: Service) -> None:
    table, chance = open_table(own_service, "zeven", 2, {"rounds": "1"}), Random(30)
    cursor, frames = "3", []
    for number in range(3):
        table.play(chance, 4)
        seat, move, version = table.choose(chance)
        made = table.move(seat, move, version, f"key {number}")
        before = [(table.read(viewer), table.events(viewer)) for viewer in table.viewers()]
        own_service.kill()
        own_service.start()
        assert [(table.read(viewer), table.events(viewer)) for viewer in table.viewers()] == before
        assert table.move(seat, move, version, f"key {number}") == made | {"replayed": True}
        with Stream(own_service, table.players[0].token) as stream:
            frames += stream.subscribe(table.id, cursor).until(made["version"])
        cursor = frames[-1]["cursor"]
    end = table.play_to_the_end(chance)
    record = table.record()
    assert record is not None
    assert result_of(engine.replay(record)[-1]) == end["view"]["result"]
    assert [frame["version"] for frame in frames] == list(range(4, 4 + len(frames)))
    assert "Traceback" not in own_service.log


def test_sigterm_ends_the_service_soon_although_streams_are_open(own_service: Service) -> None:
    session_id = create(own_service, "zeven", 2)
    with Stream(own_service) as one, Stream(own_service) as other:
        for stream in (one, other):
            stream.subscribe(session_id).frame()
        with seconds_at_most(8):
            assert own_service.terminate() in (0, -15)
        for stream in (one, other):
            assert closed_with(stream.socket) in (1001, 1006, 1012, None)
    assert "Finished server process" in own_service.log
    assert "Traceback" not in own_service.log


def test_a_stream_that_a_kill_has_cut_goes_on_with_the_next_process(own_service: Service) -> None:
    table = open_table(own_service, "zlam", 2)
    with Stream(own_service) as stream:
        cursor = stream.subscribe(table.id).frame()["cursor"]
        own_service.kill()
        with pytest.raises(ConnectionClosed):
            stream.receive()
    own_service.start()
    table.step(Random(31))
    with Stream(own_service) as stream:
        assert stream.subscribe(table.id, cursor).frame()["version"] == 4


def test_while_the_store_is_away_clients_are_told_so_and_afterwards_all_is_well(tmp_path: Path) -> None:
    with RedisServer() as server, Service(server.url, tmp_path) as service:
        table = open_table(service, "zlam", 2)
        (seat,) = table.turn()
        move, before = table.legal(seat)[0], table.read()
        root = service.root
        server.kill()
        for document, variables in (
            (READ, {"id": table.id}),
            (MOVE, {"input": {"sessionId": table.id, "move": move, "idempotencyKey": "k"}}),
        ):
            away = table.players[seat].post(msgspec.json.encode({"query": document, "variables": variables}))
            assert (away.status_code, away.headers["retry-after"]) == (503, "1")
            (error,) = away.json()["errors"]
            assert error["extensions"]["code"] == "STORE_UNAVAILABLE"
            assert str(server.port) not in error["message"]
        assert service.http.get(f"{root}/readyz").status_code == 503
        assert service.http.get(f"{root}/healthz").status_code == 200
        assert Client(service).ask("{ games { id } }")
        server.start()
        wait_until(lambda: service.http.get(f"{root}/readyz").status_code == 200)
        assert table.read() == before
        assert table.move(seat, move, key="k")["version"] == 4

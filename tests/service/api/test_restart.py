"""A process that dies, ends or loses its store: nothing acknowledged is lost, and nothing hangs."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

import engine
from tests.support.graphql_client import result_of
from tests.support.graphql_sessions import open_table
from tests.support.graphql_stream import Stream
from tools.redis.server import RedisServer
from tools.services import Service


@pytest.fixture(params=["sqlite", "redis"])
def own_service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Service]:
    """A service that the test may kill, once for each store."""
    if request.param == "sqlite":
        with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path) as service:
            yield service
        return
    with RedisServer() as server, Service(server.url, tmp_path) as service:
        yield service


def test_changes_acknowledged_before_a_kill_exist_after_it(own_service: Service) -> None:
    table = open_table(own_service, "zeven", 2, {"rounds": "1"})
    chance = Random(30)
    cursor = "3"
    frames = []
    for number in range(2):
        table.play(chance, 2)
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


@pytest.mark.parametrize("own_service", ["sqlite"], indirect=True)
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

"""A store that goes away: what an agent reads then, and that its seat and its key work when the store is back."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.app import create_app
from service.settings import load_settings
from store.port import Commit, Committed, Conflict, Repeated, Store, Stored
from store.problems import StoreUnavailable
from tests.service.guards.logs_and_metrics import metric
from tests.service.mcp.requests_by_hand import answer_of, post_call
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import new_key
from tools.redis.server import RedisServer, wait_until
from tools.services import Addressed, LocalService, Service, seconds_at_most
from tools.stores import StoreWrapper

# The seconds of a wait that ends before the store is back.
SHORT = 2
SOON = 15
FOLLOWERS = "croupier_stream_followers"


@pytest.fixture
def service(tmp_path: Path, own_redis_server: RedisServer) -> Iterator[Service]:
    """A service on a server of Redis that the test may kill."""
    with Service(own_redis_server.url, tmp_path) as service:
        yield service
        assert "Traceback" not in service.log


def call(service: Addressed, tool: str, **given: object) -> Json:
    """Return the answer of a tool, which may be an error."""
    answer: Json = answer_of(post_call(service, tool, given))
    return answer


def text_of(answer: Json) -> str:
    """Return what an agent reads."""
    text: str = answer["content"][0]["text"]
    return text


def sit_down(service: Addressed) -> tuple[Json, Json]:
    """Return the tables as two agents see them, each with its seat: first that of the seat whose turn it is."""
    opened = call(service, "create_table", game="zeven", seats=2, bots=0)["structuredContent"]
    joined = call(service, "join_table", table=opened["table"])["structuredContent"]
    seats = [opened["seat"], joined["seat"]]
    tables = [{**call(service, "look", seat=seat)["structuredContent"], "seat": seat} for seat in seats]
    asked, waiting = sorted(tables, key=lambda table: not table["yourTurn"])
    return asked, waiting


def take_away(store: RedisServer, way: str) -> None:
    """Kill or pause the store."""
    if way == "kill":
        store.kill()
    else:
        store.pause()


def bring_back(store: RedisServer, way: str) -> None:
    """Have the store that was taken away answer again."""
    if way == "kill":
        store.start()
    else:
        store.resume()


def wait_for_return(service: Service) -> None:
    """Wait until the store answers again."""
    wait_until(lambda: not call(service, "list_games")["isError"])


@pytest.mark.parametrize("way", ["kill", "pause"])
def test_a_wait_without_a_store_ends_in_its_time_and_the_seat_is_kept(
    service: Service, own_redis_server: RedisServer, way: str
) -> None:
    asked, waiting = sit_down(service)
    wish = {"seat": waiting["seat"], "version": waiting["version"]}
    with ThreadPoolExecutor() as executor:
        wait = executor.submit(call, service, "wait_for_turn", **wish, seconds=SHORT)
        wait_until(lambda: metric(service, FOLLOWERS) == 1)
        take_away(own_redis_server, way)
        with seconds_at_most(SHORT + SOON):
            lost = wait.result()
        assert lost["isError"]
        assert text_of(lost).startswith("Nothing was read (STORE_UNAVAILABLE): ")
        assert "Send the same call again in a few seconds." in text_of(lost)
        bring_back(own_redis_server, way)
        wait_for_return(service)
        again = executor.submit(call, service, "wait_for_turn", **wish, seconds=25)
        wait_until(lambda: metric(service, FOLLOWERS) == 1)
        assert not call(service, "leave", seat=asked["seat"], resign=True)["isError"]
        assert "You have resigned" not in text_of(again.result())
        assert again.result()["structuredContent"]["over"]


def test_a_wait_outlives_a_short_absence_of_the_store(service: Service, own_redis_server: RedisServer) -> None:
    asked, waiting = sit_down(service)
    with ThreadPoolExecutor() as executor:
        wait = executor.submit(
            call, service, "wait_for_turn", seat=waiting["seat"], version=waiting["version"], seconds=25
        )
        wait_until(lambda: metric(service, FOLLOWERS) == 1)
        own_redis_server.kill()
        own_redis_server.start()
        wait_for_return(service)
        assert not call(service, "leave", seat=asked["seat"], resign=True)["isError"]
        with seconds_at_most(SOON):
            waited = wait.result()
    assert not waited["isError"], waited
    assert waited["structuredContent"]["over"]


@pytest.mark.parametrize("way", ["kill", "pause"])
def test_the_outcome_of_a_move_without_a_store_is_unknown_and_its_key_settles_it(
    service: Service, own_redis_server: RedisServer, way: str
) -> None:
    asked, _ = sit_down(service)
    move = {"seat": asked["seat"], "move": 1, "version": asked["version"], "idempotencyKey": new_key()}
    take_away(own_redis_server, way)
    with seconds_at_most(SOON):
        lost = call(service, "play", **move)
    assert_unknown(lost)
    bring_back(own_redis_server, way)
    wait_for_return(service)
    assert_made_once(service, move, asked["version"])


def assert_unknown(lost: Json) -> None:
    """Check that an agent learns that the outcome of its move is unknown, and what to do."""
    assert lost["isError"]
    assert text_of(lost).startswith("It is not known whether this was done (STORE_UNAVAILABLE): ")
    assert "same idempotencyKey" in text_of(lost)
    assert "Nothing was done" not in text_of(lost)


def assert_made_once(service: Addressed, move: Json, version: int) -> None:
    """Check that a move is made once, however often it is sent again."""
    made = [call(service, "play", **move) for _ in range(3)]
    assert not any(answer["isError"] for answer in made), made
    assert [answer["structuredContent"]["version"] for answer in made] == [version + 1] * 3
    assert text_of(made[-1]).startswith("With this key, you had made a move already: ")


class BrokenStore(StoreWrapper):
    """A store whose connection breaks at the next commit, before the answer to it or after it."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.breaks = ""
        self.is_away = False

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        answer = await super().commit(change)
        self.is_away = self.breaks == "after the answer"
        if self.breaks == "before the answer":
            self.breaks = ""
            raise StoreUnavailable("The connection is broken.")
        return answer

    async def load(self, document_id: str) -> Stored | None:
        if self.is_away:
            raise StoreUnavailable("The connection is broken.")
        return await super().load(document_id)


@pytest.mark.parametrize("breaks", ["before the answer", "after the answer"])
def test_a_move_that_was_made_is_not_called_undone_when_the_store_goes_away(tmp_path: Path, breaks: str) -> None:
    app = create_app(load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'croupier.db'}"}))
    with LocalService(app) as server:
        sessions = app.state.backend.sessions
        store = sessions.store = BrokenStore(sessions.store)
        asked, _ = sit_down(server)
        move = {"seat": asked["seat"], "move": 1, "version": asked["version"], "idempotencyKey": new_key()}
        store.breaks = breaks
        assert_unknown(call(server, "play", **move))
        store.breaks = ""
        store.is_away = False
        assert_made_once(server, move, asked["version"])

"""Corrupted stored values are never served: every reader gets an error with a code of its own."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import apsw
import httpx2
import msgspec
import pytest
from redis import Redis

from service.app import create_app
from service.sessions.problems import DATA_CORRUPTED, MESSAGE
from service.settings import load_settings
from tests.service.api.test_streaming import READERS, watching
from tests.support.graphql_client import EVENTS, READ, STEP, Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, new_key, open_table, opened
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest, Table, check_problem
from tools.redis.server import RedisServer
from tools.services import LocalService, Service

LINE = "the store holds a corrupted value"
LISTING = '{ sessions(game: "bazaar") { nodes { id } } }'


class Values(Protocol):
    """The values of a store, reached past it. A place is the store's own key of a value."""

    def read(self, place: str, session: str) -> bytes: ...

    def write(self, place: str, session: str, value: bytes) -> None: ...


class SqliteValues:
    """The values of an SQLite file."""

    _NUMBER = "(SELECT number FROM sessions WHERE id = CAST(:session AS BLOB))"
    _COLUMNS: Mapping[str, tuple[str, str, str]] = {
        "document": ("sessions", "document", "id = CAST(:session AS BLOB)"),
        "entry": ("entries", "body", f"session = {_NUMBER} AND version = 2"),
        "receipt": ("receipts", "fingerprint", f"session = {_NUMBER}"),
        "archive": ("archives", "body", "id = CAST(:session AS BLOB)"),
    }

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, place: str, session: str) -> bytes:
        table, column, where = self._COLUMNS[place]
        ((value,),) = self.run(f"SELECT {column} FROM {table} WHERE {where}", {"session": session})
        return value.encode() if isinstance(value, str) else bytes(value)

    def write(self, place: str, session: str, value: bytes) -> None:
        table, column, where = self._COLUMNS[place]
        kind = "TEXT" if place == "receipt" else "BLOB"
        sql = f"UPDATE {table} SET {column} = CAST(:value AS {kind}) WHERE {where}"
        self.run(sql, {"session": session, "value": value})

    def run(self, sql: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
        database = apsw.Connection(str(self._path))
        database.set_busy_timeout(5000)
        try:
            return list(database.execute(sql, values))
        finally:
            database.close()


class RedisValues:
    """The values of a Redis."""

    def __init__(self, port: int) -> None:
        # No test fits the library's type of its answers.
        self.client: Any = Redis("127.0.0.1", port, protocol=2)

    def read(self, place: str, session: str) -> bytes:
        key = f"g:{{{session}}}"
        match place:
            case "entry":
                ((_, fields),) = self.client.xrange(f"{key}:e", "2-0", "2-0")
                value = fields[b"body"]
            case "receipt":
                (value,) = self.client.hvals(f"{key}:i")
            case "archive":
                value = self.client.get(f"{key}:a")
            case _:
                value = self.client.hget(f"{key}:s", "document")
        assert isinstance(value, bytes)
        return value

    def write(self, place: str, session: str, value: bytes) -> None:
        key = f"g:{{{session}}}"
        match place:
            case "entry":
                self._write_entry(f"{key}:e", value)
            case "receipt":
                (field,) = self.client.hkeys(f"{key}:i")
                self.client.hset(f"{key}:i", field, value)
            case "archive":
                self.client.set(f"{key}:a", value)
            case _:
                self.client.hset(f"{key}:s", "document", value)

    def _write_entry(self, key: str, value: bytes) -> None:
        """Rewrite a stream: a single entry of it cannot be changed."""
        entries = self.client.xrange(key)
        pipeline = self.client.pipeline()
        pipeline.delete(key)
        for number, fields in entries:
            pipeline.xadd(key, {"body": value if number == b"2-0" else fields[b"body"]}, number)
        pipeline.execute()


class Held:
    """A service and the values of its store."""

    def __init__(self, service: Service, values: Values) -> None:
        self.service = service
        self.values = values

    def lines(self, name: str) -> list[str]:
        """Return the log lines about corrupted values of a session."""
        return [line for line in self.service.log.splitlines() if LINE in line and name in line]

    def found(self, kind: str) -> float:
        """Return the count of corrupted values."""
        metrics = self.service.http.get(f"{self.service.root}/metrics").text
        return float(metrics.partition(f'croupier_corrupted_values_total{{kind="{kind}"}} ')[2].split()[0])


@pytest.fixture(scope="module")
def sqlite_held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    folder = tmp_path_factory.mktemp("sqlite")
    with Service(f"sqlite:{folder / 'croupier.db'}", folder) as service:
        yield Held(service, SqliteValues(folder / "croupier.db"))


@pytest.fixture(scope="module")
def redis_held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    with RedisServer() as server, Service(server.url, tmp_path_factory.mktemp("redis")) as service:
        yield Held(service, RedisValues(server.port))


@pytest.fixture(params=["sqlite", "redis"])
def held(request: pytest.FixtureRequest) -> Iterator[Held]:
    """A service whose store the test may spoil, once for each store; it must log no bug."""
    held: Held = request.getfixturevalue(f"{request.param}_held")
    before = len(held.service.log)
    yield held
    logged = held.service.log[before:]
    assert "Traceback" not in logged, logged
    assert "bug" not in logged


def flips(value: bytes, step: int) -> Iterator[bytes]:
    """Yield a value with one bit flipped, each time in another byte, and cut short."""
    for index in range(0, len(value), step):
        yield value[:index] + bytes([value[index] ^ (1 << index % 8)]) + value[index + 1 :]
        yield value[:index]


def check_spoilt(held: Held, place: str, session: str, ask: Callable[[], httpx2.Response], step: int) -> None:
    """Spoil a value in many ways; every read reports it, and succeeds again when the value is restored."""
    sound = held.values.read(place, session)
    before = ask()
    assert before.status_code in (200, 201)
    for spoilt in flips(sound, step):
        held.values.write(place, session, spoilt)
        check_problem(ask(), 500, DATA_CORRUPTED)
    held.values.write(place, session, sound)
    assert ask().json() == before.json()
    assert len(held.lines(session)) == 1


def playing(held: Held) -> Live:
    return open_table(held.service, "zlam", 2, ONLY_THREES)


def test_no_flip_in_a_document_goes_out(held: Held) -> None:
    live = playing(held)
    check_spoilt(held, "document", live.id, lambda: Rest(held.service).get(f"/v1/sessions/{live.id}"), 47)


def test_no_flip_in_an_entry_goes_out(held: Held) -> None:
    live = playing(held)
    check_spoilt(held, "entry", live.id, lambda: Rest(held.service).get(f"/v1/sessions/{live.id}/events"), 11)


def test_no_flip_in_an_archive_goes_out(held: Held) -> None:
    live = playing(held)
    while live.is_active():
        (seat,) = live.turn()
        live.players[seat].ask(STEP, input={"sessionId": live.id, "move": live.legal(seat)[0]})
    check_spoilt(held, "archive", live.id, lambda: Rest(held.service).get(f"/v1/sessions/{live.id}/record"), 83)


def test_a_key_whose_receipt_was_spoilt_is_neither_repeated_nor_made_again(held: Held) -> None:
    live = playing(held)
    (seat,) = live.turn()
    mover = Rest(held.service, live.players[seat].token)
    wish = {"move": live.legal(seat)[0]}
    key = secrets.token_hex(8)

    def move() -> httpx2.Response:
        return mover.post(f"/v1/sessions/{live.id}/moves", wish, If_Match="*", Idempotency_Key=key)

    assert move().json()["replayed"] is False
    check_spoilt(held, "receipt", live.id, move, 5)
    assert live.look()["version"] == 4


def test_a_key_whose_session_is_spoilt_makes_no_other_one(held: Held) -> None:
    rest = Rest(held.service)
    key = new_key()

    def create() -> httpx2.Response:
        return rest.post("/v1/sessions", {"game": "zar", "seats": 2, "public": True}, Idempotency_Key=key)

    made = create().json()["session"]["id"]
    check_spoilt(held, "document", made, create, 47)
    assert [session["id"] for session in rest.get("/v1/sessions?game=zar").json()["nodes"]] == [made]


def test_a_value_of_another_session_or_version_is_not_taken_for_its_own(held: Held) -> None:
    one = playing(held)
    other = playing(held)
    for place, path in (("document", ""), ("entry", "/events")):
        sound = held.values.read(place, one.id)
        held.values.write(place, one.id, held.values.read(place, other.id))
        check_problem(Rest(held.service).get(f"/v1/sessions/{one.id}{path}"), 500, DATA_CORRUPTED)
        held.values.write(place, one.id, sound)
    old = held.values.read("document", one.id)
    (seat,) = one.turn()
    one.move(seat, one.legal(seat)[0])
    held.values.write("document", one.id, old)
    check_problem(Rest(held.service).get(f"/v1/sessions/{one.id}"), 500, DATA_CORRUPTED)


def spoil(held: Held, place: str, session: str) -> None:
    value = held.values.read(place, session)
    held.values.write(place, session, value[:-1] + bytes([value[-1] ^ 1]))


def test_graphql_tells_it_among_the_errors(held: Held) -> None:
    live = playing(held)
    before = held.found("entry"), held.found("document")
    spoil(held, "entry", live.id)
    response = Client(held.service).execute(EVENTS, id=live.id)
    assert response["errors"][0]["extensions"] == {"code": DATA_CORRUPTED}
    spoil(held, "document", live.id)
    for answer in (Client(held.service).execute(READ, id=live.id), rematch_by_graphql(live)):
        (error,) = answer["errors"]
        assert (error["extensions"], error["message"]) == ({"code": DATA_CORRUPTED}, MESSAGE)
    assert (held.found("entry"), held.found("document")) == (before[0] + 1, before[1] + 2)
    assert len(held.lines(live.id)) == 2


def rematch_by_graphql(live: Live) -> Json:
    document = "mutation($input: SessionInput!) { offerRematch(input: $input) { __typename } }"
    return live.players[0].execute(document, input={"sessionId": live.id})


def test_a_list_goes_on_without_a_spoilt_session(held: Held) -> None:
    spoilt, sound = (opened(held.service, "bazaar", public=True).id for _ in range(2))
    spoil(held, "document", spoilt)
    assert Client(held.service).ask(LISTING) == {"nodes": [{"id": sound}]}
    assert len(held.lines(spoilt)) == 1


def spoilt_log(held: Held) -> Live:
    """Return a session at version 3 whose second entry is spoilt."""
    live = playing(held)
    spoil(held, "entry", live.id)
    return live


@pytest.mark.parametrize("form", ["text/event-stream", "application/x-ndjson"])
def test_a_stream_over_rest_ends_with_the_problem(held: Held, form: str) -> None:
    path = f"{held.service.root}/v1/sessions/{spoilt_log(held).id}/frames?after=1"
    text = held.service.http.get(path, headers={"Accept": form}).text
    *before, problem = [line for line in text.splitlines() if line]
    assert msgspec.json.decode(problem.removeprefix("data: "))["code"] == DATA_CORRUPTED
    assert before == (["retry: 1000", "event: problem"] if form == "text/event-stream" else [])


@pytest.mark.parametrize("accept", READERS)
def test_a_subscription_over_http_ends_with_the_error_and_is_complete(held: Held, accept: str) -> None:
    with watching(held.service, accept, spoilt_log(held).id, after="1") as answer:
        body = b"".join(answer.iter_raw())
    assert body.count(b'"code":"DATA_CORRUPTED"') == 1
    assert b"event: complete" in body or body.endswith(b"--graphql--\r\n")


def test_a_subscription_over_a_websocket_ends_with_the_error(held: Held) -> None:
    live = spoilt_log(held)
    with Stream(held.service) as stream:
        message = stream.subscribe(live.id, after="1").receive()
        assert (message["type"], message["payload"][0]["extensions"]) == ("error", {"code": DATA_CORRUPTED})
        # The connection goes on.
        assert stream.subscribe(live.id, name="again").frame("again")["version"] == 3


def test_a_table_whose_log_was_spoilt_ends_without_a_record(held: Held) -> None:
    live = spoilt_log(held)
    while live.is_active():
        (seat,) = live.turn()
        live.players[seat].ask(STEP, input={"sessionId": live.id, "move": live.legal(seat)[0]})
    assert live.read()["status"] == "FINISHED"
    assert live.record() is None
    check_problem(Rest(held.service).get(f"/v1/sessions/{live.id}/record"), 404, "NOT_FOUND")


def redis_of(held: Held) -> Any:  # noqa: ANN401 - the library's types fit no test
    assert isinstance(held.values, RedisValues)
    return held.values.client


@pytest.mark.parametrize(
    ("key", "command"),
    [
        ("s", ("HSET", "version", "\xff")),
        ("s", ("HSET", "version", "4")),
        ("s", ("HDEL", "version")),
        ("s", ("HDEL", "document")),
        ("e", ("XADD", "*", "colour", "red", "size", "5")),
    ],
    ids=["no number", "another version", "no version", "no document", "no entry"],
)
def test_a_spoilt_field_of_redis_is_told(redis_held: Held, key: str, command: tuple[str, ...]) -> None:
    live = playing(redis_held)
    verb, *arguments = command
    redis_of(redis_held).execute_command(verb, f"g:{{{live.id}}}:{key}", *arguments)
    path = f"/v1/sessions/{live.id}" + ("/events" if key == "e" else "")
    check_problem(Rest(redis_held.service).get(path), 500, DATA_CORRUPTED)
    assert redis_held.lines(live.id)


def test_a_history_hash_that_is_not_its_documents_is_no_crowd(redis_held: Held) -> None:
    live = playing(redis_held)
    redis_of(redis_held).hset(f"g:{{{live.id}}}:s", "history_hash", "another")
    (seat,) = live.turn()
    mover = Rest(redis_held.service, live.players[seat].token)
    wish = {"move": live.legal(seat)[0]}
    check_problem(mover.post(f"/v1/sessions/{live.id}/moves", wish, If_Match="*"), 500, DATA_CORRUPTED)


def test_a_spoilt_name_in_a_list_hides_no_other(redis_held: Held) -> None:
    sound = opened(redis_held.service, "door", public=True).id
    redis_of(redis_held).zadd("l:{public:door}", {b"m\xff": 1})
    nodes = Rest(redis_held.service).get("/v1/sessions?game=door").json()["nodes"]
    assert [session["id"] for session in nodes] == [sound]


def test_a_hole_in_a_log_is_told_and_a_log_without_its_beginning_is_not(redis_held: Held) -> None:
    live = playing(redis_held)
    path = f"/v1/sessions/{live.id}/events"
    key = f"g:{{{live.id}}}:e"
    redis_of(redis_held).xdel(key, "2-0")
    check_problem(Rest(redis_held.service).get(path), 500, DATA_CORRUPTED)
    redis_of(redis_held).xdel(key, "1-0")
    assert {event["version"] for event in Rest(redis_held.service).get(path).json()["nodes"]} == {3}


def test_a_key_of_another_type_is_no_store_that_is_away(redis_server: RedisServer, tmp_path: Path) -> None:
    redis_server.call("FLUSHALL")
    with Service(redis_server.url, tmp_path) as service:
        live = open_table(service, "zlam", 2)
        rest = Rest(service)
        for kind, path in (("e", "/events"), ("s", "")):
            redis_server.call("DEL", f"g:{{{live.id}}}:{kind}")
            redis_server.call("SET", f"g:{{{live.id}}}:{kind}", "of another program")
            check_problem(rest.get(f"/v1/sessions/{live.id}{path}"), 500, DATA_CORRUPTED)
        redis_server.call("SET", "l:{public}", "of another program")
        check_problem(rest.get("/v1/sessions"), 500, DATA_CORRUPTED)
        wish = {"game": "zeven", "seats": 2, "public": True}
        check_problem(rest.post("/v1/sessions", wish), 500, DATA_CORRUPTED)
        assert service.http.get(f"{service.root}/readyz").status_code == 200
        assert service.log.count(LINE) == 2


def test_a_page_that_was_spoilt_in_the_file_is_no_store_that_is_away(tmp_path: Path) -> None:
    path = tmp_path / "croupier.db"
    with Service(f"sqlite:{path}", tmp_path) as service:
        opened(service)
        service.terminate()
        whole = path.read_bytes()
        # The first page describes the file; without it nothing starts.
        path.write_bytes(whole[:4096] + bytes(255 for _ in whole[4096:]))
        service.start()
        check_problem(Rest(service).get("/v1/sessions/any"), 500, DATA_CORRUPTED)
        ready = service.http.get(f"{service.root}/readyz")
        assert (ready.status_code, ready.json()) == (503, {"status": "the store is corrupted"})
        assert "croupier_store_writable 0.0" in service.http.get(f"{service.root}/metrics").text
        assert "bug" not in service.log


def test_flips_are_found_by_a_checksum_alone(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: without the comparison some flips are served as sound."""
    monkeypatch.setattr("service.storage.codec.take_checked", lambda stored, _place: stored[5:])
    path = tmp_path / "croupier.db"
    values = SqliteValues(path)
    with LocalService(create_app(load_settings({"CROUPIER_STORE": sqlite_url}))) as service:
        table = Table(service)
        sound = values.read("document", table.id)
        values.write("document", table.id, sound.replace(b'"created_at":1', b'"created_at":2'))
        assert table.spectator.get(table.path).status_code == 200


def test_a_corrupted_session_does_not_fail_a_poll_of_other_seats(held: Held) -> None:
    spoilt = playing(held)
    sound = playing(held)
    value = held.values.read("document", spoilt.id)
    held.values.write("document", spoilt.id, value[:-1])
    token = sound.players[sound.turn()[0]].token
    wish = {"seats": [{"sessionId": live.id, "seatToken": token} for live in (spoilt, sound)], "waitSeconds": 0}
    told = Rest(held.service).done("/v1/decisions", wish)["seats"]
    assert [seat["state"] for seat in told] == [DATA_CORRUPTED, "DECIDING"]
    assert told[0]["session"] is None

"""A bug, and a store at which others are always faster: the response has a code, and nothing more."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from starlette.applications import Starlette

import service.app
from service.app import create_app
from service.sessions.problems import StoreUnavailable
from service.settings import load_settings
from service.storage.adapters import open_store
from service.storage.codec import SESSIONS
from service.storage.port import Commit, Committed, Conflict, Entry, Repeated, Store, Stored
from tests.service.api.test_streaming import READERS, read_to, watching
from tests.support.graphql_client import CREATE, JOIN, MOVE, READ, Client
from tests.support.graphql_sessions import create, join, open_table
from tests.support.graphql_stream import Stream
from tests.support.services import LocalService
from tests.support.stored import encode_session
from tests.support.stores import StoreWrapper

SECRET = "the cards of seat 1"


class Crowded(StoreWrapper):
    """A store in which another writer commits before each of our changes, once `busy` is set."""

    busy = False

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        stored = await self.store.load(change.document_id)
        if self.busy and stored is not None:
            assert await self.store.commit(self.other(change, stored)) == Committed(stored.version + 1)
        return await self.store.commit(change)

    def other(self, change: Commit, stored: Stored) -> Commit:
        session = SESSIONS.decode(stored.document, change.document_id)
        touched = replace(session, version=stored.version + 1)
        document, held = encode_session(touched), session.history_hash
        return Commit(session.id, session.version, document, change.entry, 600, expected_hash=held, history_hash=held)


class Broken(StoreWrapper):
    """A store with a bug, which knows hidden facts."""

    async def load(self, session_id: str) -> Stored | None:
        raise ZeroDivisionError(f"{SECRET} in {session_id}")


class Away(StoreWrapper):
    """A store that does not answer, or not about its log, once that is set."""

    away = False
    log_away = False

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        if self.away:
            raise StoreUnavailable(SECRET)
        return await self.store.commit(change)

    async def load(self, session_id: str) -> Stored | None:
        if self.away:
            raise StoreUnavailable(SECRET)
        return await self.store.load(session_id)

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[Entry]:
        if self.log_away:
            raise StoreUnavailable(SECRET)
        return await self.store.entries(session_id, after, limit)


class Gone(StoreWrapper):
    """A store whose sessions vanish between read and write, once `gone` is set."""

    gone = False

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        return Conflict(None) if self.gone else await self.store.commit(change)


class Trimmed(StoreWrapper):
    """A store whose log is gone, once `trimmed` is set."""

    trimmed = False

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[Entry]:
        return () if self.trimmed else await self.store.entries(session_id, after, limit)


def app_with(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    monkeypatch.setattr(service.app, "open_store", lambda *_: store)
    return create_app(load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'unused.db'}"}))


def test_a_caller_that_never_gets_through_the_crowd_may_try_again_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Crowded(open_store(f"sqlite:{tmp_path / 'croupier.db'}"))
    with LocalService(app_with(store, tmp_path, monkeypatch)) as server:
        table, waiting = open_table(server, "zlam", 2), create(server, "zlam", 2)
        (seat,) = table.turn()
        move = table.legal(seat)[0]
        store.busy = True
        for answer in (table.move(seat, move), join(server, waiting)):
            assert (answer["__typename"], answer["code"]) == ("NotAllowed", "BUSY")
            assert answer["retryAfterMillis"] in range(500, 1000)
        store.busy = False
        assert table.move(seat, move)["__typename"] == "MoveApplied"


def test_a_session_that_vanishes_while_it_is_changed_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Gone(open_store(f"sqlite:{tmp_path / 'croupier.db'}"))
    with LocalService(app_with(store, tmp_path, monkeypatch)) as server:
        table, waiting = open_table(server, "zlam", 2), create(server, "zlam", 2)
        (seat,) = table.turn()
        move = table.legal(seat)[0]
        store.gone = True
        for answer in (table.move(seat, move), join(server, waiting)):
            assert (answer["__typename"], answer["code"]) == ("NotAllowed", "NOT_FOUND")
        created = Client(server).ask(CREATE, input={"game": "zlam", "seats": 2})
        assert (created["__typename"], created["code"]) == ("NotAllowed", "BUSY")


def test_a_retry_whose_version_the_log_has_lost_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Trimmed(open_store(f"sqlite:{tmp_path / 'croupier.db'}"))
    with LocalService(app_with(store, tmp_path, monkeypatch)) as server:
        table = open_table(server, "zlam", 2)
        (seat,) = table.turn()
        move = table.legal(seat)[0]
        table.move(seat, move, key="k")
        store.trimmed = True
        assert table.move(seat, move, key="k")["code"] == "NOT_FOUND"
        assert table.events() == []


@pytest.mark.parametrize(
    ("document", "variables"),
    [
        (READ, {"id": "x"}),
        (MOVE, {"input": {"sessionId": "x", "move": "draw"}}),
        (JOIN, {"input": {"sessionId": "x"}}),
    ],
)
def test_a_bug_is_logged_and_told_without_what_it_knows(
    document: str,
    variables: dict[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = Broken(open_store(f"sqlite:{tmp_path / 'croupier.db'}"))
    with LocalService(app_with(store, tmp_path, monkeypatch)) as server:
        answer = Client(server).post(msgspec.json.encode({"query": document, "variables": variables}))
        (error,) = answer.json()["errors"]
        assert error["extensions"] == {"code": "INTERNAL"}
        assert error["message"] == "Something went wrong here. It has been logged."
        assert SECRET not in answer.text
    written = capsys.readouterr()
    assert SECRET in written.out + written.err


@pytest.mark.parametrize("accept", READERS)
def test_a_stream_whose_store_goes_away_tells_so_and_is_not_complete(
    accept: str,
    store_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = Away(open_store(store_url))
    with LocalService(app_with(store, tmp_path, monkeypatch)) as server:
        session_id = create(server, "zlam", 2)
        with watching(server, accept, session_id) as answer:
            chunks = answer.iter_raw()
            read_to(chunks, b'"version":1')
            store.log_away = True
            # The change is made and wakes the stream, which cannot read it.
            join(server, session_id)
            rest = b"".join(chunks)
        assert rest.count(b'"code":"STORE_UNAVAILABLE"') == 1
        assert SECRET.encode() not in rest
        assert b"complete" not in rest
        assert not rest.endswith(b"--graphql--\r\n")
        store.log_away = False
        with watching(server, accept, session_id, after="1") as answer:
            read_to(answer.iter_raw(), b'"version":2')
    assert "] bug" not in capsys.readouterr().out


def test_a_stream_over_a_websocket_whose_store_goes_away_ends_with_an_error(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Away(open_store(store_url))
    with LocalService(app_with(store, tmp_path, monkeypatch)) as server:
        session_id = create(server, "zlam", 2)
        with Stream(server) as stream:
            stream.subscribe(session_id).frame()
            store.log_away = True
            join(server, session_id)
            message = stream.receive()
            store.log_away = False
            assert message["id"] == "s"
            assert (message["type"], message["payload"][0]["extensions"]) == ("error", {"code": "STORE_UNAVAILABLE"})
            # Nothing more is sent about it, and the connection goes on.
            assert stream.subscribe(session_id, after="1", name="again").frame("again")["version"] == 2


def test_an_error_outside_of_graphql_is_told_as_problem_details(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Broken(open_store(f"sqlite:{tmp_path / 'croupier.db'}"))
    with LocalService(app_with(store, tmp_path, monkeypatch)) as server:
        root = server.root
        nowhere = server.http.get(f"{root}/nowhere")
        assert nowhere.headers["content-type"] == "application/problem+json"
        assert nowhere.json() == {
            "type": "/problems/NOT_FOUND",
            "title": "There is no such thing, or it has expired",
            "status": 404,
            "detail": "Not Found.",
            "code": "NOT_FOUND",
        }
        assert server.http.get(f"{root}/healthz").json() == {"status": "ok"}
        bug = server.http.get(f"{root}/readyz")
        assert (bug.status_code, bug.json()["code"]) == (500, "INTERNAL")
        assert SECRET not in bug.text


def test_an_error_below_graphql_has_the_shape_of_graphql(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(f"sqlite:{tmp_path / 'croupier.db'}")
    with LocalService(app_with(store, tmp_path, monkeypatch)) as server:
        nowhere = server.http.get(f"{server.url}/static/nowhere")
        assert (nowhere.status_code, nowhere.json()["errors"][0]["extensions"]) == (404, {"code": "NOT_FOUND"})
        wrong = server.http.delete(server.url)
        assert (wrong.status_code, set(wrong.headers["allow"].split(", "))) == (405, {"GET", "HEAD", "POST"})
        assert wrong.json()["errors"][0]["extensions"] == {"code": "METHOD_NOT_ALLOWED"}

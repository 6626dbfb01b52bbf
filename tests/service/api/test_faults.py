"""Bugs, and a store on which other writers always win: the response has a code, and nothing else."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from graphql import GraphQLError
from msgspec.structs import replace
from starlette.applications import Starlette
from strawberry.types import ExecutionResult

import service.app
from service.app import create_app
from service.graphql.subscriptions import format_result
from service.http.error_responses import NOTHING_HERE
from service.settings import load_settings
from service.storage.codec import SESSIONS
from store.adapters import open_store
from store.port import Commit, Committed, Conflict, Repeated, Store, Stored, StoredEntry
from store.problems import StoreUnavailable
from tests.service.api.test_streaming import READERS, read_to, watching
from tests.service.rest.test_streams import EVENTS, LINES, followed
from tests.support.apis import BOTH, Call, ask_both, over_graphql, send_over_rest
from tests.support.graphql_client import JOIN, MOVE, READ, Client, Json
from tests.support.graphql_sessions import Live, create, join, open_table
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Table, check_problem
from tools.services import LocalService
from tools.stored import encode_session
from tools.stores import StoreWrapper

SECRET = "the cards of seat 1"
REQUESTS: dict[str, Json] = {
    "session": {"query": READ, "variables": {"id": "x"}},
    "applyMove": {"query": MOVE, "variables": {"input": {"sessionId": "x", "move": "draw"}}},
    "joinSession": {"query": JOIN, "variables": {"input": {"sessionId": "x"}}},
}

Serve = Callable[[Callable[[Store], Any]], tuple[Any, LocalService]]


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
        document = encode_session(touched)
        held = session.history_hash
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

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[StoredEntry]:
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

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[StoredEntry]:
        return () if self.trimmed else await self.store.entries(session_id, after, limit)


def app_with(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    monkeypatch.setattr(service.app, "open_store", lambda *_: store)
    return create_app(load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'unused.db'}"}))


@pytest.fixture
def serve(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Serve an application on an embedded store of a kind."""
    with ExitStack() as stack:

        def served(kind: Callable[[Store], Any]) -> tuple[Any, LocalService]:
            store = kind(open_store(sqlite_url))
            return store, stack.enter_context(LocalService(app_with(store, tmp_path, monkeypatch)))

        yield served


def move_of(table: Live) -> Json:
    """Return a move that is legal now, and the token of its seat."""
    (seat,) = table.turn()
    return {"token": table.players[seat].token, "move": table.legal(seat)[0]}


def change(server: LocalService, call: Call, table: Live, waiting: str, move: Json) -> list[Json]:
    """Send a move, and take a seat at another table; return the answers."""
    moved = call(server, "applyMove", move["token"], sessionId=table.id, move=move["move"])
    return [moved, call(server, "joinSession", sessionId=waiting)]


def test_a_caller_that_never_gets_through_the_crowd_may_try_again_soon(serve: Serve) -> None:
    store, server = serve(Crowded)
    waiting = create(server, "zlam", 2)
    for call in BOTH:
        table = open_table(server, "zlam", 2)
        move = move_of(table)
        store.busy = True
        for answer in change(server, call, table, waiting, move):
            assert answer["code"] == "BUSY"
            assert answer["retryAfterMillis"] in range(500, 1000)
        store.busy = False
        assert call(server, "applyMove", move["token"], sessionId=table.id, move=move["move"])["version"] > 3
    store.busy = True
    assert send_over_rest(server, "joinSession", sessionId=waiting).headers["retry-after"] == "1"


def test_a_session_that_vanishes_while_it_is_changed_is_not_found(serve: Serve) -> None:
    store, server = serve(Gone)
    for call in BOTH:
        store.gone = False
        table = open_table(server, "zlam", 2)
        waiting = create(server, "zlam", 2)
        move = move_of(table)
        store.gone = True
        assert {answer["code"] for answer in change(server, call, table, waiting, move)} == {"NOT_FOUND"}
        assert call(server, "createSession", game="zlam", seats=2)["code"] == "BUSY"


def test_a_retry_whose_version_the_log_has_lost_is_not_found(serve: Serve) -> None:
    store, server = serve(Trimmed)
    table = open_table(server, "zlam", 2)
    move = {"sessionId": table.id, **move_of(table), "idempotencyKey": "k"}
    token = move.pop("token")
    over_graphql(server, "applyMove", token, **move)
    store.trimmed = True
    assert ask_both(server, "applyMove", token, **move)["code"] == "NOT_FOUND"
    assert table.events() == []


def test_a_bug_is_logged_and_told_without_what_it_knows(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    _, server = serve(Broken)
    for name, request in REQUESTS.items():
        given = {"move": "draw"} if name == "applyMove" else {}
        over_http = send_over_rest(server, name.replace("session", "readSession"), sessionId="x", **given)
        check_problem(over_http, 500, "INTERNAL")
        over_graphql = Client(server).post(msgspec.json.encode(request))
        (error,) = over_graphql.json()["errors"]
        assert error["extensions"] == {"code": "INTERNAL"}
        assert error["message"] == "Something went wrong here. It has been logged."
        assert SECRET not in over_http.text + over_graphql.text
        written = capsys.readouterr()
        assert SECRET in written.out + written.err


def test_a_bug_that_no_extension_has_seen_is_told_without_what_it_knows(capsys: pytest.CaptureFixture[str]) -> None:
    bug = GraphQLError(SECRET, original_error=ZeroDivisionError(SECRET))
    answer = format_result(ExecutionResult(data=None, errors=[bug]))
    (error,) = answer["errors"]
    assert error["extensions"] == {"code": "INTERNAL"}
    assert SECRET not in error["message"]
    assert SECRET in capsys.readouterr().out


def test_a_store_that_is_away_is_told_without_what_it_says(serve: Serve) -> None:
    store, server = serve(Away)
    session_id = create(server, "zlam", 2)
    store.away = True
    for name in ("readSession", "joinSession"):
        answer = send_over_rest(server, name, sessionId=session_id)
        check_problem(answer, 503, "STORE_UNAVAILABLE")
        assert answer.headers["retry-after"] == "1"
        assert SECRET not in answer.text


@pytest.mark.parametrize("accept", READERS)
def test_a_stream_whose_store_goes_away_says_so(serve: Serve, accept: str, capsys: pytest.CaptureFixture[str]) -> None:
    store, server = serve(Away)
    _, other = serve(StoreWrapper)
    session_id = create(server, "zlam", 2)
    with watching(server, accept, session_id) as answer:
        chunks = answer.iter_raw()
        read_to(chunks, b'"version":1')
        store.log_away = True
        # The change of another process wakes the stream, which cannot read it.
        join(other, session_id)
        rest = b"".join(chunks)
    assert rest.count(b'"code":"STORE_UNAVAILABLE"') == 1
    assert SECRET.encode() not in rest
    assert b"complete" not in rest
    assert not rest.endswith(b"--graphql--\r\n")
    store.log_away = False
    with watching(server, accept, session_id, after="1") as answer:
        read_to(answer.iter_raw(), b'"version":2')
    assert "] bug" not in capsys.readouterr().out


@pytest.mark.parametrize("form", [EVENTS, LINES])
def test_a_rest_stream_ends_with_its_store_for_now(serve: Serve, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    store, server = serve(Away)
    _, other = serve(StoreWrapper)
    table = Table(server)
    with followed(table, form=form) as reader:
        first = reader.next()
        assert first is not None
        store.log_away = True
        join(other, table.id)
        assert [event.name for event in reader.rest()] == (["reconnect"] if form == EVENTS else [])
    store.log_away = False
    with followed(table, form=form, Last_Event_ID=str(first.id)) as reader:
        again = reader.next()
    assert again is not None
    assert again.data["version"] == first.data["version"] + 1
    written = capsys.readouterr().out
    assert "the store does not answer" in written
    assert "] bug" not in written


def test_a_stream_over_a_websocket_whose_store_goes_away_ends_with_an_error(serve: Serve) -> None:
    store, server = serve(Away)
    _, other = serve(StoreWrapper)
    session_id = create(server, "zlam", 2)
    with Stream(server) as stream:
        stream.subscribe(session_id).frame()
        store.log_away = True
        join(other, session_id)
        message = stream.receive()
        store.log_away = False
        assert message["id"] == "s"
        assert (message["type"], message["payload"][0]["extensions"]) == ("error", {"code": "STORE_UNAVAILABLE"})
        # Nothing more is sent about it, and the connection goes on.
        assert stream.subscribe(session_id, after="1", name="again").frame("again")["version"] == 2


def test_an_error_outside_of_graphql_is_told_as_problem_details(serve: Serve) -> None:
    _, server = serve(Broken)
    root = server.root
    nowhere = server.http.get(f"{root}/nowhere")
    assert nowhere.headers["content-type"] == "application/problem+json"
    assert nowhere.json() == {
        "type": "/problems/NOT_FOUND",
        "title": "The requested object does not exist, or it has expired",
        "status": 404,
        "detail": NOTHING_HERE,
        "code": "NOT_FOUND",
    }
    assert server.http.get(f"{root}/healthz").json() == {"status": "ok"}
    bug = server.http.get(f"{root}/readyz")
    assert (bug.status_code, bug.json()["code"]) == (500, "INTERNAL")
    assert SECRET not in bug.text


def test_an_error_below_graphql_has_the_shape_of_graphql(serve: Serve) -> None:
    _, server = serve(StoreWrapper)
    nowhere = server.http.get(f"{server.url}/static/nowhere")
    assert (nowhere.status_code, nowhere.json()["errors"][0]["extensions"]) == (404, {"code": "NOT_FOUND"})
    wrong = server.http.delete(server.url)
    assert (wrong.status_code, set(wrong.headers["allow"].split(", "))) == (405, {"GET", "HEAD", "POST"})
    assert wrong.json()["errors"][0]["extensions"] == {"code": "METHOD_NOT_ALLOWED"}

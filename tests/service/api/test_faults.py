"""What becomes of a bug, and of a store at which others are always faster: told by a code, and no more."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import msgspec
import pytest
from starlette.applications import Starlette

import service.app
from service.app import create_app
from service.settings import load_settings
from service.stores import open_store
from service.stores.base import Change, Committed, Conflict, Entry, Receipt, Repeated, Store, Stored
from tests.service.client import CREATE, JOIN, MOVE, READ, Client
from tests.service.live import create, join, open_table
from tests.service.services import LocalService

SECRET = "the cards of seat 1"


class Around:
    """A store that passes every call on; the subclasses change one."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def start(self) -> str:
        return await self.store.start()

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        return await self.store.commit(change)

    async def load(self, session_id: str) -> Stored | None:
        return await self.store.load(session_id)

    async def receipt(self, session_id: str, key: str) -> Receipt | None:
        return await self.store.receipt(session_id, key)

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[Entry]:
        return await self.store.entries(session_id, after, limit)

    def wakeups(self, session_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        return self.store.wakeups(session_id)

    async def close(self) -> None:
        await self.store.close()


class Crowded(Around):
    """A store in which another writer commits before each of our changes, once `busy` is set."""

    busy = False

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        stored = await self.store.load(change.session_id)
        if self.busy and stored is not None:
            other = Change(change.session_id, stored.version, await self.touched(stored), change.entry, 600)
            assert await self.store.commit(other) == Committed(stored.version + 1)
        return await self.store.commit(change)

    async def touched(self, stored: Stored) -> bytes:
        document = msgspec.json.decode(stored.document)
        document["session"]["version"] = stored.version + 1
        return msgspec.json.encode(document)


class Broken(Around):
    """A store with a bug, which knows what nobody may see."""

    async def load(self, session_id: str) -> Stored | None:
        raise ZeroDivisionError(f"{SECRET} in {session_id}")


class Gone(Around):
    """A store whose sessions vanish between the reading and the writing, once `gone` is set."""

    gone = False

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        return Conflict(None) if self.gone else await self.store.commit(change)


class Trimmed(Around):
    """A store whose log is gone, once `trimmed` is set."""

    trimmed = False

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[Entry]:
        return () if self.trimmed else await self.store.entries(session_id, after, limit)


def app_with(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    monkeypatch.setattr(service.app, "open_store", lambda _url: store)
    return create_app(load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'unused.db'}"}))


def test_who_never_gets_through_the_crowd_may_try_again_at_once(
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
            assert answer["retryAfterMillis"] == 0
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


def test_an_error_outside_of_graphql_has_the_same_shape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Broken(open_store(f"sqlite:{tmp_path / 'croupier.db'}"))
    with LocalService(app_with(store, tmp_path, monkeypatch)) as server:
        root = server.url.removesuffix("/graphql")
        nowhere = server.http.get(f"{root}/nowhere")
        assert (nowhere.status_code, nowhere.json()["errors"][0]["extensions"]) == (404, {"code": "BAD_REQUEST"})
        assert server.http.get(f"{root}/healthz").json() == {"status": "ok"}
        bug = server.http.get(f"{root}/readyz")
        assert (bug.status_code, bug.json()["errors"][0]["extensions"]) == (500, {"code": "INTERNAL"})
        assert SECRET not in bug.text

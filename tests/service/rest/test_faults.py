"""A bug, and a store that is away, over REST: a code, and no more."""

from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from service.storage.adapters import open_store
from tests.service.api.test_faults import SECRET, Away, Broken, Crowded, app_with
from tests.service.rest.test_streams import EVENTS, LINES, followed
from tests.support.rest_client import Rest, Table, check_problem
from tools.services import LocalService
from tools.stores import StoreWrapper


def served(store: StoreWrapper, folder: Path, monkeypatch: pytest.MonkeyPatch) -> AbstractContextManager[LocalService]:
    """Serve an application on a store."""
    return LocalService(app_with(store, folder, monkeypatch))


def test_a_store_that_is_away_is_told_without_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Away(open_store(f"sqlite:{tmp_path / 'croupier.db'}"))
    with served(store, tmp_path, monkeypatch) as service:
        table = Table(service)
        store.away = True
        for answer in (table.spectator.get(table.path), table.spectator.post(f"{table.path}/seats", {})):
            check_problem(answer, 503, "STORE_UNAVAILABLE")
            assert answer.headers["retry-after"] == "1"
            assert SECRET not in answer.text


@pytest.mark.parametrize("form", [EVENTS, LINES])
def test_a_stream_whose_store_goes_away_ends_so_that_the_client_connects_again(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Away(open_store(store_url))
    with served(store, tmp_path, monkeypatch) as service:
        table = Table(service)
        with followed(table, form=form) as reader:
            first = reader.next()
            assert first is not None
            store.log_away = True
            # The change is made and wakes the stream, which cannot read it.
            table.spectator.done(f"{table.path}/seats", {})
            assert [event.name for event in reader.rest()] == (["reconnect"] if form == EVENTS else [])
        store.log_away = False
        with followed(table, form=form, Last_Event_ID=str(first.id)) as reader:
            again = reader.next()
        assert again is not None
        assert again.data["version"] == first.data["version"] + 1
    written = capsys.readouterr().out
    assert "the store does not answer" in written
    assert "] bug" not in written


def test_a_bug_is_told_by_its_code_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Broken(open_store(f"sqlite:{tmp_path / 'croupier.db'}"))
    with served(store, tmp_path, monkeypatch) as service:
        answer = Rest(service).get("/v1/sessions/anything")
        check_problem(answer, 500, "INTERNAL")
        assert SECRET not in answer.text


def test_a_caller_that_is_always_overtaken_is_told_to_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Crowded(open_store(f"sqlite:{tmp_path / 'croupier.db'}"))
    with served(store, tmp_path, monkeypatch) as service:
        table = Table(service)
        store.busy = True
        answer = table.spectator.post(f"{table.path}/seats", {})
        assert check_problem(answer, 503, "BUSY")["retryAfterMillis"] in range(500, 1000)
        assert answer.headers["retry-after"] == "1"

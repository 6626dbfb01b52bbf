"""Documents by their hash: remembered when they are valid, bounded, and checked against a list where there is one."""

from pathlib import Path

import httpx2
import msgspec
import pytest
from graphql import get_introspection_query

from service.graphql import persisted as documents
from service.graphql.persisted import (
    DOCUMENT_NOT_TRUSTED,
    PERSISTED_QUERY_NOT_FOUND,
    KnownDocuments,
    RequestRejected,
    hash_of,
    load_documents,
)
from store.options import SettingsError
from tests.service.api.refusals import NEWER, check_refused
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import create
from tests.support.graphql_stream import Stream
from tools.services import Service

GAMES = "{ games { id } }"
UPDATES = 'subscription { sessionUpdates(sessionId: "ID") { version } }'
NONE = "0" * 64


def by_hash(value: str) -> Json:
    return {"persistedQuery": {"version": 1, "sha256Hash": value}}


def post(service: Service, accept: str = "application/json", **body: object) -> httpx2.Response:
    return Client(service).post(msgspec.json.encode(body), Accept=accept)


def as_text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def get(service: Service, accept: str = "application/json", **params: object) -> httpx2.Response:
    texts = {name: value if isinstance(value, str) else as_text(value) for name, value in params.items()}
    return service.http.get(service.url, params=texts, headers={"Accept": accept})


def code_of(answer: httpx2.Response) -> str:
    (error,) = answer.json()["errors"]
    code: str = error["extensions"]["code"]
    return code


def test_a_document_is_sent_once_and_then_known_by_its_hash(one_service: Service) -> None:
    document = "query First { games { id title } }"
    named = by_hash(hash_of(document))
    unknown = post(one_service, extensions=named)
    assert unknown.status_code == 200
    assert unknown.json() == {
        "errors": [{"message": "PersistedQueryNotFound", "extensions": {"code": PERSISTED_QUERY_NOT_FOUND}}]
    }
    sent = post(one_service, query=document, extensions=named)
    assert len(sent.json()["data"]["games"]) > 4
    assert post(one_service, extensions=named).content == sent.content
    assert post(one_service, query="", extensions=named).content == sent.content
    assert get(one_service, extensions=named).content == sent.content


def test_the_newer_media_type_says_by_its_status_that_nothing_was_executed(one_service: Service) -> None:
    answer = post(one_service, NEWER, extensions=by_hash(NONE))
    check_refused(answer, 400, PERSISTED_QUERY_NOT_FOUND)
    assert answer.headers["content-type"] == NEWER


def test_get_changes_nothing_by_a_hash_either(one_service: Service) -> None:
    document = 'mutation { createSession(input: {game: "zar", seats: 2}) { __typename } }'
    named = by_hash(hash_of(document))
    assert "data" in post(one_service, query=document, extensions=named).json()
    check_refused(get(one_service, extensions=named), 405, "BAD_REQUEST")


def test_events_take_hashes(one_service: Service) -> None:
    document = UPDATES.replace("ID", create(one_service, "zlam", 2))
    named = by_hash(hash_of(document))
    unknown = post(one_service, "text/event-stream", extensions=named)
    assert (unknown.status_code, PERSISTED_QUERY_NOT_FOUND in unknown.text) == (200, True)
    headers = {"Accept": "text/event-stream"}
    for body in ({"query": document, "extensions": named}, {"extensions": named}):
        with one_service.http.stream("POST", one_service.url, json=body, headers=headers) as stream:
            assert any('{"version":1}' in line for line in stream.iter_lines())


def test_a_websocket_takes_hashes(one_service: Service) -> None:
    document = "query OverSocket { games { id } }"
    named = by_hash(hash_of(document))
    with Stream(one_service) as stream:
        stream.send({"id": "1", "type": "subscribe", "payload": {"extensions": named}})
        refused = stream.receive()
        assert (refused["type"], refused["payload"][0]["extensions"]) == ("error", {"code": PERSISTED_QUERY_NOT_FOUND})
        for name, payload in {"2": {"query": document, "extensions": named}, "3": {"extensions": named}}.items():
            stream.send({"id": name, "type": "subscribe", "payload": payload})
            assert stream.receive()["payload"]["data"]["games"][0] == {"id": "zeven"}
            assert stream.receive() == {"id": name, "type": "complete"}


WRONG: dict[str, object] = {
    "a string": "x",
    "a list": [],
    "nothing": {},
    "another version": {"version": 2, "sha256Hash": NONE},
    "a version in words": {"version": "1", "sha256Hash": NONE},
    "no version": {"sha256Hash": NONE},
    "no hash": {"version": 1},
    "a hash that is a number": {"version": 1, "sha256Hash": 1},
    "a hash that is null": {"version": 1, "sha256Hash": None},
    "too short": {"version": 1, "sha256Hash": NONE[1:]},
    "a line too many": {"version": 1, "sha256Hash": f"{NONE}\n"},
    "no hex": {"version": 1, "sha256Hash": "g" * 64},
    "capitals": {"version": 1, "sha256Hash": "A" * 64},
    "the hash of another": {"version": 1, "sha256Hash": NONE},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_hash_is_refused(one_service: Service, name: str) -> None:
    extensions = {"persistedQuery": WRONG[name]}
    check_refused(post(one_service, query=GAMES, extensions=extensions), 400, "BAD_REQUEST")
    check_refused(get(one_service, query=GAMES, extensions=extensions), 400, "BAD_REQUEST")
    with Stream(one_service) as stream:
        stream.send({"id": "1", "type": "subscribe", "payload": {"query": GAMES, "extensions": extensions}})
        assert stream.receive()["payload"][0]["extensions"] == {"code": "BAD_REQUEST"}


@pytest.mark.parametrize("extensions", [None, {}, {"persistedQuery": None}, {"other": 1}])
def test_without_a_hash_there_must_be_a_document(one_service: Service, extensions: Json) -> None:
    for query in ("", " "):
        check_refused(post(one_service, query=query, extensions=extensions), 400, "BAD_REQUEST")
    check_refused(post(one_service, extensions=extensions), 400, "BAD_REQUEST")
    assert "data" in post(one_service, query=GAMES, extensions=extensions).json()


# ---- the memory

INVALID = {
    "not GraphQL": "{",
    "too many words": "{ games { id } " + "a " * 1000 + "}",
    "too deep": "{ a" * 900 + "}" * 900,
    "an unknown field": "{ nope }",
    "above the limits": "{ " + " ".join(f"a{number}: games {{ id }}" for number in range(51)) + " }",
}


@pytest.mark.parametrize("name", INVALID)
def test_only_what_is_valid_is_remembered(name: str) -> None:
    text = INVALID[name]
    known = KnownDocuments()
    assert known.find(text, by_hash(hash_of(text))) == text
    with pytest.raises(RequestRejected, match="PersistedQueryNotFound"):
        known.find("", by_hash(hash_of(text)))


def is_known(known: KnownDocuments, text: str) -> bool:
    try:
        return known.find("", by_hash(hash_of(text))) == text
    except RequestRejected:
        return False


def send(known: KnownDocuments, *texts: str) -> None:
    for text in texts:
        known.find(text, by_hash(hash_of(text)))


def test_the_remembered_documents_are_bounded_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_KEPT", 2)
    known = KnownDocuments()
    first, second, third = (f"{{ games {{ {name} }} }}" for name in ("id", "title", "minSeats"))
    send(known, first, second, first)
    assert is_known(known, first)
    send(known, third)
    assert [is_known(known, text) for text in (first, second, third)] == [True, False, True]


def test_the_remembered_documents_are_bounded_by_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_KEPT_CHARACTERS", 2 * len(GAMES))
    known = KnownDocuments()
    long = GAMES.replace(" ", "  ")
    send(known, GAMES, long)
    assert [is_known(known, text) for text in (GAMES, long)] == [False, True]
    send(known, GAMES.ljust(3 * len(GAMES)))
    assert not is_known(known, long)
    send(known, GAMES)
    assert is_known(known, GAMES)


# ---- a list


def write_list(folder: Path, *texts: str) -> Path:
    file = folder / "documents.json"
    file.write_bytes(msgspec.json.encode({hash_of(text): text for text in texts}))
    return file


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    return write_list(tmp_path, GAMES, UPDATES)


def test_the_documents_of_a_list_are_known_from_the_start(listed: Path) -> None:
    known = load_documents(listed, only_trusted=False)
    assert is_known(known, GAMES)
    assert is_known(known, UPDATES)
    assert known.find("{ __typename }", None) == "{ __typename }"
    with pytest.raises(RequestRejected, match="PersistedQueryNotFound"):
        known.find("", by_hash(NONE))


def test_only_the_documents_of_the_list_are_executed(tmp_path: Path, listed: Path) -> None:
    store = f"sqlite:{tmp_path / 'croupier.db'}"
    with Service(store, tmp_path, trusted_documents=str(listed), trusted_only="true") as service:
        for allowed in ({"query": GAMES}, {"extensions": by_hash(hash_of(GAMES))}):
            assert "data" in post(service, **allowed).json()
        others: list[Json] = [
            {"query": "{ games { title } }"},
            {"query": get_introspection_query()},
            {"extensions": by_hash(NONE)},
            {"query": "{ games { title } }", "extensions": by_hash(hash_of("{ games { title } }"))},
        ]
        for other in others:
            assert code_of(post(service, **other)) == DOCUMENT_NOT_TRUSTED
            assert code_of(get(service, **other)) == DOCUMENT_NOT_TRUSTED
            assert DOCUMENT_NOT_TRUSTED in post(service, "text/event-stream", **other).text
            with Stream(service) as stream:
                stream.send({"id": "1", "type": "subscribe", "payload": other})
                assert stream.receive()["payload"][0]["extensions"] == {"code": DOCUMENT_NOT_TRUSTED}


BAD_LISTS = {
    "no JSON": (b"{", "it is no JSON object of hashes and documents: "),
    "no UTF-8": (b'{"\xff": ""}', "it is no JSON object"),
    "no object": (b"[]", "it is no JSON object"),
    "no texts": (b'{"a": 1}', "it is no JSON object"),
    "too deep": (b"[" * 100_000, "it is no JSON object"),
    "another hash": (
        msgspec.json.encode({NONE: GAMES}),
        f'the document "{NONE}" has another SHA-256, {hash_of(GAMES)}',
    ),
    "no GraphQL": (msgspec.json.encode({hash_of("{"): "{"}), "cannot be executed: Syntax Error"),
    "another schema": (msgspec.json.encode({hash_of("{ nope }"): "{ nope }"}), "Cannot query field 'nope' on type"),
}


@pytest.mark.parametrize("name", BAD_LISTS)
def test_a_bad_list_stops_the_start_and_the_reason_is_told(tmp_path: Path, name: str) -> None:
    content, reason = BAD_LISTS[name]
    (file := tmp_path / "documents.json").write_bytes(content)
    with pytest.raises(SettingsError) as refused:
        load_documents(file, only_trusted=False)
    assert str(refused.value).startswith(f'CROUPIER_TRUSTED_DOCUMENTS is "{file}": ')
    assert reason in str(refused.value)


def test_a_list_that_is_not_there_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r'^CROUPIER_TRUSTED_DOCUMENTS is ".*": No such file or directory\.$'):
        load_documents(tmp_path / "none.json", only_trusted=False)
    with pytest.raises(SettingsError, match=r'^CROUPIER_TRUSTED_ONLY is "true", but CROUPIER_TRUSTED_DOCUMENTS names'):
        load_documents(None, only_trusted=True)

"""Requests of every kind over HTTP: whatever is sent, the response is coded, nothing changes, and nothing breaks."""

import gzip
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from tests.service.api.refusals import NEWER, check_refused, check_wellformed, get
from tests.support.graphql_client import Client
from tests.support.graphql_sessions import create, open_table
from tools.services import Service

GOOD = b'{"query":"{ games { id } }"}'
MUTATION = "mutation ($input: CreateSessionInput!) { createSession(input: $input) { __typename } }"
SUBSCRIPTION = 'subscription { sessionUpdates(sessionId: "x") { version } }'
DEEP_LIST = b"[" * 50_000 + b"]" * 50_000
DEEP_OBJECT = b'{"a":' * 50_000 + b"1" + b"}" * 50_000


# ---- bodies


BODIES: dict[str, bytes] = {
    "nothing": b"",
    "a space": b" ",
    "null": b"null",
    "true": b"true",
    "a string": b'"{ games { id } }"',
    "a number": b"7",
    "a float": b"1e400",
    "a list": b"[]",
    "a batch": b"[" + GOOD + b"," + GOOD + b"]",
    "an empty object": b"{}",
    "half an object": GOOD[:-1],
    "two objects": GOOD + GOOD,
    "a trailing comma": b'{"query":"{ games { id } }",}',
    "not JSON": b"query { games { id } }",
    "a form": b"query=%7Bgames%7Bid%7D%7D",
    "no UTF-8": b'{"query":"{ games { id } } # \xff\xfe"}',
    "UTF-16": '{"query":"{ games { id } }"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + GOOD,
    "NUL bytes behind": GOOD + b"\0" * 20,
    "NUL bytes before": b"\0" * 20 + GOOD,
    "only NUL bytes": b"\0" * 20,
    "gzip": gzip.compress(GOOD),
    "deep lists": DEEP_LIST,
    "deep objects": DEEP_OBJECT,
    "never closed": b"[" * 100_000,
    "deep variables": b'{"query":"{ games { id } }","variables":{"a":' + DEEP_LIST + b"}}",
    "deep extensions": b'{"query":"{ games { id } }","extensions":{"a":' + DEEP_OBJECT + b"}}",
    "deep elsewhere": b'{"query":"{ games { id } }","else":' + DEEP_OBJECT + b"}",
    "query is null": b'{"query":null}',
    "query is a number": b'{"query":1}',
    "query is a list": b'{"query":["{ games { id } }"]}',
    "query is empty": b'{"query":""}',
    "query is a space": b'{"query":" \\n\\t"}',
    "variables is a list": b'{"query":"{ games { id } }","variables":[]}',
    "variables is a string": b'{"query":"{ games { id } }","variables":"{}"}',
    "variables is a number": b'{"query":"{ games { id } }","variables":5}',
    "extensions is a list": b'{"query":"{ games { id } }","extensions":[1]}',
    "operationName is a number": b'{"query":"{ games { id } }","operationName":1}',
    "operationName is a lone surrogate": b'{"query":"query A { games { id } }","operationName":"\\ud800"}',
    "a lone surrogate in the query": b'{"query":"{ games { id } } # \\udfff"}',
    "a lone surrogate in the variables": b'{"query":"{ games { id } }","variables":{"a":"\\ud800"}}',
}


@pytest.mark.parametrize("name", BODIES)
def test_a_body_that_is_no_request_is_refused(one_service: Service, name: str) -> None:
    check_refused(Client(one_service).post(BODIES[name]), 400, "BAD_REQUEST")
    newer = Client(one_service).post(BODIES[name], Accept=NEWER)
    check_refused(newer, 400, "BAD_REQUEST")
    assert newer.headers["content-type"] == NEWER


ODD_BODIES: dict[str, bytes] = {
    "5,000 digits": b'{"query":"query ($a: Int) { games { id } }","variables":{"a":' + b"9" * 5000 + b"}}",
    "5,000 digits unused": b'{"query":"{ games { id } }","variables":{"a":' + b"9" * 5000 + b"}}",
    "5,000 digits in extensions": b'{"query":"{ games { id } }","extensions":{"a":' + b"9" * 5000 + b"}}",
    "5,000 digits in the query": b'{"query":"{ games { id ... @skip(if: ' + b"9" * 5000 + b') { id } } }"}',
    "an exponent": b'{"query":"query ($a: Int) { games { id } }","variables":{"a":1e400}}',
    "minus zero": b'{"query":"{ games { id } }","variables":{"a":-0}}',
    "no UTF-8 in an unknown name": b'{"query":"{ games { id } }","\xc0\xaf":1}',
    "names twice": b'{"query":"{ games { id } }","query":"{ games { title } }"}',
    "unknown names": b'{"query":"{ games { id } }","id":"1","Query":2}',
    "nulls": b'{"query":"{ games { id } }","variables":null,"extensions":null,"operationName":null}',
    "spaces around": b"\r\n\t " + GOOD + b" \n",
}


@pytest.mark.parametrize("name", ODD_BODIES)
def test_an_odd_body_is_answered_without_a_server_error(one_service: Service, name: str) -> None:
    check_wellformed(Client(one_service).post(ODD_BODIES[name]))


def test_a_batch_is_refused_in_plain_words(one_service: Service) -> None:
    refused = Client(one_service).post(b" [" + GOOD + b"]")
    message = check_refused(refused, 400, "BAD_REQUEST")["errors"][0]["message"]
    assert message == "The body is a list. Batches are not taken: send one operation in each request."


def test_a_body_that_is_too_large_is_refused_however_it_is_sent(one_service: Service) -> None:
    large = b'{"query":"{ games { id } }' + b" " * 1_048_576 + b'"}'
    check_refused(Client(one_service).post(large), 413, "BAD_REQUEST")

    def chunks() -> Iterator[bytes]:
        for start in range(0, len(large), 65_536):
            yield large[start : start + 65_536]

    streamed = one_service.http.post(one_service.url, content=chunks(), headers={"Content-Type": "application/json"})
    check_refused(streamed, 413, "BAD_REQUEST")


@pytest.mark.parametrize(
    "media_type",
    [
        "application/jsonfoo",
        "application/json-patch+json",
        "application/graphql",
        "text/plain",
        "text/plain;charset=UTF-8",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "application/json; charset=utf-16",
        "application/json; charset=latin-1",
        "application/json, text/plain",
        "json",
        "",
    ],
)
def test_a_body_of_another_media_type_is_refused(one_service: Service, media_type: str) -> None:
    check_refused(Client(one_service).post(GOOD, Content_Type=media_type), 415, "BAD_REQUEST")


@pytest.mark.parametrize(
    "media_type",
    [
        "application/json",
        "Application/JSON",
        "application/json;charset=UTF-8",
        'application/json; charset="utf-8"',
        "application/json;",
    ],
)
def test_json_may_be_written_in_every_usual_way(one_service: Service, media_type: str) -> None:
    assert Client(one_service).post(GOOD, Content_Type=media_type).json()["data"]["games"]


def test_compressed_bodies_are_refused_by_their_header(one_service: Service) -> None:
    for encoding in ("gzip", "br", "gzip, identity"):
        check_refused(Client(one_service).post(gzip.compress(GOOD), Content_Encoding=encoding), 415, "BAD_REQUEST")
    assert Client(one_service).post(GOOD, Content_Encoding="identity").status_code == 200


# ---- media types that the client accepts


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("application/*", "application/json"),
        ("application/json", "application/json"),
        (NEWER, NEWER),
        (f"{NEWER}, application/json;q=0.9", NEWER),
        (f"application/json, {NEWER};q=0", "application/json"),
        # urql and other clients send all of these with every request.
        (f"{NEWER}, application/graphql+json, application/json, text/event-stream, multipart/mixed", NEWER),
        ("text/event-stream, application/json", "application/json"),
        ("text/html, */*;q=0.8", "application/json"),
        (f"{NEWER};q=0.5, application/json", "application/json"),
        (f"application/json;q=0.5, {NEWER};q=0.6", NEWER),
        ("*/*, application/json;q=0", NEWER),
        (f"*/*;q=0.1, {NEWER};q=0", "application/json"),
    ],
)
def test_an_answer_has_the_media_type_that_is_preferred(one_service: Service, accept: str, media_type: str) -> None:
    answer = Client(one_service).post(GOOD, Accept=accept)
    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)


@pytest.mark.parametrize(
    "accept",
    [
        "text/html",
        "image/png",
        "application/json;q=0",
        "text/event-stream;q=0",
        "multipart/mixed",
        'multipart/mixed; subscriptionSpec="2.0"',
        "nonsense",
        "*/*;q=0",
        "text/html;q=0",
        "*/*, application/*;q=0",
    ],
)
def test_a_client_that_accepts_no_json_is_told_so(one_service: Service, accept: str) -> None:
    check_refused(Client(one_service).post(GOOD, Accept=accept), 406, "BAD_REQUEST")


@pytest.mark.parametrize("accept", ["application/json", NEWER, "*/*", "application/json, multipart/mixed"])
def test_a_subscription_needs_a_client_that_accepts_a_stream(one_service: Service, accept: str) -> None:
    posted = Client(one_service).post(msgspec.json.encode({"query": SUBSCRIPTION}), Accept=accept)
    fetched = one_service.http.get(one_service.url, params={"query": SUBSCRIPTION}, headers={"Accept": accept})
    for refused in (posted, fetched):
        message = check_refused(refused, 406, "BAD_REQUEST")["errors"][0]["message"]
        assert "text/event-stream" in message
        assert "WebSocket" in message


@pytest.mark.parametrize(
    ("lines", "media_type"),
    [
        (["text/html", NEWER], NEWER),
        (["text/event-stream;q=0", "application/json"], "application/json"),
        (["application/json;q=0.1", f"{NEWER};q=0.2"], NEWER),
    ],
)
def test_the_accept_header_may_have_several_lines(one_service: Service, lines: list[str], media_type: str) -> None:
    headers = [("Content-Type", "application/json"), *(("Accept", line) for line in lines)]
    answer = one_service.http.post(one_service.url, content=GOOD, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (200, media_type)


def test_of_two_streams_the_client_gets_the_one_that_it_prefers(one_service: Service) -> None:
    session_id = create(one_service, "zeven", 2)
    for accept, media_type in (
        ('text/event-stream;q=0.5, multipart/mixed;subscriptionSpec="1.0"', "multipart/mixed"),
        ('text/event-stream, multipart/mixed;subscriptionSpec="1.0"', "text/event-stream"),
        ('text/event-stream;q=0, multipart/mixed;subscriptionSpec="1.0"', "multipart/mixed"),
    ):
        body = {"query": f'subscription {{ sessionUpdates(sessionId: "{session_id}") {{ version }} }}'}
        with one_service.http.stream("POST", one_service.url, json=body, headers={"Accept": accept}) as answer:
            assert answer.headers["content-type"].startswith(media_type)


def test_a_client_that_wants_no_page_gets_none(one_service: Service) -> None:
    refused = one_service.http.get(one_service.url, headers={"Accept": "text/html;q=0, */*"})
    check_refused(refused, 400, "BAD_REQUEST")


@pytest.mark.parametrize("parameters", ["; profile=x", '; note="; charset=latin-1"', ";charset=utf-8; a=b"])
def test_parameters_that_json_does_not_have_are_ignored(one_service: Service, parameters: str) -> None:
    assert Client(one_service).post(GOOD, Content_Type=f"application/json{parameters}").status_code == 200


# ---- credentials


@pytest.mark.parametrize(
    "header", ["Basic dXNlcjpwdw==", "Bearer", "Bearer a b", "Bearer ä", "token", "Bearer " + "x" * 201, "Bearer a,b"]
)
def test_malformed_credentials_are_refused_with_a_challenge(one_service: Service, header: str) -> None:
    headers = {b"Content-Type": b"application/json", b"Authorization": header.encode()}
    refused = one_service.http.post(one_service.url, content=GOOD, headers=headers)
    check_refused(refused, 401, "UNAUTHORIZED")
    assert refused.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["", "bearer xyz", "BEARER  xyz", "Bearer a-._~+/b=="])
def test_wellformed_credentials_are_read(one_service: Service, header: str) -> None:
    assert Client(one_service).post(GOOD, Authorization=header).status_code == 200


# ---- GET


def test_get_is_for_queries(one_service: Service) -> None:
    assert get(one_service, query="{ games { id } }").json()["data"]["games"]
    named = get(one_service, query="query A { games { id } } query B { __typename }", operationName="B")
    assert named.json() == {"data": {"__typename": "Query"}}
    filled = get(
        one_service, query="query ($id: ID!) { game(id: $id) { id } }", variables='{"id":"zlam"}', extensions="{}"
    )
    assert filled.json() == {"data": {"game": {"id": "zlam"}}}


def test_no_answer_is_kept_by_a_cache(one_service: Service) -> None:
    for params in ({"query": "{ games { id } }"}, {"query": "{ price }"}, {"query": ""}):
        for accept in ("application/json", "text/event-stream"):
            answer = one_service.http.get(one_service.url, params=params, headers={"Accept": accept})
            assert answer.headers["cache-control"] == "no-store"


def test_get_changes_nothing(one_service: Service) -> None:
    variables = '{"input":{"game":"zeven","seats":2}}'
    refused = get(one_service, query=MUTATION, variables=variables)
    check_refused(refused, 405, "BAD_REQUEST")
    assert refused.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"query": ""},
        {"query": " "},
        {"Query": "{ games { id } }"},
        {"query": "{ games { id } }", "variables": "["},
        {"query": "{ games { id } }", "variables": "[]"},
        {"query": "{ games { id } }", "variables": "null}"},
        {"query": "{ games { id } }", "variables": "\0"},
        {"query": "{ games { id } }", "extensions": "1"},
        {"query": "{ games { id } }", "variables": "[" * 10_000},
    ],
)
def test_a_query_string_that_is_no_request_is_refused(one_service: Service, params: dict[str, str]) -> None:
    check_refused(get(one_service, **params), 400, "BAD_REQUEST")


@pytest.mark.parametrize(
    "raw", ["query=%ff", "query=%", "query=%7Bgames%7Bid%7D%7D&variables=%ed%a0%80", "query=%00", "&&&", "%"]
)
def test_a_query_string_that_is_not_even_text_is_refused(one_service: Service, raw: str) -> None:
    check_wellformed(one_service.http.get(f"{one_service.url}?{raw}"))


def test_a_browser_gets_the_explorer_with_files_of_this_service_only(one_service: Service) -> None:
    accepted = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = one_service.http.get(one_service.url, headers=accepted)
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    root = one_service.url.removesuffix("/graphql")
    files = [part.split('"')[0] for part in page.text.split('="graphql')[1:]]
    assert len(files) >= 5
    assert "://" not in page.text
    for file in files:
        assert one_service.http.get(f"{one_service.url}{file}").status_code == 200
    home = one_service.http.get(f"{root}/")
    assert (home.status_code, "/play/static/" in home.text) == (200, True)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_other_methods_are_refused(one_service: Service, method: str) -> None:
    assert one_service.http.request(method, one_service.url).status_code == 405


# ---- noise


def test_bodies_with_random_damage_break_nothing_and_change_nothing(one_service: Service) -> None:
    chance = Random(10)
    table = open_table(one_service, "zeven", 2)
    seen = [table.read(viewer) for viewer in table.viewers()]
    move = "mutation M($input: ApplyMoveInput!) { applyMove(input: $input) { __typename ... on Problem { code } } }"
    wish = {"sessionId": table.id, "move": "play QQ1 @1", "expectedVersion": 3, "idempotencyKey": "k"}
    good = msgspec.json.encode(
        {"query": move, "operationName": "M", "variables": {"input": wish}, "extensions": {"a": [1]}}
    )
    for _ in range(400):
        check_wellformed(table.players[chance.randrange(2)].post(damaged(good, chance)))
    assert [table.read(viewer) for viewer in table.viewers()] == seen


NOISE = [b"", b"\0", b"null", b"{", b"]", b'"', b"\\ud800", b"-1", b"1e999", b"\xff"]


def damaged(body: bytes, chance: Random) -> bytes:
    """Return a body with one to four places changed."""
    text = bytearray(body)
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text))
        noise = chance.choice([*NOISE, chance.randbytes(3)])
        text[start : start + chance.choice([0, 1, 1, 5])] = noise
    return bytes(text)

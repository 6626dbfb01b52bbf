"""Requests of every kind over HTTP: whatever is sent, the answer is coded, nothing changes, and nothing breaks."""

import gzip
from collections.abc import Iterator
from hashlib import sha256
from random import Random

import httpx2
import msgspec
import pytest
from graphql import get_introspection_query

from tests.support.graphql_client import CREATE, Client, Json
from tests.support.graphql_sessions import create, open_table
from tests.support.graphql_stream import Stream
from tests.support.services import Service, seconds_at_most

NEWER = "application/graphql-response+json"
GOOD = b'{"query":"{ games { id } }"}'
MUTATION = "mutation ($input: CreateSessionInput!) { createSession(input: $input) { __typename } }"
SUBSCRIPTION = 'subscription { sessionUpdates(sessionId: "x") { version } }'
DEEP_LIST, DEEP_OBJECT = b"[" * 50_000 + b"]" * 50_000, b'{"a":' * 50_000 + b"1" + b"}" * 50_000


def get(service: Service, **params: str) -> httpx2.Response:
    return service.http.get(service.url, params=params)


def check_refused(answer: httpx2.Response, status: int, code: str) -> Json:
    """Every refusal has the one shape: an error with a code, in JSON."""
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert "data" not in body
    (error,) = body["errors"]
    assert error["extensions"]["code"] == code
    assert error["message"]
    return body


def check_wellformed(answer: httpx2.Response) -> None:
    """The answer is no server error, and each of its errors has a code that is no bug."""
    assert answer.status_code < 500, answer.text
    assert answer.headers["content-type"] in ("application/json", NEWER)
    for error in answer.json().get("errors", []):
        assert error["extensions"]["code"] in ("BAD_REQUEST", "UNAUTHORIZED")


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


# ---- what the client accepts


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
def test_the_answer_has_the_media_type_that_the_client_prefers(
    one_service: Service, accept: str, media_type: str
) -> None:
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


# ---- credentials


@pytest.mark.parametrize(
    "header",
    ["Basic dXNlcjpwdw==", "Bearer", "Bearer a b", "Bearer ä", "token", "Bearer " + "x" * 201, "Bearer a,b"],
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
)  # fmt: skip
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
    assert (home.status_code, home.headers["location"]) == (307, "/graphql")


def test_pages_of_any_origin_may_call(one_service: Service) -> None:
    asked = {"Origin": "https://front.end", "Access-Control-Request-Method": "POST"}
    asked["Access-Control-Request-Headers"] = "authorization, content-type"
    allowed = one_service.http.options(one_service.url, headers=asked)
    assert allowed.status_code == 200
    assert allowed.headers["access-control-allow-origin"] == "*"
    assert "authorization" in allowed.headers["access-control-allow-headers"].lower()
    assert "access-control-allow-credentials" not in allowed.headers


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
def test_other_methods_are_refused(one_service: Service, method: str) -> None:
    assert one_service.http.request(method, one_service.url).status_code == 405


def test_health_and_readiness_are_told(service: Service) -> None:
    root = service.url.removesuffix("/graphql")
    for path in ("healthz", "readyz"):
        answer = service.http.get(f"{root}/{path}")
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert service.http.get(f"{root}/nowhere").status_code == 404


# ---- documents


BAD_DOCUMENTS: dict[str, str] = {
    "syntax": "{ games { id }",
    "a name": "games",
    "NUL": "{ games { id } } \0",
    "an unknown field": "{ games { price } }",
    "an unknown argument": '{ game(name: "zeven") { id } }',
    "no argument": "{ game { id } }",
    "a wrong type": "{ game(id: true) { id } }",
    "no selection": "{ games }",
    "a fragment of itself": "{ games { ...A } } fragment A on Game { ...A }",
    "an unknown fragment": "{ games { ...A } }",
    "an unused variable": "query ($a: Int) { games { id } }",
    "an unknown type": "query ($a: Price) { game(id: $a) { id } }",
    "an unknown directive": "{ games @cache { id } }",
    "only a fragment": "fragment A on Game { id }",
    "a schema": "type A { b: Int }",
    "two operations": "query A { games { id } } query B { games { title } }",
    "an anonymous one among two": "{ games { id } } query B { games { title } }",
    "too deep": "{ games " + "{ rules " * 16 + "{ text }" + " }" * 17,
    "nested without end": "{ games " + "{ rules " * 900 + "{ text }" + " }" * 901,
    "too many aliases": "{" + " ".join(f"a{n}: __typename" for n in range(60)) + "}",
    "too many tokens": "{ games {" + " id" * 2000 + " } }",
    "brackets": "{" * 3000,
    "a lone surrogate escaped": '{ game(id: "\\uD800") { id } }',
    "numbers of 4,500 digits": "{ game(id: " + "9" * 4500 + ") { rule(number: " + "9" * 4500 + ") { text } } }",
}


@pytest.mark.parametrize("name", BAD_DOCUMENTS)
def test_a_document_that_is_wrong_is_not_executed_and_the_reason_is_told(one_service: Service, name: str) -> None:
    body = msgspec.json.encode({"query": BAD_DOCUMENTS[name]})
    for accept, status in (("application/json", 200), (NEWER, 400)):
        answer = Client(one_service).post(body, Accept=accept)
        if "operationName" not in answer.text and "operation" not in answer.text:
            assert answer.status_code == status
        check_wellformed(answer)
        errors = answer.json()["errors"]
        assert "data" not in answer.json()
        assert all(error["message"] and "Something went wrong" not in error["message"] for error in errors)


def test_a_document_that_is_too_long_is_refused_before_it_is_parsed(one_service: Service) -> None:
    answer = Client(one_service).post(msgspec.json.encode({"query": "{ games { id } }" + "\n" * 500_000}))
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["extensions"]["code"] == "BAD_REQUEST"
    assert "10000" in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize("state", ["7", "true", "[]", "{}"])
def test_a_state_that_is_no_text_is_refused_as_it_stands(one_service: Service, state: str) -> None:
    answer = Client(one_service).execute(f"{{ table(state: {state}) {{ __typename }} }}")
    assert [error["extensions"]["code"] for error in answer["errors"]] == ["BAD_REQUEST"]


def test_syntax_errors_say_what_is_expected_and_where(one_service: Service) -> None:
    answer = Client(one_service).execute("{ games { id }")
    assert answer["errors"] == [
        {
            "message": "Syntax Error: Expected Name, found <EOF>.",
            "locations": [{"line": 1, "column": 15}],
            "extensions": {"code": "BAD_REQUEST"},
        }
    ]


def test_of_two_operations_the_one_that_is_named_is_executed(one_service: Service) -> None:
    query = "query A { games { id } } query B { __typename }"
    answer = Client(one_service).post(msgspec.json.encode({"query": query, "operationName": "B"}))
    assert answer.json() == {"data": {"__typename": "Query"}}
    for name in ("C", "", "a", "\0"):
        answer = Client(one_service).post(msgspec.json.encode({"query": query, "operationName": name}))
        check_wellformed(answer)
        assert answer.json()["errors"]


def test_fragments_in_fragments_cost_no_more_than_they_are_long(one_service: Service) -> None:
    fragments = [f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(40)]
    query = " ".join(["{ ...F0 }", *fragments, "fragment F40 on Query { games { id } }"])
    with seconds_at_most(5):
        answer = Client(one_service).execute(query)
    assert answer["errors"][0]["message"].startswith("This asks for more than 24000 values")
    renamed = query.replace("{ games { id } }", "{ a: __typename b: __typename }")
    assert Client(one_service).execute(renamed)["errors"][0]["message"] == "More than 50 fields have an alias."
    few = " ".join(["{ ...F0 }", *fragments[:8], "fragment F8 on Query { __typename }"])
    assert Client(one_service).execute(few) == {"data": {"__typename": "Query"}}
    chain = " ".join(["{ ...F0 }", *(f"fragment F{n} on Query {{ ...F{n + 1} }}" for n in range(440))])
    check_wellformed(Client(one_service).post(msgspec.json.encode({"query": chain})))


def test_what_is_nested_too_deep_is_counted_through_fragments(one_service: Service) -> None:
    nested = "{ node(id: 1) { ...S } } fragment S on Session { view { game { rules { number } } } }"
    assert Client(one_service).execute(nested) == {"data": {"node": None}}
    levels = "{ node(id: 1) { ...F0 } } " + " ".join(
        f"fragment F{n} on Game {{ rules {{ ...F{n + 1} }} }}" for n in range(15)
    )
    answer = Client(one_service).execute(f"{levels} fragment F15 on Game {{ id }}")
    assert "Fields are nested more than 15 deep." in [error["message"] for error in answer["errors"]]


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
def test_what_is_accepted_may_stand_on_several_lines(one_service: Service, lines: list[str], media_type: str) -> None:
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


NUMBER = "9" * 4400


@pytest.mark.parametrize(
    "document",
    [
        f"{{ sessions(first: {NUMBER}) {{ edges {{ cursor }} }} }}",
        f"{{ sessions(first: -{NUMBER}) {{ edges {{ cursor }} }} }}",
        f"query ($first: Int = {NUMBER}) {{ sessions(first: $first) {{ edges {{ cursor }} }} }}",
        f'mutation {{ newTable(input: {{game: "zlam", seats: {NUMBER}}}) {{ __typename }} }}',
    ],
)
def test_an_integer_of_too_many_digits_is_no_bug(one_service: Service, document: str) -> None:
    for _ in range(2):
        (error,) = Client(one_service).execute(document)["errors"]
        assert error["extensions"] == {"code": "BAD_REQUEST"}
        assert error["message"] == "An integer of the document has more digits than are read."


def test_a_variable_of_too_many_digits_is_no_bug(one_service: Service) -> None:
    body = b'{"query": "query ($a: Int) { sessions(first: $a) { edges { cursor } } }", "variables": {"a": %s}}'
    check_refused(Client(one_service).post(body % NUMBER.encode()), 400, "BAD_REQUEST")


def test_a_batch_is_refused_in_plain_words(one_service: Service) -> None:
    refused = Client(one_service).post(b" [" + GOOD + b"]")
    message = check_refused(refused, 400, "BAD_REQUEST")["errors"][0]["message"]
    assert message == "The body is a list. Batches are not taken: send one operation in each request."


DEAL = '(input: {game: "zlam", seats: 2}) { __typename }'
SEVERAL_CHANGES = [
    f"mutation {{ newTable{DEAL} createSession{DEAL} }}",
    f"mutation {{ a: newTable{DEAL} b: newTable{DEAL} }}",
    f"mutation {{ ...A newTable{DEAL} }} fragment A on Mutation {{ ... {{ a: newTable{DEAL} }} }}",
    f"mutation {{ newTable{DEAL} ... on Mutation {{ ... {{ x: newTable{DEAL} }} }} }}",
    f'mutation {{ newTable{DEAL} x: newTable(input: {{game: "zlam", seats: 2}}) @skip(if: true) {{ __typename }} }}',
    f"query A {{ __typename }} mutation B {{ a: newTable{DEAL} b: newTable{DEAL} }}",
]  # fmt: skip
ONE_CHANGE = [
    f"mutation {{ newTable{DEAL} }}",
    f"mutation {{ __typename newTable{DEAL} }}",
    f"mutation {{ newTable{DEAL} newTable{DEAL} ...A }} fragment A on Mutation {{ newTable{DEAL} }}",
    f"mutation A {{ newTable{DEAL} }} mutation B {{ a: newTable{DEAL} }}",
]


@pytest.mark.parametrize("document", SEVERAL_CHANGES)
def test_a_mutation_that_would_change_several_things_changes_none(one_service: Service, document: str) -> None:
    answer = Client(one_service).post(msgspec.json.encode({"query": document, "operationName": named(document, "B")}))
    (error,) = answer.json()["errors"]
    assert error["message"] == "A mutation has one field: send each change in a request of its own."
    assert error["extensions"]["code"] == "BAD_REQUEST"
    assert "data" not in answer.json()


@pytest.mark.parametrize("document", ONE_CHANGE)
def test_a_mutation_of_one_field_is_made_however_it_is_written(one_service: Service, document: str) -> None:
    answer = Client(one_service).post(msgspec.json.encode({"query": document, "operationName": named(document, "A")}))
    assert answer.json()["data"]["newTable"] == {"__typename": "Table"}


def named(document: str, name: str) -> str | None:
    """Return the name of an operation, if the document has one of that name."""
    return name if f"mutation {name}" in document else None


PAGE = "events { edges { cursor node { version sequence kind seat sentence cards { code } } } }"


def test_a_document_that_asks_for_too_much_is_refused_before_anything_is_read(one_service: Service) -> None:
    pages = " ".join(f'p{number}: session(id: "x") {{ {PAGE} }}' for number in range(24))
    answer = Client(one_service).execute(f"{{ {pages} }}")
    (error,) = answer["errors"]
    assert error["message"] == "This asks for more than 24000 values: ask for fewer pages, or fewer fields."
    assert error["extensions"]["code"] == "BAD_REQUEST"
    few = " ".join(f'p{number}: session(id: "x") {{ {PAGE} }}' for number in range(20))
    assert Client(one_service).execute(f"{{ {few} }}")["data"]["p8"] is None


def test_the_introspection_of_tools_passes_every_limit(one_service: Service) -> None:
    query = get_introspection_query(specified_by_url=True, schema_description=True, input_value_deprecation=True)
    schema = Client(one_service).execute(query)["data"]["__schema"]
    assert {one["name"] for one in schema["types"]} >= {"Session", "Move", "Problem"}


def test_a_second_introspection_and_many_variables_are_refused_over_every_transport(one_service: Service) -> None:
    twice = "{ a: __schema { types { name } } b: __schema { types { name } } }"
    refused: dict[str, Json] = {
        "An operation has one `__schema`: ask for each part of it once.": {"query": twice},
        "The variables have more than 1000 values.": {"query": "{ games { id } }", "variables": {"a": [0] * 1000}},
        # A document that is refused is not remembered by its hash.
        "PersistedQueryNotFound": {"extensions": persisted(twice)},
    }
    Client(one_service).post(msgspec.json.encode({"query": twice, "extensions": persisted(twice)}))
    for message, wish in refused.items():
        params = {name: part if name == "query" else msgspec.json.encode(part).decode() for name, part in wish.items()}
        answers = [Client(one_service).post(msgspec.json.encode(wish)), get(one_service, **params)]
        assert [answer.json()["errors"][0]["message"] for answer in answers] == [message, message]
        with Stream(one_service) as stream:
            stream.send({"type": "subscribe", "id": "1", "payload": wish})
            answer = stream.receive()
            assert (answer["type"], answer["payload"][0]["message"]) == ("error", message)


def persisted(document: str) -> Json:
    return {"persistedQuery": {"version": 1, "sha256Hash": sha256(document.encode()).hexdigest()}}


def test_the_schema_can_be_asked_for(one_service: Service) -> None:
    types = Client(one_service).ask("{ __schema { types { name } } }")["types"]
    assert {"name": "Session"} in types


WRONG_VARIABLES: list[Json] = [
    None,
    {},
    {"input": None},
    {"input": []},
    {"input": "zeven"},
    {"input": {"game": "zeven"}},
    {"input": {"game": "zeven", "seats": None}},
    {"input": {"game": "zeven", "seats": "2"}},
    {"input": {"game": "zeven", "seats": 2.5}},
    {"input": {"game": "zeven", "seats": 2**31}},
    {"input": {"game": "zeven", "seats": 10**300}},
    {"input": {"game": "zeven", "seats": True}},
    {"input": {"game": ["zeven"], "seats": 2}},
    {"input": {"game": {"a": 1}, "seats": 2}},
    {"input": {"game": "zeven", "seats": 2, "cheat": True}},
    {"input": {"game": "zeven", "seats": 2, "options": [None]}},
    {"input": {"game": "zeven", "seats": 2, "options": [{"name": "rounds"}]}},
    {"input": {"game": "zeven", "seats": 2, "options": [{"name": "rounds", "value": 3}]}},
    {"input": {"game": "zeven", "seats": 2, "options": {"rounds": 3}}},
    {"input": {"game": "zeven", "seats": 2, "idempotencyKey": 5}},
]


@pytest.mark.parametrize("variables", WRONG_VARIABLES)
def test_variables_of_the_wrong_type_are_refused_before_anything_is_done(one_service: Service, variables: Json) -> None:
    answer = Client(one_service).post(msgspec.json.encode({"query": CREATE, "variables": variables}))
    check_wellformed(answer)
    assert answer.json()["errors"][0]["extensions"]["code"] == "BAD_REQUEST"
    assert answer.json().get("data") is None


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

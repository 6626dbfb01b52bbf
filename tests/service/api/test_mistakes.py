"""Mistakes of beginners: the messages use the terms of JSON and say what to send instead."""

import re
from collections.abc import Iterator

import httpx2
import msgspec
import pytest

from service.rest.endpoint import Endpoint
from service.rest.endpoints import ENDPOINTS
from service.use_cases.mistakes import MOST_LISTED, unknown_field
from tests.service.api.test_catalogue import GAMES
from tests.support.graphql_client import Client, Json
from tests.support.rest_client import JSON, Rest, Table, check_problem
from tools.services import Service

MOVE = "/v1/sessions/none/moves"
SESSIONS = "/v1/sessions"
TABLE: Json = {"game": "zeven", "seats": 2}
# The library's words, and Python's.
FOREIGN = re.compile(r"`(str|int|float|bool|object|array|null)\b|None|True|False|\bnon-null\b|cannot represent|<class")

BODIES: list[tuple[str, Json, str]] = [
    (MOVE, {"move": {"notation": "play A"}}, "Expected a string at `$.move`, got an object: send its `notation`."),
    (
        MOVE,
        {"move": 3},
        "Expected a string at `$.move`, got an integer: send the move's notation, as a legal move gives it.",
    ),
    (
        MOVE,
        {"move": None},
        "Expected a string at `$.move`, got null: send the move's notation, as a legal move gives it.",
    ),
    (MOVE, {}, "The field `move` is missing: send the move's notation, as a legal move gives it."),
    (MOVE, {"notation": "play A"}, "Unknown field `notation`; the only one is `move`."),
    (MOVE, ["pass"], 'Expected an object as the body, got an array: send `{"move": …}`.'),
    (
        MOVE,
        {"move": "pass", "sessionId": "none"},
        "The field `sessionId` does not belong in the body: leave it out, since it is in the address.",
    ),
    (
        MOVE,
        {"move": "pass", "idempotencyKey": "k"},
        "The field `idempotencyKey` does not belong in the body: send it as the header `Idempotency-Key`.",
    ),
    (
        MOVE,
        {"move": "pass", "expectedVersion": 3},
        "The field `expectedVersion` does not belong in the body: send it as the header `If-Match`, in double quotes.",
    ),
    (
        MOVE,
        {"move": "pass", "token": "secret"},
        "Unknown field `token`: send a token in the header `Authorization: Bearer TOKEN`.",
    ),
    (SESSIONS, {**TABLE, "seats": "2"}, "Expected an integer at `$.seats`, got a string: send 2 without quotes."),
    (
        SESSIONS,
        {**TABLE, "seats": 2.5},
        "Expected an integer at `$.seats`, got a number with a fraction: send the number of seats.",
    ),
    (SESSIONS, {**TABLE, "public": "yes"}, "Expected a boolean at `$.public`, got a string: send true or false."),
    (SESSIONS, {**TABLE, "game": {"id": "zar"}}, "Expected a string at `$.game`, got an object: send its `id`."),
    (
        SESSIONS,
        {**TABLE, "options": {"firstSeat": "0"}},
        'Expected an array at `$.options`, got an object: send `[{"name": …, "value": …}]`.',
    ),
    (
        SESSIONS,
        {**TABLE, "options": ["firstSeat"]},
        'Expected an object at `$.options[0]`, got a string: send `{"name": …, "value": …}`.',
    ),
    (
        SESSIONS,
        {**TABLE, "options": [{"key": "firstSeat"}]},
        "Unknown field `key` at `$.options[0]`; the known ones are `name`, `value`.",
    ),
    (
        SESSIONS,
        {**TABLE, "bots": [{"seat": 1}]},
        "The field `level` is missing at `$.bots[0]`: send the bot's level, 1–4: how far it looks ahead.",
    ),
]


@pytest.mark.parametrize(("path", "body", "detail"), BODIES)
def test_a_wrong_body_is_told_with_what_to_send(one_service: Service, path: str, body: Json, detail: str) -> None:
    answer = Rest(one_service).post(path, body, If_Match="*")
    assert check_problem(answer, 422, "INVALID_INPUT")["detail"] == detail


def test_a_name_that_is_nearly_right_is_told_with_the_right_one_and_all_others(one_service: Service) -> None:
    answer = Rest(one_service).post(SESSIONS, {**TABLE, "move_seconds": 5})
    detail = check_problem(answer, 422, "INVALID_INPUT")["detail"]
    assert detail.startswith(
        "Unknown field `move_seconds`, perhaps `moveSeconds` is meant; the known ones are `game`, "
    )
    assert "`bots`" in detail


def test_the_list_of_known_fields_is_bounded() -> None:
    told = unknown_field("x" * 1000, "", [f"field{number}" for number in range(MOST_LISTED + 6)])
    assert told.endswith(f"`field{MOST_LISTED - 1}` and 6 more.")
    assert "x" * 41 not in told


QUERIES = [
    (
        "first=ten",
        'Expected an integer as the parameter `first`, got "ten": '
        "send the maximum number of items; a page has at most 20.",
    ),
    ("limit=3", "Unknown parameter `limit`; the known ones are `game`, `first`, `after`."),
]


@pytest.mark.parametrize(("query", "detail"), QUERIES)
def test_a_wrong_parameter_is_told_with_what_to_send(one_service: Service, query: str, detail: str) -> None:
    assert check_problem(Rest(one_service).get(f"{SESSIONS}?{query}"), 422, "INVALID_INPUT")["detail"] == detail


def test_a_number_of_many_digits_is_told_by_its_kind(one_service: Service) -> None:
    for digits in (30, 400):
        content = b'{"move": ' + b"9" * digits + b"}"
        headers = {"Content-Type": JSON, "If-Match": "*"}
        answer = one_service.http.post(f"{one_service.root}{MOVE}", content=content, headers=headers)
        assert "got an integer: send the move's notation" in check_problem(answer, 422, "INVALID_INPUT")["detail"]


TEXTS = [
    (b"", JSON, 400, 'The body is empty: send JSON such as `{"move": …}`.'),
    (b"{'move': 'pass'}", JSON, 400, "object keys must be strings (byte 1), in double quotes."),
    (b"move=pass", "application/x-www-form-urlencoded", 415, "with the header `Content-Type: application/json`."),
]


@pytest.mark.parametrize(("content", "kind", "status", "end"), TEXTS)
def test_a_body_that_is_no_json_is_told_with_what_to_send(
    one_service: Service, content: bytes, kind: str, status: int, end: str
) -> None:
    headers = {"Content-Type": kind, "If-Match": "*"}
    answer = one_service.http.post(f"{one_service.root}{MOVE}", content=content, headers=headers)
    assert answer.status_code == status
    assert answer.json()["detail"].endswith(end)


ADDRESSES = [
    ("/v1/session", "There is nothing at this address; `/docs` lists those of the API."),
    ("/sessions", "There is nothing at this address; `/docs` lists those of the API."),
    ("/v1/games/chess", f"There is no game 'chess'; the games are {', '.join(GAMES)}."),
    ("/v1/games/zeven/rules/99", "There is no rule with this number; `/v1/games/zeven/rules` lists all."),
]


@pytest.mark.parametrize(("path", "detail"), ADDRESSES)
def test_a_wrong_address_is_told_with_where_to_look(one_service: Service, path: str, detail: str) -> None:
    assert check_problem(Rest(one_service).get(path), 404, "NOT_FOUND")["detail"] == detail


def test_the_host_who_holds_no_seat_is_told_how_to_get_one(one_service: Service) -> None:
    table = Table(one_service).fill()
    answer = table.host.post(f"{table.path}/moves", {"move": "pass"}, If_Match="*")
    assert "take a seat as the host with `joinSession`" in check_problem(answer, 401, "UNAUTHORIZED")["detail"]
    answer = table.spectator.post(f"{table.path}/moves", {"move": "pass"}, If_Match="*")
    assert "joinSession" not in check_problem(answer, 401, "UNAUTHORIZED")["detail"]


# ---- every field of every body

WRONG: list[Json] = [None, True, 7, 2.5, "x", [], ["x"], [7], {}, {"a": 1}]


def _wrong_bodies(endpoint: Endpoint) -> Iterator[Json]:
    yield {}
    for name in endpoint.body_fields:
        for value in WRONG:
            yield {name: value}


def _send(service: Service, endpoint: Endpoint, body: Json) -> httpx2.Response:
    path = re.sub(r"\{\w+\}", "none", endpoint.path)
    headers = {"Content-Type": JSON, "If-Match": "*"}
    return service.http.post(f"{service.root}{path}", content=msgspec.json.encode(body), headers=headers)


def test_no_sentence_about_a_body_has_the_words_of_the_library(one_service: Service) -> None:
    told = set[str]()
    for endpoint in ENDPOINTS:
        if not endpoint.body_fields:
            continue
        for body in _wrong_bodies(endpoint):
            problem = _send(one_service, endpoint, body).json()
            if problem.get("code") == "INVALID_INPUT":
                told.add(problem["detail"])
    assert len(told) > 100
    assert [sentence for sentence in told if FOREIGN.search(sentence)] == []
    vague = [one for one in told if one.startswith("Expected ") and ": send " not in one]
    assert vague == []


# ---- GraphQL

APPLY = "mutation ($i: ApplyMoveInput!) { applyMove(input: $i) { __typename } }"
WHOLE: Json = {"sessionId": "none", "move": "pass"}

VARIABLES: list[tuple[Json, str]] = [
    ({**WHOLE, "move": {"notation": "pass"}}, "Expected a string at `$i.move`, got an object: send its `notation`."),
    (
        {**WHOLE, "expectedVersion": "3"},
        "Expected an integer at `$i.expectedVersion`, got a string: send 3 without quotes.",
    ),
    (
        {**WHOLE, "expectedVersion": 3 * 10**9},
        "Expected an integer at `$i.expectedVersion`, got an integer beyond 32 bits",
    ),
    ({"sessionId": "none"}, "The field `move` is missing at `$i`: send the move's notation, as a legal move gives it."),
    ({**WHOLE, "seatToken": "secret"}, "Unknown field `seatToken` at `$i`: send a token in the header"),
    (
        {**WHOLE, "expected": 3},
        "Unknown field `expected` at `$i`, perhaps `expectedHead` is meant; the known ones are ",
    ),
    ([WHOLE], 'Expected an object at `$i`, got an array: send `{"sessionId": …, "move": …}`.'),
    (None, 'Expected a value at `$i`, got null: send `{"sessionId": …, "move": …}`.'),
]


@pytest.mark.parametrize(("value", "message"), VARIABLES)
def test_a_wrong_variable_is_told_with_what_to_send(one_service: Service, value: Json, message: str) -> None:
    (error,) = Client(one_service).execute(APPLY, i=value)["errors"]
    assert error["message"].startswith(message)
    assert "secret" not in error["message"]
    assert (error["extensions"]["code"], error["locations"]) == ("BAD_REQUEST", [{"line": 1, "column": 11}])


def test_a_long_message_repeats_nothing_that_was_sent(one_service: Service) -> None:
    document = "query ($i: [SeatTokenInput!]!) { mySessions(seats: $i) { __typename } }"
    sent = {"sessionId": "x", "seatToken": "secret", "b" * 3000: 1}
    for error in Client(one_service).execute(document, i=[sent])["errors"]:
        assert "secret" not in error["message"]
    literal = '{ mySessions(seats: [{sessionId: "x", seatToken: {a: "secret", b: "%s"}}]) { __typename } }'
    for error in Client(one_service).execute(literal % ("x" * 2500))["errors"]:
        assert "secret" not in error["message"]


def test_an_item_of_a_variable_is_told_by_its_place(one_service: Service) -> None:
    document = "mutation ($s: [BatchSessionInput!]!) { createSessions(input: {sessions: $s}) { __typename } }"
    (error,) = Client(one_service).execute(document, s=[TABLE, {**TABLE, "seats": True}])["errors"]
    assert error["message"] == "Expected an integer at `$s[1].seats`, got a boolean: send the number of seats."


DOCUMENTS = [
    (
        'mutation { createSession(input: {game: "zar", seats: "2"}) { __typename } }',
        "got a string: send 2 without quotes.",
    ),
    (
        "mutation { createSession(input: {game: zar, seats: 2}) { __typename } }",
        'got the name `zar`: send "zar", in quotes.',
    ),
    (
        'mutation { createSession(input: {game: "zar"}) { __typename } }',
        "`seats` is missing: send the number of seats.",
    ),
    (
        'mutation { createSession(input: {game: "zar", seats: 2, options: "a"}) { __typename } }',
        "Expected an object, got a string: send `{name: …, value: …}`.",
    ),
    (
        'mutation { applyMove(move: "pass") { __typename } }',
        "Unknown argument 'move' on field 'Mutation.applyMove'. Write `applyMove(input: {move: …})`.",
    ),
    ("{ createSession { __typename } }", "`createSession` is a mutation: write `mutation { createSession… }`."),
    ("{ table(state: 3) { __typename } }", 'Expected a string, got an integer: send "3", in quotes.'),
    (
        'mutation { createSession(input: {"game": "zar"}) { __typename } }',
        "the names of fields and arguments have no quotes.",
    ),
]


@pytest.mark.parametrize(("document", "end"), DOCUMENTS)
def test_a_wrong_document_is_told_with_what_to_write(one_service: Service, document: str, end: str) -> None:
    errors = Client(one_service).execute(document)["errors"]
    assert errors[0]["message"].endswith(end)
    assert not any(FOREIGN.search(error["message"]) for error in errors)


REQUESTS = [
    (b"", "it is empty; send JSON such as"),
    (b"{games{id}}", 'send JSON such as `{"query": "…", "variables": {…}}`.'),
    (b'{"query": "{games{id}}", "variables": "{}"}', "Expected an object at `$.variables`, got a string; send"),
]


@pytest.mark.parametrize(("body", "part"), REQUESTS)
def test_a_body_that_is_no_request_is_told_with_what_one_is(one_service: Service, body: bytes, part: str) -> None:
    (error,) = Client(one_service).post(body).json()["errors"]
    assert part in error["message"]

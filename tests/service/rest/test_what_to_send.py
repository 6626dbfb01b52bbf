"""Refusals before any use case: they say what to send, and name the part of the request that is wrong."""

import pytest

from service.rest.endpoint import Endpoint
from service.rest.endpoints import ENDPOINTS
from tests.support.rest_client import JSON, Rest, Table, check_problem
from tools.services import Service

NO_BODY = "There is no body: send {} with the header `Content-Type: application/json`."
WITH_BODY = [endpoint for endpoint in ENDPOINTS if endpoint.needs_body]
SOME_TABLE = "/v1/sessions/none"


def path_of(endpoint: Endpoint) -> str:
    return endpoint.path.format(game="zeven", number="1", sessionId="x", batchId="x", tournamentId="x", webhookId="x")


# ---- methods

METHODS = [
    (
        "PUT",
        "/v1/sessions",
        "This address takes GET, POST, HEAD and OPTIONS, not PUT: read it by GET, or send JSON such as "
        '`{"game": …, "seats": …}` by POST.',
    ),
    ("DELETE", SOME_TABLE, "This address takes GET, HEAD and OPTIONS, not DELETE: read it by GET."),
    (
        "GET",
        f"{SOME_TABLE}/moves",
        'This address takes POST and OPTIONS, not GET: send JSON such as `{"move": …}` by POST.',
    ),
    (
        "GET",
        f"{SOME_TABLE}/resign",
        "This address takes POST and OPTIONS, not GET: send it by POST, without a body.",
    ),
    *[
        ("POST", path, "This address takes GET and HEAD, not POST: read it by GET.")
        for path in ("/openapi.json", "/docs", "/schema.graphql", "/problems/BUSY", "/livez", "/metrics", "/play")
    ],
]


@pytest.mark.parametrize(("method", "path", "detail"), METHODS)
def test_a_wrong_method_is_told_with_the_right_ones(one_service: Service, method: str, path: str, detail: str) -> None:
    answer = one_service.http.request(method, f"{one_service.root}{path}")
    assert check_problem(answer, 405, "METHOD_NOT_ALLOWED")["detail"] == detail
    assert answer.headers["allow"]


def test_a_wrong_method_of_graphql_is_told_with_the_right_ones(one_service: Service) -> None:
    answer = one_service.http.put(one_service.url, json={"query": "{ games { id } }"})
    assert answer.status_code == 405
    (error,) = answer.json()["errors"]
    assert error == {
        "message": "This address takes GET, HEAD and POST, not PUT: "
        'send JSON such as `{"query": "…", "variables": {…}}` by POST.',
        "extensions": {"code": "METHOD_NOT_ALLOWED"},
    }


# ---- bodies


@pytest.mark.parametrize("endpoint", WITH_BODY, ids=lambda endpoint: endpoint.id)
def test_a_missing_body_is_told_with_the_form_of_one(one_service: Service, endpoint: Endpoint) -> None:
    answer = one_service.http.post(f"{one_service.root}{path_of(endpoint)}", headers={"If-Match": "*"})
    problem = check_problem(answer, 415, "UNSUPPORTED_MEDIA_TYPE")
    assert problem["detail"] == NO_BODY.format(endpoint.form)
    assert problem["path"] == ["Content-Type"]


def test_a_body_may_be_missing_or_empty_where_no_field_is_required(one_service: Service) -> None:
    table = Table(one_service)
    seats = f"{one_service.root}{table.path}/seats"
    assert one_service.http.post(seats).status_code == 201
    assert table.spectator.post(f"{table.path}/seats", {}).status_code == 201
    # This table is full.
    empty = one_service.http.post(seats, content=b"", headers={"Content-Type": JSON})
    assert check_problem(empty, 409, "SEAT_TAKEN")


def test_what_is_no_json_is_refused_also_where_no_body_is_required(one_service: Service) -> None:
    seats = f"{one_service.root}{Table(one_service).path}/seats"
    form = one_service.http.post(seats, data={"seat": "0"})
    check_problem(form, 415, "UNSUPPORTED_MEDIA_TYPE")
    gone_wrong = one_service.http.post(seats, content=iter([b" "]), headers={"Content-Type": JSON})
    check_problem(gone_wrong, 400, "BAD_REQUEST")


def test_the_form_of_a_body_has_what_is_required_and_nothing_else() -> None:
    forms = {endpoint.id: endpoint.form for endpoint in ENDPOINTS if endpoint.body_fields}
    assert forms["joinSession"] == "`{}`"
    assert forms["applyMove"] == '`{"move": …}`'
    assert forms["addBot"] == '`{"seat": …, "level": …}`'


def test_a_missing_body_of_graphql_is_told_with_the_form_of_one(one_service: Service) -> None:
    answer = one_service.http.post(one_service.url)
    assert answer.status_code == 415
    assert answer.json()["errors"][0]["message"] == NO_BODY.format('`{"query": "…"}`')


# ---- headers

HEADERS = [
    ({"If-Match": None}, 428, "PRECONDITION_REQUIRED", "If-Match"),
    ({"If-Match": "7"}, 422, "INVALID_INPUT", "If-Match"),
    ({"If-Match": '"1"', "Idempotency-Key": '"'}, 422, "INVALID_INPUT", "Idempotency-Key"),
    ({"Accept": "text/csv"}, 406, "NOT_ACCEPTABLE", "Accept"),
    ({"Content-Type": "text/plain"}, 415, "UNSUPPORTED_MEDIA_TYPE", "Content-Type"),
    ({"Content-Encoding": "gzip"}, 415, "UNSUPPORTED_MEDIA_TYPE", "Content-Encoding"),
    ({"Authorization": "Ada"}, 401, "UNAUTHORIZED", "Authorization"),
]


@pytest.mark.parametrize(("sent", "status", "code", "name"), HEADERS)
def test_a_wrong_header_is_named(
    one_service: Service, sent: dict[str, str | None], status: int, code: str, name: str
) -> None:
    own = {"Content-Type": JSON, "If-Match": "*", **sent}
    headers = {key: value for key, value in own.items() if value is not None}
    url = f"{one_service.root}{SOME_TABLE}/moves"
    answer = one_service.http.post(url, content=b'{"move": "pass"}', headers=headers)
    assert check_problem(answer, status, code)["path"] == [name]


def test_a_refusal_of_no_part_of_a_request_has_no_path(one_service: Service) -> None:
    assert "path" not in check_problem(Rest(one_service).get("/v1/nowhere"), 404, "NOT_FOUND")

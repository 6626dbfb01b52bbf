"""The headers for browsers: the allowed pages, the readable headers, and caching."""

import pytest

from tests.service.guards.conftest import Start
from tools.services import Service

QUERY = {"query": "{ __typename }"}
GOOD = "https://play.example"
BAD = "https://elsewhere.example"
READABLE = {"ETag", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "traceresponse", "X-Request-Id"}
SENDABLE = (
    "authorization,content-type,croupier-app-key,idempotency-key,if-match,if-none-match,last-event-id,"
    "traceparent,x-request-id"
)


def listed(header: str) -> set[str]:
    return {part.strip() for part in header.split(",")}


def preflight(origin: str, method: str = "POST", headers: str = SENDABLE) -> dict[str, str]:
    return {"Origin": origin, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_every_page_may_send_what_the_api_takes(plain: Service, method: str) -> None:
    allowed = plain.http.options(plain.url, headers=preflight(GOOD, method))
    assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (200, "*")
    assert "access-control-allow-credentials" not in allowed.headers


def test_a_page_may_not_send_what_the_api_does_not_take(plain: Service) -> None:
    assert plain.http.options(plain.url, headers=preflight(GOOD, "TRACE")).status_code == 400
    assert plain.http.options(plain.url, headers=preflight(GOOD, headers="cookie")).status_code == 400


@pytest.mark.parametrize("path", ["/graphql", "/nowhere"])
def test_a_page_may_read_what_clients_need(plain: Service, path: str) -> None:
    answer = plain.http.post(f"{plain.root}{path}", json=QUERY, headers={"Origin": GOOD})
    assert answer.headers["access-control-allow-origin"] == "*"
    assert listed(answer.headers["access-control-expose-headers"]) >= READABLE


def test_with_a_list_of_origins_only_their_pages_may_call(start: Start) -> None:
    service = start(cors_origins=f"{GOOD},http://localhost:5173")
    for origin in (GOOD, "http://localhost:5173"):
        allowed = service.http.options(service.url, headers=preflight(origin))
        assert (allowed.status_code, allowed.headers["access-control-allow-origin"]) == (200, origin)
        answer = service.http.post(service.url, json=QUERY, headers={"Origin": origin})
        assert answer.headers["access-control-allow-origin"] == origin
        assert "Origin" in listed(answer.headers["vary"])
    for origin in (BAD, f"{GOOD}.elsewhere.example", "null"):
        assert service.http.options(service.url, headers=preflight(origin)).status_code == 400
        answer = service.http.post(service.url, json=QUERY, headers={"Origin": origin})
        assert "access-control-allow-origin" not in answer.headers
    assert service.http.post(service.url, json=QUERY).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "kept"),
    [
        ("POST", "/graphql", "no-store"),
        ("GET", "/nowhere", "no-store"),
        ("GET", "/readyz", "no-store"),
        ("GET", "/graphql/static/index.html", "private, no-cache"),
        ("GET", "/openapi.json", "public, max-age=300"),
        ("GET", "/schema.graphql", "public, max-age=300"),
    ],
)
def test_answers_are_kept_only_where_they_have_a_tag(plain: Service, method: str, path: str, kept: str) -> None:
    answer = plain.http.request(method, f"{plain.root}{path}", json=QUERY if method == "POST" else None)
    assert answer.headers["cache-control"] == kept
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("path", "varies"),
    [
        ("/graphql", {"Origin"}),
        ("/v1/sessions", {"Authorization", "Accept", "Accept-Language", "Croupier-Language", "Origin"}),
        ("/v1/games", {"Authorization", "Accept", "Accept-Encoding", "Accept-Language", "Croupier-Language", "Origin"}),
        ("/docs", {"Accept-Encoding", "Origin"}),
        ("/problems/BUSY", {"Accept", "Accept-Encoding", "Origin"}),
    ],
)
def test_an_answer_to_no_page_says_once_by_what_it_varies(plain: Service, path: str, varies: set[str]) -> None:
    answer = plain.http.get(f"{plain.root}{path}")
    assert len(answer.headers.get_list("vary")) == 1
    assert listed(answer.headers["vary"]) == varies


def test_headers_that_a_response_sets_itself_are_kept(plain: Service) -> None:
    answer = plain.http.get(f"{plain.root}/openapi.json")
    for name in ("cache-control", "x-content-type-options", "referrer-policy", "vary"):
        assert len(answer.headers.get_list(name)) == 1

"""Refusals over HTTP, and the properties of every response."""

import httpx2

from tests.support.graphql_client import Json
from tools.services import Service

NEWER = "application/graphql-response+json"


def get(service: Service, **params: str) -> httpx2.Response:
    return service.http.get(service.url, params=params)


def check_refused(answer: httpx2.Response, status: int, code: str) -> Json:
    """Check that every refusal has the one shape: an error with a code, in JSON."""
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert "data" not in body
    (error,) = body["errors"]
    assert error["extensions"]["code"] == code
    assert error["message"]
    return body


def check_wellformed(answer: httpx2.Response) -> None:
    """Check that the response is no server error, and each of its errors has a code that is no bug."""
    assert answer.status_code < 500, answer.text
    assert answer.headers["content-type"] in ("application/json", NEWER)
    for error in answer.json().get("errors", []):
        assert error["extensions"]["code"] in ("BAD_REQUEST", "UNAUTHORIZED")

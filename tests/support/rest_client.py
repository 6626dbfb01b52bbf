"""A caller of the REST API that validates every response against the OpenAPI document."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import httpx2
import jsonschema_rs
import msgspec

from service.rest.openapi import make_document
from tests.support.graphql_client import Json, Server
from tests.support.openapi import write_out

JSON = "application/json"
PROBLEM = "application/problem+json"


class Rest:
    """A caller; `token` is the bearer token of a seat or a host, if it has one."""

    def __init__(self, service: Server, token: str | None = None) -> None:
        self.service = service
        self.token = token

    def ask(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> httpx2.Response:
        """Send a request and return the response, which must be one of those in the document."""
        sent: dict[str, str] = {}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            sent["Content-Type"] = JSON
        content = None if body is None else msgspec.json.encode(body)
        answer = self.service.http.request(
            method, f"{self.service.root}{path}", content=content, headers={**sent, **(headers or {})}
        )
        check_answer(method, path, answer)
        return answer

    def get(self, path: str, **headers: str) -> httpx2.Response:
        """Send a GET request; `headers` have _ in place of -."""
        return self.ask("GET", path, headers=_named(headers))

    def post(self, path: str, body: object = None, **headers: str) -> httpx2.Response:
        """Send a POST request; `headers` have _ in place of -."""
        return self.ask("POST", path, body, _named(headers))

    def done(self, path: str, body: object = None, **headers: str) -> Json:
        """Send a change, which must be possible, at any version."""
        answer = self.post(path, body, **{"If_Match": "*", **headers})
        assert answer.status_code in (200, 201), answer.text
        return answer.json()


class Table:
    """A session over REST, with its host and a caller for each seat."""

    def __init__(self, service: Server, game: str = "zeven", seats: int = 2, **setup: object) -> None:
        self.service = service
        made = Rest(service).done("/v1/sessions", {"game": game, "seats": seats, **setup})
        self.id: str = made["session"]["id"]
        self.path = f"/v1/sessions/{self.id}"
        self.host = Rest(service, made["hostToken"])
        self.spectator = Rest(service)
        self.seats: list[Rest] = []

    def fill(self) -> "Table":
        """Take every seat."""
        for _ in self.spectator.get(self.path).json()["seats"]:
            joined = self.spectator.done(f"{self.path}/seats", {})
            self.seats.append(Rest(self.service, joined["seatToken"]))
        return self

    def read(self, seat: int | None = None) -> Json:
        """Return the session as a seat or a spectator sees it."""
        return self.viewer(seat).get(self.path).json()

    def viewer(self, seat: int | None) -> Rest:
        """Return the caller of a seat, or a spectator."""
        return self.spectator if seat is None else self.seats[seat]

    def turn(self) -> int:
        """Return the first active seat."""
        seat: int = self.read()["view"]["turn"][0]
        return seat

    def legal(self, seat: int) -> list[str]:
        """Return the legal moves of a seat."""
        moves = self.seats[seat].get(f"{self.path}/legal-moves").json()["moves"]
        return [move["notation"] for move in moves]


def check_problem(answer: httpx2.Response, status: int, code: str) -> Json:
    """Check that a failure has the one shape: problem details with a stable code."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == PROBLEM
    problem = answer.json()
    assert (problem["code"], problem["status"], problem["type"]) == (code, status, f"/problems/{code}")
    assert problem["title"]
    assert problem["detail"]
    return problem


def check_answer(method: str, path: str, answer: httpx2.Response) -> None:
    """Check a response against the document, if it has the operation."""
    operation = _find(method.lower().replace("head", "get"), path.partition("?")[0])
    if operation is None or answer.status_code >= 500:
        return
    described = operation["responses"].get(str(answer.status_code))
    assert described is not None, f"{operation['operationId']} gives {answer.status_code}: {answer.text}"
    media_type = answer.headers.get("content-type", "")
    if answer.content and media_type in described.get("content", {}):
        _validator(operation["operationId"], str(answer.status_code), media_type).validate(answer.json())
    elif method != "HEAD":
        assert not described.get("content"), f"{media_type} is not in the document"
    for name, header in described.get("headers", {}).items():
        assert name in answer.headers or not header["required"]


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def _find(method: str, path: str) -> Json | None:
    for template, item in _document()["paths"].items():
        if method in item and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            return item[method]
    return None


@cache
def _document() -> Json:
    return write_out(make_document())


@cache
def _validator(operation_id: str, status: str, media_type: str) -> Any:  # noqa: ANN401  the library's own
    document = _document()
    operations = (one for item in document["paths"].values() for one in item.values())
    operation = next(one for one in operations if one["operationId"] == operation_id)
    schema = operation["responses"][status]["content"][media_type]["schema"]
    return jsonschema_rs.Draft202012Validator({**schema, "components": document["components"]})

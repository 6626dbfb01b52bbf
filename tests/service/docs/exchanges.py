"""Requests to REST as a page shows them, each with its response, as they go over the wire.

A block begins with the request: its line, the headers that matter, an empty line, and the body. The response follows
in the same form. `Content-Type` is left out, and so are the headers and the fields of a response that do not matter:
REST returns whole objects. Of a stream, the lines that matter are shown.
"""

import re
import time
from collections.abc import Mapping
from typing import NamedTuple

import httpx2
import msgspec

from tests.service.docs.pages import OMITTED, Known, fill_in, fill_in_json, is_like, learn, learn_text
from tests.support.graphql_client import Json
from tests.support.rest_client import Rest
from tools.services import Service

STREAMS = ("text/event-stream", "application/x-ndjson")

_REQUEST = re.compile(r"(?:GET|POST) /\S+ HTTP/1\.1")
_STATUS = re.compile(r"^HTTP/1\.1 \d{3} .+$", re.MULTILINE)


class Message(NamedTuple):
    """A request or a response: its first line, its headers, and its body, which may be empty."""

    start: str
    headers: Mapping[str, str]
    body: str


class Exchange(NamedTuple):
    """A request, and the response to it."""

    request: Message
    response: Message

    @property
    def method(self) -> str:
        """The method of the request."""
        return self.request.start.split()[0]

    @property
    def target(self) -> str:
        """The path of the request, with its query."""
        return self.request.start.split()[1]


def read_exchange(text: str) -> Exchange:
    """Return the request and the response of a block."""
    status = _STATUS.search(text)
    assert status is not None, f"no response stands below the request:\n{text}"
    exchange = Exchange(_read_message(text[: status.start()]), _read_message(text[status.start() :]))
    assert _REQUEST.fullmatch(exchange.request.start), f"{exchange.request.start!r} is no line of a request"
    return exchange


def _read_message(text: str) -> Message:
    head, _, body = text.strip().partition("\n\n")
    start, *lines = head.split("\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return Message(start, headers, body)


def run_request(text: str, service: Service, known: Known, where: str) -> None:
    """Send the request of a block, and check that the response is the one shown.

    When it comes too early, and the page shows another response, it is sent again as soon as the service allows it.
    """
    exchange = read_exchange(text)
    if exchange.response.headers.get("Content-Type") in STREAMS:
        _follow(exchange, service, known, where)
        return
    response = _send(exchange, service, known)
    while (wait := _waits(response)) and '"TOO_EARLY"' not in exchange.response.body:
        time.sleep(wait / 1000)  # As long as the response says, as the page advises.
        response = _send(exchange, service, known)
    _check(exchange.response, response, known, where)


def _follow(exchange: Exchange, service: Service, known: Known, where: str) -> None:
    """Read a stream until the shown lines have come, whatever comes between them."""
    url = f"{service.root}{fill_in(exchange.target, known)}"
    with service.http.stream(exchange.method, url, headers=_headers_of(exchange, known)) as response:
        assert exchange.response.start == _start_of(response)
        lines = response.iter_lines()
        for shown in fill_in(exchange.response.body, known).splitlines():
            assert any(is_like(line, shown) for line in lines), f"{where} ends without {shown!r}"


def _send(exchange: Exchange, service: Service, known: Known) -> httpx2.Response:
    body = exchange.request.body
    given = msgspec.json.decode(fill_in_json(body, known)) if body else None
    return Rest(service).ask(exchange.method, fill_in(exchange.target, known), given, _headers_of(exchange, known))


def _headers_of(exchange: Exchange, known: Known) -> dict[str, str]:
    return {name: fill_in(value, known) for name, value in exchange.request.headers.items()}


def _start_of(response: httpx2.Response) -> str:
    return f"HTTP/1.1 {response.status_code} {response.reason_phrase}"


def _waits(response: httpx2.Response) -> int:
    """Return after how many milliseconds an act is no longer too early, 0 if it is not now."""
    if response.status_code != 409:
        return 0
    problem: Json = response.json()
    return max(1, problem["retryAfterMillis"]) if problem["code"] == "TOO_EARLY" else 0


def _check(shown: Message, response: httpx2.Response, known: Known, where: str) -> None:
    assert shown.start == _start_of(response), f"{where} is answered with {_start_of(response)!r}: {response.text}"
    if shown.body:
        learn(_with_others(msgspec.json.decode(shown.body)), response.json(), known, where)
    else:
        assert response.content == b"", f"{where} has a body: {response.text}"
    for name, value in shown.headers.items():
        learn_text(value, response.headers.get(name), known, f"{where}, {name}")


def _with_others(shown: Json) -> Json:
    """Return what a page shows with other fields in each object."""
    if isinstance(shown, dict):
        return {OMITTED: OMITTED} | {name: _with_others(value) for name, value in shown.items()}
    if isinstance(shown, list):
        return [_with_others(item) for item in shown]
    return shown

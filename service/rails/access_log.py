"""One log line and one count for every request, and the ids by which it is found again.

`X-Request-Id` is the client's, if it is well-formed, else a new one; `traceparent` (W3C Trace Context) is continued, or
a new trace begun, and `traceresponse` tells which. Both ids are in every log line written on behalf of the request.
Paths, query strings, headers and bodies are in none: a route is named by its template.
"""

import asyncio
import os
import re
import time
from collections.abc import Sequence
from http import HTTPMethod

import msgspec
import structlog
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from service.http.error_responses import answer_fault
from service.http.response import Field, Fields, OutgoingResponse
from service.observability import metrics
from service.observability.logs import REQUEST_FACTS
from service.rails.cors import allow_pages, complete, complete_for_no_page

UNROUTED = "(none)"
WEBSOCKET = "WEBSOCKET"

_REQUEST_ID = re.compile(rb"[A-Za-z0-9_-]{8,64}")
# Version 00 has four fields; a later version may have more (W3C Trace Context, 3.2.2 and 4.3).
_TRACEPARENT = re.compile(
    rb"(?!ff)(?P<version>[0-9a-f]{2})-(?!0{32})(?P<trace>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-(?P<flags>[0-9a-f]{2})"
    rb"(?P<more>-.*)?"
)
_METHODS = frozenset(HTTPMethod.__members__)
_WHOLE = (Route, WebSocketRoute)

log = structlog.get_logger("croupier.requests")


class RequestIds(msgspec.Struct, frozen=True):
    """By what a request is found: in the logs, and in the trace that it is a part of."""

    request: str
    trace: str
    span: str
    flags: str

    def headers(self) -> tuple[Field, Field]:
        """Return the headers that tell them to the client."""
        trace = f"00-{self.trace}-{self.span}-{self.flags}"
        return (b"x-request-id", self.request.encode()), (b"traceresponse", trace.encode())


class AccessLog:
    """The way in and out of every request: ids, headers for browsers, an answer to a bug, a log line and counts.

    `quiet` paths are logged at debug level while all is well; pages of `origins` may call.
    """

    def __init__(self, app: ASGIApp, quiet: frozenset[str], origins: Sequence[str] = ()) -> None:
        self._app = app
        self._for_pages = allow_pages(self._serve, origins)
        self._quiet = quiet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        ids = read_ids(scope["headers"])
        serve: ASGIApp = self._serve
        answer = OutgoingResponse(scope, send, ids.headers())
        if scope["type"] == "websocket":
            metrics.websockets_open.inc()
        elif b"origin" in dict(scope["headers"]):
            serve, answer.complete = self._for_pages, complete
        else:
            answer.complete = complete_for_no_page
        start = time.perf_counter()
        before = REQUEST_FACTS.set({"request_id": ids.request, "trace_id": ids.trace})
        try:
            await serve(scope, receive, answer.send)
        finally:
            self._record(scope, answer.status, time.perf_counter() - start)
            REQUEST_FACTS.reset(before)
            answer.forget(scope)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - it is logged and answered
            await answer_fault(error, scope, receive, send)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = method_of(scope), route_of(scope)
        metrics.http_requests(route, method, status).inc()
        if scope["type"] == "http":
            metrics.http_seconds(route, method).observe(seconds)
        else:
            # How long a connection stays open says nothing about the service.
            metrics.websockets_open.dec()
        write = log.debug if status < 400 and scope["path"] in self._quiet else log.info
        write("request", method=method, route=route, status=status, milliseconds=round(seconds * 1000, 1))


def read_ids(headers: Fields) -> RequestIds:
    """Return the ids of a request: those that it brings, as far as they are well-formed, and new ones for the rest."""
    request: str | None = None
    trace, flags = None, "00"
    for name, value in headers:
        if name == b"x-request-id" and _REQUEST_ID.fullmatch(value):
            request = value.decode()
        elif name == b"traceparent" and (match := _TRACEPARENT.fullmatch(value)) and _is_known(match):
            trace, flags = match["trace"].decode(), match["flags"].decode()
    # Asked for once: each question is a system call.
    new = os.urandom(40).hex()
    return RequestIds(request or new[:32], trace or new[32:64], new[64:], flags)


def _is_known(match: re.Match[bytes]) -> bool:
    return match["version"] != b"00" or match["more"] is None


def method_of(scope: Scope) -> str:
    """Return the method, as one of a few words."""
    if scope["type"] == "websocket":
        return WEBSOCKET
    return scope["method"] if scope["method"] in _METHODS else "OTHER"


def route_of(scope: Scope) -> str:
    """Return the template of the route that took the request: nothing of what the client wrote is in it."""
    route = scope.get("route")
    if isinstance(route, _WHOLE):
        # Inside a mount, the root path is that mount's, which has no parameters here.
        return f"{scope.get('root_path', '')}{route.path}"
    return route.path if isinstance(route, Mount) else UNROUTED

"""One log line and one count for every request, and the ids that identify it.

`X-Request-Id` is the client's, if it is well-formed, else a new one; `traceparent` (W3C Trace Context) is continued, or
a new trace begun, and `traceresponse` names it. Both ids are in every log line of the request. No log line holds a
path, query string, header or body: a route is named by its template.
"""

import asyncio
import os
import re
import time
from collections.abc import Sequence
from functools import partial
from http import HTTPMethod

import msgspec
import structlog
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from service.http.call import Answer, Call
from service.http.error_responses import GONE, answer_fault
from service.http.response import OutgoingResponse, RawHeader, RawHeaders, complete_for_no_page, complete_headers
from service.observability import metrics
from service.observability.logs import REQUEST_FACTS, log_request
from service.rails.cors import allow_pages

UNROUTED = "(none)"
WEBSOCKET = "WEBSOCKET"

_REQUEST_ID = re.compile(rb"[A-Za-z0-9_-]{8,64}")
# Version 00 has four fields; a later version may have more (W3C Trace Context, 3.2.2 and 4.3).
_TRACEPARENT = re.compile(
    rb"(?!ff)(?P<version>[0-9a-f]{2})-(?!0{32})(?P<trace>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-(?P<flags>[0-9a-f]{2})"
    rb"(?P<more>-.*)?"
)
_METHODS = frozenset(HTTPMethod.__members__)
_LEAF_ROUTES = (Route, WebSocketRoute)

log = structlog.get_logger("croupier.requests")


class RequestIds(msgspec.Struct, frozen=True):
    """The ids of a request: in the logs, and in the trace that it is a part of."""

    request: str
    trace: str
    span: str
    flags: str

    def headers(self) -> tuple[RawHeader, RawHeader]:
        """Return the response headers with these ids."""
        trace = f"00-{self.trace}-{self.span}-{self.flags}"
        return (b"x-request-id", self.request.encode()), (b"traceresponse", trace.encode())


class AccessLog:
    """The outermost layer of every request: ids, headers for browsers, the response to a bug, a log line and counts.

    Requests of `quiet` paths that succeed are logged at debug level; pages of `origins` may call.
    """

    def __init__(self, app: ASGIApp, quiet: frozenset[str], origins: Sequence[str] = ()) -> None:
        self._app = app
        self._app_for_pages = allow_pages(app, origins)
        self._origins = origins
        self._quiet = quiet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        app: ASGIApp = self._app
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
            return
        ids = read_ids(scope["headers"])
        answer = OutgoingResponse(send, complete_for_no_page, ids.headers())
        if scope["type"] == "websocket":
            answer.complete = list
            metrics.websockets_open.inc()
        elif b"origin" in dict(scope["headers"]):
            app, answer.complete = self._app_for_pages, complete_headers
        start = time.perf_counter()
        before = REQUEST_FACTS.set({"request_id": ids.request, "trace_id": ids.trace})
        try:
            await app(scope, receive, answer.send)
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - it is logged and answered
            await self._answer_fault(error, answer, app, scope, receive)
        finally:
            self._record(scope, answer.status, time.perf_counter() - start)
            REQUEST_FACTS.reset(before)

    async def answer(self, call: Call) -> None:
        """Answer a request whose body has arrived like any other, but in one piece if it can be.

        It comes from no page: its answer needs no CORS headers.
        """
        ids = read_ids(call.scope["headers"])
        start, status = time.perf_counter(), GONE
        REQUEST_FACTS.set({"request_id": ids.request, "trace_id": ids.trace})
        try:
            answer = await call.endpoint.answer(call.scope, call.receive, call.body)
            if isinstance(answer, Answer):
                status = answer.status
                if (written := call.respond(answer, ids.headers())) is not None:
                    await written
            else:
                status = await _answer_over_asgi(answer, call, ids)
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - it is logged and answered
            status = await _answer_over_asgi(partial(_raise, error), call, ids)
        finally:
            self._record(call.scope, status, time.perf_counter() - start)

    async def _answer_fault(
        self, error: BaseException, answer: OutgoingResponse, app: ASGIApp, scope: Scope, receive: Receive
    ) -> None:
        """Answer a bug; a page may read this response like any other."""
        fault: ASGIApp = partial(answer_fault, error, answer)
        allowed = fault if app is self._app else allow_pages(fault, self._origins)
        await allowed(scope, receive, answer.send)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = WEBSOCKET, route_of(scope)
        if scope["type"] == "http":
            method = scope["method"] if scope["method"] in _METHODS else "OTHER"
            metrics.http_seconds[route, method].append(seconds)
        else:
            # How long a connection stays open says nothing about the service.
            metrics.websockets_open.dec()
        metrics.http_requests[route, method, status] += 1
        facts = {"method": method, "route": route, "status": status, "milliseconds": round(seconds * 1000, 1)}
        if status < 400 and scope["path"] in self._quiet:
            log.debug("request", **facts)
        else:
            log_request(facts)


async def _answer_over_asgi(app: ASGIApp, call: Call, ids: RequestIds) -> int:
    """Have an application send the answer to a call, and return its status."""
    receive, send = call.become_cycle()
    answer = OutgoingResponse(send, complete_for_no_page, ids.headers())
    try:
        await app(call.scope, receive, answer.send)
    except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - it is logged and answered
        await answer_fault(error, answer, call.scope, receive, answer.send)
    return answer.status


async def _raise(error: BaseException, _scope: Scope, _receive: Receive, _send: Send) -> None:
    raise error


def read_ids(headers: RawHeaders) -> RequestIds:
    """Return the ids of a request: the client's where they are well-formed, else new ones."""
    request: str | None = None
    trace, flags = None, "00"
    for name, value in headers:
        if name == b"x-request-id" and _REQUEST_ID.fullmatch(value):
            request = value.decode()
        elif name == b"traceparent" and (match := _TRACEPARENT.fullmatch(value)) and _is_supported(match):
            trace, flags = match["trace"].decode(), match["flags"].decode()
    # One call for all ids: each is a system call.
    new = os.urandom(40).hex()
    return RequestIds(request or new[:32], trace or new[32:64], new[64:], flags)


def _is_supported(match: re.Match[bytes]) -> bool:
    return match["version"] != b"00" or match["more"] is None


def route_of(scope: Scope) -> str:
    """Return the template of the route that served the request; it holds no text of the client."""
    route = scope.get("route")
    if isinstance(route, _LEAF_ROUTES):
        # Inside a mount, the root path is that mount's, which has no parameters here.
        return f"{scope.get('root_path', '')}{route.path}"
    return route.path if isinstance(route, Mount) else UNROUTED

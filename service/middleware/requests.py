"""The middleware around both APIs: it refuses requests, adds their ids, and logs and counts each of them once.

A well-formed `X-Request-Id` of the client is kept, else a new one is made. `traceparent` (W3C Trace Context) is
continued, or a new trace begins; `traceresponse` names it. Every log line of the request has both ids. No log line
contains a path, query string, header or body: a route is named by its template.
"""

import asyncio
import os
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import Token
from functools import partial
from http import HTTPMethod
from typing import cast

import structlog
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.utils import ClientDisconnected

from service.http.call import (
    CALL,
    RATE_LIMITED,
    Answer,
    Call,
    Handler,
    RateLimited,
    RawHeader,
    RawHeaders,
    call_of,
    read_call,
)
from service.http.error_responses import RefusedRequest, format_error, refuse, shutting_down
from service.http.streams import WRITE_NOW
from service.middleware.app_keys import AppKeyGuard
from service.middleware.origins import Origins, complete_for_no_page, complete_headers, is_preflight
from service.middleware.rate_limit import ChargedSocket, RateLimits
from service.observability import metrics
from service.observability.logs import REQUEST_FACTS, log_request

UNROUTED = "(none)"

_REQUEST_ID = re.compile(rb"[A-Za-z0-9_-]{8,64}")
# Version 00 has four fields; a later version may have more (W3C Trace Context, 3.2.2 and 4.3).
_TRACEPARENT = re.compile(
    rb"(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})(?P<trace>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-(?P<flags>[0-9a-f]{2})(-.*)?"
)
_METHODS = frozenset(HTTPMethod.__members__)
_LEAF_ROUTES = (Route, WebSocketRoute)
# The messages that begin a response.
STARTS = frozenset({"http.response.start", "websocket.http.response.start", "websocket.accept"})

# A client that has disconnected is not a bug.
_GONE = (ClientDisconnect, ClientDisconnected, WebSocketDisconnect)
# The status that is logged and counted if the client disconnects before the response (nginx's number for it).
GONE = 499

# The ids of a request, its trace and its span. They are drawn for many requests at once, since each draw is a system
# call; a process that is forked draws its own.
_ID_BYTES = 40
_DRAWN_AT_ONCE = 64
_drawn: list[str] = []
os.register_at_fork(after_in_child=_drawn.clear)

log = structlog.get_logger("croupier.requests")


class RequestMiddleware:
    """The outermost layer of an application: it guards, completes, logs and counts every request.

    Requests of `quiet` paths that succeed are logged at debug level. Pages of `origins` may call. The
    caller's address is taken from headers of `proxies`.
    """

    def __init__(
        self,
        app: ASGIApp,
        quiet: frozenset[str] = frozenset(),
        origins: Sequence[str] = (),
        proxies: Sequence[str] = (),
        keys: AppKeyGuard | None = None,
        rates: RateLimits | None = None,
    ) -> None:
        self._app = app
        self._quiet = quiet
        self._origins = Origins(origins)
        self._proxies = cast("ASGIApp", ProxyHeadersMiddleware(_serve_nothing, list(proxies))) if proxies else None
        self._keys = keys
        self._rates = rates
        # Whether every call may pass, regardless of its caller.
        self.are_open = not proxies and keys is None and rates is None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection over ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        call = read_call(scope, receive)
        before = identify(call)
        if call.is_socket:
            metrics.websockets_open.inc()
        try:
            await self.send(self._serve, call, receive, send)
        finally:
            REQUEST_FACTS.reset(before)

    async def answer(self, call: Call, endpoint: Handler) -> Answer | ASGIApp:
        """Return the answer of an endpoint to a call, or a refusal. Raises `RateLimited`."""
        # As over ASGI, a refused call has no route.
        template = call.template
        call.template = UNROUTED
        refusal = await self._admit(call)
        if refusal is not None:
            return refusal
        call.template = template
        return await endpoint.answer(call)

    async def send(self, app: ASGIApp, call: Call, receive: Receive, send: Send) -> None:
        """Have an application answer a call over ASGI, and record it; its exceptions are answered, too."""
        outgoing = OutgoingResponse(send, partial(self._complete, call), call.id_fields)
        try:
            await app(call.scope, receive, outgoing.send)
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001 - it is logged and answered
            answer = _answer_fault(error, outgoing, call.scope)
            if answer is not None:
                await answer(call.scope, receive, outgoing.send)
        finally:
            self.record(call, outgoing.status)

    def refuse(self, call: Call, refusal: RefusedRequest) -> Answer:
        """Return the complete answer to a call that the server has refused, and record it."""
        before = identify(call)
        response = self._origins.preflight(call)
        if response is None:
            closing = RefusedRequest(refusal.code, refusal.message, refusal.path, Connection="close", **refusal.headers)
            response = refuse(call.path, closing)
        answer = Answer(
            response.status_code, (*self._complete(call, response.raw_headers), *call.id_fields), bytes(response.body)
        )
        self.record(call, answer.status)
        REQUEST_FACTS.reset(before)
        return answer

    def complete(self, fields: RawHeaders, origin: bytes | None) -> list[RawHeader]:
        """Return a response's header fields, completed for browsers, caches and pages of an origin."""
        if origin is None:
            return complete_for_no_page(fields)
        return complete_headers(self._origins.allow(fields, origin))

    def record(self, call: Call, status: int) -> None:
        """Count and log a request or a connection that has been answered."""
        seconds = time.perf_counter() - call.began_at
        method = call.method
        route = call.template or route_of(call.scope)
        if call.is_socket:
            # How long a connection stays open says nothing about the service.
            metrics.websockets_open.dec()
        else:
            method = method if method in _METHODS else "OTHER"
            metrics.http_seconds[route, method].append(seconds)
        metrics.http_requests[route, method, status] += 1
        facts = {"method": method, "route": route, "status": status, "milliseconds": round(seconds * 10_000) / 10}
        if status < 400 and call.path in self._quiet:
            log.debug("request", **facts)
        else:
            log_request(facts)
        if call.known_scope is not None:
            # Scope and call refer to each other, and would stay until the next garbage collection.
            call.known_scope.pop(CALL, None)
            call.known_scope.pop(WRITE_NOW, None)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Admit a request or a connection and serve it, or refuse it."""
        call = call_of(scope)
        app: ASGIApp = self._origins.preflight(call) or await self._admit(call) or self._app
        if call.is_socket and call.charge_caller is not None:
            socket = ChargedSocket(call, receive, send)
            receive = socket.receive
            send = socket.send
        await app(scope, receive, send)

    async def _admit(self, call: Call) -> ASGIApp | None:
        """Return the refusal of a call that needs a key; charge the caller of any other. Raises `RateLimited`."""
        if self._proxies is not None:
            await self._proxies(call.scope, call.receive, _send_nothing)
            call.client = call.scope["client"]
        refusal = None if self._keys is None else self._keys.refuse(call)
        if refusal is None and self._rates is not None:
            await self._rates.begin(call)
        return refusal

    def _complete(self, call: Call, fields: RawHeaders) -> list[RawHeader]:
        fields = [*fields, *call.rate_fields]
        if call.is_socket:
            return fields
        # A preflight is answered with fields of its own.
        return complete_headers(fields) if is_preflight(call) else self.complete(fields, call.fields.get(b"origin"))


class OutgoingResponse:
    """The response to one request as it is sent: its status, and whether it has begun.

    `complete` adds the missing headers; `id_headers` are the headers that identify the request.
    """

    def __init__(self, send: Send, complete: Callable[[RawHeaders], list[RawHeader]], id_headers: RawHeaders) -> None:
        self.status = 500
        self.has_begun = False
        self.complete = complete
        self._id_headers = id_headers
        self._send = send

    def send(self, message: Message) -> Awaitable[None]:
        """Send a part of the response."""
        self.has_begun = True
        kind = message["type"]
        if kind in STARTS:
            self.status = message.get("status", 101)
            message = {**message, "headers": [*self.complete(message.get("headers", ())), *self._id_headers]}
        elif kind == "websocket.close" and self.status == 500:
            self.status = 403  # the server's response if a connection is closed before it is accepted (ASGI)
        return self._send(message)


def _answer_fault(error: BaseException, outgoing: OutgoingResponse, scope: Scope) -> Response | None:
    """Return the answer to an exception of an application; a bug is logged, and its answer reveals nothing about it.

    A response that has begun cannot be replaced: the server finds it incomplete, and closes the connection.
    """
    path = scope["path"]
    has_begun = outgoing.has_begun
    if isinstance(error, _GONE):
        outgoing.status = outgoing.status if has_begun else GONE
        return None
    if isinstance(error, RateLimited) and not has_begun:
        return refuse(path, RefusedRequest(RATE_LIMITED, str(error), **{"Retry-After": str(error.seconds)}))
    if isinstance(error, asyncio.CancelledError):
        # The service is shutting down, and the time for open requests is over.
        log.warning("a request was cut off")
        return None if has_begun or scope["type"] != "http" else refuse(path, shutting_down())
    log.error("bug", exc_info=error)
    return None if has_begun else format_error(path, "INTERNAL", 500, "Something went wrong here. It has been logged.")


def identify(call: Call) -> Token[Mapping[str, str]]:
    """Set the ids of a call, using well-formed ids of the client; log lines have them until the token is reset."""
    call.began_at = time.perf_counter()
    request: str | None = None
    trace = None
    flags = "00"
    if b"x-request-id" in call.fields or b"traceparent" in call.fields:
        request, trace, flags = _read_ids(call.headers)
    if not _drawn:
        _draw_digits()
    new = _drawn.pop()
    request = request or new[:32]
    trace = trace or new[32:64]
    span = f"00-{trace}-{new[64:]}-{flags}"
    call.id_fields = (b"x-request-id", request.encode()), (b"traceresponse", span.encode())
    return REQUEST_FACTS.set({"request_id": request, "trace_id": trace})


def _read_ids(headers: RawHeaders) -> tuple[str | None, str | None, str]:
    """Return the ids of the request and of the trace that a client sends, and the trace's flags."""
    request: str | None = None
    trace = None
    flags = "00"
    for name, value in headers:
        if name == b"x-request-id" and _REQUEST_ID.fullmatch(value):
            request = value.decode()
        elif name == b"traceparent" and (match := _TRACEPARENT.fullmatch(value)):
            trace = match["trace"].decode()
            flags = match["flags"].decode()
    return request, trace, flags


def _draw_digits() -> None:
    """Draw random hex digits for all ids of some requests."""
    digits = os.urandom(_DRAWN_AT_ONCE * _ID_BYTES).hex()
    _drawn.extend([digits[start : start + 2 * _ID_BYTES] for start in range(0, len(digits), 2 * _ID_BYTES)])


def route_of(scope: Scope) -> str:
    """Return the template of the route that served the request; it holds no text of the client."""
    route = scope.get("route")
    if isinstance(route, _LEAF_ROUTES):
        # Inside a mount, the root path is that mount's, which has no parameters here.
        return f"{scope.get('root_path', '')}{route.path}"
    return route.path if isinstance(route, Mount) else UNROUTED


async def _serve_nothing(_scope: object, _receive: object, _send: object) -> None:
    """Take the place of the application behind a library middleware that only corrects a scope."""


async def _send_nothing(_message: Message) -> None:
    """Take the place of the server's `send` for such an application."""

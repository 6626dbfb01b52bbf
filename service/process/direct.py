"""Ordinary requests, which go from the parser directly to their endpoint; their answers are written in one piece.

An ordinary request is of HTTP/1.1 and names the path of an operation. Its body has a known length, if there is one. It
has no repeated field, no upgrade and no expectation. All other requests go over ASGI, and so do answers that are not
sent in one piece: the library's request cycle then replaces the `DirectCall`.
"""

import asyncio
import re
from contextvars import copy_context
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, cast

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from service.http.call import CALL, Answer, Call, Handler, RawHeader, send_answer
from service.http.streams import WRITE_NOW
from service.middleware.requests import RequestMiddleware, identify
from service.observability.logs import REQUEST_FACTS
from service.process.heads import HOST

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

# A request with one of these header fields is not ordinary.
_EXTRAORDINARY = frozenset({b"expect", b"transfer-encoding", b"upgrade"})
# The limits of an ordinary request. Hosts and origins are cached, so their lengths are bounded.
_MOST_FIELDS = 50
_LONGEST_HOST = 255
_LONGEST_ORIGIN = 100
# A placeholder for the length of the body.
_LENGTH = b"\0"
# A part of a path that needs no decoding and is valid in a target.
_SEGMENT = "([^/%?#\x80-\xff]+)"
_PARAMETER = re.compile(r"\{[^}]*\}")


class Connection(HttpToolsProtocol):
    """A connection that knows what it is answering: a cycle of the library, or a direct call.

    It has one timer for its idle time; the library has one for each request. The end of a response took 13 k of a
    move's 1,000 k instructions with the library's timers, and takes 4 k with this one.
    """

    answered: "Cycle | DirectCall | None" = None
    tasks: set[asyncio.Task[Any]]
    # By the loop's clock; None while a request is read or answered.
    idle_since: float | None = None

    def make_scope(self) -> dict[str, Any]:
        """Return the scope of a request whose head is not read yet, as the library makes it for each."""
        return {
            "type": "http",
            "asgi": {"version": self.asgi_version, "spec_version": "2.3"},
            "http_version": "1.1",
            "server": self.server,
            "client": self.client,
            "scheme": self.scheme,
            "root_path": self.root_path,
            "headers": self.headers,
            "state": self.app_state.copy(),
        }

    def make_cycle(self, scope: Scope, *, keep_alive: bool, expects_continue: bool) -> "Cycle":
        """Return the cycle of a request that the application answers."""
        return Cycle(
            scope=scope,  # type: ignore[arg-type]
            transport=self.transport,
            flow=self.flow,
            logger=self.logger,
            access_logger=self.access_logger,
            access_log=self.access_log,
            default_headers=self.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=expects_continue,
            keep_alive=keep_alive,
            on_response=self.on_response_complete,
        )

    def wait_for_request(self) -> None:
        """Close the connection if it is idle for too long from now on."""
        self.idle_since = self.loop.time()
        if self.timeout_keep_alive_task is None:
            self._look_in(self.timeout_keep_alive)

    def end_waiting(self) -> None:
        """Cancel the timer."""
        if self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_task.cancel()

    def timeout_keep_alive_handler(self) -> None:
        """Close the connection if it has been idle for too long; otherwise check again later."""
        self.timeout_keep_alive_task = None
        if self.idle_since is None:
            return
        left = self.idle_since + self.timeout_keep_alive - self.loop.time()
        if left > 0:
            self._look_in(left)
        else:
            super().timeout_keep_alive_handler()

    def _look_in(self, seconds: float) -> None:
        self.timeout_keep_alive_task = self.loop.call_later(seconds, self.timeout_keep_alive_handler)


class Cycle(RequestResponseCycle):
    """The library's request cycle, which can also write a piece of its response at once.

    `awaits_end` is whether the application has the whole request, and waits for the client to disconnect.
    """

    awaits_end = False
    _has_request = False
    _ends_with_connection = False

    async def receive(self) -> "ASGIReceiveEvent":
        """Receive the next part of the request, or its end."""
        self.awaits_end = self._has_request
        message = await super().receive()
        self._has_request = message["type"] == "http.request" and not message["more_body"]
        return message

    async def send(self, message: "ASGISendEvent") -> None:
        """Send a part of the response. A response in place of `100 Continue` closes the connection.

        The client may omit the body, so the next bytes may be the body or a request (RFC 9110, section 10.1.1).
        """
        if self.waiting_for_100_continue and self.more_body and message["type"] == "http.response.start":
            self.keep_alive = False
        if self.scope["http_version"] == "1.0":
            self._avoid_chunks(message)
        await super().send(message)

    def _avoid_chunks(self, message: "ASGISendEvent") -> None:
        """Let a response of unknown length end with its connection: HTTP/1.0 has no chunks (RFC 9112, section 6.1)."""
        if message["type"] == "http.response.start":
            names = [name.lower() for name, _ in message.get("headers", ())]
            self._ends_with_connection = b"content-length" not in names
            if self._ends_with_connection:
                self.chunked_encoding = False
        elif message["type"] == "http.response.body" and self._ends_with_connection:
            # The library checks that a body is as long as announced.
            self.expected_content_length = len(message.get("body", b""))

    def write_now(self, piece: bytes) -> bool:
        """Write a piece of a response of unknown length that has begun, if the socket takes it; tell whether it did."""
        is_open = self.response_started and not (self.response_complete or self.disconnected)
        if not is_open or not self.chunked_encoding or self.flow.write_paused:
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(piece), piece))
        return True


class DirectRoutes:
    """The routes whose endpoints receive ordinary requests directly, after the application's middleware."""

    def __init__(self, app: Starlette) -> None:
        """Read the routes of an application from its state."""
        self.app = app
        self.middleware: RequestMiddleware = app.state.middleware
        self._most_bytes: int = app.state.max_body_bytes
        # One expression matches all paths. Each path is a group, and its parameters are the groups that follow.
        self._routes: dict[int, tuple[Route, range]] = {}
        paths = []
        group = 1
        for route in app.state.direct_routes:
            parameters = range(group + 1, group + 1 + len(route.param_convertors))
            self._routes[group] = route, parameters
            paths.append(_SEGMENT.join(map(re.escape, _PARAMETER.split(route.path))))
            group = parameters.stop
        self._paths = re.compile("|".join([f"({path})" for path in paths]))
        # Paths without parameters are matched once, here.
        fixed = [route.path for route in app.state.direct_routes if not route.param_convertors]
        self._fixed = {path: self._match(path) for path in fixed}
        self.write_fields = lru_cache(maxsize=512)(self._write_fields)
        self._defaults: list[RawHeader] = []
        self._default_lines = b""

    def begin(self, connection: Connection) -> "DirectCall | None":
        """Return the call of a request whose head is complete; None if it is not ordinary."""
        headers = connection.headers
        parser = connection.parser
        fields = dict(headers)
        if len(fields) < len(headers) or len(fields) > _MOST_FIELDS or not _EXTRAORDINARY.isdisjoint(fields):
            return None
        host = fields.get(b"host", b"\0")
        if parser.get_http_version() != "1.1" or len(host) > _LONGEST_HOST or not _is_host(host):
            return None
        method = parser.get_method()
        length = fields.get(b"content-length", b"0")
        if method == b"POST":
            if len(length) > 7 or int(length) > self._most_bytes:
                return None
        elif method != b"GET" or length != b"0":
            return None
        path = connection.url.decode("latin-1")
        found = self._fixed.get(path) or self._match(path)
        if found is None or len(fields.get(b"origin", b"")) > _LONGEST_ORIGIN:
            return None
        route, parameters = found
        return DirectCall(
            method=method.decode(),
            path=path,
            headers=headers,
            fields=fields,
            client=connection.client,
            parameters=parameters,
            body=b"",
            template=route.path,
            connection=connection,
            routes=self,
            route=route,
            endpoint=route.app,  # type: ignore[arg-type]  # of these routes, it is one
            keep_alive=parser.should_keep_alive(),
        )

    def _match(self, path: str) -> tuple[Route, dict[str, str]] | None:
        """Return the route of a path and the parameters in it; None if there is none."""
        found = self._paths.fullmatch(path)
        if found is None:
            return None
        route, groups = self._routes[found.lastindex or 0]
        return route, dict(zip(route.param_convertors, [found[group] for group in groups], strict=True))

    def write_defaults(self, fields: list[RawHeader]) -> bytes:
        """Return the server's own fields as bytes; it makes a new list of them each second."""
        if fields is not self._defaults:
            self._defaults = fields
            self._default_lines = b"".join([b"%b: %b\r\n" % field for field in fields])
        return self._default_lines

    def _write_fields(self, fields: tuple[RawHeader, ...], origin: bytes | None) -> tuple[bytes, bytes]:
        """Return the header fields of an answer, completed, as the bytes before and after the length of its body."""
        completed = self.middleware.complete([*fields, (b"content-length", _LENGTH)], origin)
        before, _, after = b"".join([b"%b: %b\r\n" % field for field in completed]).partition(_LENGTH + b"\r\n")
        return before, after


class DirectCall(Call, kw_only=True):
    """An ordinary request on a connection. It replaces the library's request cycle."""

    connection: Connection
    routes: DirectRoutes
    route: Route
    endpoint: Handler
    # The library sets and reads these attributes of a cycle.
    keep_alive: bool
    response_started: bool = False
    response_complete: bool = False
    disconnected: bool = False
    waiting: asyncio.Future[None] | None = None

    @property
    def scope(self) -> Scope:
        """Return the scope of the request, made when it is first needed."""
        if self.known_scope is None:
            self.known_scope = {
                **self.connection.make_scope(),
                "headers": self.headers,
                "method": self.method,
                "path": self.path,
                "raw_path": self.path.encode("latin-1"),
                "query_string": b"",
                "app": self.routes.app,
                "route": self.route,
                "path_params": self.parameters,
                CALL: self,
            }
        return self.known_scope

    @property
    def message_event(self) -> "DirectCall":
        """Return the object whose `set` the library calls to wake a cycle: this call."""
        return self

    def set(self) -> None:
        """Wake the task that waits for the end of the connection."""
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    @property
    def awaits_end(self) -> bool:
        """Tell whether the endpoint waits for the client to disconnect."""
        return self.waiting is not None and not self.waiting.done()

    async def receive(self) -> Message:
        """Wait until the client has disconnected: the body has been received."""
        while not (self.disconnected or self.response_complete):
            self.waiting = self.connection.loop.create_future()
            await self.waiting
        return {"type": "http.disconnect"}

    def start(self) -> None:
        """Start answering the request: its body has arrived."""
        connection = self.connection
        middleware = self.routes.middleware
        endpoint = self.endpoint
        before = identify(self)
        answering = endpoint.answer(self) if middleware.are_open else middleware.answer(self, endpoint)
        # `_end` shares the endpoint's context, and with it the language that the endpoint chose.
        context = copy_context()
        task = connection.loop.create_task(answering, context=context)
        connection.tasks.add(task)
        task.add_done_callback(self._end, context=context)
        REQUEST_FACTS.reset(before)

    def _end(self, task: "asyncio.Task[Answer | ASGIApp]") -> None:
        """Write the answer at once; use ASGI if the endpoint failed, answers in pieces, or the client does not read."""
        connection = self.connection
        connection.tasks.discard(task)
        answer = None if task.cancelled() or task.exception() is not None else task.result()
        if not isinstance(answer, Answer) or connection.flow.write_paused:
            self._send(partial(_give, task))
            return
        # The connection may have ended, or another answer may have been sent.
        if not (self.response_complete or self.disconnected):
            before, after = self.routes.write_fields(answer.fields, self.fields.get(b"origin"))
            (request_field, request_id), (trace_field, trace) = self.id_fields
            head = (
                STATUS_LINE[answer.status],
                self.routes.write_defaults(connection.server_state.default_headers),
                *[b"%b: %b\r\n" % field for field in answer.unique],
                before,
                b"%d\r\n" % len(answer.body),
                *[b"%b: %b\r\n" % field for field in self.rate_fields],
                after,
                *(request_field, b": ", request_id, b"\r\n", trace_field, b": ", trace, b"\r\n"),
                b"\r\n" if self.keep_alive else b"connection: close\r\n\r\n",
            )
            connection.transport.write(b"".join((*head, answer.body)))
            self.response_started = self.response_complete = True
            if not self.keep_alive:
                connection.transport.close()
            connection.on_response_complete()
        self.routes.middleware.record(self, answer.status)

    def _send(self, app: ASGIApp) -> None:
        """Replace this call by the library's request cycle, and have an application answer it."""
        connection = self.connection
        cycle = connection.make_cycle(self.scope, keep_alive=self.keep_alive, expects_continue=False)
        self.scope[WRITE_NOW] = cycle.write_now
        # The body has arrived. If another answer was sent, the cycle has no client to answer.
        cycle.more_body = False
        cycle.disconnected = self.disconnected or self.response_complete
        self.response_complete = True
        if connection.answered is self:
            connection.answered = cycle
        if cast("object", connection.cycle) is self:
            connection.cycle = cycle
        answering = self.routes.middleware.send(app, self, cast("Receive", cycle.receive), cast("Send", cycle.send))
        task = connection.loop.create_task(answering)
        connection.tasks.add(task)
        task.add_done_callback(connection.tasks.discard)


@lru_cache(maxsize=64)
def _is_host(name: bytes) -> bool:
    """Tell whether a host is valid. Cached: the check takes as long as reading all other fields of a head."""
    return HOST.fullmatch(name) is not None


async def _give(task: "asyncio.Task[Answer | ASGIApp]", scope: Scope, receive: Receive, send: Send) -> None:
    """Send a task's answer, or raise its exception."""
    await send_answer(task.result(), scope, receive, send)

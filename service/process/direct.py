"""Requests that go straight from the parser to their endpoint, and answers that are written in one piece.

That is the way of every ordinary request: HTTP/1.1, a path of an operation, a body of known length if any, no upgrade,
no expectation, and no `Origin`. All others go over ASGI, and so does every answer that is not sent in one piece: a
`DirectCall` then becomes the cycle of a request that the library has.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import lru_cache
from typing import Any, cast

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from service.http.call import Answer, Endpoint
from service.http.response import RawHeader, RawHeaders, complete_for_no_page

# Header fields with which a request is not ordinary.
_EXTRAORDINARY = frozenset({b"expect", b"origin", b"transfer-encoding", b"upgrade"})
# What stands for the length of the body until it is known.
_LENGTH = b"\0"
# The key of a tree of paths under which a parameter goes on, and that of the route that ends there.
_PARAMETER, _ROUTE = "{", "/"


class Connection(HttpToolsProtocol):
    """A connection that knows what it is answering: a cycle of the library's, or a direct call."""

    answered: "RequestResponseCycle | DirectCall | None" = None


class DirectRoutes:
    """The paths whose endpoints are given ordinary requests, and the application that serves all others."""

    def __init__(self, app: Starlette) -> None:
        """Read the routes of an application from its state, beside how a call is answered whose body has arrived."""
        self.answer: Callable[[DirectCall], Coroutine[Any, Any, None]] = app.state.answer
        self._app = app
        self._most_bytes: int = app.state.max_body_bytes
        self._tree: dict[str, Any] = {}
        routes: list[Route] = app.state.direct_routes
        for route in routes:
            node = self._tree
            for part in route.path.split("/"):
                node = node.setdefault(_PARAMETER if part.startswith("{") else part, {})
            node[_ROUTE] = route

    def begin(self, connection: Connection) -> "DirectCall | None":
        """Return the call of a request whose head is complete; None if it is not ordinary."""
        fields, parser = dict(connection.headers), connection.parser
        if not _EXTRAORDINARY.isdisjoint(fields) or parser.get_http_version() != "1.1":
            return None
        method, length = parser.get_method(), fields.get(b"content-length", b"0")
        if method == b"POST":
            if len(length) > 7 or int(length) > self._most_bytes:
                return None
        elif method != b"GET" or length != b"0":
            return None
        path = connection.url.decode("latin-1")
        found = None if "%" in path or "?" in path else self._find(path)
        if found is None:
            return None
        route, parameters = found
        scope: Any = connection.scope
        scope.update(
            method=method.decode(),
            path=path,
            raw_path=connection.url,
            query_string=b"",
            app=self._app,
            route=route,
            path_params=parameters,
        )
        return DirectCall(connection, scope, cast("Endpoint", route.app), keeps_alive=parser.should_keep_alive())

    def _find(self, path: str) -> tuple[Route, dict[str, str]] | None:
        node, given = self._tree, []
        for part in path.split("/"):
            child = node.get(part)
            if child is None:
                child = node.get(_PARAMETER)
                if child is None or not part:
                    return None
                given.append(part)
            node = child
        route: Route | None = node.get(_ROUTE)
        if route is None:
            return None
        return route, dict(zip(route.param_convertors, given, strict=True))


class DirectCall:
    """An ordinary request on a connection, in the place of the library's cycle of a request."""

    def __init__(self, connection: Connection, scope: Scope, endpoint: Endpoint, *, keeps_alive: bool) -> None:
        self.connection = connection
        self.scope = scope
        self.endpoint = endpoint
        self.body = b""
        # What the library sets and reads of a cycle. It wakes a cycle by its `message_event`.
        self.keep_alive = keeps_alive
        self.response_started = self.response_complete = self.disconnected = False
        self.message_event = self
        self._waiting: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Wake whoever waits for the end of the connection."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def receive(self) -> Message:
        """Wait until the client has disconnected: the body has been received."""
        while not (self.disconnected or self.response_complete):
            self._waiting = self.connection.loop.create_future()
            await self._waiting
        return {"type": "http.disconnect"}

    def respond(self, answer: Answer, ids: RawHeaders) -> Awaitable[None] | None:
        """Write an answer, unless the connection has ended or something else was answered.

        A client that does not read what it has asked for before is waited for.
        """
        if self.connection.flow.write_paused:
            return self._respond_later(answer, ids)
        self._write(answer, ids)
        return None

    async def _respond_later(self, answer: Answer, ids: RawHeaders) -> None:
        await self.connection.flow.drain()
        self._write(answer, ids)

    def _write(self, answer: Answer, ids: RawHeaders) -> None:
        connection = self.connection
        if self.response_complete or self.disconnected:
            return
        before, after = _write_fields(answer.fields)
        parts = [STATUS_LINE[answer.status], *_lines(connection.server_state.default_headers), before]
        parts += [b"%d" % len(answer.body), after, *_lines(ids)]
        if not self.keep_alive:
            parts.append(b"connection: close\r\n")
        connection.transport.write(b"".join([*parts, b"\r\n", answer.body]))
        self.response_started = self.response_complete = True
        if not self.keep_alive:
            connection.transport.close()
        connection.on_response_complete()

    def become_cycle(self, *, more_body: bool = False) -> tuple[Receive, Send]:
        """Put the library's cycle of a request in the place of this one, and return its ways in and out."""
        connection = self.connection
        cycle = RequestResponseCycle(
            scope=self.scope,  # type: ignore[arg-type]
            transport=connection.transport,
            flow=connection.flow,
            logger=connection.logger,
            access_logger=connection.access_logger,
            access_log=connection.access_log,
            default_headers=connection.server_state.default_headers,
            message_event=asyncio.Event(),
            expect_100_continue=False,
            keep_alive=self.keep_alive,
            on_response=connection.on_response_complete,
        )
        cycle.more_body, cycle.disconnected = more_body, self.disconnected
        self.response_complete = True
        if connection.answered is self:
            connection.answered = cycle
        if cast("object", connection.cycle) is self:
            connection.cycle = cycle
        return cast("Receive", cycle.receive), cast("Send", cycle.send)


def _lines(fields: RawHeaders) -> list[bytes]:
    return [b"%b: %b\r\n" % field for field in fields]


@lru_cache(maxsize=512)
def _write_fields(fields: tuple[RawHeader, ...]) -> tuple[bytes, bytes]:
    """Return the header fields of an answer, completed, as the bytes before and after the length of its body."""
    completed = complete_for_no_page([*fields, (b"content-length", _LENGTH)])
    before, _, after = b"".join(_lines(completed)).partition(_LENGTH)
    return before, after

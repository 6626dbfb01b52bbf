"""The service called over HTTP and WebSockets without a network, with its operations compiled or not."""

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from inspect import signature
from typing import Any, Protocol
from urllib.parse import urlencode

import msgspec
from graphql import GraphQLError, parse
from starlette.applications import Starlette
from starlette.types import Message

from compiled.documents.introspection import is_introspection
from service.graphql import schema
from tests.support.graphql_client import Json

# They are new for each request.
ASIDE = frozenset({b"date", b"x-request-id", b"traceresponse"})

# The memory address of a value, which may occur in the text of a value that is no text.
_ADDRESS = re.compile(rb" at 0x[0-9a-f]+")

JSON = "application/json"
NEWER = "application/graphql-response+json"
EVENTS = "text/event-stream"
PARTS = 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"'

# Takes the place of an HTTP method for an operation over a connection of its own.
SOCKET = "graphql-transport-ws"


class Request(msgspec.Struct, frozen=True):
    """The request of a client."""

    query: str
    variables: dict[str, Json] | None = None
    operation: str | None = None
    token: str | None = None
    method: str = "POST"
    accept: str = JSON

    def named(self) -> dict[str, Json]:
        """Return the fields of the body that are sent."""
        sent = {"query": self.query, "variables": self.variables, "operationName": self.operation}
        return {name: value for name, value in sent.items() if value is not None}


class Answer(msgspec.Struct, frozen=True):
    """A response, to the byte."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Endpoint(Protocol):
    """Anything that answers requests."""

    async def ask(self, request: Request) -> Answer: ...


class Application:
    """An application, called as a server calls it."""

    def __init__(self, app: Starlette) -> None:
        self._app = app

    async def ask(self, request: Request) -> Answer:
        """Return the response to a request."""
        return await (self._ask_socket(request) if request.method == SOCKET else self._ask_http(request))

    async def _ask_http(self, request: Request) -> Answer:
        sent: list[Message] = []
        waiting = [{"type": "http.request", "body": _body_of(request), "more_body": False}]

        async def receive() -> Message:
            if waiting:
                return waiting.pop()
            return await asyncio.Future()  # the client stays

        async def send(message: Message) -> None:
            sent.append(message)

        await self._app(_scope_of(request), receive, send)
        headers = tuple(sorted((name, value) for name, value in sent[0]["headers"] if name not in ASIDE))
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return Answer(sent[0]["status"], headers, _ADDRESS.sub(b"", body))

    async def _ask_socket(self, request: Request) -> Answer:
        """Return all messages of a connection, one a line; the status is the code of its close, or 0."""
        incoming = asyncio.Queue[Message]()
        texts = list[str]()
        status = 0
        for message in ({"type": "websocket.connect"}, *_messages_of(request)):
            incoming.put_nowait(message)

        async def send(message: Message) -> None:
            nonlocal status
            if message["type"] == "websocket.send":
                texts.append(message["text"])
            if message["type"] == "websocket.close":
                status = message["code"]
            if status or (texts and msgspec.json.decode(texts[-1])["type"] in ("complete", "error")):
                incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})

        await self._app(_scope_of(request), incoming.get, send)
        return Answer(status, (), _ADDRESS.sub(b"", "\n".join(texts).encode()))


def _body_of(request: Request) -> bytes:
    return msgspec.json.encode(request.named()) if request.method == "POST" else b""


def _messages_of(request: Request) -> list[Message]:
    """Return a client's messages over a connection for one operation."""
    subscribe = {"id": "1", "type": "subscribe", "payload": request.named()}
    messages = [{"type": "connection_init", "payload": None}, subscribe]
    return [{"type": "websocket.receive", "text": msgspec.json.encode(message).decode()} for message in messages]


def _scope_of(request: Request) -> dict[str, Any]:
    headers = {"host": "localhost", "accept": request.accept, "content-type": JSON}
    if request.token is not None:
        headers["authorization"] = f"Bearer {request.token}"
    over_socket = {"type": "websocket", "subprotocols": [SOCKET]} if request.method == SOCKET else {}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "path": "/graphql",
        "raw_path": b"/graphql",
        "root_path": "",
        "scheme": "http",
        "query_string": _parameters(request.named()).encode() if request.method == "GET" else b"",
        "headers": [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "state": {},
        **over_socket,
    }


def _parameters(named: Mapping[str, Json]) -> str:
    texts = {name: one if isinstance(one, str) else msgspec.json.encode(one).decode() for name, one in named.items()}
    return urlencode(texts, errors="surrogatepass")


def _asks_for_the_schema(query: str, name: str | None) -> bool:
    try:
        return is_introspection(parse(query), name)
    except GraphQLError:
        return False


class Watch:
    """A counter of the results that plans make."""

    def __init__(self) -> None:
        self.by_plan = 0

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Watch the compiled executor."""
        executor = schema.compiled
        execute = executor.execute
        stream = executor.stream

        async def watched(*given: Any, **named: Any) -> Any:  # noqa: ANN401
            result = await execute(*given, **named)
            # Introspection is kept as JSON, too, without a plan.
            asked = signature(execute).bind(*given, **named).arguments
            return result if _asks_for_the_schema(asked["query"], asked.get("operation_name")) else self._see(result)

        async def streamed(*given: Any, **named: Any) -> Any:  # noqa: ANN401
            results = await stream(*given, **named)
            return self._through(results)

        executor.execute = watched  # type: ignore[method-assign]
        executor.stream = streamed  # type: ignore[method-assign]
        try:
            yield
        finally:
            del executor.execute, executor.stream

    async def _through(self, results: Any) -> Any:  # noqa: ANN401
        try:
            async for result in results:
                yield self._see(result)
        finally:
            await results.aclose()

    def _see(self, result: Any) -> Any:  # noqa: ANN401
        self.by_plan += isinstance(result.data, msgspec.Raw)
        return result

"""GraphQL over WebSocket: `graphql-transport-ws` and its predecessor. Every message is checked on receipt.

The bearer token comes with the upgrade request or, since browsers cannot set headers, in the payload of
`connection_init` as `Authorization`. Each result is requested only when the previous one has been sent, so a slow
reader delays only its own streams.
"""

import sys
from collections.abc import AsyncGenerator, Callable, Collection, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Annotated, Any, NamedTuple

import msgspec
from graphql import GraphQLError
from msgspec.structs import replace
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http.async_base_view import AsyncWebSocketAdapter
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.http.websocket_origin import is_same_origin, normalize_allowed_origins, normalize_origin
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler, Operation
from strawberry.subscriptions.protocols.graphql_transport_ws.types import (
    CompleteMessage,
    ConnectionInitMessage,
    SubscribeMessage,
)
from strawberry.types import ExecutionResult
from strawberry.types.unset import UNSET, UnsetType

from compiled import Executor, Push
from service.graphql.persisted import KnownDocuments, RequestRejected
from service.graphql.types import GraphQLContext
from service.http.call import ANY_LANGUAGE, Call, call_of
from service.http.call import APP_KEY_HEADER as APP_KEY_HEADER
from service.http.call import LANGUAGE_HEADER as LANGUAGE_HEADER
from service.http.error_responses import refuse
from service.http.streams import WRITE_NOW, TooManyStreams, hold_request, streams_of
from service.sessions.tokens import BadCredentials, read_bearer
from service.use_cases.context import Backend
from service.views.wording import choose_language, wanted_language, wants_sentences

# The preferred protocol, and the one of `gql`, older Apollo clients and `subscriptions-transport-ws`.
TRANSPORT = "graphql-transport-ws"
LEGACY = "graphql-ws"

MAX_OPERATIONS = 50
INIT_SECONDS = 10.0
TOO_LARGE = "Message too large"

Message = Mapping[str, Any]


# An empty id names no operation.
Id = Annotated[str, msgspec.Meta(min_length=1)]


class _Payload(msgspec.Struct, rename={"operation_name": "operationName"}):
    query: str | msgspec.UnsetType = msgspec.UNSET
    operation_name: str | None = None
    variables: dict[str, object] | None = None
    extensions: dict[str, object] | None = None

    def __post_init__(self) -> None:
        """Raise `ValueError` for a payload that names no document."""
        if self.query is msgspec.UNSET and self.extensions is None:
            raise ValueError


class _Subscribe(msgspec.Struct):
    id: Id
    payload: _Payload


class _Complete(msgspec.Struct):
    id: Id


class _Other(msgspec.Struct):
    payload: dict[str, object] | None = None


_SHAPES: Mapping[object, type[msgspec.Struct]] = {
    "connection_init": _Other,
    "ping": _Other,
    "pong": _Other,
    "subscribe": _Subscribe,
    "complete": _Complete,
}

# The types of messages, from the older protocol to the newer one and back.
_FROM_LEGACY = {"connection_init": "connection_init", "start": "subscribe", "stop": "complete"}
_TO_LEGACY = {"next": "data"}


class _Ended(Exception):
    """The end of a connection because of a client's message: the code and the reason of the close frame."""

    def __init__(self, code: int = 4400, reason: str = "Invalid message") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def read_json(text: str) -> dict[str, Any]:
    """Decode a JSON object as strictly as a request's body. Raises `_Ended`."""
    try:
        message = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise _Ended from None
    return message


def check_message(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message of graphql-transport-ws, without its payload if that is null. Raises `_Ended` for any other."""
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in _SHAPES:
        raise _Ended
    try:
        msgspec.convert(message, _SHAPES[kind])
    except msgspec.ValidationError:
        raise _Ended from None
    return {name: value for name, value in message.items() if name != "payload" or value is not None}


class WebSocketConnection(AsyncWebSocketAdapter):
    """A connection that speaks graphql-transport-ws. An invalid message closes it with 4400.

    A message of more than `max_bytes` is decoded only to find the operation to refuse.
    """

    confirms_complete = False

    def __init__(self, socket: WebSocket, max_bytes: int) -> None:
        self.socket = socket
        self.max_bytes = max_bytes

    async def iter_json(self, *, ignore_parsing_errors: bool = False) -> AsyncGenerator[object, None]:  # noqa: ARG002
        """Yield the messages until either side closes."""
        while not self._is_closed():
            event = await self.socket.receive()
            if event["type"] == "websocket.disconnect":
                return
            text = event.get("text") or ""
            event = {}
            try:
                message = self.read(text)
                if self._is_too_large(text):
                    await self._refuse_large(message)
                else:
                    yield message
            except _Ended as ended:
                await self.close(ended.code, ended.reason)

    def _is_too_large(self, text: str) -> bool:
        """Tell whether a message is longer than `max_bytes` in UTF-8."""
        # A character has four bytes at most, so most messages need not be encoded.
        return 4 * len(text) > self.max_bytes and len(text.encode()) > self.max_bytes

    async def _refuse_large(self, message: dict[str, Any]) -> None:
        """Refuse the operation of a large message, and no other. Raises `_Ended` if the message starts none."""
        if message["type"] != "subscribe":
            raise _Ended(1009, TOO_LARGE)
        error = RequestRejected(f"The message has more than {self.max_bytes} bytes.").error
        await self.send_json({"id": message["id"], "type": "error", "payload": [error]})

    def send_now(self, message: Message) -> bool:
        """Send a message if the socket takes it at once, and tell whether it did."""
        now: Callable[[bytes], bool] | None = self.socket.scope.get(WRITE_NOW)
        return now is not None and not self._is_closed() and now(self.write(message))

    def read(self, text: str) -> dict[str, Any]:
        """Decode and check a message. Raises `_Ended`."""
        return check_message(read_json(text))

    def write(self, message: Message) -> bytes:
        """Encode a message."""
        return msgspec.json.encode(message)

    async def send_json(self, message: Message) -> None:
        """Send a message as text, since clients do not read binary frames. Raises `WebSocketDisconnected`."""
        # An operation may have a result just after this side has closed the connection.
        if self._is_closed():
            raise WebSocketDisconnected
        try:
            await self.socket.send_text(self.write(message).decode())
        except WebSocketDisconnect as error:
            raise WebSocketDisconnected from error

    async def close(self, code: int, reason: str) -> None:
        """Close the connection, unless it is closed already."""
        if not self._is_closed():
            await self.socket.close(code, reason)

    def _is_closed(self) -> bool:
        return self.socket.application_state == WebSocketState.DISCONNECTED


class LegacyWebSocketConnection(WebSocketConnection):
    """A connection that speaks the protocol of subscriptions-transport-ws: the same messages under other names."""

    confirms_complete = True

    def read(self, text: str) -> dict[str, Any]:
        """Decode a message, rename it as in graphql-transport-ws, and check it. Raises `_Ended`."""
        message = read_json(text)
        kind = str(message.get("type"))
        if kind == "connection_terminate":
            raise _Ended(1000, "")
        return check_message({**message, "type": _FROM_LEGACY.get(kind)})

    def write(self, message: Message) -> bytes:
        """Encode a message under its older name. The older protocol takes only the first of several errors."""
        payload = {"payload": message["payload"][0]} if message["type"] == "error" else {}
        return super().write({**message, **payload, "type": _TO_LEGACY.get(message["type"], message["type"])})

    async def close(self, code: int, reason: str) -> None:
        """Close the connection; the older protocol also reports refused credentials in a message."""
        if code == 4403:
            await self.send_json({"type": "connection_error", "payload": {"message": reason}})
        await super().close(code, reason)


_CONNECTIONS: Mapping[str, type[WebSocketConnection]] = {
    TRANSPORT: WebSocketConnection,
    LEGACY: LegacyWebSocketConnection,
}


def _is_source_failure(message: Message) -> bool:
    """Tell whether a result reports that the event source has failed: no data, and no error at a field."""
    if message["type"] != "next" or message["payload"]["data"] is not None:
        return False
    return not any("path" in error for error in message["payload"].get("errors", ()))


class _PushingExecutor(NamedTuple):
    """The executor of one operation, whose results are pushed where that is possible."""

    executor: Executor
    push: Push

    async def stream(self, query: str, *, context_value: GraphQLContext, **options: Any) -> Any:  # noqa: ANN401
        """Execute the operation."""
        context = replace(context_value, push=self.push)
        return await self.executor.stream(query, context_value=context, push=self.push, **options)


class WebSocketHandler(BaseGraphQLTransportWSHandler[GraphQLContext, None]):
    """The library's handler, which also sends results at once, and does not log a disconnected client as a bug."""

    documents: KnownDocuments
    executor: Executor
    websocket: WebSocketConnection

    async def handle_connection_init(self, message: ConnectionInitMessage) -> None:
        """Acknowledge the connection, and free four kilobytes that only its start needs."""
        await super().handle_connection_init(message)
        # Even a cancelled task would keep its stack.
        self.connection_init_timeout_task = None
        if self.connection_acknowledged:
            # The app key and the token have been read from the headers.
            self.context.call.forget_headers()

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        """Start an operation, unless the connection has too many already or the document is refused."""
        if self.connection_acknowledged and message["id"] not in self.operations:
            try:
                self._prepare(message["payload"])
            except RequestRejected as refused:
                await self.send_message({"id": message["id"], "type": "error", "payload": [refused.error]})
                return
        await super().handle_subscribe(message)

    def _prepare(self, payload: Any) -> None:  # noqa: ANN401  checked on receipt; the library's type is narrower
        """Put the text of the requested document into the payload. Raises `RequestRejected`."""
        if len(self.operations) >= MAX_OPERATIONS:
            reason = f"A connection has at most {MAX_OPERATIONS} operations at a time: complete one, or open another."
            raise RequestRejected(reason)
        query = payload.get("query", "")
        extensions = payload.get("extensions")
        variables = payload.get("variables")
        payload["query"] = self.documents.find(query, extensions, variables)

    async def run_operation(self, operation: Operation[GraphQLContext, None]) -> None:
        """Run an operation until it is complete."""
        # The library executes all operations of a handler by its one schema.
        handler = copy(self)
        pushing = _PushingExecutor(self.executor, Push(partial(self._send_now, operation)))
        handler.schema = pushing  # type: ignore[assignment]  # only `stream` of it is used
        await super(WebSocketHandler, handler).run_operation(operation)

    def _send_now(self, operation: Operation[GraphQLContext, None], result: ExecutionResult) -> bool:
        """Send a result without errors, unless the client has stopped the operation; tell whether it was sent."""
        if self.operations.get(operation.id) is not operation:
            return False
        return self.websocket.send_now({"id": operation.id, "type": "next", "payload": {"data": result.data}})

    @staticmethod
    def _get_pre_execution_close_reason(_error: GraphQLError) -> str | None:
        """Return None: a document that cannot be executed ends its operation, not the connection."""
        return None

    async def handle_complete(self, message: CompleteMessage) -> None:
        """Stop an operation; the older protocol confirms it."""
        is_open = message["id"] in self.operations
        await super().handle_complete(message)
        if is_open and self.websocket.confirms_complete:
            await self.send_message({"id": message["id"], "type": "complete"})

    async def send_message(self, message: Any) -> None:  # noqa: ANN401  one of many shapes
        """Send a message; the failure of an event source becomes an `error`, even after results."""
        if _is_source_failure(message) and (operation := self.operations.pop(message["id"], None)) is not None:
            operation.completed = True
            message = {"id": message["id"], "type": "error", "payload": message["payload"]["errors"]}
        await super().send_message(message)

    async def handle_task_exception(self, error: Exception) -> None:
        """Log an exception as a bug, unless the client has disconnected."""
        if not isinstance(error, WebSocketDisconnected):
            await super().handle_task_exception(error)

    def forget_id(self, id: str) -> None:
        """Forget an operation, unless the end of the connection has done so already."""
        self.operations.pop(id, None)


@dataclass(eq=False)
class GraphQLOverWebSocket:
    """The endpoint. A page may connect if its origin is allowed, or if it comes from this host."""

    backend: Backend
    executor: Executor
    documents: KnownDocuments
    origins: Collection[str] = ("*",)
    init_seconds: float = INIT_SECONDS
    max_bytes: int = sys.maxsize

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        socket = WebSocket(scope, receive, send)
        if not self._is_allowed(socket.headers.get("origin"), socket.headers.get("host")):
            await socket.close()  # not accepted yet, so the answer is 403
            return
        try:
            with streams_of(scope).counted(scope):
                await self._serve(socket, call_of(scope))
        except TooManyStreams as error:
            await refuse(scope["path"], error)(scope, receive, send)

    async def _serve(self, socket: WebSocket, call: Call) -> None:
        protocol = next((name for name in _CONNECTIONS if name in socket.scope["subprotocols"]), None)
        await socket.accept(protocol)
        if protocol is None:
            await socket.close(4406, "Subprotocol not acceptable")
            return
        handler = WebSocketHandler(
            view=self,  # type: ignore[arg-type]  # the handler uses only `on_ws_connect` of a view
            websocket=_CONNECTIONS[protocol](socket, self.max_bytes),
            context=GraphQLContext.of(self.backend, None, call.app, partial(hold_request, call), call=call),
            root_value=None,
            schema=self.executor,  # type: ignore[arg-type]  # each operation has one of its own
            connection_init_wait_timeout=timedelta(seconds=self.init_seconds),
        )
        handler.documents = self.documents
        handler.executor = self.executor
        await handler.handle()

    def _is_allowed(self, origin: str | None, host: str | None) -> bool:
        # Only browsers send an origin, and only they act without their user's knowledge.
        if origin is None or "*" in self.origins or is_same_origin(origin, host):
            return True
        return normalize_origin(origin) in normalize_allowed_origins(self.origins)

    async def on_ws_connect(self, context: GraphQLContext) -> UnsetType:
        """Check app key and token. Raises `ConnectionRejectionError`, which closes with 4403, if either is invalid."""
        if not context.call.admit(context.sent(APP_KEY_HEADER)):
            raise ConnectionRejectionError
        context.app = context.call.app
        try:
            context.token = read_bearer(context.sent("authorization"))
            wanted = context.sent(LANGUAGE_HEADER)
            accepted = context.sent("accept-language") if wanted == ANY_LANGUAGE else wanted
            wanted_language.set(None if wanted is None else choose_language(accepted or ""))
            wants_sentences.set(True)
        except BadCredentials:
            raise ConnectionRejectionError from None
        return UNSET  # the acknowledgement has no payload

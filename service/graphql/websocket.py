"""GraphQL over WebSocket: the library's handler of `graphql-transport-ws`, with messages checked at the door.

The bearer token comes with the upgrade request, or in the payload of `connection_init` as `Authorization`
(browsers cannot set headers).
"""

import json
from collections.abc import AsyncGenerator

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket
from strawberry.asgi import ASGIWebSocketAdapter, GraphQL
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions import GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler
from strawberry.types.unset import UNSET, UnsetType

from service.auth import BadCredentials, read_bearer
from service.graphql.context import Context
from service.graphql.limits import Document
from service.graphql.schema import schema
from service.play.sessions import Sessions


class _Payload(msgspec.Struct, rename={"operation_name": "operationName"}):
    query: Document
    operation_name: str | None = None
    variables: dict[str, object] | None = None


class _Subscribe(msgspec.Struct):
    id: str
    payload: _Payload


class _Complete(msgspec.Struct):
    id: str


_SHAPES: dict[object, type[msgspec.Struct]] = {"subscribe": _Subscribe, "complete": _Complete}


def is_message(message: object) -> bool:
    """Tell whether a message has the shape that its type asks for (graphql-transport-ws)."""
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        return False
    shape = _SHAPES.get(message["type"])
    if shape is None:
        return True
    try:
        msgspec.convert(message, shape)
    except msgspec.ValidationError:
        return False
    return True


class CheckedWebSocket(ASGIWebSocketAdapter):
    """A WebSocket that closes with 4400 when a message is none."""

    async def iter_json(self, *, ignore_parsing_errors: bool = False) -> AsyncGenerator[object, None]:
        """Yield the messages."""
        async for message in super().iter_json(ignore_parsing_errors=ignore_parsing_errors):
            if not is_message(message):
                await self.close(4400, "Invalid message")
                return
            yield message


class Handler(BaseGraphQLTransportWSHandler[Context, None]):
    """The library's handler, which does not take it for a bug that a client has gone."""

    async def handle_task_exception(self, error: Exception) -> None:
        """Log what is a bug."""
        if not isinstance(error, WebSocketDisconnected):
            await super().handle_task_exception(error)

    def forget_id(self, id: str) -> None:  # noqa: A002
        """Forget an operation, which the end of the connection may have done before."""
        self.operations.pop(id, None)


class GraphQLOverWebSocket(GraphQL[Context, None]):
    """The endpoint."""

    websocket_adapter_class = CheckedWebSocket
    graphql_transport_ws_handler_class = Handler

    def __init__(self, sessions: Sessions) -> None:
        # A bearer token is no ambient credential, so pages of any origin may connect.
        super().__init__(schema, subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL,), allowed_origins=["*"])
        self.sessions = sessions

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:  # noqa: ARG002
        """Return the context of a connection; its credentials are read at `connection_init`."""
        return Context(self.sessions, None, request.headers.get("authorization"))

    async def on_ws_connect(self, context: Context) -> UnsetType:
        """Read the token. Raises `ConnectionRejectionError`, which closes with 4403, for malformed credentials."""
        try:
            context.token = read_bearer(context.sent_authorization())
        except BadCredentials:
            raise ConnectionRejectionError from None
        return UNSET  # the acknowledgement has no payload

    def decode_json(self, data: str | bytes) -> object:
        """Return a message from its JSON, read as strictly as a request's body."""
        try:
            return msgspec.json.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), "", 0) from None

    def encode_json(self, data: object) -> str:
        """Return a message as text: bytes would make a binary frame, which clients do not read."""
        return msgspec.json.encode(data).decode()

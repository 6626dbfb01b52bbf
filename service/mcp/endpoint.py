"""The endpoint `/mcp`: it checks requests as the other APIs do, and loads the SDK when the first of them comes."""

import asyncio
from collections.abc import Collection
from importlib import import_module
from importlib.util import find_spec

import msgspec
import structlog
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.http.call import Call, call_of
from service.http.error_responses import RefusedRequest, format_error, refuse, tell_methods
from service.http.media_types import PLAIN, read_accept, read_json_body
from service.mcp.older_clients import SESSION_ID, choose_session_id
from service.use_cases.context import Backend

PATH = "/mcp"
FORM = '`{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}`'
NOT_INSTALLED = (
    "This service does not speak the Model Context Protocol: install it with the extra `mcp` "
    "(`make serve MCP=yes` in a checkout), then start it again."
)
ANSWERED = ("application/json", "text/event-stream")
NOT_ACCEPTABLE = f"An answer is {' or '.join(ANSWERED)}: accept both in the header `Accept`."
TURNED_OFF = "This service does not speak the Model Context Protocol: CROUPIER_MCP is off."
# The header fields that are checked here, as the SDK is to read them.
_CHECKED = {b"accept": ", ".join(ANSWERED).encode(), b"content-type": PLAIN}

log = structlog.get_logger("croupier.mcp")


class McpEndpoint:
    """The endpoint of the Model Context Protocol, which speaks it if it is on and the SDK is installed."""

    def __init__(self, backend: Backend, origins: Collection[str], max_body: int, *, is_on: bool) -> None:
        self.backend = backend
        self._origins = origins
        self._max_body = max_body
        self._is_on = is_on
        self._opened: asyncio.Future[ASGIApp] | None = None
        self._closing = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        call = call_of(scope, receive)
        try:
            answer = self._refuse(call) or await self._admit(call)
        except RefusedRequest as refusal:
            answer = refuse(PATH, refusal)
        await answer(scope, receive, send)

    async def close(self) -> None:
        """Stop the SDK, if it runs."""
        self._closing.set()
        if self._serving is not None:
            await self._serving

    def _refuse(self, call: Call) -> Response | None:
        """Return the answer to a request that must not reach the SDK. Raises `RefusedRequest`."""
        if not self._is_on:
            return format_error(PATH, "NOT_FOUND", 404, TURNED_OFF)
        if find_spec("mcp") is None:
            return format_error(PATH, "NOT_FOUND", 404, NOT_INSTALLED)
        if call.method == "OPTIONS":
            return Response(None, 204, {"Allow": "POST, OPTIONS"})
        origin = call.fields.get(b"origin")
        if origin is not None and not self._may_call(origin.decode("latin-1")):
            return _refuse_origin()
        if call.method != "POST":
            # Requests need no session, so there is no stream to open and nothing to delete.
            message = tell_methods(call.method, ("POST",), f"send JSON such as {FORM}")
            raise RefusedRequest("METHOD_NOT_ALLOWED", message, Allow="POST, OPTIONS")
        accepted = read_accept(call.fields.get(b"accept", b"").decode("latin-1"))
        if not accepted.ranges or not all(accepted.quality(kind) > 0 for kind in ANSWERED):
            raise RefusedRequest("NOT_ACCEPTABLE", NOT_ACCEPTABLE, ("Accept",))
        return None

    def _may_call(self, origin: str) -> bool:
        """Tell whether pages of an origin may call.

        No page of the service itself calls, so the request's `Host` excuses no origin: that of a name which somebody
        has bound to this address would be its equal (DNS rebinding).
        """
        return "*" in self._origins or origin in self._origins

    async def _admit(self, call: Call) -> ASGIApp:
        """Return an application that has the SDK answer a request. Raises `RefusedRequest`."""
        body = await read_json_body(call.fields, call.receive, self._max_body, FORM)
        application = await self._open()
        session_id = choose_session_id(body)

        async def serve(scope: Scope, receive: Receive, send: Send) -> None:
            answer = send if session_id is None else _name_session(session_id, send)
            await application(_normalize(scope), _replay(body, receive), answer)

        return serve

    async def _open(self) -> ASGIApp:
        """Return the application that speaks the protocol; it is loaded and started once."""
        if self._opened is None:
            self._opened = asyncio.get_running_loop().create_future()
            self._serving = asyncio.create_task(self._serve(self._opened))
        return await asyncio.shield(self._opened)

    async def _serve(self, opened: asyncio.Future[ASGIApp]) -> None:
        """Run the SDK until the service ends. It must be left in the task that has entered it."""
        try:
            # The SDK takes a second to import, in which other requests are to be answered.
            transport = await asyncio.to_thread(import_module, "service.mcp.transport")
            async with transport.serve_http(self.backend, self._max_body) as application:
                opened.set_result(application)
                await self._closing.wait()
        except Exception as error:
            if opened.done():
                raise
            self._opened = None
            opened.set_exception(error)


def _refuse_origin() -> Response:
    """Return the refusal of a page's request, as an error of JSON-RPC."""
    message = "Pages of this origin may not call: CROUPIER_CORS_ORIGINS lists those that may."
    error = {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": message}}
    return Response(msgspec.json.encode(error), 403, media_type="application/json")


def _normalize(scope: Scope) -> Scope:
    """Return a scope that declares JSON and accepts both forms of an answer, which has been checked.

    The SDK takes media types in lower case only, and reads only the first line of `Accept`.
    """
    others = [field for field in scope["headers"] if field[0] not in _CHECKED]
    return {**scope, "headers": [*others, *_CHECKED.items()]}


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a function that receives a body that has arrived; later calls receive from the connection."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again


def _name_session(session_id: str, send: Send) -> Send:
    """Return a function that sends a response with a session id."""
    field = (SESSION_ID.encode(), session_id.encode())

    async def send_named(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], field]}
        await send(message)

    return send_named

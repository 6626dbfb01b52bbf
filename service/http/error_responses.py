"""What the application itself answers when something is wrong, in the one shape of errors of each path.

Under `/graphql` that is `errors[]` with a code in `extensions`, elsewhere problem details (RFC 9457) with a member
`code`.
"""

import asyncio
from collections.abc import Mapping

import msgspec
import structlog
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from service.http.response import OutgoingResponse
from service.observability import metrics
from service.sessions.problems import PROBLEMS, REFUSALS, page_of, title_of

# That a client has gone is no bug.
_GONE = (ClientDisconnect, ClientDisconnected, WebSocketDisconnect)
# What is logged and counted of a request whose client has gone before it was answered (nginx's number for it).
GONE = 499

# Where a request that the server refuses, before the application has seen it, says why.
REFUSAL = "croupier.refusal"

SHUTTING_DOWN = "The service ends. What became of a change is unknown: send it again."

log = structlog.get_logger("croupier")


class RefusedRequest(Exception):
    """A request that no use case sees: a code of the table of refusals, one sentence, headers of the answer."""

    def __init__(self, code: str, message: str, **headers: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.headers = headers


async def answer_refusal(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request that the server has refused."""
    refusal: RefusedRequest = scope[REFUSAL]
    headers = {"Connection": "close", **refusal.headers}
    await refuse(scope, refusal.code, REFUSALS[refusal.code].status, refusal.message, headers)(scope, receive, send)


def refuse(scope: Scope, code: str, status: int, message: str, headers: Mapping[str, str]) -> Response:
    """Return the answer of a guard rail, and count it."""
    metrics.refusals_total.labels(code).inc()
    return format_error(scope, code, status, message, headers)


def format_error(
    scope: Scope, code: str, status: int, message: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an error in the shape of the request's path."""
    path: str = scope["path"]
    if path == "/graphql" or path.startswith("/graphql/"):
        answer: object = {"errors": [{"message": message, "extensions": {"code": code}}]}
        return Response(msgspec.json.encode(answer), status, headers, "application/json")
    kind = REFUSALS.get(code) or PROBLEMS[code]
    answer = {
        "type": page_of(code),
        "title": title_of(kind.meaning),
        "status": status,
        "detail": message,
        "code": code,
    }
    return Response(msgspec.json.encode(answer), status, headers, "application/problem+json")


def answer_http_error(scope: Scope, error: HTTPException) -> Response:
    """Return the answer to what no route takes."""
    code = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}.get(error.status_code, "BAD_REQUEST")
    return format_error(scope, code, error.status_code, f"{error.detail}.", error.headers)


async def answer_fault(
    error: BaseException, answer: OutgoingResponse, scope: Scope, receive: Receive, send: Send
) -> None:
    """Answer a bug with INTERNAL, and log its traceback; to the client it shows nothing of itself.

    An answer that has begun cannot be taken back: the server sees that it is not complete, and cuts it off.
    """
    if isinstance(error, _GONE):
        answer.status = answer.status if answer.has_begun else GONE
    elif isinstance(error, asyncio.CancelledError):
        # The service ends, and has waited long enough for this.
        log.warning("a request was cut off")
        if scope["type"] == "http" and not answer.has_begun:
            await refuse(scope, "SHUTTING_DOWN", 503, SHUTTING_DOWN, {"Retry-After": "1"})(scope, receive, send)
    else:
        log.error("bug", exc_info=error)
        if not answer.has_begun:
            internal = format_error(scope, "INTERNAL", 500, "Something went wrong here. It has been logged.")
            await internal(scope, receive, send)

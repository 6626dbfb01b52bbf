"""Error responses outside the use cases, in the one shape that the path has for errors.

Under `/graphql` the shape is `errors[]` with a code in `extensions`, elsewhere problem details (RFC 9457) with a
member `code`.
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

from service.http.caller import RATE_LIMITED, RateLimited
from service.http.response import OutgoingResponse
from service.observability import metrics
from service.sessions.problems import PROBLEMS, REFUSALS, page_of, title_of

# A client that has disconnected is not a bug.
_GONE = (ClientDisconnect, ClientDisconnected, WebSocketDisconnect)
# The status that is logged and counted if the client disconnects before the response (nginx's number for it).
GONE = 499

# The key of a scope under which the server stores the reason for a refusal before the application.
REFUSAL = "croupier.refusal"

SHUTTING_DOWN = "The service ends. What became of a change is unknown: send it again."

log = structlog.get_logger("croupier")


class RefusedRequest(Exception):
    """The refusal of a request before any use case: a code of the table of refusals, a sentence, response headers."""

    def __init__(self, code: str, message: str, **headers: str) -> None:
        super().__init__(message)
        self.code, self.message, self.headers = code, message, headers


async def answer_refusal(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request that the server has refused."""
    refusal: RefusedRequest = scope[REFUSAL]
    headers = {"Connection": "close", **refusal.headers}
    await refuse(scope, refusal.code, REFUSALS[refusal.code].status, refusal.message, headers)(scope, receive, send)


def refuse(scope: Scope, code: str, status: int, message: str, headers: Mapping[str, str]) -> Response:
    """Return the response of a refusal, and count the refusal."""
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
    answer = {"type": page_of(code), "title": title_of(kind.meaning), "status": status, "detail": message, "code": code}
    return Response(msgspec.json.encode(answer), status, headers, "application/problem+json")


def answer_http_error(scope: Scope, error: HTTPException) -> Response:
    """Return the response to a request that no route accepts."""
    code = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}.get(error.status_code, "BAD_REQUEST")
    return format_error(scope, code, error.status_code, f"{error.detail}.", error.headers)


async def answer_fault(
    error: BaseException, answer: OutgoingResponse, scope: Scope, receive: Receive, send: Send
) -> None:
    """Answer what an application has raised: a bug with INTERNAL, which reveals nothing of it, and log its traceback.

    A response that has begun cannot be taken back: the server sees that it is incomplete, and cuts it off.
    """
    if isinstance(error, _GONE):
        answer.status = answer.status if answer.has_begun else GONE
    elif isinstance(error, RateLimited) and not answer.has_begun:
        headers = {"Retry-After": str(error.seconds)}
        await refuse(scope, RATE_LIMITED, 429, str(error), headers)(scope, receive, send)
    elif isinstance(error, asyncio.CancelledError):
        # The service is shutting down, and the time for open requests is over.
        log.warning("a request was cut off")
        if scope["type"] == "http" and not answer.has_begun:
            await refuse(scope, "SHUTTING_DOWN", 503, SHUTTING_DOWN, {"Retry-After": "1"})(scope, receive, send)
    else:
        log.error("bug", exc_info=error)
        if not answer.has_begun:
            internal = format_error(scope, "INTERNAL", 500, "Something went wrong here. It has been logged.")
            await internal(scope, receive, send)

"""Error responses outside the use cases, in the error format of the path.

Under `/graphql` the shape is `errors[]` with a code in `extensions`, elsewhere problem details (RFC 9457) with a
member `code`.
"""

from collections.abc import Iterable, Mapping

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from service.observability import metrics
from service.sessions.problems import PROBLEMS, REFUSALS, page_of, title_of

# The form of a GraphQL request, for messages.
GRAPHQL_FORM = 'JSON such as `{"query": "…", "variables": {…}}`'
NOTHING_HERE = "There is nothing at this address; `/docs` lists those of the API."


class RefusedRequest(Exception):
    """The refusal of a request before any use case: a code of the table of refusals, a sentence, response headers.

    `path` names the part of the request that caused it, such as a header, if there is one.
    """

    def __init__(self, code: str, message: str, path: tuple[str, ...] = (), /, **headers: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.path = path
        self.headers = headers


def shutting_down() -> RefusedRequest:
    """Return the refusal of a request that is open when the process ends."""
    message = "The service is shutting down. It is unknown whether a change was made: send it again."
    return RefusedRequest("SHUTTING_DOWN", message, **{"Retry-After": "1"})


def refuse(path: str, refusal: RefusedRequest) -> Response:
    """Return the response of a refusal, and count the refusal."""
    metrics.refusals_total.labels(refusal.code).inc()
    status = REFUSALS[refusal.code].status
    return format_error(path, refusal.code, status, refusal.message, refusal.headers, refusal.path)


def format_error(
    path: str,
    code: str,
    status: int,
    message: str,
    headers: Mapping[str, str] | None = None,
    part: tuple[str, ...] = (),
) -> Response:
    """Return an error in the format of the request's path; `part` is the part of the request that caused it."""
    if path == "/graphql" or path.startswith("/graphql/"):
        errors = {"errors": [{"message": message, "extensions": {"code": code}}]}
        return Response(msgspec.json.encode(errors), status, headers, "application/json")
    kind = REFUSALS.get(code) or PROBLEMS[code]
    answer: dict[str, object] = {
        "type": page_of(code),
        "title": title_of(kind.meaning),
        "status": status,
        "detail": message,
        "code": code,
    }
    if part:
        answer["path"] = part
    return Response(msgspec.json.encode(answer), status, headers, "application/problem+json")


def tell_methods(method: str, allowed: Iterable[str], advice: str) -> str:
    """Return the sentence that rejects a method, with advice."""
    return f"This address takes {join_words(allowed, 'and')}, not {method}: {advice}."


def join_words(words: Iterable[str], last: str) -> str:
    """Return words as a sentence lists them, with the `last` conjunction: "GET, HEAD and POST"."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def answer_http_error(scope: Scope, error: HTTPException) -> Response:
    """Return the response to a request that no route accepts."""
    code = {404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED"}.get(error.status_code, "BAD_REQUEST")
    message = NOTHING_HERE if error.status_code == 404 else f"{error.detail}."
    if error.status_code == 405:
        advice = f"send {GRAPHQL_FORM} by POST" if scope["path"] == "/graphql" else "read it by GET"
        allowed = sorted((error.headers or {})["Allow"].split(", "))
        message = tell_methods(scope["method"], allowed, advice)
    return format_error(scope["path"], code, error.status_code, message, error.headers)

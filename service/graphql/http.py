"""GraphQL over HTTP: one strict reading of requests, so that nothing that a client sends becomes a server error.

POST takes `application/json`; GET takes queries, and shows GraphiQL to a browser. Answers are
`application/graphql-response+json` for who accepts it, else `application/json`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.graphql import OperationType

from service.auth import BadCredentials, read_bearer
from service.graphql.context import Context
from service.graphql.errors import BAD_REQUEST, STORE_UNAVAILABLE, UNAUTHORIZED
from service.graphql.limits import Document
from service.graphql.schema import schema
from service.play.sessions import Sessions

STATIC = Path(__file__).parent / "static"
JSON = "application/json"
GRAPHQL_JSON = "application/graphql-response+json"
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

# Subscriptions go over WebSocket; the library would execute one here as if it were a query.
OPERATIONS = {OperationType.QUERY, OperationType.MUTATION}

Variables = dict[str, Any]


class Operation(msgspec.Struct, rename={"operation_name": "operationName"}):
    """What a client asks to be executed (GraphQL over HTTP, section 5)."""

    query: Document
    operation_name: str | None = None
    variables: Variables | None = None
    extensions: Variables | None = None


class Refused(Exception):
    """A request that is not executed: an HTTP status, a code, and one sentence."""

    def __init__(self, status: int, message: str, code: str = BAD_REQUEST, **headers: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code
        self.headers = headers


class GraphQLOverHTTP:
    """The endpoint."""

    def __init__(self, sessions: Sessions, max_body: int) -> None:
        self.sessions = sessions
        self.max_body = max_body

    async def answer(self, request: Request) -> Response:
        """Answer one request."""
        if request.method != "POST" and "query" not in request.query_params and _is_browser(request):
            return FileResponse(STATIC / "index.html", headers={"Content-Security-Policy": PAGE_POLICY})
        media_type = JSON
        try:
            media_type = _choose_media_type(request.headers.get("accept"))
            token = read_bearer(request.headers.get("authorization"))
            operation = await self._read(request)
            return await self._execute(operation, request.method, Context(self.sessions, token), media_type)
        except BadCredentials as error:
            refused = Refused(401, str(error), UNAUTHORIZED, **{"WWW-Authenticate": "Bearer"})
        except Refused as error:
            refused = error
        return _answer_error(refused, media_type)

    async def _read(self, request: Request) -> Operation:
        if request.method != "POST":
            return _read_query(request.query_params)
        _check_media_type(request.headers)
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > self.max_body:
                raise Refused(413, f"The body is larger than {self.max_body} bytes.")
        return decode_operation(bytes(body))

    async def _execute(self, operation: Operation, method: str, context: Context, media_type: str) -> Response:
        try:
            result = await schema.execute(
                operation.query,
                variable_values=operation.variables,
                context_value=context,
                operation_name=operation.operation_name,
                allowed_operation_types=OPERATIONS if method == "POST" else {OperationType.QUERY},
            )
        except CannotGetOperationTypeError as error:
            raise Refused(400, error.as_http_error_reason()) from None
        except InvalidOperationTypeError as error:
            if method == "POST":
                raise Refused(400, error.as_http_error_reason(method)) from None
            raise Refused(405, "GET is for queries; send this by POST.", Allow="POST") from None
        errors = [error.formatted for error in result.errors or ()]
        answer: dict[str, object] = {"errors": errors} if errors else {}
        if result.data is not None or not _failed_before_execution(errors):
            answer["data"] = result.data
        return _answer(answer, media_type)


def decode_operation(body: bytes) -> Operation:
    """Return the operation of a JSON body. Raises `Refused` for anything else."""
    try:
        operation = msgspec.json.decode(body, type=Operation)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused(400, f"The body is not a GraphQL request: {error}.") from None
    if not operation.query.strip():
        raise Refused(400, "The query is empty.")
    return operation


def _read_query(params: Mapping[str, str]) -> Operation:
    if "query" not in params:
        raise Refused(400, "The query is missing: give it as `query`, or send it by POST.")
    fields: dict[str, msgspec.Raw] = {}
    for name in ("query", "operationName"):
        if name in params:
            fields[name] = msgspec.Raw(msgspec.json.encode(params[name]))
    for name in ("variables", "extensions"):
        if params.get(name):
            fields[name] = msgspec.Raw(params[name].encode())
    return decode_operation(msgspec.json.encode(fields))


def _check_media_type(headers: Mapping[str, str]) -> None:
    media_type, _, parameters = headers.get("content-type", "").partition(";")
    charset = parameters.replace(" ", "").replace('"', "").lower()
    if media_type.strip().lower() != JSON or charset not in ("", "charset=utf-8", "charset=utf8"):
        raise Refused(415, "Send the request as application/json in UTF-8.")
    if headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise Refused(415, "Send the request without a content encoding.")


def _choose_media_type(accept: str | None) -> str:
    """Return the media type of the answer. Raises `Refused` when the client takes none that there is."""
    if not accept or not accept.strip():
        return JSON
    accepted = {part.partition(";")[0].strip().lower() for part in accept.split(",") if not _is_refused(part)}
    if GRAPHQL_JSON in accepted:
        return GRAPHQL_JSON
    if accepted & {JSON, "application/*", "*/*"}:
        return JSON
    raise Refused(406, f"The answer is {JSON} or {GRAPHQL_JSON}; the client accepts neither.")


def _is_refused(part: str) -> bool:
    return part.replace(" ", "").lower().rpartition(";q=")[2] in ("0", "0.0", "0.00", "0.000")


def _is_browser(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


def _failed_before_execution(errors: list[Any]) -> bool:
    return bool(errors) and all("path" not in error for error in errors)


def _answer(answer: dict[str, object], media_type: str) -> Response:
    """Encode an answer; only the newer media type tells by its status that nothing was executed."""
    errors: list[Any] = answer.get("errors", [])  # type: ignore[assignment]
    headers = {}
    status = 400 if "data" not in answer and media_type == GRAPHQL_JSON else 200
    if any(error["extensions"]["code"] == STORE_UNAVAILABLE for error in errors):
        status, headers = 503, {"Retry-After": "1"}
    return Response(msgspec.json.encode(answer), status, headers, media_type=media_type)


def _answer_error(refused: Refused, media_type: str) -> Response:
    answer = {"errors": [{"message": refused.message, "extensions": {"code": refused.code}}]}
    return Response(msgspec.json.encode(answer), refused.status, refused.headers, media_type=media_type)

"""GraphQL over HTTP: one strict reading of requests, so that nothing that a client sends becomes a server error.

POST takes `application/json`; GET takes what changes nothing, and shows GraphiQL to a browser. Answers are
`application/graphql-response+json` for who accepts it, else `application/json`. A subscription is answered with a
stream; so is everything else for clients that accept only streams.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from starlette.datastructures import QueryParams
from starlette.responses import FileResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.graphql import OperationType

from service.graphql.compiled import Executor
from service.graphql.context import Context
from service.graphql.documents.limits import Document, are_too_many
from service.graphql.documents.persisted import TOO_MANY_VARIABLES, DocumentRefused, Documents
from service.graphql.errors import BAD_REQUEST, STORE_UNAVAILABLE, UNAUTHORIZED
from service.graphql.transport.streaming import (
    GRAPHQL_JSON,
    JSON,
    Accepted,
    Answer,
    choose_forms,
    format_result,
    frame_results,
)
from service.http.accept import read_accept
from service.http.caller import RATE_LIMITED, app_of
from service.http.error_responses import RefusedRequest
from service.http.request_body import read_fields, read_json_body
from service.http.shutdown import Shutdown
from service.http.streamed_response import HEARTBEAT_SECONDS, StreamedResponse
from service.sessions.problems import REFUSALS
from service.sessions.tokens import BadCredentials, read_bearer
from service.use_cases.context import Play

STATIC = Path(__file__).parents[1] / "static"
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

# What a seat may see is for nobody else, not even later on the same machine.
PRIVATE = {"Cache-Control": "no-store"}
_PRIVATE = (b"cache-control", b"no-store")
_CONTENT_TYPES = {kind: (b"content-type", kind.encode()) for kind in (JSON, GRAPHQL_JSON)}

# A subscription is streamed instead; the library would execute one here as if it were a query.
EXECUTED = {"POST": (OperationType.QUERY, OperationType.MUTATION)}
READ = (OperationType.QUERY,)

ACCEPTABLE = f'{GRAPHQL_JSON}, {JSON}, text/event-stream, or multipart/mixed; subscriptionSpec="1.0"'
NOT_ACCEPTABLE = f"The client accepts none of {ACCEPTABLE}."
NOT_STREAMED = (
    "A subscription is a stream: accept text/event-stream or multipart/mixed with subscriptionSpec=1.0, "
    "or open a WebSocket here."
)

HTML = "text/html"
NO_BATCHES = "The body is a list. Batches are not taken: send one operation in each request."

Variables = dict[str, Any]


class GraphQLRequest(msgspec.Struct, rename={"operation_name": "operationName"}):
    """An operation and its variables, as a client sends them (GraphQL over HTTP, section 5)."""

    query: Document = ""
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


class Data(msgspec.Struct, frozen=True):
    """An answer without errors, on its way: a response with a status of 200, in fewer steps than the library's."""

    body: bytes
    media_type: str

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the answer."""
        length = (b"content-length", b"%d" % len(self.body))
        fields = [_PRIVATE, length, _CONTENT_TYPES[self.media_type]]
        await send({"type": "http.response.start", "status": 200, "headers": fields})
        await send({"type": "http.response.body", "body": self.body})


class GraphQLOverHTTP:
    """The endpoint. The streams end with the service; until then each has a heartbeat."""

    def __init__(
        self,
        play: Play,
        executor: Executor,
        documents: Documents,
        max_body: int,
        shutdown: Shutdown,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        self.play = play
        self.executor = executor
        self.max_body = max_body
        self.shutdown = shutdown
        self.documents = documents
        self.heartbeat = heartbeat

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        answer = await self._answer(scope, receive)
        await answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> ASGIApp:
        fields = read_fields(scope)
        accept = fields.get(b"accept", b"").decode("latin-1")
        if scope["method"] != "POST" and read_accept(accept).likes(HTML) and "query" not in _query_of(scope):
            return FileResponse(STATIC / "index.html", headers={"Content-Security-Policy": PAGE_POLICY})
        accepted = Accepted()
        try:
            accepted = _check_accept(choose_forms(accept))
            token = read_bearer(fields.get(b"authorization", b"").decode("latin-1"))
            if scope["method"] == "POST":
                operation = decode_operation(await read_json_body(fields, receive, self.max_body))
            else:
                operation = _read_query(_query_of(scope))
            if are_too_many(operation.variables):
                raise DocumentRefused(TOO_MANY_VARIABLES)
            operation.query = self.documents.find(operation.query, operation.extensions)
            context = Context(self.play.sessions, self.play.tables, token, app_of(scope), scope=scope)
            return await self._execute(operation, scope["method"], context, accepted)
        except BadCredentials as error:
            refused = Refused(401, str(error), UNAUTHORIZED, **{"WWW-Authenticate": "Bearer"})
        except DocumentRefused as error:
            if error.code != BAD_REQUEST:
                return _answer({"errors": [error.error]}, accepted)
            refused = Refused(400, error.message)
        except RefusedRequest as error:
            refused = Refused(REFUSALS[error.code].status, error.message, **error.headers)
        except Refused as error:
            refused = error
        return _answer_error(refused, accepted.json or JSON)

    async def _execute(self, operation: GraphQLRequest, method: str, context: Context, accepted: Accepted) -> ASGIApp:
        try:
            result = await self.executor.execute(
                operation.query,
                variable_values=operation.variables,
                context_value=context,
                operation_name=operation.operation_name,
                allowed_operation_types=EXECUTED.get(method, READ),
            )
        except CannotGetOperationTypeError as error:
            raise Refused(400, error.as_http_error_reason()) from None
        except InvalidOperationTypeError as error:
            if error.operation_type is OperationType.SUBSCRIPTION:
                return await self._stream(operation, context, accepted)
            raise Refused(405, "GET changes nothing; send this by POST.", Allow="POST") from None
        if not result.errors and accepted.json is not None:
            # What nearly all answers are, and the shortest way to them: a plan has made the JSON of the data.
            return Data(_encode_answer({"data": result.data}), accepted.json)
        return _answer(format_result(result), accepted)

    async def _stream(self, operation: GraphQLRequest, context: Context, accepted: Accepted) -> Response:
        framing = accepted.stream
        if framing is None:
            raise Refused(406, NOT_STREAMED)
        results = await self.executor.stream(
            operation.query,
            variable_values=operation.variables,
            context_value=context,
            operation_name=operation.operation_name,
            allowed_operation_types={OperationType.SUBSCRIPTION},
        )
        pieces = frame_results(results, framing)
        return StreamedResponse(pieces, framing.content_type, framing.rhythm(self.heartbeat), self.shutdown, {})


def decode_operation(body: bytes) -> GraphQLRequest:
    """Return the operation of a JSON body. Raises `Refused` for anything else."""
    try:
        return _decode_operation(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        if body.lstrip(b" \t\r\n").startswith(b"["):
            raise Refused(400, NO_BATCHES) from None
        raise Refused(400, f"The body is not a GraphQL request: {error}.") from None


_decode_operation = msgspec.json.Decoder(GraphQLRequest).decode
_encode_answer = msgspec.json.Encoder().encode


def _read_query(params: Mapping[str, str]) -> GraphQLRequest:
    if "query" not in params and "extensions" not in params:
        raise Refused(400, "The query is missing: give it as `query`, or send it by POST.")
    fields: dict[str, msgspec.Raw] = {}
    for name in ("query", "operationName"):
        if name in params:
            fields[name] = msgspec.Raw(msgspec.json.encode(params[name]))
    for name in ("variables", "extensions"):
        if params.get(name):
            fields[name] = msgspec.Raw(params[name].encode())
    return decode_operation(msgspec.json.encode(fields))


def _check_accept(accepted: Accepted) -> Accepted:
    """Return what the client accepts. Raises `Refused` when that is nothing that there is."""
    if accepted.json is None and accepted.stream is None:
        raise Refused(406, NOT_ACCEPTABLE)
    return accepted


def _query_of(scope: Scope) -> QueryParams:
    return QueryParams(scope["query_string"])


def _answer(answer: Answer, accepted: Accepted) -> Response:
    """Encode an answer; of the media types, only the newer one tells by its status that nothing was executed."""
    status, headers = _choose_status(answer, accepted.json)
    if accepted.json is None and accepted.stream is not None:
        headers["Content-Type"] = accepted.stream.content_type
        return Response(accepted.stream.whole(answer), status, headers)
    return Response(msgspec.json.encode(answer), status, headers, media_type=accepted.json)


def _choose_status(answer: Answer, media_type: str | None) -> tuple[int, dict[str, str]]:
    for error in answer.get("errors", ()):
        if error["extensions"]["code"] == STORE_UNAVAILABLE:
            return 503, {**PRIVATE, "Retry-After": "1"}
        if error["extensions"]["code"] == RATE_LIMITED:
            return 429, {**PRIVATE, "Retry-After": str(error["extensions"]["retryAfterMillis"] // 1000)}
    return (400 if "data" not in answer and media_type == GRAPHQL_JSON else 200), dict(PRIVATE)


def _answer_error(refused: Refused, media_type: str) -> Response:
    answer = {"errors": [{"message": refused.message, "extensions": {"code": refused.code}}]}
    return Response(msgspec.json.encode(answer), refused.status, {**PRIVATE, **refused.headers}, media_type=media_type)

"""GraphQL over HTTP. Requests are decoded strictly, so no input of a client causes a server error.

POST takes `application/json`. GET takes operations that change nothing, and shows GraphiQL to a browser. Answers are
`application/graphql-response+json` for clients that accept it, else `application/json`. The answer to a subscription is
a stream. So is the answer to any other operation if the client accepts only streams.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from starlette.datastructures import QueryParams
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from strawberry.schema.exceptions import CannotGetOperationTypeError, InvalidOperationTypeError
from strawberry.types.graphql import OperationType

from compiled import Executor, Push
from compiled.documents.limits import MAX_VARIABLES, Document
from service.graphql.errors import STORE_UNAVAILABLE, UNAUTHORIZED
from service.graphql.pages import answer_explorer
from service.graphql.persisted import KnownDocuments, RequestRejected
from service.graphql.subscriptions import (
    GRAPHQL_JSON,
    JSON,
    Accepted,
    FormattedResult,
    choose_forms,
    choose_short_forms,
    format_result,
    frame_results,
)
from service.graphql.types import GraphQLContext
from service.http.call import LANGUAGE_FIELD, RATE_LIMITED, Answer, Call, read_languages, serve_call
from service.http.error_responses import GRAPHQL_FORM, RefusedRequest
from service.http.media_types import PLAIN, SHORT, read_accept, read_json_body
from service.http.streams import HEARTBEAT_SECONDS, RETRY, TOO_MANY_STREAMS, Outlet, StreamedResponse, hold_request
from service.sessions.problems import REFUSALS
from service.sessions.tokens import BadCredentials, read_bearer
from service.use_cases.context import Backend
from service.use_cases.mistakes import in_words
from service.views.wording import choose_language, wanted_language, wants_sentences

# A seat's view is for that seat only. Not even the client's own machine may cache it.
PRIVATE = {"Cache-Control": "no-store"}
# The header fields of an answer without errors, by its media type.
_FIELDS = {kind: ((b"cache-control", b"no-store"), (b"content-type", kind.encode())) for kind in (JSON, GRAPHQL_JSON)}

# A subscription is streamed instead: the library's `execute` would treat it as a query.
EXECUTED = {"POST": (OperationType.QUERY, OperationType.MUTATION)}
READ = (OperationType.QUERY,)

ACCEPTABLE = f'{GRAPHQL_JSON}, {JSON}, text/event-stream, or multipart/mixed; subscriptionSpec="1.0"'
NOT_ACCEPTABLE = f"The client accepts none of {ACCEPTABLE}."
NOT_STREAMED = (
    "A subscription is a stream: accept text/event-stream or multipart/mixed with subscriptionSpec=1.0, "
    "or open a WebSocket here."
)

# A document without this word selects no sentences of events.
SENTENCE = "sentence"
HTML = "text/html"
QUERY_FORM = '`{"query": "…"}`'
NO_BATCHES = "The body is a list. Batches are not taken: send one operation in each request."

Variables = dict[str, Any]


class GraphQLRequest(msgspec.Struct, rename={"operation_name": "operationName"}):
    """An operation and its variables, as a client sends them (GraphQL over HTTP, section 5)."""

    query: Document = ""
    operation_name: str | None = None
    variables: Variables | None = None
    extensions: Variables | None = None


# The exceptions for a request that is not executed.
REJECTIONS = (RequestRejected, BadCredentials, RefusedRequest)


@dataclass(eq=False)
class GraphQLOverHTTP:
    """The endpoint. Its streams have a heartbeat, and end when the service stops."""

    backend: Backend
    executor: Executor
    documents: KnownDocuments
    max_body: int
    heartbeat: float = HEARTBEAT_SECONDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        await serve_call(self, scope, receive, send)

    async def answer(self, call: Call) -> Answer | ASGIApp:
        """Return the answer to a request, or an application that sends it."""
        fields = call.fields
        accept = fields.get(b"accept", b"").decode("latin-1")
        if call.method != "POST" and read_accept(accept).likes(HTML) and "query" not in QueryParams(call.query):
            return await answer_explorer(fields)
        accepted = choose_short_forms(accept) if len(accept) <= SHORT else choose_forms(accept)
        try:
            if accepted.json is None and accepted.stream is None:
                raise RequestRejected(NOT_ACCEPTABLE, status=406)
            token = None
            if b"authorization" in fields:
                token = read_bearer(fields[b"authorization"].decode("latin-1"))
            request = await self._read_request(call)
        except REJECTIONS as error:
            return _reject(error, accepted)
        # Requests of one connection may share a Python context, so these are always set.
        wanted_language.set(choose_language(read_languages(fields)) if LANGUAGE_FIELD in fields else None)
        wants_sentences.set(SENTENCE in request.query)
        context = GraphQLContext.of(self.backend, token, call.app, partial(hold_request, call), call=call)
        try:
            result = await self.executor.execute(
                request.query, request.variables, context, request.operation_name, EXECUTED.get(call.method, READ)
            )
        except CannotGetOperationTypeError as error:
            return _reject(RequestRejected(error.as_http_error_reason()), accepted)
        except InvalidOperationTypeError as error:
            return await self._answer_other_kind(error.operation_type, request, context, accepted)
        if not result.errors and accepted.json is not None:
            # Nearly all answers: the library's responses take more steps.
            return Answer(200, _FIELDS[accepted.json], _encode({"data": result.data}))
        return _answer(format_result(result), accepted)

    async def _read_request(self, call: Call) -> GraphQLRequest:
        """Return the request that a call sends, with its document. Raises one of REJECTIONS."""
        fields = call.fields
        is_post = call.method == "POST"
        body = call.body if is_post else _write_body(QueryParams(call.query))
        is_plain = fields.get(b"content-type") == PLAIN and b"content-encoding" not in fields
        if body is None or (is_post and not is_plain):
            body = await read_json_body(fields, call.receive, self.max_body, QUERY_FORM, body)
        try:
            request = _decode_request(body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise RequestRejected(_why_no_request(body, error)) from None
        # A shorter body has no room for too many variables.
        variables = request.variables if len(body) > MAX_VARIABLES else None
        is_ordinary = bool(request.query.strip()) and not request.extensions and not variables
        if self.documents.only_trusted or not is_ordinary:
            request.query = self.documents.find(request.query, request.extensions, variables)
        return request

    async def _answer_other_kind(
        self, kind: OperationType, request: GraphQLRequest, context: GraphQLContext, accepted: Accepted
    ) -> Response:
        """Answer an operation that this method does not execute: stream a subscription, refuse a mutation by GET."""
        if kind is not OperationType.SUBSCRIPTION:
            return _reject(
                RequestRejected("GET changes nothing; send this by POST.", status=405, Allow="POST"), accepted
            )
        framing = accepted.stream
        if framing is None:
            return _reject(RequestRejected(NOT_STREAMED, status=406), accepted)
        outlet = Outlet()
        context.push = Push(framing.writer(outlet.write))
        results = await self.executor.stream(
            request.query,
            variable_values=request.variables,
            context_value=context,
            operation_name=request.operation_name,
            allowed_operation_types={OperationType.SUBSCRIPTION},
            push=context.push,
        )
        pieces = frame_results(results, framing)
        rhythm = framing.rhythm(self.heartbeat)
        return StreamedResponse(pieces, framing.content_type, rhythm, outlet)


# ---- requests


def _why_no_request(body: bytes, error: Exception) -> str:
    """Return the reason why a body is not a request, and the form of a request."""
    begun = body.lstrip(b" \t\r\n")
    if begun.startswith(b"["):
        return NO_BATCHES
    reason = in_words(str(error)) if begun else "it is empty"
    return f"The body is not a GraphQL request: {reason}; send {GRAPHQL_FORM}."


_decode_request = msgspec.json.Decoder(GraphQLRequest).decode


def _write_body(params: Mapping[str, str]) -> bytes:
    """Return the body that would make the same request as a query string."""
    if "query" not in params and "extensions" not in params:
        raise RequestRejected("The query is missing: give it as `query`, or send it by POST.")
    fields: dict[str, msgspec.Raw] = {}
    for name in ("query", "operationName"):
        if name in params:
            fields[name] = msgspec.Raw(msgspec.json.encode(params[name]))
    for name in ("variables", "extensions"):
        if params.get(name):
            fields[name] = msgspec.Raw(params[name].encode())
    return msgspec.json.encode(fields)


# ---- answers


_encode = msgspec.json.Encoder().encode


def _answer(answer: FormattedResult, accepted: Accepted) -> Response:
    """Return the response with an answer. With the newer media type, its status is 400 if nothing was executed."""
    status, headers = _choose_status(answer, accepted.json)
    if accepted.json is None and accepted.stream is not None:
        headers["Content-Type"] = accepted.stream.content_type
        return Response(accepted.stream.whole(answer), status, headers)
    return Response(_encode(answer), status, headers, media_type=accepted.json)


def _choose_status(answer: FormattedResult, media_type: str | None) -> tuple[int, dict[str, str]]:
    for error in answer.get("errors", ()):
        if error["extensions"]["code"] == STORE_UNAVAILABLE:
            return 503, {**PRIVATE, "Retry-After": "1"}
        if error["extensions"]["code"] == RATE_LIMITED:
            return 429, {**PRIVATE, "Retry-After": str(error["extensions"]["retryAfterMillis"] // 1000)}
        if error["extensions"]["code"] == TOO_MANY_STREAMS:
            return 429, {**PRIVATE, **RETRY}
    return (400 if "data" not in answer and media_type == GRAPHQL_JSON else 200), dict(PRIVATE)


def _reject(error: Exception, accepted: Accepted) -> Response:
    """Return the response to a request that is not executed."""
    if isinstance(error, BadCredentials):
        error = RequestRejected(str(error), UNAUTHORIZED, 401, **{"WWW-Authenticate": "Bearer"})
    elif isinstance(error, RefusedRequest):
        error = RequestRejected(error.message, status=REFUSALS[error.code].status, **error.headers)
    assert isinstance(error, RequestRejected)
    answer: FormattedResult = {"errors": [error.error]}
    if error.status is None:
        return _answer(answer, accepted)
    return Response(_encode(answer), error.status, {**PRIVATE, **error.headers}, media_type=accepted.json or JSON)

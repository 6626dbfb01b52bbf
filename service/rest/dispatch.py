"""One strict reading of requests, and the routes that the registry makes."""

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

import msgspec
from starlette.datastructures import QueryParams
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from service.http.caller import app_of, charge
from service.http.request_body import Headers, UnreadableBody, read_fields, read_headers, read_json_body
from service.http.shutdown import Shutdown
from service.http.streaming import StreamedAnswer
from service.rest.encoding import encode
from service.rest.negotiation import PROBLEM_JSON, choose_media
from service.rest.operations import OPERATIONS
from service.rest.preconditions import IF_MATCH, KEY, NOWHERE, read_expected, read_key
from service.rest.problems import Refused, answer_problem, make_problem, make_refusal, make_store_away
from service.rest.registry import JSON, Answer, Call, Operation
from service.sessions.corruption import DATA_CORRUPTED, MESSAGE, DataCorrupted
from service.sessions.history_hash import Cursor
from service.sessions.problems import Problem, StoreUnavailable
from service.sessions.stale import StaleVersion
from service.sessions.tokens import BadCredentials, read_bearer
from service.use_cases.answers import Play, RequestContext

LONGEST_QUOTE = 40
MOST_USED = "applyMove"

# What a seat sees, nobody else does.
_VARY = (b"vary", b"Authorization, Accept")
_IF_MATCH = IF_MATCH.lower()
_KEY = KEY.lower()

# How the library says where a value is, and which field it means.
_WHERE = re.compile(r"(?P<what>.*) - at `\$?(?P<where>.*)`", re.DOTALL)
_FIELD = re.compile(r"(missing required|contains unknown) field `(?P<name>.*)`", re.DOTALL)
_STEP = re.compile(r"[^.\[\]]+")


def make_routes(play: Play, shutdown: Shutdown, max_body: int) -> list[Route]:
    """Return a route for each path of the registry, and one for what else is asked for under /v1."""
    paths = groupby(sorted(OPERATIONS, key=_place), key=_place)
    routes = [Route(path, Resource(operations, play, shutdown, max_body)) for (*_, path), operations in paths]
    return [*routes, Route("/v1", _NoResource()), Route("/v1/{rest:path}", _NoResource())]


def _place(operation: Operation) -> tuple[bool, int, str]:
    """Return what sorts by path; one without parameters goes before one that would take it, too.

    The path that is asked for most goes before all others, since routes are tried in their order.
    """
    return operation.id != MOST_USED, operation.path.count("{"), operation.path


class Resource:
    """A path, and the operations that it takes by method."""

    def __init__(self, operations: Iterable[Operation], play: Play, shutdown: Shutdown, max_body: int) -> None:
        self.operations: Mapping[str, Operation] = {operation.method: operation for operation in operations}
        self.play = play
        self.shutdown = shutdown
        self.max_body = max_body
        heads = ["HEAD"] if "GET" in self.operations else []
        self.allow = ", ".join([*self.operations, *heads, "OPTIONS"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        response = await self._answer(scope, receive)
        if scope["method"] == "HEAD" and isinstance(response, StreamedAnswer):
            response = Response(None, response.status_code, dict(response.headers))
        response.raw_headers.append(_VARY)
        await response(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> Response:
        token: str | None = None
        headers = read_headers(scope)
        try:
            token = read_bearer(headers.get("authorization"))
            return await self._dispatch(scope, headers, receive, RequestContext(self.play, token, app_of(scope)))
        except BadCredentials as error:
            return answer_problem(make_refusal("UNAUTHORIZED", f"{error}."))
        except (Refused, UnreadableBody) as error:
            return answer_problem(make_refusal(error.code, error.message), error.headers)
        except Problem as problem:
            return answer_problem(make_problem(problem, token))
        except DataCorrupted:
            return answer_problem(make_refusal(DATA_CORRUPTED, MESSAGE))
        except StoreUnavailable as error:
            return answer_problem(make_store_away(error), {"Retry-After": "1"})

    async def _dispatch(self, scope: Scope, headers: Headers, receive: Receive, caller: RequestContext) -> Response:
        method = scope["method"]
        if method == "OPTIONS":
            return Response(None, 204, {"Allow": self.allow})
        operation = self.operations.get("GET" if method == "HEAD" else method)
        if operation is None:
            raise Refused("METHOD_NOT_ALLOWED", f"This takes {self.allow}.", Allow=self.allow)
        call = await self._read(operation, scope, headers, receive, caller)
        if operation.cost:
            # Whoever has spent too much is told so by the guard rail.
            await charge(scope, operation.cost)
        answer = await _handle(operation, call)
        if isinstance(answer, Response):
            return answer
        return Response(encode(answer.value), operation.status, answer.headers, JSON)

    async def _read(
        self, operation: Operation, scope: Scope, headers: Headers, receive: Receive, caller: RequestContext
    ) -> Call:
        return Call(
            caller=caller,
            media=_read_accept(headers, operation),
            path=scope["path_params"],
            query=_read_query(scope["query_string"], operation),
            expected=_read_match(headers, operation),
            key=_read_key(headers, operation),
            headers=headers,
            body=None if operation.body is None else await self._read_body(scope, receive, operation.body),
            shutdown=self.shutdown,
        )

    async def _read_body(self, scope: Scope, receive: Receive, kind: type) -> Any:  # noqa: ANN401  a struct
        return read_body(await read_json_body(read_fields(scope), receive, self.max_body), kind)


async def _handle(operation: Operation, call: Call) -> Answer | Response:
    try:
        return await operation.handle(call)
    except StaleVersion as stale:
        if call.expected == NOWHERE:
            stale.message = (
                f"The session is at version {stale.session.version}; {IF_MATCH} has no strong tag of a version."
            )
        raise


class _NoResource:
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what is nowhere."""
        await answer_problem(make_refusal("NOT_FOUND", "There is nothing here."))(scope, receive, send)


def read_body(body: bytes, kind: type) -> Any:  # noqa: ANN401
    """Return the struct of a JSON body. Raises `Refused` for what is no JSON, and `Problem` for another shape."""
    try:
        value = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("BAD_REQUEST", f"The body is not JSON: {error}.") from None
    if isinstance(value, dict):
        value = {name: _read_whole(field) for name, field in value.items()}
    return _convert(value, kind)


def _read_accept(headers: Headers, operation: Operation) -> str:
    media = choose_media(headers.get("accept", ""), operation.offers)
    if media is None:
        offers = " or ".join(operation.offers)
        raise Refused("NOT_ACCEPTABLE", f"The answer is {offers}; the client accepts neither that nor {PROBLEM_JSON}.")
    return media


def _read_query(query: bytes, operation: Operation) -> Any:  # noqa: ANN401
    params: dict[str, str] = {}
    for name, value in QueryParams(query).multi_items() if query else ():
        if name in params:
            raise Problem("INVALID_INPUT", f"The parameter is given twice: {name[:LONGEST_QUOTE]}.", (name,))
        params[name] = value
    return _convert(params, operation.query, strict=False)


def _read_match(headers: Headers, operation: Operation) -> Cursor | None:
    if not operation.needs_match:
        return None
    if _IF_MATCH not in headers:
        message = (
            f"Say by {IF_MATCH} from which version this was decided: the session's ETag, or its cursor in double "
            "quotes. With * it counts if it is allowed when it arrives."
        )
        raise Refused("PRECONDITION_REQUIRED", message)
    return read_expected(headers[_IF_MATCH])


def _read_key(headers: Headers, operation: Operation) -> str | None:
    return read_key(headers.get(_KEY)) if operation.takes_key else None


def _read_whole(value: object) -> object:
    """Return 1 for 1.0: in JSON Schema, and so in OpenAPI, these are the same whole number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _convert(value: object, kind: type, *, strict: bool = True) -> Any:  # noqa: ANN401
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise _translate(str(error)) from None


def _translate(message: str) -> Problem:
    """Return what the library says of a value, and where it found it, as a problem."""
    located = _WHERE.fullmatch(message)
    what, where = (message, "") if located is None else (located["what"], located["where"])
    path = _STEP.findall(where)
    if (field := _FIELD.search(what)) is not None:
        path.append(field["name"][:LONGEST_QUOTE])
    return Problem("INVALID_INPUT", f"{what[:200]}.", tuple(path))

"""The routes of the registry, and the strict parsing of their requests."""

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import groupby
from typing import Any

import msgspec
from starlette.datastructures import QueryParams
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from service.http.call import LANGUAGE_FIELD, Answer, Call, Fields, RawHeader, read_languages, serve_call
from service.http.error_responses import NOTHING_HERE, RefusedRequest
from service.http.media_types import JSON, PLAIN, has_no_body, read_json_body
from service.http.streams import StreamedResponse, hold_request
from service.rest.encoding import PROBLEM_JSON, choose_media, encode
from service.rest.endpoint import CREATED, Endpoint, RestRequest
from service.rest.endpoints import ENDPOINTS
from service.rest.mistakes import (
    no_object,
    not_in_body,
    not_json,
    repeated_parameter,
    unknown_parameter,
    wrong_method,
    wrong_parameter,
)
from service.rest.models import ChangeMade, MoveMade, MoveMadeOfCodes
from service.rest.preconditions import read_if_match, read_key, tag_change
from service.rest.preferences import (
    APPLIED,
    CHANGE_JSON,
    CHANGES_JSON,
    CODES_JSON,
    EVENTS,
    MEDIA,
    Preference,
    read_return,
)
from service.rest.problem_details import FAILURES, answer_failure, answer_problem, make_refusal
from service.sessions.history_hash import format_cursor
from service.sessions.problems import Problem
from service.sessions.tokens import read_bearer
from service.use_cases.context import Backend, RequestContext
from service.use_cases.inputs import Input
from service.use_cases.mistakes import wrong_input
from service.views.fields import fill
from service.views.wording import choose_language, wanted_language, wants_sentences

MOST_USED = "applyMove"

# A response depends on the token, the media type and the language.
_VARY = (b"vary", b"Authorization, Accept, Accept-Language, Croupier-Language")
_FIELDS = ((b"content-type", JSON.encode()), _VARY)
# The answer to a POST has a tag for the next change, and must not be cached.
_NOT_KEPT = (b"cache-control", b"no-store")
# The answer to a change also depends on the client's preference.
_CHANGE_FIELDS = {
    media: (_NOT_KEPT, (b"content-type", media.encode()), (_VARY[0], _VARY[1] + b", Prefer")) for media in MEDIA
}


def make_routes(backend: Backend, max_body: int) -> list[Route]:
    """Return a route for each path of the registry, and routes for all other paths under /v1."""
    paths = groupby(sorted(ENDPOINTS, key=_sort_key), key=_sort_key)
    routes = [Route(path, Resource(endpoints, backend, max_body)) for (*_, path), endpoints in paths]
    return [*routes, Route("/v1", _NoResource()), Route("/v1/{rest:path}", _NoResource())]


def _sort_key(endpoint: Endpoint) -> tuple[bool, int, str]:
    """Return the sort key of a path. A fixed path comes before a path whose parameters would match it.

    The most used path comes first, since routes are tried in their order.
    """
    return endpoint.id != MOST_USED, endpoint.path.count("{"), endpoint.path


class Resource:
    """A path, and its endpoints by method."""

    def __init__(self, endpoints: Iterable[Endpoint], backend: Backend, max_body: int) -> None:
        self.endpoints: Mapping[str, Endpoint] = {endpoint.method: endpoint for endpoint in endpoints}
        self.backend = backend
        self.max_body = max_body
        heads = ["HEAD"] if "GET" in self.endpoints else []
        self.allow = ", ".join([*self.endpoints, *heads, "OPTIONS"])
        # The header fields of the answers of deprecated endpoints, by method.
        self.deprecations: Mapping[str, tuple[RawHeader, ...]] = {
            endpoint.method: endpoint.deprecation_fields
            for endpoint in self.endpoints.values()
            if endpoint.deprecated is not None
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        await serve_call(self, scope, receive, send)

    async def answer(self, call: Call) -> Answer | ASGIApp:
        """Return the answer to a request, or an application that sends it."""
        fields = call.fields
        # Requests of one connection may share a context, so it is always set.
        wanted_language.set(choose_language(read_languages(fields)) if LANGUAGE_FIELD in fields else None)
        wants_sentences.set(True)
        token: str | None = None
        try:
            token = read_bearer(fields.get(b"authorization", b"").decode("latin-1"))
            context = RequestContext.of(self.backend, token, call.app, partial(hold_request, call))
            response = await self._answer(call, context)
        except FAILURES as failure:
            response = answer_failure(failure, token)
        if self.deprecations:
            response = self._tell_deprecation(response, call.method)
        if isinstance(response, Answer):
            return response
        if call.method == "HEAD" and isinstance(response, StreamedResponse):
            response = Response(None, response.status_code, dict(response.headers))
            # The length of a stream is unknown.
            del response.headers["content-length"]
        response.raw_headers.append(_VARY)
        return response

    def _tell_deprecation(self, response: Answer | Response, method: str) -> Answer | Response:
        """Return a response with the deprecation fields of its endpoint, if it is deprecated."""
        fields = self.deprecations.get("GET" if method == "HEAD" else method, ())
        if isinstance(response, Answer):
            return msgspec.structs.replace(response, fields=(*response.fields, *fields))
        response.raw_headers.extend(fields)
        return response

    async def _answer(self, call: Call, context: RequestContext) -> Answer | Response:
        method = call.method
        fields = call.fields
        if method == "OPTIONS":
            return Response(None, 204, {"Allow": self.allow})
        endpoint = self.endpoints.get("GET" if method == "HEAD" else method)
        if endpoint is None:
            raise wrong_method(method, self.allow, self.endpoints.values())
        preferred = read_return(fields) if b"prefer" in fields and endpoint.has_minimal else None
        offers = endpoint.offers
        if preferred is not None and set(preferred.offers) <= set(offers):
            offers = (*preferred.offers, *offers)
        media = choose_media(fields.get(b"accept", b"").decode("latin-1"), offers)
        if media is None:
            raise _not_acceptable(endpoint)
        input = await self._read_input(endpoint, call)
        if endpoint.cost is not None and (cost := endpoint.cost(input)):
            # The middleware refuses a caller above its rate.
            await call.charge(cost)
        value = await endpoint.handle(RestRequest(context, fields, media, call.charge), input)
        if isinstance(value, Response):
            return value
        if endpoint.has_minimal:
            return _answer_change(value, media, preferred, fields)
        return _make_answer(endpoint, input, value, fields)

    async def _read_input(self, endpoint: Endpoint, call: Call) -> Input:
        """Return an endpoint's input from path, query, headers and body. Raises `RefusedRequest` or `Problem`."""
        fields = call.fields
        given = _read_query(call.query, endpoint) if call.query else {}
        if endpoint.takes_key and b"idempotency-key" in fields:
            given["idempotencyKey"] = read_key(fields[b"idempotency-key"].decode("latin-1"))
        if endpoint.body_fields:
            given |= _read_body(await self._receive_body(endpoint, call), endpoint)
        given |= call.parameters
        bad_match: RefusedRequest | Problem | None = None
        if endpoint.needs_match:
            try:
                given |= read_if_match(fields)
            except (RefusedRequest, Problem) as problem:
                # Mistakes in the other parts are reported first.
                bad_match = problem
        try:
            input = msgspec.convert(given, endpoint.input)
        except msgspec.ValidationError as error:
            raise wrong_input(str(error), given, endpoint.input) from None
        if bad_match is not None:
            raise bad_match
        return input

    async def _receive_body(self, endpoint: Endpoint, call: Call) -> bytes:
        """Return the JSON of a request, `{}` for no body where no field is required. Raises `RefusedRequest`."""
        fields = call.fields
        content = call.body
        if not endpoint.needs_body and has_no_body(fields, content):
            return b"{}"
        if content is not None and fields.get(b"content-type") == PLAIN and b"content-encoding" not in fields:
            return content
        return await read_json_body(fields, call.receive, self.max_body, endpoint.form, content)


class _NoResource:
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with NOT_FOUND."""
        await answer_problem(make_refusal("NOT_FOUND", NOTHING_HERE))(scope, receive, send)


def _make_answer(endpoint: Endpoint, input: Input, value: Any, sent: Fields) -> Answer:  # noqa: ANN401
    """Return the answer with the value that the endpoint's use case returned."""
    shown = value if endpoint.show is None else endpoint.show(value, input)
    unique: list[RawHeader] = []
    if endpoint.status == CREATED:
        unique.append((b"location", endpoint.location.format(value).encode("latin-1")))
    if not endpoint.tells_next_match:
        return Answer(endpoint.status, _FIELDS, encode(shown), tuple(unique))
    session = value.session
    tag = tag_change(session, session.version, session.head, sent)
    return Answer(endpoint.status, (_NOT_KEPT, *_FIELDS), encode(shown), (*unique, (b"etag", tag.encode())))


def _answer_change(
    made: Any,  # noqa: ANN401  as above
    media: str,
    preferred: Preference | None,
    sent: Fields,
) -> Answer:
    """Return the answer to a change, with as much of the session as its media type has."""
    # The tag belongs to the version in the answer: a replayed change may be older than the session.
    answered = made if media == CHANGE_JSON else made.session
    tag = tag_change(made.session, answered.version, answered.head, sent)
    fields: tuple[RawHeader, ...] = _CHANGE_FIELDS[media]
    with_events = False
    if preferred is not None and media in preferred.offers:
        with_events = EVENTS in preferred.parameters
        fields = ((APPLIED.lower().encode(), f"return={preferred.wanted}".encode()), *fields)
    return Answer(200, fields, encode(_shorten(made, media, with_events=with_events)), ((b"etag", tag.encode()),))


def _shorten(made: Any, media: str, *, with_events: bool) -> object:  # noqa: ANN401  as above
    """Return the answer to a change as a media type has it."""
    if media == CHANGE_JSON:
        return fill(ChangeMade, made)
    if media == CHANGES_JSON:
        return fill(MoveMade, made) if with_events else fill(MoveMade, made, move=None, events=None)
    if media == CODES_JSON:
        return _write_codes(made, with_events=with_events)
    return made


def _write_codes(made: Any, *, with_events: bool) -> MoveMadeOfCodes:  # noqa: ANN401  as above
    """Return the answer to a move in codes."""
    return MoveMadeOfCodes(
        version=made.version,
        cursor=format_cursor(made.version, made.head),
        replayed=made.replayed,
        move=made.move_in_codes if with_events else None,
        events=made.events_in_codes if with_events else None,
        changes=made.changes_in_codes,
    )


def _not_acceptable(endpoint: Endpoint) -> RefusedRequest:
    offers = " or ".join(endpoint.offers)
    message = f"The answer is {offers}; the client accepts neither that nor {PROBLEM_JSON}."
    return RefusedRequest("NOT_ACCEPTABLE", message, ("Accept",))


def _read_query(query: bytes, endpoint: Endpoint) -> dict[str, object]:
    """Return the fields of a query string; absent parameters are left out, since it cannot express null."""
    given: dict[str, object] = {}
    for name, text in QueryParams(query).multi_items():
        if name in given:
            raise repeated_parameter(name)
        if name not in endpoint.query_fields:
            raise unknown_parameter(name, endpoint)
        try:
            given[name] = msgspec.convert(text, endpoint.fields[name].kind, strict=False)
        except msgspec.ValidationError:
            raise wrong_parameter(name, text, endpoint) from None
    return given


def _read_body(body: bytes, endpoint: Endpoint) -> dict[str, object]:
    """Return the fields of a JSON body. Raises `RefusedRequest` if it is not JSON, `Problem` for another mistake.

    1.0 is read as 1: in JSON Schema, and so in OpenAPI, these are the same integer.
    """
    try:
        value = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise not_json(body, endpoint, error) from None
    if not isinstance(value, dict):
        raise no_object(value, endpoint)
    for name in value:
        if name not in endpoint.body_fields:
            # Even if it belongs in the path or a header.
            raise not_in_body(name, endpoint)
    _read_integers(value)
    return value


def _read_integers(value: object) -> None:
    """Turn 1.0 into 1 wherever it stands in a value."""
    unread = [value]
    while unread:
        parent = unread.pop()
        if isinstance(parent, list):
            items: Iterable[tuple[Any, object]] = enumerate(parent)
        elif isinstance(parent, dict):
            items = parent.items()
        else:
            continue
        for place, item in items:
            if isinstance(item, float) and item.is_integer():
                parent[place] = int(item)
            elif isinstance(item, list | dict):
                unread.append(item)

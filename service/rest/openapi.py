"""The OpenAPI 3.1 document, made from the registry and the contract's structs.

`python -m service.rest.openapi` prints the text of `openapi.json`.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from itertools import groupby
from operator import attrgetter

import msgspec

from service.http.call import LANGUAGE_HEADER
from service.http.media_types import JSON
from service.rest.components import Json, Part, capitalize, share_parts
from service.rest.encoding import PROBLEM_JSON
from service.rest.endpoint import CREATED, Endpoint, Link, Media
from service.rest.endpoints import ENDPOINTS
from service.rest.examples import read_examples
from service.rest.notices import describe_notices
from service.rest.preconditions import IF_MATCH, KEY
from service.rest.preferences import APPLIED, CHANGE_JSON, CHANGES_JSON, CODES_JSON, MEDIA, PREFER
from service.rest.problem_details import STATUSES, ProblemDetails
from service.rest.schemas import make_schemas, refer_to, refer_to_body, refer_to_problems
from service.rest.streams import EVENT_STREAM
from service.sessions.tokens import SHORTEST_KEY
from service.use_cases.operation import GROUPS

_IF_MATCH_PATTERN = r'^(\*|"[1-9][0-9]{0,8}(-[A-Za-z0-9_-]{16})?(\.[0-9a-f]{16})?")$'
# Printable ASCII, bare or as a quoted string.
_QUOTABLE = r'([ !#-\[\]-~]|\\["\\])'
_KEY_PATTERN = rf'^([!#-~]([ -~]*[!-~])?|"{_QUOTABLE}+")$'
# A key that returns a secret has a part that can be random: 21 characters of base64, of a UUID, or the like.
_RANDOM_PART = "[A-Za-z0-9_+/=-]{21}"
_SECRET_KEY_PATTERN = rf'^(([!#-~][ -~]*)?{_RANDOM_PART}([ -~]*[!-~])?|"{_QUOTABLE}*{_RANDOM_PART}{_QUOTABLE}*")$'
_ALWAYS = (
    *("UNAUTHORIZED", "APP_KEY_REQUIRED", "INVALID_INPUT", "NOT_ACCEPTABLE", "RATE_LIMITED"),
    *("INTERNAL", "DATA_CORRUPTED", "STORE_UNAVAILABLE"),
)
_WITH_BODY = ("BAD_REQUEST", "CONTENT_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE")
# The problems whose details have the session at its current version.
_TELLING_VERSION = frozenset({"STALE_VERSION", "ROLLED_BACK"})
_WITH_MATCH = ("STALE_VERSION", "ROLLED_BACK", "PRECONDITION_REQUIRED")
# The headers that go with a status, their descriptions, and whether they are always there.
_REFUSAL_HEADERS: Mapping[int, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    405: ("Allow",),
    415: ("Accept",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}
_REFUSAL_TEXTS: Mapping[str, tuple[str, bool]] = {
    "WWW-Authenticate": ("`Bearer` for a token, `AppKey` for the key of an app.", True),
    "Allow": ("The methods that this address accepts.", True),
    "Accept": ("The media types that a request body may have.", False),
    "Retry-After": ("The seconds after which the request may be sent again.", False),
}
# Refusals with more codes than these are named after their operation.
MOST_NAMED_CODES = 4

_INTRODUCTION = """
Rules as a service for card games: live sessions, and tables without a session.

A seat belongs to the holder of its bearer token, which is returned once. A caller without a token is a spectator.
Answers contain only what their viewer may see. GraphQL, at `/graphql`, has the same operations with the same names.

- **Changes at the table** need `If-Match`: the session's `ETag`, its cursor in double quotes, or `*` to make the
  change if it is allowed when it arrives. The answer to a change has the `ETag` for the next change.
- **Idempotency-Key** makes a change safe to retry: the same key and input have one effect. The key is a quoted string
  or the bare characters; both forms are the same key.
- **App keys**: a service may require the key of an app in `Croupier-App-Key`. It then refuses requests without one.
- **Problems** are `application/problem+json` with a stable `code`. Their `type` is the address of a page about the
  code.
"""


@cache
def make_document() -> Json:
    """Return the document."""
    endpoints = sorted(ENDPOINTS, key=attrgetter("path", "method"))
    described = {endpoint.id: describe_operation(endpoint) for endpoint in endpoints}
    notices = describe_notices()
    operations, components = share_parts({**described, **notices})
    paths: Json = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operations[endpoint.id]
    bearer = "The token of a seat or a host, or the grant of a sealed table. Without one, the caller is a spectator."
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": version("croupier"),
            "description": _INTRODUCTION.strip(),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"bearer": []}],
        "tags": [{"name": name, "description": description} for name, description in GROUPS.items()],
        "paths": paths,
        "webhooks": {name: {"post": operations[name]} for name in notices},
        "components": {
            **components,
            "schemas": dict(sorted({**make_schemas(), **components["schemas"]}.items())),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "description": bearer}},
        },
    }


def export_document() -> str:
    """Return the document as the JSON text that is committed."""
    return msgspec.json.format(msgspec.json.encode(make_document()), indent=2).decode() + "\n"


def describe_operation(endpoint: Endpoint) -> Json:
    """Return the description of an endpoint."""
    described: Json = {
        "operationId": endpoint.id,
        "tags": [endpoint.group],
        "summary": endpoint.summary,
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint), *_header_parameters(endpoint)],
        "responses": {str(status): answer for status, answer in sorted(_answers(endpoint).items())},
    }
    if endpoint.description:
        described["description"] = endpoint.description
    if endpoint.deprecated is not None:
        described["deprecated"] = True
        described["description"] = f"{endpoint.description} Deprecated: {endpoint.deprecated.instead}".strip()
    if endpoint.body_fields:
        content: Json = {"schema": refer_to_body(endpoint)}
        if endpoint.example is not None:
            content["example"] = dict(endpoint.example)
        described["requestBody"] = {"required": endpoint.needs_body, "content": {JSON: content}}
    return described


# ---- parameters

LANGUAGE_TEXT = (
    "The languages of labels, sentences and messages for people, as in `Accept-Language`; `*` takes the languages of "
    "that header. Texts then call seats by their holders' names, or count them from 1. Without this header, texts are "
    "plain English and count seats from 0."
)


def _path_parameters(endpoint: Endpoint) -> Iterator[Part]:
    for name in endpoint.path_fields:
        schema: Json = {"type": "string", "minLength": 1}
        yield _parameter(name, "path", endpoint.fields[name].meta.description, schema, required=True)


def _query_parameters(endpoint: Endpoint) -> Iterator[Part]:
    for name in endpoint.query_fields:
        field = endpoint.fields[name]
        schema = {**refer_to(field.kind), **(field.meta.extra_json_schema or {})}
        required = {"required": True} if field.default is msgspec.NODEFAULT else {}
        yield _parameter(name, "query", field.meta.description, schema, **required)


_PREFER_MINIMAL = (
    f"`return=minimal` (RFC 7240): the answer is `{CHANGE_JSON}`, without the session. A client that accepts only "
    "`application/json` gets the whole answer. All other preferences are ignored."
)
_PREFER_CHANGES = (
    f"`return=changes` (RFC 7240): the answer is `{CHANGES_JSON}`, with the differences from the version that "
    f"`If-Match` names. `return=changes;events` adds the move and its events. `return=changes;codes` "
    f"(`{CODES_JSON}`) has codes in place of cards, for clients that have the game's catalogue. {_PREFER_MINIMAL}"
)


def _header_parameters(endpoint: Endpoint) -> Iterator[Part]:
    if endpoint.needs_match:
        text = 'The version at which this was decided: an `ETag`, or `"7"`. `*` accepts any version.'
        yield _header(IF_MATCH, text, {"pattern": _IF_MATCH_PATTERN}, required=True, example="*")
    if endpoint.has_minimal:
        yield _header(PREFER, _PREFER_CHANGES if endpoint.has_changes else _PREFER_MINIMAL)
    if endpoint.takes_key:
        meta = endpoint.fields["idempotencyKey"].meta
        bounds = meta.extra_json_schema or {}
        pattern = _SECRET_KEY_PATTERN if bounds["minLength"] == SHORTEST_KEY else _KEY_PATTERN
        yield _header(KEY, meta.description, {**bounds, "pattern": pattern})
    if endpoint.tags:
        yield _header("If-None-Match", "An `ETag`. If it still holds, the answer is 304 without a body.")
    for name, meta in endpoint.headers.items():
        yield _header(name, meta.description, meta.extra_json_schema or {})
    yield _header(LANGUAGE_HEADER, LANGUAGE_TEXT)


def _header(name: str, description: str | None, schema: Mapping[str, object] = {}, **own: object) -> Part:
    return _parameter(name, "header", description, {"type": "string", **schema}, **{"required": False, **own})


def _parameter(name: str, place: str, description: str | None, schema: Json, **own: object) -> Part:
    described = {"name": name, "in": place, "description": description, **own, "schema": schema}
    return Part("parameters", "".join(map(capitalize, name.split("-"))), described)


# ---- answers


def _answers(endpoint: Endpoint) -> dict[int, Json | Part]:
    answers: dict[int, Json | Part] = {endpoint.status: _success(endpoint)}
    if endpoint.tags:
        unchanged = {"description": "The client has this version already.", "headers": _answer_headers(endpoint)}
        answers[304] = Part("responses", "NotModified", unchanged)
    for status, text in endpoint.other_answers.items():
        answers[status] = {"description": text, "headers": {}}
    given = set(_codes(endpoint))
    codes = sorted((code for code in STATUSES if code in given), key=STATUSES.__getitem__)
    for status, same in groupby(codes, key=STATUSES.__getitem__):
        answers[status] = _problem(endpoint, status, tuple(same))
    return answers


def _codes(endpoint: Endpoint) -> Iterator[str]:
    yield from _ALWAYS
    yield from endpoint.problems
    if endpoint.body_fields:
        yield from _WITH_BODY
    if endpoint.needs_match:
        yield from _WITH_MATCH
    if EVENT_STREAM in endpoint.offers:
        yield "TOO_MANY_STREAMS"
    if endpoint.method == "POST" and endpoint.path_fields:
        # Clients shorten `/v1/sessions/./give-up` to the address of a session, which takes no POST.
        yield "METHOD_NOT_ALLOWED"


def _success(endpoint: Endpoint) -> Json:
    content: Json = {media.type: {"schema": _media_schema(media, endpoint)} for media in endpoint.media}
    content = content or {JSON: {"schema": refer_to(endpoint.answer)}}
    if endpoint.id in read_examples():
        content[endpoint.offers[0]]["example"] = read_examples()[endpoint.id]
    answer: Json = {
        "description": endpoint.answered,
        "headers": _answer_headers(endpoint),
        "content": content,
    }
    if endpoint.links:
        answer["links"] = {link.name or link.operation: _link(link) for link in endpoint.links}
    return answer


def _media_schema(media: Media, endpoint: Endpoint) -> Json | Part:
    if media.type == JSON:
        return refer_to(endpoint.answer)
    item = media.item or endpoint.answer
    if media.type in MEDIA:
        return refer_to(item)
    frames = [refer_to(kind) for kind in (item, *media.others)]
    if media.type != EVENT_STREAM:
        line = frames[0] if len(frames) == 1 else {"anyOf": frames}
        return {"type": "string", "description": media.description, "contentSchema": line}
    frame = endpoint.answer.__name__
    data = {
        "description": f"The data of an event: a {frame} for `frame`, a Problem for `problem`, else an empty object.",
        "anyOf": [*frames, refer_to(ProblemDetails), {"type": "object", "maxProperties": 0}],
    }
    event = {
        "type": "object",
        "description": media.description,
        "properties": {
            "id": {"type": "string", "description": "The cursor of the frame."},
            "event": {
                "type": "string",
                "description": "The kind of event.",
                "enum": ["frame", "end", "reconnect", "problem"],
            },
            "data": {
                "type": "string",
                "description": "JSON.",
                "contentMediaType": JSON,
                "contentSchema": Part("schemas", f"{frame}EventData", data),
            },
            "retry": {"type": "integer", "description": "The milliseconds before a client should connect again."},
        },
    }
    return Part("schemas", f"{frame}Event", event)


_TAG_OF_ANSWER = "The strong tag of the session as this viewer sees it, at"
_NEXT_MATCH = "Send it as `If-Match` of the next change."


def _answer_headers(endpoint: Endpoint) -> Json:
    headers: Json = {"Vary": _answer_header("Vary", "The request headers on which the answer depends.")}
    if endpoint.deprecated is not None:
        headers["Deprecation"] = _answer_header(
            "Deprecation", "The time since which the operation is deprecated (RFC 9745)."
        )
    if endpoint.deprecated is not None and endpoint.deprecated.removal is not None:
        headers["Sunset"] = _answer_header("Sunset", "The time when the operation is removed (RFC 8594).")
    if endpoint.tags:
        headers["ETag"] = _answer_header("ETag", "The strong tag of the answer for this viewer and version.")
    if endpoint.tells_next_match:
        headers["ETag"] = _answer_header("ETag", f"{_TAG_OF_ANSWER} the version in the answer. {_NEXT_MATCH}")
    if endpoint.has_minimal:
        headers[APPLIED] = _answer_header(APPLIED, "The preference for `return` that was applied.", required=False)
    if endpoint.status == CREATED:
        headers["Location"] = _answer_header("Location", endpoint.located)
    return headers


def _answer_header(name: str, description: str, *, required: bool = True) -> Part:
    return Part("headers", name, {"description": description, "required": required, "schema": {"type": "string"}})


def _problem(endpoint: Endpoint, status: int, codes: tuple[str, ...]) -> Part:
    names = ", ".join(f"`{code}`" for code in codes)
    headers = {name: _refusal_header(name) for name in _REFUSAL_HEADERS.get(status, ())}
    if not _TELLING_VERSION.isdisjoint(codes):
        headers["ETag"] = _answer_header("ETag", f"{_TAG_OF_ANSWER} its current version. {_NEXT_MATCH}")
    refusal = {
        "description": f"Refused: {names}.",
        **({"headers": headers} if headers else {}),
        "content": {PROBLEM_JSON: {"schema": refer_to_problems(codes)}},
    }
    return Part("responses", _name_of(endpoint, status, codes), refusal)


def _refusal_header(name: str) -> Part:
    text, is_always_there = _REFUSAL_TEXTS[name]
    return Part("headers", name, {"description": text, "required": is_always_there, "schema": {"type": "string"}})


def _name_of(endpoint: Endpoint, status: int, codes: tuple[str, ...]) -> str:
    """Return the name of a refusal: its codes, or, if these are many, the operation and the status."""
    if len(codes) > MOST_NAMED_CODES:
        return capitalize(endpoint.id) + HTTPStatus(status).phrase
    return "Or".join("".join(map(str.capitalize, code.split("_"))) for code in codes)


def _link(link: Link) -> Json:
    # Without a `requestBody`: OpenAPI lets it be any value, but OpenAPI Generator fails unless it is a string.
    return {"operationId": link.operation, "description": link.description, "parameters": dict(link.parameters)}


if __name__ == "__main__":
    sys.stdout.write(export_document())

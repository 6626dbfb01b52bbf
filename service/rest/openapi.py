"""The OpenAPI 3.1 document, made from the registry and the contract's structs.

`python -m service.rest.openapi` prints the text of `openapi.json`.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from inspect import cleandoc
from itertools import groupby
from operator import attrgetter
from typing import Any, get_args

import msgspec

from service.http.call import LANGUAGE_HEADER
from service.http.media_types import JSON
from service.rest.encoding import PROBLEM_JSON
from service.rest.endpoint import CREATED, Endpoint, Link, Media
from service.rest.endpoints import ENDPOINTS
from service.rest.preconditions import IF_MATCH, KEY
from service.rest.problem_details import NEWER, STATUSES, IllegalMoveDetails, ProblemDetails, StaleVersionDetails
from service.rest.streams import EVENT_STREAM
from service.sessions.problems import PROBLEMS
from service.use_cases.operation import Group

Json = dict[str, Any]

_REF = "#/components/schemas/{name}"
_IF_MATCH_PATTERN = r'^(\*|"[1-9][0-9]{0,8}(\.[0-9a-f]{16})?")$'
# Printable ASCII, bare or as a quoted string.
_KEY_PATTERN = r'^([!#-~]([ -~]*[!-~])?|"([ !#-\[\]-~]|\\["\\])*")$'
# The components of problems have the names of GraphQL's types.
_PROBLEM_NAMES: Mapping[type, str] = {
    IllegalMoveDetails: "IllegalMove",
    StaleVersionDetails: "StaleVersion",
    ProblemDetails: "Problem",
}
# The types of the problems that have fields of their own, by name.
_DETAILED: Mapping[str, type] = {name: kind for kind, name in _PROBLEM_NAMES.items() if kind is not ProblemDetails}
_ALWAYS = ("UNAUTHORIZED", "INVALID_INPUT", "NOT_ACCEPTABLE", "RATE_LIMITED", "DATA_CORRUPTED", "STORE_UNAVAILABLE")
_WITH_BODY = ("BAD_REQUEST", "CONTENT_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE")
_WITH_MATCH = ("STALE_VERSION", "ROLLED_BACK", "PRECONDITION_REQUIRED")

_INTRODUCTION = """
Rules as a service for card games: live sessions, and tables without a session.

A seat is held by whoever has its token, a bearer token that is told once; without one, one is a spectator. What a
viewer may not see is in no answer. The same operations are there in GraphQL, at `/graphql`, with the same names.

- **Changes at the table** need `If-Match`: the session's `ETag`, its cursor in double quotes, or `*` for "if it is
  allowed when it arrives".
- **Idempotency-Key** makes a change safe to send again: the same key and input have one effect. It is a quoted string
  or the bare characters, both the same key.
- **Problems** are `application/problem+json` with a stable `code`; their `type` is the address of a page about it.
"""


@cache
def make_document() -> Json:
    """Return the document."""
    paths: Json = {}
    for endpoint in sorted(ENDPOINTS, key=attrgetter("path", "method")):
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    bearer = "A seat's token, the host's, or the grant of a sealed table. Without: a spectator."
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Croupier",
            "version": "1",
            "description": _INTRODUCTION.strip(),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"bearer": []}],
        "tags": [{"name": name} for name in get_args(Group)],
        "paths": paths,
        "components": {
            "schemas": _make_schemas(),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "description": bearer}},
        },
    }


def export_document() -> str:
    """Return the document as the JSON text that is committed."""
    return msgspec.json.format(msgspec.json.encode(make_document()), indent=2).decode() + "\n"


def _operation(endpoint: Endpoint) -> Json:
    described: Json = {
        "operationId": endpoint.id,
        "tags": [endpoint.group],
        "summary": endpoint.summary,
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint), *_header_parameters(endpoint)],
        "responses": {str(status): answer for status, answer in sorted(_answers(endpoint).items())},
    }
    if endpoint.description:
        described["description"] = endpoint.description
    if endpoint.body_fields:
        content: Json = {"schema": {"$ref": _REF.format(name=endpoint.body)}}
        if endpoint.example is not None:
            content["example"] = dict(endpoint.example)
        described["requestBody"] = {"required": True, "content": {JSON: content}}
    return described


# ---- parameters

LANGUAGE_TEXT = (
    "The languages of labels, sentences and messages for people, as in `Accept-Language`; `*`: those of that header. "
    "Seats are then told by their holders' names, or counted from 1. Without it: plain English that counts from 0."
)


def _path_parameters(endpoint: Endpoint) -> Iterator[Json]:
    for name in endpoint.path_fields:
        yield {
            "name": name,
            "in": "path",
            "required": True,
            "description": endpoint.fields[name].meta.description,
            "schema": {"type": "string", "minLength": 1},
        }


# Query parameters that are refused without a value: there is no empty cursor or tag.
NEVER_EMPTY = frozenset({"after", "seen", "tag"})


def _query_parameters(endpoint: Endpoint) -> Iterator[Json]:
    for name in endpoint.query_fields:
        field = endpoint.fields[name]
        schema = {**_ref(field.kind), "minLength": 1} if name in NEVER_EMPTY and field.kind is str else _ref(field.kind)
        yield {"name": name, "in": "query", "description": field.meta.description, "schema": schema}


def _header_parameters(endpoint: Endpoint) -> Iterator[Json]:
    if endpoint.needs_match:
        text = 'The version that this was decided at: an `ETag`, or `"7"`; `*` counts whatever the version is.'
        yield {**_header(IF_MATCH, text, {"pattern": _IF_MATCH_PATTERN}), "required": True, "example": "*"}
    if endpoint.takes_key:
        meta = endpoint.fields["idempotencyKey"].meta
        yield _header(KEY, meta.description, {**(meta.extra_json_schema or {}), "pattern": _KEY_PATTERN})
    if endpoint.tags:
        yield _header("If-None-Match", "An `ETag`: when it still holds, the answer is 304 without a body.")
    for name, text in endpoint.headers.items():
        yield _header(name, text)
    yield _header(LANGUAGE_HEADER, LANGUAGE_TEXT)


def _header(name: str, description: str | None, schema: Mapping[str, object] = {}) -> Json:
    return {
        "name": name,
        "in": "header",
        "required": False,
        "description": description,
        "schema": {"type": "string", **schema},
    }


# ---- answers


def _answers(endpoint: Endpoint) -> dict[int, Json]:
    answers: dict[int, Json] = {endpoint.status: _success(endpoint)}
    if endpoint.tags:
        answers[304] = {"description": "The viewer has this version already.", "headers": _answer_headers(endpoint)}
    for status, text in endpoint.other_answers.items():
        answers[status] = {"description": text, "headers": {}}
    codes = sorted(dict.fromkeys(_codes(endpoint)), key=STATUSES.__getitem__)
    for status, same in groupby(codes, key=STATUSES.__getitem__):
        answers[status] = _problem(tuple(same))
    return answers


def _codes(endpoint: Endpoint) -> Iterator[str]:
    yield from _ALWAYS
    yield from endpoint.problems
    if endpoint.body_fields:
        yield from _WITH_BODY
    if endpoint.needs_match:
        yield from _WITH_MATCH
    if endpoint.method == "POST" and endpoint.path_fields:
        # Clients shorten `/v1/sessions/./give-up` to the address of a session, which takes no POST.
        yield "METHOD_NOT_ALLOWED"


def _success(endpoint: Endpoint) -> Json:
    media = {media.type: {"schema": _media_schema(media, endpoint)} for media in endpoint.media}
    answer: Json = {
        "description": endpoint.answered,
        "headers": _answer_headers(endpoint),
        "content": media or {JSON: {"schema": _ref(endpoint.answer)}},
    }
    if endpoint.links:
        answer["links"] = {link.name or link.operation: _link(link) for link in endpoint.links}
    return answer


def _media_schema(media: Media, endpoint: Endpoint) -> Json:
    if media.type == JSON:
        return _ref(endpoint.answer)
    if media.type != EVENT_STREAM:
        item = media.item or endpoint.answer
        return {"type": "string", "description": media.description, "contentSchema": _ref(item)}
    data = {"anyOf": [_ref(endpoint.answer), _ref(ProblemDetails), {"type": "object", "maxProperties": 0}]}
    return {
        "type": "object",
        "description": media.description,
        "properties": {
            "id": {"type": "string"},
            "event": {"type": "string", "enum": ["frame", "end", "reconnect", "problem"]},
            "data": {"type": "string", "contentMediaType": JSON, "contentSchema": data},
            "retry": {"type": "integer"},
        },
    }


def _answer_headers(endpoint: Endpoint) -> Json:
    headers: Json = {"Vary": _answer_header("What the answer depends on.")}
    if endpoint.tags:
        headers["ETag"] = _answer_header("The strong tag of what this viewer sees at this version.")
    if endpoint.status == CREATED:
        headers["Location"] = _answer_header(endpoint.located)
    return headers


def _answer_header(description: str) -> Json:
    return {"description": description, "required": True, "schema": {"type": "string"}}


def _problem(codes: tuple[str, ...]) -> Json:
    found = set(map(_kind_of, codes))
    kinds = [kind for kind in _PROBLEM_NAMES if kind in found]
    schema = _ref(kinds[0]) if len(kinds) == 1 else _discriminate(kinds, codes)
    names = ", ".join(f"`{code}`" for code in codes)
    return {"description": f"Refused: {names}.", "content": {PROBLEM_JSON: {"schema": schema}}}


def _discriminate(kinds: Sequence[type], codes: Iterable[str]) -> Json:
    """Return the schema that accepts any of several problems, told apart by code."""
    by_code = {code: _ref(_kind_of(code))["$ref"] for code in codes}
    discriminator = {"propertyName": "code", "mapping": by_code}
    return {"oneOf": [_ref(kind) for kind in kinds], "discriminator": discriminator}


def _kind_of(code: str) -> type:
    return _DETAILED.get(PROBLEMS[code].member, ProblemDetails) if code in PROBLEMS else ProblemDetails


def _link(link: Link) -> Json:
    # Without a `requestBody`: OpenAPI lets it be any value, but OpenAPI Generator fails unless it is a string.
    return {"operationId": link.operation, "description": link.description, "parameters": dict(link.parameters)}


# ---- schemas


def _make_schemas() -> Json:
    inputs = {endpoint.input for endpoint in ENDPOINTS}
    kinds = {endpoint.answer for endpoint in ENDPOINTS} | inputs | set(_PROBLEM_NAMES)
    ordered = sorted(kinds, key=lambda kind: getattr(kind, "__name__", ""))
    _, schemas = msgspec.json.schema_components(ordered, ref_template=_REF)
    for kind, name in _PROBLEM_NAMES.items():
        schemas[name] = schemas.pop(kind.__name__)
        code = schemas[name]["properties"]["code"]
        code["enum"] = [word for word in code["enum"] if word == NEWER or _kind_of(word) is kind]
    bodies = {endpoint.body: _body(endpoint, schemas) for endpoint in ENDPOINTS if endpoint.body_fields}
    for kind in inputs:
        del schemas[kind.__name__]
    schemas |= bodies
    return {name: _tidy(schemas[name]) for name in sorted(schemas)}


def _body(endpoint: Endpoint, schemas: Json) -> Json:
    """Return the schema of a body: the input without the fields that come from the path and the headers."""
    schema = schemas[endpoint.input.__name__]
    properties = {name: schema["properties"][name] for name in endpoint.body_fields}
    required = [name for name in schema["required"] if name in properties]
    return {**schema, "properties": properties, "required": required}


def _tidy(schema: Json) -> Json:
    """Return a schema with its description in one line, and without defaults, which the descriptions state.

    Type generators treat a field with a default as always present, although a client need not send it.
    """
    own = {name: value for name, value in schema.items() if name != "title"}
    if "description" in own:
        own["description"] = " ".join(cleandoc(own["description"]).split())
    if "properties" in own:
        own["properties"] = {
            name: _bound_values({key: value for key, value in field.items() if key != "default"})
            for name, field in own["properties"].items()
        }
    return own


def _bound_values(field: Json) -> Json:
    """Return a field's schema with the bounds of its values inside the branches of `anyOf`.

    Generators make one type per branch; a `pattern` beside the branches is lost, or applied to null, too.
    """
    if "anyOf" not in field:
        return field
    bounds = {name: value for name, value in field.items() if name not in ("anyOf", "description")}
    branches = [branch if branch == {"type": "null"} else {**branch, **bounds} for branch in field["anyOf"]]
    return {name: value for name, value in field.items() if name not in bounds} | {"anyOf": branches}


def _ref(kind: Any) -> Json:  # noqa: ANN401  a struct, or a mapping
    if kind in _PROBLEM_NAMES:
        return {"$ref": _REF.format(name=_PROBLEM_NAMES[kind])}
    (schema,), _ = msgspec.json.schema_components((kind,), ref_template=_REF)
    return schema


if __name__ == "__main__":
    sys.stdout.write(export_document())

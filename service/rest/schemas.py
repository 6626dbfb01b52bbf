"""The component schemas of the OpenAPI document, made from the structs of the contract."""

from collections.abc import Mapping, Sequence
from inspect import cleandoc
from typing import Any

import msgspec

from service.rest.components import Json, Part
from service.rest.endpoint import Endpoint
from service.rest.endpoints import ENDPOINTS
from service.rest.models import ChangeMade, FrameOfChanges, FrameOfCodes, MoveMade, MoveMadeOfCodes
from service.rest.problem_details import NEWER, STATUSES, IllegalMoveDetails, ProblemDetails, StaleVersionDetails
from service.sessions.problems import PROBLEMS

_REF = "#/components/schemas/{name}"
# The components of problems have the names of GraphQL's types.
_PROBLEM_NAMES: Mapping[type, str] = {
    IllegalMoveDetails: "IllegalMove",
    StaleVersionDetails: "StaleVersion",
    ProblemDetails: "Problem",
}
# The types of the problems that have fields of their own, by name.
_DETAILED: Mapping[str, type] = {name: kind for kind, name in _PROBLEM_NAMES.items() if kind is not ProblemDetails}
# Components that have another name now, by their former one. OpenAPI Generator writes a constructor `NewTable` for
# `Table` in Go, so no schema of this name may be made there: it makes none for a reference without anything beside it.
FORMER_NAMES: Mapping[str, str] = {"NewTable": "TableSetup"}


def refer_to_body(endpoint: Endpoint) -> Json:
    """Return the schema of the body of an endpoint's request."""
    return {"$ref": _REF.format(name=endpoint.body)}


def refer_to_problems(codes: Sequence[str]) -> Json | Part:
    """Return the schema of a problem with one of several codes."""
    kinds = {_kind_of(code) for code in codes}
    if len(kinds) == 1:
        return refer_to(kinds.pop())
    ordered = [kind for kind in _PROBLEM_NAMES if kind in kinds]
    names = [_PROBLEM_NAMES[kind] for kind in ordered]
    description = f"A problem of one of several kinds, told apart by `code`: {', '.join(names)}."
    by_code = {code: refer_to(kind)["$ref"] for code in STATUSES if (kind := _kind_of(code)) in kinds}
    schema = {
        "description": description,
        "oneOf": [refer_to(kind) for kind in ordered],
        "discriminator": {"propertyName": "code", "mapping": by_code},
    }
    return Part("schemas", "Or".join(names), schema)


def make_schemas() -> Json:
    """Return the schema of each struct that an endpoint takes or answers with, by name."""
    inputs = {endpoint.input for endpoint in ENDPOINTS}
    others = {ChangeMade, MoveMade, MoveMadeOfCodes, FrameOfChanges, FrameOfCodes}
    answers = {endpoint.answer for endpoint in ENDPOINTS} | others
    kinds = answers | inputs | set(_PROBLEM_NAMES)
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
    schemas |= {former: {"$ref": _REF.format(name=name)} for former, name in FORMER_NAMES.items()}
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


def refer_to(kind: Any) -> Json:  # noqa: ANN401  a struct, or a mapping
    """Return the schema of a type: a reference to its component if it is a struct."""
    if kind in _PROBLEM_NAMES:
        return {"$ref": _REF.format(name=_PROBLEM_NAMES[kind])}
    (schema,), _ = msgspec.json.schema_components((kind,), ref_template=_REF)
    return schema


def _kind_of(code: str) -> type:
    return _DETAILED.get(PROBLEMS[code].member, ProblemDetails) if code in PROBLEMS else ProblemDetails

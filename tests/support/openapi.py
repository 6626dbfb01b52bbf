"""OpenAPI documents, with their shared parts where they are used."""

from typing import Any

from tests.support.graphql_client import Json

SCHEMAS = "#/components/schemas/"


def write_out(document: Json) -> Json:
    """Return a document with its parameters, responses and headers in place of the references to them.

    References to schemas stay: schemas may contain themselves.
    """
    components = document["components"]
    kept = {kind: named for kind, named in components.items() if kind in ("schemas", "securitySchemes")}
    return _write_out({**document, "components": kept}, components)


def _write_out(value: Any, components: Json) -> Any:  # noqa: ANN401  any JSON
    if isinstance(value, list):
        return [_write_out(one, components) for one in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value and not value["$ref"].startswith(SCHEMAS):
        *_, kind, name = value["$ref"].split("/")
        return _write_out(components[kind][name], components)
    return {name: _write_out(one, components) for name, one in value.items()}

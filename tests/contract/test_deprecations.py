"""Deprecations stand in both contracts, the CHANGELOG and the page about them; responses announce them, too."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
import strawberry
from graphql import GraphQLInputObjectType, GraphQLObjectType, GraphQLSchema, build_schema
from strawberry.tools import create_type

import service.rest.dispatch
from service.app import create_app
from service.graphql.from_contract import input_type, output_type
from service.rest.endpoint import Endpoint
from service.rest.endpoints import ENDPOINTS
from service.rest.openapi import describe_operation
from service.settings import load_settings
from service.use_cases.inputs import Input
from service.use_cases.operations import OPERATIONS
from service.views.fields import ContractStruct, Deprecation, described
from tests.contract.released import ROOT
from tests.support.graphql_client import Json
from tools.services import LocalService

SCHEMA = build_schema((ROOT / "schema.graphql").read_text(encoding="utf-8"))
OPENAPI: Json = msgspec.json.decode((ROOT / "openapi.json").read_bytes())
GONE = Deprecation(date(2026, 12, 1), "Use `other`.", date(2028, 1, 1))


# ---- the two documents


def _deprecated_in(schema: GraphQLSchema) -> Iterator[str]:
    """Yield the deprecated fields of a schema as `Type.field`."""
    for name, kind in schema.type_map.items():
        if not name.startswith("__") and isinstance(kind, GraphQLObjectType | GraphQLInputObjectType):
            fields: Json = kind.fields
            yield from (f"{name}.{field}" for field, one in fields.items() if one.deprecation_reason)


def _deprecated_properties(document: Json) -> Iterator[str]:
    for name, schema in document["components"]["schemas"].items():
        fields = schema.get("properties", {})
        yield from (f"{name}.{field}" for field, one in fields.items() if _is_marked(one))


def _is_marked(schema: Json) -> bool:
    return bool(schema.get("deprecated")) or any(one.get("deprecated") for one in schema.get("anyOf", ()))


def test_an_operation_is_deprecated_in_rest_if_all_its_fields_of_graphql_are() -> None:
    marked = set(_deprecated_in(SCHEMA))
    operations = [operation for item in OPENAPI["paths"].values() for operation in item.values()]
    in_rest = {operation["operationId"] for operation in operations if operation.get("deprecated")}
    for name, operation in OPERATIONS.items():
        ways = {f"{root}.{operation.field}" for root in ("Query", "Mutation") if _has(root, operation.field)}
        assert (name in in_rest) == (ways <= marked), name


def _has(root: str, field: str) -> bool:
    kind = SCHEMA.type_map[root]
    assert isinstance(kind, GraphQLObjectType)
    return field in kind.fields


def test_a_field_that_both_documents_have_is_deprecated_in_both() -> None:
    in_graphql = set(_deprecated_in(SCHEMA))
    in_rest = set(_deprecated_properties(OPENAPI))
    in_both = set[str]()
    for name, schema in OPENAPI["components"]["schemas"].items():
        fields = getattr(SCHEMA.type_map.get(name), "fields", {})
        in_both |= {f"{name}.{field}" for field in schema.get("properties", {}) if field in fields}
    assert in_graphql & in_both == in_rest & in_both


@pytest.mark.parametrize("page", ["CHANGELOG.md", "docs/deprecations.md"])
def test_deprecated_parts_are_named_in(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    if page == "CHANGELOG.md":
        text = "".join(re.findall(r"^### Deprecated\n(.*?)^##", text, re.MULTILINE | re.DOTALL))
    marked = {*_deprecated_in(SCHEMA), *_deprecated_properties(OPENAPI)}
    assert marked, "the page names some"
    assert {one for one in marked if f"`{one}`" not in text} == set()


# ---- how it gets there


class OldInput(Input, frozen=True, kw_only=True):
    """An input with an old field."""

    kept: Annotated[str | None, described("What is kept.")] = None
    old: Annotated[str | None, described("What is old.", deprecated=GONE)] = None


class OldAnswer(ContractStruct, frozen=True):
    """An answer with an old field."""

    kept: Annotated[str, described("What is kept.")]
    old: Annotated[str, described("What is old.", deprecated=GONE)]


def test_a_field_is_marked_once_for_both_documents() -> None:
    def ask() -> None: ...

    field: Any = strawberry.field(resolver=ask, graphql_type=output_type(OldAnswer))
    made = strawberry.Schema(create_type("Query", [field]), types=[input_type(OldInput)])
    schema = build_schema(str(made))
    assert set(_deprecated_in(schema)) == {"OldInput.old", "OldAnswer.old"}
    for kind in (OldInput, OldAnswer):
        properties = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
        assert _is_marked(properties["old"])
        assert properties["old"]["description"] == "What is old. Deprecated: Use `other`."
        assert not _is_marked(properties["kept"])


def test_the_responses_of_a_deprecated_operation_say_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(service.rest.dispatch, "ENDPOINTS", tuple(map(_deprecate_some, ENDPOINTS)))
    settings = load_settings({"CROUPIER_STORE": f"sqlite:{tmp_path / 'croupier.db'}"})
    with LocalService(create_app(settings)) as server:
        told = {"deprecation": "@1796083200", "sunset": "Sat, 01 Jan 2028 00:00:00 GMT"}
        for path, status, expected in (
            ("/v1/games", 200, told),
            ("/v1/sessions/none", 404, told),
            ("/v1/sessions?after=x", 422, told),
            ("/v1/games/zar", 200, {}),
        ):
            answer = server.http.get(f"{server.root}{path}")
            assert answer.status_code == status
            assert {
                name: answer.headers[name] for name in ("deprecation", "sunset") if name in answer.headers
            } == expected
        created = server.http.post(f"{server.root}/v1/sessions", json={"game": "zar", "seats": 2})
        assert "deprecation" not in created.headers, "the other method of the path"


def _deprecate_some(endpoint: Endpoint) -> Endpoint:
    is_old = endpoint.id in ("listGames", "readSession", "listSessions")
    return msgspec.structs.replace(endpoint, deprecated=GONE) if is_old else endpoint


def test_the_document_marks_a_deprecated_operation() -> None:
    described = describe_operation(_deprecate_some(next(one for one in ENDPOINTS if one.id == "readSession")))
    assert described["deprecated"] is True
    assert described["description"].endswith("Deprecated: Use `other`.")
    assert {"Deprecation", "Sunset"} <= described["responses"]["200"]["headers"].keys()

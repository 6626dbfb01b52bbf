"""The table of operations: each row is in both contracts, with the same words and the same input."""

from typing import Any

import pytest
from graphql import GraphQLField, GraphQLInputObjectType, GraphQLObjectType, GraphQLUnionType, get_named_type

from service.graphql.schema import schema
from service.rest.endpoints import ENDPOINTS
from service.rest.openapi import make_document
from service.sessions.problems import PROBLEMS
from service.use_cases.operation import Operation
from service.use_cases.operations import OPERATIONS
from service.views.fields import fields_of
from tests.support.openapi import write_out

DOCUMENT = write_out(make_document())
ENDPOINTS_BY_ID = {endpoint.id: endpoint for endpoint in ENDPOINTS}
ROWS = pytest.mark.parametrize("operation", OPERATIONS.values(), ids=lambda operation: operation.name)
Row = Operation[Any, Any]


def field_of(operation: Row) -> GraphQLField:
    root = schema._schema.type_map[operation.kind.capitalize()]
    assert isinstance(root, GraphQLObjectType)
    field: GraphQLField = root.fields[operation.field]
    return field


def described_in_rest(operation: Row) -> dict[str, Any]:
    endpoint = ENDPOINTS_BY_ID[operation.name]
    described: dict[str, Any] = DOCUMENT["paths"][endpoint.path][endpoint.method.lower()]
    return described


def test_the_table_is_whole() -> None:
    assert len(OPERATIONS) >= 20
    assert all(operation.name == name for name, operation in OPERATIONS.items())


@ROWS
def test_an_operation_is_described_in_both_contracts_by_the_same_words(operation: Row) -> None:
    described = described_in_rest(operation)
    assert described["summary"] == operation.summary
    assert operation.description in described.get("description", "")
    assert (field_of(operation).description or "").startswith(f"{operation.summary}. {operation.description}".strip())


@ROWS
def test_the_input_of_an_operation_is_that_of_both_contracts(operation: Row) -> None:
    declared = {field.wire_name: field.meta.description for field in fields_of(operation.input)}
    taken: dict[str, Any] = dict(field_of(operation).args)
    if operation.kind == "mutation":
        kind = get_named_type(taken["input"].type)
        assert isinstance(kind, GraphQLInputObjectType)
        taken = dict(kind.fields)
    assert {name: part.description for name, part in taken.items()} == declared
    endpoint = ENDPOINTS_BY_ID[operation.name]
    headers = {"idempotencyKey"} if endpoint.takes_key else set()
    headers |= {"expectedVersion", "expectedHead"} if endpoint.needs_match else set()
    own = {*endpoint.query_fields, *endpoint.body_fields} - ({"viewer"} - declared.keys())
    assert own | set(endpoint.path_fields) | headers == set(declared)


@ROWS
def test_the_problems_of_an_operation_are_told_by_both(operation: Row) -> None:
    descriptions = " ".join(answer["description"] for answer in described_in_rest(operation)["responses"].values())
    assert [code for code in operation.problems if f"`{code}`" not in descriptions] == []
    if operation.result:
        union = get_named_type(field_of(operation).type)
        assert isinstance(union, GraphQLUnionType)
        members = {PROBLEMS[code].member for code in operation.problems} | {"InvalidInput", operation.answer.__name__}
        assert {member.name for member in union.types} == members

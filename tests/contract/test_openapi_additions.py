"""openapi.json changes only by additions: requests and responses of a client of a released document stay valid."""

import copy
from pathlib import Path

import msgspec
import pytest

from tests.contract.openapi_changes import breaking_changes
from tests.contract.openapi_mutations import MUTATIONS, Mutation, mutate
from tests.contract.released import RELEASES, ROOT
from tests.contract.tightenings import correct, leave_out
from tests.support.graphql_client import Json


def read_document(folder: Path) -> Json:
    return msgspec.json.decode((folder / "openapi.json").read_bytes())


# The mutations apply to the document of one release, so that they stay valid.
FIRST = read_document(RELEASES[0])


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_the_document_breaks_no_client_of_a_released_one(release: Path) -> None:
    released = correct(read_document(release), release.name)
    assert breaking_changes(released, leave_out(read_document(ROOT), release.name)) == []


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_a_change_that_breaks_clients_is_noticed_and_an_addition_is_allowed(mutation: Mutation) -> None:
    changed = mutate(FIRST, mutation.place, mutation.value)
    assert changed != FIRST
    assert breaking_changes(FIRST, changed) == [*mutation.breaking]


def take_out(document: Json) -> Json:
    """Return a document whose parameters, answers, headers and bodies are references to components."""
    changed = copy.deepcopy(document)
    for path in changed["paths"].values():
        for operation in path.values():
            name = operation["operationId"]
            operation["parameters"] = [
                refer(changed, "parameters", f"{name}{at}", one) for at, one in enumerate(operation["parameters"])
            ]
            for status, given in operation["responses"].items():
                take_out_answer(changed, f"{name}{status}", given)
                operation["responses"][status] = refer(changed, "responses", f"{name}{status}", given)
            if "requestBody" in operation:
                operation["requestBody"] = refer(changed, "requestBodies", name, operation["requestBody"])
    return changed


def take_out_answer(document: Json, name: str, answer: Json) -> None:
    for header, value in answer.get("headers", {}).items():
        answer["headers"][header] = refer(document, "headers", f"{name}{header}", value)
    for kind, media in answer.get("content", {}).items():
        if "$ref" not in media["schema"]:
            media["schema"] = refer(document, "schemas", f"{name}{kind}".replace("/", ""), media["schema"])


def refer(document: Json, kind: str, name: str, value: Json) -> Json:
    document["components"].setdefault(kind, {})[name] = value
    return {"$ref": f"#/components/{kind}/{name}"}


def test_inline_schemas_may_move_into_components_and_back() -> None:
    apart = take_out(FIRST)
    assert breaking_changes(FIRST, apart) == []
    schemas = apart["components"]["schemas"]
    written_out = {**apart, "paths": FIRST["paths"], "components": {**FIRST["components"], "schemas": schemas}}
    assert breaking_changes(apart, written_out) == []


def test_a_change_behind_references_is_noticed() -> None:
    changed = take_out(FIRST)
    changed["components"]["parameters"]["applyMove2"]["schema"]["maxLength"] = 64
    changed["components"]["responses"]["applyMove200"]["content"] = {}
    del changed["components"]["headers"]["readSession200ETag"]["required"]
    assert breaking_changes(FIRST, changed) == [
        "readSession, 200: the header ETag is not always there",
        "applyMove, header idempotency-key: maxLength was 128 and is 64",
        "applyMove, 200: application/json is gone",
    ]


def rename(document: Json, name: str, other: str) -> Json:
    """Return a document with another name of a schema."""
    text = msgspec.json.encode(document).replace(f'schemas/{name}"'.encode(), f'schemas/{other}"'.encode())
    changed = msgspec.json.decode(text)
    schemas = changed["components"]["schemas"]
    schemas[other] = schemas.pop(name)
    return changed


def test_a_schema_may_get_another_name_if_it_keeps_the_former_one_as_well() -> None:
    renamed = rename(FIRST, "NewTable", "TableSetup")
    assert breaking_changes(FIRST, renamed) == ["NewTable is gone"]
    renamed["components"]["schemas"]["NewTable"] = {"$ref": "#/components/schemas/TableSetup"}
    assert breaking_changes(FIRST, renamed) == []
    renamed["components"]["schemas"]["NewTable"] = {"type": "string"}
    assert breaking_changes(FIRST, renamed) == ["NewTable: the type object is no longer taken"]

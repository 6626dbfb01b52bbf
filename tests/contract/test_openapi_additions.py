"""openapi.json changes only by additions: requests and responses of a client of a released document stay valid."""

import copy
import math
from collections.abc import Callable, Iterator, Mapping

import msgspec
import pytest

from tests.contract.released import RELEASES, ROOT
from tests.support.graphql_client import Json
from tests.support.openapi import write_out

RELEASED: Json = [write_out(msgspec.json.decode((release / "openapi.json").read_bytes())) for release in RELEASES]
CURRENT: Json = write_out(msgspec.json.decode((ROOT / "openapi.json").read_bytes()))

MAY_GROW = ("description", "enum", "examples", "maxLength")
MOVE = "/v1/sessions/{sessionId}/moves"


def breaking_changes(before: Json, after: Json) -> list[str]:
    """Return the changes that would break a client, one line each."""
    return [*_operations(before, after), *_schemas(before, after)]


def _operations(before: Json, after: Json) -> Iterator[str]:
    for path, item in before["paths"].items():
        for method, operation in item.items():
            if not isinstance(operation, dict) or "responses" not in operation:
                continue
            now = after["paths"].get(path, {}).get(method)
            if now is None:
                yield f"{method} {path} is gone"
                continue
            yield from (f"{method} {path}: {change}" for change in _operation(operation, now))


def _operation(before: Json, after: Json) -> Iterator[str]:
    known, now = _parameters(before), _parameters(after)
    for name in known.keys() - now.keys():
        yield f"the parameter {name} is gone"
    for name, parameter in now.items():
        if parameter.get("required") and not known.get(name, {}).get("required"):
            yield f"the parameter {name} is needed"
    for status in before["responses"].keys() - after["responses"].keys():
        yield f"it does not answer {status} any more"
    if "requestBody" in after and "requestBody" not in before:
        yield "it needs a body"


def _parameters(operation: Json) -> Mapping[str, Json]:
    return {parameter["name"]: parameter for parameter in operation.get("parameters", ())}


def _schemas(before: Json, after: Json) -> Iterator[str]:
    sent = _sent(before)
    for name, schema in before["components"]["schemas"].items():
        now = after["components"]["schemas"].get(name)
        if now is None:
            yield f"{name} is gone"
            continue
        for field, kind in schema.get("properties", {}).items():
            if field not in now["properties"]:
                yield f"{name}.{field} is gone"
            elif _kind(kind) != _kind(now["properties"][field]):
                yield f"{name}.{field} is of another kind"
            elif _longest(kind) > _longest(now["properties"][field]):
                yield f"{name}.{field} takes shorter texts alone"
        needed, still = set(schema.get("required", ())), set(now.get("required", ()))
        changed, what = (still - needed, "needed") if name in sent else (needed - still, "not always there")
        yield from (f"{name}.{field} is {what}" for field in sorted(changed))


def _sent(document: Json) -> set[str]:
    """Return the names of the schemas of requests."""
    bodies = [
        operation["requestBody"]
        for item in document["paths"].values()
        for operation in item.values()
        if isinstance(operation, dict) and "requestBody" in operation
    ]
    found, left = set[str](), _references(bodies)
    while left - found:
        found |= left
        left = _references([document["components"]["schemas"][name] for name in found])
    return found


def _references(value: Json) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"].rpartition("/")[2]} if "$ref" in value else set()
        return own.union(*map(_references, value.values()))
    return set().union(*map(_references, value)) if isinstance(value, list) else set()


def _kind(schema: Json) -> Json:
    """Return the parts of a field's schema that affect types; a list of words may grow, and so may the longest text."""
    if isinstance(schema, dict):
        return {name: _kind(value) for name, value in schema.items() if name not in MAY_GROW}
    return [_kind(value) for value in schema] if isinstance(schema, list) else schema


def _longest(schema: Json) -> float:
    """Return the maximal length of a text."""
    if isinstance(schema, dict):
        own: float = schema.get("maxLength", math.inf)
        return min(own, *map(_longest, schema.values()), math.inf)
    return min(map(_longest, schema), default=math.inf) if isinstance(schema, list) else math.inf


def test_the_document_breaks_no_client_of_a_released_one() -> None:
    for released in RELEASED:
        assert breaking_changes(released, CURRENT) == []


def drop_operation(document: Json) -> None:
    del document["paths"][MOVE]["post"]


def drop_answer(document: Json) -> None:
    del document["paths"][MOVE]["post"]["responses"]["412"]


def need_a_parameter(document: Json) -> None:
    document["paths"][MOVE]["post"]["parameters"].append({"name": "X", "in": "header", "required": True})


def need_a_field(document: Json) -> None:
    document["components"]["schemas"]["MoveInput"]["required"].append("why")


def drop_a_field(document: Json) -> None:
    del document["components"]["schemas"]["Zone"]["properties"]["count"]


def change_a_kind(document: Json) -> None:
    document["components"]["schemas"]["Zone"]["properties"]["count"] = {"type": "string"}


def leave_a_field_out(document: Json) -> None:
    document["components"]["schemas"]["Zone"]["required"].remove("count")


def bound_the_name(document: Json, longest: int) -> None:
    document["components"]["schemas"]["JoinSession"]["properties"]["name"]["anyOf"][0]["maxLength"] = longest


def take_shorter_texts(document: Json) -> None:
    bound_the_name(document, 199)


def take_longer_texts(document: Json) -> None:
    bound_the_name(document, 201)


def add_things(document: Json) -> None:
    document["components"]["schemas"]["Zone"]["properties"]["shape"] = {"type": "string"}
    document["components"]["schemas"]["More"] = {"type": "object"}
    document["paths"]["/v1/more"] = document["paths"][MOVE]


@pytest.mark.parametrize(
    ("change", "breaking"),
    [
        (drop_operation, [f"post {MOVE} is gone"]),
        (drop_answer, [f"post {MOVE}: it does not answer 412 any more"]),
        (need_a_parameter, [f"post {MOVE}: the parameter X is needed"]),
        (need_a_field, ["MoveInput.why is needed"]),
        (drop_a_field, ["Zone.count is gone"]),
        (change_a_kind, ["Zone.count is of another kind"]),
        (leave_a_field_out, ["Zone.count is not always there"]),
        (take_shorter_texts, ["JoinSession.name takes shorter texts alone"]),
        (take_longer_texts, []),
        (add_things, []),
    ],
)
def test_a_change_that_breaks_clients_is_noticed(change: Callable[[Json], None], breaking: list[str]) -> None:
    for released in RELEASED:
        changed = copy.deepcopy(released)
        change(changed)
        assert breaking_changes(released, changed) == breaking

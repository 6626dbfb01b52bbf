"""Both APIs as one: an operation called by its name over GraphQL and over REST, and the same answer of each.

What is sent follows from the table of operations and from the endpoints. GraphQL's selections are made from the
contract's structs, so that every field is compared.
"""

import re
from collections.abc import Callable
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import httpx2
import msgspec
from graphql import GraphQLObjectType

from service.rest.endpoints import ENDPOINTS
from service.rest.problem_details import STATUSES
from service.use_cases.operations import OPERATIONS
from service.views import session_view
from service.views.fields import ContractStruct
from service.views.table_view import Move
from tests.support.graphql_client import Client, Json, Server
from tests.support.graphql_selections import SCHEMA, declare_arguments, pass_arguments
from tests.support.rest_client import JSON, Rest

# Fields that GraphQL nests, by name, and REST names.
NESTED = {"game": "id", "rule": "number"}
HEADERS = {"Idempotency-Key": "idempotencyKey", "If-Match": "expectedVersion"}

PROBLEM = """
fragment Trouble on Problem {
  code message path
  ... on IllegalMove { rule { number section text } legalMoves { ...AllMove } template arguments { name kind value } }
  ... on StaleVersion { currentVersion session { ...AllSession } }
  ... on NotAllowed { retryAfterMillis }
}
"""

# The server, an operation, a token, and the fields of the operation's input.
Call: TypeAlias = Callable[..., Json]


def over_graphql(server: Server, name: str, token: str | None = None, /, **wish: object) -> Json:
    """Call an operation over GraphQL; return what REST returns, of a problem its code, message and path."""
    variables = {"input": wish} if OPERATIONS[name].kind == "mutation" else wish
    answer = Client(server, token).execute(document_of(name, tuple(variables)), **variables)
    if "errors" in answer:
        (error,) = answer["errors"]
        return {"code": error["extensions"]["code"], "message": error["message"]}
    (value,) = answer["data"].values()
    return plain(value)


def over_rest(server: Server, name: str, token: str | None = None, /, **wish: object) -> Json:
    """Call an operation, or read a resource, over REST; return its value, of a problem what GraphQL returns."""
    return read_answer(send_over_rest(server, name, token, **wish))


def send_over_rest(
    server: Server,
    name: str,
    token: str | None = None,
    /,
    **wish: Any,  # noqa: ANN401
) -> httpx2.Response:
    """Call an operation, or read a resource, over REST, at any version unless one is expected."""
    (endpoint,) = (one for one in ENDPOINTS if one.id == name)
    headers = {}
    path = re.sub(r"\{(\w+)\}", lambda part: str(wish.pop(part[1])), endpoint.path)
    if endpoint.takes_key and (key := wish.pop("idempotencyKey", None)) is not None:
        headers["Idempotency-Key"] = key
    if endpoint.needs_match:
        expected = wish.pop("expectedVersion", None)
        headers["If-Match"] = "*" if expected is None else f'"{expected}"'
    if endpoint.method == "GET":
        asked = {field: value for field, value in wish.items() if value is not None}
        path = f"{path}?{httpx2.QueryParams(asked)}" if asked else path
        body = None
    else:
        body = wish if endpoint.body_fields else None
    return Rest(server, token).ask(endpoint.method, path, body, headers)


BOTH = (over_graphql, over_rest)


def ask_both(server: Server, name: str, token: str | None = None, /, **wish: object) -> Json:
    """Call an operation that may be called twice over both APIs, which must agree; return the answer."""
    first, second = (call(server, name, token, **wish) for call in BOTH)
    assert first == {field: second[field] for field in first} if "code" in first else first == second
    return first


def read_answer(answer: httpx2.Response) -> Json:
    """Return the value of a REST answer; of a problem what GraphQL returns, if its status is that of its code."""
    value = answer.json()
    if answer.headers["content-type"] == JSON:
        return value
    assert value.pop("status") == answer.status_code == STATUSES[value["code"]]
    for name in ("type", "title"):
        assert value.pop(name)
    value["message"] = value.pop("detail")
    value["path"] = [HEADERS.get(part, part) for part in value["path"]]
    return value


def plain(value: Json, name: str = "") -> Json:
    """Return a GraphQL value as REST has it."""
    if isinstance(value, list):
        return [plain(part, name) for part in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {NESTED.get(name)}:
        return value[NESTED[name]]
    return {key: plain(part, key) for key, part in value.items() if key != "retryAfterMillis" or part is not None}


# ---- documents


@cache
def document_of(name: str, given: tuple[str, ...]) -> str:
    """Return a document with an operation of the table and these arguments, and every field of what it may return."""
    row = OPERATIONS[name]
    root = SCHEMA.type_map[row.kind.capitalize()]
    answer = row.answer.__name__
    assert isinstance(root, GraphQLObjectType)
    field = root.fields[row.field]
    parts = fragments(row.answer)
    selected = f"{{ ...All{answer} }}"
    if row.result:
        parts = f"{PROBLEM}{fragments(row.answer, session_view.Session, Move)}"
        selected = f"{{ ...Trouble ... on {answer} {selected} }}"
    call = f"{row.field}{pass_arguments(given)}"
    return f"{parts}\n{row.kind}{declare_arguments(field, given)} {{ {call} {selected} }}"


def fragments(*structs: type[ContractStruct]) -> str:
    """Return a fragment for each struct, and for those in it, with every field."""
    found: dict[str, str] = {}
    for struct in structs:
        _collect(struct, found)
    return "\n".join(found.values())


def _collect(struct: type[ContractStruct], found: dict[str, str]) -> None:
    if struct.__name__ in found:
        return
    found[struct.__name__] = ""
    hints = get_type_hints(struct)
    fields: list[str] = []
    for field in msgspec.structs.fields(struct):
        inner = _struct_in(hints[field.name])
        name = field.encode_name
        if inner is not None:
            _collect(inner, found)
            name += f" {{ ...All{inner.__name__} }}"
        elif name in NESTED and struct is not session_view.SessionConnection:
            name += f" {{ {NESTED[name]} }}"
        fields.append(name)
    found[struct.__name__] = f"fragment All{struct.__name__} on {struct.__name__} {{ {' '.join(fields)} }}"


def _struct_in(kind: Any) -> type[ContractStruct] | None:  # noqa: ANN401
    if get_origin(kind) in (Union, UnionType, tuple):
        parts = [part for part in get_args(kind) if part is not NoneType and part is not Ellipsis]
        return _struct_in(parts[0])
    return kind if isinstance(kind, type) and issubclass(kind, ContractStruct) else None

"""Values for arguments and variables: real ones, which fit the tables in play, and wrong ones."""

import re
from random import Random
from typing import Any

import msgspec
from graphql import GraphQLInputObjectType, GraphQLInputType, GraphQLList, GraphQLNonNull, type_from_ast
from graphql import parse_type as parse

from tests.service.differential.session_pool import Focus
from tests.service.differential.tree import Document, Node, Variable, fields
from tests.support.graphql_client import Json
from tests.support.graphql_selections import SCHEMA

WRONG: tuple[Json, ...] = (
    *(None, True, 0, -1, 7, 2**31, 2**53 + 1, 1.0, 1.5, 1e300, "", "x", "1", "NOPE", "💥"),
    *([], [None], ["x"], [1, "x"], [[1]], {}, {"a": 1}, {"sessionId": None}),
)


def variables_of(operation: Node, focus: Focus, chance: Random) -> dict[str, Json] | None:
    """Return variables for an operation: most of them fit."""
    given = {}
    for one in operation.variables:
        if one.default is not None and chance.random() < 0.4:
            continue
        given[one.name] = _choose_value(one, focus, chance)
    if chance.random() < 0.15:
        _spoil(given, chance)
    return given or (None if chance.random() < 0.5 else {})


def _choose_value(variable: Variable, focus: Focus, chance: Random) -> Json:
    kind = type_from_ast(SCHEMA, parse(variable.type)) if _is_type(variable.type) else None
    if kind is None:
        return chance.choice(WRONG)
    return value_of(variable.name, kind, focus, chance)  # type: ignore[arg-type]  # a variable's type is an input


def _is_type(text: str) -> bool:
    return re.fullmatch(r"[\[\]!\w]+", text) is not None and text.count("[") == text.count("]")


def _spoil(given: dict[str, Json], chance: Random) -> None:
    """Leave a variable out, give one too many, or give a wrong value, perhaps deep inside."""
    way = chance.choice(("drop", "add", "wrong", "inside"))
    if way == "add" or not given:
        given[chance.choice(("extra", "a", "if0", "id"))] = chance.choice(WRONG)
        return
    name = chance.choice(list(given))
    inside = given[name]
    if way == "drop":
        del given[name]
    elif way == "inside" and isinstance(inside, dict):
        inside[chance.choice([*inside, "extra"])] = chance.choice(WRONG)
    else:
        given[name] = chance.choice(WRONG)


def fill_in(document: Document, focus: Focus, chance: Random) -> None:
    """Put real values in place of the literals of arguments."""
    for one, kind in fields(document):
        known = getattr(kind, "fields", {}).get(one.name)
        for index, (name, value) in enumerate(one.arguments):
            if known is not None and name in known.args and "$" not in value and chance.random() < 0.8:
                one.arguments[index] = (name, literal(value_of(name, known.args[name].type, focus, chance)))


def literal(value: Json) -> str:
    """Return a value as it is written in a document."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name}: {literal(one)}' for name, one in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    return msgspec.json.encode(value).decode()


def value_of(name: str, kind: GraphQLInputType, focus: Focus, chance: Random) -> Json:
    """Return a value of a type; its name decides which value makes sense."""
    if isinstance(kind, GraphQLNonNull):
        return None if chance.random() < 0.01 else value_of(name, kind.of_type, focus, chance)
    if isinstance(kind, GraphQLList):
        if (found := focus.value(name, chance)) is not None:
            return found
        items = [value_of(name, kind.of_type, focus, chance) for _ in range(chance.randint(0, 2))]
        return items[0] if len(items) == 1 and chance.random() < 0.3 else items
    if isinstance(kind, GraphQLInputObjectType):
        return {
            one: value_of(one, field.type, focus, chance)
            for one, field in kind.fields.items()
            if isinstance(field.type, GraphQLNonNull) or chance.random() < 0.4
        }
    found = focus.value(name, chance)
    return _plain(kind.name, chance) if found is None else found


def _plain(kind: str, chance: Random) -> Any:  # noqa: ANN401
    if kind == "Int":
        return chance.choice((0, 1, 2, 3, 100, -1, 2**31))
    if kind == "Boolean":
        return chance.random() < 0.5
    if kind == "Float":
        return chance.choice((0.5, 1, 2.25))
    return chance.choice(("x", "", "zar", "1", chance.choice((None, 5)) if kind == "ID" else "y"))

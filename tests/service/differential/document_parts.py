"""Parts of documents from which changes are made."""

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

from graphql import GraphQLNamedType, GraphQLObjectType, is_abstract_type, is_leaf_type

from tests.service.differential import tree
from tests.support.graphql_selections import SCHEMA

Change: TypeAlias = Callable[[tree.Document, Random], None]

ABSTRACT = [kind.name for kind in SCHEMA.type_map.values() if is_abstract_type(kind)]
OBJECTS = [kind.name for kind in tree.object_types() if not kind.name.startswith("__")]
LITERALS = (
    "0",
    "1",
    "-1",
    "2147483648",
    "1.5",
    '"x"',
    '""',
    '"""x"""',
    "true",
    "null",
    "[]",
    "[1]",
    "{}",
    "OPEN",
    "$a",
)


def is_used(mark: str, document: tree.Document) -> bool:
    """Tell whether a fragment or a variable occurs in some selection."""
    bodies = (tree.write([replace(one, name="", variables=[])]) for one in document)
    return any(re.search(rf"{re.escape(mark)}\b", body) for body in bodies)


def pick_body(document: tree.Document, chance: Random) -> list[tree.Node]:
    return chance.choice(tree.places(document))[0]


def pick_field(document: tree.Document, chance: Random) -> tree.Node:
    return chance.choice(tree.fields(document))[0]


def declare(document: tree.Document, chance: Random, name: str, kind: str, default: str | None = None) -> None:
    """Declare a variable in every operation, since all may use the same fragments; now and then only in one."""
    known = tree.operations(document)
    for one in known if chance.random() < 0.9 else known[:1]:
        if all(name != other.name for other in one.variables):
            one.variables.append(tree.Variable(name, kind, default))


def nullable(kind: Any) -> Any:  # noqa: ANN401
    """Return a type without `!`."""
    return getattr(kind, "of_type", kind)


def new_field(kind: GraphQLNamedType, name: str, chance: Random, depth: int) -> tree.Node:
    """Return a field with the arguments that it needs and a small selection."""
    field = kind.fields[name]  # type: ignore[attr-defined]
    arguments = [
        (given, make_literal(str(one.type)))
        for given, one in field.args.items()
        if str(one.type).endswith("!") or chance.random() < 0.4
    ]
    made = tree.Node("field", name, arguments=arguments)
    below = tree.type_of(made, kind)
    if below is not None and not is_leaf_type(below):
        made.selections = make_selection(below, chance, depth)
    return made


def make_selection(kind: GraphQLNamedType, chance: Random, depth: int) -> list[tree.Node]:
    """Return a selection of a type: its leaves, and nested selections while there is depth."""
    if not isinstance(kind, GraphQLObjectType):
        return [tree.Node("field", "__typename")]
    names = chance.sample([*kind.fields], min(len(kind.fields), 4))
    chosen: list[tree.Node] = [tree.Node("field", "__typename")] if chance.random() < 0.3 else []
    chosen += [
        new_field(kind, name, chance, depth - 1)
        for name in names
        if depth > 0 or is_leaf_type(tree.type_of(tree.Node("field", name), kind))
    ]
    return chosen or [tree.Node("field", "__typename")]


def make_literal(kind: str) -> str:
    return {"Int": "1", "Boolean": "false"}.get(kind.strip("!"), "{}" if "Input" in kind else '"x"')

"""Documents as trees that can be changed freely, into invalid ones, too; values and types in them are plain text."""

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLNamedType,
    GraphQLObjectType,
    InlineFragmentNode,
    OperationDefinitionNode,
    get_named_type,
    parse,
    print_ast,
)

from tests.support.graphql_selections import SCHEMA

ROOTS = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}


@dataclass
class Field:
    """A field; `selections` is None for a leaf."""

    name: str
    alias: str | None = None
    arguments: list[tuple[str, str]] = field(default_factory=list)
    directives: list[str] = field(default_factory=list)
    selections: "list[Selection] | None" = None


@dataclass
class Inline:
    """A fragment in its place, `on` a type or on none."""

    on: str | None
    selections: "list[Selection]"
    directives: list[str] = field(default_factory=list)


@dataclass
class Spread:
    """A named fragment where it is used."""

    name: str
    directives: list[str] = field(default_factory=list)


Selection: TypeAlias = Field | Inline | Spread


@dataclass
class Variable:
    """A variable as an operation declares it."""

    name: str
    type: str
    default: str | None = None


@dataclass
class Operation:
    """An operation."""

    kind: str
    name: str | None
    selections: list[Selection]
    variables: list[Variable] = field(default_factory=list)
    directives: list[str] = field(default_factory=list)


@dataclass
class Fragment:
    """A fragment as it is defined."""

    name: str
    on: str
    selections: list[Selection]
    directives: list[str] = field(default_factory=list)


Document: TypeAlias = list[Operation | Fragment]


# ---- reading and writing


def read(text: str) -> Document:
    """Return the tree of a parsable document."""
    return [_read_definition(node) for node in parse(text, no_location=True).definitions]


def copy(document: Document) -> Document:
    """Return an independent copy of a tree."""
    copied: Document = pickle.loads(pickle.dumps(document))
    return copied


def _read_definition(node: Any) -> Operation | Fragment:  # noqa: ANN401
    selections, directives = _read_selections(node.selection_set) or [], _read_directives(node)
    if isinstance(node, FragmentDefinitionNode):
        return Fragment(node.name.value, node.type_condition.name.value, selections, directives)
    assert isinstance(node, OperationDefinitionNode)
    variables = [
        Variable(
            one.variable.name.value, print_ast(one.type), print_ast(one.default_value) if one.default_value else None
        )
        for one in node.variable_definitions or ()
    ]
    return Operation(node.operation.value, node.name.value if node.name else None, selections, variables, directives)


def _read_selections(node: Any) -> list[Selection] | None:  # noqa: ANN401
    return None if node is None else [_read_selection(one) for one in node.selections]


def _read_selection(node: Any) -> Selection:  # noqa: ANN401
    directives = _read_directives(node)
    if isinstance(node, FragmentSpreadNode):
        return Spread(node.name.value, directives)
    selections = _read_selections(node.selection_set)
    if isinstance(node, InlineFragmentNode):
        return Inline(node.type_condition.name.value if node.type_condition else None, selections or [], directives)
    assert isinstance(node, FieldNode)
    arguments = [(one.name.value, print_ast(one.value)) for one in node.arguments or ()]
    return Field(node.name.value, node.alias.value if node.alias else None, arguments, directives, selections)


def _read_directives(node: Any) -> list[str]:  # noqa: ANN401
    return [print_ast(one) for one in node.directives or ()]


def write(document: Document) -> str:
    """Return the text of a document."""
    return "\n".join(map(_write_definition, document))


def _write_definition(one: Operation | Fragment) -> str:
    body = _write_selections(one.selections)
    if isinstance(one, Fragment):
        return _words(f"fragment {one.name} on {one.on}", *one.directives, body)
    declared = ", ".join(
        f"${it.name}: {it.type}" + ("" if it.default is None else f" = {it.default}") for it in one.variables
    )
    if one.kind == "query" and not (one.name or declared or one.directives):
        return body
    return _words(one.kind, (one.name or "") + (f"({declared})" if declared else ""), *one.directives, body)


def _write_selections(selections: list[Selection] | None) -> str:
    return "" if selections is None else f"{{ {' '.join(map(_write_selection, selections))} }}"


def _write_selection(one: Selection) -> str:
    if isinstance(one, Spread):
        return _words(f"...{one.name}", *one.directives)
    body = _write_selections(one.selections)
    if isinstance(one, Inline):
        return _words("..." if one.on is None else f"... on {one.on}", *one.directives, body)
    passed = ", ".join(f"{name}: {value}" for name, value in one.arguments)
    called = one.name if one.alias is None else f"{one.alias}: {one.name}"
    return _words(called + (f"({passed})" if passed else ""), *one.directives, body)


def _words(*words: str) -> str:
    return " ".join(word for word in words if word)


# ---- walking


Place: TypeAlias = tuple[list[Selection], GraphQLNamedType | None]


def places(document: Document) -> list[Place]:
    """Return every list of selections, with its parent type as far as that is known."""
    found: list[Place] = []
    for one in document:
        name = one.on if isinstance(one, Fragment) else ROOTS.get(one.kind, "Query")
        found += _places(one.selections, SCHEMA.get_type(name))
    return found


def _places(selections: list[Selection], kind: GraphQLNamedType | None) -> Iterator[Place]:
    yield selections, kind
    for one in selections:
        if isinstance(one, Inline):
            yield from _places(one.selections, kind if one.on is None else SCHEMA.get_type(one.on))
        elif isinstance(one, Field) and one.selections is not None:
            yield from _places(one.selections, type_of(one, kind))


def type_of(one: Field, parent: GraphQLNamedType | None) -> GraphQLNamedType | None:
    """Return the type of a field's value, without lists and `!`."""
    found = getattr(parent, "fields", {}).get(one.name)
    return None if found is None else get_named_type(found.type)


def fields(document: Document) -> list[tuple[Field, GraphQLNamedType | None]]:
    """Return every field, with its parent type."""
    return [(one, kind) for selections, kind in places(document) for one in selections if isinstance(one, Field)]


def operations(document: Document) -> list[Operation]:
    """Return the operations."""
    return [one for one in document if isinstance(one, Operation)]


def fragments(document: Document) -> list[Fragment]:
    """Return the named fragments."""
    return [one for one in document if isinstance(one, Fragment)]


def object_types() -> list[GraphQLObjectType]:
    """Return the object types of the schema."""
    return [kind for kind in SCHEMA.type_map.values() if isinstance(kind, GraphQLObjectType)]

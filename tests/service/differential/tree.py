"""Documents as trees that can be changed freely, into invalid ones, too; values and types in them are plain text."""

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import graphql

from tests.support.graphql_selections import SCHEMA

ROOTS = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
KINDS = {
    graphql.FieldNode: "field",
    graphql.FragmentDefinitionNode: "fragment",
    graphql.FragmentSpreadNode: "spread",
    graphql.InlineFragmentNode: "inline",
}


@dataclass
class Variable:
    """A variable as an operation declares it."""

    name: str
    type: str
    default: str | None = None


@dataclass
class Node:
    """A field, a fragment, its spread, an inline fragment, or an operation of its kind (query, …).

    `on` is the type of a fragment; `selections` is None for a leaf and for a spread.
    """

    kind: str
    name: str | None = None
    alias: str | None = None
    on: str | None = None
    arguments: list[tuple[str, str]] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    directives: list[str] = field(default_factory=list)
    selections: "list[Node] | None" = None

    @property
    def body(self) -> "list[Node]":
        """The selections of what has some."""
        assert self.selections is not None
        return self.selections


Document: TypeAlias = list[Node]


# ---- reading and writing


def read(text: str) -> Document:
    """Return the tree of a parsable document."""
    return [_read(node) for node in graphql.parse(text, no_location=True).definitions]


def copy(document: Document) -> Document:
    """Return an independent copy of a tree."""
    copied: Document = pickle.loads(pickle.dumps(document))
    return copied


def _read(node: Any) -> Node:  # noqa: ANN401
    selected = getattr(node, "selection_set", None)
    on = getattr(node, "type_condition", None)
    return Node(
        node.operation.value if isinstance(node, graphql.OperationDefinitionNode) else KINDS[type(node)],
        _text(getattr(node, "name", None)),
        _text(getattr(node, "alias", None)),
        None if on is None else on.name.value,
        [(one.name.value, graphql.print_ast(one.value)) for one in getattr(node, "arguments", None) or ()],
        [
            Variable(
                one.variable.name.value,
                graphql.print_ast(one.type),
                one.default_value and graphql.print_ast(one.default_value),
            )
            for one in getattr(node, "variable_definitions", None) or ()
        ],
        [graphql.print_ast(one) for one in node.directives or ()],
        None if selected is None else [_read(one) for one in selected.selections],
    )


def _text(name: Any) -> str | None:  # noqa: ANN401
    return None if name is None else name.value


def write(document: Document) -> str:
    """Return the text of a document."""
    return "\n".join(map(_write, document))


def _write(one: Node) -> str:
    body = "" if one.selections is None else f"{{ {' '.join(map(_write, one.selections))} }}"
    passed = ", ".join(f"{name}: {value}" for name, value in one.arguments)
    declared = ", ".join(
        f"${it.name}: {it.type}" + ("" if it.default is None else f" = {it.default}") for it in one.variables
    )
    on = "" if one.on is None else f"on {one.on}"
    match one.kind:
        case "field":
            start = (f"{one.alias}: " if one.alias else "") + f"{one.name}" + (f"({passed})" if passed else "")
        case "spread":
            start = f"...{one.name}"
        case "inline":
            start = f"... {on}"
        case "fragment":
            start = f"fragment {one.name} {on}"
        case kind:
            start = f"{kind} {one.name or ''}" + (f"({declared})" if declared else "")
            if start == "query " and not one.directives:
                return body
    return " ".join(word for word in (start, *one.directives, body) if word)


# ---- walking


Place: TypeAlias = tuple[list[Node], graphql.GraphQLNamedType | None]


def places(document: Document) -> list[Place]:
    """Return every list of selections, with its parent type as far as that is known."""
    found: list[Place] = []
    for one in document:
        name = one.on if one.kind == "fragment" else ROOTS.get(one.kind, "Query")
        found += _places(one.body, SCHEMA.get_type(name or ""))
    return found


def _places(selections: list[Node], kind: graphql.GraphQLNamedType | None) -> Iterator[Place]:
    yield selections, kind
    for one in selections:
        if one.kind == "inline":
            yield from _places(one.body, kind if one.on is None else SCHEMA.get_type(one.on))
        elif one.selections is not None:
            yield from _places(one.selections, type_of(one, kind))


def type_of(one: Node, parent: graphql.GraphQLNamedType | None) -> graphql.GraphQLNamedType | None:
    """Return the type of a field's value, without lists and `!`."""
    found = getattr(parent, "fields", {}).get(one.name)
    return None if found is None else graphql.get_named_type(found.type)


def fields(document: Document) -> list[tuple[Node, graphql.GraphQLNamedType | None]]:
    """Return every field, with its parent type."""
    selected = [(one, parent) for selections, parent in places(document) for one in selections]
    return [(one, parent) for one, parent in selected if one.kind == "field"]


def operations(document: Document) -> list[Node]:
    """Return the operations."""
    return [one for one in document if one.kind in ROOTS]


def fragments(document: Document) -> list[Node]:
    """Return the named fragments."""
    return [one for one in document if one.kind == "fragment"]


def object_types() -> list[graphql.GraphQLObjectType]:
    """Return the object types of the schema."""
    return [kind for kind in SCHEMA.type_map.values() if isinstance(kind, graphql.GraphQLObjectType)]

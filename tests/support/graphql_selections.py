"""Operations that select every field of the schema, made from `schema.graphql`, so that new fields are included."""

from collections.abc import Iterable, Iterator
from functools import cache

import graphql

from tools.servers import REPOSITORY

SCHEMA = graphql.build_schema((REPOSITORY / "schema.graphql").read_text())

# The names of the catalogue are enough: it depends on no session.
NAMED = {"Game": ("id",), "Rule": ("number",)}
# Arguments inside a selection.
ARGUMENTS = {
    "View.zone": '(key: "hand:SEAT")',
    "Session.rolledBack": '(seen: "1")',
    "Table.view": "(seat: SEAT)",
    "Table.legalMoves": "(seat: SEAT)",
}
# A page of events is expensive, and a listed value is so a hundred times.
EVENTS = ("Session.events",)
# A poll may have many sessions; these would make it too large.
POLLED = ("Session.events", "View.hand", "View.legalMoves", "View.decision", "View.zone")
LISTED = ("Session.events", "Session.view", "SessionConnection.nodes")
# An answer or a frame has the whole session or what differs: both, which repeat each other, would be too large.
CHANGES = tuple(f"{kind}.{field}" for kind in ("MoveApplied", "SessionFrame") for field in ("changes", "otherEvents"))
WHOLE = (
    *(f"{kind}.{field}" for kind in ("MoveApplied", "SessionFrame") for field in ("session", "events")),
    "SessionFrame.decision",
    *EVENTS,
)


@cache
def operation(kind: str, name: str, without: tuple[str, ...] = (), seat: int = 0, *, with_changes: bool = False) -> str:
    """Return a document with one field of `Query`, `Mutation` or `Subscription`, and every possible selection in it.

    Each argument is a variable of the same name. Fields of `without`, written `Type.field`, are left out. Where the
    selection itself asks for a seat, it is `seat`. A move and a frame have the whole session, or what differs in its
    place.
    """
    root = SCHEMA.type_map[kind]
    assert isinstance(root, graphql.GraphQLObjectType)
    field = root.fields[name]
    left_out = (*without, *(WHOLE if with_changes else CHANGES))
    selection = _select(field.type)
    fragments = _fragments(field.type, left_out)
    document = (
        f"{kind.lower()}{declare_arguments(field, field.args)} {{ {name}{pass_arguments(field.args)}{selection} }}",
        *fragments,
    )
    return "\n".join(document).replace("SEAT", str(seat))


@cache
def session_node(seat: int = 0) -> str:
    """Return a document that reads a session as a node; other kinds of nodes have other types of the same fields."""
    _, _, fragments = operation("Query", "session", seat=seat).partition("\n")
    return f"query($id: ID!) {{ node(id: $id) {{ __typename ...AllSession }} }}\n{fragments}"


def declare_arguments(field: graphql.GraphQLField, names: Iterable[str]) -> str:
    """Return the declarations of variables with the names of some of a field's arguments."""
    declared = " ".join(f"${name}: {field.args[name].type}" for name in names)
    return f"({declared})" if declared else ""


def pass_arguments(names: Iterable[str]) -> str:
    """Return arguments, each as the variable of its name."""
    passed = " ".join(f"{name}: ${name}" for name in names)
    return f"({passed})" if passed else ""


def _select(output: graphql.GraphQLOutputType) -> str:
    """Return the selection of a value: leaves as they are, all else by the fragment of its type."""
    named = graphql.get_named_type(output)
    return (
        ""
        if graphql.is_leaf_type(named)
        else f" {{ __typename {' '.join(f'...All{one.name}' for one in _objects(output))} }}"
    )


def _objects(output: graphql.GraphQLOutputType) -> Iterator[graphql.GraphQLObjectType]:
    """Yield the possible object types of a value."""
    named = graphql.get_named_type(output)
    if graphql.is_abstract_type(named):
        yield from SCHEMA.get_possible_types(named)
    elif isinstance(named, graphql.GraphQLObjectType):
        yield named


def _fragments(output: graphql.GraphQLOutputType, without: tuple[str, ...]) -> Iterator[str]:
    """Yield a fragment for every type that can occur in a value, each once."""
    waiting = list(_objects(output))
    met = set[str]()
    while waiting:
        one = waiting.pop(0)
        if one.name in met:
            continue
        met.add(one.name)
        fields = _fields(one, without)
        waiting += [inner for field in fields.values() for inner in _objects(field.type)]
        chosen = [f"{name}{ARGUMENTS.get(f'{one.name}.{name}', '')}{_select(fields[name].type)}" for name in fields]
        yield f"fragment All{one.name} on {one.name} {{ {' '.join(chosen)} }}"


def _fields(one: graphql.GraphQLObjectType, without: tuple[str, ...]) -> dict[str, graphql.GraphQLField]:
    fields = {name: one.fields[name] for name in NAMED.get(one.name, one.fields) if f"{one.name}.{name}" not in without}
    for name, field in fields.items():
        needs = any(graphql.is_required_argument(argument) for argument in field.args.values())
        assert not needs or f"{one.name}.{name}" in ARGUMENTS, f"{one.name}.{name} needs arguments: say which"
    return fields

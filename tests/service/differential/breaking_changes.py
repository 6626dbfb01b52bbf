"""Random changes that break one rule of GraphQL each, by the name of the rule."""

from collections.abc import Mapping
from random import Random

from graphql import is_leaf_type

from tests.service.differential import document_parts
from tests.service.differential.tree import ROOTS, Document, Node, fields, fragments, operations, places
from tests.support.graphql_selections import SCHEMA

TYPENAME = Node("field", "__typename")
FIELDS = ("nope", "ids", "__type", "__schema", "typename")
DIRECTIVES = ("@nope", "@deprecated", "@skip", "@include", "@defer", "@stream(initialCount: 0)", "@specifiedBy(url: 1)")
TYPES = ("Int", "String", "ID", "Session", "Nope")


def repeat_argument(document: Document, chance: Random) -> None:
    one = document_parts.pick_field(document, chance)
    one.arguments += one.arguments[:1] or [("a", "1"), ("a", "1")]


def spoil_literal(document: Document, chance: Random) -> None:
    if passing := [one for one, _ in fields(document) if one.arguments]:
        one = chance.choice(passing)
        index = chance.randrange(len(one.arguments))
        one.arguments[index] = (one.arguments[index][0], chance.choice(document_parts.LITERALS))


def swap_selections(document: Document, chance: Random) -> None:
    """Give a leaf a selection, or take that of an object."""
    one = document_parts.pick_field(document, chance)
    one.selections = [Node("field", "id")] if one.selections is None else None


def add_cycle(document: Document, chance: Random) -> None:
    document.append(Node("fragment", "Round", on="Query", selections=[Node("spread", "Round"), TYPENAME]))
    document_parts.pick_body(document, chance).append(Node("spread", "Round"))


def undeclare_variable(document: Document, chance: Random) -> None:
    for one in operations(document):
        one.variables = one.variables[1:]
    if not any(one.variables for one in operations(document)):
        document_parts.pick_field(document, chance).directives.append("@skip(if: $undefined)")


def repeat_variable(document: Document, _chance: Random) -> None:
    for one in operations(document):
        one.variables += one.variables[:1]


def spoil_variable(document: Document, chance: Random) -> None:
    if declared := [one for operation in operations(document) for one in operation.variables]:
        one = chance.choice(declared)
        one.type = chance.choice((*TYPES, f"[{one.type}]", one.type.strip("!")))


def select_in_conflict(document: Document, chance: Random) -> None:
    selections, kind = chance.choice(places(document))
    names = [
        name
        for name, one in getattr(kind, "fields", {}).items()
        if not one.args and is_leaf_type(document_parts.nullable(one.type))
    ]
    if len(names) > 1:
        selections += [Node("field", name, alias="same") for name in chance.sample(names, 2)]


def change_kind(document: Document, chance: Random) -> None:
    chance.choice(operations(document)).kind = chance.choice(("query", "mutation", "subscription"))


def add_root(document: Document, chance: Random) -> None:
    one = chance.choice(operations(document))
    kind = SCHEMA.type_map[ROOTS[one.kind]]
    one.body.append(document_parts.new_field(kind, chance.choice([*getattr(kind, "fields")]), chance, 1))  # noqa: B009


def leave_fragments_alone(document: Document, _chance: Random) -> None:
    document[:] = fragments(document) or [Node("fragment", "Lonely", on="Query", selections=[TYPENAME])]


def inline(*names: str) -> document_parts.Change:
    """Return a change that adds an inline fragment on one of these types."""
    return lambda document, chance: document_parts.pick_body(document, chance).append(
        Node("inline", on=chance.choice(names), selections=[TYPENAME])
    )


# Now and then a change of some of them is valid.
BREAKING: Mapping[str, document_parts.Change] = {
    "FieldsOnCorrectType": lambda document, chance: setattr(
        document_parts.pick_field(document, chance), "name", chance.choice(FIELDS)
    ),
    "FieldsOnCorrectType at the root": change_kind,
    "KnownArgumentNames": lambda document, chance: document_parts.pick_field(document, chance).arguments.append(
        (chance.choice(("nope", "id", "input")), chance.choice(document_parts.LITERALS))
    ),
    "UniqueArgumentNames": repeat_argument,
    "ValuesOfCorrectType": spoil_literal,
    "ScalarLeafs": swap_selections,
    "KnownFragmentNames": lambda document, chance: document_parts.pick_body(document, chance).append(
        Node("spread", "Nope")
    ),
    "NoUnusedFragments": lambda document, chance: document.append(
        Node("fragment", "Unused", on=chance.choice(document_parts.OBJECTS), selections=[TYPENAME])
    ),
    "NoFragmentCycles": add_cycle,
    "UniqueFragmentNames": lambda document, _: document.extend(fragments(document)[:1]),
    "PossibleFragmentSpreads": inline(*document_parts.OBJECTS, *document_parts.ABSTRACT),
    "FragmentsOnCompositeTypes, KnownTypeNames": inline("Int", "Nope", "OptionInput"),
    "KnownDirectives": lambda document, chance: chance.choice(
        document_parts.pick_body(document, chance)
    ).directives.append(chance.choice(DIRECTIVES)),
    "KnownDirectives at another place": lambda document, chance: chance.choice(document).directives.append(
        "@include(if: true)"
    ),
    "UniqueDirectivesPerLocation": lambda document, chance: chance.choice(
        document_parts.pick_body(document, chance)
    ).directives.extend(["@skip(if: false)"] * 2),
    "NoUnusedVariables": lambda document, chance: document_parts.declare(
        document, chance, "unused", chance.choice(("Int", "ID!", "[String!]"))
    ),
    "NoUndefinedVariables": undeclare_variable,
    "UniqueVariableNames": repeat_variable,
    "VariablesAreInputTypes, VariablesInAllowedPosition": spoil_variable,
    "OverlappingFieldsCanBeMerged": select_in_conflict,
    "LoneAnonymousOperation": lambda document, _: document.append(Node("query", selections=[TYPENAME])),
    "UniqueOperationNames": lambda document, _: document.extend(operations(document)[:1]),
    "SingleFieldSubscriptions, and the limits of mutations": add_root,
    "the limits of aliases": lambda document, chance: document_parts.pick_body(document, chance).extend(
        Node("field", "__typename", alias=f"t{number}") for number in range(chance.choice((10, 60)))
    ),
    "ExecutableDefinitions": leave_fragments_alone,
}


def spoil_text(text: str, chance: Random) -> str:
    """Change the text of a document in ways that trees cannot express."""
    at = chance.randrange(len(text) + 1)
    wrong = chance.choice([*'{}()"$@\0é\\#&💥', "...", "fragment", "on", "1."])
    return chance.choice((text[:at] + text[at + 1 :], text[:at] + wrong + text[at:], text[:at], f"{text} {wrong}"))

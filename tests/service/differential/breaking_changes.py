"""Random changes that break one rule of GraphQL each."""

from random import Random

from graphql import is_leaf_type

from tests.service.differential.document_parts import (
    ABSTRACT,
    LITERALS,
    OBJECTS,
    Change,
    declare,
    new_field,
    nullable,
    pick_body,
)
from tests.service.differential.tree import (
    ROOTS,
    Document,
    Field,
    Fragment,
    Inline,
    Operation,
    Spread,
    Variable,
    fields,
    fragments,
    operations,
    places,
)
from tests.support.graphql_selections import SCHEMA


def unknown_field(document: Document, chance: Random) -> None:
    """FieldsOnCorrectType."""
    chance.choice(fields(document))[0].name = chance.choice(("nope", "ids", "__type", "__schema", "typename"))


def unknown_argument(document: Document, chance: Random) -> None:
    """KnownArgumentNames."""
    chance.choice(fields(document))[0].arguments.append(
        (chance.choice(("nope", "id", "input")), chance.choice(LITERALS))
    )


def repeated_argument(document: Document, chance: Random) -> None:
    """UniqueArgumentNames."""
    one = chance.choice(fields(document))[0]
    one.arguments += one.arguments[:1] or [("a", "1"), ("a", "1")]


def wrong_literal(document: Document, chance: Random) -> None:
    """ValuesOfCorrectType."""
    if passing := [one for one, _ in fields(document) if one.arguments]:
        one = chance.choice(passing)
        index = chance.randrange(len(one.arguments))
        one.arguments[index] = (one.arguments[index][0], chance.choice(LITERALS))


def leaf_with_selection(document: Document, chance: Random) -> None:
    """ScalarLeafs: a leaf with a selection."""
    leaves = [one for one, _ in fields(document) if one.selections is None]
    if leaves:
        chance.choice(leaves).selections = [Field("id")]


def object_without_selection(document: Document, chance: Random) -> None:
    """ScalarLeafs: an object without a selection."""
    if nested := [one for one, _ in fields(document) if one.selections is not None]:
        chance.choice(nested).selections = None


def unknown_fragment(document: Document, chance: Random) -> None:
    """KnownFragmentNames."""
    pick_body(document, chance).append(Spread("Nope"))


def unused_fragment(document: Document, chance: Random) -> None:
    """NoUnusedFragments."""
    document.append(Fragment("Unused", chance.choice(OBJECTS), [Field("__typename")]))


def cycle(document: Document, chance: Random) -> None:
    """NoFragmentCycles."""
    document.append(Fragment("Round", "Query", [Spread("Round"), Field("__typename")]))
    pick_body(document, chance).append(Spread("Round"))


def repeated_fragment(document: Document, _chance: Random) -> None:
    """UniqueFragmentNames."""
    document += fragments(document)[:1]


def impossible_fragment(document: Document, chance: Random) -> None:
    """PossibleFragmentSpreads; now and then the type is right."""
    pick_body(document, chance).append(Inline(chance.choice(OBJECTS + ABSTRACT), [Field("__typename")]))


def fragment_on_nothing(document: Document, chance: Random) -> None:
    """FragmentsOnCompositeTypes and KnownTypeNames."""
    pick_body(document, chance).append(Inline(chance.choice(("Int", "Nope", "OptionInput")), [Field("__typename")]))


def unknown_directive(document: Document, chance: Random) -> None:
    """KnownDirectives."""
    words = ("@nope", "@deprecated", "@skip", "@include", "@defer", "@stream(initialCount: 0)", "@specifiedBy(url: 1)")
    chance.choice(pick_body(document, chance)).directives.append(chance.choice(words))


def repeated_directive(document: Document, chance: Random) -> None:
    """UniqueDirectivesPerLocation."""
    chance.choice(pick_body(document, chance)).directives += ["@skip(if: false)"] * 2


def directive_on_operation(document: Document, chance: Random) -> None:
    """KnownDirectives, at a location where it is not allowed."""
    chance.choice(document).directives.append("@include(if: true)")


def unused_variable(document: Document, chance: Random) -> None:
    """NoUnusedVariables."""
    declare(document, chance, Variable("unused", chance.choice(("Int", "ID!", "[String!]")), None))


def undefined_variable(document: Document, chance: Random) -> None:
    """NoUndefinedVariables."""
    for one in operations(document):
        one.variables = one.variables[1:]
    if not any(one.variables for one in operations(document)):
        chance.choice(fields(document))[0].directives.append("@skip(if: $undefined)")


def repeated_variable(document: Document, _chance: Random) -> None:
    """UniqueVariableNames."""
    for one in operations(document):
        one.variables += one.variables[:1]


def wrong_variable(document: Document, chance: Random) -> None:
    """VariablesAreInputTypes, VariablesInAllowedPosition and KnownTypeNames."""
    declared = [one for operation in operations(document) for one in operation.variables]
    if declared:
        one = chance.choice(declared)
        one.type = chance.choice(("Int", "String", "ID", "Session", "Nope", f"[{one.type}]", one.type.strip("!")))


def conflict(document: Document, chance: Random) -> None:
    """OverlappingFieldsCanBeMerged."""
    selections, kind = chance.choice(places(document))
    names = [
        name for name, one in getattr(kind, "fields", {}).items() if not one.args and is_leaf_type(nullable(one.type))
    ]
    if len(names) > 1:
        selections += [Field(name, "same") for name in chance.sample(names, 2)]


def several_unnamed(document: Document, _chance: Random) -> None:
    """LoneAnonymousOperation."""
    document.append(Operation("query", None, [Field("__typename")]))


def repeated_operation(document: Document, _chance: Random) -> None:
    """UniqueOperationNames."""
    document += operations(document)[:1]


def other_kind(document: Document, chance: Random) -> None:
    """FieldsOnCorrectType at the root."""
    chance.choice(operations(document)).kind = chance.choice(("query", "mutation", "subscription"))


def several_roots(document: Document, chance: Random) -> None:
    """Several fields at the root: SingleFieldSubscriptions, and the limits of mutations."""
    one = chance.choice(operations(document))
    kind = SCHEMA.type_map[ROOTS[one.kind]]
    one.selections.append(new_field(kind, chance.choice([*getattr(kind, "fields")]), chance, 1))  # noqa: B009


def too_much(document: Document, chance: Random) -> None:
    """The limits: many aliases."""
    pick_body(document, chance).extend(Field("__typename", f"t{number}") for number in range(chance.choice((10, 60))))


def no_operation(document: Document, _chance: Random) -> None:
    """ExecutableDefinitions and documents without an operation."""
    document[:] = fragments(document) or [Fragment("Lonely", "Query", [Field("__typename")])]


BREAKING: tuple[Change, ...] = (
    unknown_field,
    unknown_argument,
    repeated_argument,
    wrong_literal,
    leaf_with_selection,
    object_without_selection,
    unknown_fragment,
    unused_fragment,
    cycle,
    repeated_fragment,
    impossible_fragment,
    fragment_on_nothing,
    unknown_directive,
    repeated_directive,
    directive_on_operation,
    unused_variable,
    undefined_variable,
    repeated_variable,
    wrong_variable,
    conflict,
    several_unnamed,
    repeated_operation,
    other_kind,
    several_roots,
    too_much,
    no_operation,
)


def spoil_text(text: str, chance: Random) -> str:
    """Change the text of a document in ways that trees cannot express."""
    at = chance.randrange(len(text) + 1)
    wrong = chance.choice(
        ("{", "}", "(", ")", '"', "$", "...", "@", "\0", "é", "\\", "#", "fragment", "on", "1.", "&", "💥")
    )
    return chance.choice((text[:at] + text[at + 1 :], text[:at] + wrong + text[at:], text[:at], f"{text} {wrong}"))

"""Random changes of documents: those that leave a document valid, and those that break one rule of GraphQL each."""

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

from graphql import GraphQLNamedType, GraphQLObjectType, is_abstract_type, is_leaf_type

from tests.service.differential.tree import (
    ROOTS,
    Document,
    Field,
    Fragment,
    Inline,
    Operation,
    Selection,
    Spread,
    Variable,
    fields,
    fragments,
    object_types,
    operations,
    places,
    type_of,
    write,
)
from tests.support.graphql_selections import SCHEMA

Change: TypeAlias = Callable[[Document, Random], None]

ABSTRACT = [kind.name for kind in SCHEMA.type_map.values() if is_abstract_type(kind)]
OBJECTS = [kind.name for kind in object_types() if not kind.name.startswith("__")]
LITERALS = (
    "0",
    "1",
    "-1",
    "2147483648",
    "1.5",
    '"x"',
    '""',
    "true",
    "null",
    "[]",
    "[1]",
    "{}",
    "OPEN",
    '"""x"""',
    "$a",
)
# What a selection keeps at least of its fields when it is thinned.
THIN = (0.15, 0.4, 0.8)


# ---- that keep a document valid, mostly


def thin(document: Document, chance: Random) -> None:
    """Leave fields out everywhere."""
    kept = chance.choice(THIN)
    for selections, _ in places(document):
        selections[:] = [one for one in selections if chance.random() < kept] or [chance.choice(selections)]


def tidy(document: Document, chance: Random) -> None:
    """Take out the fragments and variables that nothing uses any more; a mutation keeps one field."""
    for one in operations(document):
        if one.kind == "mutation":
            one.selections[:] = [chance.choice(one.selections)]
    while unused := [one for one in fragments(document) if not _is_used(f"...{one.name}", document)]:
        document[:] = [one for one in document if one not in unused]
    for operation in operations(document):
        operation.variables = [one for one in operation.variables if _is_used(f"${one.name}", document)]


def drop(document: Document, chance: Random) -> None:
    """Leave one selection out."""
    selections = _some(document, chance)
    if len(selections) > 1:
        selections.pop(chance.randrange(len(selections)))


def repeat(document: Document, chance: Random) -> None:
    """Select something again, somewhere else in the same selection, perhaps in a fragment."""
    selections = _some(document, chance)
    again: Selection = chance.choice(selections)
    selections.insert(chance.randrange(len(selections) + 1), Inline(None, [again]) if chance.random() < 0.5 else again)


def shuffle(document: Document, chance: Random) -> None:
    """Change the order of a selection."""
    chance.shuffle(_some(document, chance))


def rename(document: Document, chance: Random) -> None:
    """Give some fields other names in the answer."""
    for one, _ in chance.sample(known := fields(document), min(len(known), chance.randint(1, 4))):
        one.alias = chance.choice(("a", "b", "id", "name", "__typename", f"n{chance.randrange(100)}", one.name))


def unname(document: Document, chance: Random) -> None:
    """Give a field its own name back."""
    chance.choice(fields(document))[0].alias = None


def add_field(document: Document, chance: Random) -> None:
    """Select another field that the type has, with all that it needs."""
    selections, kind = chance.choice(places(document))
    own = getattr(kind, "fields", None)
    if kind is None or not own or kind.name in ROOTS.values():
        selections.append(Field("__typename"))
    else:
        selections.append(_field(kind, chance.choice([*own]), chance, 2))


def add_typename(document: Document, chance: Random) -> None:
    """Ask for types."""
    for selections, _ in places(document):
        if chance.random() < 0.5:
            selections.insert(chance.randrange(len(selections) + 1), Field("__typename"))


def spread(document: Document, chance: Random) -> None:
    """Make a named fragment of a part of a selection, and use it there, perhaps twice."""
    selections, kind = chance.choice(places(document))
    if kind is None:
        return
    begin = chance.randrange(len(selections))
    part = selections[begin : begin + chance.randint(1, 4)]
    name = f"Part{len(document)}"
    selections[begin : begin + len(part)] = [Spread(name)] * chance.randint(1, 2)
    document.append(Fragment(name, kind.name, part))


def inline(document: Document, chance: Random) -> None:
    """Put a part of a selection into an inline fragment on its own type, or on none."""
    selections, kind = chance.choice(places(document))
    begin = chance.randrange(len(selections))
    part = selections[begin : begin + chance.randint(1, 4)]
    on = kind.name if kind is not None and chance.random() < 0.7 else None
    selections[begin : begin + len(part)] = [Inline(on, part)]


def add_member(document: Document, chance: Random) -> None:
    """Select something of a member of a union or of an interface."""
    abstract = [(selections, kind) for selections, kind in places(document) if is_abstract_type(kind)]
    if abstract:
        selections, kind = chance.choice(abstract)
        member = chance.choice(SCHEMA.get_possible_types(kind))
        on = chance.choice([member.name, *(one.name for one in member.interfaces)])
        # Of the interface only what it has itself.
        chosen = SCHEMA.type_map[on]
        names = [*getattr(chosen, "fields")]  # noqa: B009
        selections.append(Inline(on, [_field(chosen, name, chance, 1) for name in chance.sample(names, 1)]))


def decide(document: Document, chance: Random) -> None:
    """Put @skip and @include with literals on some selections."""
    for _ in range(chance.randint(1, 4)):
        word, value = chance.choice(("skip", "include")), chance.choice(("true", "false"))
        chance.choice(_some(document, chance)).directives.append(f"@{word}(if: {value})")


def decide_by_variable(document: Document, chance: Random) -> None:
    """Put @skip and @include with a variable on some selections, and declare it."""
    name = f"if{chance.randrange(3)}"
    for _ in range(chance.randint(1, 4)):
        chance.choice(_some(document, chance)).directives.append(f"@{chance.choice(('skip', 'include'))}(if: ${name})")
    _declare(document, chance, Variable(name, "Boolean!", chance.choice((None, "true", "false"))))


def decide_by_null(document: Document, chance: Random) -> None:
    """Decide by a variable that may be null where it has a default."""
    name = f"maybe{chance.randrange(3)}"
    chance.choice(_some(document, chance)).directives.append(f"@{chance.choice(('skip', 'include'))}(if: ${name})")
    _declare(document, chance, Variable(name, "Boolean", chance.choice(("true", "false"))))


def default(document: Document, chance: Random) -> None:
    """Give a variable a default, or take it."""
    declared = [one for operation in operations(document) for one in operation.variables]
    if declared:
        one = chance.choice(declared)
        fitting = {"Int": "2", "Boolean": "true", "Float": "0.5"}.get(one.type.strip("!"), '"x"')
        one.default = None if one.default is not None else chance.choice((fitting, fitting, fitting, "null"))


def pass_variable(document: Document, chance: Random) -> None:
    """Pass an argument by a variable."""
    passing = [(one, kind) for one, kind in fields(document) if one.arguments and hasattr(kind, "fields")]
    if not passing:
        return
    one, kind = chance.choice(passing)
    index = chance.randrange(len(one.arguments))
    name, value = one.arguments[index]
    argument = kind.fields[one.name].args.get(name) if kind and one.name in kind.fields else None
    if argument is not None and "$" not in value:
        variable = f"{name}{chance.randrange(3)}"
        one.arguments[index] = (name, f"${variable}")
        wanted = str(argument.type)
        declared = chance.choice((wanted, f"{wanted.strip('!')}!" if "[" not in wanted else wanted))
        _declare(document, chance, Variable(variable, declared, chance.choice((None, None, value))))


def leave_argument(document: Document, chance: Random) -> None:
    """Leave an argument out."""
    if passing := [one for one, _ in fields(document) if one.arguments]:
        one = chance.choice(passing)
        one.arguments.pop(chance.randrange(len(one.arguments)))


def name_operation(document: Document, chance: Random) -> None:
    """Give an operation a name, or take it."""
    chance.choice(operations(document)).name = chance.choice((None, "A", "B"))


def add_operation(document: Document, _chance: Random) -> None:
    """Put another operation beside."""
    document.insert(0, Operation("query", "Other", [Field("__typename")]))
    for number, one in enumerate(operations(document)):
        one.name = one.name or f"Operation{number}"


def nest(document: Document, chance: Random) -> None:
    """Put fragments around a selection, many deep."""
    selections = _some(document, chance)
    inner = list(selections)
    for _ in range(chance.choice((1, 5, 40))):
        inner = [Inline(None, inner)]
    selections[:] = inner


# ---- that break a rule


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
    """ScalarLeafs, one way."""
    leaves = [one for one, _ in fields(document) if one.selections is None]
    if leaves:
        chance.choice(leaves).selections = [Field("id")]


def object_without_selection(document: Document, chance: Random) -> None:
    """ScalarLeafs, the other way."""
    if nested := [one for one, _ in fields(document) if one.selections is not None]:
        chance.choice(nested).selections = None


def unknown_fragment(document: Document, chance: Random) -> None:
    """KnownFragmentNames."""
    _some(document, chance).append(Spread("Nope"))


def unused_fragment(document: Document, chance: Random) -> None:
    """NoUnusedFragments."""
    document.append(Fragment("Unused", chance.choice(OBJECTS), [Field("__typename")]))


def cycle(document: Document, chance: Random) -> None:
    """NoFragmentCycles."""
    document.append(Fragment("Round", "Query", [Spread("Round"), Field("__typename")]))
    _some(document, chance).append(Spread("Round"))


def repeated_fragment(document: Document, _chance: Random) -> None:
    """UniqueFragmentNames."""
    document += fragments(document)[:1]


def impossible_fragment(document: Document, chance: Random) -> None:
    """PossibleFragmentSpreads; now and then the type is right."""
    _some(document, chance).append(Inline(chance.choice(OBJECTS + ABSTRACT), [Field("__typename")]))


def fragment_on_nothing(document: Document, chance: Random) -> None:
    """FragmentsOnCompositeTypes and KnownTypeNames."""
    _some(document, chance).append(Inline(chance.choice(("Int", "Nope", "OptionInput")), [Field("__typename")]))


def unknown_directive(document: Document, chance: Random) -> None:
    """KnownDirectives."""
    words = ("@nope", "@deprecated", "@skip", "@include", "@defer", "@stream(initialCount: 0)", "@specifiedBy(url: 1)")
    chance.choice(_some(document, chance)).directives.append(chance.choice(words))


def repeated_directive(document: Document, chance: Random) -> None:
    """UniqueDirectivesPerLocation."""
    chance.choice(_some(document, chance)).directives += ["@skip(if: false)"] * 2


def directive_on_operation(document: Document, chance: Random) -> None:
    """KnownDirectives, in a place where it may not be."""
    chance.choice(document).directives.append("@include(if: true)")


def unused_variable(document: Document, chance: Random) -> None:
    """NoUnusedVariables."""
    _declare(document, chance, Variable("unused", chance.choice(("Int", "ID!", "[String!]")), None))


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
        name for name, one in getattr(kind, "fields", {}).items() if not one.args and is_leaf_type(_leaf(one.type))
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
    one.selections.append(_field(kind, chance.choice([*getattr(kind, "fields")]), chance, 1))  # noqa: B009


def too_much(document: Document, chance: Random) -> None:
    """The limits: many aliases."""
    _some(document, chance).extend(Field("__typename", f"t{number}") for number in range(chance.choice((10, 60))))


def no_operation(document: Document, _chance: Random) -> None:
    """ExecutableDefinitions and documents without an operation."""
    document[:] = fragments(document) or [Fragment("Lonely", "Query", [Field("__typename")])]


GENTLE: Mapping[Change, int] = {
    thin: 6,
    drop: 4,
    repeat: 4,
    shuffle: 3,
    rename: 4,
    unname: 2,
    add_field: 8,
    add_typename: 2,
    spread: 4,
    inline: 4,
    add_member: 4,
    decide: 4,
    decide_by_variable: 4,
    decide_by_null: 2,
    default: 2,
    pass_variable: 5,
    leave_argument: 2,
    name_operation: 2,
    add_operation: 1,
    nest: 1,
}
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
    """Change a document below what trees can say."""
    at = chance.randrange(len(text) + 1)
    wrong = chance.choice(
        ("{", "}", "(", ")", '"', "$", "...", "@", "\0", "é", "\\", "#", "fragment", "on", "1.", "&", "💥")
    )
    return chance.choice((text[:at] + text[at + 1 :], text[:at] + wrong + text[at:], text[:at], f"{text} {wrong}"))


# ---- parts


def _is_used(mark: str, document: Document) -> bool:
    """Tell whether a fragment or a variable stands in some selection."""
    bodies = (write([Fragment("", "", one.selections, one.directives)]) for one in document)
    return any(re.search(rf"{re.escape(mark)}\b", body) for body in bodies)


def _some(document: Document, chance: Random) -> list[Selection]:
    return chance.choice(places(document))[0]


def _declare(document: Document, chance: Random, variable: Variable) -> None:
    """Declare a variable in every operation, since all may use the same fragments; now and then only in one."""
    known = operations(document)
    for one in known if chance.random() < 0.9 else known[:1]:
        if all(variable.name != other.name for other in one.variables):
            one.variables.append(variable)


def _leaf(kind: Any) -> Any:  # noqa: ANN401
    """Return a type without `!`."""
    return getattr(kind, "of_type", kind)


def _field(kind: GraphQLNamedType, name: str, chance: Random, depth: int) -> Field:
    """Return a field with the arguments that it needs and a small selection."""
    field = kind.fields[name]  # type: ignore[attr-defined]
    arguments = [
        (given, _literal(str(one.type)))
        for given, one in field.args.items()
        if str(one.type).endswith("!") or chance.random() < 0.4
    ]
    made = Field(name, None, arguments)
    below = type_of(made, kind)
    if below is not None and not is_leaf_type(below):
        made.selections = _selection(below, chance, depth)
    return made


def _selection(kind: GraphQLNamedType, chance: Random, depth: int) -> list[Selection]:
    """Return something of a type: its leaves, and what is nested as long as there is depth."""
    if not isinstance(kind, GraphQLObjectType):
        return [Field("__typename")]
    names = chance.sample([*kind.fields], min(len(kind.fields), 4))
    chosen: list[Selection] = [Field("__typename")] if chance.random() < 0.3 else []
    chosen += [
        _field(kind, name, chance, depth - 1) for name in names if depth > 0 or is_leaf_type(type_of(Field(name), kind))
    ]
    return chosen or [Field("__typename")]


def _literal(kind: str) -> str:
    return {"Int": "1", "Boolean": "false"}.get(kind.strip("!"), "{}" if "Input" in kind else '"x"')

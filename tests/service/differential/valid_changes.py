"""Random changes that leave a document valid, mostly."""

from collections.abc import Mapping
from random import Random

from graphql import is_abstract_type

from tests.service.differential.document_parts import Change, declare, is_used, new_field, pick_body, pick_field
from tests.service.differential.tree import ROOTS, Document, Node, fields, fragments, operations, places
from tests.support.graphql_selections import SCHEMA

# The minimum of a selection's fields that remain when it is thinned.
THIN = (0.15, 0.4, 0.8)


def thin(document: Document, chance: Random) -> None:
    """Leave fields out everywhere."""
    kept = chance.choice(THIN)
    for selections, _ in places(document):
        selections[:] = [one for one in selections if chance.random() < kept] or [chance.choice(selections)]


def tidy(document: Document, chance: Random) -> None:
    """Remove the fragments and variables that nothing uses any more; a mutation keeps one field."""
    for one in operations(document):
        if one.kind == "mutation":
            one.body[:] = [chance.choice(one.body)]
    while unused := [one for one in fragments(document) if not is_used(f"...{one.name}", document)]:
        document[:] = [one for one in document if one not in unused]
    for operation in operations(document):
        operation.variables = [one for one in operation.variables if is_used(f"${one.name}", document)]


def drop(document: Document, chance: Random) -> None:
    """Leave one selection out."""
    selections = pick_body(document, chance)
    if len(selections) > 1:
        selections.pop(chance.randrange(len(selections)))


def repeat(document: Document, chance: Random) -> None:
    """Repeat a part of a selection elsewhere in the same selection, perhaps in a fragment."""
    selections = pick_body(document, chance)
    again = chance.choice(selections)
    selections.insert(
        chance.randrange(len(selections) + 1), Node("inline", selections=[again]) if chance.random() < 0.5 else again
    )


def shuffle(document: Document, chance: Random) -> None:
    """Change the order of a selection."""
    chance.shuffle(pick_body(document, chance))


def rename(document: Document, chance: Random) -> None:
    """Give some fields an alias."""
    for one, _ in chance.sample(known := fields(document), min(len(known), chance.randint(1, 4))):
        one.alias = chance.choice(("a", "b", "id", "name", "__typename", f"n{chance.randrange(100)}", one.name))


def unname(document: Document, chance: Random) -> None:
    """Remove the alias of a field."""
    pick_field(document, chance).alias = None


def add_field(document: Document, chance: Random) -> None:
    """Select another field of the type, with all that it needs."""
    selections, kind = chance.choice(places(document))
    own = getattr(kind, "fields", None)
    if kind is None or not own or kind.name in ROOTS.values():
        selections.append(Node("field", "__typename"))
    else:
        selections.append(new_field(kind, chance.choice([*own]), chance, 2))


def add_typename(document: Document, chance: Random) -> None:
    """Select `__typename`."""
    for selections, _ in places(document):
        if chance.random() < 0.5:
            selections.insert(chance.randrange(len(selections) + 1), Node("field", "__typename"))


def spread(document: Document, chance: Random) -> None:
    """Move a part of a selection into a named fragment, and use it there, perhaps twice."""
    selections, kind = chance.choice(places(document))
    if kind is None:
        return
    begin = chance.randrange(len(selections))
    part = selections[begin : begin + chance.randint(1, 4)]
    name = f"Part{len(document)}"
    selections[begin : begin + len(part)] = [Node("spread", name)] * chance.randint(1, 2)
    document.append(Node("fragment", name, on=kind.name, selections=part))


def inline(document: Document, chance: Random) -> None:
    """Move a part of a selection into an inline fragment on its own type, or on none."""
    selections, kind = chance.choice(places(document))
    begin = chance.randrange(len(selections))
    part = selections[begin : begin + chance.randint(1, 4)]
    on = kind.name if kind is not None and chance.random() < 0.7 else None
    selections[begin : begin + len(part)] = [Node("inline", on=on, selections=part)]


def add_member(document: Document, chance: Random) -> None:
    """Select something of a member of a union or of an interface."""
    abstract = [(selections, kind) for selections, kind in places(document) if is_abstract_type(kind)]
    if abstract:
        selections, kind = chance.choice(abstract)
        member = chance.choice(SCHEMA.get_possible_types(kind))
        on = chance.choice([member.name, *(one.name for one in member.interfaces)])
        # Of the interface only its own fields.
        chosen = SCHEMA.type_map[on]
        names = [*getattr(chosen, "fields")]  # noqa: B009
        selections.append(Node("inline", on=on, selections=[new_field(chosen, chance.choice(names), chance, 1)]))


def decide(document: Document, chance: Random) -> None:
    """Put @skip and @include with literals on some selections."""
    for _ in range(chance.randint(1, 4)):
        word = chance.choice(("skip", "include"))
        value = chance.choice(("true", "false"))
        chance.choice(pick_body(document, chance)).directives.append(f"@{word}(if: {value})")


def decide_by_variable(document: Document, chance: Random) -> None:
    """Put @skip and @include with a variable on some selections, and declare it."""
    name = f"if{chance.randrange(3)}"
    for _ in range(chance.randint(1, 4)):
        chance.choice(pick_body(document, chance)).directives.append(
            f"@{chance.choice(('skip', 'include'))}(if: ${name})"
        )
    declare(document, chance, name, "Boolean!", chance.choice((None, "true", "false")))


def decide_by_null(document: Document, chance: Random) -> None:
    """Decide by a variable that may be null where it has a default."""
    name = f"maybe{chance.randrange(3)}"
    chance.choice(pick_body(document, chance)).directives.append(f"@{chance.choice(('skip', 'include'))}(if: ${name})")
    declare(document, chance, name, "Boolean", chance.choice(("true", "false")))


def default(document: Document, chance: Random) -> None:
    """Give a variable a default, or remove it."""
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
        declare(document, chance, variable, declared, chance.choice((None, None, value)))


def leave_argument(document: Document, chance: Random) -> None:
    """Leave an argument out."""
    if passing := [one for one, _ in fields(document) if one.arguments]:
        one = chance.choice(passing)
        one.arguments.pop(chance.randrange(len(one.arguments)))


def name_operation(document: Document, chance: Random) -> None:
    """Give an operation a name, or remove it."""
    chance.choice(operations(document)).name = chance.choice((None, "A", "B"))


def add_operation(document: Document, _chance: Random) -> None:
    """Add another operation to the document."""
    document.insert(0, Node("query", "Other", selections=[Node("field", "__typename")]))
    for number, one in enumerate(operations(document)):
        one.name = one.name or f"Operation{number}"


def nest(document: Document, chance: Random) -> None:
    """Put fragments around a selection, many deep."""
    selections = pick_body(document, chance)
    inner = list(selections)
    for _ in range(chance.choice((1, 5, 40))):
        inner = [Node("inline", selections=inner)]
    selections[:] = inner


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

"""The shape of an operation. Operations of the same shape share a plan.

Documents have the same shape if they differ only by the name of their only operation, or by plain strings and integers
in arguments: each of these literals becomes a variable of the plan. Scalars must read literals as they read the values
of variables.
"""

import re
from dataclasses import replace
from functools import lru_cache

from graphql import (
    DefinitionNode,
    DocumentNode,
    GraphQLSchema,
    IntValueNode,
    NameNode,
    OperationDefinitionNode,
    OverlappingFieldsCanBeMergedRule,
    StringValueNode,
    TypeInfo,
    TypeInfoVisitor,
    VariableDefinitionNode,
    VariableNode,
    Visitor,
    parse_type,
    validate,
    visit,
)

from compiled.fallback import Unsupported

# The operation at the start of a document, and its name.
_NAMED = re.compile(r"[\s,]*(?:query|mutation|subscription)[\s,]+([A-Za-z_]\w*)", re.ASCII)
_KINDS = ("query", "mutation", "subscription")
# Strings and positive integers whose value does not depend on their place or neighbours. The pattern begins with a set
# of characters, since that is searched fifteen times as fast.
_LITERAL = re.compile(
    r'["0-9](?:(?<=")(?<!"")[ !#-\[\]-~]*"(?!")|(?<![\w.-][0-9])(?:(?<=0)|(?<=[1-9])[0-9]{0,9})(?![\w.]))', re.ASCII
)
# Literals in comments and directives, and after equals signs, are not arguments of fields.
_OTHER_LITERALS = re.compile("[#@=]")
# No valid document has a NUL outside its comments and strings.
_TEXT = "\0t"
_INTEGER = "\0i"

# The text of a shape or of a document, the name of the operation to execute if the text alone does not determine it,
# and the number of literals that were left out.
ShapeKey = tuple[str, str | None, int]
# The values of literals by their numbers; no variable of a client can have a number as its name.
Literals = dict[str, str | int]


# As many as the parsed documents that are kept: each may be long. A shape takes 9 to 25 µs.
@lru_cache(maxsize=64)
def shape_of(query: str, name: str | None) -> tuple[ShapeKey, Literals]:
    """Return the shape of an operation, and its literals."""
    # Several operations need their names: these must differ, and select the one to execute.
    if sum(map(query.count, _KINDS)) > 1:
        return (query, name, 0), {}
    text = query
    named = _NAMED.match(query)
    if named is not None:
        text = f"{query[: named.start(1)]}_{query[named.end(1) :]}"
        name = None if name == named[1] else name
    found = _LITERAL.findall(text)
    shared = _LITERAL.sub(lambda one: _TEXT if one[0][0] == '"' else _INTEGER, text) if found else text
    if not found or "\0" in query or _OTHER_LITERALS.search(shared):
        return (text, name, 0), {}
    literals = {str(number): one[1:-1] if one[0] == '"' else int(one) for number, one in enumerate(found)}
    return (shared, name, len(found)), literals


def lift_literals(schema: GraphQLSchema, document: DocumentNode, query: str) -> DocumentNode:
    """Return a valid document with variables in place of the literals of its shape. Raises `Unsupported`."""
    types = TypeInfo(schema)
    lifter = _Lifter(types)
    lifted: DocumentNode = visit(document, TypeInfoVisitor(types, lifter))
    # The pattern may match text that is no literal.
    if lifter.spans != [one.span() for one in _LITERAL.finditer(query)]:
        raise Unsupported
    # Fields with the same name in the answer must have the same literals.
    if validate(schema, lifted, (OverlappingFieldsCanBeMergedRule,), max_errors=1):
        raise Unsupported
    return lifted


class _Lifter(Visitor):
    """Replaces literals by variables and declares the variables; `spans` holds the places of the literals."""

    def __init__(self, types: TypeInfo) -> None:
        super().__init__()
        self.spans: list[tuple[int, int]] = []
        self._types = types
        self._definitions: list[VariableDefinitionNode] = []

    def enter_string_value(self, node: IntValueNode | StringValueNode, *_: object) -> VariableNode:
        kind = self._types.get_input_type()
        if kind is None or node.loc is None:
            raise Unsupported
        variable = VariableNode(name=NameNode(value=str(len(self.spans))))
        self.spans.append((node.loc.start, node.loc.end))
        self._definitions.append(VariableDefinitionNode(variable=variable, type=parse_type(str(kind))))
        return variable

    enter_int_value = enter_string_value

    def leave_document(self, node: DocumentNode, *_: object) -> DocumentNode:
        return replace(node, definitions=tuple(map(self._declare, node.definitions)))

    def _declare(self, node: DefinitionNode) -> DefinitionNode:
        if not isinstance(node, OperationDefinitionNode):
            return node
        return replace(node, variable_definitions=(*(node.variable_definitions or ()), *self._definitions))

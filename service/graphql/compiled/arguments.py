"""Arguments of fields: those that are variables are taken over, all others are graphql-core's to coerce."""

from collections.abc import Callable
from typing import Any, NamedTuple

from graphql import FieldNode, GraphQLField, Undefined, VariableNode, is_non_null_type, is_required_argument
from graphql.execution.values import VariableValues, get_argument_values
from graphql.utilities.coerce_input_value import coerce_default_value

Read = Callable[[VariableValues], dict[str, Any]]


class _ByVariable(NamedTuple):
    """An argument that is a variable: the name that resolvers know it by, the variable, and whether null is refused."""

    name: str
    variable: str
    refuses_null: bool


def reader_of(field: GraphQLField, node: FieldNode) -> Read:
    """Return what gives the coerced arguments of a field; it raises what graphql-core raises for what cannot be."""
    if not field.args:
        return lambda _variables: {}

    def read_any(variables: VariableValues) -> dict[str, Any]:
        return get_argument_values(field, node, variables)

    taken_over = _variables_of(field, node)
    if taken_over is None:
        return read_any

    def read(variables: VariableValues) -> dict[str, Any]:
        coerced = variables.coerced
        found = {}
        for name, variable, refuses_null in taken_over:
            value = coerced.get(variable, Undefined)
            if value is Undefined or (value is None and refuses_null):
                return read_any(variables)
            found[name] = value
        return found

    return read


def _variables_of(field: GraphQLField, node: FieldNode) -> list[_ByVariable] | None:
    """Return the arguments of a field if each is a variable, or left out and without a default; else None."""
    given = {argument.name.value: argument.value for argument in node.arguments or ()}
    found: list[_ByVariable] = []
    for name, argument in field.args.items():
        value = given.get(name)
        if isinstance(value, VariableNode):
            found.append(_ByVariable(argument.out_name or name, value.name.value, is_non_null_type(argument.type)))
        elif value is not None or is_required_argument(argument) or coerce_default_value(argument) is not Undefined:
            return None
    return found

"""Variables: functions made beforehand coerce the usual values, graphql-core all others."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from graphql import (
    GraphQLBoolean,
    GraphQLError,
    GraphQLID,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLInt,
    GraphQLSchema,
    GraphQLString,
    Undefined,
    VariableDefinitionNode,
    get_nullable_type,
    is_input_object_type,
    is_leaf_type,
    is_list_type,
    is_non_null_type,
    is_required_input_field,
)
from graphql.execution.get_variable_signature import GraphQLVariableSignature, get_variable_signature
from graphql.execution.values import VariableValues, VariableValueSource, get_variable_values
from graphql.utilities.coerce_input_value import coerce_default_value

from service.graphql.compiled.fallback import NeedsFallback, Unsupported

Coerce = Callable[[Any], Any]

SMALLEST_INT, LARGEST_INT = -0x80000000, 0x7FFFFFFF

# The classes whose values need no coercion.
_PLAIN: Mapping[object, type] = {GraphQLString: str, GraphQLID: str, GraphQLBoolean: bool}


class Variables:
    """The variables of an operation."""

    def __init__(self, schema: GraphQLSchema, nodes: Sequence[VariableDefinitionNode]) -> None:
        self._schema, self._nodes = schema, nodes
        self._variables: list[_Variable] | None
        try:
            self._variables = [_variable(schema, node) for node in nodes]
        except (Unsupported, RecursionError):
            self._variables = None

    def coerce(self, inputs: Mapping[str, Any]) -> VariableValues | None:
        """Return the coerced values of the variables; None if graphql-core finds errors in them."""
        if self._variables is None:
            return self._coerce_by_core(inputs)
        sources: dict[str, VariableValueSource] = {}
        coerced: dict[str, Any] = {}
        try:
            for name, signature, coerce, may_be_missing in self._variables:
                value = inputs.get(name, Undefined)
                if value is not Undefined:
                    coerced[name] = coerce(value)
                elif not may_be_missing:
                    raise NeedsFallback
                sources[name] = VariableValueSource(signature, value)
        except Exception:  # noqa: BLE001 - graphql-core reports the error
            return self._coerce_by_core(inputs)
        return VariableValues(sources, coerced)

    def _coerce_by_core(self, inputs: Mapping[str, Any]) -> VariableValues | None:
        # One error is enough here: all of them would take half a second for ten thousand bad values.
        values = get_variable_values(self._schema, self._nodes, dict(inputs), max_errors=1)
        return values if isinstance(values, VariableValues) else None


class _Variable(NamedTuple):
    """A variable: its name, its signature, its coercion function, and whether it is nullable without a default."""

    name: str
    signature: GraphQLVariableSignature
    coerce: Coerce
    may_be_missing: bool


def _variable(schema: GraphQLSchema, node: VariableDefinitionNode) -> _Variable:
    signature = get_variable_signature(schema, node)
    if isinstance(signature, GraphQLError):
        raise Unsupported
    is_nullable = not is_non_null_type(signature.type)
    return _Variable(signature.name, signature, _coercer(signature.type), is_nullable and signature.default is None)


def _coercer(kind: GraphQLInputType) -> Coerce:
    """Return the coercion function of a type; it raises an exception for any value that is not plainly of the type."""
    if is_non_null_type(kind):
        return _non_null_coercer(kind.of_type)
    coerce = _non_null_coercer(kind)
    return lambda value: None if value is None else coerce(value)


def _non_null_coercer(kind: Any) -> Coerce:  # noqa: ANN401  a nullable type
    """Return the coercion function of a type for values other than null."""
    if kind is GraphQLInt:
        return _coerce_int
    if is_leaf_type(kind):
        return _leaf_coercer(kind.coerce_input_value)
    if is_list_type(kind):
        return _list_coercer(_coercer(kind.of_type))
    assert is_input_object_type(kind)
    return _object_coercer(kind)


def _coerce_int(value: object) -> int:
    if type(value) is int and SMALLEST_INT <= value <= LARGEST_INT:
        return value
    raise NeedsFallback


def _leaf_coercer(coerce: Coerce) -> Coerce:
    def coerce_leaf(value: object) -> Any:  # noqa: ANN401
        coerced = Undefined if value is None else coerce(value)
        if coerced is Undefined:
            raise NeedsFallback
        return coerced

    return coerce_leaf


def _list_coercer(coerce: Coerce) -> Coerce:
    def coerce_list(value: object) -> list[Any]:
        if not isinstance(value, list):
            raise NeedsFallback
        return [coerce(item) for item in value]

    return coerce_list


# The default of a required field.
_REQUIRED = object()


class _Field(NamedTuple):
    """A field of an input object: its name, its key in the coerced object, its coercion function, and its default.

    Values of the class `plain` need no coercion, and neither does null if the field is nullable.
    """

    name: str
    key: str
    plain: type | None
    is_nullable: bool
    coerce: Coerce
    default: object


def _object_coercer(kind: GraphQLInputObjectType) -> Coerce:
    if kind.is_one_of or kind.out_type is not GraphQLInputObjectType.out_type:
        raise Unsupported
    fields = [_field(name, field) for name, field in kind.fields.items()]
    names = kind.fields.keys()

    def coerce_object(value: object) -> dict[str, Any]:
        if not isinstance(value, dict) or not value.keys() <= names:
            raise NeedsFallback
        coerced = {}
        for name, key, plain, is_nullable, coerce, default in fields:
            if name in value:
                given = value[name]
                is_plain = type(given) is plain or (given is None and is_nullable)
                coerced[key] = given if is_plain else coerce(given)
            elif default is _REQUIRED:
                raise NeedsFallback
            elif default is not Undefined:
                coerced[key] = default
        return coerced

    return coerce_object


def _field(name: str, field: GraphQLInputField) -> _Field:
    is_nullable = not is_non_null_type(field.type)
    nullable = get_nullable_type(field.type)
    default = _REQUIRED if is_required_input_field(field) else coerce_default_value(field)
    return _Field(name, field.out_name or name, _PLAIN.get(nullable), is_nullable, _non_null_coercer(nullable), default)

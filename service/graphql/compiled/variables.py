"""Variables: the values that most requests have, coerced by functions made beforehand; all others by graphql-core."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from graphql import (
    GraphQLBoolean,
    GraphQLError,
    GraphQLID,
    GraphQLInputField,
    GraphQLInputObjectType,
    GraphQLInputType,
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

# The classes of values that are taken as they are.
_PLAIN: Mapping[object, type] = {GraphQLString: str, GraphQLID: str, GraphQLBoolean: bool}


class Variables:
    """The variables of an operation."""

    def __init__(self, schema: GraphQLSchema, nodes: Sequence[VariableDefinitionNode]) -> None:
        self._schema, self._nodes = schema, nodes
        self._coercers: list[_Variable] | None
        try:
            self._coercers = [_variable(schema, node) for node in nodes]
        except (Unsupported, RecursionError):
            self._coercers = None

    def coerce(self, inputs: Mapping[str, Any]) -> VariableValues | None:
        """Return the values of the variables; None where graphql-core has something to say about them."""
        if self._coercers is not None:
            try:
                return _coerce(self._coercers, inputs)
            except NeedsFallback:
                pass
        values = get_variable_values(self._schema, self._nodes, dict(inputs))
        return values if isinstance(values, VariableValues) else None


class _Variable(NamedTuple):
    """A variable: its name, its signature, what coerces its value, and whether it may be left out just so."""

    name: str
    signature: GraphQLVariableSignature
    coerce: Coerce
    may_be_missing: bool


def _coerce(variables: list[_Variable], inputs: Mapping[str, Any]) -> VariableValues:
    sources: dict[str, VariableValueSource] = {}
    coerced: dict[str, Any] = {}
    for name, signature, coerce, may_be_missing in variables:
        value = inputs.get(name, Undefined)
        if value is not Undefined:
            coerced[name] = coerce(value)
        elif not may_be_missing:
            raise NeedsFallback
        sources[name] = VariableValueSource(signature, value)
    return VariableValues(sources, coerced)


def _variable(schema: GraphQLSchema, node: VariableDefinitionNode) -> _Variable:
    signature = get_variable_signature(schema, node)
    if isinstance(signature, GraphQLError):
        raise Unsupported
    may_be_missing = signature.default is None and not is_non_null_type(signature.type)
    return _Variable(signature.name, signature, _coercer(signature.type), may_be_missing)


def _coercer(kind: GraphQLInputType) -> Coerce:
    """Return what coerces a value of a type; it raises `NeedsFallback` for whatever is not plainly such a value."""
    if is_non_null_type(kind):
        return _some(kind.of_type)
    coerce = _some(kind)
    return lambda value: None if value is None else coerce(value)


def _some(kind: Any) -> Coerce:  # noqa: ANN401  a nullable type
    if is_leaf_type(kind):
        return _leaf(kind.coerce_input_value)
    if is_list_type(kind):
        return _list(_coercer(kind.of_type))
    assert is_input_object_type(kind)
    return _object(kind)


def _leaf(coerce: Coerce) -> Coerce:
    def coerce_leaf(value: object) -> Any:  # noqa: ANN401
        if value is None:
            raise NeedsFallback
        try:
            coerced = coerce(value)
        except Exception:  # noqa: BLE001 - graphql-core says what is wrong with it
            raise NeedsFallback from None
        if coerced is Undefined:
            raise NeedsFallback
        return coerced

    return coerce_leaf


def _list(coerce: Coerce) -> Coerce:
    def coerce_list(value: object) -> list[Any]:
        if not isinstance(value, list):
            raise NeedsFallback
        return [coerce(item) for item in value]

    return coerce_list


def _object(kind: GraphQLInputObjectType) -> Coerce:
    if kind.is_one_of or kind.out_type is not GraphQLInputObjectType.out_type:
        raise Unsupported
    fields = [_field(name, field) for name, field in kind.fields.items()]
    names = kind.fields.keys()

    def coerce_object(value: object) -> dict[str, Any]:
        if not isinstance(value, dict) or not value.keys() <= names:
            raise NeedsFallback
        coerced = {}
        for name, key, plain, coerce, default in fields:
            if name in value:
                given = value[name]
                coerced[key] = given if type(given) is plain else coerce(given)
            elif default is not None:
                coerced[key] = default()
        return coerced

    return coerce_object


class _Field(NamedTuple):
    """A field of an input object: the name that resolvers know it by, what coerces it, and what makes its default.

    Values of the class `plain` are as they shall be already.
    """

    name: str
    key: str
    plain: type | None
    coerce: Coerce
    default: Callable[[], Any] | None


def _field(name: str, field: GraphQLInputField) -> _Field:
    default: Callable[[], Any] | None = None
    if is_required_input_field(field):
        default = _missing
    elif coerce_default_value(field) is not Undefined:
        default = lambda: coerce_default_value(field)  # noqa: E731
    plain = _PLAIN.get(get_nullable_type(field.type))
    return _Field(name, field.out_name or name, plain, _coercer(field.type), default)


def _missing() -> Any:  # noqa: ANN401
    raise NeedsFallback

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

from service.graphql.compiled.oddities import Odd, Unsupported

Coerce = Callable[[Any], Any]

# The classes of values that are taken as they are.
_PLAIN: Mapping[object, type] = {GraphQLString: str, GraphQLID: str, GraphQLBoolean: bool}


class Variables:
    """The variables of an operation."""

    def __init__(self, schema: GraphQLSchema, nodes: Sequence[VariableDefinitionNode]) -> None:
        self._schema, self._nodes = schema, nodes
        self._coercers: list[tuple[GraphQLVariableSignature, Coerce]] | None
        try:
            self._coercers = [_variable(schema, node) for node in nodes]
        except (Unsupported, RecursionError):
            self._coercers = None

    def coerce(self, inputs: Mapping[str, Any]) -> VariableValues | None:
        """Return the values of the variables; None where graphql-core has something to say about them."""
        if self._coercers is not None:
            try:
                return _coerce(self._coercers, inputs)
            except Odd:
                pass
        values = get_variable_values(self._schema, self._nodes, dict(inputs))
        return values if isinstance(values, VariableValues) else None


def _coerce(coercers: list[tuple[GraphQLVariableSignature, Coerce]], inputs: Mapping[str, Any]) -> VariableValues:
    sources: dict[str, VariableValueSource] = {}
    coerced: dict[str, Any] = {}
    for signature, coerce in coercers:
        name = signature.name
        value = inputs.get(name, Undefined)
        if value is not Undefined:
            coerced[name] = coerce(value)
        elif signature.default is not None or is_non_null_type(signature.type):
            raise Odd
        sources[name] = VariableValueSource(signature, value)
    return VariableValues(sources, coerced)


def _variable(schema: GraphQLSchema, node: VariableDefinitionNode) -> tuple[GraphQLVariableSignature, Coerce]:
    signature = get_variable_signature(schema, node)
    if isinstance(signature, GraphQLError):
        raise Unsupported
    return signature, _coercer(signature.type)


def _coercer(kind: GraphQLInputType) -> Coerce:
    """Return what coerces a value of a type; it raises `Odd` for whatever is not plainly such a value."""
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
            raise Odd
        try:
            coerced = coerce(value)
        except Exception:  # noqa: BLE001 - graphql-core says what is wrong with it
            raise Odd from None
        if coerced is Undefined:
            raise Odd
        return coerced

    return coerce_leaf


def _list(coerce: Coerce) -> Coerce:
    def coerce_list(value: object) -> list[Any]:
        if not isinstance(value, list):
            raise Odd
        return [coerce(item) for item in value]

    return coerce_list


def _object(kind: GraphQLInputObjectType) -> Coerce:
    if kind.is_one_of or kind.out_type is not GraphQLInputObjectType.out_type:
        raise Unsupported
    fields = {name: _field(name, field) for name, field in kind.fields.items()}

    def coerce_object(value: object) -> dict[str, Any]:
        if not isinstance(value, dict) or not value.keys() <= fields.keys():
            raise Odd
        coerced = {}
        for name, field in fields.items():
            given = value.get(name, Undefined)
            if given.__class__ is field.plain:
                coerced[field.key] = given
            elif given is not Undefined:
                coerced[field.key] = field.coerce(given)
            elif field.default is not None:
                coerced[field.key] = field.default()
        return coerced

    return coerce_object


class _Field(NamedTuple):
    """A field of an input object: the name that resolvers know it by, what coerces it, and what makes its default.

    Values of the class `plain` are as they shall be already.
    """

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
    return _Field(field.out_name or name, _PLAIN.get(get_nullable_type(field.type)), _coercer(field.type), default)


def _missing() -> Any:  # noqa: ANN401
    raise Odd

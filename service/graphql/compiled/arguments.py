"""The arguments of resolvers, as graphql-core coerces them, and the input structs of short ways."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING
from typing import Any, NamedTuple, cast

import msgspec
from graphql import (
    FieldNode,
    GraphQLField,
    GraphQLFloat,
    GraphQLInputType,
    GraphQLInt,
    NonNullTypeNode,
    VariableDefinitionNode,
    VariableNode,
    get_nullable_type,
    is_enum_type,
    is_input_object_type,
    is_list_type,
)
from graphql.execution.values import VariableValues, get_argument_values
from strawberry import Schema
from strawberry.relay import GlobalID
from strawberry.types.base import (
    StrawberryList,
    StrawberryMaybe,
    StrawberryObjectDefinition,
    StrawberryOptional,
    StrawberryType,
    has_object_definition,
)
from strawberry.types.enum import StrawberryEnumDefinition
from strawberry.types.field import StrawberryField

from service.graphql.compiled.fallback import Unsupported

SMALLEST_INT, LARGEST_INT = -0x80000000, 0x7FFFFFFF

# Converts a coerced input value to the form that resolvers take; None if it needs no conversion.
Convert = Callable[[Any], Any] | None
ReadArguments = Callable[[VariableValues], dict[str, Any]]


class Parameter(NamedTuple):
    """A parameter of a resolver, or a field of an input type: its Python name, and the converter of its value."""

    name: str
    convert: Convert


# By their names in the schema.
Parameters = Mapping[str, Parameter]


def parameters_of(definition: StrawberryField, schema: Schema) -> Parameters:
    """Return the parameters of a field's resolver. Raises `Unsupported` for a type that plans cannot convert."""
    name_of = schema.config.name_converter.from_argument
    return {name_of(one): Parameter(one.python_name, converter_of(one.type, schema)) for one in definition.arguments}


def argument_reader(field: GraphQLField, node: FieldNode, parameters: Parameters) -> ReadArguments:
    """Return a reader of a field's arguments; it raises graphql-core's errors for values that cannot be coerced."""

    def read(variables: VariableValues) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for argument, value in get_argument_values(field, node, variables).items():
            name, convert = parameters[argument]
            found[name] = value if convert is None else convert(value)
        return found

    return read


# ---- input structs

# Reads a struct from the values of the variables; None if graphql-core must read them.
ReadInput = Callable[[Mapping[str, Any]], msgspec.Struct | None]


def input_reader(
    kind: type[msgspec.Struct],
    argument: str | None,
    field: GraphQLField,
    node: FieldNode,
    definitions: Sequence[VariableDefinitionNode],
) -> ReadInput | None:
    """Return a reader of a struct from variables: from that of one `argument`, or, without one, from those of all.

    msgspec reads what it reads as GraphQL does; in addition, integers are checked, since GraphQL's have 32 bits, and
    variables that must not be null, since the fields of the struct may. Returns None for arguments that are not
    variables, and for enums and nested integers.
    """
    required = [one.variable.name.value for one in definitions if isinstance(one.type, NonNullTypeNode)]
    given = {one.name.value: one.value for one in node.arguments or ()}
    variables = {name: value.name.value for name, value in given.items() if isinstance(value, VariableNode)}
    types = {name: one.type for name, one in field.args.items()}
    if argument is not None:
        types = {name: one.type for name, one in cast("Any", get_nullable_type(types[argument])).fields.items()}
    if len(variables) < len(given) or not all(_is_read_alike(one) for one in types.values()):
        return None
    names = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
    numbers = tuple(names[name] for name, one in types.items() if get_nullable_type(one) is GraphQLInt)

    def read(inputs: Mapping[str, Any]) -> msgspec.Struct | None:
        try:
            if argument is not None:
                found = msgspec.convert(inputs[variables[argument]], kind)
            elif None in [inputs[name] for name in required]:
                return None
            else:
                found = msgspec.convert({name: inputs[one] for name, one in variables.items() if one in inputs}, kind)
        except (KeyError, msgspec.ValidationError):
            return None
        for name in numbers:
            number = getattr(found, name)
            if number is not None and not SMALLEST_INT <= number <= LARGEST_INT:
                return None
        return found

    return read


def _is_read_alike(kind: GraphQLInputType) -> bool:
    """Tell whether msgspec reads values of a type as GraphQL does, or refuses them."""
    nullable = get_nullable_type(kind)
    return nullable is GraphQLInt or _has_no_number(nullable)


def _has_no_number(kind: Any) -> bool:  # noqa: ANN401  a nullable type
    if is_list_type(kind):
        return _has_no_number(get_nullable_type(kind.of_type))
    if is_input_object_type(kind):
        return not kind.is_one_of and all(_has_no_number(get_nullable_type(one.type)) for one in kind.fields.values())
    return kind not in (GraphQLInt, GraphQLFloat) and not is_enum_type(kind)


# ---- conversions of coerced values, as in Strawberry


def converter_of(kind: StrawberryType | type, schema: Schema) -> Convert:
    """Return the converter of coerced values of a type. Raises `Unsupported`."""
    if isinstance(kind, StrawberryMaybe):
        raise Unsupported
    if isinstance(kind, StrawberryOptional):
        return _optional(converter_of(kind.of_type, schema))
    if isinstance(kind, StrawberryList):
        convert = converter_of(kind.of_type, schema)
        return list if convert is None else lambda items: [convert(item) for item in items]
    if has_object_definition(kind):
        return _input_converter(kind, kind.__strawberry_definition__, schema)
    if isinstance(kind, StrawberryEnumDefinition) or _is_scalar(kind, schema):
        return None
    raise Unsupported


def _optional(convert: Convert) -> Convert:
    return None if convert is None else lambda value: None if value is None else convert(value)


def _is_scalar(kind: Any, schema: Schema) -> bool:  # noqa: ANN401
    return kind is not GlobalID and kind in schema.schema_converter.scalar_registry


def _input_converter(kind: type, definition: StrawberryObjectDefinition, schema: Schema) -> Convert:
    """Return a converter that makes instances of an input type. Raises `Unsupported`."""
    if definition.from_input is not None:
        raise Unsupported
    missing: dict[str, None] = {
        field.python_name: None
        for field in definition.fields
        if field.default_value is MISSING and field.default_factory is MISSING
    }
    parameters: dict[str, Parameter] = {}
    for field in definition.fields:
        name = schema.config.name_converter.from_field(field)
        convert_field = converter_of(field.resolve_type(type_definition=definition), schema)
        parameters[name] = Parameter(field.python_name, convert_field)

    def convert(fields: Mapping[str, Any]) -> Any:  # noqa: ANN401
        given: dict[str, Any] = {**missing}
        for field, value in fields.items():
            name, convert_field = parameters[field]
            given[name] = value if convert_field is None else convert_field(value)
        return kind(**given)

    return convert

"""The attributes and resolvers of a Strawberry schema's fields, to the extent that plans support them."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import MISSING
from typing import Any, cast

import msgspec
from graphql import GraphQLField
from graphql.execution.values import get_argument_values
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
from strawberry.types.fields.resolver import StrawberryResolver

from compiled.execution import Execution, Resolver
from compiled.fallback import Unsupported
from compiled.operation import ParsedOperation, SelectedField

MakeArguments = Callable[[Execution], dict[str, Any]]
# Converts a coerced input value to the form that resolvers take; None if no conversion is needed.
Convert = Callable[[Any], Any] | None


class Direct(msgspec.Struct, frozen=True):
    """The shortcut by which plans call an asynchronous root resolver, whose function has it as the attribute `direct`.

    `function` takes the context and a struct of the type `input`. The struct has the fields of the resolver's only
    argument, named `argument`, or one field for each argument (None). `recover` returns the resolver's value after an
    exception of `function`, or raises. msgspec must read the values of custom scalars in the struct as GraphQL does.
    """

    function: Callable[[Any, Any], Awaitable[Any]]
    input: type[msgspec.Struct]
    argument: str | None
    recover: Callable[[Any, Exception], Any]


def direct_of(selected: SelectedField) -> Direct | None:
    """Return the shortcut of a root field, None if it has none."""
    definition = selected.field.extensions.get("strawberry-definition")
    resolver = definition.base_resolver if isinstance(definition, StrawberryField) else None
    return None if resolver is None else getattr(resolver.wrapped_func, "direct", None)


def attribute_of(field: GraphQLField, schema: Schema) -> str | None:
    """Return the attribute that holds a field's value; None if the field has a resolver. Raises `Unsupported`."""
    definition = _definition_of(field)
    if not getattr(field.resolve, "_is_default", False):
        return None
    if schema.config.default_resolver is not getattr or not definition.python_name.isidentifier():
        raise Unsupported
    return definition.python_name


def resolver_of(selected: SelectedField, operation: ParsedOperation) -> Resolver:
    """Return the resolver of a selected field. Raises `Unsupported` if plans cannot call it."""
    definition = _definition_of(selected.field)
    resolver = definition.base_resolver
    if resolver is None or definition.extensions or type(definition).get_result is not StrawberryField.get_result:
        raise Unsupported
    # The source is the first argument, `self`.
    if not resolver.self_parameter or resolver.root_parameter or resolver.parent_parameter:
        raise Unsupported
    return Resolver(
        cast("Callable[..., Any]", resolver.wrapped_func),
        _argument_maker(definition, resolver, selected, operation),
        resolver.info_parameter is not None,
        definition.is_async,
    )


def root_resolver_of(selected: SelectedField, operation: ParsedOperation) -> Resolver:
    """Return the resolver of a root field; graphql-core's own if plans cannot call Strawberry's."""
    try:
        return resolver_of(selected, operation)
    except (Unsupported, RecursionError):
        resolve = selected.field.subscribe or selected.field.resolve
        assert resolve is not None
        make_info = operation.info_maker(selected)

    def resolve_by_core(source: None, execution: Execution) -> Any:  # noqa: ANN401
        arguments = get_argument_values(selected.field, selected.details[0].node, execution.variables)
        return resolve(source, make_info(execution.variables, execution.context), **arguments)

    return Resolver(resolve_by_core, lambda execution: {"execution": execution}, uses_info=True, is_async=False)


def _definition_of(field: GraphQLField) -> StrawberryField:
    """Return the Strawberry definition of a field. Raises `Unsupported` if it has none."""
    definition = field.extensions.get("strawberry-definition")
    if not isinstance(definition, StrawberryField):
        raise Unsupported
    return definition


def _argument_maker(
    definition: StrawberryField,
    resolver: StrawberryResolver[Any],
    selected: SelectedField,
    operation: ParsedOperation,
) -> MakeArguments:
    """Return the function that reads a resolver's arguments; it raises graphql-core's errors for invalid ones."""
    name_of = operation.schema.config.name_converter.from_argument
    schema = operation.schema
    parameters = {name_of(one): (one.python_name, converter_of(one.type, schema)) for one in definition.arguments}
    node = selected.details[0].node

    def read(execution: Execution) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for argument, value in get_argument_values(selected.field, node, execution.variables).items():
            name, convert = parameters[argument]
            found[name] = value if convert is None else convert(value)
        return found

    if resolver.info_parameter is None:
        return read
    info_name = resolver.info_parameter.name
    make_info = operation.info_maker(selected)

    def read_with_info(execution: Execution) -> dict[str, Any]:
        info = make_info(execution.variables, execution.context)
        return {**read(execution), info_name: schema.config.info_class(_raw_info=info, _field=definition)}

    return read_with_info


# ---- conversions of coerced values, as in Strawberry


def converter_of(kind: StrawberryType | type, schema: Schema) -> Convert:
    """Return the converter of a type's coerced values. Raises `Unsupported`."""
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
    parameters: dict[str, tuple[str, Convert]] = {}
    for field in definition.fields:
        name = schema.config.name_converter.from_field(field)
        convert_field = converter_of(field.resolve_type(type_definition=definition), schema)
        parameters[name] = field.python_name, convert_field

    def convert(fields: Mapping[str, Any]) -> Any:  # noqa: ANN401
        given: dict[str, Any] = {**missing}
        for field, value in fields.items():
            name, convert_field = parameters[field]
            given[name] = value if convert_field is None else convert_field(value)
        return kind(**given)

    return convert

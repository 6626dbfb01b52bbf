"""How the fields of a Strawberry schema get their values, as far as plans can do it."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING
from typing import Any, NamedTuple, cast

from graphql import GraphQLField, GraphQLResolveInfo
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

from service.graphql.compiled.fallback import Unsupported

Convert = Callable[[Any], Any]
Arguments = Mapping[str, Any]


class Resolver(NamedTuple):
    """A field's own resolver: the function, what makes its keyword arguments, and whether it must be awaited.

    `info` is the name of the argument that `make_info` makes of graphql-core's, if there is one.
    """

    function: Callable[..., Any]
    convert: Callable[[Arguments], dict[str, Any]]
    info: str | None
    make_info: Callable[[GraphQLResolveInfo[Any]], Any]
    is_async: bool


def strawberry_field(field: GraphQLField) -> StrawberryField:
    """Return the Strawberry field that a field was made of. Raises `Unsupported` when there is none."""
    made_of = field.extensions.get("strawberry-definition")
    if not isinstance(made_of, StrawberryField):
        raise Unsupported
    return made_of


def attribute_of(field: GraphQLField, schema: Schema) -> str | None:
    """Return the name of the attribute that is the field's value; None when a resolver makes it."""
    made_of = strawberry_field(field)
    if not getattr(field.resolve, "_is_default", False):
        return None
    if schema.config.default_resolver is not getattr or not made_of.python_name.isidentifier():
        raise Unsupported
    return made_of.python_name


def resolver_of(field: GraphQLField, schema: Schema) -> Resolver:
    """Return a field's resolver, to be called with the source first. Raises `Unsupported` for what it cannot have."""
    made_of = strawberry_field(field)
    resolver = made_of.base_resolver
    if resolver is None or made_of.extensions or type(made_of).get_result is not StrawberryField.get_result:
        raise Unsupported
    _check_source(resolver)
    converters = {
        schema.config.name_converter.from_argument(argument): (
            argument.python_name,
            converter_of(argument.type, schema),
        )
        for argument in made_of.arguments
    }

    def convert(coerced: Arguments) -> dict[str, Any]:
        return {converters[name][0]: converters[name][1](value) for name, value in coerced.items()}

    def make_info(told: GraphQLResolveInfo[Any]) -> Any:  # noqa: ANN401
        return schema.config.info_class(_raw_info=told, _field=made_of)

    info = None if resolver.info_parameter is None else resolver.info_parameter.name
    return Resolver(cast("Callable[..., Any]", resolver.wrapped_func), convert, info, make_info, made_of.is_async)


def caller_of(field: GraphQLField, schema: Schema) -> Callable[[GraphQLResolveInfo[Any], Arguments], Any]:
    """Return what calls a root field's resolver, with coerced arguments. What plans cannot convert, Strawberry does."""
    try:
        resolver = resolver_of(field, schema)
    except (Unsupported, RecursionError):
        resolve = field.subscribe or field.resolve
        assert resolve is not None
        return lambda info, arguments: resolve(None, info, **arguments)

    def call(info: GraphQLResolveInfo[Any], coerced: Arguments) -> Any:  # noqa: ANN401
        arguments = resolver.convert(coerced)
        if resolver.info is not None:
            arguments[resolver.info] = resolver.make_info(info)
        return resolver.function(None, **arguments)

    return call


def _check_source(resolver: StrawberryResolver[Any]) -> None:
    """Raise `Unsupported` for a resolver that does not take its source as the first argument, `self`."""
    if not resolver.self_parameter or resolver.root_parameter or resolver.parent_parameter:
        raise Unsupported


def converter_of(kind: StrawberryType | type, schema: Schema) -> Convert:
    """Return what makes of a coerced input value what resolvers take. Raises `Unsupported`."""
    if isinstance(kind, StrawberryMaybe):
        raise Unsupported
    if isinstance(kind, StrawberryOptional):
        return _optional(converter_of(kind.of_type, schema))
    if isinstance(kind, StrawberryList):
        convert_item = converter_of(kind.of_type, schema)
        return lambda items: [convert_item(item) for item in items]
    if has_object_definition(kind):
        return _input_converter(kind, kind.__strawberry_definition__, schema)
    if isinstance(kind, StrawberryEnumDefinition) or _is_scalar(kind, schema):
        return _same
    raise Unsupported


def _same(value: object) -> object:
    return value


def _optional(convert: Convert) -> Convert:
    return convert if convert is _same else lambda value: None if value is None else convert(value)


def _is_scalar(kind: Any, schema: Schema) -> bool:  # noqa: ANN401
    return kind is not GlobalID and kind in schema.schema_converter.scalar_registry


def _input_converter(kind: type, definition: StrawberryObjectDefinition, schema: Schema) -> Convert:
    """Return what makes an instance of an input type."""
    if definition.from_input is not None:
        raise Unsupported
    missing: dict[str, None] = {
        field.python_name: None
        for field in definition.fields
        if field.default_value is MISSING and field.default_factory is MISSING
    }
    converters = {
        schema.config.name_converter.from_field(field): (
            field.python_name,
            converter_of(field.resolve_type(type_definition=definition), schema),
        )
        for field in definition.fields
    }

    names = {name: own for name, (own, _) in converters.items()}
    converted = [(own, convert) for own, convert in converters.values() if convert is not _same]

    def convert(value: Arguments) -> Any:  # noqa: ANN401
        given = {**missing, **{names[name]: item for name, item in value.items()}}
        for own, convert_field in converted:
            if own in given:
                given[own] = convert_field(given[own])
        return kind(**given)

    return convert

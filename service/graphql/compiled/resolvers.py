"""The attributes and resolvers of a Strawberry schema's fields, as far as plans support them."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

import msgspec
from graphql import GraphQLField
from graphql.execution.values import get_argument_values
from strawberry import Schema
from strawberry.types.field import StrawberryField
from strawberry.types.fields.resolver import StrawberryResolver

from service.graphql.compiled.arguments import argument_reader, parameters_of
from service.graphql.compiled.execution import Execution, Resolver
from service.graphql.compiled.fallback import Unsupported
from service.graphql.compiled.operation import ParsedOperation, SelectedField

MakeArguments = Callable[[Execution], dict[str, Any]]


class Direct(msgspec.Struct, frozen=True):
    """The short way to what an asynchronous root resolver does, for plans: its function has this as `direct`.

    `function` takes the context and a struct `input`, whose fields are those of the resolver's only argument
    `argument`, or its arguments (None). `recover` returns the resolver's value after an exception of `function`, or
    raises. msgspec must read values of custom scalars in the struct as GraphQL does.
    """

    function: Callable[[Any, Any], Awaitable[Any]]
    input: type[msgspec.Struct]
    argument: str | None
    recover: Callable[[Any, Exception], Any]


def direct_of(selected: SelectedField) -> Direct | None:
    """Return the short way of a root field, if it has one."""
    definition = selected.field.extensions.get("strawberry-definition")
    resolver = definition.base_resolver if isinstance(definition, StrawberryField) else None
    return None if resolver is None else getattr(resolver.wrapped_func, "direct", None)


def attribute_of(field: GraphQLField, schema: Schema) -> str | None:
    """Return the name of the attribute with a field's value; None if a resolver makes it. Raises `Unsupported`."""
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
    parameters = parameters_of(definition, operation.schema)
    read = argument_reader(selected.field, selected.details[0].node, parameters)
    if resolver.info_parameter is None:
        return lambda execution: read(execution.variables)
    name, make_info = resolver.info_parameter.name, operation.info_maker(selected)
    info_class = operation.schema.config.info_class

    def make_arguments(execution: Execution) -> dict[str, Any]:
        variables = execution.variables
        arguments = read(variables)
        arguments[name] = info_class(_raw_info=make_info(variables, execution.context), _field=definition)
        return arguments

    return make_arguments

"""An operation in graphql-core's terms: the fields that it selects from each type, and the `info` of resolvers."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeGuard, cast

from graphql import (
    FragmentDefinitionNode,
    GraphQLField,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    OperationDefinitionNode,
)
from graphql.execution.collect_fields import (
    CollectedFields,
    FieldDetailsList,
    FragmentDetails,
    GroupedFieldSet,
    collect_fields,
    collect_subfields,
)
from graphql.execution.values import VariableValues
from graphql.pyutils import Path
from graphql.type import GraphQLResolveInfoHelpers
from strawberry import Schema
from strawberry.execution import optimized_is_awaitable

from compiled.fallback import Unsupported

# Returns the `info` of a resolver for the values of the variables and the context of an execution.
MakeInfo = Callable[[VariableValues, object], GraphQLResolveInfo[Any]]


def core_of(schema: Schema) -> GraphQLSchema:
    """Return the graphql-core schema of a Strawberry schema."""
    return schema._schema


class SelectedField(NamedTuple):
    """A field of the answer: its response name, its definition in the schema, its parent type, and its selections."""

    response_name: str
    field: GraphQLField
    parent: GraphQLObjectType
    details: FieldDetailsList

    @property
    def name(self) -> str:
        """The name of the field in the schema."""
        return self.details[0].node.name.value


class ParsedOperation(NamedTuple):
    """An operation of a document, with the fragments and the values of variables that its fields depend on."""

    schema: Schema
    node: OperationDefinitionNode
    fragments: dict[str, FragmentDefinitionNode]
    variables: VariableValues

    @property
    def core(self) -> GraphQLSchema:
        """The graphql-core schema."""
        return core_of(self.schema)

    @property
    def root(self) -> GraphQLObjectType:
        """The type of the root fields."""
        root = self.core.get_root_type(self.node.operation)
        assert root is not None
        return root

    def root_fields(self) -> GroupedFieldSet:
        """Return the selected root fields by response name. Raises `Unsupported`."""
        return _checked(collect_fields(self.core, self._details(), self.variables, self.root, self.node))

    def fields_of(self, kind: GraphQLObjectType, details: FieldDetailsList) -> GroupedFieldSet:
        """Return the fields that a selected field selects from an object type."""
        return _checked(collect_subfields(self.core, self._details(), self.variables, self.node, kind, details))

    def select(self, parent: GraphQLObjectType, response_name: str, details: FieldDetailsList) -> SelectedField:
        """Return a selected field of a type."""
        field = self.core.get_field(parent, details[0].node.name.value)
        assert field is not None, "the document is valid"
        return SelectedField(response_name, field, parent, details)

    def info_maker(self, selected: SelectedField) -> MakeInfo:
        """Return the function that makes `info` for the resolver of a field."""
        return partial(
            GraphQLResolveInfo,
            selected.name,
            [detail.node for detail in selected.details],
            selected.field.type,
            selected.parent,
            Path(None, selected.response_name, selected.parent.name),
            self.core,
            self.fragments,
            None,
            self.node,
            is_awaitable=cast("Callable[[Any], TypeGuard[Awaitable[Any]]]", optimized_is_awaitable),
            abort_signal=None,
            async_helpers=_HELPERS,
        )

    def static_info(self, selected: SelectedField) -> GraphQLResolveInfo[Any]:
        """Return `info` without the context of an execution, for finding the type of a field's value."""
        return self.info_maker(selected)(self.variables, None)

    def _details(self) -> dict[str, FragmentDetails]:
        return {name: FragmentDetails(fragment) for name, fragment in self.fragments.items()}


def _checked(collected: CollectedFields) -> GroupedFieldSet:
    if collected.new_defer_usages:
        raise Unsupported
    return collected.grouped_field_set


async def _gather(awaitables: Sequence[Awaitable[Any]]) -> list[Any]:
    return list(await asyncio.gather(*awaitables))


def _track(_values: Sequence[Any]) -> None:
    """Do nothing: a plan awaits everything that it starts."""


_HELPERS = GraphQLResolveInfoHelpers(_gather, _track)

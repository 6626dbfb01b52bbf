"""An operation as graphql-core sees it: which fields are asked of which type, and what resolvers are told of it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
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

from service.graphql.compiled.arguments import Read, reader_of
from service.graphql.compiled.fallback import Unsupported


def core_of(schema: Schema) -> GraphQLSchema:
    """Return a Strawberry schema as graphql-core has it."""
    return schema._schema


class SelectedField(NamedTuple):
    """A field in the answer: what it is in the schema, of which type, what selects it, and what reads its arguments."""

    field: GraphQLField
    parent: GraphQLObjectType
    selected: FieldDetailsList
    arguments: Read

    @property
    def name(self) -> str:
        """The name that the field has in the schema."""
        return self.selected[0].node.name.value


# Makes what a resolver is told of an execution: of its context, and of the values of its variables.
Tell = Callable[[object, VariableValues], GraphQLResolveInfo[Any]]


class ParsedOperation(NamedTuple):
    """An operation of a document, with what its fields depend on: fragments, and the values of variables."""

    schema: Schema
    node: OperationDefinitionNode
    fragments: dict[str, FragmentDefinitionNode]
    variables: VariableValues

    @property
    def core(self) -> GraphQLSchema:
        """The schema as graphql-core has it."""
        return core_of(self.schema)

    @property
    def root(self) -> GraphQLObjectType:
        """The type of the root fields."""
        root = self.core.get_root_type(self.node.operation)
        assert root is not None
        return root

    def root_fields(self) -> GroupedFieldSet:
        """Return the root fields that are asked for, by their names in the answer. Raises `Unsupported`."""
        return _checked(collect_fields(self.core, self._details(), self.variables, self.root, self.node))

    def fields_of(self, kind: GraphQLObjectType, selected: FieldDetailsList) -> GroupedFieldSet:
        """Return the fields that are asked of an object type where the selected fields lead to it."""
        return _checked(collect_subfields(self.core, self._details(), self.variables, self.node, kind, selected))

    def place(self, parent: GraphQLObjectType, selected: FieldDetailsList) -> SelectedField:
        """Return where in the answer a selected field of a type is."""
        field = self.core.get_field(parent, selected[0].node.name.value)
        assert field is not None, "the document is valid"
        return SelectedField(field, parent, selected, reader_of(field, selected[0].node))

    def teller(self, place: SelectedField, name: str) -> Tell:
        """Return what makes `info` for the resolver of a field that has this name in the answer."""
        nodes = [detail.node for detail in place.selected]
        path = Path(None, name, place.parent.name)
        head = (place.name, nodes, place.field.type, place.parent, path, self.core, self.fragments, None, self.node)
        tail = (cast("Callable[[Any], TypeGuard[Awaitable[Any]]]", optimized_is_awaitable), None, _HELPERS)
        return lambda context, variables: GraphQLResolveInfo(*head, variables, context, *tail)

    def info(self, place: SelectedField) -> GraphQLResolveInfo[Any]:
        """Return what those are told who decide on the type of a field's value: nothing of an execution."""
        return self.teller(place, place.name)(None, self.variables)

    def _details(self) -> dict[str, FragmentDetails]:
        return {name: FragmentDetails(fragment) for name, fragment in self.fragments.items()}


def _checked(collected: CollectedFields) -> GroupedFieldSet:
    if collected.new_defer_usages:
        raise Unsupported
    return collected.grouped_field_set


async def _gather(awaitables: Sequence[Awaitable[Any]]) -> list[Any]:
    return list(await asyncio.gather(*awaitables))


def _track(_values: Sequence[Any]) -> None:
    """Do nothing: a plan waits for everything that it has begun."""


_HELPERS = GraphQLResolveInfoHelpers(_gather, _track)

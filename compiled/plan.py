"""Plans: an operation is analysed once and executed for each request."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, cast

import msgspec
from graphql import (
    SKIP,
    DirectiveNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLField,
    GraphQLFloat,
    GraphQLInputType,
    GraphQLInt,
    NonNullTypeNode,
    OperationDefinitionNode,
    OperationType,
    VariableDefinitionNode,
    VariableNode,
    Visitor,
    get_nullable_type,
    is_enum_type,
    is_input_object_type,
    is_list_type,
    visit,
)
from graphql.execution.values import VariableValues, get_variable_values
from strawberry import Schema
from strawberry.execution import optimized_is_awaitable
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType as Kind

from compiled.execution import Complete, Execution, Resolver
from compiled.fallback import Unsupported
from compiled.operation import ParsedOperation, SelectedField, core_of
from compiled.replay import Replay, Resolved
from compiled.resolvers import Direct, direct_of, root_resolver_of
from compiled.selections import TYPE_NAME, Selections

# For an operation whose shortcut reads all variables itself.
NO_VARIABLES = VariableValues({}, {})
SMALLEST_INT = -0x80000000
LARGEST_INT = 0x7FFFFFFF
# The most combinations of variables in `@skip` and `@include` for which an operation gets an `Executable`.
MOST_COMBINATIONS = 16

Inputs = Mapping[str, Any]
# Reads a struct from the values of the variables; None if graphql-core must read them.
ReadInput = Callable[[Inputs], msgspec.Struct | None]

_encode = msgspec.json.Encoder().encode


class OperationPlan:
    """An operation, with an `Executable` for each combination of the variables that decide which fields it selects."""

    def __init__(self, schema: Schema, document: DocumentNode, node: OperationDefinitionNode) -> None:
        self.kind = Kind(node.operation.value)
        self._schema = schema
        self._node = node
        fragments = (one for one in document.definitions if isinstance(one, FragmentDefinitionNode))
        self._fragments = {one.name.value: one for one in fragments}
        self._deciding, self._uses = _read_variables(document)
        self._executables: dict[tuple[object, ...], Executable | None] = {}

    def prepare(self, inputs: Inputs, context: object) -> "tuple[Executable, Execution] | None":
        """Return the executable for the values of the variables; None if graphql-core must execute the operation."""
        definitions = self._node.variable_definitions or ()
        # One error is enough here: collecting all of them takes half a second for ten thousand bad values.
        variables = get_variable_values(core_of(self._schema), definitions, dict(inputs), max_errors=1)
        if not isinstance(variables, VariableValues):
            return None
        key = tuple(map(variables.coerced.get, self._deciding))
        if key not in self._executables:
            if len(self._executables) >= MOST_COMBINATIONS or not all(type(value) is bool for value in key):
                return None
            self._executables[key] = self._compile(variables)
        executable = self._executables[key]
        if executable is None:
            return None
        return executable, Execution(context, variables, executable.resolvers)

    @cached_property
    def direct(self) -> "DirectRoot | None":
        """The shortcut of an operation, None if it has none.

        It takes a single root field that offers one, whose arguments are the only uses of the variables.
        """
        if self._deciding:
            return None
        executable = self._executables[()] = self._compile(NO_VARIABLES)
        definitions = self._node.variable_definitions or ()
        if executable is None or len(executable.roots) != 1 or any(one.default_value for one in definitions):
            return None
        name, selected, _ = executable.roots[0]
        direct = direct_of(selected)
        node = selected.details[0].node
        if direct is None or not self._uses == len(node.arguments or ()) == len(definitions):
            return None
        read = _input_reader(direct.input, direct.argument, selected.field, node, definitions)
        return None if read is None else DirectRoot(name, read, direct, executable)

    def _compile(self, variables: VariableValues) -> "Executable | None":
        try:
            return Executable(ParsedOperation(self._schema, self._node, self._fragments, variables))
        except (Unsupported, RecursionError):
            return None


class Executable:
    """An operation whose fields are known. Raises `Unsupported` for a feature that plans do not support."""

    def __init__(self, operation: ParsedOperation) -> None:
        fields = operation.root_fields()
        if operation.node.operation is not OperationType.QUERY and len(fields) != 1:
            # graphql-core makes several changes one after the other, and the first failure may stop the rest.
            raise Unsupported
        self.is_subscription = operation.node.operation is OperationType.SUBSCRIPTION
        selected = [operation.select(operation.root, *field) for field in fields.items()]
        self.roots = [
            _Root(field.response_name, field, root_resolver_of(field, operation))
            for field in selected
            if field.name != TYPE_NAME
        ]
        selections = Selections(operation)
        self._complete: Complete = selections.complete_root(fields)
        self.resolvers = selections.resolvers
        self._is_open = selections.is_open

    async def execute(self, execution: Execution, outcomes: Replay) -> ExecutionResult | None:
        """Return the answer to a query or a mutation, and record the outcomes of its root resolvers in `outcomes`.

        Returns None if graphql-core must build the answer.
        """
        if len(self.roots) == 1:
            # The usual case needs no other task.
            root = self.roots[0]
            outcomes[root.name] = await root.resolve(execution)
        else:
            found = await asyncio.gather(*[root.resolve(execution) for root in self.roots])
            outcomes.update(zip([root.name for root in self.roots], found, strict=True))
        values = {}
        for name, outcome in outcomes.items():
            if outcome.error is not None:
                return None
            values[name] = outcome.value
        return await self.answer(values, execution)

    def open_source(self, execution: Execution) -> Resolved:
        """Return the source of a subscription's events, or the error of opening it."""
        resolver = self.roots[0].resolver
        try:
            return Resolved(resolver.function(None, **resolver.make_arguments(execution)))
        except Exception as error:  # noqa: BLE001 - graphql-core reports it
            return Resolved(error=error)

    def replay_source(self, source: Resolved) -> Replay:
        """Return a root value that makes graphql-core take the events from this source."""
        return Replay({self.roots[0].name: source})

    def answer_event(self, event: object, execution: Execution) -> Awaitable[ExecutionResult | None]:
        """Return the answer to an event of a subscription; None if graphql-core must build it."""
        return self.answer({self.roots[0].name: event}, execution)

    def answer_at_once(self, event: object, execution: Execution) -> ExecutionResult | None:
        """Return the answer to an event of a subscription; None if something must be awaited.

        May raise anything for an unexpected value.
        """
        data = self._complete({self.roots[0].name: event}, execution)
        if execution.awaited:
            execution.give_up()
            return None
        return ExecutionResult(data=msgspec.Raw(_encode(data)), errors=None)  # type: ignore[arg-type]

    async def answer(self, values: Mapping[str | int, Any], execution: Execution) -> ExecutionResult | None:
        """Return the answer for these values of the root fields; None if graphql-core must build it."""
        try:
            data = self._complete(values, execution)
            if execution.awaited:
                await execution.settle()
            return ExecutionResult(data=msgspec.Raw(_encode(data)), errors=None)  # type: ignore[arg-type]
        except Exception:  # noqa: BLE001 - graphql-core reports it
            return None
        finally:
            if execution.awaited:
                execution.give_up()

    def variant(self, execution: Execution) -> Hashable:
        """Return the key of the answers to an event: executions with equal keys get equal answers.

        The key is the variables if a field below the root has arguments; None if answers may differ by more than that.
        """
        if self._is_open or any(resolver.uses_info for resolver in self.resolvers):
            return None
        return _hashable(execution.variables.coerced) if self.resolvers else ()


class DirectRoot(NamedTuple):
    """An operation that uses a shortcut: its root field's response name, the reader of its input, and the shortcut."""

    name: str
    read: ReadInput
    shortcut: Direct
    executable: Executable

    def outcome_of(self, context: object, error: Exception) -> Resolved:
        """Return the resolver's outcome after an exception of the shortcut's function."""
        try:
            return Resolved(self.shortcut.recover(context, error), was_awaited=True)
        except Exception as other:  # noqa: BLE001 - graphql-core reports it
            return Resolved(error=other, was_awaited=True)


class _Root(NamedTuple):
    """A root field: its response name, its selection, and its resolver."""

    name: str
    selected: SelectedField
    resolver: Resolver

    async def resolve(self, execution: Execution) -> Resolved:
        """Return the outcome of the resolver, awaited if necessary."""
        was_awaited = False
        try:
            value = self.resolver.function(None, **self.resolver.make_arguments(execution))
            if optimized_is_awaitable(value):
                was_awaited = True
                value = await value
        except Exception as error:  # noqa: BLE001 - graphql-core reports it
            return Resolved(error=error, was_awaited=was_awaited)
        return Resolved(value, was_awaited=was_awaited)


def _hashable(values: Mapping[str, object]) -> Hashable:
    """Return the values as a hashable key; None if one of them is not hashable."""
    items = tuple(values.items())
    try:
        hash(items)
    except TypeError:
        return None
    return items


def _read_variables(document: DocumentNode) -> tuple[tuple[str, ...], int]:
    """Return the variables that decide which fields are selected, and how often a document uses any variable."""
    names: dict[str, None] = {}
    uses: list[VariableNode] = []

    class Reader(Visitor):
        def enter_directive(self, node: DirectiveNode, *_: object) -> None:
            if node.name.value in ("skip", "include"):
                values = (argument.value for argument in node.arguments or ())
                names.update((value.name.value, None) for value in values if isinstance(value, VariableNode))

        def enter_variable_definition(self, *_: object) -> Any:  # noqa: ANN401  what the visitor takes
            return SKIP

        def enter_variable(self, node: VariableNode, *_: object) -> None:
            uses.append(node)

    visit(document, Reader())
    return tuple(names), len(uses)


# ---- the input structs of shortcuts


def _input_reader(
    kind: type[msgspec.Struct],
    argument: str | None,
    field: GraphQLField,
    node: FieldNode,
    definitions: Sequence[VariableDefinitionNode],
) -> ReadInput | None:
    """Return a reader of a struct from the variable of one `argument`, or from the variables of all arguments (None).

    The reader accepts only values that GraphQL reads alike. Beside msgspec's checks, it checks that integers have 32
    bits, as in GraphQL, and that required variables are not null, since the struct's fields may be. Returns None for
    arguments that are not variables, and for enums and nested integers.
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
    """Tell whether msgspec reads the values of a type as GraphQL does, or rejects them."""
    nullable = get_nullable_type(kind)
    return nullable is GraphQLInt or _has_no_number(nullable)


def _has_no_number(kind: Any) -> bool:  # noqa: ANN401  a nullable type
    if is_list_type(kind):
        return _has_no_number(get_nullable_type(kind.of_type))
    if is_input_object_type(kind):
        return not kind.is_one_of and all(_has_no_number(get_nullable_type(one.type)) for one in kind.fields.values())
    return kind not in (GraphQLInt, GraphQLFloat) and not is_enum_type(kind)

"""Plans: what is worked out once of an operation, and how it is executed then."""

import asyncio
from collections.abc import Awaitable, Coroutine, Hashable, Mapping
from typing import Any

from graphql import (
    DirectiveNode,
    DocumentNode,
    FragmentDefinitionNode,
    OperationDefinitionNode,
    OperationType,
    VariableNode,
    Visitor,
    visit,
)
from graphql.execution.values import VariableValues
from strawberry import Schema
from strawberry.execution import optimized_is_awaitable
from strawberry.types.graphql import OperationType as Kind

from service.graphql.compiled.fallback import NeedsFallback, Unsupported
from service.graphql.compiled.operation import ParsedOperation, SelectedField, core_of
from service.graphql.compiled.replay import Outcome, Replay
from service.graphql.compiled.resolvers import caller_of
from service.graphql.compiled.run import Complete, Request, Run
from service.graphql.compiled.selections import TYPE_NAME, Selections
from service.graphql.compiled.variables import Variables

# Of an operation whose fields depend on variables, there is a plan for each combination of their values.
MOST_COMBINATIONS = 16

Inputs = Mapping[str, Any]


class Plan:
    """An operation, with the variables that decide which of its fields are asked for."""

    def __init__(self, schema: Schema, document: DocumentNode, node: OperationDefinitionNode) -> None:
        self.kind = Kind(node.operation.value)
        self._schema = schema
        self._node = node
        fragments = (one for one in document.definitions if isinstance(one, FragmentDefinitionNode))
        self._fragments = {one.name.value: one for one in fragments}
        self._variables = Variables(core_of(schema), node.variable_definitions or ())
        self._deciding = _deciding_variables(document)
        self._executables: dict[tuple[object, ...], Executable | None] = {}

    def prepare(self, inputs: Inputs, context: object) -> "tuple[Executable, Request] | None":
        """Return what executes the operation for the values of its variables; None where graphql-core is to do it."""
        variables = self._variables.coerce(inputs)
        if variables is None:
            return None
        key = tuple(map(variables.coerced.get, self._deciding))
        if key not in self._executables:
            if len(self._executables) >= MOST_COMBINATIONS or not all(type(value) is bool for value in key):
                return None
            self._executables[key] = self._compile(variables)
        executable = self._executables[key]
        return None if executable is None else (executable, Request(context, variables))

    def _compile(self, variables: VariableValues) -> "Executable | None":
        try:
            return Executable(ParsedOperation(self._schema, self._node, self._fragments, variables))
        except (Unsupported, RecursionError):
            return None


class Executable:
    """An operation whose fields are known. Raises `Unsupported` if it has what plans cannot do."""

    def __init__(self, operation: ParsedOperation) -> None:
        fields = operation.root_fields()
        if operation.node.operation is not OperationType.QUERY and len(fields) != 1:
            # Several changes are made one after the other, and the first failure may end that.
            raise Unsupported
        self._operation = operation
        self._roots = [
            _RootField(name, operation, operation.place(operation.root, selected))
            for name, selected in fields.items()
            if selected[0].node.name.value != TYPE_NAME
        ]
        self._selections = Selections(operation)
        self._complete: Complete = self._selections.complete_root(fields)

    async def outcomes(self, request: Request) -> Replay:
        """Return what the resolvers of the root fields return or raise."""
        outcomes = Replay()
        waiting: dict[str, Coroutine[Any, Any, Outcome]] = {}
        for root in self._roots:
            outcome = root.call(request)
            outcomes[root.name] = outcome
            if optimized_is_awaitable(outcome.value):
                waiting[root.name] = _awaited(outcome.value)
        if len(waiting) == 1:
            # The usual case: there is no need of another task.
            ((name, coroutine),) = waiting.items()
            outcomes[name] = await coroutine
        elif waiting:
            outcomes.update(zip(waiting, await asyncio.gather(*waiting.values()), strict=True))
        return outcomes

    @property
    def is_subscription(self) -> bool:
        """Whether there is a source of events."""
        return self._operation.node.operation is OperationType.SUBSCRIPTION

    def source(self, request: Request) -> Outcome:
        """Return the source of a subscription's events."""
        return self._roots[0].call(request)

    def replay_source(self, source: Outcome) -> Replay:
        """Return the root value with which graphql-core takes the events from this source."""
        return Replay({self._roots[0].name: source})

    def complete(self, outcomes: Replay, request: Request) -> Awaitable[Any]:
        """Return the data of the answer. Raises `NeedsFallback`, or anything else, where graphql-core is to make it."""
        values = {}
        for name, outcome in outcomes.items():
            if outcome.error is not None:
                raise NeedsFallback
            values[name] = outcome.value
        return self._complete_values(values, request)

    def complete_event(self, event: object, request: Request) -> Awaitable[Any]:
        """Return the data of the answer that tells an event of a subscription; raises as `complete` does."""
        return self._complete_values({self._roots[0].name: event}, request)

    async def _complete_values(self, values: Mapping[str | int, Any], request: Request) -> Any:  # noqa: ANN401
        run = Run(self._operation, self._selections.calls, request)
        try:
            data = self._complete(values, run)
            if run.awaits:
                await run.settle()
        except BaseException:
            run.give_up()
            raise
        return data

    def differs_by(self, request: Request) -> Hashable:
        """Return what the answers to an event may differ by: variables, if a field below the root has arguments.

        None if they may differ by more than that.
        """
        if any(resolver.info is not None for *_, resolver in self._selections.calls):
            return None
        return tuple(request.variables.coerced.items()) if self._selections.calls else ()


class _RootField:
    """A root field: its name in the answer, and how its resolver is called."""

    def __init__(self, name: str, operation: ParsedOperation, place: SelectedField) -> None:
        self.name = name
        self._arguments = place.arguments
        self._tell = operation.teller(place, name)
        self._call = caller_of(place.field, operation.schema)

    def call(self, request: Request) -> Outcome:
        """Return what the resolver returns, which may have to be awaited, or raises."""
        context, variables = request
        try:
            return Outcome(self._call(self._tell(context, variables), self._arguments(variables)))
        except Exception as error:  # noqa: BLE001 - what it means is for graphql-core to say
            return Outcome(error=error)


async def _awaited(value: Awaitable[Any]) -> Outcome:
    try:
        return Outcome(await value, was_awaited=True)
    except Exception as error:  # noqa: BLE001 - what it means is for graphql-core to say
        return Outcome(error=error, was_awaited=True)


def _deciding_variables(document: DocumentNode) -> tuple[str, ...]:
    """Return the variables on which it depends whether a field is asked for, in the order in which they are met."""
    names: dict[str, None] = {}

    class Directives(Visitor):
        def enter_directive(self, node: DirectiveNode, *_: object) -> None:
            if node.name.value in ("skip", "include"):
                values = (argument.value for argument in node.arguments or ())
                names.update((value.name.value, None) for value in values if isinstance(value, VariableNode))

    visit(document, Directives())
    return tuple(names)

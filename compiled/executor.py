"""The executor: it executes an operation by its plan if there is one, and otherwise by graphql-core."""

from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Hashable, Iterator, MutableMapping
from contextlib import aclosing
from functools import partial
from typing import Any, cast

from graphql import DocumentNode, get_operation_ast
from strawberry import Schema
from strawberry.extensions import SchemaExtension
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType

from compiled.cache import LRUCache
from compiled.execution import Execution
from compiled.fallback import Unsupported
from compiled.operation import core_of
from compiled.plan import NO_VARIABLES, Executable, OperationPlan
from compiled.replay import Replay, Resolved, make_replayable, resume
from compiled.shapes import Literals, ShapeKey, lift_literals, shape_of

PLANS_KEPT = 512
# A plan takes some fifty times as much memory as its document.
CHARACTERS_KEPT = 500_000
# Enough for events that occur at about the same time, each in a few variants.
ANSWERS_SHARED = 256

OPERATIONS = frozenset(OperationType)
USED = ("hit",)
Uses = MutableMapping[tuple[str], int]

ResultStream = AsyncGenerator[Any, None]
# Executes an operation by graphql-core; the root value holds the outcomes of the root resolvers.
StreamByCore = Callable[[Replay | None], Awaitable[ResultStream]]

_NOTHING: tuple[None, Literals] = (None, {})


class Plans(LRUCache[ShapeKey, OperationPlan]):
    """The plans of recently executed operations."""

    def __init__(self, most: int = PLANS_KEPT, most_characters: int = CHARACTERS_KEPT) -> None:
        super().__init__(most, most_characters)

    def look_up(self, query: str, name: str | None) -> tuple[OperationPlan | None, Literals]:
        """Return the plan of an operation, None if there is none, and the document's literals, which the plan takes."""
        key, literals = shape_of(query, name)
        if literals and key not in self:
            # If it has been compiled, its literals could not be lifted.
            key = (query, name, 0)
            literals = {}
        plan = self.get(key)
        if plan is not None:
            # Like `find`, but inline: every operation passes here.
            self.move_to_end(key)
        return plan, literals

    def make(self, schema: Schema, document: DocumentNode, query: str, name: str | None) -> None:
        """Make the plan of an operation."""
        key, literals = shape_of(query, name)
        if literals:
            try:
                document = lift_literals(core_of(schema), document, query)
            except Unsupported:
                key = query, name, 0
        operation = get_operation_ast(document, name)
        # Without an operation, graphql-core reports the error.
        if operation is not None:
            self.add(key, OperationPlan(schema, document, operation), len(query))


class Planner(SchemaExtension):
    """Makes a plan for each operation that graphql-core has validated and is about to execute."""

    def __init__(self, plans: Plans) -> None:
        super().__init__()
        self._plans = plans

    def on_execute(self) -> Iterator[None]:
        """Make the plan before the operation is executed."""
        context = self.execution_context
        query = context.query
        document = context.graphql_document
        name = context._provided_operation_name
        if query is not None and document is not None and self._plans.look_up(query, name)[0] is None:
            self._plans.make(context.schema, document, query, name)
        yield


class Executor:
    """Executes operations of a schema, which must have a `Planner` with the same plans among its extensions.

    Without plans (None), or if an extension intercepts fields or adds to answers, graphql-core executes everything.
    The data of a plan's result is JSON, as `msgspec.Raw`. `uses` counts, as `USED`, the operations that plans execute.
    """

    def __init__(self, schema: Schema, plans: Plans | None, uses: Uses | None = None) -> None:
        self._schema = schema
        self._plans = plans if all(map(_allows_plans, schema.get_extensions())) else None
        self._uses = Counter() if uses is None else uses
        self._shared = _SharedAnswers()
        make_replayable(core_of(schema))

    async def execute(
        self,
        query: str,
        variable_values: dict[str, Any] | None = None,
        context_value: object = None,
        operation_name: str | None = None,
        allowed_operation_types: Collection[OperationType] = OPERATIONS,
    ) -> ExecutionResult:
        """Execute a query or a mutation. Arguments, result and exceptions are the same as for `Schema.execute`."""
        plan, literals = _NOTHING if self._plans is None else self._plans.look_up(query, operation_name)
        outcomes = None
        if plan is not None and plan.kind in allowed_operation_types:
            result = None
            inputs = (variable_values or {}) | literals
            direct = plan.direct
            input = None if direct is None else direct.read(inputs)
            if direct is not None and input is not None:
                self._uses[USED] += 1
                try:
                    outcome = Resolved(await direct.shortcut.function(context_value, input), was_awaited=True)
                except Exception as error:  # noqa: BLE001 - graphql-core reports it
                    outcome = direct.outcome_of(context_value, error)
                outcomes = Replay({direct.name: outcome})
                if outcome.error is None:
                    executable = direct.executable
                    execution = Execution(context_value, NO_VARIABLES, executable.resolvers)
                    result = await executable.answer({direct.name: outcome.value}, execution)
            elif (prepared := plan.prepare(inputs, context_value)) is not None:
                self._uses[USED] += 1
                outcomes = Replay()
                executable, execution = prepared
                result = await executable.execute(execution, outcomes)
            if result is not None:
                return result
        return await self._schema.execute(
            query, variable_values, context_value, outcomes, operation_name, allowed_operation_types
        )

    async def stream(
        self,
        query: str,
        variable_values: dict[str, Any] | None = None,
        context_value: object = None,
        root_value: None = None,  # noqa: ARG002 - the library's handlers pass it
        operation_name: str | None = None,
        allowed_operation_types: Collection[OperationType] = OPERATIONS,
        push: "Push | None" = None,
    ) -> ResultStream:
        """Execute an operation of any kind. Arguments and results are the same as for `Schema.stream`.

        The source of a subscription may pass events to `push` while it is asked for the next one.
        """

        async def stream_by_core(replay: Replay | None) -> ResultStream:
            results = await self._schema.stream(
                query, variable_values, context_value, replay, operation_name, None, allowed_operation_types
            )
            return cast("ResultStream", results)

        plan, literals = _NOTHING if self._plans is None else self._plans.look_up(query, operation_name)
        if plan is None or plan.kind not in allowed_operation_types:
            return await stream_by_core(None)
        prepared = plan.prepare((variable_values or {}) | literals, context_value)
        if prepared is None:
            return await stream_by_core(None)
        self._uses[USED] += 1
        executable, execution = prepared
        if not executable.is_subscription:
            outcomes = Replay()
            answer = await executable.execute(execution, outcomes)
            return await stream_by_core(outcomes) if answer is None else _single_result(answer)
        source = executable.open_source(execution)
        if not isinstance(source.value, AsyncGenerator):
            return await stream_by_core(executable.replay_source(source))
        if push is not None:
            push.answer = partial(self._shared.answer_at_once, executable, execution, executable.variant(execution))
        return self._stream_events(source.value, executable, execution, stream_by_core)

    async def _stream_events(
        self, events: ResultStream, executable: Executable, execution: Execution, stream_by_core: StreamByCore
    ) -> ResultStream:
        """Yield the answers to the events of a source; if the plan cannot answer one, graphql-core takes over."""
        variant = executable.variant(execution)
        async with aclosing(events):
            outcome = None
            while outcome is None:
                try:
                    event = await anext(events)
                except StopAsyncIteration:
                    return
                except Exception as error:  # noqa: BLE001 - graphql-core reports it
                    outcome = Resolved(error=error)
                    break
                answer = await self._shared.answer(executable, execution, event, variant)
                if answer is not None:
                    yield answer
                else:
                    outcome = Resolved(event)
            replay = executable.replay_source(Resolved(resume(events, outcome)))
            async with aclosing(await stream_by_core(replay)) as results:
                async for result in results:
                    yield result


class Push:
    """The shortcut of a subscription's events: they are answered and sent at once if nothing has to be awaited."""

    def __init__(self, send: Callable[[ExecutionResult], bool]) -> None:
        self._send = send
        self.answer: Callable[[object], ExecutionResult | None] | None = None

    def __call__(self, event: object) -> bool:
        """Send the answer to an event if possible, and tell whether it was sent; may raise anything if it was not."""
        answer = None if self.answer is None else self.answer(event)
        return answer is not None and self._send(answer)


async def _single_result(answer: ExecutionResult) -> ResultStream:
    yield answer


class _SharedAnswers(OrderedDict[Hashable, tuple[object, Executable, ExecutionResult]]):
    """The latest answers to events, shared: subscribers to the same operation get the same bytes.

    An answer is built once for each variant of an operation; answers of the variant None are not shared. The event and
    its plan are kept with the answer, so that their ids are not reused.
    """

    async def answer(
        self, executable: Executable, execution: Execution, event: object, variant: Hashable
    ) -> ExecutionResult | None:
        """Return the answer to an event; None if graphql-core must build it."""
        key = id(event), id(executable), variant
        known = self.get(key)
        if known is not None:
            return known[2]
        answer = await executable.answer_event(event, execution)
        if answer is not None and variant is not None:
            self._share(key, (event, executable, answer))
        return answer

    def answer_at_once(
        self, executable: Executable, execution: Execution, variant: Hashable, event: object
    ) -> ExecutionResult | None:
        """Return the answer to an event like `answer`; None if something must be awaited."""
        key = id(event), id(executable), variant
        known = self.get(key)
        if known is not None:
            return known[2]
        answer = executable.answer_at_once(event, execution)
        if answer is not None and variant is not None:
            self._share(key, (event, executable, answer))
        return answer

    def _share(self, key: Hashable, answer: tuple[object, Executable, ExecutionResult]) -> None:
        self[key] = answer
        if len(self) > ANSWERS_SHARED:
            self.popitem(last=False)


def _allows_plans(extension: SchemaExtension) -> bool:
    return not extension._implements_resolve() and type(extension).get_results is SchemaExtension.get_results

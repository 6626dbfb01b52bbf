"""The executor: by its plan where an operation has one, else by graphql-core."""

from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Collection, Hashable, Iterator
from contextlib import aclosing
from typing import Any, NamedTuple, cast

import msgspec
from graphql import get_operation_ast
from strawberry import Schema
from strawberry.extensions import SchemaExtension
from strawberry.types import ExecutionResult
from strawberry.types.graphql import OperationType

from service.graphql.compiled.operation import core_of
from service.graphql.compiled.plan import Executable, Plan
from service.graphql.compiled.replay import Outcome, Replay, make_replayable, resume
from service.graphql.compiled.run import Request

PLANS_KEPT = 512
# A plan takes some fifty times as much memory as its document.
CHARACTERS_KEPT = 500_000
# Enough for what happens at about the same time, as seen from a few sides each.
ANSWERS_SHARED = 256

OPERATIONS = frozenset(OperationType)

# The exact text of a document, and the name of the operation that is meant.
Key = tuple[str, str | None]


class Plans:
    """The plans of the operations that were executed lately."""

    def __init__(self, most: int = PLANS_KEPT, most_characters: int = CHARACTERS_KEPT) -> None:
        self._most, self._most_characters = most, most_characters
        self._plans: OrderedDict[Key, Plan] = OrderedDict()
        self._characters = 0

    def __len__(self) -> int:
        return len(self._plans)

    def find(self, key: Key) -> Plan | None:
        """Return the plan of an operation, if there is one."""
        plan = self._plans.get(key)
        if plan is not None:
            self._plans.move_to_end(key)
        return plan

    def note_use(self) -> None:
        """Do nothing: it is called whenever a plan executes an operation, for who counts."""

    def add(self, key: Key, make: Callable[[], Plan]) -> None:
        """Keep the plan of an operation, and forget those that were not used for the longest time."""
        if key in self._plans:
            return
        self._plans[key] = make()
        self._characters += len(key[0])
        while len(self._plans) > self._most or self._characters > self._most_characters:
            (forgotten, _), _ = self._plans.popitem(last=False)
            self._characters -= len(forgotten)


class Planner(SchemaExtension):
    """Makes a plan of each operation that graphql-core is about to execute: it has been validated by then."""

    def __init__(self, plans: Plans) -> None:
        super().__init__()
        self._plans = plans

    def on_execute(self) -> Iterator[None]:
        """Make the plan before the operation is executed."""
        context = self.execution_context
        document, name = context.graphql_document, context._provided_operation_name
        operation = None if document is None else get_operation_ast(document, name)
        # Without one, it is for graphql-core to say which operation is meant.
        if context.query is not None and document is not None and operation is not None:
            self._plans.add((context.query, name), lambda: Plan(context.schema, document, operation))
        yield


class Executor:
    """Executes operations of a schema, which must have a `Planner` with the same plans among its extensions.

    Without plans (None), and where extensions want to see each field or add to answers, graphql-core executes
    everything. The data of a result that a plan made is `msgspec.Raw`: the JSON of it.
    """

    def __init__(self, schema: Schema, plans: Plans | None) -> None:
        self._schema = schema
        self._plans = plans if all(map(_leaves_answers_alone, schema.get_extensions())) else None
        self._shared = _Shared()
        make_replayable(core_of(schema))

    async def execute(
        self,
        query: str,
        variable_values: dict[str, Any] | None = None,
        context_value: object = None,
        operation_name: str | None = None,
        allowed_operation_types: Collection[OperationType] = OPERATIONS,
    ) -> ExecutionResult:
        """Execute a query or a mutation. Takes, returns and raises what `Schema.execute` does."""
        asked = _Asked(query, variable_values, context_value, operation_name)
        prepared = self._prepare(asked, allowed_operation_types)
        outcomes = None
        if prepared is not None:
            result, outcomes = await _execute(*prepared)
            if result is not None:
                return result
        return await self._schema.execute(**asked.named(outcomes), allowed_operation_types=allowed_operation_types)

    async def stream(
        self,
        query: str,
        variable_values: dict[str, Any] | None = None,
        context_value: object = None,
        root_value: None = None,  # noqa: ARG002 - the library's handlers give it
        operation_name: str | None = None,
        allowed_operation_types: Collection[OperationType] = OPERATIONS,
    ) -> AsyncGenerator[ExecutionResult, None]:
        """Execute an operation of any kind. Takes and returns what `Schema.stream` does."""
        asked = _Asked(query, variable_values, context_value, operation_name)
        return self._stream(asked, allowed_operation_types)

    async def _stream(
        self, asked: "_Asked", allowed: Collection[OperationType]
    ) -> AsyncGenerator[ExecutionResult, None]:
        rest: Replay | None = None
        prepared = self._prepare(asked, allowed)
        if prepared is not None and not prepared[0].is_subscription:
            only, rest = await _execute(*prepared)
            if only is not None:
                yield only
                return
        elif prepared is not None:
            # No generator of its own: each that a frame passes through costs a microsecond.
            async with aclosing(_Answers(*prepared, self._shared)) as answers:
                while (answer := await answers.next()) is not None:
                    yield answer
            rest = answers.left
            if rest is None:
                return
        results = await self._schema.stream(**asked.named(rest), allowed_operation_types=allowed)
        async with aclosing(results):
            async for result in results:
                yield cast("ExecutionResult", result)

    def _prepare(self, asked: "_Asked", allowed: Collection[OperationType]) -> tuple[Executable, Request] | None:
        if self._plans is None:
            return None
        plan = self._plans.find((asked.query, asked.operation_name))
        if plan is None or plan.kind not in allowed:
            return None
        prepared = plan.prepare(asked.variable_values or {}, asked.context_value)
        if prepared is not None:
            self._plans.note_use()
        return prepared


class _Asked(NamedTuple):
    """What is to be executed."""

    query: str
    variable_values: dict[str, Any] | None
    context_value: object
    operation_name: str | None

    def named(self, root_value: Replay | None) -> dict[str, Any]:
        """Return the arguments of the schema's own methods."""
        return {**self._asdict(), "root_value": root_value}


async def _execute(executable: Executable, request: Request) -> tuple[ExecutionResult | None, Replay]:
    """Return what the plan answers, if it does, and what the root resolvers returned."""
    outcomes = await executable.outcomes(request)
    try:
        return _result(await executable.complete(outcomes, request)), outcomes
    except Exception:  # noqa: BLE001 - what it means is for graphql-core to say
        return None, outcomes


class _Shared:
    """Answers made of one and the same event: whoever asks the same has the same bytes. The latest are kept."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, tuple[object, Executable, ExecutionResult]] = OrderedDict()

    async def once(
        self, executable: Executable, request: Request, event: object, differs_by: Hashable
    ) -> ExecutionResult:
        """Return the answer that tells an event, made once for all whose answers differ by nothing else.

        None stands for whose answers nobody shares. Raises as `Executable.complete_event` does, and `TypeError` for
        what nothing can be looked up by.
        """
        # The event and its plan are kept with the answer, so that nothing else has their ids.
        key = (id(event), id(executable), differs_by)
        if key in self._made:
            return self._made[key][2]
        result = _result(await executable.complete_event(event, request))
        if differs_by is not None:
            self._made[key] = (event, executable, result)
            if len(self._made) > ANSWERS_SHARED:
                self._made.popitem(last=False)
        return result


class _Answers:
    """The answers of a subscription, as far as its plan can make them; `left` is what graphql-core goes on with."""

    def __init__(self, executable: Executable, request: Request, shared: _Shared) -> None:
        self._executable, self._request, self._shared = executable, request, shared
        self._differs_by = executable.differs_by(request)
        source = executable.source(request)
        self._events: AsyncGenerator[Any, None] | None = None
        self.left: Replay | None = None
        if isinstance(source.value, AsyncGenerator):
            self._events = source.value
        else:
            self.left = executable.replay_source(source)

    async def next(self) -> ExecutionResult | None:
        """Return the next answer; None at the end, or where the next one is for graphql-core to make."""
        if self._events is None:
            return None
        try:
            event = await anext(self._events)
        except StopAsyncIteration:
            return None
        except Exception as error:  # noqa: BLE001 - what it means is for graphql-core to say
            outcome = Outcome(error=error)
        else:
            try:
                return await self._shared.once(self._executable, self._request, event, self._differs_by)
            except Exception:  # noqa: BLE001 - what it means is for graphql-core to say
                outcome = Outcome(event)
        self.left = self._executable.replay_source(Outcome(resume(self._events, outcome)))
        return None

    async def aclose(self) -> None:
        """Close the source, unless it is left to graphql-core."""
        if self._events is not None and self.left is None:
            await self._events.aclose()


def _leaves_answers_alone(extension: SchemaExtension) -> bool:
    return not extension._implements_resolve() and type(extension).get_results is SchemaExtension.get_results


_encode = msgspec.json.Encoder().encode


def _result(data: object) -> ExecutionResult:
    return ExecutionResult(data=msgspec.Raw(_encode(data)), errors=None)  # type: ignore[arg-type]

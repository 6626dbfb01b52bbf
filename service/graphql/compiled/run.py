"""One execution of an operation: what the functions of its plan are given beside values, and what they wait for."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, NamedTuple

from graphql.execution.values import VariableValues

from service.graphql.compiled.operation import ParsedOperation, SelectedField
from service.graphql.compiled.resolvers import Resolver

# A field below the root with a resolver of its own: its place, its name in the answer, and the resolver.
Call = tuple[SelectedField, str, Resolver]
# Makes a value's part of the answer. What it is not made for, it refuses by raising `NeedsFallback`, or anything else.
Complete = Callable[[Any, "Run"], Any]


class Request(NamedTuple):
    """What resolvers are told of one execution, and the values of its variables."""

    context: object
    variables: VariableValues


class _Awaited(NamedTuple):
    """A field whose value comes later: the part of the answer that it is in, its name, and what completes it."""

    answer: dict[str, Any]
    name: str
    value: Awaitable[Any]
    complete: Complete


class Run(dict[int, dict[str, Any]]):
    """The arguments of resolvers below the root, by the numbers of their fields, and the values that come later."""

    def __init__(self, operation: ParsedOperation, calls: list[Call], request: Request) -> None:
        self._operation, self._calls, self._request = operation, calls, request
        # Fields whose values come later.
        self.awaits: list[_Awaited] = []

    def __missing__(self, number: int) -> dict[str, Any]:
        """Work out the arguments of a field. Raises what graphql-core raises for what cannot be coerced."""
        place, name, resolver = self._calls[number]
        self[number] = arguments = resolver.convert(place.arguments(self._request.variables))
        if resolver.info is not None:
            told = self._operation.teller(place, name)(*self._request)
            arguments[resolver.info] = resolver.make_info(told)
        return arguments

    def later(self, answer: dict[str, Any], name: str, value: Awaitable[Any], complete: Complete) -> None:
        """Note that a field of an answer gets its value later."""
        self.awaits.append(_Awaited(answer, name, value, complete))

    async def settle(self) -> None:
        """Wait for all values that come later. Raises what one of them raises, or what refuses it."""
        while self.awaits:
            fields, self.awaits = self.awaits, []
            values = await _gather([field.value for field in fields])
            for field, value in zip(fields, values, strict=True):
                field.answer[field.name] = field.complete(value, self)

    def give_up(self) -> None:
        """Wait for nothing any more."""
        for field in self.awaits:
            if isinstance(field.value, Coroutine):
                field.value.close()


async def _gather(awaitables: list[Awaitable[Any]]) -> list[Any]:
    if len(awaitables) == 1:
        # The usual case: there is no need of another task.
        return [await awaitables[0]]
    values = await asyncio.gather(*awaitables, return_exceptions=True)
    for value in values:
        if isinstance(value, BaseException):
            raise value
    return values

"""One execution of an operation: what the functions of its plan are given beside values, and what they wait for."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NamedTuple

import msgspec
from graphql.execution.values import VariableValues

# Makes a value's part of the answer. What it is not made for, it refuses by raising `NeedsFallback`, or anything else.
Complete = Callable[[Any, "Execution"], Any]


class Resolver(NamedTuple):
    """A field's own resolver: the function that is called with the source first, and what makes its other arguments.

    `uses_info` tells whether one of these depends on more than the variables.
    """

    function: Callable[..., Any]
    make_arguments: "Callable[[Execution], dict[str, Any]]"
    uses_info: bool
    is_async: bool


class _Awaited(NamedTuple):
    """A field whose value comes later: the part of the answer that it is in, its name, and what completes it."""

    answer: dict[str, Any]
    name: str
    value: Awaitable[Any]
    complete: Complete


class Execution(msgspec.Struct):
    """One execution of an operation: its context, the values of its variables, and the resolvers below its root."""

    context: object
    variables: VariableValues
    resolvers: Sequence[Resolver]
    # The arguments of resolvers by their numbers, and the fields whose values come later.
    known_arguments: dict[int, dict[str, Any]] = {}
    awaited: list[_Awaited] = []

    def arguments(self, number: int) -> dict[str, Any]:
        """Return the arguments of a resolver by its number. Raises what graphql-core raises for bad ones."""
        if number not in self.known_arguments:
            self.known_arguments[number] = self.resolvers[number].make_arguments(self)
        return self.known_arguments[number]

    def later(self, answer: dict[str, Any], name: str, value: Awaitable[Any], complete: Complete) -> None:
        """Note that a field of an answer gets its value later."""
        self.awaited.append(_Awaited(answer, name, value, complete))

    async def settle(self) -> None:
        """Wait for all values that come later. Raises what one of them raises, or what refuses it."""
        while self.awaited:
            fields, self.awaited = self.awaited, []
            values = await _gather([field.value for field in fields])
            for field, value in zip(fields, values, strict=True):
                field.answer[field.name] = field.complete(value, self)

    def give_up(self) -> None:
        """Wait for nothing any more."""
        fields, self.awaited = self.awaited, []
        for field in fields:
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

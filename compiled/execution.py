"""One execution of an operation: the state shared by the functions of its plan, and the values that it awaits."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NamedTuple

import msgspec
from graphql.execution.values import VariableValues

# Builds a value's part of the answer. Raises `NeedsFallback`, or any other exception, for an unexpected value.
Complete = Callable[[Any, "Execution"], Any]


class Resolver(NamedTuple):
    """A field's own resolver: a function that takes the source first, and a function that returns its other arguments.

    `uses_info` tells whether an argument depends on more than the variables.
    """

    function: Callable[..., Any]
    make_arguments: "Callable[[Execution], dict[str, Any]]"
    uses_info: bool
    is_async: bool


class _Awaited(NamedTuple):
    """A field whose value is awaited: the part of the answer that contains it, its name, and its completion."""

    answer: dict[str, Any]
    name: str
    value: Awaitable[Any]
    complete: Complete


class Execution(msgspec.Struct):
    """One execution of an operation: its context, the values of its variables, and the resolvers below its root."""

    context: object
    variables: VariableValues
    resolvers: Sequence[Resolver]
    # The arguments of resolvers, by the resolvers' numbers.
    known_arguments: dict[int, dict[str, Any]] = {}
    # The fields whose values are awaited.
    awaited: list[_Awaited] = []

    def arguments(self, number: int) -> dict[str, Any]:
        """Return the arguments of a resolver by its number. Raises graphql-core's errors for invalid ones."""
        if number not in self.known_arguments:
            self.known_arguments[number] = self.resolvers[number].make_arguments(self)
        return self.known_arguments[number]

    def later(self, answer: dict[str, Any], name: str, value: Awaitable[Any], complete: Complete) -> None:
        """Defer a field of an answer: `settle` awaits its value."""
        self.awaited.append(_Awaited(answer, name, value, complete))

    async def settle(self) -> None:
        """Await and complete all deferred values. Raises the error of a value or of its completion."""
        while self.awaited:
            fields, self.awaited = self.awaited, []
            values = await _gather([field.value for field in fields])
            for field, value in zip(fields, values, strict=True):
                field.answer[field.name] = field.complete(value, self)

    def give_up(self) -> None:
        """Drop all deferred values, and close their coroutines."""
        fields, self.awaited = self.awaited, []
        for field in fields:
            if isinstance(field.value, Coroutine):
                field.value.close()


async def _gather(awaitables: list[Awaitable[Any]]) -> list[Any]:
    if len(awaitables) == 1:
        # The usual case needs no other task.
        return [await awaitables[0]]
    values = await asyncio.gather(*awaitables, return_exceptions=True)
    for value in values:
        if isinstance(value, BaseException):
            raise value
    return values

"""One run of a plan: what its functions are given beside values, and the values that they wait for."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NamedTuple

import msgspec

from service.graphql.compiled.operation import Request
from service.graphql.compiled.resolvers import Resolver

# Makes a value's part of the answer. What it is not made for, it refuses by raising `NeedsFallback`, or anything else.
Complete = Callable[[Any, "Run"], Any]


class _Awaited(NamedTuple):
    """A field whose value comes later: the part of the answer that it is in, its name, and what completes it."""

    answer: dict[str, Any]
    name: str
    value: Awaitable[Any]
    complete: Complete


class Run(msgspec.Struct):
    """One run of a plan: the request, the resolvers below the root, and the fields whose values come later."""

    request: Request
    resolvers: Sequence[Resolver]
    awaits: list[_Awaited] = []
    known_arguments: dict[int, dict[str, Any]] = {}

    def arguments(self, number: int) -> dict[str, Any]:
        """Return the arguments of a resolver by its number. Raises what graphql-core raises for bad ones."""
        if number not in self.known_arguments:
            self.known_arguments[number] = self.resolvers[number].arguments(self.request)
        return self.known_arguments[number]

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

"""Work on many items of a store, a few at a time: more would only wait for each other there."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice
from typing import TypeVar

AT_ONCE = 16

T = TypeVar("T")
R = TypeVar("R")


async def for_each(work: Callable[[T], Awaitable[R]], items: Iterable[T], at_once: int = AT_ONCE) -> list[R]:
    """Return the results of work on each item, so many at a time. Raises the first error; nothing begins after it."""
    done: list[R] = []
    waiting = iter(items)
    while batch := list(islice(waiting, at_once)):
        for result in await asyncio.gather(*map(work, batch), return_exceptions=True):
            if isinstance(result, BaseException):
                raise result
            done.append(result)
    return done

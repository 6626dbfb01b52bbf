"""Work on many items of a store, a few at a time: more would only wait for each other there."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext
from itertools import islice
from typing import TypeVar

AT_ONCE = 16
# The seats of the tables that are worked on at a time: 100 take some 10 ms, and hold up all other requests.
SEATS_AT_ONCE = 100

T = TypeVar("T")
R = TypeVar("R")


def tables_at_once(seats: int) -> int:
    """Return how many tables of so many seats to work on at a time."""
    return max(1, min(AT_ONCE, SEATS_AT_ONCE // seats))


async def for_each(
    work: Callable[[T], Awaitable[R]],
    items: Iterable[T],
    at_once: int = AT_ONCE,
    turns: asyncio.Semaphore | None = None,
) -> list[R]:
    """Return the results of work on each item, so many at a time. Raises the first error; nothing begins after it.

    Those who share `turns` take one for so many items: together they hold up others no longer than a few of them would.
    """
    done: list[R] = []
    waiting = iter(items)
    while batch := list(islice(waiting, at_once)):
        async with turns or nullcontext():
            results = await asyncio.gather(*map(work, batch), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
            done.append(result)
    return done

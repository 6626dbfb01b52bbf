"""Answers of stores in tests: compared without the time of day, and awaited where nothing tells of them."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio
import msgspec

from service.storage.port import Committed, Conflict, Repeated, Stored

T = TypeVar("T", Stored | None, Committed | Repeated | Conflict)


def timeless(answer: T) -> T:
    """Return an answer with `now` set to 0, wherever it has one."""
    match answer:
        case Stored():
            return msgspec.structs.replace(answer, now=0)
        case Conflict(stored=stored):
            return Conflict(timeless(stored))
    return answer


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Return as soon as something holds of which nothing tells, such as an expiry."""
    with anyio.fail_after(10):
        while not await condition():  # noqa: ASYNC110 - see above
            await anyio.sleep(0.02)

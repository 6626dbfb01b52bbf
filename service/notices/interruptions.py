"""Waits that end early when a worker stops."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Interruption:
    """Something that ends all waits for it, those under way and later ones."""

    def __init__(self) -> None:
        self._has_come = False
        self._waiting: set[asyncio.Task[Any]] = set()

    def has_come(self) -> bool:
        """Tell whether it has come."""
        return self._has_come

    def come(self) -> None:
        """End the waits."""
        self._has_come = True
        for task in self._waiting:
            task.cancel()

    async def unless_it_comes(self, work: Coroutine[Any, Any, T]) -> T | None:
        """Return the result of some work, or cancel it and return None if the interruption comes first."""
        if self.has_come():
            work.close()
            return None
        task = asyncio.ensure_future(work)
        self._waiting.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            if not self.has_come() or _is_cancelled():
                raise
            return None
        finally:
            self._waiting.discard(task)


def _is_cancelled() -> bool:
    """Tell whether the present task is cancelled, and not only what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0

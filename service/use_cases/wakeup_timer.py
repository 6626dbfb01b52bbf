"""A timer that ends the waits for a document's wake-ups."""

import asyncio
from collections.abc import AsyncIterator
from math import inf
from typing import Any

# An event loop that counts in milliseconds may call a timer's callback this much too early.
EARLY_SECONDS = 0.001


class WakeupTimer:
    """Ends waits at moving deadlines with a single timer; `asyncio.timeout` would create a timer for each wait."""

    __slots__ = ("_loop", "_rings_at", "_timer", "_until", "waiting")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._until = 0.0
        self._rings_at = inf
        # The waiting task; None if no task waits, or if the deadline has ended the wait.
        self.waiting: asyncio.Task[Any] | None = None

    async def wait(self, wakeups: AsyncIterator[int], milliseconds: float) -> int:
        """Return the version of the next wake-up, 0 after the milliseconds (at least 1000: the clocks may differ)."""
        self._until = self._loop.time() + max(milliseconds, 1000) / 1000
        if self._until < self._rings_at:
            self._set()
        self.waiting = task = asyncio.current_task()
        assert task is not None
        cancelled_before = task.cancelling()
        try:
            return await anext(wakeups, 0)
        except asyncio.CancelledError:
            if self.waiting is not None or task.uncancel() > cancelled_before:
                raise
            return 0
        finally:
            self.waiting = None

    def close(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def _set(self) -> None:
        self.close()
        self._rings_at = self._until
        self._timer = self._loop.call_at(self._until, self._ring)

    def _ring(self) -> None:
        self._rings_at = inf
        if self.waiting is None:
            return
        if self._loop.time() < self._until - EARLY_SECONDS:
            self._set()
        else:
            self.waiting.cancel()
            self.waiting = None

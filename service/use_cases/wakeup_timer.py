"""Waits for wake-ups that end at a deadline."""

import asyncio
from collections.abc import AsyncIterator
from math import inf
from typing import Any

# An event loop that counts in milliseconds may call a timer's callback this much too early.
EARLY_SECONDS = 0.001


class WakeupTimer:
    """Ends waits at deadlines that move again and again, with one timer: `asyncio.timeout` creates one per wait."""

    __slots__ = ("_loop", "_rings_at", "_timer", "_until", "_waiting")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._until = 0.0
        self._rings_at = inf
        # None when nobody waits, or when the deadline has ended the wait.
        self._waiting: asyncio.Task[Any] | None = None

    @property
    def is_waiting(self) -> bool:
        """Tell whether somebody waits."""
        return self._waiting is not None

    async def wait(self, wakeups: AsyncIterator[int], milliseconds: float) -> int:
        """Return the version of the next wake-up, 0 after the milliseconds (at least 1000: the clocks may differ)."""
        self._until = self._loop.time() + max(milliseconds, 1000) / 1000
        if self._until < self._rings_at:
            self._set()
        self._waiting = task = asyncio.current_task()
        assert task is not None
        cancelled_before = task.cancelling()
        try:
            return await anext(wakeups, 0)
        except asyncio.CancelledError:
            if self._waiting is not None or task.uncancel() > cancelled_before:
                raise
            return 0
        finally:
            self._waiting = None

    def close(self) -> None:
        """Cancel the timer: it ends no wait any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _set(self) -> None:
        self.close()
        self._rings_at = self._until
        self._timer = self._loop.call_at(self._until, self._ring)

    def _ring(self) -> None:
        self._rings_at = inf
        if self._waiting is None:
            return
        if self._loop.time() < self._until - EARLY_SECONDS:
            self._set()
        else:
            self._waiting.cancel()
            self._waiting = None

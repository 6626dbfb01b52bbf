"""Ticks: moments at which writes that are not urgent go to the store together.

A store that puts each change on disk does so once for all that arrive together, and moves wait for the disk, too.
"""

import asyncio


class Ticks:
    """Ticks that are `seconds` apart, while somebody waits for them."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._next: asyncio.Future[None] | None = None

    async def wait(self) -> None:
        """Wait for the next tick."""
        if self._next is None:
            loop = asyncio.get_running_loop()
            self._next = loop.create_future()
            loop.call_later(self._seconds, self._tick)
        await asyncio.shield(self._next)

    def _tick(self) -> None:
        if self._next is not None and not self._next.done():
            self._next.set_result(None)
        self._next = None

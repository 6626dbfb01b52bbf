"""The listeners of one process for commits, by session. Both adapters ring them."""

import asyncio
from collections.abc import AsyncIterator


class Listener:
    """One reader's wake-ups, merged while it is busy, so that a slow reader costs nothing."""

    __slots__ = ("_closed", "_lost", "_newest", "_waiting")

    def __init__(self) -> None:
        self._newest = 0
        self._lost = False
        self._closed = False
        self._waiting: asyncio.Future[None] | None = None

    def ring(self, version: int) -> None:
        """Wake the reader for a version; 0 tells it to look for itself."""
        if version == 0:
            self._lost = True
        elif version > self._newest:
            self._newest = version
        self._wake()

    def close(self) -> None:
        """End the iteration."""
        self._closed = True
        self._wake()

    def __aiter__(self) -> AsyncIterator[int]:
        return self

    async def __anext__(self) -> int:
        while not (self._lost or self._newest or self._closed):
            # An `asyncio.Event`, for any number of readers, costs more than twice as much.
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        if self._closed:
            raise StopAsyncIteration
        return self._next_wakeup()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _next_wakeup(self) -> int:
        # A 0 and a version are never merged: the reader is promised both.
        if self._lost:
            self._lost = False
            return 0
        version, self._newest = self._newest, 0
        return version


class Listeners(dict[bytes, set[Listener]]):
    """The listeners of one store, by session."""

    def add(self, session: bytes) -> Listener:
        """Register and return a new listener."""
        listener = Listener()
        self.setdefault(session, set()).add(listener)
        return listener

    def remove(self, session: bytes, listener: Listener) -> None:
        """Remove a listener if it is still registered."""
        rest = self.get(session, set())
        rest.discard(listener)
        if not rest:
            self.pop(session, None)

    def ring(self, session: bytes, version: int) -> None:
        """Wake every listener of a session."""
        for listener in self.get(session, ()):
            listener.ring(version)

    def ring_all(self) -> None:
        """Tell every listener to look for itself: commits may have gone unnoticed."""
        for session in self:
            self.ring(session, 0)

    def close(self) -> None:
        """End every iteration and forget every listener."""
        for listeners in self.values():
            for listener in listeners:
                listener.close()
        self.clear()

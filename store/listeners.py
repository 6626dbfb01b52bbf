"""The listeners of one process for commits and messages, by document. Both adapters ring them."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextvars import Context, copy_context
from dataclasses import dataclass

# The most messages that wait for a reader; older ones are dropped.
MOST_MESSAGES = 32


@dataclass(slots=True, eq=False)
class Listener:
    """The wake-ups of one reader, merged while it is busy, so that a slow reader costs nothing.

    A reader may also have a function called with each version instead (`take_by`), and may want messages, too (`hear`).
    """

    _take: Callable[[int], None] | None = None
    _context: Context | None = None
    _newest: int = 0
    _lost: bool = False
    _closed: bool = False
    _waiting: asyncio.Future[None] | None = None
    # None until the reader wants messages.
    _messages: deque[bytes] | None = None

    @property
    def takes(self) -> bool:
        """Whether the reader has a function called with each version."""
        return self._take is not None

    def ring(self, version: int) -> None:
        """Wake the reader for a version; 0 tells it to look for itself."""
        self._lost = self._lost or version == 0
        self.wake(version)

    def offer(self, version: int) -> None:
        """Call the reader's function with a version."""
        assert self._take is not None
        assert self._context is not None
        self._context.run(self._take, version)

    def take_by(self, take: Callable[[int], None]) -> None:
        """Have `take` called soon with each version, in the present context; it handles the version, or calls `wake`.

        The present context holds the wishes of the reader's request, such as its language.
        """
        self._take = take
        self._context = copy_context()

    def wake(self, version: int) -> None:
        """Note a version for the reader, and wake it if it waits."""
        self._newest = max(self._newest, version)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def hear(self) -> None:
        """Keep messages from now on, and yield 0 for them."""
        self._messages = deque(maxlen=MOST_MESSAGES)

    def deliver(self, message: bytes) -> None:
        """Hand a message to the reader, if it wants any."""
        if self._messages is not None:
            self._messages.append(message)
            self.wake(0)

    def take_messages(self) -> list[bytes]:
        """Return the messages since the last call, the oldest first. A reader that hears must take them."""
        taken = list(self._messages or ())
        if self._messages is not None:
            self._messages.clear()
        return taken

    def close(self) -> None:
        """End the iteration."""
        self._closed = True
        self.wake(0)

    def __aiter__(self) -> AsyncIterator[int]:
        return self

    async def __anext__(self) -> int:
        while not (self._lost or self._newest or self._closed or self._messages):
            # An `asyncio.Event`, which serves any number of readers, costs more than twice as much.
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        if self._closed:
            raise StopAsyncIteration
        return self._next_wakeup()

    def _next_wakeup(self) -> int:
        # A 0 and a version are never merged: the reader gets both.
        if self._lost:
            self._lost = False
            return 0
        version = self._newest
        self._newest = 0
        return version


class Listeners(dict[bytes, set[Listener]]):
    """The listeners of one store, by document."""

    def add(self, document: bytes) -> Listener:
        """Register and return a new listener."""
        listener = Listener()
        self.setdefault(document, set()).add(listener)
        return listener

    def remove(self, document: bytes, listener: Listener) -> None:
        """Remove a listener if it is still registered."""
        rest = self.get(document, set())
        rest.discard(listener)
        if not rest:
            self.pop(document, None)

    def ring(self, document: bytes, version: int) -> None:
        """Wake every listener of a document, or soon call its function."""
        takers: list[Listener] = []
        for listener in self.get(document, ()):
            if version and listener.takes:
                takers.append(listener)
            else:
                listener.ring(version)
        if takers:
            # The caller that made the change continues first.
            asyncio.get_running_loop().call_soon(_offer, takers, version)

    def deliver(self, document: bytes, message: bytes) -> None:
        """Hand a message to every listener of a document."""
        for listener in self.get(document, ()):
            listener.deliver(message)

    def ring_all(self) -> None:
        """Tell every listener to look for itself: commits may have gone unnoticed."""
        for document in self:
            self.ring(document, 0)

    def close(self) -> None:
        """End every iteration and forget every listener."""
        for listeners in self.values():
            for listener in listeners:
                listener.close()
        self.clear()


def _offer(listeners: Iterable[Listener], version: int) -> None:
    """Offer a version to listeners; if one fails, the loop reports it, and the others go on."""
    for listener in listeners:
        try:
            listener.offer(version)
        except Exception as error:  # noqa: BLE001
            failure = {"message": "A listener failed.", "exception": error}
            asyncio.get_running_loop().call_exception_handler(failure)

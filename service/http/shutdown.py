"""The shutdown of the process, in two steps that the rest of the service can observe."""

from collections.abc import Callable


class Shutdown:
    """The two steps: no new traffic is wanted (`is_near`); then callbacks end the streams, and open requests finish.

    A stream over HTTP adds a callback that ends the body without its final event, so that the client connects again.
    The server closes WebSockets with 1012.
    """

    def __init__(self) -> None:
        self.is_near = False
        self._has_begun = False
        self._callbacks = set[Callable[[], object]]()

    def announce(self) -> None:
        """Take the first step: the process will end soon."""
        self.is_near = True

    def begin(self) -> None:
        """Take the second step: end the streams."""
        self.is_near = self._has_begun = True
        for callback in list(self._callbacks):
            callback()

    def add_callback(self, callback: Callable[[], object]) -> None:
        """Add a callback for the second step; call it at once if that has begun."""
        self._callbacks.add(callback)
        if self._has_begun:
            callback()

    def remove_callback(self, callback: Callable[[], object]) -> None:
        """Remove a callback."""
        self._callbacks.discard(callback)

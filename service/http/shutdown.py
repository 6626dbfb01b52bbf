"""The end of the process, in two steps that the rest of the service can see coming."""

from collections.abc import Callable


class Shutdown:
    """First no new traffic is wanted (`is_near`), then streams end (the callbacks are called) and open requests finish.

    A stream over HTTP adds a callback, and then ends the body without a final word, so that the client connects again.
    WebSockets are closed by the server, with 1012.
    """

    def __init__(self) -> None:
        self.is_near = False
        self._has_begun = False
        self._callbacks = set[Callable[[], object]]()

    def announce(self) -> None:
        """Tell that the process will end soon."""
        self.is_near = True

    def begin(self) -> None:
        """Tell streams to end."""
        self.is_near = self._has_begun = True
        for callback in list(self._callbacks):
            callback()

    def add_callback(self, callback: Callable[[], object]) -> None:
        """Call this when streams are to end; at once, if they are already."""
        self._callbacks.add(callback)
        if self._has_begun:
            callback()

    def remove_callback(self, callback: Callable[[], object]) -> None:
        """Do not call this any more."""
        self._callbacks.discard(callback)

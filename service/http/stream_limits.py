"""The limit on open streams and WebSockets of a caller: an app by its key, else an address."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import Scope

from service.http.call import call_of
from service.http.caller import address_of
from service.http.error_responses import RefusedRequest

CODE = "TOO_MANY_STREAMS"
RETRY = {"Retry-After": "10"}


class TooManyStreams(RefusedRequest):
    """The caller has as many streams open as it may."""

    def __init__(self, opened: int, wanted: int, most: int) -> None:
        message = f"You have {opened} streams and WebSockets open here, and may not open more: close some."
        if wanted > 1:
            message = f"This needs {wanted} streams, and you have {opened} of {most} open here: ask for fewer."
        super().__init__(CODE, message, **RETRY)


class Streams:
    """The streams and WebSockets that are open in this process, by caller."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open = Counter[str]()

    @contextmanager
    def counted(self, scope: Scope, streams: int = 1) -> Iterator[None]:
        """Count a stream, or what costs as much as several, while it is open. Raises `TooManyStreams`."""
        caller = _caller_of(scope)
        opened = self._open[caller]
        if opened + streams > self._most:
            raise TooManyStreams(opened, streams, self._most)
        self._open[caller] += streams
        try:
            yield
        finally:
            self._open[caller] -= streams
            if not self._open[caller]:
                del self._open[caller]


def streams_of(scope: Scope) -> Streams:
    """Return the streams of the application that serves a request; without a limit of its own, it is unlimited."""
    streams: Streams = getattr(scope["app"].state, "streams", _UNBOUNDED)
    return streams


_UNBOUNDED = Streams(sys.maxsize)


def _caller_of(scope: Scope) -> str:
    call = call_of(scope)
    return f"address {address_of(call.client)}" if call.app is None else f"app {call.app}"

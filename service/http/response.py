"""The answer to a request on its way out: one place for what the guard rails know of it, and add to it."""

from collections.abc import Awaitable, Callable, Iterable

from starlette.types import Message, Send

Field = tuple[bytes, bytes]
Fields = Iterable[Field]

_STARTS = frozenset({"http.response.start", "websocket.http.response.start", "websocket.accept"})


class OutgoingResponse:
    """The answer to one request as it goes out: its status, and whether it has begun.

    `complete` adds the headers that are missing; `marks` are headers that every answer has.
    """

    def __init__(self, send: Send, complete: Callable[[Fields], list[Field]], marks: Fields) -> None:
        self.status = 500
        self.has_begun = False
        self.complete = complete
        self._marks = marks
        self._send = send

    def send(self, message: Message) -> Awaitable[None]:
        """Send a part of the answer."""
        self.has_begun = True
        kind = message["type"]
        if kind in _STARTS:
            self.status = message.get("status", 101)
            message = {**message, "headers": [*self.complete(message.get("headers", ())), *self._marks]}
        elif kind == "websocket.close" and self.status == 500:
            self.status = 403  # what the server makes of a connection closed before it was accepted (ASGI)
        return self._send(message)

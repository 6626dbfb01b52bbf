"""The answer to a request on its way out: one place for what the guard rails know of it, and add to it."""

from collections.abc import Awaitable, Callable, Iterable

from starlette.types import Message, Scope, Send

Field = tuple[bytes, bytes]
Fields = Iterable[Field]

_ANSWER = "croupier.answer"
_STARTS = frozenset({"http.response.start", "websocket.http.response.start", "websocket.accept"})


class OutgoingResponse:
    """The answer to one request as it goes out: its status, whether it has begun, and what is added to its headers."""

    def __init__(self, scope: Scope, send: Send, marks: Fields) -> None:
        """Answer a request, which then has its answer with it; `marks` are headers that every answer has."""
        scope[_ANSWER] = self
        self.status = 500
        self.has_begun = False
        # Adds the headers that are missing.
        self.complete: Callable[[Fields], list[Field]] = list
        self._marks = marks
        self._send = send

    def forget(self, scope: Scope) -> None:
        """Part from the request when it is over: as long as each has the other, only the collector frees them."""
        del scope[_ANSWER]

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


def answer_to(scope: Scope) -> OutgoingResponse:
    """Return the answer to a request as it goes out."""
    answer: OutgoingResponse = scope[_ANSWER]
    return answer

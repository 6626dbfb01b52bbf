"""The answer to a request on its way out: what the guard rails know of it, and the headers that they add to it."""

from collections.abc import Awaitable, Callable, Iterable

from starlette.types import Message, Send

RawHeader = tuple[bytes, bytes]
RawHeaders = Iterable[RawHeader]

# The messages that begin an answer.
STARTS = frozenset({"http.response.start", "websocket.http.response.start", "websocket.accept"})

_SAFE = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
# What a seat sees is for that seat; what has a tag may be kept there, and asked about again.
_KEPT, _NOT_KEPT = (b"cache-control", b"private, no-cache"), (b"cache-control", b"no-store")


class OutgoingResponse:
    """The answer to one request as it goes out: its status, and whether it has begun.

    `complete` adds the headers that are missing; `marks` are headers that every answer has.
    """

    def __init__(self, send: Send, complete: Callable[[RawHeaders], list[RawHeader]], marks: RawHeaders) -> None:
        self.status = 500
        self.has_begun = False
        self.complete = complete
        self._marks = marks
        self._send = send

    def send(self, message: Message) -> Awaitable[None]:
        """Send a part of the answer."""
        self.has_begun = True
        kind = message["type"]
        if kind in STARTS:
            self.status = message.get("status", 101)
            message = {**message, "headers": [*self.complete(message.get("headers", ())), *self._marks]}
        elif kind == "websocket.close" and self.status == 500:
            self.status = 403  # what the server makes of a connection closed before it was accepted (ASGI)
        return self._send(message)


def complete_headers(fields: RawHeaders) -> list[RawHeader]:
    """Return fields with those that are missing: what keeps an answer out of caches, and addresses out of sites."""
    given = dict(fields)
    wanted = (*_SAFE, _KEPT if b"etag" in given else _NOT_KEPT)
    return [*fields, *[field for field in wanted if field[0] not in given]]


def complete_for_no_page(fields: RawHeaders) -> list[RawHeader]:
    """Do so for a client that names no origin and so is no page, in one `Vary` that says that pages get more."""
    completed = complete_headers(fields)
    varies = [value for name, value in completed if name == b"vary"]
    others = [field for field in completed if field[0] != b"vary"]
    return [*others, (b"vary", b", ".join([*varies, b"Origin"]))]

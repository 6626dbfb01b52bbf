"""The response to a request on its way out: its status, and the headers that the guard rails add."""

from collections.abc import Awaitable, Callable, Iterable

from starlette.types import Message, Send

RawHeader = tuple[bytes, bytes]
RawHeaders = Iterable[RawHeader]

# The messages that begin a response.
STARTS = frozenset({"http.response.start", "websocket.http.response.start", "websocket.accept"})

_SAFE = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
# A response is for one seat alone; with an ETag, its client may keep it and revalidate it.
_PRIVATE, _NO_STORE = (b"cache-control", b"private, no-cache"), (b"cache-control", b"no-store")


class OutgoingResponse:
    """The response to one request as it is sent: its status, and whether it has begun.

    `complete` adds the missing headers; `id_headers` are the headers that identify the request.
    """

    def __init__(self, send: Send, complete: Callable[[RawHeaders], list[RawHeader]], id_headers: RawHeaders) -> None:
        self.status = 500
        self.has_begun = False
        self.complete = complete
        self._id_headers = id_headers
        self._send = send

    def send(self, message: Message) -> Awaitable[None]:
        """Send a part of the response."""
        self.has_begun = True
        kind = message["type"]
        if kind in STARTS:
            self.status = message.get("status", 101)
            message = {**message, "headers": [*self.complete(message.get("headers", ())), *self._id_headers]}
        elif kind == "websocket.close" and self.status == 500:
            self.status = 403  # the server's response if a connection is closed before it is accepted (ASGI)
        return self._send(message)


def complete_headers(fields: RawHeaders) -> list[RawHeader]:
    """Add the missing headers, which keep a response out of caches, and its address out of requests to other sites."""
    given = dict(fields)
    wanted = (*_SAFE, _PRIVATE if b"etag" in given else _NO_STORE)
    return [*fields, *[field for field in wanted if field[0] not in given]]


def complete_for_no_page(fields: RawHeaders) -> list[RawHeader]:
    """Add the missing headers to a response without CORS headers; its one `Vary` names `Origin`, since pages get more.

    A request without an `Origin` comes from no page.
    """
    completed = complete_headers(fields)
    varies = [value for name, value in completed if name == b"vary"]
    others = [field for field in completed if field[0] != b"vary"]
    return [*others, (b"vary", b", ".join([*varies, b"Origin"]))]

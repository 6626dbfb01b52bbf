"""Headers that every answer has, and what browsers may read and send across origins."""

from collections.abc import Iterable

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.access import HEADER as APP_KEY

EXPOSED = (
    "ETag",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "traceresponse",
    "WWW-Authenticate",
    "X-Request-Id",
)
ALLOWED = (
    APP_KEY,
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "traceparent",
    "X-Request-Id",
)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
PREFLIGHT_SECONDS = 600

_SAFE = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
# What a seat sees is for that seat; what has a tag may be kept there, and asked about again.
_KEPT, _NOT_KEPT = (b"cache-control", b"private, no-cache"), (b"cache-control", b"no-store")

Fields = Iterable[tuple[bytes, bytes]]


class Origins(CORSMiddleware):
    """Tell browsers which pages may call. Who names no origin is no page: the answer only says that pages get more."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or b"origin" in dict(scope["headers"]):
            await super().__call__(scope, receive, send)
            return

        async def send_with_vary(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _vary_by_origin(message.get("headers", ()))}
            await send(message)

        await self.app(scope, receive, send_with_vary)


class SafeHeaders:
    """Add what keeps answers out of caches and addresses out of other sites, where the answer does not say itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _complete(message.get("headers", ()))}
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _vary_by_origin(fields: Fields) -> list[tuple[bytes, bytes]]:
    """Return fields whose one `Vary` names the origin, too."""
    names = [value for name, value in fields if name == b"vary"]
    others = [field for field in fields if field[0] != b"vary"]
    return [*others, (b"vary", b", ".join([*names, b"Origin"]))]


def _complete(fields: Fields) -> list[tuple[bytes, bytes]]:
    """Return fields with those that are missing."""
    given = dict(fields)
    wanted = (*_SAFE, _KEPT if b"etag" in given else _NOT_KEPT)
    return [*fields, *[field for field in wanted if field[0] not in given]]

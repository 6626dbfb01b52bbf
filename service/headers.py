"""Headers that every answer has, and what browsers may read and send across origins."""

from collections.abc import Sequence

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.access import HEADER as APP_KEY
from service.outgoing import Field, Fields, answer_to

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


class Origins(CORSMiddleware):
    """Tell browsers which pages may call. Who names no origin is no page: the answer only says that pages get more.

    Beside that, every answer has what keeps it out of caches, and addresses out of other sites, where it does not say
    so itself.
    """

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        super().__init__(
            _SafeHeaders(app),
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=ALLOWED,
            expose_headers=EXPOSED,
            max_age=PREFLIGHT_SECONDS,
        )
        self.others = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and b"origin" not in dict(scope["headers"]):
            answer_to(scope).complete = _complete_for_no_page
            await self.others(scope, receive, send)
            return
        await super().__call__(scope, receive, send)


class _SafeHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _complete(message.get("headers", ()))}
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _complete_for_no_page(fields: Fields) -> list[Field]:
    """Return fields with those that are missing, and with one `Vary` that names the origin, too."""
    whole = _complete(fields)
    names = [value for name, value in whole if name == b"vary"]
    others = [field for field in whole if field[0] != b"vary"] if names else whole
    return [*others, (b"vary", b", ".join([*names, b"Origin"]))]


def _complete(fields: Fields) -> list[Field]:
    """Return fields with those that are missing."""
    given = dict(fields)
    wanted = (*_SAFE, _KEPT if b"etag" in given else _NOT_KEPT)
    return [*fields, *[field for field in wanted if field[0] not in given]]

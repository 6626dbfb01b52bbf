"""Headers that every answer has, and what browsers may read and send across origins."""

from collections.abc import Awaitable, Sequence
from functools import lru_cache

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.http.caller import APP_KEY_HEADER as APP_KEY
from service.http.response import Field, Fields, answer_to

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
_VARY_BY_ORIGIN = (b"vary", b"Origin")


class Origins:
    """Tell browsers which pages may call. Who names no origin is no page: the answer only says that pages get more.

    Beside that, every answer has what keeps it out of caches, and addresses out of other sites, where it does not say
    so itself.
    """

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        self._app = app
        self._for_pages = CORSMiddleware(
            _SafeHeaders(app),
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=ALLOWED,
            expose_headers=EXPOSED,
            max_age=PREFLIGHT_SECONDS,
        )

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Serve one request."""
        if scope["type"] != "http":
            return self._app(scope, receive, send)
        if b"origin" not in dict(scope["headers"]):
            answer_to(scope).complete = _complete_for_no_page
            return self._app(scope, receive, send)
        return self._for_pages(scope, receive, send)


class _SafeHeaders:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": _complete(message.get("headers", ()))}
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _complete_for_no_page(fields: Fields) -> list[Field]:
    """Return fields with those that are missing, and with one `Vary` that names the origin, too."""
    given = dict(fields)
    missing = _missing(tuple(given))
    if b"vary" not in given:
        return [*fields, *missing, _VARY_BY_ORIGIN]
    names = [value for name, value in fields if name == b"vary"]
    others = [field for field in fields if field[0] != b"vary"]
    return [*others, *missing, (b"vary", b", ".join([*names, b"Origin"]))]


def _complete(fields: Fields) -> list[Field]:
    """Return fields with those that are missing."""
    return [*fields, *_missing(tuple(dict(fields)))]


# Answers have the same few fields again and again.
@lru_cache(maxsize=256)
def _missing(names: tuple[bytes, ...]) -> list[Field]:
    """Return the fields that are missing beside those of these names."""
    wanted = (*_SAFE, _KEPT if b"etag" in names else _NOT_KEPT)
    return [field for field in wanted if field[0] not in names]

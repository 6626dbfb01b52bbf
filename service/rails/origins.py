"""CORS: the methods and headers that pages of other origins may use."""

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.types import Receive, Scope, Send

from service.http.call import Call
from service.http.caller import APP_KEY_HEADER as APP_KEY
from service.http.caller import LANGUAGE_HEADER as LANGUAGE
from service.http.response import RawHeader, RawHeaders

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
    LANGUAGE,
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


class Origins:
    """The origins whose pages may call, and what tells browsers so; the library knows how."""

    def __init__(self, origins: Sequence[str]) -> None:
        self._library = CORSMiddleware(
            _serve_nothing,
            allow_origins=origins,
            allow_methods=METHODS,
            allow_headers=ALLOWED,
            expose_headers=EXPOSED,
            max_age=PREFLIGHT_SECONDS,
        )

    async def answer_preflight(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the question of a browser, whether a page may send a request."""
        await self._library.preflight_response(Headers(scope=scope))(scope, receive, send)

    def allow(self, fields: RawHeaders, origin: bytes) -> list[RawHeader]:
        """Return the header fields of a response with those that tell a browser whether a page may read it."""
        headers = MutableHeaders(raw=list(fields))
        headers.update(self._library.simple_headers)
        page = origin.decode("latin-1")
        if not self._library.allow_all_origins and self._library.is_allowed_origin(page):
            self._library.allow_explicit_origin(headers, page)
        else:
            headers["Vary"] = ", ".join([*headers.getlist("Vary"), "Origin"])
        return headers.raw


def is_preflight(call: Call) -> bool:
    """Tell whether a browser asks if a page may send a request."""
    return call.method == "OPTIONS" and b"origin" in call.fields and b"access-control-request-method" in call.fields


async def _serve_nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """Stand for the application, which the library's middleware is not asked to serve."""

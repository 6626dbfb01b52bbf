"""The header fields of a response that browsers and caches need; CORS: what pages of other origins may use."""

from collections.abc import Sequence

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from service.http.call import APP_KEY_HEADER as APP_KEY
from service.http.call import LANGUAGE_HEADER as LANGUAGE
from service.http.call import Call, RawHeader, RawHeaders

EXPOSED = (
    "Deprecation",
    "ETag",
    "Location",
    "Mcp-Session-Id",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
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
    "Mcp-Method",
    "Mcp-Name",
    "MCP-Protocol-Version",
    "Mcp-Session-Id",
    "Prefer",
    "traceparent",
    "X-Request-Id",
)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
PREFLIGHT_SECONDS = 600

_SAFE = ((b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"))
# A response is for one seat alone; with an ETag, its client may keep it and revalidate it.
_PRIVATE = (b"cache-control", b"private, no-cache")
_NO_STORE = (b"cache-control", b"no-store")


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

    def preflight(self, call: Call) -> Response | None:
        """Return the answer to a browser that asks whether a page may send a request; None to any other call."""
        return self._library.preflight_response(Headers(raw=call.headers)) if is_preflight(call) else None

    def allow(self, fields: RawHeaders, origin: bytes) -> list[RawHeader]:
        """Return the header fields of a response, with the CORS fields for the browser."""
        headers = MutableHeaders(raw=list(fields))
        headers.update(self._library.simple_headers)
        page = origin.decode("latin-1")
        if not self._library.allow_all_origins and self._library.is_allowed_origin(page):
            self._library.allow_explicit_origin(headers, page)
        else:
            headers["Vary"] = ", ".join([*headers.getlist("Vary"), "Origin"])
        return headers.raw


def is_preflight(call: Call) -> bool:
    """Return whether a call is a CORS preflight request."""
    return call.method == "OPTIONS" and b"origin" in call.fields and b"access-control-request-method" in call.fields


async def _serve_nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """Take the place of the application, which the library's middleware never calls here."""


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

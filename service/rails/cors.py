"""Headers that every answer has, and what browsers may read and send across origins."""

from collections.abc import Sequence

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from service.http.caller import APP_KEY_HEADER as APP_KEY
from service.http.response import Field, Fields

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


def allow_pages(app: ASGIApp, origins: Sequence[str]) -> ASGIApp:
    """Return an application that tells browsers which pages may call it."""
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_methods=METHODS,
        allow_headers=ALLOWED,
        expose_headers=EXPOSED,
        max_age=PREFLIGHT_SECONDS,
    )


def complete(fields: Fields) -> list[Field]:
    """Return fields with those that are missing: what keeps an answer out of caches, and addresses out of sites."""
    given = dict(fields)
    wanted = (*_SAFE, _KEPT if b"etag" in given else _NOT_KEPT)
    return [*fields, *[field for field in wanted if field[0] not in given]]


def complete_for_no_page(fields: Fields) -> list[Field]:
    """Do so for a client that names no origin and so is no page, in one `Vary` that says that pages get more."""
    completed = complete(fields)
    varies = [value for name, value in completed if name == b"vary"]
    others = [field for field in completed if field[0] != b"vary"]
    return [*others, (b"vary", b", ".join([*varies, b"Origin"]))]

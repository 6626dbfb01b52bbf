"""CORS: the methods and headers that pages of other origins may use."""

from collections.abc import Sequence

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

from service.http.caller import APP_KEY_HEADER as APP_KEY
from service.http.caller import LANGUAGE_HEADER as LANGUAGE

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

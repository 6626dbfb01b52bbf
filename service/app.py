"""The application: all the wiring there is."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from service.graphql.http import STATIC, GraphQLOverHTTP
from service.graphql.websocket import GraphQLOverWebSocket
from service.play.sessions import Sessions
from service.settings import Settings
from service.stores import open_store
from service.stores.base import Store, StoreUnavailable

log = structlog.get_logger("croupier")


def create_app(settings: Settings) -> Starlette:
    """Return the application. Its start raises `SettingsError` or `StoreUnavailable` when the store cannot be used."""
    store = open_store(settings.store)
    sessions = Sessions(store, settings.session_seconds)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        promise = await store.start()
        log.info("store is ready", promise=promise)
        yield
        await store.close()

    return Starlette(
        routes=[
            Route("/", _home),
            Route("/healthz", _healthz),
            Route("/readyz", _Readiness(store).answer),
            Route("/graphql", GraphQLOverHTTP(sessions, settings.max_body_bytes).answer, methods=["GET", "POST"]),
            WebSocketRoute("/graphql", GraphQLOverWebSocket(sessions)),
            Mount("/graphql/static", StaticFiles(directory=STATIC)),
        ],
        # Seats are held by bearer tokens, never by cookies: pages of any origin may call.
        middleware=[
            Middleware(CORSMiddleware, allow_origins=["*"], allow_methods=["GET", "POST"], allow_headers=["*"])
        ],
        exception_handlers={HTTPException: _answer_http_error, Exception: _answer_bug},
        lifespan=lifespan,
    )


def _answer_http_error(_request: Request, error: Exception) -> Response:
    """Answer what no route takes in the one shape of errors."""
    assert isinstance(error, HTTPException)
    return _error(error.status_code, f"{error.detail}.", "BAD_REQUEST", error.headers)


def _answer_bug(_request: Request, error: Exception) -> Response:
    log.error("bug", exc_info=error)
    return _error(500, "Something went wrong here. It has been logged.", "INTERNAL")


def _error(status: int, message: str, code: str, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse({"errors": [{"message": message, "extensions": {"code": code}}]}, status, headers)


async def _home(_request: Request) -> Response:
    return RedirectResponse("/graphql")


async def _healthz(_request: Request) -> Response:
    """Tell that the process answers."""
    return JSONResponse({"status": "ok"})


class _Readiness:
    """Tell whether the store answers."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def answer(self, _request: Request) -> Response:
        try:
            await self.store.load("readyz")
        except StoreUnavailable as error:
            log.warning("the store does not answer", reason=str(error))
            return JSONResponse({"status": "the store does not answer"}, 503, {"Retry-After": "1"})
        return JSONResponse({"status": "ok"})

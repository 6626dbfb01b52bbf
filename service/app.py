"""The application: the wiring of all parts of the service."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from service.graphql import pages as explorer
from service.graphql.http import HTML, GraphQLOverHTTP
from service.graphql.persisted import load_documents
from service.graphql.schema import compiled, interpreted
from service.graphql.websocket import GraphQLOverWebSocket
from service.http.call import Call
from service.http.error_responses import answer_http_error
from service.http.media_types import read_accept
from service.http.streams import Shutdown, Streams
from service.mcp.endpoint import PATH as MCP
from service.mcp.endpoint import McpEndpoint
from service.middleware.app_keys import AppKeyGuard, AppKeys
from service.middleware.health import PATHS, Health
from service.middleware.rate_limit import EMOTES, CostCounter, RateLimits, SeatLimit, open_counter
from service.middleware.requests import RequestMiddleware
from service.notices.apps import HookedApps
from service.notices.forwarder import Forwarder
from service.notices.notice_process import Configuration
from service.notices.recovery import Pace
from service.notices.repository import EndpointRepository
from service.notices.sending import Sender
from service.notices.web_push import Vapid, load_vapid
from service.opponents.driver import Driver
from service.opponents.pool import Bounds, Pool
from service.opponents.table_slots import SlotBounds
from service.process.calculator import Calculator
from service.process.network import find_hosts
from service.rest import pages as reference
from service.rest.dispatch import make_routes
from service.scheduler.driver import Scheduler
from service.sessions.sealing import Seals
from service.settings import Settings, count_bot_processes, durability_of
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TournamentRepository
from service.use_cases.context import Backend, Notices, StatelessTables
from store.adapters import open_store
from store.options import SettingsError
from store.port import Store
from store.problems import DataCorrupted, StoreUnavailable
from web import pages
from web.rule_pages import make_rule_routes

log = structlog.get_logger("croupier")


def create_app(settings: Settings) -> Starlette:
    """Return the application; the process announces its shutdown to `app.state.shutdown`.

    Raises `SettingsError` if app keys or trusted documents cannot be read. The application's start raises
    `SettingsError` or `StoreUnavailable` if the store cannot be used. Await `app.state.open_store()` first to get these
    errors raised; a server only logs them.
    """
    store = open_store(settings.store, durability_of(settings))
    shutdown = Shutdown()
    health = Health(store, shutdown)
    calculator = Calculator(settings.bot_niceness)
    costs = open_counter(settings.store)
    backend = _make_backend(store, settings, calculator, costs)
    driver = _make_driver(backend, settings)
    scheduler = Scheduler(backend.sessions, backend.tournaments)
    mcp = McpEndpoint(backend, settings.cors_origins, settings.max_body_bytes, is_on=settings.mcp == "on")

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await health.open_store()
        async with _sending_notices(backend, settings):
            driver.start()
            scheduler.start()
            noting = asyncio.create_task(backend.sessions.presence.run())
            watching = asyncio.create_task(health.watch())
            yield
            await mcp.close()
            watching.cancel()
            noting.cancel()
            await scheduler.close()
            await driver.close()
        await backend.pool.close()
        await calculator.close()
        await costs.close()
        await store.close()

    app = Starlette(
        routes=[
            # Routes are tried in this order: the most used ones come first.
            *_make_graphql_routes(backend, settings),
            *make_routes(backend, settings.max_body_bytes),
            Route(MCP, mcp),
            *health.routes(),
            *explorer.make_pages(),
            *reference.make_pages(),
            *_make_page_routes(settings),
        ],
        lifespan=lifespan,
    )
    # This replaces the library's own layers, since `RequestMiddleware` answers bugs, too.
    middleware = _guard(_answering_errors(app.router), settings, costs)
    app.middleware_stack = middleware
    _prepare_server(app, middleware, settings)
    app.state.shutdown = shutdown
    app.state.backend = backend
    app.state.open_store = health.open_store
    return app


def _prepare_server(app: Starlette, middleware: RequestMiddleware, settings: Settings) -> None:
    """Store in the application's state the parts that the server uses, and the limit on streams."""
    # Ordinary requests go straight to their endpoints.
    app.state.middleware = middleware
    app.state.max_body_bytes = settings.max_body_bytes
    app.state.direct_routes = [
        route for route in app.routes if isinstance(route, Route) and hasattr(route.app, "answer")
    ]
    app.state.streams = Streams(settings.streams_per_caller)


def _make_page_routes(settings: Settings) -> list[BaseRoute]:
    if settings.page == "off":
        return [Route("/", _home)]

    def find_network_host() -> str | None:
        # Asked each time: a laptop may join another network while it serves.
        return next(iter(find_hosts(settings)), None) if settings.lan == "on" else None

    return [*pages.make_pages(find_network_host), *make_rule_routes()]


def _make_driver(backend: Backend, settings: Settings) -> Driver:
    pool = backend.pool
    bounds = SlotBounds(settings.bot_tables, settings.bot_tables_per_caller)
    return Driver(backend.sessions, pool.think, think_later=pool.think_later, bounds=bounds)


def _make_graphql_routes(backend: Backend, settings: Settings) -> tuple[Route, WebSocketRoute]:
    documents = load_documents(settings.trusted_documents, only_trusted=settings.trusted_only)
    executor = compiled if settings.compiled == "on" else interpreted
    limit = settings.max_body_bytes
    http = GraphQLOverHTTP(backend, executor, documents, limit)
    websocket = GraphQLOverWebSocket(backend, executor, documents, settings.cors_origins, max_bytes=limit)
    return Route("/graphql", http, methods=["GET", "POST"]), WebSocketRoute("/graphql", websocket)


def _answering_errors(router: Router) -> ASGIApp:
    """Return an application that serves the routes, and answers requests that no route accepts."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await router.app(scope, receive, send)
        except HTTPException as error:
            await answer_http_error(scope, error)(scope, receive, send)

    return serve


def _make_backend(store: Store, settings: Settings, calculator: Calculator, costs: CostCounter) -> Backend:
    """Return the backend of both APIs, on a store."""
    lifetimes = Lifetimes(settings.session_seconds, settings.finished_seconds, settings.archive_seconds)
    seals = Seals(settings.seal_keys) if settings.seal_keys else None
    bounds = Bounds(
        count_bot_processes(settings), settings.bot_queue, settings.bot_patience_seconds, settings.bot_niceness
    )
    return Backend(
        SessionRepository(store, lifetimes),
        TournamentRepository(store, lifetimes, calculator.run),
        StatelessTables(seals, store, settings.seal_mark_seconds),
        Pool(bounds),
        SeatLimit(costs, EMOTES).spend,
        _make_notices(store, settings),
    )


def _make_notices(store: Store, settings: Settings) -> Notices | None:
    """Return what sends notices, None if nothing does. Raises `SettingsError` for a push key that is none."""
    if settings.webhooks == "off":
        return None
    allows_private = settings.webhooks == "private"
    endpoints = EndpointRepository(store)
    return Notices(endpoints, HookedApps(endpoints), Sender(allows_private, _read_vapid(settings)), allows_private)


def _read_vapid(settings: Settings) -> Vapid | None:
    """Return the identity at push services from the settings; None if it is in the store."""
    if settings.push_key is None:
        return None
    try:
        return Vapid(settings.push_key, settings.push_contact)
    except ValueError:
        raise SettingsError('CROUPIER_PUSH_KEY is "***", which is no private key of VAPID.') from None


@asynccontextmanager
async def _sending_notices(backend: Backend, settings: Settings) -> AsyncIterator[None]:
    """Send notices while the context lasts, if the service sends any."""
    notices = backend.notices
    if notices is None:
        yield
        return
    if notices.sender.vapid is None:
        try:
            notices.sender.vapid = await load_vapid(backend.sessions.store, settings.push_contact)
        except (StoreUnavailable, DataCorrupted) as error:
            log.warning("there are no push messages until the next start", reason=str(error))
    configuration = Configuration(
        store=str(settings.store),
        durability=durability_of(settings),
        lifetimes=backend.sessions.lifetimes,
        allows_private=notices.allows_private,
        push_key=None if settings.push_key is None else str(settings.push_key),
        push_contact=settings.push_contact,
        pace=Pace(),
        log=settings.log,
        log_level=settings.log_level,
    )
    forwarder = Forwarder(backend.sessions, backend.tournaments, configuration, settings.bot_niceness)
    forwarder.start()
    yield
    await forwarder.close()
    await notices.sender.close()


def _guard(app: ASGIApp, settings: Settings, costs: CostCounter) -> RequestMiddleware:
    """Return an application behind its middleware."""
    keys = rates = None
    if settings.app_keys is not None:
        keys = AppKeyGuard(AppKeys(settings.app_keys), _is_open, late={"/graphql"})
    if settings.rate_key is not None or settings.rate_address is not None:
        rates = RateLimits(costs, settings.rate_key, settings.rate_address, free=_is_free)
    # Seats belong to bearer tokens, never to cookies, so pages of any origin may call if the settings allow it.
    return RequestMiddleware(app, PATHS, settings.cors_origins, settings.trusted_proxies, keys, rates)


def _is_free(path: str) -> bool:
    """Tell whether a request costs nothing: a probe, or a file of the page, of which a browser loads many."""
    return path in PATHS or pages.is_page(path)


def _is_open(call: Call) -> bool:
    """Tell whether a request needs no app key: a probe, or a browser that asks for a page."""
    path = call.path
    shows_no_session = path in PATHS or any(of.is_page(path) for of in (pages, reference, explorer))
    return shows_no_session or _is_for_page(call)


def _is_for_page(call: Call) -> bool:
    """Tell whether a request is for GraphiQL. With a query string it may be an operation, which needs a key."""
    is_page = call.path == "/graphql" and call.method in ("GET", "HEAD") and not call.query
    return is_page and read_accept(call.fields.get(b"accept", b"").decode("latin-1")).likes(HTML)


async def _home(_request: Request) -> Response:
    return RedirectResponse("/graphql")

"""The two transports of GraphQL in an application of their own, with short timeouts for tests."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from service.graphql.http import GraphQLOverHTTP
from service.graphql.persisted import KnownDocuments
from service.graphql.schema import compiled
from service.graphql.websocket import GraphQLOverWebSocket
from service.http.streams import Shutdown
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.context import Backend, StatelessTables
from store.adapters import open_store
from tools.services import LocalService
from tools.use_cases import tournaments_of

PATIENCE = 60.0


def make_app(
    folder: Path, heartbeat: float = 60, origins: Sequence[str] = ("*",), init_seconds: float = 60
) -> Starlette:
    """Return an application with both transports, and with the number of its tasks at /tasks."""
    store = open_store(f"sqlite:{folder / 'croupier.db'}")
    sessions = SessionRepository(store, Lifetimes(600, 600, 600))
    backend = Backend(sessions, tournaments_of(sessions), StatelessTables(None, store, 0))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await store.start()
        yield
        await store.close()

    documents = KnownDocuments()
    http = GraphQLOverHTTP(backend, compiled, documents, 1_048_576, heartbeat)
    routes = [
        Route("/graphql", http, methods=["GET", "POST"]),
        Route("/tasks", _count_tasks),
        WebSocketRoute("/graphql", GraphQLOverWebSocket(backend, compiled, documents, origins, init_seconds)),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.state.shutdown = Shutdown()
    return app


async def _count_tasks(_request: Request) -> Response:
    return JSONResponse(len(asyncio.all_tasks()))


def count_tasks(service: LocalService) -> int:
    """Return the number of the application's tasks while it handles this request; a listener of the store is one."""
    count: int = service.http.get(service.url.replace("/graphql", "/tasks")).json()
    return count


def wait_for_tasks(service: LocalService, count: int) -> None:
    """Poll until the application has so few tasks; fail when that takes too long."""
    deadline = time.monotonic() + PATIENCE
    while (found := count_tasks(service)) > count:
        assert time.monotonic() < deadline, f"{found} tasks are left, {count} were there before"

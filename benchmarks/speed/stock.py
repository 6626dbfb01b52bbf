"""Our schema on our store, served by Strawberry's own application with its caches."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import strawberry
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.extensions import ParserCache, ValidationCache
from strawberry.schema.config import StrawberryConfig

from benchmarks.speed.bare import run_app
from service.graphql.from_contract import SCALARS
from service.graphql.schema import Mutation, Query, Subscription
from service.graphql.types import GraphQLContext
from service.http.call import call_of
from service.sessions.tokens import read_bearer
from service.settings import durability_of, load_settings
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TournamentRepository
from service.use_cases.context import Backend, StatelessTables
from store.adapters import open_store

CACHED = (ParserCache, ValidationCache)


def serve() -> None:
    """Serve the schema until a signal."""
    settings = load_settings(os.environ)
    store = open_store(settings.store, durability_of(settings))
    lifetimes = Lifetimes(settings.session_seconds, settings.finished_seconds, settings.archive_seconds)
    backend = Backend(
        SessionRepository(store, lifetimes),
        TournamentRepository(store, lifetimes),
        StatelessTables(None, store, settings.seal_mark_seconds),
    )

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await store.start()
        yield
        await store.close()

    # The application ignores the lifespan protocol, so another one handles it.
    run_app(Starlette(routes=[Route("/graphql", _Endpoint(backend))], lifespan=lifespan))


class _Endpoint(GraphQL[GraphQLContext, None]):
    def __init__(self, backend: Backend) -> None:
        super().__init__(
            strawberry.Schema(
                Query,
                Mutation,
                Subscription,
                extensions=CACHED,
                config=StrawberryConfig(scalar_map=SCALARS),
            )
        )
        self._backend = backend

    async def get_context(
        self,
        request: Request | WebSocket,
        response: Response | WebSocket,  # noqa: ARG002
    ) -> GraphQLContext:
        """Return the resolvers' context, as our own endpoint does."""
        token = read_bearer(request.headers.get("authorization"))
        backend = self._backend
        return GraphQLContext(backend.sessions, backend.tournaments, backend.tables, token, call=call_of(request.scope))

"""The context of a use case: its caller, and the repositories and tables that it uses."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import msgspec

from service.opponents.pool import Pool
from service.sessions.sealing import Seals
from service.storage.sessions import SessionRepository
from service.storage.tournaments import TournamentRepository
from store.port import Store


class StatelessTables(msgspec.Struct, frozen=True):
    """The keys and the store of stateless tables.

    Without `seals` nothing can be sealed. The store remembers the ply of a sealed table for `mark_seconds`, so that
    nobody can take a move back; 0 turns this off.
    """

    seals: Seals | None
    store: Store
    mark_seconds: int


class Backend(msgspec.Struct, frozen=True):
    """The live sessions, tournaments and stateless tables of a service, and the worker processes of its bots."""

    sessions: SessionRepository
    tournaments: TournamentRepository
    tables: StatelessTables
    pool: Pool = msgspec.field(default_factory=Pool)


# A function that holds a request open while it waits for a number of sessions. It calls the given function when the
# request should stop waiting.
Hold = Callable[[int, Callable[[], object]], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def hold_freely(_sessions: int, _end: Callable[[], object]) -> AsyncIterator[None]:
    """Hold a request open without a limit, for a caller that is not a client."""
    yield


class RequestContext(msgspec.Struct):
    """The bearer token and app of a caller, the repositories and tables, and the worker processes of bots.

    `hold` keeps the request open within the limits of the API.
    """

    sessions: SessionRepository
    tournaments: TournamentRepository
    tables: StatelessTables
    token: str | None
    app: str | None = None
    pool: Pool = msgspec.field(default_factory=Pool)
    hold: Hold = hold_freely

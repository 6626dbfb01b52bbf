"""The context of a use case: its caller, and the sessions and tables that it acts on."""

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

    Without `seals` nothing can be sealed. For `mark_seconds`, the store remembers how far a sealed table has come, so
    that nobody takes a move back; 0 turns that off.
    """

    seals: Seals | None
    store: Store
    mark_seconds: int


class Backend(msgspec.Struct, frozen=True):
    """The live sessions, the tournaments, and the tables without a session, of a service; the pool thinks for bots."""

    sessions: SessionRepository
    tournaments: TournamentRepository
    tables: StatelessTables
    pool: Pool = msgspec.field(default_factory=Pool)


# Holds a request open that waits for so many sessions, and calls back when it should wait no longer.
Hold = Callable[[int, Callable[[], object]], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def hold_freely(_sessions: int, _end: Callable[[], object]) -> AsyncIterator[None]:
    """Hold a request open without a limit: its caller is no client."""
    yield


class RequestContext(msgspec.Struct):
    """A caller (its bearer token and app), what it acts on, and the pool that thinks for it.

    `hold` holds its request open within the limits of the front end.
    """

    sessions: SessionRepository
    tournaments: TournamentRepository
    tables: StatelessTables
    token: str | None
    app: str | None = None
    pool: Pool = msgspec.field(default_factory=Pool)
    hold: Hold = hold_freely

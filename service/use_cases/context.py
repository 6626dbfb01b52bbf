"""The context of a use case: its caller, and the repositories and tables that it uses."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Self

import msgspec

from service.notices.apps import HookedApps
from service.notices.repository import EndpointRepository
from service.notices.sending import Sender
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


class Notices(msgspec.Struct, frozen=True):
    """What sends notices: the endpoints that get them, the apps that have some, and the connections to them.

    `allows_private` tells whether an endpoint may have any address and port. Without the sender's `vapid` there are no
    push messages.
    """

    endpoints: EndpointRepository
    apps: HookedApps
    sender: Sender
    allows_private: bool = False


# A function that counts an emote of a seat, and raises the API's refusal if the seat has sent too many.
EmoteLimit = Callable[[str], Awaitable[None]]


async def limit_nothing(_seat: str) -> None:
    """Count nothing, for a caller that is not a client."""


class Backend(msgspec.Struct, frozen=True):
    """The live sessions, tournaments and stateless tables of a service, and the worker processes of its bots.

    `limit_emotes` limits the emotes of a seat. Without `notices` the service sends none.
    """

    sessions: SessionRepository
    tournaments: TournamentRepository
    tables: StatelessTables
    pool: Pool = msgspec.field(default_factory=Pool)
    limit_emotes: EmoteLimit = limit_nothing
    notices: Notices | None = None


# A function that holds a request open while it waits for a number of sessions. It calls the given function when the
# request should stop waiting.
Hold = Callable[[int, Callable[[], object]], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def hold_freely(_sessions: int, _end: Callable[[], object]) -> AsyncIterator[None]:
    """Hold a request open without a limit, for a caller that is not a client."""
    yield


# A function that reports to the caller how much of the whole is done, and what is being done.
Report = Callable[[float, float, str], Awaitable[None]]


async def report_nothing(_done: float, _whole: float, _doing: str) -> None:
    """Report nothing, to a caller that waits for the answer alone."""


class RequestContext(msgspec.Struct):
    """The bearer token and app of a caller, the repositories and tables, and the worker processes of bots.

    `hold` keeps the request open within the limits of the API, and `limit_emotes` and `notices` are the backend's.
    `report` reports the progress of a long answer.
    """

    sessions: SessionRepository
    tournaments: TournamentRepository
    tables: StatelessTables
    token: str | None
    app: str | None = None
    pool: Pool = msgspec.field(default_factory=Pool)
    hold: Hold = hold_freely
    limit_emotes: EmoteLimit = limit_nothing
    notices: Notices | None = None
    report: Report = report_nothing

    @classmethod
    def of(cls, backend: Backend, token: str | None, app: str | None, hold: Hold, **own: Any) -> Self:  # noqa: ANN401
        """Return the context of a caller, with what the service's backend has; `own` has further fields."""
        return cls(
            sessions=backend.sessions,
            tournaments=backend.tournaments,
            tables=backend.tables,
            token=token,
            app=app,
            pool=backend.pool,
            hold=hold,
            limit_emotes=backend.limit_emotes,
            notices=backend.notices,
            **own,
        )

    async def hooked_app(self) -> str:
        """Return the caller's app if it has webhooks: they hear of what the caller opens. Else return ""."""
        if self.app is None or self.notices is None or not await self.notices.apps.includes(self.app):
            return ""
        return self.app

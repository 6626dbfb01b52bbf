"""Sessions that share a deal, opened directly on the store of a running service, as the scheduler opens them."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from engine import Plain
from service.sessions.changes import Change, Created, DealOpened, Done, Started
from service.sessions.history_hash import new_history_key
from service.sessions.session import Dealing, Seat, Session, Setup
from service.sessions.tokens import ChangeRequest, Secret, hash_token, new_token
from service.storage.documents import new_document_id
from service.storage.sessions import Lifetimes, SessionRepository
from tests.support.graphql_client import Client
from tests.support.graphql_sessions import Live
from tools.services import Service
from tools.stores import started_store

T = TypeVar("T")

LIFETIMES = Lifetimes(session=600, finished=60, archive=600)
SHARED = Dealing(server_seed="5eed" * 16, table="round 1, board 1", is_shared=True)


def plan(
    game: str,
    tokens: list[str],
    *,
    host: str,
    options: Mapping[str, Plain] | None = None,
    dealing: Dealing = SHARED,
    setup: Setup | None = None,
) -> Created:
    """Return the change that opens a session in which the bearers of these tokens have their seats."""
    return Created(
        at=0,
        lifetime=LIFETIMES.session,
        finished_lifetime=LIFETIMES.finished,
        game=game,
        seats=tuple(Seat(name=f"Player {seat}", token=held(token)) for seat, token in enumerate(tokens)),
        options=dict(options or {}),
        setup=setup or Setup(),
        dealing=dealing,
        host=held(host),
        history_key=new_history_key(),
    )


def held(token: str) -> Secret:
    """Return the stored form of a token."""
    return Secret(hash_token(token), "")


async def open_table(sessions: SessionRepository, created: Created) -> Session:
    """Open a session and have the cards dealt."""
    session = await sessions.create(new_document_id(), replace(created, at=await sessions.store.now()))
    return (await change(sessions, session.id, Started)).session


async def change(sessions: SessionRepository, session_id: str, make: Callable[[int], Change]) -> Done:
    """Change a session as the scheduler, which has no key and no token."""
    request = ChangeRequest("scheduler", None)
    return await sessions.change(session_id, request, lambda _session, now: make(now))


class SharedDeal:
    """The tables of one deal at a running service."""

    def __init__(
        self,
        server: Service,
        game: str = "zar",
        options: Mapping[str, Plain] | None = None,
        dealing: Dealing = SHARED,
        setup: Setup | None = None,
    ) -> None:
        self.server = server
        self._game = game
        self._options = {"hands": 1, "deal": 3} if options is None else options
        self._dealing = dealing
        self._setup = setup
        self.host = Client(server, new_token())

    def table(self, seats: int = 2) -> Live:
        """Open another table; nobody watches it, so its spectator is seat 0."""
        tokens = [new_token() for _ in range(seats)]
        assert self.host.token is not None
        created = plan(
            self._game, tokens, host=self.host.token, options=self._options, dealing=self._dealing, setup=self._setup
        )
        session = self._with_sessions(lambda sessions: open_table(sessions, created))
        live = Live(self.server, session.id, [Client(self.server, token) for token in tokens])
        live.spectator = live.players[0]
        return live

    def open(self, *tables: Live) -> None:
        """Open the deal at these tables."""
        for table in tables:
            self.change(table, DealOpened)

    def change(self, table: Live, make: Callable[[int], Change]) -> Done:
        """Change a table as the scheduler."""
        return self._with_sessions(lambda sessions: change(sessions, table.id, make))

    def _with_sessions(self, call: Callable[[SessionRepository], Awaitable[T]]) -> T:
        async def run() -> T:
            async with started_store(self.server.store) as store:
                return await call(SessionRepository(store, LIFETIMES))

        return asyncio.run(run())

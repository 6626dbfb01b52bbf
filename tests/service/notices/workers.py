"""Workers that send notices: each has its own store, its own memory and its own connections."""

import time
from collections.abc import Callable, Sequence
from typing import Self

import engine
from service.notices import late
from service.notices.driver import NoticeDriver
from service.notices.endpoints import Endpoints, PushSubscription, Webhook, mark_of, owner_of_session
from service.notices.notice import NoticeType
from service.notices.recovery import Pace
from service.notices.repository import EndpointRepository
from service.notices.sending import Sender
from service.notices.versions import attach
from service.notices.web_push import Vapid, new_push_key
from service.sessions.changes import Change, Created, Done, Moved
from service.sessions.history_hash import new_history_key
from service.sessions.session import AGREEMENTS, Dealing, Seat, Session, Setup, TournamentTable, asked_seats
from service.sessions.tokens import ChangeRequest, Secret, hash_token
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TournamentRepository
from store.adapters import open_store
from store.port import Store
from store.sqlite.store import SqliteStore

DAY = 86_400
GATHER_SECONDS = 0.005
# Takes over whatever is not told, at once.
IMPATIENT = Pace(untold_millis=-1, share=1.0)
LIFETIMES = Lifetimes(10 * DAY, 2 * DAY, 10 * DAY)
HOST = "token of the host"
TOKENS = ("token of seat 0", "token of seat 1")
INTERNAL = ChangeRequest("", None)
VAPID = Vapid(new_push_key(), "mailto:tests@example.org")


class Clock:
    """The clock of an SQLite store: it stands still until it is moved."""

    def __init__(self) -> None:
        self.seconds = time.time()

    def read(self) -> float:
        return self.seconds

    def move(self, seconds: float) -> None:
        self.seconds += seconds


class NoticeWorker:
    """A worker, with its driver in the same process. Unless it was started, it dies after each commit."""

    def __init__(self, url: str, clock: Callable[[], float] | None = None, pace: Pace | None = None) -> None:
        if clock is None:
            self.store = open_store(url)
        else:
            self.store = SqliteStore(url.removeprefix("sqlite:"), clock)
        self.sessions = SessionRepository(self.store, LIFETIMES)
        self.tournaments = TournamentRepository(self.store, LIFETIMES)
        self.endpoints = EndpointRepository(self.store)
        self.sender = Sender(True, VAPID, clock=clock or time.monotonic)
        self.driver = NoticeDriver(self.sessions, self.tournaments, self.endpoints, self.sender, pace, GATHER_SECONDS)

    def start(self) -> None:
        """Begin to tell what is committed here, and what others have left."""
        attach(self.sessions, self.tournaments, self.driver.tell)
        self.driver.start()

    async def __aenter__(self) -> Self:
        await self.store.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.driver.close()
        await self.store.close()

    async def open(
        self,
        session_id: str = "table",
        *,
        tokens: Sequence[str] = TOKENS,
        tournament: TournamentTable | None = None,
        dealing: Dealing | None = None,
        app: str = "",
    ) -> Session:
        """Open a table that sends notices, with its players."""
        created = Created(
            at=await self.store.now(),
            lifetime=LIFETIMES.session,
            finished_lifetime=LIFETIMES.finished,
            game="zar",
            seats=tuple(Seat(token=held(token)) for token in tokens),
            options={},
            setup=Setup(),
            dealing=dealing or Dealing(seed=hash_token(session_id)),
            host=held(HOST),
            history_key=new_history_key(),
            agreements=AGREEMENTS,
            tournament=tournament,
            sends_notices=True,
            app=app,
        )
        return await self.sessions.create(session_id, created)

    async def hook(
        self,
        url: str,
        *,
        owner: str = owner_of_session("table"),
        token: str | None = HOST,
        types: Sequence[NoticeType] = (),
        name: str = "hook",
    ) -> None:
        """Let a URL get the notices of an owner; without a token it is a webhook of an app."""
        mark = "" if token is None else mark_of(token)

        def add(endpoints: Endpoints, now: int) -> Endpoints:
            return endpoints.with_webhook(Webhook(name, url, now, mark, tuple(types)))

        await self.endpoints.change(owner, 2 * LIFETIMES.session, add)

    async def subscribe(self, push: PushSubscription) -> None:
        """Let a browser get the notices of its seat at the table."""
        await self.endpoints.change(owner_of_session("table"), 2 * LIFETIMES.session, lambda of, _: of.with_push(push))

    async def change(self, decide: Callable[[Session, int], Change], session_id: str = "table") -> Done:
        """Change a session."""
        return await self.sessions.change(session_id, INTERNAL, decide)

    async def move(self, session_id: str = "table") -> Done:
        """Make the first legal move of the seat that is asked."""
        return await self.change(first_move, session_id)


def first_move(session: Session, now: int) -> Moved:
    """Return the first legal move of the seat that is asked."""
    assert session.state is not None
    (seat,) = asked_seats(session)
    return Moved(now, seat, str(engine.legal_moves(session.state, seat)[0]))


def held(token: str) -> Secret:
    """Return the stored form of a token."""
    return Secret(hash_token(token), "")


async def park(store: Store, delivery: late.Delivery, due: int) -> None:
    """Park a delivery of an endpoint that is due at a time."""
    await late.put(store, delivery)
    await late.enter(store, delivery.target, due)


async def parked(store: Store) -> Sequence[late.Delivery]:
    """Return what is parked for the endpoints on the index."""
    targets = {entry.target for entry in await late.list_due(store, None, 1000)}
    return [one for target in sorted(targets) for one in await late.list_parked(store, target, None, 1000)]

"""Short scenarios for a caller of the store's port, in each of which one of the planted stores fails.

A caller keeps the rule of every client: a change has one key, and a caller without an answer
retries with that key until the answer is definite.
"""

import asyncio
from collections.abc import Awaitable, Callable

from service.sessions.apply_change import apply_change, create
from service.sessions.changes import Created, HandedOver, RematchMade
from service.sessions.history_hash import new_history_key
from service.sessions.session import Dealing, Seat, Session, Setup
from service.sessions.tokens import Secret, make_change_request
from service.storage.codec import SESSIONS
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.inputs import CreateSessionInput, SessionInput
from service.use_cases.lobby import abandon_session, offer_rematch
from service.use_cases.opening import create_session
from store.port import Commit, Committed, Conflict, Repeated
from store.problems import StoreUnavailable
from tools.faults.checker import describe_change
from tools.faults.history import History, Wish
from tools.faults.planted import TABLE, Sound
from tools.stored import encode_entry, encode_session
from tools.use_cases import caller

LIFE = 3600
SEATS = 4
# A store that never gives the outcome of a change is given up in the end, which the history records.
ATTEMPTS = 5

StoreScenario = Callable[[Sound, History], Awaitable[None]]


class Caller:
    """A caller that changes and reads the one session of a store."""

    def __init__(self, store: Sound, history: History, name: str) -> None:
        self.store = store
        self.history = history
        self.name = name

    async def create(self) -> None:
        """Make the session."""
        seats = (Seat(),) * SEATS
        made = Created(
            1, LIFE, LIFE, "zeven", seats, {}, Setup(), Dealing(seed="s"), Secret("host", ""), new_history_key()
        )
        session, entry = create(TABLE, made)
        wish = self.history.wish(self.name, TABLE, "create", describe_change(made))
        change = Commit(TABLE, 0, encode_session(session), encode_entry(entry, TABLE, 1), LIFE, "create")
        await self._settle(wish, change)

    async def hand_over(self, seat: int, key: str) -> None:
        """Hand a seat over, at any version."""
        wish = self._wish(seat, key)
        while not await self._settle(wish, self._change(await self.load(), seat, key)):
            pass

    async def hand_over_from(self, session: Session, seat: int, key: str) -> None:
        """Hand a seat over, if the session is unchanged."""
        wish = self._wish(seat, key)
        if not await self._settle(wish, self._change(session, seat, key)):
            self.history.refuse(wish, "STALE_VERSION")

    async def load(self) -> Session:
        """Return the session, and record its version."""
        sent = self.history.tick()
        stored = await self.store.load(TABLE)
        assert stored is not None
        self.history.saw(self.name, TABLE, sent, stored.version)
        return SESSIONS.decode(stored.document, TABLE)

    def _wish(self, seat: int, key: str) -> Wish:
        return self.history.wish(self.name, TABLE, key, describe_change(HandedOver(1, seat, Secret("", ""))))

    def _change(self, session: Session, seat: int, key: str) -> Commit:
        after, entry = apply_change(session, HandedOver(session.version + 1, seat, Secret(key, "")))
        body = encode_entry(entry, TABLE, after.version)
        return Commit(TABLE, session.version, encode_session(after), body, LIFE, key)

    async def _settle(self, wish: Wish, change: Commit) -> bool:
        """Send a change until its answer is definite, or for too long; tell if it needs no other attempt."""
        for _ in range(ATTEMPTS):
            wish.attempts += 1
            try:
                answer = await self.store.commit(change)
            except StoreUnavailable:
                continue
            match answer:
                case Committed(version=version):
                    self.history.acknowledge(wish, version)
                case Repeated(receipt=receipt):
                    self.history.acknowledge(wish, receipt.version)
                case Conflict():
                    return False
            return True
        return True


async def opened(store: Sound, history: History) -> Caller:
    """Make the session and return its caller."""
    host = Caller(store, history, "host")
    await host.create()
    return host


async def two_writers(store: Sound, history: History) -> None:
    """Two change the same version at the same time."""
    host = await opened(store, history)
    rival = Caller(store, history, "rival")
    session = await host.load()
    await asyncio.gather(host.hand_over_from(session, 0, "one"), rival.hand_over_from(session, 1, "other"))


async def unheard_from_a_version(store: Sound, history: History) -> None:
    """An answer is lost, and the change, which was for one version only, is retried."""
    host = await opened(store, history)
    store.unheard.add("one")
    await host.hand_over_from(await host.load(), 0, "one")


async def unheard(store: Sound, history: History) -> None:
    """An answer is lost, and the change, which is for any version, is retried."""
    host = await opened(store, history)
    store.unheard.add("one")
    await host.hand_over(0, "one")
    await host.hand_over(1, "another")


async def watched(store: Sound, history: History) -> None:
    """A caller is woken for a version and reads it."""
    host = await opened(store, history)
    watcher = Caller(store, history, "watcher")
    async with store.wakeups(TABLE) as wakeups:
        change = asyncio.create_task(host.hand_over(0, "one"))
        history.woken(watcher.name, TABLE, await anext(wakeups))
        await watcher.load()
        await change


async def killed(store: Sound, history: History) -> None:
    """The store is killed after an answer."""
    host = await opened(store, history)
    await host.hand_over(0, "one")
    await host.hand_over(1, "another")
    await store.kill()


async def read_again(store: Sound, history: History) -> None:
    """A caller reads, writes and reads again."""
    host = await opened(store, history)
    session = await host.load()
    await host.hand_over_from(session, 0, "one")
    await host.load()


async def failed_over(store: Sound, history: History) -> None:
    """Another server takes over, and the old primary goes on for a while."""
    host = await opened(store, history)
    await store.fail_over()
    await host.hand_over(0, "one")
    await host.hand_over(1, "another")
    await store.demote_old()


async def rematch_unheard(store: Sound, history: History) -> None:
    """The answer to a rematch is lost; the caller retries with its key, and once more after a kill."""
    sessions = SessionRepository(store, Lifetimes(LIFE, LIFE, LIFE))
    opened = await create_session(caller(sessions), CreateSessionInput(game="zeven", seats=SEATS))
    table = opened.session.id
    host = opened.host_token
    history.acknowledge(history.wish("host", table, "", "created"), 1)
    ended = await abandon_session(caller(sessions, host), SessionInput(session_id=table))
    history.acknowledge(history.wish("host", table, "", "abandoned"), ended.version)
    store.unheard.add(make_change_request("rematch", host, "again").key)
    wish = history.wish("host", table, "", "")
    for _ in range(ATTEMPTS):
        try:
            again = SessionInput(session_id=table, idempotency_key="again")
            offered = await offer_rematch(caller(sessions, host), again)
        except StoreUnavailable:
            continue
        wish.what = wish.what or describe_change(RematchMade(0, offered.session.id))
        history.acknowledge(wish, (await sessions.read(table)).version)
        await store.kill()

"""A response reports only durable facts, also when another client has written them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

import pytest

from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.inputs import CreateSessionInput, JoinSessionInput, SessionInput
from service.use_cases.lobby import abandon_session, join_session, offer_rematch, start_session
from service.use_cases.opening import create_session
from service.views.session_view import SessionCreated
from store.adapters import open_store
from store.options import Durability
from store.port import Commit, Committed, Conflict, Repeated, Store
from store.problems import StoreUnavailable
from tests.support.graphql_sessions import new_key
from tests.support.store_fixtures import Pair
from tests.support.stores import until
from tools.stores import StoreWrapper, started_store
from tools.use_cases import caller

pytestmark = pytest.mark.anyio

REPLICATED = Durability("replicated", 1)
LIFETIMES = Lifetimes(600, 600, 600)

T = TypeVar("T")


class Cutting(StoreWrapper):
    """A store whose replica confirms nothing more just before a change to the session `cut_at`."""

    def __init__(self, pair: Pair) -> None:
        super().__init__(open_store(pair.primary.url, REPLICATED))
        self._pair = pair
        self.cut_at = ""

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        if change.document_id == self.cut_at:
            self.cut_at = ""
            self._pair.pause()
        return await super().commit(change)


@asynccontextmanager
async def started(pair: Pair) -> AsyncIterator[tuple[Cutting, SessionRepository]]:
    store = Cutting(pair)
    await store.start()
    try:
        yield store, SessionRepository(store, LIFETIMES)
    finally:
        await store.close()


async def opened(sessions: SessionRepository, key: str | None = None) -> SessionCreated:
    wanted = CreateSessionInput(game="zeven", seats=2, idempotency_key=key)
    return await create_session(caller(sessions), wanted)


async def abandon(sessions: SessionRepository, table: SessionCreated) -> None:
    await abandon_session(caller(sessions, table.host_token), SessionInput(session_id=table.session.id))


async def rematch(sessions: SessionRepository, table: SessionCreated, key: str | None) -> str:
    """Offer a rematch as the host, and return its id."""
    wanted = SessionInput(session_id=table.session.id, idempotency_key=key)
    return (await offer_rematch(caller(sessions, table.host_token), wanted)).session.id


async def refused_or(call: Callable[[], Awaitable[str]]) -> str:
    """Return the result of a call, or that it was not acknowledged."""
    try:
        return await call()
    except StoreUnavailable:
        return "not acknowledged"


async def answered(call: Callable[[], Awaitable[T]]) -> T:
    """Return the result of a call once the replica is back."""
    answers: list[T] = []

    async def is_answered() -> bool:
        with suppress(StoreUnavailable):
            answers.append(await call())
        return bool(answers)

    await until(is_answered)
    return answers[-1]


@pytest.mark.parametrize("same_key", [True, False])
async def test_a_rematch_is_told_only_when_kept_and_is_the_same_after_a_failover(pair: Pair, *, same_key: bool) -> None:
    async with started(pair) as (store, sessions):
        old = await opened(sessions)
        await abandon(sessions, old)
        first = new_key()

        async def offer(key: str) -> str:
            return await rematch(sessions, old, key)

        store.cut_at = old.session.id
        assert await refused_or(lambda: offer(first)) == "not acknowledged"
        # The primary has it; no other route may report what was not acknowledged.
        key = first if same_key else new_key()
        assert await refused_or(lambda: offer(key)) == "not acknowledged"
        pair.resume()
        answer = await answered(lambda: offer(key))
    # The replica takes over.
    pair.replica.call("REPLICAOF", "NO", "ONE")
    async with started_store(pair.replica.url) as promoted:
        assert await rematch(SessionRepository(promoted, LIFETIMES), old, key) == answer


@pytest.mark.parametrize("same_key", [True, False])
async def test_a_host_that_is_overtaken_is_told_of_the_other_rematch(sqlite_store: Store, *, same_key: bool) -> None:
    sessions = SessionRepository(sqlite_store, LIFETIMES)
    old = await opened(sessions)
    await abandon(sessions, old)
    key = new_key()
    rival = Overtaken(sqlite_store, old, key)
    mine = SessionRepository(rival, LIFETIMES)
    offered = await rematch(mine, old, key if same_key else new_key())
    assert offered == rival.rematch == (await sessions.read(old.session.id)).rematch


class Overtaken(StoreWrapper):
    """A store in which another client offers the rematch just before we link ours."""

    def __init__(self, store: Store, old: SessionCreated, key: str) -> None:
        super().__init__(store)
        self.old = old
        self.key = key
        self.rematch = ""

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        if change.document_id == self.old.session.id and not self.rematch:
            others = SessionRepository(self.store, LIFETIMES)
            self.rematch = await rematch(others, self.old, self.key)
        return await super().commit(change)


async def test_a_session_that_is_there_already_is_told_only_when_it_is_kept(pair: Pair) -> None:
    async with started(pair) as (_, sessions):
        key = new_key()

        async def create() -> str:
            return (await opened(sessions, key)).session.id

        pair.pause()
        for _ in range(2):
            assert await refused_or(create) == "not acknowledged"
        pair.resume()
        answer = await answered(create)
        assert await create() == answer


async def test_a_refusal_tells_nothing_that_may_be_taken_back(pair: Pair) -> None:
    async with started(pair) as (_, sessions):
        table = await opened(sessions)
        await join_session(caller(sessions), JoinSessionInput(session_id=table.session.id))
        pair.pause()
        for act in (abandon_session, start_session):
            # The second one is refused since the session is over, which no replica knows.
            with pytest.raises(StoreUnavailable):
                await act(caller(sessions, table.host_token), SessionInput(session_id=table.session.id))


async def test_a_repetition_is_answered_with_what_is_kept(pair: Pair) -> None:
    async with started(pair) as (_, sessions):
        table = await opened(sessions)
        key = new_key()
        place = JoinSessionInput(session_id=table.session.id, idempotency_key=key)
        joined = await join_session(caller(sessions), place)
        pair.pause()
        with pytest.raises(StoreUnavailable):
            await abandon(sessions, table)
        with pytest.raises(StoreUnavailable):
            await join_session(caller(sessions), place)
        pair.resume()
        again = await answered(lambda: join_session(caller(sessions), place))
        assert (again.seat_token, again.session.status) == (joined.seat_token, "ABANDONED")


async def test_the_archive_of_a_session_is_read_as_durably(pair: Pair) -> None:
    async with started(pair) as (store, _):
        for archive_for in (60, 0):
            name = f"archived {archive_for}"
            await store.commit(Commit(name, 0, b"", b"", 1, archive=b"kept", archive_for=archive_for))

            async def is_gone(name: str = name) -> bool:
                return await store.load(name) is None

            await until(is_gone)
            assert await store.load_durable(name) is None
            pair.pause()
            with pytest.raises(StoreUnavailable):
                await store.load_durable(name)
            pair.resume()
            await answered(lambda: store.advance_watermark("probe", 1, "", 60))
            assert await store.archived(name) == b"kept"
        assert await store.load_durable("nowhere") is None

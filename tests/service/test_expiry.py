"""A session that has expired is gone, for its streams too; its idempotency key lives as long as it does."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import engine
from service.sessions.problems import Problem
from service.sessions.session import Session, asked_seats
from service.storage.port import Store
from service.storage.repository import Lifetimes, SessionRepository
from service.storage.sqlite.store import SqliteStore
from service.use_cases.watch import follow
from tests.service.calls import Act, Opening, join, move, open_session
from tests.support.graphql_sessions import ONLY_THREES, new_key

pytestmark = pytest.mark.anyio

KEY = new_key()


def sessions_of(store: Store, lifetime: int) -> SessionRepository:
    return SessionRepository(store, Lifetimes(session=lifetime, finished=lifetime, archive=lifetime))


async def opened(sessions: SessionRepository, key: str | None) -> Session:
    return (await open_session(sessions, "zeven", 2, key=key)).session


async def test_a_stream_ends_when_its_session_expires(store: Store) -> None:
    sessions = sessions_of(store, 1)
    session = await opened(sessions, None)
    frames = follow(sessions, session.id, None)
    assert (await anext(frames)).session == session
    with pytest.raises(Problem, match="expired") as problem:
        await anext(frames)
    assert problem.value.code == "NOT_FOUND"


async def test_a_stream_goes_on_for_as_long_as_something_happens(store: Store) -> None:
    sessions = sessions_of(store, 1)
    session = await opened(sessions, None)
    frames = follow(sessions, session.id, None)
    assert (await anext(frames)).session == session
    waiting = asyncio.ensure_future(anext(frames))
    joining = await join(sessions, session.id, name="Ada")
    assert (await waiting).session == joining.session
    with pytest.raises(Problem, match="expired"):
        await anext(frames)
    assert await sessions.store.now() >= joining.session.expires_at


async def test_a_stream_that_waits_can_be_cancelled(store: Store) -> None:
    sessions = sessions_of(store, 60)
    session = await opened(sessions, None)
    frames = follow(sessions, session.id, None)
    await anext(frames)
    waiting = asyncio.ensure_future(anext(frames))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_a_key_gives_its_session_again_and_another_one_when_that_has_expired(store: Store) -> None:
    sessions = sessions_of(store, 1)
    first = await opened(sessions, KEY)
    assert await opened(sessions, KEY) == first
    with pytest.raises(Problem, match="expired"):
        [frame async for frame in follow(sessions, first.id, None)]
    second = await opened(sessions, KEY)
    assert (second.version, second.host == first.host, second.history_hash == first.history_hash) == (1, False, False)


class Timed:
    """Sessions on a store whose clock goes when it is told to; each lives a minute, and its archive an hour."""

    def __init__(self, file: Path) -> None:
        self.seconds = 1e9
        self.store = SqliteStore(str(file), clock=lambda: self.seconds)
        self.sessions = SessionRepository(self.store, Lifetimes(session=60, finished=60, archive=3600))

    async def open(self) -> Opening:
        options = {name: int(value) for name, value in ONLY_THREES.items()}
        return await open_session(self.sessions, "zlam", 2, options=options, key=KEY)


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[Timed]:
    timed = Timed(tmp_path / "croupier.db")
    await timed.store.start()
    yield timed
    await timed.store.close()


async def test_a_key_lives_as_long_as_its_session_is_played(timed: Timed) -> None:
    first = await timed.open()
    for seat in range(2):
        timed.seconds += 50
        await join(timed.sessions, first.session.id, seat=seat)
    timed.seconds += 50
    again = await timed.open()
    assert (again.session.id, again.session.version) == (first.session.id, 3)
    assert (again.host_token, again.codes) == (first.host_token, first.codes)


async def test_a_key_lives_as_long_as_the_archive_of_its_session(timed: Timed) -> None:
    first = await timed.open()
    session = first.session
    tokens = [(await join(timed.sessions, session.id, seat=seat)).token for seat in range(2)]
    while not (session := await timed.sessions.read(session.id)).is_over:
        (seat, *_) = asked_seats(session)
        assert session.state is not None
        await move(timed.sessions, Act(session.id, tokens[seat]), str(engine.legal_moves(session.state, seat)[0]))
    timed.seconds += 3000
    assert await timed.store.load(session.id) is None
    again = await timed.open()
    assert (again.session, again.host_token, again.codes) == (session, first.host_token, first.codes)


async def test_a_key_is_not_found_out_by_the_id_of_its_session(store: Store) -> None:
    session = await opened(sessions_of(store, 60), KEY)
    assert KEY not in session.id
    assert re.fullmatch("[A-Za-z0-9_-]{22}", session.id)
    assert session.id != (await opened(sessions_of(store, 60), new_key())).id

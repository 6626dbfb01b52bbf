"""An expired session is gone, for its streams too; its idempotency key expires with it."""

import asyncio
import re

import pytest

from service.sessions.problems import Problem
from service.sessions.session import Session
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.inputs import CreateSessionInput, JoinSessionInput, OptionInput
from service.use_cases.lobby import join_session
from service.use_cases.opening import create_session
from service.use_cases.watch import watch
from service.views.session_view import SessionCreated
from store.port import Store
from tests.support.graphql_sessions import ONLY_THREES, new_key
from tests.support.timed_sessions import Timed
from tools.use_cases import caller, session_of

pytestmark = pytest.mark.anyio

KEY = new_key()


def sessions_of(store: Store, lifetime: int) -> SessionRepository:
    return SessionRepository(store, Lifetimes(session=lifetime, finished=lifetime, archive=lifetime))


async def opened(sessions: SessionRepository, key: str | None) -> Session:
    wanted = CreateSessionInput(game="zeven", seats=2, idempotency_key=key)
    return session_of(await create_session(caller(sessions), wanted))


async def test_a_stream_ends_when_its_session_expires(store: Store) -> None:
    sessions = sessions_of(store, 1)
    session = await opened(sessions, None)
    frames = watch(sessions, session.id, None)
    assert (await anext(frames)).session == session
    with pytest.raises(Problem, match="expired") as problem:
        await anext(frames)
    assert problem.value.code == "NOT_FOUND"


async def test_a_stream_goes_on_for_as_long_as_something_happens(store: Store) -> None:
    sessions = sessions_of(store, 1)
    session = await opened(sessions, None)
    frames = watch(sessions, session.id, None)
    assert (await anext(frames)).session == session
    waiting = asyncio.ensure_future(anext(frames))
    joined = await join_session(caller(sessions), JoinSessionInput(session_id=session.id, name="Ada"))
    assert (await waiting).session == session_of(joined)
    with pytest.raises(Problem, match="expired"):
        await anext(frames)
    assert await sessions.store.now() >= session_of(joined).expires_at


async def test_a_stream_that_waits_can_be_cancelled(store: Store) -> None:
    sessions = sessions_of(store, 60)
    session = await opened(sessions, None)
    frames = watch(sessions, session.id, None)
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
        [frame async for frame in watch(sessions, first.id, None)]
    second = await opened(sessions, KEY)
    assert (second.version, second.host == first.host, second.history_hash == first.history_hash) == (1, False, False)


async def opened_short(timed: Timed) -> SessionCreated:
    options = [OptionInput(name=name, value=str(value)) for name, value in ONLY_THREES.items()]
    wanted = CreateSessionInput(game="zlam", seats=2, options=options, idempotency_key=KEY)
    return await create_session(caller(timed.sessions), wanted)


async def test_a_key_lives_as_long_as_its_session_is_played(timed: Timed) -> None:
    first = await opened_short(timed)
    for seat in range(2):
        timed.seconds += 50
        await timed.join(first.session.id, seat)
    timed.seconds += 50
    again = await opened_short(timed)
    assert (again.session.id, again.session.version) == (first.session.id, 3)
    assert (again.host_token, again.join_links) == (first.host_token, first.join_links)


async def test_a_key_lives_as_long_as_the_archive_of_its_session(timed: Timed) -> None:
    first = await opened_short(timed)
    session = session_of(first)
    session = await timed.play(session.id)
    timed.seconds += 3000
    assert await timed.store.load(session.id) is None
    again = await opened_short(timed)
    assert session_of(again) == session
    assert (again.host_token, again.join_links) == (first.host_token, first.join_links)


async def test_a_key_is_not_found_out_by_the_id_of_its_session(store: Store) -> None:
    session = await opened(sessions_of(store, 60), KEY)
    assert KEY not in session.id
    assert re.fullmatch("[A-Za-z0-9_-]{22}", session.id)
    assert session.id != (await opened(sessions_of(store, 60), new_key())).id

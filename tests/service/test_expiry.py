"""A session that has expired is gone, for its streams too, and its id is never used again."""

import asyncio

import pytest

from service.follow import follow
from service.play.lobby import Place, join, open_session
from service.play.session import Session, Setup
from service.play.sessions import Lifetimes, Sessions
from service.problems import Problem
from service.stores.base import Store

pytestmark = pytest.mark.anyio

KEY = "a key that nobody guesses"


def sessions_of(store: Store, lifetime: int) -> Sessions:
    return Sessions(store, Lifetimes(session=lifetime, finished=lifetime, archive=lifetime))


async def opened(sessions: Sessions, key: str | None) -> Session:
    opening = await open_session(
        sessions, game="zeven", seats=2, options={}, setup=Setup(), seed=None, deck=None, key=key
    )
    return opening.session


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
    joining = await join(sessions, session.id, None, Place(name="Ada"), None)
    assert (await waiting).session == joining.done.session
    with pytest.raises(Problem, match="expired"):
        await anext(frames)
    assert await sessions.store.now() >= joining.done.session.expires_at


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
    assert second.id != first.id
    assert await sessions.find(first.id) is None


async def test_a_key_names_no_session_that_can_be_asked_for(store: Store) -> None:
    sessions = sessions_of(store, 60)
    await opened(sessions, KEY)
    assert await sessions.find(f"key:{KEY}") is None

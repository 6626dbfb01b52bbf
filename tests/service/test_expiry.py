"""A session that has expired is gone, for its streams too, and its id is never used again."""

import pytest

from service.follow import follow
from service.play.sessions import Sessions
from service.problems import Problem
from service.stores.base import Store

pytestmark = pytest.mark.anyio

KEY = "a key that nobody guesses"


async def test_a_stream_ends_when_its_session_expires(store: Store) -> None:
    sessions = Sessions(store, lifetime=1)
    session = await sessions.create("zeven", 2, {}, None)
    frames = follow(sessions, session.id, None)
    assert (await anext(frames)).session == session
    with pytest.raises(Problem, match="expired") as problem:
        await anext(frames)
    assert problem.value.code == "NOT_FOUND"


async def test_a_key_gives_its_session_again_and_another_one_when_that_has_expired(store: Store) -> None:
    sessions = Sessions(store, lifetime=1)
    first = await sessions.create("zeven", 2, {}, KEY)
    assert await sessions.create("zeven", 2, {}, KEY) == first
    with pytest.raises(Problem, match="expired"):
        [frame async for frame in follow(sessions, first.id, None)]
    second = await sessions.create("zeven", 2, {}, KEY)
    assert second.id != first.id
    assert await sessions.find(first.id) is None


async def test_a_key_names_no_session_that_can_be_asked_for(store: Store) -> None:
    sessions = Sessions(store, lifetime=60)
    await sessions.create("zeven", 2, {}, KEY)
    assert await sessions.find(f"key:{KEY}") is None

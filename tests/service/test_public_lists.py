"""The lists of public sessions, where a worker dies before it has changed them."""

import pytest

from service.storage.port import Store
from service.storage.public_lists import RUNNING, enlist, list_of
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.finding.listing import list_running_sessions
from service.use_cases.inputs import CreateSessionInput, JoinSessionInput, ListSessionsInput, SessionInput
from service.use_cases.lobby import abandon_session, join_session
from service.use_cases.opening import create_session
from tests.support.use_cases import caller, session_of

pytestmark = pytest.mark.anyio


async def test_a_table_that_was_left_on_the_list_is_not_told_and_is_taken_off(store: Store) -> None:
    sessions = SessionRepository(store, Lifetimes(3600, 3600, 0))
    made = await create_session(caller(sessions), CreateSessionInput(game="zeven", seats=2, public=True))
    joined = [await join_session(caller(sessions), JoinSessionInput(session_id=made.session.id)) for _ in range(2)]
    assert list_of(session_of(joined[-1])) == RUNNING
    (told,) = (await list_running_sessions(caller(sessions), ListSessionsInput())).nodes
    assert told.session_id == made.session.id
    over = session_of(
        await abandon_session(caller(sessions, made.host_token), SessionInput(session_id=told.session_id))
    )
    assert await store.listed(RUNNING, None, 10) == []
    await enlist(store, RUNNING, over.id, over, over.created_at)
    assert (await list_running_sessions(caller(sessions), ListSessionsInput())).nodes == ()
    assert await store.listed(RUNNING, None, 10) == []


async def test_a_session_that_was_never_created_is_not_told(store: Store) -> None:
    sessions = SessionRepository(store, Lifetimes(3600, 3600, 0))
    await store.enlist(RUNNING, "never", await store.now() - 600_000, 60)
    assert (await list_running_sessions(caller(sessions), ListSessionsInput())).nodes == ()
    assert await store.listed(RUNNING, None, 10) == []

"""A worker takes over the notices of durable versions alone."""

import pytest

from service.notices.recovery import Recovery, outbox_of_sessions
from service.storage.sessions import SessionRepository
from store.port import Stored
from store.problems import StoreUnavailable
from tests.service.notices.workers import IMPATIENT, LIFETIMES, NoticeWorker
from tools.inbox import Inbox
from tools.stores import StoreWrapper

pytestmark = pytest.mark.anyio


class Unconfirmed(StoreWrapper):
    """A store whose replicas confirm nothing: a failover would undo its newest changes."""

    async def load_durable(self, document_id: str) -> Stored | None:
        raise StoreUnavailable(f"no replica confirms {document_id}")


async def test_what_a_failover_may_undo_is_not_told_for_another_worker(sqlite_url: str) -> None:
    async with Inbox() as inbox, NoticeWorker(sqlite_url) as dead, NoticeWorker(sqlite_url) as other:
        await dead.hook(inbox.url())
        await dead.open()
        session = await other.sessions.read("table")
        now = await other.store.now()
        tell = other.driver.take_over_session
        doubtful = SessionRepository(Unconfirmed(other.store), LIFETIMES)
        with pytest.raises(StoreUnavailable):
            await Recovery(outbox_of_sessions(doubtful), tell, IMPATIENT).look_at(session, now)
        await other.driver.settle()
        assert inbox.messages == []
        await Recovery(outbox_of_sessions(other.sessions), tell, IMPATIENT).look_at(session, now)
        await other.driver.settle()
    assert inbox.types() == ["table.opened"]

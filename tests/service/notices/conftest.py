"""A worker that sends notices, its clock, and the receiver of its webhooks."""

from collections.abc import AsyncIterator

import pytest

from tests.service.notices.workers import Clock, NoticeWorker
from tools.inbox import Inbox


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def inbox() -> AsyncIterator[Inbox]:
    async with Inbox() as inbox:
        yield inbox


@pytest.fixture
async def worker(sqlite_url: str, clock: Clock) -> AsyncIterator[NoticeWorker]:
    """A worker that tells what it commits, on a store whose clock the test moves."""
    async with NoticeWorker(sqlite_url, clock.read) as worker:
        worker.start()
        yield worker

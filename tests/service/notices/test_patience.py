"""Receivers that ask for patience: they are left alone for as long as they need, and lose nothing."""

import pytest

from service.sessions.changes import Started
from tests.service.notices.workers import Clock, NoticeWorker
from tools.inbox import Answer, Inbox

pytestmark = pytest.mark.anyio


async def test_a_receiver_that_gets_too_many_requests_is_left_alone_for_longer_than_one_that_fails(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(429)
    await worker.hook(inbox.url())
    await worker.open()
    await worker.driver.settle()
    # After a 500, the next notice would be sent after 15 seconds at the latest.
    clock.seconds += 59
    await worker.change(lambda _, now: Started(now))
    await worker.driver.look_for_late()
    await worker.driver.settle()
    assert len(inbox.messages) == 1


async def test_a_receiver_that_asks_for_a_break_of_a_day_loses_nothing(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(503, retry_after="86400")
    await worker.hook(inbox.url())
    await worker.open()
    await worker.driver.settle()
    inbox.answer = lambda _: Answer()
    clock.seconds += 5 * 3600
    await worker.change(lambda _, now: Started(now))
    await worker.driver.settle()
    assert len(inbox.messages) == 1
    clock.seconds += 3700
    for _ in range(2):
        await worker.driver.look_for_late()
        await worker.driver.settle()
        clock.seconds += 10
    assert sorted(inbox.types()[1:]) == ["table.opened", "table.started", "turn.started"]

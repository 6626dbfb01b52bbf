"""The process beside a worker that sends its notices: it starts when it is needed, and ends with the worker."""

import os
import signal
from collections.abc import AsyncIterator

import pytest
import standardwebhooks

from tests.service.notices.workers import NoticeWorker
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import new_key
from tests.support.services import service_with
from tests.support.stores import until
from tools.inbox import Inbox
from tools.load.serving import read_metric
from tools.measuring.processes import children_of
from tools.services import Service

pytestmark = pytest.mark.anyio

sending = service_with(webhooks="private")


@pytest.fixture
async def inbox() -> AsyncIterator[Inbox]:
    async with Inbox() as inbox:
        yield inbox


class Hooked:
    """A table of a service whose host has a webhook."""

    def __init__(self, service: Service, url: str) -> None:
        self._service = service
        created = self._post("/v1/sessions", None, game="zar", seats=2)
        self.id = created["session"]["id"]
        self._host = created["hostToken"]
        self.secret = self._post("/v1/webhooks", self._host, sessionId=self.id, url=url)["secret"]

    def seat(self) -> None:
        """Take both seats, so that the cards are dealt."""
        for seat in range(2):
            self._post(f"/v1/sessions/{self.id}/seats", None, seat=seat)

    def abandon(self) -> None:
        """End the session."""
        self._post(f"/v1/sessions/{self.id}/abandon", self._host)

    def _post(self, path: str, token: str | None, **body: object) -> Json:
        headers = {"Idempotency-Key": new_key()} | ({} if token is None else {"Authorization": f"Bearer {token}"})
        answer = self._service.http.post(self._service.root + path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()


async def test_a_service_sends_signed_notices_and_goes_on_when_the_process_that_does_so_dies(
    sending: Service, inbox: Inbox
) -> None:
    assert children_of(sending.process_id) == []
    table = Hooked(sending, inbox.url())
    table.seat()
    await until(lambda: inbox.types() == ["table.started", "turn.started"])
    for message in inbox.messages:
        standardwebhooks.Webhook(table.secret).verify(message.body, message.headers)
    delivered = {"kind": "webhook", "outcome": "delivered"}
    await until(lambda: read_metric(sending, "croupier_notices_total", **delivered) == 2)
    (process,) = children_of(sending.process_id)
    os.kill(process, signal.SIGKILL)
    await until(lambda: children_of(sending.process_id) not in ([process], []))
    table.abandon()
    await until(lambda: inbox.types()[2:] == ["turn.ended", "table.finished"])


async def test_a_worker_that_stops_lets_the_process_finish(sqlite_url: str, inbox: Inbox) -> None:
    async with NoticeWorker(sqlite_url) as worker:
        worker.start()
        await worker.hook(inbox.url())
        inbox.is_open.clear()
        await worker.open()
        await until(lambda: len(inbox.messages) == 1)
        inbox.is_open.set()
        await worker.driver.close()
        assert await worker.driver.settle() == set()
    assert inbox.types() == ["table.opened"]

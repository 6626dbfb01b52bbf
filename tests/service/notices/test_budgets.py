"""Nobody uses the service against others: an address gets few requests of strangers, unless it accepts them."""

import asyncio
import re
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest

from service.notices.budgets import LONGEST_WAIT, MOST_KNOWN, UNPROVEN, WILLING, WILLING_SECONDS, Budgets
from service.notices.connections import MOST_OF_APPS, MOST_OF_STRANGERS
from service.notices.endpoints import PushSubscription, owner_of_app, owner_of_session
from service.notices.failed import list_failed
from service.notices.push_services import is_well_known
from service.notices.sending import Attempt, Sender
from service.notices.web_push import Vapid, new_push_key
from service.sessions.changes import Started
from service.sessions.tokens import base64url
from tests.service.notices.receivers import Receiver, answer, read_request
from tests.service.notices.workers import Clock, NoticeWorker
from tests.support.stores import until
from tools.inbox import Answer, Inbox, Message

pytestmark = pytest.mark.anyio

OK = answer("204 No Content")
REFUSED = answer("404 Not Found")
BODY = b"{}"
HELD = Attempt(None, "The service sends no more requests to the address of the receiver at this time.", is_held=True)
VAPID = Vapid(new_push_key(), "mailto:nobody@example.org")


def numbered(name: str) -> Sequence[str]:
    """Resolve names such as two.3-4.example to 127.0.0.3 and 127.0.0.4, and all others to 127.0.0.1."""
    return [f"127.0.0.{number}" for number in re.findall("[0-9]+", name.partition(".")[2])] or ["127.0.0.1"]


@asynccontextmanager
async def sending(clock: Clock) -> AsyncIterator[Sender]:
    sender = Sender(True, VAPID, resolve=numbered, clock=clock.read)
    yield sender
    await sender.close()


async def send(sender: Sender, url: str, *, is_of_app: bool = False) -> Attempt:
    return await sender.send_webhook(url, [b"n" * 32], "msg_1", 0, BODY, is_of_app=is_of_app)


def are_held(attempts: Sequence[Attempt]) -> int:
    """Return how many attempts were held; nothing else may have gone wrong."""
    assert all(one == HELD or one.status is not None for one in attempts)
    return attempts.count(HELD)


# ---- requests


async def test_an_address_that_accepts_nothing_gets_few_requests_whatever_names_and_ports_lead_there(
    clock: Clock,
) -> None:
    async with Receiver(REFUSED) as first, Receiver(REFUSED) as second, sending(clock) as sender:
        urls = [one.url(f"name-{n}.example") for n in range(20) for one in (first, second)]
        attempts = await asyncio.gather(*(send(sender, url) for url in urls))
        assert are_held(attempts) == len(urls) - UNPROVEN.burst
        clock.seconds += 5
        attempts = [await send(sender, url) for url in urls]
        assert are_held(attempts) == len(urls) - 5 * UNPROVEN.per_second
        assert len(first.requests) + len(second.requests) == UNPROVEN.burst + 5 * UNPROVEN.per_second


async def test_an_address_that_accepts_a_notice_gets_many(clock: Clock) -> None:
    async with Receiver(OK) as receiver, sending(clock) as sender:
        attempts = [await send(sender, receiver.url()) for _ in range(1 + int(WILLING.burst))]
        assert are_held(attempts) == 0
        # The next ones wait for their turn, in which time stands still here.
        waiting = int(WILLING.per_second * LONGEST_WAIT)
        attempts = await asyncio.gather(*(send(sender, receiver.url()) for _ in range(30)))
        assert are_held(attempts) == 30 - waiting
        clock.seconds += 1
        attempts = [await send(sender, receiver.url()) for _ in range(1 + int(WILLING.per_second))]
        assert are_held(attempts) == 1


async def test_a_quick_receiver_gets_requests_at_an_even_pace() -> None:
    async with Receiver(OK) as receiver:
        sender = Sender(True, None, resolve=numbered)

        async def send_many() -> None:
            for _ in range(55):
                assert (await send(sender, receiver.url())).ok

        # Four at a time, as deliveries that were parked are sent.
        await asyncio.gather(*(send_many() for _ in range(4)))
        await sender.close()
    assert len(receiver.requests) == 220


async def test_the_requests_of_apps_are_counted_against_nobody(clock: Clock) -> None:
    async with Receiver(REFUSED) as receiver, sending(clock) as sender:
        attempts = [await send(sender, receiver.url(), is_of_app=True) for _ in range(50)]
        assert are_held(attempts) == 0
        assert (await send(sender, receiver.url())).status == 404


async def test_each_address_of_a_name_has_its_own_budget(clock: Clock) -> None:
    async with Receiver(REFUSED, host="0.0.0.0") as receiver, sending(clock) as sender:
        attempts = [await send(sender, receiver.url("both.2-3.example")) for _ in range(50)]
        assert are_held(attempts) == 50 - 2 * UNPROVEN.burst
        assert await send(sender, receiver.url("one.3.example")) == HELD
        assert (await send(sender, receiver.url("another.4.example"))).status == 404


async def test_an_address_that_cannot_be_reached_costs_its_own_budget_too(clock: Clock) -> None:
    async with Receiver(OK) as receiver, sending(clock) as sender:
        # Nobody listens at the first address: a name may mix the addresses of others with one that answers.
        attempts = [await send(sender, receiver.url(f"n{n}.2-1.example")) for n in "abcdefghijklmnopqrstuvwxyz"]
        assert are_held(attempts) == 0
        assert await send(sender, receiver.url("victim.2.example")) == HELD


async def test_a_receiver_whose_best_address_gets_enough_has_not_failed_though_its_other_one_is_dead(
    clock: Clock,
) -> None:
    async with Receiver(REFUSED) as receiver, sending(clock) as sender:
        for _ in range(int(UNPROVEN.burst)):
            assert (await send(sender, receiver.url())).status == 404
        assert await send(sender, receiver.url("receiver.1-2.example")) == HELD
        made = await send(sender, receiver.url("receiver.2-1.example"))
        assert made == Attempt(None, "The receiver refused the connection.")


def test_an_address_that_has_accepted_nothing_for_an_hour_gets_few_again() -> None:
    clock = Clock()
    budgets = Budgets(clock.read)
    budgets.note_accepted("8.8.8.8")
    clock.seconds += WILLING_SECONDS - 1
    assert sum(budgets.spend("8.8.8.8") == 0 for _ in range(999)) == WILLING.burst
    clock.seconds += 3600
    assert sum(budgets.spend("8.8.8.8") == 0 for _ in range(999)) == UNPROVEN.burst


def test_the_budgets_of_very_many_addresses_take_bounded_memory() -> None:
    budgets = Budgets(Clock().read)
    for number in range(MOST_KNOWN + 9):
        assert budgets.spend(f"9.9.{number // 256}.{number % 256}") == 0
    assert len(budgets) == MOST_KNOWN


@pytest.mark.parametrize(
    ("address", "other", "is_same"),
    [
        ("8.8.8.8", "8.8.8.9", False),
        ("2606:4700::1", "2606:4700::ffff:1111:2222:3333", True),
        ("2606:4700::1", "2606:4700:0:1::1", False),
        ("::ffff:8.8.8.8", "8.8.8.8", True),
        ("::ffff:8.8.8.8", "::ffff:8.8.8.9", False),
        ("fe80::1%eth0", "fe80::2", True),
    ],
)
def test_the_addresses_of_a_network_of_ipv6_count_as_one(address: str, other: str, is_same: bool) -> None:
    budgets = Budgets(Clock().read)
    while budgets.spend(address) is not None:
        pass
    assert (budgets.spend(other) is None) == is_same


# ---- connections


class Gate:
    """Receivers that answer nobody until they are opened, and count the requests that are under way."""

    def __init__(self) -> None:
        self.under_way = 0
        self.is_open = asyncio.Event()

    async def answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        while True:
            await read_request(reader, writer)
            self.under_way += 1
            await self.is_open.wait()
            writer.write(OK)


async def test_an_address_has_few_connections_of_strangers_and_others_of_apps(clock: Clock) -> None:
    gate = Gate()
    async with Receiver(answering=gate.answer) as receiver, sending(clock) as sender:
        strangers = [asyncio.create_task(send(sender, receiver.url(f"n{n}.of.x"))) for n in range(15)]
        await until(lambda: gate.under_way == MOST_OF_STRANGERS)
        apps = [asyncio.create_task(send(sender, receiver.url(f"a{n}.of.x"), is_of_app=True)) for n in range(20)]
        await until(lambda: gate.under_way == MOST_OF_STRANGERS + MOST_OF_APPS)
        gate.is_open.set()
        assert all(made.ok for made in await asyncio.gather(*strangers, *apps))
        await until(lambda: receiver.open <= 8)


async def test_a_request_that_waits_for_its_turn_too_long_is_held_and_says_nothing_about_its_receiver() -> None:
    gate = Gate()
    is_found = threading.Event()

    def resolve(name: str) -> Sequence[str]:
        if name == "slow.example":
            is_found.wait(20)
        return ("127.0.0.1",)

    sender = Sender(True, None, resolve=resolve, seconds=1)
    async with Receiver(answering=gate.answer) as receiver:
        late_one = asyncio.create_task(send(sender, receiver.url("slow.example")))
        others = [asyncio.create_task(send(sender, receiver.url(f"n{n}.of.x"))) for n in range(MOST_OF_STRANGERS)]
        await until(lambda: gate.under_way == MOST_OF_STRANGERS)
        is_found.set()
        assert await late_one == Attempt(None, "Too many requests were under way.", is_held=True)
        await asyncio.gather(*others)
    await sender.close()


# ---- push services


def subscription(url: str) -> PushSubscription:
    return PushSubscription("browser", url, VAPID.public_key, base64url(b"0" * 16), 0, "mark")


async def test_a_push_service_that_nobody_knows_gets_no_more_than_any_receiver(clock: Clock) -> None:
    async with Receiver(answer("403 Forbidden")) as receiver, sending(clock) as sender:
        for host, sent in (("push.example", UNPROVEN.burst), ("fcm.googleapis.com", 30)):
            push = subscription(receiver.url(host))
            attempts = [await sender.send_push(push, BODY, ttl=1, topic="t", urgency="high") for _ in range(30)]
            assert sum(not made.is_held for made in attempts) == sent
            assert all(made.is_push for made in attempts)


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("fcm.googleapis.com", True),
        ("updates.push.services.mozilla.com", True),
        ("web.push.apple.com", True),
        ("wns2-by3p.notify.windows.com", True),
        ("storage.googleapis.com", False),
        ("evil-fcm.googleapis.com", False),
        ("evilpush.apple.com", False),
        ("fcm.googleapis.com.evil.example", False),
        ("notify.windows.com.evil.example", False),
        ("push.services.mozilla.com.evil.example", False),
    ],
)
def test_only_the_push_services_of_browsers_are_well_known(host: str, is_known: bool) -> None:
    assert is_well_known(host) == is_known


# ---- deliveries


async def exhaust(worker: NoticeWorker, inbox: Inbox) -> None:
    """Let a stranger use up what the address of the receivers gets, with URLs that accept nothing."""

    def accept_honest(message: Message) -> Answer:
        return Answer(404 if message.path == "/stranger" else 204)

    inbox.answer = accept_honest
    while (await send(worker.sender, inbox.url("/stranger"))).status is not None:
        pass


async def test_what_is_over_the_budget_of_an_address_comes_later_and_is_no_failure_of_its_endpoint(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    await exhaust(worker, inbox)
    await worker.hook(inbox.url("/honest"))
    await worker.open()
    await worker.driver.settle()
    assert inbox.types("/honest") == []
    assert worker.driver.tally.attempts["webhook held"] == 1
    clock.seconds += 4
    # An endpoint that had failed would be left alone for longer.
    await worker.change(lambda _, now: Started(now))
    await worker.driver.settle()
    assert inbox.types("/honest") == ["table.started", "turn.started"]
    clock.seconds += 20
    await worker.driver.look_for_late()
    await worker.driver.settle()
    assert inbox.types("/honest")[2:] == ["table.opened"]


async def test_what_is_held_for_a_day_is_listed_as_failed(worker: NoticeWorker, clock: Clock, inbox: Inbox) -> None:
    await exhaust(worker, inbox)
    await worker.hook(inbox.url("/honest"))
    await worker.open()
    await worker.driver.settle()
    clock.seconds += 86_410
    await exhaust(worker, inbox)
    await worker.driver.look_for_late()
    await worker.driver.settle()
    (failed,) = await list_failed(worker.store, owner_of_session("table"), "hook")
    assert (failed.status, failed.reason) == (None, HELD.reason)


async def test_an_app_hears_at_once_whatever_strangers_do(worker: NoticeWorker, inbox: Inbox) -> None:
    await exhaust(worker, inbox)
    await worker.hook(inbox.url("/app"), owner=owner_of_app("arcade"), token=None)
    await worker.open("of the app", app="arcade")
    await worker.driver.settle()
    assert inbox.types("/app") == ["table.opened"]

"""Late deliveries: an endpoint gets all of them, and its turn, also if workers die or interfere at any moment."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import cycle
from typing import NamedTuple
from weakref import WeakValueDictionary

import pytest
from msgspec.structs import replace as replaced

from service.notices import late
from service.notices.attempts import Attempts
from service.notices.backlog import find_backlog
from service.notices.budgets import UNPROVEN
from service.notices.drain import AT_ONCE, Line, Means
from service.notices.endpoints import DELIVERY_MILLIS, Webhook
from service.notices.failed import Failed, keep_failed, list_failed, replay
from service.notices.late import Delivery, Target
from service.notices.notice import Notice, Subject, make_origin
from service.notices.parking import Parking
from service.notices.repository import EndpointRepository
from service.notices.sending import Sender
from service.notices.tally import Tally
from service.notices.ticks import Ticks
from service.notices.visits import ENTRIES, MOST_OLD, MOST_RECENT, Visits
from store.port import Commit, Committed, Conflict, Listed, Repeated, Store, Stored, Watermark
from store.problems import StoreUnavailable
from store.sqlite.store import SqliteStore
from tests.service.notices.workers import VAPID, Clock, parked
from tests.support.stores import until
from tools.inbox import Answer, Inbox, Message
from tools.redis.server import RedisServer
from tools.stores import StoreWrapper, started_store

pytestmark = pytest.mark.anyio

DAY = 86_400
HOUR = 3_600_000
HOOK = Target("session:table", "hook")


class LateWorker:
    """A worker that parks and delivers what is late."""

    def __init__(self, store: Store, gather_seconds: float = 0.001) -> None:
        self.store = store
        self.endpoints = EndpointRepository(store)
        self._ticks = Ticks(gather_seconds)
        self._attempts = Attempts(self.endpoints, Sender(True, VAPID), Tally())
        self.parking = Parking(store, self._ticks)
        hosts: WeakValueDictionary[str, Line] = WeakValueDictionary()
        self.visits = Visits(Means(self.endpoints, self._attempts, self._is_awaited, Tally(), self._ticks, hosts))

    async def hook(self, url: str, target: Target = HOOK) -> None:
        """Create a webhook that hears of everything since long ago."""
        webhook = Webhook(target.endpoint, url, 0)
        await self.endpoints.change(target.owner, 20 * DAY, lambda of, _: of.with_webhook(webhook))

    async def park(self, *deliveries: Delivery) -> None:
        """Park deliveries, whose endpoint is due at once."""
        for delivery in deliveries:
            await self.parking.park(delivery, 0)

    async def visit(self) -> None:
        """Visit the endpoints that are due, and wait for the end."""
        await self.visits.look()
        await asyncio.gather(*self.visits.under_way.values())

    async def deliver_everything(self) -> None:
        """Visit the endpoints on the index until none is left, as if all were due."""
        for _ in range(10):
            entries = await late.list_due(self.store, None, 100)
            if not entries:
                return
            now = await self.store.now()
            for entry in entries:
                await late.enter(self.store, entry.target, now)
            await self.visit()
        raise AssertionError("an endpoint stays on the index")

    async def _is_awaited(self, _notice: Notice) -> bool:
        return True


async def made(store: Store, *names: str, target: Target = HOOK, age: int = 0) -> Sequence[Delivery]:
    """Return deliveries that were first tried some milliseconds ago, one for each name."""
    now = await store.now()
    origins = [make_origin(name, 0) for name in names]
    return [Delivery(*target, Notice("turn.started", now, one, Subject("table")), now - age) for one in origins]


class Shared(NamedTuple):
    """A store that several workers share; `expire` ends the lease of a dead one, as time does."""

    store: Store
    expire: Callable[[], None]


@pytest.fixture(params=["sqlite", "redis"])
async def shared(request: pytest.FixtureRequest) -> AsyncIterator[Shared]:
    url: str = request.getfixturevalue(f"{request.param}_url")
    if request.param == "sqlite":
        clock = Clock()
        sqlite = SqliteStore(url.removeprefix("sqlite:"), clock.read)
        await sqlite.start()
        yield Shared(sqlite, lambda: clock.move(late.LEASE_SECONDS + 1))
        await sqlite.close()
        return
    server: RedisServer = request.getfixturevalue("redis_server")
    async with started_store(url) as store:
        yield Shared(store, lambda: _delete_leases(server))


def _delete_leases(server: RedisServer) -> None:
    server.ask("EVAL \"for _, key in ipairs(redis.call('KEYS', 'm:{late:*')) do redis.call('DEL', key) end\" 0")


def ids(messages: Sequence[Message]) -> list[str]:
    return sorted(message.id for message in messages)


# ---- workers that die


class InterruptedStore(StoreWrapper):
    """A store of a worker that is interrupted before one of its calls: `act` happens.

    With `life` the worker makes so many calls after that and dies.
    """

    def __init__(self, store: Store, calls: int, act: Callable[[], Awaitable[None]], life: int | None) -> None:
        super().__init__(store)
        self.calls = calls
        self._act = act
        self._life = life

    async def _interrupt(self) -> None:
        self.calls -= 1
        if self.calls == -1:
            await self._act()
        if self._life is not None and -self.calls > self._life:
            raise StoreUnavailable("dead")

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        await self._interrupt()
        return await super().commit(change)

    async def load(self, document_id: str) -> Stored | None:
        await self._interrupt()
        return await super().load(document_id)

    async def enlist(self, name: str, member: str, at: int, expires_in: int, *, durable: bool = False) -> None:
        await self._interrupt()
        await super().enlist(name, member, at, expires_in, durable=durable)

    async def unlist(self, name: str, member: str) -> None:
        await self._interrupt()
        await super().unlist(name, member)

    async def listed(self, name: str, before: tuple[int, str] | None, limit: int) -> Sequence[Listed]:
        await self._interrupt()
        return await super().listed(name, before, limit)

    async def advance_watermark(self, name: str, height: int, token: str, expires_in: int) -> bool:
        await self._interrupt()
        return await super().advance_watermark(name, height, token, expires_in)

    async def read_watermark(self, name: str) -> Watermark | None:
        await self._interrupt()
        return await super().read_watermark(name)


async def nothing() -> None:
    """Do nothing."""


@pytest.mark.parametrize("life", [None, 0, 1])
async def test_nothing_is_lost_whoever_comes_in_between_and_whenever_a_visitor_dies(
    shared: Shared, inbox: Inbox, life: int | None
) -> None:
    calls = 0
    while True:
        target = Target(f"session:{calls}", "hook")
        other = LateWorker(shared.store)
        await other.hook(inbox.url(f"/{calls}"), target)
        first, second, third = await made(shared.store, "first", "second", "third", target=target)
        await other.park(first, second)
        interrupted = InterruptedStore(shared.store, calls, partial(other.park, third), life)
        with suppress(StoreUnavailable):
            await LateWorker(interrupted).visit()
        if interrupted.calls >= 0:
            break
        shared.expire()
        await LateWorker(shared.store).deliver_everything()
        found = {message.id for message in inbox.messages if message.path == f"/{calls}"}
        assert found == {first.id, second.id, third.id}, calls
        calls += 1
    assert calls > 10


class BeforeTheEnd(StoreWrapper):
    """A store of a visitor: `act` happens before it marks an endpoint as emptied."""

    def __init__(self, store: Store, act: Callable[[], Awaitable[None]]) -> None:
        super().__init__(store)
        self._act = act

    async def advance_watermark(self, name: str, height: int, token: str, expires_in: int) -> bool:
        if late.is_emptied(Watermark(height, token)):
            await self._act()
        return await super().advance_watermark(name, height, token, expires_in)


async def test_who_parks_during_a_visit_and_again_at_its_end_loses_nothing(shared: Shared, inbox: Inbox) -> None:
    other = LateWorker(shared.store)
    await other.hook(inbox.url())
    first, second, third = await made(shared.store, "first", "second", "third")
    await other.park(first)
    visitor = LateWorker(BeforeTheEnd(shared.store, partial(other.park, third)))
    inbox.is_open.clear()
    await visitor.visits.look()
    await until(lambda: len(inbox.messages) == 1)
    await other.park(replaced(second, begun_at=first.begun_at + 1))
    inbox.is_open.set()
    await asyncio.gather(*visitor.visits.under_way.values())
    assert ids(inbox.messages) == sorted([first.id, second.id])
    await other.deliver_everything()
    assert ids(inbox.messages) == sorted([first.id, second.id, third.id])


@pytest.mark.parametrize("life", [0, 1])
async def test_nothing_that_was_parked_is_lost_whenever_its_worker_dies(
    shared: Shared, inbox: Inbox, life: int
) -> None:
    await LateWorker(shared.store).hook(inbox.url())
    kept = set[str]()
    for calls in range(8):
        dying = LateWorker(InterruptedStore(shared.store, calls, nothing, life))
        deliveries = await made(shared.store, f"{calls} first", f"{calls} second")
        for delivery in deliveries:
            with suppress(StoreUnavailable):
                await dying.park(delivery)
                kept.add(delivery.id)
        await LateWorker(shared.store).deliver_everything()
    assert kept
    assert kept <= {message.id for message in inbox.messages}


async def test_what_a_worker_parks_after_another_has_emptied_the_list_is_delivered(
    shared: Shared, inbox: Inbox
) -> None:
    first = LateWorker(shared.store)
    second = LateWorker(shared.store)
    await first.hook(inbox.url())
    for number in range(3):
        deliveries = await made(shared.store, f"{number} early", f"{number} late")
        await first.park(*deliveries)
        await second.visit()
        assert await parked(shared.store) == []
        assert await late.list_due(shared.store, None, 10) == []
    assert len(inbox.messages) == 6


async def test_two_workers_share_the_visits_and_send_nothing_twice(shared: Shared, inbox: Inbox) -> None:
    workers = [LateWorker(shared.store) for _ in range(3)]
    targets = [Target(f"session:{number}", "hook") for number in range(3)]
    wanted = list[str]()
    for target in targets:
        await workers[0].hook(inbox.url(), target)
        deliveries = await made(shared.store, *map(str, range(30)), target=target)
        await asyncio.gather(*(workers[1].park(one) for one in deliveries))
        wanted += [one.id for one in deliveries]
    await asyncio.gather(*(worker.visit() for worker in workers))
    assert ids(inbox.messages) == sorted(wanted)
    assert await late.list_due(shared.store, None, 10) == []


async def test_endpoints_of_a_dead_visitor_take_no_places_from_others(sqlite_store: Store, inbox: Inbox) -> None:
    worker = LateWorker(sqlite_store)
    for number in range(2 * MOST_RECENT):
        target = Target(f"session:{number}", "hook")
        await worker.park(*await made(sqlite_store, "held", target=target))
        (entry, *_) = await late.list_due(sqlite_store, None, 1)
        assert await late.begin_visit(sqlite_store, entry, "a dead worker")
        await late.enter(sqlite_store, target, number + 1)
    await worker.hook(inbox.url())
    (delivery,) = await made(sqlite_store, "free")
    await worker.parking.park(delivery, await sqlite_store.now())
    other = LateWorker(sqlite_store, gather_seconds=0.1)
    for _ in range(3):
        await other.visit()
    assert ids(inbox.messages) == [delivery.id]


# ---- endpoints that change meanwhile


async def test_an_endpoint_that_is_deleted_gets_nothing_more_and_leaves_nothing(shared: Shared, inbox: Inbox) -> None:
    worker = LateWorker(shared.store)
    await worker.hook(inbox.url())
    await worker.park(*await made(shared.store, *map(str, range(20))))
    inbox.is_open.clear()
    await worker.visits.look()
    await until(lambda: len(inbox.messages) == 1)
    await worker.endpoints.change(HOOK.owner, DAY, lambda of, _: of.without("hook"))
    inbox.is_open.set()
    await asyncio.gather(*worker.visits.under_way.values())
    assert len(inbox.messages) == 1
    assert await late.list_parked(shared.store, HOOK, None, 10) == []
    assert await late.list_due(shared.store, None, 10) == []


async def test_an_endpoint_that_is_gone_in_the_middle_gets_nothing_more(shared: Shared, inbox: Inbox) -> None:
    inbox.answer = lambda _: Answer(204 if len(inbox.messages) <= 5 else 410)
    worker = LateWorker(shared.store)
    await worker.hook(inbox.url())
    await worker.park(*await made(shared.store, *map(str, range(20))))
    await worker.visit()
    assert 6 <= len(inbox.messages) <= 9
    assert await late.list_parked(shared.store, HOOK, None, 10) == []
    assert await late.list_due(shared.store, None, 10) == []


async def test_an_endpoint_that_is_made_again_in_the_middle_hears_of_nothing_from_before(
    shared: Shared, inbox: Inbox
) -> None:
    worker = LateWorker(shared.store)
    await worker.hook(inbox.url("/former"))
    await worker.park(*await made(shared.store, *map(str, range(20))))
    inbox.is_open.clear()
    await worker.visits.look()
    await until(lambda: len(inbox.messages) == 1)
    again = Webhook("hook", inbox.url("/later"), await shared.store.now() + HOUR)
    await worker.endpoints.change(HOOK.owner, DAY, lambda of, _: of.with_webhook(again))
    inbox.is_open.set()
    await asyncio.gather(*worker.visits.under_way.values())
    assert [message.path for message in inbox.messages] == ["/former"]
    assert await late.list_due(shared.store, None, 10) == []


async def test_a_replay_into_a_list_that_drains_is_delivered_once(shared: Shared, inbox: Inbox) -> None:
    worker = LateWorker(shared.store)
    other = LateWorker(shared.store)
    await worker.hook(inbox.url())
    (old,) = await made(shared.store, "old")
    failed = Failed(old, await shared.store.now(), 500, "The receiver answered 500.")
    await keep_failed(shared.store, failed)
    deliveries = await made(shared.store, *map(str, range(20)))
    await worker.park(*deliveries)
    inbox.is_open.clear()
    await worker.visits.look()
    await until(lambda: len(inbox.messages) == 1)
    await replay(shared.store, failed)
    await other.visit()
    assert len(inbox.messages) == 1
    inbox.is_open.set()
    await asyncio.gather(*worker.visits.under_way.values())
    await worker.visit()
    assert ids(inbox.messages) == sorted([old.id, *(one.id for one in deliveries)])
    assert await list_failed(shared.store, *HOOK) == []


# ---- receivers that fail


@pytest.fixture
async def worker(sqlite_store: Store) -> LateWorker:
    return LateWorker(sqlite_store)


class CountingStore(StoreWrapper):
    """A store that counts what is put on lists and taken off."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.writes = 0

    async def enlist(self, name: str, member: str, at: int, expires_in: int, *, durable: bool = False) -> None:
        self.writes += 1
        await super().enlist(name, member, at, expires_in, durable=durable)

    async def unlist(self, name: str, member: str) -> None:
        self.writes += 1
        await super().unlist(name, member)


async def test_a_dead_receiver_costs_one_attempt_and_one_write_however_much_is_parked(
    sqlite_store: Store, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(503)
    counting = CountingStore(sqlite_store)
    worker = LateWorker(counting)
    await worker.hook(inbox.url())
    await asyncio.gather(*(worker.park(one) for one in await made(sqlite_store, *map(str, range(500)), age=HOUR)))
    counting.writes = 0
    await worker.visit()
    assert (len(inbox.messages), counting.writes) == (1, 1)
    (entry,) = await late.list_due(sqlite_store, None, 10)
    pause = entry.due - await sqlite_store.now()
    assert 4 * 60_000 < pause <= 15 * 60_000
    # Neither does a worker without memory try it before that time.
    await LateWorker(sqlite_store).visit()
    assert len(inbox.messages) == 1


async def test_a_receiver_that_comes_back_gets_everything_in_one_visit(worker: LateWorker, inbox: Inbox) -> None:
    await worker.hook(inbox.url())
    (oldest,) = await made(worker.store, "oldest", age=2 * HOUR)
    others = await made(worker.store, *map(str, range(300)), age=HOUR)
    await asyncio.gather(*(worker.park(one) for one in (*others, oldest)))
    await worker.visit()
    assert inbox.messages[0].id == oldest.id
    assert ids(inbox.messages) == sorted(one.id for one in (oldest, *others))
    assert await late.list_due(worker.store, None, 10) == []


async def test_a_delivery_that_is_refused_again_and_again_holds_up_no_other(worker: LateWorker, inbox: Inbox) -> None:
    poison, *others = await made(worker.store, *map(str, range(40)), age=HOUR)
    poison = replaced(poison, begun_at=poison.begun_at - 1)
    inbox.answer = lambda message: Answer(500 if message.id == poison.id else 204)
    await worker.hook(inbox.url())
    await worker.park(poison, *others)
    await worker.visit()
    assert ids(inbox.messages) == sorted(one.id for one in (poison, *others))
    assert await parked(worker.store) == [poison]


async def test_a_receiver_that_fails_every_other_time_gets_everything_soon(worker: LateWorker, inbox: Inbox) -> None:
    answers = cycle([204, 500])
    inbox.answer = lambda _: Answer(next(answers))
    await worker.hook(inbox.url())
    deliveries = await made(worker.store, *map(str, range(100)), age=HOUR)
    await asyncio.gather(*(worker.park(one) for one in deliveries))
    await worker.deliver_everything()
    assert {message.id for message in inbox.messages} == {one.id for one in deliveries}


async def test_what_cannot_be_read_holds_up_nothing_and_stays(worker: LateWorker, inbox: Inbox) -> None:
    (delivery,) = await made(worker.store, "readable")
    await worker.hook(inbox.url())
    await worker.store.enlist(f"late:{HOOK.owner}:{HOOK.endpoint}", "of a newer release", late.FAR, DAY)
    await worker.store.enlist(late.INDEX, "of a newer release", late.FAR, DAY)
    await worker.park(delivery)
    await worker.visit()
    assert ids(inbox.messages) == [delivery.id]
    (entry,) = await late.list_due(worker.store, None, 10)
    assert entry.due > await worker.store.now()


async def test_what_was_tried_for_a_day_fails_in_one_visit(worker: LateWorker, inbox: Inbox) -> None:
    inbox.answer = lambda _: Answer(503)
    await worker.hook(inbox.url())
    old = await made(worker.store, *map(str, range(120)), age=DELIVERY_MILLIS)
    (young,) = await made(worker.store, "young", age=HOUR)
    await asyncio.gather(*(worker.park(one) for one in (*old, young)))
    await worker.visit()
    assert len(inbox.messages) == 1
    assert await parked(worker.store) == [young]
    failed = await list_failed(worker.store, *HOOK, limit=1000)
    assert sorted(one.delivery.id for one in failed) == sorted(one.id for one in old)
    assert {one.status for one in failed} == {503}


async def test_a_webhook_that_accepts_nothing_for_days_is_disabled_and_says_why(sqlite_url: str, inbox: Inbox) -> None:
    inbox.answer = lambda _: Answer(503)
    clock = Clock()
    store = SqliteStore(sqlite_url.removeprefix("sqlite:"), clock.read)
    await store.start()
    worker = LateWorker(store)
    await worker.hook(inbox.url())

    async def fail(name: str) -> Webhook:
        """Let a delivery fail for good, and return the webhook."""
        await worker.park(*await made(store, name, age=DELIVERY_MILLIS))
        await late.enter(store, HOOK, await store.now())
        await worker.visit()
        endpoints = await worker.endpoints.read(HOOK.owner)
        assert endpoints is not None
        return endpoints.webhooks[0]

    assert not (await fail("first")).disabled
    clock.move(3 * DAY)
    assert not (await fail("second")).disabled
    inbox.answer = lambda _: Answer()
    assert not (await fail("accepted")).failing_since
    inbox.answer = lambda _: Answer(503)
    clock.move(DAY + 1)
    assert not (await fail("third")).disabled
    clock.move(4 * DAY)
    assert "5 days" in (await fail("fourth")).disabled
    await store.close()


async def test_receivers_that_have_been_dead_for_hours_hold_up_none_that_has_just_stumbled(
    worker: LateWorker, inbox: Inbox
) -> None:
    async with Inbox() as dead:
        dead.is_open.clear()
        now = await worker.store.now()
        for number in range(ENTRIES + 10):
            target = Target(f"session:{number}", "dead")
            if number <= MOST_OLD:
                await worker.hook(dead.url(), target)
            await worker.park(*await made(worker.store, "long ago", target=target, age=HOUR))
            await late.enter(worker.store, target, now - HOUR + number)
        assert await worker.visits.look()
        await until(lambda: len(dead.messages) >= 4)
        await worker.hook(inbox.url())
        (delivery,) = await made(worker.store, "just now")
        await worker.parking.park(delivery, await worker.store.now())
        await worker.visits.look()
        await until(lambda: len(inbox.messages) == 1)
        assert len(worker.visits.under_way) >= MOST_OLD
        dead.is_open.set()
        await asyncio.gather(*worker.visits.under_way.values())


async def test_what_an_address_has_no_room_for_is_put_off_like_what_was_refused(
    worker: LateWorker, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(500)
    count = int(UNPROVEN.burst) + MOST_OLD
    for number in range(count):
        target = Target(f"session:{number}", "hook")
        await worker.hook(inbox.url(), target)
        await worker.park(*await made(worker.store, "long ago", target=target, age=HOUR))
    while (entries := await late.list_due(worker.store, None, 100))[0].due <= await worker.store.now():
        await worker.visit()
    assert len(inbox.messages) < count
    assert min(entry.due for entry in entries) > await worker.store.now() + 250_000


async def test_the_endpoints_of_a_host_that_does_not_answer_hold_up_none_of_another(
    worker: LateWorker, inbox: Inbox
) -> None:
    async with Inbox() as silent:
        silent.is_open.clear()
        now = await worker.store.now()
        for number in range(3 * MOST_RECENT):
            target = Target(f"session:{number}", "silent")
            await worker.hook(silent.url(), target)
            await worker.park(*await made(worker.store, "silent", target=target))
        await worker.hook(inbox.url())
        (delivery,) = await made(worker.store, "another")
        await worker.parking.park(delivery, now)
        async with asyncio.timeout(10):
            while not inbox.messages:
                await worker.visits.look()
                await worker.visits.wait_for_place(1.0)
        assert len(silent.messages) == AT_ONCE
        silent.is_open.set()
        await asyncio.gather(*worker.visits.under_way.values())


# ---- the backlog


async def test_one_process_counts_the_backlog_and_the_others_read_it(sqlite_url: str) -> None:
    clock = Clock()
    store = SqliteStore(sqlite_url.removeprefix("sqlite:"), clock.read)
    await store.start()
    assert (await find_backlog(store)).deliveries == 0
    clock.move(61)
    worker = LateWorker(store)
    for number in range(3):
        target = Target(f"session:{number}", "hook")
        await worker.park(*await made(store, "one", "two", target=target, age=number * HOUR))
    counted = await find_backlog(store)
    assert (counted.deliveries, counted.oldest_seconds) == (6, 2 * 3600)
    await worker.park(*await made(store, "another"))
    clock.move(30)
    assert await find_backlog(store) == counted
    clock.move(31)
    assert (await find_backlog(store)).deliveries == 7
    await store.close()

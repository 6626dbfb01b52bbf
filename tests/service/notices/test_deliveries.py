"""Deliveries: every notice of a committed version reaches every endpoint that wants it, whatever fails."""

import asyncio

import pytest
from msgspec.structs import replace

from service.notices import late
from service.notices.derive import notices_of_session
from service.notices.endpoints import PushSubscription, mark_of, message_id, owner_of_app, owner_of_session
from service.notices.failed import list_failed, replay
from service.notices.recovery import Recovery, outbox_of_sessions
from service.notices.versions import mark_told
from service.notices.web_push import Vapid, new_push_key
from service.sessions.changes import Abandoned, DealOpened, Done, Left, LogEntry, RematchMade, Started
from service.sessions.history_hash import Cursor
from service.sessions.session import Dealing, Setup, TournamentTable, asked_seats
from service.sessions.tokens import base64url
from service.storage.sessions import NOTICED_SESSIONS
from service.tournaments import changes as tournament_changes
from service.tournaments.tournament import Entry, Terms
from tests.service.notices.workers import (
    DAY,
    HOST,
    IMPATIENT,
    INTERNAL,
    LIFETIMES,
    TOKENS,
    Clock,
    NoticeWorker,
    held,
    park,
    parked,
)
from tests.support.stores import until
from tools.inbox import Answer, Inbox
from tournaments import Plan

pytestmark = pytest.mark.anyio

OWNER = owner_of_session("table")
OPENED = ["table.opened"]
DEALT = ["table.started", "turn.started"]
MOVED = ["turn.ended", "turn.started"]


async def deal(worker: NoticeWorker, inbox: Inbox) -> None:
    """Open a table whose host has a webhook, and deal."""
    await worker.hook(inbox.url())
    await worker.open()
    await worker.change(lambda _, now: Started(now))
    await worker.driver.settle()


def ids_of(done: Done, endpoint_id: str = "hook") -> list[str]:
    """Return the ids under which an endpoint gets the notices of a version."""
    notices = notices_of_session(done.before, done.entry, done.session)
    return [message_id(notice, endpoint_id) for notice in notices]


# ---- in the ordinary case


@pytest.mark.parametrize("kind", ["sqlite", "redis"])
async def test_each_notice_is_delivered_once_whichever_worker_commits(
    kind: str, request: pytest.FixtureRequest, inbox: Inbox
) -> None:
    url: str = request.getfixturevalue(f"{kind}_url")
    async with NoticeWorker(url) as first, NoticeWorker(url) as second:
        first.start()
        second.start()
        await deal(first, inbox)
        done = [await worker.move() for worker in (second, first, second, first)]
        await until(lambda: len(inbox.messages) >= 3 + 2 * len(done))
        for worker in (first, second):
            await worker.driver.settle()
        for worker in (first, second):
            await look_at(worker, "table")
    wanted = [one for each in done for one in ids_of(each)]
    assert sorted(message.id for message in inbox.messages[3:]) == sorted(wanted)
    assert {message.data["sessionId"] for message in inbox.messages} == {"table"}


async def test_a_webhook_hears_of_versions_in_their_order(worker: NoticeWorker, inbox: Inbox) -> None:
    await deal(worker, inbox)
    for _ in range(6):
        await worker.move()
    await worker.driver.settle()
    versions = [message.data["version"] for message in inbox.messages]
    assert versions == sorted(versions)
    assert inbox.types()[1:] == DEALT + MOVED * ((len(versions) - 3) // 2)


async def test_nobody_waits_for_a_receiver(worker: NoticeWorker, inbox: Inbox) -> None:
    await deal(worker, inbox)
    inbox.is_open.clear()
    first = await worker.move()
    second = await worker.move()
    await until(lambda: len(inbox.messages) >= 3 + 1)
    inbox.is_open.set()
    await until(lambda: {message.id for message in inbox.messages} >= {*ids_of(first), *ids_of(second)})


async def test_a_webhook_hears_only_the_types_that_it_wants(worker: NoticeWorker, inbox: Inbox) -> None:
    await worker.hook(inbox.url("/end"), types=["table.finished"], name="end")
    await deal(worker, inbox)
    await worker.change(lambda _, now: Abandoned(now))
    await until(lambda: inbox.types("/end") == ["table.finished"])


async def test_an_app_hears_of_every_table_that_it_opens(worker: NoticeWorker, inbox: Inbox) -> None:
    await worker.hook(inbox.url(), owner=owner_of_app("arcade"), token=None)
    for name in ("one", "two"):
        await worker.open(name, app="arcade")
    await worker.open("another", app="other")
    await until(lambda: inbox.types() == OPENED * 2)


# ---- a worker that dies


async def look_at(worker: NoticeWorker, session_id: str) -> bool:
    """Let a worker look at a session as its cleanup does, and wait; return whether the session stays listed."""
    recovery = Recovery(outbox_of_sessions(worker.sessions), worker.driver.take_over_session, IMPATIENT)
    stays = await recovery.look_at(await worker.sessions.read(session_id), await worker.store.now())
    await worker.driver.settle()
    return stays


@pytest.mark.parametrize("kind", ["sqlite", "redis"])
async def test_another_worker_tells_what_a_dead_one_has_committed(
    kind: str, request: pytest.FixtureRequest, inbox: Inbox
) -> None:
    url: str = request.getfixturevalue(f"{kind}_url")
    async with NoticeWorker(url) as dead, NoticeWorker(url) as other:
        await dead.hook(inbox.url())
        await dead.open()
        done = [await dead.change(lambda _, now: Started(now)), await dead.move()]
        assert inbox.messages == []
        await look_at(other, "table")
        assert sorted(inbox.types()) == sorted(OPENED + DEALT + MOVED)
        assert {message.id for message in inbox.messages} >= {*ids_of(done[0]), *ids_of(done[1])}
        await look_at(other, "table")
        await look_at(dead, "table")
    assert len(inbox.messages) == len(OPENED + DEALT + MOVED)


async def test_the_cleanup_finds_sessions_and_tournaments_by_itself(sqlite_url: str, inbox: Inbox) -> None:
    async with NoticeWorker(sqlite_url) as dead, NoticeWorker(sqlite_url, pace=IMPATIENT) as other:
        await dead.hook(inbox.url())
        await dead.open()
        await open_tournament(dead)
        await dead.hook(inbox.url("/cup"), owner="tournament:cup")
        await dead.tournaments.change("cup", INTERNAL, lambda _, now: tournament_changes.Abandoned(now))
        for recovery in other.driver.recoveries:
            await recovery.go_round()
        await until(lambda: inbox.types() == OPENED and inbox.types("/cup") == ["tournament.finished"])


async def test_what_a_working_worker_has_just_committed_is_left_to_it(sqlite_url: str, inbox: Inbox) -> None:
    async with NoticeWorker(sqlite_url) as busy, NoticeWorker(sqlite_url) as other:
        await busy.hook(inbox.url())
        session = await busy.open()
        recovery = Recovery(outbox_of_sessions(other.sessions), other.driver.take_over_session)
        assert await recovery.look_at(session, await other.store.now())
        await other.driver.settle()
    assert inbox.messages == []


async def test_what_happens_after_the_end_is_told_though_the_session_has_left_the_list(
    sqlite_url: str, clock: Clock, inbox: Inbox
) -> None:
    async with NoticeWorker(sqlite_url, clock.read) as dead, NoticeWorker(sqlite_url, clock.read) as other:
        await dead.hook(inbox.url())
        await dead.open()
        await dead.change(lambda _, now: Abandoned(now))
        assert await look_at(other, "table")
        clock.seconds += 3600
        assert not await look_at(other, "table")
        await other.store.unlist(NOTICED_SESSIONS, "table")
        await dead.change(lambda _, now: RematchMade(now, "next"))
        assert [one.member for one in await other.store.listed(NOTICED_SESSIONS, None, 10)] == ["table"]
        await look_at(other, "table")
    assert inbox.types()[-1] == "rematch.offered"


async def test_a_version_that_replaces_a_lost_one_is_told_too(sqlite_url: str, inbox: Inbox) -> None:
    async with NoticeWorker(sqlite_url) as worker:
        await worker.hook(inbox.url())
        await worker.open()
        await look_at(worker, "table")
        # The store loses version 2 after it was told.
        await mark_told(worker.store, OWNER, Cursor(2, "the hash of a lost version"))
        await worker.change(lambda _, now: Started(now))
        await look_at(worker, "table")
    assert sorted(inbox.types()) == sorted(OPENED + DEALT)


async def open_tournament(worker: NoticeWorker) -> None:
    """Open a tournament that sends notices."""
    terms = Terms(title="Cup", game="zar", options={}, setup=Setup(), plan=Plan(format="ROUND_ROBIN", seats=2))
    created = tournament_changes.Created(
        at=await worker.store.now(),
        lifetime=LIFETIMES.session,
        finished_lifetime=LIFETIMES.finished,
        terms=terms,
        host=held(HOST),
        seed="seed",
        history_key="a key",
        entries=(Entry("Ada", token=held(TOKENS[0])), Entry("Bo", token=held(TOKENS[1]))),
        sends_notices=True,
    )
    await worker.tournaments.create("cup", created)


# ---- receivers that fail


async def test_a_notice_that_is_refused_is_delivered_later_by_another_worker(
    worker: NoticeWorker, sqlite_url: str, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(500)
    await worker.hook(inbox.url())
    await worker.open()
    await until(lambda: is_parked(worker, 1))
    inbox.answer = lambda _: Answer()
    async with NoticeWorker(sqlite_url, clock.read) as other:
        await look_for_late(other)
        assert len(inbox.messages) == 1
        clock.seconds += 60
        await look_for_late(other)
        assert [message.id for message in inbox.messages] == [inbox.messages[0].id] * 2
        assert inbox.messages[0].headers["webhook-signature"] != inbox.messages[1].headers["webhook-signature"]
        assert await is_parked(other, 0)
        clock.seconds += 3600
        await look_for_late(other)
    assert len(inbox.messages) == 2


async def look_for_late(worker: NoticeWorker) -> None:
    """Let a worker try what is due, and wait until it has."""
    await worker.driver.look_for_late()
    await worker.driver.settle()


async def is_parked(worker: NoticeWorker, number: int) -> bool:
    """Tell whether so many deliveries are parked."""
    return len(await parked(worker.store)) == number


async def test_of_two_workers_one_makes_a_late_try(sqlite_url: str, clock: Clock, inbox: Inbox) -> None:
    async with NoticeWorker(sqlite_url, clock.read) as first, NoticeWorker(sqlite_url, clock.read) as second:
        await first.hook(inbox.url())
        session = await first.open()
        (notice,) = notices_of_session(None, await entry_of(first, 1), session)
        await park(first.store, late.Delivery(OWNER, "hook", notice, notice.at), notice.at)
        await asyncio.gather(look_for_late(first), look_for_late(second))
        await look_for_late(second)
        assert await is_parked(first, 0)
    assert len(inbox.messages) == 1


async def entry_of(worker: NoticeWorker, version: int) -> LogEntry:
    entry = await worker.sessions.find_entry("table", version)
    assert entry is not None
    return entry


async def test_a_worker_that_dies_during_a_late_try_leaves_it_to_another(
    sqlite_url: str, clock: Clock, inbox: Inbox
) -> None:
    async with NoticeWorker(sqlite_url, clock.read) as other:
        await other.hook(inbox.url())
        session = await other.open()
        (notice,) = notices_of_session(None, await entry_of(other, 1), session)
        delivery = late.Delivery(OWNER, "hook", notice, notice.at)
        await park(other.store, delivery, notice.at)
        (entry,) = await late.list_due(other.store, None, 10)
        assert await late.begin_visit(other.store, entry, "a dead worker")
        await look_for_late(other)
        assert inbox.messages == []
        clock.seconds += 61
        await look_for_late(other)
    assert len(inbox.messages) == 1


async def test_an_endpoint_that_fails_is_left_alone_for_as_long_as_it_asks(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(429, retry_after="600")
    await worker.hook(inbox.url())
    await worker.open()
    await until(lambda: is_parked(worker, 1))
    await worker.change(lambda _, now: Started(now))
    await until(lambda: is_parked(worker, 3))
    inbox.answer = lambda _: Answer()
    clock.seconds += 590
    await look_for_late(worker)
    assert len(inbox.messages) == 1
    clock.seconds += 60
    await deliver_everything(worker, clock)
    assert sorted(inbox.types()[1:]) == sorted(OPENED + DEALT)


async def deliver_everything(worker: NoticeWorker, clock: Clock) -> None:
    """Let a worker try what is parked until nothing is left."""
    for _ in range(20):
        await look_for_late(worker)
        clock.seconds += 10
        if await is_parked(worker, 0):
            return


async def test_what_waits_too_long_for_a_slow_receiver_is_parked_before_another_worker_takes_it_over(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    await worker.hook(inbox.url())
    inbox.is_open.clear()
    async with Inbox() as quick:
        await worker.hook(quick.url(), name="quick")
        await worker.open()
        await worker.change(lambda _, now: Started(now))
        await until(lambda: quick.types() == OPENED + DEALT and inbox.types() == OPENED)
        clock.seconds += 11
        inbox.is_open.set()
        await worker.driver.settle()
    assert inbox.types() == OPENED
    assert await is_parked(worker, 2)
    await deliver_everything(worker, clock)
    assert sorted(inbox.types()) == sorted(OPENED + DEALT)


async def test_workers_share_the_pause_of_an_endpoint_and_learn_of_its_end(
    worker: NoticeWorker, sqlite_url: str, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(500)
    await worker.hook(inbox.url())
    await worker.open()
    await until(lambda: is_parked(worker, 1))
    clock.seconds += 3600
    await look_for_late(worker)
    async with NoticeWorker(sqlite_url, clock.read) as other:
        other.start()
        await other.change(lambda _, now: Started(now))
        await until(lambda: is_parked(worker, 3))
        tried = len(inbox.messages)
        clock.seconds += 60
        done = [await other.move()]
        await until(lambda: is_parked(worker, 5))
        assert len(inbox.messages) == tried
        inbox.answer = lambda _: Answer()
        (entry,) = await late.list_due(worker.store, None, 10)
        clock.seconds = entry.due / 1000 + 0.1
        await look_for_late(worker)
        assert await is_parked(worker, 0)
        done += [await other.move()]
        await other.driver.settle()
        assert {message.id for message in inbox.messages} >= {one for each in done for one in ids_of(each)}


async def test_a_worker_that_stops_parks_at_once_what_has_not_begun_and_sends_nothing_again(
    sqlite_url: str, inbox: Inbox
) -> None:
    async with Inbox() as slow, NoticeWorker(sqlite_url) as worker, NoticeWorker(sqlite_url) as other:
        worker.start()
        slow.is_open.clear()
        await worker.hook(slow.url(), name="slow")
        await worker.hook(inbox.url())
        await worker.open()
        await worker.change(lambda _, now: Started(now))
        await until(lambda: inbox.types() == OPENED + DEALT and slow.types() == OPENED)
        closing = asyncio.create_task(worker.driver.close())
        await until(lambda: is_parked(other, 2))
        assert not closing.done()
        slow.is_open.set()
        await closing
        assert slow.types() == OPENED
        await look_at(other, "table")
    assert inbox.types() == OPENED + DEALT


async def test_an_attempt_that_takes_too_long_when_its_worker_stops_is_parked(sqlite_url: str, inbox: Inbox) -> None:
    async with Inbox() as slow, NoticeWorker(sqlite_url) as worker, NoticeWorker(sqlite_url) as other:
        worker.start()
        slow.is_open.clear()
        await worker.hook(slow.url(), name="slow")
        await worker.hook(inbox.url())
        await worker.open()
        await until(lambda: inbox.types() == OPENED and slow.types() == OPENED)
        await worker.driver.close(seconds=0)
        assert await is_parked(other, 1)
        # The version is marked as told, so an endpoint that has accepted its notice does not get it again.
        await look_at(other, "table")
    assert inbox.types() == OPENED


async def test_an_endpoint_that_is_gone_gets_nothing_any_more(worker: NoticeWorker, inbox: Inbox) -> None:
    inbox.answer = lambda _: Answer(410)
    await worker.hook(inbox.url())
    await worker.open()
    await worker.driver.settle()
    await worker.change(lambda _, now: Started(now))
    await worker.driver.settle()
    assert len(inbox.messages) == 1
    assert await is_parked(worker, 0)
    endpoints = await worker.endpoints.read(OWNER)
    assert endpoints is not None
    assert "410" in endpoints.webhooks[0].disabled


async def test_what_is_parked_for_an_endpoint_that_is_gone_is_dropped(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(500)
    await worker.hook(inbox.url())
    await worker.open()
    await worker.change(lambda _, now: Started(now))
    await until(lambda: is_parked(worker, 3))
    tried = len(inbox.messages)
    inbox.answer = lambda _: Answer(410)
    clock.seconds += 60
    await deliver_everything(worker, clock)
    assert await is_parked(worker, 0)
    assert len(inbox.messages) - tried == 1


async def test_what_is_not_accepted_within_a_day_is_listed_and_can_be_replayed(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(503)
    await worker.hook(inbox.url())
    await worker.open()
    await until(lambda: is_parked(worker, 1))
    tries = await try_for_a_day(worker, clock, inbox)
    (failed,) = await list_failed(worker.store, OWNER, "hook")
    assert (failed.status, failed.delivery.notice.type) == (503, "table.opened")
    assert 24 * 3600_000 <= failed.failed_at - failed.delivery.begun_at < 30 * 3600_000
    assert 50 <= tries <= 200
    inbox.answer = lambda _: Answer()
    clock.seconds += 3600
    await replay(worker.store, failed)
    assert await list_failed(worker.store, OWNER, "hook") == []
    await look_for_late(worker)
    assert len(inbox.messages) == tries + 1
    assert {message.id for message in inbox.messages} == {failed.delivery.id}


async def try_for_a_day(worker: NoticeWorker, clock: Clock, inbox: Inbox) -> int:
    """Let a worker try a delivery until it gives up, and return the number of tries."""
    while not await is_parked(worker, 0):
        clock.seconds += 600
        await look_for_late(worker)
    return len(inbox.messages)


async def test_many_late_deliveries_to_a_dead_receiver_hold_up_none_to_another(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda message: Answer(500 if message.path == "/dead" else 204)
    await worker.hook(inbox.url("/dead"), name="dead", types=["rematch.offered"])
    await worker.hook(inbox.url("/live"), types=["rematch.offered"])
    session = await worker.open()
    (notice,) = notices_of_session(None, await entry_of(worker, 1), session)
    wanted = replace(notice, type="rematch.offered")
    many = [late.Delivery(OWNER, "dead", wanted, notice.at + number) for number in range(1100)]
    await asyncio.gather(*(park(worker.store, one, notice.at) for one in many))
    await park(worker.store, late.Delivery(OWNER, "hook", wanted, notice.at), notice.at + 1)
    clock.seconds += 1
    for _ in range(4):
        await look_for_late(worker)
    assert [message.path for message in inbox.messages].count("/live") == 1


async def test_what_is_put_off_for_a_day_fails_with_the_last_answer_of_its_receiver(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(429, retry_after="86400")
    await worker.hook(inbox.url())
    await worker.open()
    await until(lambda: is_parked(worker, 1))
    await worker.change(lambda _, now: Started(now))
    await until(lambda: is_parked(worker, 3))
    clock.seconds += DAY + 10
    for _ in range(2):
        await look_for_late(worker)
    assert len(inbox.messages) <= 3
    assert await is_parked(worker, 0)
    failed = await list_failed(worker.store, OWNER, "hook")
    assert sorted(one.delivery.notice.type for one in failed) == sorted(OPENED + DEALT)
    assert {one.status for one in failed} == {429}


async def test_a_webhook_that_is_created_again_hears_of_nothing_from_before(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(500)
    await worker.hook(inbox.url("/former"))
    await worker.open()
    await until(lambda: is_parked(worker, 1))
    await worker.endpoints.change(OWNER, 0, lambda of, _: of.without("hook"))
    clock.seconds += 60
    await worker.hook(inbox.url("/later"))
    await look_for_late(worker)
    assert await is_parked(worker, 0)
    assert [message.path for message in inbox.messages] == ["/former"]


async def test_many_dead_receivers_delay_no_live_one(worker: NoticeWorker, inbox: Inbox) -> None:
    await deal(worker, inbox)
    async with Inbox() as dead:
        dead.is_open.clear()
        for number in range(60):
            await worker.hook(dead.url(), owner=owner_of_session(f"dead {number}"), name=f"dead {number}")
            await worker.open(f"dead {number}")
        await until(lambda: len(dead.messages) >= 4)
        done = await worker.move()
        await until(lambda: {message.id for message in inbox.messages} >= {*ids_of(done)})
        assert len(dead.messages) < 60
        dead.is_open.set()
        await worker.driver.settle()


# ---- who hears what


async def test_a_seat_hears_of_itself_and_of_the_table_until_its_holder_leaves(
    worker: NoticeWorker, inbox: Inbox
) -> None:
    for seat, token in enumerate(TOKENS):
        await worker.hook(inbox.url(f"/{seat}"), token=token, name=f"hook {seat}")
    await deal(worker, inbox)
    first = await asked_seat(worker)
    await worker.move()
    await worker.driver.settle()
    assert inbox.types(f"/{first}") == [*OPENED, "table.started", "turn.started", "turn.ended"]
    assert inbox.types(f"/{1 - first}") == [*OPENED, "table.started", "turn.started"]
    await worker.change(lambda _, now: Left(now, first))
    await worker.change(lambda _, now: Abandoned(now))
    await worker.driver.settle()
    assert inbox.types(f"/{first}")[-1] == "turn.ended"
    assert inbox.types(f"/{1 - first}")[-1] == "table.finished"


async def asked_seat(worker: NoticeWorker) -> int:
    (seat,) = asked_seats(await worker.sessions.read("table"))
    return seat


async def test_while_a_deal_is_closed_only_the_seats_hear_of_the_play(worker: NoticeWorker, inbox: Inbox) -> None:
    shared = Dealing(server_seed="5eed" * 16, table="round 1", is_shared=True)
    place = TournamentTable("cup", 1, 0, 0)
    await worker.hook(inbox.url("/host"), owner="tournament:cup", name="host")
    await worker.hook(inbox.url("/other"), owner="tournament:cup", token="token of another table", name="other")
    for seat, token in enumerate(TOKENS):
        await worker.hook(inbox.url(f"/{seat}"), owner="tournament:cup", token=token, name=f"hook {seat}")
    await worker.open(tournament=place, dealing=shared)
    first = await asked_seat(worker)
    await worker.move()
    await worker.driver.settle()
    assert inbox.types("/host") == ["table.opened", "table.started"]
    assert inbox.types("/other") == []
    assert inbox.types(f"/{first}") == ["table.opened", "table.started", "turn.started", "turn.ended"]
    await worker.change(lambda _, now: DealOpened(now))
    await worker.change(lambda _, now: Abandoned(now))
    await worker.driver.settle()
    assert inbox.types("/host")[2:] == ["turn.ended", "table.finished"]


# ---- browsers


def browser(service: Inbox, seat: int) -> PushSubscription:
    """Return the subscription of a seat's browser at a push service."""
    keys = Vapid(new_push_key(), "mailto:nobody@example.org")
    url = service.url(f"/{seat}")
    return PushSubscription(f"browser {seat}", url, keys.public_key, base64url(b"0" * 16), 0, mark_of(TOKENS[seat]))


async def test_a_browser_is_told_of_its_own_turn_alone(worker: NoticeWorker, inbox: Inbox) -> None:
    for seat in range(2):
        await worker.subscribe(browser(inbox, seat))
    await worker.open()
    await worker.change(lambda _, now: Started(now))
    await worker.driver.settle()
    first = await asked_seat(worker)
    assert [(message.path, message.headers["urgency"]) for message in inbox.messages] == [(f"/{first}", "high")]
    await worker.move()
    await worker.driver.settle()
    assert sorted(message.path for message in inbox.messages[1:]) == ["/0", "/1"]
    assert len({message.headers["topic"] for message in inbox.messages}) == 1
    assert {message.headers["ttl"] for message in inbox.messages} == {"86400"}


async def test_a_late_notice_of_a_turn_that_is_over_is_not_shown(
    worker: NoticeWorker, clock: Clock, inbox: Inbox
) -> None:
    inbox.answer = lambda _: Answer(500)
    for seat in range(2):
        await worker.subscribe(browser(inbox, seat))
    await worker.open()
    await worker.change(lambda _, now: Started(now))
    await worker.driver.settle()
    first = await asked_seat(worker)
    await worker.move()
    await worker.driver.settle()
    inbox.answer = lambda _: Answer()
    tried = len(inbox.messages)
    clock.seconds += 60
    await deliver_everything(worker, clock)
    # The turn of the first seat is withdrawn, and that of the other one shown.
    assert sorted(message.path for message in inbox.messages[tried:]) == ["/0", "/1"]
    assert [one.headers["urgency"] for one in inbox.messages[tried:] if one.path == f"/{first}"] == ["normal"]


async def test_a_browser_that_is_gone_is_forgotten(worker: NoticeWorker, inbox: Inbox) -> None:
    inbox.answer = lambda _: Answer(404)
    for seat in range(2):
        await worker.subscribe(browser(inbox, seat))
    await worker.open()
    await worker.change(lambda _, now: Started(now))
    await worker.driver.settle()
    endpoints = await worker.endpoints.read(OWNER)
    assert endpoints is not None
    assert [push.id for push in endpoints.pushes] == [f"browser {1 - await asked_seat(worker)}"]
    assert await is_parked(worker, 0)

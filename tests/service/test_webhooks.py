"""Which sessions send notices: those of a webhook, of its tournament, and of its app, also if the worker dies."""

from contextlib import suppress
from pathlib import Path

import pytest

from service.notices.apps import HookedApps
from service.notices.endpoints import Endpoints, Webhook, owner_of_app, owner_of_session
from service.notices.failed import Failed, keep_failed
from service.notices.late import Delivery, Target, list_parked
from service.notices.notice import Notice, Subject, make_origin
from service.notices.repository import EndpointRepository
from service.notices.sending import Sender
from service.storage.batches import find_batch
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TournamentRepository
from service.use_cases.batches import create_sessions
from service.use_cases.context import Notices, RequestContext, StatelessTables
from service.use_cases.finding import join_or_create
from service.use_cases.inputs import (
    BatchSessionInput,
    CreateSessionInput,
    CreateSessionsInput,
    JoinOrCreateInput,
    JoinSessionInput,
    SessionActInput,
)
from service.use_cases.lobby import join_session
from service.use_cases.notice_inputs import CreateWebhookInput, ReplayWebhookInput, WebhookInput
from service.use_cases.opening import create_session
from service.use_cases.playing import claim_deadline
from service.use_cases.webhooks import create_webhook, delete_webhook, read_webhook, replay_webhook
from service.views.session_view import SessionCreated
from service.views.webhook_view import WebhookCreated
from store.port import Store
from store.problems import StoreUnavailable
from store.sqlite.store import SqliteStore
from tests.service.test_seating import DyingStore
from tests.support.graphql_sessions import new_key
from tests.support.tournament_workers import Worker

pytestmark = pytest.mark.anyio

DAY = 86_400
LIFETIMES = Lifetimes(DAY, DAY, DAY)
URL = "https://hooks.example"


class HookingWorker(Worker):
    """A simulated process that sends notices; its callers are an app."""

    def __init__(self, store: Store, app: str | None = None) -> None:
        super().__init__(store)
        self.sessions = SessionRepository(store, LIFETIMES)
        self.tournaments = TournamentRepository(store, LIFETIMES)
        self.endpoints = EndpointRepository(store)
        self.notices = Notices(self.endpoints, HookedApps(self.endpoints), Sender(allows_private=False, vapid=None))
        self.app = app

    def caller(self, token: str | None = None) -> RequestContext:
        """Return the context of a caller."""
        tables = StatelessTables(None, self.sessions.store, 0)
        return RequestContext(self.sessions, self.tournaments, tables, token, self.app, notices=self.notices)

    async def hook(self, token: str | None = None, **wish: str) -> WebhookCreated:
        """Create a webhook."""
        return await create_webhook(self.caller(token), CreateWebhookInput(url=URL, **wish))

    async def open_session(self) -> SessionCreated:
        """Open a session."""
        return await create_session(self.caller(), CreateSessionInput(game="zeven", seats=2))

    async def sends_notices(self, session_id: str) -> bool:
        """Tell whether a session sends notices."""
        return (await self.sessions.read(session_id)).sends_notices


# ---- a session


async def test_the_key_of_another_caller_does_not_keep_a_session_from_sending_notices(tmp_path: Path) -> None:
    times = [1e9]
    store = SqliteStore(str(tmp_path / "croupier.db"), clock=lambda: times[-1])
    await store.start()
    worker = HookingWorker(store)
    made = await create_session(worker.caller(), CreateSessionInput(game="zeven", seats=2, move_seconds=60))
    table = made.session.id
    for seat in range(2):
        await join_session(worker.caller(), JoinSessionInput(session_id=table, seat=seat))
    times.append(times[-1] + 60)
    # Anybody may claim the move of a seat that is late. The service once had this key for its own change.
    claim = SessionActInput(session_id=table, idempotency_key="the start of the notices of a session")
    await claim_deadline(worker.caller(), claim)
    await worker.hook(made.host_token, session_id=table)
    assert await worker.sends_notices(table)
    await store.close()


# ---- the tables of a tournament


@pytest.mark.parametrize("steps", [0, 1, 2], ids=["before the start", "paired", "playing"])
async def test_a_webhook_hears_of_the_tables_in_play_and_of_later_ones(sqlite_store: Store, steps: int) -> None:
    worker = HookingWorker(sqlite_store)
    made = await worker.open(people=4, rounds=2)
    if steps:
        await worker.start(made)
        # The stages of the round: paired, then its tables are open.
        for _ in range(steps):
            await worker.step(made)
    hooking = HookingWorker(sqlite_store)
    await hooking.hook(made.host_token, tournament_id=made.tournament.id)
    if not steps:
        await worker.start(made)
    playing = await worker.advance(made)
    assert [table.sends_notices for table in await worker.tables(playing)] == [True, True]
    for table in await worker.tables(playing):
        await worker.play(made, table)
    second = await worker.advance(made)
    assert len(second.rounds) == 2
    assert [table.sends_notices for table in await worker.tables(second)] == [True, True]


async def test_tables_that_another_worker_is_opening_send_notices_too(sqlite_store: Store) -> None:
    worker = HookingWorker(sqlite_store)
    made = await worker.open(people=4)
    await worker.start(made)
    # This worker does not know of the webhook while it opens the tables.
    paired = await worker.step(made)
    await HookingWorker(sqlite_store).hook(made.host_token, tournament_id=made.tournament.id)
    await worker.open_tables(paired)
    assert [table.sends_notices for table in await worker.tables(paired)] == [True, True]


# ---- a worker that dies


@pytest.mark.parametrize(("owner", "is_last_made"), [("session", False), ("tournament", True)])
async def test_a_retry_completes_a_webhook_whose_worker_died_at_any_call(
    sqlite_store: Store, owner: str, *, is_last_made: bool
) -> None:
    calls = 0
    while True:
        sound = HookingWorker(sqlite_store)
        key = new_key()
        if owner == "session":
            opened = await sound.open_session()
            wish = {"session_id": opened.session.id, "idempotency_key": key}
            token = opened.host_token
            tables = [opened.session.id]
        else:
            made = await sound.open(people=4)
            await sound.start(made)
            tables = [table.id for table in await sound.tables(await sound.advance(made))]
            wish = {"tournament_id": made.tournament.id, "idempotency_key": key}
            token = made.host_token
        dying = DyingStore(sqlite_store, calls, is_last_made=is_last_made)
        first: WebhookCreated | None = None
        with suppress(StoreUnavailable):
            first = await HookingWorker(dying).hook(token, **wish)
        again = await HookingWorker(sqlite_store).hook(token, **wish)
        assert first in (None, again)
        assert [await sound.sends_notices(one) for one in tables] == [True] * len(tables)
        if dying.calls >= 0:
            break
        calls += 1
    assert calls > 1


# ---- what an app opens


async def test_an_app_with_a_webhook_hears_of_everything_that_it_opens_from_then_on(sqlite_store: Store) -> None:
    web = HookingWorker(sqlite_store, "web")
    bots = HookingWorker(sqlite_store, "bots")
    assert not await web.sends_notices((await web.open_session()).session.id)
    # Another worker has just seen that the app has none.
    await HookingWorker(sqlite_store, "web").hook()
    for worker, app in ((web, "web"), (bots, "")):
        session = await worker.sessions.read((await worker.open_session()).session.id)
        assert (session.app, session.sends_notices) == (app, bool(app))
        seat = await join_or_create(worker.caller(), JoinOrCreateInput(game="zlam", seats=3 if app else 4))
        joined = await worker.sessions.read(seat.session.id)
        assert (joined.app, joined.sends_notices) == (app, bool(app))
        wish = CreateSessionsInput(sessions=[BatchSessionInput(game="zeven", seats=2)] * 2)
        batch = await find_batch(worker.sessions.store, (await create_sessions(worker.caller(), wish)).batch_id)
        assert batch is not None
        for member in batch.members:
            assert (await worker.sessions.read(member.session)).app == app
        made = await worker.open(people=2, rounds=1)
        assert (await worker.read(made)).app == app
        await worker.start(made)
        (table,) = await worker.tables(await worker.advance(made))
        assert (table.app, table.sends_notices) == (app, bool(app))


async def test_after_its_last_webhook_an_app_hears_of_nothing_that_it_opens_later(sqlite_store: Store) -> None:
    seconds = 0.0
    worker = HookingWorker(sqlite_store, "web")
    worker.notices = Notices(
        worker.endpoints, HookedApps(worker.endpoints, lambda: seconds), Sender(allows_private=False, vapid=None)
    )
    made = await worker.hook()
    assert await worker.sends_notices((await worker.open_session()).session.id)
    await delete_webhook(worker.caller(), WebhookInput(webhook_id=made.webhook.id))
    seconds += 5
    assert not await worker.sends_notices((await worker.open_session()).session.id)


# ---- deleted ones


async def test_a_webhook_that_is_created_again_with_its_key_has_another_secret(sqlite_store: Store) -> None:
    worker = HookingWorker(sqlite_store)
    opened = await worker.open_session()
    wish = {"session_id": opened.session.id, "idempotency_key": new_key()}
    former = await worker.hook(opened.host_token, **wish)
    await delete_webhook(worker.caller(opened.host_token), WebhookInput(webhook_id=former.webhook.id))
    again = await worker.hook(opened.host_token, **wish)
    assert again.secret != former.secret
    assert again == await worker.hook(opened.host_token, **wish)


# ---- deliveries that failed


async def test_failed_deliveries_are_listed_and_replayed_one_by_one_or_together(sqlite_store: Store) -> None:
    worker = HookingWorker(sqlite_store)
    opened = await worker.open_session()
    made = await worker.hook(opened.host_token, session_id=opened.session.id)
    host = worker.caller(opened.host_token)
    target = Target(owner_of_session(opened.session.id), made.webhook.id)
    for number in range(3):
        notice = Notice("turn.started", 1000, make_origin("hash", number), Subject(opened.session.id, version=3))
        delivery = Delivery(*target, notice, begun_at=1000)
        await keep_failed(sqlite_store, Failed(delivery, 2000 + number, 500, "The receiver answered 500."))

    async def failed() -> list[str]:
        seen = await read_webhook(host, WebhookInput(webhook_id=made.webhook.id))
        assert {(one.type, one.status, one.reason) for one in seen.failed} <= {
            ("turn.started", 500, "The receiver answered 500.")
        }
        return [one.delivery_id for one in seen.failed]

    newest, middle, oldest = await failed()
    told = await replay_webhook(host, ReplayWebhookInput(webhook_id=made.webhook.id, delivery_id=middle))
    assert (told.replayed, await failed()) == (1, [newest, oldest])
    told = await replay_webhook(host, ReplayWebhookInput(webhook_id=made.webhook.id))
    assert (told.replayed, await failed()) == (2, [])
    parked = [one.id for one in await list_parked(sqlite_store, target, None, 10)]
    assert sorted(parked) == sorted([newest, middle, oldest])


# ---- how long endpoints are kept


async def test_a_read_prolongs_endpoints_once_half_their_life_has_passed(tmp_path: object) -> None:
    now = 1e9
    store = SqliteStore(f"{tmp_path}/croupier.db", clock=lambda: now)
    await store.start()
    endpoints = EndpointRepository(store)
    owner = owner_of_session("s")
    made = await endpoints.change(owner, 100, lambda of, at: of.with_webhook(Webhook("w", URL, at)))

    async def read() -> Endpoints | None:
        return await endpoints.read(owner)

    now += 50
    assert await read() == made
    now += 1
    assert await read() == made
    now += 99
    prolonged = await read()
    assert prolonged is not None
    assert (prolonged.version, prolonged.webhooks) == (2, made.webhooks)
    now += 201
    assert await read() is None
    assert await endpoints.read(owner_of_app("s")) is None
    await store.close()

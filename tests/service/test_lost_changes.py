"""A process that remembers changes lost by the store reports the loss at once, once, and never without a loss."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from random import Random

import pytest
from structlog.testing import capture_logs

import engine
from service.observability import metrics
from service.sessions.problems import Problem
from service.sessions.rules import RolledBack
from service.sessions.session import Session
from service.storage.sessions import Lifetimes, SessionRepository, make_archive
from service.use_cases.context import RequestContext
from service.use_cases.inputs import ApplyMoveInput, CreateSessionInput, JoinSessionInput, SessionActInput, SessionInput
from service.use_cases.lobby import abandon_session, join_session, leave_session, start_session
from service.use_cases.opening import create_session
from service.use_cases.playing import apply_move, resign
from service.use_cases.watch import watch
from service.views.session_view import SessionChanged
from store.port import Commit, Committed, Conflict, Repeated, Stored
from tests.service.test_session_cache import LIFETIMES, TOKENS, Worker
from tests.support.stores import until
from tools.redis.server import RedisServer, rolled_back_after
from tools.stores import StoreWrapper
from tools.use_cases import caller, expecting, session_of

pytestmark = pytest.mark.anyio


UseCase = Callable[[RequestContext, SessionInput], Awaitable[SessionChanged]]


def counted() -> float:
    """Return the losses that this process has counted."""
    return metrics.REGISTRY.get_sample_value("croupier_rollbacks_total") or 0.0


@pytest.fixture
async def workers(store_url: str) -> AsyncIterator[list[Worker]]:
    workers = [Worker(store_url) for _ in range(3)]
    for worker in workers:
        await worker.store.start()
    yield workers
    for worker in workers:
        await worker.store.close()


@pytest.fixture
async def shaken(redis_url: str) -> AsyncIterator[Worker]:
    """A worker on a server whose data are put back."""
    worker = Worker(redis_url)
    await worker.store.start()
    yield worker
    await worker.store.close()


async def lose(worker: Worker, server: RedisServer) -> tuple[Session, Session]:
    """Return a session as the store has it again, and as the worker remembers it."""
    session = await worker.open()
    with rolled_back_after(server):
        lost = session_of(await worker.play(session_of(await worker.play(session))))
    return session, lost


def turn_of(session: Session) -> int:
    """Return the first active seat."""
    assert session.state is not None
    (seat, *_) = engine.view(session.state, None).turn
    return seat


async def resign_for(worker: Worker, seen: Session, token: str, *, heads: bool) -> int:
    """Move for a seat, or resign out of turn, as of a position that was seen; return the new version."""
    expected = seen.cursor if heads else type(seen.cursor)(seen.version)
    act = SessionActInput(session_id=seen.id, **expecting(expected))
    return (await resign(caller(worker.sessions, token), act)).version


async def test_each_member_who_names_no_head_is_told_once(shaken: Worker, redis_server: RedisServer) -> None:
    before = counted()
    session, lost = await lose(shaken, redis_server)
    for token in TOKENS:
        now = await shaken.sessions.read(session.id)
        with pytest.raises(RolledBack) as raised:
            await resign_for(shaken, now, token, heads=False)
        assert (raised.value.expected, raised.value.session) == (lost.cursor, now)
    assert counted() == before + 1
    now = await shaken.sessions.read(session.id)
    assert await resign_for(shaken, now, TOKENS[0], heads=False) == now.version + 1


async def test_moved_on_by_number_a_member_is_told_all_the_same(shaken: Worker, redis_server: RedisServer) -> None:
    session, lost = await lose(shaken, redis_server)
    with pytest.raises(RolledBack):
        await shaken.play(session)
    now = session
    acted = {turn_of(session)}
    while now.version < lost.version:
        assert now.state is not None
        acted.add(seat := turn_of(now))
        notation = str(engine.legal_moves(now.state, seat)[-1])
        move = ApplyMoveInput(session_id=now.id, move=notation, **expecting(now.cursor))
        now = session_of(await apply_move(caller(shaken.sessions, TOKENS[seat]), move))
    assert (now.version, now.history_hash == lost.history_hash) == (lost.version, False)
    for token in (TOKENS[seat] for seat in {0, 1} - acted):
        with pytest.raises(RolledBack):
            await resign_for(shaken, lost, token, heads=False)


async def test_a_caller_that_names_the_head_goes_on_at_once(shaken: Worker, redis_server: RedisServer) -> None:
    before = counted()
    session, _ = await lose(shaken, redis_server)
    assert await resign_for(shaken, session, TOKENS[0], heads=True) == session.version + 1
    now = await shaken.sessions.read(session.id)
    assert (await shaken.play(now, now.cursor)).version == now.version + 1
    assert counted() == before + 1


async def test_a_reading_finds_it_out_too(shaken: Worker, redis_server: RedisServer) -> None:
    before = counted()
    session, _ = await lose(shaken, redis_server)
    for _ in range(3):
        assert await shaken.sessions.read(session.id) == session
    assert counted() == before + 1


async def test_a_table_that_ends_on_an_emptied_store_is_lost_and_not_corrupted(
    shaken: Worker, redis_server: RedisServer
) -> None:
    session = await shaken.open()
    entry = await shaken.sessions.find_entry(session.id, session.version)
    assert entry is not None
    redis_server.call("FLUSHALL")
    with capture_logs() as lines:
        assert await make_archive(shaken.sessions, session, b"", entry) is None
    assert lines == []


class Emptied(StoreWrapper):
    """A store of which an emptied server answers once, before one that has everything takes its place."""

    is_emptied = False
    lag = 0.01

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        if not self.is_emptied:
            return await self.store.commit(change)
        self.is_emptied = False
        return Conflict(None, await self.store.now())


async def test_a_session_that_an_emptied_server_did_not_have_is_not_corrupted_when_it_is_back(shaken: Worker) -> None:
    store = Emptied(shaken.store)
    shaken.sessions = SessionRepository(store, LIFETIMES)
    session = await shaken.open()
    store.is_emptied = True
    assert await resign_for(shaken, session, TOKENS[0], heads=False) == session.version + 1


async def test_a_session_gone_too_early_is_lost_and_counted_once(shaken: Worker, redis_server: RedisServer) -> None:
    before = counted()
    session = await shaken.open()
    redis_server.call("FLUSHALL")
    following = watch(shaken.sessions, session.id, None)
    for asked in (
        lambda: shaken.play(session),
        lambda: shaken.sessions.read(session.id),
        lambda: shaken.sessions.read_durable(session.id),
        lambda: anext(following),
    ):
        with pytest.raises(Problem, match="lost") as gone:
            await asked()
        assert gone.value.code == "NOT_FOUND"
    assert counted() == before + 1
    with pytest.raises(Problem, match="or it has expired") as unknown:
        await shaken.sessions.read("another")
    assert unknown.value.code == "NOT_FOUND"


async def open_table(worker: Worker, seats: int) -> tuple[str, str, str]:
    """Open a session with one taken seat; return its id, the host's token and the seat's."""
    opened = await create_session(caller(worker.sessions), CreateSessionInput(game="zeven", seats=seats))
    return opened.session.id, opened.host_token, await take_a_seat(worker.sessions, opened.session.id)


async def take_a_seat(sessions: SessionRepository, session_id: str) -> str:
    """Return the token of the first open seat."""
    return (await join_session(caller(sessions), JoinSessionInput(session_id=session_id))).seat_token


@pytest.mark.parametrize(
    ("use_case", "seat"), [(leave_session, True), (start_session, False), (abandon_session, False)]
)
async def test_acts_are_told_once_too(shaken: Worker, redis_server: RedisServer, use_case: UseCase, seat: bool) -> None:
    session_id, host, player = await open_table(shaken, 3)
    with rolled_back_after(redis_server):
        await take_a_seat(shaken.sessions, session_id)
    token = player if seat else host
    with pytest.raises(RolledBack) as raised:
        await use_case(caller(shaken.sessions, token), SessionInput(session_id=session_id))
    assert (raised.value.expected.version, raised.value.session.version, raised.value.path) == (3, 2, ("sessionId",))
    assert (await use_case(caller(shaken.sessions, token), SessionInput(session_id=session_id))).version == 3


async def test_a_player_whose_seat_is_lost_is_told_so(shaken: Worker, redis_server: RedisServer) -> None:
    session_id, _, _ = await open_table(shaken, 3)
    with rolled_back_after(redis_server):
        token = await take_a_seat(shaken.sessions, session_id)
    with pytest.raises(RolledBack):
        await leave_session(caller(shaken.sessions, token), SessionInput(session_id=session_id))
    with pytest.raises(Problem) as refused:
        await leave_session(caller(shaken.sessions, token), SessionInput(session_id=session_id))
    assert refused.value.code == "UNAUTHORIZED"


async def test_strangers_are_told_nothing(shaken: Worker, redis_server: RedisServer) -> None:
    session_id, _, _ = await open_table(shaken, 3)
    with rolled_back_after(redis_server):
        await take_a_seat(shaken.sessions, session_id)
    for token in (None, "a stranger's"):
        with pytest.raises(Problem) as refused:
            await leave_session(caller(shaken.sessions, token), SessionInput(session_id=session_id))
        assert refused.value.code == "UNAUTHORIZED"


async def test_a_session_that_has_expired_is_not(workers: list[Worker]) -> None:
    before = counted()
    sessions = SessionRepository(workers[0].store, Lifetimes(1, 1, 1))
    opened = await create_session(caller(sessions), CreateSessionInput(game="zeven", seats=2))

    async def is_gone() -> bool:
        return await sessions.find(opened.session.id) is None

    await until(is_gone)
    assert counted() == before


async def test_a_session_rolled_back_that_expires_is_not_lost(shaken: Worker, redis_server: RedisServer) -> None:
    shaken.sessions = SessionRepository(shaken.store, Lifetimes(1, 1, 1))
    session_id, _, player = await open_table(shaken, 3)
    with rolled_back_after(redis_server):
        await take_a_seat(shaken.sessions, session_id)
    with pytest.raises(RolledBack) as raised:
        await leave_session(caller(shaken.sessions, player), SessionInput(session_id=session_id))

    async def is_over() -> bool:
        return await shaken.store.now() > raised.value.session.expires_at

    await until(is_over)
    redis_server.call("FLUSHALL")
    with pytest.raises(Problem, match="or it has expired"):
        await shaken.sessions.read(session_id)


# ---- no false alarms


async def test_workers_who_change_and_read_at_the_same_time_raise_no_alarm(workers: list[Worker]) -> None:
    before = counted()
    session = await workers[0].open()

    async def play(worker: Worker, chance: Random) -> None:
        for _ in range(40):
            if (seen := await worker.sessions.read(session.id)).is_over:
                return
            with suppress(Problem):
                await worker.play(seen)
            await asyncio.sleep(0 if chance.random() < 0.5 else 0.001)

    async def read(worker: Worker) -> None:
        for _ in range(120):
            await worker.sessions.read(session.id)
            await worker.sessions.read_durable(session.id)

    async with asyncio.TaskGroup() as group:
        for number, worker in enumerate(workers):
            group.create_task(play(worker, Random(number)))
            group.create_task(play(worker, Random(-number)))
            group.create_task(read(worker))
    assert counted() == before
    assert (await workers[0].sessions.read(session.id)).version > session.version + 5


class Slow(StoreWrapper):
    """A store whose next read, once `held` is set, is answered when `go_on` is: with the earlier state."""

    def __init__(self, store: StoreWrapper) -> None:
        super().__init__(store)
        self.held = False
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()

    async def load(self, session_id: str) -> Stored | None:
        stored = await super().load(session_id)
        if self.held:
            self.held = False
            self.begun.set()
            await self.go_on.wait()
        return stored


async def test_a_reading_that_was_on_its_way_raises_no_alarm_and_takes_nothing_back(workers: list[Worker]) -> None:
    before = counted()
    worker = workers[0]
    slow = Slow(worker.store)
    worker.sessions = SessionRepository(slow, LIFETIMES)
    session = await worker.open()
    slow.held = True
    reading = asyncio.create_task(worker.sessions.read(session.id))
    await slow.begun.wait()
    newest = session_of(await worker.play(session))
    slow.go_on.set()
    assert await reading == session
    assert counted() == before
    worker.asked()
    await worker.play(newest)
    assert worker.asked() == {"commit": 1}


class Behind(StoreWrapper):
    """A store whose next read is answered by a former primary."""

    old: Stored | None = None

    @property
    def lag(self) -> float:
        return 0.001

    async def load(self, session_id: str) -> Stored | None:
        old, self.old = self.old, None
        return old or await super().load(session_id)


async def test_a_primary_that_is_none_any_more_raises_no_alarm(workers: list[Worker]) -> None:
    before = counted()
    worker = workers[0]
    behind = Behind(worker.store)
    worker.sessions = SessionRepository(behind, LIFETIMES)
    session = await worker.open()
    behind_by_one = await worker.store.load(session.id)
    newest = session_of(await worker.play(session))
    behind.old = behind_by_one
    assert await worker.sessions.read(session.id) == newest
    assert counted() == before

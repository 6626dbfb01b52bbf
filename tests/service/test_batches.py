"""Batches over crashes, full stores and time: a retry completes one, and its results outlive its sessions."""

from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread

import httpx2
import msgspec
import pytest

from service.sessions.corruption import DataCorrupted
from service.sessions.problems import Problem, StoreUnavailable
from service.storage.batches import AT_ONCE, find_batch
from service.storage.codec import add_checksum
from service.storage.port import Change, Committed, Conflict, Repeated, Store, Stored, StoreFull
from service.storage.public_lists import OPEN
from service.storage.repository import MANY_AT_ONCE, Lifetimes, SessionRepository
from service.use_cases.batches import batch_results, create_sessions
from service.use_cases.inputs import (
    BatchResultsInput,
    BatchSessionInput,
    CreateSessionsInput,
    OptionInput,
    SeatedBotInput,
)
from service.views.lobby_view import BatchResult, SessionsCreated
from tests.support.graphql_sessions import ONLY_THREES, new_key
from tests.support.rest_client import Rest
from tests.support.stores import gather
from tests.support.timed_sessions import Timed
from tools.redis_server import wait_until
from tools.services import Service
from tools.stores import StoreWrapper
from tools.use_cases import caller

pytestmark = pytest.mark.anyio

LIFETIMES = Lifetimes(600, 600, 600)
SHORT = tuple(OptionInput(name=name, value=str(value)) for name, value in ONLY_THREES.items())
BOTS = tuple(SeatedBotInput(seat=seat, level=1) for seat in range(2))
COUNT = 20


class Failing(StoreWrapper):
    """A store that fails before each commit but the first few, as long as `error` is set."""

    def __init__(self, store: Store, commits: int, error: StoreUnavailable | None) -> None:
        super().__init__(store)
        self.left, self.error = commits, error

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        self.left -= 1
        if self.left < 0 and self.error is not None:
            raise self.error
        return await super().commit(change)


class Counting(StoreWrapper):
    """A store that counts the commits that are under way."""

    now_running, most = 0, 0

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        self.now_running += 1
        self.most = max(self.most, self.now_running)
        try:
            return await super().commit(change)
        finally:
            self.now_running -= 1


def batch_of(count: int, key: str | None, **each: object) -> CreateSessionsInput:
    """Return a batch of short tables, every other one with a tag."""
    given = {"game": "zlam", "seats": 2, "options": SHORT, **each}
    sessions = [BatchSessionInput(**given, tag="even" if number % 2 == 0 else None) for number in range(count)]  # type: ignore[arg-type]
    return CreateSessionsInput(sessions=sessions, idempotency_key=key)


async def results_of(
    sessions: SessionRepository, made: SessionsCreated, tag: str | None = None
) -> tuple[BatchResult, ...]:
    return (await batch_results(caller(sessions), BatchResultsInput(batch_id=made.batch_id, tag=tag))).nodes


# ---- all or nothing


@pytest.mark.parametrize("error", [StoreUnavailable("away"), StoreFull("full")], ids=["away", "full"])
@pytest.mark.parametrize("commits", [0, 1, AT_ONCE + 1, COUNT])
async def test_a_retry_completes_a_batch_that_was_interrupted_after_any_commit(
    store: Store, commits: int, error: StoreUnavailable
) -> None:
    failing, wanted = Failing(store, commits, error), batch_of(COUNT, new_key(), public=True)
    sessions = SessionRepository(failing, LIFETIMES)
    with pytest.raises(type(error)):
        await create_sessions(caller(sessions), wanted)
    failing.error = None
    made = await create_sessions(caller(sessions), wanted)
    assert await create_sessions(caller(SessionRepository(store, LIFETIMES)), wanted) == made
    assert [one.version for one in await results_of(sessions, made)] == [1] * COUNT
    listed = {one.member for one in await store.listed(OPEN, None, 2 * COUNT)}
    assert listed == {one.session_id for one in made.sessions}


async def test_nothing_is_written_of_a_batch_with_a_bad_session(store: Store) -> None:
    counting = Counting(store)
    wanted = batch_of(COUNT, new_key())
    bad = BatchSessionInput(game="zlam", seats=1)
    with pytest.raises(Problem, match="seats") as refused:
        await create_sessions(
            caller(SessionRepository(counting, LIFETIMES)), CreateSessionsInput(sessions=[*wanted.sessions, bad])
        )
    assert refused.value.path == ("sessions", str(COUNT), "seats")
    assert counting.most == 0


async def test_tries_that_come_at_once_get_the_same_batch(store: Store, second_store: Store) -> None:
    wanted = batch_of(COUNT, new_key(), bots=BOTS)
    workers = [SessionRepository(one, LIFETIMES) for one in (store, second_store)] * 2
    tries = [partial(create_sessions, caller(worker), wanted) for worker in workers]
    first, *others = await gather(tries)
    assert others == [first] * 3
    # Each was created, and dealt once.
    assert [one.version for one in await results_of(workers[0], first)] == [2] * COUNT


async def test_a_batch_keeps_a_few_commits_under_way_and_no_more(sqlite_store: Store) -> None:
    counting = Counting(sqlite_store)
    await create_sessions(caller(SessionRepository(counting, LIFETIMES)), batch_of(3 * AT_ONCE, None))
    assert counting.most == AT_ONCE


async def test_batches_that_are_opened_at_once_take_turns(sqlite_store: Store) -> None:
    counting = Counting(sqlite_store)
    context = caller(SessionRepository(counting, LIFETIMES))
    await gather([partial(create_sessions, context, batch_of(3 * AT_ONCE, None))] * 10)
    # The documents of the other batches may be committed meanwhile.
    assert AT_ONCE <= counting.most <= MANY_AT_ONCE * AT_ONCE + 10


async def test_apps_that_send_the_same_key_get_batches_of_their_own(sqlite_store: Store) -> None:
    sessions, wanted = SessionRepository(sqlite_store, LIFETIMES), batch_of(2, new_key())
    made = []
    for app in (None, "web", "league"):
        context = caller(sessions)
        context.app = app
        made.append(await create_sessions(context, wanted))
    assert len({one.batch_id for one in made}) == len({one.sessions[0].session_id for one in made}) == 3


def test_a_batch_whose_worker_is_killed_is_completed_by_a_retry(store_url: str, tmp_path: Path) -> None:
    body = {"sessions": [{"game": "zlam", "seats": 4, "public": True}] * 300}
    key = new_key()

    def begin() -> None:
        with suppress(httpx2.HTTPError):
            httpx2.post(f"{root}/v1/batches", json=body, headers={"Idempotency-Key": key}, timeout=60)

    with Service(store_url, tmp_path) as service:
        root = service.root
        first = Thread(target=begin)
        first.start()
        wait_until(lambda: bool(Rest(service).get("/v1/sessions?first=1").json()["nodes"]))
        service.kill()
        first.join()
        service.start()
        made = Rest(service).post("/v1/batches", body, Idempotency_Key=key)
        assert made.status_code == 201
        lines = service.http.get(
            f"{service.root}/v1/batches/{made.json()['batchId']}/results", headers={"Accept": "application/x-ndjson"}
        ).text.splitlines()
        assert len(lines) == 300
        assert all('"version":1,' in line for line in lines)


# ---- time


async def test_results_come_from_archives_when_the_sessions_have_expired(timed: Timed) -> None:
    wanted = batch_of(3, new_key())
    made = await create_sessions(caller(timed.sessions), wanted)
    await timed.play(made.sessions[1].session_id)
    before = (await results_of(timed.sessions, made))[1]
    timed.seconds += 3000
    assert await timed.store.load(f"batch:{made.batch_id}") is None
    gone, over, also_gone = await results_of(timed.sessions, made)
    assert over == before
    assert over.result is not None
    for one in (gone, also_gone):
        assert (one.problem, one.status, one.version, one.result) == ("NOT_FOUND", None, None, None)
    assert [one.session_id for one in await results_of(timed.sessions, made, tag="even")] == [
        gone.session_id,
        also_gone.session_id,
    ]


async def test_a_batch_is_known_as_long_as_the_archive_of_a_table_that_began_with_it(timed: Timed) -> None:
    wanted = batch_of(2, new_key())
    made = await create_sessions(caller(timed.sessions), wanted)
    timed.seconds += 3650
    assert await find_batch(timed.store, made.batch_id) is not None
    assert (await create_sessions(caller(timed.sessions), wanted)).batch_id == made.batch_id
    with pytest.raises(Problem, match="something else"):
        await create_sessions(caller(timed.sessions), msgspec.structs.replace(wanted, sessions=wanted.sessions[:1]))
    timed.seconds += 11
    assert await find_batch(timed.store, made.batch_id) is None
    with pytest.raises(Problem, match="There is no such batch") as refused:
        await results_of(timed.sessions, made)
    assert (refused.value.code, refused.value.path) == ("NOT_FOUND", ("batchId",))


async def test_archives_that_are_kept_for_ever_keep_their_batch_for_ever(timed: Timed) -> None:
    timed.sessions.lifetimes = Lifetimes(session=60, finished=60, archive=0)
    made = await create_sessions(caller(timed.sessions), batch_of(1, None))
    timed.seconds += 1e9
    assert await find_batch(timed.store, made.batch_id) is not None


class Gone(StoreWrapper):
    """A store in which what a change meets is gone when it is looked up."""

    async def commit(self, _change: Change) -> Committed | Repeated | Conflict:
        return Conflict(None)


async def test_who_meets_a_batch_that_expires_at_this_moment_is_asked_to_send_it_again(sqlite_store: Store) -> None:
    with pytest.raises(Problem) as refused:
        await create_sessions(caller(SessionRepository(Gone(sqlite_store), LIFETIMES)), batch_of(1, new_key()))
    assert refused.value.code == "BUSY"
    assert refused.value.retry_after in range(500, 1000)


# ---- corruption


class Spoilt(StoreWrapper):
    """A store that answers with another document about one id."""

    def __init__(self, store: Store, name: str, document: bytes) -> None:
        super().__init__(store)
        self.name, self.document = name, document

    async def load(self, session_id: str) -> Stored | None:
        stored = await super().load(session_id)
        return Stored(1, self.document, stored.now) if stored and session_id == self.name else stored

    async def load_durable(self, session_id: str) -> Stored | None:
        return await self.load(session_id)


async def test_a_corrupted_session_is_told_beside_the_others(sqlite_store: Store) -> None:
    made = await create_sessions(caller(SessionRepository(sqlite_store, LIFETIMES)), batch_of(3, None))
    spoilt = Spoilt(sqlite_store, made.sessions[1].session_id, b"spoilt")
    told = await results_of(SessionRepository(spoilt, LIFETIMES), made)
    assert [one.problem for one in told] == [None, "DATA_CORRUPTED", None]


@pytest.mark.parametrize("valid_checksum", [False, True])
async def test_a_corrupted_batch_is_reported(sqlite_store: Store, *, valid_checksum: bool) -> None:
    made = await create_sessions(caller(SessionRepository(sqlite_store, LIFETIMES)), batch_of(1, None))
    name = f"batch:{made.batch_id}"
    document = add_checksum(b"1{}", name) if valid_checksum else b"spoilt"
    with pytest.raises(DataCorrupted, match=made.batch_id):
        await results_of(SessionRepository(Spoilt(sqlite_store, name, document), LIFETIMES), made)

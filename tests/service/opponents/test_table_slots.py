"""Tables without people wait for each other: people's bots answer beside any number of them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable

import pytest

from service.opponents import driver, player, table_slots
from service.opponents.driver import Driver
from service.opponents.pool import Bounds, Pool
from service.opponents.table_slots import SlotBounds
from service.opponents.worker_process import Question, Thought
from service.sessions.changes import Abandoned
from service.sessions.session import Setup
from service.sessions.tokens import make_change_request
from service.storage.sessions import SessionRepository
from service.use_cases.batches import create_sessions
from service.use_cases.inputs import BatchSessionInput, CreateSessionsInput, PresenceInput, SeatedBotInput
from service.use_cases.reading import presence
from store.port import Stored
from tests.service.opponents.processes import worker_processes_of
from tests.service.opponents.tables import LIFETIMES, BotWorker, think_here
from tests.service.opponents.test_driver import think_for_ever
from tests.service.opponents.test_pool import ENDLESS, are_open, ask
from tests.support.stores import until
from tools.stores import StoreWrapper
from tools.use_cases import caller

pytestmark = pytest.mark.anyio

TABLE = BatchSessionInput(game="zeven", seats=2, bots=[SeatedBotInput(seat=seat, level=1) for seat in range(2)])


class Bounded(BotWorker):
    """A worker that plays so many tables without people at once, and never decides for their seats."""

    def __init__(self, url: str, bounds: SlotBounds) -> None:
        super().__init__(url)
        self.driver = Driver(self.sessions, think_here, 1, self.think_later, bounds)

    async def think_later(self, question: Question) -> Thought:
        """Never answer."""
        return await think_for_ever(question)

    async def end(self, session_id: str) -> None:
        """Abandon a table."""
        await self.sessions.change(session_id, make_change_request("end", None, None), lambda _, now: Abandoned(now))


class CountingLoads(StoreWrapper):
    """A store that counts the sessions that are read."""

    loaded = 0

    async def load(self, session_id: str) -> Stored | None:
        self.loaded += 1
        return await super().load(session_id)


@pytest.fixture
async def worker(store_url: str) -> AsyncIterator[Bounded]:
    worker = Bounded(store_url, SlotBounds(tables=2, tables_per_caller=2))
    await worker.start()
    yield worker
    await worker.close()


async def test_tables_without_people_wait_until_others_are_over(worker: Bounded) -> None:
    for number in range(5):
        await worker.open("zeven", people=0, session_id=f"table-{number}", setup=Setup(bot_millis=0))
    assert (worker.driver.scheduled, worker.driver.waiting) == (2, 3)
    await worker.end("table-0")
    assert (worker.driver.scheduled, worker.driver.waiting) == (2, 2)
    # One that is over while it waits leaves its place.
    await worker.end("table-4")
    assert (worker.driver.scheduled, worker.driver.waiting) == (2, 1)


async def test_a_persons_bot_answers_beside_tables_that_wait(worker: Bounded) -> None:
    for number in range(5):
        await worker.open("zeven", people=0, session_id=f"table-{number}", setup=Setup(bot_millis=0))
    await worker.open("zeven", session_id="people", setup=Setup(bot_millis=0))
    await worker.end_turn("people")
    await worker.person_asked("people")
    assert await worker.decided("people")


async def test_a_batch_leaves_room_for_the_tables_of_others(store_url: str) -> None:
    worker = Bounded(store_url, SlotBounds(tables=3, tables_per_caller=2))
    await worker.start()
    for count in (5, 2):
        await create_sessions(caller(worker.sessions), CreateSessionsInput(sessions=[TABLE] * count))
    assert (worker.driver.scheduled, worker.driver.waiting) == (3, 4)
    await worker.close()


async def test_a_table_that_waits_says_so(worker: Bounded, monkeypatch: pytest.MonkeyPatch) -> None:
    context = caller(worker.sessions, None)

    async def waits(session_id: str) -> bool:
        return (await presence(context, PresenceInput(session_id=session_id))).waiting

    for number in range(3):
        await worker.open("zeven", people=0, session_id=f"table-{number}", setup=Setup(bot_millis=0))
    await worker.open("zeven", session_id="people", setup=Setup(bot_millis=0))
    assert not await waits("table-2")
    monkeypatch.setattr(table_slots, "WAITING_MILLIS", 0)
    await until(lambda: waits("table-2"))
    assert not await waits("people")
    await worker.end("table-2")
    assert not await waits("table-2")


@pytest.mark.parametrize("is_played", [True, False])
async def test_a_round_reads_the_tables_of_others_and_rarely_those_that_are_played_here(
    worker: Bounded, monkeypatch: pytest.MonkeyPatch, is_played: bool
) -> None:
    monkeypatch.setattr(driver, "LOOKED_AT", 0.0)
    for number in range(3):
        await worker.open("zeven", people=0, session_id=f"table-{number}", setup=Setup(bot_millis=0))
    counting = CountingLoads(worker.store)
    monkeypatch.setattr(worker.sessions, "store", counting)
    one = worker.driver if is_played else Driver(SessionRepository(counting, LIFETIMES), think_here)
    await one._cleanup.go_round()
    assert counting.loaded == (0 if is_played else 3)


async def test_questions_of_tables_without_people_come_last_and_take_no_room() -> None:
    pool = Pool(Bounds(processes=1, queue=2, patience_seconds=3600, niceness=0))
    order = list[str]()

    async def note(name: str, thinking: Awaitable[Thought]) -> None:
        await thinking
        order.append(name)

    first = asyncio.create_task(pool.think(ask(3)))
    await until(lambda: are_open(1))
    later = [asyncio.create_task(note("later", pool.think_later(ask(1)))) for _ in range(2)]
    await until(lambda: are_open(3))
    hint = asyncio.create_task(note("hint", pool.think_exactly(ask(1))))
    person = asyncio.create_task(note("person", pool.think(ask(1))))
    await asyncio.gather(first, *later, hint, person)
    await pool.close()
    assert order == ["hint", "person", "later", "later"]


async def test_a_persons_question_does_not_wait_until_one_of_a_table_without_people_is_answered() -> None:
    pool = Pool(Bounds(processes=1, patience_seconds=3600, niceness=0))
    later = [asyncio.create_task(pool.think_later(ask(ENDLESS))) for _ in range(2)]
    await until(lambda: are_open(2))
    for _ in range(2):
        assert (await pool.think(ask(1))).level == 1
    assert not any(task.done() for task in later)
    assert len(worker_processes_of()) == 2
    await pool.close()
    await asyncio.gather(*later, return_exceptions=True)


async def test_a_decision_that_hangs_gives_up_its_lease(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "RENEWED_SECONDS", 0.5)
    hanging = BotWorker(store_url, think_for_ever)
    await hanging.start()
    await hanging.open("zeven")
    version = (await hanging.end_turn()).version

    async def is_free() -> bool:
        return await hanging.store.advance_watermark("bot:table:1", version, "another", 1)

    await until(is_free)
    await hanging.close()

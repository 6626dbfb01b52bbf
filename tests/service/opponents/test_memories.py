"""The memories of bot seats: all events that a seat received, except for moves that were taken back."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import engine
from service.opponents.memories import Memories
from service.opponents.worker_process import Question, Thought
from service.sessions.changes import Moved
from service.sessions.session import Session, Setup, asked_seats
from service.sessions.tokens import make_change_request
from service.use_cases.inputs import SessionActInput
from service.use_cases.playing import ask_take_back
from store.port import StoredEntry
from tests.service.opponents.tables import TOKEN, BotWorker
from tests.service.opponents.test_driver import think_for_ever
from tools.stores import StoreWrapper
from tools.use_cases import caller

pytestmark = pytest.mark.anyio


class CountingEntries(StoreWrapper):
    """A store that counts the log entries that are read."""

    read = 0

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[StoredEntry]:
        found = await super().entries(session_id, after, limit)
        self.read += len(found)
        return found


@pytest.fixture
async def worker(store_url: str) -> AsyncIterator[BotWorker]:
    worker = BotWorker(store_url)
    await worker.start()
    yield worker
    await worker.close()


async def recalled(worker: BotWorker, session: Session, seat: int) -> engine.Memory:
    memory = await Memories(worker.store).recall(session, seat)
    assert memory is not None
    return memory


async def test_a_move_that_was_taken_back_is_forgotten(worker: BotWorker) -> None:
    before = await worker.open("zeven", setup=Setup(bot_millis=60_000, take_backs=True))
    reading = Memories(worker.store)
    remembered = await reading.recall(before, 1)
    session = await worker.end_turn()
    assert await reading.recall(session, 1) != remembered
    while session.version > before.version and session.before is not None:
        await ask_take_back(caller(worker.sessions, TOKEN), SessionActInput(session_id="table"))
        session = await worker.sessions.read("table")
    assert await reading.recall(session, 1) == await recalled(worker, session, 1)


async def test_a_move_that_a_bot_has_answered_is_forgotten_with_the_answer(worker: BotWorker) -> None:
    await worker.open("door", setup=Setup(take_backs=True))
    session = await worker.person_asked()
    reading = Memories(worker.store)
    chance = Random(1)
    before = session
    remembered = None
    while asked_seats(session) == (0,):
        before = session
        remembered = await reading.recall(session, 1)
        await worker.play(session, chance)
        session = await worker.sessions.read("table")
    answered = await worker.person_asked()
    assert await worker.decided()
    assert await reading.recall(answered, 1) != remembered
    await ask_take_back(caller(worker.sessions, TOKEN), SessionActInput(session_id="table"))
    session = await worker.sessions.read("table")
    assert session.state == before.state
    assert await reading.recall(session, 1) == remembered


async def move_for(worker: BotWorker, session: Session, number: int) -> Session:
    """Make the legal move with a number in the list of the first active seat, for its bot if a bot plays it."""
    assert session.state is not None
    seat = engine.active_seats(session.state)[0]
    move = str(engine.legal_moves(session.state, seat)[number])
    request = make_change_request("move", None, None, move)
    done = await worker.sessions.change(session.id, request, lambda _, now: Moved(now, seat, move))
    return done.session


async def test_a_move_that_the_store_has_lost_is_forgotten(worker: BotWorker, tmp_path: Path) -> None:
    former = BotWorker(f"sqlite:{tmp_path / 'former.db'}")
    await former.start()
    tables = [
        await one.open("zeven", setup=Setup(bot_millis=60_000), history_key="k" * 43, seed="7" * 64)
        for one in (former, worker)
    ]
    store = StoreWrapper(former.store)
    memories = Memories(store)
    await memories.recall(await move_for(former, tables[0], 0), 1)
    await former.close()
    store.store = worker.store
    # The same version is reached by another move, and passed before the seat decides again.
    session = await move_for(worker, await move_for(worker, tables[1], -1), 0)
    assert await memories.recall(session, 1) == await recalled(worker, session, 1)


async def test_each_move_is_followed_once_however_many_seats_remember_it(worker: BotWorker) -> None:
    session = await worker.open("zlam", seats=10, people=0, setup=Setup(bot_millis=60_000))
    counting = CountingEntries(worker.store)
    memories = Memories(counting)
    for seat in range(10):
        assert await memories.recall(session, seat) == await recalled(worker, session, seat)
    assert counting.read == session.version


@pytest.mark.parametrize(("game", "level", "depends"), [("zlam", 1, False), ("zlam", 2, True), ("door", 1, True)])
async def test_a_seat_remembers_what_its_decisions_need(store_url: str, game: str, level: int, depends: bool) -> None:
    asked: asyncio.Queue[Question] = asyncio.Queue()

    async def note(question: Question) -> Thought:
        asked.put_nowait(question)
        return await think_for_ever(question)

    worker = BotWorker(store_url, note)
    await worker.start()
    await worker.open(game, people=0, level=level, setup=Setup(bot_millis=0))
    assert ((await asked.get()).memory is not None) == depends
    await worker.close()


async def test_without_its_log_a_session_is_not_remembered(worker: BotWorker) -> None:
    session = await worker.open("zeven")
    assert await Memories(worker.store).recall(replace(session, id="another"), 1) is None

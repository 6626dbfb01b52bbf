"""What the seats of bots remember: what each was told, read on or anew, without what was taken back."""

from collections.abc import AsyncIterator
from random import Random

import pytest
from msgspec.structs import replace

import engine
from service.opponents.memories import Memories
from service.sessions.session import Session, Setup, asked_seats
from service.use_cases.inputs import SessionActInput
from service.use_cases.playing import ask_take_back
from tests.service.opponents.tables import TOKEN, BotWorker
from tests.support.use_cases import caller

pytestmark = pytest.mark.anyio


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
    session, reading, chance = await worker.person_asked(), Memories(worker.store), Random(1)
    before, remembered = session, None
    while asked_seats(session) == (0,):
        before, remembered = session, await reading.recall(session, 1)
        await worker.play(session, chance)
        session = await worker.sessions.read("table")
    answered = await worker.person_asked()
    assert await worker.decided()
    assert await reading.recall(answered, 1) != remembered
    await ask_take_back(caller(worker.sessions, TOKEN), SessionActInput(session_id="table"))
    session = await worker.sessions.read("table")
    assert session.state == before.state
    assert await reading.recall(session, 1) == remembered


async def test_without_its_log_a_session_is_not_remembered(worker: BotWorker) -> None:
    session = await worker.open("zeven")
    assert await Memories(worker.store).recall(replace(session, id="another"), 1) is None

"""Frames that are pushed at the commit: each version comes once and in order, pushed or not."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from random import Random

import pytest

from service.sessions.session import Session
from service.use_cases.frames import Frame
from service.use_cases.watch import FramePush, watch
from tests.service.test_session_cache import Worker
from tests.service.test_session_cache import workers as workers
from tests.support.stores import until
from tools.use_cases import session_of

pytestmark = pytest.mark.anyio


class Reader:
    """A follower on a worker: its versions in the order in which they came, and those that were pushed."""

    def __init__(self, worker: Worker, accepts: Callable[[Frame], bool]) -> None:
        self.versions: list[int] = []
        self.pushed: list[int] = []
        self._worker = worker
        self._accepts = accepts
        self._reading = asyncio.create_task(self._read())

    async def at(self, version: int) -> None:
        """Wait until the follower has seen a version."""
        await until(lambda: version in self.versions or self._reading.done())

    async def close(self) -> None:
        """End, with the error of the stream if it has failed."""
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        if not self._reading.cancelled():
            self._reading.result()

    def _push(self, frame: Frame) -> bool:
        if not self._accepts(frame):
            return False
        self.pushed.append(frame.session.version)
        self.versions.append(frame.session.version)
        return True

    async def _read(self) -> None:
        frames = watch(self._worker.sessions, "table", None, push=FramePush(lambda frame, _token: frame, self._push))
        async with aclosing(frames):  # type: ignore[type-var]
            async for frame in frames:
                self.versions.append(frame.session.version)


def always(_frame: Frame) -> bool:
    return True


def never(_frame: Frame) -> bool:
    return False


def failing(_frame: Frame) -> bool:
    raise ValueError("not today")


async def play(worker: Worker, session: Session, reader: Reader) -> Session:
    """Make a move, and wait until a follower has seen it."""
    after = session_of(await worker.play(session))
    await reader.at(after.version)
    return after


async def test_a_follower_that_waits_is_pushed_what_its_process_commits(workers: tuple[Worker, Worker]) -> None:
    worker, _ = workers
    session = await worker.open()
    reader = Reader(worker, always)
    await reader.at(session.version)
    for _ in range(5):
        session = await play(worker, session, reader)
    await reader.close()
    # One of which a busy store tells before it has answered is read.
    assert len({3, 4, 5, 6, 7}.intersection(reader.pushed)) == len(reader.pushed) >= 3
    assert reader.versions == [2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("accepts", [never, failing])
async def test_frames_that_are_not_pushed_are_yielded(
    workers: tuple[Worker, Worker], accepts: Callable[[Frame], bool]
) -> None:
    worker, _ = workers
    session = await worker.open()
    reader = Reader(worker, accepts)
    await reader.at(session.version)
    for _ in range(3):
        session = await play(worker, session, reader)
    await reader.close()
    assert (reader.pushed, reader.versions) == ([], [2, 3, 4, 5])


async def test_versions_of_another_process_are_read_from_the_log(workers: tuple[Worker, Worker]) -> None:
    worker, other = workers
    session = await worker.open()
    reader = Reader(worker, always)
    await reader.at(session.version)
    for mover in (other, worker, other, worker, worker):
        session = await play(mover, session, reader)
    await reader.close()
    assert reader.versions == [2, 3, 4, 5, 6, 7]
    assert {3, 5}.isdisjoint(reader.pushed)
    assert reader.pushed


@pytest.mark.parametrize("seed", range(3))
async def test_each_version_comes_once_in_order_whichever_worker_commits_it(
    workers: tuple[Worker, Worker], seed: int
) -> None:
    chance = Random(seed)
    session = await workers[0].open()
    readers = [Reader(worker, lambda _frame: chance.random() < 0.7) for worker in workers for _ in range(3)]
    await asyncio.gather(*(reader.at(session.version) for reader in readers))
    for _ in range(20):
        session = session_of(await chance.choice(workers).play(session))
        if chance.random() < 0.5:
            await asyncio.gather(*(reader.at(session.version) for reader in readers))
    await asyncio.gather(*(reader.at(session.version) for reader in readers))
    await asyncio.gather(*(reader.close() for reader in readers))
    assert [reader.versions for reader in readers] == [list(range(2, 23))] * 6
    assert any(reader.pushed for reader in readers)

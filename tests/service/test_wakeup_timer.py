"""A timer ends a wait at its time, and only then."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import closing

import pytest
import uvloop

from service.use_cases.wakeup_timer import EARLY_SECONDS, WakeupTimer


class Wakeups:
    """Versions that come one after the other, each in a turn of the loop; then nothing more."""

    def __init__(self, *versions: int) -> None:
        self._versions = iter(versions)

    def __aiter__(self) -> AsyncIterator[int]:
        return self

    async def __anext__(self) -> int:
        await asyncio.sleep(0)
        for version in self._versions:
            return version
        return await asyncio.Future()


@pytest.fixture(params=[asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
def runner(request: pytest.FixtureRequest) -> Iterator[asyncio.Runner]:
    with asyncio.Runner(loop_factory=request.param) as runner:
        yield runner


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The times at which a timer rang."""
    rings = list[float]()
    ring = WakeupTimer._ring

    def note(self: WakeupTimer) -> None:
        rings.append(asyncio.get_running_loop().time())
        ring(self)

    monkeypatch.setattr(WakeupTimer, "_ring", note)
    return rings


def test_a_wait_ends_with_a_wake_up_or_with_its_time(runner: asyncio.Runner, rings: list[float]) -> None:
    async def wait() -> tuple[list[int], float]:
        begun = asyncio.get_running_loop().time()
        with closing(WakeupTimer()) as timer:
            wakeups = Wakeups(3, 4)
            versions = [await timer.wait(wakeups, 1) for _ in range(3)]
        return versions, rings[-1] - begun

    versions, seconds = runner.run(wait())
    # It waits a second at least, and one timer is enough for three waits, if it has to be set once more.
    assert versions == [3, 4, 0]
    assert seconds >= 1 - EARLY_SECONDS
    assert len(rings) <= 2


def test_a_wait_may_begin_when_the_time_of_the_last_one_is_nearly_over(runner: asyncio.Runner) -> None:
    async def wait() -> list[int]:
        with closing(WakeupTimer()) as timer:
            timer._until = asyncio.get_running_loop().time()
            timer._set()
            return [await timer.wait(Wakeups(version), 5000) for version in (7, 8)]

    assert runner.run(wait()) == [7, 8]


def test_a_wait_ended_from_outside_ends(runner: asyncio.Runner) -> None:
    async def wait() -> bool:
        with closing(WakeupTimer()) as timer:
            task = asyncio.create_task(timer.wait(Wakeups(), 5000))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
            return task.cancelled()

    assert runner.run(wait())

"""Wake-ups within one process: some are merged while a reader is busy, and some are not."""

import asyncio

import anyio
import pytest

from store.listeners import Listener, Listeners

pytestmark = pytest.mark.anyio


async def heard_until(listener: Listener, last: int) -> list[int]:
    """Return the wake-ups of a listener up to `last`, which must come."""
    heard = [-1]
    with anyio.fail_after(60):
        while heard[-1] != last:
            heard.append(await anext(listener))
    return heard[1:]


async def test_versions_are_merged_into_the_highest() -> None:
    listener = Listener()
    for version in (1, 3, 2):
        listener.ring(version)
    listener.ring(4)
    assert await heard_until(listener, 4) == [4]


async def test_a_gap_is_never_merged_with_a_version() -> None:
    listener = Listener()
    for version in (3, 0, 4):
        listener.ring(version)
    assert await heard_until(listener, 4) == [0, 4]


async def test_a_gap_alone_is_heard_once() -> None:
    listener = Listener()
    listener.ring(0)
    listener.ring(0)
    assert await heard_until(listener, 0) == [0]
    listener.ring(1)
    assert await heard_until(listener, 1) == [1]


async def test_ringing_for_all_tells_every_listener_of_a_gap() -> None:
    listeners = Listeners()
    one = listeners.add(b"one")
    other = listeners.add(b"other")
    listeners.ring_all()
    assert await heard_until(one, 0) == [0]
    assert await heard_until(other, 0) == [0]


async def test_a_function_that_fails_keeps_a_version_from_no_other() -> None:
    failures: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, failure: failures.append(failure["exception"]))
    error = ValueError("not today")
    taken: list[int] = []

    def fail(_version: int) -> None:
        raise error

    listeners = Listeners()
    for take in (fail, taken.append, fail):
        listeners.add(b"table").take_by(take)
    listeners.ring(b"table", 7)
    assert taken == []
    await asyncio.sleep(0)
    assert (taken, failures) == ([7], [error, error])


async def test_a_register_without_listeners_is_empty() -> None:
    listeners = Listeners()
    listener = listeners.add(b"table")
    assert listeners
    assert b"table" in listeners
    listeners.remove(b"table", listener)
    assert not listeners
    assert b"table" not in listeners

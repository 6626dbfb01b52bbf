"""The replacements of a queue and an event in a WebSocket connection."""

import asyncio

import pytest

from service.process.websocket_protocol import LightEvent, LightQueue

pytestmark = pytest.mark.anyio


async def test_a_queue_hands_on_what_came_before_and_after_somebody_waits() -> None:
    queue = LightQueue()
    queue.put_nowait("one")
    queue.put_nowait("two")
    assert [await queue.get(), await queue.get()] == ["one", "two"]
    assert queue.empty()
    reading = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    queue.put_nowait("three")
    queue.put_nowait("four")
    assert await reading == "three"
    assert not queue.empty()


async def test_a_queue_loses_nothing_when_its_reader_gives_up() -> None:
    queue = LightQueue()
    reading = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    reading.cancel()
    queue.put_nowait("one")
    assert await queue.get() == "one"


async def test_an_event_holds_up_all_until_it_is_set_again() -> None:
    event = LightEvent()
    await event.wait()
    event.clear()
    event.clear()
    waiting = [asyncio.create_task(event.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    assert not waiting[1].done()
    event.set()
    await waiting[1]
    event.set()
    await event.wait()

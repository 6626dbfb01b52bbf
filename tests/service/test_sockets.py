"""What stands in a WebSocket connection for a queue and an event."""

import asyncio

import pytest

from service.process.websocket_protocol import Gate, Inbox

pytestmark = pytest.mark.anyio


async def test_an_inbox_hands_on_what_came_before_and_after_somebody_waits() -> None:
    inbox = Inbox()
    inbox.put_nowait("one")
    inbox.put_nowait("two")
    assert [await inbox.get(), await inbox.get()] == ["one", "two"]
    assert inbox.empty()
    reading = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    inbox.put_nowait("three")
    inbox.put_nowait("four")
    assert await reading == "three"
    assert not inbox.empty()


async def test_an_inbox_loses_nothing_when_its_reader_gives_up() -> None:
    inbox = Inbox()
    reading = asyncio.create_task(inbox.get())
    await asyncio.sleep(0)
    reading.cancel()
    inbox.put_nowait("one")
    assert await inbox.get() == "one"


async def test_a_gate_holds_up_all_until_it_is_set_again() -> None:
    gate = Gate()
    await gate.wait()
    gate.clear()
    gate.clear()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    assert not waiting[1].done()
    gate.set()
    await waiting[1]
    gate.set()
    await gate.wait()

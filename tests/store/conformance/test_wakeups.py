"""The conformance suite of the store port: wake-ups, and how a store closes."""

import asyncio

import anyio
import pytest

from store.listeners import MOST_MESSAGES
from store.port import Store, Stored
from store.problems import StoreUnavailable
from tests.support.stores import ODD_NAMES, changed, commit_all, gather, timeless

pytestmark = pytest.mark.anyio


# Wake-ups.


async def test_a_listener_wakes_for_a_commit_of_its_own_process(store: Store) -> None:
    with anyio.fail_after(60):
        async with store.wakeups("table") as versions:
            await store.commit(changed(0))
            assert await anext(versions) == 1


async def test_a_listener_wakes_for_a_commit_of_another_process(store: Store, second_store: Store) -> None:
    with anyio.fail_after(60):
        async with store.wakeups("table") as versions:
            await second_store.commit(changed(0))
            assert await anext(versions) == 1


async def test_a_slow_listener_receives_the_newest_version(store: Store, second_store: Store) -> None:
    with anyio.fail_after(60):
        async with store.wakeups("table") as versions:
            await commit_all(second_store, range(1, 101))
            received = [await anext(versions)]
            while received[-1] < 100:
                received.append(await anext(versions))
    assert len(received) <= 100


async def test_a_listener_does_not_wake_for_other_sessions(store: Store, second_store: Store) -> None:
    await store.commit(changed(0))
    with anyio.fail_after(60):
        async with store.wakeups("table") as versions:
            await commit_all(second_store, range(1, 6), "other")
            await second_store.commit(changed(1))
            assert await anext(versions) == 2


async def test_every_listener_of_a_session_wakes(store: Store) -> None:
    with anyio.fail_after(60):
        async with store.wakeups("table") as one, store.wakeups("table") as other:
            await store.commit(changed(0))
            assert [await anext(one), await anext(other)] == [1, 1]


async def test_a_listener_that_leaves_does_not_disturb_another(store: Store, second_store: Store) -> None:
    with anyio.fail_after(60):
        async with store.wakeups("table") as versions:
            async with store.wakeups("table"):
                pass
            await second_store.commit(changed(0))
            assert await anext(versions) == 1


async def test_a_listener_that_replaces_another_misses_no_commit(store: Store, second_store: Store) -> None:
    with anyio.fail_after(60):
        for version in range(1, 51):
            async with store.wakeups("table"):
                pass
            async with store.wakeups("table") as versions:
                await second_store.commit(changed(version - 1))
                while await anext(versions) < version:
                    pass


async def test_a_listener_cancelled_on_entry_does_not_disturb_another(store: Store, second_store: Store) -> None:
    async def enter_and_cancel() -> None:
        with anyio.move_on_after(0):
            async with store.wakeups("table"):
                pass

    with anyio.fail_after(60):
        await gather([enter_and_cancel] * 20)
        async with store.wakeups("table") as versions:
            await gather([enter_and_cancel] * 20)
            await second_store.commit(changed(0))
            assert await anext(versions) == 1


async def test_a_conflict_and_a_repeat_wake_no_listener(store: Store, second_store: Store) -> None:
    await store.commit(changed(0, key="key"))
    with anyio.fail_after(60):
        async with second_store.wakeups("table") as versions:
            await store.commit(changed(5))
            await store.commit(changed(1, key="key"))
            await store.commit(changed(1))
            assert await anext(versions) == 2


async def test_the_name_of_a_session_may_have_any_character(store: Store, second_store: Store) -> None:
    with anyio.fail_after(60):
        for name in ODD_NAMES:
            async with store.wakeups(name) as versions:
                await second_store.commit(changed(0, name))
                assert await anext(versions) == 1


# Messages.


async def test_a_message_reaches_every_listener_that_hears_and_wakes_no_other(
    store: Store, second_store: Store
) -> None:
    with anyio.fail_after(60):
        async with (
            store.wakeups("table") as here,
            second_store.wakeups("table") as there,
            store.wakeups("table") as deaf,
        ):
            for listener in (here, there):
                listener.hear()
            for message in (b"7", b"hello"):
                await second_store.publish("table", message)
                for listener in (here, there):
                    assert await anext(listener) == 0
                    assert listener.take_messages() == [message]
            await second_store.publish("other", b"of another document")
            await store.commit(changed(0))
            for listener in (here, there, deaf):
                assert await anext(listener) == 1
                assert listener.take_messages() == []


async def test_a_message_is_not_kept_for_a_later_listener(store: Store, second_store: Store) -> None:
    with anyio.fail_after(60):
        await store.publish("table", b"too early")
        async with store.wakeups("table") as listener, second_store.wakeups("table") as other:
            listener.hear()
            other.hear()
            await store.publish("table", b"in time")
            for late in (listener, other):
                assert await anext(late) == 0
                assert late.take_messages() == [b"in time"]


async def test_a_listener_that_takes_no_messages_for_long_keeps_the_last_ones(store: Store) -> None:
    with anyio.fail_after(60):
        async with store.wakeups("table") as slow, store.wakeups("table") as quick:
            slow.hear()
            quick.hear()
            for number in range(MOST_MESSAGES + 3):
                await store.publish("table", b"%d" % number)
                await anext(quick)
                quick.take_messages()
            assert slow.take_messages() == [b"%d" % number for number in range(3, MOST_MESSAGES + 3)]


# Closing.


async def test_a_store_can_be_closed_twice(store: Store) -> None:
    await store.close()
    await store.close()


async def test_closing_ends_every_listener(store: Store) -> None:
    entered = anyio.Event()
    received: list[int] = []

    async def listen() -> None:
        async with store.wakeups("table") as versions:
            entered.set()
            received.extend([version async for version in versions])

    with anyio.fail_after(60):
        async with anyio.create_task_group() as group:
            group.start_soon(listen)
            await entered.wait()
            await store.close()
    assert received == []


async def test_a_closed_store_is_unavailable(store: Store) -> None:
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.load("table")
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.commit(changed(0))
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.advance_watermark("table", 1, "token", 60)
    with pytest.raises(StoreUnavailable, match="closed"):
        async with store.wakeups("table"):
            pass


async def test_a_commit_remains_after_its_store_is_closed(store: Store, second_store: Store) -> None:
    await store.commit(changed(0))
    await store.close()
    assert timeless(await second_store.load("table")) == Stored(1, b"document 1")


@pytest.mark.parametrize("turns", [1, 2, 3])
async def test_a_cancelled_load_raises_cancelled_error(store: Store, turns: int) -> None:
    await store.load("table")
    task = asyncio.create_task(store.load("table"))
    for _ in range(turns):
        await asyncio.sleep(0)
    if task.cancel():
        with pytest.raises(asyncio.CancelledError):
            await task

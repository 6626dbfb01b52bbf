"""The conformance suite of the store port: lists of sessions, and watermarks."""

from functools import partial

import pytest

from store.port import Listed, Store, Watermark
from tests.support.stores import ODD_NAMES, gather

pytestmark = pytest.mark.anyio

NOON = 1_800_000_000_000

# Lists.


async def enlist_all(store: Store, *entries: Listed) -> None:
    for entry in entries:
        await store.enlist("public", entry.member, entry.at, 60)


async def read_pages(store: Store, size: int) -> list[Listed]:
    """Return the list "public", read page by page."""
    found: list[Listed] = []
    before: tuple[int, str] | None = None
    while page := await store.listed("public", before, size):
        assert len(page) <= size
        found += page
        before = (page[-1].at, page[-1].member)
    return found


async def test_a_list_that_nobody_wrote_to_is_empty(store: Store) -> None:
    assert list(await store.listed("public", None, 10)) == []
    assert list(await store.listed("public", (NOON, "table"), 10)) == []
    await store.unlist("public", "table")


async def test_a_list_is_newest_first_and_then_by_descending_id(store: Store, second_store: Store) -> None:
    entries = [Listed("b", NOON), Listed("old", 0), Listed("c", NOON), Listed("new", NOON + 1), Listed("B", NOON)]
    await enlist_all(store, *entries)
    assert [entry.member for entry in await second_store.listed("public", None, 10)] == ["new", "c", "b", "B", "old"]
    assert list(await store.listed("public", None, 2)) == [Listed("new", NOON + 1), Listed("c", NOON)]
    assert list(await store.listed("public", None, 0)) == []


@pytest.mark.parametrize("size", [1, 7])
async def test_pages_of_a_list_have_no_holes_and_no_repeats(store: Store, size: int) -> None:
    entries = [Listed(f"member {number:02}", NOON + number // 5) for number in range(23)]
    await enlist_all(store, *entries[::2], *entries[1::2])
    assert await read_pages(store, size) == entries[::-1]


async def test_a_cursor_counts_also_when_its_member_has_moved_or_left(store: Store) -> None:
    await enlist_all(store, *(Listed(name, NOON) for name in "abcde"), Listed("first", NOON - 1))
    await store.enlist("public", "d", NOON + 5, 60)
    await store.unlist("public", "c")
    for cursor in ("d", "c"):
        after = [entry.member for entry in await store.listed("public", (NOON, cursor), 10)]
        assert after == [name for name in "cba" if name < cursor and name != "c"] + ["first"]
    assert [entry.member for entry in await store.listed("public", (NOON, "c"), 2)] == ["b", "a"]
    assert [entry.member for entry in await store.listed("public", (NOON - 1, "first"), 2)] == []


async def test_a_member_that_is_enlisted_again_moves(store: Store) -> None:
    await enlist_all(store, Listed("a", NOON), Listed("b", NOON + 1), Listed("a", NOON + 2))
    assert await read_pages(store, 10) == [Listed("a", NOON + 2), Listed("b", NOON + 1)]
    await enlist_all(store, Listed("a", NOON - 2))
    assert await read_pages(store, 10) == [Listed("b", NOON + 1), Listed("a", NOON - 2)]


async def test_a_member_leaves_one_list_only(store: Store, second_store: Store) -> None:
    await enlist_all(store, Listed("a", NOON), Listed("b", NOON))
    await store.enlist("other", "a", NOON, 60)
    await second_store.unlist("public", "a")
    await second_store.unlist("public", "a")
    assert await read_pages(store, 10) == [Listed("b", NOON)]
    assert list(await store.listed("other", None, 10)) == [Listed("a", NOON)]


async def test_a_durable_place_is_a_place_like_any_other(store: Store, second_store: Store) -> None:
    await store.enlist("public", "a", NOON, 60, durable=True)
    await enlist_all(store, Listed("b", NOON + 1))
    assert await read_pages(second_store, 10) == [Listed("b", NOON + 1), Listed("a", NOON)]
    await store.enlist("public", "a", NOON + 2, 60, durable=True)
    assert await read_pages(second_store, 10) == [Listed("a", NOON + 2), Listed("b", NOON + 1)]
    await second_store.unlist("public", "a")
    assert await read_pages(store, 10) == [Listed("b", NOON + 1)]


async def test_names_of_lists_and_members_may_have_any_character(store: Store) -> None:
    for name in ODD_NAMES:
        await store.enlist(name, name, NOON, 60)
        await enlist_all(store, Listed(name, NOON))
    for name in ODD_NAMES:
        assert list(await store.listed(name, None, 10)) == [Listed(name, NOON)]
    assert [entry.member for entry in await read_pages(store, 3)] == sorted(ODD_NAMES, reverse=True)


# Marks.


async def test_a_mark_rises_and_never_falls(store: Store, second_store: Store) -> None:
    assert await store.advance_watermark("table", 0, "a", 60)
    assert await store.advance_watermark("table", 7, "b", 60)
    for height in (6, 0):
        assert not await second_store.advance_watermark("table", height, "b", 60)
    assert await second_store.advance_watermark("table", 10, "a", 60)
    # As numbers, not as strings.
    assert not await store.advance_watermark("table", 9, "a", 60)


async def test_at_one_height_the_first_token_counts_and_may_be_sent_again(store: Store, second_store: Store) -> None:
    assert await store.advance_watermark("table", 3, "first", 60)
    assert not await second_store.advance_watermark("table", 3, "other", 60)
    assert not await second_store.advance_watermark("table", 3, "", 60)
    assert await second_store.advance_watermark("table", 3, "first", 60)
    assert await store.advance_watermark("table", 4, "other", 60)
    assert not await store.advance_watermark("table", 3, "first", 60)


async def test_marks_do_not_touch_each_other_and_may_have_any_name_and_token(store: Store) -> None:
    for height, name in enumerate(ODD_NAMES):
        assert await store.advance_watermark(name, height, name, 60)
    for height, name in enumerate(ODD_NAMES):
        assert await store.advance_watermark(name, height, name, 60)
        assert not await store.advance_watermark(name, height, f"{name} ", 60)


async def test_of_a_hundred_racing_tokens_one_wins(store: Store, second_store: Store) -> None:
    await store.advance_watermark("table", 1, "before", 60)

    async def race(each: Store, token: str) -> str:
        return token if await each.advance_watermark("table", 2, token, 60) else ""

    calls = [partial(race, each, f"token {number}") for number, each in enumerate([store, second_store] * 50)]
    (winner,) = [token for token in await gather(calls) if token]
    assert await store.advance_watermark("table", 2, winner, 60)


async def test_a_mark_is_read_as_it_was_raised(store: Store, second_store: Store) -> None:
    assert await store.read_watermark("table") is None
    await store.advance_watermark("table", 3, "first", 60)
    assert not await store.advance_watermark("table", 3, "other", 60)
    assert await second_store.read_watermark("table") == Watermark(3, "first")
    for name in ODD_NAMES:
        await store.advance_watermark(name, 0, name, 60)
        assert await store.read_watermark(name) == Watermark(0, name)

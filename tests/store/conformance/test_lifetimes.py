"""The conformance suite of the store port: expiry."""

import msgspec
import pytest

from store.port import Commit, Committed, Conflict, Listed, Receipt, Store, Stored, StoredEntry
from tests.support.stores import archiving, changed, gone, timeless, until

pytestmark = pytest.mark.anyio

NOON = 1_800_000_000_000


@pytest.fixture(params=["sqlite", "redis", "valkey"])
def store_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty store: several servers expire data just as one does."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


async def archive_gone(store: Store) -> None:
    """Return as soon as the archive of "table" has expired."""

    async def is_gone() -> bool:
        return await store.archived("table") is None

    await until(is_gone)


async def test_a_session_expires_with_its_log_and_its_receipts(store: Store) -> None:
    await store.commit(Commit("table", 0, b"old", b"old", 1, key="key"))
    await store.commit(Commit("table", 1, b"old", b"old", 1, key="other", history_hash="old"))
    await gone(store, "table")
    assert await store.receipt("table", "key") is None
    assert list(await store.entries("table", 0, 10)) == []
    assert timeless(await store.commit(changed(1))) == Conflict(None)
    # A new one under the same id keeps nothing of it.
    assert await store.commit(changed(0, key="key", request_hash="new")) == Committed(1)
    assert await store.receipt("table", "key") == Receipt("new", 1)
    assert await store.receipt("table", "other") is None
    assert list(await store.entries("table", 0, 10)) == [StoredEntry(1, b"entry 1")]
    of_old = msgspec.structs.replace(changed(1), expected_hash="old")
    assert timeless(await store.commit(of_old)) == Conflict(Stored(1, b"document 1"))


async def test_every_commit_gives_a_session_a_new_life_and_another_archive(store: Store) -> None:
    await store.commit(Commit("short", 0, b"", b"", 1))
    await store.commit(archiving(0, b"short", expires_in=1, archive_for=1, key="key"))
    await store.commit(archiving(1, b"kept", archive_for=60))
    await gone(store, "short")
    assert timeless(await store.load("table")) == Stored(2, b"document 2")
    assert await store.receipt("table", "key") == Receipt("", 1)
    assert len(await store.entries("table", 0, 10)) == 2
    assert await store.archived("table") == b"kept"


async def test_an_archive_outlives_its_session_and_keeps_the_id(store: Store) -> None:
    await store.commit(archiving(0, b"kept for ever", expires_in=1))
    await gone(store, "table")
    assert await store.archived("table") == b"kept for ever"
    # SQLite removes an expired document when another is created.
    await store.commit(changed(0, "other"))
    assert timeless(await store.commit(archiving(0, b"another"))) == Conflict(None)
    assert await store.load("table") is None
    assert list(await store.entries("table", 0, 10)) == []
    assert await store.archived("table") == b"kept for ever"


async def test_an_archive_may_expire_before_its_session_and_frees_the_id(store: Store) -> None:
    await store.commit(archiving(0, b"first", archive_for=1))
    await archive_gone(store)
    assert timeless(await store.load("table")) == Stored(1, b"document 1")
    await store.commit(archiving(1, b"second", expires_in=1, archive_for=1))
    await gone(store, "table")
    await archive_gone(store)
    assert await store.commit(changed(0)) == Committed(1)
    assert await store.archived("table") is None


async def test_members_of_a_list_expire_one_by_one_and_can_be_added_again(store: Store) -> None:
    await store.enlist("public", "short", NOON + 1, 1)
    await store.enlist("public", "renewed", NOON, 1)
    await store.enlist("public", "renewed", NOON, 60)
    await store.enlist("public", "long", NOON - 1, 60)

    async def is_unlisted() -> bool:
        return "short" not in {entry.member for entry in await store.listed("public", None, 100)}

    await until(is_unlisted)
    kept = [Listed("renewed", NOON), Listed("long", NOON - 1)]
    assert list(await store.listed("public", None, 2)) == kept
    await store.enlist("public", "short", NOON - 2, 60)
    assert list(await store.listed("public", None, 10)) == [*kept, Listed("short", NOON - 2)]


async def test_a_mark_that_has_expired_is_not_read_and_stops_nothing(store: Store) -> None:
    await store.advance_watermark("raised", 1, "a", 1)
    await store.advance_watermark("retried", 1, "a", 1)
    await store.advance_watermark("table", 9, "old", 1)
    await store.advance_watermark("raised", 2, "b", 60)
    await store.advance_watermark("retried", 1, "a", 60)

    async def is_gone() -> bool:
        return await store.read_watermark("table") is None

    await until(is_gone)
    assert await store.advance_watermark("table", 1, "new", 60)
    assert not await store.advance_watermark("table", 0, "new", 60)
    # Marks that were raised, or raised to the same height again, start a new lifetime.
    assert not await store.advance_watermark("raised", 1, "a", 60)
    assert not await store.advance_watermark("retried", 0, "a", 60)

"""The conformance suite of the store port: documents, logs, idempotency keys and archives."""

import time
from functools import partial

import msgspec
import pytest

from store.port import Commit, Committed, Conflict, Receipt, Repeated, Store, Stored, StoredEntry
from tests.support.stores import ODD_NAMES, archiving, changed, commit_all, gather, timeless

pytestmark = pytest.mark.anyio

EVERY_BYTE = bytes(range(256))

# Documents, versions and conflicts.


async def test_a_session_that_nobody_created_is_absent_everywhere(store: Store) -> None:
    assert await store.load("table") is None
    assert await store.receipt("table", "key") is None
    assert list(await store.entries("table", 0, 10)) == []
    assert timeless(await store.commit(changed(1))) == Conflict(None)


async def test_a_created_session_is_at_version_one(store: Store) -> None:
    assert await store.commit(changed(0)) == Committed(1)
    assert timeless(await store.load("table")) == Stored(1, b"document 1")
    assert list(await store.entries("table", 0, 10)) == [StoredEntry(1, b"entry 1")]


async def test_a_durable_read_returns_the_stored_session(store: Store, second_store: Store) -> None:
    assert await store.load_durable("table") is None
    await commit_all(store, [1, 2])
    for each in (store, second_store):
        assert timeless(await each.load_durable("table")) == Stored(2, b"document 2")
    assert await store.commit(changed(2)) == Committed(3)


async def test_a_session_is_created_once(store: Store) -> None:
    await store.commit(changed(0))
    assert timeless(await store.commit(changed(0))) == Conflict(Stored(1, b"document 1"))


async def test_every_commit_makes_the_next_version(store: Store) -> None:
    await commit_all(store, range(1, 13))
    assert timeless(await store.load("table")) == Stored(12, b"document 12")


@pytest.mark.parametrize("expected", [1, 3])
async def test_a_change_to_another_version_is_not_made_and_returns_the_stored_one(store: Store, expected: int) -> None:
    await commit_all(store, [1, 2])
    assert timeless(await store.commit(changed(expected, key="key"))) == Conflict(Stored(2, b"document 2"))
    assert timeless(await store.load("table")) == Stored(2, b"document 2")
    assert await store.receipt("table", "key") is None
    assert len(await store.entries("table", 0, 10)) == 2


async def test_sessions_do_not_touch_each_other(store: Store) -> None:
    await commit_all(store, [1, 2, 3], "one")
    await commit_all(store, [1], "other")
    assert timeless(await store.load("one")) == Stored(3, b"document 3")
    assert timeless(await store.load("other")) == Stored(1, b"document 1")
    assert len(await store.entries("other", 0, 10)) == 1


async def test_another_process_sees_what_was_committed(store: Store, second_store: Store) -> None:
    await store.commit(changed(0, key="key", request_hash="print"))
    assert timeless(await second_store.load("table")) == Stored(1, b"document 1")
    assert await second_store.receipt("table", "key") == Receipt("print", 1)
    assert await second_store.commit(changed(1)) == Committed(2)
    assert timeless(await store.load("table")) == Stored(2, b"document 2")


async def test_bytes_come_back_as_they_were(store: Store) -> None:
    await store.commit(Commit("table", 0, EVERY_BYTE, EVERY_BYTE[::-1], 60))
    await store.commit(Commit("table", 1, b"", b"", 60))
    assert timeless(await store.load("table")) == Stored(2, b"")
    assert list(await store.entries("table", 0, 10)) == [StoredEntry(1, EVERY_BYTE[::-1]), StoredEntry(2, b"")]


async def test_a_document_of_a_mebibyte_is_nothing_special(store: Store) -> None:
    document = EVERY_BYTE * 4096
    await store.commit(Commit("table", 0, document, document, 60))
    assert timeless(await store.load("table")) == Stored(1, document)
    assert list(await store.entries("table", 0, 10)) == [StoredEntry(1, document)]
    assert timeless(await store.commit(changed(0))) == Conflict(Stored(1, document))


async def test_names_may_have_any_character(store: Store) -> None:
    for name in ODD_NAMES:
        assert await store.commit(changed(0, name, key=name, request_hash=f"ünï:1 of {len(name)}")) == Committed(1)
    for name in ODD_NAMES:
        assert timeless(await store.load(name)) == Stored(1, b"document 1")
        assert await store.receipt(name, name) == Receipt(f"ünï:1 of {len(name)}", 1)
        assert list(await store.entries(name, 0, 9)) == [StoredEntry(1, b"entry 1")]
        assert await store.archived(name) is None


# The clock.


async def test_the_clock_is_in_milliseconds_since_1970(store: Store) -> None:
    # A store on this machine uses its clock; a minute is for slow machines.
    assert abs(await store.now() - time.time() * 1000) < 60_000


async def test_a_read_carries_its_own_time(store: Store) -> None:
    await store.commit(changed(0))
    before = await store.now()
    stored = await store.load("table")
    conflict = await store.commit(changed(7))
    missing = await store.commit(changed(7, "nowhere"))
    after = await store.now()
    assert stored is not None
    assert isinstance(conflict, Conflict)
    assert isinstance(missing, Conflict)
    assert conflict.stored is not None
    assert conflict.stored.now == conflict.now
    assert before <= stored.now <= conflict.now <= missing.now <= after


async def test_the_clock_is_known_without_asking_after_an_answer_and_never_ahead(store: Store) -> None:
    for call in (partial(store.commit, changed(0)), partial(store.load, "table"), partial(store.commit, changed(7))):
        before = await store.now()
        await call()
        here = store.clock("table")
        assert here is not None
        assert before <= here <= await store.now()


# History hashes: they distinguish versions with one number.


def hashed(expected: int, expected_hash: str, history_hash: str, document: bytes = b"") -> Commit:
    return Commit("table", expected, document, b"", 60, expected_hash=expected_hash, history_hash=history_hash)


async def test_a_change_is_made_of_the_version_with_the_expected_hash_only(store: Store) -> None:
    assert await store.commit(hashed(0, "", "one", b"one")) == Committed(1)
    for other in ("other", "on", "one ", "ONE", "1 one"):
        assert timeless(await store.commit(hashed(1, other, "two"))) == Conflict(Stored(1, b"one"))
    assert timeless(await store.load("table")) == Stored(1, b"one")
    assert len(await store.entries("table", 0, 10)) == 1
    assert await store.commit(hashed(1, "one", "two", b"two")) == Committed(2)
    assert timeless(await store.commit(hashed(2, "one", "three"))) == Conflict(Stored(2, b"two"))
    assert timeless(await store.commit(hashed(1, "one", "two"))) == Conflict(Stored(2, b"two"))


async def test_a_hash_is_any_text_and_none_is_not_any(store: Store) -> None:
    await store.commit(hashed(0, "", "a hash of 🂡\nmany bytes"))
    assert isinstance(await store.commit(hashed(1, "", "two")), Conflict)
    assert await store.commit(hashed(1, "a hash of 🂡\nmany bytes", "two")) == Committed(2)


async def test_the_key_comes_before_the_hash(store: Store) -> None:
    await store.commit(hashed(0, "", "one"))
    retried = msgspec.structs.replace(hashed(1, "one", "two"), key="key")
    assert await store.commit(retried) == Committed(2)
    assert await store.commit(retried) == Repeated(Receipt("", 2))


# The log.


async def test_pages_of_the_log_have_no_holes_and_no_repeats(store: Store) -> None:
    await commit_all(store, range(1, 26))
    entries: list[StoredEntry] = []
    while page := await store.entries("table", entries[-1].version if entries else 0, 10):
        assert len(page) <= 10
        entries += page
    assert entries == [StoredEntry(version, b"entry %d" % version) for version in range(1, 26)]


async def test_there_is_nothing_after_the_newest_entry(store: Store) -> None:
    await commit_all(store, [1, 2])
    assert list(await store.entries("table", 2, 10)) == []
    assert list(await store.entries("table", 77, 10)) == []
    assert list(await store.entries("table", 0, 0)) == []


# Idempotency keys.


async def test_a_key_that_was_used_returns_its_receipt_and_changes_nothing(store: Store) -> None:
    await store.commit(changed(0))
    await store.commit(changed(1, key="key", request_hash="first"))
    repeated = await store.commit(changed(2, key="key", request_hash="another"))
    assert repeated == Repeated(Receipt("first", 2))
    assert await store.receipt("table", "key") == Receipt("first", 2)
    assert timeless(await store.load("table")) == Stored(2, b"document 2")
    assert len(await store.entries("table", 0, 10)) == 2


async def test_the_key_comes_before_the_version(store: Store) -> None:
    await store.commit(changed(0, key="key", request_hash="first"))
    await commit_all(store, [2, 3])
    assert await store.commit(changed(0, key="key", request_hash="first")) == Repeated(Receipt("first", 1))


async def test_a_key_counts_in_its_own_session_only(store: Store) -> None:
    await store.commit(changed(0, "one", key="key", request_hash="one"))
    assert await store.receipt("other", "key") is None
    assert await store.commit(changed(0, "other", key="key", request_hash="other")) == Committed(1)
    assert await store.receipt("one", "key") == Receipt("one", 1)


async def test_changes_without_a_key_have_no_receipt(store: Store) -> None:
    await store.commit(changed(0))
    assert await store.receipt("table", "") is None
    assert await store.commit(changed(1)) == Committed(2)


# Races.


async def test_of_two_hundred_racing_writers_one_wins(store: Store, second_store: Store) -> None:
    await store.commit(changed(0))
    calls = [partial(each.commit, changed(1)) for each in [store, second_store] * 100]
    answers = [timeless(answer) for answer in await gather(calls)]
    assert answers.count(Committed(2)) == 1
    assert answers.count(Conflict(Stored(2, b"document 2"))) == 199


async def test_racing_writers_that_try_again_leave_one_entry_a_version(store: Store, second_store: Store) -> None:
    await store.commit(changed(0))
    await gather([partial(write_ten, each, b"%d" % n) for n, each in enumerate([store, second_store] * 10)])
    entries = await store.entries("table", 1, 1000)
    assert [entry.version for entry in entries] == list(range(2, 202))
    assert sorted(entry.body for entry in entries) == sorted(b"%d" % n for n in range(20) for _ in range(10))
    assert timeless(await store.load("table")) == Stored(201, entries[-1].body)


async def write_ten(store: Store, body: bytes) -> None:
    written = 0
    expected = 1
    while written < 10:
        answer = await store.commit(Commit("table", expected, body, body, 60))
        if isinstance(answer, Committed):
            written += 1
            expected = answer.version
        else:
            assert isinstance(answer, Conflict)
            assert answer.stored is not None
            expected = answer.stored.version


async def test_a_key_sent_many_times_at_once_counts_once(store: Store, second_store: Store) -> None:
    change = changed(0, key="key", request_hash="same")
    answers = await gather([partial(each.commit, change) for each in [store, second_store] * 25])
    assert answers.count(Committed(1)) == 1
    assert answers.count(Repeated(Receipt("same", 1))) == 49


# The archive.


async def test_a_session_has_no_archive_until_a_change_brings_one(store: Store) -> None:
    await store.commit(changed(0))
    assert await store.archived("table") is None
    await store.commit(archiving(1, EVERY_BYTE))
    assert await store.archived("table") == EVERY_BYTE
    assert timeless(await store.load("table")) == Stored(2, b"document 2")
    await store.commit(changed(2))
    assert await store.archived("table") == EVERY_BYTE


async def test_an_archive_may_be_empty_and_is_of_its_session_only(store: Store, second_store: Store) -> None:
    await store.commit(archiving(0, b""))
    assert await second_store.archived("table") == b""
    assert await second_store.archived("other") is None


async def test_a_change_that_is_not_made_archives_nothing(store: Store) -> None:
    await store.commit(changed(0, key="key"))
    for change in (archiving(5, b"stale"), msgspec.structs.replace(archiving(1, b"repeated"), key="key")):
        assert not isinstance(await store.commit(change), Committed)
        assert await store.archived("table") is None

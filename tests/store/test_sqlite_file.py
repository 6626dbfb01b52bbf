"""The file of the embedded store: its owner, its permissions, a full disk, and its clock."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from store.adapters import open_store
from store.options import SettingsError
from store.port import Commit, Committed, Conflict, Listed, Receipt, Store, Stored
from store.problems import StoreUnavailable
from store.sqlite.schema import APPLICATION, ENTRIES_BETWEEN_PURGES, LOG_BYTES, PURGE, SCHEMA, SCHEMA_NUMBER
from store.sqlite.store import SqliteStore
from tests.support.stores import timeless
from tools.servers import REPOSITORY
from tools.stores import started_store

pytestmark = pytest.mark.anyio

# Files that are not ours, and other trouble with SQLite.


async def start_on(path: Path) -> None:
    store = open_store(f"sqlite:{path}")
    try:
        await store.start()
    finally:
        await store.close()


UNFIT = {
    "nowhere/croupier.db": "its folder does not exist",
    ".": "",
    "x" * 300: "the file cannot be made: File name too long",
}


@pytest.mark.parametrize("name", UNFIT, ids=["no folder", "a folder", "a name too long"])
async def test_a_path_that_cannot_be_a_file_stops_the_start(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError, match=f"CROUPIER_STORE .*{UNFIT[name]}"):
        await start_on(tmp_path / name)


async def test_a_file_that_is_no_database_stops_the_start_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no database, but rather long" * 100)
    with pytest.raises(SettingsError, match="CROUPIER_STORE"):
        await start_on(path)
    assert path.read_text() == "no database, but rather long" * 100


async def test_a_database_of_another_program_stops_the_start_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    with apsw.Connection(str(path)) as theirs:
        theirs.execute("CREATE TABLE theirs (x)")
    theirs.close()
    before = path.read_bytes()
    with pytest.raises(SettingsError, match=r"CROUPIER_STORE .* belongs to another program"):
        await start_on(path)
    assert path.read_bytes() == before


async def test_a_newer_schema_stops_the_start(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    database = apsw.Connection(str(path))
    database.pragma("application_id", APPLICATION)
    database.pragma("user_version", SCHEMA_NUMBER + 1)
    database.close()
    with pytest.raises(SettingsError, match=r"CROUPIER_STORE .* another version of this program"):
        await start_on(path)


async def test_a_file_whose_tables_cannot_be_made_stays_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "croupier.db"
    monkeypatch.setattr("store.sqlite.schema.SCHEMA", f"{SCHEMA}; CREATE TABLE sessions (x)")
    with pytest.raises(apsw.SQLError, match="already exists"):
        await start_on(path)
    monkeypatch.undo()
    await start_on(path)


async def test_a_new_file_is_for_its_owner_only(sqlite_store: Store, tmp_path: Path) -> None:
    await sqlite_store.commit(Commit("table", 0, b"", b"", 60))
    assert file_modes(tmp_path) == {"croupier.db": 0o600, "croupier.db-wal": 0o600, "croupier.db-shm": 0o600}


def file_modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


async def test_the_file_has_the_settings_that_durability_needs(tmp_path: Path) -> None:
    await start_on(tmp_path / "croupier.db")
    database = apsw.Connection(str(tmp_path / "croupier.db"))
    assert database.pragma("journal_mode") == "wal"
    assert database.pragma("application_id") == APPLICATION
    database.close()


async def test_a_file_that_is_locked_is_unavailable(
    sqlite_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("store.sqlite.schema.BUSY_MILLISECONDS", 50)
    store = SqliteStore(str(tmp_path / "croupier.db"))
    await store.start()
    other = apsw.Connection(str(tmp_path / "croupier.db"))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        await store.commit(Commit("table", 0, b"", b"", 60))
    other.execute("ROLLBACK")
    other.close()
    assert await store.commit(Commit("table", 0, b"", b"", 60)) == Committed(1)
    assert timeless(await sqlite_store.load("table")) == Stored(1, b"")
    await store.close()


async def test_a_full_disk_is_unavailable_and_changes_nothing(sqlite_url: str) -> None:
    async with started_store(sqlite_url) as store:
        assert isinstance(store, SqliteStore)
        await store.commit(Commit("table", 0, b"one", b"one", 60))
        await store._writer.run(lambda database: database.pragma("max_page_count", 32))
        with pytest.raises(StoreUnavailable, match="full"):
            await store.commit(Commit("table", 1, b"two", b"two", 60, archive=os.urandom(200_000)))
        assert timeless(await store.load("table")) == Stored(1, b"one")
        assert len(await store.entries("table", 0, 10)) == 1
        assert await store.archived("table") is None
        assert await store.commit(Commit("table", 1, b"two", b"two", 60)) == Committed(2)


# Commands for a process that obeys the permissions of files: root does once it may not override them any more.
OBEY = """
import ctypes, os, sys
CAPBSET_DROP, DAC_OVERRIDE = 24, 1
if os.geteuid() == 0:
    ctypes.CDLL(None).prctl(CAPBSET_DROP, DAC_OVERRIDE, 0, 0, 0)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
CHECK = """
import asyncio, sys
from service.process.serve import check_store
from service.settings import load_settings
try:
    print(asyncio.run(check_store(load_settings({"CROUPIER_STORE": sys.argv[1]}))))
except Exception as error:
    print(type(error).__name__, error)
"""


def start_obeying(path: Path) -> str:
    """Return the output of a start on a file, in a process that obeys its permissions."""
    command = [sys.executable, "-c", OBEY, "-c", CHECK, f"sqlite:{path}"]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", ["croupier.db", "croupier.db-wal", "croupier.db-shm"])
async def test_a_file_that_may_only_be_read_stops_the_start(sqlite_url: str, tmp_path: Path, name: str) -> None:
    path = tmp_path / "croupier.db"
    async with started_store(sqlite_url) as store:
        await store.commit(Commit("table", 0, b"", b"", 60))
        kept = read_files(tmp_path)
    # As a killed process leaves them.
    write_files(tmp_path, kept)
    assert start_obeying(path).startswith(f"sqlite:{path}: Every acknowledged change is on disk")
    write_files(tmp_path, kept)
    (tmp_path / name).chmod(0o444)
    assert start_obeying(path).startswith(f'SettingsError CROUPIER_STORE is "sqlite:{path}", but the file ')


def read_files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def write_files(folder: Path, contents: dict[str, bytes]) -> None:
    for name, content in contents.items():
        (folder / name).write_bytes(content)


async def test_a_log_that_a_slow_reader_let_grow_shrinks_again(sqlite_store: Store, tmp_path: Path) -> None:
    log = tmp_path / "croupier.db-wal"
    reader = apsw.Connection(str(tmp_path / "croupier.db"))
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM sessions").get == 0
    for number in range(6):
        await sqlite_store.commit(Commit(f"table {number}", 0, os.urandom(1_000_000), b"", 60))
    assert log.stat().st_size > LOG_BYTES
    reader.execute("ROLLBACK")
    reader.close()
    for number in range(3):
        await sqlite_store.commit(Commit(f"later {number}", 0, b"", b"", 60))
    assert log.stat().st_size <= LOG_BYTES


# SQLite's clock is ours to turn.


async def test_a_commit_reads_the_clock_when_it_has_waited_for_other_writers(tmp_path: Path) -> None:
    locked: list[bool] = []

    def clock() -> float:
        locked.append(is_locked(tmp_path / "croupier.db"))
        return 1000.0

    store = SqliteStore(str(tmp_path / "croupier.db"), clock)
    await store.start()
    assert await store.commit(Commit("table", 0, b"", b"", 60)) == Committed(1)
    assert locked == [True]
    await store.close()


def is_locked(path: Path) -> bool:
    """Return whether another connection is writing to a file."""
    database = apsw.Connection(str(path))
    try:
        database.execute("BEGIN IMMEDIATE")
    except apsw.BusyError:
        return True
    finally:
        database.close()
    return False


async def test_the_clock_is_the_one_that_was_given(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "croupier.db"), clock=lambda: 1234.5678)
    await store.start()
    await store.commit(Commit("table", 0, b"", b"", 60))
    assert await store.now() == 1_234_567
    assert await store.load("table") == Stored(1, b"", 1_234_567)
    assert await store.commit(Commit("table", 0, b"", b"", 60)) == Conflict(Stored(1, b"", 1_234_567), 1_234_567)
    await store.close()


async def test_a_clock_that_goes_back_loses_nothing(tmp_path: Path) -> None:
    now = 1_000_000.0
    store = SqliteStore(str(tmp_path / "croupier.db"), clock=lambda: now)
    await store.start()
    await store.commit(Commit("table", 0, b"one", b"one", 60, key="key"))
    now -= 3600
    assert await store.commit(Commit("table", 1, b"two", b"two", 60)) == Committed(2)
    assert await store.receipt("table", "key") == Receipt("", 1)
    now += 61
    assert await store.load("table") is None
    await store.close()


async def test_expired_archives_are_removed_bit_by_bit_and_others_kept(tmp_path: Path) -> None:
    now = 1000.0
    store = SqliteStore(str(tmp_path / "croupier.db"), clock=lambda: now)
    await store.start()
    for number in range(5):
        await store.commit(Commit(f"old {number}", 0, b"", b"", 60, archive=b"old", archive_for=70))
    await store.commit(Commit("kept", 0, b"", b"", 60, archive=b"kept"))
    now += 71
    left = []
    for number in range(4):
        await store.commit(Commit(f"new {number}", 0, b"", b"", 60, archive=b"new"))
        left.append(count_rows(tmp_path / "croupier.db", "archives"))
    assert left == [(5,), (4,), (4,), (5,)]
    assert await store.archived("kept") == b"kept"
    await store.close()


async def test_expired_members_marks_and_messages_are_removed_bit_by_bit(tmp_path: Path) -> None:
    now = 1000.0
    store = SqliteStore(str(tmp_path / "croupier.db"), clock=lambda: now)
    await store.start()
    for number in range(5):
        await store.enlist("public", f"old {number}", number, 60)
        await store.advance_watermark(f"old {number}", 1, "token", 60)
        await store.publish("table", b"old")
    now += 61
    left = []
    for number in range(4):
        assert list(await store.listed("public", None, 10)) == [Listed("new", 0)] * bool(number)
        await store.enlist("public", "new", 0, 60)
        await store.advance_watermark("new", number, "token", 60)
        await store.publish("table", b"new")
        left.append(count_rows(tmp_path / "croupier.db", "listed", "watermarks", "messages"))
    assert left == [(4, 4, 4), (2, 2, 3), (1, 1, 3), (1, 1, 4)]
    await store.close()


async def test_expired_sessions_are_removed_bit_by_bit(tmp_path: Path) -> None:
    now = 1000.0
    store = SqliteStore(str(tmp_path / "croupier.db"), clock=lambda: now)
    await store.start()
    for number in range(10):
        await store.commit(Commit(f"old {number}", 0, b"", b"", 60, key="key"))
    now += 61
    left = []
    for number in range(6):
        assert await store.load(f"old {number}") is None
        await store.commit(Commit(f"new {number}", 0, b"", b"", 60))
        left.append(count_rows(tmp_path / "croupier.db", "sessions", "entries", "receipts"))
    assert left == [(9, 9, 8), (8, 8, 6), (7, 7, 4), (6, 6, 2), (5, 5, 0), (6, 6, 0)]
    await store.close()


async def test_expired_rows_go_even_if_an_existing_document_alone_changes(tmp_path: Path) -> None:
    now = 1000.0
    store = SqliteStore(str(tmp_path / "croupier.db"), clock=lambda: now)
    await store.start()
    for number in range(5):
        await store.commit(Commit(f"old {number}", 0, b"", b"", 60, key="key", archive=b"old", archive_for=60))
        await store.enlist("public", f"old {number}", number, 60)
        await store.advance_watermark(f"old {number}", 1, "token", 60)
        await store.publish(f"old {number}", b"old")
    await store.commit(Commit("kept", 0, b"", b"", 3600))
    now += 61
    # Five rows of each table, two of which go with every sixteenth entry.
    for version in range(1, 3 * ENTRIES_BETWEEN_PURGES + 1):
        assert await store.commit(Commit("kept", version, b"", b"", 3600)) == Committed(version + 1)
    assert count_rows(tmp_path / "croupier.db", "sessions", *PURGE.keys() - {"sessions"}) == (1, 0, 0, 0, 0)
    assert count_rows(tmp_path / "croupier.db", "receipts") == (0,)
    await store.close()


async def test_a_message_costs_the_same_beside_few_and_many_others(tmp_path: Path) -> None:
    steps = 0

    def count() -> bool:
        nonlocal steps
        steps += 1
        return False

    store = SqliteStore(str(tmp_path / "croupier.db"), clock=lambda: 1000.0)
    await store.start()
    await store._writer.run(lambda database: database.set_progress_handler(count, 1))
    counted = []
    for _ in range(200):
        steps = 0
        await store.publish("table", b"")
        counted.append(steps)
    assert counted[10] == counted[-1] > 0
    await store.close()


def count_rows(path: Path, *tables: str) -> tuple[int, ...]:
    """Return the number of rows of each of a file's tables."""
    database = apsw.Connection(str(path))
    counts = [database.execute(f"SELECT count(*) FROM {table}").get for table in tables]
    database.close()
    return tuple(counts)

"""Changes of a file that share a transaction: each is made whole or not at all, and acknowledged when it is on disk."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import apsw
import pytest

from store.listeners import Listeners
from store.options import SettingsError
from store.port import Commit, Committed
from store.problems import DataCorrupted, StoreFull, StoreUnavailable
from store.sqlite.database import DatabaseThread
from store.sqlite.schema import prepare
from store.sqlite.store import MOST, GroupCommit, SqliteStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "croupier.db"


@pytest.fixture
async def connection(path: Path) -> AsyncIterator[DatabaseThread]:
    one = DatabaseThread(path)
    await one.open(prepare)
    await one.run(lambda database: database.execute("CREATE TABLE numbers (number INTEGER PRIMARY KEY)"))
    yield one
    await one.close()


@pytest.fixture
def changes(connection: DatabaseThread) -> GroupCommit:
    return GroupCommit(connection, time.time, Listeners(), ring=lambda _: None)


def numbers(path: Path) -> list[object]:
    """Return the numbers that another process finds in the file."""
    database = apsw.Connection(str(path))
    found = [number for (number,) in database.execute("SELECT number FROM numbers ORDER BY number")]
    database.close()
    return found


def write(number: int, database: apsw.Connection) -> int:
    database.execute("INSERT INTO numbers VALUES (?)", (number,))
    return number


async def test_commits_that_come_together_share_a_transaction_and_the_time(path: Path) -> None:
    times = iter(range(1000, 2000))
    store = SqliteStore(str(path), clock=lambda: next(times))
    await store.start()
    commits = [store.commit(Commit(f"table {number}", 0, b"", b"", 60)) for number in range(MOST + 10)]
    assert await asyncio.gather(*commits) == [Committed(1)] * (MOST + 10)
    # The clock is read once for each transaction.
    assert next(times) == 1002
    await store.close()


async def test_a_change_executes_only_the_statements_that_it_needs(path: Path) -> None:
    executed: list[str] = []

    def trace(database: apsw.Connection) -> None:
        database.trace_v2(apsw.SQLITE_TRACE_STMT, lambda statement: executed.append(statement["sql"].split()[0]))

    store = SqliteStore(str(path))
    await store.start()
    for name in ("one", "two"):
        await store.commit(Commit(name, 0, b"", b"", 60))
    await store._writer.run(trace)
    await store.commit(Commit("one", 1, b"", b"", 60, key="key"))
    writes = ["SELECT", "UPDATE", "INSERT", "INSERT"]
    assert executed == ["BEGIN", *writes, "COMMIT"]
    executed.clear()
    together = [Commit("one", 2, b"", b"", 60, key="other"), Commit("two", 1, b"", b"", 60, key="key")]
    assert await asyncio.gather(*map(store.commit, together)) == [Committed(3), Committed(2)]
    assert executed == ["BEGIN", *writes, *writes, "COMMIT"]
    await store.close()


async def test_one_that_fails_is_undone_and_the_others_are_made(changes: GroupCommit, path: Path) -> None:
    def fail(database: apsw.Connection, _now: float) -> None:
        write(7, database)
        raise ValueError("seven")

    answers = await asyncio.gather(
        changes.make(lambda database, _: write(1, database)),
        changes.make(fail),
        changes.make(lambda database, _: write(1, database)),
        changes.make(lambda database, _: write(2, database)),
        return_exceptions=True,
    )
    assert (answers[0], answers[3]) == (1, 2)
    assert isinstance(answers[1], ValueError)
    assert isinstance(answers[2], DataCorrupted)
    assert numbers(path) == [1, 2]


async def test_an_error_that_ends_the_transaction_is_told_to_all_in_it(changes: GroupCommit, path: Path) -> None:
    def fill_the_disk(database: apsw.Connection, _now: float) -> None:
        database.execute("ROLLBACK")
        raise apsw.FullError("database or disk is full")

    answers = await asyncio.gather(
        changes.make(lambda database, _: write(1, database)),
        changes.make(fill_the_disk),
        changes.make(lambda database, _: write(2, database)),
        return_exceptions=True,
    )
    assert {(type(answer), "disk is full" in str(answer)) for answer in answers} == {(StoreFull, True)}
    assert numbers(path) == []
    assert await changes.make(lambda database, _: write(3, database)) == 3


async def test_a_bug_in_a_transaction_is_told_and_the_next_one_goes_on(changes: GroupCommit, path: Path) -> None:
    with pytest.raises(apsw.SQLError, match="no transaction"):
        await changes.make(lambda database, _: database.execute("ROLLBACK"))
    assert await changes.make(lambda database, _: write(1, database)) == 1
    assert numbers(path) == [1]


async def test_a_caller_that_gives_up_takes_nothing_from_the_others(changes: GroupCommit, path: Path) -> None:
    def call(number: int) -> asyncio.Future[int]:
        return asyncio.ensure_future(changes.make(lambda database, _: write(number, database)))

    calls = [call(number) for number in range(3)]
    await asyncio.sleep(0)
    calls[1].cancel()
    assert [await calls[0], await calls[2]] == [0, 2]
    assert numbers(path) == [0, 1, 2]


async def test_closing_leaves_nobody_unanswered(connection: DatabaseThread, changes: GroupCommit, path: Path) -> None:
    calls = [asyncio.ensure_future(changes.make(lambda _database, _: None)) for _ in range(3 * MOST)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await connection.close()
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert answers[:MOST] == [None] * MOST
    assert isinstance(answers[-1], StoreUnavailable)
    assert numbers(path) == []


async def test_a_store_that_was_not_started_refuses_at_once(path: Path) -> None:
    store = SqliteStore(str(path))
    for call in (store.commit(Commit("one", 0, b"", b"", 60)), store.load("one")):
        with pytest.raises(StoreUnavailable, match="the store is closed"):
            await call


async def test_a_connection_that_could_not_be_opened_refuses_at_once(tmp_path: Path) -> None:
    connection = DatabaseThread(tmp_path / "nowhere" / "croupier.db")
    with pytest.raises(SettingsError):
        await connection.open(prepare)
    with pytest.raises(StoreUnavailable, match="the store is closed"):
        await connection.run(lambda database: database.execute("SELECT 1"))
    await connection.close()

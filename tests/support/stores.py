"""Stores in tests: called, and their answers and logs compared."""

import re
import subprocess
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import anyio
import msgspec

from store.port import Commit, Committed, Conflict, Repeated, Store, Stored
from store.problems import StoreUnavailable

T = TypeVar("T")
Answer = TypeVar("Answer", Stored | None, Committed | Repeated | Conflict)
# Names of sessions, keys, lists and members that a store might misread.
ODD_NAMES = ["", " ", "}", "{x}", "a:b", "a}:s", "null\0byte", "line\nbreak", "ünï", "🂡", "\ud800", "'; --", "x" * 500]


def timeless(answer: Answer) -> Answer:
    """Return an answer with `now` set to 0, wherever it has one."""
    match answer:
        case Stored():
            return msgspec.structs.replace(answer, now=0)
        case Conflict(stored=stored):
            return Conflict(timeless(stored))
    return answer


async def until(condition: Callable[[], Awaitable[bool] | bool]) -> None:
    """Poll until a condition holds that nothing announces, such as an expiry."""
    with anyio.fail_after(60):
        while not (holds if isinstance(holds := condition(), bool) else await holds):  # noqa: ASYNC110 - see above
            await anyio.sleep(0.02)


async def is_served(store: Store) -> bool:
    """Tell whether a store answers (again): a server that was away is retried after delays of up to a second."""
    try:
        await store.load("table")
    except StoreUnavailable:
        return False
    return True


def changed(expected: int, document_id: str = "table", key: str | None = None, request_hash: str = "") -> Commit:
    """Return the change to version `expected + 1`, with a document and an entry that contain the version."""
    version = expected + 1
    return Commit(
        document_id=document_id,
        expected=expected,
        document=b"document %d" % version,
        entry=b"entry %d" % version,
        expires_in=60,
        key=key,
        request_hash=request_hash,
    )


def archiving(
    expected: int, archive: bytes, expires_in: int = 60, archive_for: int = 0, key: str | None = None
) -> Commit:
    """Return the change to version `expected + 1`, with an archive."""
    change = changed(expected, key=key)
    return msgspec.structs.replace(change, expires_in=expires_in, archive=archive, archive_for=archive_for)


async def commit_all(store: Store, versions: Iterable[int], document_id: str = "table") -> None:
    for version in versions:
        assert await store.commit(changed(version - 1, document_id)) == Committed(version)


async def gather(calls: Iterable[Callable[[], Awaitable[T]]]) -> list[T]:
    """Make all calls at once and return their answers, in no particular order."""
    answers: list[T] = []

    async def call(one: Callable[[], Awaitable[T]]) -> None:
        answers.append(await one())

    async with anyio.create_task_group() as group:
        for one in calls:
            group.start_soon(call, one)
    return answers


async def gone(store: Store, document_id: str) -> None:
    """Return as soon as a session has expired."""

    async def is_gone() -> bool:
        return await store.load(document_id) is None

    await until(is_gone)


def every_call(store: Store, change: Commit) -> list[Awaitable[object]]:
    """Return a call of every method that asks the server."""
    return [
        store.commit(change),
        store.now(),
        store.load(change.document_id),
        store.load_durable(change.document_id),
        store.receipt(change.document_id, "key"),
        store.entries(change.document_id, 0, 10),
        store.archived(change.document_id),
        store.enlist("public", change.document_id, 1, 60),
        store.enlist("late", change.document_id, 1, 60, durable=True),
        store.unlist("public", change.document_id),
        store.listed("public", (2, change.document_id), 10),
        store.advance_watermark("game", 1, "token", 60),
        store.read_watermark("game"),
    ]


def keys_in(commands: list[str]) -> set[str]:
    """Return the keys and the channels of commands that were watched."""
    return {key for command in commands for key in re.findall(r'"([glm]:{[^"]*)"', command)}


# ---- processes and logs


def read_rest(process: subprocess.Popen[str]) -> list[str]:
    assert process.stdout is not None
    return process.stdout.readlines()


async def check_log(store: Store, promised: dict[int, bytes]) -> None:
    """Check that the log has every promised entry, no hole and no change twice, and fits the document."""
    entries = {entry.version: entry.body for entry in await store.entries("table", 0, 100_000)}
    newest = await store.load("table")
    assert newest is not None
    assert list(entries) == list(range(1, newest.version + 1))
    assert newest.document == entries[newest.version]
    assert len(set(entries.values())) == len(entries)
    assert {version: entries[version] for version in promised} == promised

"""Stores that break one promise each, and the scenario that exposes each: the checker must condemn every store.

Each is the embedded store with one fault, often by reaching past it into its file. `Sound` has none
and passes the same scenarios. Where a fault needs two concurrent parties, events synchronize them.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

import apsw
from msgspec.structs import replace

from service.sessions.apply_change import apply_change
from service.sessions.changes import Change as NextChange
from service.sessions.changes import Created
from service.storage.codec import SESSIONS
from store.listeners import Listener
from store.port import Commit, Committed, Conflict, Repeated, Stored
from store.problems import DataCorrupted, StoreUnavailable
from store.redis.client import NodeReply, RedisClient, make_script
from store.redis.pipeline import Command
from store.redis.store import APPLY, RedisStore
from store.sqlite.store import SqliteStore
from tools.stored import encode_entry, encode_session

BUSY_MILLISECONDS = 5000
# The one session of a scenario.
TABLE = "table"
SCRIPT = (files("store.redis") / "apply.lua").read_bytes()
DELETING = make_script(b"redis.call('DEL', 'g:{nothing}:s')\n" + SCRIPT, keys=4)


class Sound(SqliteStore):
    """The embedded store; the next answer to a key in `unheard` is lost, after the change was made or not."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path
        self.unheard: set[str | None] = set()

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        answer = await self.make(change)
        if change.key in self.unheard:
            self.unheard.discard(change.key)
            raise StoreUnavailable("the answer was lost")
        return answer

    async def make(self, change: Commit) -> Committed | Repeated | Conflict:
        """Make a change; the others override this with a fault."""
        return await super().commit(change)

    async def kill(self) -> None:
        """Kill the process of the store and start it again."""
        await self.close()
        await self.start()

    async def fail_over(self) -> None:
        """Let another server take over, with all data of the old one; a file stays the same."""

    async def demote_old(self) -> None:
        """Let the old primary learn of its successor, and discard its own data."""


class CheckThenWrite(Sound):
    """A store that checks the version first and writes afterwards, without a transaction around both."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._checked = asyncio.Barrier(2)

    async def make(self, change: Commit) -> Committed | Repeated | Conflict:
        stored = await self.load(change.document_id)
        if stored is None or stored.version != change.expected:
            return await super().make(change)
        await self._checked.wait()
        overwrite(self.path, change)
        return Committed(change.expected + 1)


class KeyAfterVersion(Sound):
    """A store that compares the version before it looks the key up, so that a repetition conflicts with itself."""

    async def make(self, change: Commit) -> Committed | Repeated | Conflict:
        stored = await self.load(change.document_id)
        if stored is not None and stored.version != change.expected:
            return Conflict(stored)
        return await super().make(change)


class WakeBeforeCommit(Sound):
    """A store that wakes followers for a version before it is there."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._wakeups = Listener()
        self._followed = asyncio.Event()
        self._looked = asyncio.Event()

    async def make(self, change: Commit) -> Committed | Repeated | Conflict:
        if self._followed.is_set():
            self._wakeups.ring(change.expected + 1)
            self._looked.clear()
            await self._looked.wait()
        return await super().make(change)

    async def load(self, document_id: str) -> Stored | None:
        stored = await super().load(document_id)
        self._looked.set()
        return stored

    @asynccontextmanager
    async def wakeups(self, document_id: str) -> AsyncIterator[Listener]:  # noqa: ARG002
        self._followed.set()
        yield self._wakeups


class LostReceipt(Sound):
    """A store that forgets the receipt of a key."""

    async def make(self, change: Commit) -> Committed | Repeated | Conflict:
        answer = await super().make(change)
        execute(self.path, "DELETE FROM receipts")
        return answer


class DocumentFirst(Sound):
    """A store that writes the document, and the entry later: a crash in between leaves the one without the other."""

    async def make(self, change: Commit) -> Committed | Repeated | Conflict:
        answer = await super().make(change)
        if change.key in self.unheard and isinstance(answer, Committed):
            execute(self.path, "DELETE FROM entries WHERE version = ?", answer.version)
        return answer


class EntryFirst(Sound):
    """A store that writes the entry first, document and receipt later: a crash in between leaves the log ahead."""

    async def make(self, change: Commit) -> Committed | Repeated | Conflict:
        before = await self.load(change.document_id)
        try:
            answer = await super().make(change)
        except DataCorrupted as error:
            raise StoreUnavailable(str(error)) from error
        if change.key in self.unheard and before is not None:
            execute(self.path, "UPDATE sessions SET version = ?, document = ?", before.version, before.document)
            execute(self.path, "DELETE FROM receipts WHERE version > ?", before.version)
        return answer


class RetryWithoutKey(Sound):
    """A store that retries a change by itself when no answer came, on top of the newest version, without its key."""

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        try:
            return await super().commit(change)
        except StoreUnavailable:
            stored = await self.load(change.document_id)
            assert stored is not None
            return await super().commit(repeat(change, stored))


class AcknowledgeBeforeDurable(Sound):
    """A store that keeps the last change in memory only, until the next one comes."""

    _late: Commit | None = None

    async def make(self, change: Commit) -> Committed | Repeated | Conflict:
        if change.expected == 0:
            return await super().make(change)
        if self._late is not None:
            await super().make(self._late)
        self._late = change
        return Committed(change.expected + 1)

    async def load(self, document_id: str) -> Stored | None:
        if self._late is None:
            return await super().load(document_id)
        return Stored(self._late.expected + 1, self._late.document, await self.now())

    async def kill(self) -> None:
        self._late = None
        await super().kill()


class SpoiltEntry(Sound):
    """A store that keeps its log on a disk that flips a bit."""

    async def kill(self) -> None:
        await super().kill()
        (entry,) = await self.entries(TABLE, 1, 1)
        spoilt = bytes([*entry.body[:-1], entry.body[-1] ^ 1])
        execute(self.path, "UPDATE entries SET body = ? WHERE version = ?", spoilt, entry.version)


class SpoiltDocument(Sound):
    """A store that keeps its documents on a disk that flips a bit."""

    async def kill(self) -> None:
        await super().kill()
        stored = await self.load(TABLE)
        assert stored is not None
        execute(self.path, "UPDATE sessions SET document = ?", stored.document.replace(b"zeven", b"zeveo", 1))


class AnswersFromMemory(Sound):
    """A store that answers a change from a read less durable than a change: it reports what was not acknowledged."""

    _late: Commit | None = None

    async def make(self, change: Commit) -> Committed | Repeated | Conflict:
        if change.key in self.unheard:
            self._late = change
            return Committed(change.expected + 1)
        return await super().make(change)

    async def load(self, document_id: str) -> Stored | None:
        if self._late is None or document_id != self._late.document_id:
            return await super().load(document_id)
        return Stored(self._late.expected + 1, self._late.document, await self.now())

    async def kill(self) -> None:
        self._late = None
        await super().kill()


class StaleRead(Sound):
    """A store that answers reads from a cache that is never cleared."""

    _cached: Stored | None = None

    async def load(self, document_id: str) -> Stored | None:
        self._cached = self._cached or await super().load(document_id)
        return self._cached


class ReturnToOldPrimary(Sound):
    """A store that goes back to its former primary, which acknowledges changes until it learns of its successor."""

    _old: SqliteStore | None = None
    _is_back = False

    async def fail_over(self) -> None:
        old = self.path.with_name("old.db")
        execute(self.path, "VACUUM INTO ?", str(old))
        self._old = SqliteStore(str(old))
        await self._old.start()

    async def demote_old(self) -> None:
        self._is_back = False

    async def make(self, change: Commit) -> Committed | Repeated | Conflict:
        if self._old is not None and self._is_back:
            return await self._old.commit(change)
        self._is_back = self._old is not None
        return await super().make(change)

    async def load(self, document_id: str) -> Stored | None:
        if self._old is not None and self._is_back:
            return await self._old.load(document_id)
        return await super().load(document_id)

    async def close(self) -> None:
        if self._old is not None:
            await self._old.close()
        await super().close()


class PastTheLimit(RedisStore):
    """A store that deletes before it writes, so that a server without memory accepts every new session all the same."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._client = self._changes = DeletingClient(self._topology, url, replicas=0)


class DeletingClient(RedisClient):
    """A client that replaces the script of a change with one that deletes first."""

    async def send(self, key: bytes, *commands: Command) -> NodeReply:
        if commands[0][: len(APPLY)] == APPLY:
            commands = ((*DELETING, *commands[0][len(APPLY) :]), *commands[1:])
        return await super().send(key, *commands)


# ---- reaching past the store


def execute(path: Path, sql: str, *values: int | bytes | str) -> None:
    """Commit the file of a store, which holds one session, behind its back."""
    database = apsw.Connection(str(path))
    database.set_busy_timeout(BUSY_MILLISECONDS)
    try:
        database.execute(sql, values)
    finally:
        database.close()


def overwrite(path: Path, change: Commit) -> None:
    """Write a change over the stored version."""
    version = change.expected + 1
    execute(
        path,
        "UPDATE sessions SET version = ?, history_hash = ?, document = ?",
        version,
        change.history_hash,
        change.document,
    )
    execute(path, "INSERT OR REPLACE INTO entries (session, version, body) VALUES (1, ?, ?)", version, change.entry)


def repeat(change: Commit, stored: Stored) -> Commit:
    """Return the same change on top of the stored version, without its key."""
    session, entry = apply_change(
        SESSIONS.decode(stored.document, change.document_id),
        as_next(SESSIONS.decode_entry(change.entry, change.document_id, change.expected + 1).change),
    )
    document = encode_session(session)
    body = encode_entry(entry, session.id, session.version)
    return replace(change, expected=stored.version, document=document, entry=body, key=None)


def as_next(change: Created | NextChange) -> NextChange:
    """Return a change that is not the first one of its session."""
    assert not isinstance(change, Created)
    return change

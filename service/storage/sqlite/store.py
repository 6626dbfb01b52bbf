"""The embedded store: one SQLite file, which several processes of one machine may share.

Two connections, each owned by a thread of its own, keep the event loop free: one writes, one reads and polls.
Commits are made in `BEGIN IMMEDIATE` transactions in WAL mode with `synchronous=FULL`, so an acknowledged
change survives a kill and a power loss; those that come at the same time share one (`sqlite_changes.py`). The
log is also the queue of wake-ups for other processes: entries are numbered across all sessions, and a poller
reads those above the last number that it saw.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import apsw

from service.sessions.problems import StoreUnavailable
from service.settings import DURABILITY, Durability, SettingsError
from service.storage.listeners import Listeners
from service.storage.port import (
    Change,
    Committed,
    Conflict,
    Entry,
    Listed,
    Promise,
    Receipt,
    Repeated,
    Stored,
    decode_name,
    encode_name,
)
from service.storage.sqlite.database import DatabaseThread, configure, prepare
from service.storage.sqlite.group_commit import GroupCommit

PROMISE = "Every acknowledged change is on disk: it survives a killed process and a power loss."

POLL_SECONDS = 0.025
FAILED_POLL_SECONDS = 1.0
END_OF_TIME = 2**63 - 1
# Two of a kind with each write, which adds at most one of it: purging outruns writing.
PURGED_AT_ONCE = 2
# The watermark that a change is tried with. A few bytes could find room where no move does any more.
TRIED = b"try"
TRIED_BYTES = 16 * 1024
TRIED_SECONDS = 60

T = TypeVar("T")


class Commit(NamedTuple):
    """One row of the log as the poller sees it; `number` counts the commits to all sessions."""

    number: int
    session: bytes
    version: int


class SqliteStore:
    """The port on one SQLite file; `clock` tells the wall-clock time in seconds since 1970."""

    def __init__(self, file: str, clock: Callable[[], float] = time.time, durability: Durability | None = None) -> None:
        # Absolute at once: a later change of the working folder must not change the file.
        self._path = Path(file).absolute()
        self._clock = clock
        self._wanted = durability or Durability()
        self._writer = DatabaseThread(self._path)
        self._reader = DatabaseThread(self._path)
        self._write = GroupCommit(self._writer, clock).make
        self._listeners = Listeners()
        self._poller: asyncio.Task[None] | None = None
        # The number of the last commit that the poller has seen, and those above it that were rung for already.
        self._seen = 0
        self._rung = set[int]()

    @property
    def lag(self) -> float:
        """For how many seconds a read may miss what was acknowledged: never."""
        return 0

    async def start(self) -> Promise:
        """Open the file, make its tables where it is new, and return what is promised."""
        if self._wanted.level == "replicated":
            raise SettingsError(
                f'{DURABILITY} is "replicated", but SQLite has no replicas. Expected: local, or a store in Redis.'
            )
        try:
            await self._writer.open(prepare)
            await self._reader.open(configure)
        except (StoreUnavailable, SettingsError):
            await self.close()
            raise
        return await self.promise()

    async def promise(self) -> Promise:
        """Return what is promised: always the same."""
        return Promise("sqlite", f"sqlite:{self._path}", "local", is_kept=True, sentence=PROMISE)

    async def try_change(self) -> float:
        """Write about as much as a move does into a row of its own, and return 1."""
        await self._write(_try_change)
        return 1.0

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        """Make one change atomically. The key is looked up before the version."""
        answer = await self._write(lambda database, now: _commit(database, change, now))
        if not isinstance(answer, Commit):
            return answer
        # The poller may have been faster; if not, it need not ring again.
        if self._poller is None or answer.number > self._seen:
            self._listeners.ring(answer.session, answer.version)
        if self._poller is not None:
            self._rung.add(answer.number)
        return Committed(answer.version)

    async def now(self) -> int:
        """Return this machine's clock, in milliseconds since 1970."""
        return _milliseconds(self._clock())

    def clock(self, session_id: str) -> int | None:  # noqa: ARG002 - the clock of all sessions
        """Return this machine's clock, in milliseconds since 1970."""
        return _milliseconds(self._clock())

    async def load(self, session_id: str) -> Stored | None:
        """Return the newest document, or None when there is no such session or it has expired."""
        return await self._read(lambda database, now: _load(database, session_id, now))

    async def load_durable(self, session_id: str) -> Stored | None:
        """Return what `load` does: nothing is read before it is on disk."""
        return await self.load(session_id)

    async def receipt(self, session_id: str, key: str) -> Receipt | None:
        """Return what `key` was used for in this session, or None."""
        return await self._read(lambda database, now: _receipt(database, session_id, key, now))

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[Entry]:
        """Return at most `limit` entries with a version above `after`, in order."""
        return await self._read(lambda database, now: _entries(database, session_id, after, limit, now))

    async def archived(self, session_id: str) -> bytes | None:
        """Return the archive of a session, or None when there is none or it has expired."""
        return await self._read(lambda database, now: _archived(database, session_id, now))

    async def enlist(self, name: str, member: str, at: int, expires_in: int) -> None:
        """Put a session's id into a list for `expires_in` seconds; one that is in it moves to `at`."""
        await self._write(lambda database, now: _enlist(database, name, Listed(member, at), expires_in, now))

    async def unlist(self, name: str, member: str) -> None:
        """Take a session's id out of a list; one that is not in it is no mistake."""
        await self._write(lambda database, _now: _unlist(database, name, member))

    async def listed(self, name: str, before: tuple[int, str] | None, limit: int) -> Sequence[Listed]:
        """Return at most `limit` members after the cursor `before`, newest first."""
        return await self._read(lambda database, now: _listed(database, name, before, limit, now))

    async def advance_watermark(self, name: str, height: int, token: str, expires_in: int) -> bool:
        """Raise a watermark and return whether it stands at that height with that token."""
        watermark = (encode_name(name), height, encode_name(token))
        return await self._write(lambda database, now: _advance_watermark(database, watermark, expires_in, now))

    @asynccontextmanager
    async def wakeups(self, session_id: str) -> AsyncIterator[AsyncIterator[int]]:
        """Listen for commits to a session, by any process that has the file open."""
        session = encode_name(session_id)
        listener = self._listeners.add(session)
        try:
            await self._start_polling()
            yield listener
        finally:
            self._listeners.remove(session, listener)
            if not self._listeners:
                self._stop_polling()

    async def close(self) -> None:
        """Close the file. A second time does nothing."""
        self._listeners.close()
        self._stop_polling()
        await self._reader.close()
        await self._writer.close()

    def _read(self, work: Callable[[apsw.Connection, float], T]) -> asyncio.Future[T]:
        return self._reader.run(lambda database: work(database, self._clock()))

    async def _start_polling(self) -> None:
        # Read even while the poller runs: an error must reach whoever wants to listen.
        newest = await self._reader.run(_newest_number)
        if self._poller is None and self._listeners:
            self._seen = newest
            self._rung.clear()
            self._poller = asyncio.create_task(self._poll())

    def _stop_polling(self) -> None:
        if self._poller is not None:
            self._poller.cancel()
            self._poller = None

    async def _poll(self) -> None:
        data_version = None
        while True:
            try:
                data_version = await self._look(data_version)
                await asyncio.sleep(POLL_SECONDS)
            except StoreUnavailable:
                self._listeners.ring_all()
                await asyncio.sleep(FAILED_POLL_SECONDS)

    async def _look(self, data_version: int | None) -> int:
        """Ring for what other connections committed since the last look, if anything."""
        found, commits = await self._reader.run(lambda database: _look(database, data_version, self._seen))
        for commit in commits:
            self._seen = commit.number
            if commit.number not in self._rung:
                self._listeners.ring(commit.session, commit.version)
        if commits:
            self._rung = {number for number in self._rung if number > self._seen}
        return found


def _commit(database: apsw.Connection, change: Change, now: float) -> Commit | Repeated | Conflict:
    receipt = None if change.key is None else _receipt(database, change.session_id, change.key, now)
    if receipt is not None:
        return Repeated(receipt)
    sql = "SELECT version, history_hash FROM sessions WHERE id = ? AND expires_at > ?"
    stored = database.execute(sql, (encode_name(change.session_id), now)).fetchone() or (0, "")
    is_other = stored != (change.expected, change.expected_hash)
    if is_other or (change.expected == 0 and _archived(database, change.session_id, now) is not None):
        return Conflict(_load(database, change.session_id, now), _milliseconds(now))
    return _make(database, change, now)


def _make(database: apsw.Connection, change: Change, now: float) -> Commit:
    version = change.expected + 1
    session = _write_document(database, change, version, now)
    sql = "INSERT INTO entries (session, version, body) VALUES (?, ?, ?) RETURNING number"
    number = _number(database.execute(sql, (session, version, change.entry)).fetchone())
    if change.key is not None:
        receipt = (session, encode_name(change.key), change.fingerprint, version)
        database.execute("INSERT INTO receipts (session, key, fingerprint, version) VALUES (?, ?, ?, ?)", receipt)
    if change.archive is not None:
        _write_archive(database, change, now)
    _purge(database, "sessions", now)
    _purge(database, "archives", now)
    return Commit(number, encode_name(change.session_id), version)


def _write_document(database: apsw.Connection, change: Change, version: int, now: float) -> int:
    """Write the session's row and return its number."""
    session = encode_name(change.session_id)
    if change.expected == 0:
        # What may still lie there has expired.
        database.execute("DELETE FROM sessions WHERE id = ?", (session,))
        sql = """
            INSERT INTO sessions (version, history_hash, expires_at, document, id) VALUES (?, ?, ?, ?, ?)
            RETURNING number"""
    else:
        sql = """
            UPDATE sessions SET version = ?, history_hash = ?, expires_at = ?, document = ? WHERE id = ?
            RETURNING number"""
    row = (version, change.history_hash, now + change.expires_in, change.document, session)
    return _number(database.execute(sql, row).fetchone())


def _write_archive(database: apsw.Connection, change: Change, now: float) -> None:
    expires_at = now + change.archive_for if change.archive_for else None
    sql = "INSERT OR REPLACE INTO archives (id, expires_at, body) VALUES (?, ?, ?)"
    database.execute(sql, (encode_name(change.session_id), expires_at, change.archive))


def _purge(database: apsw.Connection, table: str, now: float) -> None:
    # The name is one of ours, and a parameter cannot stand for it.
    expired = f"SELECT number FROM {table} WHERE expires_at <= ? LIMIT ?"  # noqa: S608
    database.execute(f"DELETE FROM {table} WHERE number IN ({expired})", (now, PURGED_AT_ONCE))  # noqa: S608


def _load(database: apsw.Connection, session_id: str, now: float) -> Stored | None:
    sql = "SELECT version, document FROM sessions WHERE id = ? AND expires_at > ?"
    row = database.execute(sql, (encode_name(session_id), now)).fetchone()
    if row is None:
        return None
    version, document = row
    return Stored(version, document, _milliseconds(now))


def _receipt(database: apsw.Connection, session_id: str, key: str, now: float) -> Receipt | None:
    sql = """
        SELECT receipts.fingerprint, receipts.version FROM receipts JOIN sessions ON number = session
        WHERE id = ? AND expires_at > ? AND key = ?"""
    row = database.execute(sql, (encode_name(session_id), now, encode_name(key))).fetchone()
    return Receipt(*row) if row else None


def _entries(database: apsw.Connection, session_id: str, after: int, limit: int, now: float) -> Sequence[Entry]:
    sql = """
        SELECT entries.version, body FROM entries JOIN sessions ON sessions.number = session
        WHERE id = ? AND expires_at > ? AND entries.version > ? ORDER BY entries.version LIMIT ?"""
    rows = database.execute(sql, (encode_name(session_id), now, after, limit))
    return [Entry(*row) for row in rows]


def _archived(database: apsw.Connection, session_id: str, now: float) -> bytes | None:
    sql = "SELECT body FROM archives WHERE id = ? AND (expires_at IS NULL OR expires_at > ?)"
    row = database.execute(sql, (encode_name(session_id), now)).fetchone()
    return row[0] if row else None


def _enlist(database: apsw.Connection, name: str, entry: Listed, expires_in: int, now: float) -> None:
    sql = """
        INSERT INTO listed (list, member, at, expires_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (list, member) DO UPDATE SET at = excluded.at, expires_at = excluded.expires_at"""
    database.execute(sql, (encode_name(name), encode_name(entry.member), entry.at, now + expires_in))
    _purge(database, "listed", now)


def _unlist(database: apsw.Connection, name: str, member: str) -> None:
    sql = "DELETE FROM listed WHERE list = ? AND member = ?"
    database.execute(sql, (encode_name(name), encode_name(member)))


def _listed(
    database: apsw.Connection, name: str, before: tuple[int, str] | None, limit: int, now: float
) -> Sequence[Listed]:
    at, member = before or (END_OF_TIME, "")
    sql = """
        SELECT member, at FROM listed WHERE list = ? AND (at, member) < (?, ?) AND expires_at > ?
        ORDER BY at DESC, member DESC LIMIT ?"""
    rows = database.execute(sql, (encode_name(name), at, encode_name(member), now, limit))
    return [Listed(decode_name(member), at) for member, at in rows]


def _advance_watermark(
    database: apsw.Connection, watermark: tuple[bytes, int, bytes], expires_in: int, now: float
) -> bool:
    name, height, token = watermark
    sql = "SELECT height, token FROM watermarks WHERE name = ? AND expires_at > ?"
    held = database.execute(sql, (name, now)).fetchone()
    if held and height <= held[0] and (height, token) != held:
        return False
    sql = "INSERT OR REPLACE INTO watermarks (name, height, token, expires_at) VALUES (?, ?, ?, ?)"
    database.execute(sql, (*watermark, now + expires_in))
    _purge(database, "watermarks", now)
    return True


def _try_change(database: apsw.Connection, now: float) -> None:
    sql = "INSERT OR REPLACE INTO watermarks (name, height, token, expires_at) VALUES (?, 0, randomblob(?), ?)"
    database.execute(sql, (TRIED, TRIED_BYTES, now + TRIED_SECONDS))


def _newest_number(database: apsw.Connection) -> int:
    return _number(database.execute("SELECT coalesce(max(number), 0) FROM entries").fetchone())


def _look(database: apsw.Connection, known: int | None, seen: int) -> tuple[int, list[Commit]]:
    """Return the file's data version and, if that is not the known one, the commits numbered above `seen`."""
    data_version = database.pragma("data_version")
    if data_version == known:
        return data_version, []
    sql = """
        SELECT entries.number, id, entries.version FROM entries JOIN sessions ON sessions.number = session
        WHERE entries.number > ? ORDER BY entries.number"""
    return data_version, [Commit(*row) for row in database.execute(sql, (seen,))]


def _milliseconds(seconds: float) -> int:
    return int(seconds * 1000)


def _number(row: tuple[object, ...] | None) -> int:
    number = row[0] if row else None
    assert isinstance(number, int)
    return number

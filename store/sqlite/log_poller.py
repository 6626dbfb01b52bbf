"""Wake-ups and messages over an SQLite file: the log and the table of messages are their queues.

Entries and messages are numbered across all documents. A poller reads those above the last numbers that it saw, as long
as there are listeners.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import apsw

from store.listeners import Listener, Listeners
from store.problems import StoreUnavailable
from store.sqlite.database import DatabaseThread, LogRow
from store.sqlite.messages import MessageRow, newest_message, read_messages

POLL_SECONDS = 0.025
FAILED_POLL_SECONDS = 1.0


class LogPoller:
    """Wakes the listeners in this process for commits by any process that has the file open."""

    def __init__(self, reader: DatabaseThread) -> None:
        self._reader = reader
        self.listeners = Listeners()
        self._polling: asyncio.Task[None] | None = None
        # The number of the last commit that the poller has seen.
        self._seen = 0
        # The number of the last message that it has seen.
        self._heard = 0
        # The later commits for which listeners were woken already.
        self._rung = set[int]()

    @asynccontextmanager
    async def listen(self, document_id: bytes) -> AsyncIterator[Listener]:
        """Listen for commits to a document."""
        listener = self.listeners.add(document_id)
        try:
            await self._start_polling()
            yield listener
        finally:
            self.listeners.remove(document_id, listener)
            if not self.listeners:
                self._stop_polling()

    def ring(self, commit: LogRow) -> None:
        """Wake the listeners for a commit of this process, at once."""
        # If the poller was faster, the listeners have been woken; if not, it must not wake them again.
        if self._polling is None or commit.number > self._seen:
            self.listeners.ring(commit.document_id, commit.version)
        if self._polling is not None:
            self._rung.add(commit.number)

    def close(self) -> None:
        """End every iteration."""
        self.listeners.close()
        self._stop_polling()

    async def _start_polling(self) -> None:
        # This reads even while the poller runs, since an error must reach the new listener.
        newest = await self._reader.run(_newest_numbers)
        if self._polling is None and self.listeners:
            self._seen, self._heard = newest
            self._rung.clear()
            self._polling = asyncio.create_task(self._poll())

    def _stop_polling(self) -> None:
        if self._polling is not None:
            self._polling.cancel()
            self._polling = None

    async def _poll(self) -> None:
        data_version = None
        while True:
            try:
                data_version = await self._ring_new(data_version)
                await asyncio.sleep(POLL_SECONDS)
            except StoreUnavailable:
                self.listeners.ring_all()
                await asyncio.sleep(FAILED_POLL_SECONDS)

    async def _ring_new(self, data_version: int | None) -> int:
        """Wake listeners for the commits of other connections since the last call, and deliver the messages."""
        found, commits, messages = await self._reader.run(_read_new, data_version, self._seen, self._heard)
        for message in messages:
            self._heard = message.number
            self.listeners.deliver(message.document_id, message.body)
        for commit in commits:
            self._seen = commit.number
            if commit.number not in self._rung:
                self.listeners.ring(commit.document_id, commit.version)
        if commits:
            self._rung = {number for number in self._rung if number > self._seen}
        return found


def _newest_numbers(database: apsw.Connection) -> tuple[int, int]:
    """Return the numbers of the last commit and of the last message."""
    ((number,),) = database.execute("SELECT coalesce(max(number), 0) FROM entries")
    assert isinstance(number, int)
    return number, newest_message(database)


def _read_new(
    database: apsw.Connection, known: int | None, seen: int, heard: int
) -> tuple[int, list[LogRow], list[MessageRow]]:
    """Return the file's data version and, if that is not the known one, the later commits and messages."""
    data_version = database.pragma("data_version")
    if data_version == known:
        return data_version, [], []
    sql = """
        SELECT entries.number, id, entries.version FROM entries JOIN sessions ON sessions.number = session
        WHERE entries.number > ? ORDER BY entries.number"""
    commits = [LogRow(*row) for row in database.execute(sql, (seen,))]
    return data_version, commits, read_messages(database, heard)

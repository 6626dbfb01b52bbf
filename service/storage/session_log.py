"""The log of a session: one entry for each version, in order."""

from collections.abc import AsyncIterator

import msgspec

from service.sessions.changes import LogEntry
from service.sessions.corruption import report_corruption
from service.storage.codec import decode_entry
from service.storage.port import Entry, Store

PAGE = 200


class Logged(msgspec.Struct, frozen=True):
    """One version of a session's log."""

    version: int
    entry: LogEntry


async def read_log(store: Store, session_id: str, after: int) -> AsyncIterator[Logged]:
    """Yield the log of a session from the version after `after` to the newest."""
    following: int | None = None
    while page := await store.entries(session_id, after, PAGE):
        for entry in page:
            # A log may have been trimmed at its beginning, and nowhere else.
            if following not in (None, entry.version):
                raise report_corruption("entry", session_id, f"the log has no version {following}")
            yield check_entry(session_id, entry)
            following = entry.version + 1
        after = page[-1].version


async def find_entry(store: Store, session_id: str, version: int) -> LogEntry | None:
    """Return the log entry of a version; None when the log does not have it (any more)."""
    entries = await store.entries(session_id, version - 1, 1)
    return check_entry(session_id, entries[0]).entry if entries and entries[0].version == version else None


def check_entry(session_id: str, entry: Entry) -> Logged:
    """Return a log entry from its stored form. Raises `DataCorrupted`, and reports it, if it is corrupted."""
    try:
        return Logged(entry.version, decode_entry(entry.body, session_id, entry.version))
    except ValueError as error:
        raise report_corruption("entry", session_id, f"version {entry.version}: {error}") from None

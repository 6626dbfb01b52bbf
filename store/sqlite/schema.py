"""The tables of an SQLite file: the check of its owner, their creation, and the removal of expired rows."""

import time
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import apsw

from store.sqlite.database import refusal

APPLICATION = 0x43525550  # "CRUP": marks our files

SCHEMA_NUMBER = 1
SCHEMA = (files("store.sqlite") / "schema.sql").read_text()
# Files of releases up to 0.3.0 get it when they are opened; those releases ignore it.
MESSAGES = (files("store.sqlite") / "messages.sql").read_text()

BUSY_MILLISECONDS = 5000
# SQLite truncates a write-ahead log to this size after a slow reader let it grow; without one, it grows no larger.
LOG_BYTES = 4 * 1024 * 1024
# Each of these removes up to two expired rows of a table. Every write that may add a row to the table executes it, so
# expired rows do not accumulate. Every sixteenth log entry executes all of them, so expired rows also go while only
# existing documents change. LIMIT is a literal, since SQLite would plan the statement again each time if it were a
# parameter, which takes 6 µs.
_PURGE = "DELETE FROM {0} WHERE number IN (SELECT number FROM {0} WHERE expires_at <= ? LIMIT 2);"
# Messages expire in the order of their numbers, and have no index by expiry: the others need not be read.
_PURGE_MESSAGES = """
    DELETE FROM messages WHERE expires_at <= ? AND number IN (SELECT number FROM messages ORDER BY number LIMIT 2);"""
PURGE = {
    **{table: _PURGE.format(table) for table in ("sessions", "archives", "listed", "watermarks")},
    "messages": _PURGE_MESSAGES,
}
PURGE_ALL = "".join(PURGE.values())
ENTRIES_BETWEEN_PURGES = 16


def prepare(database: apsw.Connection, path: Path) -> None:
    """Create our tables in a new file, and leave any other program's file unchanged."""
    database.set_busy_timeout(BUSY_MILLISECONDS)
    _read_schema(database, path)
    _switch_to_wal(database, path)
    configure(database, path)
    database.execute("BEGIN IMMEDIATE")
    try:
        if _read_schema(database, path) != SCHEMA_NUMBER:
            database.execute(SCHEMA)
            database.pragma("application_id", APPLICATION)
            database.pragma("user_version", SCHEMA_NUMBER)
        database.execute(MESSAGES)
        database.execute("COMMIT")
    finally:
        if database.in_transaction:
            database.execute("ROLLBACK")


def configure(database: apsw.Connection, path: Path) -> None:
    """Set the options of a connection, and check the file."""
    database.set_busy_timeout(BUSY_MILLISECONDS)
    database.pragma("synchronous", "FULL")
    database.pragma("foreign_keys", "ON")
    database.pragma("journal_size_limit", LOG_BYTES)
    _read_schema(database, path)


def _read_schema(database: apsw.Connection, path: Path) -> int:
    """Return the number of the file's schema, 0 if it is empty. Raises `SettingsError` if it is not ours."""
    # One transaction, since another process may be creating the tables at this moment.
    with database:
        owner = database.pragma("application_id")
        number = database.pragma("user_version")
        changes = database.pragma("schema_version")
    if (owner, number, changes) == (0, 0, 0):
        return 0
    if owner != APPLICATION:
        raise refusal(path, "it belongs to another program")
    if number != SCHEMA_NUMBER:
        raise refusal(path, f"it was written by another version of this program (schema {number})")
    return SCHEMA_NUMBER


def _switch_to_wal(database: apsw.Connection, path: Path) -> None:
    """Switch to a write-ahead log. Waits for other processes that switch, since SQLite does not."""
    deadline = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        with suppress(apsw.BusyError):
            if database.pragma("journal_mode", "wal") == "wal":
                return
            raise refusal(path, "its file system has no shared memory, which a write-ahead log needs")
        if time.monotonic() > deadline:
            raise apsw.BusyError("other processes keep the file locked")
        time.sleep(0.01)

"""Messages in an SQLite file: rows that every poller reads once, and that are removed after some seconds."""

import apsw
import msgspec

from store.port import encode_name
from store.sqlite.schema import PURGE

# Far longer than a poller takes to read a message.
KEPT_SECONDS = 10.0


class MessageRow(msgspec.Struct, frozen=True):
    """One message; `number` counts the messages to all documents."""

    number: int
    document_id: bytes
    body: bytes


def publish(database: apsw.Connection, now: float, document_id: str, body: bytes) -> None:
    """Add a message to a document."""
    sql = "INSERT INTO messages (id, expires_at, body) VALUES (?, ?, ?)"
    database.execute(sql, (encode_name(document_id), now + KEPT_SECONDS, body))
    database.execute(PURGE["messages"], (now,))


def newest_message(database: apsw.Connection) -> int:
    """Return the number of the last message, 0 if there is none."""
    ((number,),) = database.execute("SELECT coalesce(max(number), 0) FROM messages")
    assert isinstance(number, int)
    return number


def read_messages(database: apsw.Connection, seen: int) -> list[MessageRow]:
    """Return the messages numbered above `seen`, in order."""
    sql = "SELECT number, id, body FROM messages WHERE number > ? ORDER BY number"
    return [MessageRow(*row) for row in database.execute(sql, (seen,))]

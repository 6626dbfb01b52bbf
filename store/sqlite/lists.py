"""Lists of document ids and watermarks in an SQLite file, each changed by itself."""

from collections.abc import Sequence
from itertools import islice

import apsw

from store.port import Listed, Watermark, decode_name, encode_name
from store.sqlite.schema import PURGE

END_OF_TIME = 2**63 - 1
# The watermark of a trial change. It has the size of a move: a few bytes might still fit on a full disk.
TRIED = b"try"
TRIED_BYTES = 16 * 1024
TRIED_SECONDS = 60


def enlist(database: apsw.Connection, now: float, name: str, member: str, at: int, expires_in: int) -> None:
    """Put a member into a list, or move it there."""
    sql = """
        INSERT INTO listed (list, member, at, expires_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (list, member) DO UPDATE SET at = excluded.at, expires_at = excluded.expires_at"""
    database.execute(sql, (encode_name(name), encode_name(member), at, now + expires_in))
    database.execute(PURGE["listed"], (now,))


def unlist(database: apsw.Connection, _now: float, name: str, member: str) -> None:
    """Take a member out of a list."""
    sql = "DELETE FROM listed WHERE list = ? AND member = ?"
    database.execute(sql, (encode_name(name), encode_name(member)))


def read_list(
    database: apsw.Connection, now: float, name: str, before: tuple[int, str] | None, limit: int
) -> Sequence[Listed]:
    """Return a page of a list, newest first."""
    at, member = before or (END_OF_TIME, "")
    sql = """
        SELECT member, at FROM listed WHERE list = ? AND (at, member) < (?, ?) AND expires_at > ?
        ORDER BY at DESC, member DESC"""
    rows = database.execute(sql, (encode_name(name), at, encode_name(member), now))
    return [Listed(decode_name(member), at) for member, at in islice(rows, limit)]


def advance_watermark(
    database: apsw.Connection, now: float, name: str, height: int, token: str, expires_in: int
) -> bool:
    """Raise a watermark, and tell whether it is now at that height with that token."""
    held = read_watermark(database, now, name)
    if held is not None and height <= held.height and held != Watermark(height, token):
        return False
    sql = "INSERT OR REPLACE INTO watermarks (name, height, token, expires_at) VALUES (?, ?, ?, ?)"
    database.execute(sql, (encode_name(name), height, encode_name(token), now + expires_in))
    database.execute(PURGE["watermarks"], (now,))
    return True


def read_watermark(database: apsw.Connection, now: float, name: str) -> Watermark | None:
    """Return a watermark, None if there is none."""
    sql = "SELECT height, token FROM watermarks WHERE name = ? AND expires_at > ?"
    held = database.execute(sql, (encode_name(name), now)).fetchone()
    return Watermark(held[0], decode_name(held[1])) if held else None


def try_change(database: apsw.Connection, now: float) -> None:
    """Write about as many bytes as a move into a watermark of its own."""
    sql = "INSERT OR REPLACE INTO watermarks (name, height, token, expires_at) VALUES (?, 0, randomblob(?), ?)"
    database.execute(sql, (TRIED, TRIED_BYTES, now + TRIED_SECONDS))

"""The chain of a session's changes: its heads tell histories apart, so that one that the store has lost is found out.

Each version has a *head*, which follows from the head before it and from the change, under a key that never leaves the
session: so it tells nothing of hidden cards. Two versions with one head have the same history. Together with its head
a version is a *position*; as text, it is the cursor of a frame and stands in entity tags. Sessions of releases that had
no chain have no heads, and their positions are versions alone.
"""

import re
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

import msgspec

from service.problems import Problem

HEAD_BYTES = 12
# A version, an event of it, and its head; the sixteen characters are HEAD_BYTES in base64url.
_HEAD = "[A-Za-z0-9_-]{16}"
_CURSOR = re.compile(rf"(?P<version>[1-9]\d{{0,8}})(?:\.(?P<event>0|[1-9]\d{{0,5}}))?(?:-(?P<head>{_HEAD}))?", re.ASCII)

# Of SHA-256, in bytes; and what HMAC makes of a key's.
_BLOCK = 64
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))

_encode = msgspec.json.Encoder().encode


class Position(msgspec.Struct, frozen=True):
    """A version of a session, and its head; an empty one is not known."""

    version: int
    head: str = ""

    def __str__(self) -> str:
        return write_cursor(self)


def new_chain_key() -> str:
    """Return the key of a new session's chain."""
    return secrets.token_urlsafe(32)


def next_head(key: str, head: str, change: object) -> str:
    """Return the head after a change; without a key there is none."""
    if not key:
        return ""
    digest = _authenticate(key.encode(), head.encode() + b"\n" + _encode(change))
    return urlsafe_b64encode(digest[:HEAD_BYTES]).decode()


def _authenticate(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA-256 of a message (RFC 2104): `hmac.digest` takes three times as long for one so short."""
    if len(key) > _BLOCK:
        key = sha256(key).digest()
    padded = key.ljust(_BLOCK, b"\0")
    return sha256(padded.translate(_OUTER) + sha256(padded.translate(_INNER) + message).digest()).digest()


def is_at(now: Position, seen: Position) -> bool:
    """Tell whether two positions are the same, as far as their heads are known."""
    return now.version == seen.version and ("" in (now.head, seen.head) or now.head == seen.head)


def write_cursor(position: Position, event: int | None = None) -> str:
    """Return the cursor of a position, or of an event of its version: `VERSION[.EVENT][-HEAD]`."""
    number = str(position.version) if event is None else f"{position.version}.{event}"
    return f"{number}-{position.head}" if position.head else number


def read_cursor(cursor: str, name: str = "after") -> tuple[Position, int | None]:
    """Return the position of a cursor, and the event in it (None: the last one).

    Raises `Problem` with INVALID_INPUT, whose path is the `name` of the argument.
    """
    match = _CURSOR.fullmatch(cursor)
    if match is None:
        raise Problem("INVALID_INPUT", "This is not a cursor that the service gave.", (name,))
    event = match["event"]
    return Position(int(match["version"]), match["head"] or ""), None if event is None else int(event)


def read_position(version: int | None, head: str | None) -> Position | None:
    """Return the position that a caller expects, None for any. Raises `Problem` for a head that is none or is alone."""
    if head is not None and (version is None or not re.fullmatch(_HEAD, head)):
        message = "A head is the 16 characters that came with a version, and goes with that version."
        raise Problem("INVALID_INPUT", message, ("expectedHead",))
    return None if version is None else Position(version, head or "")

"""The chain of a session's changes: its heads tell histories apart, so that one that the store has lost is found out.

Each version has a *head*, which follows from the head before it and from the change, under a key that never leaves the
session: so it tells nothing of hidden cards. Two versions with one head have the same history. Together with its head
a version is a *position*; as text, it is the cursor of a frame and stands in entity tags.

Half of a head is the hash, and half the session's signature of it and of the version: so a head of a history that is
lost is known as one that was told, though nobody can work it out again.

A store that has lost changes may come to the same version again, never to the same head. So a caller who expects a
head, a stream that goes on from one, and a follower whose next log entry does not follow from its own session find out.
A loss is counted only where a member of the session brings a head that was told: versions that are made up are answered
and raise no alarm.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec

from service.sessions.problems import Problem

HEAD_BYTES = 12
SIGNATURE_BYTES = 6
# A version, an event of it, and its head; the sixteen characters are HEAD_BYTES in base64url.
_HEAD = "[A-Za-z0-9_-]{16}"
_CURSOR = re.compile(rf"(?P<version>[1-9]\d{{0,8}})(?:\.(?P<event>0|[1-9]\d{{0,5}}))?(?:-(?P<head>{_HEAD}))?", re.ASCII)

_encode = msgspec.json.Encoder().encode


class Position(msgspec.Struct, frozen=True):
    """A version of a session, and its head; a caller may leave that out."""

    version: int
    head: str = ""

    def __str__(self) -> str:
        return write_cursor(self)


def new_chain_key() -> str:
    """Return the key of a new session's chain."""
    return secrets.token_urlsafe(32)


def next_head(key: str, before: Position, change: object) -> str:
    """Return the head after a change of a position."""
    digest = hmac.digest(key.encode(), before.head.encode() + b"\n" + _encode(change), "sha256")
    link = digest[: HEAD_BYTES - SIGNATURE_BYTES]
    return urlsafe_b64encode(link + _sign(key, before.version + 1, link)).decode()


def is_signed(key: str, position: Position) -> bool:
    """Tell whether a position was told of the session whose chain has this key, be it in a history that is lost."""
    if not position.head:
        return False
    head = urlsafe_b64decode(position.head)
    link, signature = head[:-SIGNATURE_BYTES], head[-SIGNATURE_BYTES:]
    return hmac.compare_digest(signature, _sign(key, position.version, link))


def _sign(key: str, version: int, link: bytes) -> bytes:
    # The hash of a change begins with a head or a line break, never with this word.
    return hmac.digest(key.encode(), b"signature\n%d\n" % version + link, "sha256")[:SIGNATURE_BYTES]


def is_at(now: Position, seen: Position) -> bool:
    """Tell whether a position is the one that somebody has seen, as far as they say."""
    return now.version == seen.version and seen.head in ("", now.head)


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

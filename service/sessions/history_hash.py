"""The history hash of a version identifies its history, so that the loss of a history in the store is detected.

Each version's hash is derived from the previous hash and the change, under a key that never leaves the session, so the
hash reveals nothing about hidden cards. Two versions with the same hash have the same history. A version with its hash
is a *cursor*; frames and entity tags carry it as text. Callers know the hash as the `head` of a version.

Half of a hash is the digest; the other half is the session's signature of the digest and the version. So the service
recognizes the hash of a lost history as its own, even though nobody can compute it again.

A store that has lost changes may reach the same version again, but never the same hash. So three parties detect a loss:
a caller that expects a hash, a stream that continues from one, and a watcher whose next log entry does not follow from
its session. A loss is counted only if a member of the session presents a hash that the service issued: invented
versions are answered and raise no alarm.
"""

import hmac
import re
import secrets
from base64 import urlsafe_b64decode
from binascii import b2a_base64
from hashlib import sha256

import msgspec

from service.sessions.problems import Problem
from service.sessions.tokens import URL_SAFE

HASH_BYTES = 12
SIGNATURE_BYTES = 6
# A version, an event of it, and its hash; the sixteen characters are HASH_BYTES in base64url.
_HASH = "[A-Za-z0-9_-]{16}"
CURSOR = re.compile(rf"(?P<version>[1-9][0-9]{{0,8}})(?:\.(?P<event>0|[1-9][0-9]{{0,5}}))?(?:-(?P<hash>{_HASH}))?")

# The input of a history hash begins with a hash or a line break, never with this word.
_SIGNED = b"signature\n%d\n%b"
_encode = msgspec.json.Encoder().encode
# The tables with which HMAC pads a key, byte by byte, for the inner and the outer hash.
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


class Cursor(msgspec.Struct, frozen=True):
    """A version of a session, and its history hash, which a caller may omit."""

    version: int
    history_hash: str = ""

    def names(self, version: int, history_hash: str) -> bool:
        """Tell whether this is the cursor of a version with its hash; without a hash, only the version is compared."""
        return self.version == version and self.history_hash in ("", history_hash)

    def __str__(self) -> str:
        return format_cursor(self.version, self.history_hash)


def format_cursor(version: int, history_hash: str) -> str:
    """Return the text of a cursor."""
    return f"{version}-{history_hash}" if history_hash else str(version)


def new_history_key() -> str:
    """Return the key of a new session's history hashes."""
    return secrets.token_urlsafe(32)


def next_hash(key: str, version: int, before: str, change: object) -> str:
    """Return the history hash of the version that a change makes; `before` is the previous version's hash."""
    # Two HMACs with one key (RFC 2104). `hmac.digest` would set up OpenSSL for each, which takes twice as long.
    block = key.encode().ljust(64, b"\0")
    inner = block.translate(_INNER)
    outer = block.translate(_OUTER)
    linked = sha256(inner + before.encode() + b"\n" + _encode(change)).digest()
    link = sha256(outer + linked).digest()[: HASH_BYTES - SIGNATURE_BYTES]
    signed = sha256(inner + _SIGNED % (version, link)).digest()
    signature = sha256(outer + signed).digest()[:SIGNATURE_BYTES]
    return b2a_base64(link + signature, newline=False).translate(URL_SAFE).decode()


def is_signed(key: str, cursor: Cursor) -> bool:
    """Tell whether the service issued this cursor for the session with this key, even in a lost history."""
    if not cursor.history_hash:
        return False
    decoded = urlsafe_b64decode(cursor.history_hash)
    link = decoded[:-SIGNATURE_BYTES]
    signature = decoded[-SIGNATURE_BYTES:]
    signed = hmac.digest(key.encode(), _SIGNED % (cursor.version, link), "sha256")[:SIGNATURE_BYTES]
    return hmac.compare_digest(signature, signed)


def event_cursor(version: int, history_hash: str, event: int) -> str:
    """Return the cursor of an event of a version as text: `VERSION.EVENT-HASH`."""
    return f"{version}.{event}-{history_hash}" if history_hash else f"{version}.{event}"


def read_cursor(text: str, name: str = "after") -> tuple[Cursor, int | None]:
    """Parse the text of a cursor; also return the event in its version (None: the last one).

    Raises `Problem` with INVALID_INPUT, whose path is the `name` of the argument.
    """
    match = CURSOR.fullmatch(text)
    if match is None:
        raise Problem("INVALID_INPUT", "This is not a cursor that the service returned.", (name,))
    event = match["event"]
    return Cursor(int(match["version"]), match["hash"] or ""), None if event is None else int(event)


def expected_cursor(version: int | None, head: str | None) -> Cursor | None:
    """Return the cursor that a caller expects; None for any. Raises `Problem` for a malformed head or one alone."""
    if head is not None and (version is None or not re.fullmatch(_HASH, head)):
        message = "`expectedHead` is the 16-character head of a version: send that version as `expectedVersion`."
        raise Problem("INVALID_INPUT", message, ("expectedHead",))
    return None if version is None else Cursor(version, head or "")

"""The store port: the interface to the stores of documents, with one atomic change.

A document is a session, a tournament or a batch in its newest version. With each document, a store keeps its *log* (one
entry for each version, from 1 without a gap) and its *receipts* (one for each idempotency key that was used). A store
never looks inside the bytes that it keeps. Every change of a document goes through `Store.commit`: the document, the
entry, the receipt, the archive and the wake-up all happen, or none of them does.

Beside documents, a store keeps *lists*, of ids or of other short texts, and *watermarks*, heights that only rise. Each
of these changes separately.

An adapter looks up the receipt before the version, so that a retry finds its first answer. It compares the history hash
along with the version, so that a change applies to the version on which it was decided, or to none. All processes share
the store's clock, and compare deadlines with no other.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from operator import methodcaller
from typing import Protocol

import msgspec

from store.listeners import Listener
from store.options import DurabilityLevel


class Stored(msgspec.Struct, frozen=True):
    """A stored document: its version (1 or more) and its bytes.

    `now` is the store's clock at the time of the read, in milliseconds since 1970.
    """

    version: int
    document: bytes
    now: int = 0


class StoredEntry(msgspec.Struct, frozen=True):
    """One committed change: the version that it made, and the bytes of its log entry."""

    version: int
    body: bytes


class Receipt(msgspec.Struct, frozen=True):
    """The use of an idempotency key: the request's hash and the version that it made."""

    request_hash: str
    version: int


class Commit(msgspec.Struct, frozen=True):
    """A change to commit.

    It makes version `expected + 1` of the document; `expected` 0 creates the document, which must not exist.
    `key` is the idempotency key, already scoped to its sender, or None; `request_hash` identifies the request
    that carries the key.
    A version alone does not identify a document's state: a store that has lost versions may reach the same number
    again. So each version has a `history_hash`. `expected_hash` must be the hash of the stored version; it is empty if
    `expected` is 0.
    `expires_in` is the lifetime of the document after this change, in whole seconds, 1 or more.
    `archive`, if there is one, is kept beside the document for `archive_for` seconds (0: for ever), and outlives it;
    a later change of the document may replace it.
    """

    document_id: str
    expected: int
    document: bytes
    entry: bytes
    expires_in: int
    key: str | None = None
    request_hash: str = ""
    archive: bytes | None = None
    archive_for: int = 0
    expected_hash: str = ""
    history_hash: str = ""


class Committed(msgspec.Struct, frozen=True):
    """The change was made: it is in the log as `version`, and as durable as the store promises."""

    version: int


class Repeated(msgspec.Struct, frozen=True):
    """Nothing was changed: the key was used before. The caller compares its request hash with that of `receipt`."""

    receipt: Receipt


class Conflict(msgspec.Struct, frozen=True):
    """Nothing was changed: the store has `stored` (None: nothing) instead of the expected document.

    `stored` may have the expected version with another history hash.

    If a change that creates a document gets None, the store has the archive of an earlier document with that id: no id
    is used again while its archive is kept.
    `now` is the store's clock at that moment, in milliseconds since 1970.
    """

    stored: Stored | None
    now: int = 0


class Listed(msgspec.Struct, frozen=True):
    """A member of a list, and the time by which the list is sorted."""

    member: str
    at: int


class Watermark(msgspec.Struct, frozen=True):
    """The height of a watermark, and the token that it has there."""

    height: int
    token: str


class Promise(msgspec.Struct, frozen=True):
    """A store's promise for acknowledged changes: the level that it keeps, and a sentence that explains it.

    `store` is sqlite, redis, sentinel or cluster; `where` is its address without passwords. `is_kept` tells whether the
    level is at least the configured one.
    """

    store: str
    where: str
    level: DurabilityLevel
    is_kept: bool
    sentence: str


# Encodes an id or a key as bytes; different strings get different bytes, even with lone surrogates.
encode_name: Callable[[str], bytes] = methodcaller("encode", "utf-8", "surrogatepass")


def decode_name(name: bytes) -> str:
    """Decode the bytes of `encode_name`."""
    try:
        return name.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        # A corrupted name identifies nothing, and must not block the other members of its list.
        return name.decode("utf-8", "replace")


class Store(Protocol):
    """The port. All adapters pass the same conformance suite, `tests/store/conformance/`.

    Every method raises `StoreUnavailable` if the store cannot be reached or refuses to serve.
    """

    @property
    def lag(self) -> float:
        """Return the seconds for which reads may miss acknowledged changes: a former primary may still answer."""

    async def start(self) -> Promise:
        """Connect, check the server's settings, and return the promise.

        Raises `store.options.SettingsError` if the settings may lose documents (an eviction policy that drops them) or
        do not keep the configured level, or if a necessary command or file is refused.
        """

    async def promise(self) -> Promise:
        """Return the current promise: a server's settings may change, and a failover brings another server.

        If the settings would stop a start now, changes are refused until a later reading finds them safe.
        """

    async def try_change(self) -> float:
        """Make a change that belongs to no document, as durable as any other, and wake nobody.

        Returns the share of the primaries that accepted it: 1 if every document can be changed. Raises
        `StoreUnavailable` if none did.
        """

    def commit(self, change: Commit) -> Awaitable[Committed | Repeated | Conflict]:
        """Make one change atomically. The key is looked up before the version."""

    async def now(self) -> int:
        """Return the store's clock, in milliseconds since 1970. All processes that share a store use it."""

    def clock(self, document_id: str) -> int | None:
        """Return the store's time for a document (milliseconds since 1970) without a request, None if unknown.

        If the store was asked within the last second, this is its last answer plus the time since then by this
        process's clock; else None. So it is never ahead of the store's clock, and less than a second behind.
        """

    async def load(self, document_id: str) -> Stored | None:
        """Return the newest version of a document; None if it does not exist or has expired."""

    async def load_durable(self, document_id: str) -> Stored | None:
        """Load a document once it, or the archive that is left, is as durable as an acknowledged change.

        Answers to changes use this, since `load` may show another caller's change before it is acknowledged.
        """

    async def receipt(self, document_id: str, key: str) -> Receipt | None:
        """Return the receipt of `key` for this document, or None."""

    async def entries(self, document_id: str, after: int, limit: int) -> Sequence[StoredEntry]:
        """Return at most `limit` entries with a version above `after`, in order."""

    async def archived(self, document_id: str) -> bytes | None:
        """Return the archive of a document, which may itself have expired; None if there is no archive."""

    async def enlist(self, name: str, member: str, at: int, expires_in: int, *, durable: bool = False) -> None:
        """Put a document's id into the list `name` for `expires_in` seconds; an existing member moves to `at`.

        `at` is a time in milliseconds since 1970, never negative. Lists change separately, never with a commit: callers
        enlist a document before they create it, and drop members that do not exist from a page. A `durable` place on a
        list is as durable as a commit once this returns; any other may be lost in a failover.
        """

    async def unlist(self, name: str, member: str) -> None:
        """Remove a document's id from a list, if it is there."""

    async def listed(self, name: str, before: tuple[int, str] | None, limit: int) -> Sequence[Listed]:
        """Return at most `limit` members, newest first, and by descending id within one time.

        `before` is the time and the id of a member: the page begins strictly after it in that order, even if the member
        has left the list or moved since.
        """

    async def advance_watermark(self, name: str, height: int, token: str, expires_in: int) -> bool:
        """Raise a watermark to `height`, 0 or more, for `expires_in` seconds, and tell whether that succeeded.

        Returns False, and changes nothing, if the watermark is higher, or at the same height with another token. A call
        with the same height and token is a retry and returns True. An expired watermark does not count.
        """

    async def read_watermark(self, name: str) -> Watermark | None:
        """Return a watermark; None if there is none or it has expired."""

    async def publish(self, document_id: str, message: bytes) -> None:
        """Hand a message to the present listeners for a document that hear messages, in all processes.

        Nothing is kept: no later listener gets the message, and a listener whose connection is lost may miss it.
        """

    def wakeups(self, document_id: str) -> AbstractAsyncContextManager[Listener]:
        """Listen for commits to a document; the iterator yields versions.

        Every commit by any process after the context is entered is noticed: at least one version at or above it is
        yielded. Versions may be merged, repeated or out of order, since the log, not the wake-up, carries the data.
        After a lost connection the store reconnects, then yields 0 ("look for yourself"). A listener that hears also
        yields 0 for messages. `close` ends the iteration.
        """

    async def close(self) -> None:
        """Release connections and files. Committed changes do not depend on it."""

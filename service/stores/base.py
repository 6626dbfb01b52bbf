"""The store port: where sessions live, and the one atomic change that every store makes.

A store keeps, for each session, a *document* (the session as of its newest version), a *log* (one entry for
each version, from 1 without a hole) and *receipts* (one for each idempotency key that was used). It never
looks inside the bytes it is given. Everything that changes a session goes through `Store.commit`: either the
document, the entry, the receipt and the wake-up all happen, or nothing does.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import msgspec


class Stored(msgspec.Struct, frozen=True):
    """A session as it lies in the store: its version (1 or more) and its document."""

    version: int
    document: bytes


class Entry(msgspec.Struct, frozen=True):
    """One committed change: the version that it made and what was logged of it."""

    version: int
    body: bytes


class Receipt(msgspec.Struct, frozen=True):
    """What an idempotency key was used for: the request's fingerprint and the version that it made."""

    fingerprint: str
    version: int


class Change(msgspec.Struct, frozen=True):
    """A change to commit.

    It makes version `expected + 1` of the session; `expected` 0 creates the session, which must not exist.
    `key` is the idempotency key, already scoped to its sender, or None; `fingerprint` identifies the request
    that carries the key.
    `expires_in` is the life of the session after this change, in whole seconds, 1 or more.
    """

    session_id: str
    expected: int
    document: bytes
    entry: bytes
    expires_in: int
    key: str | None = None
    fingerprint: str = ""


class Committed(msgspec.Struct, frozen=True):
    """The change was made: it is in the log as `version`, and durable as far as the store promises."""

    version: int


class Repeated(msgspec.Struct, frozen=True):
    """Nothing was changed: the key was used before, as `receipt` tells; the caller compares fingerprints."""

    receipt: Receipt


class Conflict(msgspec.Struct, frozen=True):
    """Nothing was changed: the session is not at the expected version but at `stored` (None: there is none)."""

    stored: Stored | None


class StoreUnavailable(Exception):
    """The store did not answer, so whether a change was made is unknown. The same key settles it."""


def encode_name(name: str) -> bytes:
    """Return a session id or a key as bytes: different strings never share them, lone surrogates included."""
    return name.encode("utf-8", "surrogatepass")


class Store(Protocol):
    """The port. Every adapter passes the one conformance suite, `tests/service/test_stores.py`.

    Every method raises `StoreUnavailable` when the store cannot be reached or refuses to serve.
    """

    async def start(self) -> str:
        """Connect, check the server's settings, and return one sentence that says what is promised.

        Raises `service.settings.SettingsError` when the settings make no sense (an eviction policy that may
        drop sessions).
        """

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        """Make one change atomically. The key is looked up before the version."""

    async def load(self, session_id: str) -> Stored | None:
        """Return the newest document, or None when there is no such session or it has expired."""

    async def receipt(self, session_id: str, key: str) -> Receipt | None:
        """Return what `key` was used for in this session, or None."""

    async def entries(self, session_id: str, after: int, limit: int) -> Sequence[Entry]:
        """Return at most `limit` entries with a version above `after`, in order."""

    def wakeups(self, session_id: str) -> AbstractAsyncContextManager[AsyncIterator[int]]:
        """Listen for commits to a session; the iterator yields versions.

        Once the context is entered no later commit, by any process, goes unnoticed: at least one version at or
        above it is yielded. Versions may be merged, repeated or out of order: a wake-up carries no data, the
        log does. A lost connection is mended by the store, which then yields 0 ("look for yourself").
        `close` ends the iteration.
        """

    async def close(self) -> None:
        """Release connections and files. Nothing that was committed depends on it."""

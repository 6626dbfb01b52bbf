"""The documents of endpoints in the store."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from service.notices.endpoints import Endpoints
from service.sessions.formats import FORMAT
from service.sessions.history_hash import new_history_key
from service.sessions.tokens import short_hash
from service.storage.codec import add_checksum, decode_checked, reporting
from service.storage.documents import ATTEMPTS, busy
from store.port import Commit, Committed, Store, Stored

# No session's id contains a colon.
PREFIX = "endpoints:"
_ENTRY = b"{}"

_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Endpoints).decode


class EndpointRepository:
    """The endpoints of all owners of one store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def read(self, owner: str) -> Endpoints | None:
        """Return the endpoints of an owner; None if it never had any, or they have expired.

        Once half their lifetime has passed, a read prolongs it: they must outlive a session that is played slowly.
        Raises `DataCorrupted` and `StoreUnavailable`.
        """
        stored = await self.store.load(PREFIX + owner)
        if stored is None:
            return None
        endpoints = _read(owner, stored)
        if endpoints.expires_at - stored.now < 500 * endpoints.lifetime:
            # If another worker was faster, it has prolonged the lifetime, too.
            await self.store.commit(_make_commit(stored, _renew(endpoints, stored.now)))
        return endpoints

    async def change(self, owner: str, lifetime: int, decide: Callable[[Endpoints, int], Endpoints]) -> Endpoints:
        """Commit the endpoints that `decide` makes of the newest ones and the time, and return them.

        They are kept for `lifetime` seconds, or longer if they were before. `decide` may refuse with a `Problem`; if it
        returns what it got, nothing is committed. Raises `Problem` with BUSY, and `StoreUnavailable`.
        """
        for _ in range(ATTEMPTS):
            # An answer to a retry shows only what is durable.
            stored = await self.store.load_durable(PREFIX + owner)
            before = Endpoints(owner, new_history_key(), lifetime) if stored is None else _read(owner, stored)
            now = await self.store.now() if stored is None else stored.now
            after = decide(before, now)
            if after == before:
                return before
            after = _renew(replace(after, lifetime=max(lifetime, before.lifetime)), now)
            if isinstance(await self.store.commit(_make_commit(stored, after)), Committed):
                return after
        raise busy()


def _renew(endpoints: Endpoints, now: int) -> Endpoints:
    """Return the next version of endpoints, whose lifetime begins at a time."""
    return replace(endpoints, version=endpoints.version + 1, expires_at=now + 1000 * endpoints.lifetime)


def _read(owner: str, stored: Stored) -> Endpoints:
    name = PREFIX + owner
    with reporting("document", name):
        return decode_checked(stored.document, name, _decode)


def _make_commit(before: Stored | None, after: Endpoints) -> Commit:
    name = PREFIX + after.owner
    document = add_checksum(_encode(after), name, FORMAT)
    return Commit(
        document_id=name,
        expected=0 if before is None else before.version,
        expected_hash="" if before is None else _hash(before.document),
        history_hash=_hash(document),
        document=document,
        entry=_ENTRY,
        expires_in=after.lifetime,
    )


def _hash(document: bytes) -> str:
    """Return the history hash of a version: its document has the version's number, so no two are alike."""
    return short_hash(document)

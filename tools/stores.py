"""Stores that are opened and closed, and a store that delegates every call."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from store.adapters import open_store
from store.listeners import Listener
from store.options import Durability
from store.port import (
    Commit,
    Committed,
    Conflict,
    Listed,
    Promise,
    Receipt,
    Repeated,
    Store,
    Stored,
    StoredEntry,
    Watermark,
)


class StoreWrapper:
    """A store that delegates every call; subclasses override one."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @property
    def lag(self) -> float:
        return self.store.lag

    async def start(self) -> Promise:
        return await self.store.start()

    async def promise(self) -> Promise:
        return await self.store.promise()

    async def try_change(self) -> float:
        return await self.store.try_change()

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        return await self.store.commit(change)

    async def now(self) -> int:
        return await self.store.now()

    def clock(self, document_id: str) -> int | None:
        return self.store.clock(document_id)

    async def load(self, document_id: str) -> Stored | None:
        return await self.store.load(document_id)

    async def load_durable(self, document_id: str) -> Stored | None:
        return await self.store.load_durable(document_id)

    async def receipt(self, document_id: str, key: str) -> Receipt | None:
        return await self.store.receipt(document_id, key)

    async def entries(self, document_id: str, after: int, limit: int) -> Sequence[StoredEntry]:
        return await self.store.entries(document_id, after, limit)

    async def archived(self, document_id: str) -> bytes | None:
        return await self.store.archived(document_id)

    async def enlist(self, name: str, member: str, at: int, expires_in: int, *, durable: bool = False) -> None:
        await self.store.enlist(name, member, at, expires_in, durable=durable)

    async def unlist(self, name: str, member: str) -> None:
        await self.store.unlist(name, member)

    async def listed(self, name: str, before: tuple[int, str] | None, limit: int) -> Sequence[Listed]:
        return await self.store.listed(name, before, limit)

    async def advance_watermark(self, name: str, height: int, token: str, expires_in: int) -> bool:
        return await self.store.advance_watermark(name, height, token, expires_in)

    async def read_watermark(self, name: str) -> Watermark | None:
        return await self.store.read_watermark(name)

    async def publish(self, document_id: str, message: bytes) -> None:
        await self.store.publish(document_id, message)

    def wakeups(self, document_id: str) -> AbstractAsyncContextManager[Listener]:
        return self.store.wakeups(document_id)

    async def close(self) -> None:
        await self.store.close()


@asynccontextmanager
async def started_store(url: str, durability: Durability | None = None) -> AsyncIterator[Store]:
    """Open a store, start it, and close it in the end."""
    store = open_store(url, durability)
    await store.start()
    try:
        yield store
    finally:
        await store.close()

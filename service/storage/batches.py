"""Batches of sessions: a document for each batch, and work on many sessions at once.

The document lists the sessions of the batch before any of them is created. It is committed under an id that no session
can have. Its archive outlives it, so that a batch is known as long as the archives of its tables are, and no other
batch gets its id.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import nullcontext
from itertools import islice
from typing import TypeVar

import msgspec

from service.sessions.formats import format_of
from service.sessions.tokens import short_hash
from service.storage.codec import add_checksum, decode_checked, reporting
from service.storage.documents import busy, is_document_id
from store.port import Commit, Committed, Store

_FORM = b"1"
AT_ONCE = 16
# The seats of all tables that are worked on at a time: 100 take some 10 ms, during which other requests wait.
SEATS_AT_ONCE = 100


T = TypeVar("T")
R = TypeVar("R")


class BatchMember(msgspec.Struct, frozen=True, omit_defaults=True):
    """A session of a batch: its id, and the tag that the caller gave it."""

    session: str
    tag: str | None = None


class Batch(msgspec.Struct, frozen=True):
    """A batch: its sessions in their order; `request_hash` identifies the request that opens it."""

    id: str
    request_hash: str
    members: tuple[BatchMember, ...]


def member_id(batch_id: str, index: int) -> str:
    """Return the id of a session of a batch: 128 bits, the same in every retry."""
    return short_hash(f"a session of a batch\n{batch_id}\n{index}".encode())


async def keep_batch(store: Store, lifetime: int, archive_lifetime: int, batch: Batch) -> Batch:
    """Commit a batch and return it; return the stored batch if there is one. Raises `Problem`.

    `lifetime` is the longest lifetime of its sessions, `archive_lifetime` that of their archives, in seconds.
    """
    name = _name(batch.id)
    document = _encode(batch)
    change = Commit(
        document_id=name,
        expected=0,
        document=document,
        entry=b"",
        expires_in=lifetime,
        archive=document,
        # The last table may end when its session would expire.
        archive_for=archive_lifetime and archive_lifetime + lifetime,
    )
    if isinstance(await store.commit(change), Committed):
        return batch
    kept = await find_batch(store, batch.id)
    if kept is None:
        # It has just expired.
        raise busy()
    return kept


async def find_batch(store: Store, batch_id: str) -> Batch | None:
    """Return a batch; None if there is none or it has expired."""
    if not is_document_id(batch_id):
        return None
    name = _name(batch_id)
    stored = await store.load_durable(name)
    document = await store.archived(name) if stored is None else stored.document
    return None if document is None else _decode(document, batch_id)


def _name(batch_id: str) -> str:
    """Return the id of a batch's document in the store; no session's id has a colon."""
    return f"batch:{batch_id}"


def _encode(batch: Batch) -> bytes:
    return add_checksum(_FORM + msgspec.json.encode(batch), _name(batch.id), format_of(batch))


def _read(document: bytes) -> Batch:
    return msgspec.json.decode(document.removeprefix(_FORM), type=Batch)


def _decode(document: bytes, batch_id: str) -> Batch:
    name = _name(batch_id)
    with reporting("document", name):
        return decode_checked(document, name, _read)


# ---- many tables at once


def tables_at_once(seats: int) -> int:
    """Return how many tables with this number of seats to work on at a time."""
    return max(1, min(AT_ONCE, SEATS_AT_ONCE // seats))


async def for_each(
    work: Callable[[T], Awaitable[R]],
    items: Iterable[T],
    at_once: int = AT_ONCE,
    turns: asyncio.Semaphore | None = None,
) -> list[R]:
    """Do the work on all items, `at_once` at a time, and return the results. An error stops it, and is raised.

    Callers that share `turns` take one turn for `at_once` items: together they delay others no more than a few would.
    """
    done: list[R] = []
    waiting = iter(items)
    while batch := list(islice(waiting, at_once)):
        async with turns or nullcontext():
            results = await asyncio.gather(*map(work, batch), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
            done.append(result)
    return done

"""Processes that write to a store as fast as they can, and print each result as soon as it is acknowledged.

`python -m tests.support.store_writer commits URL SESSION COUNT NAME` commits to a session, and prints each version. It
retries failures with the same key, as a caller of the store does, so every one of its COUNT changes is in the log once.
`… watermarks URL NAME COUNT TOKEN` advances a watermark step by step, and prints each height that it reached first.
"""

import asyncio
import sys

from store import open_store
from store.port import Commit, Committed, Conflict, Repeated, Store
from store.problems import StoreUnavailable


async def commit_many(url: str, session_id: str, count: int, name: str) -> None:
    """Commit `count` changes whose entries are `name:1`, `name:2` and so on."""
    store = open_store(url)
    await store.start()
    for number in range(1, count + 1):
        await commit_one(store, session_id, f"{name}:{number}")
    await store.close()


async def commit_one(store: Store, session_id: str, key: str) -> int:
    """Commit one change on top of the newest version, until it is acknowledged; return its version."""
    while True:
        try:
            version = await try_once(store, session_id, key)
        except StoreUnavailable:
            await asyncio.sleep(0.02)
            continue
        if version:
            print(version, key, flush=True)
            return version


async def try_once(store: Store, session_id: str, key: str) -> int:
    """Return the version of the change, or 0 if another writer was faster."""
    stored = await store.load(session_id)
    body = key.encode()
    answer = await store.commit(Commit(session_id, stored.version if stored else 0, body, body, 600, key=key))
    match answer:
        case Committed(version=version):
            return version
        case Repeated(receipt=receipt):
            return receipt.version
        case Conflict():
            return 0


async def advance_watermarks(url: str, name: str, count: int, token: str) -> None:
    """Advance the watermark to 1, 2 and so on up to `count`, even if others do so, too."""
    store = open_store(url)
    await store.start()
    for height in range(1, count + 1):
        if await store.advance_watermark(name, height, token, 600):
            print(height, flush=True)
    await store.close()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["commits", url, session_id, count, name]:
            asyncio.run(commit_many(url, session_id, int(count), name))
        case ["watermarks", url, name, count, token]:
            asyncio.run(advance_watermarks(url, name, int(count), token))

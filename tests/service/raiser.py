"""A process that raises a mark step by step, as fast as it can, and prints each height that it reached first.

Run as `python -m tests.service.raiser URL MARK COUNT TOKEN`.
"""

import asyncio
import sys

from service.storage.opening import open_store


async def raise_all(url: str, name: str, count: int, token: str) -> None:
    """Raise the mark to 1, 2 and so on up to `count`, whoever else does so, too."""
    store = open_store(url)
    await store.start()
    for height in range(1, count + 1):
        if await store.advance_watermark(name, height, token, 600):
            print(height, flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(raise_all(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]))

"""A process that advances a watermark step by step, and prints each height that it reached first.

`python -m tests.support.store_writer URL NAME COUNT TOKEN` ends at the height COUNT.
"""

import asyncio
import sys

from tools.stores import started_store


async def advance_watermarks(url: str, name: str, count: int, token: str) -> None:
    """Advance the watermark to 1, 2 and so on up to `count`, even if others do so, too."""
    async with started_store(url) as store:
        for height in range(1, count + 1):
            if await store.advance_watermark(name, height, token, 600):
                print(height, flush=True)


if __name__ == "__main__":
    url, name, count, token = sys.argv[1:]
    asyncio.run(advance_watermarks(url, name, int(count), token))

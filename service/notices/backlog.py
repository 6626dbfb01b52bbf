"""The backlog: how much is parked in the store. One process counts it, and all others read what it has found."""

from collections.abc import AsyncIterator

import msgspec

from service.notices import late
from service.notices.late import Delivery, Entry, Target
from service.notices.tally import Backlog
from store.port import Store
from store.problems import report_corruption

# The watermark that has the last count as its token; its height is the time of the count.
_NAME = "late-backlog"
# A count is as old as this before the next one.
COUNT_MILLIS = 60_000
_KEPT_SECONDS = 600
# Not more deliveries are counted, and so many at a time.
MOST_COUNTED = 10_000
_PAGE = 200

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Backlog).decode


async def find_backlog(store: Store) -> Backlog:
    """Return the backlog as it was at most a minute ago. Raises `StoreUnavailable` and `DataCorrupted`."""
    now = await store.now()
    known = await store.read_watermark(_NAME)
    if known is not None and now - known.height < COUNT_MILLIS:
        try:
            return _decode(known.token)
        except msgspec.DecodeError as error:
            raise report_corruption("key", _NAME, str(error)) from None
    found = await _count(store, now)
    await store.advance_watermark(_NAME, now, _encode(found).decode(), _KEPT_SECONDS)
    return found


async def _count(store: Store, now: int) -> Backlog:
    count = 0
    oldest: int | None = None
    async for delivery in _parked(store):
        count += 1
        oldest = delivery.begun_at if oldest is None else min(oldest, delivery.begun_at)
        if count == MOST_COUNTED:
            break
    return Backlog(now, count, oldest)


async def _parked(store: Store) -> AsyncIterator[Delivery]:
    """Yield the parked deliveries of each endpoint on the index."""
    async for target in _targets(store):
        last: Delivery | None = None
        while page := await late.list_parked(store, target, last, _PAGE):
            for delivery in page:
                yield delivery
            last = page[-1]


async def _targets(store: Store) -> AsyncIterator[Target]:
    """Yield the endpoints on the index, each once."""
    found = set[Target]()
    last: Entry | None = None
    while entries := await late.list_due(store, last, _PAGE):
        for target in {entry.target for entry in entries} - found:
            yield target
        found.update(entry.target for entry in entries)
        last = entries[-1]

"""The parking of deliveries by one worker, and what it learns about their endpoints on the way."""

from typing import NamedTuple

from service.notices import late
from service.notices.late import Delivery, Target
from service.notices.ticks import Ticks
from service.storage.caches import Recent
from store.port import Store, Watermark

# What is to be tried again soon is due after about this time.
SOON = 1_000
MOST_KNOWN = 10_000


class _Parked(NamedTuple):
    """This worker has parked something for an endpoint, which was on the index then, and had a mark."""

    mark: Watermark | None


class Parking:
    """Parks deliveries, and puts their endpoints on the index unless they are known to be there."""

    def __init__(self, store: Store, ticks: Ticks) -> None:
        self._store = store
        self._ticks = ticks
        self._parked = Recent[Target, _Parked](MOST_KNOWN)

    async def park(self, delivery: Delivery, due: int) -> int | None:
        """Park a delivery of an endpoint, which is due at `due` unless it is on the index already.

        Returns until when the last visit has left the endpoint alone; None if none has. Raises `StoreUnavailable`.
        """
        target = delivery.target
        await self._ticks.wait()
        await late.put(self._store, delivery)
        mark = await late.read_mark(self._store, target)
        if not self._is_entered(target, mark):
            # The present visit decides when the endpoint is due next. If its worker dies, another one comes soon.
            await late.enter(self._store, target, delivery.begun_at if late.is_visited(mark) else due)
        self._parked.keep(target, _Parked(mark))
        return late.listed_until(mark)

    async def was_emptied(self, target: Target) -> bool:
        """Tell whether everything that this worker has parked for an endpoint was accepted or dropped."""
        known = self._parked.get(target)
        if known is None:
            return False
        mark = await late.read_mark(self._store, target)
        return late.is_emptied(mark) and known.mark != mark

    async def hasten(self, target: Target, due: int) -> None:
        """Let an endpoint be due at `due` if it is known to be on the index. Raises `StoreUnavailable`."""
        mark = await late.read_mark(self._store, target)
        if self._is_entered(target, mark):
            await self._ticks.wait()
            await late.enter(self._store, target, due)

    def _is_entered(self, target: Target, mark: Watermark | None) -> bool:
        """Tell whether an endpoint with a mark is on the index."""
        if late.listed_until(mark) is not None:
            return True
        # It stays there until the mark changes; but a visit may take it off at any moment.
        return not late.is_visited(mark) and self._parked.get(target) == _Parked(mark)

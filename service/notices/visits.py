"""The visits of a worker to endpoints with late deliveries, when they are due.

Endpoints that failed first a short time ago have separate places, so endpoints that have been dead for long do not
delay them. A visit that takes too long leaves the rest to the next one, so that all endpoints get their turn.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextvars import Context
from typing import NamedTuple

import structlog

from service.notices import late
from service.notices.attempts import due_after, spread
from service.notices.drain import PAGE, Drain, Means, says_down
from service.notices.late import Entry, Target, Visit
from service.notices.parking import SOON
from service.notices.places import Places
from service.notices.sending import Attempt
from service.sessions.problems import Problem
from service.storage.caches import Recent
from store.problems import DataCorrupted, StoreUnavailable

# How many endpoints are visited at a time: those whose oldest delivery is younger than RECENT_MILLIS, and all others.
MOST_RECENT = 10
MOST_OLD = 10
RECENT_MILLIS = 600_000
# The age of the oldest delivery of an endpoint is known for so long.
KNOWN_MILLIS = 600_000
MOST_KNOWN = 10_000
# An endpoint that another worker visits is passed over for so long. Otherwise the endpoints of a dead worker would take
# all places again and again.
HELD_MILLIS = 5_000
# Nothing new is sent after half the time of a visit: the last attempts take a while.
VISIT_SECONDS = late.LEASE_SECONDS / 2
# How many entries of the index are read at a time: the longest due, then as many that became due in the last moment.
ENTRIES = 100
MOMENT_MILLIS = 20_000

log = structlog.get_logger("croupier.notices")


class _Oldest(NamedTuple):
    """The oldest delivery of an endpoint was begun at a time, as was seen at another."""

    begun_at: int
    seen_at: int


class Visits:
    """The visits of one worker."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._attempts = means.attempts
        self._store = means.endpoints.store
        self._worker = secrets.token_urlsafe(16)
        self._recent = Places(MOST_RECENT, 1)
        self._old = Places(MOST_OLD, 1)
        self._oldest = Recent[Target, _Oldest](MOST_KNOWN)
        # The endpoints that other workers visit, and until when that is not checked again.
        self._held = Recent[Target, int](MOST_KNOWN)
        self._is_stopping = False
        self.under_way: dict[Target, asyncio.Task[None]] = {}

    def stop(self) -> None:
        """Begin nothing more: what is under way ends with its present attempts."""
        self._is_stopping = True

    async def look(self) -> bool:
        """Begin to visit the endpoints that are due, and tell whether some of them wait for a place.

        Raises `StoreUnavailable`.
        """
        now = await self._store.now()
        outcomes = [await self._begin(entry, now) for entry in await self._find_due_entries(now)]
        return not all(outcomes)

    async def wait_for_place(self, seconds: float) -> None:
        """Wait until a visit ends, for so many seconds at most."""
        await self._means.ticks.wait()
        if self.under_way:
            visits = set(self.under_way.values())
            await asyncio.wait(visits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)

    async def _find_due_entries(self, now: int) -> Sequence[Entry]:
        """Return entries that are due: if there are very many, the oldest ones, and some that have just become due."""
        first = await late.list_due(self._store, None, ENTRIES)
        entries = list(first)
        if len(first) == ENTRIES:
            a_moment_ago = Entry(Target("", ""), now - MOMENT_MILLIS, is_guard=False)
            entries += await late.list_due(self._store, a_moment_ago, ENTRIES)
        return [entry for entry in entries if entry.due <= now]

    async def _begin(self, entry: Entry, now: int) -> bool:
        """Begin a visit; return False if there is no place for it."""
        target = entry.target
        if self._is_stopping or target in self.under_way or self._held.get(target, 0) > now:
            return True
        places = await self._find_places(target, now)
        if not places.has_room_for(target):
            return False
        task = asyncio.create_task(self._visit_in(places, entry), context=Context())
        self.under_way[target] = task
        task.add_done_callback(lambda _done: self.under_way.pop(target))
        # The task takes its place before the next one is begun.
        await asyncio.sleep(0)
        return True

    async def _find_places(self, target: Target, now: int) -> Places:
        known = self._oldest.get(target)
        if known is None or now - known.seen_at > KNOWN_MILLIS:
            parked = await late.list_parked(self._store, target, None, 1)
            known = self._oldest.keep(target, _Oldest(parked[0].begun_at if parked else now, now))
        return self._recent if now - known.begun_at < RECENT_MILLIS else self._old

    async def _visit_in(self, places: Places, entry: Entry) -> None:
        with places.taken_for(entry.target) as has_place:
            if not has_place:
                return
            try:
                await self._visit(entry)
            except (StoreUnavailable, DataCorrupted, Problem) as error:
                # Once the lease has expired, another visit continues.
                log.warning("late notices could not be sent", reason=str(error))
            except Exception:
                log.exception("late notices could not be sent")

    async def _visit(self, entry: Entry) -> None:
        target = entry.target
        ends_at = asyncio.get_running_loop().time() + VISIT_SECONDS

        def is_time_over() -> bool:
            return self._is_stopping or asyncio.get_running_loop().time() > ends_at

        await self._means.ticks.wait()
        visit = await late.begin_visit(self._store, entry, self._worker)
        now = await self._store.now()
        if visit is None:
            self._held.keep(target, now + HELD_MILLIS)
            return
        outage = self._attempts.outage(target, now)
        if outage is not None and outage.attempt.retry_after is not None:
            # The receiver has asked this worker for a break.
            await self._give_up_old(target, outage.attempt, now, is_time_over)
            await self._end(visit, outage.until)
            return
        was_live = self._attempts.is_live(target)
        drain = Drain(target, self._means, is_time_over)
        await drain.run()
        self._oldest.pop(target, None)
        await self._conclude(visit, drain, was_live, is_time_over)

    async def _conclude(self, visit: Visit, drain: Drain, was_live: bool, is_time_over: Callable[[], bool]) -> None:
        """Put off an endpoint after a visit, or take it off the index once nothing is left."""
        target = visit.target
        now = await self._store.now()
        if drain.is_gone:
            await self._drop_all(target, is_time_over)
            await self._end_of_empty(visit, now)
        elif drain.failure is not None:
            due = self._find_due(target, drain, drain.failure, was_live, now)
            if not drain.accepted:
                await self._give_up_old(target, drain.failure, now, is_time_over)
            await self._end(visit, due)
        elif drain.unasked is not None:
            await self._give_up_old(target, drain.unasked, now, is_time_over)
            await self._end(visit, _due_unasked(drain, drain.unasked, now))
        elif drain.is_complete:
            await self._end_of_empty(visit, now)
        else:
            await self._end(visit, now)

    def _find_due(self, target: Target, drain: Drain, failure: Attempt, was_live: bool, now: int) -> int:
        """Return when an endpoint is due that has not accepted everything, and leave it alone if it is down."""
        # One that has accepted something has not been failing for longer than this visit.
        since = now if drain.accepted or drain.oldest is None else drain.oldest
        if drain.failures and (says_down(failure) or not was_live):
            return self._attempts.begin_outage(target, failure, now, since)
        # It refuses some deliveries and accepts others: notices are still sent to it when they come.
        self._attempts.keep_live(target)
        return due_after(failure, now, now - since)

    async def _give_up_old(self, target: Target, attempt: Attempt, now: int, is_time_over: Callable[[], bool]) -> None:
        """Move what was tried for a day to the failed deliveries; a later visit does the rest if the time is over."""
        while not is_time_over():
            await self._means.ticks.wait()
            page = await late.list_parked(self._store, target, None, PAGE)
            old = [delivery for delivery in page if delivery.is_given_up(now)]
            await self._means.give_up(target, old, attempt, now)
            if len(old) < PAGE:
                return

    async def _drop_all(self, target: Target, is_time_over: Callable[[], bool]) -> None:
        """Drop what is parked for an endpoint that is gone."""
        while not is_time_over() and (page := await late.list_parked(self._store, target, None, PAGE)):
            await self._means.ticks.wait()
            await asyncio.gather(*(late.unpark(self._store, delivery) for delivery in page))

    async def _end(self, visit: Visit, due: int) -> None:
        await self._means.ticks.wait()
        await late.end_visit(self._store, visit, due)

    async def _end_of_empty(self, visit: Visit, now: int) -> None:
        # The last delivery was taken off the list at a tick.
        await late.end_visit_of_empty(self._store, visit, now)


def _due_unasked(drain: Drain, attempt: Attempt, now: int) -> int:
    """Return when an endpoint is due whose visit has ended with an attempt that did not reach the receiver."""
    if drain.accepted:
        # It can soon take more.
        return now + spread(SOON)
    # A thousand endpoints may share an address that gets one request a second: as long as none of them is accepted,
    # they come less and less often.
    age = now - drain.oldest if attempt.is_held and drain.oldest is not None else 0
    return due_after(attempt, now, age)

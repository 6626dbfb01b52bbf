"""The deliveries of one visit to an endpoint: a probe, and everything else if that is accepted.

A receiver that is down costs one attempt, however much is parked for it. A receiver that answers may refuse one
delivery again and again, and still gets all others: the second probe is a delivery chosen at random, and what is
refused is passed over.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from random import randrange
from typing import NamedTuple
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from service.notices import late
from service.notices.attempts import Attempts, Endpoint, find_endpoint, was_asked
from service.notices.endpoints import Endpoints, Webhook
from service.notices.failed import give_up
from service.notices.lanes import QUICK
from service.notices.late import Delivery, Target
from service.notices.notice import Notice
from service.notices.repository import EndpointRepository
from service.notices.sending import Attempt
from service.notices.tally import Tally
from service.notices.ticks import Ticks

# How many deliveries are sent to a host at a time: the sender has no more connections to it.
AT_ONCE = 4
# How many are read, dropped or given up at a time: moves wait for these writes.
PAGE = 50
# After so many failures in a row an endpoint is down.
MOST_FAILURES = 8

# With these answers a receiver, or a proxy before it, says that it is down or busy.
_DOWN = (
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
)


class Line:
    """The line for a host, which gets AT_ONCE deliveries at a time."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)
        # For how long a probe waits: without end at a host that accepts notices, and not at all at one that is slow.
        self._patience: float | None = QUICK

    @asynccontextmanager
    async def turn(self, *, is_probe: bool) -> AsyncIterator[bool]:
        """Wait for a turn, which lasts as long as the context; a probe may get none, which is told."""
        try:
            async with asyncio.timeout(self._patience if is_probe else None):
                await self._turns.acquire()
        except TimeoutError:
            self._patience = 0
            yield False
            return
        try:
            yield True
        finally:
            self._turns.release()

    def note(self, attempt: Attempt) -> None:
        """Note what came of an attempt."""
        if attempt.ok:
            self._patience = None
        elif self._patience is None:
            self._patience = QUICK


class Means(NamedTuple):
    """What a worker needs for its drains. `is_awaited` tells whether the turn of a notice is not over yet."""

    endpoints: EndpointRepository
    attempts: Attempts
    is_awaited: Callable[[Notice], Awaitable[bool]]
    tally: Tally
    ticks: Ticks
    hosts: WeakValueDictionary[str, Line]

    async def give_up(self, target: Target, deliveries: Sequence[Delivery], attempt: Attempt, now: int) -> None:
        """Move deliveries of an endpoint to its failed ones, after the last attempt. Raises `StoreUnavailable`."""
        if not deliveries:
            return
        await give_up(self.endpoints.store, deliveries, attempt, now)
        for _ in deliveries:
            self.tally.count("push" if attempt.is_push else "webhook", "failed")
        await self.attempts.note_failure(target, now)


class _Sendable(NamedTuple):
    """A delivery, and its endpoint as it is now."""

    endpoints: Endpoints
    endpoint: Endpoint
    delivery: Delivery


class Drain:
    """The deliveries of one visit, until `is_time_over` tells so.

    - `oldest` is the time of the first try of the oldest parked delivery; None if there is none.
    - `accepted` is the number of deliveries that the endpoint has accepted.
    - `failure` is the last failed attempt, and `failures` the number of those since the last success.
    - `unasked` is an attempt that did not reach the receiver, and with which the visit ended.
    - `is_complete` tells that everything was tried, and `is_gone` that the endpoint was deleted, or wants no notices.
    """

    def __init__(self, target: Target, means: Means, is_time_over: Callable[[], bool]) -> None:
        self._target = target
        self._means = means
        self._store = means.endpoints.store
        self._is_time_over = is_time_over
        self.oldest: int | None = None
        self.accepted = 0
        self.failure: Attempt | None = None
        self.failures = 0
        self.unasked: Attempt | None = None
        self.is_complete = False
        self.is_gone = False
        self._page = deque[Delivery]()
        self._last: Delivery | None = None
        self._reading = asyncio.Lock()
        # What is to be taken off the list, and the task that does so.
        self._dropped: list[Delivery] = []
        self._dropping: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Send what is parked. Raises `StoreUnavailable` and `DataCorrupted`; what was accepted may be sent again."""
        try:
            await self._send_everything()
        finally:
            if self._dropping is not None:
                await self._dropping

    async def _send_everything(self) -> None:
        if not await self._probe():
            return
        sending = [asyncio.ensure_future(self._send_others()) for _ in range(AT_ONCE)]
        for outcome in await asyncio.gather(*sending, return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome

    async def _probe(self) -> bool:
        """Tell whether the endpoint accepts a delivery: the oldest, or another one if it refuses that alone."""
        sendable = await self._next()
        if sendable is None:
            return False
        await self._try(sendable, is_probe=True)
        if self.accepted:
            return True
        if self.failure is None or self._is_over or not self._page:
            return False
        self._page.rotate(-randrange(len(self._page)))  # noqa: S311
        sendable = await self._next()
        if sendable is not None:
            await self._try(sendable, is_probe=True)
        return self.accepted > 0

    async def _send_others(self) -> None:
        while not self._is_over and (sendable := await self._next()) is not None:
            await self._try(sendable)

    @property
    def _is_over(self) -> bool:
        is_down = self.failure is not None and (self.failures >= MOST_FAILURES or says_down(self.failure))
        return is_down or self.is_gone or self.unasked is not None or self._is_time_over()

    async def _next(self) -> _Sendable | None:
        """Return the next delivery that the endpoint still wants; None after the last one."""
        async with self._reading:
            while delivery := await self._take():
                endpoints = await self._means.endpoints.read(self._target.owner)
                endpoint = find_endpoint(endpoints, self._target.endpoint)
                if endpoints is None or endpoint is None:
                    self.is_gone = True
                    return None
                if await self._is_wanted(endpoint, delivery.notice):
                    return _Sendable(endpoints, endpoint, delivery)
                self._drop(delivery)
        return None

    async def _take(self) -> Delivery | None:
        if not self._page:
            page = await late.list_parked(self._store, self._target, self._last, PAGE)
            if not page:
                self.is_complete = True
                return None
            self.oldest = self.oldest or page[0].begun_at
            self._last = page[-1]
            self._page.extend(page)
        return self._page.popleft()

    async def _is_wanted(self, endpoint: Endpoint, notice: Notice) -> bool:
        """Tell whether an endpoint still wants a late notice: a browser shows only a turn that goes on."""
        if isinstance(endpoint, Webhook):
            # A webhook that was deleted and created again has the same id, and gets no earlier notices.
            return endpoint.wants(notice)
        return notice.type != "turn.started" or await self._means.is_awaited(notice)

    async def _try(self, sendable: _Sendable, *, is_probe: bool = False) -> None:
        host = urlsplit(sendable.endpoint.url).netloc
        line = self._means.hosts.setdefault(host, Line())
        # The time in line for a host is no time of the attempt.
        async with line.turn(is_probe=is_probe) as has_turn:
            if not has_turn:
                # Other endpoints need the place of this visit.
                is_push = not isinstance(sendable.endpoint, Webhook)
                self.unasked = Attempt(None, "Too many requests were under way.", is_push=is_push, is_held=True)
                return
            if self._is_over:
                return
            attempt = await self._means.attempts.make(*sendable)
            line.note(attempt)
        await self._conclude(sendable.delivery, attempt)

    async def _conclude(self, delivery: Delivery, attempt: Attempt) -> None:
        if attempt.ok:
            self.accepted += 1
            self.failures = 0
            self._means.attempts.end_outage(self._target)
            self._drop(delivery)
            return
        if not was_asked(attempt):
            self.unasked = attempt
            return
        self.failure = attempt
        self.failures += 1
        self.is_gone = self.is_gone or attempt.gone
        now = await self._means.attempts.now(self._target.owner)
        if delivery.is_given_up(now):
            await self._means.give_up(self._target, (delivery,), attempt, now)

    def _drop(self, delivery: Delivery) -> None:
        """Take a delivery off the list while others are sent. Raises what went wrong with earlier ones."""
        self._dropped.append(delivery)
        if self._dropping is not None and self._dropping.done():
            self._dropping.result()
            self._dropping = None
        if self._dropping is None:
            self._dropping = asyncio.ensure_future(self._take_off())

    async def _take_off(self) -> None:
        while self._dropped:
            await self._means.ticks.wait()
            dropped = self._dropped
            self._dropped = []
            await asyncio.gather(*(late.unpark(self._store, one) for one in dropped))


def says_down(attempt: Attempt) -> bool:
    """Tell whether it is the receiver that fails, not this delivery alone."""
    return attempt.status is None or attempt.retry_after is not None or attempt.status in _DOWN

"""The attempts of a worker to deliver notices: at first, and later those that are parked.

An endpoint that fails is left alone for a while, and everything for it is parked at once. Endpoints that accepted the
last notice, all others, and late deliveries have connections of their own, so dead endpoints delay no live one.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from weakref import WeakValueDictionary

from msgspec.structs import replace

from service.notices import late
from service.notices.endpoints import Endpoints, PushSubscription, Webhook, secrets_of
from service.notices.late import Delivery, Failed
from service.notices.notice import Notice, encode_payload, parse_instant
from service.notices.repository import PREFIX, EndpointRepository
from service.notices.sending import Attempt, Sender
from service.notices.tally import Tally
from service.notices.ticks import Ticks
from service.notices.versions import Version
from service.sessions.tokens import short_hash
from service.storage.caches import Recent
from store.port import Listed

# How many tries of each kind are under way at a time: first tries, or later ones. The sender has 64 connections.
MOST_TRIES = 20
# How many tries of one endpoint are under way at a time, first ones and later ones.
MOST_FIRST_OF_ONE = 8
MOST_LATE_OF_ONE = 2
# How many parked deliveries are put off at a time, since their endpoint is left alone: moves wait for these writes.
MOST_PUT_OFF = 100
# A delivery that found no place is parked for about this time.
SOON = 1_000
# A first try that could not begin for this time is parked: after 30 seconds, another worker would take it over.
MOST_WAITED = 10_000
# A worker that has begun a later try has this time for it.
LEASE_SECONDS = 60
# The longest time for which an endpoint that keeps failing is left alone, unless it asks for more.
LONGEST_PAUSE = 15 * 60_000
MOST_KNOWN = 10_000
# The documents of endpoints are read at least so often while their session lives, since a read prolongs their life.
READ_MILLIS = 3_600_000
# How long a push service keeps a notice of a turn without a deadline.
PUSH_SECONDS = 86_400

Endpoint = Webhook | PushSubscription


class Outage(NamedTuple):
    """An endpoint has failed `since` a time, the last time with `attempt`, and is left alone `until` another."""

    since: int
    until: int
    attempt: Attempt


class Group(NamedTuple):
    """The deliveries of a version of `name` to one endpoint, in their order."""

    endpoints: Endpoints
    endpoint: Endpoint
    name: str
    deliveries: list[Delivery]


class Places:
    """Places for tries that are under way: a number in all, and a number for each endpoint."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most_of_one = most_of_one
        self._free = most
        self._taken = Counter[tuple[str, str]]()

    @contextmanager
    def taken_for(self, target: tuple[str, str]) -> Iterator[bool]:
        """Take a place for an endpoint while the context lasts, and tell whether there was one."""
        if not self._free or self._taken[target] >= self._most_of_one:
            yield False
            return
        self._free -= 1
        self._taken[target] += 1
        try:
            yield True
        finally:
            self._free += 1
            self._taken[target] -= 1
            if not self._taken[target]:
                del self._taken[target]


class Deliveries:
    """The attempts of one worker. `is_awaited` tells whether the turn that a notice tells of still goes on."""

    def __init__(
        self,
        endpoints: EndpointRepository,
        sender: Sender,
        is_awaited: Callable[[Notice], Awaitable[bool]],
        tally: Tally,
        ticks: Ticks,
    ) -> None:
        self._endpoints = endpoints
        self._store = endpoints.store
        self._sender = sender
        self._is_awaited = is_awaited
        self._tally = tally
        self._ticks = ticks
        self._worker = secrets.token_urlsafe(16)
        # Of the endpoints that accepted the last notice, of all others, and of parked deliveries.
        self._live_places = Places(MOST_TRIES, MOST_FIRST_OF_ONE)
        self._other_places = Places(MOST_TRIES, MOST_FIRST_OF_ONE)
        self._late_places = Places(MOST_TRIES, MOST_LATE_OF_ONE)
        self._put_off_places = Places(MOST_PUT_OFF, MOST_PUT_OFF)
        self._live = Recent[tuple[str, str], bool](MOST_KNOWN)
        # The parked deliveries that this worker tries.
        self._trying: set[str] = set()
        self._outages = Recent[tuple[str, str], Outage](MOST_KNOWN)
        self._read_at = Recent[str, int](MOST_KNOWN)
        self._turns: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()

    # ---- first tries

    async def deliver(self, version: Version) -> None:
        """Try once to deliver the notices of a version, and park those that were not accepted.

        An endpoint gets the notices of a session in the order in which their versions come here. Raises
        `StoreUnavailable` and `DataCorrupted`; then everything may be repeated.
        """
        async with self._turn_of(version.name):
            groups = [group for owner in version.audience.owners for group in await self._find_groups(owner, version)]
            sending = [asyncio.ensure_future(self._deliver_in_order(group)) for group in groups]
        for outcome in await asyncio.gather(*sending, return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome

    async def _find_groups(self, owner: str, version: Version) -> Sequence[Group]:
        """Return those endpoints of an owner that hear of a version, each with its notices in their order."""
        now = await self._now(owner)
        if not version.notices and now - self._read_at.get(owner, 0) < READ_MILLIS:
            return ()
        endpoints = await self._endpoints.read(owner)
        self._read_at.keep(owner, now)
        return () if endpoints is None else _group(version, endpoints, now)

    async def _deliver_in_order(self, group: Group) -> None:
        """Deliver the notices of a version to an endpoint, once those of earlier versions were tried."""
        endpoints, endpoint, name, deliveries = group
        target = deliveries[0].target
        places = self._live_places if target in self._live else self._other_places
        with places.taken_for(target) as has_place:
            if has_place:
                async with self._turn_of(name, *target):
                    for delivery in deliveries:
                        await self._try_first(endpoints, endpoint, delivery)
                return
        for delivery in deliveries:
            await self._park(delivery, delivery.begun_at + late.spread(SOON))

    async def _park(self, delivery: Delivery, due: int) -> None:
        await self._ticks.wait()
        await late.park(self._store, delivery, due)

    def _turn_of(self, *key: str) -> asyncio.Lock:
        return self._turns.setdefault(key, asyncio.Lock())

    async def _try_first(self, endpoints: Endpoints, endpoint: Endpoint, delivery: Delivery) -> None:
        outage = self._outages.get(delivery.target)
        now = await self._now(delivery.owner)
        due: int | None
        if outage is not None and outage.until > now:
            due = outage.until + late.spread(SOON)
        elif now - delivery.begun_at > MOST_WAITED:
            due = now + late.spread(SOON)
        else:
            due = await self._conclude(delivery, await self._send(endpoints, endpoint, delivery))
        if due is not None:
            await self._park(delivery, due)

    # ---- later tries

    async def deliver_late(self, listed: Listed, now: int) -> None:
        """Try a parked delivery, or put it off while its endpoint is left alone, unless a worker does so already.

        What is put off takes no place of those that are tried: else many deliveries to a dead endpoint, which are due
        together, would hold up all that are due later. Raises `StoreUnavailable` and `DataCorrupted`.
        """
        if listed.member in self._trying:
            return
        delivery = late.read_parked(listed)
        outage = self._outages.get(delivery.target)
        is_left_alone = outage is not None and outage.until > now
        places = self._put_off_places if is_left_alone else self._late_places
        self._trying.add(listed.member)
        try:
            with places.taken_for(delivery.target) as has_place:
                if has_place and await self._claim(delivery, listed):
                    await self._try_late(delivery)
        finally:
            self._trying.remove(listed.member)

    async def _claim(self, delivery: Delivery, listed: Listed) -> bool:
        await self._ticks.wait()
        return await late.claim(self._store, delivery, late.due_of(listed), self._worker, LEASE_SECONDS)

    async def _try_late(self, delivery: Delivery) -> None:
        due = await self._attempt_late(delivery)
        if due is None:
            await self._ticks.wait()
            await late.unpark(self._store, delivery)
        else:
            await self._park(delivery, due)

    async def _attempt_late(self, delivery: Delivery) -> int | None:
        """Try a delivery and return the time of its next try; None if it is done with."""
        outage = self._outages.get(delivery.target)
        now = await self._now(delivery.owner)
        if outage is not None and outage.until > now:
            return await self._put_off(delivery, outage, now)
        endpoints = await self._endpoints.read(delivery.owner)
        endpoint = None if endpoints is None else _find(endpoints, delivery.endpoint)
        if endpoints is None or endpoint is None or not await self._is_current(endpoint, delivery.notice):
            return None
        return await self._conclude(delivery, await self._send(endpoints, endpoint, delivery))

    async def _put_off(self, delivery: Delivery, outage: Outage, now: int) -> int | None:
        """Return the time of the next try of a delivery whose endpoint is left alone; None if it is given up."""
        if delivery.is_given_up(now):
            await self._give_up(delivery, outage.attempt, now)
            return None
        # The end of the outage is the same for all deliveries of the endpoint; their next tries are spread.
        return max(outage.until + late.spread(SOON), now + late.delay_after(now - delivery.begun_at))

    async def _is_current(self, endpoint: Endpoint, notice: Notice) -> bool:
        """Tell whether an endpoint still wants a late notice: a browser shows only a turn that goes on."""
        if isinstance(endpoint, Webhook):
            # One that was deleted and created again has its id, and hears of nothing from before.
            return endpoint.wants(notice)
        return notice.type != "turn.started" or await self._is_awaited(notice)

    # ---- every try

    async def _send(self, endpoints: Endpoints, endpoint: Endpoint, delivery: Delivery) -> Attempt:
        now = await self._now(endpoints.owner)
        notice = delivery.notice
        body = encode_payload(notice)
        if isinstance(endpoint, Webhook):
            signing = secrets_of(endpoints, endpoint, now)
            return await self._sender.send_webhook(endpoint.url, signing, delivery.id, now // 1000, body)
        if self._sender.vapid is None:
            return Attempt(None, "The service sends no push messages.", is_push=True)
        topic = short_hash((notice.subject.session_id or "").encode())
        urgency = "high" if notice.type == "turn.started" else "normal"
        return await self._sender.send_push(endpoint, body, ttl=_time_left(notice, now), topic=topic, urgency=urgency)

    async def _conclude(self, delivery: Delivery, attempt: Attempt) -> int | None:
        """Note what came of an attempt, and return the time of the next one; None if the delivery is done with."""
        now = await self._now(delivery.owner)
        kind = "push" if attempt.is_push else "webhook"
        if attempt.ok:
            self._outages.pop(delivery.target, None)
            self._live.keep(delivery.target, True)
            self._tally.count(kind, "delivered")
            return None
        self._live.pop(delivery.target, None)
        if attempt.gone:
            await self._disable(delivery, attempt.reason)
            self._tally.count(kind, "gone")
            return None
        paused_until = self._pause(delivery, attempt, now)
        if delivery.is_given_up(now):
            await self._give_up(delivery, attempt, now)
            return None
        self._tally.count(kind, "retried")
        return max(paused_until, now + late.delay_after(now - delivery.begun_at))

    async def _give_up(self, delivery: Delivery, attempt: Attempt, now: int) -> None:
        """Keep a delivery among those that failed for good, with the last attempt to reach its endpoint."""
        await late.keep_failed(self._store, Failed(delivery, now, attempt.status, attempt.reason))
        self._tally.count("push" if attempt.is_push else "webhook", "failed")

    def _pause(self, delivery: Delivery, attempt: Attempt, now: int) -> int:
        """Leave the endpoint of a delivery alone for a while, longer if it keeps failing; return until when."""
        outage = self._outages.get(delivery.target)
        since = now if outage is None else outage.since
        pause = min(late.delay_after(now - since), LONGEST_PAUSE)
        wanted = int(1000 * (attempt.retry_after or 0))
        until = now + max(pause, wanted)
        self._outages.keep(delivery.target, Outage(since, until, attempt))
        return until

    async def _disable(self, delivery: Delivery, reason: str) -> None:
        """Send nothing more to an endpoint that is gone."""

        def disable(endpoints: Endpoints, _now: int) -> Endpoints:
            webhook = endpoints.webhook(delivery.endpoint)
            if webhook is None:
                return endpoints.without(delivery.endpoint)
            return endpoints.with_webhook(replace(webhook, disabled=reason))

        await self._endpoints.change(delivery.owner, 0, disable)

    async def _now(self, owner: str) -> int:
        """Return the store's time."""
        now = self._store.clock(PREFIX + owner)
        return await self._store.now() if now is None else now


def _group(version: Version, endpoints: Endpoints, now: int) -> Sequence[Group]:
    """Return the endpoints that hear of a version, each with its deliveries in their order."""
    found = dict[str, Group]()
    for notice in version.notices:
        for endpoint in version.audience.endpoints_for(notice, endpoints):
            group = found.setdefault(endpoint.id, Group(endpoints, endpoint, version.name, []))
            group.deliveries.append(Delivery(endpoints.owner, endpoint.id, notice, now))
    return list(found.values())


def _find(endpoints: Endpoints, endpoint_id: str) -> Endpoint | None:
    return endpoints.webhook(endpoint_id) or endpoints.push(endpoint_id)


def _time_left(notice: Notice, now: int) -> int:
    """Return for how many seconds a push service keeps a notice: as long as the turn may last."""
    if notice.subject.deadline is None:
        return PUSH_SECONDS
    return max(0, (parse_instant(notice.subject.deadline) - now) // 1000)

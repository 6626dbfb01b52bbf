"""The first tries of a worker to deliver notices.

An endpoint that fails is left alone for a while, and everything for it is parked at once. Endpoints that accepted the
last notice and all others have places of their own, so dead endpoints delay no live one.
"""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakValueDictionary

from service.notices.attempts import Attempts, Endpoint, due_after, spread, was_asked
from service.notices.endpoints import Endpoints
from service.notices.interruptions import Interruption
from service.notices.late import Delivery, Target
from service.notices.parking import SOON, Parking
from service.notices.places import Places
from service.notices.repository import EndpointRepository
from service.notices.versions import Version
from service.storage.caches import Recent

# How many first tries are under way at a time. The sender has 32 connections for receivers that answer quickly, and 32
# for all others: these and the visits to endpoints with late deliveries (`visits.py`) have places for as many.
MOST_LIVE = 20
MOST_OTHERS = 12
MOST_OF_ONE = 8
# A first try that could not begin for this time is parked: after 30 seconds, another worker would take it over.
MOST_WAITED = 10_000
MOST_KNOWN = 10_000
# The documents of endpoints are read at least so often while their session lives, since a read prolongs their life.
READ_MILLIS = 3_600_000


class Group(NamedTuple):
    """The deliveries of a version of `name` to one endpoint, in their order."""

    endpoints: Endpoints
    endpoint: Endpoint
    name: str
    deliveries: list[Delivery]


class Deliveries:
    """The first tries of one worker."""

    def __init__(self, endpoints: EndpointRepository, attempts: Attempts, parking: Parking) -> None:
        self._endpoints = endpoints
        self._attempts = attempts
        self._parking = parking
        self._live_places = Places(MOST_LIVE, MOST_OF_ONE)
        self._other_places = Places(MOST_OTHERS, MOST_OF_ONE)
        self._read_at = Recent[str, int](MOST_KNOWN)
        self._turns: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()
        # Once it has come, nothing more is tried.
        self._stop = Interruption()

    def stop(self) -> None:
        """Park what has not begun, at once, and everything that comes later."""
        self._stop.come()

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
        now = await self._attempts.now(owner)
        if not version.notices and now - self._read_at.get(owner, 0) < READ_MILLIS:
            return ()
        endpoints = await self._endpoints.read(owner)
        self._read_at.keep(owner, now)
        return () if endpoints is None else _group(version, endpoints, now)

    async def _deliver_in_order(self, group: Group) -> None:
        """Deliver the notices of a version to an endpoint, once those of earlier versions were tried."""
        target = group.deliveries[0].target
        places = self._live_places if self._attempts.is_live(target) else self._other_places
        with places.taken_for(target) as has_place:
            if has_place and await self._try_in_turn(group):
                return
        for delivery in group.deliveries:
            await self._park(delivery, delivery.begun_at + spread(SOON))

    async def _try_in_turn(self, group: Group) -> bool:
        """Try the deliveries of a group once it is their turn; return False if the worker stops before."""
        turn = self._turn_of(group.name, *group.deliveries[0].target)
        if not await self._stop.unless_it_comes(turn.acquire()):
            return False
        try:
            for delivery in group.deliveries:
                due = await self._try(group, delivery)
                if due is not None:
                    await self._park(delivery, due)
        finally:
            turn.release()
        return True

    def _turn_of(self, *key: str) -> asyncio.Lock:
        return self._turns.setdefault(key, asyncio.Lock())

    async def _try(self, group: Group, delivery: Delivery) -> int | None:
        """Try a delivery unless its endpoint is left alone; return when it is due, None if it is done with."""
        now = await self._attempts.now(delivery.owner)
        outage = self._attempts.outage(delivery.target, now)
        if outage is not None and not await self._is_over(delivery.target):
            return outage.until
        if self._stop.has_come() or now - delivery.begun_at > MOST_WAITED:
            return now + spread(SOON)
        attempt = await self._attempts.make(group.endpoints, group.endpoint, delivery)
        now = await self._attempts.now(delivery.owner)
        if attempt.ok:
            if self._attempts.end_outage(delivery.target):
                await self._parking.hasten(delivery.target, now + SOON)
            return None
        if attempt.gone:
            return None
        if attempt.is_held:
            # What is parked for the endpoint need not wait as long as after a failure.
            return due_after(attempt, now, 0)
        if not was_asked(attempt):
            return now + spread(SOON)
        return self._attempts.begin_outage(delivery.target, attempt, now)

    async def _is_over(self, target: Target) -> bool:
        """Tell whether an outage is over, since another worker has delivered what was parked."""
        return await self._parking.was_emptied(target) and self._attempts.end_outage(target)

    async def _park(self, delivery: Delivery, due: int) -> None:
        """Park a delivery, and leave its endpoint alone for as long as the other workers do."""
        until = await self._parking.park(delivery, due)
        if until is not None:
            self._attempts.prolong_outage(delivery.target, until)


def _group(version: Version, endpoints: Endpoints, now: int) -> Sequence[Group]:
    """Return the endpoints that hear of a version, each with its deliveries in their order."""
    found = dict[str, Group]()
    for notice in version.notices:
        for endpoint in version.audience.endpoints_for(notice, endpoints):
            group = found.setdefault(endpoint.id, Group(endpoints, endpoint, version.name, []))
            group.deliveries.append(Delivery(endpoints.owner, endpoint.id, notice, now))
    return list(found.values())

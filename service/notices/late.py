"""Late deliveries: what an endpoint has not accepted yet, and what it did not accept within a day.

Both are lists of the store, so any worker continues what another one has begun. A member holds everything that a later
try needs but the endpoint itself, and never changes: between two tries a parked delivery only moves along its list.
"""

from collections.abc import Sequence
from random import random

import msgspec
from msgspec.structs import replace

from service.notices.endpoints import DELIVERY_MILLIS, message_id
from service.notices.notice import Notice
from store.port import Listed, Store
from store.problems import report_corruption

# The list of parked deliveries, and how many seconds they stay on it: also while no worker runs for some days.
LATE = "late-deliveries"
LATE_SECONDS = 8 * 86_400
# A list is read newest first, so a delivery that is due at some time is listed at FAR minus that time.
FAR = 10**14
# Failed deliveries are kept for a week.
FAILED_SECONDS = 7 * 86_400
SHORTEST_DELAY = 5_000
# Not more are counted, and so many at a time.
MOST_COUNTED = 10_000
COUNTED_AT_ONCE = 200
LONGEST_DELAY = 3 * 3_600_000


class Delivery(msgspec.Struct, frozen=True):
    """A notice for an endpoint of an owner, which was first sent, or replayed, at `begun_at`."""

    owner: str
    endpoint: str
    notice: Notice
    begun_at: int

    @property
    def target(self) -> tuple[str, str]:
        """Return what identifies the endpoint."""
        return self.owner, self.endpoint

    @property
    def id(self) -> str:
        """Return the `webhook-id`, which is the same in each try and in each replay."""
        return message_id(self.notice, self.endpoint)

    def is_given_up(self, now: int) -> bool:
        """Tell whether the delivery is not tried again, since it has been tried for a day."""
        return now - self.begun_at >= DELIVERY_MILLIS


class Failed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A delivery that an endpoint did not accept within a day, and the last answer (`status` None: there was none)."""

    delivery: Delivery
    failed_at: int
    status: int | None = None
    reason: str = ""


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode_delivery = msgspec.json.Decoder(Delivery).decode
_decode_failed = msgspec.json.Decoder(Failed).decode


# ---- parked deliveries


async def park(store: Store, delivery: Delivery, due: int) -> None:
    """Keep a delivery for its next try at the time `due`, as durably as a commit. Raises `StoreUnavailable`."""
    await store.enlist(LATE, _encode(delivery).decode(), FAR - due, LATE_SECONDS, durable=True)


async def unpark(store: Store, delivery: Delivery) -> None:
    """Drop a parked delivery, which was accepted or has nowhere to go. Raises `StoreUnavailable`."""
    await store.unlist(LATE, _encode(delivery).decode())


async def list_parked(store: Store, before: Listed | None, limit: int) -> Sequence[Listed]:
    """Return at most `limit` parked deliveries after `before`, the one that is due first at the beginning."""
    return await store.listed(LATE, None if before is None else (before.at, before.member), limit)


def due_of(listed: Listed) -> int:
    """Return the time of the next try of a parked delivery."""
    return FAR - listed.at


async def claim(store: Store, delivery: Delivery, due: int, worker: str, seconds: int) -> bool:
    """Tell whether a worker may make the try that is due at `due`: it has `seconds` for it. Raises `StoreUnavailable`.

    A worker that dies leaves the try to another one after that time; a try that is done with moves the delivery.
    """
    return await store.advance_watermark(f"late:{delivery.id}", due, worker, seconds)


def read_parked(listed: Listed) -> Delivery:
    """Return a parked delivery. Raises `DataCorrupted`."""
    try:
        return _decode_delivery(listed.member)
    except msgspec.DecodeError as error:
        raise report_corruption("key", LATE, str(error)) from None


def delay_after(age: int) -> int:
    """Return the milliseconds until the next try of a delivery that was begun `age` milliseconds ago.

    Delays grow with the age, and are random, so that deliveries which failed together are not tried together.
    """
    return spread(max(2 * SHORTEST_DELAY, min(age, LONGEST_DELAY)))


def spread(delay: int) -> int:
    """Return a random time of half a delay to one and a half."""
    return int(delay * (0.5 + random()))  # noqa: S311


class Backlog(msgspec.Struct, frozen=True):
    """The number of parked deliveries, and for how many seconds the oldest one has been tried."""

    deliveries: int
    oldest_seconds: float


async def count_parked(store: Store) -> Backlog:
    """Return the backlog, as far as its first MOST_COUNTED deliveries. Raises `StoreUnavailable`, `DataCorrupted`."""
    now = await store.now()
    begun = list[int]()
    last: Listed | None = None
    while len(begun) < MOST_COUNTED and (page := await list_parked(store, last, COUNTED_AT_ONCE)):
        begun += [read_parked(listed).begun_at for listed in page]
        last = page[-1]
    return Backlog(len(begun), (now - min(begun, default=now)) / 1000)


# ---- failed deliveries


async def keep_failed(store: Store, failed: Failed) -> None:
    """Keep a delivery among the failed ones of its endpoint, as durably as a commit. Raises `StoreUnavailable`."""
    member = _encode(failed).decode()
    await store.enlist(_name_failed(failed.delivery), member, failed.failed_at, FAILED_SECONDS, durable=True)


async def list_failed(store: Store, owner: str, endpoint_id: str, limit: int = 100) -> Sequence[Failed]:
    """Return the last failed deliveries of an endpoint, at most `limit`, newest first. Raises `StoreUnavailable`."""
    name = _name_list(owner, endpoint_id)
    try:
        return [_decode_failed(listed.member) for listed in await store.listed(name, None, limit)]
    except msgspec.DecodeError as error:
        raise report_corruption("key", name, str(error)) from None


async def replay(store: Store, failed: Failed) -> None:
    """Try a failed delivery again from now on, for another day. Raises `StoreUnavailable`."""
    now = await store.now()
    await park(store, replace(failed.delivery, begun_at=now), now)
    await store.unlist(_name_failed(failed.delivery), _encode(failed).decode())


def _name_failed(delivery: Delivery) -> str:
    return _name_list(delivery.owner, delivery.endpoint)


def _name_list(owner: str, endpoint_id: str) -> str:
    return f"failed:{owner}:{endpoint_id}"

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
LONGEST_DELAY = 3 * 3_600_000


class Delivery(msgspec.Struct, frozen=True):
    """A notice for an endpoint of an owner, which was first sent, or replayed, at `begun_at`."""

    owner: str
    endpoint: str
    notice: Notice
    begun_at: int

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
    delay = max(SHORTEST_DELAY, min(age, LONGEST_DELAY))
    return int(delay * (0.5 + random()))  # noqa: S311


# ---- failed deliveries


async def give_up(store: Store, failed: Failed) -> None:
    """Move a delivery from the parked to the failed ones. Raises `StoreUnavailable`."""
    member = _encode(failed).decode()
    await store.enlist(_name_failed(failed.delivery), member, failed.failed_at, FAILED_SECONDS, durable=True)
    await unpark(store, failed.delivery)


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

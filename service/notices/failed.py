"""Failed deliveries: what an endpoint did not accept within a day. They are listed, and can be replayed."""

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from service.notices import late
from service.notices.late import Delivery
from service.notices.sending import Attempt
from store.port import Store
from store.problems import report_corruption

# Failed deliveries are kept for a week.
FAILED_SECONDS = 7 * 86_400


class Failed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A delivery that an endpoint did not accept within a day, and the last answer (`status` None: there was none)."""

    delivery: Delivery
    failed_at: int
    status: int | None = None
    reason: str = ""


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Failed).decode


async def keep_failed(store: Store, failed: Failed) -> None:
    """Keep a delivery among the failed ones of its endpoint, as durably as a commit. Raises `StoreUnavailable`."""
    delivery = failed.delivery
    name = _name_list(delivery.owner, delivery.endpoint)
    await store.enlist(name, _encode(failed).decode(), failed.failed_at, FAILED_SECONDS, durable=True)


async def give_up(store: Store, deliveries: Sequence[Delivery], attempt: Attempt, now: int) -> None:
    """Move parked deliveries to the failed ones, with the last attempt to reach their endpoint."""
    await asyncio.gather(*(keep_failed(store, Failed(one, now, attempt.status, attempt.reason)) for one in deliveries))
    await asyncio.gather(*(late.unpark(store, one) for one in deliveries))


async def list_failed(store: Store, owner: str, endpoint_id: str, limit: int = 100) -> Sequence[Failed]:
    """Return the last failed deliveries of an endpoint, at most `limit`, newest first. Raises `StoreUnavailable`."""
    name = _name_list(owner, endpoint_id)
    try:
        return [_decode(listed.member) for listed in await store.listed(name, None, limit)]
    except msgspec.DecodeError as error:
        raise report_corruption("key", name, str(error)) from None


async def replay(store: Store, failed: Failed) -> None:
    """Try a failed delivery again from now on, for another day. Raises `StoreUnavailable`."""
    now = await store.now()
    delivery = replace(failed.delivery, begun_at=now)
    await late.put(store, delivery)
    await late.enter(store, delivery.target, now)
    await store.unlist(_name_list(delivery.owner, delivery.endpoint), _encode(failed).decode())


def _name_list(owner: str, endpoint_id: str) -> str:
    return f"failed:{owner}:{endpoint_id}"

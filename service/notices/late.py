"""Late deliveries: notices that an endpoint has not accepted yet, kept in the store for later tries.

Any worker continues what another one has begun:

- Each endpoint has a list of its parked deliveries, the oldest first. A member holds everything that a later try needs
  but the endpoint itself. It never moves, so putting an endpoint off takes one write however much is parked for it.
- The index lists the endpoints that have parked deliveries, the one that is due first at the beginning.
- The mark of an endpoint tells which worker visits it, or how the last visit has left it.

A worker may die between any two writes, so they have an order. A delivery is parked before its endpoint is put on the
index: if the worker dies in between, its version is not marked as told, and the recovery repeats both writes. A visit
that finds nothing more takes the endpoint off the index, and then looks at the list again, since somebody may have
parked a delivery just before. A second entry, the guard, stays on the index meanwhile.
"""

import secrets
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from service.notices.endpoints import DELIVERY_MILLIS, message_id
from service.notices.notice import Notice
from store.port import Listed, Store, Watermark
from store.problems import report_corruption

INDEX = "late-endpoints"
# How long entries and deliveries are kept: also while no worker runs for some days.
LATE_SECONDS = 8 * 86_400
# A list is read newest first, so what is due at some time, or was begun then, is listed at FAR minus that time.
FAR = 10**14
# The longest time of a visit; then another worker may begin one.
LEASE_SECONDS = 60
# The time between visits to an endpoint that has only unreadable deliveries left.
_UNREADABLE_MILLIS = 300_000
# What the mark of an endpoint begins with when nobody visits it: it is on the index, or it was taken off.
_LISTED = "listed "
_EMPTIED = "emptied "


class Target(NamedTuple):
    """What identifies an endpoint: its owner and its id there."""

    owner: str
    endpoint: str


class Delivery(msgspec.Struct, frozen=True):
    """A notice for an endpoint of an owner, which was first sent, or replayed, at `begun_at`."""

    owner: str
    endpoint: str
    notice: Notice
    begun_at: int

    @property
    def target(self) -> Target:
        """Return what identifies the endpoint."""
        return Target(self.owner, self.endpoint)

    @property
    def id(self) -> str:
        """Return the `webhook-id`, which is the same in each try and in each replay."""
        return message_id(self.notice, self.endpoint)

    def is_given_up(self, now: int) -> bool:
        """Tell whether the delivery is not tried again, since it has been tried for a day."""
        return now - self.begun_at >= DELIVERY_MILLIS


_encode = msgspec.json.Encoder(order="deterministic").encode


# ---- the list of an endpoint


async def put(store: Store, delivery: Delivery) -> None:
    """Keep a delivery for later, as durably as a commit; then its endpoint must be put on the index."""
    name = _name_list(delivery.target)
    await store.enlist(name, _encode(delivery).decode(), FAR - delivery.begun_at, LATE_SECONDS, durable=True)


async def unpark(store: Store, delivery: Delivery) -> None:
    """Drop a parked delivery, which was accepted or has nowhere to go."""
    await store.unlist(_name_list(delivery.target), _encode(delivery).decode())


async def list_parked(store: Store, target: Target, after: Delivery | None, limit: int) -> Sequence[Delivery]:
    """Return at most `limit` parked deliveries of an endpoint after one of them, the oldest first.

    What cannot be read, perhaps since a newer release has parked it, is reported and left out.
    """
    place = None if after is None else (FAR - after.begun_at, _encode(after).decode())
    name = _name_list(target)
    found = [_read_delivery(name, listed) for listed in await store.listed(name, place, limit)]
    return [delivery for delivery in found if delivery is not None]


def _read_delivery(name: str, listed: Listed) -> Delivery | None:
    try:
        return _decode_delivery(listed.member)
    except msgspec.DecodeError as error:
        report_corruption("key", name, str(error))
        return None


_decode_delivery = msgspec.json.Decoder(Delivery).decode


def _name_list(target: Target) -> str:
    return f"late:{target.owner}:{target.endpoint}"


# ---- the index


class Entry(NamedTuple):
    """An endpoint on the index, and the time at which it is due. A guard is there besides the endpoint's own entry."""

    target: Target
    due: int
    is_guard: bool


class _Member(msgspec.Struct, frozen=True, omit_defaults=True):
    owner: str
    endpoint: str
    is_guard: bool = False


async def enter(store: Store, target: Target, due: int) -> None:
    """Put an endpoint on the index, or move it there, as durably as a commit."""
    await store.enlist(INDEX, _name_entry(target), FAR - due, LATE_SECONDS, durable=True)


async def list_due(store: Store, after: Entry | None, limit: int) -> Sequence[Entry]:
    """Return at most `limit` entries after one of them, the one that is due first at the beginning.

    An entry that cannot be read is reported and left out: it must not hold up the others.
    """
    place = None if after is None else (FAR - after.due, _name_entry(after.target, is_guard=after.is_guard))
    entries = [_read_entry(listed) for listed in await store.listed(INDEX, place, limit)]
    return [entry for entry in entries if entry is not None]


def _read_entry(listed: Listed) -> Entry | None:
    try:
        member = _decode_member(listed.member)
    except msgspec.DecodeError as error:
        report_corruption("key", INDEX, str(error))
        return None
    return Entry(Target(member.owner, member.endpoint), FAR - listed.at, member.is_guard)


_decode_member = msgspec.json.Decoder(_Member).decode


def _name_entry(target: Target, *, is_guard: bool = False) -> str:
    return _encode(_Member(target.owner, target.endpoint, is_guard)).decode()


# ---- the mark of an endpoint


class Visit(NamedTuple):
    """The visit of a worker to an endpoint, the height of its mark, and whether it has a guard on the index."""

    target: Target
    height: int
    has_guard: bool


async def read_mark(store: Store, target: Target) -> Watermark | None:
    """Return the mark of an endpoint; None if it was not visited for long, or its last visitor has died."""
    return await store.read_watermark(_name_mark(target))


def listed_until(mark: Watermark | None) -> int | None:
    """Return when an endpoint is due that its last visit has left on the index; None if it may not be there."""
    if mark is None or not mark.token.startswith(_LISTED):
        return None
    return int(mark.token.removeprefix(_LISTED))


def is_emptied(mark: Watermark | None) -> bool:
    """Tell whether the last visit has left nothing on the list of an endpoint."""
    return mark is not None and mark.token.startswith(_EMPTIED)


def is_visited(mark: Watermark | None) -> bool:
    """Tell whether a worker visits an endpoint, which may take it off the index."""
    return mark is not None and listed_until(mark) is None and not is_emptied(mark)


async def begin_visit(store: Store, entry: Entry, worker: str) -> Visit | None:
    """Let a worker visit an endpoint for LEASE_SECONDS; return None if another one does so."""
    target = entry.target
    mark = await read_mark(store, target)
    if is_visited(mark):
        return None
    # Workers that see the same mark ask for the same height, so one of them gets it.
    height = 1 if mark is None else mark.height + 1
    is_mine = await store.advance_watermark(_name_mark(target), height, worker, LEASE_SECONDS)
    return Visit(target, height, entry.is_guard) if is_mine else None


async def end_visit(store: Store, visit: Visit, due: int) -> None:
    """End a visit, after which the endpoint stays on the index until it is due again."""
    await enter(store, visit.target, due)
    await store.advance_watermark(_name_mark(visit.target), visit.height + 1, f"{_LISTED}{due}", LATE_SECONDS)
    if visit.has_guard:
        await store.unlist(INDEX, _name_entry(visit.target, is_guard=True))


async def end_visit_of_empty(store: Store, visit: Visit, now: int) -> None:
    """End a visit that found nothing, and take the endpoint off the index unless something has come meanwhile."""
    target = visit.target
    guard = _name_entry(target, is_guard=True)
    await store.enlist(INDEX, guard, FAR - now - 1000 * LEASE_SECONDS, LATE_SECONDS, durable=True)
    await store.unlist(INDEX, _name_entry(target))
    # A worker that parks a delivery from now on finds the endpoint visited or emptied, and puts it on the index.
    if await store.listed(_name_list(target), None, 1):
        is_readable = bool(await list_parked(store, target, None, 1))
        due = now if is_readable else now + _UNREADABLE_MILLIS
        await end_visit(store, visit._replace(has_guard=True), due)
        return
    # No two of these marks are alike, also if heights begin again after a visitor has died.
    token = f"{_EMPTIED}{secrets.token_urlsafe(8)}"
    if await store.advance_watermark(_name_mark(target), visit.height + 1, token, LATE_SECONDS):
        await store.unlist(INDEX, guard)
        return
    # The visit took so long that another worker has begun one.
    await enter(store, target, now)


def _name_mark(target: Target) -> str:
    return f"late:{target.owner}:{target.endpoint}"

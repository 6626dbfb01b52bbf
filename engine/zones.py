"""Zones: how the places of a game are named, who owns them, and who may see what lies there."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec

Sight = Literal["everybody", "owner", "nobody"]
Audience = tuple[int, ...] | None


class ZoneKind(msgspec.Struct, frozen=True):
    """One kind of zone.

    A zone's id is the kind alone, or `kind:place`; with `owned`, the place begins with the owner's seat.
    `label` is a template that may use {place}, {seat} and {part}, the rest of the place after the seat. `hand`
    zones are kept in canonical deck order.
    """

    label: str
    sight: Sight
    owned: bool = False
    hand: bool = False


class Naming(msgspec.Struct, frozen=True):
    """What the id of a zone says about it; `audience` lists the seats that see its cards, null for everybody."""

    kind: str
    owner: int | None
    label: str
    audience: Audience
    hand: bool


class ZoneMap:
    """The kinds of zones of a game, and the canonical order of its cards."""

    def __init__(self, kinds: Mapping[str, ZoneKind], order: Mapping[str, int]) -> None:
        self.kinds = kinds
        self.order = order
        self.naming = lru_cache(maxsize=4096)(self._read_id)

    def _read_id(self, zone: str) -> Naming:
        name, _, place = zone.partition(":")
        kind = self.kinds[name]
        seat, _, part = place.partition(".")
        owner = int(seat) if kind.owned else None
        label = kind.label.format(place=place, seat=seat, part=part)
        return Naming(name, owner, label, _audience(kind.sight, owner), kind.hand)


def _audience(sight: Sight, owner: int | None) -> Audience:
    if sight == "everybody":
        return None
    return (owner,) if sight == "owner" and owner is not None else ()


def may_see(audience: Audience, viewer: int | None) -> bool:
    """Tell whether `viewer` (null for a spectator) belongs to an audience."""
    return audience is None or viewer in audience


def join_audiences(one: Audience, other: Audience) -> Audience:
    """Return who belongs to either audience."""
    if one is None or other is None:
        return None
    return one if one == other else one + other

"""Zones: the places for cards of a game, their names, owners and audiences."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from engine.core.values import Zone, Zones

Sight = Literal["everybody", "owner", "nobody"]
Audience = tuple[int, ...] | None
# More cards than any zone holds: the depth of a zone that is fully visible.
ALL = 2**31


class ZoneKind(msgspec.Struct, frozen=True):
    """One kind of zone.

    A zone's id is the kind alone, or `kind:place`; with `owned`, the place begins with the owner's seat.
    `label` is a template that may use {place}, {seat} ("seat 2") and {part}, the rest of the place after the seat;
    `places` are the places or parts that are words. `hand` zones are kept in canonical deck order. Where `open_top` is
    set everybody sees the top card, whatever `sight` says.
    `value(cards)` is the number that the rules give such a zone, which everybody knows.
    `admits(card, place)` tells whether a hidden card can lie here at all, by public knowledge.
    """

    label: str
    sight: Sight
    owned: bool = False
    places: tuple[str, ...] = ()
    hand: bool = False
    open_top: bool = False
    admits: Callable[[str, str], bool] | None = None
    value: Callable[[tuple[str, ...]], int] | None = None


class Naming(msgspec.Struct, frozen=True):
    """The properties of a zone by its id; `audience` lists the seats that see its cards, null for everybody.

    `top_audience` lists those that see the top card.
    """

    kind: str
    owner: int | None
    label: str
    audience: Audience
    top_audience: Audience
    hand: bool
    open_top: bool
    value: Callable[[tuple[str, ...]], int] | None


class Transfer(msgspec.Struct, frozen=True):
    """The consequences of moving cards from one zone to another.

    `audience` sees the cards; `into_hand` tells whether they are sorted into a hand, `uncovers` whether everybody sees
    the card that lies on top of the first zone afterwards, and `is_open` whether everybody sees all of that zone.
    """

    audience: Audience
    into_hand: bool
    uncovers: bool
    is_open: bool


class ZoneMap:
    """The kinds of zones of a game, and the canonical order of its cards."""

    def __init__(self, kinds: Mapping[str, ZoneKind], order: Mapping[str, int]) -> None:
        self.kinds = kinds
        self.order = order
        self.naming = lru_cache(maxsize=4096)(self._read_id)
        self.transfer = lru_cache(maxsize=4096)(self._make_transfer)
        self.admitted = lru_cache(maxsize=1024)(self._list_admitted)
        self.depth = lru_cache(maxsize=4096)(self._find_depth)
        # There are few different closed zones, and a move touches few of the others: so most views show the same values
        # again, to one viewer or to several.
        self._sights = lru_cache(maxsize=1024)(self._list_sights)
        self._show_closed = lru_cache(maxsize=4096)(self._make_closed)
        self._show = lru_cache(maxsize=1024)(self._make_zone)

    def _read_id(self, zone: str) -> Naming:
        name, _, place = zone.partition(":")
        kind = self.kinds[name]
        seat, _, part = place.partition(".")
        owner = int(seat) if kind.owned else None
        label = kind.label.format(place=place, seat=f"seat {seat}", part=part)
        audience = _audience(kind.sight, owner)
        return Naming(
            name,
            owner,
            label,
            audience,
            None if kind.open_top else audience,
            kind.hand,
            kind.open_top and audience is not None,
            kind.value,
        )

    def _make_transfer(self, source: str, target: str) -> Transfer:
        left, entered = self.naming(source), self.naming(target)
        audience = join_audiences(left.top_audience, entered.top_audience)
        return Transfer(audience, entered.hand, left.open_top and source != target, left.audience is None)

    def view(self, zones: tuple[str, ...], lying: Zones, viewer: int | None) -> tuple[Zone, ...]:
        """Return zones as `viewer` sees them."""
        show_closed, show = self._show_closed, self._show
        return tuple(
            [
                show_closed(zone, len(lying[zone])) if is_closed else show(zone, lying[zone], depth)
                for zone, depth, is_closed in self._sights(zones, viewer)
            ]
        )

    def uncover(self, zones: tuple[str, ...], lying: Zones) -> tuple[Zone, ...]:
        """Return zones as everybody sees them at the end."""
        return tuple([self._show(zone, lying[zone], ALL) for zone in zones])

    def visible(self, zone: str, cards: tuple[str, ...], viewer: int | None) -> tuple[str, ...]:
        """Return the cards of a zone that `viewer` sees: the uppermost, down to its depth."""
        return cards[max(len(cards) - self.depth(zone, viewer), 0) :]

    def sort(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Return cards in canonical order, as a hand is kept."""
        return tuple(sorted(cards, key=self.order.__getitem__))

    def _find_depth(self, zone: str, viewer: int | None) -> int:
        """Return the number of cards that `viewer` sees from the top of a zone: 0, 1, or `ALL`."""
        naming = self.naming(zone)
        if may_see(naming.audience, viewer):
            return ALL
        return 1 if naming.open_top else 0

    def _list_sights(self, zones: tuple[str, ...], viewer: int | None) -> tuple[tuple[str, int, bool], ...]:
        """Return how deep `viewer` sees into each zone, and whether it knows only the number of its cards."""
        depths = [(zone, self.depth(zone, viewer)) for zone in zones]
        return tuple([(zone, depth, not depth and self.naming(zone).value is None) for zone, depth in depths])

    def _make_closed(self, zone: str, count: int) -> Zone:
        naming = self.naming(zone)
        return Zone(zone, naming.kind, naming.owner, naming.label, count, None, (None,) * count)

    def _make_zone(self, zone: str, cards: tuple[str, ...], depth: int) -> Zone:
        naming, hidden = self.naming(zone), max(len(cards) - depth, 0)
        value = None if naming.value is None else naming.value(cards)
        shown = (*(None,) * hidden, *cards[hidden:])
        return Zone(zone, naming.kind, naming.owner, naming.label, len(cards), value, shown)

    def _list_admitted(self, zone: str) -> frozenset[str]:
        """Return the cards that can lie hidden in a zone, by public knowledge."""
        name, _, place = zone.partition(":")
        admits = self.kinds[name].admits
        return frozenset(card for card in self.order if admits is None or admits(card, place))


def _audience(sight: Sight, owner: int | None) -> Audience:
    if sight == "everybody":
        return None
    return (owner,) if sight == "owner" and owner is not None else ()


def may_see(audience: Audience, viewer: int | None) -> bool:
    """Tell whether `viewer` (null for a spectator) belongs to an audience."""
    return audience is None or viewer in audience


def join_audiences(one: Audience, other: Audience) -> Audience:
    """Return the union of two audiences."""
    if one is None or other is None:
        return None
    return one if one == other else one + other

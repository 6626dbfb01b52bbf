"""The places of the cards: zones, their names, owners and audiences, and the layout of the cards during one move.

Cards change places only on a `Layout`, and each change is an event.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import compress, cycle
from operator import is_not
from typing import Literal

import msgspec

from engine.core.errors import InvalidInput
from engine.core.randomness import Randomness
from engine.core.values import Event, Zone, Zones

Sight = Literal["everybody", "owner", "nobody"]
Audience = tuple[int, ...] | None
# More cards than any zone holds: the depth of a zone that is fully visible.
ALL = 2**31
# The values of an event, in the order of its fields. A tuple is cheap, and replays and searches never read the events.
_Note = tuple[str, int | None, tuple[str, ...], int, str | None, str | None, str | None, str, Audience]


class ZoneKind(msgspec.Struct, frozen=True):
    """One kind of zone.

    A zone's id is the kind alone, or `kind:place`; with `owned`, the place begins with the owner's seat.
    `label` is a template that may use {place}, {seat} ("seat 2") and {part}, the rest of the place after the seat;
    `places` lists the places or parts that are words. `hand` zones are kept in canonical deck order. With `open_top`
    everybody sees the top card, whatever `sight` says.
    `value(cards)` returns the number that the rules give such a zone, which everybody knows. Alternatively,
    `top_values` gives it by the top card of a zone that is never empty.
    `ordered` tells that the rules depend on the order of the cards below the top one, too.
    `admits(card, place)` tells whether, by public knowledge, a hidden card can lie here.
    """

    label: str
    sight: Sight
    owned: bool = False
    places: tuple[str, ...] = ()
    hand: bool = False
    open_top: bool = False
    admits: Callable[[str, str], bool] | None = None
    value: Callable[[tuple[str, ...]], int] | None = None
    top_values: Mapping[str, int] | None = None
    ordered: bool = False


class Naming(msgspec.Struct, frozen=True):
    """The properties of a zone that follow from its id.

    `audience` lists the seats that see its cards, null for everybody; `top_audience` lists the seats that see its top
    card.
    """

    kind: str
    owner: int | None
    label: str
    audience: Audience
    top_audience: Audience
    hand: bool
    open_top: bool
    value: Callable[[tuple[str, ...]], int] | None
    top_values: Mapping[str, int] | None


class Transfer(msgspec.Struct, frozen=True):
    """The consequences of moving cards from one zone to another.

    `audience` sees the cards. `into_hand` tells whether they are sorted into a hand, `uncovers` whether everybody then
    sees the new top card of the first zone, and `is_open` whether everybody sees all of that zone.
    """

    audience: Audience
    into_hand: bool
    uncovers: bool
    is_open: bool


class OpenView(msgspec.Struct, frozen=True):
    """Zones as everybody sees them, by their ids in the order `names`, and the cards that lay there."""

    names: tuple[str, ...]
    lying: Zones
    zones: dict[str, Zone]


class ZoneMap:
    """The kinds of zones of a game, and the canonical order of its cards."""

    def __init__(self, kinds: Mapping[str, ZoneKind], order: Mapping[str, int]) -> None:
        self.kinds = kinds
        self.order = order
        self.naming = lru_cache(maxsize=4096)(self._read_id)
        self.transfer = lru_cache(maxsize=4096)(self._make_transfer)
        self.admitted = lru_cache(maxsize=1024)(self._list_admitted)
        self.depth = lru_cache(maxsize=4096)(self._find_depth)
        self._sights = lru_cache(maxsize=1024)(self._list_sights)
        self._sight = lru_cache(maxsize=4096)(self._find_sight)
        self.own = lru_cache(maxsize=1024)(self._list_own)
        # Closed zones are equal across views and tables when they have the same number of cards, and open zones often
        # recur, so both caches are hit often.
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
            kind.top_values,
        )

    def _make_transfer(self, source: str, target: str) -> Transfer:
        left = self.naming(source)
        entered = self.naming(target)
        audience = join_audiences(left.top_audience, entered.top_audience)
        return Transfer(audience, entered.hand, left.open_top and source != target, left.audience is None)

    def view_openly(self, names: tuple[str, ...], lying: Zones, last: OpenView | None) -> OpenView:
        """Return zones as everybody sees them; unchanged zones are taken from the `last` view."""
        zones: dict[str, Zone] = {}
        changed: Iterable[str] = names
        if last is not None and last.names == names:
            zones = dict(last.zones)
            changed = compress(names, map(is_not, map(lying.__getitem__, names), map(last.lying.__getitem__, names)))
        sights = self._sights(names)
        show_closed = self._show_closed
        show = self._show
        for zone in changed:
            depth, is_closed = sights[zone]
            zones[zone] = show_closed(zone, len(lying[zone])) if is_closed else show(zone, lying[zone], depth)
        return OpenView(names, lying, zones)

    def view(self, seen: OpenView, viewer: int | None) -> tuple[Zone, ...]:
        """Return zones as `viewer` sees them: the open view, except the zones of which the viewer sees more."""
        own = {zone: self._show(zone, seen.lying[zone], ALL) for zone in self.own(seen.names, viewer)}
        return tuple((seen.zones | own).values())

    def view_changed(self, zones: tuple[str, ...], before: Zones, after: Zones, viewer: int | None) -> tuple[Zone, ...]:
        """Return the members of `zones` that are new, or that `viewer` sees differently in `after`."""
        seen: list[Zone] = []
        for zone in zones:
            lay = before.get(zone)
            lie = after[zone]
            depth, is_closed = self._sight(zone, viewer)
            if is_closed:
                if lay is None or len(lay) != len(lie):
                    seen.append(self._show_closed(zone, len(lie)))
                continue
            shown = self._show(zone, lie, depth)
            if lay is None or self._show(zone, lay, depth) != shown:
                seen.append(shown)
        return tuple(seen)

    def uncover(self, zones: tuple[str, ...], lying: Zones) -> tuple[Zone, ...]:
        """Return zones as everybody sees them after the end."""
        return tuple([self._show(zone, lying[zone], ALL) for zone in zones])

    def visible(self, zone: str, cards: tuple[str, ...], viewer: int | None) -> tuple[str, ...]:
        """Return the cards of a zone that `viewer` sees: the top ones, down to the viewer's depth."""
        return cards[max(len(cards) - self.depth(zone, viewer), 0) :]

    def top(self, zone: str, lying: Zones) -> str:
        """Return the top card of a zone whose top card everybody sees."""
        return self.visible(zone, lying[zone], None)[-1]

    def sort(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Return cards in canonical order, as a hand is kept."""
        return tuple(sorted(cards, key=self.order.__getitem__))

    def _find_depth(self, zone: str, viewer: int | None) -> int:
        """Return the number of cards that `viewer` sees from the top of a zone: 0, 1, or `ALL`."""
        naming = self.naming(zone)
        if may_see(naming.audience, viewer):
            return ALL
        return 1 if naming.open_top else 0

    def _find_sight(self, zone: str, viewer: int | None) -> tuple[int, bool]:
        """Return how deep `viewer` sees into a zone, and whether the viewer knows only the number of its cards."""
        naming = self.naming(zone)
        depth = self.depth(zone, viewer)
        return depth, not (depth or naming.value or naming.top_values)

    def _list_sights(self, zones: tuple[str, ...]) -> Mapping[str, tuple[int, bool]]:
        """Return how deep everybody sees into each zone, and whether they know only the number of its cards."""
        return {zone: self._find_sight(zone, None) for zone in zones}

    def _list_own(self, zones: tuple[str, ...], viewer: int | None) -> tuple[str, ...]:
        """Return the zones of which `viewer` sees more than everybody does."""
        return tuple([zone for zone in zones if self.depth(zone, viewer) > self.depth(zone, None)])

    def _make_closed(self, zone: str, count: int) -> Zone:
        naming = self.naming(zone)
        return Zone(zone, naming.kind, naming.owner, naming.label, count, None, (None,) * count)

    def _make_zone(self, zone: str, cards: tuple[str, ...], depth: int) -> Zone:
        naming = self.naming(zone)
        hidden = max(len(cards) - depth, 0)
        value = None if naming.value is None else naming.value(cards)
        if naming.top_values is not None:
            value = naming.top_values[cards[-1]]
        shown = (*(None,) * hidden, *cards[hidden:]) if hidden else cards
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


class Layout(msgspec.Struct, eq=False):
    """A working copy of a table's cards for one move (a struct, since creating it takes half the time of a class).

    `zones` is changed in place; no state shares it. `words` counts the random words that the table with the key `seed`
    has used. The layout notes each change, and builds `events` from the notes only when they are read. The audience of
    a moving card follows from the zones that it leaves and enters, so games do not decide it. `shuffles` collects the
    effect of each shuffle, for checks of the table: zone, words used before it, and the cards before and after. `stack`
    is a stacked deck, bottom first, that replaces the first shuffle.
    """

    zone_map: ZoneMap
    zones: dict[str, tuple[str, ...]]
    seed: str
    words: int
    stack: Sequence[str] | None = None
    shuffles: list[tuple[str, int, tuple[str, ...], tuple[str, ...]]] = []
    _noted: list[_Note] = []
    # The open piles that cards left, as they lay before, by the index of the note.
    _left: dict[int, tuple[str, ...]] = {}

    @property
    def events(self) -> list[Event]:
        """The events so far."""
        events: list[Event] = []
        for number, note in enumerate(self._noted):
            pile = self._left.get(number, ())
            cards = note[2]
            top = len(pile) - len(cards)
            if not pile:
                events.append(Event(*note))
            elif pile[top:] == cards:
                events.append(Event(*note, positions=tuple(range(top, len(pile)))))
            else:
                events.append(Event(*note, positions=_find_positions(pile, cards)))
        return events

    def move(
        self,
        kind: str,
        seat: int | None,
        cards: tuple[str, ...],
        source: str,
        target: str,
        rule: str,
        value: str | None = None,
    ) -> None:
        """Move cards, in their order in `source`, onto the top of `target` (or into it, if it is a hand)."""
        zones = self.zones
        zone_map = self.zone_map
        count = len(cards)
        transfer = zone_map.transfer(source, target)
        pile = zones[source]
        if pile[-count:] == cards:
            zones[source] = pile[:-count]
        else:
            # Among equal cards, the upper ones leave.
            left = list(reversed(pile))
            for card in cards:
                left.remove(card)
            zones[source] = tuple(reversed(left))
        lying = zones[target] + cards
        zones[target] = tuple(sorted(lying, key=zone_map.order.__getitem__)) if transfer.into_hand else lying
        if transfer.is_open:
            self._left[len(self._noted)] = pile
        self._noted.append((kind, seat, cards, count, source, target, value, rule, transfer.audience))
        if transfer.uncovers:
            self._uncover_top(source, rule)

    def bury(
        self, kind: str, seat: int | None, cards: tuple[str, ...], source: str, target: str, rule: str, below: int = 0
    ) -> None:
        """Move cards, in their order, into `target`, above the lowest `below` cards there.

        `kind` is a member of the game's `burials`, from which viewers know where the cards lie.
        """
        lying = self.zones[target]
        self.zones[target] = lying[:below]
        self.move(kind, seat, cards, source, target, rule)
        self.zones[target] += lying[below:]

    def draw(self, kind: str, seat: int | None, source: str, target: str, rule: str) -> str:
        """Move the top card of `source` to `target` and return it."""
        top = self.zones[source][-1:]
        self.move(kind, seat, top, source, target, rule)
        return top[0]

    def deal(self, source: str, targets: Sequence[str], rounds: int, rule: str) -> None:
        """Deal from the top of `source`, which is face down: a card to each target in turn, `rounds` times."""
        pile = self.zones[source]
        count = rounds * len(targets)
        dealt = pile[: -count - 1 : -1]
        self.zones[source] = pile[:-count]
        transfers = [self.zone_map.transfer(source, target) for target in targets]
        for place, (target, transfer) in enumerate(zip(targets, transfers, strict=True)):
            lying = self.zones[target] + dealt[place :: len(targets)]
            self.zones[target] = self.zone_map.sort(lying) if transfer.into_hand else lying
        self._noted += [
            ("dealt", None, (card,), 1, source, target, None, rule, transfer.audience)
            for card, target, transfer in zip(dealt, cycle(targets), cycle(transfers))
        ]

    def draw_up(self, seat: int, source: str, hand: str, size: int, rule: str) -> None:
        """Draw from `source`, which is face down, until the hand holds `size` cards or `source` is empty."""
        pile = self.zones[source]
        lying = self.zones[hand]
        drawn = pile[: -max(size - len(lying), 0) - 1 : -1]
        if drawn:
            self.zones[source] = pile[: -len(drawn)]
            self.zones[hand] = self.zone_map.sort(lying + drawn)
            audience = self.zone_map.transfer(source, hand).audience
            self._noted += [("drawn", seat, (card,), 1, source, hand, None, rule, audience) for card in drawn]

    def show(self, kind: str, seat: int, cards: tuple[str, ...], rule: str, value: str | None = None) -> None:
        """Note an event that shows cards to everybody; the cards keep their places and are hidden again."""
        self._noted.append((kind, seat, cards, len(cards), None, None, value, rule, None))

    def happen(self, kind: str, seat: int | None, rule: str, value: str | None = None) -> None:
        """Note an event that moves no card."""
        self._noted.append((kind, seat, (), 0, None, None, value, rule, None))

    def shuffle(self, cards: Iterable[str], zone: str, rule: str) -> None:
        """Fill `zone` with the given cards, shuffled from the given order, or with a stacked deck that is still unused.

        Raises `InvalidInput` if the stacked deck does not hold exactly these cards (engine 2).
        """
        order = list(cards)
        if self.stack is None:
            self.zones[zone] = self.shuffled(tuple(order), zone)
        else:
            self.zones[zone] = _stacked(self.stack, order)
            self.stack = None
        self._tell_shuffled(zone, rule)

    def shuffle_to_new_top(self, zone: str, rule: str) -> None:
        """Shuffle a zone repeatedly until another card is on top; note one event for all shuffles."""
        cards = self.zones[zone]
        old_top = cards[-1]
        while cards[-1] == old_top:
            cards = self.shuffled(cards, zone)
        self.zones[zone] = cards
        self._tell_shuffled(zone, rule)

    def _tell_shuffled(self, zone: str, rule: str) -> None:
        """Note that a zone was shuffled, with its new order for its audience, and its new top card if that is open."""
        naming = self.zone_map.naming(zone)
        cards = self.zones[zone]
        seen = cards if naming.audience else ()
        self._noted.append(("shuffled", None, seen, len(cards), None, zone, None, rule, naming.audience))
        if naming.open_top:
            self._uncover_top(zone, rule)

    def open_zone(self, zone: str, rule: str) -> None:
        """Add an empty zone to the table."""
        self.zones[zone] = ()
        self._noted.append(("opened", None, (), 0, None, zone, None, rule, None))

    def remove_zone(self, zone: str, rule: str) -> None:
        """Remove an empty zone from the table."""
        left = self.zones.pop(zone)
        assert not left
        self._noted.append(("removed", None, (), 0, zone, None, None, rule, None))

    def gather(self, sources: Iterable[str], target: str, rule: str) -> None:
        """Move all cards of `sources` to `target`."""
        for source in sources:
            if cards := self.zones[source]:
                self.move("gathered", None, cards, source, target, rule)

    def uncover(self, zones: Iterable[str], rule: str) -> None:
        """Show all cards of the zones that are not open to everybody, as at the end of a table (engine 5)."""
        for zone in zones:
            if (cards := self.zones[zone]) and self.zone_map.naming(zone).audience is not None:
                self._noted.append(("uncovered", None, cards, len(cards), None, zone, None, rule, None))

    def shuffled(self, before: tuple[str, ...], zone: str) -> tuple[str, ...]:
        """Return cards of `zone` in a random order, without an event."""
        random = Randomness(self.seed, self.words)
        order = list(before)
        random.shuffle(order)
        after = tuple(order)
        self.shuffles.append((zone, self.words, before, after))
        self.words = random.used
        return after

    def below(self, n: int) -> int:
        """Return a random number from 0 to n - 1, without an event."""
        random = Randomness(self.seed, self.words)
        number = random.below(n)
        self.words = random.used
        return number

    def _uncover_top(self, zone: str, rule: str) -> None:
        if top := self.zones[zone][-1:]:
            self._noted.append(("uncovered", None, top, 1, None, zone, None, rule, None))


def _find_positions(pile: tuple[str, ...], cards: tuple[str, ...]) -> tuple[int, ...]:
    """Return the places of cards in the pile that they leave; among equal cards, the upper ones leave."""
    found: list[int] = []
    for card in cards:
        found.append(max(place for place, lying in enumerate(pile) if lying == card and place not in found))
    return tuple(found)


def _stacked(stack: Sequence[str], expected: Sequence[str]) -> tuple[str, ...]:
    if Counter(stack) != Counter(expected):
        surplus = Counter(stack) - Counter(expected)
        missing = Counter(expected) - Counter(stack)
        raise InvalidInput(
            f"The stacked deck must hold exactly the {len(expected)} cards that the first shuffle would shuffle; "
            f"too many: {_list(surplus)}; missing: {_list(missing)}.",
            ("deck",),
        )
    return tuple(stack)


def _list(cards: Counter[str]) -> str:
    return " ".join(sorted(cards.elements())[:10]) or "none"

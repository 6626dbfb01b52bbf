"""The cards as they lie while one move is carried out: they change places only here, and each change is an event."""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Sequence

from engine.errors import InvalidInput
from engine.game import Event, Zones
from engine.randomness import Randomness
from engine.zones import Audience, ZoneMap, join_audiences


class Layout:
    """A working copy of a table's cards for the length of one move.

    `events` collects what happened. Who may see a card that moves follows from the zones that it leaves and
    enters, so no game decides it. `stack` is a stacked deck, bottom first, that takes the place of the first
    shuffle.
    """

    __slots__ = ("_map", "events", "random", "stack", "zones")

    def __init__(
        self, zone_map: ZoneMap, zones: Zones, seed: str, words: int, stack: Sequence[str] | None = None
    ) -> None:
        self._map = zone_map
        self.zones = dict(zones)
        self.random = Randomness(seed, words)
        self.stack = stack
        self.events: list[Event] = []

    def move(self, kind: str, seat: int | None, cards: tuple[str, ...], source: str, target: str, rule: str) -> None:
        """Move cards, in their order in `source`, onto the top of `target` (or into it, if it is a hand)."""
        zones = self.zones
        zones[source] = _without(zones[source], cards)
        self._enter(target, cards)
        naming = self._map.naming
        audience = join_audiences(naming(source).audience, naming(target).audience)
        self.events.append(Event(kind, seat, cards, len(cards), source, target, None, rule, audience))

    def bury(self, kind: str, seat: int | None, cards: tuple[str, ...], source: str, target: str, rule: str) -> None:
        """Move cards, in their order, to the bottom of `target`."""
        below = self.zones[target]
        self.zones[target] = ()
        self.move(kind, seat, cards, source, target, rule)
        self.zones[target] += below

    def draw(self, kind: str, seat: int | None, source: str, target: str, rule: str) -> str:
        """Move the top card of `source` to `target` and return it."""
        card = self.zones[source][-1]
        self.move(kind, seat, (card,), source, target, rule)
        return card

    def happen(self, kind: str, seat: int | None, rule: str, value: str | None = None) -> None:
        """Note an event that moves no card."""
        self.events.append(Event(kind, seat, value=value, rule=rule))

    def shuffle(self, cards: Iterable[str], zone: str, rule: str) -> None:
        """Make `zone` the given cards, shuffled from the given order, or the stacked deck if there still is one.

        Raises `InvalidInput` when the stacked deck does not hold exactly these cards (engine 2).
        """
        order = list(cards)
        if self.stack is None:
            self.random.shuffle(order)
        else:
            order, self.stack = _stacked(self.stack, order), None
        self.zones[zone] = tuple(order)
        self.events.append(Event("shuffled", count=len(order), to_zone=zone, rule=rule, seen_by=self._audience(zone)))

    def open_zone(self, zone: str, rule: str) -> None:
        """Add an empty zone to the table."""
        self.zones[zone] = ()
        self.events.append(Event("opened", to_zone=zone, rule=rule))

    def remove_zone(self, zone: str, rule: str) -> None:
        """Take an empty zone off the table."""
        assert not self.zones.pop(zone)
        self.events.append(Event("removed", from_zone=zone, rule=rule))

    def gather(self, sources: Iterable[str], target: str, rule: str) -> None:
        """Move everything that lies in `sources` to `target`."""
        for source in sources:
            if cards := self.zones[source]:
                self.move("gathered", None, cards, source, target, rule)

    def uncover(self, zones: Iterable[str], rule: str) -> None:
        """Show the cards of those zones that not everybody could see, as when the table is over (engine 5)."""
        for zone in zones:
            if (cards := self.zones[zone]) and self._audience(zone) is not None:
                self.events.append(Event("uncovered", None, cards, len(cards), None, zone, None, rule))

    def _enter(self, target: str, cards: tuple[str, ...]) -> None:
        zones = self.zones
        if not self._map.naming(target).hand:
            zones[target] += cards
            return
        hand = list(zones[target])
        for card in cards:
            insort(hand, card, key=self._map.order.__getitem__)
        zones[target] = tuple(hand)

    def _audience(self, zone: str) -> Audience:
        return self._map.naming(zone).audience


def _without(pile: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return a pile without cards that lie in it; of equal ones the upper leaves."""
    if pile is cards:
        return ()
    if len(cards) == 1 and pile[-1] == cards[0]:
        return pile[:-1]
    rest = list(reversed(pile))
    for card in cards:
        rest.remove(card)
    return tuple(reversed(rest))


def _stacked(stack: Sequence[str], expected: Sequence[str]) -> list[str]:
    if Counter(stack) != Counter(expected):
        surplus = Counter(stack) - Counter(expected)
        missing = Counter(expected) - Counter(stack)
        raise InvalidInput(
            f"The stacked deck must hold exactly the {len(expected)} cards that the first shuffle would shuffle; "
            f"too many: {_list(surplus)}; missing: {_list(missing)}.",
            ("deck",),
        )
    return list(stack)


def _list(cards: Counter[str]) -> str:
    return " ".join(sorted(cards.elements())[:10]) or "none"

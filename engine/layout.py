"""The cards as they lie while one move is carried out: they change places only here, and each change is an event."""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Sequence

from engine.errors import InvalidInput
from engine.game import Event, Zones
from engine.randomness import Randomness
from engine.zones import Audience, ZoneMap


class Layout:
    """A working copy of a table's cards for the length of one move.

    `events` collects what happened. Who may see a card that moves follows from the zones that it leaves and
    enters, so no game decides it. `shuffles` collects, for whoever checks the table, what each shuffle did: zone, words
    used before it, and the cards before and after. `stack` is a stacked deck, bottom first, that takes the place of
    the first shuffle.
    """

    __slots__ = ("_map", "events", "random", "shuffles", "stack", "zones")

    def __init__(
        self, zone_map: ZoneMap, zones: Zones, seed: str, words: int, stack: Sequence[str] | None = None
    ) -> None:
        self._map = zone_map
        self.zones = dict(zones)
        self.random = Randomness(seed, words)
        self.stack = stack
        self.events: list[Event] = []
        self.shuffles: list[tuple[str, int, tuple[str, ...], tuple[str, ...]]] = []

    def move(self, kind: str, seat: int | None, cards: tuple[str, ...], source: str, target: str, rule: str) -> None:
        """Move cards, in their order in `source`, onto the top of `target` (or into it, if it is a hand)."""
        self.zones[source] = _without(self.zones[source], cards)
        self._enter(kind, seat, cards, source, target, rule)

    def bury(
        self, kind: str, seat: int | None, cards: tuple[str, ...], source: str, target: str, rule: str, below: int = 0
    ) -> None:
        """Move cards, in their order, into `target`, where so many cards then lie `below` them: by default none."""
        lying = self.zones[target]
        self.zones[target] = lying[:below]
        self.move(kind, seat, cards, source, target, rule)
        self.zones[target] += lying[below:]

    def draw(self, kind: str, seat: int | None, source: str, target: str, rule: str) -> str:
        """Move the top card of `source` to `target` and return it."""
        pile = self.zones[source]
        self.zones[source] = pile[:-1]
        self._enter(kind, seat, pile[-1:], source, target, rule)
        return pile[-1]

    def deal(self, source: str, targets: Sequence[str], rounds: int, rule: str) -> None:
        """Deal from the top of `source`: a card to each target, one after the other, `rounds` times."""
        for _ in range(rounds):
            for target in targets:
                self.draw("dealt", None, source, target, rule)

    def draw_up(self, seat: int, source: str, hand: str, size: int, rule: str) -> None:
        """Draw until the hand holds `size` cards or `source` is empty."""
        zones = self.zones
        while zones[source] and len(zones[hand]) < size:
            self.draw("drawn", seat, source, hand, rule)

    def show(self, kind: str, seat: int, cards: tuple[str, ...], rule: str, value: str | None = None) -> None:
        """Note an event that names cards to everybody; they stay where they are and are hidden again."""
        self.events.append(Event(kind, seat, cards, len(cards), value=value, rule=rule))

    def happen(self, kind: str, seat: int | None, rule: str, value: str | None = None) -> None:
        """Note an event that moves no card."""
        self.events.append(Event(kind, seat, (), 0, None, None, value, rule))

    def shuffle(self, cards: Iterable[str], zone: str, rule: str) -> None:
        """Make `zone` the given cards, shuffled from the given order, or the stacked deck if there still is one.

        Raises `InvalidInput` when the stacked deck does not hold exactly these cards (engine 2).
        """
        order = list(cards)
        if self.stack is None:
            self.zones[zone] = self.shuffled(tuple(order), zone)
        else:
            self.zones[zone], self.stack = _stacked(self.stack, order), None
        naming = self._map.naming(zone)
        self.events.append(Event("shuffled", count=len(order), to_zone=zone, rule=rule, seen_by=naming.audience))
        if naming.open_top:
            self._uncover_top(zone, rule)

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
        """Show all cards of those zones that not everybody could see, as when the table is over (engine 5)."""
        for zone in zones:
            if (cards := self.zones[zone]) and self._audience(zone) is not None:
                self.events.append(Event("uncovered", None, cards, len(cards), None, zone, None, rule))

    def shuffled(self, before: tuple[str, ...], zone: str) -> tuple[str, ...]:
        """Return cards in a random order, which nobody is told; `zone` is where they are thought to lie."""
        words, order = self.random.used, list(before)
        self.random.shuffle(order)
        after = tuple(order)
        self.shuffles.append((zone, words, before, after))
        return after

    def _uncover_top(self, zone: str, rule: str) -> None:
        if top := self.zones[zone][-1:]:
            self.events.append(Event("uncovered", None, top, 1, None, zone, None, rule))

    def _enter(self, kind: str, seat: int | None, cards: tuple[str, ...], source: str, target: str, rule: str) -> None:
        """Put cards that have left `source` into `target`, and note it."""
        passage = self._map.passage(source, target)
        lying = self.zones[target]
        self.zones[target] = self._sort_in(lying, cards) if passage.into_hand else lying + cards
        self.events.append(Event(kind, seat, cards, len(cards), source, target, None, rule, passage.audience))
        if passage.uncovers:
            self._uncover_top(source, rule)

    def _sort_in(self, hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
        held = list(hand)
        for card in cards:
            insort(held, card, key=self._map.order.__getitem__)
        return tuple(held)

    def _audience(self, zone: str) -> Audience:
        return self._map.naming(zone).audience


def _without(pile: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return a pile without cards that lie in it; of equal ones the upper leaves."""
    if pile is cards:
        return ()
    if len(cards) == 1 and pile[-1] == cards[0]:
        return pile[:-1]
    rest = list(pile)
    rest.reverse()
    for card in cards:
        rest.remove(card)
    rest.reverse()
    return tuple(rest)


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

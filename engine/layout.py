"""The cards as they lie while one move is carried out: they change places only here, and each change is an event."""

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import cycle

from engine.errors import InvalidInput
from engine.game import Event, Zones
from engine.randomness import Randomness
from engine.zones import Audience, ZoneMap

# The values of an event, in the order of its fields: to note them is cheap, and replays and searches ask for no event.
_Note = tuple[str, int | None, tuple[str, ...], int, str | None, str | None, str | None, str, Audience]


class Layout:
    """A working copy of a table's cards for the length of one move.

    What happens is noted, and made into `events` when somebody asks for them. Who may see a card that moves follows
    from the zones that it leaves and enters, so no game decides it. `shuffles` collects, for whoever checks the table,
    what each shuffle did: zone, words used before it, and the cards before and after. `stack` is a stacked deck, bottom
    first, that takes the place of the first shuffle.
    """

    __slots__ = ("_map", "_noted", "_random", "_start", "shuffles", "stack", "zones")

    def __init__(
        self, zone_map: ZoneMap, zones: Zones, seed: str, words: int, stack: Sequence[str] | None = None
    ) -> None:
        self._map = zone_map
        self.zones = dict(zones)
        self._start = (seed, words)
        self._random: Randomness | None = None
        self.stack = stack
        self._noted: list[_Note] = []
        self.shuffles: list[tuple[str, int, tuple[str, ...], tuple[str, ...]]] = []

    @property
    def events(self) -> list[Event]:
        """What has happened so far."""
        return [Event(*note) for note in self._noted]

    @property
    def random(self) -> Randomness:
        """The table's random words from the first unused one: most moves ask for none."""
        if self._random is None:
            self._random = Randomness(*self._start)
        return self._random

    @property
    def words(self) -> int:
        """How many random words the table has used."""
        return self._start[1] if self._random is None else self._random.used

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
        """Deal from the top of `source`, which is face down: a card to each target in turn, `rounds` times."""
        pile, count = self.zones[source], rounds * len(targets)
        dealt = pile[: -count - 1 : -1]
        self.zones[source] = pile[:-count]
        passages = [self._map.passage(source, target) for target in targets]
        for place, (target, passage) in enumerate(zip(targets, passages, strict=True)):
            cards = dealt[place :: len(targets)]
            lying = self.zones[target]
            self.zones[target] = self._sort_in(lying, cards) if passage.into_hand else lying + cards
        for card, target, passage in zip(dealt, cycle(targets), cycle(passages)):
            self._noted.append(("dealt", None, (card,), 1, source, target, None, rule, passage.audience))

    def draw_up(self, seat: int, source: str, hand: str, size: int, rule: str) -> None:
        """Draw until the hand holds `size` cards or `source` is empty."""
        zones = self.zones
        while zones[source] and len(zones[hand]) < size:
            self.draw("drawn", seat, source, hand, rule)

    def show(self, kind: str, seat: int, cards: tuple[str, ...], rule: str, value: str | None = None) -> None:
        """Note an event that names cards to everybody; they stay where they are and are hidden again."""
        self._noted.append((kind, seat, cards, len(cards), None, None, value, rule, None))

    def happen(self, kind: str, seat: int | None, rule: str, value: str | None = None) -> None:
        """Note an event that moves no card."""
        self._noted.append((kind, seat, (), 0, None, None, value, rule, None))

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
        self._noted.append(("shuffled", None, (), len(order), None, zone, None, rule, naming.audience))
        if naming.open_top:
            self._uncover_top(zone, rule)

    def open_zone(self, zone: str, rule: str) -> None:
        """Add an empty zone to the table."""
        self.zones[zone] = ()
        self._noted.append(("opened", None, (), 0, None, zone, None, rule, None))

    def remove_zone(self, zone: str, rule: str) -> None:
        """Take an empty zone off the table."""
        assert not self.zones.pop(zone)
        self._noted.append(("removed", None, (), 0, zone, None, None, rule, None))

    def gather(self, sources: Iterable[str], target: str, rule: str) -> None:
        """Move everything that lies in `sources` to `target`."""
        for source in sources:
            if cards := self.zones[source]:
                self.move("gathered", None, cards, source, target, rule)

    def uncover(self, zones: Iterable[str], rule: str) -> None:
        """Show all cards of those zones that not everybody could see, as when the table is over (engine 5)."""
        for zone in zones:
            if (cards := self.zones[zone]) and self._audience(zone) is not None:
                self._noted.append(("uncovered", None, cards, len(cards), None, zone, None, rule, None))

    def shuffled(self, before: tuple[str, ...], zone: str) -> tuple[str, ...]:
        """Return cards in a random order, which nobody is told; `zone` is where they are thought to lie."""
        words, order = self.random.used, list(before)
        self.random.shuffle(order)
        after = tuple(order)
        self.shuffles.append((zone, words, before, after))
        return after

    def _uncover_top(self, zone: str, rule: str) -> None:
        if top := self.zones[zone][-1:]:
            self._noted.append(("uncovered", None, top, 1, None, zone, None, rule, None))

    def _enter(self, kind: str, seat: int | None, cards: tuple[str, ...], source: str, target: str, rule: str) -> None:
        """Put cards that have left `source` into `target`, and note it."""
        passage = self._map.passage(source, target)
        lying = self.zones[target]
        self.zones[target] = self._sort_in(lying, cards) if passage.into_hand else lying + cards
        self._noted.append((kind, seat, cards, len(cards), source, target, None, rule, passage.audience))
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
    if len(cards) == 1:
        above = pile[::-1].index(cards[0])
        return pile[: -above - 1] + pile[len(pile) - above :]
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

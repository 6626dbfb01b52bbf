"""The places of the cards during one move: cards change places only here, and each change is an event."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import cycle

import msgspec

from engine.core.errors import InvalidInput
from engine.core.randomness import Randomness
from engine.core.values import Event
from engine.core.zones import Audience, ZoneMap

# The values of an event, in the order of its fields: noting them is cheap, and replays and searches read no events.
_Note = tuple[str, int | None, tuple[str, ...], int, str | None, str | None, str | None, str, Audience]


class Layout(msgspec.Struct, eq=False):
    """A working copy of a table's cards for the length of one move: a struct, since it is made in half the time.

    `zones` is changed in place: it belongs to no state. `words` counts the random words that the table with the key
    `seed` has used. Changes are noted, and become `events` only when these are read. The audience of a moving card
    follows from the zones that it leaves and enters, so no game decides it. `shuffles` collects the effect of each
    shuffle, for checks of the table: zone, words used before it, and the cards before and after. `stack` is a stacked
    deck, bottom first, that takes the place of the first shuffle.
    """

    zone_map: ZoneMap
    zones: dict[str, tuple[str, ...]]
    seed: str
    words: int
    stack: Sequence[str] | None = None
    shuffles: list[tuple[str, int, tuple[str, ...], tuple[str, ...]]] = []
    _noted: list[_Note] = []
    # The open piles that cards left, as they were, by the numbers of the notes.
    _left: dict[int, tuple[str, ...]] = {}

    @property
    def events(self) -> list[Event]:
        """The events so far."""
        events: list[Event] = []
        for number, note in enumerate(self._noted):
            pile, cards = self._left.get(number, ()), note[2]
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
        zones, zone_map, count = self.zones, self.zone_map, len(cards)
        transfer, pile = zone_map.transfer(source, target), zones[source]
        if pile[-count:] == cards:
            zones[source] = pile[:-count]
        else:
            # Of equal cards the upper ones leave.
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

        `kind` is one of the game's `burials`, which tell viewers where the cards are.
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
        pile, count = self.zones[source], rounds * len(targets)
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
        pile, lying = self.zones[source], self.zones[hand]
        drawn = pile[: -max(size - len(lying), 0) - 1 : -1]
        if drawn:
            self.zones[source] = pile[: -len(drawn)]
            self.zones[hand] = self.zone_map.sort(lying + drawn)
            audience = self.zone_map.transfer(source, hand).audience
            self._noted += [("drawn", seat, (card,), 1, source, hand, None, rule, audience) for card in drawn]

    def show(self, kind: str, seat: int, cards: tuple[str, ...], rule: str, value: str | None = None) -> None:
        """Note an event that names cards to everybody; they stay where they are and are hidden again."""
        self._noted.append((kind, seat, cards, len(cards), None, None, value, rule, None))

    def happen(self, kind: str, seat: int | None, rule: str, value: str | None = None) -> None:
        """Note an event that moves no card."""
        self._noted.append((kind, seat, (), 0, None, None, value, rule, None))

    def shuffle(self, cards: Iterable[str], zone: str, rule: str) -> None:
        """Fill `zone` with the given cards, shuffled from the given order, or with the stacked deck if it is unused.

        Raises `InvalidInput` when the stacked deck does not hold exactly these cards (engine 2).
        """
        order = list(cards)
        if self.stack is None:
            self.zones[zone] = self.shuffled(tuple(order), zone)
        else:
            self.zones[zone], self.stack = _stacked(self.stack, order), None
        self._tell_shuffled(zone, rule)

    def shuffle_to_new_top(self, zone: str, rule: str) -> None:
        """Shuffle a zone as it lies, again and again until another card is on top; one event tells of it all."""
        cards = self.zones[zone]
        old_top = cards[-1]
        while cards[-1] == old_top:
            cards = self.shuffled(cards, zone)
        self.zones[zone] = cards
        self._tell_shuffled(zone, rule)

    def _tell_shuffled(self, zone: str, rule: str) -> None:
        """Note that a zone was shuffled, its new order for those who see it, and the new top if everybody does."""
        naming, cards = self.zone_map.naming(zone), self.zones[zone]
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
        assert not self.zones.pop(zone)
        self._noted.append(("removed", None, (), 0, zone, None, None, rule, None))

    def gather(self, sources: Iterable[str], target: str, rule: str) -> None:
        """Move all cards of `sources` to `target`."""
        for source in sources:
            if cards := self.zones[source]:
                self.move("gathered", None, cards, source, target, rule)

    def uncover(self, zones: Iterable[str], rule: str) -> None:
        """Show all cards of the zones that were not open to everybody, as when the table is over (engine 5)."""
        for zone in zones:
            if (cards := self.zones[zone]) and self.zone_map.naming(zone).audience is not None:
                self._noted.append(("uncovered", None, cards, len(cards), None, zone, None, rule, None))

    def shuffled(self, before: tuple[str, ...], zone: str) -> tuple[str, ...]:
        """Return cards of `zone` in a random order, without an event."""
        random, order = Randomness(self.seed, self.words), list(before)
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
    """Return where cards lie in a pile that they leave, the upper ones of equal cards."""
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

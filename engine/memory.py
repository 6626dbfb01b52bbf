"""What a viewer remembers of the cards: where each one can lie that it does not see now (engine 5).

A memory begins with the view of the deal and follows the events that the viewer was told, so it holds nothing else. For
each place of each zone it keeps the set of cards that can lie there, as bits of a whole number: a card that was seen is
alone in its place until it is shuffled or leaves a hand unnamed among others. Equal cards are told apart by their
number in the deck, as far as the viewer can. Where a game says so (`Game.lacks`), an event also tells which cards a
hand does not hold; the memory keeps the public facts from which that follows.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from engine.core.errors import InvalidInput
from engine.core.game import Known
from engine.core.values import Deck, Event, Options, State, Zone
from engine.games import game_of
from engine.operations import view
from engine.options import Plain, changed_options, read_options
from engine.validation import find_game

Places = dict[str, tuple[int, ...]]


class Memory(msgspec.Struct, frozen=True):
    """What a viewer (None: a spectator) of a table of `game` remembers.

    `deck` are all cards; bit i of a place stands for card i. `places` are the places of each zone, bottom first.
    `options` are those that differ from their defaults, `facts` the public facts as they stand.
    """

    game: str
    viewer: int | None
    deck: Deck
    places: Places
    options: dict[str, Plain] = {}
    facts: dict[str, str] = {}


def begin_memory(state: State, viewer: int | None) -> Memory:
    """Return what a viewer knows who sees a table for the first time. Raises `InvalidInput` for no such seat."""
    rules = game_of(state)
    deck = rules.deck(state.options)
    seen = view(state, viewer)
    facts = {fact.name: str(fact.value) for fact in seen.facts}
    return Memory(rules.name, viewer, deck, _look(deck, seen.zones), changed_options(state.options), facts)


def _look(deck: Deck, zones: Sequence[Zone]) -> Places:
    """Return the places of a table as it is seen for the first time: each card that is seen is the next of its copies.

    It gives what naming the cards one after the other would, without going through all places for each of them.
    """
    copies: dict[str, list[int]] = {}
    for index, card in reversed(list(enumerate(deck))):
        copies.setdefault(card, []).append(1 << index)
    seen = [[None if card is None else copies[card].pop() for card in zone.cards] for zone in zones]
    left = _join(bit for bits in copies.values() for bit in bits)
    return {
        zone.id: tuple([left if bit is None else bit for bit in bits]) for zone, bits in zip(zones, seen, strict=True)
    }


def remember(memory: Memory, events: Iterable[Event]) -> Memory:
    """Return a memory after further events, as `events_for` tells them to the viewer, in their order."""
    work = _Work(memory)
    for event in events:
        work.take(event)
    return work.memory()


def remember_alike(game: str) -> bool:
    """Tell whether all viewers of a game remember the same, since no zone shows its cards to its owner alone."""
    rules = find_game(game)
    return rules.other_zones is None and all(kind.sight != "owner" for kind in rules.zone_map.kinds.values())


def check_memory(memory: Memory, state: State, viewer: int | None) -> None:
    """Raise `InvalidInput` unless a memory is of this viewer and of a table with so many cards in each zone."""
    zones = {zone: len(cards) for zone, cards in state.zones.items()}
    if memory.viewer != viewer or zones != {zone: len(places) for zone, places in memory.places.items()}:
        raise InvalidInput("The memory is not that of this viewer at this state.", ("memory",))


class _Work:
    """A memory while it follows events."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._rules = find_game(memory.game)
        self._zone_map = self._rules.zone_map
        self._facts = dict(memory.facts)
        self.all = (1 << len(memory.deck)) - 1
        self.places = {zone: list(places) for zone, places in memory.places.items()}
        # The bits of all copies of each card.
        self._copies = dict.fromkeys(memory.deck, 0)
        for index, card in enumerate(memory.deck):
            self._copies[card] |= 1 << index

    def memory(self) -> Memory:
        """Return the memory as it stands."""
        places = {zone: tuple(places) for zone, places in self.places.items()}
        return replace(self._memory, places=places, facts=self._facts)

    def take(self, event: Event) -> None:
        """Follow one event."""
        source = event.from_zone
        target = event.to_zone
        if self._rules.lacks is not None and event.seat is not None:
            self._rule_out(event.seat, self._rules.lacks(self._known(), event))
        if event.kind in self._facts:
            self._facts[event.kind] = event.value or ""
        elif event.kind == "shuffled":
            self._mix(target or "")
            self._uncover(target or "", event.cards)
        elif event.kind == "opened":
            self.places[target or ""] = []
        elif event.kind == "removed":
            del self.places[source or ""]
        elif event.kind == "uncovered":
            self._uncover(target or "", event.cards)
        elif source is not None and target is not None and event.count:
            self._enter(target, self._leave(source, event), event.kind)
        elif event.cards and event.seat is not None:
            self._show(self._find_hand(event.seat), event.cards)

    def _known(self) -> Known[Options]:
        """Return what everybody knows now."""
        options = read_options(self._rules.options, self._memory.options)
        deck = self._memory.deck
        tops = {zone: places[-1] for zone, places in self.places.items() if places}
        seen = {zone: deck[top.bit_length() - 1] for zone, top in tops.items() if not top & (top - 1)}
        return Known(options, self._facts, seen)

    def _rule_out(self, seat: int, cards: frozenset[str]) -> None:
        """Note that a seat holds none of these cards."""
        if cards:
            places = self.places[self._find_hand(seat)]
            lacking = _join(self._copies[card] for card in cards)
            places[:] = [known & ~lacking for known in places]

    def name(self, zone: str, place: int, card: str) -> None:
        """Note that a card lies in a place, and so that copy of it nowhere else."""
        possible = self.places[zone][place] & self._copies[card]
        chosen = self._choose_copy(possible)
        for places in self.places.values():
            places[:] = [known if known == chosen else known & ~chosen for known in places]
        self.places[zone][place] = chosen

    def _choose_copy(self, copies: int) -> int:
        """Return one of the copies that a card can be. Where they were told apart until now, they no longer are."""
        assert copies, "a card is where it cannot be"
        if copies & (copies - 1):
            for places in self.places.values():
                places[:] = [known | copies if known & copies else known for known in places]
        return copies & -copies

    def _mix(self, zone: str) -> None:
        """Shuffle a zone: each of its cards can lie in each of its places."""
        places = self.places[zone]
        together = _join(places)
        places[:] = [together] * len(places)

    def _leave(self, zone: str, event: Event) -> list[int]:
        """Take the cards of an event out of a zone, and return what they can be, the lowest first."""
        places = self.places[zone]
        if event.count == len(places) and not event.cards:
            return self._clear(zone)
        if not event.cards:
            return [self._lift(zone, None) for _ in range(event.count)][::-1]
        return [self._lift(zone, card) for card in reversed(event.cards)][::-1]

    def _clear(self, zone: str) -> list[int]:
        gone, self.places[zone] = self.places[zone], []
        return gone

    def _lift(self, zone: str, card: str | None) -> int:
        """Take one card out of a zone, the top one if the viewer cannot tell another, and return what it can be."""
        places = self.places[zone]
        naming = self._zone_map.naming(zone)
        place = len(places) - 1
        if card is not None:
            place = self._find_in_hand(places, card) if naming.hand else self._find(places, card)
            self.name(zone, place, card)
        elif naming.hand:
            self._even_out(places)
        return places.pop(place)

    def _find(self, places: Sequence[int], card: str) -> int:
        """Return the place that a card leaves: where it is known to lie, else the top."""
        copies = self._copies[card]
        top = len(places) - 1
        return next((place for place in range(top, -1, -1) if places[place] & copies == places[place]), top)

    def _find_in_hand(self, places: list[int], card: str) -> int:
        """Return the place that a card leaves a hand from: where it is known to lie, else one where it can lie.

        Where it can leave from several places they are no longer told apart, unless one of them can hold nothing that
        the others cannot: if the card left another, what stays in this one could as well lie in the other.
        """
        copies = self._copies[card]
        known = self._find(places, card)
        if places[known] & copies == places[known]:
            return known
        self._choose_copy(_join(places) & copies)
        can = [place for place in range(len(places) - 1, -1, -1) if places[place] & copies]
        together = _join(places[place] for place in can)
        least = min(can, key=lambda place: places[place].bit_count())
        if any(places[least] & ~places[place] for place in can):
            for place in can:
                places[place] = together
        return least

    def _even_out(self, places: list[int]) -> None:
        places[:] = [_join(places)] * len(places)

    def _enter(self, zone: str, cards: Sequence[int], kind: str) -> None:
        """Put cards into a zone: on top, or where cards are buried."""
        lying = self.places[zone]
        burial = self._rules.burials.get(kind)
        if burial == "bottom":
            lying[:0] = cards
        else:
            lying += cards
        if burial == "anywhere":
            self._mix(zone)

    def _uncover(self, zone: str, cards: Sequence[str]) -> None:
        """Note the cards on top of a zone, or in a hand, which has no order."""
        if self._zone_map.naming(zone).hand:
            self._show(zone, cards)
            return
        below = len(self.places[zone]) - len(cards)
        for place, card in enumerate(cards, below):
            self.name(zone, place, card)

    def _show(self, hand: str, cards: Sequence[str]) -> None:
        """Note cards that were shown out of a hand, where they stay."""
        taken = [self._lift(hand, card) for card in cards]
        self.places[hand] += taken

    def _find_hand(self, seat: int) -> str:
        namings = {zone: self._zone_map.naming(zone) for zone in self.places}
        (hand,) = (zone for zone, naming in namings.items() if naming.hand and naming.owner == seat)
        return hand


def _join(places: Iterable[int]) -> int:
    together = 0
    for known in places:
        together |= known
    return together

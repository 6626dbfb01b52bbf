"""A viewer's memory of the cards: where each card can lie that the viewer does not see now (engine 5).

A memory begins with the view of the deal and follows the events sent to the viewer, so it holds no other information.
For each place of each zone it stores the set of cards that can lie there, as bits of a whole number. A card that was
seen is the only one of its place until it is shuffled, or until an unnamed card leaves its hand. Equal cards are
distinguished by their number in the deck, as far as the viewer can distinguish them. Where a game says so
(`Game.lacks`), an event also tells which cards a hand does not hold; the memory keeps the public facts that this
depends on.
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
    """The memory of a viewer (None: a spectator) of a table of `game`.

    `deck` lists all cards; bit i of a place stands for card i. `places` holds the places of each zone, bottom first.
    `options` holds the options that differ from their defaults, `facts` the current public facts.
    """

    game: str
    viewer: int | None
    deck: Deck
    places: Places
    options: dict[str, Plain] = {}
    facts: dict[str, str] = {}


def begin_memory(state: State, viewer: int | None) -> Memory:
    """Return the memory of a viewer who sees a table for the first time. Raises `InvalidInput` for an unknown seat."""
    rules = game_of(state)
    deck = rules.deck(state.options)
    seen = view(state, viewer)
    facts = {fact.name: str(fact.value) for fact in seen.facts}
    return Memory(rules.name, viewer, deck, _look(deck, seen.zones), changed_options(state.options), facts)


def _look(deck: Deck, zones: Sequence[Zone]) -> Places:
    """Return the places of a table at first sight: each visible card is the next one of its copies.

    The result equals naming the cards one by one, without a pass over all places for each card.
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
    """Return the memory after further events, as `events_for` returns them for the viewer, in their order."""
    work = _Work(memory)
    for event in events:
        work.take(event)
    return work.memory()


def remember_alike(game: str) -> bool:
    """Tell whether all viewers of a game share one memory, since no zone shows its cards only to its owner."""
    rules = find_game(game)
    return rules.other_zones is None and all(kind.sight != "owner" for kind in rules.zone_map.kinds.values())


def check_memory(memory: Memory, state: State, viewer: int | None) -> None:
    """Raise `InvalidInput` unless a memory belongs to this viewer and has the state's number of cards in each zone."""
    zones = {zone: len(cards) for zone, cards in state.zones.items()}
    if memory.viewer != viewer or zones != {zone: len(places) for zone, places in memory.places.items()}:
        raise InvalidInput("The memory is not that of this viewer at this state.", ("memory",))


class _Work:
    """A working copy of a memory that follows events."""

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
        """Return the current memory."""
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
        """Note that a card lies in a place, and that this copy lies nowhere else."""
        possible = self.places[zone][place] & self._copies[card]
        chosen = self._choose_copy(possible)
        for places in self.places.values():
            places[:] = [known if known == chosen else known & ~chosen for known in places]
        self.places[zone][place] = chosen

    def _choose_copy(self, copies: int) -> int:
        """Return one of the copies that a card can be, and stop distinguishing these copies everywhere."""
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
        """Take the cards of an event out of a zone, and return the sets of cards they can be, the lowest first."""
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
        """Take one card out of a zone, by default the top one, and return the set of cards it can be."""
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
        """Return the place that a card leaves: its known place, else the top."""
        copies = self._copies[card]
        top = len(places) - 1
        return next((place for place in range(top, -1, -1) if places[place] & copies == places[place]), top)

    def _find_in_hand(self, places: list[int], card: str) -> int:
        """Return the place that a card leaves in a hand: its known place, else a place where it can lie.

        If the card can leave from several places, these places become equal: each can hold what any of them could. They
        stay distinct only if one of them holds nothing that the others cannot: had the card left another place, the
        rest of this place could just as well lie there.
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
        """Put cards into a zone: on top, or where the event buries them."""
        lying = self.places[zone]
        burial = self._rules.burials.get(kind)
        if burial == "bottom":
            lying[:0] = cards
        else:
            lying += cards
        if burial == "anywhere":
            self._mix(zone)

    def _uncover(self, zone: str, cards: Sequence[str]) -> None:
        """Note the cards that an event shows on top of a zone, or in a hand, which has no order."""
        if self._zone_map.naming(zone).hand:
            self._show(zone, cards)
            return
        below = len(self.places[zone]) - len(cards)
        for place, card in enumerate(cards, below):
            self.name(zone, place, card)

    def _show(self, hand: str, cards: Sequence[str]) -> None:
        """Note cards that a hand has shown; they stay in it."""
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

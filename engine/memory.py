"""What a viewer remembers of the cards: where each one can lie that it does not see now (engine 5).

A memory begins with the view of the deal and follows the events that the viewer was told, so it holds nothing else. For
each place of each zone it keeps the set of cards that can lie there, as bits of a whole number: a card that was seen is
alone in its place until it is shuffled or leaves a hand unnamed among others. Equal cards are told apart by their
number in the deck, as far as the viewer can.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from engine.core.errors import InvalidInput
from engine.core.layout import BURIALS
from engine.core.values import Deck, Event, State
from engine.core.zones import Naming
from engine.games import game_of
from engine.operations import view
from engine.validation import find_game

Places = dict[str, tuple[int, ...]]


class Memory(msgspec.Struct, frozen=True):
    """What a viewer (None: a spectator) of a table of `game` remembers.

    `deck` are all cards; bit i of a place stands for card i. `places` are the places of each zone, bottom first.
    """

    game: str
    viewer: int | None
    deck: Deck
    places: Places


def begin_memory(state: State, viewer: int | None) -> Memory:
    """Return what a viewer knows who sees a table for the first time. Raises `InvalidInput` for no such seat."""
    rules = game_of(state)
    deck = rules.deck(state.options)
    work = _Work(Memory(rules.name, viewer, deck, {}))
    seen = view(state, viewer)
    for zone in seen.zones:
        work.places[zone.id] = [work.all] * zone.count
    for zone in seen.zones:
        for place, card in enumerate(zone.cards):
            if card is not None:
                work.name(zone.id, place, card)
    return work.memory()


def remember(memory: Memory, events: Iterable[Event]) -> Memory:
    """Return a memory after further events, as `events_for` tells them to the viewer, in their order."""
    work = _Work(memory)
    for event in events:
        work.take(event)
    return work.memory()


def check_memory(memory: Memory, state: State, viewer: int | None) -> None:
    """Raise `InvalidInput` unless a memory is of this viewer and of a table with so many cards in each zone."""
    zones = {zone: len(cards) for zone, cards in state.zones.items()}
    if memory.viewer != viewer or zones != {zone: len(places) for zone, places in memory.places.items()}:
        raise InvalidInput("The memory is not that of this viewer at this state.", ("memory",))


class _Work:
    """A memory while it follows events."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._zone_map = find_game(memory.game).zone_map
        self.all = (1 << len(memory.deck)) - 1
        self.places = {zone: list(places) for zone, places in memory.places.items()}
        # The bits of all copies of each card.
        self._copies = dict.fromkeys(memory.deck, 0)
        for index, card in enumerate(memory.deck):
            self._copies[card] |= 1 << index

    def memory(self) -> Memory:
        """Return the memory as it stands."""
        return replace(self._memory, places={zone: tuple(places) for zone, places in self.places.items()})

    def take(self, event: Event) -> None:
        """Follow one event."""
        source, target = event.from_zone, event.to_zone
        if event.kind == "shuffled":
            self._mix(target or "")
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
        places, naming = self.places[zone], self._zone_map.naming(zone)
        place = self._find(places, card, naming)
        if card is not None:
            self._blur(places, card, naming)
            self.name(zone, place, card)
        elif naming.hand:
            self._even_out(places)
        return places.pop(place)

    def _find(self, places: Sequence[int], card: str | None, naming: Naming) -> int:
        """Return the place that a card leaves: where it is known to lie, in a hand where it can lie, else the top."""
        top = len(places) - 1
        if card is None:
            return top
        copies = self._copies[card]
        known = [place for place in range(top, -1, -1) if places[place] & copies == places[place]]
        if known:
            return known[0]
        can = [place for place in range(top, -1, -1) if places[place] & copies]
        return can[0] if naming.hand else top

    def _blur(self, places: list[int], card: str, naming: Naming) -> None:
        """Where a card may leave a hand from several places, no longer tell these apart."""
        copies = self._copies[card]
        if not naming.hand or any(known & copies == known for known in places):
            return
        together = _join(known for known in places if known & copies)
        places[:] = [together if known & copies else known for known in places]

    def _even_out(self, places: list[int]) -> None:
        places[:] = [_join(places)] * len(places)

    def _enter(self, zone: str, cards: Sequence[int], kind: str) -> None:
        """Put cards into a zone: on top, or where cards are buried."""
        lying = self.places[zone]
        burial = BURIALS.get(kind)
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

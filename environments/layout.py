"""The layout of observations: which numbers a seat observes, in which order.

It follows from what a game declares: its zones and who sees them, its facts and what their values are, its deck. Seats
are counted from the observer on: seat 0 is the one that observes, seat 1 the next one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

import engine
from engine import Plain, State, ZoneSight

DTYPE = np.int16
# Greater numbers, which only hundreds of sets of ZLAM! have, are observed as this one.
MOST = int(np.iinfo(DTYPE).max)

# The layout is the same for all seats, so it is made for this one.
OBSERVER = 0
# Every deal has the same zones, facts and cards.
ANY_SEED = "0" * 64

# The meaning of the numbers of a part, by its kind: first the kinds of the table, then the kinds of facts, then
# `OF_ZONES`.
MEANINGS = {
    "turn": "1 for each seat that is asked now",
    "score": "the points of each seat; 0 while they are hidden",
    "score known": "1 for each seat whose points are not hidden",
    "number": "the number",
    "numbers": "the number of each seat",
    "seats": "1 for each of the seats",
    "marks": "1 for each of the values",
    "count": "the number of cards",
    "cards": "how many of each card lie there",
    "places": "the place of each card that lies there, 1 at the bottom",
    "top": "1 for the top card",
    "value": "the number that the rules give the zone",
}
OF_ZONES = ("count", "cards", "places", "top", "value")


class Part(msgspec.Struct, frozen=True):
    """A run of numbers in an observation: `entries` names each of them, from `start` on.

    `kind` is a key of `MEANINGS`, `source` the name of the fact or zone. The numbers range from `lowest` to `highest`.
    """

    kind: str
    source: str
    entries: tuple[str, ...]
    highest: int
    lowest: int = 0
    start: int = 0

    @property
    def name(self) -> str:
        """The name of the part: the name of its fact, or its zone and its kind."""
        return f"{self.source} {self.kind}" if self.kind in OF_ZONES else self.source

    @property
    def end(self) -> int:
        """The place after the last number."""
        return self.start + len(self.entries)


class Layout:
    """The numbers that each seat observes at the tables of a game with these terms, as `parts` one after the other."""

    def __init__(self, game: str, seats: int, options: Mapping[str, Plain]) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.dealt = engine.new_game(game, seats=seats, options=options, seed=ANY_SEED)
        kinds = engine.find_game(game).facts
        self.facts = {name: kinds[name] for name in engine.public_of(self.dealt).facts}
        self.sights = engine.zone_sights(game, seats=seats, options=options, seat=OBSERVER)
        self.parts = self._place_parts()
        self.size = list(self.parts.values())[-1].end
        # The parts of each zone by their kind, in the order of `sights`.
        self.zones: dict[str, dict[str, Part]] = {sight.zone: {} for sight in self.sights}
        for part in self.parts.values():
            if part.kind in OF_ZONES:
                self.zones[part.source][part.kind] = part

    def _place_parts(self) -> dict[str, Part]:
        """Return the parts by name, each where the one before it ends."""
        parts: dict[str, Part] = {}
        end = 0
        for part in self._list_parts():
            parts[part.name] = msgspec.structs.replace(part, start=end)
            end += len(part.entries)
        return parts

    def _list_parts(self) -> Iterator[Part]:
        seats = tuple(map(str, range(self.seats)))
        yield Part("turn", "turn", seats, 1)
        yield Part("score", "score", seats, MOST, -MOST)
        yield Part("score known", "score known", seats, 1)
        for name, kind in self.facts.items():
            yield self._describe_fact(name, kind.of)
        deck = _count_cards(self.dealt)
        for sight in self.sights:
            yield from _describe_zone(sight, deck)

    def _describe_fact(self, name: str, of: str | tuple[str, ...]) -> Part:
        """Return the part of a fact by what its values are (`engine.core.primer.FactKind`)."""
        seats = tuple(map(str, range(self.seats)))
        if of == "number":
            return Part("number", name, (name,), MOST)
        if of == "numbers":
            return Part("numbers", name, seats, MOST)
        if of == "seats":
            return Part("seats", name, seats, 1)
        if of == "cards":
            return Part("marks", name, tuple(engine.find_game(self.game).cards), 1)
        zones = tuple([sight.zone for sight in self.sights if sight.kind == of])
        return Part("marks", name, zones if isinstance(of, str) else of, 1)

    @property
    def lowest(self) -> NDArray[np.int16]:
        """The least value of each number."""
        return np.array([part.lowest for part in self.parts.values() for _ in part.entries], DTYPE)

    @property
    def highest(self) -> NDArray[np.int16]:
        """The greatest value of each number."""
        return np.array([part.highest for part in self.parts.values() for _ in part.entries], DTYPE)

    def turned(self, sight: ZoneSight, observer: int) -> str:
        """Return the zone that the observer sees where seat 0 sees the zone of a sight."""
        if sight.owner is None:
            return sight.zone
        owner = (sight.owner + observer) % self.seats
        place = sight.zone.partition(":")[2]
        return f"{sight.kind}:{owner}{place.removeprefix(str(sight.owner))}"


def _count_cards(dealt: State) -> Mapping[str, int]:
    """Return how many of each card a table has, in canonical order."""
    counted = Counter([card for zone in dealt.zones.values() for card in zone])
    return {card: counted[card] for card in engine.game_of(dealt).cards if card in counted}


def _describe_zone(sight: ZoneSight, deck: Mapping[str, int]) -> Iterator[Part]:
    """Yield the parts for what the observer sees of a zone."""
    size = sum(deck.values())
    cards = tuple(deck)
    yield Part("count", sight.zone, (sight.zone,), size)
    if sight.depth == "all" and sight.ordered:
        yield Part("places", sight.zone, cards, size)
    elif sight.depth == "all":
        yield Part("cards", sight.zone, cards, max(deck.values()))
    if sight.depth != "none" and not sight.hand:
        yield Part("top", sight.zone, cards, 1)
    if sight.value is not None:
        yield Part("value", sight.zone, (sight.zone,), MOST)

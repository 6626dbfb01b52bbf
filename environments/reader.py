"""Reading: what one seat observes of a table, as an array.

A reader looks only at what its seat may see: the public facts, the scores that it knows, and its sight of each zone. It
finds once where each number goes, since a table is read after every move. A move leaves most of a table as it was, so
only the rest is read again: that halves the time.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import engine
from engine import State
from environments.layout import DTYPE, MOST, Layout, Part

# The code of `DTYPE` in the module `array`: setting a number there takes a third of the time that numpy takes.
CODE = "h"

Row: TypeAlias = "array[int]"
Cards = tuple[str, ...]
# They write the value of a fact, or the cards of a zone in place of its last cards.
WriteFact = Callable[[Row, str | int], None]
WriteZone = Callable[[Row, Cards, Cards], None]


def make_readers(layout: Layout) -> list["Reader"]:
    """Return a reader for each seat."""
    zones = [_write_zone(layout.zones[sight.zone], sight.value) for sight in layout.sights]
    return [Reader(layout, seat, zones) for seat in range(layout.seats)]


class Reader:
    """Reads the observations of one seat. `zones` writes the zones of the layout, which is the same for all seats."""

    def __init__(self, layout: Layout, seat: int, zones: Sequence[WriteZone]) -> None:
        self._seat = seat
        self._row = _blank(layout.size)
        self._observed = np.frombuffer(self._row, DTYPE)
        self._turn = _find_seats(layout, layout.parts["turn"], seat)
        self._scores = _find_seats(layout, layout.parts["score"], seat)
        self._known = _find_seats(layout, layout.parts["score known"], seat)
        self._facts = [_write_fact(layout, layout.parts[name], seat) for name in layout.facts]
        self._zones = zones
        self._names = [layout.turned(sight, seat) for sight in layout.sights]
        # What was read last: at first nothing.
        self._last_turn: tuple[int, ...] = ()
        self._last_scores: tuple[int | None, ...] = ()
        self._last_values: tuple[str | int | None, ...] = (None,) * len(self._facts)
        self._last_lying: tuple[Cards | None, ...] = (None,) * len(self._zones)

    def read(self, state: State) -> NDArray[np.int16]:
        """Return what the seat sees of a table. When the table is over, hidden cards stay hidden."""
        row = self._row
        public = engine.public_of(state)
        if public.turn is not self._last_turn:
            self._write_turn(public.turn)
        scores = public.scores if None not in public.scores else engine.scores_for(state, self._seat)
        if scores is not self._last_scores:
            self._write_scores(scores)
        values = tuple(public.facts.values())
        for place, value in compress(enumerate(values), map(is_not, values, self._last_values)):
            self._facts[place](row, value)
        self._last_values = values
        last = self._last_lying
        lying = tuple(map(state.zones.get, self._names))
        for place, cards in compress(enumerate(lying), map(is_not, lying, last)):
            self._zones[place](row, cards or (), last[place] or ())
        self._last_lying = lying
        return self._observed.copy()

    def _write_turn(self, turn: tuple[int, ...]) -> None:
        for seat in self._last_turn:
            self._row[self._turn[seat]] = 0
        for seat in turn:
            self._row[self._turn[seat]] = 1
        self._last_turn = turn

    def _write_scores(self, scores: tuple[int | None, ...]) -> None:
        for score, at, known in zip(scores, self._scores, self._known, strict=True):
            self._row[at] = 0 if score is None else min(score, MOST)
            self._row[known] = score is not None
        self._last_scores = scores


# ---- facts


def _write_fact(layout: Layout, part: Part, observer: int) -> WriteFact:
    """Return the function that writes the values of a fact."""
    if part.kind == "number":
        return _write_number(part.start)
    if part.kind == "numbers":
        return _write_numbers(_find_seats(layout, part, observer))
    if part.kind == "seats":
        seats: dict[str | int, int] = dict(enumerate(_find_seats(layout, part, observer)))
        return _write_marks(part, seats | {str(seat): at for seat, at in seats.items()})
    turned = {sight.zone: layout.turned(sight, observer) for sight in layout.sights if sight.zone in part.entries}
    return _write_marks(part, {turned.get(entry, entry): at for entry, at in _find_entries(part).items()})


def _write_number(at: int) -> WriteFact:
    def write(row: Row, value: str | int) -> None:
        row[at] = min(int(value), MOST)

    return write


def _write_numbers(places: list[int]) -> WriteFact:
    def write(row: Row, value: str | int) -> None:
        for at, number in zip(places, str(value).split(","), strict=True):
            row[at] = min(int(number), MOST)

    return write


def _write_marks(part: Part, places: Mapping[str | int, int]) -> WriteFact:
    """Return the function that writes a 1 for the value, or for each of several."""
    start = part.start
    end = part.end
    blank = _blank(end - start)

    def write(row: Row, value: str | int) -> None:
        row[start:end] = blank
        if value in places:
            row[places[value]] = 1
        elif value != "none":
            for each in str(value).split(","):
                row[places[each]] = 1

    return write


# ---- zones


def _write_zone(parts: Mapping[str, Part], value: Callable[[Cards], int] | None) -> WriteZone:
    """Return the function that writes the parts of a zone.

    Most piles only grow: then only the new cards are written.
    """
    if len(parts) == 1:
        return _write_count(parts["count"].start)
    start = parts["count"].start
    end = max(part.end for part in parts.values())
    blank = _blank(end - start)
    copies = _find_entries(parts["cards"]) if "cards" in parts else {}
    places = _find_entries(parts["places"]) if "places" in parts else {}
    tops = _find_entries(parts["top"]) if "top" in parts else {}

    # One function for all parts: a call for each part would double the time.
    def write(row: Row, cards: Cards, last: Cards) -> None:
        kept = len(last)
        if not kept or cards[:kept] != last:
            row[start:end] = blank
            kept = 0
        elif tops:
            row[tops[last[-1]]] = 0
        if not cards:
            return
        row[start] = len(cards)
        if copies:
            for card in cards[kept:]:
                row[copies[card]] += 1
        if places:
            for place, card in enumerate(cards[kept:], kept + 1):
                row[places[card]] = place
        if tops:
            row[tops[cards[-1]]] = 1
        if value is not None:
            row[end - 1] = value(cards)

    return write


def _write_count(at: int) -> WriteZone:
    def write(row: Row, cards: Cards, _last: Cards) -> None:
        row[at] = len(cards)

    return write


# ---- places


def _blank(size: int) -> Row:
    return array(CODE, bytes(size * np.dtype(DTYPE).itemsize))


def _find_seats(layout: Layout, part: Part, observer: int) -> list[int]:
    """Return where the number of each seat goes in a part that has one for each seat."""
    return [part.start + (seat - observer) % layout.seats for seat in range(layout.seats)]


def _find_entries(part: Part) -> dict[str, int]:
    """Return where each entry of a part goes."""
    return {entry: at for at, entry in enumerate(part.entries, part.start)}

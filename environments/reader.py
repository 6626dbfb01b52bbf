"""Reading: what one seat observes of a table, as an array.

A reader looks only at what its seat may see: the public facts, the scores that it knows, and its sight of each zone. It
finds once where each number goes, since a table is read after every move. A move leaves most of a table as it was, so
only the rest is read again: that halves the time.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import compress
from operator import is_not, itemgetter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import engine
from engine import State
from environments.layout import DTYPE, MOST, Layout, Part

# The code of `DTYPE` in the module `array`: setting a number there takes a third of the time that numpy takes.
CODE = "h"

Row: TypeAlias = "array[int]"
Cards = tuple[str, ...]
Zones = Mapping[str, Cards]
# It writes the turn, the scores, a fact or a zone in place of what it wrote last, None if there was nothing.
Write: TypeAlias = Callable[[Row, Any, Any], None]


def make_readers(layout: Layout) -> list["Reader"]:
    """Return a reader for each seat."""
    zones = [_write_zone(layout.zones[sight.zone], sight.value) for sight in layout.sights]
    return [Reader(layout, seat, zones) for seat in range(layout.seats)]


class Reader:
    """Reads the observations of one seat. `zones` writes the zones of the layout, which is the same for all seats."""

    def __init__(self, layout: Layout, seat: int, zones: Sequence[Write]) -> None:
        self._seat = seat
        self._row = _blank(layout.size)
        self._observed = np.frombuffer(self._row, DTYPE)
        self._look = _look_at(layout, [layout.turned(sight, seat) for sight in layout.sights])
        facts = [_write_fact(layout, layout.parts[name], seat) for name in layout.facts]
        self._writes = [_write_turn(layout, seat), _write_scores(layout, seat), *facts, *zones]
        self._places = range(len(self._writes))
        # What was read last: at first nothing.
        self._last: tuple[object, ...] = (None,) * len(self._writes)

    def read(self, state: State) -> NDArray[np.int16]:
        """Return what the seat sees of a table. When the table is over, hidden cards stay hidden."""
        public = engine.public_of(state)
        scores = public.scores if None not in public.scores else engine.scores_for(state, self._seat)
        shown = (public.turn, scores, *public.facts.values(), *self._look(state.zones))
        last = self._last
        for place in compress(self._places, map(is_not, shown, last)):
            self._writes[place](self._row, shown[place], last[place])
        self._last = shown
        return self._observed.copy()


def _look_at(layout: Layout, zones: Sequence[str]) -> Callable[[Zones], Iterable[Cards | None]]:
    """Return the function that returns the cards of zones, None for a zone that is not on the table."""
    if engine.find_game(layout.game).possible_zones is None:
        # All are there from the deal to the end.
        return itemgetter(*zones)
    return lambda lying: map(lying.get, zones)


# ---- turn and scores


def _write_turn(layout: Layout, observer: int) -> Write:
    """Return the function that writes a 1 for each seat that is asked."""
    places = _find_seats(layout, layout.parts["turn"], observer)

    def write(row: Row, turn: Sequence[int], last: Sequence[int] | None) -> None:
        for seat in last or ():
            row[places[seat]] = 0
        for seat in turn:
            row[places[seat]] = 1

    return write


def _write_scores(layout: Layout, observer: int) -> Write:
    """Return the function that writes the scores, and which of them are known."""
    places = _find_seats(layout, layout.parts["score"], observer)
    known = _find_seats(layout, layout.parts["score known"], observer)

    def write(row: Row, scores: Sequence[int | None], _last: object) -> None:
        for score, at, mark in zip(scores, places, known, strict=True):
            row[at] = 0 if score is None else min(score, MOST)
            row[mark] = score is not None

    return write


# ---- facts


def _write_fact(layout: Layout, part: Part, observer: int) -> Write:
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


def _write_number(at: int) -> Write:
    def write(row: Row, value: str | int, _last: object) -> None:
        row[at] = min(int(value), MOST)

    return write


def _write_numbers(places: list[int]) -> Write:
    def write(row: Row, value: str | int, _last: object) -> None:
        for at, number in zip(places, str(value).split(","), strict=True):
            row[at] = min(int(number), MOST)

    return write


def _write_marks(part: Part, places: Mapping[str | int, int]) -> Write:
    """Return the function that writes a 1 for the value, or for each of several."""
    start = part.start
    end = part.end
    blank = _blank(end - start)

    def write(row: Row, value: str | int, _last: object) -> None:
        row[start:end] = blank
        if value in places:
            row[places[value]] = 1
        elif value != "none":
            for each in str(value).split(","):
                row[places[each]] = 1

    return write


# ---- zones


def _write_zone(parts: Mapping[str, Part], value: Callable[[Cards], int] | None) -> Write:
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
    def write(row: Row, cards: Cards | None, last: Cards | None) -> None:
        cards = cards or ()
        last = last or ()
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


def _write_count(at: int) -> Write:
    def write(row: Row, cards: Cards | None, _last: object) -> None:
        row[at] = len(cards or ())

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

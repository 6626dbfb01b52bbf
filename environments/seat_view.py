"""Observations made from a view, such as a client of the service receives; a `Reader` returns the same numbers."""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine import View, ZoneSight
from environments.layout import DTYPE, MOST, OF_ZONES, Layout, Part


class SeatView(msgspec.Struct, frozen=True):
    """What one seat sees of a table: the cards of each zone by its id, None if hidden, and the facts by name."""

    seat: int
    turn: Sequence[int]
    scores: Sequence[int | None]
    facts: Mapping[str, str]
    zones: Mapping[str, Sequence[str | None]]


def read_view(view: View) -> SeatView:
    """Return what the view of a seat shows."""
    assert view.viewer is not None
    facts = {fact.name: fact.value for fact in view.facts}
    zones = {zone.id: zone.cards for zone in view.zones}
    return SeatView(view.viewer, view.turn, view.scores, facts, zones)


def observe(layout: Layout, view: SeatView) -> NDArray[np.int16]:
    """Return the observation of the seat."""
    turned = {sight.zone: layout.turned(sight, view.seat) for sight in layout.sights}
    numbers: list[int] = []
    for part in layout.parts.values():
        if part.kind not in OF_ZONES:
            numbers += _read_part(layout, part, view, turned)
    for sight in layout.sights:
        lying = view.zones.get(turned[sight.zone], ())
        for part in layout.zones[sight.zone].values():
            numbers += _read_zone(part, lying, sight)
    return np.array(numbers, DTYPE)


def _read_part(layout: Layout, part: Part, view: SeatView, turned: Mapping[str, str]) -> list[int]:
    """Return the numbers of a part of the table or of a fact; `turned` maps zones of the layout to the table's."""
    seats = [(view.seat + place) % layout.seats for place in range(layout.seats)]
    value = view.facts.get(part.source, "")
    match part.kind:
        case "turn":
            return [seat in view.turn for seat in seats]
        case "score":
            return [min(view.scores[seat] or 0, MOST) for seat in seats]
        case "score known":
            return [view.scores[seat] is not None for seat in seats]
        case "number":
            return [min(int(value), MOST)]
        case "numbers":
            return [min(int(value.split(",")[seat]), MOST) for seat in seats]
        case "seats":
            return [str(seat) in value.split(",") for seat in seats]
    return [turned.get(entry, entry) in value.split(",") for entry in part.entries]


def _read_zone(part: Part, lying: Sequence[str | None], sight: ZoneSight) -> list[int]:
    """Return the numbers of a part of a zone."""
    known = tuple([card for card in lying if card is not None])
    match part.kind:
        case "cards":
            return [known.count(card) for card in part.entries]
        case "places":
            return [known.index(card) + 1 if card in known else 0 for card in part.entries]
        case "top":
            return [card in known[-1:] for card in part.entries]
        case "value" if sight.value is not None:
            return [sight.value(known)]
    return [len(lying)]

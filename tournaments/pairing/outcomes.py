"""The matches of an elimination, and which entrants advance."""

from collections.abc import Sequence

from msgspec import Struct

from tournaments.results import Whole, whole_margins, whole_points
from tournaments.values import Plan, Round

# A place of a bracket, and the places that meet; an empty one lets the other through.
Slot = int | None
MatchSlots = tuple[Slot, ...]


class RoundOutcome(Struct, frozen=True):
    """A round of an elimination: each entrant's table, the best first, and the byes."""

    orders: dict[int, tuple[int, ...]]
    byes: frozenset[int]


def read_outcomes(plan: Plan, seeds: Sequence[int], rounds: Sequence[Round]) -> list[RoundOutcome]:
    """Return the outcome of each complete round. Equal entrants of a table are ordered by margins, then by seed."""
    places = {seed: place for place, seed in enumerate(seeds)}
    outcomes: list[RoundOutcome] = []
    for played in rounds:
        points = whole_points(plan, played)
        if None in points:
            break
        outcomes.append(_read_outcome(plan, places, played, [values for values in points if values is not None]))
    return outcomes


def settle(match: MatchSlots, outcome: RoundOutcome) -> tuple[Slot, Slot]:
    """Return a match's winner and loser; None for one that it does not have: an entrant withdrew, or met nobody."""
    first, second = match
    order = outcome.orders.get(first, ()) if first is not None else ()
    if len(order) == 2 and second in order:
        return order[0], order[1]
    return next((slot for slot in match if slot in outcome.byes), None), None


def _read_outcome(plan: Plan, places: dict[int, int], played: Round, points: Sequence[Whole]) -> RoundOutcome:
    orders: dict[int, tuple[int, ...]] = {}
    for table, earned, margins in zip(played.tables, points, whole_margins(plan, played), strict=True):
        keys = {
            entrant: (-value, -margin, places.get(entrant, len(places)))
            for entrant, value, margin in zip(
                table.entrants, earned.numbers, margins.numbers if margins else (), strict=True
            )
        }
        order = tuple(sorted(table.entrants, key=lambda entrant: keys[entrant]))
        orders.update(dict.fromkeys(table.entrants, order))
    return RoundOutcome(orders, frozenset(played.byes))

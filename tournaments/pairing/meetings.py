"""The field of a round: its entrants, their earlier meetings, and the byes."""

from collections.abc import Sequence

from tournaments.pairing.groups import Meetings, PairingField
from tournaments.seats import SeatCounts
from tournaments.tally import Tally


def make_field(tally: Tally, order: Sequence[int], counts: SeatCounts) -> PairingField:
    """Return the entrants to pair, in order of points, with their earlier meetings."""
    points = {number: tally.points[number] for number in order}
    levels = {value: level for level, value in enumerate(sorted(set(points.values()), reverse=True))}
    preferences = {number: counts.preference(number) for number in order} if tally.plan.seats == 2 else {}
    return PairingField(order, {number: levels[points[number]] for number in order}, Meetings(tally), preferences)


def choose_byes(tally: Tally, order: Sequence[int], count: int) -> list[int]:
    """Return the entrants with a bye: those with the fewest so far, of these the last in the order."""
    places = {number: place for place, number in enumerate(order)}
    return sorted(order, key=lambda number: (tally.byes[number], -places[number]))[:count]


def choose_from(tally: Tally, players: Sequence[int]) -> list[int]:
    """Return the candidates for a bye: those with the fewest so far."""
    byes = {number: tally.byes[number] for number in players}
    fewest = min(byes.values(), default=0)
    return [number for number, count in byes.items() if count == fewest]

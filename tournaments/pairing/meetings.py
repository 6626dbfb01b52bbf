"""Who has met whom, and who has a bye."""

from collections.abc import Sequence

from tournaments.tally import Tally


def choose_byes(tally: Tally, order: Sequence[int], count: int) -> list[int]:
    """Return who has the byes: those who have had fewest, of these the last in the order."""
    places = {number: place for place, number in enumerate(order)}
    return sorted(order, key=lambda number: (tally.count(number, "BYE"), -places[number]))[:count]


def read_meetings(tally: Tally, players: Sequence[int]) -> dict[int, dict[int, int]]:
    """Return how often each has met whom."""
    met: dict[int, dict[int, int]] = {number: {} for number in players}
    for number in players:
        for turn in tally.turns[number]:
            for other, _ in turn.opponents:
                met[number][other] = met[number].get(other, 0) + 1
    return met
